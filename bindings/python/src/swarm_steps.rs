//! Steps of swarms.

use std::sync::Arc;
use std::time::Instant;

use kinstep_core::trajectory::{Crossing, Plane};

use kinstep_core::nalgebra::{SVector, convert};
use kinstep_swarm::SwarmError;
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::arrays::{Number, array, few, rows_of, vector};
use crate::columns::in_blocks;
use crate::errors::{invalid, step_failed};
use crate::function::Raised;
use crate::patience::PATIENCE;
use crate::space::Space;
use crate::swarm::{AnyPoints, Swarm, any};
use crate::swarm_points::Points;
use crate::world_steps::LONG_STEP;

/// Positions that are computed between two looks at the clock, at least.
const SAMPLES: usize = 65_536;

/// Bodies that crossed a plane: places, times, positions and velocities.
type Crossings<'py> = (
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);

impl<T: Number, const D: usize> Points<T, D>
where
    f64: Space<D>,
{
    /// Makes some steps; if one fails the bodies are as they were before the first.
    fn step(&mut self, py: Python<'_>, dt: f64, steps: u64, raised: &Raised) -> PyResult<()> {
        // shared, so that the first step works on a copy; a single step needs none
        let before = (steps > 1).then(|| self.bodies.clone());
        let done = self.steps(py, convert(dt), steps);
        let done = raised.take().map_or(done, Err);
        if let (Err(_), Some(before)) = (&done, before) {
            self.bodies = before;
        }
        done
    }

    fn steps(&mut self, py: Python<'_>, dt: T, steps: u64) -> PyResult<()> {
        let Self { bodies, forces } = self;
        let (is_long, bodies) = (bodies.len() >= LONG_STEP, Arc::make_mut(bodies));
        let mut work = |count: u64| match forces.are_linear() {
            true => (0..count).try_for_each(|_| bodies.step(forces, dt).map_err(step_failed)),
            false => {
                let count = usize::try_from(count).map_err(invalid)?;
                (bodies.steps_kicked(forces, forces, dt, count)).map_err(step_failed)
            }
        };
        if steps == 1 {
            return if is_long {
                py.detach(|| work(1))
            } else {
                work(1)
            };
        }
        // parts that are about as long as signals may wait
        let (mut left, mut part) = (steps, 1);
        while left > 0 {
            let start = Instant::now();
            py.detach(|| work(part))?;
            py.check_signals()?;
            left -= part;
            if start.elapsed() < PATIENCE / 4 {
                part *= 2;
            } else if start.elapsed() > PATIENCE {
                part = part.div_ceil(2);
            }
            part = part.min(left);
        }
        Ok(())
    }

    /// A step that tells the first crossing of each body through a plane.
    fn step_across<'py>(
        &mut self,
        py: Python<'py>,
        dt: f64,
        plane: &Plane<f64, D>,
        crossing: Crossing,
    ) -> PyResult<Crossings<'py>> {
        self.forces.check_linear("step_across")?;
        let (forces, bodies) = (&self.forces, Arc::make_mut(&mut self.bodies));
        let (dt, plane, mut landed) = (convert(dt), narrow(plane), Vec::new());
        py.detach(|| bodies.step_across(forces, dt, &plane, crossing, &mut landed))
            .map_err(step_failed)?;
        let places = landed.iter().map(|landed| landed.body as u64).collect();
        let positions: Vec<_> = landed.iter().map(|landed| landed.position).collect();
        let velocities: Vec<_> = landed.iter().map(|landed| landed.velocity).collect();
        Ok((
            PyArray1::from_vec(py, places),
            PyArray1::from_iter(py, landed.iter().map(|landed| landed.time)).into_any(),
            rows_of(py, &positions)?,
            rows_of(py, &velocities)?,
        ))
    }

    /// Positions at times relative to now, without a step.
    fn positions_after<'py>(&self, py: Python<'py>, times: &[f64]) -> PyResult<Bound<'py, PyAny>> {
        self.forces.check_linear("positions_after")?;
        let (count, bodies) = (times.len(), self.bodies.len());
        let times: Vec<T> = times.iter().map(|time| convert(*time)).collect();
        let mut numbers = Vec::new();
        let size = count.saturating_mul(bodies).saturating_mul(D);
        numbers.try_reserve_exact(size).map_err(|_| {
            pyo3::exceptions::PyMemoryError::new_err(format!(
                "no memory for {bodies} bodies at {count} times"
            ))
        })?;
        numbers.resize(size, T::zero());
        if size > 0 {
            let (swarm, forces) = (&self.bodies, &self.forces);
            let out: &mut [SVector<T, D>] = bytemuck::cast_slice_mut(&mut numbers);
            // as many times at once as positions stay in a cache
            let block = SAMPLES.div_ceil(bodies);
            let mut sampled = Ok(());
            in_blocks(py, count, block, |some| {
                let out = &mut out[some.start * bodies..some.end * bodies];
                if sampled.is_ok() {
                    let first = some.start;
                    sampled = (swarm.sample_at(forces, &times[some], out))
                        .map_err(|error| counted_from(first, error));
                }
            })?;
            sampled.map_err(invalid)?;
        }
        array(py, numbers, [count, bodies, D])
    }

    /// The time \[s\] of a loop of steps.
    fn time_steps(&mut self, dt: f64, steps: u64) -> PyResult<f64> {
        let (forces, bodies) = (&self.forces, Arc::make_mut(&mut self.bodies));
        let (dt, start) = (convert(dt), Instant::now());
        (0..steps).try_for_each(|_| bodies.step(forces, dt).map_err(step_failed))?;
        Ok(start.elapsed().as_secs_f64())
    }
}

