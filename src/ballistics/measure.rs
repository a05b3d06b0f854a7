//! Bounding box and closest approach of a path.

use core::ops::Range;

use nalgebra::{RealField, SVector};

use super::aligned_box::AlignedBox;
use super::event::{Height, Plane, SpanError};
use super::trajectory::Trajectory;
use crate::numbers::{from_f64, to_f64};

/// The point of a path that is nearest to a given point.
///
/// ```
/// use kinstep::ballistics::{Ballistics, Trajectory};
///
/// let flight = Ballistics::new([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let closest = flight.closest_approach([20.0, 5.0], 0.0..5.0)?;
/// assert!((closest.position - flight.position(closest.time)).norm() < 1e-12);
/// assert!(closest.distance < 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Closest<T, const D: usize> {
    /// When \[s\] after launch.
    pub time: T,
    /// Where \[m\].
    pub position: SVector<T, D>,
    /// Distance from the given point \[m\].
    pub distance: T,
}

/// Most turns along one axis that a bounding box follows.
const MAX_TURNS: usize = 20_000;

/// The smallest box that holds the path. Each coordinate has its extremes at the ends, or where it turns.
pub(super) fn bounds<T: RealField + Copy, const D: usize>(
    flight: &impl Trajectory<T, D>,
    span: Range<T>,
) -> Result<AlignedBox<T, D>, SpanError<T>> {
    let (start, end) = (flight.position(span.start), flight.position(span.end));
    let mut found = AlignedBox {
        min: start.inf(&end),
        max: start.sup(&end),
    };
    for axis in 0..D {
        let direction = SVector::from_fn(|row, _| if row == axis { T::one() } else { T::zero() });
        let height = flight.height_over(&Plane::new(direction, T::zero()));
        let (mut time, last) = (to_f64(span.start), to_f64(span.end));
        let mut turns = 0;
        while let Some(turn) = height.next_turn(time, last) {
            let value = from_f64(height.at(turn).0);
            found.min[axis] = found.min[axis].min(value);
            found.max[axis] = found.max[axis].max(value);
            time = turn;
            turns += 1;
            if turns == MAX_TURNS {
                let time = from_f64(time);
                return Err(SpanError::Unfinished { steps: turns, time });
            }
        }
    }
    Ok(found)
}
