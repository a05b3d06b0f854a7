//! The condition that a flight passes a point, where its leading terms cancel: near the straight line, and late.

use nalgebra::{ComplexField, SVector};

use super::super::drag_model::DragModel;
use super::super::problem::{AimProblem, dot, sum};
use super::hit_kinematics::polynomial;
use super::jet::Quantity;
use super::monotone::MonotoneFunction;
use super::passing::{apart, beside_coefficients, quartic};
use super::weighted_sum::squared;

/// The form of the condition under linear drag: other terms cancel early than late.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) enum Stage {
    Early,
    Late,
}

/// Coefficients of polynomials in t, of the parts across c. The point is at the target for N = R and at the launch for N = 0.
struct LinePolynomials<const D: usize> {
    /// `N = q·r`
    near: [f64; 5],
    /// `M = |r|² - q·r`
    rest: [f64; 5],
    /// `R = |r|²`
    square: [f64; 5],
    point: SVector<f64, D>,
    /// The parts of r₀, v and a.
    way: [SVector<f64, D>; 3],
    /// `ĉ·q`
    above: f64,
    /// `ĉ·r₀, ĉ·v, ĉ·a`
    along: [f64; 3],
}

impl<const D: usize> LinePolynomials<D> {
    fn new(problem: &AimProblem<D>, point: &SVector<f64, D>) -> Self {
        let (q, way) = apart(problem, point);
        let (c, target) = (&problem.air.constant, &problem.relative_target);
        let normal = c / c.norm_squared();
        let parts = [target.start, target.velocity, target.acceleration];
        let minus_one = |terms: [f64; 5]| terms.map(|term| -term);
        Self {
            near: beside_coefficients(&q, &way, 0.0),
            rest: minus_one(beside_coefficients(&q, &way, 1.0)),
            square: minus_one(beside_coefficients(&SVector::zeros(), &way, 1.0)),
            point: q,
            way,
            above: dot(&normal, point),
            along: parts.map(|part| dot(&normal, &part)),
        }
    }

    /// R as a sum of squares: right to rounding even if the target comes near the launch.
    fn square_at<Q: Quantity>(&self, time: Q) -> Q {
        let r: [Q; D] = core::array::from_fn(|i| polynomial(time, self.way.map(|part| part[i])));
        squared(&r)
    }

    /// The coefficients of `R ĉ·q - N (ĉ·r)` with these parts of ĉ·r: terms cancel in the coefficients, not at each time.
    fn over(&self, parts: [f64; 3]) -> [f64; 5] {
        let (q, way) = (&self.point, &self.way);
        let both = |j: usize, k: usize| {
            let (one, two) = (dot(q, &way[j]) * parts[k], dot(q, &way[k]) * parts[j]);
            sum(2.0 * self.above * dot(&way[j], &way[k]), -sum(one, two))
        };
        [
            0.5 * both(0, 0),
            both(0, 1),
            0.5 * sum(both(1, 1), both(0, 2)),
            0.5 * both(1, 2),
            0.125 * both(2, 2),
        ]
    }
}

/// [`passing`](super::passing::passing) with r instead of ℓ, in polynomials that do not cancel: with `α = N/R`,
///
/// ```text
/// α S₁(t) - S₁(τ) + P/R = 0        P = R ĉ·q - N (ĉ·r)
/// ```
pub(super) fn lined_up<Q: Quantity, const D: usize>(
    problem: &AimProblem<D>,
    point: &SVector<f64, D>,
    stage: Stage,
    time: Q,
) -> Q {
    let line = LinePolynomials::new(problem, point);
    match (problem.air.model, stage) {
        (DragModel::Rational(rate), _) => rational(problem, &line, rate, time),
        (DragModel::Linear(rate), Stage::Early) => early(&line, rate, time),
        (DragModel::Linear(rate), Stage::Late) => late(&line, rate, time),
    }
}

