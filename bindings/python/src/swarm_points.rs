//! The bodies of a swarm in one number type and dimension.

use std::any::Any;
use std::sync::Arc;

use bytemuck::cast_slice;
use kinstep_swarm::Swarm;
use kinstep_core::nalgebra::SVector;
use numpy::ndarray::ArrayView2;
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::arrays::{Number, Rows, array, rows_of};
use crate::errors::invalid;
use crate::space::Space;
use crate::swarm_force::{PointForces, wide};

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

    /// Adds bodies of valid masses at the end. Neighbours of equal mass are in one group.
    pub(crate) fn append(
        &mut self,
        positions: &Rows<'_, T, D>,
        velocities: &Rows<'_, T, D>,
        masses: &[T],
    ) -> PyResult<()> {
        let count = positions.len();
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
        bodies.remove_empty_groups();
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

    pub(crate) fn time(&self) -> f64 {
        wide(self.bodies.time())
    }
}
