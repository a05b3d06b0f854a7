//! How to throw to hit.
//!
//! A [`PlanRecord`] says what a throw holds fixed, an [`OrderRecord`] from where to where it goes. Rows of numbers for many
//! throws are in [`aim_many`](crate::aim_many).

use core::fmt::{self, Display};
use core::ops::Range;

use kinstep::nalgebra::SVector;
use kinstep::trajectory::Plane;
use kinstep_flight::aim::{Aim, AimError, Hits, Launch, Order, Plan, QuadraticAim};
use serde::{Deserialize, Serialize};

use crate::aim_many::{AimErrors, code};
use crate::columns::{Column, check_room, in_blocks};
use crate::failure::{Failure, Kind, OrFailure, Outcome};
use crate::model::AnyModel;
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

/// What a planner answers.
pub(crate) type Answer<const D: usize> = Result<Launch<D>, AimError>;

/// A plan for many throws, and its numbers for each.
pub(crate) struct Ask<'a, const D: usize> {
    pub(crate) kind: PlanKind,
    pub(crate) is_lofted: bool,
    /// By kind.
    pub(crate) value: Column<'a, 1>,
    /// A point or a normal.
    pub(crate) vector: Column<'a, D>,
    /// To be cleared \[m\].
    pub(crate) points: Vec<SVector<f64, D>>,
}

/// A throw of the crate.
enum AnyAim<const D: usize> {
    Known(Aim<D>),
    Quadratic(QuadraticAim<D>),
}

impl<const D: usize> AnyAim<D> {
    fn of(model: &AnyModel<D>, order: &Order<D>) -> Self {
        let (from, target) = (order.from, order.target);
        let aim = match model {
            AnyModel::Linear(air) => air.aim(from, target),
            AnyModel::Rational(air) => air.rational().aim(from, target),
            AnyModel::Engine(step) => step.aim(from, target),
            AnyModel::Quadratic(air) => {
                let aim = air.aim(from, target).moving(order.target_velocity);
                let aim = aim.accelerating(order.target_acceleration);
                return Self::Quadratic(aim.shooter_moving(order.shooter_velocity));
            }
        };
        let aim = aim.moving(order.target_velocity);
        let aim = aim.accelerating(order.target_acceleration);
        Self::Known(aim.shooter_moving(order.shooter_velocity))
    }

    fn hits(&self, plan: &Plan<D>) -> Result<Hits<D>, AimError> {
        match self {
            Self::Known(aim) => aim.hits(plan),
            Self::Quadratic(aim) => aim.hits(plan),
        }
    }
}

/// Orders that are answered at once: as many as stay in the first cache, with their answers.
const BLOCK: usize = 64;
/// The same where one answer may take milliseconds.
pub(crate) const SLOW_BLOCK: usize = 4;

impl<'a, const D: usize> Ask<'a, D> {
    /// Returns itself if the model has the planner, and the numbers are those of the plan.
    pub(crate) fn checked(self, model: &AnyModel<D>) -> Outcome<Self> {
        use PlanKind::{
            Apex, ArcHeight, Clearing, Curviness, LeastSpeed, Steps, Through, Touching,
        };
        let kind = self.kind;
        let refused = |reason: &str| Err(Failure::invalid(format_args!("{reason} `{kind}`")));
        match model {
            AnyModel::Quadratic(_)
                if matches!(
                    kind,
                    Through | Touching | Apex | ArcHeight | Curviness | Clearing | Steps
                ) =>
            {
                return refused("quadratic drag has no planner");
            }
            AnyModel::Linear(_) | AnyModel::Rational(_) if kind == Steps => {
                return refused("only engines make steps; an air has no planner");
            }
            _ => {}
        }
        if self.is_lofted && self.has_one_answer() {
            return refused("there is one answer at most, and so none is lofted, by the plan");
        }
        let is_zero = |numbers: &[f64]| numbers.iter().all(|number| *number == 0.0);
        if matches!(kind, LeastSpeed | Through | Clearing)
            && !is_zero(self.value.rows().as_flattened())
        {
            return refused("the value must be zero in the plan");
        }
        if !matches!(kind, Through | Touching) && !is_zero(self.vector.rows().as_flattened()) {
            return refused("the vector must be zero in the plan");
        }
        if kind != Clearing && !self.points.is_empty() {
            return refused("there must be no points in the plan");
        }
        let is_count = |value: &f64| *value >= 0.0 && *value < 2e18 && value.fract() == 0.0;
        let values = self.value.rows().as_flattened();
        match values
            .iter()
            .find(|value| kind == Steps && !is_count(value))
        {
            None => Ok(self),
            Some(value) => Err(Failure::invalid(format_args!(
                "the number of steps is {value}; it must be a whole number and not negative"
            ))),
        }
    }

