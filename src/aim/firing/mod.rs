//! Tables of the targets that can be hit from one place.

mod grid;
mod survey;

use alloc::vec::Vec;

use nalgebra::{RealField, SVector};

use super::plan::Plan;
use crate::numbers::from_f64;

pub use grid::{Grid, GridError};

/// Which cells of a [`Grid`] can be hit from one place by one [`Plan`], at what speed and after what time: computed once,
/// looked up often.
///
/// Made by [`Ballistics::firing`](crate::ballistics::Ballistics::firing) and
/// [`firing_over`](crate::ballistics::Ballistics::firing_over). A cell has the answer of a single aim at its middle, to the
/// last bit.
///
/// | question | ask |
/// |---|---|
/// | can this be hit, and when | [`at`](Self::at): the cell in which a point is |
/// | the same, smoothly | [`between`](Self::between) the cells around a point |
/// | does this speed suffice | [`Shot::speed`] in a table of [`Plan::LeastSpeed`] |
/// | what can be hit, how much of it | [`reachable`](Self::reachable), [`fraction`](Self::fraction) |
///
/// A table knows no obstacles; to find what a flight meets, ask [`landing`](crate::ballistics::Trajectory::landing).
///
/// ```
/// use kinstep::aim::{Grid, Plan};
/// use kinstep::ballistics::{AlignedBox, Ballistics};
///
/// let air = Ballistics::new([0.0, -9.81, 0.0]).with_terminal_speed(35.0);
/// let floor = AlignedBox { min: [-50.0, 0.0, -50.0].into(), max: [50.0, 0.0, 50.0].into() };
/// let grid = Grid::new(floor, [100, 1, 100])?;
///
/// let firing = air.firing([0.0, 2.0, 0.0], &Plan::Speed(20.0), &grid)?;
/// let shot = firing.at([12.2, 0.0, 3.9]).unwrap().shot.unwrap();
/// assert!(shot.direct < 1.0 && shot.lofted > 3.0); // s
/// assert!(firing.at([49.0, 0.0, 49.0]).unwrap().shot.is_none()); // out of range
/// assert!(firing.at([60.0, 0.0, 0.0]).is_none()); // out of the table
/// assert!(firing.fraction() > 0.2 && firing.fraction() < 0.4);
///
/// let needed = air.firing([0.0, 2.0, 0.0], &Plan::LeastSpeed, &grid)?;
/// let within = needed.reachable().filter(|(_, shot)| shot.speed <= 20.0).count();
/// assert_eq!(within, firing.reachable().count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "FiringData<T, D>",
        bound = "T: RealField + Copy + crate::saved::Saved"
    )
)]
pub struct Firing<T, const D: usize> {
    from: SVector<T, D>,
    plan: Plan<T, D>,
    grid: Grid<T, D>,
    /// The target and the shot of each cell, in the order of the grid.
    targets: Vec<SVector<T, D>>,
    shots: Vec<Option<Shot<T>>>,
}

/// One cell of a table.
///
/// ```
/// use kinstep::aim::{Grid, Plan};
/// use kinstep::ballistics::{AlignedBox, Ballistics};
///
/// let floor = AlignedBox { min: [0.0, 0.0].into(), max: [60.0, 0.0].into() };
/// let firing = Ballistics::new([0.0, -9.81]).firing(
///     [0.0, 2.0],
///     &Plan::Speed(20.0),
///     &Grid::new(floor, [60, 1])?,
/// )?;
/// // a heat map: how bright each cell is
/// let shade =
///     |cell: kinstep::aim::Cell<f64, 2>| cell.shot.map_or(0.0, |shot| 1.0 / (1.0 + shot.direct));
/// let picture: Vec<f64> = firing.cells().map(shade).collect();
/// assert!(picture[0] > picture[30] && picture[59] == 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
pub struct Cell<T, const D: usize> {
    /// The target \[m\]: the middle of the cell, or the point put in its place.
    pub target: SVector<T, D>,
    /// How it is hit; none if it cannot be hit, or is the point of launch.
    pub shot: Option<Shot<T>>,
}

/// How a cell is hit.
///
/// ```
/// use kinstep::aim::{Grid, Plan, Shot};
/// use kinstep::ballistics::{AlignedBox, Ballistics};
///
/// let floor = AlignedBox { min: [0.0, 0.0].into(), max: [60.0, 0.0].into() };
/// let firing = Ballistics::new([0.0, -9.81]).firing(
///     [0.0, 2.0],
///     &Plan::Speed(20.0),
///     &Grid::new(floor, [60, 1])?,
/// )?;
/// let Some(Shot { direct, lofted, .. }) = firing.between([25.25, 0.0]) else { panic!("in range") };
/// assert!(direct > 1.0 && direct < lofted && lofted < 4.5); // s
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shot<T> {
    /// The speed of the direct launch \[m/s\].
    pub speed: T,
    /// The time of flight of the earliest hit \[s\].
    pub direct: T,
    /// The time of flight of the latest hit \[s\]; the same as `direct` where there is but one.
    pub lofted: T,
}

