//! Random flights under gravity, which points down the second axis.

use core::f64::consts::TAU;

use kinstep::nalgebra::SVector;
use kinstep::trajectory::Flight;
use kinstep_flight::Ballistics;

use crate::Cases;

/// Air that has linear drag and wind with the probability `drags`.
pub fn random_air<const D: usize>(cases: &mut Cases, drags: f64) -> Ballistics<D> {
    let mut gravity = SVector::zeros();
    gravity[1] = -9.81;
    let air = Ballistics::new(gravity);
    if !cases.chance(drags) {
        return air;
    }
    let rate = cases.decades(0.01, 1.0);
    air.with_drag_rate(rate)
        .with_wind(cases.vector::<f64, D>(8.0))
}

/// A throw in any direction, upwards more often than downwards.
pub fn random_throw(cases: &mut Cases, from: [f64; 3]) -> Flight<3> {
    let air = random_air(cases, 0.7);
    let speed = cases.uniform(10.0..40.0);
    let (climb, angle) = (cases.uniform(-0.3..1.3), cases.uniform(0.0..TAU));
    let [along, up] = [climb.cos(), climb.sin()].map(|share| speed * share);
    air.launch(from, [along * angle.cos(), up, along * angle.sin()])
}

/// Prints and returns median, mean and maximum of numbers of queries.
pub fn statistics(name: &str, mut counts: Vec<usize>) -> (usize, f64, usize) {
    counts.sort_unstable();
    let mean = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    let (median, most) = (counts[counts.len() / 2], counts[counts.len() - 1]);
    let count = counts.len();
    println!("{name}: {count} times, median {median}, mean {mean:.1}, max {most}");
    (median, mean, most)
}
