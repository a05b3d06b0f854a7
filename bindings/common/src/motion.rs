//! Many steps in one call, motion to a tolerance, and closed forms.
//!
//! A call that fails, or that its caller stops, leaves the world as it was.

use kinstep::trajectory::Trajectory;
use kinstep::{Advanced, Body, BodyId, DenseOutput, ForceError, Tolerance, World};
use serde::Serialize;

pub use crate::events::{EventRecord, UntilKind, UntilRecord, Which};
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
        on!(self, world => {
            advance_with(world, Number::of(duration), tolerance, |stretch| patience.check(stretch.end()))
        })
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
pub(crate) mod tests {
    use super::*;
    use crate::space::{first_components, given};
    use kinstep::nalgebra::SVector;
    use kinstep::{ForceField, LinearDrag};

    /// Two bodies that swing for ever.
    pub(crate) fn swings<T: Space<D>, const D: usize>() -> World<T, D> {
        let mut world = World::new();
        let pull = ForceField::new(|x: &SVector<T, D>, _: T| -*x * x.norm());
        world.add_force(pull).unwrap();
        for [x, y] in [[1.0, 0.0], [0.5, 0.25]] {
            let body = Body::point(T::of(2.0)).at(first_components([x, y, 0.0]));
            world
                .add_body(body.moving(first_components([0.0, 0.5, 0.25])))
                .unwrap();
        }
        world
    }

    /// The first body of a world.
    pub(crate) fn first(world: &AnyWorld) -> u64 {
        on!(world, world => world.ids().next().unwrap().to_bits())
    }

    /// The bytes of a snapshot.
    pub(crate) fn state(world: &AnyWorld) -> Vec<u8> {
        on!(world, world => postcard::to_allocvec(&world.snapshot()).unwrap())
    }

    /// Runs a generic check on each type of world.
    macro_rules! on_each_type {
        ($check:ident) => {
            $check::<f64, 2>(AnyWorld::Plane);
            $check::<f64, 3>(AnyWorld::Space);
            #[cfg(feature = "single")]
            $check::<f32, 2>(AnyWorld::PlaneSingle);
            #[cfg(feature = "single")]
            $check::<f32, 3>(AnyWorld::SpaceSingle);
        };
    }
    pub(crate) use on_each_type;

    const TO: [f64; 2] = [1e-3, 1e-4];

    fn wide<T: Space<D>, const D: usize>(vectors: &[SVector<T, D>]) -> Vec<f64> {
        vectors
            .iter()
            .flatten()
            .map(|number| number.wide())
            .collect()
    }

    fn moves_as_the_crate<T: Space<D>, const D: usize>(of: fn(World<T, D>) -> AnyWorld) {
        let start = swings::<T, D>();
        let (mut world, mut moved) = (start.clone(), of(start.clone()));
        let done = world.advance(T::of(3.5), tolerance(TO)).unwrap();
        let found = moved.advance(3.5, TO, &mut || true).unwrap();
        assert_eq!(found, done.into());
        assert_eq!(state(&moved), state(&of(world)));

        // times of the clock, at the start and inside the steps
        let (mut world, mut moved) = (start.clone(), of(start.clone()));
        let times = [0.0, 0.0, 0.25, 1.0, 1.5, 3.5];
        let rows = moved.advance_through(&times, TO, &mut || true).unwrap();
        let ids: Vec<_> = world.ids().collect();
        let mut positions: Vec<_> = [0, 1, 0, 1]
            .map(|place| world.body_slice()[place].position)
            .into();
        let mut left = times[2..].iter().peekable();
        world
            .advance_with(T::of(3.5), tolerance(TO), |stretch| {
                while let Some(time) = left.next_if(|time| T::of(**time) <= stretch.end()) {
                    positions.extend(
                        ids.iter()
                            .map(|id| stretch.body(*id, T::of(*time)).unwrap().position),
                    );
                }
            })
            .unwrap();
        assert_eq!(
            (&rows.times[..], rows.positions),
            (&times[..], wide(&positions))
        );
        assert_eq!(state(&moved), state(&of(world)));

        let (mut world, mut moved) = (start.clone(), of(start));
        let rows = moved.run(0.25, 6, 3, &mut || true).unwrap();
        assert_eq!(rows.times, [0.0, 0.75, 1.5]);
        (0..6).for_each(|_| world.step(T::of(0.25)).unwrap());
        let velocities = world.body_slice().iter().map(|body| body.velocity);
        assert_eq!(
            rows.velocities[4 * D..],
            wide(&velocities.collect::<Vec<_>>())
        );
        assert_eq!(state(&moved), state(&of(world)));
    }

