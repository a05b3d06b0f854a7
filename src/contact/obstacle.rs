//! Surfaces that bodies meet, and the first touch of a flight with one of them.

use nalgebra::{RealField, SVector};

use super::Contact;
use crate::ballistics::{
    Crossing, CrossingTimes, Height, LandingError, LawFlight, Plane, Ray, Surface, Trajectory,
};
use crate::numbers::{from_f64, is_finite, to_f64};

/// A surface, what happens at it, and how it moves.
#[derive(Clone, Copy)]
pub(super) struct Obstacle<'a, T, const D: usize> {
    pub(super) surface: &'a dyn Surface<T, D>,
    pub(super) contact: Contact<T>,
    /// How far it has moved since its coordinates were given \[m\].
    pub(super) moved: SVector<T, D>,
    /// \[m/s\]
    pub(super) velocity: SVector<T, D>,
    /// The side from which alone it is met, if there is one.
    pub(super) only_from: Option<SVector<T, D>>,
}

/// Obstacles of one body, by their numbers.
pub(super) trait Obstacles<T, const D: usize> {
    /// One more than the largest number.
    fn count(&self) -> usize;

    /// An obstacle at a time \[s\]; none if the body does not meet it.
    fn obstacle(&self, number: usize, time: f64) -> Option<Obstacle<'_, T, D>>;
}

/// Where a flight touches an obstacle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FoundTouch<T, const D: usize> {
    /// \[s\] since launch.
    pub(super) time: T,
    /// The number of the obstacle.
    pub(super) number: usize,
    /// Unit normal, on the side of the body.
    pub(super) normal: SVector<T, D>,
}

