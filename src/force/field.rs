//! A force that is defined by a function of position and time.

use nalgebra::SVector;

use super::{Effect, Force, add_each, per_mass, per_mass_of_one};
use crate::body::Body;
use crate::space::Real;

/// A force that depends only on position and time, from a closure that returns newtons.
///
/// A step evaluates such a force once. If you also give the potential of the force, the world's energy includes it.
///
/// ```
/// use kinstep::{Body2, ForceField, World2, nalgebra::Vector2};
///
/// // a particle in a double well along x
/// let well = ForceField::new(|x: &Vector2<f64>, _time| Vector2::new(x.x - x.x.powi(3), 0.0))
///     .with_potential(|x, _time| 0.25 * x.x.powi(4) - 0.5 * x.x * x.x);
///
/// let mut world = World2::new();
/// world.add_force(well)?;
/// world.add_body(Body2::point(1.0).at([0.1, 0.0]))?;
/// let before = world.energy().total();
/// for _ in 0..1000 {
///     world.step(0.01)?;
/// }
/// assert!((world.energy().total() - before).abs() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
#[doc(alias("vortex", "wind zone", "potential"))]
pub struct ForceField<F, P = ()> {
    force: F,
    potential: P,
}

impl<F> ForceField<F> {
    /// Creates a field from `force(position [m], time [s]) -> force [N]`.
    #[must_use]
    pub fn new<T, const D: usize>(force: F) -> Self
    where
        T: Real<D>,
        F: Fn(&SVector<T, D>, T) -> SVector<T, D> + Send + Sync,
    {
        Self {
            force,
            potential: (),
        }
    }

    /// Returns the field with its potential energy, `potential(position [m], time [s]) -> energy [J]`.
    ///
    /// The force must be the negative gradient of this potential; this is not checked.
    #[must_use]
    pub fn with_potential<P, T, const D: usize>(self, potential: P) -> ForceField<F, P>
    where
        T: Real<D>,
        F: Fn(&SVector<T, D>, T) -> SVector<T, D>,
        P: Fn(&SVector<T, D>, T) -> T + Send + Sync,
    {
        ForceField {
            force: self.force,
            potential,
        }
    }
}

impl<F, P> core::fmt::Debug for ForceField<F, P> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("ForceField").finish_non_exhaustive()
    }
}

/// The potential of a field: `()` for none, or a closure.
pub trait Potential<T, const D: usize>: Send + Sync {
    /// Returns the potential energy at a position and time \[J\], if the field has a potential.
    fn energy(&self, position: &SVector<T, D>, time: T) -> Option<T>;
}

impl<T: Real<D>, const D: usize> Potential<T, D> for () {
    fn energy(&self, _position: &SVector<T, D>, _time: T) -> Option<T> {
        None
    }
}

impl<T: Real<D>, const D: usize, P> Potential<T, D> for P
where
    P: Fn(&SVector<T, D>, T) -> T + Send + Sync,
{
    fn energy(&self, position: &SVector<T, D>, time: T) -> Option<T> {
        Some(self(position, time))
    }
}

impl<T, const D: usize, F, P> Force<T, D> for ForceField<F, P>
where
    T: Real<D>,
    F: Fn(&SVector<T, D>, T) -> SVector<T, D> + Send + Sync + 'static,
    P: Potential<T, D> + 'static,
{
    fn acceleration(&self, body: &Body<T, D>, time: T) -> SVector<T, D> {
        per_mass_of_one((self.force)(&body.position, time), body.mass)
    }

    fn accelerate(&self, bodies: &[Body<T, D>], time: T, accelerations: &mut [SVector<T, D>]) {
        add_each(bodies, accelerations, |body| {
            per_mass((self.force)(&body.position, time), body.mass)
        });
    }

    fn potential_energy(&self, body: &Body<T, D>, time: T) -> Option<T> {
        self.potential.energy(&body.position, time)
    }

    fn effect(&self, _body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        Effect::Acceleration {
            depends_on_velocity: false,
        }
    }
}
