//! Flow, kick, flow: the default scheme and its fourth-order composition.

use super::flow_table::Span;
use super::fused::{Fused, Slot, Unsummed};
use super::kick::{KickRule, Kicks};
use super::memo::Memo;
use super::plan::Plan;
use super::stepper::{Offender, all_sound};
use super::{Push, System};
use crate::body::Body;
use crate::space::{Real, narrow};

/// A symmetric sequence of flow-kick-flow stages that make one step.
pub(super) struct Composition {
    /// Length of each stage as a share of the step, and the span of its half.
    stages: &'static [(f64, Span)],
    rule: KickRule,
}

/// The stage itself: order 2.
pub(super) const STRANG: Composition = Composition {
    stages: &[(1.0, Span::Half)],
    rule: KickRule::Midpoint,
};

/// `1 / (4 - 4^(1/3))`, with which five stages cancel the error of third order.
const SUZUKI_SHARE: f64 = 0.414_490_771_794_375_7;

/// Suzuki's composition: order 4, with one stage backward.
pub(super) const SUZUKI: Composition = Composition {
    stages: &[
        (SUZUKI_SHARE, Span::Half),
        (SUZUKI_SHARE, Span::Half),
        (1.0 - 4.0 * SUZUKI_SHARE, Span::HalfBack),
        (SUZUKI_SHARE, Span::Half),
        (SUZUKI_SHARE, Span::Half),
    ],
    rule: KickRule::RungeKutta4,
};

/// All that is kept between steps.
#[derive(Debug, Clone)]
pub(super) struct FlowKick<T: Real<D>, const D: usize> {
    pub(super) fused: Fused<T, D>,
    plan: Plan,
    /// Whether the plan is of the forces and bodies that are there now.
    pub(super) planned: bool,
    kicks: Kicks<T, D>,
    memo: Memo,
}

impl<T: Real<D>, const D: usize> FlowKick<T, D> {
    pub(super) fn new() -> Self {
        Self {
            fused: Fused::new(),
            plan: Plan::new(),
            planned: false,
            kicks: Kicks::new(),
            memo: Memo::new(),
        }
    }

    pub(super) fn step(
        &mut self,
        composition: &Composition,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
        time: T,
        h: T,
    ) -> Result<(), Offender> {
        self.prepare(system, before, time)?;
        self.flow_free(system, before, after, time, h)?;
        let mut stage_start = time;
        for &(share, span) in composition.stages {
            let stage = h * narrow(share);
            let half = stage * narrow(0.5);
            let middle = stage_start + half;
            self.flow_kicked(system, after, stage_start, half, span);
            (self.kicks).kick(&self.plan, system, after, middle, stage, composition.rule);
            self.flow_kicked(system, after, middle, half, span);
            stage_start += stage;
        }
        match (self.plan.kicked.iter()).find(|&&index| !after[index].is_sound()) {
            None => Ok(()),
            Some(&index) => Err(Offender(index)),
        }
    }

    /// Brings the plan and the sums of laws up to date.
    fn prepare(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
        time: T,
    ) -> Result<(), Offender> {
        if !self.planned {
            self.plan.make(system, bodies, time);
            self.note_kicked();
            self.planned = true;
        }
        loop {
            match self.fused.refresh(&self.plan.linear, system, bodies) {
                Ok(()) => return Ok(()),
                Err(Unsummed::Offender(offender)) => return Err(offender),
                Err(Unsummed::NotLinear(attachment)) => {
                    self.plan.demote(attachment, system, bodies.len());
                    self.note_kicked();
                    self.fused.mark_all();
                }
            }
        }
    }

    fn note_kicked(&mut self) {
        for (slot, &kicks) in self.fused.slots.iter_mut().zip(&self.plan.kicks) {
            slot.kicked = kicks > 0;
        }
    }

    /// Moves every body that nothing kicks along its whole flow; copies the others.
    fn flow_free(
        &mut self,
        system: &System<'_, T, D>,
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
        time: T,
        h: T,
    ) -> Result<(), Offender> {
        let Fused { table, slots, .. } = &mut self.fused;
        let mut start = 0;
        for alike in slots.chunk_by(Slot::eq) {
            let end = start + alike.len();
            let (old, new) = (&before[start..end], &mut after[start..end]);
            match alike {
                [
                    Slot {
                        law: Some(law),
                        kicked: false,
                        ..
                    },
                    ..,
                ] => {
                    let flow = table.flow(*law, Span::Whole, h);
                    let shift = flow.shift_at(time);
                    for (old, new) in old.iter().zip(new) {
                        (new.position, new.velocity) =
                            flow.moved(&old.position, &old.velocity, &shift);
                        new.mass = old.mass;
                    }
                }
                _ => new.copy_from_slice(old),
            }
            start = end;
        }
        for push in system.pushes {
            if !self.fused.slots[push.body].kicked {
                self.push(push, after, h);
            }
        }
        all_sound(after)
    }

    /// Moves every body that is kicked along its flow over half a stage.
    fn flow_kicked(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &mut [Body<T, D>],
        time: T,
        half: T,
        span: Span,
    ) {
        let Fused { table, slots, .. } = &mut self.fused;
        for &index in &self.plan.kicked {
            if let Some(law) = slots[index].law {
                let body = &mut bodies[index];
                let flow = table.flow(law, span, half);
                flow.advance(&mut body.position, &mut body.velocity, time);
            }
        }
        for push in system.pushes {
            if self.fused.slots[push.body].kicked {
                self.push(push, bodies, half);
            }
        }
    }

    /// What a constant force adds to a flow over `dt`: the flow is linear, so it can be added after.
    fn push(&mut self, push: &Push<T, D>, bodies: &mut [Body<T, D>], dt: T) {
        if let Some(law) = self.fused.slots[push.body].law {
            let response = self.memo.response(self.fused.table.law(law), dt);
            let body = &mut bodies[push.body];
            let acceleration = push.force / body.mass;
            body.position += acceleration * narrow::<T>(response.position);
            body.velocity += acceleration * narrow::<T>(response.velocity);
        }
    }
}