/// With `S₁ = S²/2(1 - kS)` the condition is a polynomial over `R (R + kt M)`. With `L = P + N t²/2`, in which `ĉ·a - 1`
/// replaces ĉ·a,
///
/// ```text
/// R L - N² t²/2 + kt M P = 0
/// ```
///
/// Its leading terms for late times cancel in the coefficients.
fn rational<Q: Quantity, const D: usize>(
    problem: &AimProblem<D>,
    line: &LinePolynomials<D>,
    rate: f64,
    time: Q,
) -> Q {
    let [start, velocity, acceleration] = line.along;
    let c = &problem.air.constant;
    let relative = if problem.air.model.is_free() {
        dot(&(c / c.norm_squared()), &problem.pull)
    } else {
        sum(acceleration, -1.0)
    };
    let products = [
        (line.square, line.over([start, velocity, relative]), 0, 1.0),
        (line.near, line.near, 2, -0.5),
        (line.rest, line.over(line.along), 1, rate),
    ];
    // for each power of t: the sum of the products, and the sum of their sizes
    let mut terms = [[0.0; 2]; 11];
    for (one, other, power, factor) in products {
        for (j, one) in one.iter().enumerate() {
            for (k, other) in other.iter().enumerate() {
                let product = factor * one * other;
                let [value, size] = &mut terms[j + k + power];
                *value += product;
                *size += ComplexField::abs(product);
            }
        }
    }
    let (mut total, mut power) = (Q::constant(0.0), Q::constant(1.0));
    for [value, size] in terms {
        // each product has four rounded factors: a smaller sum is rounding
        if ComplexField::abs(value) > 32.0 * f64::EPSILON * size {
            total = total + power.scaled(value);
        }
        power = power * time;
    }
    total
}

/// `α S₁(t) - S₁(τ)` as an integral that shows its factors M and N, which are zero at the ends of the way. With
/// `e = (e^γt - 1)/γ`,
///
/// ```text
/// M N e² J + R P = 0        J = ∫ s ds / (1 + γe s)(1 + γe (M/R) s), s from 0 to 1
/// ```
fn early<Q: Quantity, const D: usize>(line: &LinePolynomials<D>, rate: f64, time: Q) -> Q {
    let [near, rest, over] = [line.near, line.rest, line.over(line.along)]
        .map(|coefficients| quartic(time, coefficients));
    let square = line.square_at(time);
    let left = time.through(MonotoneFunction::Left(rate));
    let grown = time.through(MonotoneFunction::Glide(DragModel::Linear(rate)))
        * left.through(MonotoneFunction::Inverse);
    // the factors γe and γe M/R of the integrand
    let (whole, part) = (
        grown.scaled(rate),
        grown.scaled(rate) * rest * square.through(MonotoneFunction::Inverse),
    );
    let one = Q::constant(1.0);
    // J by Gauss-Legendre quadrature
    let mut integral = Q::constant(0.0);
    for [node, weight] in GAUSS_LEGENDRE {
        let below = (one + whole.scaled(node)) * (one + part.scaled(node));
        integral = integral
            + below
                .through(MonotoneFunction::Inverse)
                .scaled(node * weight);
    }
    rest * near * grown.squared() * integral + square * over
}

/// Up to this γt [`early`] is used: there γe ≤ 0.29, and the quadrature is right to rounding.
pub(super) const EARLY: f64 = 0.25;

/// Nodes and weights of order 16 on the interval from 0 to 1.
const GAUSS_LEGENDRE: [[f64; 2]; 8] = [
    [0.019855071751231856, 0.05061426814518809],
    [0.10166676129318658, 0.11119051722668723],
    [0.2372337950418355, 0.1568533229389437],
    [0.4082826787521751, 0.181341891689181],
    [0.591717321247825, 0.181341891689181],
    [0.7627662049581645, 0.1568533229389437],
    [0.8983332387068135, 0.11119051722668723],
    [0.9801449282487682, 0.05061426814518809],
];

/// `S₁(t) = (t/γ - 1/γ²) + e^-γt/γ²` is a line in t and a part that fades. The line is subtracted from ĉ·r in the
/// coefficients.
fn late<Q: Quantity, const D: usize>(line: &LinePolynomials<D>, rate: f64, time: Q) -> Q {
    let model = DragModel::Linear(rate);
    let longest = model.longest();
    let [start, velocity, acceleration] = line.along;
    let parts = [
        sum(start, longest / rate),
        sum(velocity, -1.0 / rate),
        acceleration,
    ];
    let inverse = line.square_at(time).through(MonotoneFunction::Inverse);
    // α e^-γt/γ² - S₁(τ) + (R ĉ·q - N (ĉ·r - line))/R
    let share = quartic(time, line.near) * inverse;
    let fading = time
        .through(MonotoneFunction::Left(rate))
        .scaled(longest / rate);
    let under = (share * time.through(MonotoneFunction::Glide(model)))
        .through(MonotoneFunction::Fall(model));
    share * fading - under + quartic(time, line.over(parts)) * inverse
}
