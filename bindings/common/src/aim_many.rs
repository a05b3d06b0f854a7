//! How to throw to hit, for rows of numbers.
//!
//! A million aims cost what the crate costs: rows are read where they are, and only what differs from throw to throw is
//! copied. The text of an error is made when somebody asks for it.

use core::ops::Range;

use kinstep_flight::aim::{AimError, Launch, Order};

use crate::aim::PlanKind;
use crate::aim_planner::{Ask, SLOW_BLOCK};
use crate::columns::{Column, check_room};
use crate::failure::{Failure, Outcome};
use crate::model::AnyModel;
use crate::patience::{KeepGoing, in_blocks};

/// Numbers the errors, and names them as the crate does.
macro_rules! numbered {
    ($($code:literal $name:ident),* $(,)?) => {
        /// Returns the code of an error; 255 for one that has none here.
        #[must_use]
        pub fn code(error: &AimError) -> u8 {
            match error {
                $(AimError::$name { .. } => $code,)*
                _ => 255,
            }
        }

        /// Codes and names of all errors of aims. The codes never change; 0 is no error.
        pub const AIM_ERRORS: &[(u8, &str)] = &[$(($code, stringify!($name)),)* (255, "Other")];
    };
}

numbered! {
    1 Parameter, 2 NotFinite, 3 Coincides, 4 Speed, 5 Time, 6 ArcHeight, 7 Curviness, 8 Apex, 9 Slope, 10 Lob, 11 Plane,
    12 Beside, 13 UnderTheLine, 14 NothingInTheWay, 15 ClearAfter, 16 TooLow, 17 OutOfRange, 18 NeverMet,
    19 NoLeastSpeed, 20 NoSuchSlope, 21 TooSlowAClimb, 22 NoTop, 23 NoUp, 24 Extreme, 25 Unfinished, 26 TargetFaster,
    27 NoSteps, 28 NoPlanner,
}

/// The aims that failed, in ascending order, and why.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AimErrors {
    failed: Vec<(usize, AimError)>,
}

impl AimErrors {
    /// Returns why an aim failed; `None` if it did not.
    #[must_use]
    pub fn text(&self, aim: usize) -> Option<String> {
        let index = self.failed.binary_search_by_key(&aim, |(aim, _)| *aim);
        index.ok().map(|index| self.failed[index].1.to_string())
    }

    /// Returns how many aims failed.
    #[must_use]
    pub fn count(&self) -> usize {
        self.failed.len()
    }

    /// Adds those of later aims, the first of which has the index `first` among all.
    pub fn append(&mut self, first: usize, later: &Self) {
        let later = later.failed.iter();
        (self.failed).extend(later.map(|(aim, error)| (first + aim, *error)));
    }

    pub(crate) fn push(&mut self, aim: usize, error: AimError) {
        self.failed.push((aim, error));
    }
}

/// Many throws that are wanted. A column has one row for all throws, or one for each; no numbers are zeros. A row has `D`
/// numbers, a value is one number.
#[derive(Debug, Clone, Copy, Default)]
pub struct Aims<'a> {
    /// How many throws.
    pub count: usize,
    /// What they hold fixed.
    pub kind: PlanKind,
    /// Whether the latest hits are wanted.
    pub is_lofted: bool,
    /// Points of launch \[m\].
    pub starts: &'a [f64],
    /// Targets at launch \[m\].
    pub targets: &'a [f64],
    /// Velocities of the targets at launch \[m/s\].
    pub target_velocities: &'a [f64],
    /// Accelerations of the targets \[m/s²\].
    pub target_accelerations: &'a [f64],
    /// Velocities of the shooters \[m/s\].
    pub shooter_velocities: &'a [f64],
    /// Values of the plan, by its kind.
    pub values: &'a [f64],
    /// Points or normals of the plan, by its kind.
    pub vectors: &'a [f64],
    /// The points that all throws clear \[m\], `D` numbers for each.
    pub points: &'a [f64],
}

/// Where the answers to many orders are written. What does not hit is NaN.
#[derive(Debug)]
pub struct Answers<'a> {
    /// Velocities at launch \[m/s\], `D` numbers for each throw.
    pub velocities: &'a mut [f64],
    /// Times of flight \[s\].
    pub times: &'a mut [f64],
    /// The code of the [error](AIM_ERRORS) of each throw, or 0.
    pub codes: &'a mut [u8],
    /// The miss of each attempt \[m\], zero for a hit; empty for other plans.
    pub misses: &'a mut [f64],
}

/// All hits of many throws.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FoundHits {
    /// Of each hit the throw to which it belongs.
    pub throws: Vec<u64>,
    /// Velocities at launch \[m/s\], `D` numbers for each hit.
    pub velocities: Vec<f64>,
    /// Times of flight \[s\].
    pub times: Vec<f64>,
    /// The code of the [error](AIM_ERRORS) of each throw, or 0.
    pub codes: Vec<u8>,
    /// Why throws have no hits.
    pub errors: AimErrors,
}

/// The columns of the vectors of an order.
struct Orders<'a, const D: usize>([Column<'a, D>; 5]);

