//! Why a swarm refused, one small type for each operation.

/// Why [`Swarm::push`](super::Swarm::push) refused a body.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PushError<T> {
    /// There is no room left.
    #[error("the swarm holds {capacity} bodies, and has room for no more; `reserve` makes more")]
    Full {
        /// How many bodies there is room for.
        capacity: usize,
    },
    /// The group is not there.
    #[error("there is no group {group}: the swarm has {groups}")]
    NoSuchGroup {
        /// The group asked for.
        group: usize,
        /// How many there are.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is not enough memory for a swarm of {capacity} bodies")]
pub struct NoMemory {
    /// How many bodies were to have room.
    pub capacity: usize,
}

/// Why [`Swarm::add_group`](super::Swarm::add_group) refused a group.
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

/// Why [`Swarm::step`](super::Swarm::step) failed. The swarm is as it was.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SwarmError<T> {
    /// The step is NaN or infinite.
    #[error("the step is {dt} s; it must be finite")]
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
    /// A body was given a position or velocity that is NaN or infinite.
    #[error("the state of body {index} is not finite")]
    State {
        /// The place of the body.
        index: usize,
    },
    /// A body would end in a state that is not finite.
    #[error("body {index} would not be in a finite state after the step")]
    NotFinite {
        /// The place of the body.
        index: usize,
    },
}

/// Why [`Swarm::step_kicked`](super::Swarm::step_kicked) failed. The swarm is as it was.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum KickError<T> {
    /// The step failed.
    #[error(transparent)]
    Step(#[from] SwarmError<T>),
    /// There is not enough memory for a second state of each body.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
}
