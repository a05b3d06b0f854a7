//! What a world knows about itself.

use nalgebra::SVector;

use crate::scheme::Target;
use crate::space::Real;
use crate::world::World;

/// The energy of a world \[J\].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Energy<T> {
    /// `Σ ½ m v²`.
    pub kinetic: T,
    /// The sum of all potentials that forces know; a force without a potential counts nothing.
    pub potential: T,
}

impl<T: Copy + core::ops::Add<Output = T>> Energy<T> {
    /// Kinetic and potential energy together.
    #[must_use]
    pub fn total(&self) -> T {
        self.kinetic + self.potential
    }
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Kinetic energy, and the potential energy of the forces that have one \[J\], both of this
    /// very moment.
    #[must_use]
    pub fn energy(&self) -> Energy<T> {
        let bodies = self.bodies();
        let time = self.time();
        let kinetic = bodies
            .iter()
            .fold(T::zero(), |sum, body| sum + body.kinetic_energy());
        let mut potential = T::zero();
        for attachment in self.attachments() {
            let force = &attachment.force;
            match attachment.target {
                Target::Every => {
                    for body in bodies {
                        potential += force.potential_energy(body, time).unwrap_or_else(T::zero);
                    }
                }
                Target::One(_) | Target::Pair(..) => {
                    if let Some(body) = attachment.subject(bodies) {
                        potential += force.potential_energy(&body, time).unwrap_or_else(T::zero);
                    }
                }
            }
        }
        Energy { kinetic, potential }
    }

    /// `Σ m v` \[kg m/s\].
    #[must_use]
    pub fn momentum(&self) -> SVector<T, D> {
        (self.bodies().iter()).fold(SVector::zeros(), |sum, body| sum + body.momentum())
    }

    /// `Σ x × m v` about the origin \[kg m²/s\]: a number in the plane, a vector in space.
    #[must_use]
    pub fn angular_momentum(&self) -> T::Axial {
        let none = T::cross(&SVector::zeros(), &SVector::zeros());
        (self.bodies().iter()).fold(none, |sum, body| sum + body.angular_momentum())
    }

    /// `Σ m x / Σ m` \[m\]; none in a world without bodies.
    #[must_use]
    pub fn center_of_mass(&self) -> Option<SVector<T, D>> {
        let mass = self
            .bodies()
            .iter()
            .fold(T::zero(), |sum, body| sum + body.mass);
        let moment = (self.bodies().iter()).fold(SVector::zeros(), |sum, body| {
            sum + body.position * body.mass
        });
        (mass > T::zero()).then(|| moment / mass)
    }
}
