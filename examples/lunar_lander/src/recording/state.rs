//! How a lander is at the end of a recording.

use std::fmt::{self, Display, Formatter};

use kinstep::nalgebra::Vector2;
use serde::{Deserialize, Serialize};

use crate::game::Game;

/// How a lander is and moves at a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Since the start \[s\].
    pub time: f64,
    /// Of the centre of mass \[m\].
    pub position: [f64; 2],
    /// \[m/s\].
    pub velocity: [f64; 2],
    /// Counter-clockwise from upright \[rad\].
    pub angle: f64,
    /// \[rad/s\].
    pub spin: f64,
    /// What is left of it \[kg\].
    pub fuel: f64,
}

impl State {
    /// How the lander of a game is now.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let (lander, body) = (game.lander(), game.lander().body());
        Self {
            time: lander.time(),
            position: body.position.into(),
            velocity: body.velocity.into(),
            angle: body.orientation(),
            spin: body.angular_velocity(),
            fuel: lander.fuel(),
        }
    }

    /// All its numbers.
    pub(super) fn numbers(&self) -> [f64; 8] {
        let ([x, y], [vx, vy]) = (self.position, self.velocity);
        [self.time, x, y, vx, vy, self.angle, self.spin, self.fuel]
    }

    /// Whether no bit differs.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.numbers().map(f64::to_bits) == other.numbers().map(f64::to_bits)
    }

    /// How far another one is off.
    pub(super) fn differences(&self, other: &Self) -> Differences {
        let apart = |one, other| (Vector2::from(one) - Vector2::from(other)).norm();
        Differences {
            position: apart(self.position, other.position),
            velocity: apart(self.velocity, other.velocity),
            angle: (self.angle - other.angle).abs(),
            spin: (self.spin - other.spin).abs(),
            fuel: (self.fuel - other.fuel).abs(),
        }
    }
}

/// How far a state is from another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Differences {
    /// \[m\].
    pub position: f64,
    /// \[m/s\].
    pub velocity: f64,
    /// \[rad\].
    pub angle: f64,
    /// \[rad/s\].
    pub spin: f64,
    /// \[kg\].
    pub fuel: f64,
}

impl Display for Differences {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let all = [
            ("position", self.position, "m"),
            ("velocity", self.velocity, "m/s"),
            ("angle", self.angle, "rad"),
            ("spin", self.spin, "rad/s"),
            ("fuel", self.fuel, "kg"),
        ];
        let told = all.iter().filter(|(_, off, _)| *off != 0.0);
        let told: Vec<String> = told
            .map(|(what, off, unit)| format!("{what} by {off:.1e} {unit}"))
            .collect();
        if told.is_empty() {
            formatter.write_str("the sign of a zero")
        } else {
            formatter.write_str(&told.join(", "))
        }
    }
}
