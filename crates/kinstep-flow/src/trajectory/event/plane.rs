//! Planes; lines in two dimensions.

use crate::numbers::{extent, is_finite, to_f64};
use nalgebra::{RealField, SVector};

/// The points with `normal · p = distance`; a line in two dimensions.
///
/// The normal need not have length 1: heights and `distance` are scaled by its length. A plane whose normal is zero is never crossed.
///
/// ```
/// use kinstep_flow::trajectory::Plane;
///
/// let ceiling = Plane::new([0.0, 1.0, 0.0], 12.0);
/// assert_eq!(ceiling, Plane::through([3.0, 12.0, -5.0], [0.0, 1.0, 0.0]));
/// assert_eq!(ceiling.height([0.0, 15.0, 0.0]), 3.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
pub struct Plane<T, const D: usize> {
    /// Normal vector. It points to the side above the plane.
    pub normal: SVector<T, D>,
    /// `normal · p` for all points p of the plane \[m\].
    pub distance: T,
}

impl<T: RealField + Copy, const D: usize> Plane<T, D> {
    /// Returns the plane of the points with `normal · p = distance`.
    #[must_use]
    pub fn new(normal: impl Into<SVector<T, D>>, distance: T) -> Self {
        Self {
            normal: normal.into(),
            distance,
        }
    }

    /// Returns the plane that contains a point \[m\] and has this normal.
    #[must_use]
    pub fn through(point: impl Into<SVector<T, D>>, normal: impl Into<SVector<T, D>>) -> Self {
        let normal = normal.into();
        Self {
            normal,
            distance: normal.dot(&point.into()),
        }
    }

    /// Returns the height of a point above the plane, times the length of the normal \[m\]. It is
    /// negative below the plane.
    #[must_use]
    pub fn height(&self, point: impl Into<SVector<T, D>>) -> T {
        self.normal.dot(&point.into()) - self.distance
    }

    /// Returns this plane in `f64`.
    #[doc(hidden)]
    pub fn wide(&self) -> Plane<f64, D> {
        Plane {
            normal: self.normal.map(to_f64),
            distance: to_f64(self.distance),
        }
    }

    /// Returns `normal · vector` in `f64`.
    #[inline]
    #[doc(hidden)]
    pub fn wide_dot(&self, vector: &SVector<T, D>) -> f64 {
        (self.normal.iter().zip(vector.iter()))
            .fold(0.0, |sum, (a, b)| sum + to_f64(*a) * to_f64(*b))
    }

    /// Returns `normal · vector` in `f64`, or zero if the sum is not larger than the rounding
    /// errors of its terms, for example if the vector is parallel to the plane.
    #[inline]
    #[doc(hidden)]
    pub fn clear_dot(&self, vector: &SVector<T, D>) -> f64 {
        let (mut sum, mut size) = (0.0, 0.0_f64);
        for (a, b) in self.normal.iter().zip(vector.iter()) {
            let term = to_f64(*a) * to_f64(*b);
            (sum, size) = (sum + term, size + term.abs());
        }
        let tolerance = 2.0 * to_f64(T::default_epsilon()) * size;
        if sum > tolerance || sum < -tolerance {
            sum
        } else {
            0.0
        }
    }

    /// Returns the orthogonal projection of a point onto the plane.
    #[inline]
    #[doc(hidden)]
    pub fn foot(&self, point: &SVector<T, D>) -> SVector<T, D> {
        // the CPU computes the division in parallel with the height
        let inverse = T::one() / self.normal.norm_squared();
        let foot = point - self.normal * (self.height(*point) * inverse);
        let is_sized = inverse < nalgebra::convert(1e30) && inverse > nalgebra::convert(1e-30);
        if is_sized && is_finite(&foot) {
            foot
        } else {
            self.foot_with_scaled_normal(point)
        }
    }

    /// Returns the [`foot`](Self::foot), also if the square of the normal overflows or underflows:
    /// the normal is scaled first. Returns the point itself if the result is still not finite.
    #[cold]
    fn foot_with_scaled_normal(&self, point: &SVector<T, D>) -> SVector<T, D> {
        let size = extent(&self.normal);
        let scaled = Self::new(self.normal / size, self.distance / size);
        let inverse = T::one() / scaled.normal.norm_squared();
        let foot = point - scaled.normal * (scaled.height(*point) * inverse);
        if is_finite(&foot) { foot } else { *point }
    }

