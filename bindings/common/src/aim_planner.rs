//! One plan for many throws, answered by the planners of the crate.

use core::ops::Range;

use kinstep::nalgebra::SVector;
use kinstep::trajectory::Plane;
use kinstep_flight::aim::{Aim, AimError, Hits, Launch, Order, Plan, QuadraticAim};

use crate::aim::PlanKind;
use crate::columns::Column;
use crate::failure::{Failure, Outcome};
use crate::model::AnyModel;
use crate::patience::{KeepGoing, in_blocks};

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
pub(crate) enum AnyAim<const D: usize> {
    Known(Aim<D>),
    Quadratic(QuadraticAim<D>),
}

impl<const D: usize> AnyAim<D> {
    pub(crate) fn of(model: &AnyModel<D>, order: &Order<D>) -> Self {
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

    pub(crate) fn hits(&self, plan: &Plan<D>) -> Result<Hits<D>, AimError> {
        match self {
            Self::Known(aim) => aim.hits(plan),
            Self::Quadratic(aim) => aim.hits(plan),
        }
    }
}

/// Does work in a function of its own: a batch is compiled as if it was alone, not as one of six in a long function, where it
/// takes up to a twentieth longer.
#[inline(never)]
fn apart<R>(work: impl FnOnce() -> R) -> R {
    work()
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

    pub(crate) fn plan(&self, throw: usize) -> Plan<D> {
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
        keep_going: KeepGoing<'_>,
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
            (AnyModel::Linear(air), true) => apart(|| air.loft_all(orders, &plan, answers)),
            (AnyModel::Linear(air), false) => apart(|| air.aim_all(orders, &plan, answers)),
            (AnyModel::Rational(air), true) => {
                apart(|| air.rational().loft_all(orders, &plan, answers))
            }
            (AnyModel::Rational(air), false) => {
                apart(|| air.rational().aim_all(orders, &plan, answers))
            }
            (AnyModel::Engine(step), true) => apart(|| step.loft_all(orders, &plan, answers)),
            (AnyModel::Engine(step), false) => apart(|| step.aim_all(orders, &plan, answers)),
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
