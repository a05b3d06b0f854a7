//! A flight with quadratic drag.

use super::QuadraticAir;
use super::series::QuadraticDragLaw;
use super::solve::FlightTail;
use super::solve::solve;
use crate::search::{Curve, Look, roots};
use crate::trajectory::{Event, Height, Plane, Trajectory};
use alloc::vec::Vec;
use nalgebra::SVector;

/// A flight with quadratic drag, `v' = g - κ |u| u` with `u = v - wind`, for all times after
/// launch.
///
/// The flight consists of polynomials in time, usually about twenty and at most 4096, and of a
/// closed form for the tail, in which the velocity is near the terminal velocity. An evaluation
/// needs a binary search and one polynomial of degree 18.
///
/// Backward in time, the speed becomes infinite within a finite time; so
/// [`beginning`](Trajectory::beginning) is zero. At negative times the flight is the parabola that
/// has the position, velocity and acceleration of the launch.
///
/// ```
/// use kinstep_flight::QuadraticAir;
/// use kinstep_flight::trajectory::Trajectory;
///
/// // a golf ball: the air slows it, and takes a part of its way
/// let (from, velocity) = ([0.0, 0.0], [60.0, 20.0]);
/// let flight = QuadraticAir::new([0.0, -9.81], 0.005).launch(from, velocity);
/// let vacuum = QuadraticAir::new([0.0, -9.81], 0.0).launch(from, velocity);
/// let (top, without_air) = (flight.apex().expect("it rises"), vacuum.apex().expect("it rises"));
/// assert!(top.position.x < 0.8 * without_air.position.x && top.velocity.x < 45.0);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct QuadraticFlight<const D: usize> {
    path: Path<D>,
    /// Maximum excess of an acceleration of the path compared to that of the equation \[m/s²\].
    slack: f64,
    law: QuadraticDragLaw<D>,
    wind: SVector<f64, D>,
    /// Unit vector against gravity; zero if there is no upward direction.
    up: SVector<f64, D>,
}

impl<const D: usize> QuadraticFlight<D> {
    pub(super) fn new(
        air: &QuadraticAir<D>,
        position: &SVector<f64, D>,
        velocity: &SVector<f64, D>,
    ) -> Self {
        let law = QuadraticDragLaw {
            gravity: air.gravity,
            coefficient: air.coefficient,
        };
        let (path, slack) = solve(&law, &air.wind, position, velocity, air.tolerance);
        Self {
            path,
            slack,
            law,
            wind: air.wind,
            up: air.up(),
        }
    }

    /// Returns the highest point after launch, against gravity; `None` if the flight never rises or
    /// there is no gravity.
    #[must_use]
    pub fn apex(&self) -> Option<Event<D>> {
        self.apex_along(self.up)
    }
}

impl<const D: usize> Trajectory<D> for QuadraticFlight<D> {
    type Height = QuadraticHeight;

    fn position(&self, time: f64) -> SVector<f64, D> {
        self.path.position(time)
    }

    fn at(&self, time: f64) -> Event<D> {
        let (position, velocity) = self.path.at(time);
        Event {
            time,
            position,
            velocity,
        }
    }

    fn velocity(&self, time: f64) -> SVector<f64, D> {
        self.path.velocity(time)
    }

    /// Returns the acceleration by the equation for the velocity at this time.
    fn acceleration(&self, time: f64) -> SVector<f64, D> {
        let path = &self.path;
        match path.piece_at(time) {
            PathPiece::Before => path.before.first,
            _ => {
                let relative = path.velocity(time) - self.wind;
                self.law.acceleration(&relative)
            }
        }
    }

    fn height_over(&self, plane: &Plane<f64, D>) -> QuadraticHeight {
        QuadraticHeight::new(self.path.projected(&plane.normal, plane.distance))
    }