    /// Returns the rounding error of the height of a point. A point whose height is within this
    /// error counts as on the plane.
    #[doc(hidden)]
    pub fn tolerance(&self, point: &SVector<T, D>) -> f64 {
        let terms = (self.normal.iter().zip(point.iter()))
            .fold(to_f64(self.distance).abs(), |sum, (a, b)| {
                sum + (to_f64(*a) * to_f64(*b)).abs()
            });
        4.0 * to_f64(T::default_epsilon()) * terms
    }
}

// Spheres; circles in two dimensions.

/// The surface of a sphere; a circle in two dimensions.
///
/// ```
/// use kinstep_flow::LinearLaw;
/// use kinstep_flow::trajectory::{Crossing, Sphere, Trajectory};
///
/// // when a stone is farther than 30 m from the thrower
/// let flight = LinearLaw::gravity([0.0, -9.81]).launch([0.0, 1.5], [30.0, 8.0]);
/// let reach = Sphere::new([0.0, 1.5], 30.0);
/// let gone = flight.sphere_crossing(&reach, Crossing::Ascending, 0.0..10.0)?.expect("it flies on");
/// assert!(((gone.position - reach.center).norm() - 30.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
pub struct Sphere<T, const D: usize> {
    /// Centre \[m\].
    pub center: SVector<T, D>,
    /// Radius \[m\].
    pub radius: T,
}

impl<T: RealField + Copy, const D: usize> Sphere<T, D> {
    /// Returns the sphere with this centre \[m\] and radius \[m\].
    #[must_use]
    pub fn new(center: impl Into<SVector<T, D>>, radius: T) -> Self {
        Self {
            center: center.into(),
            radius,
        }
    }

    /// Returns this sphere in `f64`.
    #[doc(hidden)]
    pub fn wide(&self) -> Sphere<f64, D> {
        Sphere {
            center: self.center.map(to_f64),
            radius: to_f64(self.radius),
        }
    }

    /// Whether all numbers are finite and the radius is not negative.
    #[doc(hidden)]
    pub fn is_valid(&self) -> bool {
        is_finite(&self.center) && self.radius.is_finite() && self.radius >= T::zero()
    }

    /// Returns `|p - c|² - R²` \[m²\]. It is negative inside the sphere.
    #[doc(hidden)]
    pub fn power(&self, point: &SVector<T, D>) -> f64 {
        let distance = (point - self.center).norm();
        // near the sphere, the product loses far fewer digits than the difference of the squares
        to_f64((distance - self.radius) * (distance + self.radius))
    }

    /// Returns the nearest point of the sphere; `point` itself if `point` is the centre.
    #[doc(hidden)]
    pub fn foot(&self, point: &SVector<T, D>) -> SVector<T, D> {
        let offset = point - self.center;
        let distance = offset.norm();
        if distance == T::zero() {
            return *point;
        }
        self.center + offset * (self.radius / distance)
    }

    /// Returns the rounding error of the distance of a point \[m\]. A point whose distance is
    /// within this error counts as on the sphere.
    #[doc(hidden)]
    pub fn tolerance(&self, point: &SVector<T, D>) -> f64 {
        let sizes = self.radius + point.norm() + self.center.norm();
        4.0 * to_f64(T::default_epsilon()) * to_f64(sizes)
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector2;

    use super::*;

    /// The foot is accurate also if the square of the normal overflows or underflows.
    #[test]
    fn a_foot_is_on_the_plane_whatever_the_length_of_the_normal() {
        let point = Vector2::new(5.0, -1.0);
        let foot = Plane::new([3.0, 4.0], 2.0).foot(&point);
        for size in [1e-250, 1e-160, 1e-20, 1e20, 1e160, 1e250] {
            let plane = Plane::new([3.0 * size, 4.0 * size], 2.0 * size);
            assert!((plane.foot(&point) - foot).norm() < 1e-15, "{size}");
        }
        assert_eq!(Plane::new([0.0, 0.0], 2.0).foot(&point), point);
        let far = Vector2::new(1.5e308, -1.5e308);
        assert_eq!(Plane::new([3.0, -4.0], 0.0).foot(&far), far);
        let small = Plane::new([3e-29_f32, 4e-29], 2e-29).foot(&Vector2::new(5.0, -1.0));
        assert!((small.map(f64::from) - foot).norm() < 1e-6, "{small}");
    }
}
