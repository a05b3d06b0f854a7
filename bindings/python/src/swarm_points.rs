//! The bodies of a swarm in one number type and dimension.

use std::any::Any;
use std::sync::Arc;
use std::time::Instant;

use bytemuck::cast_slice;
use kinstep_core::Swarm;
use kinstep_core::ballistics::{Crossing, Plane};
use kinstep_core::contact::Contact;
use kinstep_core::nalgebra::{SVector, convert};
use numpy::ndarray::ArrayView2;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::arrays::{Number, Rows, array, rows_of};
use crate::errors::{invalid, step_failed};
use crate::function::Raised;
use crate::space::Space;
use crate::swarm_force::{PointForces, wide};
use crate::world_run::PATIENCE;
use crate::world_steps::LONG_STEP;

/// Bodies and forces. Views share the bodies: while there are any, what changes the bodies works on a copy.
pub(crate) struct Points<T: Number, const D: usize> {
    pub(crate) bodies: Arc<Swarm<T, D>>,
    pub(crate) forces: PointForces<D>,
}

/// What a view refers to: it keeps the bodies alive that it shows.
#[pyclass(frozen, module = "kinstep._kinstep")]
struct Storage {
    _bodies: Arc<dyn Any + Send + Sync>,
}

/// Which of the two vectors of a body.
#[derive(Clone, Copy)]
pub(crate) enum Column {
    Positions,
    Velocities,
}

/// Bodies that crossed a plane: places, times, positions and velocities.
pub(crate) type Crossings<'py> = (
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);

