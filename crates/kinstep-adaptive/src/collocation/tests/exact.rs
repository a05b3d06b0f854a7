//! Tests of exact cases: the polynomials, free bodies, and laws alone.

use dashu_float::{FBig, round::mode::HalfEven};
use nalgebra::{Matrix3, SVector, Vector3};

use super::*;
use crate::collocation::tables::{AT_END, COUNT, NEWTON, NODES, POINTS, POWERS};
use crate::collocation::tables::{Law, Row};

pub(super) type Big = FBig<HalfEven, 2>;

const BITS: usize = 300;

pub(super) fn big(value: f64) -> Big {
    let value = Big::try_from(value).expect("a finite number");
    value.with_precision(BITS).value()
}

/// Returns the Radau polynomial `P₇(2τ - 1) + P₈(2τ - 1)`.
fn radau(tau: &Big) -> Big {
    let x = big(2.0) * tau - big(1.0);
    let (mut before, mut now) = (big(1.0), x.clone());
    let mut sum = big(0.0);
    for n in 1..8_u8 {
        let n = f64::from(n);
        let next = (big(2.0 * n + 1.0) * &x * &now - big(n) * &before) / big(n + 1.0);
        (before, now) = (now, next);
        sum = &before + &now;
    }
    sum
}

/// Returns 0 and the roots of the Radau polynomial.
pub(super) fn roots() -> Vec<Big> {
    let step = big(1e-20);
    let root = |node: f64| {
        let mut root = big(node);
        for _ in 0..8 {
            let slope = (radau(&(&root + &step)) - radau(&(&root - &step))) / (&step + &step);
            root -= radau(&root) / slope;
        }
        assert!(radau(&root).to_f64().value().abs() < 1e-60);
        root
    };
    let mut roots = vec![big(0.0)];
    roots.extend(NODES[1..].iter().map(|node| root(*node)));
    roots
}

/// The nodes are the floats nearest to the roots, and the coefficients are the floats nearest to
/// those of the products.
#[test]
fn polynomials_of_the_nodes_have_all_digits() {
    let nodes = roots();
    for (root, node) in nodes.iter().zip(NODES) {
        assert_eq!(root.to_f64().value(), node);
    }
    let mut polynomial = vec![big(1.0)];
    for (k, coefficients) in NEWTON.iter().enumerate() {
        let rounded = polynomial.iter().map(|value| value.to_f64().value());
        assert!(rounded.eq(coefficients[..=k].iter().copied()), "{k}");
        assert!(coefficients[k + 1..].iter().all(|value| *value == 0.0));
        let end = polynomial.iter().fold(big(0.0), |sum, value| sum + value);
        let end = end.to_f64().value();
        assert!((AT_END[k] - end).abs() < 8.0 * f64::EPSILON * end);
        let Some(node) = nodes.get(k) else { break };
        let mut next = vec![big(0.0); polynomial.len() + 1];
        for (m, value) in polynomial.iter().enumerate() {
            next[m + 1] += value;
            next[m] -= value * node;
        }
        polynomial = next;
    }
    // Π₈ is orthogonal to all lower degrees except one, and is 1/6435 at the end
    for q in 0..=6_u8 {
        let integral = polynomial
            .iter()
            .zip(1_u8..)
            .fold(big(0.0), |sum, (value, m)| {
                sum + value / big(f64::from(m + q))
            });
        assert!(integral.to_f64().value().abs() < 1e-50);
    }
    assert!((AT_END[8] * 6435.0 - 1.0).abs() < 1e-14);
}

