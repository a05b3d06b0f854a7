//! Queries about a surface, in `f64` and in space.

use super::ContactResponse;
use super::fall::{Motion, V};
use super::parameters::ContactKind;
use crate::flow::LinearLaw;
use crate::numbers::{from_f64, to_f64};
use crate::trajectory::{LawFlight, Nearest, Surface, Trajectory, fastest_rate};
use nalgebra::{RealField, SVector};

/// Converts a vector of the world to `f64` and to space (z = 0 in the plane).
pub(super) fn wide<T: RealField + Copy, const D: usize>(vector: &SVector<T, D>) -> V {
    V::from_fn(|axis, _| if axis < D { to_f64(vector[axis]) } else { 0.0 })
}

/// Converts a vector back to the dimension and the number type of the world.
pub(super) fn narrow<T: RealField + Copy, const D: usize>(vector: &V) -> SVector<T, D> {
    SVector::from_fn(|axis, _| from_f64(vector[axis]))
}

pub(super) fn acting<T: RealField + Copy, const D: usize>(
    answer: &ContactResponse<T, D>,
) -> Acting {
    Acting {
        restitution: to_f64(answer.contact.restitution),
        friction: to_f64(answer.contact.friction),
        tangential_restitution: to_f64(answer.contact.tangential_restitution),
        rolling: to_f64(answer.contact.rolling),
        belt: wide(&answer.belt),
        push: wide(&answer.push),
        passes: answer.passes,
    }
}

/// Whether a surface returns its distance from a point.
pub(super) fn has_distances<T: RealField + Copy, const D: usize>(
    surface: &(impl Surface<T, D> + ?Sized),
    point: &SVector<T, D>,
) -> bool {
    surface.largest_radius() > T::zero()
        && !matches!(surface.nearest(point, T::zero()), Nearest::Unknown)
}

/// Minimum `room` of a [`Near`] \[m\]: this distance is assumed to be free if the surface
/// guarantees less.
const UNKNOWN: f64 = 1e-4;

/// Returns the nearest point of a surface to a ball; `position` is relative to the surface.
pub(super) fn near<T: RealField + Copy, const D: usize, S: Surface<T, D> + ?Sized>(
    surface: &S,
    position: &V,
    radius: f64,
    reach: f64,
) -> Option<Near> {
    let point = narrow::<T, D>(position);
    let far = from_f64::<T>((reach + radius).min(1e30));
    if let Some(plane) = surface.plane() {
        let normal = wide(&plane.normal);
        let size = normal.norm();
        let gap = (normal.dot(position) - to_f64(plane.distance)) / size - radius;
        return (gap <= reach && size > 0.0).then(|| Near {
            gap,
            normal: normal / size,
            room: f64::INFINITY,
            hollow: 0.0,
        });
    }
    let is_inside = surface.is_inside(&point);
    // a lower bound of the distance does not state on which side the point is
    let nearest = match surface.nearest(&point, far) {
        Nearest::Beyond(_) if is_inside => surface.nearest(&point, from_f64(1e30)),
        nearest => nearest,
    };
    match nearest {
        Nearest::Unknown => None,
        Nearest::Beyond(distance) => {
            // some surfaces state only that the point is far away; a ball deep inside such a
            // surface has no contact
            let gap = to_f64(distance) - radius;
            (gap <= reach && !is_inside).then_some(Near {
                gap,
                normal: V::zeros(),
                room: gap.max(UNKNOWN),
                hollow: 0.0,
            })
        }
        Nearest::At {
            distance,
            normal,
            open,
            curvature,
        } => {
            let side = if is_inside { -1.0 } else { 1.0 };
            let normal = wide(&normal) * side;
            let size = normal.norm();
            let has_direction = size > 0.5;
            if !has_direction {
                return None;
            }
            let normal = normal / size;
            // the surface was queried at a rounded point; corrects the distance for that
            let rounding = normal.dot(&(position - wide(&point)));
            let distance = to_f64(distance) * side + rounding;
            let gap = distance - radius;
            let open = to_f64(open);
            let is_convex = is_inside || open > 1e30;
            let curvature = to_f64(curvature);
            let inward = (1.0 - curvature * distance).max(1e-3);
            (gap <= reach).then_some(Near {
                gap,
                normal,
                room: if is_convex {
                    f64::INFINITY
                } else {
                    (open - radius).max(UNKNOWN * (radius + 0.1))
                },
                hollow: curvature / inward,
            })
        }
    }
}

pub(super) fn flat<T: RealField + Copy, const D: usize, S: Surface<T, D> + ?Sized>(
    surface: &S,
    point: &V,
    normal: &V,
) -> Option<Flat> {
    let flat = surface.flat_part(&narrow(point), &narrow(normal))?;
    let face = wide(&flat.plane.normal);
    let face = face / face.norm();
    let mut sides = [(V::zeros(), 0.0); 4];
    let mut side_count = 0;
    for edge in flat.edges.iter().flatten() {
        let outward = wide(&edge.normal);
        let size = outward.norm();
        let height = outward.dot(point) - to_f64(edge.distance);
        sides[side_count] = (-outward / size, -height / size);
        side_count += 1;
    }
    Some(Flat {
        normal: face,
        sides,
        side_count,
    })
}

