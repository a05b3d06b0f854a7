//! Swarms: points by the million.

use bytemuck::{Pod, cast_slice};
use kinstep::nalgebra::SVector;
use kinstep::trajectory::Crossing;
use kinstep::{BuiltInForce, Real};
use kinstep_common::flat;
use kinstep_common::flight::PlaneRecord;
use kinstep_common::space::{Number, Space, Three};
use kinstep_common::swarm::{self, Points, State};
use kinstep_common::swarm_force::PointForces;
use kinstep_swarm::{Block, BlockForce};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use pythonize::depythonize;

use crate::arrays::{Element, Storage, Written, array, numbers, shaped};
use crate::errors::{Done, called, detached, invalid, keep_going};

use crate::flight::which;
use crate::forces::NativeForce;

/// A number of a swarm.
pub(crate) trait Item: Number + Element + Pod {}

impl<T: Number + Element + Pod> Item for T {}

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

impl<T: Item, const D: usize> BlockForce<T, D> for Kick {
    fn accelerate(&self, block: &Block<'_, T, D>, accelerations: &mut [SVector<T, D>]) {
        let shape = [accelerations.len(), D];
        let work = |py: Python<'_>| {
            let (function, time) = (self.function.bind(py), block.time.wide());
            let positions = array(py, cast_slice::<_, T>(block.positions), &shape)?;
            let answer = if self.takes_velocities {
                let velocities = array(py, cast_slice::<_, T>(block.velocities), &shape)?;
                function.call1((positions, velocities, time))?
            } else {
                function.call1((positions, time))?
            };
            let (forces, given) = shaped::<T>(&answer, "forces of a function")?;
            if given != shape {
                return Err(PyValueError::new_err(format!(
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

/// Reads forces as `kinstep._types.force_to_native` writes them.
fn point_forces<T: Item, const D: usize>(given: Vec<NativeForce<'_>>) -> Done<PointForces<T, D>>
where
    f64: Space<D>,
{
    let mut forces = PointForces::default();
    for (sort, first, second) in given {
        let force: BuiltInForce<f64, D> = match sort.as_str() {
            "row" => flat::read(first.extract()?, &second.extract::<Vec<f64>>()?)?,
            "names" => depythonize(&first)?,
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
        forces.add(force)?;
    }
    Ok(forces)
}

fn state(name: &str) -> State {
    if name == "positions" {
        State::Positions
    } else {
        State::Velocities
    }
}

/// Places, times, positions and velocities.
type Crossings<'py> = [Bound<'py, PyAny>; 4];

fn step_across<'py, T: Item, const D: usize>(
    py: Python<'py>,
    points: &mut Points<T, D>,
    (dt, plane, which): (f64, PlaneRecord, Crossing),
) -> Done<Crossings<'py>>
where
    f64: Real<D>,
{
    let mut landed = Vec::new();
    let work = || points.step_across(dt, &plane, which, &mut landed);
    detached(py, work)?;
    let indices: Vec<u64> = landed.iter().map(|landed| landed.body as u64).collect();
    let times: Vec<T> = landed.iter().map(|landed| landed.time).collect();
    let positions: Vec<_> = landed.iter().map(|landed| landed.position).collect();
    let velocities: Vec<_> = landed.iter().map(|landed| landed.velocity).collect();
    let shape = [landed.len(), D];
    Ok([
        array(py, &indices, &shape[..1])?,
        array(py, &times, &shape[..1])?,
        array(py, cast_slice::<_, T>(&positions), &shape)?,
        array(py, cast_slice::<_, T>(&velocities), &shape)?,
    ])
}

/// Positions or velocities where they are.
fn view<T: Item, const D: usize>(points: &Points<T, D>, state: State) -> Storage
where
    f64: Real<D>,
{
    Storage::of(points.bodies.clone(), points.states(state), D)
}

/// Points by the million.
#[pyclass(module = "kinstep._kinstep")]
pub(crate) struct Swarm {
    pub(crate) points: AnyPoints,
}

#[pymethods]
impl Swarm {
    #[new]
    fn new(dimensions: u32, is_single: bool) -> Self {
        let points = match (dimensions, is_single) {
            (2, false) => AnyPoints::Plane(Points::new(PointForces::default())),
            (2, true) => AnyPoints::PlaneSingle(Points::new(PointForces::default())),
            (_, false) => AnyPoints::Space(Points::new(PointForces::default())),
            (_, true) => AnyPoints::SpaceSingle(Points::new(PointForces::default())),
        };
        Self { points }
    }

    /// Arrays of positions, velocities and masses.
    fn append(&mut self, columns: [Bound<'_, PyAny>; 3]) -> Done {
        let [positions, velocities, masses] = &columns;
        let masses = numbers(masses, "masses")?;
        Ok(any!(&mut self.points, points => {
            let positions = numbers(positions, "positions")?;
            points.append(positions, numbers(velocities, "velocities")?, masses)
        })?)
    }

    fn keep(&mut self, mask: &Bound<'_, PyAny>) -> Done {
        let mask = numbers(mask, "mask")?;
        Ok(any!(&mut self.points, points => points.keep(mask))?)
    }

    fn len(&self) -> usize {
        any!(&self.points, points => points.bodies.len())
    }

    fn time(&self) -> f64 {
        any!(&self.points, points => points.time())
    }

    fn masses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        any!(&self.points, points => array(py, &points.masses(), &[points.bodies.len()]))
    }

    fn view(&self, name: &str) -> Storage {
        any!(&self.points, points => view(points, state(name)))
    }

    fn set(&mut self, name: &str, given: &Bound<'_, PyAny>) -> Done {
        Ok(any!(&mut self.points, points => points.set_states(state(name), numbers(given, name)?))?)
    }

    fn set_forces(&mut self, forces: Vec<NativeForce<'_>>) -> Done {
        any!(&mut self.points, points => points.forces = point_forces(forces)?);
        Ok(())
    }

    fn step(&mut self, py: Python<'_>, dt: f64, steps: u64) -> Done {
        any!(&mut self.points, points => detached(py, || points.step(dt, steps, &mut keep_going)))
    }

    fn step_across<'py>(
        &mut self,
        py: Python<'py>,
        dt: f64,
        normal: Three,
        distance: f64,
        direction: &str,
    ) -> Done<Crossings<'py>> {
        let how = (dt, PlaneRecord { normal, distance }, which(direction)?);
        any!(&mut self.points, points => step_across(py, points, how))
    }

    fn positions_after(&self, py: Python<'_>, arrays: [Bound<'_, PyAny>; 2]) -> Done {
        let times = numbers(&arrays[0], "times")?;
        any!(&self.points, points => {
            let mut out = Written::of(&arrays[1], "positions")?;
            detached(py, || points.positions_after(times, &mut out, &mut keep_going))
        })
    }

    fn snapshot<'py>(&self, py: Python<'py>) -> Done<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(
            py,
            &any!(&self.points, points => points.snapshot())?,
        ))
    }