    /// Whether the planner is no [`Plan`], and has one answer at most.
    fn has_one_answer(&self) -> bool {
        matches!(
            self.kind,
            PlanKind::Steps | PlanKind::Clearing | PlanKind::Attempt
        )
    }

    fn plan(&self, throw: usize) -> Plan<D> {
        let value = self.value.at(throw).x;
        match self.kind {
            PlanKind::StraightLineSpeed => Plan::StraightLineSpeed(value),
            PlanKind::Speed => Plan::Speed(value),
            PlanKind::EarliestAtSpeed => Plan::EarliestAtSpeed(value),
            PlanKind::LeastSpeed => Plan::LeastSpeed,
            PlanKind::Through => Plan::Through(self.vector.at(throw)),
            PlanKind::Touching => Plan::Touching(Plane::new(self.vector.at(throw), value)),
            PlanKind::Apex => Plan::Apex(value),
            PlanKind::ArcHeight => Plan::ArcHeight(value),
            PlanKind::Curviness => Plan::Curviness(value),
            PlanKind::Slope => Plan::Slope(value),
            PlanKind::ArrivalSlope => Plan::ArrivalSlope(value),
            PlanKind::ClimbSpeed => Plan::ClimbSpeed(value),
            PlanKind::Lob => Plan::Lob(value),
            PlanKind::Time | PlanKind::Steps | PlanKind::Clearing | PlanKind::Attempt => {
                Plan::Time(value)
            }
        }
    }

    /// Answers `count` orders in blocks. `fill` writes the orders of a block over those of the last, which are `first` at
    /// first; `write` takes answers and misses \[m\], the first of which are those of this throw.
    pub(crate) fn answer_all(
        &self,
        model: &AnyModel<D>,
        (count, first): (usize, Order<D>),
        keep_going: &mut dyn FnMut() -> bool,
        fill: impl Fn(Range<usize>, &mut [Order<D>]),
        mut write: impl FnMut(usize, &[Answer<D>], &[f64]),
    ) -> Outcome {
        let block = match model {
            AnyModel::Quadratic(_) => SLOW_BLOCK,
            _ => BLOCK,
        };
        let room = block.min(count);
        let (mut orders, mut misses) = (vec![first; room], vec![0.0; room]);
        let mut answers: Vec<Answer<D>> = vec![Err(AimError::NeverMet); room];
        in_blocks(count, block, keep_going, |throws| {
            let (first, count) = (throws.start, throws.len());
            let (orders, answers) = (&mut orders[..count], &mut answers[..count]);
            fill(throws, orders);
            self.answer(model, first, orders, answers, &mut misses);
            write(first, answers, &misses[..count]);
        })
    }

    /// Answers orders, the first of which is that of the throw `first`.
    fn answer(
        &self,
        model: &AnyModel<D>,
        first: usize,
        orders: &[Order<D>],
        answers: &mut [Answer<D>],
        misses: &mut [f64],
    ) {
        let is_batch = !self.has_one_answer() && !matches!(model, AnyModel::Quadratic(_));
        if is_batch && self.value.is_uniform() && self.vector.is_uniform() {
            return self.answer_alike(model, first, orders, answers);
        }
        for (index, order) in orders.iter().enumerate() {
            let throw = first + index;
            if is_batch {
                let (order, answer) = (&orders[index..=index], &mut answers[index..=index]);
                self.answer_alike(model, throw, order, answer);
            } else {
                (answers[index], misses[index]) = self.alone(&AnyAim::of(model, order), throw);
            }
        }
    }

