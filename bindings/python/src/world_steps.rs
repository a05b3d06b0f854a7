//! Steps of worlds.

use kinstep_core::Scheme;
use pyo3::prelude::*;

use crate::errors::{invalid, step_failed};
use crate::world::{World, either};

/// Below this number of bodies a step is shorter than giving the interpreter away for it.
pub(crate) const LONG_STEP: usize = 256;

/// The scheme of this name.
pub(crate) fn scheme_named(name: &str) -> PyResult<Scheme> {
    let found = (Scheme::ALL.into_iter()).find(|known| format!("{known:?}") == name);
    found.ok_or_else(|| {
        let known = Scheme::ALL;
        invalid(format_args!(
            "the scheme is {name:?}; it must be one of {known:?}"
        ))
    })
}

#[pymethods]
impl World {
    /// Moves the world by dt [s], which may be negative. StepError if it fails; then the world is as it was.
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

    /// Simulated time [s].
    #[getter]
    fn time(&self) -> f64 {
        either!(&self.world, world => world.time())
    }

    /// Number of steps made.
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

    /// The integration scheme, "FlowKick" by default: what each is exact for is told in the documentation of the crate.
    ///
    /// "ExplicitEuler", "SymplecticEuler", "VelocityVerlet", "Rk4", "Kinematic", "AverageAcceleration", "FlowKick", "FlowKick4"
    /// or "WeakKick".
    #[getter]
    fn scheme(&self) -> String {
        format!("{:?}", either!(&self.world, world => world.scheme()))
    }

    #[setter]
    fn set_scheme(&mut self, scheme: &str) -> PyResult<()> {
        let scheme = scheme_named(scheme)?;
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

    /// The time [s] that n steps take in a loop in Rust, for ratios.py.
    fn _time_steps(&mut self, dt: f64, steps: u64) -> PyResult<f64> {
        either!(&mut self.world, world => {
            let start = std::time::Instant::now();
            (0..steps).try_for_each(|_| world.step(dt)).map_err(step_failed)?;
            Ok(start.elapsed().as_secs_f64())
        })
    }
}
