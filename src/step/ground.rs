//! Interface between a step and contacts.

use super::System;
use super::splitting::{Substep, whole_step};
use crate::body::{Body, Columns};
use crate::flow::{Bound, LinearLaw};
use crate::force::Force;
use crate::increment::{Increment, Motion};
use crate::numbers::{from_f64, larger, max_abs};
use crate::plan::{Gather, Laws, Plan, Run};
use crate::space::Real;
use crate::step::StepFailure;
use nalgebra::SVector;

/// What moves a body in a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MovedBy {
    /// Only the forces of the plan.
    Plan,
    /// The forces of the plan, and applied forces.
    Pushes,
    /// The flow of a component, whose contacts [`hold`](Ground::hold) has already computed.
    Component,
}

/// A flow of bodies that may make contact.
pub(crate) struct GroundFlow<'a, T: Real<D>, const D: usize> {
    pub(crate) indices: &'a [usize],
    /// The bodies at the start of the flow.
    pub(crate) before: &'a [Body<T, D>],
    /// The bodies at the end of the flow without contacts; contacts then change them.
    pub(crate) after: &'a mut [Body<T, D>],
    /// What moves each body.
    pub(crate) moved_by: &'a [MovedBy],
    /// The laws that the bodies follow; `None` for a body that a mover or a thrust moves.
    pub(crate) laws: &'a [Option<LinearLaw<T, D>>],
    /// Start time and length of the flow \[s\].
    pub(crate) span: [T; 2],
    /// Length of the step \[s\].
    pub(crate) step: T,
    /// The version of the plan, if the flow is a whole step without kicks.
    pub(crate) version: Option<u64>,
    /// Fraction of a kick by which the velocities at the start of the flow are ahead of the
    /// velocities under a steady force; `None` if the step has no kicks.
    pub(crate) lead: Option<f64>,
}

/// Part of a flow of a component, under constant forces on its bodies \[N\].
pub(crate) struct Part<'a, T: Real<D>, const D: usize> {
    /// Start time and length of the part \[s\].
    pub(crate) span: [T; 2],
    pub(crate) before: &'a [Body<T, D>],
    pub(crate) forces: &'a [SVector<T, D>],
}

/// Function that computes the bodies at the end of a part of a flow under given forces.
pub(crate) type Advance<'a, T, const D: usize> =
    &'a mut dyn FnMut(Part<'_, T, D>, &mut [Body<T, D>]) -> Result<(), StepFailure>;

/// Contacts of bodies with surfaces and with each other, in the flows and in the kicks of a step.
pub(crate) trait Ground<T: Real<D>, const D: usize>: core::any::Any + Send + Sync {
    /// Returns which bodies must go through a step together.
    fn gather(&self) -> Gather;

    /// Whether a body in this state is known to rest: the last step of the same duration \[s\] and
    /// with the same version of the plan did not change it.
    fn rests(&self, index: usize, body: &Body<T, D>, step: (u64, T)) -> bool;

