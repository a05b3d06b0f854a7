//! Many steps in one call, motion to a tolerance, and closed forms.
//!
//! A call that fails, or that its caller stops, leaves the world as it was.

use kinstep::trajectory::Trajectory;
use kinstep::{Advanced, Body, BodyId, DenseOutput, ForceError, Tolerance, World};
use serde::Serialize;

pub use crate::events::{EventRecord, UntilKind, UntilRecord};
use crate::failure::{Failure, Kind, Outcome};
pub use crate::patience::KeepGoing;
use crate::patience::{Patience, step_failed};
use crate::space::{Number, Space};
use crate::{AnyWorld, on};

/// The work of a motion to a tolerance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct AdvancedRecord {
    /// The number of bodies that moved exactly, in one step.
    pub exact_bodies: u64,
    /// The number of islands that moved in steps of their own.
    pub islands: u64,
    /// The number of steps of the Runge–Kutta–Nyström pair of orders 12 and 10.
    pub nystrom_steps: u64,
    /// The number of steps of Dormand and Prince's pair of orders 8, 5 and 3.
    pub dormand_prince_steps: u64,
    /// The number of steps of Gauss–Radau collocation of order 15.
    pub radau_steps: u64,
    /// The number of steps that were repeated with a shorter length.
    pub rejected: u64,
    /// The number of evaluations of all forces on an island.
    pub evaluations: u64,
    /// The largest tolerance \[m\] in place of one below the rounding of a coordinate; `None` if there was none.
    pub raised: Option<f64>,
}

impl<T: Number> From<Advanced<T>> for AdvancedRecord {
    fn from(done: Advanced<T>) -> Self {
        Self {
            exact_bodies: done.exact_bodies as u64,
            islands: done.islands as u64,
            nystrom_steps: done.nystrom_steps,
            dormand_prince_steps: done.dormand_prince_steps,
            radau_steps: done.radau_steps,
            rejected: done.rejected,
            evaluations: done.evaluations,
            raised: done.raised.map(T::wide),
        }
    }
}

/// States at several times: a row for each time.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Rows {
    /// The times \[s\].
    pub times: Vec<f64>,
    /// The positions \[m\]: 2 or 3 numbers for each body of a row.
    pub positions: Vec<f64>,
    /// The velocities \[m/s\], in the same order.
    pub velocities: Vec<f64>,
}

impl Rows {
    /// Returns no rows, with memory for this number of rows.
    pub(crate) fn with_room(rows: usize, bodies: usize, dimensions: usize) -> Outcome<Self> {
        let mut made = Self::default();
        let row = bodies.saturating_mul(dimensions);
        let full = rows.saturating_mul(row);
        for (column, size) in [
            (&mut made.times, rows),
            (&mut made.positions, full),
            (&mut made.velocities, full),
        ] {
            column.try_reserve_exact(size).map_err(|_| {
                Failure::invalid(format_args!("no memory for {rows} rows of {row} numbers"))
            })?;
        }
        Ok(made)
    }

    /// Adds the state of a body to the last row.
    fn add<T: Space<D>, const D: usize>(&mut self, body: &Body<T, D>) {
        self.positions
            .extend(body.position.iter().map(|x| x.wide()));
        self.velocities
            .extend(body.velocity.iter().map(|v| v.wide()));
    }

    /// Adds a row.
    pub(crate) fn push<T: Space<D>, const D: usize>(&mut self, time: f64, world: &World<T, D>) {
        self.times.push(time);
        world.body_slice().iter().for_each(|body| self.add(body));
    }
}

/// Returns the number of steps of `dt` \[s\] in a duration \[s\].
///
/// # Errors
/// Fails if it is not a whole number, to a relative error of 1e-9.
pub fn whole_steps(duration: f64, dt: f64) -> Outcome<u64> {
    let steps = (duration / dt).round();
    if (0.0..1e15).contains(&steps) && (steps * dt - duration).abs() <= 1e-9 * duration.abs() {
        return Ok(steps as u64);
    }
    Err(Failure::invalid(format_args!(
        "the duration {duration} s is no whole number of steps of {dt} s"
    )))
}

/// Fails unless the times go on in one direction from a start \[s\].
fn check_times(start: f64, times: &[f64]) -> Outcome {
    let sign = times.last().map_or(0.0, |last| last - start).signum();
    let mut before = start;
    for (index, &time) in times.iter().enumerate() {
        if !time.is_finite() || (time - before) * sign < 0.0 {
            return Err(Failure::invalid(format_args!(
                "time {index} is {time} s, after {before} s; times must be finite, and go on in one direction from the world's time"
            )));
        }
        before = time;
    }
    Ok(())
}

pub(crate) fn tolerance<T: Number>([length, relative]: [f64; 2]) -> Tolerance<T> {
    Tolerance {
        length: T::of(length),
        relative: T::of(relative),
    }
}

/// Advances to a tolerance, and passes each interval of time to `each`, which fails to stop.
fn advance_with<T: Space<D>, const D: usize>(
    world: &mut World<T, D>,
    duration: T,
    to: [f64; 2],
    mut each: impl FnMut(&mut DenseOutput<'_, '_, T, D>) -> Outcome,
) -> Outcome<AdvancedRecord> {
    let mut failure = None;
    let done = world.advance_with(duration, tolerance(to), |stretch| {
        if let Err(stopped) = each(stretch) {
            failure = Some(stopped);
            stretch.stop();
        }
    });
    match failure {
        Some(failure) => Err(failure),
        None => done.map(AdvancedRecord::from).map_err(step_failed),
    }
}

