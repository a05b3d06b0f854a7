//! What moves a thrown body: an air, or the step of a game engine; many throws in one call, and launches that hit.

use kinstep_common::aim::PlanKind;
use kinstep_common::aim_many::{AIM_ERRORS, AimErrors as Errors, Aims, Answers};
use kinstep_common::flight::PlaneRecord;
use kinstep_common::flight_many::{Arrivals, Throws};
use kinstep_common::model::{AnyModel, ModelKind, ModelRecord};
use kinstep_common::space::Three;
use kinstep_common::words::named;
use pyo3::prelude::*;

use crate::arrays::{Written, array, numbers_or_none};
use crate::errors::{Done, detached, keep_going};
use crate::flight::which;

/// What is of the plane or of space.
pub(crate) enum Dimension<A, B> {
    Plane(A),
    Space(B),
}

/// Works on what is of the plane or of space.
macro_rules! in_dimension {
    ($value:expr, $name:ident => $work:expr) => {
        match $value {
            $crate::throws::Dimension::Plane($name) => $work,
            $crate::throws::Dimension::Space($name) => $work,
        }
    };
}
pub(crate) use in_dimension;

/// What moves a thrown body.
#[pyclass(frozen, module = "kinstep._kinstep")]
pub(crate) struct Model(pub(crate) Dimension<AnyModel<2>, AnyModel<3>>);

/// A column of numbers: one row for all throws, one for each, or none.
type Column<'py> = Option<Bound<'py, PyAny>>;

/// Four arrays: of events whether they happen, times, positions and velocities; of aims velocities, times, codes and misses; of
/// hits their aims, velocities, times and codes.
type Arrays<'py> = [Bound<'py, PyAny>; 4];

/// A plan: its kind, whether the latest hits are wanted, values, vectors and points.
type Plan<'py> = (String, bool, [Column<'py>; 3]);

fn column<'a>(given: &'a Column<'_>, name: &str) -> PyResult<&'a [f64]> {
    numbers_or_none(given.as_ref(), name)
}

/// Works with throws and the places of their events.
macro_rules! many {
    ($self:expr, $py:expr, $count:expr, $columns:expr, $out:expr, $model:ident, $throws:ident, $arrivals:ident => $work:expr) => {{
        let ([positions, velocities, winds], count) = (&$columns, $count);
        let $throws = Throws {
            count,
            positions: column(positions, "positions")?,
            velocities: column(velocities, "velocities")?,
            winds: column(winds, "wind")?,
        };
        let [happens, times, positions, velocities] = &$out;
        let mut happens = Written::of(happens, "events")?;
        let mut times = Written::of(times, "times")?;
        let mut positions = Written::of(positions, "positions")?;
        let mut velocities = Written::of(velocities, "velocities")?;
        let $arrivals = Arrivals {
            happens: &mut happens,
            times: &mut times,
            positions: &mut positions,
            velocities: &mut velocities,
        };
        in_dimension!(&$self.0, $model => detached($py, || $work))
    }};
}

fn aims<'a>(
    count: usize,
    (kind, is_lofted, numbers): &'a Plan<'_>,
    vectors: &'a [Column<'_>; 5],
) -> Done<Aims<'a>> {
    let ([values, places, points], kind): (_, PlanKind) = (numbers, named(kind, "plan")?);
    let [starts, targets, speeds, accelerations, shooters] = vectors;
    Ok(Aims {
        count,
        kind,
        is_lofted: *is_lofted,
        starts: column(starts, "start")?,
        targets: column(targets, "target")?,
        target_velocities: column(speeds, "target velocity")?,
        target_accelerations: column(accelerations, "target acceleration")?,
        shooter_velocities: column(shooters, "shooter velocity")?,
        values: column(values, "value")?,
        vectors: column(places, "vector")?,
        points: column(points, "points")?,
    })
}

