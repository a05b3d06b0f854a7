//! Tests of DOP853: the order conditions hold, and steps and the states inside them have their
//! order.

use alloc::vec;

use crate::pair::tables::dop853_weights as weights;
use crate::pair::tables::{DOP853_A, DOP853_DENSE, Dop853, Table};
use crate::pair::{LEAST_SHARE, Pair, STABLE, set};
use crate::tests::problems::Counted;
use crate::{ANY, Attempt, Columns, Norm, Workspace};

fn moment(weights: &[f64], power: i32) -> f64 {
    let pairs = weights.iter().zip(Dop853::NODES);
    pairs.map(|(weight, node)| weight * node.powi(power)).sum()
}

#[test]
fn moments_are_those_of_order_8() {
    for (row, node) in DOP853_A.iter().zip(Dop853::NODES).take(16) {
        let size: f64 = row.iter().map(|weight| weight.abs()).sum();
        assert!((row.iter().sum::<f64>() - node).abs() <= 4.0 * f64::EPSILON * size);
    }
    for k in 0..8 {
        let misfit = moment(&DOP853_A[Dop853::STAGES], k) - 1.0 / f64::from(k + 1);
        assert!(misfit.abs() < 1e-14, "{k}: {misfit:e}");
    }
    assert!((moment(&DOP853_A[Dop853::STAGES], 8) - 1.0 / 9.0).abs() > 1e-6);
    let [[positions, fifth], [_, third]] = Dop853::ERRORS else {
        panic!("two estimates");
    };
    for row in [third, fifth] {
        assert!(moment(row, 0).abs() < 1e-15);
    }
    for k in 0..5 {
        assert!(moment(fifth, k).abs() < 1e-14, "{k}");
        // weights for a position are integrals of those for velocities
        assert!(k > 3 || moment(positions, k).abs() < 1e-14, "{k}");
    }
    // the last four terms vanish in the integral of a constant
    for row in DOP853_DENSE.chunks(16) {
        assert!(row.iter().sum::<f64>().abs() < 1e-12);
    }
}

/// Returns an attempt at a step with a tolerance of a millimetre.
fn attempt(time: f64, h: f64, start: &Columns) -> Attempt<'_> {
    const NORM: &Norm = &Norm {
        length: 1e-3,
        relative: 0.0,
        epsilon: f64::EPSILON,
    };
    Attempt {
        time,
        h,
        latest: f64::INFINITY,
        start,
        norm: NORM,
        lasting: 1.0,
    }
}

/// Solves `x' = v`, `v' = -x - v/2` from (1, 0) by a number of equal steps to t = 4. Returns the
/// error at the end, and the maximum error at 7 points inside each step.
fn errors(steps: u32) -> [f64; 2] {
    let mut equations = Counted {
        accelerate: |_, x, v, a| a[0] = -x[0] - 0.5 * v[0],
        evaluations: 0,
    };
    // the solution is x = e^(-t/4) (cos wt + sin wt/(4w)), w² = 15/16
    let w = (15.0_f64 / 16.0).sqrt();
    let truth = |t: f64| (-t / 4.0).exp() * ((w * t).cos() + (w * t).sin() / (4.0 * w));
    let h = 4.0 / f64::from(steps);
    let mut state = Columns::default();
    state.reset(1, 0);
    state.x[0] = 1.0;
    let mut method = Pair::default();
    method.begin(true, 1, 0);
    let mut work = Workspace::<1>::default();
    work.fit(1, 0);
    let mut inside = 0.0_f64;
    for step in 0..steps {
        let time = f64::from(step) * h;
        let start = state.clone();
        let known = [&[-start.x[0] - 0.5 * start.v[0]][..], &[]];
        let attempt = attempt(time, h, &start);
        let mut evaluations = 0;
        method.attempt::<ANY, 1>(
            &mut equations,
            &attempt,
            known,
            &[],
            &mut work,
            &mut evaluations,
        );
        assert_eq!(evaluations, 11);
        state.x[0] += work.change.x[0];
        state.v[0] += work.change.v[0];
        assert_eq!(method.prepare(&mut equations, &attempt, None, &mut work), 4);
        for k in 1..8 {
            let share = f64::from(k) / 8.0;
            let mut at = start.clone();
            method.sample(h, share, &mut at, &mut work);
            inside = inside.max((at.x[0] - truth(time + share * h)).abs());
        }
    }
    [(state.x[0] - truth(4.0)).abs(), inside]
}

