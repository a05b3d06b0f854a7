//! Checks of the parameters of forces.

use nalgebra::SVector;

use super::Force;
use crate::body::Body;
use crate::numbers::from_f64;
use crate::space::Real;

pub(crate) use kinstep_flow::ParameterError;

/// Rejects a mounting away from the centre of a point body, because a point cannot rotate.
pub(crate) fn unless_it_can_turn<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
    arm: &SVector<T, D>,
) -> Result<(), ParameterError<T>> {
    if !body.is_point() || arm.iter().all(T::is_zero) {
        return Ok(());
    }
    Err(ParameterError {
        parameter: "the distance of the mounting from the centre of a point",
        value: arm.norm(),
        requirement: "zero, for a point cannot be turned",
    })
}

/// Rejects a spring with a rest length in a link if its anchor is not zero.
pub(crate) fn unless_along_the_line<T: Real<D>, const D: usize>(
    anchor: &SVector<T, D>,
) -> Result<(), ParameterError<T>> {
    if anchor.iter().all(T::is_zero) {
        return Ok(());
    }
    Err(ParameterError {
        parameter: "the distance of the anchor from the origin",
        value: anchor.norm(),
        requirement: "zero in a link with a rest length, which acts along the line between the bodies",
    })
}

/// Rejects a force between all bodies that is added for `count` bodies only, or for points of
/// bodies.
pub(crate) fn unless_between_bodies<T: Real<D>, const D: usize>(
    force: &(impl Force<T, D> + ?Sized),
    count: usize,
) -> Result<(), ParameterError<T>> {
    if !force.acts_between_bodies() {
        return Ok(());
    }
    Err(ParameterError {
        parameter: "the number of bodies named for a force between all bodies",
        value: from_f64(count as f64),
        requirement: "zero, for it can only act on the centres of every body of a world",
    })
}

/// Rejects an axial quantity with a component that is NaN or infinite.
pub(super) fn unless_axial_finite<T: Real<D>, const D: usize>(
    parameter: &'static str,
    axial: &T::Axial,
) -> Result<(), ParameterError<T>> {
    let components = T::axial_numbers(axial);
    (components.into_iter())
        .try_for_each(|component| ParameterError::unless_finite(parameter, component))
}
