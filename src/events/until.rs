//! Events at which a step may end.

use nalgebra::SVector;

use super::boundary::TouchedBoundary;
use crate::body::Body;
use crate::numbers::{self, from_f64, is_finite, to_f64};
use crate::search::Unfinished;
use crate::space::Real;
use crate::trajectory::Trajectory;
use crate::trajectory::{
    Crossing, CrossingTimes, Height, Plane, Sphere, first_maximum, sphere_crossing,
};
use crate::world::{AwaitedEvent, BodyId, StepError};

/// An event of a body at which a step may end; see [`World::step_until`](crate::World::step_until).
///
/// ```
/// use kinstep::Until;
/// use kinstep::{Body2, UniformGravity, World2};
///
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let ball = world.add_body(Body2::point(0.1).moving([0.0, 8.0]))?;
/// world.step(0.5)?;
/// let top = world.step_until(5.0, &Until::apex(ball, [0.0, 1.0]))?.expect("it turns back");
/// assert!((world.time() - 8.0 / 9.81).abs() < 1e-15);
/// assert!((top.time - (8.0 / 9.81 - 0.5)).abs() < 1e-15); // since the call
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[doc(alias("bounce", "event", "trigger"))]
pub struct Until<T, const D: usize> {
    pub(super) body: BodyId,
    kind: UntilKind<T, D>,
}

/// The kind of event.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
enum UntilKind<T, const D: usize> {
    Crossing(Plane<T, D>, Crossing),
    /// The plane through the origin of the velocity space that the velocity crosses at the apex.
    Apex(Plane<T, D>),
    Sphere(Sphere<T, D>, Crossing),
}

impl<T: Real<D>, const D: usize> Until<T, D> {
    /// Creates the event that the body crosses a plane.
    #[must_use]
    pub fn crossing(body: BodyId, plane: Plane<T, D>, which: Crossing) -> Self {
        Self {
            body,
            kind: UntilKind::Crossing(plane, which),
        }
    }

    /// Creates the event that the position along a direction has its first maximum.
    #[must_use]
    pub fn apex(body: BodyId, direction: impl Into<SVector<T, D>>) -> Self {
        Self {
            body,
            kind: UntilKind::Apex(Plane::new(direction, T::zero())),
        }
    }

    /// Creates the event that the body crosses a sphere. Ascending means from the inside to the
    /// outside.
    #[must_use]
    #[doc(alias("leaving", "entering"))]
    pub fn sphere(body: BodyId, sphere: Sphere<T, D>, which: Crossing) -> Self {
        Self {
            body,
            kind: UntilKind::Sphere(sphere, which),
        }
    }

    /// Returns the numbers that identify this event.
    pub(super) fn awaited(&self) -> AwaitedEvent<T, D> {
        let (kind, boundary) = match self.kind {
            UntilKind::Apex(along) => (0, (along.normal, along.distance)),
            UntilKind::Crossing(plane, which) => (1 + which as u8, (plane.normal, plane.distance)),
            UntilKind::Sphere(sphere, which) => (4 + which as u8, (sphere.center, sphere.radius)),
        };
        AwaitedEvent {
            body: self.body,
            kind,
            boundary,
        }
    }

    /// Whether all numbers are finite, and no radius is negative.
    pub(super) fn is_valid(&self) -> bool {
        match &self.kind {
            UntilKind::Crossing(plane, _) | UntilKind::Apex(plane) => {
                is_finite(&plane.normal) && plane.distance.is_finite()
            }
            UntilKind::Sphere(sphere, _) => sphere.is_valid(),
        }
    }

    /// Returns the time of the first event on a flight, within `dt` \[s\].
    pub(super) fn first_time(
        &self,
        flight: &impl Trajectory<D>,
        dt: T,
    ) -> Result<Option<T>, StepError<T>> {
        let end = to_f64(dt);
        let time = match &self.kind {
            UntilKind::Crossing(plane, which) => {
                // the position of the body is rounded to `T`
                let tolerance = plane.tolerance(&flight.position(0.0).map(from_f64));
                let height = flight.height_over(&plane.wide());
                CrossingTimes::new(height, *which, 0.0, end, tolerance).next()
            }
            UntilKind::Apex(along) => {
                let wide = along.wide();
                let height = flight.height_over(&wide);
                let rate = height.at(0.0).1;
                // skips the apex at which a body starts, to rounding: the time of that apex is u/a,
                // and twice this time is after it
                let resting = rate.abs() <= along.tolerance(&flight.velocity(0.0).map(from_f64));
                let pull = wide.wide_dot(&flight.acceleration(0.0)).abs();
                let after = if resting {
                    2.0 * rate.abs() / pull
                } else {
                    0.0
                };
                first_maximum(&height, after, end)
            }
            UntilKind::Sphere(sphere, which) => {
                let grain = to_f64(T::default_epsilon()) / f64::EPSILON;
                sphere_crossing(flight, &sphere.wide(), *which, 0.0..end, grain)
                    .map_err(|unfinished| self.unfinished(unfinished))?
            }
        };
        Ok(time.map(from_f64))
    }

    /// Returns the error of a search that was given up.
    pub(super) fn unfinished(&self, Unfinished(steps): Unfinished) -> StepError<T> {
        let body = self.body;
        StepError::Unfinished { body, steps }
    }

    /// Returns the direction in which the sign of [`value`](Self::value) changes.
    pub(super) fn direction(&self) -> Crossing {
        match self.kind {
            UntilKind::Crossing(_, which) | UntilKind::Sphere(_, which) => which,
            UntilKind::Apex(_) => Crossing::Descending,
        }
    }

