//! What to hold fixed.

use nalgebra::SVector;

use crate::ballistics::Plane;

/// A planner with what it holds fixed: what [`Aim::hits`](super::Aim::hits) and batches take.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[non_exhaustive]
pub enum Plan<T, const D: usize> {
    /// The time of flight \[s\].
    Time(T),
    /// The straight distance over the time of flight \[m/s\].
    StraightLineSpeed(T),
    /// The speed at launch \[m/s\].
    Speed(T),
    /// The least speed at launch.
    LeastSpeed,
    /// A point on the way \[m\].
    Through(SVector<T, D>),
    /// A plane that the arc touches at its top.
    Touching(Plane<T, D>),
    /// The height of the apex \[m\].
    Apex(T),
    /// The height of the arc over the straight line \[m\].
    ArcHeight(T),
    /// The same in parts of the distance.
    Curviness(T),
    /// The slope at launch: rise over run.
    Slope(T),
    /// The slope at arrival: rise over run.
    ArrivalSlope(T),
    /// The speed upwards at launch \[m/s\].
    ClimbSpeed(T),
    /// The same in parts of the distance \[1/s\].
    Lob(T),
}
