//! Queries of a surface along a flight, with checks of the answers.

use nalgebra::SVector;

use super::super::event::{Crossing, CrossingTimes, Height, Plane};
use super::super::surface::{Hit, Ray, Surface};
use super::super::trajectory::Trajectory;
use super::search::LandingSearch;
use super::{Landing, LandingError};
use crate::numbers::is_finite;

/// A point of the surface, found by a ray.
#[derive(Clone, Copy)]
pub(super) struct Contact<const D: usize> {
    pub(super) point: SVector<f64, D>,
    /// Unit normal, with the sign that the surface gave it.
    pub(super) normal: SVector<f64, D>,
    /// Unit normal with the sign that makes it oppose the ray.
    pub(super) facing: SVector<f64, D>,
    /// The sine of the angle between ray and surface.
    pub(super) steepness: f64,
}

impl<const D: usize> Contact<D> {
    /// The tangent plane, shifted against the ray \[m\].
    pub(super) fn plane(&self, shift: f64) -> Plane<f64, D> {
        Plane::through(self.point + self.facing * shift, self.facing)
    }
}

impl<F, S, const D: usize> LandingSearch<'_, F, S, D>
where
    F: Trajectory<D>,
    S: Surface<f64, D> + ?Sized,
{
    /// The rounding error of distances between flight and surface at a time \[m\].
    pub(super) fn rounding(&self, time: f64) -> f64 {
        let position = self.flight.position(time).amax();
        // position and displacement since launch are both rounded
        let displacement = self.flight.tangent(time).norm() * time.abs();
        self.rounding_at(position + displacement)
    }

    fn rounding_at(&self, scale: f64) -> f64 {
        let own = scale * f64::EPSILON;
        own.max(self.surface.rounding(scale)) * 4.0
    }

    /// The largest distance of an arc from its chord \[m\].
    pub(super) fn bulge(&self, from: f64, to: f64) -> f64 {
        self.flight.arc(from, to).bulge()
    }

    /// The first point of the surface on the segment between two points; `time` goes into the error.
    pub(super) fn cast_between(
        &mut self,
        from: SVector<f64, D>,
        to: SVector<f64, D>,
        time: f64,
    ) -> Result<Option<Contact<D>>, LandingError> {
        self.count(time)?;
        // a chord whose length overflows counts as missing; its region is then not clear
        let Some(ray) = Ray::between(from, to).filter(|ray| ray.length.is_finite()) else {
            return Ok(None);
        };
        let hit = self.surface.cast(&ray);
        hit.map(|hit| self.contact(&ray, &hit)).transpose()
    }

    /// A hit as a contact, after checking that its distance is on the ray and its normal has a direction.
    fn contact(&self, ray: &Ray<f64, D>, hit: &Hit<f64, D>) -> Result<Contact<D>, LandingError> {
        let (distance, length) = (hit.distance, ray.length);
        let slack = self.rounding_at(ray.origin.amax() + length) * 2.0;
        if !(distance >= -slack && distance <= length + slack) {
            return Err(LandingError::Distance { distance, length });
        }
        let normal = (hit.normal.try_normalize(0.0)).filter(is_finite);
        let normal = normal.ok_or(LandingError::Normal { distance })?;
        let along = normal.dot(&ray.direction);
        Ok(Contact {
            point: ray.at(distance.clamp(0.0, length)),
            normal,
            facing: if along > 0.0 { -normal } else { normal },
            steepness: along.abs(),
        })
    }

    /// Whether the path between two times is proven clear.
    pub(super) fn is_clear(&mut self, from: f64, to: f64) -> Result<bool, LandingError> {
        self.count(from)?;
        let arc = self.flight.arc(from, to);
        if !(is_finite(&arc.corner) && arc.margin.is_finite()) {
            return Ok(false);
        }
        Ok(self.surface.is_clear(&arc))
    }

    fn count(&mut self, time: f64) -> Result<(), LandingError> {
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
        plane: &Plane<f64, D>,
        which: Crossing,
        from: f64,
        to: f64,
    ) -> Option<f64> {
        let height = self.flight.height_over(plane);
        let time = CrossingTimes::new(height, which, from, to, 0.0).next()?;
        Some(time.clamp(from, to))
    }

    /// The time at which the flight crosses the tangent plane of a contact on its chord.
    ///
    /// The chord starts on one side of that plane and ends on the other, so there is such a time.
    pub(super) fn tangent_crossing(&self, contact: &Contact<D>, from: f64, to: f64) -> f64 {
        let plane = contact.plane(0.0);
        let (height, climb) = self.flight.height_over(&plane).at(from);
        if height <= 0.0 && climb < 0.0 {
            return from;
        }
        self.crossing(&plane, Crossing::Descending, from, to)
            .unwrap_or(to)
    }

    /// A time before `to` at which the flight is off the tangent plane by more than rounding.
    pub(super) fn last_time_off(&self, contact: &Contact<D>, from: f64, to: f64) -> f64 {
        let off = self.rounding(to) * 4.0;
        let height = self.flight.height_over(&contact.plane(off));
        let times = CrossingTimes::new(height, Crossing::Descending, from, to, 0.0);
        // of at most eight descents through that height the last is nearest to the contact
        times
            .take(8)
            .last()
            .map_or(from, |time| time.clamp(from, to))
    }

    /// The contact as a landing at this time.
    pub(super) fn landing(&self, contact: &Contact<D>, time: f64) -> Landing<D> {
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
