//! Why a scene could not be read or run.

use std::fmt;

use kinstep::{AddBodyError, ParameterError, RestoreError, Scheme};

use crate::source::Place;

/// What is wrong with a scene, and where.
#[derive(Debug)]
pub(crate) struct SceneError {
    /// Name of the file.
    pub(crate) file: String,
    /// Where in it.
    pub(crate) place: Place,
    /// What.
    pub(crate) problem: Problem,
}

impl SceneError {
    /// Of two ways to read a text the error of the one that got farther.
    pub(crate) fn or_later(self, other: Self) -> Self {
        if other.place > self.place {
            other
        } else {
            self
        }
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.file, self.place, self.problem)
    }
}

impl std::error::Error for SceneError {}

/// What is wrong with a scene.
#[derive(Debug)]
pub(crate) enum Problem {
    /// It is not the RON of a scene: a typing error, an unknown or missing field, another type.
    Ron(ron::Error),
    /// A value is of another type than its field.
    Value {
        /// The name of the field.
        field: String,
        /// What RON says of the value.
        error: Box<ron::Error>,
    },
    /// There are only scenes in the plane and in space.
    Dimension {
        /// The dimension given.
        found: i64,
    },
    /// A vector has another number of components than the scene has dimensions.
    Components {
        /// The name of the field.
        field: String,
    },
    /// The list of bodies is empty.
    NoBodies,
    /// Two bodies have one name.
    SameName {
        /// The name.
        name: String,
        /// Where the first of them stands.
        first: Place,
    },
    /// A force, link or burn names a body that is not there.
    NoSuchBody {
        /// The name.
        name: String,
        /// The names of all bodies.
        known: Vec<String>,
    },
    /// A link names one body twice.
    SameBody {
        /// The name.
        name: String,
    },
    /// A force has bodies on which it acts, and others on which it does not.
    OnAndExcept,
    /// A scheme that does not exist.
    NoSuchScheme {
        /// What was written.
        name: String,
    },
    /// The duration is very many steps.
    TooManySteps {
        /// How many.
        steps: f64,
    },
    /// A number makes no sense.
    Number(ParameterError<f64>),
    /// The world refused a body.
    Body(AddBodyError<f64>),
    /// The world refused a force or a link.
    Force(Box<dyn std::error::Error + Send + Sync>),
    /// A scene of the crate that makes no world.
    World(RestoreError<f64>),
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ron(error) => error.fmt(formatter),
            Self::Value { field, error } => write!(formatter, "{field}: {error}"),
            Self::Dimension { found } => {
                write!(formatter, "the dimension is {found}; it must be 2 or 3")
            }
            Self::Components { field } => write!(
                formatter,
                "{field}: the vector has another number of components than the scene has dimensions"
            ),
            Self::NoBodies => {
                formatter.write_str("there are no bodies; a scene needs at least one")
            }
            Self::SameName { name, first } => write!(
                formatter,
                "there already is a body named \"{name}\", at {first}; each needs a name of its own"
            ),
            Self::NoSuchBody { name, known } => write!(
                formatter,
                "there is no body named \"{name}\"; the bodies are \"{}\"",
                known.join("\", \"")
            ),
            Self::SameBody { name } => {
                write!(formatter, "a link needs two bodies; both are \"{name}\"")
            }
            Self::OnAndExcept => formatter.write_str(
                "a force acts either `on` some bodies or on all `except` some; both are given",
            ),
            Self::NoSuchScheme { name } => no_such_scheme(formatter, name),
            Self::TooManySteps { steps } => formatter.write_str(&too_many_steps(*steps)),
            Self::Number(error) => error.fmt(formatter),
            Self::Body(error) => error.fmt(formatter),
            Self::Force(error) => error.fmt(formatter),
            Self::World(error) => error.fmt(formatter),
        }
    }
}

/// A sentence with the names of all schemes.
fn no_such_scheme(formatter: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    write!(formatter, "there is no scheme {name}; the schemes are ")?;
    formatter.write_str(&Scheme::ALL.map(|scheme| scheme.to_string()).join(", "))
}

/// A sentence with the number of steps.
pub(crate) fn too_many_steps(steps: f64) -> String {
    format!("dt and duration make {steps:.3e} steps; at most 1e9 can be run")
}
