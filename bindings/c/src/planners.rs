//! Launches that hit, by the planners of each model.

use kinstep::aim::{AimError, Arcs, Hits, Launch, Order, Plan};
use kinstep::ballistics::{Ballistics, QuadraticAir};

use crate::model::KnownModel;
use crate::status::{Failure, OrStatus, Outcome, Status};

pub(crate) type Answer = Result<Launch<f64, 3>, AimError<f64>>;

fn chosen(arcs: Arcs<f64, 3>, lofted: bool) -> Launch<f64, 3> {
    if lofted { arcs.lofted } else { arcs.direct }
}

/// A plan that a model does not have.
fn missing(plan: &Plan<f64, 3>, model: &str) -> Failure {
    Failure::invalid(format_args!("{model} has no planner for {plan:?}"))
}

/// Answers orders, each for itself.
pub(crate) fn answer(
    model: &KnownModel,
    plan: &Plan<f64, 3>,
    lofted: bool,
    orders: &[Order<f64, 3>],
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
    air: &QuadraticAir<f64, 3>,
    plan: &Plan<f64, 3>,
    lofted: bool,
    order: &Order<f64, 3>,
) -> Outcome<Answer> {
    let aim = (air.aim(order.from, order.target))
        .moving(order.target_velocity)
        .accelerating(order.target_acceleration)
        .shooter_moving(order.shooter_velocity);
    match *plan {
        Plan::Time(time) => Ok(aim.in_time(time)),
        Plan::Speed(speed) => Ok(aim.at_speed(speed).map(|arcs| chosen(arcs, lofted))),
        Plan::LeastSpeed => Ok(aim.with_least_speed()),
        _ => Err(missing(plan, "quadratic drag")),
    }
}

/// All launches that hit, in the order of their times of flight.
pub(crate) fn hits(
    model: &KnownModel,
    plan: &Plan<f64, 3>,
    order: &Order<f64, 3>,
) -> Outcome<Vec<Launch<f64, 3>>> {
    let many = |hits: Result<Hits<f64, 3>, AimError<f64>>| {
        hits.map(|hits| hits.to_vec()).or_status(Status::NoAnswer)
    };
    let one = |answer: Answer| {
        answer
            .map(|launch| vec![launch])
            .or_status(Status::NoAnswer)
    };
    match (model, *plan) {
        (KnownModel::Linear(air), _) => many(linear(air, order).hits(plan)),
        (KnownModel::Quadratic(air), Plan::Speed(speed)) => many(
            (air.aim(order.from, order.target))
                .moving(order.target_velocity)
                .accelerating(order.target_acceleration)
                .shooter_moving(order.shooter_velocity)
                .hits_at_speed(speed),
        ),
        (KnownModel::Engine(step), _) => many(
            (step.aim(order.from, order.target))
                .moving(order.target_velocity)
                .accelerating(order.target_acceleration)
                .shooter_moving(order.shooter_velocity)
                .hits(plan),
        ),
        (KnownModel::Quadratic(air), _) => one(in_quadratic_air(air, plan, false, order)?),
    }
}

fn linear(air: &Ballistics<f64, 3>, order: &Order<f64, 3>) -> kinstep::aim::Aim<f64, 3> {
    (air.aim(order.from, order.target))
        .moving(order.target_velocity)
        .accelerating(order.target_acceleration)
        .shooter_moving(order.shooter_velocity)
}