fn advance<T: Space<D>, const D: usize>(
    world: &mut World<T, D>,
    duration: T,
    to: [f64; 2],
    patience: &mut Patience<'_>,
) -> Outcome<AdvancedRecord> {
    if duration == T::zero() {
        // has no interval of time to ask in
        let done = world.advance(duration, tolerance(to));
        return done.map(AdvancedRecord::from).map_err(step_failed);
    }
    advance_with(world, duration, to, |stretch| patience.check(stretch.end()))
}

fn advance_through<T: Space<D>, const D: usize>(
    world: &mut World<T, D>,
    times: &[f64],
    to: [f64; 2],
    patience: &mut Patience<'_>,
) -> Outcome<Rows> {
    let (start, ids) = (world.time(), world.ids().collect::<Vec<_>>());
    check_times(start.wide(), times)?;
    let mut rows = Rows::with_room(times.len(), ids.len(), D)?;
    let next = |rows: &Rows| times.get(rows.times.len()).copied();
    while let Some(time) = next(&rows).filter(|time| T::of(*time) == start) {
        rows.push(time, world);
    }
    let duration = times.last().map_or(T::zero(), |last| T::of(*last) - start);
    advance_with(world, duration, to, |stretch| {
        let (from, to) = (stretch.start(), stretch.end());
        patience.check(to)?;
        let is_inside = |time: &f64| (from.min(to)..=from.max(to)).contains(&T::of(*time));
        while let Some(time) = next(&rows).filter(is_inside) {
            patience.check(to)?;
            rows.times.push(time);
            for id in &ids {
                let state = stretch.body(*id, T::of(time));
                rows.add(&state.ok_or_else(|| {
                    Failure::step(format_args!("body {id} has no known state at {time} s"))
                })?);
            }
        }
        Ok(())
    })?;
    // the end may differ from the last time by rounding
    while let Some(time) = next(&rows) {
        rows.push(time, world);
    }
    Ok(rows)
}

fn run<T: Space<D>, const D: usize>(
    world: &mut World<T, D>,
    dt: T,
    [steps, every]: [u64; 2],
    patience: &mut Patience<'_>,
) -> Outcome<Rows> {
    if every == 0 || !steps.is_multiple_of(every) {
        return Err(Failure::invalid(format_args!(
            "every is {every}; it must divide the number of steps, {steps}"
        )));
    }
    let count = usize::try_from(steps / every).map_or(usize::MAX, |rows| rows.saturating_add(1));
    let mut rows = Rows::with_room(count, world.len(), D)?;
    rows.push(world.time().wide(), world);
    for made in 1..=steps {
        patience.check(world.time())?;
        world.step(dt).map_err(step_failed)?;
        if made % every == 0 {
            rows.push(world.time().wide(), world);
        }
    }
    Ok(rows)
}

fn trajectory<T: Space<D>, const D: usize>(
    world: &World<T, D>,
    body: u64,
    times: &[f64],
) -> Outcome<Rows> {
    let flight = (world.trajectory(BodyId::from_bits(body))).map_err(|error| match error {
        ForceError::NoSuch(_) => Failure::new(Kind::NoSuchBody, error),
        _ => Failure::invalid(error),
    })?;
    let start = world.time().wide();
    let mut rows = Rows::with_room(times.len(), 1, D)?;
    for (index, &time) in times.iter().enumerate() {
        let state = [flight.position(time - start), flight.velocity(time - start)];
        if !state.iter().flatten().all(|number| number.is_finite()) {
            return Err(Failure::invalid(format_args!(
                "time {index} is {time} s; time and state of the body must be finite"
            )));
        }
        rows.times.push(time);
        rows.positions.extend(&state[0]);
        rows.velocities.extend(&state[1]);
    }
    Ok(rows)
}

impl AnyWorld {
    /// Moves the world by a duration \[s\] to an absolute \[m\] and a relative tolerance, in steps as long as these allow.
    ///
    /// # Errors
    /// Fails if an argument is not valid, or the motion cannot be computed.
    pub fn advance(
        &mut self,
        duration: f64,
        tolerance: [f64; 2],
        keep_going: KeepGoing<'_>,
    ) -> Outcome<AdvancedRecord> {
        let mut patience = Patience::new(keep_going);
        on!(self, world => advance(world, Number::of(duration), tolerance, &mut patience))
    }

    /// [Advances](Self::advance) to the last of some times \[s\], and returns the states at each of them. The times are on the clock
    /// of the world, in one direction from now on, and take no steps of their own.
    ///
    /// # Errors
    /// Fails as [`advance`](Self::advance), and if the times are not in order.
    pub fn advance_through(
        &mut self,
        times: &[f64],
        tolerance: [f64; 2],
        keep_going: KeepGoing<'_>,
    ) -> Outcome<Rows> {
        let mut patience = Patience::new(keep_going);
        on!(self, world => advance_through(world, times, tolerance, &mut patience))
    }

    /// Makes steps of `dt` \[s\], and returns the start and the states after each `every` steps.
    ///
    /// # Errors
    /// Fails if `every` does not divide the number of steps, or if a step cannot be made.
    pub fn run(
        &mut self,
        dt: f64,
        steps: u64,
        every: u64,
        keep_going: KeepGoing<'_>,
    ) -> Outcome<Rows> {
        let mut patience = Patience::new(keep_going);
        self.or_as_before(
            |world| on!(world, world => run(world, Number::of(dt), [steps, every], &mut patience)),
        )
    }

    /// Returns the states of a body at some times \[s\] of the clock of the world, in closed form.
    ///
    /// # Errors
    /// Fails if there is no such body, a force on it has no linear law, or a time or a state is not finite.
    pub fn trajectory(&self, body: u64, times: &[f64]) -> Outcome<Rows> {
        on!(self, world => trajectory(world, body, times))
    }
}

#[cfg(test)]
pub(crate) mod tests;
