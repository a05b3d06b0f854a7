//! Errors of swarms, one small type for each operation.

#[cfg(feature = "ballistics")]
use crate::force::ParameterError;
use crate::numbers::decimals;

/// Why [`Swarm::push`](super::Swarm::push) refused a body.
///
/// ```
/// use kinstep::Swarm2;
/// use kinstep::swarm::PushError;
///
/// let mut swarm = Swarm2::with_capacity(1);
/// swarm.push([0.0, 0.0], [1.0, 0.0])?;
/// assert_eq!(swarm.push([0.0, 0.0], [1.0, 0.0]), Err(PushError::Full { capacity: 1 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PushError<T> {
    /// The swarm is full.
    #[error("the swarm holds {capacity} bodies, and has room for no more; `reserve` makes more")]
    Full {
        /// The largest number of bodies.
        capacity: usize,
    },
    /// The group does not exist.
    #[error("there is no group {group}: the swarm has {groups}")]
    NoSuchGroup {
        /// The group given.
        group: usize,
        /// Number of groups.
        groups: usize,
    },
    /// A component of the position is NaN or infinite.
    #[error("component {axis} of the position is {value} m; it must be finite")]
    Position {
        /// Index of the component.
        axis: usize,
        /// Its value \[m\].
        value: T,
    },
    /// A component of the velocity is NaN or infinite.
    #[error("component {axis} of the velocity is {value} m/s; it must be finite")]
    Velocity {
        /// Index of the component.
        axis: usize,
        /// Its value \[m/s\].
        value: T,
    },
}

/// There is not enough memory for so many bodies.
///
/// ```
/// use kinstep::Swarm2;
///
/// let error = Swarm2::try_with_capacity(usize::MAX).unwrap_err();
/// assert_eq!(error.capacity, usize::MAX);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is not enough memory for a swarm of {capacity} bodies")]
pub struct NoMemoryError {
    /// The number of bodies asked for.
    pub capacity: usize,
}

/// Why [`Swarm::add_group`](super::Swarm::add_group) refused a group.
///
/// ```
/// use kinstep::Swarm2;
/// use kinstep::swarm::GroupError;
///
/// let mut swarm = Swarm2::with_capacity(1);
/// assert_eq!(swarm.add_group(-1.0), Err(GroupError::Mass { mass: -1.0 }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GroupError<T> {
    /// The mass is NaN, infinite, zero or negative.
    #[error("the mass is {mass} kg; it must be positive and finite")]
    Mass {
        /// The mass given \[kg\].
        mass: T,
    },
}

/// Why [`Swarm::step`](super::Swarm::step) failed. The swarm is unchanged.
///
/// ```
/// use kinstep::swarm::SwarmError;
/// use kinstep::{LinearLaw, Swarm2};
///
/// let mut swarm = Swarm2::with_capacity(1);
/// let law = LinearLaw::gravity([0.0, -9.81]);
/// assert_eq!(swarm.step(&law, f64::INFINITY), Err(SwarmError::Duration { dt: f64::INFINITY }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SwarmError<T> {
    /// The step is NaN or infinite, or the time after it is.
    #[error("the step is {dt} s; it must be finite, and so must the time after it")]
    Duration {
        /// The step given \[s\].
        dt: T,
    },
    /// A coefficient of the law of a group is NaN or infinite.
    #[error("a coefficient of the law of group {group} is not finite")]
    Law {
        /// The group.
        group: usize,
    },
    /// The law of a group turns bodies in the step by an angle so large that no digit of it is known.
    #[error(
        "in {dt} s the law of group {group} turns bodies by more than 2⁵² radians, of which no digit is known; make \
         shorter steps"
    )]
    PhaseLost {
        /// The group.
        group: usize,
        /// The step given \[s\].
        dt: T,
    },
    /// A body was given a position or velocity that is NaN or infinite.
    #[error("the state of body {body} is not finite")]
    State {
        /// The place of the body.
        body: usize,
    },
    /// A body would end in a state that is not finite.
    #[error("body {body} would not be in a finite state after the step")]
    NotFinite {
        /// The place of the body.
        body: usize,
    },
}