    /// Answers orders that have the plan of the throw `first`.
    fn answer_alike(
        &self,
        model: &AnyModel<D>,
        first: usize,
        orders: &[Order<D>],
        answers: &mut [Answer<D>],
    ) {
        let plan = self.plan(first);
        let done = match (model, self.is_lofted) {
            (AnyModel::Linear(air), true) => air.loft_all(orders, &plan, answers),
            (AnyModel::Linear(air), false) => air.aim_all(orders, &plan, answers),
            (AnyModel::Rational(air), true) => air.rational().loft_all(orders, &plan, answers),
            (AnyModel::Rational(air), false) => air.rational().aim_all(orders, &plan, answers),
            (AnyModel::Engine(step), true) => step.loft_all(orders, &plan, answers),
            (AnyModel::Engine(step), false) => step.aim_all(orders, &plan, answers),
            (AnyModel::Quadratic(_), _) => Ok(()),
        };
        debug_assert!(done.is_ok(), "as many answers as orders");
    }

    /// Answers one order by a planner that has no batch.
    fn alone(&self, aim: &AnyAim<D>, throw: usize) -> (Answer<D>, f64) {
        let value = self.value.at(throw).x;
        if self.kind == PlanKind::Attempt {
            let attempt = match aim {
                AnyAim::Known(aim) => aim.attempt(value),
                AnyAim::Quadratic(aim) => aim.attempt(value),
            };
            let miss = attempt.map_or(f64::NAN, |attempt| attempt.miss);
            return (attempt.map(|attempt| attempt.launch), miss);
        }
        let answer = match (self.kind, aim) {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a whole number, which was checked"
            )]
            (PlanKind::Steps, AnyAim::Known(aim)) => aim.in_steps(value as u64),
            (PlanKind::Clearing, AnyAim::Known(aim)) => aim.clearing(&self.points),
            _ => aim.hits(&self.plan(throw)).and_then(|hits| {
                // climbs hit on the way down
                let is_last =
                    self.is_lofted || matches!(self.kind, PlanKind::ClimbSpeed | PlanKind::Lob);
                let chosen = if is_last { hits.last() } else { hits.first() };
                chosen.copied().ok_or(AimError::NeverMet)
            }),
        };
        (answer, 0.0)
    }

    /// Fails for a planner that has one answer at most.
    pub(crate) fn check_many(&self) -> Outcome {
        if !self.has_one_answer() {
            return Ok(());
        }
        let kind = self.kind;
        Err(Failure::invalid(format_args!(
            "there is one answer at most by the plan `{kind}`"
        )))
    }

    /// Returns all hits of a throw.
    pub(crate) fn hits(
        &self,
        model: &AnyModel<D>,
        throw: usize,
        order: &Order<D>,
    ) -> Result<Hits<D>, AimError> {
        AnyAim::of(model, order).hits(&self.plan(throw))
    }
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
        let place: SVector<f64, D> = vector(plan.vector, "vector of the plan")?;
        let points = points.iter().map(|point| vector(*point, "point"));
        let value = [plan.value];
        let ask = Ask {
            kind: numbered(plan.kind, "kind of the plan")?,
            is_lofted: plan.lofted != 0,
            value: Column::of(&value, 1, "value")?,
            vector: Column::of(place.as_slice(), 1, "vector")?,
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
        keep_going: &mut dyn FnMut() -> bool,
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
            let fill = |throws: Range<usize>, places: &mut [Order<D>]| {
                for (place, order) in places.iter_mut().zip(&orders[throws]) {
                    *place = order.order().unwrap_or(first);
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
