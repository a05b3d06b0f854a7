//! A torque that is defined by a function.

use nalgebra::SVector;

use super::super::{Effect, Force};
use crate::body::Body;
use crate::space::Real;

/// A torque from a closure that returns newton metres in the world frame: a number in the plane, a
/// vector in space. The torque acts by kicks of second order.
///
/// ```
/// use kinstep::{Body2, Torque, World2};
///
/// // a compass needle in a field: τ = -μB sin θ
/// let mut world = World2::new();
/// let needle = world.add_body(Body2::solid(0.01, 1e-6).turned(0.5))?;
/// world.add_force_on(needle, Torque::new(|body: &Body2, _time| -4e-5 * body.orientation().sin()))?;
/// for _ in 0..1000 {
///     world.step(1e-3)?;
/// }
/// assert!(world[needle].orientation().abs() < 0.5001);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Torque<F> {
    torque: F,
}

impl<F> Torque<F> {
    /// Creates a torque from `torque(body, time [s]) -> torque [N·m]`.
    #[must_use]
    pub fn new<T, const D: usize>(torque: F) -> Self
    where
        T: Real<D>,
        F: Fn(&Body<T, D>, T) -> T::Axial + Send + Sync,
    {
        Self { torque }
    }
}

impl<F> core::fmt::Debug for Torque<F> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("Torque").finish_non_exhaustive()
    }
}

impl<T, const D: usize, F> Force<T, D> for Torque<F>
where
    T: Real<D>,
    F: Fn(&Body<T, D>, T) -> T::Axial + Send + Sync + 'static,
{
    fn acceleration(&self, _body: &Body<T, D>, _time: T) -> SVector<T, D> {
        SVector::zeros()
    }

    fn effect(&self, _body: &Body<T, D>, _time: T, _dt: T) -> Effect<T, D> {
        Effect::Torque {
            depends_on_velocity: true,
        }
    }

    fn torque(&self, body: &Body<T, D>, time: T) -> Option<T::Axial> {
        Some((self.torque)(body, time))
    }
}
