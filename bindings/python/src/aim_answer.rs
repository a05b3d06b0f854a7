//! One planner of one model, for many throws.

use kinstep_flight::aim::{AimError, Launch, Order, Plan};
use kinstep_core::trajectory::Plane;
use kinstep_core::nalgebra::SVector;

use crate::columns::Column;
use crate::model::AnyModel;

pub(crate) type Answer<const D: usize> = Result<Launch<D>, AimError>;

/// What a planner holds fixed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Planner {
    InTime,
    AtStraightLineSpeed,
    AtSpeed,
    /// The latest hit at a speed.
    LoftedAtSpeed,
    EarliestAtSpeed,
    WithLeastSpeed,
    Through,
    Touching,
    WithApex,
    WithArcHeight,
    WithCurviness,
    AtSlope,
    ArrivingAtSlope,
    WithClimbSpeed,
    Lob,
    Clearing,
    Attempt,
    InSteps,
}

/// The methods of Python, and their planners.
pub(crate) const PLANNERS: [(&str, Planner); 18] = [
    ("in_time", Planner::InTime),
    ("at_straight_line_speed", Planner::AtStraightLineSpeed),
    ("at_speed", Planner::AtSpeed),
    ("lofted_at_speed", Planner::LoftedAtSpeed),
    ("earliest_at_speed", Planner::EarliestAtSpeed),
    ("with_least_speed", Planner::WithLeastSpeed),
    ("through", Planner::Through),
    ("touching", Planner::Touching),
    ("with_apex", Planner::WithApex),
    ("with_arc_height", Planner::WithArcHeight),
    ("with_curviness", Planner::WithCurviness),
    ("at_slope", Planner::AtSlope),
    ("arriving_at_slope", Planner::ArrivingAtSlope),
    ("with_climb_speed", Planner::WithClimbSpeed),
    ("lob", Planner::Lob),
    ("clearing", Planner::Clearing),
    ("attempt", Planner::Attempt),
    ("in_steps", Planner::InSteps),
];

/// A planner and its numbers for each throw.
pub(crate) struct Ask<const D: usize> {
    pub(crate) planner: Planner,
    pub(crate) value: Column<1>,
    /// A point or a normal.
    pub(crate) vector: Column<D>,
    /// To be cleared \[m\].
    pub(crate) points: Vec<SVector<f64, D>>,
}

/// A throw in a model of the crate: all of them have these methods.
macro_rules! aim {
    ($air:expr, $order:expr) => {
        $air.aim($order.from, $order.target)
            .moving($order.target_velocity)
            .accelerating($order.target_acceleration)
            .shooter_moving($order.shooter_velocity)
    };
}
pub(crate) use aim;

impl<const D: usize> Ask<D> {
    pub(crate) fn plan(&self, throw: usize) -> Plan<D> {
        let value = self.value.at(throw).x;
        match self.planner {
            Planner::AtStraightLineSpeed => Plan::StraightLineSpeed(value),
            Planner::AtSpeed | Planner::LoftedAtSpeed => Plan::Speed(value),
            Planner::EarliestAtSpeed => Plan::EarliestAtSpeed(value),
            Planner::WithLeastSpeed => Plan::LeastSpeed,
            Planner::Through => Plan::Through(self.vector.at(throw)),
            Planner::Touching => Plan::Touching(Plane::new(self.vector.at(throw), value)),
            Planner::WithApex => Plan::Apex(value),
            Planner::WithArcHeight => Plan::ArcHeight(value),
            Planner::WithCurviness => Plan::Curviness(value),
            Planner::AtSlope => Plan::Slope(value),
            Planner::ArrivingAtSlope => Plan::ArrivalSlope(value),
            Planner::WithClimbSpeed => Plan::ClimbSpeed(value),
            Planner::Lob => Plan::Lob(value),
            Planner::InTime | Planner::Clearing | Planner::Attempt | Planner::InSteps => {
                Plan::Time(value)
            }
        }
    }

    /// Whether a model has the planner.
    pub(crate) fn fits(&self, model: &AnyModel<D>) -> bool {
        use Planner::{
            Clearing, InSteps, Through, Touching, WithApex, WithArcHeight, WithCurviness,
        };
        match (model, self.planner) {
            (AnyModel::Engine(_), _) => true,
            (_, InSteps) => false,
            (AnyModel::Rational(_) | AnyModel::Linear(_), _) => true,
            (AnyModel::Quadratic(_), planner) => !matches!(
                planner,
                Clearing | Through | Touching | WithApex | WithArcHeight | WithCurviness
            ),
        }
    }

