//! Many steps in one call: trajectories as arrays, and steps to a tolerance.

use std::time::Instant;

use kinstep_core::{Body, Real};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::arrays::array;
use crate::errors::{invalid, step_failed};
use crate::patience::PATIENCE;
use crate::world::{AnyWorld, World, either};

/// Rows of a trajectory: times, positions and velocities.
#[derive(Default)]
pub(crate) struct Rows {
    times: Vec<f64>,
    positions: Vec<f64>,
    velocities: Vec<f64>,
}

impl Rows {
    pub(crate) fn with_room(rows: usize, row: usize) -> PyResult<Self> {
        let mut made = Self::default();
        let full = rows.saturating_mul(row);
        for (column, size) in [
            (&mut made.times, rows),
            (&mut made.positions, full),
            (&mut made.velocities, full),
        ] {
            column.try_reserve_exact(size).map_err(|_| {
                PyMemoryError::new_err(format!("no memory for {rows} rows of {row} numbers"))
            })?;
        }
        Ok(made)
    }

    /// Number of times.
    pub(crate) fn len(&self) -> usize {
        self.times.len()
    }

    pub(crate) fn push<const D: usize>(&mut self, time: f64, bodies: &[Body<f64, D>])
    where
        f64: Real<D>,
    {
        self.times.push(time);
        for body in bodies {
            self.positions.extend_from_slice(body.position.as_slice());
            self.velocities.extend_from_slice(body.velocity.as_slice());
        }
    }

    fn push_all(&mut self, world: &AnyWorld) {
        either!(world, world => self.push(world.time(), world.body_slice()));
    }

    /// Times, positions and velocities.
    pub(crate) fn arrays<'py>(
        self,
        py: Python<'py>,
        shape: [usize; 3],
    ) -> PyResult<[Bound<'py, PyAny>; 3]> {
        Ok([
            array(py, self.times, [shape[0]])?,
            array(py, self.positions, shape)?,
            array(py, self.velocities, shape)?,
        ])
    }
}

/// The number of steps of `dt` that `duration` is.
fn count(duration: f64, dt: f64, every: u64) -> PyResult<u64> {
    let steps = (duration / dt).round();
    if !(0.0..1e15).contains(&steps) || (steps * dt - duration).abs() > 1e-9 * duration.abs() {
        return Err(invalid(format_args!(
            "the duration {duration} s is no whole number of steps of {dt} s"
        )));
    }
    let steps = steps as u64;
    if every == 0 || !steps.is_multiple_of(every) {
        return Err(invalid(format_args!(
            "every is {every}; it must divide the number of steps, {steps}"
        )));
    }
    Ok(steps)
}

impl World {
    pub(crate) fn step_once(&mut self, dt: f64) -> PyResult<()> {
        either!(&mut self.world, world => world.step(dt)).map_err(step_failed)
    }

    /// Does work that may fail; the world is as it was then. An exception of a function of Python comes first.
    pub(crate) fn unless_raised<A: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Self) -> PyResult<A>,
    ) -> PyResult<A> {
        let before = self.world.clone();
        let done = work(self);
        let result = match self.raised.take() {
            Some(error) => Err(error),
            None => done,
        };
        let result = result.and_then(|done| py.check_signals().map(|()| done));
        if result.is_err() {
            self.world = before;
        }
        result
    }

    /// Does work that fails whole, or because a function of Python raised.
    pub(crate) fn unless_function_raised<A: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Self) -> PyResult<A>,
    ) -> PyResult<A> {
        if self.calls {
            self.unless_raised(py, work)
        } else {
            work(self)
        }
    }

    /// Numbers of bodies and of dimensions.
    pub(crate) fn shape(&self) -> [usize; 2] {
        match &self.world {
            AnyWorld::Plane(world) => [world.len(), 2],
            AnyWorld::Space(world) => [world.len(), 3],
        }
    }

    fn run_steps(
        &mut self,
        py: Python<'_>,
        dt: f64,
        steps: u64,
        every: u64,
        rows: &mut Rows,
    ) -> PyResult<()> {
        rows.push_all(&self.world);
        let mut made = 0;
        while made < steps {
            py.detach(|| {
                let start = Instant::now();
                while made < steps && start.elapsed() < PATIENCE {
                    self.step_once(dt)?;
                    made += 1;
                    if made % every == 0 {
                        rows.push_all(&self.world);
                    }
                }
                PyResult::Ok(())
            })?;
            py.check_signals()?;
        }
        Ok(())
    }

    /// The start and each state after `every` steps: times, positions and velocities.
    pub(crate) fn trajectory<'py>(
        &mut self,
        py: Python<'py>,
        duration: f64,
        dt: f64,
        every: u64,
    ) -> PyResult<[Bound<'py, PyAny>; 3]> {
        let steps = count(duration, dt, every)?;
        let [bodies, dimensions] = self.shape();
        let count =
            usize::try_from(steps / every).map_or(usize::MAX, |rows| rows.saturating_add(1));
        let mut rows = Rows::with_room(count, bodies * dimensions)?;
        self.unless_raised(py, |this| this.run_steps(py, dt, steps, every, &mut rows))?;
        rows.arrays(py, [count, bodies, dimensions])
    }
}
