//! Corners of a surface, whose sides a body touches one after the other within rounding.

use nalgebra::{RealField, SVector};

use crate::ballistics::{
    Crossing, CrossingTimes, Height, Plane, RelativeFlight, Trajectory, is_same_part,
};
use crate::numbers::{from_f64, to_f64};

/// The most sides of a corner.
const MOST: usize = 4;

/// The sides of a corner that a point has touched, as planes, in coordinates of the surface.
///
/// So near to a corner rays may start behind one of its sides, because their origin is rounded. The planes tell on which side the
/// body is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Corner<T, const D: usize> {
    /// The number of the obstacle.
    number: usize,
    /// Where the first side was touched \[m\].
    place: SVector<T, D>,
    /// Above these the body is.
    sides: [Option<Plane<T, D>>; MOST],
}

impl<T: RealField + Copy, const D: usize> Corner<T, D> {
    pub(super) fn none() -> Self {
        Self {
            number: 0,
            place: SVector::zeros(),
            sides: [None; MOST],
        }
    }

    /// Adds the side that a body touches at a point \[m\], and forgets those that it is `off` by now \[m\].
    pub(super) fn touch(
        &mut self,
        number: usize,
        (point, normal): (SVector<T, D>, SVector<T, D>),
        off: T,
    ) {
        let far = off * nalgebra::convert(SIZE);
        if self.number != number || (point - self.place).norm() > far {
            *self = Self::none();
        }
        if self.sides.iter().all(Option::is_none) {
            (self.number, self.place) = (number, point);
        }
        // below a side by more than rounding: a ridge, not a corner
        let least = -off * nalgebra::convert(1.0 / 32.0);
        for side in &mut self.sides {
            let Some(plane) = side else { continue };
            let height = plane.height(point);
            if height < least || height > off || is_same_part(&plane.normal, &normal) {
                *side = None;
            } else if height < T::zero() {
                *plane = Plane::through(point, plane.normal);
            }
        }
        let free = self.sides.iter().position(Option::is_none);
        self.sides[free.unwrap_or(MOST - 1)] = Some(Plane::through(point, normal));
    }

    /// Whether a normal is that of a side of the obstacle of a number.
    pub(super) fn has(&self, number: usize, normal: &SVector<T, D>) -> bool {
        (self.of(number)).any(|side| is_same_part(&side.normal, normal))
    }

    /// The first touch of a side within a span \[s\], while the body is not `off` it \[m\]: its time and normal. Sides with a normal
    /// that is known are left out.
    pub(super) fn first_touch(
        &self,
        number: usize,
        (flight, is_known): (&RelativeFlight<T, D>, impl Fn(&SVector<T, D>) -> bool),
        off: T,
        (from, to): (T, T),
    ) -> Option<(T, SVector<T, D>)> {
        let start = to_f64(from);
        let unknown = self.of(number).filter(|side| !is_known(&side.normal));
        let touches = unknown.filter_map(|side| {
            let motion = flight.height_over(side);
            let (height, rate) = motion.at(start);
            let pull = to_f64(side.normal.dot(&flight.acceleration(from)));
            if height <= 0.0 && (rate < 0.0 || (rate == 0.0 && pull < 0.0)) {
                return Some((from, side.normal));
            }
            let above = flight.height_over(&Plane::new(side.normal, side.distance + off));
            if above.at(start).0 > 0.0 {
                return None;
            }
            let mut left = CrossingTimes::new(above, Crossing::Ascending, start, to_f64(to), 0.0);
            let end = left.next().unwrap_or_else(|| to_f64(to));
            let mut times = CrossingTimes::new(motion, Crossing::Descending, start, end, 0.0);
            Some((from_f64(times.next()?), side.normal))
        });
        touches.reduce(|one, other| if other.0 < one.0 { other } else { one })
    }

    fn of(&self, number: usize) -> impl Iterator<Item = &Plane<T, D>> {
        let is_its = self.number == number;
        self.sides.iter().flatten().filter(move |_| is_its)
    }
}

/// How far a corner extends from the point that was touched first, in distances at which a body counts as off a side.
const SIZE: f64 = 16.0;
