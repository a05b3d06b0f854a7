//! Flights and events of bodies in a world.

mod boundary;
mod fixed_step;
mod moving;
mod step_until;
mod until;

use nalgebra::SVector;

pub use until::Until;

use crate::flow::LinearLaw;
use crate::numbers::to_f64;
use crate::space::Real;
use crate::trajectory::LawFlight;
use crate::world::{BodyId, ForceError, World};

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Returns the future trajectory of one body in closed form, without stepping the world. All
    /// forces on the body must have linear laws. Time zero of the trajectory is the current time of
    /// the world.
    ///
    /// Under [`Scheme::FlowKick`](crate::Scheme::FlowKick) the world follows this trajectory for
    /// any steps; other schemes deviate from it. Forces applied by
    /// [`apply_force`](World::apply_force) are ignored. An engine that rotates with the body has no
    /// linear law: to predict the motion under a [`Thruster`](crate::Thruster), step a clone of the
    /// world, which is exact where [`World::is_linear`] is true.
    ///
    /// ```
    /// use kinstep::trajectory::{Crossing, Plane, Trajectory};
    /// use kinstep::{Body2, LinearDrag, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// world.add_force(LinearDrag::coefficient(0.03))?;
    /// let ball = world.add_body(Body2::point(0.145).at([0.0, 1.5]).moving([30.0, 8.0]))?;
    ///
    /// let path = world.trajectory(ball)?;
    /// let landing = path.crossing(&Plane::new([0.0, 1.0], 0.0), Crossing::Descending).unwrap();
    /// world.step(landing.time)?;
    /// assert!(world[ball].position.y.abs() < 1e-14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in this world or its state is invalid, or a force on it is not linear or links it to another body; the error
    /// names that force.
    #[inline(never)]
    #[doc(alias("trajectory prediction", "predict", "preview"))]
    pub fn trajectory(&self, body: BodyId) -> Result<LawFlight<D>, ForceError<T>> {
        let index = self.index_of(body)?;
        let state = &self.body_slice()[index];
        if !state.is_valid() {
            return Err(ForceError::State { body });
        }
        let system = self.system(T::zero());
        let mut law = LinearLaw::free();
        let forces = system.forces_on(index).filter(|_| !state.is_fixed());
        for (force, attachment) in forces {
            let (force, kind) = (self.force_id(force), attachment.force.name());
            if attachment.target.is_link() {
                return Err(ForceError::Linked { body, force, kind });
            }
            let not_linear = ForceError::NotLinear { body, force, kind };
            law += attachment.effect(state).law().ok_or(not_linear)?;
        }
        // the trajectory starts at time zero, so the growth of the ramp up to now is added to the
        // constant
        law.constant += law.ramp * self.time();
        Ok(law.launch(state.position.map(to_f64), state.velocity.map(to_f64)))
    }

    /// Returns the acceleration of a body by [applied forces](World::apply_force), which is
    /// constant during the next step \[m/s²\].
    fn applied_acceleration(&self, index: usize) -> SVector<T, D> {
        let mass = self.body_slice()[index].mass;
        (self.system(T::zero()).applied_forces.iter())
            .filter(|applied| applied.body == index)
            .fold(SVector::zeros(), |sum, applied| sum + applied.force / mass)
    }
}
