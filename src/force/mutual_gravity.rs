//! Gravity between all bodies of a world.

use nalgebra::SVector;

use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::numbers::{least_size, length};
use crate::space::Real;

/// Newton's gravity between all bodies of a world, as one force. Use softening if bodies may come
/// close to each other.
///
/// ```text
/// aᵢ = Σⱼ G mⱼ (xⱼ - xᵢ) / dᵢⱼ³    dᵢⱼ² = |xⱼ - xᵢ|² + ε²    V = -Σᵢ<ⱼ G mᵢ mⱼ / dᵢⱼ    m/s², m, J
/// ```
///
/// The force conserves momentum and angular momentum. An evaluation visits all n (n - 1)/2 pairs,
/// O(n²): a step of 1000 bodies in space takes 3 ms. The acceleration of one body costs as much as
/// that of all bodies; [`World::acceleration`](crate::World::acceleration) computes it for one
/// body, and a step does so for each body that may touch a surface. A step moves all bodies
/// together. Under [`Scheme::FlowKick`](crate::Scheme::FlowKick) the force acts by kicks, to second
/// order. If there are only two bodies, and no softening is needed, a link of
/// [`PointGravity`](crate::PointGravity) moves them exactly.
///
/// A [fixed](Body::fixed) body neither attracts nor is accelerated, because its mass is infinite.
/// To represent a fixed attractor, add a [`PointGravity`](crate::PointGravity) on the bodies.
///
/// Add the force for every body of a world, by [`World::add_force`](crate::World::add_force). It
/// returns an error if it is added to one body, to a group, as a link, or
/// [`Mounted`](crate::Mounted). The force does not act on bodies of a `Swarm`. In the plane the
/// force is also proportional to the inverse square of the distance.
///
/// ```
/// use kinstep::{Body2, MutualGravity, World2};
///
/// let mut world = World2::new();
/// world.add_force(MutualGravity::new(6.674e-11).softened(1e3))?; // m³/(kg s²), m
/// for [x, y] in [[0.0, 0.0], [4.0e5, 0.0], [0.0, 3.0e5]] {
///     world.add_body(Body2::point(1.0e18).at([x, y]))?;
/// }
/// let energy = world.energy().total();
/// world.advance(3600.0, 1e-3)?; // s, m
/// assert!((world.energy().total() - energy).abs() < 1e-7 * energy.abs());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("n-body", "gravitation", "Plummer"))]
pub struct MutualGravity<T> {
    /// The constant of gravitation G \[m³/(kg s²)\]; negative if bodies repel each other.
    pub gravitation: T,
    /// The softening length ε \[m\].
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub softening: T,
}

impl<T: nalgebra::RealField + Copy> MutualGravity<T> {
    /// Returns gravity with this constant G \[m³/(kg s²)\], without softening.
    ///
    /// In SI units G is 6.674 30e-11.
    #[must_use]
    pub fn new(gravitation: T) -> Self {
        Self {
            gravitation,
            softening: T::zero(),
        }
    }

    /// Returns the gravity with this softening length ε \[m\]: at distances far below ε the
    /// attraction approaches zero.
    #[must_use]
    pub fn softened(mut self, length: T) -> Self {
        self.softening = length;
        self
    }

    /// Returns `√(|x|² + ε²)` \[m\].
    fn softened_distance<const D: usize>(&self, separation: &SVector<T, D>) -> T {
        let square = separation.norm_squared() + self.softening * self.softening;
        if square >= least_size() && square.is_finite() {
            return square.sqrt();
        }
        length(&SVector::from([length(separation), self.softening]))
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for MutualGravity<T> {
    /// Returns zero, because a single body is not attracted.
    fn acceleration(&self, _body: &Body<T, D>, _time: T) -> SVector<T, D> {
        SVector::zeros()
    }

    /// Adds the accelerations of all bodies. Without softening, the accelerations of two bodies at
    /// the same position are not finite.
    fn accelerate(&self, bodies: &[Body<T, D>], _time: T, accelerations: &mut [SVector<T, D>]) {
        if self.gravitation == T::zero() {
            return;
        }
        let count = bodies.len().min(accelerations.len());
        for (index, one) in bodies[..count].iter().enumerate() {
            if one.is_fixed() {
                continue;
            }
            let mut sum = SVector::zeros();
            let others = bodies[..count].iter().zip(&mut *accelerations);
            for (other, acceleration) in others.skip(index + 1) {
                if other.is_fixed() {
                    continue;
                }
                let separation = other.position - one.position;
                let inverse = T::one() / self.softened_distance(&separation);
                let direction = separation * inverse;
                // divides step by step, because d³ may overflow even if the quotient does not
                let pull = |mass: T| direction * (self.gravitation * mass * inverse * inverse);
                sum += pull(other.mass);
                *acceleration -= pull(one.mass);
            }
            accelerations[index] += sum;
        }
    }

    fn acts_between_bodies(&self) -> bool {
        true
    }

    fn effect(&self, _body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        Effect::Acceleration {
            depends_on_velocity: false,
        }
    }

    fn potential_energy_between(&self, bodies: &[Body<T, D>], _time: T) -> Option<T> {
        let mut sum = T::zero();
        if self.gravitation == T::zero() {
            return Some(sum);
        }
        let mut free = bodies.iter().filter(|body| !body.is_fixed());
        while let Some(one) = free.next() {
            for other in free.clone() {
                let distance = self.softened_distance(&(other.position - one.position));
                sum -= self.gravitation * one.mass / distance * other.mass;
            }
        }
        Some(sum)
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_finite("the constant of gravitation", self.gravitation)?;
        ParameterError::unless_not_negative("the length of softening", self.softening)
    }
}
