//! Why a scene could not be read or run.

use std::fmt;

use kinstep::{AddBodyError, ParameterError, Scheme};

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
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
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
    /// Only springs and linear drag act between bodies here.
    NotALink,
    /// A linear drag has a rate and a coefficient, or neither.
    DragStrength,
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
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ron(error) => error.fmt(formatter),
            Self::Value { field, error } => write!(formatter, "{field}: {error}"),
            Self::Dimension { found } => {
                write!(formatter, "the dimension is {found}; it must be 2 or 3")
            }
            Self::Components { found, expected } => write!(
                formatter,
                "the vector has {found} components; in this scene of {expected} dimensions it needs {expected}"
            ),
            Self::NoBodies => formatter.write_str("there are no bodies; a scene needs at least one"),
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
            Self::NotALink => {
                formatter.write_str("this force cannot be a link; a link is a Spring, a Rod, a Tether or a LinearDrag")
            }
            Self::DragStrength => formatter.write_str(
                "a LinearDrag needs either a rate [1/s], the same for every mass, or a coefficient [kg/s]",
            ),
            Self::NoSuchScheme { name } => no_such_scheme(formatter, name),
            Self::TooManySteps { steps } => formatter.write_str(&too_many_steps(*steps)),
            Self::Number(error) => error.fmt(formatter),
            Self::Body(error) => error.fmt(formatter),
            Self::Force(error) => error.fmt(formatter),
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
