//! The launch that reaches a point at a given time.

use nalgebra::{Matrix2, Vector2};

use super::drag_law::{DragLaw, expm1_over};
use super::plane_flight::{PlaneFlight, Precision};
use crate::flow::log_1p_over;

/// The launch that reaches a point in the plane of the flight after a time.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlaneLaunch {
    /// Launch velocity relative to the air \[m/s\].
    pub(super) launch: Vector2<f64>,
    /// Velocity at that point \[m/s\].
    pub(super) arrival: Vector2<f64>,
    /// Inverse of the lever: derivative of the launch velocity by the point \[1/s\].
    pub(super) inverse: Matrix2<f64>,
    /// Derivative of the arrival by the launch velocity.
    pub(super) carry: Matrix2<f64>,
    /// The point that the launch would reach without gravity \[m\].
    pub(super) aim_point: Vector2<f64>,
}

/// Maximum number of flights in one search.
const MOST_FLIGHTS: usize = 64;

/// A step is accepted if it reduces the miss to less than this share.
const ENOUGH: f64 = 0.9;

/// Largest length of an aim point, in units of `1/κ`: farther ones stand for speeds beyond the range of `f32`.
const FARTHEST: f64 = 100.0;

impl PlaneLaunch {
    /// Newton's method for the aim point z, where the flight would end without gravity:
    ///
    /// ```text
    /// u₀ = (e^(κ|z|) - 1)/(κt) z/|z|        p(t; u₀(z)) = z + about a fall
    /// ```
    ///
    /// which is linear without drag, and nearly linear with strong drag. A step is halved until the miss shrinks. `None` if
    /// it takes more flights than allowed, or the speed overflows. Adds the number of flights to `flights`.
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
                    arrival: flown.velocity + flown.carry * change,
                    inverse,
                    carry: flown.carry,
                    aim_point: aim_point + step,
                });
            }
            aim_point += step;
        }
        None
    }
}

/// A miss below this share of the distance is rounding.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The launch that reaches a point in a time without gravity.
fn without_gravity(law: DragLaw, point: &Vector2<f64>, time: f64) -> Vector2<f64> {
    point * (expm1_over(law.drag * point.norm()) / time)
}

/// The derivative of the aim point by the launch velocity \[s\].
fn stretching(law: DragLaw, point: &Vector2<f64>, time: f64) -> Matrix2<f64> {
    let launch = without_gravity(law, point, time);
    let x = law.drag * launch.norm() * time;
    let across = time * log_1p_over(x);
    let along = point.try_normalize(0.0).unwrap_or_else(Vector2::zeros);
    Matrix2::identity() * across + along * along.transpose() * (time / (1.0 + x) - across)
}

impl PlaneLaunch {
    /// The rate of the aim point \[m/s\] when the launch velocity changes with the time of flight at a rate \[m/s²\].
    pub(super) fn aim_point_rate(
        &self,
        law: DragLaw,
        time: f64,
        rate: &Vector2<f64>,
    ) -> Vector2<f64> {
        // z = u₀ t ln(1 + x)/x with x = κ |u₀| t depends on t as on |u₀|
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
