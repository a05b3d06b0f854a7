//! The shapes of parry as surfaces.

use nalgebra::{RealField, SVector};

use super::super::path_arc::PathArc;
use super::{Hit, Nearest, Ray, Surface, chord_is_clear};
use crate::numbers::{from_f64, to_f64};

/// Defines the wrapper for one of the two crates, which differ only in their types.
macro_rules! shape_of_parry {
    ($(#[$documentation:meta])* $name:ident, $parry:ident, $dimension:literal, $turned:expr) => {
        $(#[$documentation])*
        #[derive(Clone, Copy)]
        pub struct $name<'a> {
            shape: &'a dyn $parry::shape::Shape,
            pose: $parry::math::Pose,
        }

        impl core::fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let kind = self.shape.shape_type();
                write!(f, "{}({kind:?} at {:?})", stringify!($name), self.pose)
            }
        }

        impl<'a> $name<'a> {
            /// A shape at a pose \[m\].
            #[must_use]
            pub fn new(shape: &'a dyn $parry::shape::Shape, pose: $parry::math::Pose) -> Self {
                Self { shape, pose }
            }

            /// Whether a convex region is farther from the shape than `reach` \[m\]; none if parry has no such query.
            fn is_farther(&self, region: &dyn $parry::shape::Shape, reach: f64) -> Option<bool> {
                use $parry::bounding_volume::BoundingVolume;
                let here = $parry::math::Pose::IDENTITY;
                let is_farther = |shape: &dyn $parry::shape::Shape| {
                    let answer = $parry::query::distance(&self.pose, shape, &here, region).ok()?;
                    // parry's iteration stops within a relative error of 1e-3
                    let farther = f64::from(answer.distance) * 0.99 > reach;
                    // where triangles cross by little, parry may give the depth as their distance
                    if farther && f64::from(answer.distance) < reach * MAX_CROSSING {
                        let cross =
                            $parry::query::intersection_test(&self.pose, shape, &here, region);
                        return cross.ok().map(|cross| !cross.intersecting);
                    }
                    Some(farther)
                };
                if let Some(field) = self.shape.as_heightfield() {
                    let place = region.compute_aabb(&self.pose.inverse());
                    let mut answer = Some(true);
                    let near = place.loosened(2.0 * rounded(reach));
                    field.map_elements_in_local_aabb(&near, &mut |_, part| {
                        answer = answer.zip(is_farther(part)).map(|(all, one)| all && one);
                    });
                    return answer;
                }
                is_farther(self.shape)
            }
        }

        impl<T: RealField + Copy> Surface<T, $dimension> for $name<'_> {
            fn cast(&self, ray: &Ray<T, $dimension>) -> Option<Hit<T, $dimension>> {
                let [origin, direction] = [ray.origin, ray.direction]
                    .map(|vector| $parry::math::Vector::from_slice(single(&vector).as_slice()));
                let length = rounded(to_f64(ray.length));
                if !(origin.is_finite() && length.is_finite()) {
                    return None;
                }
                let line = $parry::query::Ray::new(origin, direction);
                // not solid: a ray from inside hits the wall
                let hit = (self.shape)
                    .cast_ray_and_get_normal(&self.pose, &line, length, false)?;
                let mut normal = hit.normal;
                if self.shape.is_convex() {
                    let inside = self.shape.contains_point(&self.pose, origin);
                    if (normal.dot(direction) > 0.0) != inside {
                        normal = -normal;
                    }
                } else if $turned(self.shape, hit.feature) {
                    normal = -normal;
                }
                Some(Hit {
                    distance: from_f64(f64::from(hit.time_of_impact)),
                    normal: SVector::from_iterator(
                        normal.to_array().map(|part| from_f64(f64::from(part))),
                    ),
                })
            }

            /// The projection by parry; convex shapes are convex from outside.
            fn nearest(&self, point: &SVector<T, $dimension>, _: T) -> Nearest<T, $dimension> {
                let place = $parry::math::Vector::from_slice(single(point).as_slice());
                if !place.is_finite() {
                    return Nearest::Unknown;
                }
                // not solid: from inside, too, the wall
                let there = self.shape.project_point(&self.pose, place, false);
                // the difference in f32 would lose what rounding moved the point by
                let wall = SVector::<T, $dimension>::from_iterator(
                    there.point.to_array().map(|part| from_f64(f64::from(part))),
                );
                let offset = point - wall;
                let distance = offset.norm();
                let normal = offset.try_normalize(T::zero()).unwrap_or_else(SVector::zeros);
                // the normal is off by rounding / distance: four distances away that is four times rounding
                let is_convex = self.shape.is_convex() && !there.is_inside;
                let most: T = nalgebra::convert(4.0);
                let open = if is_convex { distance * most } else { distance };
                Nearest::At { distance, normal, open, curvature: T::zero() }
            }

            fn is_inside(&self, point: &SVector<T, $dimension>) -> bool {
                let place = $parry::math::Vector::from_slice(single(point).as_slice());
                place.is_finite() && self.shape.project_point(&self.pose, place, false).is_inside
            }

            /// Compares the distance between triangle and shape with the margin.
            fn is_clear(&self, arc: &PathArc<T, $dimension>) -> bool {
                let [a, b, c] = [arc.start, arc.corner, arc.end]
                    .map(|corner| $parry::math::Vector::from_slice(single(&corner).as_slice()));
                if !(a.is_finite() && b.is_finite() && c.is_finite()) {
                    return false;
                }
                let rounding = <Self as Surface<T, $dimension>>::rounding(self, arc.scale());
                let reach = arc.margin + rounding * nalgebra::convert(4.0);
                let region = $parry::shape::Triangle::new(a, b, c);
                self.is_farther(&region, to_f64(reach)).unwrap_or_else(|| {
                    arc.bulge() <= <Self as Surface<T, $dimension>>::chord_error(self)
                        && chord_is_clear(self, arc)
                })
            }

            fn rounding(&self, scale: T) -> T {
                let bounds = self.shape.compute_aabb(&self.pose);
                let (low, high) = (bounds.mins.abs().max_element(), bounds.maxs.abs().max_element());
                let own = f64::from(low.max(high).max(self.pose.translation.abs().max_element()));
                // a half-space has no bounds
                let own = if own < 1e10 { own } else { 0.0 };
                (scale + from_f64(own)) * from_f64(f64::from(f32::EPSILON))
            }
        }
    };
}

