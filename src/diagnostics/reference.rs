//! The reference motion from which errors of schemes are measured.

use alloc::boxed::Box;
use core::cell::RefCell;

use super::error::DiagnosticsError;
use super::motion::ReferenceMotion;
use crate::numbers::CompensatedSum;
use crate::plan::IslandMotion;
use crate::solver::{ALWAYS, GoesOn};
use crate::space::Real;
use crate::step::Scheme;
use crate::world::{Checkpoint, StepError, World};

/// The exact motion of a world or, if none is known, its most precise motion, for any scheme of the
/// world.
///
/// If the world [is linear](World::is_linear), which includes free rotation and angular laws, the
/// reference is the exact flow. It is always computed in one step from the start, so rounding
/// errors do not accumulate. Otherwise positions, velocities, orientations and angular momenta of
/// all bodies are integrated together in `f64` by the methods of [`World::advance`], with steps so
/// short that only rounding errors remain: by the Runge–Kutta–Nyström pair if no body rotates and
/// no force depends on velocity, else by DOP853. These methods share no code with the schemes. The
/// integration chooses the times at which it evaluates forces, so it may miss a force that acts
/// only during a small part of a long step.
///
/// ```
/// use kinstep::diagnostics::Reference;
/// use kinstep::{Body2, ForceField, Scheme, World2};
/// use kinstep::nalgebra::Vector2;
///
/// // a pendulum: half a minute of it, against the scheme that costs least
/// let mut world = World2::new();
/// let bob = world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
/// world.add_force(ForceField::new(|angle: &Vector2<f64>, _time| Vector2::new(-angle.x.sin(), 0.0)))?;
///
/// let mut reference = Reference::new(&world);
/// reference.advance(30.0)?;
///
/// world.set_scheme(Scheme::SymplecticEuler);
/// for _ in 0..30 * 60 {
///     world.step(1.0 / 60.0)?;
/// }
/// let error = (world[bob].position - reference.world()[bob].position).norm();
/// assert!(error > 1e-3 && error < 1e-2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Reference<T: Real<D>, const D: usize> {
    world: World<T, D>,
    method: ReferenceMethod<T, D>,
}

/// How the reference is computed.
#[derive(Debug, Clone)]
enum ReferenceMethod<T: Real<D>, const D: usize> {
    /// The exact flow from the state `start`, for the time `elapsed`.
    Exact {
        start: Checkpoint<T, D>,
        elapsed: CompensatedSum<T>,
    },
    /// Integration to rounding from the current state.
    Converged(Box<ReferenceMotion<T, D>>),
}

impl<T: Real<D>, const D: usize> Reference<T, D> {
    /// Creates a reference from the current state of a world.
    #[must_use]
    pub fn new(world: &World<T, D>) -> Self {
        Self::with_looseness(world, 1.0)
    }

    /// Like [`new`](Self::new), with the tolerance of the integration multiplied by `looseness`.
    pub(super) fn with_looseness(world: &World<T, D>, looseness: f64) -> Self {
        let mut world = world.clone();
        world.set_scheme(Scheme::FlowKick);
        let method = if world.is_linear() {
            ReferenceMethod::Exact {
                start: world.checkpoint(),
                elapsed: CompensatedSum::zero(),
            }
        } else {
            let system = world.system(T::zero());
            ReferenceMethod::Converged(Box::new(ReferenceMotion::new(
                &system,
                world.body_slice(),
                looseness,
            )))
        };
        Self { world, method }
    }

    /// Returns the world in the state of the reference. The scheme of this world is [`Scheme::FlowKick`].
    #[must_use]
    pub fn world(&self) -> &World<T, D> {
        &self.world
    }

