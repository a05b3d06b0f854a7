//! Worlds and their bodies.

use kinstep_core::{Body, BodyId, ForceId, NoSuch};
use kinstep_core::{World2, World3};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Rows, array};
use crate::body::{body, tell};
use crate::errors::{invalid, unknown};
use crate::function::Raised;

#[derive(Clone)]
pub(crate) enum AnyWorld {
    Plane(World2),
    Space(World3),
}

/// Works on the world, in the plane or in space.
macro_rules! either {
    ($world:expr, $name:ident => $work:expr) => {
        match $world {
            $crate::world::AnyWorld::Plane($name) => $work,
            $crate::world::AnyWorld::Space($name) => $work,
        }
    };
}
pub(crate) use either;

/// Bodies and forces, stepped together. Use World2 or World3.
#[pyclass(subclass, module = "kinstep._kinstep")]
pub(crate) struct World {
    pub(crate) world: AnyWorld,
    /// Whether forces may call functions of Python.
    pub(crate) calls: bool,
    pub(crate) raised: Raised,
}

impl World {
    pub(crate) fn known(&self, body: u64) -> PyResult<BodyId> {
        let body = BodyId::from_bits(body);
        if either!(&self.world, world => world.contains(body)) {
            return Ok(body);
        }
        Err(unknown(NoSuch::Body(body)))
    }

    pub(crate) fn known_force(&self, force: u64) -> PyResult<ForceId> {
        let force = ForceId::from_bits(force);
        if either!(&self.world, world => world.force(force).is_some()) {
            return Ok(force);
        }
        Err(unknown(NoSuch::Force(force)))
    }

    /// One number of each body after the other, `D` of each.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        plane: fn(&Body<f64, 2>) -> [f64; 2],
        space: fn(&Body<f64, 3>) -> [f64; 3],
    ) -> PyResult<Bound<'py, PyAny>> {
        match &self.world {
            AnyWorld::Plane(world) => {
                let numbers = world.body_slice().iter().flat_map(plane).collect();
                array(py, numbers, [world.len(), 2])
            }
            AnyWorld::Space(world) => {
                let numbers = world.body_slice().iter().flat_map(space).collect();
                array(py, numbers, [world.len(), 3])
            }
        }
    }
}

#[pymethods]
impl World {
    #[new]
    fn new(dimensions: u32) -> PyResult<Self> {
        let world = match dimensions {
            2 => AnyWorld::Plane(World2::new()),
            3 => AnyWorld::Space(World3::new()),
            _ => {
                return Err(invalid(format_args!(
                    "a world has 2 or 3 dimensions, not {dimensions}"
                )));
            }
        };
        Ok(Self {
            world,
            calls: false,
            raised: Raised::default(),
        })
    }

    /// Adds a body, and returns its id.
    ///
    /// mass [kg] is positive, or infinite for a fixed body; position [m] and velocity [m/s] are zero by default; radius [m].
    /// orientation is an angle [rad] in the plane, and x, y, z, w of a unit quaternion in space; angular_velocity [rad/s] is in
    /// the world frame. inertia [kg m²], about the centre of mass, is a number in the plane, and the moments about the axes of
    /// the body in space; a body without inertia is a point, which cannot turn.
    #[pyo3(signature = (mass, position=None, velocity=None, *, radius=0.0, orientation=None, angular_velocity=None, inertia=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn add_body(
        &mut self,
        mass: f64,
        position: Option<&Bound<'_, PyAny>>,
        velocity: Option<&Bound<'_, PyAny>>,
        radius: f64,
        orientation: Option<&Bound<'_, PyAny>>,
        angular_velocity: Option<&Bound<'_, PyAny>>,
        inertia: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let given = [position, velocity, orientation, angular_velocity, inertia];
        either!(&mut self.world, world => {
            let added = world.add_body(body(mass, radius, given)?).map_err(invalid)?;
            Ok(added.to_bits())
        })
    }

    /// Removes a body with its own forces and links; LookupError if there is none.
    fn remove_body(&mut self, body: u64) -> PyResult<()> {
        let body = self.known(body)?;
        either!(&mut self.world, world => world.remove_body(body).map(drop).map_err(unknown))
    }

    fn _body<'py>(&self, py: Python<'py>, body: u64) -> PyResult<Bound<'py, PyDict>> {
        let id = self.known(body)?;
        let state = PyDict::new(py);
        either!(&self.world, world => tell(&state, &world[id]))?;
        Ok(state)
    }

    /// Sets the mass of a body [kg]: positive, or infinite for a fixed body.
    fn set_mass(&mut self, body: u64, mass: f64) -> PyResult<()> {
        let id = self.known(body)?;
        if mass.is_nan() || mass <= 0.0 {
            return Err(invalid(format_args!(
                "the mass is {mass} kg; it must be positive, or infinite for a fixed body"
            )));
        }
        either!(&mut self.world, world => world[id].mass = mass);
        Ok(())
    }

    /// Number of bodies.
    fn __len__(&self) -> usize {
        either!(&self.world, world => world.len())
    }

    /// Whether there is a body of this id.
    fn __contains__(&self, body: u64) -> bool {
        self.known(body).is_ok()
    }

    /// Ids of all bodies, in the order of the arrays, shape (n,).
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        let ids = either!(&self.world, world => world.ids().map(BodyId::to_bits).collect());
        PyArray1::from_vec(py, ids)
    }

    /// Mass of each body [kg], shape (n,): a copy.
    #[getter]
    fn masses<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let masses = either!(&self.world, world => world.body_slice().iter().map(|body| body.mass).collect());
        PyArray1::from_vec(py, masses)
    }

    /// Positions [m], shape (n, dimensions): a copy. Setting copies an array of float64.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.columns(py, |body| body.position.into(), |body| body.position.into())
    }

    #[setter]
    fn set_positions(&mut self, positions: &Bound<'_, PyAny>) -> PyResult<()> {
        either!(&mut self.world, world => {
            let positions = Rows::of(positions, Some(world.len()), "positions")?;
            for ((_, body), position) in world.bodies_mut().zip(positions.iter()) {
                body.position = position;
            }
        });
        Ok(())
    }

    /// Velocities [m/s], shape (n, dimensions): a copy. Setting copies an array of float64.
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.columns(py, |body| body.velocity.into(), |body| body.velocity.into())
    }

    #[setter]
    fn set_velocities(&mut self, velocities: &Bound<'_, PyAny>) -> PyResult<()> {
        either!(&mut self.world, world => {
            let velocities = Rows::of(velocities, Some(world.len()), "velocities")?;
            for ((_, body), velocity) in world.bodies_mut().zip(velocities.iter()) {
                body.velocity = velocity;
            }
        });
        Ok(())
    }
}
