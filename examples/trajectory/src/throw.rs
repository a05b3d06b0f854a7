//! What is thrown, and into which air.

use kinstep::ballistics::{Ballistics, Plane};
use kinstep::nalgebra::Vector2;

/// Gravity \[m/s²\], downward.
pub(crate) const GRAVITY: f64 = 9.81;

/// A ball, a hand and the air.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Throw {
    /// At launch \[m/s\].
    pub(crate) speed: f64,
    /// Over the horizon \[degrees\].
    pub(crate) angle: f64,
    /// Over the ground \[m\].
    pub(crate) height: f64,
    /// Of a fall in still air \[m/s\].
    pub(crate) terminal_speed: f64,
    /// Along the throw \[m/s\].
    pub(crate) wind: f64,
}

impl Throw {
    /// From the ground, without wind.
    pub(crate) fn on_level_ground(speed: f64, angle: f64, terminal_speed: f64) -> Self {
        Self {
            speed,
            angle,
            height: 0.0,
            terminal_speed,
            wind: 0.0,
        }
    }

    /// Gravity, drag and wind.
    pub(crate) fn air(&self) -> Ballistics<f64, 2> {
        Ballistics::new([0.0, -GRAVITY])
            .with_terminal_speed(self.terminal_speed)
            .with_wind([self.wind, 0.0])
    }

    /// The same gravity, and no air.
    pub(crate) fn vacuum(&self) -> Ballistics<f64, 2> {
        Ballistics::new([0.0, -GRAVITY])
    }

    /// Position at launch \[m\].
    pub(crate) fn position(&self) -> Vector2<f64> {
        Vector2::new(0.0, self.height)
    }

    /// Velocity at launch \[m/s\].
    pub(crate) fn velocity(&self) -> Vector2<f64> {
        let (sin, cos) = self.angle.to_radians().sin_cos();
        Vector2::new(cos, sin) * self.speed
    }

    /// Where it lands.
    pub(crate) fn ground(&self) -> Plane<f64, 2> {
        self.vacuum().level(0.0)
    }
}
