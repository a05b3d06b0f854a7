//! Kepler's motion: against 70 digits, what it conserves, and as a flow.

mod support;

use kinstep::nalgebra::Vector3;
use kinstep::orbit::KeplerFlow;
use support::Cases;
use support::orbits::{Start, kepler_truth, random_start};

/// The error of position and velocity after `time`, each relative to its size.
fn errors(start: &Start, time: f64) -> [f64; 2] {
    let flow = KeplerFlow::new(start.mu, &start.position, &start.velocity, time);
    let (position, velocity) = kepler_truth(start, time);
    let relative = |got: Vector3<f64>, truth: Vector3<f64>| (got - truth).norm() / truth.norm();
    let errors = [
        relative(flow.position, position),
        relative(flow.velocity, velocity),
    ];
    assert!(
        errors[0].is_finite() && errors[1].is_finite(),
        "{start:?} {time}: {flow:?}"
    );
    errors
}

const TIMES: [f64; 6] = [1e-3, 0.4, 3.0, 100.0, 1e4, 1e8];

#[test]
fn table() {
    let mut cases = Cases::new(1);
    for e in [0.0, 0.5, 0.9, 0.99, 0.999999, 1.0, 1.000001, 1.5, 5.0, 1e8] {
        let mut line = format!("{e:>9} ");
        for time in TIMES {
            let mut worst = [0.0_f64; 2];
            for _ in 0..40 {
                let (start, unit) = random_start(&mut cases, e);
                let sign = if cases.chance(0.5) { 1.0 } else { -1.0 };
                let errors = errors(&start, time * unit * sign);
                for (worst, error) in worst.iter_mut().zip(errors) {
                    *worst = worst.max(error);
                }
            }
            line += &format!(" {:8.1e} {:8.1e} |", worst[0], worst[1]);
        }
        println!("{line}");
    }
}
