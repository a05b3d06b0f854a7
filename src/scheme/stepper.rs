//! One step of a system under any scheme.

use alloc::vec::Vec;

use super::Scheme;
use super::accumulate::{AccumulationScratch, IncrementRule, accumulate};
use super::classical::ClassicalSchemes;
use super::composition::{STRANG, SUZUKI};
use super::flow_kick::{FlowKickStepper, StepTask};
use super::{ForceTarget, System};
use crate::body::{Body, BodyStore};
use crate::space::{Real, flushed};

/// The index of a body that cannot be stepped to a finite state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NonFiniteBody(pub(crate) usize);

/// All that schemes keep between steps; it is told of every change of bodies and forces.
#[derive(Debug)]
pub(crate) struct Stepper<T: Real<D>, const D: usize> {
    flow_kick: FlowKickStepper<T, D>,
    classical: ClassicalSchemes<T, D>,
    accumulation: AccumulationScratch,
    /// Where the next state is made, once it has been asked for.
    next: Vec<Body<T, D>>,
}

impl<T: Real<D>, const D: usize> Stepper<T, D> {
    pub(crate) fn new() -> Self {
        Self {
            flow_kick: FlowKickStepper::new(),
            classical: ClassicalSchemes::new(),
            accumulation: AccumulationScratch::new(),
            next: Vec::new(),
        }
    }

    /// Makes room for so many more bodies, if there is the memory.
    pub(crate) fn reserve(&mut self, additional: usize) {
        let _ = self
            .flow_kick
            .body_laws
            .per_body
            .try_reserve_exact(additional);
    }

    /// A body was added at the end.
    pub(crate) fn body_added(&mut self) {
        self.flow_kick.body_laws.push();
        self.flow_kick.rigid_bodies.mark_all();
        self.flow_kick.planned = false;
    }

    /// A body was removed and the last one took its place.
    pub(crate) fn body_removed(&mut self, index: usize) {
        self.flow_kick.body_laws.swap_remove(index);
        self.flow_kick.rigid_bodies.mark_all();
        self.flow_kick.planned = false;
    }

    /// A body may have been written to.
    pub(crate) fn body_changed(&mut self, index: usize) {
        self.flow_kick.body_laws.mark(index);
        self.flow_kick.rigid_bodies.mark(index);
    }

    /// Positions and velocities were written to, but no mass.
    pub(crate) fn states_changed(&mut self) {
        self.flow_kick.body_laws.reach = None;
    }

    /// A force on this target came, went or was replaced.
    pub(crate) fn forces_changed(&mut self, target: ForceTarget) {
        match target {
            ForceTarget::Every => self.flow_kick.body_laws.mark_all(),
            ForceTarget::One(index) => self.flow_kick.body_laws.mark(index),
            ForceTarget::Pair(..) => {}
        }
        self.flow_kick.rigid_bodies.mark_all();
        self.flow_kick.planned = false;
    }

    /// Moves `bodies` by the step of the system. On failure they are as they were.
    pub(crate) fn step(
        &mut self,
        scheme: Scheme,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        let Self {
            flow_kick,
            classical,
            accumulation,
            next,
        } = self;
        let task = |composition| StepTask {
            composition,
            system,
        };
        flow_kick.rigid_bodies.refresh(system, bodies)?;
        match scheme {
            // these check bodies on the way
            Scheme::FlowKick => return flow_kick.step(&task(&STRANG), bodies, next),
            Scheme::FlowKick4 => return flow_kick.step(&task(&SUZUKI), bodies, next),
            _ => {}
        }
        let rigid_bodies = &flow_kick.rigid_bodies;
        let bodies = bodies.values_mut();
        make_room(next, bodies);
        match scheme {
            Scheme::FlowKick | Scheme::FlowKick4 => {}
            Scheme::ExplicitEuler => classical.explicit_euler(rigid_bodies, system, bodies, next),
            Scheme::SymplecticEuler => {
                classical.symplectic_euler(rigid_bodies, system, bodies, next)
            }
            Scheme::VelocityVerlet => classical.velocity_verlet(rigid_bodies, system, bodies, next),
            Scheme::Rk4 => classical.runge_kutta_4(rigid_bodies, system, bodies, next),
            Scheme::Kinematic => {
                accumulate(
                    accumulation,
                    rigid_bodies,
                    system,
                    bodies,
                    next,
                    IncrementRule::Full,
                );
            }
            Scheme::AverageAcceleration => {
                accumulate(
                    accumulation,
                    rigid_bodies,
                    system,
                    bodies,
                    next,
                    IncrementRule::Averaged,
                );
            }
        }
        settle(next);
        all_sound(next)?;
        if let Some(index) = flow_kick.rigid_bodies.first_not_finite(next) {
            return Err(NonFiniteBody(index));
        }
        core::mem::swap(bodies, next);
        flow_kick.body_laws.reach = None;
        Ok(())
    }
}

/// What is known of bodies and forces; not the room to compute in, nor what is remembered, which holds for all worlds.
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

/// Makes `next` as long as `bodies`.
pub(super) fn make_room<T: Real<D>, const D: usize>(
    next: &mut Vec<Body<T, D>>,
    bodies: &[Body<T, D>],
) {
    if next.len() != bodies.len() {
        next.clear();
        next.extend_from_slice(bodies);
    }
}

/// Makes components that have faded zero; flows do so on their own.
fn settle<T: Real<D>, const D: usize>(bodies: &mut [Body<T, D>]) {
    for body in bodies {
        body.position = body.position.map(flushed);
        body.velocity = body.velocity.map(flushed);
    }
}

/// The first body whose state is not finite, or whose mass is not positive, as an error.
fn all_sound<T: Real<D>, const D: usize>(bodies: &[Body<T, D>]) -> Result<(), NonFiniteBody> {
    // a number times zero is zero unless it is not finite: one sum without branches
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
    match bodies.iter().position(|body| !body.is_sound()) {
        None => Ok(()),
        Some(index) => Err(NonFiniteBody(index)),
    }
}