impl<'a, const D: usize> Orders<'a, D> {
    fn of(aims: &Aims<'a>) -> Outcome<Self> {
        let column = |numbers, name| Column::of(numbers, aims.count, name);
        Ok(Self([
            column(aims.starts, "starts")?,
            column(aims.targets, "targets")?,
            column(aims.target_velocities, "target velocities")?,
            column(aims.target_accelerations, "target accelerations")?,
            column(aims.shooter_velocities, "shooter velocities")?,
        ]))
    }

    fn order(&self, throw: usize) -> Order<D> {
        let [from, target, velocity, acceleration, shooter] = &self.0;
        Order::new(from.at(throw), target.at(throw))
            .moving(velocity.at(throw))
            .accelerating(acceleration.at(throw))
            .shooter_moving(shooter.at(throw))
    }

    /// Writes what differs from throw to throw to their orders: in most calls one of five vectors, and copying the others
    /// takes a fifth of the time of an easy aim.
    fn write(&self, throws: &Range<usize>, orders: &mut [Order<D>]) {
        let [from, target, velocity, acceleration, shooter] = &self.0;
        from.write(throws, orders, |order| &mut order.from);
        target.write(throws, orders, |order| &mut order.target);
        velocity.write(throws, orders, |order| &mut order.target_velocity);
        acceleration.write(throws, orders, |order| &mut order.target_acceleration);
        shooter.write(throws, orders, |order| &mut order.shooter_velocity);
    }
}

impl Aims<'_> {
    fn ask<const D: usize>(&self, model: &AnyModel<D>) -> Outcome<Ask<'_, D>> {
        let (points, rest) = self.points.as_chunks::<D>();
        if !rest.is_empty() {
            let numbers = self.points.len();
            return Err(Failure::invalid(format_args!(
                "there are {numbers} numbers of the points; there must be {D} for each"
            )));
        }
        let ask = Ask {
            kind: self.kind,
            is_lofted: self.is_lofted,
            value: Column::of(self.values, self.count, "values")?,
            vector: Column::of(self.vectors, self.count, "vectors")?,
            points: points.iter().map(|point| (*point).into()).collect(),
        };
        ask.checked(model)
    }
}

impl<const D: usize> AnyModel<D> {
    /// Answers many orders.
    ///
    /// # Errors
    /// Fails if columns and room do not fit, if the model does not have the plan, and if `keep_going` says no.
    pub fn aim_all(
        &self,
        aims: &Aims<'_>,
        answers: Answers<'_>,
        keep_going: KeepGoing<'_>,
    ) -> Outcome<AimErrors> {
        let (ask, orders, count) = (aims.ask(self)?, Orders::<D>::of(aims)?, aims.count);
        check_room(
            answers.velocities.len(),
            count.saturating_mul(D),
            "velocities",
        )?;
        check_room(answers.times.len(), count, "times")?;
        check_room(answers.codes.len(), count, "codes")?;
        let has_misses = aims.kind == PlanKind::Attempt;
        check_room(
            answers.misses.len(),
            if has_misses { count } else { 0 },
            "misses",
        )?;
        let (velocities, _) = answers.velocities.as_chunks_mut::<D>();
        let mut errors = AimErrors::default();
        ask.answer_all(
            self,
            (count, orders.order(0)),
            keep_going,
            |throws, places| orders.write(&throws, places),
            |first, block, misses| {
                if has_misses {
                    answers.misses[first..first + block.len()].copy_from_slice(misses);
                }
                let places = (velocities[first..].iter_mut())
                    .zip(&mut answers.times[first..])
                    .zip(&mut answers.codes[first..]);
                for (index, (answer, ((velocity, time), written))) in
                    block.iter().zip(places).enumerate()
                {
                    match answer {
                        Ok(launch) => {
                            *velocity = launch.velocity.into();
                            (*time, *written) = (launch.time_of_flight, 0);
                        }
                        Err(error) => {
                            *velocity = [f64::NAN; D];
                            (*time, *written) = (f64::NAN, code(error));
                            if has_misses {
                                answers.misses[first + index] = f64::NAN;
                            }
                            errors.push(first + index, *error);
                        }
                    }
                }
            },
        )?;
        Ok(errors)
    }

    /// Returns all hits of many throws, of each in the order of their times of flight.
    ///
    /// # Errors
    /// As [`aim_all`](Self::aim_all), and for a plan with one answer at most.
    pub fn hits_all(&self, aims: &Aims<'_>, keep_going: KeepGoing<'_>) -> Outcome<FoundHits> {
        let (ask, orders) = (aims.ask(self)?, Orders::<D>::of(aims)?);
        ask.check_many()?;
        let mut found = FoundHits::default();
        in_blocks(aims.count, SLOW_BLOCK, keep_going, |throws| {
            for throw in throws {
                match ask.hits(self, throw, &orders.order(throw)) {
                    Ok(hits) => found.push(throw, &hits),
                    Err(error) => {
                        found.codes.push(code(&error));
                        found.errors.push(throw, error);
                    }
                }
            }
        })?;
        Ok(found)
    }
}

impl FoundHits {
    fn push<const D: usize>(&mut self, throw: usize, hits: &[Launch<D>]) {
        self.codes.push(0);
        for hit in hits {
            self.throws.push(throw as u64);
            self.velocities.extend_from_slice(hit.velocity.as_slice());
            self.times.push(hit.time_of_flight);
        }
    }
}

#[cfg(test)]
mod tests;
