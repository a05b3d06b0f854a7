//! Why a world was not brought back.

use super::super::{BodyId, ForceId, NamesError};
use crate::body::AddBodyError;
use crate::force::InvalidParameter;

/// Why [`World::restore`](crate::World::restore), [`World::restore_with`](crate::World::restore_with) or
/// [`Scene::world`](crate::Scene::world) refused what was written. Nothing has changed then.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError<T> {
    /// Another version of the format, of a newer crate or an older one.
    #[error("this was written in version {found} of the format; this crate reads version {known}")]
    Version {
        /// The version that was read.
        found: u32,
        /// The version this crate reads.
        known: u32,
    },
    /// The clock shows no time.
    #[error("the time is {time} s; it must be finite")]
    Time {
        /// Its time \[s\].
        time: T,
    },
    /// The names of the bodies are not those of so many bodies.
    #[error("the names of the bodies: {0}")]
    BodyNames(NamesError),
    /// The names of the forces are not those of so many forces.
    #[error("the names of the forces: {0}")]
    ForceNames(NamesError),
    /// A body that no world holds.
    #[error("body {body}: {reason}")]
    Body {
        /// The body.
        body: BodyId,
        /// What is wrong with it.
        reason: AddBodyError<T>,
    },
    /// A force on a body that is not there.
    #[error("force {force} acts on body number {place}, and there are {bodies}")]
    NoTarget {
        /// The force.
        force: ForceId,
        /// Place of the body it acts on.
        place: usize,
        /// How many bodies there are.
        bodies: usize,
    },
    /// A link from a body to itself.
    #[error("force {force} links body {body} to itself")]
    SameBody {
        /// The force.
        force: ForceId,
        /// The body.
        body: BodyId,
    },
    /// A force that acted then is not there now.
    #[error("force {force} acted then, and is not there now")]
    ForceGone {
        /// The force.
        force: ForceId,
    },
    /// A scene has not as many forces as it has names for them.
    #[error("there are {forces} forces, and {targets} targets for them")]
    Forces {
        /// How many forces there are.
        forces: usize,
        /// How many targets there are.
        targets: usize,
    },
    /// A parameter of a force makes no sense, at all or for its body.
    #[error("force {force}: {reason}")]
    Parameter {
        /// The force.
        force: ForceId,
        /// The parameter.
        reason: InvalidParameter<T>,
    },
    /// A force for the next step on a body that is not there.
    #[error("a force for the next step acts on body number {place}, and there are {bodies}")]
    PushOnNothing {
        /// Place of the body it acts on.
        place: usize,
        /// How many bodies there are.
        bodies: usize,
    },
    /// A force for the next step is not finite.
    #[error(
        "component {axis} of a force for the next step of body {body} is {value} N; it must be finite"
    )]
    Push {
        /// The body.
        body: BodyId,
        /// Index of the component.
        axis: usize,
        /// Its value \[N\].
        value: T,
    },
}
