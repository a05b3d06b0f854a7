//! Launches that hit, for arrays of targets.

use kinstep_common::aim::PlanKind;
use kinstep_common::aim_many::{AIM_ERRORS, AimErrors as Errors, Aims, Answers};
use kinstep_common::words::named;
use pyo3::prelude::*;

use crate::arrays::{Written, array, numbers_or_none};
use crate::errors::{attempt, keep_going, raised};
use crate::model::{Model, in_dimension};

/// The aims that failed, in ascending order, and why.
#[pyclass(frozen, module = "kinstep._kinstep")]
pub(crate) struct AimErrors(Errors);

#[pymethods]
impl AimErrors {
    /// Why an aim failed; None if it did not.
    fn text(&self, aim: usize) -> Option<String> {
        self.0.text(aim)
    }
}

#[pyfunction]
pub(crate) fn _aim_error_names() -> Vec<(u8, &'static str)> {
    AIM_ERRORS.to_vec()
}

/// A column of numbers.
type Column<'py> = Option<Bound<'py, PyAny>>;

/// The plan, whether the latest hits are wanted, the values, vectors and points.
pub(crate) type Call<'py> = (String, bool, [Column<'py>; 3]);

/// Starts, targets, velocities and accelerations of targets, velocities of shooters.
pub(crate) type Vectors<'py> = [Column<'py>; 5];

/// Velocities, times, codes and misses.
type Out<'py> = [Bound<'py, PyAny>; 4];

/// Which aim each hit is of, velocities, times and codes.
type Hits<'py> = [Bound<'py, PyAny>; 4];

pub(crate) fn aims<'a>(
    count: usize,
    call: &'a Call<'_>,
    vectors: &'a Vectors<'_>,
) -> PyResult<Aims<'a>> {
    let (kind, is_lofted, [values, places, points]) = call;
    let kind: PlanKind = named(kind, "plan").map_err(raised)?;
    let [
        starts,
        targets,
        target_velocities,
        target_accelerations,
        shooter_velocities,
    ] = vectors;
    let column = |given: &'a Column<'_>, name| numbers_or_none(given.as_ref(), name);
    Ok(Aims {
        count,
        kind,
        is_lofted: *is_lofted,
        starts: column(starts, "start")?,
        targets: column(targets, "target")?,
        target_velocities: column(target_velocities, "target velocity")?,
        target_accelerations: column(target_accelerations, "target acceleration")?,
        shooter_velocities: column(shooter_velocities, "shooter velocity")?,
        values: column(values, "value")?,
        vectors: column(places, "vector")?,
        points: column(points, "points")?,
    })
}

#[pymethods]
impl Model {
    fn aim<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        call: Call<'py>,
        vectors: Vectors<'py>,
        out: Out<'py>,
    ) -> PyResult<AimErrors> {
        let aims = aims(count, &call, &vectors)?;
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
        let errors = in_dimension!(&self.model, model => py.detach(|| attempt(|| {
            model.aim_all(&aims, answers, &mut keep_going)
        })))?;
        Ok(AimErrors(errors))
    }

    fn hits<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        call: Call<'py>,
        vectors: Vectors<'py>,
    ) -> PyResult<(Hits<'py>, AimErrors)> {
        let aims = aims(count, &call, &vectors)?;
        let found = in_dimension!(&self.model, model => py.detach(|| attempt(|| {
            model.hits_all(&aims, &mut keep_going)
        })))?;
        let hits = [
            array(py, &found.throws, &[found.throws.len()])?,
            array(
                py,
                &found.velocities,
                &[found.throws.len(), self.dimensions()],
            )?,
            array(py, &found.times, &[found.times.len()])?,
            array(py, &found.codes, &[found.codes.len()])?,
        ];
        Ok((hits, AimErrors(found.errors)))
    }
}