#[pymethods]
impl Model {
    /// Numbers: drag, terminal speed, tolerance and time step.
    #[new]
    fn new(
        kind: &str,
        dimensions: usize,
        gravity: Three,
        wind: Three,
        numbers: [f64; 4],
        substeps: u32,
    ) -> Done<Self> {
        let kind: ModelKind = named(kind, "kind of the model")?;
        let (kind, [drag, terminal_speed, tolerance, time_step]) = (kind as u32, numbers);
        let record = ModelRecord {
            kind,
            substeps,
            gravity,
            wind,
            drag,
            terminal_speed,
            tolerance,
            time_step,
        };
        Ok(Self(match dimensions {
            2 => Dimension::Plane(AnyModel::new(&record)?),
            _ => Dimension::Space(AnyModel::new(&record)?),
        }))
    }

    fn up(&self) -> Three {
        in_dimension!(&self.0, model => model.up())
    }

    fn speed_cap(&self) -> Option<f64> {
        in_dimension!(&self.0, model => model.speed_cap())
    }

    fn first_crossings(
        &self,
        py: Python<'_>,
        count: usize,
        columns: [Column<'_>; 3],
        crossing: (Three, f64, String),
        out: Arrays<'_>,
    ) -> Done {
        let (normal, distance, direction) = crossing;
        let (plane, which) = (PlaneRecord { normal, distance }, which(&direction)?);
        many!(self, py, count, columns, out, model, throws, arrivals =>
            model.first_crossings(&throws, &plane, which, arrivals, &mut keep_going))
    }

    fn states_at(
        &self,
        py: Python<'_>,
        count: usize,
        columns: [Column<'_>; 3],
        times: Column<'_>,
        out: Arrays<'_>,
    ) -> Done {
        let times = column(&times, "times")?;
        many!(self, py, count, columns, out, model, throws, arrivals =>
            model.states_at(&throws, times, arrivals, &mut keep_going))
    }

    fn aim(
        &self,
        py: Python<'_>,
        count: usize,
        plan: Plan<'_>,
        vectors: [Column<'_>; 5],
        out: Arrays<'_>,
    ) -> Done<AimErrors> {
        let aims = aims(count, &plan, &vectors)?;
        let [velocities, times, codes, misses] = &out;
        let mut velocities = Written::of(velocities, "velocities")?;
        let mut times = Written::of(times, "times")?;
        let mut codes = Written::of(codes, "codes")?;
        let mut misses = Written::of(misses, "misses")?;
        let answers = Answers {
            velocities: &mut velocities,
            times: &mut times,
            codes: &mut codes,
            misses: &mut misses,
        };
        Ok(AimErrors(
            in_dimension!(&self.0, model => detached(py, || model.aim_all(&aims, answers, &mut keep_going)))?,
        ))
    }

    fn hits<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        plan: Plan<'py>,
        vectors: [Column<'py>; 5],
    ) -> Done<(Arrays<'py>, AimErrors)> {
        let aims = aims(count, &plan, &vectors)?;
        let found = in_dimension!(&self.0, model => detached(py, || model.hits_all(&aims, &mut keep_going)))?;
        let count = found.throws.len();
        let hits = [
            array(py, &found.throws, &[count])?,
            array(py, &found.velocities, &[found.velocities.len()])?,
            array(py, &found.times, &[count])?,
            array(py, &found.codes, &[found.codes.len()])?,
        ];
        Ok((hits, AimErrors(found.errors)))
    }
}

/// The aims that failed, in ascending order, and why.
#[pyclass(frozen, module = "kinstep._kinstep")]
pub(crate) struct AimErrors(Errors);

#[pymethods]
impl AimErrors {
    fn text(&self, aim: usize) -> Option<String> {
        self.0.text(aim)
    }
}

#[pyfunction]
pub(crate) fn aim_error_names() -> Vec<(u8, &'static str)> {
    AIM_ERRORS.to_vec()
}
