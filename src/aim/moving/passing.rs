//! Points on the way to the target.

use nalgebra::SVector;

use super::super::task::{Task, dot, sum};
use super::curve::Curve;
use super::jet::Quantity;
use super::throw::{across, polynomial, squared};

/// What is across c: a point q, and r₀, v and a of the target.
fn apart<const D: usize>(
    task: &Task<D>,
    point: &SVector<f64, D>,
) -> (SVector<f64, D>, [SVector<f64, D>; 3]) {
    let unit = task.air.constant.normalize();
    let chase = &task.chase;
    let way = [chase.start, chase.velocity, chase.acceleration];
    (across(point, &unit), way.map(|part| across(&part, &unit)))
}

/// `q·r - α |r|²`, across c: its coefficients are what cancels.
pub(super) fn beside<Q: Quantity, const D: usize>(
    task: &Task<D>,
    point: &SVector<f64, D>,
    share: f64,
    time: Q,
) -> Q {
    let (q, [start, velocity, acceleration]) = apart(task, point);
    let less = |of: f64, square: f64| sum(of, -share * square);
    let bend = sum(velocity.norm_squared(), dot(&start, &acceleration));
    let early = [
        less(dot(&q, &start), start.norm_squared()),
        less(dot(&q, &velocity), 2.0 * dot(&start, &velocity)),
        less(dot(&q, &acceleration), 2.0 * bend),
    ];
    let late = [
        -share * dot(&velocity, &acceleration),
        -0.25 * share * acceleration.norm_squared(),
    ];
    let square = time.squared();
    polynomial(time, early) + square * (time.scaled(late[0]) + square.scaled(late[1]))
}

/// `-α ĉ·ℓ - S₁(τ) + ĉ·q` with `S(τ) = α S(t)`, where ℓ is `v₀ S` and `ĉ = c/|c|²`; `q = α r - β c` apart from what is across
/// r and c.
pub(super) fn passing<Q: Quantity, const D: usize>(
    task: &Task<D>,
    point: &SVector<f64, D>,
    time: Q,
) -> Q {
    let (c, model) = (&task.air.constant, task.air.model);
    let (q, way) = apart(task, point);
    let r: [Q; D] = core::array::from_fn(|i| polynomial(time, way.map(|part| part[i])));
    let share = polynomial(time, way.map(|part| dot(&q, &part)))
        * squared(&r).through(Curve::Inverse);
    let glide = share * time.through(Curve::Glide(model));
    let normal = c / c.norm_squared();
    let [start, velocity, pull, growth] = [
        task.chase.start,
        task.chase.velocity,
        task.pull,
        task.growth,
    ]
    .map(|part| dot(&normal, &part));
    let launched = Q::constant(start)
        + time.through(Curve::Glide(model)).scaled(velocity)
        + time.through(Curve::Sunk(model)).scaled(pull)
        + (time * time.through(Curve::Surge(model))).scaled(growth);
    Q::constant(dot(&normal, point)) - glide.through(Curve::Fall(model)) - share * launched
}
