//! Who throws at what, in which air.

use kinstep::aim::Aim;
use kinstep::ballistics::Ballistics;
use kinstep::nalgebra::Vector2;

/// Gravity \[m/s²\], downward.
const GRAVITY: f64 = 9.81;

/// The air. The shooter stands at the origin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scene {
    /// Of a fall in still air \[m/s\].
    pub(crate) terminal_speed: f64,
    /// To the right \[m/s\].
    pub(crate) wind: f64,
}

/// Something to hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// At launch \[m\].
    pub(crate) position: [f64; 2],
    /// Where targets move \[m/s\].
    pub(crate) velocity: [f64; 2],
}

/// On both sides, above and below.
pub(crate) const TARGETS: [Target; 6] = [
    Target::new("A", [-105.0, 20.0], [9.0, 0.0]),
    Target::new("B", [-85.0, -35.0], [0.0, 8.0]),
    Target::new("C", [-55.0, 50.0], [-6.0, -6.0]),
    Target::new("D", [75.0, 40.0], [3.0, -6.0]),
    Target::new("E", [95.0, -40.0], [-4.0, 9.0]),
    Target::new("F", [115.0, 0.0], [-12.0, 3.0]),
];

impl Scene {
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
}

impl Target {
    const fn new(name: &'static str, position: [f64; 2], velocity: [f64; 2]) -> Self {
        Self {
            name,
            position,
            velocity,
        }
    }

    /// 1 to the right of the shooter, -1 to the left.
    pub(crate) fn side(&self) -> f64 {
        self.position[0].signum()
    }

    /// A throw at it, from the origin, while it moves or stays.
    pub(crate) fn aim(&self, air: &Ballistics<f64, 2>, moves: bool) -> Aim<f64, 2> {
        let aim = air.aim([0.0, 0.0], self.position);
        if moves {
            aim.moving(self.velocity)
        } else {
            aim
        }
    }

    /// Where it is after some time \[s\].
    pub(crate) fn at(&self, time: f64, moves: bool) -> Vector2<f64> {
        let start = Vector2::from(self.position);
        if moves {
            start + Vector2::from(self.velocity) * time
        } else {
            start
        }
    }
}
