//! Motion along a line over a step, and its difference from coasting.

use core::ops::{Div, Neg};

use nalgebra::SVector;

use crate::body::Body;
use crate::increment::{Increment, Motion};
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;

/// The motion along a line over a step with initial speed r₀.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Course {
    /// Speed r at the end \[m/s\].
    pub(super) end: f64,
    /// Distance X since the start \[m\].
    pub(super) length: f64,
    /// Change of the speed `r - r₀` \[m/s\].
    pub(super) gained: f64,
    /// Distance beyond coasting `X - r₀ t` \[m\].
    pub(super) lead: f64,
}

impl Course {
    /// Result of a backward step in which the speed becomes infinite.
    pub(super) const INFINITE: Self = Self {
        end: f64::INFINITY,
        length: f64::NEG_INFINITY,
        gained: f64::INFINITY,
        lead: f64::NEG_INFINITY,
    };

    /// Result if the motion could not be computed to the end.
    pub(super) const UNKNOWN: Self = Self {
        end: f64::NAN,
        length: f64::NAN,
        gained: f64::NAN,
        lead: f64::NAN,
    };

    /// Whether adding the changes to coasting gives the end state without cancellation.
    fn is_gentle(&self) -> bool {
        self.gained.abs() <= self.end.abs() && self.lead.abs() <= self.length.abs()
    }
}

/// The course along the opposite direction.
impl Neg for Course {
    type Output = Self;

    fn neg(self) -> Self {
        self / -1.0
    }
}

/// The course in a unit of length that is `unit` times as long.
impl Div<f64> for Course {
    type Output = Self;

    fn div(self, unit: f64) -> Self {
        Self {
            end: self.end / unit,
            length: self.length / unit,
            gained: self.gained / unit,
            lead: self.lead / unit,
        }
    }
}

/// The motion of a body in a medium of this velocity \[m/s\], from its course relative to the medium along `direction`.
pub(super) fn motion<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
    medium: &SVector<f64, D>,
    direction: &SVector<f64, D>,
    course: &Course,
    dt: f64,
) -> Motion<T, D> {
    let along = |start: SVector<f64, D>, size: f64| {
        // 0 · ∞ = 0 here: an axis without motion stays finite
        start + direction.map(|d| if d == 0.0 { 0.0 } else { d * size })
    };
    let gained = along(SVector::zeros(), course.gained);
    let lead = along(SVector::zeros(), course.lead);
    let velocity = body.velocity.map(to_f64);
    let (displacement, end) = if course.is_gentle() {
        (velocity * dt + lead, velocity + gained)
    } else {
        let length = along(medium * dt, course.length);
        (length, along(*medium, course.end))
    };
    Motion {
        displacement: displacement.map(from_f64),
        velocity: end.map(from_f64),
        increment: Increment {
            velocity: gained.map(from_f64),
            position: lead.map(from_f64),
        },
    }
}
