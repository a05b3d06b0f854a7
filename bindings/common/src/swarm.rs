//! Points by the million, in a swarm or in arrays of the caller.
//!
//! Arrays have `D` numbers for each point, in the precision of the swarm.

use std::sync::Arc;

use bytemuck::{cast_slice, cast_slice_mut};
use kinstep::Real;
use kinstep::nalgebra::SVector;
use kinstep::trajectory::{Crossing, Plane};
use kinstep_swarm::{Landed, Swarm, SwarmError};

use crate::columns::check_room;
use crate::failure::{Failure, OrFailure, Outcome};
use crate::flight::PlaneRecord;
use crate::patience::{KeepGoing, in_blocks, stopped};
use crate::space::{Number, first_components};
use crate::swarm_force::PointForces;

/// Points and the forces on them. Clones of `bodies` share them: a change works on a copy while there are any.
pub struct Points<T: Number, const D: usize>
where
    f64: Real<D>,
{
    /// The swarm of the crate.
    pub bodies: Arc<Swarm<T, D>>,
    /// The forces on all points.
    pub forces: PointForces<T, D>,
}

/// Which of the two vectors of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Positions \[m\].
    Positions,
    /// Velocities \[m/s\].
    Velocities,
}

/// Positions that are computed between two questions whether to go on, at least.
const SAMPLES: usize = 65_536;
/// Kicks of a block of points between two such questions.
const KICKS: u64 = 4096;
/// Points in a block that is kicked.
const KICKED: usize = 256;

