//! How to throw to hit.
//!
//! A [`PlanRecord`] says what a throw holds fixed, an [`OrderRecord`] from where to where it goes. Rows of numbers for many
//! throws are in [`aim_many`](crate::aim_many).

use core::fmt::{self, Display};
use core::ops::Range;

use kinstep::nalgebra::SVector;
use kinstep_flight::aim::{Launch, Order};
use serde::{Deserialize, Serialize};

use crate::aim_many::{AimErrors, code};
use crate::aim_planner::Ask;
use crate::columns::{Column, check_room};
use crate::failure::{Failure, Kind, OrFailure, Outcome};
use crate::model::AnyModel;
use crate::patience::KeepGoing;
use crate::space::{Three, given, vector};
use crate::words::numbered;

/// What a throw holds fixed. The numbers never change.
///
/// In quadratic air there are no plans of points, planes, heights and curviness.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanKind {
    /// The time of flight \[s\].
    #[default]
    Time = 0,
    /// The straight-line distance to the hit divided by the time of flight \[m/s\].
    StraightLineSpeed = 1,
    /// The speed at launch \[m/s\].
    Speed = 2,
    /// The speed at launch \[m/s\], for the earliest hit.
    EarliestAtSpeed = 3,
    /// The least speed at launch, without a value.
    LeastSpeed = 4,
    /// A point that the path passes \[m\], without a value.
    Through = 5,
    /// The plane with this normal and, as the value, this distance from the origin \[m\]: the arc touches it at its top.
    Touching = 6,
    /// The height of the apex \[m\].
    Apex = 7,
    /// The height of the arc above the straight line \[m\].
    ArcHeight = 8,
    /// The height of the arc above the straight line, divided by the straight-line distance.
    Curviness = 9,
    /// The slope at launch: rise divided by run.
    Slope = 10,
    /// The slope at arrival: rise divided by run.
    ArrivalSlope = 11,
    /// The upward speed at launch \[m/s\].
    ClimbSpeed = 12,
    /// The upward speed at launch, divided by the distance to the target \[1/s\].
    Lob = 13,
    /// The number of steps of an engine, after which it hits at the engine's own position.
    Steps = 14,
    /// Points that the path passes or goes above \[m\], without a value.
    Clearing = 15,
    /// The speed at launch \[m/s\], for a throw that comes as near as possible.
    Attempt = 16,
}

/// Writes the name that is read.
impl Display for PlanKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(formatter)
    }
}

/// A plan as numbers. A number that its kind does not have is zero.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlanRecord {
    /// The number of a [`PlanKind`].
    pub kind: u32,
    /// Not zero for the latest hit, where there is more than one: the high arc of a speed.
    pub lofted: u32,
    /// By kind.
    pub value: f64,
    /// A point or a normal, by kind.
    pub vector: Three,
}

/// A throw that is wanted. What does not move has zeros.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct OrderRecord {
    /// The point of launch \[m\].
    pub from: Three,
    /// The target at launch \[m\].
    pub target: Three,
    /// The velocity of the target at launch \[m/s\].
    pub target_velocity: Three,
    /// The acceleration of the target \[m/s²\].
    pub target_acceleration: Three,
    /// The velocity of the shooter \[m/s\], which the throw has besides its own.
    pub shooter_velocity: Three,
}

/// A throw that hits, or comes near.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LaunchRecord {
    /// The velocity in the world \[m/s\].
    pub velocity: Three,
    /// The time from launch to hit, or to the closest approach of an attempt \[s\].
    pub time_of_flight: f64,
    /// The smallest distance from the target of an attempt \[m\].
    pub miss: f64,
}

impl OrderRecord {
    fn order<const D: usize>(&self) -> Outcome<Order<D>> {
        let from: SVector<f64, D> = vector(self.from, "point of launch")?;
        let target: SVector<f64, D> = vector(self.target, "target")?;
        let velocity: SVector<f64, D> = vector(self.target_velocity, "velocity of the target")?;
        let acceleration: SVector<f64, D> =
            vector(self.target_acceleration, "acceleration of the target")?;
        let shooter: SVector<f64, D> = vector(self.shooter_velocity, "velocity of the shooter")?;
        let order = Order::new(from, target).moving(velocity);
        Ok(order.accelerating(acceleration).shooter_moving(shooter))
    }
}

