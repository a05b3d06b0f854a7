//! The condition that a flight passes a point.

use nalgebra::SVector;

use super::super::problem::{AimProblem, dot, sum};
use super::hit_kinematics::polynomial;
use super::jet::Quantity;
use super::monotone::MonotoneFunction;
use super::weighted_sum::{across, squared};

/// The parts across c of a point q, and of r₀, v and a of the target.
pub(super) fn apart<const D: usize>(
    problem: &AimProblem<D>,
    point: &SVector<f64, D>,
) -> (SVector<f64, D>, [SVector<f64, D>; 3]) {
    let unit = problem.air.constant.normalize();
    let relative_target = &problem.relative_target;
    let (acceleration, pull) = (relative_target.acceleration, problem.pull);
    // without drag the pull is a - c, which equals a across c; take the shorter: there a and c have already cancelled
    let is_shorter = problem.air.model.is_free() && pull.norm() < acceleration.norm();
    let bend = if is_shorter { pull } else { acceleration };
    let way = [relative_target.start, relative_target.velocity, bend];
    (across(point, &unit), way.map(|part| across(&part, &unit)))
}

/// `q·r - α |r|²` across c: zero when the point is at the share α of the way. Terms cancel in the coefficients.
pub(super) fn beside<Q: Quantity, const D: usize>(
    problem: &AimProblem<D>,
    point: &SVector<f64, D>,
    share: f64,
    time: Q,
) -> Q {
    let (q, way) = apart(problem, point);
    quartic(time, beside_coefficients(&q, &way, share))
}

/// Its coefficients of `1, t … t⁴`.
pub(super) fn beside_coefficients<const D: usize>(
    q: &SVector<f64, D>,
    [start, velocity, acceleration]: &[SVector<f64, D>; 3],
    share: f64,
) -> [f64; 5] {
    let less = |of: f64, square: f64| sum(of, -share * square);
    let bend = sum(velocity.norm_squared(), dot(start, acceleration));
    [
        less(dot(q, start), start.norm_squared()),
        less(dot(q, velocity), 2.0 * dot(start, velocity)),
        0.5 * less(dot(q, acceleration), 2.0 * bend),
        -share * dot(velocity, acceleration),
        -0.25 * share * acceleration.norm_squared(),
    ]
}

/// `Σ aₙ tⁿ`
pub(super) fn quartic<Q: Quantity>(time: Q, [a, b, c, d, e]: [f64; 5]) -> Q {
    let square = time.squared();
    let early = Q::constant(a) + time * (Q::constant(b) + time.scaled(c));
    early + square * (time.scaled(d) + square.scaled(e))
}

/// A flight through a point `q = α r - β c` (in the plane of r and c), with `S(τ) = α S(t)` and `ĉ = c/|c|²`:
///
/// ```text
/// α S₁(t) - S₁(τ) + ĉ·(q - α r) = 0        S₁(t) - ĉ·r = -ĉ·ℓ, ℓ = r₀ + v S + q S₁ + γ a S₂
/// ```
///
/// The condition is evaluated with ℓ, in which the common motion of target and flight has cancelled.
pub(super) fn passing<Q: Quantity, const D: usize>(
    problem: &AimProblem<D>,
    point: &SVector<f64, D>,
    time: Q,
) -> Q {
    let (c, model, target) = (
        &problem.air.constant,
        problem.air.model,
        &problem.relative_target,
    );
    let (q, way) = apart(problem, point);
    // α = q·r/|r|², across c
    let r: [Q; D] = core::array::from_fn(|i| polynomial(time, way.map(|part| part[i])));
    let inverse = squared(&r).through(MonotoneFunction::Inverse);
    let share = polynomial(time, way.map(|part| dot(&q, &part))) * inverse;
    // S₁(τ) from S(τ) = α S(t)
    let glide = time.through(MonotoneFunction::Glide(model));
    let under = (share * glide).through(MonotoneFunction::Fall(model));
    let normal = c / c.norm_squared();
    let along = |part: &SVector<f64, D>| dot(&normal, part);
    // ĉ·ℓ
    let launched = Q::constant(along(&target.start))
        + glide.scaled(along(&target.velocity))
        + (time.through(MonotoneFunction::Sunk(model))).scaled(along(&problem.pull))
        + (time * time.through(MonotoneFunction::Surge(model))).scaled(along(&problem.growth));
    Q::constant(along(point)) - under - share * launched
}
