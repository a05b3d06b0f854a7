//! Launches that hit, for arrays of targets.

use kinstep_flight::aim::AimError;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use crate::aim_answer::{Answer, Planner};
use crate::aim_error::{AimErrors, code};
use crate::aim_hits::Hits;
use crate::aim_throws::{Call, Given, Throws};
use crate::columns::in_blocks;
use crate::errors::invalid;
use crate::model::{AnyModel, Model, in_dimension};

/// Throws that are copied from the arrays of the caller at once: their copy stays in the second cache, whose pages are used
/// again. Between two parts other threads of Python may take a few milliseconds.
const PART: usize = 16_384;

/// New arrays for answers, which nobody else has: velocities, one component after the other, times and codes.
type Out<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<u8>>,
);

impl<const D: usize> Throws<D> {
    fn launches(&self, py: Python<'_>, written: &mut Written<'_>) -> PyResult<()> {
        if self.part.is_empty() {
            return Ok(());
        }
        let block = self.block();
        let mut orders = vec![self.order(0); block];
        let mut answers: Vec<Answer<D>> = vec![Err(AimError::NeverMet); block];
        in_blocks(py, self.part.len(), block, |throws| {
            let first = throws.start;
            let (orders, answers) = (&mut orders[..throws.len()], &mut answers[..throws.len()]);
            self.write_orders(throws, orders);
            (self.ask).answer(&self.model, first, orders, answers, &mut written.misses);
            written.write(self.part.start + first, answers);
        })
    }
}

/// Answers to many orders, in arrays of Python.
struct Written<'a> {
    velocities: &'a mut [f64],
    times: &'a mut [f64],
    codes: &'a mut [u8],
    misses: Vec<f64>,
    failed: Vec<(usize, AimError)>,
}

impl Written<'_> {
    /// Writes answers, the first of which is that of the throw `first`.
    fn write<const D: usize>(&mut self, first: usize, answers: &[Answer<D>]) {
        let (velocities, _) = self.velocities.as_chunks_mut::<D>();
        let places = (velocities[first..].iter_mut())
            .zip(&mut self.times[first..])
            .zip(&mut self.codes[first..]);
        for (index, (answer, ((velocity, time), written_code))) in
            answers.iter().zip(places).enumerate()
        {
            match answer {
                Ok(launch) => {
                    *velocity = launch.velocity.into();
                    (*time, *written_code) = (launch.time_of_flight, 0);
                }
                Err(error) => {
                    *velocity = [f64::NAN; D];
                    (*time, *written_code) = (f64::NAN, code(error));
                    self.failed.push((first + index, *error));
                }
            }
        }
    }
}

#[pymethods]
impl Model {
    fn _aim<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        call: Call<'py>,
        given: Given<'py>,
        out: Out<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, AimErrors)> {
        in_dimension!(&self.model, model => {
            let refused =
                || invalid("the arrays for the answers are too short, or cannot be written to");
            let (velocities, times, codes) = out;
            let mut velocities = velocities.try_readwrite().map_err(|_| refused())?;
            let mut times = times.try_readwrite().map_err(|_| refused())?;
            let mut codes = codes.try_readwrite().map_err(|_| refused())?;
            let mut written = Written {
                velocities: velocities.as_slice_mut().map_err(|_| refused())?,
                times: times.as_slice_mut().map_err(|_| refused())?,
                codes: codes.as_slice_mut().map_err(|_| refused())?,
                misses: Vec::new(),
                failed: Vec::new(),
            };
            let dimensions = self.dimensions();
            if written.velocities.len() != count * dimensions
                || [written.times.len(), written.codes.len()] != [count; 2]
            {
                return Err(refused());
            }
            let mut part = 0..count.min(PART);
            loop {
                let throws = Throws::of(model, count, part.clone(), &call, &given)?;
                throws.launches(py, &mut written)?;
                if part.end == count {
                    break;
                }
                part = part.end..count.min(part.end + PART);
            }
            let Written { misses, failed, .. } = written;
            Ok((PyArray1::from_vec(py, misses), AimErrors { failed }))
        })
    }

    fn _hits<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        call: Call<'py>,
        given: Given<'py>,
    ) -> PyResult<Hits<'py>> {
        in_dimension!(&self.model, model => {
            let throws = Throws::of(model, count, 0..count, &call, &given)?;
            if matches!(throws.ask.planner, Planner::Clearing | Planner::Attempt | Planner::InSteps) {
                let name = &call.0;
                return Err(invalid(format_args!("{name:?} has one answer at most")));
            }
            throws.hits(py)?.parts(py, self.dimensions())
        })
    }

    /// Seconds that the crate's batch takes for the same: orders and answers are in memory before.
    fn _time_aim_all<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        call: Call<'py>,
        given: Given<'py>,
    ) -> PyResult<f64> {
        in_dimension!(&self.model, model => {
            let throws = Throws::of(model, count, 0..count, &call, &given)?;
            let AnyModel::Linear(air) = model else {
                return Err(invalid("the batch is that of Ballistics"));
            };
            let orders: Vec<_> = (0..count).map(|throw| throws.order(throw)).collect();
            let mut answers = vec![Err(AimError::NeverMet); count];
            if count == 0 {
                return Ok(0.0);
            }
            let plan = throws.ask.plan(0);
            py.detach(|| {
                let start = std::time::Instant::now();
                air.aim_all(&orders, &plan, &mut answers).map_err(invalid)?;
                Ok(start.elapsed().as_secs_f64())
            })
        })
    }
}
