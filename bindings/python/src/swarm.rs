//! Swarms: points by the million.

use bytemuck::{Pod, cast_slice};
use kinstep::nalgebra::SVector;
use kinstep::{BuiltInForce, Real};
use kinstep_common::flat;
use kinstep_common::flight::PlaneRecord;
use kinstep_common::space::{Number, Space};
use kinstep_common::swarm::{Points, State, step_arrays};
use kinstep_common::swarm_force::PointForces;
use kinstep_swarm::{Block, BlockForce};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use pythonize::depythonize;

use crate::arrays::{Element, Storage, Written, array, numbers, shaped};
use crate::errors::{attempt, called, invalid, keep_going, raised};
use crate::flight::which;
use crate::forces::Told;
use crate::vectors::vector;

/// Points in the plane or in space, in float64 or float32.
pub(crate) enum AnyPoints {
    Plane(Points<f64, 2>),
    Space(Points<f64, 3>),
    PlaneSingle(Points<f32, 2>),
    SpaceSingle(Points<f32, 3>),
}

/// Works on points of any kind.
macro_rules! any {
    ($points:expr, $name:ident => $work:expr) => {
        match $points {
            $crate::swarm::AnyPoints::Plane($name) => $work,
            $crate::swarm::AnyPoints::Space($name) => $work,
            $crate::swarm::AnyPoints::PlaneSingle($name) => $work,
            $crate::swarm::AnyPoints::SpaceSingle($name) => $work,
        }
    };
}
pub(crate) use any;

/// A function of Python for some points at once.
struct Kick {
    function: Py<PyAny>,
    takes_velocities: bool,
}

impl<T: Number + Element + Pod, const D: usize> BlockForce<T, D> for Kick {
    fn accelerate(&self, block: &Block<'_, T, D>, accelerations: &mut [SVector<T, D>]) {
        let shape = [accelerations.len(), D];
        let work = |py: Python<'_>| {
            let (positions, time) = (
                array(py, cast_slice::<_, T>(block.positions), &shape)?,
                block.time.wide(),
            );
            let function = self.function.bind(py);
            let answer = if self.takes_velocities {
                let velocities = array(py, cast_slice::<_, T>(block.velocities), &shape)?;
                function.call1((positions, velocities, time))?
            } else {
                function.call1((positions, time))?
            };
            let (forces, given) = shaped::<T>(&answer, "forces of a function")?;
            if given != shape {
                return Err(invalid(format_args!(
                    "the forces of a function have shape {given:?}; it must be {shape:?}"
                )));
            }
            for (acceleration, force) in accelerations.iter_mut().zip(forces.chunks(D)) {
                *acceleration += SVector::from_fn(|axis, _| force[axis]) / block.group.mass;
            }
            Ok(true)
        };
        if !called(work, false) {
            accelerations.fill(SVector::repeat(T::of(f64::NAN)));
        }
    }

    fn depends_on_velocity(&self) -> bool {
        self.takes_velocities
    }
}

fn point_forces<T: Number + Element + Pod, const D: usize>(
    told: Vec<Told<'_>>,
) -> PyResult<PointForces<T, D>>
where
    f64: Space<D>,
{
    let mut forces = PointForces::default();
    for (sort, first, second) in told {
        let force: BuiltInForce<f64, D> = match sort.as_str() {
            "row" => {
                let numbers: Vec<f64> = second.extract()?;
                flat::read(first.extract()?, &numbers).map_err(raised)?
            }
            "names" => depythonize(&first).map_err(invalid)?,
            sort => {
                let (function, takes_velocities) = (first.unbind(), sort != "field");
                forces.add_kick(
                    "a function",
                    Kick {
                        function,
                        takes_velocities,
                    },
                );
                continue;
            }
        };
        forces.add(force).map_err(raised)?;
    }
    Ok(forces)
}

fn state(name: &str) -> State {
    match name {
        "positions" => State::Positions,
        _ => State::Velocities,
    }
}

/// Places, times, positions and velocities.
type Crossings<'py> = [Bound<'py, PyAny>; 4];

fn step_across<'py, T: Number + Element + Pod, const D: usize>(
    py: Python<'py>,
    points: &mut Points<T, D>,
    dt: f64,
    plane: &PlaneRecord,
    direction: &str,
) -> PyResult<Crossings<'py>>
where
    f64: Real<D>,
{
    let (which, mut landed) = (which(direction)?.0, Vec::new());
    py.detach(|| attempt(|| points.step_across(dt, plane, which, &mut landed)))?;
    let count = landed.len();
    let places: Vec<u64> = landed.iter().map(|landed| landed.body as u64).collect();
    let times: Vec<T> = landed.iter().map(|landed| landed.time).collect();
    let positions: Vec<T> = landed
        .iter()
        .flat_map(|landed| landed.position.into_iter().copied().collect::<Vec<_>>())
        .collect();
    let velocities: Vec<T> = landed
        .iter()
        .flat_map(|landed| landed.velocity.into_iter().copied().collect::<Vec<_>>())
        .collect();
    Ok([
        array(py, &places, &[count])?,
        array(py, &times, &[count])?,
        array(py, &positions, &[count, D])?,
        array(py, &velocities, &[count, D])?,
    ])
}

fn view<T: Number + Element + Pod, const D: usize>(points: &Points<T, D>, state: State) -> Storage
where
    f64: Real<D>,
{
    Storage::of(points.bodies.clone(), points.states(state), D)
}

/// Points by the million. Use Swarm2 or Swarm3.
#[pyclass(subclass, module = "kinstep._kinstep")]
pub(crate) struct Swarm {
    pub(crate) points: AnyPoints,
}

