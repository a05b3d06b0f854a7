//! Queries of a surface along a flight, with checks of the answers.

use nalgebra::{RealField, SVector};

use super::super::event::{Crossing, CrossingTimes, Height, Plane};
use super::super::surface::{Hit, Ray, Surface};
use super::super::trajectory::Trajectory;
use super::search::LandingSearch;
use super::{Landing, LandingError};
use crate::numbers::{from_f64, is_finite, to_f64};

/// A point of the surface, found by a ray.
#[derive(Clone, Copy)]
pub(super) struct Contact<T, const D: usize> {
    pub(super) point: SVector<T, D>,
    /// Unit normal, with the sign that the surface gave it.
    pub(super) normal: SVector<T, D>,
    /// Unit normal with the sign that makes it oppose the ray.
    pub(super) facing: SVector<T, D>,
    /// The sine of the angle between ray and surface.
    pub(super) steepness: T,
}

impl<T: RealField + Copy, const D: usize> Contact<T, D> {
    /// The tangent plane, shifted against the ray \[m\].
    pub(super) fn plane(&self, shift: T) -> Plane<T, D> {
        Plane::through(self.point + self.facing * shift, self.facing)
    }
}

impl<F, S, T, const D: usize> LandingSearch<'_, F, S, T, D>
where
    T: RealField + Copy,
    F: Trajectory<T, D>,
    S: Surface<T, D> + ?Sized,
{
    /// The rounding error of distances between flight and surface at a time \[m\].
    pub(super) fn rounding(&self, time: T) -> T {
        let position = self.flight.position(time).amax();
        // position and displacement since launch are both rounded
        let displacement = self.flight.tangent(time).norm() * time.abs();
        self.rounding_at(position + displacement)
    }

    fn rounding_at(&self, scale: T) -> T {
        let own = scale * T::default_epsilon();
        own.max(self.surface.rounding(scale)) * nalgebra::convert(4.0)
    }

    /// The largest distance of an arc from its chord \[m\].
    pub(super) fn bulge(&self, from: T, to: T) -> T {
        self.flight.arc(from, to).bulge()
    }

    /// The first point of the surface on the segment between two points; `time` goes into the error.
    pub(super) fn cast_between(
        &mut self,
        from: SVector<T, D>,
        to: SVector<T, D>,
        time: T,
    ) -> Result<Option<Contact<T, D>>, LandingError<T>> {
        self.count(time)?;
        // a chord whose length overflows counts as missing; its region is then not clear
        let Some(ray) = Ray::between(from, to).filter(|ray| ray.length.is_finite()) else {
            return Ok(None);
        };
        let hit = self.surface.cast(&ray);
        hit.map(|hit| self.contact(&ray, &hit)).transpose()
    }

    /// A hit as a contact, after checking that its distance is on the ray and its normal has a direction.
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

    /// Whether the path between two times is proven clear.
    pub(super) fn is_clear(&mut self, from: T, to: T) -> Result<bool, LandingError<T>> {
        self.count(from)?;
        let arc = self.flight.arc(from, to);
        if !(is_finite(&arc.corner) && arc.margin.is_finite()) {
            return Ok(false);
        }
        Ok(self.surface.is_clear(&arc))
    }

    fn count(&mut self, time: T) -> Result<(), LandingError<T>> {
        if self.casts >= self.limit {
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
        let time = CrossingTimes::new(height, which, to_f64(from), to_f64(to), 0.0).next()?;
        Some(from_f64::<T>(time).clamp(from, to))
    }

    /// The time at which the flight crosses the tangent plane of a contact on its chord.
    ///
    /// The chord starts on one side of that plane and ends on the other, so there is such a time.
    pub(super) fn tangent_crossing(&self, contact: &Contact<T, D>, from: T, to: T) -> T {
        let plane = contact.plane(T::zero());
        let (height, climb) = self.flight.height_over(&plane).at(to_f64(from));
        if height <= 0.0 && climb < 0.0 {
            return from;
        }
        self.crossing(&plane, Crossing::Descending, from, to)
            .unwrap_or(to)
    }

    /// A time before `to` at which the flight is off the tangent plane by more than rounding.
    pub(super) fn last_time_off(&self, contact: &Contact<T, D>, from: T, to: T) -> T {
        let off = self.rounding(to) * nalgebra::convert(4.0);
        let height = self.flight.height_over(&contact.plane(off));
        let times = CrossingTimes::new(height, Crossing::Descending, to_f64(from), to_f64(to), 0.0);
        // of at most eight descents through that height the last is nearest to the contact
        times
            .take(8)
            .last()
            .map_or(from, |time| from_f64::<T>(time).clamp(from, to))
    }

    /// The contact as a landing at this time.
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
