//! The launch that is somewhere at a given time.

use nalgebra::{Matrix2, Vector2};

use super::drag_law::{DragLaw, expm1_over, log1p_over};
use super::plane_flight::{PlaneFlight, Precision};

/// What it takes to be at a place in the plane of the flight after a time.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlaneLaunch {
    /// Launch velocity relative to the air \[m/s\].
    pub(super) launch: Vector2<f64>,
    /// Velocity there \[m/s\].
    pub(super) arrival: Vector2<f64>,
    /// The inverse of the lever: how the launch depends on the place \[1/s\].
    pub(super) inverse: Matrix2<f64>,
    /// The last step of the search for the launch \[m/s\]; `arrival` and `inverse` are those from before it.
    pub(super) correction: f64,
    /// Where the launch would have got to without gravity \[m\].
    pub(super) aim_point: Vector2<f64>,
}

/// How many flights one search takes at most.
const MOST_FLIGHTS: usize = 64;

/// A step is taken if what is left of the miss is less than this part.
const ENOUGH: f64 = 0.9;

/// Aim points farther than this many `1/κ` stand for speeds that no `f32` holds.
const FARTHEST: f64 = 100.0;

impl PlaneLaunch {
    /// By Newton's method for the aim point z, where the flight would end without gravity:
    ///
    /// ```text
    /// u₀ = (e^(κ|z|) - 1)/(κt) z/|z|        p(t; u₀(z)) = z + about a fall
    /// ```
    ///
    /// which is linear without drag, and nearly so with much of it. Steps are halved until they miss by less. None if it
    /// takes more flights than allowed or more speed than numbers hold. Counts the flights.
    pub(super) fn new(
        law: DragLaw,
        time: f64,
        place: &Vector2<f64>,
        guess: Option<Vector2<f64>>,
        precision: Precision,
        flights: &mut usize,
    ) -> Option<Self> {
        let drop = Vector2::new(0.0, law.fall(time));
        let scale = place.norm() + drop.y;
        let mut aim_point = guess.unwrap_or(place - drop);
        let mut step = Vector2::zeros();
        let mut best = f64::INFINITY;
        for _ in 0..MOST_FLIGHTS {
            let launch = without_gravity(law, &aim_point, time);
            let flown = if law.drag * aim_point.norm() < FARTHEST {
                *flights += 1;
                PlaneFlight::new(law, &launch, time, precision)
            } else {
                None
            };
            let miss = flown.map_or(f64::INFINITY, |flown| (place - flown.position).norm());
            let Some(flown) = flown.filter(|_| miss < ENOUGH * best || miss <= ROUNDING * scale)
            else {
                if best == f64::INFINITY {
                    return None;
                }
                step *= 0.5;
                aim_point -= step;
                continue;
            };
            best = miss;
            let inverse = flown.lever.try_inverse()?;
            let change = inverse * (place - flown.position);
            let stretch = stretching(law, &aim_point, time);
            step = stretch * change;
            if !step.norm().is_finite() {
                return None;
            }
            if step.norm() * (1.0 + law.drag * scale) <= precision.last_step() * scale {
                let launch = launch + change;
                return Some(Self {
                    launch,
                    arrival: flown.velocity,
                    inverse,
                    correction: change.norm(),
                    aim_point: aim_point + step,
                });
            }
            aim_point += step;
        }
        None
    }
}

/// Misses of this part of the way are as small as they get.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The launch that gets to a point in a time without gravity.
fn without_gravity(law: DragLaw, point: &Vector2<f64>, time: f64) -> Vector2<f64> {
    point * (expm1_over(law.drag * point.norm()) / time)
}

/// How the aim point depends on the launch.
fn stretching(law: DragLaw, point: &Vector2<f64>, time: f64) -> Matrix2<f64> {
    let launch = without_gravity(law, point, time);
    let x = law.drag * launch.norm() * time;
    let across = time * log1p_over(x);
    let along = point.try_normalize(0.0).unwrap_or_else(Vector2::zeros);
    Matrix2::identity() * across + along * along.transpose() * (time / (1.0 + x) - across)
}

impl PlaneLaunch {
    /// How the aim point moves \[m/s\] where the launch changes at a rate \[m/s²\] with the time of flight.
    pub(super) fn aim_point_rate(
        &self,
        law: DragLaw,
        time: f64,
        rate: &Vector2<f64>,
    ) -> Vector2<f64> {
        // z = u₀ t φ(κ|u₀|t): the time counts like the length of the launch
        let x = law.drag * self.launch.norm() * time;
        let own = self.launch / (1.0 + x);
        stretching(law, &self.aim_point, time) * rate + own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_aim_point_is_where_the_launch_gets_without_gravity() {
        let law = DragLaw {
            pull: 0.0,
            drag: 0.02,
        };
        let point = Vector2::new(80.0, -30.0);
        let launch = without_gravity(law, &point, 3.0);
        let flown = PlaneFlight::new(law, &launch, 3.0, Precision::Full).unwrap();
        assert!((flown.position - point).norm() < 8.0 * f64::EPSILON * point.norm());
        let exact = stretching(law, &point, 3.0) - flown.lever;
        assert!(exact.norm() < 8.0 * f64::EPSILON * flown.lever.norm());
    }
}