impl<T: Number, const D: usize> Points<T, D>
where
    f64: Space<D>,
{
    pub(crate) fn new(forces: PointForces<D>) -> Self {
        Self {
            bodies: Arc::new(Swarm::with_capacity(0)),
            forces,
        }
    }

    /// Adds bodies at the end. Neighbours of equal mass are in one group.
    pub(crate) fn append(
        &mut self,
        positions: &Rows<'_, T, D>,
        velocities: &Rows<'_, T, D>,
        masses: &[T],
    ) -> PyResult<()> {
        let count = positions.len();
        if let Some(mass) = masses
            .iter()
            .find(|mass| !(mass.is_finite() && **mass > T::zero()))
        {
            return Err(invalid(format_args!(
                "the mass is {mass} kg; it must be positive and finite"
            )));
        }
        let bodies = Arc::make_mut(&mut self.bodies);
        if bodies.len() + count > bodies.capacity() {
            // doubled, so that many small additions copy seldom
            let room = if bodies.is_empty() {
                count
            } else {
                count.max(bodies.len())
            };
            bodies.reserve(room).map_err(invalid)?;
        }
        let (mut group, mut mass_of_group) = bodies
            .groups()
            .last()
            .map_or((0, T::one()), |group| (group.index, group.mass));
        let masses = masses.iter().cycle();
        for ((position, velocity), &mass) in positions.iter().zip(velocities.iter()).zip(masses) {
            if mass != mass_of_group {
                group = bodies.add_group(mass).map_err(invalid)?;
                mass_of_group = mass;
            }
            bodies
                .push_into(group, position, velocity)
                .map_err(invalid)?;
        }
        Ok(())
    }

    /// Removes all bodies but these. The others keep their order.
    pub(crate) fn keep(&mut self, mask: &[bool]) -> PyResult<()> {
        let count = self.bodies.len();
        if mask.len() != count {
            let given = mask.len();
            return Err(invalid(format_args!(
                "the mask has {given} entries; it must have {count}, one for each body"
            )));
        }
        let kept: Vec<_> = (self.bodies.groups())
            .flat_map(|group| group.bodies.map(move |place| (group.index, place)))
            .filter(|(_, place)| mask[*place])
            .map(|(group, place)| {
                let (positions, velocities) = (self.bodies.positions(), self.bodies.velocities());
                (group, positions[place], velocities[place])
            })
            .collect();
        let bodies = Arc::make_mut(&mut self.bodies);
        bodies.clear();
        for (group, position, velocity) in kept {
            bodies
                .push_into(group, position, velocity)
                .map_err(invalid)?;
        }
        Ok(())
    }

    /// The mass of each body \[kg\].
    pub(crate) fn masses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let masses = (self.bodies.groups())
            .flat_map(|group| group.bodies.map(move |_| group.mass))
            .collect::<Vec<_>>();
        array(py, masses, [self.bodies.len()])
    }

    fn column(&self, column: Column) -> &[SVector<T, D>] {
        match column {
            Column::Positions => self.bodies.positions(),
            Column::Velocities => self.bodies.velocities(),
        }
    }

    /// A copy of positions or velocities.
    pub(crate) fn copy<'py>(&self, py: Python<'py>, column: Column) -> PyResult<Bound<'py, PyAny>> {
        rows_of(py, self.column(column))
    }

    /// Positions or velocities where they are in memory, to be read only.
    pub(crate) fn view<'py>(&self, py: Python<'py>, column: Column) -> PyResult<Bound<'py, PyAny>> {
        let vectors = self.column(column);
        let numbers: &[T] = cast_slice(vectors);
        let view = ArrayView2::from_shape((vectors.len(), D), numbers).map_err(invalid)?;
        let storage = Storage {
            _bodies: self.bodies.clone(),
        };
        let storage = Bound::new(py, storage)?.into_any();
        // SAFETY: the storage keeps the bodies alive. Nothing writes to them or moves them meanwhile: all changes go through
        // `Arc::make_mut`, which copies bodies that are shared
        let view = unsafe { PyArray2::borrow_from_array(&view, storage) };
        Ok(view.readwrite().make_nonwriteable().as_any().clone())
    }

    pub(crate) fn set(&mut self, column: Column, given: &Bound<'_, PyAny>) -> PyResult<()> {
        let name = match column {
            Column::Positions => "positions",
            Column::Velocities => "velocities",
        };
        let rows = Rows::of(given, Some(self.bodies.len()), name)?;
        let (positions, velocities) = Arc::make_mut(&mut self.bodies).states_mut();
        let vectors = match column {
            Column::Positions => positions,
            Column::Velocities => velocities,
        };
        for (vector, row) in vectors.iter_mut().zip(rows.iter()) {
            *vector = row;
        }
        Ok(())
    }

    /// Makes some steps; if one fails the bodies are as they were before the first.
    pub(crate) fn step(
        &mut self,
        py: Python<'_>,
        dt: f64,
        steps: u64,
        raised: &Raised,
    ) -> PyResult<()> {
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
    pub(crate) fn step_across<'py>(
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

    /// A step above planes, off which bodies bounce.
    pub(crate) fn step_bouncing(
        &mut self,
        py: Python<'_>,
        dt: f64,
        planes: &[Plane<f64, D>],
        contact: [f64; 3],
    ) -> PyResult<()> {
        self.forces.check_linear("step_bouncing")?;
        let (forces, bodies) = (&self.forces, Arc::make_mut(&mut self.bodies));
        let planes: Vec<Plane<T, D>> = planes.iter().map(narrow).collect();
        let [restitution, friction, tangential] = contact.map(convert::<f64, T>);
        let contact = (Contact::new(restitution).with_friction(friction))
            .with_tangential_restitution(tangential);
        py.detach(|| bodies.step_bouncing(forces, convert(dt), &planes, contact))
            .map_err(step_failed)
    }

    /// Positions at times relative to now, without a step.
    pub(crate) fn positions_after<'py>(
        &self,
        py: Python<'py>,
        times: &[f64],
    ) -> PyResult<Bound<'py, PyAny>> {
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
            let out = bytemuck::cast_slice_mut(&mut numbers);
            py.detach(|| swarm.sample_at(forces, &times, out))
                .map_err(invalid)?;
        }
        array(py, numbers, [count, bodies, D])
    }

    /// The time \[s\] of a loop of steps.
    pub(crate) fn time_steps(&mut self, dt: f64, steps: u64) -> PyResult<f64> {
        let (forces, bodies) = (&self.forces, Arc::make_mut(&mut self.bodies));
        let (dt, start) = (convert(dt), Instant::now());
        (0..steps).try_for_each(|_| bodies.step(forces, dt).map_err(step_failed))?;
        Ok(start.elapsed().as_secs_f64())
    }

    pub(crate) fn time(&self) -> f64 {
        wide(self.bodies.time())
    }
}

/// A plane in the numbers of a swarm.
fn narrow<T: Number, const D: usize>(plane: &Plane<f64, D>) -> Plane<T, D> {
    Plane::new(plane.normal.map(convert::<f64, T>), convert(plane.distance))
}