impl<T: Number, const D: usize> Points<T, D>
where
    f64: Real<D>,
{
    /// Returns no points at time zero.
    #[must_use]
    pub fn new(forces: PointForces<T, D>) -> Self {
        let bodies = Arc::new(Swarm::with_capacity(0));
        Self { bodies, forces }
    }

    /// Adds points at the end, with one mass \[kg\] for all or one for each. Neighbours of equal mass are in one group.
    ///
    /// # Errors
    /// Fails if the lengths do not fit, if a number is not valid, or without enough memory. No point is added then.
    pub fn append(&mut self, positions: &[T], velocities: &[T], masses: &[f64]) -> Outcome {
        let positions = rows::<T, D>(positions, None, "positions")?;
        let count = positions.len();
        let velocities = rows::<T, D>(velocities, Some(count), "velocities")?;
        if masses.len() != 1 && masses.len() != count {
            let masses = masses.len();
            return Err(Failure::invalid(format_args!(
                "there are {masses} masses and {count} positions; give one mass, or one for each body"
            )));
        }
        let masses =
            (masses.iter().map(|mass| checked_mass(*mass))).collect::<Outcome<Vec<T>>>()?;
        let bodies = Arc::make_mut(&mut self.bodies);
        if bodies.len() + count > bodies.capacity() {
            // doubled, so that many small additions copy seldom
            bodies.reserve(count.max(bodies.len())).or_invalid()?;
        }
        let last = bodies.groups().last();
        let (mut group, mut mass_of_group) =
            last.map_or((0, T::one()), |group| (group.index, group.mass));
        let states = positions.iter().zip(velocities);
        for ((position, velocity), &mass) in states.zip(masses.iter().cycle()) {
            if mass != mass_of_group {
                group = bodies.add_group(mass).or_invalid()?;
                mass_of_group = mass;
            }
            bodies.push_into(group, *position, *velocity).or_invalid()?;
        }
        Ok(())
    }

    /// Removes all points but those whose entry is not zero. The others keep their order.
    ///
    /// # Errors
    /// Fails unless there is an entry for each point.
    pub fn keep(&mut self, mask: &[u8]) -> Outcome {
        let (count, given) = (self.bodies.len(), mask.len());
        if given != count {
            return Err(Failure::invalid(format_args!(
                "the mask has {given} entries; it must have {count}, one for each body"
            )));
        }
        let kept: Vec<_> = (self.bodies.groups())
            .flat_map(|group| group.bodies.map(move |index| (group.index, index)))
            .filter(|(_, index)| mask[*index] != 0)
            .map(|(group, index)| {
                let (positions, velocities) = (self.bodies.positions(), self.bodies.velocities());
                (group, positions[index], velocities[index])
            })
            .collect();
        let bodies = Arc::make_mut(&mut self.bodies);
        bodies.clear();
        for (group, position, velocity) in kept {
            bodies.push_into(group, position, velocity).or_invalid()?;
        }
        bodies.remove_empty_groups();
        Ok(())
    }

    /// Returns the mass of each point \[kg\].
    #[must_use]
    pub fn masses(&self) -> Vec<T> {
        let groups = self.bodies.groups();
        groups
            .flat_map(|group| group.bodies.map(move |_| group.mass))
            .collect()
    }

    /// Returns the simulated time \[s\].
    #[must_use]
    pub fn time(&self) -> f64 {
        self.bodies.time().wide()
    }

    /// Returns the positions or velocities of all points, where they are.
    #[must_use]
    pub fn states(&self, state: State) -> &[T] {
        cast_slice(match state {
            State::Positions => self.bodies.positions(),
            State::Velocities => self.bodies.velocities(),
        })
    }

    /// Sets the positions or velocities of all points.
    ///
    /// # Errors
    /// Fails unless there are numbers for all points, and finite ones.
    pub fn set_states(&mut self, state: State, numbers: &[T]) -> Outcome {
        let name = match state {
            State::Positions => "positions",
            State::Velocities => "velocities",
        };
        rows::<T, D>(numbers, Some(self.bodies.len()), name)?;
        let (positions, velocities) = Arc::make_mut(&mut self.bodies).states_mut();
        let places = match state {
            State::Positions => positions,
            State::Velocities => velocities,
        };
        cast_slice_mut(places).copy_from_slice(numbers);
        Ok(())
    }

    /// Makes some steps of `dt` \[s\].
    ///
    /// # Errors
    /// Fails if a step cannot be made, and if `keep_going` says no. The points are then as before the first step; for that
    /// several steps work on a copy.
    pub fn step(&mut self, dt: f64, steps: u64, keep_going: KeepGoing<'_>) -> Outcome {
        // shared, so that the first step works on a copy; a single step needs none
        let before = (steps > 1).then(|| self.bodies.clone());
        let done = self.steps(T::of(dt), steps, keep_going);
        if let (Err(_), Some(before)) = (&done, before) {
            self.bodies = before;
        }
        done
    }

    fn steps(&mut self, dt: T, steps: u64, keep_going: KeepGoing<'_>) -> Outcome {
        let Self { bodies, forces } = self;
        let bodies = Arc::make_mut(bodies);
        let part = (KICKS / bodies.len().div_ceil(KICKED).max(1) as u64).max(1);
        let mut left = steps;
        while left > 0 {
            if left < steps && !keep_going() {
                return Err(stopped());
            }
            let some = part.min(left);
            if forces.are_linear() {
                (0..some)
                    .try_for_each(|_| bodies.step(forces, dt))
                    .map_err(Failure::step)?;
            } else {
                let some = usize::try_from(some).or_invalid()?;
                (bodies.steps_kicked(forces, forces, dt, some)).map_err(Failure::step)?;
            }
            left -= some;
        }
        Ok(())
    }

    /// Makes a step of `dt` \[s\], and lists the first crossing of a plane by each point.
    ///
    /// # Errors
    /// Fails if a force has no linear law, for a plane that is none, and if the step cannot be made.
    pub fn step_across(
        &mut self,
        dt: f64,
        plane: &PlaneRecord,
        which: Crossing,
        landed: &mut Vec<Landed<T, D>>,
    ) -> Outcome {
        self.forces.check_linear("step_across")?;
        plane.plane::<D>()?;
        let plane = Plane::new(
            first_components::<T, D>(plane.normal),
            T::of(plane.distance),
        );
        let bodies = Arc::make_mut(&mut self.bodies);
        (bodies.step_across(&self.forces, T::of(dt), &plane, which, landed)).map_err(Failure::step)
    }

    /// Writes the positions of all points \[m\] at times \[s\] relative to now, without a step: those of the first time, then
    /// those of the next. Each is what a step gives, to the bit.
    ///
    /// # Errors
    /// Fails if a force has no linear law, if the room does not fit, if a number is not finite, and if `keep_going` says no.
    pub fn positions_after(
        &self,
        times: &[f64],
        positions: &mut [T],
        keep_going: KeepGoing<'_>,
    ) -> Outcome {
        self.forces.check_linear("positions_after")?;
        let bodies = self.bodies.len();
        let size = times.len().saturating_mul(bodies).saturating_mul(D);
        check_room(positions.len(), size, "positions")?;
        if size == 0 {
            return Ok(());
        }
        let times: Vec<T> = times.iter().map(|time| T::of(*time)).collect();
        let places: &mut [SVector<T, D>] = cast_slice_mut(positions);
        // as many times at once as positions stay in a cache
        let block = SAMPLES.div_ceil(bodies);
        let mut sampled = Ok(());
        in_blocks(times.len(), block, keep_going, |some| {
            if sampled.is_ok() {
                let (first, room) = (some.start, some.start * bodies..some.end * bodies);
                sampled = (self.bodies)
                    .sample_at(&self.forces, &times[some], &mut places[room])
                    .map_err(|error| counted_from(first, error));
            }
        })?;
        sampled.or_invalid()
    }

    /// How its bytes begin: the letter of the precision, and the dimensions.
    #[expect(clippy::cast_possible_truncation, reason = "2 or 3")]
    fn header() -> [u8; 2] {
        [if size_of::<T>() == 8 { b'd' } else { b'f' }, D as u8]
    }

    /// Returns the points and the time as bytes, without the forces.
    ///
    /// # Errors
    /// Never, as far as is known.
    pub fn snapshot(&self) -> Outcome<Vec<u8>> {
        postcard::to_extend(&*self.bodies, Self::header().to_vec()).or_invalid()
    }

    /// Puts the points and the time of a snapshot in place. The swarm goes on to the bit.
    ///
    /// # Errors
    /// Fails unless the bytes are a snapshot of this precision and dimension. The swarm is then as it was.
    pub fn restore(&mut self, bytes: &[u8]) -> Outcome {
        let Some(state) = bytes.strip_prefix(&Self::header()) else {
            let count = bytes.len();
            return Err(Failure::restore(format_args!(
                "these {count} bytes are no snapshot of a swarm of {D} dimensions in these numbers"
            )));
        };
        let (bodies, rest) = postcard::take_from_bytes(state).map_err(Failure::restore)?;
        if !rest.is_empty() {
            let more = rest.len();
            return Err(Failure::restore(format_args!(
                "there are {more} bytes more than the state has"
            )));
        }
        self.bodies = Arc::new(bodies);
        Ok(())
    }
}

