//! Boxes of equal cells.

use nalgebra::{ComplexField, RealField, SVector};

use crate::ballistics::AlignedBox;
use crate::numbers::{from_f64, to_f64};

/// A box along the axes, divided into equal cells: the targets of a [`Firing`](super::Firing) table.
///
/// Along an axis in which the box is flat (equal corners and a count of 1) every point counts as inside: that makes a table
/// of a floor, or of the ground.
///
/// ```
/// use kinstep::aim::Grid;
/// use kinstep::ballistics::AlignedBox;
///
/// let floor = AlignedBox { min: [-50.0, 0.0, -50.0].into(), max: [50.0, 0.0, 50.0].into() };
/// let grid = Grid::new(floor, [100, 1, 100])?;
/// assert_eq!(grid.len(), 10_000);
/// assert_eq!(grid.center([50, 0, 99]), Some([0.5, 0.0, 49.5].into()));
/// # Ok::<(), kinstep::aim::GridError<f64>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "GridData<T, D>",
        bound = "T: RealField + Copy + crate::saved::Saved"
    )
)]
pub struct Grid<T, const D: usize> {
    region: AlignedBox<T, D>,
    counts: SVector<usize, D>,
}

/// Why a box cannot be divided so.
///
/// ```
/// use kinstep::aim::{Grid, GridError};
/// use kinstep::ballistics::AlignedBox;
///
/// let floor = AlignedBox { min: [-50.0, 0.0].into(), max: [50.0, 0.0].into() };
/// assert!(Grid::new(floor, [100, 1]).is_ok());
/// // a flat box has one cell along its height
/// assert_eq!(Grid::new(floor, [100, 2]), Err(GridError::Region { axis: 1, min: 0.0, max: 0.0 }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError<T> {
    /// There is no cell along an axis.
    #[error("there are no cells along axis {axis}")]
    NoCells {
        /// Index of the axis.
        axis: usize,
    },
    /// A corner is NaN or infinite, the corners are not in order, or a flat box has several cells.
    #[error(
        "along axis {axis} the box goes from {min} m to {max} m: it must be finite and go upwards, or be flat with one cell"
    )]
    Region {
        /// Index of the axis.
        axis: usize,
        /// The smallest coordinate given \[m\].
        min: T,
        /// The largest coordinate given \[m\].
        max: T,
    },
    /// There are more cells than a table holds.
    #[error("there are more than {most} cells")]
    TooManyCells {
        /// The most cells that a table holds.
        most: usize,
    },
}

/// A number of cells rounded down.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rounds down; below zero and NaN become zero, and a grid is never so large"
)]
fn whole(along: f64) -> usize {
    along as usize
}

impl<T: RealField + Copy, const D: usize> Grid<T, D> {
    /// The most cells: four million, a square of 2048.
    pub const MOST: usize = 1 << 22;

    /// A box with this count of cells along each axis.
    ///
    /// # Errors
    /// A count of zero, more cells than [`MOST`](Self::MOST), or corners that are not finite or not in order.
    pub fn new(region: AlignedBox<T, D>, counts: [usize; D]) -> Result<Self, GridError<T>> {
        let mut cells = 1_usize;
        for (axis, count) in counts.into_iter().enumerate() {
            let (min, max) = (region.min[axis], region.max[axis]);
            let room = max - min;
            if count == 0 {
                return Err(GridError::NoCells { axis });
            }
            let some = room > T::zero() || room == T::zero() && count == 1;
            if !(some && room.is_finite()) {
                return Err(GridError::Region { axis, min, max });
            }
            let most = Self::MOST;
            cells = (cells.checked_mul(count).filter(|cells| *cells <= most))
                .ok_or(GridError::TooManyCells { most })?;
        }
        let counts = SVector::from(counts);
        Ok(Self { region, counts })
    }

    /// The box \[m\].
    #[must_use]
    pub fn region(&self) -> AlignedBox<T, D> {
        self.region
    }

    /// How many cells there are along each axis.
    #[must_use]
    pub fn counts(&self) -> [usize; D] {
        self.counts.into()
    }

    /// How many cells there are; never zero.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is no empty grid")]
    pub fn len(&self) -> usize {
        self.counts.iter().product()
    }