    #[test]
    fn results_are_those_of_the_crate() {
        on_each_type!(moves_as_the_crate);
    }

    fn flies_as_the_crate<T: Space<D>, const D: usize>(of: fn(World<T, D>) -> AnyWorld) {
        let mut world = swings::<T, D>();
        world
            .remove_force(world.force_ids().next().unwrap())
            .unwrap();
        world.add_force(LinearDrag::rate(T::of(0.5))).unwrap();
        world.step(T::of(1.0)).unwrap();
        let id = world.ids().next().unwrap();
        let flight = world.trajectory(id).unwrap();
        let rows = of(world).trajectory(id.to_bits(), &[1.0, 3.0]).unwrap();
        assert_eq!(rows.times, [1.0, 3.0]);
        assert_eq!(rows.positions[D..], *flight.position(2.0).as_slice());
        assert_eq!(rows.velocities[..D], *flight.velocity(0.0).as_slice());
        assert_eq!(given(&flight.position(2.0))[..D], rows.positions[D..]);
    }

    #[test]
    fn closed_forms_are_those_of_the_crate() {
        on_each_type!(flies_as_the_crate);
    }

    fn stays_if_stopped<T: Space<D>, const D: usize>(of: fn(World<T, D>) -> AnyWorld) {
        let mut world = of(swings());
        let before = state(&world);
        let mut stopped =
            |moved: &mut dyn FnMut(&mut AnyWorld, KeepGoing<'_>) -> Option<Failure>| {
                let mut asked = 0;
                let failure = moved(&mut world, &mut || {
                    asked += 1;
                    false
                });
                assert_eq!(failure.map(|failure| failure.kind), Some(Kind::Stopped));
                assert_eq!((asked, state(&world)), (1, before.clone()));
            };
        stopped(&mut |world, ask| world.run(1e-3, 1 << 40, 1 << 40, ask).err());
        stopped(&mut |world, ask| world.advance(1e6, TO, ask).err());
        stopped(&mut |world, ask| world.advance_through(&[1.0, 1e6], TO, ask).err());
    }

    #[test]
    fn a_stopped_call_changes_nothing() {
        on_each_type!(stays_if_stopped);
    }

    #[test]
    fn refusals_have_the_value() {
        let mut world = AnyWorld::Plane(swings());
        let (before, yes) = (state(&world), &mut || true);
        let mut refused = |failure: Option<Failure>, kind, part: &str| {
            let failure = failure.unwrap();
            assert_eq!(failure.kind, kind);
            assert!(failure.message.contains(part), "{failure}");
        };
        use Kind::{Invalid, NoSuchBody, Step};
        refused(
            world.advance(f64::INFINITY, TO, yes).err(),
            Step,
            "is inf s",
        );
        refused(world.advance(1.0, [f64::NAN, 0.0], yes).err(), Step, "NaN");
        refused(world.run(f64::NAN, 4, 2, yes).err(), Step, "is NaN s");
        refused(world.run(1.0, 4, 3, yes).err(), Invalid, "every is 3");
        refused(
            world.run(1.0, u64::MAX, 1, yes).err(),
            Invalid,
            "18446744073709551615 rows",
        );
        refused(
            world.advance_through(&[2.0, 1.0], TO, yes).err(),
            Invalid,
            "time 1 is 1 s, after 2 s",
        );
        refused(
            world.advance_through(&[f64::NAN], TO, yes).err(),
            Invalid,
            "NaN s",
        );
        refused(
            world.trajectory(first(&world), &[1.0]).err(),
            Invalid,
            "ForceField",
        );
        refused(
            whole_steps(1.0, 0.3).err(),
            Invalid,
            "1 s is no whole number of steps of 0.3 s",
        );
        assert_eq!(whole_steps(-1.0, -0.1), Ok(10));
        let stale = u64::MAX;
        let id = BodyId::from_bits(stale).to_string();
        refused(world.trajectory(stale, &[1.0]).err(), NoSuchBody, &id);
        assert_eq!(state(&world), before);
        let free = AnyWorld::Space(World::new());
        assert_eq!(
            free.clone().advance_through(&[], TO, yes),
            Ok(Rows::default())
        );
    }
}
