//! Bounding box and closest approach of a path.

use core::ops::Range;

use nalgebra::SVector;

use super::aligned_box::AlignedBox;
use super::error::FlightError;
use super::event::{Height, Plane};
use super::trajectory::Trajectory;

/// Point of a path that is nearest to a given point.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::Trajectory;
///
/// let flight = LinearLaw::gravity([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let closest = flight.closest_approach([20.0, 5.0], 0.0..5.0)?;
/// assert!((closest.position - flight.position(closest.time)).norm() < 1e-12);
/// assert!(closest.distance < 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Closest<const D: usize> {
    /// Time after launch \[s\].
    pub time: f64,
    /// Position of this point \[m\].
    pub position: SVector<f64, D>,
    /// Distance from the given point \[m\].
    pub distance: f64,
}

/// Largest number of extrema along one axis that a bounding box follows.
const MAX_TURNS: usize = 20_000;

/// Smallest box that contains the path. Each coordinate has its extrema at the ends, or where its rate is zero.
pub(super) fn bounds<const D: usize>(
    flight: &impl Trajectory<D>,
    span: Range<f64>,
) -> Result<AlignedBox<f64, D>, FlightError> {
    let (start, end) = (flight.position(span.start), flight.position(span.end));
    let mut found = AlignedBox {
        min: start.inf(&end),
        max: start.sup(&end),
    };
    for axis in 0..D {
        let direction = SVector::from_fn(|row, _| if row == axis { 1.0 } else { 0.0 });
        let height = flight.height_over(&Plane::new(direction, 0.0));
        let (mut time, last) = (span.start, span.end);
        let mut turns = 0;
        while let Some(turn) = height.next_turn(time, last) {
            let value = height.at(turn).0;
            found.min[axis] = found.min[axis].min(value);
            found.max[axis] = found.max[axis].max(value);
            time = turn;
            turns += 1;
            if turns == MAX_TURNS {
                return Err(FlightError::Unfinished { steps: turns, time });
            }
        }
    }
    Ok(found)
}