    /// Whether all throws have the same plan, and the model's batch answers it.
    fn is_batch(&self, model: &AnyModel<D>) -> bool {
        !matches!(model, AnyModel::Quadratic(_))
            && self.value.is_uniform()
            && self.vector.is_uniform()
            && !matches!(
                self.planner,
                Planner::Clearing | Planner::Attempt | Planner::InSteps
            )
    }

    /// Answers orders, the first of which is that of the throw `first`; `misses` are those of attempts \[m\].
    pub(crate) fn answer(
        &self,
        model: &AnyModel<D>,
        first: usize,
        orders: &[Order<D>],
        answers: &mut [Answer<D>],
        misses: &mut Vec<f64>,
    ) {
        if self.is_batch(model) {
            return self.answer_alike(model, first, orders, answers);
        }
        for (index, order) in orders.iter().enumerate() {
            let place = &mut answers[index..=index];
            let throw = first + index;
            if self.planner == Planner::Attempt {
                let value = self.value.at(throw).x;
                let attempt = match model {
                    AnyModel::Linear(air) => aim!(air, order).attempt(value),
                    AnyModel::Rational(air) => aim!(air.rational(), order).attempt(value),
                    AnyModel::Quadratic(air) => aim!(air, order).attempt(value),
                    AnyModel::Engine(step) => aim!(step, order).attempt(value),
                };
                misses.push(attempt.map_or(f64::NAN, |attempt| attempt.miss));
                place[0] = attempt.map(|attempt| attempt.launch);
                continue;
            }
            match model {
                AnyModel::Linear(air) if self.planner == Planner::Clearing => {
                    place[0] = aim!(air, order).clearing(&self.points);
                }
                AnyModel::Rational(air) if self.planner == Planner::Clearing => {
                    place[0] = aim!(air.rational(), order).clearing(&self.points);
                }
                AnyModel::Engine(step) if self.planner == Planner::Clearing => {
                    place[0] = aim!(step, order).clearing(&self.points);
                }
                AnyModel::Engine(step) if self.planner == Planner::InSteps => {
                    place[0] = aim!(step, order).in_steps(self.value.at(throw).x as u64);
                }
                AnyModel::Linear(_) | AnyModel::Rational(_) | AnyModel::Engine(_) => {
                    self.answer_alike(model, throw, std::slice::from_ref(order), place);
                }
                AnyModel::Quadratic(air) => place[0] = self.quadratic(aim!(air, order), throw),
            }
        }
    }

    /// Orders that have the plan of the throw `first`, in an air with linear drag.
    fn answer_alike(
        &self,
        model: &AnyModel<D>,
        first: usize,
        orders: &[Order<D>],
        answers: &mut [Answer<D>],
    ) {
        let plan = self.plan(first);
        let is_lofted = self.planner == Planner::LoftedAtSpeed;
        let done = match model {
            AnyModel::Linear(air) if is_lofted => air.loft_all(orders, &plan, answers),
            AnyModel::Linear(air) => air.aim_all(orders, &plan, answers),
            AnyModel::Rational(air) if is_lofted => air.rational().loft_all(orders, &plan, answers),
            AnyModel::Rational(air) => air.rational().aim_all(orders, &plan, answers),
            AnyModel::Engine(step) if is_lofted => step.loft_all(orders, &plan, answers),
            AnyModel::Engine(step) => step.aim_all(orders, &plan, answers),
            AnyModel::Quadratic(_) => Ok(()),
        };
        debug_assert!(done.is_ok(), "as many answers as orders");
    }

    pub(crate) fn quadratic(
        &self,
        aim: kinstep_flight::aim::QuadraticAim<D>,
        throw: usize,
    ) -> Answer<D> {
        // climbs hit on the way down
        let is_last = matches!(
            self.planner,
            Planner::LoftedAtSpeed | Planner::WithClimbSpeed | Planner::Lob
        );
        let hits = aim.hits(&self.plan(throw))?;
        let chosen = if is_last { hits.last() } else { hits.first() };
        chosen.copied().ok_or(AimError::NeverMet)
    }
}