/// Moves points in arrays of the caller by `dt` \[s\], exactly. All have one mass \[kg\]; only a force with a ramp depends on
/// the time before the step \[s\]. If it fails nothing has changed.
///
/// # Errors
/// Fails if a force has no linear law, if the lengths do not fit, if a number is not valid, and if the step cannot be made.
pub fn step_arrays<T: Number, const D: usize>(
    forces: &PointForces<T, D>,
    [mass, time, dt]: [f64; 3],
    positions: &mut [T],
    velocities: &mut [T],
) -> Outcome
where
    f64: Real<D>,
{
    forces.check_linear("step_arrays")?;
    checked_mass::<T>(mass)?;
    let count = whole::<T, D>(positions, None, "positions")?.len();
    whole::<T, D>(velocities, Some(count), "velocities")?;
    let (positions, _) = positions.as_chunks_mut::<D>();
    let (velocities, _) = velocities.as_chunks_mut::<D>();
    let law = forces.law_of(mass);
    (law.flow(T::of(dt))
        .advance_all(positions, velocities, T::of(time)))
    .map_err(Failure::step)
}

/// Reads a mass, which is positive and finite in the numbers of the swarm.
fn checked_mass<T: Number>(mass: f64) -> Outcome<T> {
    let narrowed = T::of(mass);
    if narrowed.is_finite() && narrowed > T::zero() {
        return Ok(narrowed);
    }
    Err(Failure::invalid(format_args!(
        "the mass is {mass} kg; it must be positive and finite"
    )))
}

/// Reads vectors of `D` numbers, as many as wanted.
fn whole<'a, T, const D: usize>(
    numbers: &'a [T],
    wanted: Option<usize>,
    name: &str,
) -> Outcome<&'a [[T; D]]> {
    let (rows, rest) = numbers.as_chunks::<D>();
    let count = numbers.len();
    if !rest.is_empty() {
        return Err(Failure::invalid(format_args!(
            "there are {count} numbers of the {name}; there must be {D} for each body"
        )));
    }
    match wanted {
        Some(wanted) if rows.len() != wanted => Err(Failure::invalid(format_args!(
            "there are {count} numbers of the {name}; there must be {}, {D} for each body",
            D * wanted
        ))),
        _ => Ok(rows),
    }
}

/// [`whole`] for finite numbers.
fn rows<'a, T: Number, const D: usize>(
    numbers: &'a [T],
    wanted: Option<usize>,
    name: &str,
) -> Outcome<&'a [[T; D]]> {
    let rows = whole(numbers, wanted, name)?;
    match numbers.iter().position(|number| !number.is_finite()) {
        None => Ok(rows),
        Some(index) => Err(Failure::invalid(format_args!(
            "row {} of the {name} has a component {}; it must be finite",
            index / D,
            numbers[index]
        ))),
    }
}

/// Returns an error about some of the times, the first of which has the index `first` among all.
fn counted_from<T>(first: usize, error: SwarmError<T>) -> SwarmError<T> {
    match error {
        SwarmError::Time { index, time } => SwarmError::Time {
            index: first + index,
            time,
        },
        SwarmError::NotFiniteAt { body, time } => SwarmError::NotFiniteAt {
            body,
            time: first + time,
        },
        error => error,
    }
}

#[cfg(test)]
mod tests;
