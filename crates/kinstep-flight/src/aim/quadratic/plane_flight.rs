//! A flight in its plane, and the derivative of its end by its launch velocity.

use nalgebra::{ComplexField, Matrix2, Vector2};

use super::drag_law::DragLaw;
use crate::flow::log_1p_over;
use crate::{QuadraticDragLaw, VelocitySeries};

/// The state of a flight after a time. Each vector has its component across gravity first, then the one along gravity.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlaneFlight {
    /// Position relative to the point of launch \[m\].
    pub(super) position: Vector2<f64>,
    /// Velocity \[m/s\].
    pub(super) velocity: Vector2<f64>,
    /// The derivative of the position by the launch velocity \[s\].
    pub(super) lever: Matrix2<f64>,
    /// The derivative of the velocity by the launch velocity.
    pub(super) carry: Matrix2<f64>,
}

/// The precision with which a flight is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    /// Seven digits, at a fifth of the cost.
    Rough,
    /// Exact to rounding.
    Full,
}

impl Precision {
    /// The largest error of one step, relative to the speed.
    fn tolerance(self) -> f64 {
        match self {
            Self::Rough => 1e-8,
            Self::Full => 0.5 * f64::EPSILON,
        }
    }

    /// Newton's method ends after a step shorter than this: the remaining error is about the square of the step.
    pub(super) fn last_step(self) -> f64 {
        match self {
            Self::Rough => 1e-4,
            Self::Full => 2e-8,
        }
    }
}

/// Maximum number of steps: more than a flight needs whose speed falls from beyond the range of `f32`.
const MOST_STEPS: usize = 1024;

/// Relative difference from the terminal velocity below which the linearised equation is exact to rounding: the square of
/// the difference is below ε.
const NEAR_TERMINAL: f64 = 1e-8;

/// Number of terms of the series for each precision, chosen for the least cost of a flight.
const ROUGH: usize = 12;
const FULL: usize = 18;

impl PlaneFlight {
    /// The state a time \[s\] after a launch with a velocity relative to the air \[m/s\]; `None` if it takes more steps than
    /// allowed.
    pub(super) fn new(
        law: DragLaw,
        launch: &Vector2<f64>,
        time: f64,
        precision: Precision,
    ) -> Option<Self> {
        match precision {
            _ if law.is_closed() => Some(Self::closed(law, launch, time)),
            Precision::Rough => Self::flown::<ROUGH>(law, launch, time, precision.tolerance()),
            Precision::Full => Self::flown::<FULL>(law, launch, time, precision.tolerance()),
        }
    }

    fn flown<const N: usize>(
        law: DragLaw,
        launch: &Vector2<f64>,
        time: f64,
        tolerance: f64,
    ) -> Option<Self> {
        let in_plane = QuadraticDragLaw {
            gravity: Vector2::new(0.0, law.pull),
            coefficient: law.drag,
        };
        let terminal = Vector2::new(0.0, law.terminal_speed());
        // near zero speed the error is relative to the larger of the speeds before and after
        let usual = terminal.y.min(launch.norm().max(law.pull * time));
        let mut end = Self {
            position: Vector2::zeros(),
            velocity: *launch,
            lever: Matrix2::zeros(),
            carry: Matrix2::identity(),
        };
        let mut left = time;
        for _ in 0..MOST_STEPS {
            if left == 0.0 || (end.velocity - terminal).norm() <= NEAR_TERMINAL * terminal.y {
                return Some(end.fallen(law, left));
            }
            let scale = end.velocity.norm().max(usual);
            let series = VelocitySeries::<2, N>::new(&in_plane, &end.velocity, tolerance * scale);
            let duration = series.duration.min(left);
            if duration <= 0.0 || duration.is_nan() {
                return None;
            }
            let (velocity, way) = series.after(duration);
            (end.velocity, end.position) = (velocity, end.position + way);
            let (carry, lever) = series.derivatives_after(&end.carry, duration);
            (end.carry, end.lever) = (carry, end.lever + lever);
            left -= duration;
        }
        None
    }

    /// The state a time \[s\] later, for a velocity near the terminal velocity. Across gravity the difference between the
    /// two decays at the rate λ, along gravity at 2λ.
    fn fallen(mut self, law: DragLaw, time: f64) -> Self {
        let terminal = Vector2::new(0.0, law.terminal_speed());
        let rates = Vector2::new(law.rate(), 2.0 * law.rate());
        let gone = rates.map(|rate| -ComplexField::exp_m1(-rate * time));
        let lasting = gone.component_div(&rates);
        let off = self.velocity - terminal;
        self.position += terminal * time + off.component_mul(&lasting);
        self.velocity -= off.component_mul(&gone);
        self.lever += Matrix2::from_diagonal(&lasting) * self.carry;
        self.carry -= Matrix2::from_diagonal(&gone) * self.carry;
        self
    }

    /// The closed form without gravity, or without drag: `p = u₀ t ln(1 + x)/x + g t²/2` with `x = κ |u₀| t`.
    fn closed(law: DragLaw, launch: &Vector2<f64>, time: f64) -> Self {
        let speed = launch.norm();
        let x = law.drag * speed * time;
        let pull = Vector2::new(0.0, law.pull * time);
        let left = 1.0 / (1.0 + x);
        let across = time * log_1p_over(x);
        // p = u₀ S(|u₀|): its derivative is S across u₀, and S + |u₀| S' = t/(1 + x) along u₀; that of u is 1/(1 + x) and
        // 1/(1 + x)²
        let along = launch / if speed > 0.0 { speed } else { 1.0 };
        let along = along * along.transpose();
        Self {
            position: launch * across + pull * (0.5 * time),
            velocity: launch * left + pull,
            lever: Matrix2::identity() * across + along * (time * left - across),
            carry: Matrix2::identity() * left + along * (left * left - left),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares lever and carry with central differences.
    #[test]
    fn the_lever_is_the_derivative_of_the_position() {
        let launches = [
            [20.0, -15.0],
            [0.0, -15.0],
            [0.0, 10.0],
            [1e-3, -30.0],
            [500.0, 20.0],
        ];
        let mut worst: f64 = 0.0;
        for (pull, drag) in [(9.81, 0.008), (0.0, 0.008)] {
            let law = DragLaw { pull, drag };
            for launch in launches.map(Vector2::<f64>::from) {
                for time in [0.3, 1.0, 2.0, 3.0, 30.0] {
                    for (precision, part) in [(Precision::Rough, 1e-4), (Precision::Full, 1e-5)] {
                        let fly = |launch: Vector2<f64>| {
                            PlaneFlight::new(law, &launch, time, precision).unwrap()
                        };
                        let flown = fly(launch);
                        for axis in [Vector2::x(), Vector2::y()] {
                            let h = part * (1.0 + launch.norm());
                            let [more, less] = [h, -h].map(|h| fly(launch + axis * h));
                            let lever = flown.lever * axis;
                            let slope = (more.position - less.position) / (2.0 * h);
                            worst = worst.max((slope - lever).norm() / lever.norm());
                            let slope = (more.velocity - less.velocity) / (2.0 * h);
                            worst = worst.max((slope - flown.carry * axis).norm());
                        }
                    }
                }
            }
        }
        // measured: 1e-4, in the steepest rise, where the difference quotient itself has this error
        assert!(worst < 4e-4, "{worst:e}");
    }
}