    /// Changes the states at the end of a flow, according to the contacts.
    ///
    /// # Errors
    /// [`StepFailure::Refused`] if a contact response is not valid.
    fn flow(&mut self, flow: GroundFlow<'_, T, D>) -> Result<(), StepFailure>;

    /// Changes the states at the end of a flow of linked bodies, according to the contacts.
    /// `advance` computes the states at the end of parts of the flow.
    ///
    /// # Errors
    /// Those of [`flow`](Self::flow), and of `advance`.
    fn hold(
        &mut self,
        flow: GroundFlow<'_, T, D>,
        advance: Advance<'_, T, D>,
    ) -> Result<(), StepFailure>;

    /// Changes the states of bodies after kicks at a time \[s\], according to the contacts.
    ///
    /// # Errors
    /// Those of [`flow`](Self::flow).
    fn kick(
        &mut self,
        indices: &[usize],
        before: &[Body<T, D>],
        after: &mut [Body<T, D>],
        time: T,
    ) -> Result<(), StepFailure>;
}

// Moves bodies along their flows in place, without a second copy, if no component can overflow.

/// Up to this number, states are moved one by one, because preparing a batch would cost more than
/// it saves.
const FEW: usize = 8;

impl<T: Real<D>, const D: usize> Plan<T, D> {
    /// Moves all bodies along their flows over the whole step, unless a component might overflow.
    /// No force may kick the bodies, and no body may rotate. Returns whether the bodies were moved.
    #[must_use]
    pub(super) fn flow_in_place(
        &mut self,
        system: &System<'_, T, D>,
        columns: &mut Columns<T, D>,
    ) -> bool {
        let (positions, velocities) = (&mut columns.positions, &mut columns.velocities);
        let largest = |vectors: &[[T; D]]| max_abs(vectors.as_flattened());
        let measured = || Some(larger(largest(positions)?, largest(velocities)?));
        let (time, h, laws) = (system.time, system.h, &mut self.laws);
        // `None` if a component might overflow: a flow sums fewer than 16 terms of this size
        let grown = |bound: Bound<T>, before: T| {
            let after = bound.after(before, time);
            ((after * from_f64(16.0)).is_finite()).then(|| larger(before, after))
        };
        // the bound grows with each step; when it no longer excludes overflow, it is determined
        // again from the states and the flows
        let known = self.component_bound.or_else(measured);
        self.component_bound = (known.and_then(|before| grown(laws.bound(h), before)))
            .or_else(|| grown(laws.find_bound(h), measured()?));
        if self.component_bound.is_none() {
            return false;
        }
        let Self { rows, laws, .. } = self;
        let mut start = 0;
        while start < rows.list.len() {
            let run = rows.run(start, rows.list.len());
            let range = start..run.end;
            let list = &rows.list[range.clone()];
            let states = (&mut positions[range.clone()], &mut velocities[range]);
            flow_run(
                laws,
                run,
                |index| list[index].law,
                states,
                whole_step(system),
            );
            start = run.end;
        }
        true
    }
}

/// Moves the points of a run along their flows over a substep. `law` returns the number of the law of each point.
#[inline]
pub(super) fn flow_run<T: Real<D>, const D: usize>(
    laws: &mut Laws<T, D>,
    run: Run,
    law: impl Fn(usize) -> u32,
    (positions, velocities): (&mut [[T; D]], &mut [[T; D]]),
    substep: Substep<T>,
) {
    let time = substep.start;
    let ramps = run.is_varied && laws.ramps(run.law);
    let flow = laws.flow(run.law, substep);
    if run.is_varied {
        let push = |index: usize| flow.push_of(law(index));
        (flow.flow).advance_varied(positions, velocities, time, ramps, push);
        return;
    }
    let shift = flow.shift(time);
    if positions.len() > FEW {
        let states = [positions.as_flattened_mut(), velocities.as_flattened_mut()];
        flow.flow.advance_flat_by(&shift, states);
    } else {
        (flow.flow).advance_each(positions.iter_mut().zip(velocities), &shift);
    }
}

// Links: forces that depend on the relative motion of two bodies, or of points of them. They act on
// the first body, and with the opposite sign on the second.

/// The points of two bodies where a link acts. Each is given from the centre of mass \[m\] in the
/// frame of its body.
pub(crate) type Arms<T, const D: usize> = [SVector<T, D>; 2];

/// Returns the motion of the first body of a pair relative to the second, as a point with the reduced mass. With arms a, the relative
/// motion of the points where the link acts is `x₁ + r₁ - x₂ - r₂` and `v₁ + ω₁ × r₁ - v₂ - ω₂ × r₂` with `r = R a`.
#[inline]
pub(crate) fn relative<T: Real<D>, const D: usize>(
    [first, second]: [&Body<T, D>; 2],
    arms: Option<&Arms<T, D>>,
) -> Body<T, D> {
    match arms {
        None => first.relative_to(second),
        Some([on_first, on_second]) => {
            let (mounting, _) = first.mounting(on_first);
            mounting.relative_to(&second.mounting(on_second).0)
        }
    }
}

/// A link between two bodies.
pub(crate) struct Link<'a, T: Real<D>, const D: usize> {
    pub(crate) force: &'a dyn Force<T, D>,
    /// Indices of both bodies.
    pub(crate) pair: [usize; 2],
    /// Points where the link acts; `None` for the centres of mass.
    pub(crate) arms: Option<&'a Arms<T, D>>,
}

