//! The nearest point of a line segment.

use nalgebra::{RealField, SVector};

/// The point of the segment from `start` to `end` that is nearest to `point`.
pub(super) fn nearest_on_segment<T: RealField + Copy, const D: usize>(
    start: &SVector<T, D>,
    end: &SVector<T, D>,
    point: &SVector<T, D>,
) -> SVector<T, D> {
    let (segment, offset) = (end - start, point - start);
    let length_squared = segment.norm_squared();
    let fraction = if length_squared > T::zero() {
        (offset.dot(&segment) / length_squared).clamp(T::zero(), T::one())
    } else {
        T::zero()
    };
    start + segment * fraction
}
