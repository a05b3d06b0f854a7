//! Energy, momentum, angular momentum, centre of mass.

use nalgebra::SVector;

use crate::body::Body;
use crate::plan::{Attachment, Target};
use crate::space::Real;
use crate::world::World;

/// The energy of a world \[J\].
///
/// ```
/// use kinstep::{Body2, UniformGravity, World2};
///
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// world.add_body(Body2::point(2.0).at([0.0, 3.0]).moving([4.0, 0.0]))?;
/// let before = world.energy();
/// assert_eq!(before.kinetic, 16.0);
/// assert!((before.potential - 2.0 * 9.81 * 3.0).abs() < 1e-13);
/// world.step(0.7)?;
/// assert!((world.energy().total() - before.total()).abs() < 1e-13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Energy<T> {
    /// Kinetic energy `Σ ½ m v² + ½ ω·Iω` \[J\].
    pub kinetic: T,
    /// The sum of the potential energies of all forces \[J\]; forces without a potential add zero.
    pub potential: T,
}

impl<T: Copy + core::ops::Add<Output = T>> Energy<T> {
    /// Returns kinetic plus potential energy \[J\].
    #[must_use]
    pub fn total(&self) -> T {
        self.kinetic + self.potential
    }
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Returns the kinetic energy, and the potential energy of all forces that have one \[J\], at
    /// the current time. [Fixed](Body::fixed) bodies have no energy, but links to them do.
    #[must_use]
    #[inline(never)]
    pub fn energy(&self) -> Energy<T> {
        let bodies = self.body_slice();
        let time = self.time();
        let kinetic = bodies
            .iter()
            .fold(T::zero(), |sum, body| sum + body.kinetic_energy());
        let system = self.system(T::zero());
        let potential = system
            .attachments()
            .iter()
            .fold(T::zero(), |sum, attachment| {
                sum + potential_of(attachment, bodies, time)
            });
        Energy { kinetic, potential }
    }

    /// Returns the total momentum `Σ m v` \[kg m/s\].
    #[must_use]
    #[inline(never)]
    pub fn momentum(&self) -> SVector<T, D> {
        (self.body_slice().iter()).fold(SVector::zeros(), |sum, body| sum + body.momentum())
    }

    /// Returns the total angular momentum `Σ x × m v + I ω` about the origin \[kg m²/s\]: a number in the plane, a vector in space.
    #[must_use]
    #[inline(never)]
    pub fn angular_momentum(&self) -> T::Axial {
        (self.body_slice().iter()).fold(T::no_turn(), |sum, body| sum + body.angular_momentum())
    }

    /// Returns the centre of mass `Σ m x / Σ m` \[m\], without [fixed](Body::fixed) bodies; `None` if the world has no other bodies.
    #[must_use]
    #[inline(never)]
    pub fn center_of_mass(&self) -> Option<SVector<T, D>> {
        let bodies = || self.body_slice().iter().filter(|body| !body.is_fixed());
        let mass = bodies().fold(T::zero(), |sum, body| sum + body.mass);
        let moment = bodies().fold(SVector::zeros(), |sum, body| {
            sum + body.position * body.mass
        });
        (mass > T::zero()).then(|| moment / mass)
    }
}

/// Returns the total potential energy of the bodies on which a force acts \[J\]; zero if the force has no potential.
pub(super) fn potential_of<T: Real<D>, const D: usize>(
    attachment: &Attachment<T, D>,
    bodies: &[Body<T, D>],
    time: T,
) -> T {
    let of = |body: &Body<T, D>| {
        if body.is_fixed() {
            return T::zero();
        }
        let potential = attachment.force.potential_energy(body, time);
        potential.unwrap_or_else(T::zero)
    };
    if attachment.acts_between() {
        let potential = attachment.force.potential_energy_between(bodies, time);
        return potential.unwrap_or_else(T::zero);
    }
    match attachment.target {
        Target::One(index) => of(&bodies[index]),
        Target::Every | Target::Group => {
            (attachment.bodies(bodies.len())).fold(T::zero(), |sum, index| sum + of(&bodies[index]))
        }
        Target::Pair(first, second) => of(&attachment.link([first, second]).relative(bodies)),
    }
}