    /// The magnitude of the acceleration never grows, because
    /// `a · a' = -κ (|u| |a|² + (u · a)²/|u|)`.
    fn acceleration_bound(&self, from: f64, _to: f64) -> f64 {
        let start = self.acceleration(from).norm();
        let rounding = 1.0 + f64::EPSILON * 8.0;
        start * rounding + self.slack
    }

    fn beginning(&self) -> f64 {
        0.0
    }
}

// The height of a flight with quadratic drag, and all its extrema.

/// The height of a [`QuadraticFlight`](super::QuadraticFlight) above a plane.
///
/// The rate of the height is a polynomial in each segment. All times at which the sign of the rate
/// changes are found by bounds of its derivative, except times at which the rate is zero only to
/// within rounding. Extrema before launch are not included.
///
/// ```
/// use kinstep_flight::QuadraticAir;
/// use kinstep_flight::trajectory::{Height, Plane, Trajectory};
///
/// let flight = QuadraticAir::new([0.0, -9.81], 0.01).launch([0.0, 1.5], [12.0, 9.0]);
/// let over_ground = flight.height_over(&Plane::new([0.0, 1.0], 0.0));
/// let top = over_ground.next_turn(0.0, 9.0).expect("it rises");
/// assert!(over_ground.at(top).0 > 5.0 && over_ground.next_turn(top, 9.0).is_none());
/// assert_eq!(over_ground.limit(), f64::NEG_INFINITY); // it falls for ever
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct QuadraticHeight {
    path: Path<1>,
    /// All times at which the sign of the rate changes \[s\], in ascending order.
    turns: Vec<f64>,
}

impl QuadraticHeight {
    fn new(path: Path<1>) -> Self {
        let mut zeros = Vec::new();
        for segment in &path.segments {
            zeros.push(segment.start);
            let rate = Rate::of(segment);
            // if the search ends early, all extrema are found except those that are within rounding
            // of each other
            let _ = roots(&rate, 0.0, 1.0, |part| {
                zeros.push(segment.start + part * segment.duration);
                false
            });
        }
        zeros.push(path.rest_start);
        let in_tail = path.rest.turns().map(|turn| path.rest_start + turn);
        zeros.extend(
            in_tail
                .iter()
                .filter(|turn| **turn > path.rest_start && turn.is_finite()),
        );
        Self {
            turns: sign_changes(&path, &zeros),
            path,
        }
    }
}

/// Returns the zeros of the rate of the height at which its sign changes. Between two of these
/// times the rate has one sign.
fn sign_changes(path: &Path<1>, zeros: &[f64]) -> Vec<f64> {
    let mut turns = Vec::new();
    let mut before = 0.0;
    for (index, &zero) in zeros.iter().enumerate() {
        let next = zeros.get(index + 1).map_or(2.0 * zero + 1.0, |next| *next);
        let after = path.at(0.5 * (zero + next)).1.x;
        if before * after < 0.0 {
            turns.push(zero);
        }
        if after != 0.0 {
            before = after.signum();
        }
    }
    turns
}

/// The rate of the height in a segment, as a function of the elapsed fraction of its duration.
struct Rate([f64; TERMS]);

impl Rate {
    fn of(segment: &Segment<1>) -> Self {
        Self(core::array::from_fn(|k| {
            segment.position[k + 1].x * (k + 1) as f64
        }))
    }
}

impl Curve for Rate {
    fn at(&self, part: f64) -> (f64, f64) {
        // Horner's scheme for value and derivative
        (self.0.iter().rev()).fold((0.0, 0.0), |(value, slope), term| {
            (value * part + term, slope * part + value)
        })
    }

    fn look(&self, _from: f64, part: f64, to: f64) -> Look {
        let (value, rate) = self.at(part);
        // the magnitudes of all terms of the value and of both derivatives have their maxima at the
        // end of the segment
        let (mut terms, mut steep, mut bend) = (0.0, 0.0, 0.0);
        for term in self.0.iter().rev() {
            bend = bend * to + 2.0 * steep;
            steep = steep * to + terms;
            terms = terms * to + term.abs();
        }
        Look {
            value,
            rate,
            low: bend,
            high: bend,
            steep,
            terms,
        }
    }
}

