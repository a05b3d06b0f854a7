//! All hits of throws.

use kinstep_flight::aim::{AimError, Launch};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::aim_answer::{Answer, Planner, aim};
use crate::aim_error::{AimErrors, code};
use crate::aim_throws::{SLOW_BLOCK, Throws};
use crate::arrays::array;
use crate::columns::{in_blocks, with_room};
use crate::model::AnyModel;

/// All hits of many orders.
pub(crate) struct Found {
    /// Of all hits the throw that each belongs to.
    throws: Vec<i64>,
    velocities: Vec<f64>,
    times: Vec<f64>,
    codes: Vec<u8>,
    failed: Vec<(usize, AimError)>,
}

/// Throws of hits, velocities, times, codes and errors.
pub(crate) type Hits<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyAny>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<u8>>,
    AimErrors,
);

impl Found {
    fn with_room(count: usize, dimensions: usize) -> PyResult<Self> {
        Ok(Self {
            throws: Vec::new(),
            velocities: with_room(count.saturating_mul(dimensions))?,
            times: with_room(count)?,
            codes: with_room(count)?,
            failed: Vec::new(),
        })
    }

    fn fail(&mut self, throw: usize, error: AimError) {
        self.codes.push(code(&error));
        self.failed.push((throw, error));
    }

    fn push_hits<const D: usize>(&mut self, throw: usize, hits: Result<&[Launch<D>], &AimError>) {
        match hits {
            Ok(hits) => {
                for hit in hits {
                    self.throws.push(throw as i64);
                    self.velocities.extend_from_slice(hit.velocity.as_slice());
                    self.times.push(hit.time_of_flight);
                }
                self.codes.push(0);
            }
            Err(error) => self.fail(throw, *error),
        }
    }

    pub(crate) fn parts(self, py: Python<'_>, dimensions: usize) -> PyResult<Hits<'_>> {
        let shape = [self.times.len(), dimensions];
        Ok((
            PyArray1::from_vec(py, self.throws),
            array(py, self.velocities, shape)?,
            PyArray1::from_vec(py, self.times),
            PyArray1::from_vec(py, self.codes),
            AimErrors {
                failed: self.failed,
            },
        ))
    }
}

impl<const D: usize> Throws<D> {
    pub(crate) fn hits(&self, py: Python<'_>) -> PyResult<Found> {
        let mut found = Found::with_room(self.part.len(), D)?;
        in_blocks(py, self.part.len(), SLOW_BLOCK, |throws| {
            for throw in throws {
                self.hits_of(throw, &mut found);
            }
        })?;
        Ok(found)
    }

    /// All hits of one throw.
    fn hits_of(&self, throw: usize, found: &mut Found) {
        let (ask, order) = (&self.ask, self.order(throw));
        let plan = ask.plan(throw);
        let value = ask.value.at(throw).x;
        let many = match &self.model {
            AnyModel::Linear(air) => aim!(air, order).hits(&plan),
            AnyModel::Rational(air) => aim!(air.rational(), order).hits(&plan),
            AnyModel::Quadratic(air) => aim!(air, order).hits(&plan),
            AnyModel::Engine(step) if ask.planner == Planner::InSteps => {
                return found.push_hits(throw, one(&aim!(step, order).in_steps(value as u64)));
            }
            AnyModel::Engine(step) => aim!(step, order).hits(&plan),
        };
        found.push_hits(throw, many.as_deref());
    }
}

/// A single answer as all hits.
fn one<const D: usize>(answer: &Answer<D>) -> Result<&[Launch<D>], &AimError> {
    answer.as_ref().map(std::slice::from_ref)
}
