//! What is asked about a flight and a surface, and what the answers have to be.

use core::marker::PhantomData;

use nalgebra::{RealField, SVector};

use super::super::event::{Crossing, CrossingTimes, Height, Plane};
use super::super::surface::{Hit, Ray, Surface};
use super::super::trajectory::Trajectory;
use super::{Landing, LandingError};
use crate::space::{is_finite, narrow, widen};

/// A flight, a surface, and how often it was asked, or would have been but for what no number tells.
pub(super) struct Questions<'a, F, S: ?Sized, T, const D: usize> {
    pub(super) flight: &'a F,
    surface: &'a S,
    casts: usize,
    /// More of them than a search that gets anywhere can need.
    most: usize,
    numbers: PhantomData<T>,
}

/// A point of the surface, found by a ray.
#[derive(Clone, Copy)]
pub(super) struct Contact<T, const D: usize> {
    pub(super) point: SVector<T, D>,
    /// Of length 1, as the surface gave it.
    pub(super) normal: SVector<T, D>,
    /// The same, or turned round, so that the ray goes against it.
    pub(super) facing: SVector<T, D>,
    /// The sine of the angle between ray and surface.
    pub(super) steepness: T,
}

impl<T: RealField + Copy, const D: usize> Contact<T, D> {
    /// The tangent plane, moved towards where the ray came from.
    pub(super) fn plane(&self, shift: T) -> Plane<T, D> {
        Plane::through(self.point + self.facing * shift, self.facing)
    }
}

impl<'a, F, S, T, const D: usize> Questions<'a, F, S, T, D>
where
    T: RealField + Copy,
    F: Trajectory<T, D>,
    S: Surface<T, D> + ?Sized,
{
    pub(super) fn new(flight: &'a F, surface: &'a S, end: T) -> Self {
        Self {
            flight,
            surface,
            casts: 0,
            most: flight.most_pieces(T::zero(), end) / 2,
            numbers: PhantomData,
        }
    }

    /// Below this, distances at a time are rounding \[m\].
    pub(super) fn rounding(&self, time: T) -> T {
        let (place, way) = (
            self.flight.position(time).amax(),
            self.flight.tangent(time).norm() * time.abs(),
        );
        self.rounding_at(place + way)
    }

    fn rounding_at(&self, scale: T) -> T {
        let own = scale * T::default_epsilon();
        own.max(self.surface.rounding(scale)) * nalgebra::convert(4.0)
    }

    /// How far an arc is from its chord \[m\].
    pub(super) fn bulge(&self, from: T, to: T) -> T {
        self.flight.arc(from, to).bulge()
    }

    /// The first point of the surface on the chord between two times.
    pub(super) fn cast(
        &mut self,
        from: T,
        to: T,
    ) -> Result<Option<Contact<T, D>>, LandingError<T>> {
        let ends = (self.flight.position(from), self.flight.position(to));
        self.cast_between(ends.0, ends.1, from)
    }

    /// The first point of the surface between two points; `time` is for the error.
    pub(super) fn cast_between(
        &mut self,
        from: SVector<T, D>,
        to: SVector<T, D>,
        time: T,
    ) -> Result<Option<Contact<T, D>>, LandingError<T>> {
        self.count(time)?;
        // a chord that is too long to compute with is known by nothing
        let Some(ray) = Ray::between(from, to).filter(|ray| ray.length.is_finite()) else {
            return Ok(None);
        };
        let hit = self.surface.cast(&ray);
        hit.map(|hit| self.contact(&ray, &hit)).transpose()
    }

    /// A hit that is where the ray is, and has a direction.
    fn contact(&self, ray: &Ray<T, D>, hit: &Hit<T, D>) -> Result<Contact<T, D>, LandingError<T>> {
        let (distance, length) = (hit.distance, ray.length);
        let slack = self.rounding_at(ray.origin.amax() + length) * nalgebra::convert(2.0);
        if !(distance >= -slack && distance <= length + slack) {
            return Err(LandingError::Distance { distance, length });
        }
        let normal = (hit.normal.try_normalize(T::zero())).filter(is_finite);
        let normal = normal.ok_or(LandingError::Normal { distance })?;
        let along = normal.dot(&ray.direction);
        Ok(Contact {
            point: ray.at(distance.clamp(T::zero(), length)),
            normal,
            facing: if along > T::zero() { -normal } else { normal },
            steepness: along.abs(),
        })
    }

    /// Whether the path between two times is certainly clear.
    pub(super) fn is_clear(&mut self, from: T, to: T) -> Result<bool, LandingError<T>> {
        self.count(from)?;
        let arc = self.flight.arc(from, to);
        if !(is_finite(&arc.corner) && arc.margin.is_finite()) {
            return Ok(false);
        }
        Ok(self.surface.is_clear(&arc))
    }

    fn count(&mut self, time: T) -> Result<(), LandingError<T>> {
        if self.casts >= self.most {
            let casts = self.casts;
            return Err(LandingError::Unfinished { casts, time });
        }
        self.casts += 1;
        Ok(())
    }

    /// The first time at which the flight crosses a plane.
    pub(super) fn crossing(
        &self,
        plane: &Plane<T, D>,
        which: Crossing,
        from: T,
        to: T,
    ) -> Option<T> {
        let height = self.flight.height_over(plane);
        let time = CrossingTimes::new(height, which, widen(from), widen(to), 0.0).next()?;
        Some(narrow::<T>(time).clamp(from, to))
    }

    /// When the flight meets the tangent plane of what its chord hit.
    ///
    /// The chord starts on one side of it and ends on the other, so there is such a time.
    pub(super) fn meeting(&self, contact: &Contact<T, D>, from: T, to: T) -> T {
        let plane = contact.plane(T::zero());
        let (height, climb) = self.flight.height_over(&plane).at(widen(from));
        if height <= 0.0 && climb < 0.0 {
            return from;
        }
        self.crossing(&plane, Crossing::Descending, from, to)
            .unwrap_or(to)
    }

    /// The last time before `to` at which the flight was clearly off the surface.
    pub(super) fn still_off(&self, contact: &Contact<T, D>, from: T, to: T) -> T {
        let off = self.rounding(to) * nalgebra::convert(4.0);
        let height = self.flight.height_over(&contact.plane(off));
        let times = CrossingTimes::new(height, Crossing::Descending, widen(from), widen(to), 0.0);
        // one that swings more often has come down to here by the first of them
        times
            .take(8)
            .last()
            .map_or(from, |time| narrow::<T>(time).clamp(from, to))
    }

    /// The contact as the answer.
    pub(super) fn landing(&self, contact: &Contact<T, D>, time: T) -> Landing<T, D> {
        let event = self.flight.at(time);
        Landing {
            time,
            position: event.position,
            velocity: event.velocity,
            normal: contact.normal,
            casts: self.casts,
        }
    }
}
