//! The trait of all flights.

use core::ops::Range;

use nalgebra::SVector;

use super::IntoVector;
use super::aligned_box::AlignedBox;
use super::event::{
    Crossing, CrossingTimes, Crossings, Event, Height, Plane, SpanError, Sphere, closest_approach,
    first_maximum, sphere_crossing,
};
use super::landing::{Landing, LandingError, LandingSearch};
use super::measure::{Closest, arc_length, bounds};
use super::path_arc::PathArc;
use super::surface::Surface;
use crate::numbers::is_finite;

/// The motion of a point as a function of time, with queries for events on its path.
///
/// Times are seconds after launch, and may be negative. A model implements the methods of this table; all queries follow
/// from them, for models of your own as well:
///
/// | required | used for |
/// |---|---|
/// | [`position`](Self::position), [`velocity`](Self::velocity), [`acceleration`](Self::acceleration) | everything |
/// | [`height_over`](Self::height_over) a plane, with its turns | apex, crossings, bounds: none missed, none spurious |
/// | [`acceleration_bound`](Self::acceleration_bound) | closest approach, spheres |
/// | [`arc`](Self::arc) | landing |
///
/// ```
/// use kinstep::ballistics::{Ballistics, Crossing, Trajectory};
///
/// let air = Ballistics::new([0.0, -9.81]).with_terminal_speed(35.0);
/// let flight = air.launch([0.0, 1.5], [30.0, 8.0]);
/// let landing = flight.crossing(&air.level(0.0), Crossing::Descending).unwrap();
/// assert!(landing.position.y < 1e-14 && landing.position.y > -1e-14);
/// assert!(landing.time > flight.apex().unwrap().time);
/// ```
#[doc(alias("path", "arc", "projectile", "trajectory prediction"))]
pub trait Trajectory<const D: usize> {
    /// The height over a plane as a function of time.
    type Height: Height;

    /// Position \[m\].
    #[must_use]
    fn position(&self, time: f64) -> SVector<f64, D>;

    /// Velocity \[m/s\].
    #[must_use]
    fn velocity(&self, time: f64) -> SVector<f64, D>;

    /// Acceleration \[m/s²\]: the second derivative of the position.
    #[must_use]
    fn acceleration(&self, time: f64) -> SVector<f64, D>;

    /// The derivative of the position \[m/s\]. It is the velocity, except for engines, which move
    /// bodies by another velocity than the one they report.
    #[must_use]
    fn tangent(&self, time: f64) -> SVector<f64, D> {
        self.velocity(time)
    }

    /// The height over a plane as a function of time.
    #[must_use]
    fn height_over(&self, plane: &Plane<f64, D>) -> Self::Height;

    /// A bound on the length of the acceleration between two times \[m/s²\].
    #[must_use]
    fn acceleration_bound(&self, from: f64, to: f64) -> f64;

    /// The time before which this flight does not exist \[s\]; minus infinity for most.
    #[must_use]
    fn beginning(&self) -> f64 {
        f64::NEG_INFINITY
    }

    /// A bound on the length of the jerk between two times \[m/s³\], if there is one.
    #[must_use]
    fn jerk_bound(&self, from: f64, to: f64) -> Option<f64> {
        let _ = (from, to);
        None
    }

    /// A region that contains the path between two times.
    ///
    /// A parabola lies in the triangle of its tangents. A path with the same ends and mean acceleration is at most `J h³/16`
    /// from it, and any path is at most `A h²/8` from its chord, with bounds A on the acceleration and J on the jerk.
    #[must_use]
    fn arc(&self, from: f64, to: f64) -> PathArc<f64, D>
    where
        Self: Sized,
    {
        PathArc::about_parabola(self, from, to)
    }

    /// Position and velocity at a time.
    #[must_use]
    fn at(&self, time: f64) -> Event<D> {
        Event {
            time,
            position: self.position(time),
            velocity: self.velocity(time),
        }
    }

