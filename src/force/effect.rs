//! The effect of a force on a body, as far as it is known.

use nalgebra::SVector;

use super::PointGravity;
use super::turning::per_inertia;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::increment::Motion;
use crate::numbers::to_f64;
use crate::space::Real;
use crate::thrust::Drive;

/// The effect of a force on a body in a step, as far as it is known: see
/// [`Force::effect`](super::Force::effect).
///
/// ```
/// use kinstep::{Body2, Effect, Force, LinearLaw, UniformGravity};
///
/// let effect = UniformGravity::new([0.0, -9.81]).effect(&Body2::point(1.0), 0.0, 0.1);
/// assert_eq!(effect, Effect::Law(LinearLaw::gravity([0.0, -9.81])));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Effect<T, const D: usize> {
    /// An acceleration of which only the value at an instant is known.
    Acceleration {
        /// Whether the acceleration depends on velocity, or the torque on angular velocity. If
        /// neither does, the force is evaluated once per step instead of twice.
        depends_on_velocity: bool,
    },
    /// The exact motion of this body under this force alone, over this step.
    Motion(Motion<T, D>),
    /// An acceleration that is linear in position and velocity. The law may depend on the body's mass, but on no other property of the
    /// body.
    Law(LinearLaw<T, D>),
    /// The attraction by a point. The body follows a Kepler orbit between the kicks of all other
    /// forces.
    Orbit(PointGravity<T, D>),
    /// A spring with a rest length, along the line to a point or between two linked bodies. All
    /// bodies that such springs connect move in one implicit step, which conserves energy. None of
    /// the numbers may be negative. Return a spring without a rest length as a law.
    Spring {
        /// Stiffness \[N/m\].
        stiffness: T,
        /// Damping coefficient along the line \[kg/s\].
        damping: T,
        /// The rest length \[m\].
        length: T,
        /// Whether the spring is a rope, which is slack below its length and never pushes.
        pulls_only: bool,
        /// Point of attachment \[m\], world frame; zero in a link.
        anchor: SVector<T, D>,
    },
    /// A force that is constant in the frame of the body, and its torque. The force also implements
    /// [`Force::torque`](crate::Force::torque), for [`World::torque`](crate::World::torque) and for
    /// schemes of textbooks.
    Thrust {
        /// The force \[N\], in the frame of the body.
        force: SVector<T, D>,
        /// Point where the force acts, relative to the centre of mass \[m\], in the frame of the body.
        arm: SVector<T, D>,
    },
    /// A torque without acceleration. It has no linear law; only its value at an instant is known.
    Torque {
        /// Whether the torque depends on velocity or angular velocity.
        depends_on_velocity: bool,
    },
    /// A torque without acceleration that is linear in angle and angular velocity:
    /// `α = c + j t - γ ω - κ θ` \[rad/s²\].
    ///
    /// In the plane such laws are added and solved together, as laws of position are. In space
    /// rotations do not commute: a step solves only drag along the angular momentum, `τ = -γ L`,
    /// which is a law with damping alone. Other torques in space act by kicks.
    AngularLaw(LinearLaw<T, 1>),
}

impl<T: Real<D>, const D: usize> Effect<T, D> {
    /// Returns the law of the acceleration, if it is linear; for a torque, a law with zero acceleration.
    #[must_use]
    pub fn law(&self) -> Option<LinearLaw<T, D>> {
        match self {
            Self::Law(law) => Some(*law),
            Self::Torque { .. } | Self::AngularLaw(_) => Some(LinearLaw::free()),
            _ => None,
        }
    }

    /// Returns the law of the angle of this body, if a step can solve it: any law in the plane,
    /// only drag in space.
    #[must_use]
    pub fn angular_law(&self, body: &Body<T, D>) -> Option<LinearLaw<T, 1>> {
        match self {
            Self::AngularLaw(law) => (D == 2 || law.is_damping_only()).then_some(*law),
            Self::Thrust { force, arm } if D == 2 => {
                // in the plane the torque is the same in both frames
                let [torque, ..] = T::axial_numbers(&T::cross(arm, force));
                Some(LinearLaw::gravity([per_inertia(body, torque)]))
            }
            _ => None,
        }
    }

    /// Returns whether acceleration or torque may depend on velocity or angular velocity.
    #[must_use]
    pub fn depends_on_velocity(&self) -> bool {
        match self {
            Self::Acceleration {
                depends_on_velocity,
            }
            | Self::Torque {
                depends_on_velocity,
            } => *depends_on_velocity,
            Self::Motion(_) => true,
            Self::Law(law) => law.depends_on_velocity(),
            Self::AngularLaw(law) => law.depends_on_velocity(),
            Self::Spring { damping, .. } => *damping != T::zero(),
            Self::Orbit(_) | Self::Thrust { .. } => false,
        }
    }

    /// Returns the exact motion of the body during `dt` \[s\], if the effect contains a motion that
    /// is not a law: the given motion, an orbit, or, in the plane, the motion under this thrust
    /// alone.
    #[inline(never)]
    pub(crate) fn motion(&self, body: &Body<T, D>, dt: T) -> Option<Motion<T, D>> {
        match self {
            Self::Motion(motion) => Some(*motion),
            Self::Orbit(gravity) => Some(gravity.motion(body, dt)),
            Self::Thrust { force, .. } => {
                let angular = self.angular_law(body)?;
                let [angle, ..] = T::orientation_numbers(&body.orientation());
                let [rate, ..] = T::axial_numbers(&body.angular_velocity());
                let drive = Drive::new(0.0, 0.0, &angular.wide(), to_f64(dt));
                let push = drive.push(to_f64(angle), to_f64(rate), 0.0);
                let increment = push.of(&(force / body.mass));
                Some(Motion::from_increment(increment, &body.velocity, dt))
            }
            _ => None,
        }
    }
}
