//! Worlds: bodies, forces and links, one step.

use kinstep_core::{Body, BodyId, ForceId, NoSuchBodyError, NoSuchForceError, Scheme};
use kinstep_core::{World2, World3};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arrays::{array, rows, vector};
use crate::body::{body, finite, tell};
use crate::errors::{invalid, step_failed, unknown};
use crate::force::force;
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

/// Below this number of bodies a step is shorter than giving the interpreter away for it.
const LONG_STEP: usize = 256;

/// Bodies and forces, stepped together. Use World2 or World3.
#[pyclass(subclass, module = "kinstep._kinstep")]
pub(crate) struct World {
    pub(crate) world: AnyWorld,
    /// Whether forces may call functions of Python.
    pub(crate) calls: bool,
    pub(crate) raised: Raised,
}

impl World {
    fn known(&self, body: u64) -> PyResult<BodyId> {
        let body = BodyId::from_bits(body);
        if either!(&self.world, world => world.contains(body)) {
            return Ok(body);
        }
        Err(unknown(NoSuchBodyError { body }))
    }

    fn known_force(&self, force: u64) -> PyResult<ForceId> {
        let force = ForceId::from_bits(force);
        if either!(&self.world, world => world.force(force).is_some()) {
            return Ok(force);
        }
        Err(unknown(NoSuchForceError { force }))
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

    fn __len__(&self) -> usize {
        either!(&self.world, world => world.len())
    }

    fn __contains__(&self, body: u64) -> bool {
        self.known(body).is_ok()
    }

    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        let ids = either!(&self.world, world => world.ids().map(BodyId::to_bits).collect());
        PyArray1::from_vec(py, ids)
    }

    #[getter]
    fn masses<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let masses = either!(&self.world, world => world.body_slice().iter().map(|body| body.mass).collect());
        PyArray1::from_vec(py, masses)
    }

    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.columns(py, |body| body.position.into(), |body| body.position.into())
    }

    #[setter]
    fn set_positions(&mut self, positions: &Bound<'_, PyAny>) -> PyResult<()> {
        either!(&mut self.world, world => {
            let positions = rows(positions, world.len(), "positions")?;
            finite(&positions, "position")?;
            for ((_, body), position) in world.bodies_mut().zip(positions) {
                body.position = position;
            }
        });
        Ok(())
    }

    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.columns(py, |body| body.velocity.into(), |body| body.velocity.into())
    }

    #[setter]
    fn set_velocities(&mut self, velocities: &Bound<'_, PyAny>) -> PyResult<()> {
        either!(&mut self.world, world => {
            let velocities = rows(velocities, world.len(), "velocities")?;
            finite(&velocities, "velocity")?;
            for ((_, body), velocity) in world.bodies_mut().zip(velocities) {
                body.velocity = velocity;
            }
        });
        Ok(())
    }

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

    fn remove_force(&mut self, id: u64) -> PyResult<()> {
        let id = self.known_force(id)?;
        either!(&mut self.world, world => world.remove_force(id).map(drop).map_err(unknown))
    }

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

    fn apply_force(&mut self, body: u64, force: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.known(body)?;
        either!(&mut self.world, world => world.apply_force(id, vector(force, "force")?))
            .map_err(invalid)
    }

    fn step(&mut self, py: Python<'_>, dt: f64) -> PyResult<()> {
        if self.calls {
            return self.unless_raised(py, |this| this.step_once(dt));
        }
        let Self { world, .. } = self;
        either!(world, world => {
            if world.len() < LONG_STEP {
                world.step(dt)
            } else {
                py.detach(|| world.step(dt))
            }
        })
        .map_err(step_failed)
    }

    #[getter]
    fn time(&self) -> f64 {
        either!(&self.world, world => world.time())
    }

    #[getter]
    fn steps(&self) -> u64 {
        either!(&self.world, world => world.steps())
    }

    fn _energy(&self) -> PyResult<(f64, f64)> {
        let energy = either!(&self.world, world => world.energy());
        match self.raised.take() {
            Some(error) => Err(error),
            None => Ok((energy.kinetic, energy.potential)),
        }
    }

    #[getter]
    fn scheme(&self) -> String {
        format!("{:?}", either!(&self.world, world => world.scheme()))
    }

    #[setter]
    fn set_scheme(&mut self, scheme: &str) -> PyResult<()> {
        let scheme = SCHEMES
            .into_iter()
            .find(|known| format!("{known:?}") == scheme)
            .ok_or_else(|| {
                invalid(format_args!(
                    "the scheme is {scheme:?}; it must be one of {SCHEMES:?}"
                ))
            })?;
        either!(&mut self.world, world => world.set_scheme(scheme));
        Ok(())
    }

    fn _run<'py>(
        &mut self,
        py: Python<'py>,
        duration: f64,
        dt: f64,
        every: u64,
    ) -> PyResult<[Bound<'py, PyAny>; 3]> {
        self.trajectory(py, duration, dt, every)
    }

    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.world.snapshot()?))
    }

    fn restore(&mut self, snapshot: &[u8]) -> PyResult<()> {
        self.world.restore(snapshot)
    }

    fn scene<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.world.scene()?))
    }

    fn _set_scene(&mut self, scene: &[u8]) -> PyResult<()> {
        self.world = self.world.of_scene(scene)?;
        self.calls = false;
        Ok(())
    }
}

const SCHEMES: [Scheme; 10] = [
    Scheme::ExplicitEuler,
    Scheme::SymplecticEuler,
    Scheme::VelocityVerlet,
    Scheme::Rk4,
    Scheme::Kinematic,
    Scheme::AverageAcceleration,
    Scheme::FlowKick,
    Scheme::FlowKick4,
    Scheme::FlowKick6,
    Scheme::WeakKick,
];