impl Height for QuadraticHeight {
    fn at(&self, time: f64) -> (f64, f64) {
        let (height, rate) = self.path.at(time);
        (height.x, rate.x)
    }

    fn next_turn(&self, after: f64, end: f64) -> Option<f64> {
        let index = self.turns.partition_point(|turn| *turn <= after);
        self.turns.get(index).copied().filter(|turn| *turn < end)
    }

    fn limit(&self) -> f64 {
        self.path.rest.limit()
    }
}

// A whole flight, in any dimension: piecewise polynomials and a tail.

/// Number of terms of the velocity in a segment. The position has one more term.
pub(super) const TERMS: usize = 18;

/// A polynomial piece of a flight.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Segment<const D: usize> {
    /// Start of the segment \[s\] after launch.
    pub(super) start: f64,
    /// Duration \[s\].
    pub(super) duration: f64,
    /// Coefficients of the position in powers of `(t - start) / duration` \[m\].
    pub(super) position: [SVector<f64, D>; TERMS + 1],
}

impl<const D: usize> Segment<D> {
    /// Returns a segment that starts at a position \[m\] in a wind \[m/s\]. The terms are those of
    /// the velocity relative to the air, in powers of `(t - start) / duration` \[m/s\].
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

    /// Returns the position at a time \[m\].
    #[inline]
    fn position(&self, time: f64) -> SVector<f64, D> {
        let tau = (time - self.start) / self.duration;
        let square = tau * tau;
        // Horner's scheme, separately for even and odd powers: two short chains of operations that
        // depend on each other instead of one long chain
        let [constant, terms @ ..] = &self.position;
        let (mut odd, mut even) = (SVector::zeros(), SVector::zeros());
        for [one, two] in terms.as_chunks().0.iter().rev() {
            odd = odd * square + one;
            even = even * square + two;
        }
        constant + odd * tau + even * square
    }

    /// Returns the velocity at a time \[m/s\].
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

/// The parabola before launch, the segments, and the tail.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Path<const D: usize> {
    /// The parabola before launch.
    pub(super) before: FlightTail<D>,
    pub(super) segments: Vec<Segment<D>>,
    /// Start of the tail \[s\].
    pub(super) rest_start: f64,
    /// The closed form after the segments.
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
    fn piece_at(&self, time: f64) -> PathPiece {
        if time < 0.0 {
            PathPiece::Before
        } else if time < self.rest_start {
            let after = self.segments.partition_point(|s| s.start <= time);
            PathPiece::Segment(after.saturating_sub(1))
        } else {
            PathPiece::Tail
        }
    }

    /// Returns the position at a time \[m\].
    #[inline]
    pub(super) fn position(&self, time: f64) -> SVector<f64, D> {
        self.at(time).0
    }

    /// Returns the velocity at a time \[m/s\].
    #[inline]
    pub(super) fn velocity(&self, time: f64) -> SVector<f64, D> {
        self.at(time).1
    }

    /// Returns the position and the velocity at a time. The function is inlined, so that a result
    /// that is not used is not computed.
    #[inline(always)]
    fn at(&self, time: f64) -> (SVector<f64, D>, SVector<f64, D>) {
        match self.piece_at(time) {
            PathPiece::Before => self.before.at(time),
            PathPiece::Segment(index) => {
                let segment = &self.segments[index];
                (segment.position(time), segment.velocity(time))
            }
            PathPiece::Tail => self.rest.at(time - self.rest_start),
        }
    }

    /// Returns the height of the path above the plane `normal · p = distance`.
    fn projected(&self, normal: &SVector<f64, D>, distance: f64) -> Path<1> {
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
