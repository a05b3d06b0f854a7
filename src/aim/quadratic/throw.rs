//! A flight in its plane, and how its end depends on its launch.

use nalgebra::{ComplexField, Matrix2, Vector2};

use super::law::{Law, log1p_over};
use super::series::{Lanes, Series};

/// Where a throw is after a time; first components are across gravity, second ones along it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Throw {
    /// From where it was thrown \[m\].
    pub(super) position: Vector2<f64>,
    /// \[m/s\]
    pub(super) velocity: Vector2<f64>,
    /// How the position depends on the velocity at launch \[s\].
    pub(super) lever: Matrix2<f64>,
}

/// Of a launch, the tolerance on its velocity: half a bit.
const TOLERANCE: f64 = 0.5 * f64::EPSILON;

/// More than a flight needs whose speed falls by three hundred decades.
const MOST_STEPS: usize = 4096;

/// So near to the terminal velocity what is left of the difference decays by the linear law: its square is lost in
/// rounding.
const NEAR_TERMINAL: f64 = 1e-8;

impl Throw {
    /// After a time \[s\], launched with a velocity relative to the air; none if it takes more steps than allowed.
    pub(super) fn new(law: Law, launch: &Vector2<f64>, time: f64) -> Option<Self> {
        if law.is_closed() {
            return Some(Self::closed(law, launch, time));
        }
        let terminal = law.terminal_speed();
        let scale = terminal.min(launch.norm().max(law.pull * time));
        let slow = law.pull * crossing(law, TOLERANCE * scale);
        let mut velocity = Lanes::new(launch.x, launch.y, 1.0, 0.0, 0.0, 1.0);
        let mut position = Lanes::zeros();
        let mut left = time;
        for _ in 0..MOST_STEPS {
            let speed = ComplexField::hypot(velocity[0], velocity[1]);
            let off = ComplexField::hypot(velocity[0], velocity[1] - terminal);
            if left == 0.0 || off <= NEAR_TERMINAL * terminal {
                position += falling(law, &mut velocity, left);
                return Some(Self::of(&position, &velocity));
            }
            let tolerance = TOLERANCE * speed.max(scale);
            let series = if speed > slow {
                Series::new(law, &velocity)
            } else {
                None
            };
            let (step, end, way) = if let Some(series) = series {
                let step = series.duration(tolerance).min(left);
                let (end, way) = series.after(step);
                (step, end, way)
            } else {
                // drag is lost in rounding
                let step = crossing(law, tolerance).min(left);
                let pull = Lanes::new(0.0, law.pull, 0.0, 0.0, 0.0, 0.0);
                let way = (velocity + pull * (0.5 * step)) * step;
                (step, velocity + pull * step, way)
            };
            (velocity, position) = (end, position + way);
            left -= step;
            if !(step > 0.0) {
                return None;
            }
        }
        None
    }

    /// Without gravity, or without drag.
    fn closed(law: Law, launch: &Vector2<f64>, time: f64) -> Self {
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

    fn of(position: &Lanes, velocity: &Lanes) -> Self {
        Self {
            position: Vector2::new(position[0], position[1]),
            velocity: Vector2::new(velocity[0], velocity[1]),
            lever: Matrix2::new(position[2], position[4], position[3], position[5]),
        }
    }
}

/// How long drag can be left out about a moment of rest, where it changes the velocity by less than this \[m/s\]:
/// `∫ κ (gt)² dt` over as long before that moment as after it.
fn crossing(law: Law, tolerance: f64) -> f64 {
    ComplexField::cbrt(tolerance / (law.drag * law.pull * law.pull))
}

/// The way that is left near the terminal velocity, of which the difference decays at the rate λ, along gravity at
/// twice that rate.
fn falling(law: Law, velocity: &mut Lanes, time: f64) -> Lanes {
    let terminal = Lanes::new(0.0, law.terminal_speed(), 0.0, 0.0, 0.0, 0.0);
    let off = *velocity - terminal;
    let rate = law.rate();
    let across = -ComplexField::exp_m1(-rate * time);
    let along = -ComplexField::exp_m1(-2.0 * rate * time);
    let gone = Lanes::new(across, along, across, along, across, along);
    let lasting = gone.component_div(&(Lanes::new(1.0, 2.0, 1.0, 2.0, 1.0, 2.0) * rate));
    *velocity -= off.component_mul(&gone);
    terminal * time + off.component_mul(&lasting)
}
