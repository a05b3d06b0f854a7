//! A flight in its plane, and how its end depends on its launch velocity.

use nalgebra::{ComplexField, Matrix2, Vector2};

use super::drag_law::DragLaw;
use super::series::{StateWithVariations, TaylorSeries};
use crate::flow::log_1p_over;

/// The state of a flight after a time. First components are across gravity, second ones along it.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlaneFlight {
    /// Relative to the point of launch \[m\].
    pub(super) position: Vector2<f64>,
    /// \[m/s\]
    pub(super) velocity: Vector2<f64>,
    /// The derivative of the position by the launch velocity \[s\].
    pub(super) lever: Matrix2<f64>,
}

/// The precision with which a flight is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    /// To eight digits, at a quarter of the cost.
    Rough,
    /// To rounding.
    Full,
}

impl Precision {
    /// The largest error of one step, relative to the speed.
    fn tolerance(self) -> f64 {
        match self {
            Self::Rough => 1e-9,
            Self::Full => 0.5 * f64::EPSILON,
        }
    }

    /// A bound on the error of a launch velocity, relative to the speed.
    pub(super) fn error(self, law: DragLaw) -> f64 {
        match self {
            Self::Rough if !law.is_closed() => 1e-8,
            _ => 4.0 * f64::EPSILON,
        }
    }

    /// Newton's method ends after a step shorter than this: the remaining error is about its square.
    pub(super) fn last_step(self) -> f64 {
        match self {
            Self::Rough => 1e-4,
            Self::Full => 2e-8,
        }
    }
}

/// More than a flight needs whose speed falls from beyond the range of `f32`.
const MOST_STEPS: usize = 1024;

/// Relative difference from the terminal velocity below which the linearised equation holds to rounding: the square of
/// the difference is below ε.
const NEAR_TERMINAL: f64 = 1e-8;

impl PlaneFlight {
    /// The state after a time \[s\] of a launch with a velocity relative to the air \[m/s\]; none if it takes more steps than
    /// allowed.
    pub(super) fn new(
        law: DragLaw,
        launch: &Vector2<f64>,
        time: f64,
        precision: Precision,
    ) -> Option<Self> {
        if law.is_closed() {
            return Some(Self::closed(law, launch, time));
        }
        let terminal = law.terminal_speed();
        let scale = terminal.min(launch.norm().max(law.pull * time));
        // u, ∂u/∂u₀ across gravity, ∂u/∂u₀ along it
        let mut velocity = StateWithVariations::new(launch.x, launch.y, 1.0, 0.0, 0.0, 1.0);
        let mut position = StateWithVariations::zeros();
        let mut left = time;
        for _ in 0..MOST_STEPS {
            let speed = ComplexField::hypot(velocity[0], velocity[1]);
            let off = ComplexField::hypot(velocity[0], velocity[1] - terminal);
            if left == 0.0 || off <= NEAR_TERMINAL * terminal {
                position += falling(law, &mut velocity, left);
                return Some(Self::of(&position, &velocity));
            }
            // near zero speed the error is relative to the speeds before and after
            let tolerance = precision.tolerance() * speed.max(scale);
            let piece = match precision {
                Precision::Rough => SeriesSegment::new::<ROUGH>(law, &velocity, tolerance, left),
                Precision::Full => SeriesSegment::new::<FULL>(law, &velocity, tolerance, left),
            };
            velocity = piece.velocity;
            position += piece.way;
            left -= piece.duration;
            if piece.duration <= 0.0 || piece.duration.is_nan() {
                return None;
            }
        }
        None
    }

    /// The closed form without gravity, or without drag: `p = u₀ t ln(1 + x)/x + g t²/2` with `x = κ |u₀| t`.
    fn closed(law: DragLaw, launch: &Vector2<f64>, time: f64) -> Self {
        let speed = launch.norm();
        let x = law.drag * speed * time;
        let pull = Vector2::new(0.0, law.pull * time);
        let left = 1.0 / (1.0 + x);
        let across = time * log_1p_over(x);
        // p = u₀ S(|u₀|): its derivative is S across u₀, and S + |u₀| S' = t/(1 + x) along it
        let along = launch / if speed > 0.0 { speed } else { 1.0 };
        Self {
            position: launch * across + pull * (0.5 * time),
            velocity: launch * left + pull,
            lever: Matrix2::identity() * across
                + along * along.transpose() * (time * left - across),
        }
    }

