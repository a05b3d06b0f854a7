//! A flight as seen from what moves under a law.

use nalgebra::{RealField, SVector};

use super::super::event::{Event, Height, Plane};
use super::super::path_arc::PathArc;
use super::super::trajectory::Trajectory;
use super::forward_to_kind;
use super::gyrating_height::GyratingHeight;
use super::{LawFlight, LawHeight};
use crate::flow::LinearLaw;
use crate::numbers::to_f64;

/// A flight as seen from what moves itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum RelativeFlight<T, const D: usize> {
    /// The difference follows a law.
    One(LawFlight<T, D>),
    /// The first flight relative to the second, under laws of their own.
    Two([LawFlight<T, D>; 2]),
}

/// The height of a [`RelativeFlight`] over a plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum RelativeHeight<const D: usize> {
    One(LawHeight<D>),
    Two(GyratingHeight<[LawFlight<f64, D>; 2], D>),
}

impl<T: RealField + Copy, const D: usize> RelativeFlight<T, D> {
    /// The first flight as seen from the second, which is launched at the same time.
    pub(crate) fn new(a: LawFlight<T, D>, b: LawFlight<T, D>) -> Self {
        let difference = LinearLaw {
            constant: a.law.constant - b.law.constant,
            ramp: a.law.ramp - b.law.ramp,
            ..a.law
        };
        let is_one = b.law
            == LinearLaw {
                constant: b.law.constant,
                ramp: b.law.ramp,
                ..a.law
            };
        if is_one {
            Self::One(difference.launch(a.position - b.position, a.velocity - b.velocity))
        } else {
            Self::Two([a, b])
        }
    }

    /// The same motion at an offset \[m\].
    pub(crate) fn translated(&self, offset: &SVector<T, D>) -> Self {
        match self {
            Self::One(flight) => Self::One(flight.translated(offset)),
            Self::Two([a, b]) => Self::Two([a.translated(offset), *b]),
        }
    }
}

impl<T: RealField + Copy, const D: usize> Trajectory<T, D> for RelativeFlight<T, D> {
    type Height = RelativeHeight<D>;

    fn position(&self, time: T) -> SVector<T, D> {
        self.at(time).position
    }

    fn velocity(&self, time: T) -> SVector<T, D> {
        self.at(time).velocity
    }

    fn acceleration(&self, time: T) -> SVector<T, D> {
        match self {
            Self::One(flight) => flight.acceleration(time),
            Self::Two([a, b]) => a.acceleration(time) - b.acceleration(time),
        }
    }

    fn at(&self, time: T) -> Event<T, D> {
        match self {
            Self::One(flight) => flight.at(time),
            Self::Two(flights) => {
                let [a, b] = flights.each_ref().map(|flight| flight.at(time));
                Event {
                    time,
                    position: a.position - b.position,
                    velocity: a.velocity - b.velocity,
                }
            }
        }
    }

    fn height_over(&self, plane: &Plane<T, D>) -> RelativeHeight<D> {
        match self {
            Self::One(flight) => RelativeHeight::One(flight.height_over(plane)),
            Self::Two(flights) => RelativeHeight::Two(GyratingHeight {
                flight: flights.each_ref().map(LawFlight::widened),
                plane: Plane::new(plane.normal.map(to_f64), to_f64(plane.distance)),
            }),
        }
    }

    fn acceleration_bound(&self, from: T, to: T) -> T {
        match self {
            Self::One(flight) => flight.acceleration_bound(from, to),
            Self::Two([a, b]) => a.acceleration_bound(from, to) + b.acceleration_bound(from, to),
        }
    }

    fn jerk_bound(&self, from: T, to: T) -> Option<T> {
        match self {
            Self::One(flight) => flight.jerk_bound(from, to),
            Self::Two([a, b]) => Some(a.jerk_bound(from, to)? + b.jerk_bound(from, to)?),
        }
    }

    fn most_pieces(&self, from: T, to: T) -> usize {
        match self {
            Self::One(flight) => flight.most_pieces(from, to),
            Self::Two([a, b]) => a.most_pieces(from, to).min(b.most_pieces(from, to)),
        }
    }

    fn arc(&self, from: T, to: T) -> PathArc<T, D> {
        match self {
            Self::One(flight) => flight.arc(from, to),
            Self::Two(_) => PathArc::about_parabola(self, from, to),
        }
    }
}

impl<const D: usize> RelativeHeight<D> {
    fn kind(&self) -> &dyn Height {
        match self {
            Self::One(height) => height,
            Self::Two(height) => height,
        }
    }
}

impl<const D: usize> Height for RelativeHeight<D> {
    forward_to_kind!();
}
