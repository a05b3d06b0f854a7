//! Why a call failed.

use core::fmt::{self, Display};

/// The kind of a failure: the status of C, the class of the exception elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number, a name or a vector is not valid.
    Invalid,
    /// The world has no body with this id.
    NoSuchBody,
    /// The world has no force with this id.
    NoSuchForce,
    /// The world has no surface with this id.
    NoSuchSurface,
    /// The step cannot be made.
    Step,
    /// The bytes are no snapshot or scene that fits.
    Restore,
    /// There is no such event, or no launch that hits.
    NoAnswer,
    /// Whoever called stopped the work.
    Stopped,
}

/// A failure: its kind, and the reason in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: Kind,
    /// The reason, for people.
    pub message: String,
}

/// What a call returns.
pub type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// Returns a failure of this kind with the words of an error.
    pub fn new(kind: Kind, reason: impl Display) -> Self {
        let message = reason.to_string();
        Self { kind, message }
    }

    /// Returns the failure of a call with an invalid argument.
    pub fn invalid(reason: impl Display) -> Self {
        Self::new(Kind::Invalid, reason)
    }

    /// Returns the failure of a step.
    pub fn step(reason: impl Display) -> Self {
        Self::new(Kind::Step, reason)
    }

    /// Returns the failure to restore a state.
    pub fn restore(reason: impl Display) -> Self {
        Self::new(Kind::Restore, reason)
    }
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// Makes an error of the crate a failure of some kind.
pub trait OrFailure<T> {
    /// Returns the value, or a failure of this kind with the words of the error.
    ///
    /// # Errors
    /// Fails if there is an error.
    fn or_failure(self, kind: Kind) -> Outcome<T>;

    /// [`or_failure`](Self::or_failure) for an invalid argument.
    ///
    /// # Errors
    /// Fails if there is an error.
    fn or_invalid(self) -> Outcome<T>
    where
        Self: Sized,
    {
        self.or_failure(Kind::Invalid)
    }
}

impl<T, E: Display> OrFailure<T> for Result<T, E> {
    fn or_failure(self, kind: Kind) -> Outcome<T> {
        self.map_err(|error| Failure::new(kind, error))
    }
}
