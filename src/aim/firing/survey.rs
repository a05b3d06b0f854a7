//! Makes tables of the targets that can be hit.

use alloc::vec;
use alloc::vec::Vec;

use nalgebra::{RealField, SVector};

use super::super::aim_model::AimModel;
use super::super::batch::answer_all;
use super::super::error::{AimError, Given};
use super::super::order::Order;
use super::super::plan::Plan;
use super::super::throw::Aim;
use super::{Firing, Grid, Shot};
use crate::ballistics::{AirError, Ballistics, Rational};
use crate::numbers::first_not_finite;

impl<T: RealField + Copy, const D: usize> Ballistics<T, D> {
    /// A table of which middles of the cells of a grid can be hit from a point \[m\] by a plan.
    ///
    /// # Errors
    /// An [`AimError`] that holds for every cell: of the air, of the point, or of a number in the plan. A cell that cannot
    /// be hit is no error.
    pub fn firing(
        &self,
        from: impl Into<SVector<T, D>>,
        plan: &Plan<T, D>,
        grid: &Grid<T, D>,
    ) -> Result<Firing<T, D>, AimError<T>> {
        survey(self.for_aims(), from.into(), plan, grid, |middle| middle)
    }

    /// The same with targets on the ground, or wherever `place` puts the middle of a cell \[m\].
    ///
    /// In a grid that is flat along `up`, points above and below a cell are in the cell.
    ///
    /// ```
    /// use kinstep::aim::{Grid, Plan};
    /// use kinstep::ballistics::{AlignedBox, Ballistics, Terrain};
    /// use kinstep::nalgebra::Vector3;
    ///
    /// let air = Ballistics::new([0.0, -9.81, 0.0]).with_terminal_speed(35.0);
    /// let height = |p: &Vector3<f64>| 3.0 * (0.1 * p.x).sin() * (0.1 * p.z).cos();
    /// let hills = Terrain::new([0.0, 1.0, 0.0], height, 0.43);
    ///
    /// let region = AlignedBox { min: [-40.0, 0.0, -40.0].into(), max: [40.0, 0.0, 40.0].into() };
    /// let grid = Grid::new(region, [40, 1, 40])?;
    /// let on_the_hills = |p: Vector3<f64>| p - air.up() * hills.clearance(p);
    /// let firing = air.firing_over([0.0, 5.0, 0.0], &Plan::Speed(20.0), &grid, on_the_hills)?;
    ///
    /// let cell = firing.at([15.0, 2.5, 1.0]).unwrap();
    /// assert!(hills.clearance(cell.target).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`firing`](Self::firing). A cell that is put at NaN cannot be hit.
    pub fn firing_over(
        &self,
        from: impl Into<SVector<T, D>>,
        plan: &Plan<T, D>,
        grid: &Grid<T, D>,
        place: impl Fn(SVector<T, D>) -> SVector<T, D>,
    ) -> Result<Firing<T, D>, AimError<T>> {
        survey(self.for_aims(), from.into(), plan, grid, place)
    }
}

impl<T: RealField + Copy, const D: usize> Rational<T, D> {
    /// A table of what can be hit in this model, as [`Ballistics::firing`] makes it.
    ///
    /// # Errors
    /// An [`AimError`] that holds for every cell.
    pub fn firing(
        &self,
        from: impl Into<SVector<T, D>>,
        plan: &Plan<T, D>,
        grid: &Grid<T, D>,
    ) -> Result<Firing<T, D>, AimError<T>> {
        survey(self.for_aims(), from.into(), plan, grid, |middle| middle)
    }

    /// The same with targets wherever `place` puts the middle of a cell \[m\].
    ///
    /// # Errors
    /// Those of [`firing`](Self::firing).
    pub fn firing_over(
        &self,
        from: impl Into<SVector<T, D>>,
        plan: &Plan<T, D>,
        grid: &Grid<T, D>,
        place: impl Fn(SVector<T, D>) -> SVector<T, D>,
    ) -> Result<Firing<T, D>, AimError<T>> {
        survey(self.for_aims(), from.into(), plan, grid, place)
    }
}

/// Aims at the middle of each cell.
fn survey<T: RealField + Copy, const D: usize>(
    air: Result<AimModel<D>, AirError<T>>,
    from: SVector<T, D>,
    plan: &Plan<T, D>,
    grid: &Grid<T, D>,
    place: impl Fn(SVector<T, D>) -> SVector<T, D>,
) -> Result<Firing<T, D>, AimError<T>> {
    let aim = |target| Aim::new(air, Order::new(from, target));
    air?;
    if let Some((axis, value)) = first_not_finite(&from) {
        let given = Given::Launch;
        return Err(AimError::NotFinite { given, axis, value });
    }
    // a throw at some other point finds what is wrong with the plan for all cells
    if let Err(error) = aim(from + SVector::repeat(T::one())).hits(plan)
        && is_of_the_plan(&error)
    {
        return Err(error);
    }
    let targets: Vec<_> = grid.middles().map(place).collect();
    let mut shots = vec![None; targets.len()];
    answer_all(&targets, &mut shots, |&target| shot(&aim(target), plan));
    Ok(Firing {
        from,
        plan: *plan,
        grid: *grid,
        targets,
        shots,
    })
}

fn shot<T: RealField + Copy, const D: usize>(
    aim: &Aim<T, D>,
    plan: &Plan<T, D>,
) -> Option<Shot<T>> {
    let [direct, lofted] = match *plan {
        Plan::Speed(speed) => {
            let arcs = aim.at_speed(speed).ok()?;
            [arcs.direct, arcs.lofted]
        }
        Plan::LeastSpeed => [aim.with_least_speed().ok()?; 2],
        _ => {
            let hits = aim.hits(plan).ok()?;
            [*hits.first()?, *hits.last()?]
        }
    };
    Some(Shot {
        speed: direct.velocity.norm(),
        direct: direct.time_of_flight,
        lofted: lofted.time_of_flight,
    })
}

/// Whether an error holds for all targets: a number of the plan makes no sense, or the plan makes none in this air.
fn is_of_the_plan<T>(error: &AimError<T>) -> bool {
    matches!(
        error,
        AimError::NotFinite { .. }
            | AimError::Speed { .. }
            | AimError::Time { .. }
            | AimError::ArcHeight { .. }
            | AimError::Curviness { .. }
            | AimError::Apex { .. }
            | AimError::Slope { .. }
            | AimError::Lob { .. }
            | AimError::Plane
            | AimError::NoLeastSpeed { .. }
            | AimError::NoTop
            | AimError::NoUp
    )
}
