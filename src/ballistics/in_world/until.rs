//! What a step may stop at.

use nalgebra::SVector;

use super::super::event::{
    Crossing, CrossingTimes, Height, Plane, SpanError, Sphere, SphereDistance, first_maximum,
};
use super::super::trajectory::Trajectory;
use super::start::Touch;
use crate::body::Body;
use crate::space::{Real, is_finite, narrow, widen};
use crate::world::BodyId;

/// Something that can happen to a body within a step, for [`World::step_until`](crate::World::step_until).
///
/// ```
/// use kinstep::ballistics::Until;
/// use kinstep::{Body2, UniformGravity, World2};
///
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let ball = world.add_body(Body2::point(0.1).moving([0.0, 8.0]))?;
/// let top = world.step_until(5.0, &Until::apex(ball, [0.0, 1.0]))?.expect("it turns back");
/// assert!((top.time - 8.0 / 9.81).abs() < 1e-15 && world.time() == top.time);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Until<T, const D: usize> {
    pub(super) body: BodyId,
    what: What<T, D>,
}

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq)]
enum What<T, const D: usize> {
    Crossing(Plane<T, D>, Crossing),
    Apex(SVector<T, D>),
    Leaving(Sphere<T, D>),
}

impl<T: Real<D>, const D: usize> Until<T, D> {
    /// Until the body crosses a plane.
    #[must_use]
    pub fn crossing(body: BodyId, plane: Plane<T, D>, which: Crossing) -> Self {
        Self {
            body,
            what: What::Crossing(plane, which),
        }
    }

    /// Until the body turns back from a direction.
    #[must_use]
    pub fn apex(body: BodyId, direction: impl Into<SVector<T, D>>) -> Self {
        Self {
            body,
            what: What::Apex(direction.into()),
        }
    }

    /// Until the body gets from inside a sphere to its outside.
    #[must_use]
    pub fn leaving(body: BodyId, sphere: Sphere<T, D>) -> Self {
        Self {
            body,
            what: What::Leaving(sphere),
        }
    }

    /// Whether all its numbers are finite.
    pub(super) fn is_finite(&self) -> bool {
        match &self.what {
            What::Crossing(plane, _) => is_finite(&plane.normal) && plane.distance.is_finite(),
            What::Apex(direction) => is_finite(direction),
            What::Leaving(sphere) => is_finite(&sphere.center) && sphere.radius.is_finite(),
        }
    }

    /// When it first happens on a flight, within `dt` \[s\].
    pub(super) fn first(
        &self,
        flight: &impl Trajectory<T, D>,
        dt: T,
    ) -> Result<Option<T>, SpanError<T>> {
        let end = widen(dt);
        Ok(match &self.what {
            What::Crossing(plane, which) => {
                let mut times = CrossingTimes::of(flight, plane, *which, 0.0..end);
                times.next().map(narrow)
            }
            What::Apex(direction) => {
                let along = Plane::new(*direction, T::zero());
                let height = flight.height_over(&along);
                let rate = height.at(0.0).1;
                // where the last event was it does not happen again
                let resting = rate.abs() <= along.grain(&flight.velocity(T::zero()));
                let pull = along.wide_dot(&flight.acceleration(T::zero())).abs();
                let after = if resting {
                    2.0 * rate.abs() / pull
                } else {
                    0.0
                };
                first_maximum(&height, after, end).map(narrow)
            }
            What::Leaving(sphere) => {
                let distance = SphereDistance::new(flight, sphere, T::zero()..dt)?;
                distance.next_crossing(Crossing::Ascending)?
            }
        })
    }

    /// Puts a body that rounding left beside the event on it.
    pub(super) fn settle(&self, body: &mut Body<T, D>) {
        match &self.what {
            What::Crossing(plane, _) => body.position = plane.foot(&body.position),
            What::Apex(direction) => {
                body.velocity = Plane::new(*direction, T::zero()).foot(&body.velocity);
            }
            What::Leaving(sphere) => body.position = sphere.foot(&body.position),
        }
    }

    /// How far a body is off the boundary that it waits for, in lengths of the normal \[m\]; none if it waits for no place.
    pub(super) fn height(&self, body: &Body<T, D>) -> Option<f64> {
        match &self.what {
            What::Crossing(plane, _) => {
                Some(plane.wide_dot(&body.position) - widen(plane.distance))
            }
            What::Leaving(sphere) => Some(widen(
                (body.position - sphere.center).norm() - sphere.radius,
            )),
            What::Apex(_) => None,
        }
    }

    /// The boundary that it waits for, if the body is on it as far as rounding can tell.
    pub(super) fn touch(&self, body: &Body<T, D>) -> Option<Touch<T, D>> {
        let touch = match &self.what {
            What::Crossing(plane, which) => Touch {
                tangent: *plane,
                which: *which,
                grain: plane.grain(&body.position),
                bend: 0.0,
            },
            What::Leaving(sphere) => {
                let normal = (body.position - sphere.center).try_normalize(T::zero())?;
                let tangent = Plane::through(body.position, normal);
                let across = body.velocity - normal * normal.dot(&body.velocity);
                Touch {
                    tangent,
                    which: Crossing::Ascending,
                    grain: sphere.grain(&body.position),
                    bend: widen(across.norm_squared() / sphere.radius),
                }
            }
            What::Apex(_) => return None,
        };
        (self.height(body)?.abs() <= touch.grain).then_some(touch)
    }

    /// A number that changes its sign when it happens, and about how fast that number changes.
    pub(super) fn sign_and_rate(
        &self,
        body: &Body<T, D>,
        acceleration: &SVector<T, D>,
    ) -> (f64, f64) {
        match &self.what {
            What::Crossing(plane, _) => (
                plane.wide_dot(&body.position) - widen(plane.distance),
                plane.wide_dot(&body.velocity),
            ),
            What::Apex(direction) => {
                let along = Plane::new(*direction, T::zero());
                (along.wide_dot(&body.velocity), along.wide_dot(acceleration))
            }
            What::Leaving(sphere) => sphere.value_and_rate(&body.position, &body.velocity),
        }
    }
}
