//! The trait of all trajectories.

use core::ops::Range;

use nalgebra::SVector;

use super::IntoVector;
use super::error::FlightError;
use super::event::{
    Crossing, CrossingTimes, Crossings, Event, Height, Plane, Sphere, closest_approach,
    first_maximum, sphere_crossing,
};
use super::landing::{Hit, Landing, Ray, first_contact, first_hit};
use super::measure::AlignedBox;
use super::measure::{Closest, bounds};
use super::surface::Surface;
use crate::numbers::is_finite;

/// Motion of a point as a function of time, with queries about events on its path.
///
/// Times are seconds after launch, and may be negative. A model implements the methods of this
/// table; all queries use only these methods, and so work for user-defined models, too:
///
/// | required | used for |
/// |---|---|
/// | [`position`](Self::position), [`velocity`](Self::velocity), [`acceleration`](Self::acceleration) | everything |
/// | [`height_over`](Self::height_over) a plane, with its extrema | apex, crossings, bounds: no event is missed, none is spurious |
/// | [`acceleration_bound`](Self::acceleration_bound) | closest approach, spheres, landing |
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{Crossing, Plane, Trajectory};
///
/// let law = LinearLaw::gravity([0.0, -9.81]) + LinearLaw::drag(9.81 / 35.0);
/// let flight = law.launch([0.0, 1.5], [30.0, 8.0]);
/// let landing = flight.crossing(&Plane::new([0.0, 1.0], 0.0), Crossing::Descending).unwrap();
/// assert!(landing.position.y < 1e-14 && landing.position.y > -1e-14);
/// assert!(landing.time > flight.apex_along([0.0, 1.0]).unwrap().time);
/// ```
#[doc(alias("path", "arc", "projectile", "trajectory prediction"))]
pub trait Trajectory<const D: usize> {
    /// Height above a plane as a function of time.
    type Height: Height;

    /// Returns the position \[m\].
    #[must_use]
    fn position(&self, time: f64) -> SVector<f64, D>;

    /// Returns the velocity \[m/s\].
    #[must_use]
    fn velocity(&self, time: f64) -> SVector<f64, D>;

    /// Returns the acceleration \[m/s²\], the second derivative of the position.
    #[must_use]
    fn acceleration(&self, time: f64) -> SVector<f64, D>;

    /// Returns the derivative of the position \[m/s\]. It is equal to the velocity, except for
    /// engines, which move bodies with another velocity than they report.
    #[must_use]
    fn tangent(&self, time: f64) -> SVector<f64, D> {
        self.velocity(time)
    }

    /// Returns the height above a plane as a function of time.
    #[must_use]
    fn height_over(&self, plane: &Plane<f64, D>) -> Self::Height;

    /// Returns an upper bound of the acceleration between two times \[m/s²\].
    #[must_use]
    fn acceleration_bound(&self, from: f64, to: f64) -> f64;

    /// Returns the time from which on the trajectory is defined \[s\]; minus infinity for most
    /// models.
    #[must_use]
    fn beginning(&self) -> f64 {
        f64::NEG_INFINITY
    }

    /// Returns position and velocity at a time.
    #[must_use]
    fn at(&self, time: f64) -> Event<D> {
        Event {
            time,
            position: self.position(time),
            velocity: self.velocity(time),
        }
    }

    /// Returns the first maximum of the position along a direction after launch.
    #[must_use]
    fn apex_along(&self, direction: impl IntoVector<D>) -> Option<Event<D>>
    where
        Self: Sized,
    {
        let height = self.height_over(&Plane::new(direction.into_vector(), 0.0));
        self.at(first_maximum(&height, 0.0, f64::INFINITY)?)
            .if_finite()
    }

    /// Returns the first crossing of a plane after launch.
    ///
    /// A flight that starts on the plane does not cross the plane at the start. A start within the
    /// rounding error counts as on the plane. This error is 4 ε times the sum of the absolute
    /// values of the coordinates and of the plane's distance, for example 8e-14 m at a height of 45
    /// m. So a flight that starts within this distance above the plane, and falls, does not cross
    /// the plane. A position that is rounded to `f32` has an error of up to 2 µm at this height.
    #[must_use]
    #[doc(alias("bounce", "hit", "time of impact"))]
    #[inline(never)]
    fn crossing(&self, plane: &Plane<f64, D>, which: Crossing) -> Option<Event<D>>
    where
        Self: Sized,
    {
        let mut times = CrossingTimes::of(self, plane, which, 0.0..f64::INFINITY);
        self.on_plane(plane, times.next()?)
    }