impl<T: RealField + Copy, const D: usize> Firing<T, D> {
    /// The cell that contains a point \[m\]; none outside of the grid.
    #[must_use]
    pub fn at(&self, point: impl Into<SVector<T, D>>) -> Option<Cell<T, D>> {
        let cell = self.grid.cell(point)?;
        self.known(self.grid.number(&cell.into()))
    }

    /// Linear interpolation between the middles around a point \[m\]; none outside of the grid, or if one of these middles
    /// cannot be hit.
    ///
    /// The error falls with the square of the cell size. It is larger near the end of the range, and close above and below
    /// the launch.
    #[must_use]
    pub fn between(&self, point: impl Into<SVector<T, D>>) -> Option<Shot<T>> {
        let (lower, shares) = self.grid.around(&point.into())?;
        self.blend(lower, &shares, 0)
    }

    /// A cell, counted from zero along each axis; none beyond the last one.
    #[must_use]
    pub fn cell(&self, cell: [usize; D]) -> Option<Cell<T, D>> {
        self.grid.center(cell)?;
        self.known(self.grid.number(&cell.into()))
    }

    /// All cells, the first axis running fastest.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell<T, D>> + '_ {
        let both = self.targets.iter().zip(&self.shots);
        both.map(|(&target, &shot)| Cell { target, shot })
    }

    /// The targets that can be hit \[m\], and how.
    pub fn reachable(&self) -> impl Iterator<Item = (SVector<T, D>, Shot<T>)> + '_ {
        self.cells()
            .filter_map(|cell| Some((cell.target, cell.shot?)))
    }

    /// The share of all cells that can be hit, from 0 to 1.
    #[must_use]
    pub fn fraction(&self) -> T {
        from_f64(self.reachable().count() as f64 / self.grid.len() as f64)
    }

    /// The point of launch \[m\].
    #[must_use]
    pub fn from(&self) -> SVector<T, D> {
        self.from
    }

    /// The plan of all throws.
    #[must_use]
    pub fn plan(&self) -> Plan<T, D> {
        self.plan
    }

    /// The grid of targets.
    #[must_use]
    pub fn grid(&self) -> Grid<T, D> {
        self.grid
    }

    fn known(&self, number: usize) -> Option<Cell<T, D>> {
        let (target, shot) = (*self.targets.get(number)?, *self.shots.get(number)?);
        Some(Cell { target, shot })
    }

    /// Interpolates along one axis after the other; neighbours with a share of zero are not read.
    fn blend(
        &self,
        cell: SVector<usize, D>,
        shares: &SVector<f64, D>,
        axis: usize,
    ) -> Option<Shot<T>> {
        if axis == D {
            return self.known(self.grid.number(&cell))?.shot;
        }
        let low = self.blend(cell, shares, axis + 1)?;
        let share: T = from_f64(shares[axis]);
        if share == T::zero() {
            return Some(low);
        }
        let mut next = cell;
        next[axis] += 1;
        let high = self.blend(next, shares, axis + 1)?;
        let mix = |low: T, high: T| low + (high - low) * share;
        Some(Shot {
            speed: mix(low.speed, high.speed),
            direct: mix(low.direct, high.direct),
            lofted: mix(low.lofted, high.lofted),
        })
    }
}

/// A table as it is read, before it is checked.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Firing", bound = "T: RealField + Copy + crate::saved::Saved")]
struct FiringData<T, const D: usize> {
    from: SVector<T, D>,
    plan: Plan<T, D>,
    grid: Grid<T, D>,
    targets: Vec<SVector<T, D>>,
    shots: Vec<Option<Shot<T>>>,
}

#[cfg(feature = "serde")]
impl<T: RealField + Copy, const D: usize> TryFrom<FiringData<T, D>> for Firing<T, D> {
    type Error = &'static str;

    fn try_from(data: FiringData<T, D>) -> Result<Self, &'static str> {
        let cells = data.grid.len();
        if data.targets.len() != cells || data.shots.len() != cells {
            return Err("a firing table has one target and one shot for each cell of its grid");
        }
        let FiringData {
            from,
            plan,
            grid,
            targets,
            shots,
        } = data;
        Ok(Self {
            from,
            plan,
            grid,
            targets,
            shots,
        })
    }
}
