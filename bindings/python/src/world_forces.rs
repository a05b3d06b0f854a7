//! Forces and links of worlds.

use pyo3::prelude::*;

use crate::arrays::vector;
use crate::errors::{invalid, unknown};
use crate::force::force;
use crate::world::{World, either};

#[pymethods]
impl World {
    /// Adds a force on one body, or on every body, and returns its id.
    ///
    /// A function (position [m], velocity [m/s], time [s]) that returns a force [N] is a force, too; it is slow, because Python is
    /// called in each step.
    #[pyo3(signature = (force, body=None))]
    fn add_force(&mut self, force: &Bound<'_, PyAny>, body: Option<u64>) -> PyResult<u64> {
        let body = body.map(|body| self.known(body)).transpose()?;
        let (added, calls) = either!(&mut self.world, world => {
            let (force, calls) = self::force(force, &self.raised)?;
            let added = match body {
                Some(body) => world.add_force_on(body, force).map_err(invalid)?,
                None => world.add_force(force).map_err(invalid)?,
            };
            (added, calls)
        });
        self.calls |= calls;
        Ok(added.to_bits())
    }

    /// Adds a force between two bodies, such as a Spring, and returns its id.
    ///
    /// The force is evaluated for the motion of the first body relative to the second, as a body with the reduced mass; the
    /// second gets the opposite force.
    /// first_point and second_point [m], from the centre of mass in the frame of each body, are where it acts; the centres by
    /// default.
    #[pyo3(signature = (first, second, force, *, first_point=None, second_point=None))]
    fn add_link(
        &mut self,
        first: u64,
        second: u64,
        force: &Bound<'_, PyAny>,
        first_point: Option<&Bound<'_, PyAny>>,
        second_point: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let (first, second) = (self.known(first)?, self.known(second)?);
        let is_at_points = first_point.is_some() || second_point.is_some();
        let (added, calls) = either!(&mut self.world, world => {
            let (force, calls) = self::force(force, &self.raised)?;
            let added = if is_at_points {
                let first_point = first_point.map_or(Ok(Default::default()), |p| vector(p, "first point"))?;
                let second_point = second_point.map_or(Ok(Default::default()), |p| vector(p, "second point"))?;
                world.add_link_at(first, first_point, second, second_point, force)
            } else {
                world.add_link(first, second, force)
            };
            (added.map_err(invalid)?, calls)
        });
        self.calls |= calls;
        Ok(added.to_bits())
    }

    /// Puts another force in the place of this one, on the same bodies.
    fn replace_force(&mut self, id: u64, force: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.known_force(id)?;
        let calls = either!(&mut self.world, world => {
            let (force, calls) = self::force(force, &self.raised)?;
            world.replace_force(id, force).map_err(invalid)?;
            calls
        });
        self.calls |= calls;
        Ok(())
    }

    /// Removes a force or a link; LookupError if there is none.
    fn remove_force(&mut self, id: u64) -> PyResult<()> {
        let id = self.known_force(id)?;
        either!(&mut self.world, world => world.remove_force(id).map(drop).map_err(unknown))
    }

    /// Changes the velocity of a body at once, by an impulse [N s] at a point [m] in the world frame; at the centre by default.
    #[pyo3(signature = (body, impulse, point=None))]
    fn apply_impulse(
        &mut self,
        body: u64,
        impulse: &Bound<'_, PyAny>,
        point: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let id = self.known(body)?;
        either!(&mut self.world, world => {
            let impulse = vector(impulse, "impulse")?;
            match point {
                Some(point) => world.apply_impulse_at(id, impulse, vector(point, "point")?),
                None => world.apply_impulse(id, impulse),
            }
        })
        .map_err(invalid)
    }

    /// Adds a force [N] on a body that acts over the next step only.
    fn apply_force(&mut self, body: u64, force: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.known(body)?;
        either!(&mut self.world, world => world.apply_force(id, vector(force, "force")?))
            .map_err(invalid)
    }
}
