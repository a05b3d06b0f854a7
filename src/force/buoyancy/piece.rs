//! Air, waterline and water: three linear laws along up.

use super::super::course::Course;
use crate::flow::{Propagator, Response};

/// The parameters of a body's motion in the water.
#[derive(Debug, Clone, Copy)]
pub(super) struct Water {
    /// L/m, if the whole body is under water \[m/s²\].
    pub(super) lift: f64,
    /// g \[m/s²\].
    pub(super) gravity: f64,
    /// c/m \[1/s\].
    pub(super) damping: f64,
    /// H/2 \[m\].
    pub(super) half_height: f64,
}

/// The part of the water column that the body is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Air,
    Waterline,
    Depth,
}

/// The law in one piece: `h'' = c - γ h' - ω² h`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    /// c \[m/s²\].
    pub(super) constant: f64,
    /// γ \[1/s\].
    pub(super) damping: f64,
    /// ω² \[1/s²\].
    pub(super) stiffness: f64,
    /// Its lower border \[m\].
    pub(super) bottom: f64,
    /// Its upper border \[m\].
    pub(super) top: f64,
}

impl Water {
    /// The piece of a body with its centre at `height`; on a border the piece that it enters in the direction of time.
    pub(super) fn place(&self, height: f64, velocity: f64, direction: f64) -> Place {
        let (onward, half) = (velocity * direction, self.half_height);
        if height > half {
            Place::Air
        } else if height < -half {
            Place::Depth
        } else if height == half && (onward > 0.0 || (onward == 0.0 && self.gravity == 0.0)) {
            Place::Air
        } else if height == -half && (onward < 0.0 || (onward == 0.0 && self.lift < self.gravity)) {
            Place::Depth
        } else {
            Place::Waterline
        }
    }

    /// The law there.
    pub(super) fn piece(&self, place: Place) -> Piece {
        let half = self.half_height;
        match place {
            Place::Air => Piece {
                constant: -self.gravity,
                damping: 0.0,
                stiffness: 0.0,
                bottom: half,
                top: f64::INFINITY,
            },
            Place::Waterline => Piece {
                constant: 0.5 * self.lift - self.gravity,
                damping: self.damping,
                stiffness: 0.5 * self.lift / half,
                bottom: -half,
                top: half,
            },
            Place::Depth => Piece {
                constant: self.lift - self.gravity,
                damping: self.damping,
                stiffness: 0.0,
                bottom: f64::NEG_INFINITY,
                top: -half,
            },
        }
    }
}

impl Piece {
    /// `c - γ v - ω² h` \[m/s²\].
    pub(super) fn acceleration(&self, height: f64, velocity: f64) -> f64 {
        self.constant - self.damping * velocity - self.stiffness * height
    }

    /// The upward motion under the law in `time` \[s\]: `Δh = v S + (c - ω² h) S₁`.
    pub(super) fn course(&self, height: f64, velocity: f64, time: f64) -> Course {
        let Propagator { response, left, .. } = Propagator::new(self.damping, self.stiffness, time);
        let Response {
            velocity: s,
            position: s1,
            ramp: s2,
        } = response;
        let start = self.acceleration(height, velocity);
        let slope = -self.stiffness * velocity;
        let gained = start * s + slope * s1;
        let pull = self.acceleration(height, 0.0);
        let end = if gained.abs() <= 0.5 * velocity.abs() {
            velocity + gained
        } else {
            velocity * left + pull * s
        };
        Course {
            end,
            length: velocity * s + pull * s1,
            gained,
            lead: start * s1 + slope * s2,
        }
    }
}
