//! The trait `Surface` for the shapes of parry.

use nalgebra::{RealField, SVector};

use super::super::landing::{Hit, Ray};
use super::{Nearest, Surface};
use crate::numbers::{from_f64, to_f64};

/// Defines the wrapper for one of the two crates of parry. Their code differs only in the types.
macro_rules! shape_of_parry {
    ($(#[$documentation:meta])* $name:ident, $parry:ident, $dimension:literal) => {
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
            /// Returns a shape at a pose \[m\].
            #[must_use]
            pub fn new(shape: &'a dyn $parry::shape::Shape, pose: $parry::math::Pose) -> Self {
                Self { shape, pose }
            }

            /// Returns the first point of the shape on a ray, for
            /// [`landing_by_rays`](crate::trajectory::Trajectory::landing_by_rays).
            #[must_use]
            pub fn cast<T: RealField + Copy>(&self, ray: &Ray<T, $dimension>) -> Option<Hit<T, $dimension>> {
                let [origin, direction] = [ray.origin, ray.direction]
                    .map(|vector| $parry::math::Vector::from_slice(single(&vector).as_slice()));
                let length = rounded(to_f64(ray.length));
                if !(origin.is_finite() && length.is_finite()) {
                    return None;
                }
                let line = $parry::query::Ray::new(origin, direction);
                // not solid: a ray that starts inside hits the wall
                let hit = (self.shape)
                    .cast_ray_and_get_normal(&self.pose, &line, length, false)?;
                Some(Hit {
                    distance: from_f64(f64::from(hit.time_of_impact)),
                    normal: SVector::from_iterator(
                        hit.normal.to_array().map(|part| from_f64(f64::from(part))),
                    ),
                })
            }

            /// Returns the outward normal of the nearest part of the shape, if parry returns it;
            /// for a height field the upward normal.
            fn outward(&self, point: $parry::math::Vector) -> Option<$parry::math::Vector> {
                let local = self.pose.inverse_transform_point(point);
                let normal = if let Some(field) = self.shape.as_heightfield() {
                    let size = field.cell_width();
                    let near = $parry::bounding_volume::Aabb::new(local, local);
                    let mut nearest = f32::INFINITY;
                    let mut normal = None;
                    let near = $parry::bounding_volume::BoundingVolume::loosened(&near, size);
                    field.map_elements_in_local_aabb(&near, &mut |_, part| {
                        let distance = $parry::query::PointQuery::distance_to_local_point(part, local, false);
                        if distance < nearest {
                            nearest = distance;
                            normal = part.normal();
                        }
                    });
                    normal.map(|normal| if normal.y < 0.0 { -normal } else { normal })
                } else {
                    let (there, feature) =
                        self.shape.project_local_point_and_get_feature(local);
                    (self.shape).feature_normal_at_point(there.subshape, feature, there.point)
                };
                normal.map(|normal| self.pose.rotation * normal)
            }
        }

        impl<T: RealField + Copy> Surface<T, $dimension> for $name<'_> {
            /// The nearest point is the projection by parry. Seen from outside, a convex shape is
            /// behind its tangent plane.
            fn nearest(&self, point: &SVector<T, $dimension>, _: T) -> Nearest<T, $dimension> {
                let query = $parry::math::Vector::from_slice(single(point).as_slice());
                if !query.is_finite() {
                    return Nearest::Unknown;
                }
                // not solid: the nearest point is on the wall, also from inside
                let there = self.shape.project_point(&self.pose, query, false);
                // with a difference in f32, the displacement of the point would be lost by rounding
                let wall = SVector::<T, $dimension>::from_iterator(
                    there.point.to_array().map(|part| from_f64(f64::from(part))),
                );
                let offset = point - wall;
                let distance = offset.norm();
                let scale = point.amax().max(wall.amax());
                let rounding = <Self as Surface<T, $dimension>>::rounding(self, scale);
                // at such a small distance, rounding errors change the direction of the offset
                let is_on = distance <= rounding * from_f64(2.0);
                let normal = is_on.then(|| self.outward(query)).flatten().map(|normal| {
                    let side = if there.is_inside { -1.0 } else { 1.0 };
                    SVector::from_iterator(
                        normal.to_array().map(|part| from_f64(side * f64::from(part))),
                    )
                });
                let normal = normal
                    .or_else(|| offset.try_normalize(T::zero()))
                    .unwrap_or_else(SVector::y);
                // the error of the normal is rounding / distance; four distances away it moves the
                // plane by four rounding errors
                let is_convex = self.shape.is_convex() && !there.is_inside;
                let most: T = nalgebra::convert(4.0);
                let open = if is_convex { distance * most } else { distance };
                Nearest::At { distance, normal, open, curvature: T::zero() }
            }

            fn is_inside(&self, point: &SVector<T, $dimension>) -> bool {
                let query = $parry::math::Vector::from_slice(single(point).as_slice());
                query.is_finite() && self.shape.project_point(&self.pose, query, false).is_inside
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
    /// A shape of `parry2d` at a pose: a convex shape, a polyline, a height field or a compound.
    ///
    /// parry computes distances in `f32`. A polyline has no inside and no outside.
    ///
    /// ```
    /// use kinstep_flow::LinearLaw;
    /// use kinstep_flow::trajectory::{ParryShape2, Trajectory};
    /// use parry2d::{math::{Pose, Vector}, shape::Cuboid};
    ///
    /// let block = Cuboid::new(Vector::new(5.0, 0.5));
    /// let table = ParryShape2::new(&block, Pose::translation(20.0, 1.5));
    /// let flight = LinearLaw::gravity([0.0_f64, -9.81]).launch([0.0, 0.0], [10.0, 10.0]);
    /// let landing = flight.landing(&table, 0.0..60.0)?.unwrap();
    /// assert!((landing.position.y - 2.0).abs() < 1e-5 && landing.normal.y > 0.99);
    /// # Ok::<(), kinstep_flow::trajectory::FlightError>(())
    /// ```
    ParryShape2,
    parry2d,
    2
);

shape_of_parry!(
    /// A shape of `parry3d` at a pose: a convex shape, a triangle mesh, a height field or a
    /// compound.
    ///
    /// parry computes distances in `f32`. Distances from height fields are slow. Landing by
    /// [rays](Self::cast), which may miss contacts of a depth of less than a millimetre, needs an
    /// eighth of the time. A flight that starts on a mesh leaves it towards the side from which the
    /// triangles are counter-clockwise.
    ///
    /// ```
    /// use kinstep_flow::LinearLaw;
    /// use kinstep_flow::trajectory::{ParryShape3, Trajectory};
    /// use parry3d::{math::{Pose, Vector}, shape::Cuboid};
    ///
    /// let block = Cuboid::new(Vector::new(5.0, 0.5, 5.0));
    /// let table = ParryShape3::new(&block, Pose::translation(20.0, 1.5, 0.0));
    /// let flight = LinearLaw::gravity([0.0_f64, -9.81, 0.0]).launch([0.0, 0.0, 0.0], [10.0, 10.0, 0.0]);
    /// let landing = flight.landing(&table, 0.0..60.0)?.unwrap();
    /// assert!((landing.position.y - 2.0).abs() < 1e-5 && landing.normal.y > 0.99);
    /// # Ok::<(), kinstep_flow::trajectory::FlightError>(())
    /// ```
    ParryShape3,
    parry3d,
    3
);

/// Returns a vector, rounded to `f32`.
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
