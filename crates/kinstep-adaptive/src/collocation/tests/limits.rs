//! Tests with several bodies, backward in time, and with invalid input.

use nalgebra::{Matrix3, SVector, Vector3};

use super::*;

type Force = fn(f64, &[f64], &[f64], &mut [f64]);

/// Solves a problem twice, once with laws, and once with the accelerations by these laws as a part
/// of N. Returns the maximum difference at the end.
fn difference<const D: usize>(
    laws: &[LinearLaw<f64, D>],
    start: &Columns,
    duration: f64,
    length: f64,
    rest: Force,
) -> f64 {
    let mut with = Method::new(laws, length, false);
    let mut at = start.clone();
    let work = run(
        &mut with,
        &mut Rest::new(rest),
        [0.0, duration],
        1e-3,
        &mut at,
        |_, _, _, _| {},
    );

    let full = |t: f64, x: &[f64], v: &[f64], a: &mut [f64]| {
        rest(t, x, v, a);
        for (body, law) in laws.iter().enumerate() {
            let axes = body * D..(body + 1) * D;
            let [x, v] = [x, v].map(|column| SVector::from_column_slice(&column[axes.clone()]));
            let own = law.acceleration(&x, &v, t);
            for (a, own) in a[axes].iter_mut().zip(own.iter()) {
                *a += own;
            }
        }
    };
    let mut without = Method::<D>::new(&[], 1e-2 * length, false);
    let mut fine = start.clone();
    let full_work = run(
        &mut without,
        &mut Rest::new(full),
        [0.0, duration],
        1e-3,
        &mut fine,
        |_, _, _, _| {},
    );
    let errors = at.x.iter().zip(&fine.x).map(|(a, b)| (a - b).abs());
    let error = errors.fold(0.0, f64::max);
    println!("{length:e}: {error:e} after {work:?}, {full_work:?} without laws");
    error
}

fn cubic(_: f64, x: &[f64], v: &[f64], a: &mut [f64]) {
    for d in 0..x.len() {
        a[d] = -x[d] * x[d] * x[d] - 0.1 * v[d] + (2.0 * x[(d + 1) % x.len()]).sin();
    }
}

#[test]
fn laws_in_space_differ_from_forces_by_less_than_the_tolerance() {
    let field = LinearLaw::<f64, 3>::gyrating(Vector3::new(30.0, -20.0, 50.0));
    let start = state(&[1.0, 0.5, -0.3], &[0.3, 0.1, 1.0]);
    let tide = LinearLaw::tidal(Matrix3::new(
        -200.0, 30.0, 10.0, 30.0, -300.0, 20.0, 10.0, 20.0, -100.0,
    ));
    let frame = LinearLaw::rotating_frame(Vector3::new(3.0, -2.0, 5.0));
    for law in [field, field + tide, field + LinearLaw::drag(40.0), frame] {
        for length in [1e-5, 1e-9] {
            let error = difference(&[law], &start, 1.0, length, cubic);
            assert!(error < 10.0 * length);
        }
    }
}

/// Bodies under laws of all kinds, a body without a law, and an angle move together with errors
/// below 10 tolerances.
#[test]
fn bodies_under_different_laws_move_together() {
    let laws = [
        LinearLaw::<f64, 2>::drag(50.0),
        LinearLaw::drag(50.0).in_wind([1.0, 2.0]),
        LinearLaw::gyrating(80.0),
        LinearLaw::spring(900.0) + LinearLaw::gravity([0.0, -9.81]).ramping([1.0, 0.0]),
    ];
    let numbers =
        |factor: f64| -> Vec<f64> { (0..11).map(|k| (f64::from(k) * factor).sin()).collect() };
    let start = state(&numbers(1.7), &numbers(2.3));
    for length in [1e-5, 1e-9] {
        let error = difference(&laws, &start, 1.0, length, cubic);
        assert!(error < 10.0 * length);
    }
    let (mut tables, mut parts) = (Tables::default(), Vec::new());
    tables.set_parts(&laws, 11, &mut parts);
    let parts: Vec<_> = parts
        .iter()
        .map(|part| (part.law, part.coordinates.clone()))
        .collect();
    assert_eq!(parts, [(0, 0..4), (1, 4..6), (2, 6..8), (3, 8..11)]);
}