/// Errors have order 8 at the end of steps and order 7 inside, where the local error has order 8.
#[test]
fn orders_are_8_at_the_end_and_7_inside() {
    let [coarse, fine] = [errors(2), errors(4)];
    let orders = [0, 1].map(|i| (coarse[i] / fine[i]).log2());
    assert!(orders[0] > 7.5 && orders[1] > 6.8, "{orders:?}");
}

#[test]
fn the_dense_output_has_the_weights_of_the_pair_at_the_end() {
    for (i, weight) in weights(1.0).into_iter().enumerate() {
        let b = DOP853_A[Dop853::STAGES][i];
        assert!((weight - b).abs() <= 4.0 * f64::EPSILON * b.abs());
    }
    assert!(weights(0.0).iter().all(|weight| *weight == 0.0));
}

/// Returns the length chosen after a step of `v' = -λ v` with this product λh. The length allowed
/// by the error, and the result, are shares of the stability limit.
fn stable_share(product: f64, by_error: f64) -> f64 {
    const RATE: f64 = 40.0;
    let mut equations = Counted {
        accelerate: |_, _, v, a| a[0] = -RATE * v[0],
        evaluations: 0,
    };
    let start = Columns {
        x: vec![0.0],
        v: vec![3.0],
        z: vec![],
    };
    let (h, limit) = (product / RATE, STABLE / RATE);
    let known = [&[-RATE * start.v[0]][..], &[]];
    let mut method = Pair::default();
    method.begin(true, 1, 0);
    let mut work = Workspace::<1>::default();
    work.fit(1, 0);
    let step = attempt(0.0, h, &start);
    method.attempt::<ANY, 1>(&mut equations, &step, known, &[], &mut work, &mut 0);
    let a = -RATE * (start.v[0] + work.change.v[0]);
    let [mut one, mut other] = [[0.0]; 2];
    method.stable_length(&[a], h, by_error * limit, [&mut one, &mut other]) / limit
}

/// λ is computed correctly from the last stage and the end of the step, so the chosen length is
/// limited correctly, below, near and beyond the stability limit.
#[test]
fn the_stable_length_is_that_of_the_decay() {
    for product in [0.3, 1.0, 4.0] {
        let share = stable_share(product, 0.9);
        assert!((share - 0.9).abs() < 1e-15, "{share}");
        // in a short step the differences are as small as a few rounding errors
        let tolerance = if product < 0.5 { 0.01 } else { 1e-6 };
        let share = stable_share(product, 1.1);
        assert!((share - 1.0).abs() < tolerance, "{product}: {share:e}");
    }
    // near the limit the length changes only by the square root of the factor, up or down
    let near = 0.9;
    for factor in [0.64, 1.0, 1.21] {
        let share = stable_share(near * STABLE, factor * near);
        let expected = f64::sqrt(factor) * near;
        assert!((share / expected - 1.0).abs() < 1e-14, "{factor}: {share}");
    }
    // beyond the limit
    assert!((stable_share(8.0, 0.9) - 1.0).abs() < 1e-6);
    let far = stable_share(1e3, 121.0) / 121.0;
    assert!((far - LEAST_SHARE).abs() < 1e-15, "{far}");
    let method = Pair::default();
    assert_eq!(method.stable_length(&[], 1.0, 1.0, [&mut [], &mut []]), 1.0);
}

/// Accelerations that differ from those of the last stage only by rounding do not limit the length,
/// even if velocities do not differ.
#[test]
fn rounding_shortens_no_step() {
    let mut method = Pair::default();
    method.begin(true, 1, 0);
    set::<ANY>(&mut method.accelerations, Dop853::STAGES - 1, &[5.0]);
    let length = |a: f64| {
        let [mut one, mut other] = [[0.0]; 2];
        method.stable_length(&[a], 1e-20, 2.0, [&mut one, &mut other])
    };
    assert_eq!(length(5.0), 2.0);
    assert_eq!(length(5.0_f64.next_up()), 2.0);
    assert_eq!(length(5.0 + 1e-12), LEAST_SHARE * 2.0);
}
