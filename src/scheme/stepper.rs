//! One step of a system under any scheme.

use alloc::vec::Vec;

use super::Scheme;
use super::accumulate::{AccumulatedIncrements, IncrementRule};
use super::classical::ClassicalSchemes;
use super::composition::{STRANG, SUZUKI};
use super::flow_kick::{FlowKickStepper, StepTask};
use super::{ForceTarget, System};
use crate::body::{Body, BodyStore};
use crate::numbers::flushed;
use crate::space::Real;

/// The place of a body that cannot be stepped to a finite state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NonFiniteBody(pub(crate) usize);

/// All schemes, with what they keep between steps. Its owner reports every change of bodies and forces.
#[derive(Debug)]
pub(crate) struct Stepper<T: Real<D>, const D: usize> {
    flow_kick: FlowKickStepper<T, D>,
    classical: ClassicalSchemes<T, D>,
    accumulated: AccumulatedIncrements,
    /// Buffer for the state after the step; empty until a step needs it.
    next: Vec<Body<T, D>>,
}

impl<T: Real<D>, const D: usize> Stepper<T, D> {
    pub(crate) fn new() -> Self {
        Self {
            flow_kick: FlowKickStepper::new(),
            classical: ClassicalSchemes::new(),
            accumulated: AccumulatedIncrements::new(),
            next: Vec::new(),
        }
    }

    /// Reserves memory for `additional` bodies, if there is enough.
    pub(crate) fn reserve(&mut self, additional: usize) {
        let per_body = &mut self.flow_kick.body_laws.per_body;
        let _ = per_body.try_reserve_exact(additional);
    }

    /// A body was added at the end.
    pub(crate) fn body_added(&mut self) {
        self.flow_kick.body_laws.push();
        self.flow_kick.rigid_bodies.mark_all_stale();
        self.flow_kick.plan_is_current = false;
    }

    /// A body was removed and the last one took its place.
    pub(crate) fn body_removed(&mut self, index: usize) {
        self.flow_kick.body_laws.swap_remove(index);
        self.flow_kick.rigid_bodies.mark_all_stale();
        self.flow_kick.plan_is_current = false;
    }

    /// A body may have been written to.
    pub(crate) fn body_changed(&mut self, index: usize) {
        self.flow_kick.body_laws.mark_stale(index);
        self.flow_kick.rigid_bodies.mark_stale(index);
    }

    /// Positions and velocities were written to, but masses were not.
    pub(crate) fn states_changed(&mut self) {
        self.flow_kick.body_laws.component_bound = None;
    }

    /// A force on this target was added, removed or replaced.
    pub(crate) fn forces_changed(&mut self, target: ForceTarget) {
        match target {
            ForceTarget::Every => self.flow_kick.body_laws.mark_all_stale(),
            ForceTarget::One(index) => self.flow_kick.body_laws.mark_stale(index),
            ForceTarget::Pair(..) => {}
        }
        self.flow_kick.rigid_bodies.mark_all_stale();
        self.flow_kick.plan_is_current = false;
    }

    /// Moves `bodies` by the step of the system. On failure they are unchanged.
    pub(crate) fn step(
        &mut self,
        scheme: Scheme,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        let Self {
            flow_kick,
            classical,
            accumulated,
            next,
        } = self;
        let task = |composition| StepTask {
            composition,
            system,
        };
        flow_kick.rigid_bodies.refresh(system, bodies)?;
        match scheme {
            // these check the bodies themselves
            Scheme::FlowKick => return flow_kick.step(&task(&STRANG), bodies, next),
            Scheme::FlowKick4 => return flow_kick.step(&task(&SUZUKI), bodies, next),
            _ => {}
        }
        let rigid = &flow_kick.rigid_bodies;
        bodies.change_all(|bodies| {
            match_length(next, bodies);
            match scheme {
                Scheme::FlowKick | Scheme::FlowKick4 => {}
                Scheme::ExplicitEuler => classical.explicit_euler(rigid, system, bodies, next),
                Scheme::SymplecticEuler => classical.symplectic_euler(rigid, system, bodies, next),
                Scheme::VelocityVerlet => classical.velocity_verlet(rigid, system, bodies, next),
                Scheme::Rk4 => classical.runge_kutta_4(rigid, system, bodies, next),
                Scheme::Kinematic => {
                    accumulated.step(rigid, system, bodies, next, IncrementRule::Full);
                }
                Scheme::AverageAcceleration => {
                    accumulated.step(rigid, system, bodies, next, IncrementRule::Averaged);
                }
            }
            flush(next);
            check_states(next)?;
            let not_finite = rigid.first_non_finite(next);
            not_finite.map_or(Ok(()), |place| Err(NonFiniteBody(place)))?;
            core::mem::swap(bodies, next);
            Ok(())
        })?;
        flow_kick.body_laws.component_bound = None;
        Ok(())
    }
}

/// Copies what is known of bodies and forces; neither buffers nor caches.
impl<T: Real<D>, const D: usize> Clone for Stepper<T, D> {
    fn clone(&self) -> Self {
        let mut stepper = Self::new();
        stepper.clone_from(self);
        stepper
    }

    fn clone_from(&mut self, source: &Self) {
        self.flow_kick.clone_from(&source.flow_kick);
    }
}

/// Makes `next` as long as `bodies`; its content means nothing.
fn match_length<T: Real<D>, const D: usize>(next: &mut Vec<Body<T, D>>, bodies: &[Body<T, D>]) {
    if next.len() != bodies.len() {
        next.clear();
        next.extend_from_slice(bodies);
    }
}

/// Sets subnormal components to zero, as flows do themselves.
fn flush<T: Real<D>, const D: usize>(bodies: &mut [Body<T, D>]) {
    for body in bodies {
        body.position = body.position.map(flushed);
        body.velocity = body.velocity.map(flushed);
    }
}

/// Fails with the first body whose state is not finite or whose mass is not positive.
fn check_states<T: Real<D>, const D: usize>(bodies: &[Body<T, D>]) -> Result<(), NonFiniteBody> {
    // quick check in one sum without branches: 0 · x is 0 unless x is infinite or NaN
    let poison = bodies.iter().fold(T::zero(), |sum, body| {
        let state = body.position.sum() + body.velocity.sum() + body.mass;
        let massless = if body.mass > T::zero() {
            T::zero()
        } else {
            T::one()
        };
        sum + state * T::zero() + massless
    });
    if poison == T::zero() {
        return Ok(());
    }
    let invalid = bodies.iter().position(|body| !body.is_valid());
    invalid.map_or(Ok(()), |place| Err(NonFiniteBody(place)))
}
