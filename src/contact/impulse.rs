//! The impulse of a contact: Newton's restitution along the normal, Coulomb's friction along the surface.

use nalgebra::{RealField, SVector};

use super::Contact;
use crate::numbers::is_finite;

/// Two bodies, or a body and a surface, that approach each other where they touch.
pub(super) struct Approach<T, const D: usize> {
    /// Unit normal, towards the body that gets the impulse.
    normal: SVector<T, D>,
    /// Velocity along the surface \[m/s\].
    sliding: SVector<T, D>,
    /// Speed against the normal \[m/s\], positive.
    speed: T,
    /// The mass that an impulse along the normal moves \[kg\].
    mass: T,
}

impl<T: RealField + Copy, const D: usize> Approach<T, D> {
    /// From the relative velocity of the touching points \[m/s\]; none if they do not approach, or a number is not finite.
    pub(super) fn new(velocity: SVector<T, D>, normal: SVector<T, D>, mass: T) -> Option<Self> {
        let speed = -normal.dot(&velocity);
        (speed > T::zero() && is_finite(&velocity)).then(|| Self {
            normal,
            sliding: velocity + normal * speed,
            speed,
            mass,
        })
    }

    /// The impulse \[N s\]. `mobility` gives the change of the relative velocity by an impulse along the surface.
    ///
    /// Along the normal it is `(1 + e) m u`. Along the surface it stops the sliding, if that takes no more than μ times the one
    /// along the normal; otherwise it has that size and opposes the sliding. The arms of round bodies are normal to the surface,
    /// so the two parts do not affect each other, and the direction of sliding stays as it is.
    pub(super) fn impulse(
        &self,
        contact: &Contact<T>,
        mobility: impl Fn(&SVector<T, D>) -> SVector<T, D>,
    ) -> SVector<T, D> {
        let along = (T::one() + contact.restitution) * self.mass * self.speed;
        let most = contact.friction * along;
        let friction = if most > T::zero() {
            let sticking = self.stopping(mobility);
            let size = sticking.norm();
            if size <= most {
                sticking
            } else {
                // equal to -μ j û for bodies whose inertia is the same about each axis
                sticking * (most / size)
            }
        } else {
            SVector::zeros()
        };
        self.normal * along + friction
    }

    /// The impulse along the surface that stops the sliding: `K j = -u`, by conjugate gradients, which end after as many steps
    /// as the surface has dimensions.
    fn stopping(&self, mobility: impl Fn(&SVector<T, D>) -> SVector<T, D>) -> SVector<T, D> {
        let along_surface = |vector: SVector<T, D>| vector - self.normal * self.normal.dot(&vector);
        let mut impulse = SVector::zeros();
        // only rounding leads off the surface, but directions of rounding alone have no power to divide by
        let mut rest = along_surface(-self.sliding);
        let mut direction = rest;
        let start = rest.norm_squared();
        for _ in 1..D {
            let size = rest.norm_squared();
            let change = along_surface(mobility(&direction));
            let power = direction.dot(&change);
            if !(size > start * T::default_epsilon() * T::default_epsilon() && power > T::zero()) {
                break;
            }
            impulse += direction * (size / power);
            rest = along_surface(rest - change * (size / power));
            direction = rest + direction * (rest.norm_squared() / size);
        }
        impulse
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;

    use super::*;

    /// Friction below its limit stops all sliding of a point, and nothing else, whatever the normal.
    #[test]
    fn a_point_that_sticks_keeps_only_its_bounce() {
        let contact = Contact::new(0.7).with_friction(10.0);
        for case in 1..10_000 {
            let number = |which: f64| (f64::from(case) * which).sin();
            let normal = Vector3::new(number(1.1), number(1.3), number(1.7)).normalize();
            let along = normal.cross(&Vector3::new(number(0.3), number(0.7), number(1.9)));
            let after = contact.velocity_after(along - normal, normal);
            // measured: 4e-16
            assert!(
                (after - normal * 0.7).norm() < 1e-15,
                "case {case}: {after:?}"
            );
        }
    }
}
