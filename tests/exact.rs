//! Exact means exact: linear forces together against 150 digits, and the flow property.

mod support;

use kinstep::flow::Response;
use support::truth::{Exact, big, small};
use support::Cases;

#[test]
fn the_truth_is_true() {
    // x = cos ωt and x = e^(-γt) in f64
    let exact = Exact::new(&big(0.0), &big(4.0), &big(1.5));
    assert!((small(&exact.xx) - 3.0_f64.cos()).abs() < 1e-15);
    assert!((small(&exact.xv) - 3.0_f64.sin() / 2.0).abs() < 1e-15);
    let exact = Exact::new(&big(0.5), &big(0.0), &big(3.0));
    assert!((small(&exact.vv) - (-1.5_f64).exp()).abs() < 1e-15);
    assert!((small(&exact.vj) - (3.0 + (-1.5_f64).exp_m1() / 0.5) / 0.5).abs() < 1e-13);
}

#[test]
fn responses() {
    let mut cases = Cases::new(1);
    let mut worst = [[(0.0_f64, 0.0, 0.0, 0.0); 3]; 4];
    let mut t_truth = 0.0;
    for _ in 0..400 {
        let dt = cases.signed_decades(1e-6, 1e3);
        let g = cases.signed_decades(1e-12, 1e3);
        let damping = g / dt;
        let z = if cases.chance(0.4) { g * g / 4.0 * (1.0 + cases.signed_decades(1e-16, 0.3)) } else { cases.decades(1e-24, 1e6) * if cases.chance(0.8) {1.0} else {-1.0} };
        let stiffness = z / dt / dt;
        let clock = std::time::Instant::now();
        let (exact, sens) = Exact::with_sensitivities(damping, stiffness, dt);
        t_truth += clock.elapsed().as_secs_f64();
        let got = Response::new(damping, stiffness, dt);
        let regime = if g.abs() <= 2.0 && z.abs() <= 1.0 {0} else if z - g*g/4.0 > -0.25 {1} else if g > 0.0 {2} else {3};
        let values = exact.values().map(small);
        for (i, (value, k)) in [(got.velocity, 6), (got.position, 2), (got.ramp, 3)].into_iter().enumerate() {
            let truth = values[k];
            let scale = truth.abs() + sens[0][k] + sens[1][k] + sens[2][k];
            let error = (value - truth).abs() / scale / f64::EPSILON;
            if error.is_finite() && error > worst[regime][i].0 { worst[regime][i] = (error, g, z, truth.abs()/scale); }
            if !error.is_finite() && scale.is_finite() && scale > 0.0 { println!("bad {g} {z} {dt} {value} {truth:?}"); }
        }
    }
    println!("truth {t_truth}");
    for row in worst { println!("{row:?}"); }
}