impl LaunchRecord {
    fn of<const D: usize>(launch: &Launch<D>, miss: f64) -> Self {
        Self {
            velocity: given(&launch.velocity),
            time_of_flight: launch.time_of_flight,
            miss,
        }
    }
}

impl<const D: usize> AnyModel<D> {
    /// Works with a plan.
    fn asked<A>(
        &self,
        plan: &PlanRecord,
        points: &[Three],
        work: impl FnOnce(&Ask<'_, D>) -> Outcome<A>,
    ) -> Outcome<A> {
        let vector_of_plan: SVector<f64, D> = vector(plan.vector, "vector of the plan")?;
        let points = points.iter().map(|point| vector(*point, "point"));
        let value = [plan.value];
        let ask = Ask {
            kind: numbered(plan.kind, "kind of the plan")?,
            is_lofted: plan.lofted != 0,
            value: Column::of(&value, 1, "value")?,
            vector: Column::of(vector_of_plan.as_slice(), 1, "vector")?,
            points: points.collect::<Outcome<_>>()?,
        };
        work(&ask.checked(self)?)
    }

    /// Returns the throw that hits a target; `points` are those of the plan that clears them.
    ///
    /// # Errors
    /// Fails for numbers that do not fit the plan, and with [`Kind::NoAnswer`] if there is no such throw.
    pub fn aim(
        &self,
        plan: &PlanRecord,
        points: &[Three],
        order: &OrderRecord,
    ) -> Outcome<LaunchRecord> {
        let mut launch = [LaunchRecord::default()];
        let (orders, codes) = (std::slice::from_ref(order), &mut [0]);
        let errors = self.aim_each(plan, points, orders, &mut launch, codes, &mut || true)?;
        match errors.text(0) {
            None => Ok(launch[0]),
            Some(text) => Err(Failure::new(Kind::NoAnswer, text)),
        }
    }

    /// Answers many orders. A throw that does not exist is all NaN, and has the code of its [error](AimErrors).
    ///
    /// # Errors
    /// Fails for numbers that do not fit the plan or the space, too little room, and if `keep_going` says no.
    pub fn aim_each(
        &self,
        plan: &PlanRecord,
        points: &[Three],
        orders: &[OrderRecord],
        launches: &mut [LaunchRecord],
        codes: &mut [u8],
        keep_going: KeepGoing<'_>,
    ) -> Outcome<AimErrors> {
        let count = orders.len();
        check_room(launches.len(), count, "launches")?;
        check_room(codes.len(), count, "codes")?;
        for order in orders {
            order.order::<D>()?;
        }
        let nothing = LaunchRecord {
            velocity: [f64::NAN; 3],
            time_of_flight: f64::NAN,
            miss: f64::NAN,
        };
        let mut errors = AimErrors::default();
        self.asked(plan, points, |ask| {
            let first = Order::new([0.0; D], [0.0; D]);
            let fill = |throws: Range<usize>, some: &mut [Order<D>]| {
                for (to, order) in some.iter_mut().zip(&orders[throws]) {
                    *to = order.order().unwrap_or(first);
                }
            };
            ask.answer_all(
                self,
                (count, first),
                keep_going,
                fill,
                |first, answers, misses| {
                    for (index, (answer, miss)) in answers.iter().zip(misses).enumerate() {
                        let throw = first + index;
                        (launches[throw], codes[throw]) = match answer {
                            Ok(launch) => (LaunchRecord::of(launch, *miss), 0),
                            Err(error) => {
                                errors.push(throw, *error);
                                (nothing, code(error))
                            }
                        };
                    }
                },
            )
        })?;
        Ok(errors)
    }

    /// Returns all throws that hit a target, in the order of their times of flight.
    ///
    /// # Errors
    /// As [`aim`](Self::aim), and for a plan with one answer at most.
    pub fn hits(&self, plan: &PlanRecord, order: &OrderRecord) -> Outcome<Vec<LaunchRecord>> {
        let order = order.order()?;
        self.asked(plan, &[], |ask| {
            ask.check_many()?;
            let hits = ask.hits(self, 0, &order).or_failure(Kind::NoAnswer)?;
            Ok(hits.iter().map(|hit| LaunchRecord::of(hit, 0.0)).collect())
        })
    }
}

#[cfg(test)]
mod tests;