    /// Returns all crossings of a plane in a time interval, in order. The interval may be
    /// unbounded; the iterator of an undamped oscillation is then endless. A flight that is on the
    /// plane at the start of the interval, to rounding, does not cross the plane there: see
    /// [`crossing`](Self::crossing).
    ///
    /// # Errors
    /// If the interval is empty or starts before the flight, or the flight or plane is not finite.
    fn crossings(
        &self,
        plane: &Plane<f64, D>,
        which: Crossing,
        span: Range<f64>,
    ) -> Result<Crossings<'_, Self, D>, FlightError>
    where
        Self: Sized,
    {
        if !(is_finite(&plane.normal) && plane.distance.is_finite()) {
            return Err(FlightError::NotFinite);
        }
        let span = self.checked_open(span)?;
        Ok(Crossings {
            flight: self,
            plane: *plane,
            times: CrossingTimes::of(self, plane, which, span),
        })
    }

    /// Returns the first crossing of a sphere in a time interval. Ascending means from the inside
    /// to the outside.
    ///
    /// # Errors
    /// If the interval is not finite, empty, or starts before the flight; if the flight or sphere
    /// is not finite; if the search needs more than 5000 intervals.
    #[inline(never)]
    fn sphere_crossing(
        &self,
        sphere: &Sphere<f64, D>,
        which: Crossing,
        span: Range<f64>,
    ) -> Result<Option<Event<D>>, FlightError>
    where
        Self: Sized,
    {
        let span = self.checked(span)?;
        if !sphere.is_valid() {
            return Err(FlightError::NotFinite);
        }
        let start = span.start;
        let time = sphere_crossing(self, sphere, which, span, 1.0)
            .map_err(|unfinished| FlightError::unfinished(unfinished, start))?;
        Ok(time.and_then(|time| self.at(time).if_finite()))
    }

    /// Returns the positions \[m\] at `count` equally spaced times from `from` \[s\] on, for
    /// drawing the path.
    #[doc(alias("trajectory line", "preview", "polyline"))]
    fn sample(
        &self,
        from: f64,
        step: f64,
        count: usize,
    ) -> impl ExactSizeIterator<Item = SVector<f64, D>>
    where
        Self: Sized,
    {
        (0..count).map(move |index| self.position(from + step * index as f64))
    }

    /// Returns the closest approach to a point \[m\] in a time interval, which is the global
    /// minimum of the distance.
    ///
    /// # Errors
    /// If the interval is not finite, empty, or starts before the flight; if the flight or point is
    /// not finite; if the search needs more than 5000 intervals.
    fn closest_approach(
        &self,
        point: impl IntoVector<D>,
        span: Range<f64>,
    ) -> Result<Closest<D>, FlightError>
    where
        Self: Sized,
    {
        closest_approach(self, &point.into_vector(), self.checked(span)?)
    }

    /// Returns the smallest axis-aligned box that contains the path in a time interval, for a broad
    /// phase.
    ///
    /// # Errors
    /// If the interval is not finite, empty, or starts before the flight; if the flight is not
    /// finite; if the path has more than 20,000 extrema along an axis; if a search for extrema
    /// needs more than 100,000 evaluations of the motion.
    #[inline(never)]
    fn bounds(&self, span: Range<f64>) -> Result<AlignedBox<f64, D>, FlightError>
    where
        Self: Sized,
    {
        bounds(self, self.checked(span)?)
    }

    /// Returns the first contact with a surface in a time interval; see [`Surface`] for the
    /// guarantees.
    ///
    /// A flight that starts on the surface, to rounding, lands immediately, unless it leaves the
    /// surface: to the outside if the surface has an [inside](Surface::is_inside), else to the side
    /// of the normal of the surface at the start.
    ///
    /// # Errors
    /// If the interval is not finite, empty, or starts before the flight; if the flight is not
    /// finite; if the surface returns an invalid result; if the search needs more than 10,000
    /// queries.
    fn landing<S: Surface<f64, D> + ?Sized>(
        &self,
        surface: &S,
        span: Range<f64>,
    ) -> Result<Option<Landing<D>>, FlightError>
    where
        Self: Sized,
    {
        self.landing_of_ball(0.0, surface, span)
    }

    /// Returns the first contact of a ball of a radius \[m\] with a surface in a time interval. The
    /// flight is the path of the centre, and the position of the landing is that of the centre.
    ///
    /// A ball that starts closer to the surface than its radius lands immediately, unless it leaves
    /// the surface.
    ///
    /// ```
    /// use kinstep_flow::LinearLaw;
    /// use kinstep_flow::trajectory::{AlignedBox, Trajectory};
    /// use kinstep_flow::nalgebra::Vector2;
    ///
    /// // a ball of radius 0.1 m rolls off a table and hits a crate
    /// let crate_ = AlignedBox { min: Vector2::new(1.0, 0.0), max: Vector2::new(2.0, 0.5) };
    /// let flight = LinearLaw::gravity([0.0, -9.81]).launch([0.0, 0.8], [4.0, 0.0]);
    /// let landing = flight.landing_of_ball(0.1, &crate_, 0.0..1.0)?.expect("the crate is in the way");
    /// // at the edge, with its centre 0.1 m away
    /// let arm: Vector2<f64> = landing.position - Vector2::new(1.0, 0.5);
    /// assert!((arm.norm() - 0.1).abs() < 1e-14);
    /// assert!((landing.normal - arm / 0.1).norm() < 1e-13);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`landing`](Self::landing). Also if the radius is negative or not finite, or if it
    /// is not zero and not below the [`largest_radius`](Surface::largest_radius) of the surface. A
    /// [`Terrain`](super::Terrain) needs [`with_curvature`](super::Terrain::with_curvature).
    #[doc(alias("sphere cast", "shape cast"))]
    fn landing_of_ball<S: Surface<f64, D> + ?Sized>(
        &self,
        radius: f64,
        surface: &S,
        span: Range<f64>,
    ) -> Result<Option<Landing<D>>, FlightError>
    where
        Self: Sized,
    {
        first_contact(self, surface, radius, self.checked(span)?)
    }