impl<T: Real<D>, const D: usize> Link<'_, T, D> {
    /// Returns the motion that the force acts on: see [`relative`].
    #[inline]
    pub(crate) fn relative(&self, bodies: &[Body<T, D>]) -> Body<T, D> {
        relative(self.pair.map(|index| &bodies[index]), self.arms)
    }

    /// Updates a relative motion. The masses of the two bodies must not have changed.
    #[inline]
    pub(crate) fn update_relative(&self, bodies: &[Body<T, D>], relative: &mut Body<T, D>) {
        if self.arms.is_some() {
            *relative = self.relative(bodies);
            return;
        }
        let [first, second] = self.pair.map(|index| &bodies[index]);
        relative.position = first.position - second.position;
        relative.velocity = first.velocity - second.velocity;
    }

    /// Adds the accelerations of both bodies: with the acceleration a of the relative motion and the reduced mass μ,
    /// `a₁ = (μ/m₁) a`, `a₂ = -(μ/m₂) a`. Two fixed bodies are not accelerated.
    ///
    /// `observe` receives a motion and its acceleration a, such that `m a · v` is the power of the
    /// link. It is the relative motion, or, if only one end is not fixed, the motion of that end.
    #[inline]
    pub(crate) fn add_accelerations(
        &self,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
        observe: impl FnMut(&Body<T, D>, &SVector<T, D>),
    ) {
        let relative = self.relative(bodies);
        self.add_accelerations_at(&relative, bodies, time, accelerations, observe);
    }

    /// Like [`add_accelerations`](Self::add_accelerations), for bodies whose relative motion is known.
    #[inline]
    pub(crate) fn add_accelerations_at(
        &self,
        relative: &Body<T, D>,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
        mut observe: impl FnMut(&Body<T, D>, &SVector<T, D>),
    ) {
        if relative.is_fixed() {
            return;
        }
        let [first, second] = self.pair;
        let acceleration = self.force.acceleration(relative, time);
        if bodies[first].is_fixed() {
            observe(&self.end(bodies, 1), &-acceleration);
        } else if bodies[second].is_fixed() {
            observe(&self.end(bodies, 0), &acceleration);
        } else {
            observe(relative, &acceleration);
        }
        let force = acceleration * relative.mass;
        accelerations[first] += force / bodies[first].mass;
        accelerations[second] -= force / bodies[second].mass;
    }

    /// Returns the body at one end of the link, or the point of this body where the link acts, as a
    /// body.
    fn end(&self, bodies: &[Body<T, D>], which: usize) -> Body<T, D> {
        let body = &bodies[self.pair[which]];
        (self.arms).map_or(*body, |arms| body.mounting(&arms[which]).0)
    }

    /// Returns the acceleration \[m/s²\] of the body at `index`, which is one of the pair.
    pub(crate) fn acceleration_of(
        &self,
        bodies: &[Body<T, D>],
        index: usize,
        time: T,
    ) -> SVector<T, D> {
        let relative = self.relative(bodies);
        let force = self.force.acceleration(&relative, time) * relative.mass;
        let acceleration = force / bodies[index].mass;
        if index == self.pair[0] {
            acceleration
        } else {
            -acceleration
        }
    }

    /// Adds the torques on both bodies: `r₁ × F` and `-r₂ × F`, with the force F on the first body.
    /// A link between centres of mass has no torques. No torque acts on points and fixed bodies.
    pub(crate) fn add_torques(&self, bodies: &[Body<T, D>], time: T, torques: &mut [T::Axial]) {
        for (index, torque) in self.torques(bodies, time) {
            torques[index] += torque;
        }
    }

    /// Returns the torque on the body at `index`, if there is one.
    pub(crate) fn torque_on(
        &self,
        bodies: &[Body<T, D>],
        index: usize,
        time: T,
    ) -> Option<T::Axial> {
        let mut torques = self.torques(bodies, time);
        torques.find_map(|(on, torque)| (on == index).then_some(torque))
    }

    /// Returns the torques on the bodies, each with the index of its body.
    fn torques(&self, bodies: &[Body<T, D>], time: T) -> impl Iterator<Item = (usize, T::Axial)> {
        let acting = self.arms.and_then(|arms| {
            let relative = self.relative(bodies);
            let acceleration = || self.force.acceleration(&relative, time);
            (!relative.is_fixed()).then(|| (arms, acceleration() * relative.mass))
        });
        let ends = acting.map(|([on_first, on_second], force)| {
            let [first, second] = self.pair;
            [(first, on_first, force), (second, on_second, -force)]
        });
        (ends.into_iter().flatten())
            .filter(|(index, ..)| !(bodies[*index].is_point() || bodies[*index].is_fixed()))
            .map(|(index, arm, force)| (index, T::cross(&bodies[index].to_world(*arm), &force)))
    }
}