impl<T: RealField + Copy, const D: usize> Obstacle<'_, T, D> {
    /// A flight as seen from this obstacle: with origin and velocity of the obstacle.
    pub(super) fn seen_from_here(&self, flight: &LawFlight<T, D>) -> LawFlight<T, D> {
        if self
            .velocity
            .iter()
            .chain(self.moved.iter())
            .all(T::is_zero)
        {
            return *flight;
        }
        // x = y + o + w t: y'' = c - γ w - k o + G w + C o + (j - k w + C w) t - γ y' - k y + G y' + C y
        let (mut law, start) = (flight.law(), flight.at(T::zero()));
        let (offset, velocity) = (self.moved, self.velocity);
        law.constant += law.gyration * velocity + law.tide * offset
            - velocity * law.damping
            - offset * law.stiffness_per_mass;
        law.ramp += law.tide * velocity - velocity * law.stiffness_per_mass;
        law.launch(start.position - offset, start.velocity - velocity)
    }

    /// The first touch of the centre of a body of a radius \[m\] within a span \[s\]. A body that has just touched this obstacle is
    /// on the `side` of the normal of that touch.
    pub(super) fn first_touch(
        &self,
        flight: &LawFlight<T, D>,
        radius: T,
        (from, to): (T, T),
        side: Option<SVector<T, D>>,
    ) -> Result<Option<(T, SVector<T, D>)>, LandingError<T>> {
        let flight = self.seen_from_here(flight);
        let mut from = from;
        // an obstacle that is met from one side only is passed from the other: at most a few times within a span
        for _ in 0..MOST_PASSAGES {
            let touch = if let Some(plane) = self.surface.plane() {
                first_touch_of_plane(&flight, &plane, radius, (from, to), side)
            } else {
                self.first_landing(&flight, radius, (from, to))?
            };
            let Some((time, normal)) = touch else {
                return Ok(None);
            };
            let is_met = self.only_from.is_none_or(|side| {
                normal.dot(&side) > T::zero() && flight.velocity(time).dot(&side) <= T::zero()
            });
            if is_met {
                return Ok(Some((time, normal)));
            }
            from = time + past(&flight, &normal, time);
            if from >= to {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// The first landing on a surface of any form.
    fn first_landing(
        &self,
        flight: &LawFlight<T, D>,
        radius: T,
        (from, to): (T, T),
    ) -> Result<Option<(T, SVector<T, D>)>, LandingError<T>> {
        let _ = radius;
        let landing = flight.landing(self.surface, from..to)?;
        Ok(landing.map(|landing| {
            let is_behind = landing.normal.dot(&landing.velocity) > T::zero();
            let normal = if is_behind {
                -landing.normal
            } else {
                landing.normal
            };
            (landing.time, normal)
        }))
    }

    /// The normal of the surface under a body, if the body is on it to rounding: a ray along the acceleration meets it there.
    pub(super) fn support(
        &self,
        position: &SVector<T, D>,
        radius: T,
        acceleration: &SVector<T, D>,
    ) -> Result<Option<SVector<T, D>>, LandingError<T>> {
        let Some(down) = acceleration.try_normalize(T::zero()) else {
            return Ok(None);
        };
        let scale = position.amax() + radius;
        let off = self
            .surface
            .rounding(scale)
            .max(scale * T::default_epsilon());
        let reach = down * (off * nalgebra::convert(16.0));
        let point = position + down * radius;
        let Some(ray) = Ray::between(point - reach, point + reach) else {
            return Ok(None);
        };
        let Some(hit) = self.surface.cast(&ray) else {
            return Ok(None);
        };
        let distance = hit.distance;
        let normal = (hit.normal.try_normalize(T::zero())).filter(is_finite);
        let normal = normal.ok_or(LandingError::Normal { distance })?;
        let is_behind = normal.dot(&down) > T::zero();
        Ok(Some(if is_behind { -normal } else { normal }))
    }
}

/// How often a flight passes an obstacle from behind in one search.
const MOST_PASSAGES: usize = 64;

/// A time in which a flight is off a surface by more than rounding.
fn past<T: RealField + Copy, const D: usize>(
    flight: &LawFlight<T, D>,
    normal: &SVector<T, D>,
    time: T,
) -> T {
    let at = flight.at(time);
    let off = at.position.amax() + at.velocity.norm() * time.abs();
    let speed = normal.dot(&at.velocity).abs();
    let epsilon: T = T::default_epsilon() * nalgebra::convert(256.0);
    (off * epsilon / speed).min(T::one()).max(time * epsilon)
}

/// The first touch of a plane: the centre comes down to the radius, from either side.
fn first_touch_of_plane<T: RealField + Copy, const D: usize>(
    flight: &LawFlight<T, D>,
    plane: &Plane<T, D>,
    radius: T,
    (from, to): (T, T),
    side: Option<SVector<T, D>>,
) -> Option<(T, SVector<T, D>)> {
    let size = plane.normal.norm();
    if !(size > T::zero()) {
        return None;
    }
    let start = to_f64(from);
    let mut above = *plane;
    let tolerance = flight.tolerance(plane, from);
    let (height, rate) = flight.height_over(plane).at(start);
    let pull = to_f64(plane.normal.dot(&flight.acceleration(from)));
    // a body that starts on the plane counts as above it, unless it is at rest and pulled up
    let is_below = match side {
        Some(side) => side.dot(&plane.normal) < T::zero(),
        None if height.abs() > tolerance => height < 0.0,
        None => rate == 0.0 && pull > 0.0,
    };
    if is_below {
        above = Plane::new(-above.normal, -above.distance);
    }
    above.distance += radius * size;
    let motion = flight.height_over(&above);
    let (height, rate) = motion.at(start);
    let is_pulled = if is_below { pull > 0.0 } else { pull < 0.0 };
    if height <= tolerance && (rate < 0.0 || (rate == 0.0 && is_pulled)) {
        return Some((from, above.normal / size));
    }
    let mut times = CrossingTimes::new(motion, Crossing::Descending, start, to_f64(to), tolerance);
    let time = from_f64::<T>(times.next()?).clamp(from, to);
    Some((time, above.normal / size))
}
