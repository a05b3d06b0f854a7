//! What a step does along one line, in all and beyond coasting.

use core::ops::{Div, Neg};

use nalgebra::SVector;

use crate::body::Body;
use crate::increment::{Increment, Motion};
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;

/// What a step does along a line to a body that starts with speed r₀.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Course {
    /// r, the speed at the end \[m/s\].
    pub(super) end: f64,
    /// X, the way since the start \[m\].
    pub(super) length: f64,
    /// `r - r₀` \[m/s\].
    pub(super) gained: f64,
    /// `X - r₀ t` \[m\].
    pub(super) lead: f64,
}

impl Course {
    /// Of a step back in time, within which the body was infinitely fast.
    pub(super) const INFINITE: Self = Self {
        end: f64::INFINITY,
        length: f64::NEG_INFINITY,
        gained: f64::INFINITY,
        lead: f64::NEG_INFINITY,
    };

    /// Of a body that was not followed to the end.
    pub(super) const UNKNOWN: Self = Self {
        end: f64::NAN,
        length: f64::NAN,
        gained: f64::NAN,
        lead: f64::NAN,
    };

    /// Whether the end is found without loss by what is added to coasting.
    fn is_gentle(&self) -> bool {
        self.gained.abs() <= self.end.abs() && self.lead.abs() <= self.length.abs()
    }
}

/// The same seen from the other end of the line.
impl Neg for Course {
    type Output = Self;

    fn neg(self) -> Self {
        self / -1.0
    }
}

/// The same for a line on which the unit is longer.
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

/// The motion of a body in a medium of this velocity \[m/s\], relative to which it goes along lines: in each of these
/// directions as its course says.
pub(super) fn motion<T: Real<D>, const D: usize, const N: usize>(
    body: &Body<T, D>,
    medium: &SVector<f64, D>,
    lines: [(SVector<f64, D>, Course); N],
    dt: f64,
) -> Motion<T, D> {
    let sum = |start: SVector<f64, D>, part: fn(&Course) -> f64| {
        lines.iter().fold(start, |sum, (direction, course)| {
            let size = part(course);
            // along an axis on which nothing happens nothing is infinite
            sum + direction.map(|d| if d == 0.0 { 0.0 } else { d * size })
        })
    };
    let gained = sum(SVector::zeros(), |course| course.gained);
    let lead = sum(SVector::zeros(), |course| course.lead);
    let velocity = body.velocity.map(to_f64);
    let (displacement, end) = if lines.iter().all(|(_, course)| course.is_gentle()) {
        (velocity * dt + lead, velocity + gained)
    } else {
        let length = sum(medium * dt, |course| course.length);
        (length, sum(*medium, |course| course.end))
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