    fn restore(&mut self, snapshot: &[u8]) -> Done {
        Ok(any!(&mut self.points, points => points.restore(snapshot))?)
    }
}

/// Numbers: mass, time and dt.
#[pyfunction]
pub(crate) fn step_arrays(
    py: Python<'_>,
    arrays: [Bound<'_, PyAny>; 2],
    is_single: bool,
    forces: Vec<NativeForce<'_>>,
    numbers: [f64; 3],
) -> Done {
    fn step<T: Item, const D: usize>(
        py: Python<'_>,
        [mut positions, mut velocities]: [Written<'_, T>; 2],
        forces: Vec<NativeForce<'_>>,
        numbers: [f64; 3],
    ) -> Done
    where
        f64: Space<D>,
    {
        let forces = point_forces::<T, D>(forces)?;
        let work = || swarm::step_arrays(&forces, numbers, &mut positions, &mut velocities);
        detached(py, work)
    }
    macro_rules! in_numbers {
        ($number:ty) => {{
            let [positions, velocities] = &arrays;
            let positions = Written::<$number>::of(positions, "positions")?;
            let velocities = Written::<$number>::of(velocities, "velocities")?;
            match [positions.width, velocities.width] {
                [2, 2] => step::<$number, 2>(py, [positions, velocities], forces, numbers),
                [3, 3] => step::<$number, 3>(py, [positions, velocities], forces, numbers),
                widths => invalid(format_args!(
                    "the rows have {widths:?} components; both must have 2 or 3"
                )),
            }
        }};
    }
    if is_single {
        in_numbers!(f32)
    } else {
        in_numbers!(f64)
    }
}
