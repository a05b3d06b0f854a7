//! The first contact of a flight with a surface.

mod questions;
mod search;
mod start;

use core::ops::Range;

use nalgebra::{RealField, SVector};

use super::event::SpanError;
use super::surface::Surface;
use super::trajectory::Trajectory;
use questions::Questions;
use search::Search;

/// Where a flight first meets a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Landing<T, const D: usize> {
    /// When \[s\] after launch.
    pub time: T,
    /// Where \[m\]: on the flight.
    pub position: SVector<T, D>,
    /// How fast \[m/s\], before the contact.
    pub velocity: SVector<T, D>,
    /// Of length 1, at right angles to the surface: to its outside where it has one.
    pub normal: SVector<T, D>,
    /// How many questions were put to the surface: rays cast, and regions asked to be clear.
    pub casts: usize,
}

/// Why a landing was not found.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LandingError<T> {
    /// The span, or the flight.
    #[error(transparent)]
    Span(#[from] SpanError<T>),
    /// The surface said that a ray meets it where the ray is not, or at no number.
    #[error("the surface said that a ray of {length} m meets it after {distance} m")]
    Distance {
        /// What it said \[m\].
        distance: T,
        /// How long the ray was \[m\].
        length: T,
    },
    /// The surface gave a normal that is zero, NaN or infinite.
    #[error("the surface gave a normal without direction, {distance} m along a ray")]
    Normal {
        /// Where on the ray \[m\].
        distance: T,
    },
    /// As many questions as a search may ask, and the rest of the flight is still not known to be clear.
    #[error(
        "{casts} questions to the surface, and the flight is known to be clear only until {time} s: ask for a shorter span"
    )]
    Unfinished {
        /// How many questions were asked.
        casts: usize,
        /// Until when nothing is met \[s\].
        time: T,
    },
}

/// The first contact: nothing before it is left unproven.
pub(super) fn first_contact<T, const D: usize, F, S>(
    flight: &F,
    surface: &S,
    span: Range<T>,
) -> Result<Option<Landing<T, D>>, LandingError<T>>
where
    T: RealField + Copy,
    F: Trajectory<T, D>,
    S: Surface<T, D> + ?Sized,
{
    let questions = Questions::new(flight, surface, span.end);
    Search::new(questions, span.start).run(span.end)
}
