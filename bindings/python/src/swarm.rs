//! Swarms: points by the million.

use numpy::{
    PyArrayDescr, PyArrayDescrMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods,
    dtype,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::arrays::{Number, Rows, few};
use crate::errors::invalid;
use crate::function::Raised;
use crate::snapshot::{opened, read, written};
use crate::space::Space;
use crate::swarm_force::PointForces;
use crate::swarm_points::{Column, Points};

/// The bodies of a swarm, in the plane or in space, in float64 or float32.
pub(crate) enum AnyPoints {
    Plane(Points<f64, 2>),
    Space(Points<f64, 3>),
    Plane32(Points<f32, 2>),
    Space32(Points<f32, 3>),
}

/// Works on the bodies, of any kind.
macro_rules! any {
    ($points:expr, $name:ident => $work:expr) => {
        match $points {
            AnyPoints::Plane($name) => $work,
            AnyPoints::Space($name) => $work,
            AnyPoints::Plane32($name) => $work,
            AnyPoints::Space32($name) => $work,
        }
    };
}
pub(crate) use any;

/// Points by the million. Use Swarm2 or Swarm3.
#[pyclass(subclass, module = "kinstep._kinstep")]
pub(crate) struct Swarm {
    pub(crate) points: AnyPoints,
    /// As they were given.
    forces: Vec<Py<PyAny>>,
    pub(crate) raised: Raised,
}

impl Swarm {
    fn append_to<T: Number, const D: usize>(
        points: &mut Points<T, D>,
        [positions, velocities, masses]: [&Bound<'_, PyAny>; 3],
    ) -> PyResult<()>
    where
        f64: Space<D>,
    {
        let positions = Rows::of(positions, None, "positions")?;
        let velocities = Rows::of(velocities, Some(positions.len()), "velocities")?;
        let masses = match masses.extract::<f64>() {
            Ok(mass) => vec![mass],
            Err(_) => few(masses, "masses")?,
        };
        if masses.len() != 1 && masses.len() != positions.len() {
            let (masses, bodies) = (masses.len(), positions.len());
            return Err(invalid(format_args!(
                "there are {masses} masses and {bodies} positions; give one mass, or one for each body"
            )));
        }
        let narrow = |mass: f64| {
            let narrowed: T = kinstep_core::nalgebra::convert(mass);
            if narrowed.is_finite() && narrowed > T::zero() {
                return Ok(narrowed);
            }
            let kind = T::NAME;
            Err(invalid(format_args!(
                "the mass is {mass} kg; it must be positive and finite in {kind}"
            )))
        };
        let masses = (masses.into_iter().map(narrow)).collect::<PyResult<Vec<T>>>()?;
        points.append(&positions, &velocities, &masses)
    }
}

#[pymethods]
impl Swarm {
    #[new]
    fn new(
        dimensions: u32,
        positions: &Bound<'_, PyAny>,
        velocities: &Bound<'_, PyAny>,
        masses: &Bound<'_, PyAny>,
        forces: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let py = positions.py();
        let is_32 = (positions.cast::<PyUntypedArray>())
            .is_ok_and(|array| array.dtype().is_equiv_to(&dtype::<f32>(py)));
        let raised = Raised::default();
        let mut points = match (dimensions, is_32) {
            (2, false) => AnyPoints::Plane(Points::new(PointForces::of(forces, &raised)?)),
            (3, false) => AnyPoints::Space(Points::new(PointForces::of(forces, &raised)?)),
            (2, true) => AnyPoints::Plane32(Points::new(PointForces::of(forces, &raised)?)),
            (3, true) => AnyPoints::Space32(Points::new(PointForces::of(forces, &raised)?)),
            _ => {
                return Err(invalid(format_args!(
                    "a swarm has 2 or 3 dimensions, not {dimensions}"
                )));
            }
        };
        any!(&mut points, points => Self::append_to(points, [positions, velocities, masses]))?;
        Ok(Self {
            points,
            forces: forces
                .try_iter()?
                .map(|force| Ok(force?.unbind()))
                .collect::<PyResult<_>>()?,
            raised,
        })
    }

    fn _append(
        &mut self,
        positions: &Bound<'_, PyAny>,
        velocities: &Bound<'_, PyAny>,
        masses: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        any!(&mut self.points, points => Self::append_to(points, [positions, velocities, masses]))
    }

    fn _keep(&mut self, mask: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let mask = mask.as_array().to_vec();
        any!(&mut self.points, points => points.keep(&mask))
    }

    /// Number of bodies.
    fn __len__(&self) -> usize {
        any!(&self.points, points => points.bodies.len())
    }

    /// The type of all numbers: that of the positions given at first, float64 or float32.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDescr> {
        match &self.points {
            AnyPoints::Plane(_) | AnyPoints::Space(_) => dtype::<f64>(py),
            AnyPoints::Plane32(_) | AnyPoints::Space32(_) => dtype::<f32>(py),
        }
    }

    /// Simulated time [s].
    #[getter]
    fn time(&self) -> f64 {
        any!(&self.points, points => points.time())
    }

    /// Mass of each body [kg], shape (n,): a copy.
    #[getter]
    fn masses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        any!(&self.points, points => points.masses(py))
    }

    /// Positions [m], shape (n, dimensions): a copy. Setting copies the array given.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        any!(&self.points, points => points.copy(py, Column::Positions))
    }

    #[setter]
    fn set_positions(&mut self, positions: &Bound<'_, PyAny>) -> PyResult<()> {
        any!(&mut self.points, points => points.set(Column::Positions, positions))
    }

    /// Velocities [m/s], shape (n, dimensions): a copy. Setting copies the array given.
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        any!(&self.points, points => points.copy(py, Column::Velocities))
    }

    #[setter]
    fn set_velocities(&mut self, velocities: &Bound<'_, PyAny>) -> PyResult<()> {
        any!(&mut self.points, points => points.set(Column::Velocities, velocities))
    }

    /// Positions [m], shape (n, dimensions), where they are in memory: read-only, nothing is copied.
    ///
    /// A view shows the positions of the time at which it was taken, forever. So a change of the swarm, such as a step, copies
    /// the bodies first if there is a view: drop views before the next step, and take new ones after it.
    #[getter]
    fn positions_view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        any!(&self.points, points => points.view(py, Column::Positions))
    }

    /// Velocities [m/s], shape (n, dimensions), where they are in memory: as positions_view.
    #[getter]
    fn velocities_view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        any!(&self.points, points => points.view(py, Column::Velocities))
    }

    /// The forces on all bodies, as they were given. Setting replaces them all.
    ///
    /// Forces with linear laws (UniformGravity, ConstantForce, LinearDrag, Spring, CriticalSpring, MagneticField, RotatingFrame,
    /// Magnus) add, and a step under them is exact. Others, and functions, are evaluated in the middle of a step: second order.
    /// A function takes positions [m] and velocities [m/s] of some bodies, up to 256, shape (k, dimensions), and the time [s], and
    /// returns the force [N] on each, of the same shape and type. The function of a Field takes positions and time.
    #[getter]
    fn forces(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        self.forces
            .iter()
            .map(|force| force.clone_ref(py))
            .collect()
    }

    #[setter]
    fn set_forces(&mut self, forces: &Bound<'_, PyAny>) -> PyResult<()> {
        // an iterator can be read once
        let given: Vec<_> = forces.try_iter()?.collect::<PyResult<_>>()?;
        let forces = PyTuple::new(forces.py(), &given)?.into_any();
        any!(&mut self.points, points => points.forces = PointForces::of(&forces, &self.raised)?);
        self.forces = given.into_iter().map(Bound::unbind).collect();
        Ok(())
    }

    /// The bodies and the time as bytes, without the forces.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let [kind, dimensions] = self.header();
        let bytes = any!(&self.points, points => written(kind, dimensions, &*points.bodies))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Puts bodies and time of a snapshot in place of those of this swarm, which must have the same type of numbers; it goes on
    /// to the bit. RestoreError if it is none; then the swarm is as it was.
    fn restore(&mut self, snapshot: &[u8]) -> PyResult<()> {
        let [kind, dimensions] = self.header();
        let name = "snapshot of a swarm";
        any!(&mut self.points, points => {
            points.bodies = std::sync::Arc::new(read(opened(snapshot, kind, dimensions, name)?)?);
        });
        Ok(())
    }
}

impl Swarm {
    /// How its bytes begin.
    fn header(&self) -> [u8; 2] {
        match &self.points {
            AnyPoints::Plane(_) => [b'd', 2],
            AnyPoints::Space(_) => [b'd', 3],
            AnyPoints::Plane32(_) => [b'f', 2],
            AnyPoints::Space32(_) => [b'f', 3],
        }
    }
}