#[test]
fn a_run_there_and_back_ends_where_it_began() {
    let law = LinearLaw::<f64, 2>::gyrating(50.0) + LinearLaw::drag(0.5);
    for length in [1e-6, 1e-10] {
        let mut radau = Method::new(&[law], length, false);
        let start = state(&[1.0, 0.2], &[0.5, 2.0]);
        let mut at = start.clone();
        let mut equations = Rest::new(cubic);
        let there = run(
            &mut radau,
            &mut equations,
            [0.0, 2.0],
            1e-2,
            &mut at,
            |_, _, _, _| {},
        );
        let back = run(
            &mut radau,
            &mut equations,
            [2.0, 0.0],
            -1e-2,
            &mut at,
            |_, _, _, _| {},
        );
        let errors = at.x.iter().zip(&start.x).map(|(a, b)| (a - b).abs());
        let error = errors.fold(0.0, f64::max);
        println!("{length:e}: {error:e}, {there:?}, {back:?}");
        assert!(error < 20.0 * length);
        assert!(back.steps < 2 * there.steps);
    }
}

#[test]
fn what_is_not_finite_is_refused() {
    let laws = [LinearLaw::<f64, 2>::drag(3.0)];
    let at = state(&[1.0, 0.2], &[0.5, 2.0]);
    for (bad, first) in [
        (f64::NAN, 0),
        (f64::INFINITY, 0),
        (f64::NEG_INFINITY, 0),
        (1e300, 1),
    ] {
        for first in first..16 {
            let mut radau = Method::new(&laws, 1e-6, false);
            let mut calls = 0;
            let mut equations = Rest::new(|_, _: &[f64], _: &[f64], a: &mut [f64]| {
                a.fill(1.0);
                if calls >= first {
                    a[1] = bad;
                }
                calls += 1;
            });
            let (largest, _, called) = radau.attempt(&mut equations, [0.0, 0.5], &at);
            assert!(
                called <= first || largest.error >= 1.0,
                "{bad} from {first}: {largest:?}"
            );
        }
    }
    let mut radau = Method::new(&laws, 1e-6, false);
    for h in [
        0.0,
        -0.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1e308,
        1e-320,
    ] {
        let (largest, ..) = radau.attempt(&mut Rest::new(cubic), [0.0, h], &at);
        let change = &radau.work.change;
        let moved = change
            .x
            .iter()
            .chain(&change.v)
            .all(|change| change.is_finite());
        assert!(largest.error.is_infinite() || moved, "{h}: {largest:?}");
        radau.collocation.accept(h);
        radau.sample(&at, h, 0.5);
        radau.collocation.forget();
    }
    // a system without coordinates has zero error
    let mut radau = Method::<2>::new(&[], 1e-6, false);
    let (largest, ..) = radau.attempt(&mut Rest::new(cubic), [0.0, 1.0], &Columns::default());
    assert_eq!(largest.error, 0.0);
}

#[test]
fn steps_do_not_allocate() {
    let laws = [
        LinearLaw::<f64, 3>::drag(3.0),
        LinearLaw::gyrating([1.0, 2.0, 3.0]),
    ];
    let mut radau = Method::new(&laws, 1e-6, false);
    let at = state(&[0.3; 7], &[0.1; 7]);
    let mut sample = at.clone();
    let mut equations = Rest::new(cubic);
    let mut steps = || {
        for k in 1..40 {
            let h = Collocation::<3>::rung(0.01 * f64::from(k));
            radau.attempt(&mut equations, [0.0, h], &at);
            radau.collocation.accept(h);
            sample.clone_from(&at);
            radau
                .collocation
                .sample(&radau.work.tables, h, 0.3, &mut sample);
        }
        radau.collocation.begin(false);
    };
    // the first call allocates memory
    steps();
    assert_eq!(allocation_counter::measure(steps).count_total, 0);
}
