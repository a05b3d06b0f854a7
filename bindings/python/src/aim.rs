//! Launches that hit, for arrays of targets.

use std::ops::Range;

use kinstep_core::aim::{AimError, Launch, Order};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

use crate::aim_answer::{Answer, Ask, PLANNERS, Planner, aim};
use crate::aim_error::{AimErrors, code};
use crate::arrays::{array, vector};
use crate::columns::{Column, in_blocks, with_room};
use crate::errors::invalid;
use crate::model::{AnyModel, Model, in_dimension};

/// How a planner was called: name, number, point or normal, points.
type Call<'py> = (
    String,
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, PyAny>>,
    Option<Vec<Bound<'py, PyAny>>>,
);

/// Start, target, its velocity and acceleration, velocity of the shooter.
type Given<'py> = [Option<Bound<'py, PyAny>>; 5];

/// Orders that are answered at once: as many as stay in the first cache, with their answers.
const BLOCK: usize = 64;
/// The same where one answer may take milliseconds.
const SLOW_BLOCK: usize = 4;
/// Throws that are copied from the arrays of the caller at once: their copy stays in the second cache, whose pages are used
/// again. Between two parts other threads of Python may take a few milliseconds.
const PART: usize = 16_384;

/// New arrays for answers, which nobody else has: velocities, one component after the other, times and codes.
type Out<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<u8>>,
);

/// What moves some of the throws, from where to where, and by which planner.
struct Throws<const D: usize> {
    part: Range<usize>,
    model: AnyModel<D>,
    ask: Ask<D>,
    columns: [Column<D>; 5],
}

impl<const D: usize> Throws<D> {
    fn of(
        model: &AnyModel<D>,
        count: usize,
        part: Range<usize>,
        (name, value, vector_given, points): &Call<'_>,
        given: &Given<'_>,
    ) -> PyResult<Self> {
        let known = PLANNERS.into_iter().find(|(known, _)| known == name);
        let (_, planner) = known.ok_or_else(|| {
            let names = PLANNERS.map(|(name, _)| name);
            invalid(format_args!(
                "the planner is {name:?}; it must be one of {names:?}"
            ))
        })?;
        let points = points.as_deref().unwrap_or_default().iter();
        let ask = Ask {
            planner,
            value: Column::part_or_zero(value.as_ref(), count, &part, "value")?,
            vector: Column::part_or_zero(vector_given.as_ref(), count, &part, "vector")?,
            points: points
                .map(|point| vector(point, "point"))
                .collect::<PyResult<_>>()?,
        };
        if !ask.fits(model) {
            let kind = match model {
                AnyModel::Linear(_) => "Ballistics",
                AnyModel::Rational(_) => "a RationalAir",
                AnyModel::Quadratic(_) => "a QuadraticAir",
                AnyModel::Engine(_) => "an EngineStep",
            };
            return Err(invalid(format_args!("{kind} has no planner {name:?}")));
        }
        let [a, b, c, d, e] = given;
        let column = |given: &Option<Bound<'_, PyAny>>, name| {
            Column::part_or_zero(given.as_ref(), count, &part, name)
        };
        Ok(Self {
            model: *model,
            ask,
            columns: [
                column(a, "start")?,
                column(b, "target")?,
                column(c, "target velocity")?,
                column(d, "target acceleration")?,
                column(e, "shooter velocity")?,
            ],
            part,
        })
    }

    /// The order of a throw, counted from the start of the part.
    fn order(&self, throw: usize) -> Order<f64, D> {
        let [from, target, velocity, acceleration, shooter] = &self.columns;
        Order {
            from: from.at(throw),
            target: target.at(throw),
            target_velocity: velocity.at(throw),
            target_acceleration: acceleration.at(throw),
            shooter_velocity: shooter.at(throw),
        }
    }

    /// Writes what differs from throw to throw to their orders: in most calls one of five vectors, and copying the others
    /// takes a fifth of the time of an easy aim.
    fn write_orders(&self, throws: Range<usize>, orders: &mut [Order<f64, D>]) {
        let [from, target, velocity, acceleration, shooter] = &self.columns;
        from.write(&throws, orders, |order| &mut order.from);
        target.write(&throws, orders, |order| &mut order.target);
        velocity.write(&throws, orders, |order| &mut order.target_velocity);
        acceleration.write(&throws, orders, |order| &mut order.target_acceleration);
        shooter.write(&throws, orders, |order| &mut order.shooter_velocity);
    }

    fn block(&self) -> usize {
        match self.model {
            AnyModel::Linear(_) | AnyModel::Rational(_) => BLOCK,
            AnyModel::Quadratic(_) | AnyModel::Engine(_) => SLOW_BLOCK,
        }
    }

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

    fn hits(&self, py: Python<'_>) -> PyResult<Found> {
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
        let is_at_speed = matches!(ask.planner, Planner::AtSpeed | Planner::LoftedAtSpeed);
        let many = match &self.model {
            AnyModel::Linear(air) => aim!(air, order).hits(&plan),
            AnyModel::Rational(air) => aim!(air.rational(), order).hits(&plan),
            AnyModel::Quadratic(air) if is_at_speed => aim!(air, order).hits_at_speed(value),
            AnyModel::Engine(step) if is_at_speed => aim!(step, order).hits_at_speed(value),
            AnyModel::Quadratic(air) => {
                return found.push_hits(throw, one(&ask.quadratic(aim!(air, order), throw)));
            }
            AnyModel::Engine(step) => {
                return found.push_hits(throw, one(&ask.engine(aim!(step, order), throw)));
            }
        };
        found.push_hits(throw, many.as_deref());
    }
}

/// A single answer as all hits.
fn one<const D: usize>(answer: &Answer<D>) -> Result<&[Launch<f64, D>], &AimError<f64>> {
    answer.as_ref().map(std::slice::from_ref)
}

/// Answers to many orders, in arrays of Python.
struct Written<'a> {
    velocities: &'a mut [f64],
    times: &'a mut [f64],
    codes: &'a mut [u8],
    misses: Vec<f64>,
    failed: Vec<(usize, AimError<f64>)>,
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

/// All hits of many orders.
struct Found {
    /// Of all hits the throw that each belongs to.
    throws: Vec<i64>,
    velocities: Vec<f64>,
    times: Vec<f64>,
    codes: Vec<u8>,
    failed: Vec<(usize, AimError<f64>)>,
}

/// Throws of hits, velocities, times, codes and errors.
type Hits<'py> = (
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

    fn fail(&mut self, throw: usize, error: AimError<f64>) {
        self.codes.push(code(&error));
        self.failed.push((throw, error));
    }

    fn push_hits<const D: usize>(
        &mut self,
        throw: usize,
        hits: Result<&[Launch<f64, D>], &AimError<f64>>,
    ) {
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

    fn hits(self, py: Python<'_>, dimensions: usize) -> PyResult<Hits<'_>> {
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
            throws.hits(py)?.hits(py, self.dimensions())
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
            let plan = throws.ask.plan(0);
            py.detach(|| {
                let start = std::time::Instant::now();
                air.aim_all(&orders, &plan, &mut answers).map_err(invalid)?;
                Ok(start.elapsed().as_secs_f64())
            })
        })
    }
}