shape_of_parry!(
    /// A shape of `parry2d` at a pose: convex ones, polylines, height fields, compounds.
    ///
    /// Everything is computed in `f32`, as parry does. If parry cannot compute the distance of a shape from a triangle, arcs
    /// are tested by their chords within the [`chord_error`](Surface::chord_error). Polylines have no outside.
    ///
    /// ```
    /// use kinstep::ballistics::{Ballistics, ParryShape2, Trajectory};
    /// use parry2d::{math::{Pose, Vector}, shape::Cuboid};
    ///
    /// let block = Cuboid::new(Vector::new(5.0, 0.5));
    /// let table = ParryShape2::new(&block, Pose::translation(20.0, 1.5));
    /// let flight = Ballistics::new([0.0_f64, -9.81]).launch([0.0, 0.0], [10.0, 10.0]);
    /// let landing = flight.landing(&table, 0.0..60.0)?.unwrap();
    /// assert!((landing.position.y - 2.0).abs() < 1e-5 && landing.normal.y > 0.99);
    /// # Ok::<(), kinstep::ballistics::LandingError>(())
    /// ```
    ParryShape2,
    parry2d,
    2,
    |_: &dyn parry2d::shape::Shape, _| false
);

shape_of_parry!(
    /// A shape of `parry3d` at a pose: convex ones, triangle meshes, height fields, compounds.
    ///
    /// Everything is computed in `f32`, as parry does. If parry cannot compute the distance of a shape from a triangle, arcs
    /// are tested by their chords within the [`chord_error`](Surface::chord_error). The outside of a mesh is the side from
    /// which its triangles are counter-clockwise.
    ///
    /// ```
    /// use kinstep::ballistics::{Ballistics, ParryShape3, Trajectory};
    /// use parry3d::{math::{Pose, Vector}, shape::Cuboid};
    ///
    /// let block = Cuboid::new(Vector::new(5.0, 0.5, 5.0));
    /// let table = ParryShape3::new(&block, Pose::translation(20.0, 1.5, 0.0));
    /// let flight = Ballistics::new([0.0_f64, -9.81, 0.0]).launch([0.0, 0.0, 0.0], [10.0, 10.0, 0.0]);
    /// let landing = flight.landing(&table, 0.0..60.0)?.unwrap();
    /// assert!((landing.position.y - 2.0).abs() < 1e-5 && landing.normal.y > 0.99);
    /// # Ok::<(), kinstep::ballistics::LandingError>(())
    /// ```
    ParryShape3,
    parry3d,
    3,
    |shape: &dyn parry3d::shape::Shape, feature| {
        shape.as_trimesh().is_some() && feature == parry3d::shape::FeatureId::Face(1)
    }
);

/// Within so many times the reach parry is asked whether shapes cross, too. Its distances of shapes that cross are up to seven times
/// the reach.
const MAX_CROSSING: f64 = 256.0;

/// A vector rounded to `f32`.
fn single<T: RealField + Copy, const D: usize>(vector: &SVector<T, D>) -> SVector<f32, D> {
    vector.map(|component| rounded(to_f64(component)))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounds; numbers that are too large become infinite, which callers check"
)]
fn rounded(number: f64) -> f32 {
    number as f32
}
