//! Points on the way to the target.

use nalgebra::{ComplexField, SVector};

use super::super::drag_model::DragModel;
use super::super::problem::{AimProblem, dot, sum};
use super::hit_kinematics::polynomial;
use super::jet::Quantity;
use super::monotone::MonotoneFunction;
use super::weighted_sum::{across, squared};

/// What is across c: a point q, and r₀, v and a of the target.
fn apart<const D: usize>(
    problem: &AimProblem<D>,
    point: &SVector<f64, D>,
) -> (SVector<f64, D>, [SVector<f64, D>; 3]) {
    let unit = problem.air.constant.normalize();
    let relative_target = &problem.relative_target;
    let way = [
        relative_target.start,
        relative_target.velocity,
        relative_target.acceleration,
    ];
    (across(point, &unit), way.map(|part| across(&part, &unit)))
}

/// `q·r - α |r|²`, across c: its coefficients are what cancels.
pub(super) fn beside<Q: Quantity, const D: usize>(
    problem: &AimProblem<D>,
    point: &SVector<f64, D>,
    share: f64,
    time: Q,
) -> Q {
    let (q, [start, velocity, acceleration]) = apart(problem, point);
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

/// A point on the way: with `S(τ) = α S(t)` and `ĉ = c/|c|²`, where `q = α r - β c` apart from what is across r and c,
///
/// ```text
/// α S₁(t) - S₁(τ) + ĉ·(q - α r) = 0        S₁(t) - ĉ·r = -ĉ·ℓ, ℓ = r₀ + v S + q S₁ + γ a S₂
/// ```
struct WayPassing<Q, const D: usize> {
    /// Parts of r₀, v and a across c.
    way: [SVector<f64, D>; 3],
    point: SVector<f64, D>,
    normal: SVector<f64, D>,
    /// α
    share: Q,
    /// S₁(τ)
    under: Q,
    /// `1/|r|²`, across c.
    inverse: Q,
}

impl<Q: Quantity, const D: usize> WayPassing<Q, D> {
    fn new(problem: &AimProblem<D>, point: &SVector<f64, D>, time: Q) -> Self {
        let (c, model) = (&problem.air.constant, problem.air.model);
        let (q, way) = apart(problem, point);
        let r: [Q; D] = core::array::from_fn(|i| polynomial(time, way.map(|part| part[i])));
        let inverse = squared(&r).through(MonotoneFunction::Inverse);
        let share = polynomial(time, way.map(|part| dot(&q, &part))) * inverse;
        let glide = share * time.through(MonotoneFunction::Glide(model));
        Self {
            way,
            point: q,
            normal: c / c.norm_squared(),
            share,
            under: glide.through(MonotoneFunction::Fall(model)),
            inverse,
        }
    }
}

/// The condition with ℓ: what target and flight have in common cancels.
pub(super) fn passing<Q: Quantity, const D: usize>(
    problem: &AimProblem<D>,
    point: &SVector<f64, D>,
    time: Q,
) -> Q {
    let (passing, model) = (WayPassing::new(problem, point, time), problem.air.model);
    let along = |part: &SVector<f64, D>| dot(&passing.normal, part);
    let launched = Q::constant(along(&problem.relative_target.start))
        + (time.through(MonotoneFunction::Glide(model)))
            .scaled(along(&problem.relative_target.velocity))
        + (time.through(MonotoneFunction::Sunk(model))).scaled(along(&problem.pull))
        + (time * time.through(MonotoneFunction::Surge(model))).scaled(along(&problem.growth));
    Q::constant(along(point)) - passing.under - passing.share * launched
}

/// In which form a condition takes `S₁(t)`: early and late, other terms cancel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) enum Stage {
    /// As it is.
    Early,
    /// As a line in t and what fades: `t/γ - 1/γ² + e^-γt/γ²`; rational: `t/γ - 2/γ² + 2 A/γ²`.
    Late,
}

