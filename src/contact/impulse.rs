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

    /// The same approach with a further velocity along the surface \[m/s\], as by spin.
    pub(super) fn sweeping(mut self, sweep: &SVector<T, D>) -> Self {
        self.sliding += sweep;
        self
    }

    /// The impulse \[N s\]. `mobility` gives the change of the relative velocity by an impulse along the surface.
    ///
    /// Along the normal it is `(1 + e) m u`. Along the surface it is `1 + β` times the one that stops the sliding, with β the
    /// tangential restitution, if that takes no more than μ times the one along the normal; otherwise it has that size and the
    /// same direction. The arms of round bodies are normal to the surface, so the two parts do not affect each other, and the
    /// direction of sliding stays as it is.
    pub(super) fn impulse(
        &self,
        contact: &Contact<T>,
        mobility: impl Fn(&SVector<T, D>) -> SVector<T, D>,
    ) -> SVector<T, D> {
        let along = (T::one() + contact.restitution) * self.mass * self.speed;
        let most = contact.friction * along;
        let friction = if most > T::zero() {
            let sticking = self.stopping(mobility) * (T::one() + contact.tangential_restitution);
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
        let project = |vector: SVector<T, D>| vector - self.normal * self.normal.dot(&vector);
        // a second time: what rounding leaves may be mostly along the normal, and would be amplified
        let along_surface = |vector| project(project(vector));
        let mut impulse = SVector::zeros();
        let sliding = along_surface(self.sliding);
        let scale = sliding.amax();
        if scale.is_zero() {
            return impulse;
        }
        // in units of the sliding, so that no square overflows or vanishes
        let mut rest = -sliding / scale;
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
        impulse * scale
    }
}
