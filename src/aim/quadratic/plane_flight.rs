//! A flight in its plane, and how its end depends on its launch.

use nalgebra::{ComplexField, Matrix2, Vector2};

use super::drag_law::{DragLaw, log1p_over};
use super::series::{StateWithVariations, TaylorSeries};

/// Where a throw is after a time; first components are across gravity, second ones along it.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlaneFlight {
    /// From where it was thrown \[m\].
    pub(super) position: Vector2<f64>,
    /// \[m/s\]
    pub(super) velocity: Vector2<f64>,
    /// How the position depends on the velocity at launch \[s\].
    pub(super) lever: Matrix2<f64>,
}

/// How well a flight is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    /// To eight digits, for a quarter of the price.
    Rough,
    /// To rounding.
    Full,
}

impl Precision {
    /// Of the speed, what a step may be off by.
    fn tolerance(self) -> f64 {
        match self {
            Self::Rough => 1e-9,
            Self::Full => 0.5 * f64::EPSILON,
        }
    }

    /// Of the speed, what a launch may be off by.
    pub(super) fn error(self, law: DragLaw) -> f64 {
        match self {
            Self::Rough if !law.is_closed() => 1e-8,
            _ => 4.0 * f64::EPSILON,
        }
    }

    /// Where steps of Newton's method leave less than this, as their square.
    pub(super) fn last_step(self) -> f64 {
        match self {
            Self::Rough => 1e-4,
            Self::Full => 2e-8,
        }
    }
}

/// More than a flight needs whose speed falls from what no `f32` holds.
const MOST_STEPS: usize = 1024;

/// So near to the terminal velocity what is left of the difference decays by the linear law: its square is lost in
/// rounding.
const NEAR_TERMINAL: f64 = 1e-8;

impl PlaneFlight {
    /// After a time \[s\], launched with a velocity relative to the air; none if it takes more steps than allowed.
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

    /// Without gravity, or without drag.
    fn closed(law: DragLaw, launch: &Vector2<f64>, time: f64) -> Self {
        let speed = launch.norm();
        let x = law.drag * speed * time;
        let pull = Vector2::new(0.0, law.pull * time);
        let left = 1.0 / (1.0 + x);
        let across = time * log1p_over(x);
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

/// Terms of the series for each precision: about what makes flights cheapest.
const ROUGH: usize = 13;
const FULL: usize = 21;

/// A part of a flight that one series tells.
struct SeriesSegment {
    /// \[s\]
    duration: f64,
    /// At its end.
    velocity: StateWithVariations,
    way: StateWithVariations,
}

impl SeriesSegment {
    /// As long as the velocity is right to a tolerance \[m/s\], but no longer than `most` \[s\].
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
        // about a moment of rest drag is lost in rounding
        let duration = short.min(most);
        let pull = StateWithVariations::new(0.0, law.pull, 0.0, 0.0, 0.0, 0.0);
        Self {
            duration,
            velocity: velocity + pull * duration,
            way: (velocity + pull * (0.5 * duration)) * duration,
        }
    }
}

/// How long drag can be left out about a moment of rest, where it changes the velocity by less than this \[m/s\]:
/// `∫ κ (gt)² dt` over as long before that moment as after it.
fn crossing(law: DragLaw, tolerance: f64) -> f64 {
    ComplexField::cbrt(tolerance / (law.drag * law.pull * law.pull))
}

/// The way that is left near the terminal velocity, of which the difference decays at the rate λ, along gravity at
/// twice that rate.
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

    /// The lever against what a small change of the launch does.
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
        // measured: 5e-5, of which the change is not small for the steepest rise
        assert!(worst < 2e-4, "{worst:e}");
    }
}