    /// The first maximum of the position along a direction after launch.
    #[must_use]
    fn apex_along(&self, direction: impl IntoVector<D>) -> Option<Event<D>>
    where
        Self: Sized,
    {
        let height = self.height_over(&Plane::new(direction.into_vector(), 0.0));
        self.at(first_maximum(&height, 0.0, f64::INFINITY)?)
            .if_finite()
    }

    /// The first crossing of a plane after launch.
    ///
    /// A flight that starts on the plane does not cross it there. It counts as on the plane within the rounding error: 4 ε
    /// of the sum of the sizes of its coordinates and the plane's distance, which at a height of 45 m is 8e-14 m.
    /// So a flight that starts that little above the plane, and falls, does not cross it. A position that is rounded to
    /// `f32` is off by up to 2 µm there.
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

    /// All crossings of a plane within a span, in order. The span may be unbounded; an undamped oscillation then gives an
    /// endless iterator. A flight that is on the plane at the start of the span, to rounding, does not cross it there: see
    /// [`crossing`](Self::crossing).
    ///
    /// # Errors
    /// If the span is empty or starts before the flight, or the flight or plane is not finite.
    fn crossings(
        &self,
        plane: &Plane<f64, D>,
        which: Crossing,
        span: Range<f64>,
    ) -> Result<Crossings<'_, Self, D>, SpanError>
    where
        Self: Sized,
    {
        if !(is_finite(&plane.normal) && plane.distance.is_finite()) {
            return Err(SpanError::NotFinite);
        }
        let span = self.checked_open(span)?;
        Ok(Crossings {
            flight: self,
            plane: *plane,
            times: CrossingTimes::of(self, plane, which, span),
        })
    }

    /// The first crossing from inside a sphere to outside, within a span.
    ///
    /// # Errors
    /// If the span is not finite, empty, or starts before the flight, or the flight or sphere is not finite; if the search
    /// takes more than 5000 looks at the flight.
    #[inline(never)]
    fn leaving(
        &self,
        sphere: &Sphere<f64, D>,
        span: Range<f64>,
    ) -> Result<Option<Event<D>>, SpanError>
    where
        Self: Sized,
    {
        self.crossing_of_sphere(sphere, Crossing::Ascending, span)
    }

    /// The first crossing from outside a sphere to inside, within a span.
    ///
    /// # Errors
    /// If the span is not finite, empty, or starts before the flight, or the flight or sphere is not finite; if the search
    /// takes more than 5000 looks at the flight.
    #[inline(never)]
    fn entering(
        &self,
        sphere: &Sphere<f64, D>,
        span: Range<f64>,
    ) -> Result<Option<Event<D>>, SpanError>
    where
        Self: Sized,
    {
        self.crossing_of_sphere(sphere, Crossing::Descending, span)
    }

    /// Positions \[m\] at `count` equally spaced times, starting at `from` \[s\]: for drawing the path.
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

    /// The length of the path \[m\], with a relative error of at most 1e-12.
    ///
    /// # Errors
    /// If the span is not finite, empty, or starts before the flight, or the flight is not finite; if the integral takes
    /// more than 20,000 pieces (5000 under a law with gyration, and fewer beyond 65,000 radians).
    #[inline(never)]
    fn arc_length(&self, span: Range<f64>) -> Result<f64, SpanError>
    where
        Self: Sized,
    {
        arc_length(self, self.checked(span)?)
    }

    /// The closest approach to a point \[m\] within a span: the global minimum, not a local one.
    ///
    /// # Errors
    /// If the span is not finite, empty, or starts before the flight, or the flight or point is not finite; if the search
    /// takes more than 5000 looks at the flight.
    fn closest_approach(
        &self,
        point: impl IntoVector<D>,
        span: Range<f64>,
    ) -> Result<Closest<D>, SpanError>
    where
        Self: Sized,
    {
        closest_approach(self, &point.into_vector(), self.checked(span)?)
    }