    /// The middle of a cell \[m\], counted from zero along each axis; none beyond the last one.
    #[must_use]
    pub fn center(&self, cell: [usize; D]) -> Option<SVector<T, D>> {
        let cell = SVector::from(cell);
        let inside = (0..D).all(|axis| cell[axis] < self.counts[axis]);
        inside.then(|| self.middle(&cell))
    }

    /// The cell that contains a point \[m\]; none outside of the box.
    #[must_use]
    pub fn cell(&self, point: impl Into<SVector<T, D>>) -> Option<[usize; D]> {
        let along = self.along(&point.into())?;
        // the upper faces of the box belong to the last cells
        let cell = along.zip_map(&self.counts, |along, count| whole(along).min(count - 1));
        Some(cell.into())
    }

    /// All middles, the first axis running fastest: in the order of [`number`](Self::number).
    pub(super) fn middles(&self) -> impl Iterator<Item = SVector<T, D>> + '_ {
        (0..self.len()).map(|mut rest| {
            let cell = SVector::from_fn(|axis, _| {
                let count = self.counts[axis];
                let index = rest % count;
                rest /= count;
                index
            });
            self.middle(&cell)
        })
    }

    /// The index of a cell in the table.
    pub(super) fn number(&self, cell: &SVector<usize, D>) -> usize {
        (0..D)
            .rev()
            .fold(0, |number, axis| number * self.counts[axis] + cell[axis])
    }

    /// The lower of the middles around a point, and how far the point is on the way to the upper ones, from 0 to below 1. A
    /// point outside of all middles is moved to the nearest point among them. None outside of the box.
    pub(super) fn around(
        &self,
        point: &SVector<T, D>,
    ) -> Option<(SVector<usize, D>, SVector<f64, D>)> {
        let along = self.along(point)?;
        let between = SVector::<f64, D>::from_fn(|axis, _| {
            let last = (self.counts[axis] - 1) as f64;
            let exact = (along[axis] - 0.5).clamp(0.0, last);
            // a point within rounding of a middle is on it
            let nearest = whole(exact + 0.5) as f64;
            if ComplexField::abs(exact - nearest) <= self.tolerance(axis) {
                nearest
            } else {
                exact
            }
        });
        let lower = between.map(whole);
        Some((lower, between - lower.map(|lower| lower as f64)))
    }

    /// The distance of a point from the lower faces in cells, along each axis; none outside of the box.
    fn along(&self, point: &SVector<T, D>) -> Option<SVector<f64, D>> {
        let AlignedBox { min, max } = self.region;
        let inside = (0..D).all(|axis| {
            let x = point[axis];
            min[axis] <= x && x <= max[axis] || min[axis] == max[axis]
        });
        inside.then(|| {
            SVector::from_fn(|axis, _| {
                let (low, high) = (to_f64(min[axis]), to_f64(max[axis]));
                let share = (to_f64(point[axis]) - low) / (high - low);
                if low < high {
                    share * self.counts[axis] as f64
                } else {
                    0.5
                }
            })
        })
    }

    /// The rounding of a coordinate, in cells.
    fn tolerance(&self, axis: usize) -> f64 {
        let (low, high) = (to_f64(self.region.min[axis]), to_f64(self.region.max[axis]));
        let cells_per_metre = self.counts[axis] as f64 / (high - low);
        let far = ComplexField::abs(low).max(ComplexField::abs(high));
        4.0 * to_f64(T::default_epsilon()) * far * cells_per_metre
    }

    fn middle(&self, cell: &SVector<usize, D>) -> SVector<T, D> {
        SVector::from_fn(|axis, _| {
            let (low, high) = (to_f64(self.region.min[axis]), to_f64(self.region.max[axis]));
            let share = (cell[axis] as f64 + 0.5) / self.counts[axis] as f64;
            from_f64(low + (high - low) * share)
        })
    }
}

/// A grid as it is read, before it is checked.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Grid", bound = "T: crate::saved::SavedNumber")]
struct GridData<T, const D: usize> {
    region: AlignedBox<T, D>,
    counts: SVector<usize, D>,
}

#[cfg(feature = "serde")]
impl<T: RealField + Copy, const D: usize> TryFrom<GridData<T, D>> for Grid<T, D> {
    type Error = GridError<T>;

    fn try_from(data: GridData<T, D>) -> Result<Self, GridError<T>> {
        Self::new(data.region, data.counts.into())
    }
}
