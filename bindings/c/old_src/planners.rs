//! Launches that hit, by the planners of each model.

use kinstep_flight::aim::{AimError, Hits, Launch, Order, Plan};
use kinstep_flight::{Ballistics, QuadraticAir};

use crate::model::KnownModel;
use crate::status::{Failure, OrStatus, Outcome, Status};

pub(crate) type Answer = Result<Launch<3>, AimError>;

/// A plan that a model does not have.
fn missing(plan: &Plan<3>, model: &str) -> Failure {
    Failure::invalid(format_args!("{model} has no planner for {plan:?}"))
}

/// Answers orders, each for itself.
pub(crate) fn answer(
    model: &KnownModel,
    plan: &Plan<3>,
    lofted: bool,
    orders: &[Order<3>],
    answers: &mut [Answer],
) -> Outcome {
    match model {
        KnownModel::Linear(air) if lofted => {
            (air.loft_all(orders, plan, answers)).or_status(Status::InvalidArgument)
        }
        KnownModel::Linear(air) => {
            (air.aim_all(orders, plan, answers)).or_status(Status::InvalidArgument)
        }
        KnownModel::Quadratic(air) => {
            for (order, answer) in orders.iter().zip(answers) {
                *answer = in_quadratic_air(air, plan, lofted, order)?;
            }
            Ok(())
        }
        KnownModel::Engine(step) if lofted => {
            (step.loft_all(orders, plan, answers)).or_status(Status::InvalidArgument)
        }
        KnownModel::Engine(step) => {
            (step.aim_all(orders, plan, answers)).or_status(Status::InvalidArgument)
        }
    }
}

fn in_quadratic_air(
    air: &QuadraticAir<3>,
    plan: &Plan<3>,
    lofted: bool,
    order: &Order<3>,
) -> Outcome<Answer> {
    // climbs hit on the way down
    let is_last = lofted || matches!(plan, Plan::ClimbSpeed(_) | Plan::Lob(_));
    let chosen = |hits: &Hits<3>| if is_last { hits.last() } else { hits.first() }.copied();
    match quadratic(air, order).hits(plan) {
        Err(AimError::NoPlanner) => Err(missing(plan, "quadratic drag")),
        hits => Ok(hits.and_then(|hits| chosen(&hits).ok_or(AimError::NeverMet))),
    }
}

fn quadratic(air: &QuadraticAir<3>, order: &Order<3>) -> kinstep_flight::aim::QuadraticAim<3> {
    (air.aim(order.from, order.target))
        .moving(order.target_velocity)
        .accelerating(order.target_acceleration)
        .shooter_moving(order.shooter_velocity)
}

/// All launches that hit, in the order of their times of flight.
pub(crate) fn hits(
    model: &KnownModel,
    plan: &Plan<3>,
    order: &Order<3>,
) -> Outcome<Vec<Launch<3>>> {
    let many = |hits: Result<Hits<3>, AimError>| {
        hits.map(|hits| hits.to_vec()).or_status(Status::NoAnswer)
    };
    match model {
        KnownModel::Linear(air) => many(linear(air, order).hits(plan)),
        KnownModel::Quadratic(air) => match quadratic(air, order).hits(plan) {
            Err(AimError::NoPlanner) => Err(missing(plan, "quadratic drag")),
            hits => many(hits),
        },
        KnownModel::Engine(step) => many(
            (step.aim(order.from, order.target))
                .moving(order.target_velocity)
                .accelerating(order.target_acceleration)
                .shooter_moving(order.shooter_velocity)
                .hits(plan),
        ),
    }
}

fn linear(air: &Ballistics<3>, order: &Order<3>) -> kinstep_flight::aim::Aim<3> {
    (air.aim(order.from, order.target))
        .moving(order.target_velocity)
        .accelerating(order.target_acceleration)
        .shooter_moving(order.shooter_velocity)
}
