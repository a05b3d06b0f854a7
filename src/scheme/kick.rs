//! What is not linear acts in the middle of the flow.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::accumulate::{add_to_pair, increment};
use super::memo::Memo;
use super::plan::Plan;
use super::textbook::RUNGE_KUTTA_4;
use super::{Attachment, System, Target};
use crate::body::Body;
use crate::increment::Increment;
use crate::space::{Real, narrow};

/// The stages of the midpoint rule, as those of [`RUNGE_KUTTA_4`].
const MIDPOINT: [(f64, f64); 2] = [(0.0, 0.5), (1.0, 0.0)];

/// How the kick of velocity-dependent forces, `v' = a(v)` at fixed position, is integrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KickRule {
    /// Second order, two evaluations.
    Midpoint,
    /// Fourth order, four evaluations.
    RungeKutta4,
}

impl KickRule {
    fn stages(self) -> &'static [(f64, f64)] {
        match self {
            Self::Midpoint => &MIDPOINT,
            Self::RungeKutta4 => &RUNGE_KUTTA_4,
        }
    }
}

/// The kicks of one system, with room for their evaluation.
#[derive(Debug, Clone)]
pub(super) struct Kicks<T: Real<D>, const D: usize> {
    memo: Memo,
    /// Accelerations by the forces that do not depend on velocity.
    fixed: Vec<SVector<T, D>>,
    accelerations: Vec<SVector<T, D>>,
    /// Velocities before the kick.
    start: Vec<SVector<T, D>>,
    stage: Vec<Body<T, D>>,
}

/// Where a kick stands in the symmetric sequence of kicks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    Forward,
    Backward,
}

impl<T: Real<D>, const D: usize> Kicks<T, D> {
    pub(super) fn new() -> Self {
        Self {
            memo: Memo::new(),
            fixed: Vec::new(),
            accelerations: Vec::new(),
            start: Vec::new(),
            stage: Vec::new(),
        }
    }

    /// All kicks of length `h` on bodies that are in the middle of their flow, at `time`.
    ///
    /// Symmetric: half of every exact kick in order, the kicks known by their acceleration all at once,
    /// the other halves in reverse order. A kick that meets no other acts whole, and is exact.
    pub(super) fn kick(
        &mut self,
        plan: &Plan,
        system: &System<'_, T, D>,
        bodies: &mut [Body<T, D>],
        time: T,
        h: T,
        rule: KickRule,
    ) {
        for &index in &plan.exact {
            self.exact(
                plan,
                &system.attachments[index],
                bodies,
                time,
                h,
                Pass::Forward,
            );
        }
        if !(plan.fields.is_empty() && plan.general.is_empty()) {
            self.general(plan, system, bodies, time, h, rule);
        }
        for &index in plan.exact.iter().rev() {
            self.exact(
                plan,
                &system.attachments[index],
                bodies,
                time,
                h,
                Pass::Backward,
            );
        }
    }

    /// One force with exact increments on all it acts on.
    fn exact(
        &mut self,
        plan: &Plan,
        attachment: &Attachment<T, D>,
        bodies: &mut [Body<T, D>],
        time: T,
        h: T,
        pass: Pass,
    ) {
        let share = |meets_no_other: bool| match (meets_no_other, pass) {
            (true, Pass::Forward) => Some(h),
            (true, Pass::Backward) => None,
            (false, _) => Some(h * narrow(0.5)),
        };
        let mut kick_one = |body: &mut Body<T, D>, kicks: usize| {
            if let Some(h) = share(kicks == 1) {
                let kick = self.symmetric(attachment, body, time, h);
                body.velocity += kick.velocity;
                body.position += kick.position;
            }
        };
        match attachment.target {
            Target::Every => {
                for (body, &kicks) in bodies.iter_mut().zip(&plan.kicks) {
                    kick_one(body, kicks);
                }
            }
            Target::One(index) => kick_one(&mut bodies[index], plan.kicks[index]),
            Target::Pair(first, second) => {
                let meets_no_other = plan.kicks[first] == 1 && plan.kicks[second] == 1;
                if let Some(h) = share(meets_no_other) {
                    let relative = bodies[first].relative_to(&bodies[second]);
                    let kick = self.symmetric(attachment, &relative, time, h);
                    add_to_pair(bodies, (first, second), relative.mass, kick);
                }
            }
        }
    }

    /// The symmetric kick `K(h) = T(-h/2) E(h) T(-h/2)` of a force with exact step E, where T is
    /// coasting: what it adds to velocity and position in the middle of the step.
    fn symmetric(
        &mut self,
        attachment: &Attachment<T, D>,
        body: &Body<T, D>,
        time: T,
        h: T,
    ) -> Increment<T, D> {
        let half = h * narrow(0.5);
        let mut start = *body;
        start.position -= start.velocity * half;
        let force = attachment.force.as_ref();
        let done = increment(&mut self.memo, force, &start, time - half, h);
        Increment {
            velocity: done.velocity,
            position: done.position - done.velocity * half,
        }
    }

    /// All forces known by their acceleration at once: `v' = a(x, v, t)` at fixed x and t.
    fn general(
        &mut self,
        plan: &Plan,
        system: &System<'_, T, D>,
        bodies: &mut [Body<T, D>],
        time: T,
        h: T,
        rule: KickRule,
    ) {
        self.fixed.resize(bodies.len(), SVector::zeros());
        add_all(plan, &plan.fields, system, bodies, time, &mut self.fixed);
        if plan.general.is_empty() {
            for &index in &plan.kicked {
                bodies[index].velocity += self.fixed[index] * h;
            }
            return;
        }
        self.accelerations.resize(bodies.len(), SVector::zeros());
        self.start.resize(bodies.len(), SVector::zeros());
        self.stage.truncate(bodies.len());
        self.stage.extend_from_slice(&bodies[self.stage.len()..]);
        for &index in &plan.kicked {
            self.stage[index] = bodies[index];
            self.start[index] = bodies[index].velocity;
        }
        for &(weight, reach) in rule.stages() {
            let (weight, reach) = (h * narrow(weight), h * narrow(reach));
            add_all(
                plan,
                &plan.general,
                system,
                &self.stage,
                time,
                &mut self.accelerations,
            );
            for &index in &plan.kicked {
                let acceleration = self.accelerations[index] + self.fixed[index];
                bodies[index].velocity += acceleration * weight;
                self.stage[index].velocity = self.start[index] + acceleration * reach;
            }
        }
    }
}

/// The accelerations of the kicked bodies under the forces listed.
fn add_all<T: Real<D>, const D: usize>(
    plan: &Plan,
    forces: &[usize],
    system: &System<'_, T, D>,
    bodies: &[Body<T, D>],
    time: T,
    accelerations: &mut [SVector<T, D>],
) {
    for &index in &plan.kicked {
        accelerations[index] = SVector::zeros();
    }
    for &index in forces {
        system.attachments[index].add_accelerations(bodies, time, accelerations);
    }
}
