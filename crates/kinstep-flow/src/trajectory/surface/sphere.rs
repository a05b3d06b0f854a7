//! Spheres as surfaces: balls that are hit from outside, and shells that are hit from inside.

use nalgebra::{RealField, SVector};

use super::super::event::Sphere;
use super::nearest::farthest;
use super::{Nearest, Surface};

/// A ray that starts inside hits the wall through which it leaves the sphere. The normal always points outward.
///
/// ```
/// use kinstep_flow::trajectory::Sphere;
/// use kinstep::contact::Contact;
/// use kinstep::{Body2, UniformGravity, World2};
///
/// // a pin of a pinball table, and a ball that falls on it
/// let pin = Sphere::new([0.0, 0.0], 0.1);
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// world.add_surface(pin, Contact::new(0.8))?;
/// let ball = world.add_body(Body2::solid(0.1, 1e-5).round(0.02).at([0.01, 0.5]))?;
/// world.step(0.5)?;
/// assert_eq!(world.contacts().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<T: RealField + Copy, const D: usize> Surface<T, D> for Sphere<T, D> {
    fn rounding(&self, scale: T) -> T {
        (scale + self.center.amax() + self.radius) * T::default_epsilon()
    }

    fn extent(&self) -> Option<[SVector<T, D>; 2]> {
        let side = SVector::repeat(self.radius);
        Some([self.center - side, self.center + side])
    }

    /// From outside the ball is convex.
    fn nearest(&self, point: &SVector<T, D>, _: T) -> Nearest<T, D> {
        if self.radius < T::zero() {
            return Nearest::nowhere();
        }
        let offset = point - self.center;
        let far = offset.norm();
        // any direction at the centre
        let outward = offset.try_normalize(T::zero()).unwrap_or_else(|| {
            let diagonal = SVector::<T, D>::repeat(T::one());
            diagonal / diagonal.norm()
        });
        let is_inside = far < self.radius;
        let distance = (far - self.radius).abs();
        Nearest::At {
            distance,
            normal: if is_inside { -outward } else { outward },
            open: if is_inside { distance } else { farthest() },
            curvature: T::zero(),
        }
    }

    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        (point - self.center).norm() < self.radius
    }
}
