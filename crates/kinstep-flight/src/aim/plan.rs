//! Planners as data.

use nalgebra::SVector;

use crate::trajectory::Plane;

/// A planner together with the quantity it holds fixed, for [`Aim::hits`](super::Aim::hits) and batches.
///
/// ```
/// use kinstep_flight::aim::{AimError, Plan};
/// use kinstep_flight::Ballistics;
///
/// // what an editor lets a designer choose for each weapon
/// let weapons =
///     [("rifle", Plan::Speed(200.0)), ("mortar", Plan::Apex(30.0)), ("grenade", Plan::Time(1.5))];
/// let air = Ballistics::new([0.0, -9.81]);
/// for (name, plan) in weapons {
///     let hits = air.aim([0.0, 1.0], [25.0, 0.0]).hits(&plan)?;
///     println!("{name}: {} m/s, hits after {} s", hits[0].velocity.norm(), hits[0].time_of_flight);
/// }
/// # Ok::<(), AimError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Plan<const D: usize> {
    /// The time of flight \[s\].
    Time(f64),
    /// The straight-line distance to the hit over the time of flight \[m/s\].
    StraightLineSpeed(f64),
    /// The speed at launch \[m/s\].
    Speed(f64),
    /// The speed at launch \[m/s\]; returns only the earliest hit, at a moving target far cheaper than all hits.
    EarliestAtSpeed(f64),
    /// The least speed at launch.
    LeastSpeed,
    /// A point that the path passes \[m\].
    Through(SVector<f64, D>),
    /// A plane that the arc touches at its top.
    Touching(Plane<f64, D>),
    /// The height of the apex \[m\].
    Apex(f64),
    /// The height of the arc over the straight line \[m\].
    ArcHeight(f64),
    /// The height of the arc over the straight line, as a share of the straight-line distance.
    Curviness(f64),
    /// The slope at launch: rise over run.
    Slope(f64),
    /// The slope at arrival: rise over run.
    ArrivalSlope(f64),
    /// The speed upwards at launch \[m/s\].
    ClimbSpeed(f64),
    /// The speed upwards at launch over the distance to the target at launch \[1/s\].
    Lob(f64),
}
