//! A whole flight, piece after piece; seen along a direction it is a flight on a line.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::rest::{Parabola, Rest};
use super::series::DEGREE;

/// A part of the flight as a polynomial.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Segment<const D: usize> {
    /// \[s\] after launch.
    pub(super) start: f64,
    /// \[s\]
    pub(super) duration: f64,
    /// Terms of the position in powers of `(t - start) / duration` \[m\].
    pub(super) position: [SVector<f64, D>; DEGREE + 2],
}

impl<const D: usize> Segment<D> {
    /// Position \[m\].
    #[inline]
    fn position(&self, time: f64) -> SVector<f64, D> {
        let tau = (time - self.start) / self.duration;
        let square = tau * tau;
        // even and odd powers apart: two short chains of operations instead of a long one
        let [constant, terms @ ..] = &self.position;
        let (mut odd, mut even) = (SVector::zeros(), SVector::zeros());
        for [one, two] in terms.as_chunks().0.iter().rev() {
            odd = odd * square + one;
            even = even * square + two;
        }
        constant + odd * tau + even * square
    }

    /// Velocity \[m/s\].
    #[inline]
    fn velocity(&self, time: f64) -> SVector<f64, D> {
        let tau = (time - self.start) / self.duration;
        let square = tau * tau;
        let (mut even, mut odd) = (SVector::zeros(), SVector::zeros());
        for (pair, [one, two]) in self.position[1..].as_chunks().0.iter().enumerate().rev() {
            let power = (2 * pair + 1) as f64;
            even = even * square + one * power;
            odd = odd * square + two * (power + 1.0);
        }
        (even + odd * tau) / self.duration
    }
}

/// Segments, what follows for ever, and a parabola for what would have been before.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Path<const D: usize> {
    /// Before launch.
    pub(super) before: Parabola<D>,
    pub(super) segments: Vec<Segment<D>>,
    /// When the rest starts \[s\].
    pub(super) rest_start: f64,
    pub(super) rest: Rest<D>,
}

/// Where on a path a time is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Before,
    /// In the segment of this index.
    Segment(usize),
    Rest,
}

impl<const D: usize> Path<D> {
    #[inline]
    pub(super) fn place(&self, time: f64) -> Place {
        if time < 0.0 {
            Place::Before
        } else if time < self.rest_start {
            let after = self.segments.partition_point(|s| s.start <= time);
            Place::Segment(after.saturating_sub(1))
        } else {
            Place::Rest
        }
    }

    #[inline]
    pub(super) fn position(&self, time: f64) -> SVector<f64, D> {
        match self.place(time) {
            Place::Before => self.before.position(time),
            Place::Segment(index) => self.segments[index].position(time),
            Place::Rest => self.rest.position(time - self.rest_start),
        }
    }

    #[inline]
    pub(super) fn velocity(&self, time: f64) -> SVector<f64, D> {
        match self.place(time) {
            Place::Before => self.before.velocity(time),
            Place::Segment(index) => self.segments[index].velocity(time),
            Place::Rest => self.rest.velocity(time - self.rest_start),
        }
    }

    /// Position and velocity, of which the time is looked up once.
    #[inline]
    pub(super) fn at(&self, time: f64) -> (SVector<f64, D>, SVector<f64, D>) {
        match self.place(time) {
            Place::Before => (self.before.position(time), self.before.velocity(time)),
            Place::Segment(index) => {
                let segment = &self.segments[index];
                (segment.position(time), segment.velocity(time))
            }
            Place::Rest => {
                let since = time - self.rest_start;
                (self.rest.position(since), self.rest.velocity(since))
            }
        }
    }

    /// The same path on a line: all its vectors, each by one linear function. `along` is for directions, `point`
    /// for places.
    pub(super) fn projected(
        &self,
        along: impl Fn(&SVector<f64, D>) -> f64,
        point: impl Fn(&SVector<f64, D>) -> f64,
    ) -> Path<1> {
        let along = |vector: &SVector<f64, D>| SVector::from([along(vector)]);
        let point = |place: &SVector<f64, D>| SVector::from([point(place)]);
        Path {
            before: self.before.projected(along, point),
            segments: (self.segments.iter())
                .map(|segment| Segment {
                    start: segment.start,
                    duration: segment.duration,
                    position: core::array::from_fn(|k| {
                        let term = &segment.position[k];
                        if k == 0 { point(term) } else { along(term) }
                    }),
                })
                .collect(),
            rest_start: self.rest_start,
            rest: self.rest.projected(along, point),
        }
    }
}
