//! The bounding box of a path, and its closest approach to a point.

use super::error::FlightError;
use super::event::{Height, Plane};
use super::trajectory::Trajectory;
use core::ops::Range;
use nalgebra::{RealField, SVector};

/// The point of a path that is nearest to a given point.
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

/// Maximum number of extrema along one axis that are computed for a bounding box.
const MAX_TURNS: usize = 20_000;

/// Returns the smallest box that contains the path. The extrema of each coordinate are at the ends
/// of the path, or where the rate of the coordinate is zero.
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

// Axis-aligned boxes.

/// An axis-aligned box; a rectangle in two dimensions.
///
/// ```
/// use kinstep_flow::trajectory::AlignedBox;
///
/// let crate_on_the_ground = AlignedBox::around([4.0, 0.5], [1.0, 0.5]);
/// assert!(crate_on_the_ground.contains([4.5, 0.2]) && !crate_on_the_ground.contains([4.5, 1.2]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
pub struct AlignedBox<T, const D: usize> {
    /// Smallest coordinates \[m\].
    pub min: SVector<T, D>,
    /// Largest coordinates \[m\].
    pub max: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> AlignedBox<T, D> {
    /// Returns the box around a centre \[m\] that extends by `half_extents` \[m\] to both sides.
    #[must_use]
    pub fn around(
        center: impl Into<SVector<T, D>>,
        half_extents: impl Into<SVector<T, D>>,
    ) -> Self {
        let (center, half) = (center.into(), half_extents.into());
        Self {
            min: center - half,
            max: center + half,
        }
    }

    /// Whether a point \[m\] is in the box or on its surface.
    #[must_use]
    pub fn contains(&self, point: impl Into<SVector<T, D>>) -> bool {
        let point = point.into();
        (0..D).all(|axis| self.min[axis] <= point[axis] && point[axis] <= self.max[axis])
    }
}

// Equally spaced points of a flight, computed by a recurrence.

/// Number of points from one anchor to the next.
const BLOCK: usize = 16;

/// Returns the positions at equally spaced times. `anchor` computes the position and velocity of
/// every sixteenth point directly. The arguments of `step` are the index, position and velocity of
/// a point; it returns the displacement to the next point, and the velocity there.
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
            // the displacements are summed separately, relative to the anchor, so their rounding
            // errors are proportional to the distance from the anchor
            let (moved, later) = step(index - 1, &(anchored + displacement), &velocity);
            displacement += moved;
            velocity = later;
        }
        anchored + displacement
    })
}
