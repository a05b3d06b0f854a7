//! Why a world rejects a body.

use crate::numbers::decimals;
use kinstep_flow::ParameterError;

/// Why [`World::add_body`](crate::World::add_body) rejected a body.
///
/// ```
/// use kinstep::{Body2, BodyError, World2};
///
/// let error = World2::new().add_body(Body2::point(0.0)).unwrap_err();
/// assert_eq!(error, BodyError::Mass { mass: 0.0 });
/// assert_eq!(
///     error.to_string(),
///     "the mass is 0 kg; it must be positive, or infinite for a fixed body"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BodyError<T> {
    /// The mass is NaN, zero or negative.
    #[error("the mass is {mass} kg; it must be positive, or infinite for a fixed body")]
    Mass {
        /// The mass given \[kg\].
        mass: T,
    },
    /// A component of the position is NaN or infinite.
    #[error("component {axis} of the position is {value} m; it must be finite")]
    Position {
        /// Index of the component.
        axis: usize,
        /// Value of the component \[m\].
        value: T,
    },
    /// A component of the velocity is NaN or infinite.
    #[error("component {axis} of the velocity is {value} m/s; it must be finite")]
    Velocity {
        /// Index of the component.
        axis: usize,
        /// Value of the component \[m/s\].
        value: T,
    },
    /// The radius is NaN, infinite or negative.
    #[error("the radius is {radius} m; it must be finite and not negative")]
    Radius {
        /// The radius given \[m\].
        radius: T,
    },
    /// A round body is not a ball: its moments of inertia differ.
    #[error("a round body needs the same moment of inertia about each axis, as a ball has")]
    RoundInertia,
    /// No body can have this inertia.
    #[error(transparent)]
    Inertia(#[from] ParameterError<T>),
    /// The orientation is a quaternion whose length is not 1, or an angle that is not finite.
    #[error("the orientation has length {length:.a$}; it must be a unit quaternion, or a finite angle", a = decimals(length))]
    Orientation {
        /// Length of the quaternion given.
        length: T,
    },
    /// A component of the angular velocity is NaN or infinite.
    #[error("component {axis} of the angular velocity is not finite")]
    AngularVelocity {
        /// Index of the component.
        axis: usize,
    },
    /// A point was given an angular velocity, but has no inertia.
    #[error(
        "a point cannot spin; make it a solid, or leave out its angular velocity of {speed:.a$} rad/s", a = decimals(speed))]
    PointSpins {
        /// Magnitude of the angular velocity given \[rad/s\].
        speed: T,
    },
    /// No id is left: a world has ids for 4 294 967 295 bodies.
    #[error("the world is full: it has names for 4294967295 bodies")]
    Full,
}