/// A linear law, seen as a general [`Motion`].
pub(super) struct Lawful<const D: usize> {
    law: LinearLaw<f64, D>,
    rate: f64,
}

impl<const D: usize> Lawful<D> {
    /// Returns the law as a motion that starts at a time \[s\]; `None` if the law consists only of
    /// constant acceleration and drag.
    pub(super) fn of(mut law: LinearLaw<f64, D>, start: f64) -> Option<Self> {
        let is_simple = law.is_isotropic()
            && law.stiffness_per_mass == 0.0
            && law.ramp == SVector::<f64, D>::zeros();
        law.constant += law.ramp * start;
        (!is_simple).then(|| Self {
            rate: fastest_rate(&law),
            law,
        })
    }

    fn flight(&self, position: &V, velocity: &V, at: f64) -> LawFlight<D> {
        let mut law = self.law;
        law.constant += law.ramp * at;
        law.launch(narrow::<f64, D>(position), narrow::<f64, D>(velocity))
    }
}

impl<const D: usize> Motion for Lawful<D> {
    fn flow(&self, position: &V, velocity: &V, at: f64, time: f64) -> (V, V) {
        let flight = self.flight(position, velocity, at);
        let end = flight.at(time);
        let start: SVector<f64, D> = narrow(position);
        (wide(&(end.position - start)), wide(&end.velocity))
    }

    fn acceleration(&self, position: &V, velocity: &V, at: f64) -> V {
        let (x, v) = (narrow::<f64, D>(position), narrow::<f64, D>(velocity));
        wide(&self.law.acceleration(&x, &v, at))
    }

    fn rate(&self) -> f64 {
        self.rate
    }
}

// The parts of surfaces that bodies may touch, and the queries about them.

/// The nearest point of a part of the ground.
#[derive(Debug, Clone, Copy)]
pub(super) struct Near {
    /// Gap between a ball and the surface \[m\]; negative inside the surface.
    pub(super) gap: f64,
    /// Unit normal, out of the surface.
    pub(super) normal: V,
    /// Distance \[m\] that the centre of the ball may move while the bound by `normal` and `hollow`
    /// holds: the surface lies beyond its tangent plane at the nearest point, or beyond the sphere
    /// that replaces this plane.
    pub(super) room: f64,
    /// Effective curvature `κ/(1 - κ d)` of a concave surface \[1/m\]; zero for a plane. The sphere
    /// of curvature κ replaces the tangent plane; d is the distance of the ball's centre.
    pub(super) hollow: f64,
}

/// The flat part of a surface around a point of the surface.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flat {
    /// Unit normal of the part, on the side of the body.
    pub(super) normal: V,
    /// Sides of the flat part: for each side the unit vector towards the inside, and the distance
    /// from the point \[m\].
    pub(super) sides: [(V, f64); 4],
    pub(super) side_count: usize,
}

/// Contact parameters and response of a body and a surface.
#[derive(Debug, Clone, Copy)]
pub(super) struct Acting {
    pub(super) restitution: f64,
    pub(super) friction: f64,
    pub(super) tangential_restitution: f64,
    pub(super) rolling: f64,
    pub(super) belt: V,
    pub(super) push: V,
    pub(super) passes: bool,
}

/// A contact of a body with a part of the ground, before it acts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meeting {
    pub(super) part: usize,
    /// Time since the start of the flow \[s\].
    pub(super) time: f64,
    pub(super) point: V,
    pub(super) normal: V,
    /// Velocity relative to the surface \[m/s\].
    pub(super) velocity: V,
}

/// The surfaces that a body may touch in a flow. Times count from the start of the flow.
pub(super) trait Ground {
    /// Number of parts.
    fn count(&self) -> usize;

    /// Returns the nearest point of a part to a ball at `position`, at a time \[s\]; `None` if the
    /// gap exceeds `reach` \[m\].
    fn near(&self, part: usize, position: &V, radius: f64, reach: f64, time: f64) -> Option<Near>;

    /// Returns the flat part around a point of a part; its normal is on the same side as `normal`.
    fn flat(&self, part: usize, point: &V, normal: &V, time: f64) -> Option<Flat>;

    fn velocity(&self, part: usize) -> V;

    /// Whether the part is a single plane.
    fn is_plane(&self, part: usize) -> bool;

    /// Returns the contact parameters and the response; `None` if the contact response is invalid.
    fn acting(&self, meeting: &Meeting) -> Option<Acting>;

    /// Whether a body may pass through the part from the side to which a normal points.
    fn is_open(&self, part: usize, normal: &V) -> bool;
}

/// A contact event of a body.
#[derive(Debug, Clone, Copy)]
pub(super) struct Happened {
    /// Time since the start of the flow \[s\].
    pub(super) time: f64,
    pub(super) part: usize,
    pub(super) kind: ContactKind,
    pub(super) point: V,
    pub(super) normal: V,
    /// Impulse on the body \[N s\].
    pub(super) impulse: V,
}
