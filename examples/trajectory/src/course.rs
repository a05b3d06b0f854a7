//! A flight from launch to landing, whatever it flies under.

use std::fmt;
use std::hint::black_box;

use anyhow::{Context, Result};
use kinstep::ballistics::{Crossing, Event, Trajectory};
use kinstep::nalgebra::Vector2;
use support::drawing::frame::Point;
use support::measuring::timing::{self, Run};

use crate::throw::Throw;

/// What is known about a flight.
pub(crate) struct Course {
    /// The model or the engine.
    pub(crate) name: &'static str,
    /// None if it only falls.
    pub(crate) apex: Option<Event<f64, 2>>,
    pub(crate) landing: Event<f64, 2>,
    /// Where it is launched \[m\].
    start: Vector2<f64>,
    positions: Positions,
}

/// Positions \[m\] at some times \[s\].
type Positions = Box<dyn Fn(&[f64]) -> Vec<Vector2<f64>>>;

/// Distances between flights are taken at so many times, and once more at the end.
const MOMENTS: u32 = 1000;
/// So many positions are asked for at once to see how long one takes.
const MANY: u32 = 1000;

impl Course {
    /// A throw until it lands.
    pub(crate) fn new(
        name: &'static str,
        throw: &Throw,
        flight: impl Trajectory<f64, 2> + 'static,
    ) -> Result<Self> {
        let ground = throw.ground();
        let landing = (flight.crossing(&ground, Crossing::Descending))
            .filter(|landing| landing.time.is_finite() && landing.position.norm().is_finite())
            .with_context(|| {
                format!("under {name} the throw does not come down to the ground, as far as numbers can tell")
            })?;
        Ok(Self {
            name,
            apex: flight.apex_along(ground.normal),
            landing,
            start: throw.position(),
            positions: Box::new(move |times| {
                times.iter().map(|&time| flight.position(time)).collect()
            }),
        })
    }

    /// Positions \[m\] at some times \[s\].
    pub(crate) fn positions(&self, times: &[f64]) -> Vec<Vector2<f64>> {
        (self.positions)(times)
    }

    /// Times from launch to landing, evenly \[s\].
    pub(crate) fn times(&self, count: u32) -> Vec<f64> {
        (0..=count)
            .map(|index| self.landing.time * f64::from(index) / f64::from(count))
            .collect()
    }

    /// The path as a line \[m\].
    pub(crate) fn line(&self, times: &[f64]) -> Vec<Point> {
        let positions = self.positions(times).into_iter();
        positions.map(|position| (position.x, position.y)).collect()
    }

    /// How far it gets from another flight at the same time, at most, while that lasts \[m\].
    pub(crate) fn distance_from(&self, other: &Self) -> f64 {
        let times = other.times(MOMENTS);
        farthest(&self.positions(&times), &other.positions(&times))
    }

    /// The same as a share of the straight way from the start to the landing of the other.
    pub(crate) fn error_against(&self, other: &Self) -> f64 {
        self.distance_from(other) / (other.landing.position - other.start).norm()
    }

    /// How long one position takes, for each of some flights \[s\].
    pub(crate) fn prices(courses: &[&Self]) -> Vec<f64> {
        let runs = courses.iter().map(|course| course.run()).collect();
        (timing::medians(runs).into_iter())
            .map(|time| time.as_secs_f64() / f64::from(MANY))
            .collect()
    }

    /// Many positions, timed.
    fn run(&self) -> Run<'_> {
        let times = self.times(MANY);
        Box::new(move || {
            timing::timed(|| {
                black_box(self.positions(black_box(&times)));
            })
        })
    }
}

/// The largest distance between two positions of the same time \[m\].
pub(crate) fn farthest(one: &[Vector2<f64>], other: &[Vector2<f64>]) -> f64 {
    (one.iter().zip(other))
        .map(|(one, other)| (one - other).norm())
        .fold(0.0, f64::max)
}

impl fmt::Debug for Course {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (formatter.debug_struct("Course"))
            .field("name", &self.name)
            .field("landing", &self.landing)
            .finish_non_exhaustive()
    }
}