/// Adds an increment of the relative motion to the states of two bodies: with the reduced mass μ,
/// `Δv₁ = (μ/m₁) Δv`, `Δv₂ = -(μ/m₂) Δv`, and likewise for positions.
pub(crate) fn add_to_pair<T: Real<D>, const D: usize>(
    bodies: &mut [Body<T, D>],
    [first, second]: [usize; 2],
    reduced_mass: T,
    increment: Increment<T, D>,
) {
    let impulse = increment.velocity * reduced_mass;
    let displacement = increment.position * reduced_mass;
    bodies[first].velocity += impulse / bodies[first].mass;
    bodies[first].position += displacement / bodies[first].mass;
    bodies[second].velocity -= impulse / bodies[second].mass;
    bodies[second].position -= displacement / bodies[second].mass;
}

/// Returns positions and velocities of two bodies after a time `h` \[s\]. In this time `motion`
/// changes their separation, and their centre of mass moves at a constant velocity.
///
/// With the reduced mass μ and the velocity V of the centre of mass: `x₁' = x₁ + V h + (μ/m₁) Δr`,
/// `x₂' = x₂ + V h - (μ/m₂) Δr`.
pub(crate) fn pair_after<T: Real<D>, const D: usize>(
    [first, second]: [&Body<T, D>; 2],
    motion: &Motion<T, D>,
    h: T,
) -> [(SVector<T, D>, SVector<T, D>); 2] {
    let mass = first.relative_to(second).mass;
    let mean = centre_of_mass_velocity(first, second);
    let Motion {
        displacement,
        velocity,
        increment,
    } = motion;
    // uses the smaller one of Δv and the new relative velocity, because the rounding error is
    // proportional to it
    let changes_little = increment.velocity.norm_squared() <= velocity.norm_squared();
    [(first, mass), (second, -mass)].map(|(body, signed_mass)| {
        let share = signed_mass / body.mass;
        let position = body.position + (mean * h + displacement * share);
        let velocity = if changes_little {
            body.velocity + increment.velocity * signed_mass / body.mass
        } else {
            mean + velocity * share
        };
        (position, velocity)
    })
}

/// Returns the velocity of the centre of mass of two bodies: `v₁ + (v₂ - v₁) / (1 + m₁/m₂)` with `m₁ ≥ m₂`, so
/// that neither sum nor product of masses can overflow.
pub(crate) fn centre_of_mass_velocity<T: Real<D>, const D: usize>(
    first: &Body<T, D>,
    second: &Body<T, D>,
) -> SVector<T, D> {
    let (heavy, light) = if first.mass < second.mass {
        (second, first)
    } else {
        (first, second)
    };
    let share = T::one() / (T::one() + heavy.mass / light.mass);
    heavy.velocity + (light.velocity - heavy.velocity) * share
}
