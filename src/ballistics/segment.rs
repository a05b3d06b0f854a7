//! Straight pieces.

use nalgebra::{RealField, SVector};

/// The point between two others that is nearest to a third.
pub(super) fn nearest<T: RealField + Copy, const D: usize>(
    start: &SVector<T, D>,
    end: &SVector<T, D>,
    point: &SVector<T, D>,
) -> SVector<T, D> {
    let (way, offset) = (end - start, point - start);
    let length = way.norm_squared();
    let share = if length > T::zero() {
        (offset.dot(&way) / length).clamp(T::zero(), T::one())
    } else {
        T::zero()
    };
    start + way * share
}
