//! The error for invalid parameters.

use nalgebra::{RealField, SVector};

use crate::numbers::{decimals, first_not_finite};

/// A parameter of a force, a surface, a contact or an air is invalid.
///
/// ```
/// use kinstep_flow::ParameterError;
///
/// let error = ParameterError::unless_not_negative("the drag coefficient", -0.1).unwrap_err();
/// assert_eq!((error.parameter, error.value), ("the drag coefficient", -0.1));
/// assert_eq!(error.to_string(), "the drag coefficient is -0.1; it must be finite and not negative");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("{parameter} is {value:.a$}; it must be {requirement}", a = decimals(value))]
pub struct ParameterError<T> {
    /// Name of the parameter, in words.
    pub parameter: &'static str,
    /// Value of the parameter.
    pub value: T,
    /// Requirement that the value violates, in words.
    pub requirement: &'static str,
}

impl<T: RealField + Copy> ParameterError<T> {
    /// Rejects a number that is NaN or infinite.
    ///
    /// # Errors
    /// Returns the rejected number.
    pub fn unless_finite(parameter: &'static str, value: T) -> Result<(), Self> {
        if value.is_finite() {
            return Ok(());
        }
        Err(Self {
            parameter,
            value,
            requirement: "finite",
        })
    }

    /// Rejects a number that is NaN, infinite or negative.
    ///
    /// # Errors
    /// Returns the rejected number.
    pub fn unless_not_negative(parameter: &'static str, value: T) -> Result<(), Self> {
        if value.is_finite() && value >= T::zero() {
            return Ok(());
        }
        Err(Self {
            parameter,
            value,
            requirement: "finite and not negative",
        })
    }

    /// Rejects a number that is NaN, infinite, negative or zero.
    ///
    /// # Errors
    /// Returns the rejected number.
    pub fn unless_positive(parameter: &'static str, value: T) -> Result<(), Self> {
        if value.is_finite() && value > T::zero() {
            return Ok(());
        }
        Err(Self {
            parameter,
            value,
            requirement: "finite and positive",
        })
    }

    /// Rejects a vector with a component that is NaN or infinite.
    ///
    /// # Errors
    /// Returns the first such component.
    pub fn unless_all_finite<const D: usize>(
        parameter: &'static str,
        vector: &SVector<T, D>,
    ) -> Result<(), Self> {
        match first_not_finite(vector) {
            None => Ok(()),
            Some((_, value)) => Self::unless_finite(parameter, value),
        }
    }
}