    /// Returns the first contact with a surface that supports only ray casts, such as the geometry
    /// of a game engine.
    ///
    /// Rays are cast along chords from which the path deviates by at most `depth` \[m\]. Parts of
    /// the surface that reach less deep into the path may be missed. The number of rays is
    /// proportional to the inverse square root of the depth.
    ///
    /// ```
    /// use kinstep_flow::LinearLaw;
    /// use kinstep_flow::trajectory::{Hit, Trajectory};
    ///
    /// // a floor at height zero; `ray` would be handed to the engine here
    /// let flight = LinearLaw::gravity([0.0, -9.81]).launch([0.0, 1.0], [10.0, 5.0]);
    /// let landing = flight.landing_by_rays(0.01, 0.0..10.0, |ray| {
    ///     let distance = -ray.origin.y / ray.direction.y;
    ///     let normal = [0.0, 1.0].into();
    ///     (distance >= 0.0 && distance <= ray.length).then_some(Hit { distance, normal })
    /// })?;
    /// assert!(landing.expect("it comes down").position.y.abs() < 1e-12);
    /// # Ok::<(), kinstep_flow::trajectory::FlightError>(())
    /// ```
    ///
    /// # Errors
    /// If the interval is not finite, empty, or starts before the flight; if the flight is not
    /// finite; if the depth is not positive; if a hit is not on its ray or has no normal; if more
    /// than 10,000 rays are needed.
    #[doc(alias("raycast", "host engine"))]
    fn landing_by_rays(
        &self,
        depth: f64,
        span: Range<f64>,
        cast: impl FnMut(&Ray<f64, D>) -> Option<Hit<f64, D>>,
    ) -> Result<Option<Landing<D>>, FlightError>
    where
        Self: Sized,
    {
        first_hit(self, cast, depth, self.checked(span)?)
    }

    /// Returns the state at a time at which the flight is on a plane, with the position projected
    /// onto the plane; `None` if the state is not finite.
    #[doc(hidden)]
    fn on_plane(&self, plane: &Plane<f64, D>, time: f64) -> Option<Event<D>> {
        let mut event = self.at(time);
        event.position = plane.foot(&event.position);
        event.if_finite()
    }

    /// Returns the rounding error of the height above a plane. Within this error the flight counts
    /// as on the plane.
    #[doc(hidden)]
    #[inline]
    fn tolerance(&self, plane: &Plane<f64, D>, time: f64) -> f64 {
        let tolerance = plane.tolerance(&self.position(time));
        if time == 0.0 {
            return tolerance;
        }
        // includes the rounding error of the displacement since launch
        let [before, after] = [0.0, time].map(|at| self.tangent(at) * time);
        let still = Plane::new(plane.normal, 0.0);
        tolerance
            + plane.tolerance(&self.position(0.0))
            + still.tolerance(&before)
            + still.tolerance(&after)
    }

    /// Returns the time interval after checking that its ends, and the flight at its ends, are
    /// finite.
    #[doc(hidden)]
    #[inline(never)]
    fn checked(&self, span: Range<f64>) -> Result<Range<f64>, FlightError> {
        if !span.end.is_finite() {
            let (from, to) = (span.start, span.end);
            return Err(FlightError::Span { from, to });
        }
        let span = self.checked_open(span)?;
        if is_finite(&self.position(span.end)) {
            Ok(span)
        } else {
            Err(FlightError::NotFinite)
        }
    }

    /// Returns the time interval after checking that its start is finite, and that the flight is
    /// defined and finite at the start.
    #[doc(hidden)]
    fn checked_open(&self, span: Range<f64>) -> Result<Range<f64>, FlightError> {
        let (from, to) = (span.start, span.end);
        let beginning = self.beginning();
        if !(from.is_finite() && from < to) {
            Err(FlightError::Span { from, to })
        } else if from < beginning {
            Err(FlightError::BeforeBeginning { from, beginning })
        } else if is_finite(&self.position(from)) && is_finite(&self.tangent(from)) {
            Ok(span)
        } else {
            Err(FlightError::NotFinite)
        }
    }
}
