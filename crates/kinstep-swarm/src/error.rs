//! Errors of a swarm.

use crate::numbers::decimals;

/// Why a swarm rejected a request. The swarm is then unchanged.
///
/// ```
/// use kinstep_swarm::{LinearLaw, Swarm2, SwarmError};
///
/// let mut swarm = Swarm2::with_capacity(1);
/// swarm.push([0.0, 0.0], [1.0, 0.0])?;
/// assert_eq!(swarm.push([0.0, 0.0], [1.0, 0.0]), Err(SwarmError::Full { capacity: 1 }));
/// assert_eq!(swarm.add_group(-1.0), Err(SwarmError::Mass { mass: -1.0 }));
/// let law = LinearLaw::gravity([0.0, -9.81]);
/// assert_eq!(swarm.step(&law, f64::INFINITY), Err(SwarmError::Duration { dt: f64::INFINITY }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SwarmError<T> {
    /// The step is NaN or infinite, or the time after the step would be.
    #[error("the step is {dt} s; it must be finite, and so must the time after it")]
    Duration {
        /// The step given \[s\].
        dt: T,
    },
    /// A coefficient of the law of a group is NaN or infinite.
    #[error("a coefficient of the law of group {group} is not finite")]
    Law {
        /// Index of the group.
        group: usize,
    },
    /// The law of a group rotates bodies in the step by so large an angle that it has no correct
    /// digit.
    #[error(
        "in {dt} s the law of group {group} turns bodies by more than 2⁵² radians, of which no digit is known; make \
         shorter steps"
    )]
    PhaseLost {
        /// Index of the group.
        group: usize,
        /// The step given \[s\].
        dt: T,
    },
    /// A body was given a position or velocity that is NaN or infinite.
    #[error("the state of body {body} is not finite")]
    State {
        /// Index of the body.
        body: usize,
    },
    /// A body would end in a state that is not finite.
    #[error("body {body} would not be in a finite state after the step")]
    NotFinite {
        /// Index of the body.
        body: usize,
    },
    /// The swarm is full.
    #[error("the swarm holds {capacity} bodies, and has room for no more; `reserve` makes more")]
    Full {
        /// Maximum number of bodies.
        capacity: usize,
    },
    /// The group does not exist.
    #[error("there is no group {group}: the swarm has {groups}")]
    NoSuchGroup {
        /// The group index given.
        group: usize,
        /// Number of groups.
        groups: usize,
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
    /// There is not enough memory for this number of bodies.
    #[error("there is not enough memory for a swarm of {capacity} bodies")]
    NoMemory {
        /// The number of bodies requested.
        capacity: usize,
    },
    /// The mass is NaN, infinite, zero or negative.
    #[error("the mass is {mass} kg; it must be positive and finite")]
    Mass {
        /// The mass given \[kg\].
        mass: T,
    },
    /// The normal of the plane is zero or not finite.
    #[error("the normal of the plane has length {length:.a$}; its square must be positive and finite", a = decimals(length))]
    Normal {
        /// The length of the normal given.
        length: T,
    },
    /// The distance of the plane is NaN or infinite.
    #[error("the plane is at a distance of {distance} m; it must be finite")]
    Distance {
        /// The distance given \[m\].
        distance: T,
    },
    /// The list is not in ascending order, or contains a body twice.
    #[error("body {next} comes after body {body} in the list; it must ascend")]
    Order {
        /// Index of a body in the list.
        body: usize,
        /// Index of the next body in the list.
        next: usize,
    },
    /// The body does not exist.
    #[error("there is no body {body}: the swarm has {bodies}")]
    NoSuchBody {
        /// The index of the body given.
        body: usize,
        /// Number of bodies.
        bodies: usize,
    },
    /// No times were given.
    #[error("there are no times to sample at")]
    NoTimes,
    /// The swarm has no bodies.
    #[error("there are no bodies to sample")]
    NoBodies,
    /// The length of `out` is not the number of bodies times the number of times.
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
        /// Value of the time \[s\].
        time: T,
    },
    /// A body would be at a position that is not finite.
    #[error("body {body} would not be at a finite position at time {time}")]
    NotFiniteAt {
        /// Index of the body.
        body: usize,
        /// Index of the time.
        time: usize,
    },
}
