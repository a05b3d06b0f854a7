//! Triangles that are divided until a proof holds for each piece.

use nalgebra::{RealField, SVector};

/// Both halves of a triangle, cut at the middle of its longest side.
pub(super) fn halves<T: RealField + Copy, const D: usize>(
    triangle: &[SVector<T, D>; 3],
) -> [[SVector<T, D>; 3]; 2] {
    let [a, b, c] = longest_side_first(triangle);
    let middle = middle(&a, &b);
    [[a, middle, c], [middle, b, c]]
}

/// The corners, rotated so that the longest side goes from the first to the second.
pub(super) fn longest_side_first<T: RealField + Copy, const D: usize>(
    triangle: &[SVector<T, D>; 3],
) -> [SVector<T, D>; 3] {
    let [a, b, c] = *triangle;
    let side = |corners: &[SVector<T, D>; 3]| (corners[1] - corners[0]).norm_squared();
    [[b, c, a], [c, a, b]]
        .into_iter()
        .fold([a, b, c], |longest, corners| {
            if side(&corners) > side(&longest) {
                corners
            } else {
                longest
            }
        })
}

/// The middle of a side.
pub(super) fn middle<T: RealField + Copy, const D: usize>(
    a: &SVector<T, D>,
    b: &SVector<T, D>,
) -> SVector<T, D> {
    (a + b) * nalgebra::convert::<_, T>(0.5)
}