/// Why [`step_slices`](super::step_slices) failed. The slices are unchanged.
///
/// ```
/// use kinstep::swarm::{StepSlicesError, step_slices};
/// use kinstep::{LinearLaw, nalgebra::Vector2};
///
/// let mut position = [Vector2::zeros()];
/// let error = step_slices(&LinearLaw::free(), 0.0, 1.0, &mut position, &mut []).unwrap_err();
/// assert_eq!(error, StepSlicesError::Lengths { positions: 1, velocities: 0 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepSlicesError<T> {
    /// The slices are not equally long.
    #[error(
        "there are {positions} positions and {velocities} velocities; there must be as many of each"
    )]
    Lengths {
        /// Number of positions.
        positions: usize,
        /// Number of velocities.
        velocities: usize,
    },
    /// The step failed.
    #[error(transparent)]
    Step(#[from] SwarmError<T>),
}

/// Why [`Swarm::step_kicked`](super::Swarm::step_kicked) failed. The swarm is unchanged.
///
/// ```
/// use kinstep::swarm::{Each, KickError, SwarmError};
/// use kinstep::{LinearLaw, QuadraticDrag, Swarm2};
///
/// let mut swarm = Swarm2::with_capacity(1);
/// let drag = Each(QuadraticDrag::coefficient(0.1));
/// let error = swarm.step_kicked(&LinearLaw::free(), &drag, f64::INFINITY).unwrap_err();
/// assert_eq!(error, KickError::Step(SwarmError::Duration { dt: f64::INFINITY }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum KickError<T> {
    /// The step failed.
    #[error(transparent)]
    Step(#[from] SwarmError<T>),
    /// There is not enough memory for a second state of each body.
    #[error(transparent)]
    NoMemory(#[from] NoMemoryError),
}

/// Why [`Swarm::step_across`](super::Swarm::step_across) failed. The swarm is unchanged.
///
/// ```
/// use kinstep::ballistics::{Crossing, Plane};
/// use kinstep::{LinearLaw, Swarm2};
///
/// let mut swarm = Swarm2::with_capacity(1);
/// let nowhere = Plane::new([0.0, 0.0], 1.0);
/// let error = swarm.step_across(&LinearLaw::free(), 1.0, &nowhere, Crossing::Any, &mut Vec::new());
/// assert!(error.unwrap_err().to_string().starts_with("the normal of the plane has length 0"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepAcrossError<T> {
    /// The normal of the plane is zero or not finite.
    #[error("the normal of the plane has length {length:.a$}; its square must be positive and finite", a = decimals(length))]
    Normal {
        /// The length of the normal.
        length: T,
    },
    /// The distance of the plane is NaN or infinite.
    #[error("the plane is at a distance of {distance} m; it must be finite")]
    Distance {
        /// The distance given \[m\].
        distance: T,
    },
    /// The step failed.
    #[error(transparent)]
    Step(#[from] SwarmError<T>),
}

/// Why [`Swarm::step_bouncing`](super::Swarm::step_bouncing) failed. The swarm is unchanged.
///
/// ```
/// use kinstep::ballistics::Plane;
/// use kinstep::contact::Contact;
/// use kinstep::{LinearLaw, Swarm2};
///
/// let mut swarm = Swarm2::with_capacity(1);
/// let (floor, nowhere) = (Plane::new([0.0, 1.0], 0.0), Plane::new([0.0, 0.0], 1.0));
/// let error = swarm.step_bouncing(&LinearLaw::free(), 1.0, &[floor, nowhere], Contact::new(0.5));
/// assert!(
///     error.unwrap_err().to_string().starts_with("plane 1: the normal of the plane has length 0")
/// );
/// ```
#[cfg(feature = "ballistics")]
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepBouncingError<T> {
    /// A parameter of the contact is not valid.
    #[error(transparent)]
    Contact(#[from] ParameterError<T>),
    /// A plane is not valid.
    #[error("plane {plane}: {reason}")]
    Plane {
        /// Its index.
        plane: usize,
        /// Why.
        reason: StepAcrossError<T>,
    },
    /// The step is negative.
    #[error("the step is {dt} s; bounces lose energy, so it must not be negative")]
    Backwards {
        /// The step given \[s\].
        dt: T,
    },
    /// A body bounces without end, or is caught between planes.
    #[error("body {body} has {contacts} contacts, and the step has not ended; make shorter steps")]
    TooManyContacts {
        /// The place of the body.
        body: usize,
        /// The number of contacts followed.
        contacts: usize,
    },
    /// The step failed.
    #[error(transparent)]
    Step(#[from] SwarmError<T>),
    /// There is not enough memory for a second state of each body.
    #[error(transparent)]
    NoMemory(#[from] NoMemoryError),
}

/// Why [`Swarm::remove_landed`](super::Swarm::remove_landed) removed nothing.
///
/// ```
/// use kinstep::Swarm2;
/// use kinstep::ballistics::{Crossing, Plane};
///
/// let mut swarm = Swarm2::with_capacity(1);
/// swarm.push([0.0, 1.0], [0.0, -3.0])?;
/// let (law, ground) = (kinstep::LinearLaw::free(), Plane::new([0.0, 1.0], 0.0));
/// let mut landed = Vec::new();
/// swarm.step_across(&law, 1.0, &ground, Crossing::Descending, &mut landed)?;
/// swarm.clear();
/// let error = swarm.remove_landed(&landed).unwrap_err();
/// assert_eq!(error.to_string(), "there is no body 0: the swarm has 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RemoveError {
    /// The list is not in ascending order, or names a body twice.
    #[error("body {next} comes after body {body} in the list; it must ascend")]
    Order {
        /// The place of a body in the list.
        body: usize,
        /// The place of the next body in the list.
        next: usize,
    },
    /// The body does not exist.
    #[error("there is no body {body}: the swarm has {bodies}")]
    NoSuchBody {
        /// The place given.
        body: usize,
        /// Number of bodies.
        bodies: usize,
    },
}

/// Why [`Swarm::sample_at`](super::Swarm::sample_at) failed.
///
/// ```
/// use kinstep::{LinearLaw, Swarm2};
///
/// let mut swarm = Swarm2::with_capacity(1);
/// swarm.push([0.0, 0.0], [3.0, 4.0])?;
/// let mut out = [[0.0, 0.0].into(); 2];
/// let error = swarm.sample_at(&LinearLaw::drag(0.5), &[0.1, 0.2, 0.3], &mut out).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "1 bodies at 3 times are 3 positions, and there is room for 2; it must be as many"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError<T> {
    /// No times were given.
    #[error("there are no times to sample at")]
    NoTimes,
    /// The swarm has no bodies.
    #[error("there are no bodies to sample")]
    NoBodies,
    /// The length of `out` is not the number of bodies times that of times.
    #[error(
        "{bodies} bodies at {times} times are {needed} positions, and there is room for {room}; it must be as many",
        needed = bodies.saturating_mul(*times)
    )]
    Length {
        /// Number of bodies.
        bodies: usize,
        /// Number of times.
        times: usize,
        /// Length of `out`.
        room: usize,
    },
    /// A time is NaN or infinite.
    #[error("time {index} is {time} s; it must be finite")]
    Time {
        /// Index of the time.
        index: usize,
        /// Its value \[s\].
        time: T,
    },
    /// A coefficient of the law of a group is NaN or infinite.
    #[error("a coefficient of the law of group {group} is not finite")]
    Law {
        /// The group.
        group: usize,
    },
    /// A body was given a position or velocity that is NaN or infinite.
    #[error("the state of body {body} is not finite")]
    State {
        /// The place of the body.
        body: usize,
    },
    /// A body would be at a position that is not finite.
    #[error("body {body} would not be at a finite position at time {time}")]
    NotFinite {
        /// The place of the body.
        body: usize,
        /// Index of the time.
        time: usize,
    },
}