    /// Returns the sum of the absolute values of the terms of [`value`](Self::value).
    pub(super) fn size(&self, body: &Body<T, D>) -> f64 {
        let extent = |vector: &SVector<T, D>| to_f64(vector.norm());
        // the square of a normal may overflow
        let normal_extent = |plane: &Plane<T, D>| D as f64 * to_f64(numbers::extent(&plane.normal));
        match &self.kind {
            UntilKind::Crossing(plane, _) => {
                normal_extent(plane) * extent(&body.position) + to_f64(plane.distance.abs())
            }
            UntilKind::Apex(along) => normal_extent(along) * extent(&body.velocity),
            UntilKind::Sphere(sphere, _) => {
                let reach = extent(&body.position) + extent(&sphere.center);
                let size = reach + to_f64(sphere.radius.abs());
                size * size
            }
        }
    }

    /// Whether the body is on the boundary, or at its apex, to rounding.
    pub(super) fn starts_on_event(&self, body: &Body<T, D>) -> bool {
        let (off, rounding) = self.distance(body);
        off.abs() <= rounding
    }

    /// Moves a body exactly to the event, to remove rounding errors.
    pub(super) fn snap(&self, body: &mut Body<T, D>) {
        match &self.kind {
            UntilKind::Crossing(plane, _) => body.position = plane.foot(&body.position),
            UntilKind::Apex(along) => body.velocity = along.foot(&body.velocity),
            UntilKind::Sphere(sphere, _) => body.position = sphere.foot(&body.position),
        }
    }

    /// Returns the height of a body above the boundary, times the length of the normal \[m\];
    /// `None` for an apex.
    pub(super) fn height(&self, body: &Body<T, D>) -> Option<f64> {
        (!self.is_apex()).then(|| self.distance(body).0)
    }

    /// Returns the distance of a body from the event, and the rounding error of that distance. The
    /// distance is the height above the boundary or, for an apex, the velocity along the direction.
    pub(super) fn distance(&self, body: &Body<T, D>) -> (f64, f64) {
        match &self.kind {
            UntilKind::Crossing(plane, _) => (
                plane.wide_dot(&body.position) - to_f64(plane.distance),
                plane.tolerance(&body.position),
            ),
            UntilKind::Apex(along) => (
                along.wide_dot(&body.velocity),
                along.tolerance(&body.velocity),
            ),
            UntilKind::Sphere(sphere, _) => (
                to_f64((body.position - sphere.center).norm() - sphere.radius),
                sphere.tolerance(&body.position),
            ),
        }
    }

    /// Whether a body is certainly on different sides of the event at the two ends of a step, and
    /// has changed sides in the awaited direction. A body that starts on the boundary counts as on
    /// the side to which it moves.
    pub(super) fn ends_across(&self, start: &Body<T, D>, end: &Body<T, D>) -> bool {
        let [(before, grain), (after, end_grain)] = [start, end].map(|body| self.distance(body));
        let side = if before.abs() > grain {
            before
        } else {
            self.boundary_speed(start)
        };
        side != 0.0
            && side.signum() * after < 0.0
            // an infinite distance counts as across
            && (after.abs() > grain + end_grain || after.is_infinite())
            && self.direction().includes(after > 0.0)
    }

    /// Returns the speed of a body along the normal of the boundary; zero within rounding, and for an apex.
    pub(super) fn boundary_speed(&self, body: &Body<T, D>) -> f64 {
        let normal = self.normal(body).filter(|_| !self.is_apex());
        normal.map_or(0.0, |normal| {
            Plane::new(normal, T::zero()).clear_dot(&body.velocity)
        })
    }

    /// Returns the normal of the boundary at a body, or the direction of an apex; `None` at the centre of a sphere.
    pub(super) fn normal(&self, body: &Body<T, D>) -> Option<SVector<T, D>> {
        match &self.kind {
            UntilKind::Crossing(plane, _) => Some(plane.normal),
            UntilKind::Apex(along) => Some(along.normal),
            UntilKind::Sphere(sphere, _) => {
                (body.position - sphere.center).try_normalize(T::zero())
            }
        }
    }

    /// Whether the event is an apex.
    pub(super) fn is_apex(&self) -> bool {
        matches!(self.kind, UntilKind::Apex(_))
    }

    /// Returns the boundary, if the body is on it to rounding.
    pub(super) fn touch(&self, body: &Body<T, D>) -> Option<TouchedBoundary<T, D>> {
        let touch = match &self.kind {
            UntilKind::Crossing(plane, which) => TouchedBoundary {
                tangent: *plane,
                which: *which,
                tolerance: plane.tolerance(&body.position),
                bend: 0.0,
            },
            UntilKind::Sphere(sphere, which) => {
                let normal = self.normal(body)?;
                let tangent = Plane::through(body.position, normal);
                let across = body.velocity - normal * normal.dot(&body.velocity);
                TouchedBoundary {
                    tangent,
                    which: *which,
                    tolerance: sphere.tolerance(&body.position),
                    bend: to_f64(across.norm_squared() / sphere.radius),
                }
            }
            UntilKind::Apex(_) => return None,
        };
        (self.height(body)?.abs() <= touch.tolerance).then_some(touch)
    }

    /// Returns a value whose sign changes at the event.
    pub(super) fn value(&self, body: &Body<T, D>) -> f64 {
        match &self.kind {
            UntilKind::Crossing(..) | UntilKind::Apex(_) => self.distance(body).0,
            UntilKind::Sphere(sphere, _) => sphere.power(&body.position),
        }
    }
}