    fn of(position: &StateWithVariations, velocity: &StateWithVariations) -> Self {
        Self {
            position: Vector2::new(position[0], position[1]),
            velocity: Vector2::new(velocity[0], velocity[1]),
            lever: Matrix2::new(position[2], position[4], position[3], position[5]),
        }
    }
}

/// Number of terms of the series for each precision, chosen for the least cost of a flight.
const ROUGH: usize = 13;
const FULL: usize = 21;

/// One step of a flight, by one series.
struct SeriesSegment {
    /// \[s\]
    duration: f64,
    /// Velocity at the end \[m/s\], with its variations.
    velocity: StateWithVariations,
    /// Displacement \[m\], with its variations.
    way: StateWithVariations,
}

impl SeriesSegment {
    /// The longest step with a velocity error within the tolerance \[m/s\], but no longer than `most` \[s\].
    fn new<const N: usize>(
        law: DragLaw,
        velocity: &StateWithVariations,
        tolerance: f64,
        most: f64,
    ) -> Self {
        let short = crossing(law, tolerance);
        let speed = ComplexField::hypot(velocity[0], velocity[1]);
        let series = if speed > law.pull * short {
            TaylorSeries::<N>::new(law, velocity)
        } else {
            None
        };
        if let Some(series) = series {
            let duration = series.duration(tolerance).min(most);
            let (velocity, way) = series.after(duration);
            return Self {
                duration,
                velocity,
                way,
            };
        }
        // near zero speed the series converges too slowly, and drag is below the tolerance: a parabola
        let duration = short.min(most);
        let pull = StateWithVariations::new(0.0, law.pull, 0.0, 0.0, 0.0, 0.0);
        Self {
            duration,
            velocity: velocity + pull * duration,
            way: (velocity + pull * (0.5 * duration)) * duration,
        }
    }
}

/// The time to both sides of zero speed for which drag may be omitted \[s\]: there `∫ κ (gt)² dt` changes the velocity by less
/// than `tolerance` \[m/s\].
fn crossing(law: DragLaw, tolerance: f64) -> f64 {
    ComplexField::cbrt(tolerance / (law.drag * law.pull * law.pull))
}

/// Advances a velocity near the terminal velocity by a time, and returns the displacement. The difference from the terminal
/// velocity decays at the rate λ across gravity, and at 2λ along it.
fn falling(law: DragLaw, velocity: &mut StateWithVariations, time: f64) -> StateWithVariations {
    let terminal = StateWithVariations::new(0.0, law.terminal_speed(), 0.0, 0.0, 0.0, 0.0);
    let off = *velocity - terminal;
    let rate = law.rate();
    let across = -ComplexField::exp_m1(-rate * time);
    let along = -ComplexField::exp_m1(-2.0 * rate * time);
    let gone = StateWithVariations::new(across, along, across, along, across, along);
    let lasting =
        gone.component_div(&(StateWithVariations::new(1.0, 2.0, 1.0, 2.0, 1.0, 2.0) * rate));
    *velocity -= off.component_mul(&gone);
    terminal * time + off.component_mul(&lasting)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lever against a central difference.
    #[test]
    fn the_lever_is_the_derivative_of_the_position() {
        let law = DragLaw {
            pull: 9.81,
            drag: 0.008,
        };
        let launches = [
            [20.0, -15.0],
            [0.0, -15.0],
            [0.0, 10.0],
            [1e-3, -30.0],
            [500.0, 20.0],
        ];
        let mut worst: f64 = 0.0;
        for launch in launches {
            let launch = Vector2::<f64>::from(launch);
            for time in [0.3, 1.0, 2.0, 3.0, 30.0] {
                for (precision, part) in [(Precision::Rough, 1e-4), (Precision::Full, 1e-5)] {
                    let fly = |launch: Vector2<f64>| {
                        PlaneFlight::new(law, &launch, time, precision).unwrap()
                    };
                    for axis in [Vector2::x(), Vector2::y()] {
                        let h = part * (1.0 + launch.norm());
                        let [more, less] = [h, -h].map(|h| fly(launch + axis * h).position);
                        let slope = (more - less) / (2.0 * h);
                        let lever = fly(launch).lever * axis;
                        let off = (slope - lever).norm() / lever.norm();
                        worst = worst.max(off);
                    }
                }
            }
        }
        // measured: 5e-5, in the steepest rise, where the difference quotient itself is that far off
        assert!(worst < 2e-4, "{worst:e}");
    }
}
