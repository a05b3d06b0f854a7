//! Equally spaced points of a flight, by recurrence.

use nalgebra::SVector;

/// Number of points from one anchor to the next.
const BLOCK: usize = 16;

/// Positions at equally spaced times. `anchor` computes position and velocity of every sixteenth point directly. `step`
/// takes index, position and velocity of a point, and returns the displacement to the next point and the velocity at
/// the next point.
pub(super) fn samples<const D: usize>(
    count: usize,
    anchor: impl Fn(usize) -> (SVector<f64, D>, SVector<f64, D>),
    step: impl Fn(usize, &SVector<f64, D>, &SVector<f64, D>) -> (SVector<f64, D>, SVector<f64, D>),
) -> impl ExactSizeIterator<Item = SVector<f64, D>> {
    let [mut anchored, mut displacement, mut velocity] = [SVector::zeros(); 3];
    (0..count).map(move |index| {
        if index.is_multiple_of(BLOCK) {
            (anchored, velocity) = anchor(index);
            displacement = SVector::zeros();
        } else {
            // displacements are summed separately from the anchor: rounding errors scale with the distance from it
            let (moved, later) = step(index - 1, &(anchored + displacement), &velocity);
            displacement += moved;
            velocity = later;
        }
        anchored + displacement
    })
}