/// For a free body, the rows integrate powers exactly: `∬ τᵐ = τ^(m+2)/((m+1)(m+2))`, as in IAS15.
#[test]
fn a_free_body_integrates_powers() {
    let law = Law::new(&LinearLaw::<f64, 2>::free(), 1);
    let mut worst = [0.0_f64; 2];
    for share in POINTS {
        let mut row = [Row::ZERO];
        law.set_rows(share, 1.0, &mut row);
        let [row] = row;
        for (m, coefficients) in POWERS.iter().enumerate() {
            let sum = |which: usize| -> f64 {
                (0..COUNT)
                    .map(|k| row.terms[k][which] * coefficients[k])
                    .sum()
            };
            let (order, power) = (m as f64, share.powi(m as i32 + 1));
            let errors = [
                sum(0) - power * share / ((order + 1.0) * (order + 2.0)),
                sum(1) - power / (order + 1.0),
            ];
            for (worst, error) in worst.iter_mut().zip(errors) {
                *worst = worst.max(error.abs());
            }
        }
    }
    println!("{worst:?}"); // 1.9e-17, 1.2e-16
    assert!(worst.iter().all(|worst| *worst < 2.0 * f64::EPSILON));
    // for a free body the term of the error estimate for order reduction is zero
    let mut row = [Row::ZERO];
    law.set_rows(1.0, 1.0, &mut row);
    assert!(row[0].terms[8].iter().all(|term| term.abs() < f64::EPSILON));
}

/// A step under a law alone is equal to its flow, to the rounding of the terms, and of the phase if
/// the law gyrates.
fn is_flow<const D: usize>(law: &LinearLaw<f64, D>, x: [f64; D], v: [f64; D], time: f64) {
    let mut radau = Method::new(&[*law], 1e-12, false);
    let mut equations = Rest::new(|_, _: &[f64], _: &[f64], a: &mut [f64]| a.fill(0.0));
    for h in [1e-3, 0.3, 10.0, -0.7, -3.0] {
        radau.collocation.forget();
        let (largest, factor, evaluations) =
            radau.attempt(&mut equations, [time, h], &state(&x, &v));
        assert_eq!((largest.error, factor), (0.0, 3.0));
        assert!(evaluations <= 9);
        let change = &radau.work.change;
        let (x, v) = (SVector::from(x), SVector::from(v));
        let truth = law.increment(&x, &v, time, h);
        let phase = if law.is_isotropic() {
            0.0
        } else {
            law.gyration.norm() * h.abs()
        };
        for d in 0..D {
            let way = truth.position[d] + h * v[d];
            let scale = [
                truth.position[d].abs() + (h * v[d]).abs(),
                truth.velocity[d].abs(),
            ];
            let scale = [scale[0] + x.norm(), scale[1] + v.norm()];
            let errors = [change.x[d] - way, change.v[d] - truth.velocity[d]];
            for (error, scale) in errors.into_iter().zip(scale) {
                assert!(
                    error.abs() <= (4.0 + phase) * f64::EPSILON * scale,
                    "{h}: {error:e} of {scale:e}"
                );
            }
        }
    }
}

#[test]
fn without_a_rest_a_step_is_the_flow() {
    let damped = LinearLaw::spring(25.0) + LinearLaw::drag(0.5);
    let damped = damped + LinearLaw::gravity([0.0, -9.81]).ramping([0.3, 0.1]);
    is_flow(&damped, [1.0, 0.0], [0.0, 2.0], 2.5);
    is_flow(&LinearLaw::drag(3.0), [1.0, 0.0], [0.0, 2.0], 0.0);
    is_flow(&LinearLaw::<f64, 2>::free(), [1.0, 0.0], [0.0, 2.0], 0.0);
    let field = LinearLaw::gyrating(2.0) + LinearLaw::gravity([0.0, -9.81]).ramping([0.3, 0.1]);
    is_flow(&field, [1.0, 0.5], [0.1, 2.0], 1.0);
    is_flow(&LinearLaw::rotating_frame(0.7), [1.0, 0.5], [0.1, 2.0], 1.0);
    let space = LinearLaw::gyrating(Vector3::new(0.3, -2.0, 1.1)) + LinearLaw::drag(0.2);
    is_flow(&space, [1.0, 0.5, -3.0], [0.1, 2.0, 0.4], 1.0);
    let tide = Matrix3::new(-2.0, 0.3, 0.1, 0.3, -3.0, 0.2, 0.1, 0.2, -1.0);
    let ramp = LinearLaw::gravity([0.1, 0.2, 0.3]).ramping([0.3, -0.1, 0.2]);
    is_flow(
        &(space + LinearLaw::tidal(tide) + ramp),
        [1.0, 0.5, -3.0],
        [0.1, 2.0, 0.4],
        1.0,
    );
}
