//! What happens on the way, and when.

mod crossings;
mod height;
mod plane;
mod root;
mod sphere;

use nalgebra::{RealField, SVector};

pub(crate) use crossings::CrossingTimes;
pub use crossings::Crossings;
pub use height::Height;
pub(crate) use height::{MOST_LOOKS, first_maximum, tending};
pub use plane::Plane;
use root::sign;
pub(crate) use root::{quadratic_roots, root_between};
pub(crate) use sphere::Boundary;
pub use sphere::Sphere;

use crate::space::is_finite;

/// A moment of a flight.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Event<T, const D: usize> {
    /// When \[s\] after launch.
    pub time: T,
    /// Where \[m\].
    pub position: SVector<T, D>,
    /// How fast \[m/s\].
    pub velocity: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> Event<T, D> {
    /// What is at a time or a place beyond the numbers of T does not happen.
    pub(crate) fn if_finite(self) -> Option<Self> {
        let happens = self.time.is_finite() && is_finite(&self.position);
        (happens && is_finite(&self.velocity)).then_some(self)
    }
}

/// Which way a surface is crossed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Crossing {
    /// To the side that the normal points to.
    Ascending,
    /// From the side that the normal points to.
    Descending,
    /// Either way.
    Any,
}

impl Crossing {
    /// Whether a crossing in this direction is asked for.
    pub(crate) fn includes(self, ascending: bool) -> bool {
        match self {
            Self::Ascending => ascending,
            Self::Descending => !ascending,
            Self::Any => true,
        }
    }
}

/// Why a question about a span of a flight has no answer.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpanError<T> {
    /// The span is empty, reversed, or its ends are not numbers that can be computed with.
    #[error(
        "the span from {from} s to {to} s is no span of time to look at: it must start at a finite time and end later"
    )]
    Span {
        /// Where it starts \[s\].
        from: T,
        /// Where it ends \[s\].
        to: T,
    },
    /// The flight is not defined that early.
    #[error("the span starts at {from} s, but this flight exists only after {beginning} s")]
    BeforeBeginning {
        /// Where the span starts \[s\].
        from: T,
        /// The earliest time of the flight \[s\].
        beginning: T,
    },
    /// The flight, or what it was asked about, has a number that is NaN or infinite.
    #[error("the flight, or what is asked about it, has a number that is NaN or infinite")]
    NotFinite,
    /// Nothing was found in as many steps as a search may take.
    #[error(
        "the search took {steps} steps and got no further than {time} s: ask for a shorter span"
    )]
    Unfinished {
        /// How many steps were taken.
        steps: usize,
        /// How far it got \[s\].
        time: T,
    },
}
