//! Points on the way to the target.

use nalgebra::SVector;

use super::super::task::Task;
use super::curve::Curve;
use super::jet::Quantity;
use super::throw::{polynomial, scalar, squared};
use crate::space::split;

/// What is across c, for points and targets on the way.
struct Across<Q, const D: usize> {
    /// q
    point: SVector<f64, D>,
    /// r
    way: [Q; D],
}

impl<Q: Quantity, const D: usize> Across<Q, D> {
    fn new(task: &Task<D>, point: &SVector<f64, D>, time: Q) -> Self {
        let (c, chase) = (&task.air.constant, &task.chase);
        let unit = c.normalize();
        let across = |vector: &SVector<f64, D>| split(vector, &unit).1;
        let parts = [chase.start, chase.velocity, chase.acceleration].map(|part| across(&part));
        Self {
            point: across(point),
            way: core::array::from_fn(|i| polynomial(time, parts.map(|part| part[i]))),
        }
    }
}

/// `q·r - α |r|²`, across c.
pub(super) fn beside<Q: Quantity, const D: usize>(
    task: &Task<D>,
    point: &SVector<f64, D>,
    share: f64,
    time: Q,
) -> Q {
    let across = Across::new(task, point, time);
    scalar(&across.way, &across.point) - squared(&across.way).scaled(share)
}

/// `α S₁(t) - S₁(τ) - β` with `S(τ) = α S(t)`, where `q = α r - β c` apart from what is across r and c.
pub(super) fn passing<Q: Quantity, const D: usize>(
    task: &Task<D>,
    point: &SVector<f64, D>,
    time: Q,
) -> Q {
    let (c, model, chase) = (&task.air.constant, task.air.model, &task.chase);
    let across = Across::new(task, point, time);
    let share = scalar(&across.way, &across.point) * squared(&across.way).through(Curve::Inverse);
    let ways = [chase.start, chase.velocity, chase.acceleration].map(|part| c.dot(&part));
    let above = (share * polynomial(time, ways) - Q::constant(point.dot(c)))
        .scaled(1.0 / c.norm_squared());
    let glide = share * time.through(Curve::Glide(model));
    share * time.through(Curve::Sunk(model)) - glide.through(Curve::Fall(model)) - above
}
