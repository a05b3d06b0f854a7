//! The conditions of order, and the order of the steps and of the states inside them.

use super::dense::weights;
use super::tableau::{DENSE, ERROR_3, ERROR_5, NODES, ROWS, STAGES, WEIGHTS};
use super::{DormandPrince, LEAST_SHARE, STABLE};
use crate::adaptive::tests::problems::{Counted, norm};
use crate::adaptive::{ANY, Attempt, Columns};

fn moment(weights: &[f64], power: i32) -> f64 {
    let pairs = weights.iter().zip(NODES);
    pairs.map(|(weight, node)| weight * node.powi(power)).sum()
}

#[test]
fn moments_are_those_of_order_8() {
    for (row, node) in ROWS.iter().zip(NODES) {
        let size: f64 = row.iter().map(|weight| weight.abs()).sum();
        assert!((row.iter().sum::<f64>() - node).abs() <= 4.0 * f64::EPSILON * size);
    }
    for k in 0..8 {
        let misfit = moment(&WEIGHTS, k) - 1.0 / f64::from(k + 1);
        assert!(misfit.abs() < 1e-14, "{k}: {misfit:e}");
    }
    assert!((moment(&WEIGHTS, 8) - 1.0 / 9.0).abs() > 1e-6);
    for row in [&ERROR_3[..], &ERROR_5] {
        assert!(moment(row, 0).abs() < 1e-15);
    }
    for k in 0..5 {
        assert!(moment(&ERROR_5, k).abs() < 1e-14, "{k}");
    }
    // the last four terms vanish in the integral of a constant
    for row in DENSE {
        assert!(row.iter().sum::<f64>().abs() < 1e-12);
    }
}

/// `x' = v`, `v' = -x - v/2`, from (1, 0): the state after a number of equal steps to t = 4, and the largest error at 7 points
/// inside each.
fn errors(steps: u32) -> [f64; 2] {
    let mut equations = Counted {
        accelerate: |_, x, v, a| a[0] = -x[0] - 0.5 * v[0],
        evaluations: 0,
    };
    // x = e^(-t/4) (cos wt + sin wt/(4w)), w² = 15/16
    let w = (15.0_f64 / 16.0).sqrt();
    let truth = |t: f64| (-t / 4.0).exp() * ((w * t).cos() + (w * t).sin() / (4.0 * w));
    let h = 4.0 / f64::from(steps);
    let mut state = Columns::default();
    state.reset(1, 0);
    state.x[0] = 1.0;
    let mut method = DormandPrince::default();
    method.begin(1, 0);
    let (mut change, mut at) = (state.clone(), state.clone());
    let mut inside = 0.0_f64;
    for step in 0..steps {
        let time = f64::from(step) * h;
        let start = state.clone();
        let accelerations = [-start.x[0] - 0.5 * start.v[0]];
        let attempt = Attempt {
            time,
            h,
            state: &start,
            accelerations: &accelerations,
            slopes: &[],
            norm: &norm(1e-3),
            lasting: 1.0,
            tail: &[],
        };
        let mut evaluations = 0;
        method.attempt::<ANY>(&mut equations, &attempt, &mut change, &mut evaluations);
        assert_eq!(evaluations, 11);
        state.x[0] += change.x[0];
        state.v[0] += change.v[0];
        let more = method.prepare(&mut equations, [time, h], [&start, &state], None);
        assert_eq!(more, 4);
        for k in 1..8 {
            let share = f64::from(k) / 8.0;
            method.sample(h, &start, share, &mut at);
            inside = inside.max((at.x[0] - truth(time + share * h)).abs());
        }
    }
    [(state.x[0] - truth(4.0)).abs(), inside]
}

/// Errors of order 8 at the end and of order 7, with a local error of order 8, inside.
#[test]
fn orders_are_8_at_the_end_and_7_inside() {
    let [coarse, fine] = [errors(2), errors(4)];
    let orders = [0, 1].map(|i| (coarse[i] / fine[i]).log2());
    assert!(orders[0] > 7.5 && orders[1] > 6.8, "{orders:?}");
}

#[test]
fn the_dense_output_has_the_weights_of_the_pair_at_the_end() {
    for (i, weight) in weights(1.0).into_iter().enumerate() {
        let b = if i < STAGES { WEIGHTS[i] } else { 0.0 };
        assert!((weight - b).abs() <= 4.0 * f64::EPSILON * b.abs());
    }
    assert!(weights(0.0).iter().all(|weight| *weight == 0.0));
}

/// `v' = -λ v`: λ as the last stage and the end tell it, for steps on both sides of the limit.
#[test]
fn the_stable_length_is_that_of_the_decay() {
    const RATE: f64 = 40.0;
    for product in [0.3, 1.0, 4.0, 8.0, 1e3] {
        let mut equations = Counted {
            accelerate: |_, _, v, a| a[0] = -RATE * v[0],
            evaluations: 0,
        };
        let mut start = Columns::default();
        start.reset(1, 0);
        start.v[0] = 3.0;
        let attempt = Attempt {
            time: 0.0,
            h: product / RATE,
            state: &start,
            accelerations: &[-RATE * start.v[0]],
            slopes: &[],
            norm: &norm(1e-3),
            lasting: 1.0,
            tail: &[],
        };
        let mut method = DormandPrince::default();
        method.begin(1, 0);
        let mut change = start.clone();
        method.attempt::<ANY>(&mut equations, &attempt, &mut change, &mut 0);
        let v = [start.v[0] + change.v[0]];
        let at = [&v[..], &[-RATE * v[0]]];
        let limit = STABLE / RATE;
        let stable = |length| method.stable_length(at, 0.1 * limit, length);
        assert_eq!(stable(0.9 * limit), 0.9 * limit);
        // of a short step the differences are few roundings
        let tolerance = if product < 0.5 { 0.01 } else { 1e-6 };
        let share = stable(1.1 * limit) / limit;
        assert!((share - 1.0).abs() < tolerance, "{product}: {share:e}");
        let far = method.stable_length(at, 100.0 * limit, 121.0 * limit);
        assert_eq!(far, LEAST_SHARE * (121.0 * limit));
        // after a step near the limit half as fast, in both directions
        let near = 0.9 * limit;
        for factor in [0.64, 1.0, 1.21] {
            let length = method.stable_length(at, near, factor * near);
            let expected = f64::sqrt(factor) * near;
            assert!((length / expected - 1.0).abs() < 1e-15, "{factor}");
        }
    }
    let method = DormandPrince::default();
    assert_eq!(method.stable_length([&[], &[]], 1.0, 1.0), 1.0);
}

/// Accelerations that differ by rounding from those of the last stage tell no rate, even if velocities do not differ.
#[test]
fn rounding_shortens_no_step() {
    let mut method = DormandPrince::default();
    method.begin(1, 0);
    method.velocities.set::<ANY>(STAGES - 1, &[3.0]);
    method.accelerations.set::<ANY>(STAGES - 1, &[5.0]);
    let length = |a: f64| method.stable_length([&[3.0], &[a]], 1.0, 2.0);
    assert_eq!(length(5.0), 2.0);
    assert_eq!(length(5.0_f64.next_up()), 2.0);
    assert_eq!(length(5.0 + 1e-12), LEAST_SHARE * 2.0);
}
