//! The motion that schemes are measured against.

use alloc::boxed::Box;

use super::extrapolation::Stuck;
use super::motion::Motion;
use crate::body::Body;
use crate::scheme::{Attachment, Scheme, Target, angular_law, thrusts_are_exact};
use crate::space::Real;
use crate::sum::Sum;
use crate::world::{Moment, StepError, World};

/// The motion that a world ought to follow, whatever its scheme.
///
/// Where the world [is linear](World::is_linear), bodies turning freely or under laws of their angle
/// included, this is the exact flow, always in one step from the start, so that nothing adds up.
/// Elsewhere it is a Gragg–Bulirsch–Stoer extrapolation in `f64` that shortens its steps until rounding
/// is all that is left, of orientations and angular momenta as of positions and velocities; it shares
/// no code with the schemes. It sees forces only at the instants it picks: what acts for a small part of
/// a long step may escape it.
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
    way: Way<T, D>,
}

/// How the reference moves.
#[derive(Debug, Clone)]
enum Way<T: Real<D>, const D: usize> {
    /// One flow, from this moment over this time.
    Exact {
        start: Moment<T, D>,
        elapsed: Sum<T>,
    },
    /// Extrapolation, from where it is.
    Converged(Box<Motion<T, D>>),
}

/// Why a reference could not go on. It is then where it was.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReferenceError<T> {
    /// The time to go is NaN or infinite, or a body is in no state to go on.
    #[error(transparent)]
    Step(#[from] StepError<T>),
    /// A force or a state is not finite on the way.
    #[error("on the way from {time} s a force, or a body, gets to a number that is not finite")]
    NotFinite {
        /// Where the way starts \[s\].
        time: T,
    },
    /// The motion changes so fast that following it takes more than 16 million looks at the forces.
    #[error("the motion from {time} s changes too fast to be followed for {dt} s")]
    TooFast {
        /// Where the way starts \[s\].
        time: T,
        /// How long it is \[s\].
        dt: T,
    },
}

impl<T> ReferenceError<T> {
    /// Why a motion got stuck on the way from `time` over `dt`.
    pub(super) fn stuck(stuck: Stuck, time: T, dt: T) -> Self {
        match stuck {
            Stuck::NotFinite => Self::NotFinite { time },
            Stuck::TooStiff => Self::TooFast { time, dt },
        }
    }
}

impl<T: Real<D>, const D: usize> Reference<T, D> {
    /// From where a world is now.
    #[must_use]
    pub fn new(world: &World<T, D>) -> Self {
        Self::with_looseness(world, 1.0)
    }

    /// As [`new`](Self::new); where there is no exact answer, extrapolation ends this much earlier.
    pub(super) fn with_looseness(world: &World<T, D>, looseness: f64) -> Self {
        let mut world = world.clone();
        world.set_scheme(Scheme::FlowKick);
        let way = if world.is_linear() {
            Way::Exact {
                start: world.moment(),
                elapsed: Sum::zero(),
            }
        } else {
            let system = world.system(T::zero());
            Way::Converged(Box::new(Motion::new(&system, world.bodies(), looseness)))
        };
        Self { world, way }
    }

    /// The world where it ought to be. Its scheme is [`Scheme::FlowKick`].
    #[must_use]
    pub fn world(&self) -> &World<T, D> {
        &self.world
    }

    /// Whether this is the exact flow, and not an extrapolation.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self.way, Way::Exact { .. })
    }

    /// Goes on by `dt` \[s\], which may be negative.
    ///
    /// # Errors
    /// If `dt` or a body is not finite, if a body would not be, or if the motion is too fast to be
    /// followed.
    pub fn advance(&mut self, dt: T) -> Result<(), ReferenceError<T>> {
        if !self.world.reaches(dt) {
            return Err(StepError::Duration { dt }.into());
        }
        match &mut self.way {
            // what is applied for one step only is part of no flow that goes on
            Way::Exact { start, elapsed } if self.world.system(dt).pushes.is_empty() => {
                let (before, steps) = (*elapsed, self.world.steps());
                *elapsed += dt;
                self.world.return_to(start);
                if let Err(error) = self.world.step(elapsed.value()) {
                    *elapsed = before;
                    if self.world.steps() < steps {
                        // this way has been gone before
                        self.world.step(before.value())?;
                    }
                    return Err(error.into());
                }
            }
            // and is there at the first advance, if at all: nothing has elapsed
            Way::Exact { start, .. } => {
                self.world.step(dt)?;
                *start = self.world.moment();
            }
            Way::Converged(motion) => {
                let time = self.world.time();
                let mut next = Motion::clone(motion);
                (next.advance(&self.world.system(dt)))
                    .map_err(|stuck| ReferenceError::stuck(stuck, time, dt))?;
                let mut bodies = self.world.bodies().to_vec();
                next.place(&mut bodies);
                self.world.arrive(&bodies, dt);
                **motion = next;
            }
        }
        Ok(())
    }
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Whether [`Scheme::FlowKick`] is exact for any step: nothing is linked, every force on a body is
    /// linear, and every torque on one that turns has a law that can be solved.
    ///
    /// | on a body that turns | in the plane | in space |
    /// |---|---|---|
    /// | no torque | yes | yes |
    /// | a torque with an [angular law](crate::Force::angular_law) | yes | if the law is drag alone |
    /// | a force with a [thrust](crate::Force::thrust) | yes, where no force acts differently along different directions, as a magnetic one does | no |
    /// | any other torque | no | no |
    #[must_use]
    pub fn is_linear(&self) -> bool {
        let bodies = self.bodies();
        let thrusts = thrusts_are_exact(&self.system(T::zero()), bodies);
        (self.system(T::zero()).attachments.iter()).all(|attachment| {
            let is_solved = |body: &Body<T, D>| is_solved(attachment, body, self.time(), thrusts);
            match attachment.target {
                Target::Every => bodies.iter().all(is_solved),
                Target::One(index) => is_solved(&bodies[index]),
                Target::Pair(..) => false,
            }
        })
    }
}

/// Whether a force leaves the motion of a body one that is solved, straight and turning. A thrust is, if
/// thrusts are exact in this world: the angle that it follows has a law if no force spoils it.
fn is_solved<T: Real<D>, const D: usize>(
    attachment: &Attachment<T, D>,
    body: &Body<T, D>,
    time: T,
    thrusts_are_exact: bool,
) -> bool {
    let force = attachment.force.as_ref();
    let moves = force.law(body).is_some() || (thrusts_are_exact && force.thrust(body).is_some());
    let turns = body.is_point()
        || angular_law(attachment, body).is_some()
        || force.torque(body, time).is_none();
    moves && turns
}