    /// Whether the reference is the exact flow; if not, it is integrated.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self.method, ReferenceMethod::Exact { .. })
    }

    /// Advances by `dt` \[s\], which may be negative.
    ///
    /// # Errors
    /// If `dt`, a body, or the result is not finite, or if the motion is too fast to be integrated.
    pub fn advance(&mut self, dt: T) -> Result<(), DiagnosticsError<T>> {
        self.advance_if(dt, ALWAYS)
    }

    /// Like [`advance`](Self::advance), but calls `goes_on` before each step of the integration,
    /// and stops if `goes_on` returns false. An exact flow cannot be stopped.
    ///
    /// # Errors
    /// Those of [`advance`](Self::advance), and [`DiagnosticsError::Stopped`]. After an error the reference is unchanged.
    ///
    /// ```
    /// use kinstep::diagnostics::{Reference, DiagnosticsError};
    /// use kinstep::nalgebra::Vector2;
    /// use kinstep::{Body2, ForceField, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
    /// world.add_force(ForceField::new(|x: &Vector2<f64>, _| -x * x.norm()))?;
    /// let mut reference = Reference::new(&world);
    /// let mut steps = 0;
    /// let stopped = reference.advance_while(1e6, || {
    ///     steps += 1;
    ///     steps <= 1000
    /// });
    /// assert!(matches!(stopped, Err(DiagnosticsError::Stopped { .. })));
    /// assert_eq!(reference.world().time(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("cancel", "abort"))]
    pub fn advance_while(
        &mut self,
        dt: T,
        goes_on: impl FnMut() -> bool,
    ) -> Result<(), DiagnosticsError<T>> {
        let goes_on = RefCell::new(goes_on);
        self.advance_if(dt, &|| goes_on.borrow_mut()())
    }

    fn advance_if(&mut self, dt: T, goes_on: GoesOn<'_>) -> Result<(), DiagnosticsError<T>> {
        if !self.world.reaches(dt) {
            return Err(StepError::Duration { dt }.into());
        }
        if self.world.applied_end(dt).is_some() {
            return self.advance_in_parts(dt, goes_on);
        }
        if self.world.has_torques() {
            return self.advance_turned(dt, goes_on);
        }
        match &mut self.method {
            // starts again from the first state, for which no forces are applied
            ReferenceMethod::Exact { start, elapsed }
                if self.world.system(dt).applied_forces.is_empty() =>
            {
                let (before, steps) = (*elapsed, self.world.steps());
                *elapsed += dt;
                self.world.roll_back(start);
                if let Err(error) = self.world.step_freely(elapsed.value()) {
                    *elapsed = before;
                    if self.world.steps() < steps {
                        // goes back to the previous state, which can be computed
                        self.world.step_freely(before.value())?;
                    }
                    return Err(error.into());
                }
            }
            // applied forces act only in the first call: the flow starts again after it
            ReferenceMethod::Exact { start, .. } => {
                self.world.step_freely(dt)?;
                *start = self.world.checkpoint();
            }
            ReferenceMethod::Converged(motion) => {
                let time = self.world.time();
                let mut next = ReferenceMotion::clone(motion);
                (next.advance(&self.world.system(dt), goes_on))
                    .map_err(|error| DiagnosticsError::from_failure(error, time, dt))?;
                let mut bodies = self.world.body_slice().to_vec();
                next.write_to(&mut bodies);
                self.world.advance_to(&bodies, dt);
                **motion = next;
            }
        }
        Ok(())
    }

    /// [Advances](Self::advance) by a step under applied torques, with a separate reference.
    fn advance_turned(&mut self, dt: T, goes_on: GoesOn<'_>) -> Result<(), DiagnosticsError<T>> {
        let looseness = match &self.method {
            ReferenceMethod::Exact { .. } => 1.0,
            ReferenceMethod::Converged(motion) => motion.looseness(),
        };
        let turned = self.world.with_torques(|world| {
            let mut turned = Self::with_looseness(world, looseness);
            turned.advance_if(dt, goes_on).map(|()| turned)
        })?;
        self.world.advance_to(turned.world.body_slice(), dt);
        *self = Self::with_looseness(&self.world, looseness);
        Ok(())
    }

    /// [Advances](Self::advance) by a step in which applied forces end, in parts up to the end of each force.
    fn advance_in_parts(&mut self, dt: T, goes_on: GoesOn<'_>) -> Result<(), DiagnosticsError<T>> {
        let mut next = self.clone();
        next.world.apply_over(dt);
        let mut rest = dt;
        while let Some(end) = next.world.applied_end(rest) {
            next.advance_if(end, goes_on)?;
            rest -= end;
        }
        next.advance_if(rest, goes_on)?;
        *self = next;
        Ok(())
    }
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Whether [`Scheme::FlowKick`] is exact for any step: every link is part of an
    /// [exact](crate::LinkSolution::Exact) network, every force on a body is linear, and every
    /// torque on a rigid body has a law that can be solved. A world is not linear if a thruster
    /// acts on a body of a network, because it acts by kicks.
    ///
    /// | on a rigid body | in the plane | in space |
    /// |---|---|---|
    /// | no torque | yes | yes |
    /// | a torque with a [law of the angle](crate::Effect::AngularLaw) | yes | only if the law is drag alone |
    /// | a force that is a [thrust](crate::Effect::Thrust) | yes, if the other forces on this body are isotropic; a magnetic force is not | no |
    /// | any other torque | no | no |
    #[must_use]
    pub fn is_linear(&self) -> bool {
        let dynamics = self.dynamics();
        dynamics.is_ok_and(|dynamics| {
            (dynamics.islands()).all(|island| island.motion() == IslandMotion::Exact)
        })
    }
}