#[pymethods]
impl Swarm {
    #[new]
    fn new(dimensions: u32, is_single: bool) -> PyResult<Self> {
        let points = match (dimensions, is_single) {
            (2, false) => AnyPoints::Plane(Points::new(PointForces::default())),
            (3, false) => AnyPoints::Space(Points::new(PointForces::default())),
            (2, true) => AnyPoints::PlaneSingle(Points::new(PointForces::default())),
            (3, true) => AnyPoints::SpaceSingle(Points::new(PointForces::default())),
            _ => return Err(invalid("a swarm has 2 or 3 dimensions")),
        };
        Ok(Self { points })
    }

    fn _append(
        &mut self,
        positions: &Bound<'_, PyAny>,
        velocities: &Bound<'_, PyAny>,
        masses: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let masses = numbers(masses, "masses")?;
        any!(&mut self.points, points => {
            let positions = numbers(positions, "positions")?;
            points.append(positions, numbers(velocities, "velocities")?, masses)
        })
        .map_err(raised)
    }

    fn _keep(&mut self, mask: &Bound<'_, PyAny>) -> PyResult<()> {
        let mask = numbers(mask, "mask")?;
        any!(&mut self.points, points => points.keep(mask)).map_err(raised)
    }

    /// Number of bodies.
    fn __len__(&self) -> usize {
        any!(&self.points, points => points.bodies.len())
    }

    /// Simulated time [s].
    #[getter]
    fn time(&self) -> f64 {
        any!(&self.points, points => points.time())
    }

    fn _masses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        any!(&self.points, points => array(py, &points.masses(), &[points.bodies.len()]))
    }

    fn _copy<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        any!(&self.points, points => {
            let numbers = points.states(state(name));
            let count = points.bodies.len();
            array(py, numbers, &[count, numbers.len().checked_div(count).unwrap_or(0)])
        })
    }

    fn _view(&self, name: &str) -> Storage {
        any!(&self.points, points => view(points, state(name)))
    }

    fn _set(&mut self, name: &str, given: &Bound<'_, PyAny>) -> PyResult<()> {
        any!(&mut self.points, points => points.set_states(state(name), numbers(given, name)?))
            .map_err(raised)
    }

    fn _set_forces(&mut self, forces: Vec<Told<'_>>) -> PyResult<()> {
        any!(&mut self.points, points => points.forces = point_forces(forces)?);
        Ok(())
    }

    /// Makes one or more steps of dt [s], which may be negative. Other threads can work meanwhile, and Ctrl-C stops it between
    /// two steps. If it fails the swarm is as it was; for that several steps work on a copy.
    #[pyo3(signature = (dt, steps=1))]
    fn step(&mut self, py: Python<'_>, dt: f64, steps: u64) -> PyResult<()> {
        any!(&mut self.points, points => {
            py.detach(|| attempt(|| points.step(dt, steps, &mut keep_going)))
        })
    }

    fn _step_across<'py>(
        &mut self,
        py: Python<'py>,
        dt: f64,
        normal: &Bound<'py, PyAny>,
        distance: f64,
        direction: &str,
    ) -> PyResult<Crossings<'py>> {
        let dimensions = match self.points {
            AnyPoints::Plane(_) | AnyPoints::PlaneSingle(_) => 2,
            _ => 3,
        };
        let normal = vector(normal, dimensions, "normal")?;
        let plane = PlaneRecord { normal, distance };
        any!(&mut self.points, points => step_across(py, points, dt, &plane, direction))
    }

    fn _positions_after(
        &self,
        py: Python<'_>,
        times: &Bound<'_, PyAny>,
        out: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let times = numbers(times, "times")?;
        any!(&self.points, points => {
            let mut out = Written::of(out, "positions")?;
            py.detach(|| attempt(|| points.positions_after(times, &mut out, &mut keep_going)))
        })
    }

    /// The bodies and the time as bytes, without the forces.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = any!(&self.points, points => points.snapshot()).map_err(raised)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Puts bodies and time of a snapshot in place of those of this swarm, which must have the same type of numbers; it goes on
    /// to the bit. RestoreError if the bytes do not fit; the swarm is as it was then.
    fn restore(&mut self, snapshot: &[u8]) -> PyResult<()> {
        any!(&mut self.points, points => points.restore(snapshot)).map_err(raised)
    }
}

#[pyfunction]
pub(crate) fn _step_arrays(
    py: Python<'_>,
    positions: &Bound<'_, PyAny>,
    velocities: &Bound<'_, PyAny>,
    is_single: bool,
    forces: Vec<Told<'_>>,
    numbers: [f64; 3],
) -> PyResult<()> {
    fn step<T: Number + Element + Pod, const D: usize>(
        py: Python<'_>,
        mut positions: Written<'_, T>,
        mut velocities: Written<'_, T>,
        forces: Vec<Told<'_>>,
        numbers: [f64; 3],
    ) -> PyResult<()>
    where
        f64: Space<D>,
    {
        let forces = point_forces::<T, D>(forces)?;
        let (positions, velocities) = (&mut *positions, &mut *velocities);
        py.detach(|| attempt(|| step_arrays(&forces, numbers, positions, velocities)))
    }
    macro_rules! in_numbers {
        ($number:ty) => {{
            let positions = Written::<$number>::of(positions, "positions")?;
            let velocities = Written::<$number>::of(velocities, "velocities")?;
            match (positions.width, velocities.width) {
                (2, 2) => step::<$number, 2>(py, positions, velocities, forces, numbers),
                (3, 3) => step::<$number, 3>(py, positions, velocities, forces, numbers),
                (one, other) => Err(invalid(format_args!(
                    "positions have {one} components and velocities {other}; both must have 2 or 3"
                ))),
            }
        }};
    }
    if is_single {
        in_numbers!(f32)
    } else {
        in_numbers!(f64)
    }
}
