//! What a search chooses from.

use kinstep::LinearLaw;
use kinstep::nalgebra::Vector2;
use lander::Lander;

use super::Phase;
use super::clearance::Clearance;
use super::descent::Descent;
use super::leg::{Burn, Leg, State};
use crate::forecast::{Forecast, air};

/// How long it coasts at first \[s\].
const COASTS: [f64; 10] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 11.0, 15.0];
/// How long the final descent brakes \[s\].
const BRAKES: [f64; 4] = [8.0, 14.0, 22.0, 34.0];
/// With how much of the thrust that the weight leaves.
const STRENGTHS: [f64; 3] = [0.1, 0.25, 0.4];
/// Of the burns, how much is before the knot.
const KNOTS: [f64; 4] = [0.25, 0.4, 0.5, 0.6];
/// How many times of flight are tried.
const TIMES: i32 = 20;

/// Parts that routes are made of: any of each.
pub(super) struct Options {
    pub(super) coasts: Vec<Leg>,
    /// How long two burns take \[s\].
    pub(super) burns: Vec<[f64; 2]>,
    pub(super) descents: Vec<Descent>,
}

impl Options {
    /// To a place \[m\] for the centre of mass; `most` is the most thrust over mass \[m/s²\].
    pub(super) fn new(
        lander: &Lander,
        clearance: &Clearance,
        natural: &LinearLaw<f64, 2>,
        most: f64,
        place: Vector2<f64>,
    ) -> Self {
        let spare = (most - lander.planet().gravity).max(0.5);
        let brakes = (STRENGTHS.iter())
            .flat_map(|strength| BRAKES.map(|seconds| (strength * spare, seconds)));
        Self {
            coasts: coasts(lander, clearance, natural),
            burns: times(lander, place)
                .flat_map(|seconds| KNOTS.map(|knot| [seconds * knot, seconds * (1.0 - knot)]))
                .collect(),
            descents: brakes
                .map(|(brake, seconds)| Descent::new(natural, place, brake, seconds))
                .collect(),
        }
    }
}

/// Ways to do nothing at first, that leave half of the time to the impact.
fn coasts(lander: &Lander, clearance: &Clearance, natural: &LinearLaw<f64, 2>) -> Vec<Leg> {
    let forecast = Forecast::new(lander, clearance.ground()).ok();
    let impact = forecast.and_then(|forecast| forecast.impact);
    let longest = impact.map_or(f64::INFINITY, |impact| (0.5 * impact.time).max(0.0));
    let body = lander.body();
    let start = State {
        position: body.position,
        velocity: body.velocity,
    };
    let times = COASTS.iter().filter(|seconds| **seconds <= longest);
    let coast = |seconds: &f64| {
        let off = Burn {
            from: Vector2::zeros(),
            to: Vector2::zeros(),
            seconds: seconds.max(Lander::TICK),
        };
        Leg::new(Phase::Coast, natural, &start, off)
    };
    times.map(coast).collect()
}

/// Times of flight \[s\] to try. A throw from here to there at the least speed tells their scale.
fn times(lander: &Lander, place: Vector2<f64>) -> impl Iterator<Item = f64> {
    /// Nothing is quicker \[s\].
    const LEAST: f64 = 12.0;
    /// From one to the next, and to the first.
    const RATIOS: [f64; 2] = [1.12, 0.4];
    let body = lander.body();
    let air = air(lander.planet(), body.mass);
    let throw = air.aim(body.position, place).with_least_speed();
    let scale = throw.map_or(LEAST, |launch| launch.time_of_flight.max(LEAST));
    let [ratio, first] = RATIOS;
    (0..TIMES).map(move |index| scale * first * ratio.powi(index))
}