/// The same with r: what point and target have in common cancels, in the coefficients of `|r|² ĉ·q - (q·r) ĉ·r`, in which
/// vectors are across c.
///
/// A part of `S₁(t)` that is a polynomial in t is subtracted from the coefficients of `ĉ·r`: without drag that is all of
/// it, late the line that it tends to.
pub(super) fn lined_up<Q: Quantity, const D: usize>(
    problem: &AimProblem<D>,
    point: &SVector<f64, D>,
    stage: Stage,
    time: Q,
) -> Q {
    let (passing, relative_target) = (
        WayPassing::new(problem, point, time),
        &problem.relative_target,
    );
    let (q, way, model) = (&passing.point, &passing.way, problem.air.model);
    let along = |part: &SVector<f64, D>| dot(&passing.normal, part);
    let above = along(point);
    let [start, velocity, acceleration] = [
        relative_target.start,
        relative_target.velocity,
        relative_target.acceleration,
    ]
    .map(|part| along(&part));
    let (rate, longest) = (model.drag_rate(), model.longest());
    let (parts, fallen) = if model.is_free() {
        let relative = sum(acceleration, -1.0);
        ([start, velocity, relative], Q::constant(0.0))
    } else if stage == Stage::Late {
        let (start, velocity) = (sum(start, longest / rate), sum(velocity, -1.0 / rate));
        let left = match model {
            DragModel::Linear(rate) => time.through(MonotoneFunction::Left(rate)),
            DragModel::Rational(_) => time.through(MonotoneFunction::Spread(model)),
        };
        ([start, velocity, acceleration], left.scaled(longest / rate))
    } else {
        let fallen = time.through(MonotoneFunction::Sunk(model));
        ([start, velocity, acceleration], fallen)
    };
    let both = |j: usize, k: usize| {
        let (one, two) = (dot(q, &way[j]) * parts[k], dot(q, &way[k]) * parts[j]);
        sum(2.0 * above * dot(&way[j], &way[k]), -sum(one, two))
    };
    let early = [0.5 * both(0, 0), both(0, 1), sum(both(1, 1), both(0, 2))];
    let (third, fourth) = (0.5 * both(1, 2), 0.125 * both(2, 2));
    if model.is_free() {
        let relative = [early[0], early[1], 0.5 * early[2], third, fourth];
        return lined_up_freely(q, way, relative, time);
    }
    let square = time.squared();
    let late = square * (time.scaled(third) + square.scaled(fourth));
    passing.share * fallen - passing.under + (polynomial(time, early) + late) * passing.inverse
}

/// The same without drag, times `|r|⁴`: with L for the polynomial that `relative` has the coefficients of,
///
/// ```text
/// |r|² L - (q·r)² t²/2 = 0
/// ```
///
/// in powers of t, so that what both terms tend to late cancels in the coefficients.
fn lined_up_freely<Q: Quantity, const D: usize>(
    point: &SVector<f64, D>,
    [start, velocity, acceleration]: &[SVector<f64, D>; 3],
    relative: [f64; 5],
    time: Q,
) -> Q {
    let middle = sum(velocity.norm_squared(), dot(start, acceleration));
    let square = [
        start.norm_squared(),
        2.0 * dot(start, velocity),
        middle,
        dot(velocity, acceleration),
        0.25 * acceleration.norm_squared(),
    ];
    let [near, nearing, more] = [start, velocity, acceleration].map(|part| dot(point, part));
    let along = [near, nearing, 0.5 * more];
    // a sum of products, and how large these are
    let mut terms = [[0.0; 2]; 9];
    let mut note = |power: usize, product: f64| {
        terms[power][0] += product;
        terms[power][1] += ComplexField::abs(product);
    };
    for (j, one) in square.iter().enumerate() {
        for (k, other) in relative.iter().enumerate() {
            note(j + k, one * other);
        }
    }
    for (j, one) in along.iter().enumerate() {
        for (k, other) in along.iter().enumerate() {
            note(j + k + 2, -0.5 * (one * other));
        }
    }
    let (mut total, mut power) = (Q::constant(0.0), Q::constant(1.0));
    for [value, size] in terms {
        // four factors, each with a rounding of its own
        if ComplexField::abs(value) > 32.0 * f64::EPSILON * size {
            total = total + power.scaled(value);
        }
        power = power * time;
    }
    total
}
