//! Invalid parameters of forces.

use nalgebra::{RealField, SVector};

use super::Force;
use crate::body::Body;
use crate::numbers::{decimals, first_not_finite, from_f64};
use crate::space::{Real, is_valid_orientation};

/// A parameter of a force that is not valid.
///
/// ```
/// use kinstep::{Force, QuadraticDrag};
///
/// let drag = QuadraticDrag::coefficient(-0.1);
/// let error = Force::<f64, 2>::check(&drag).unwrap_err();
/// assert_eq!((error.parameter, error.value), ("the drag coefficient", -0.1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("{parameter} is {value:.a$}; it must be {requirement}", a = decimals(value))]
pub struct ParameterError<T> {
    /// The parameter, in words.
    pub parameter: &'static str,
    /// Its value.
    pub value: T,
    /// What is required of it, in words.
    pub requirement: &'static str,
}

impl<T: RealField + Copy> ParameterError<T> {
    /// Refuses a number that is NaN or infinite.
    ///
    /// # Errors
    /// The number, if it is refused.
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

    /// Refuses an orientation whose length is not 1; the error holds the length.
    pub(crate) fn unless_orientation<const D: usize>(
        parameter: &'static str,
        orientation: &T::Orientation,
    ) -> Result<(), Self>
    where
        T: Real<D>,
    {
        let value = T::orientation_length(orientation);
        if is_valid_orientation::<T, D>(orientation) {
            return Ok(());
        }
        Err(Self {
            parameter,
            value,
            requirement: "1, of a finite angle or a unit quaternion",
        })
    }

    /// Refuses a mounting away from the centre of a point, which cannot be turned.
    pub(crate) fn unless_it_can_turn<const D: usize>(
        body: &Body<T, D>,
        arm: &SVector<T, D>,
    ) -> Result<(), Self>
    where
        T: Real<D>,
    {
        if !body.is_point() || arm.iter().all(T::is_zero) {
            return Ok(());
        }
        Err(Self {
            parameter: "the distance of the mounting from the centre of a point",
            value: arm.norm(),
            requirement: "zero, for a point cannot be turned",
        })
    }

    /// Refuses the anchor of a spring with a rest length in a link if it is not zero.
    pub(crate) fn unless_along_the_line<const D: usize>(
        anchor: &SVector<T, D>,
    ) -> Result<(), Self> {
        if anchor.iter().all(T::is_zero) {
            return Ok(());
        }
        Err(Self {
            parameter: "the distance of the anchor from the origin",
            value: anchor.norm(),
            requirement: "zero in a link with a rest length, which acts along the line between the bodies",
        })
    }

    /// Refuses a force between all bodies that is to act on this number of bodies, or of points of bodies.
    pub(crate) fn unless_between_bodies<const D: usize>(
        force: &(impl Force<T, D> + ?Sized),
        count: usize,
    ) -> Result<(), Self>
    where
        T: Real<D>,
    {
        if !force.acts_between_bodies() {
            return Ok(());
        }
        Err(Self {
            parameter: "the number of bodies named for a force between all bodies",
            value: from_f64(count as f64),
            requirement: "zero, for it can only act on the centres of every body of a world",
        })
    }

    /// Refuses a number that is NaN, infinite or negative.
    ///
    /// # Errors
    /// The number, if it is refused.
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

    /// Refuses a number that is NaN, infinite, negative or zero.
    ///
    /// # Errors
    /// The number, if it is refused.
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

    /// Refuses a vector with a component that is NaN or infinite.
    ///
    /// # Errors
    /// The first such component.
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

/// Refuses an axial quantity with a component that is NaN or infinite.
pub(super) fn unless_axial_finite<T: Real<D>, const D: usize>(
    parameter: &'static str,
    axial: &T::Axial,
) -> Result<(), ParameterError<T>> {
    let components = T::axial_numbers(axial);
    (components.into_iter())
        .try_for_each(|component| ParameterError::unless_finite(parameter, component))
}
