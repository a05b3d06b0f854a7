//! A whole flight as a piecewise polynomial with a tail, in any dimension.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::tail::FlightTail;

/// Number of terms of the velocity in a segment; the position has one more.
pub(super) const TERMS: usize = 18;

/// A polynomial piece of a flight.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Segment<const D: usize> {
    /// Start of the segment \[s\] after launch.
    pub(super) start: f64,
    /// \[s\]
    pub(super) duration: f64,
    /// Coefficients of the position in powers of `(t - start) / duration` \[m\].
    pub(super) position: [SVector<f64, D>; TERMS + 1],
}

impl<const D: usize> Segment<D> {
    /// A segment from a position \[m\] in a wind \[m/s\], with the terms of the velocity relative to the air in powers of
    /// `(t - start) / duration` \[m/s\].
    pub(super) fn new(
        start: f64,
        duration: f64,
        position: &SVector<f64, D>,
        wind: &SVector<f64, D>,
        relative: &[SVector<f64, D>; TERMS],
    ) -> Self {
        let mut terms = [*position; TERMS + 1];
        for (k, term) in relative.iter().enumerate() {
            let drift = if k == 0 { *wind } else { SVector::zeros() };
            terms[k + 1] = (term + drift) * (duration / (k + 1) as f64);
        }
        Self {
            start,
            duration,
            position: terms,
        }
    }

    /// Position \[m\].
    #[inline]
    fn position(&self, time: f64) -> SVector<f64, D> {
        let tau = (time - self.start) / self.duration;
        let square = tau * tau;
        // Horner's scheme, separately for even and odd powers: two short dependency chains instead of a long one
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

/// A parabola before launch, the segments, and the tail.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Path<const D: usize> {
    /// Before launch: a parabola.
    pub(super) before: FlightTail<D>,
    pub(super) segments: Vec<Segment<D>>,
    /// Start of the tail \[s\].
    pub(super) rest_start: f64,
    /// The tail.
    pub(super) rest: FlightTail<D>,
}

/// The piece of a path that contains a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathPiece {
    Before,
    /// The segment with this index.
    Segment(usize),
    Tail,
}

impl<const D: usize> Path<D> {
    #[inline]
    pub(super) fn piece_at(&self, time: f64) -> PathPiece {
        if time < 0.0 {
            PathPiece::Before
        } else if time < self.rest_start {
            let after = self.segments.partition_point(|s| s.start <= time);
            PathPiece::Segment(after.saturating_sub(1))
        } else {
            PathPiece::Tail
        }
    }

    /// Position \[m\].
    #[inline]
    pub(super) fn position(&self, time: f64) -> SVector<f64, D> {
        self.at(time).0
    }

    /// Velocity \[m/s\].
    #[inline]
    pub(super) fn velocity(&self, time: f64) -> SVector<f64, D> {
        self.at(time).1
    }

    /// Position and velocity; inlined so that an unused result is not computed.
    #[inline(always)]
    pub(super) fn at(&self, time: f64) -> (SVector<f64, D>, SVector<f64, D>) {
        match self.piece_at(time) {
            PathPiece::Before => self.before.at(time),
            PathPiece::Segment(index) => {
                let segment = &self.segments[index];
                (segment.position(time), segment.velocity(time))
            }
            PathPiece::Tail => self.rest.at(time - self.rest_start),
        }
    }

    /// The height of the path over the plane `normal · p = distance`.
    pub(super) fn projected(&self, normal: &SVector<f64, D>, distance: f64) -> Path<1> {
        let projected = |segment: &Segment<D>| {
            let mut position = segment
                .position
                .map(|term| SVector::from([normal.dot(&term)]));
            position[0].x -= distance;
            Segment {
                start: segment.start,
                duration: segment.duration,
                position,
            }
        };
        Path {
            before: self.before.projected(normal, distance),
            segments: self.segments.iter().map(projected).collect(),
            rest_start: self.rest_start,
            rest: self.rest.projected(normal, distance),
        }
    }
}