/// An error about some of the times, the first of which has the index `first` among all.
fn counted_from<T>(first: usize, error: SwarmError<T>) -> SwarmError<T> {
    match error {
        SwarmError::Time { index, time } => SwarmError::Time {
            index: first + index,
            time,
        },
        SwarmError::NotFiniteAt { body, time } => SwarmError::NotFiniteAt {
            body,
            time: first + time,
        },
        error => error,
    }
}

/// A plane in the numbers of a swarm.
fn narrow<T: Number, const D: usize>(plane: &Plane<f64, D>) -> Plane<T, D> {
    Plane::new(plane.normal.map(convert::<f64, T>), convert(plane.distance))
}

/// Which crossings of a plane count.
pub(crate) fn crossing(direction: &str) -> PyResult<Crossing> {
    match direction {
        "ascending" => Ok(Crossing::Ascending),
        "descending" => Ok(Crossing::Descending),
        "any" => Ok(Crossing::Any),
        _ => Err(invalid(format_args!(
            "the direction is {direction:?}; it must be \"ascending\", \"descending\" or \"any\""
        ))),
    }
}

#[pymethods]
impl Swarm {
    /// Makes one or more steps of dt [s], which may be negative. Other threads can work meanwhile, and Ctrl-C stops it between
    /// two steps. If it fails the swarm is as it was; for that several steps work on a copy.
    #[pyo3(signature = (dt, steps=1))]
    fn step(&mut self, py: Python<'_>, dt: f64, steps: u64) -> PyResult<()> {
        any!(&mut self.points, points => points.step(py, dt, steps, &self.raised))
    }

    fn _step_across<'py>(
        &mut self,
        py: Python<'py>,
        dt: f64,
        normal: &Bound<'py, PyAny>,
        distance: f64,
        direction: &str,
    ) -> PyResult<Crossings<'py>> {
        let crossing = crossing(direction)?;
        any!(&mut self.points, points => {
            points.step_across(py, dt, &Plane::new(vector(normal, "normal")?, distance), crossing)
        })
    }

    /// Positions [m] at times [s] relative to now, without a step: shape (times, n, dimensions). Each row is what a step by that
    /// time gives, to the bit. All forces must have linear laws.
    fn positions_after<'py>(
        &self,
        py: Python<'py>,
        times: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let times = few(times, "times")?;
        any!(&self.points, points => points.positions_after(py, &times))
    }

    /// The time [s] that n steps take in a loop in Rust, for ratios.py.
    fn _time_steps(&mut self, dt: f64, steps: u64) -> PyResult<f64> {
        any!(&mut self.points, points => points.time_steps(dt, steps))
    }
}
