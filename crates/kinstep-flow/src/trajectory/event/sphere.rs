//! Spheres, and circles in two dimensions.

use nalgebra::{RealField, SVector};

use crate::numbers::{is_finite, to_f64};

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
    /// The sphere with this centre \[m\] and radius \[m\].
    #[must_use]
    pub fn new(center: impl Into<SVector<T, D>>, radius: T) -> Self {
        Self {
            center: center.into(),
            radius,
        }
    }

    /// This sphere in `f64`.
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

    /// `|p - c|² - R²` \[m²\], negative inside.
    #[doc(hidden)]
    pub fn power(&self, point: &SVector<T, D>) -> f64 {
        let distance = (point - self.center).norm();
        // near the sphere the product loses far fewer digits than the difference of squares
        to_f64((distance - self.radius) * (distance + self.radius))
    }

    /// Nearest point of the sphere; `point` itself if it is the centre.
    #[doc(hidden)]
    pub fn foot(&self, point: &SVector<T, D>) -> SVector<T, D> {
        let offset = point - self.center;
        let distance = offset.norm();
        if distance == T::zero() {
            return *point;
        }
        self.center + offset * (self.radius / distance)
    }

    /// Rounding error of the distance of a point \[m\]: within it the point counts as on the sphere.
    #[doc(hidden)]
    pub fn tolerance(&self, point: &SVector<T, D>) -> f64 {
        let sizes = self.radius + point.norm() + self.center.norm();
        4.0 * to_f64(T::default_epsilon()) * to_f64(sizes)
    }
}