    /// The smallest axis-aligned box that holds the path within a span: for a broad phase.
    ///
    /// # Errors
    /// If the span is not finite, empty, or starts before the flight, or the flight is not finite; if it turns more than
    /// 20,000 times along an axis; if a search for turns takes more than 100,000 evaluations of the motion.
    #[inline(never)]
    fn bounds(&self, span: Range<f64>) -> Result<AlignedBox<f64, D>, SpanError>
    where
        Self: Sized,
    {
        bounds(self, self.checked(span)?)
    }

    /// The first contact with a surface within a span, found with few queries of the surface; see [`Surface`] for what is
    /// guaranteed.
    ///
    /// A flight that starts on the surface lands at once, unless it leaves the surface.
    ///
    /// # Errors
    /// If the span is not finite, empty, or starts before the flight, or the flight is not finite; if the surface returns an
    /// invalid answer; if the search takes more than 10,000 queries (2500 under a law with gyration, and fewer beyond
    /// 65,000 radians).
    fn landing<S: Surface<f64, D> + ?Sized>(
        &self,
        surface: &S,
        span: Range<f64>,
    ) -> Result<Option<Landing<D>>, LandingError>
    where
        Self: Sized,
    {
        LandingSearch::run(self, surface, self.checked(span)?)
    }

    /// The event at a time at which the flight is on a plane, with the position projected onto it; none if a number of it
    /// is not finite.
    #[doc(hidden)]
    fn on_plane(&self, plane: &Plane<f64, D>, time: f64) -> Option<Event<D>> {
        let mut event = self.at(time);
        event.position = plane.foot(&event.position);
        event.if_finite()
    }

    /// The limit on pieces or steps of a search between two times; lower where an evaluation is expensive.
    #[doc(hidden)]
    fn most_pieces(&self, from: f64, to: f64) -> usize {
        let _ = (from, to);
        20_000
    }

    /// The rounding error of the height over a plane: within it the flight counts as on the plane.
    #[doc(hidden)]
    #[inline]
    fn tolerance(&self, plane: &Plane<f64, D>, time: f64) -> f64 {
        let tolerance = plane.tolerance(&self.position(time));
        if time == 0.0 {
            return tolerance;
        }
        // the displacement since launch is rounded, too
        let [before, after] = [0.0, time].map(|at| self.tangent(at) * time);
        let still = Plane::new(plane.normal, 0.0);
        tolerance
            + plane.tolerance(&self.position(0.0))
            + still.tolerance(&before)
            + still.tolerance(&after)
    }

    #[doc(hidden)]
    fn crossing_of_sphere(
        &self,
        sphere: &Sphere<f64, D>,
        which: Crossing,
        span: Range<f64>,
    ) -> Result<Option<Event<D>>, SpanError>
    where
        Self: Sized,
    {
        let time = sphere_crossing(self, sphere, which, self.checked(span)?, 1.0)?;
        Ok(time.and_then(|time| self.at(time).if_finite()))
    }

    /// The span, after checking that it has finite ends and that the flight is finite there.
    #[doc(hidden)]
    #[inline(never)]
    fn checked(&self, span: Range<f64>) -> Result<Range<f64>, SpanError> {
        if !span.end.is_finite() {
            let (from, to) = (span.start, span.end);
            return Err(SpanError::Span { from, to });
        }
        let span = self.checked_open(span)?;
        if is_finite(&self.position(span.end)) {
            Ok(span)
        } else {
            Err(SpanError::NotFinite)
        }
    }

    /// The span, after checking that it has a finite start and that the flight exists and is finite there.
    #[doc(hidden)]
    fn checked_open(&self, span: Range<f64>) -> Result<Range<f64>, SpanError> {
        let (from, to) = (span.start, span.end);
        let beginning = self.beginning();
        if !(from.is_finite() && from < to) {
            Err(SpanError::Span { from, to })
        } else if from < beginning {
            Err(SpanError::BeforeBeginning { from, beginning })
        } else if is_finite(&self.position(from)) && is_finite(&self.tangent(from)) {
            Ok(span)
        } else {
            Err(SpanError::NotFinite)
        }
    }
}
