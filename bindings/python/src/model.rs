//! What moves a thrown body: an air, or the step of a game engine; and many throws in one call.

use kinstep_common::flight::PlaneRecord;
use kinstep_common::flight_many::{Arrivals, Throws};
use kinstep_common::model::{AnyModel, ModelKind, ModelRecord};
use kinstep_common::words::named;
use pyo3::prelude::*;

use crate::arrays::{Written, numbers_or_none};
use crate::errors::{attempt, invalid, keep_going, raised};
use crate::flight::which;
use crate::vectors::{Given, to_vector, vector, vector_or_zero};

/// What is of the plane or of space.
pub(crate) enum Dimension<A, B> {
    Plane(A),
    Space(B),
}

/// Works on what is of the plane or of space.
macro_rules! in_dimension {
    ($value:expr, $name:ident => $work:expr) => {
        match $value {
            $crate::model::Dimension::Plane($name) => $work,
            $crate::model::Dimension::Space($name) => $work,
        }
    };
}
pub(crate) use in_dimension;

/// What moves a thrown body. Use Ballistics, RationalAir, QuadraticAir or EngineStep.
#[pyclass(frozen, module = "kinstep._kinstep")]
pub(crate) struct Model {
    pub(crate) model: Dimension<AnyModel<2>, AnyModel<3>>,
}

/// Columns of many throws: positions, velocities and winds.
type Columns<'py> = [Option<Bound<'py, PyAny>>; 3];

/// Where events are written: whether they happen, times, positions and velocities.
type Out<'py> = [Bound<'py, PyAny>; 4];

/// Works with the throws and the places of their events.
macro_rules! many {
    ($self:expr, $py:expr, $count:expr, $columns:expr, $out:expr, |$model:ident, $throws:ident, $arrivals:ident| $work:expr) => {{
        let [positions, velocities, winds] = &$columns;
        let $throws = Throws {
            count: $count,
            positions: numbers_or_none(positions.as_ref(), "positions")?,
            velocities: numbers_or_none(velocities.as_ref(), "velocities")?,
            winds: numbers_or_none(winds.as_ref(), "wind")?,
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
        in_dimension!(&$self.model, $model => $py.detach(|| attempt(|| $work)))
    }};
}

#[pymethods]
impl Model {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        kind: &str,
        gravity: &Bound<'_, PyAny>,
        wind: Given<'_, '_>,
        drag: f64,
        terminal_speed: f64,
        tolerance: f64,
        dt: f64,
        substeps: u32,
    ) -> PyResult<Self> {
        let dimensions = gravity.len().unwrap_or(0);
        if dimensions != 2 && dimensions != 3 {
            return Err(invalid(format_args!(
                "the gravity has {dimensions} components; it must have 2 or 3"
            )));
        }
        let kind: ModelKind = named(kind, "kind of the model").map_err(raised)?;
        let record = ModelRecord {
            kind: kind as u32,
            substeps,
            gravity: vector(gravity, dimensions, "gravity")?,
            wind: vector_or_zero(wind, dimensions, "wind")?,
            drag,
            terminal_speed,
            tolerance,
            time_step: dt,
        };
        let model = match dimensions {
            2 => Dimension::Plane(AnyModel::new(&record).map_err(raised)?),
            _ => Dimension::Space(AnyModel::new(&record).map_err(raised)?),
        };
        Ok(Self { model })
    }

    #[getter]
    pub(crate) fn dimensions(&self) -> usize {
        match &self.model {
            Dimension::Plane(_) => 2,
            Dimension::Space(_) => 3,
        }
    }

    #[getter]
    fn up<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let up = in_dimension!(&self.model, model => model.up());
        to_vector(py, &up, self.dimensions())
    }

    #[getter]
    fn speed_cap(&self) -> Option<f64> {
        in_dimension!(&self.model, model => model.speed_cap())
    }

    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn first_crossings<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        columns: Columns<'py>,
        normal: &Bound<'py, PyAny>,
        distance: f64,
        direction: &str,
        out: Out<'py>,
    ) -> PyResult<()> {
        let (normal, which) = (
            vector(normal, self.dimensions(), "normal")?,
            which(direction)?.0,
        );
        let plane = PlaneRecord { normal, distance };
        many!(self, py, count, columns, out, |model, throws, arrivals| {
            model.first_crossings(&throws, &plane, which, arrivals, &mut keep_going)
        })
    }

    fn states_at<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        columns: Columns<'py>,
        times: Option<Bound<'py, PyAny>>,
        out: Out<'py>,
    ) -> PyResult<()> {
        let at = numbers_or_none(times.as_ref(), "times")?;
        many!(self, py, count, columns, out, |model, throws, arrivals| {
            model.states_at(&throws, at, arrivals, &mut keep_going)
        })
    }
}
