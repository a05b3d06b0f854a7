//! What is not linear, by blocks of bodies.

use multiversion::multiversion;
use nalgebra::SVector;

use super::aligned_column::{AlignedColumn, flat, flat_ref};
use super::force::{Block, BlockForce};
use super::largest_magnitude::largest_magnitude;
use super::parallel::{Divisible, for_all};
use super::{ComponentBound, Group, GroupFlow, KickError, Laws, NoMemory, Swarm, SwarmError};
use crate::clock::Clock;
use crate::flow::Flow;
use crate::space::{Float, is_finite, narrow};

/// How many bodies a force is asked for at once: few enough to stay in the fastest memory.
const BLOCK: usize = 256;

/// The states before a step, and where those after it are written.
struct Part<'a, T, const D: usize> {
    first: usize,
    before: (&'a [SVector<T, D>], &'a [SVector<T, D>]),
    after: (&'a mut [SVector<T, D>], &'a mut [SVector<T, D>]),
}

impl<T: Float, const D: usize> Divisible for Part<'_, T, D> {
    fn count(&self) -> usize {
        self.before.0.len()
    }

    fn split(self, count: usize) -> (Self, Self) {
        let (x, v) = (self.before.0.split_at(count), self.before.1.split_at(count));
        let (x_after, v_after) = (
            self.after.0.split_at_mut(count),
            self.after.1.split_at_mut(count),
        );
        (
            Self {
                first: self.first,
                before: (x.0, v.0),
                after: (x_after.0, v_after.0),
            },
            Self {
                first: self.first + count,
                before: (x.1, v.1),
                after: (x_after.1, v_after.1),
            },
        )
    }
}

/// Kicks, each between two halves of a flow.
struct KickedSteps<'a, T, const D: usize, F> {
    half: &'a Flow<T, D>,
    force: &'a F,
    group: &'a Group<T>,
    /// Before the first step.
    clock: Clock<T>,
    dt: T,
    steps: usize,
}

impl<T: Float, const D: usize, F: BlockForce<T, D>> KickedSteps<'_, T, D, F> {
    /// Moves bodies; returns the place of the first that is not finite after it.
    fn advance(&self, part: Part<'_, T, D>) -> Option<usize> {
        let mut room = [SVector::zeros(); BLOCK];
        let mut faster = [SVector::zeros(); BLOCK];
        let mut first = part.first;
        let before = part.before.0.chunks(BLOCK).zip(part.before.1.chunks(BLOCK));
        let after = part
            .after
            .0
            .chunks_mut(BLOCK)
            .zip(part.after.1.chunks_mut(BLOCK));
        for ((x_before, v_before), (x, v)) in before.zip(after) {
            x.copy_from_slice(x_before);
            v.copy_from_slice(v_before);
            let mut clock = self.clock;
            for _ in 0..self.steps {
                let start = clock.time();
                let middle = start + self.dt * narrow(0.5);
                self.half.advance_flat(flat(x), flat(v), start);
                let room = (&mut room[..x.len()], &mut faster[..x.len()]);
                self.kick((x, v), (first, middle), room);
                self.half.advance_flat(flat(x), flat(v), middle);
                clock.advance(self.dt);
            }
            if let Some(spoiled) = first_non_finite(x, v) {
                return Some(first + spoiled);
            }
            first += x.len();
        }
        None
    }

    /// `v += a(x, v, t) dt` in the middle of the step; by the midpoint rule if a depends on v.
    fn kick(
        &self,
        (x, v): (&[SVector<T, D>], &mut [SVector<T, D>]),
        (first, time): (usize, T),
        (accelerations, faster): (&mut [SVector<T, D>], &mut [SVector<T, D>]),
    ) {
        let ask = |velocities: &[SVector<T, D>], accelerations: &mut [SVector<T, D>]| {
            accelerations.fill(SVector::zeros());
            let block = Block {
                positions: x,
                velocities,
                first,
                group: self.group,
                time,
            };
            self.force.accelerate(&block, accelerations);
        };
        ask(v, accelerations);
        if self.force.depends_on_velocity() {
            faster.copy_from_slice(v);
            add(flat(faster), flat_ref(accelerations), self.dt * narrow(0.5));
            ask(faster, accelerations);
        }
        add(flat(v), flat_ref(accelerations), self.dt);
    }
}

/// `v += a h`, number by number.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn add<T: Float>(v: &mut [T], a: &[T], h: T) {
    for (v, a) in v.iter_mut().zip(a) {
        *v += *a * h;
    }
}

/// Which of these states is the first that is not finite.
fn first_non_finite<T: Float, const D: usize>(
    x: &[SVector<T, D>],
    v: &[SVector<T, D>],
) -> Option<usize> {
    if largest_magnitude(flat_ref(x)).is_some() && largest_magnitude(flat_ref(v)).is_some() {
        return None;
    }
    x.iter()
        .zip(v)
        .position(|(x, v)| !(is_finite(x) && is_finite(v)))
}

impl<T: Float, const D: usize> Swarm<T, D> {
    /// Moves all bodies by `dt` \[s\] under laws and a force that is none: flow, kick, flow, as a
    /// [`World`](crate::World) does under [`Scheme::FlowKick`](crate::Scheme::FlowKick); second order, reversible.
    ///
    /// The force is asked for blocks of up to 256 bodies of one group, in the middle of the step. A force that does not
    /// depend on velocities should [say so](BlockForce::depends_on_velocity): it is asked half as often.
    ///
    /// The first such step takes memory for a second state of each body there is room for, so that a step that fails
    /// changes nothing.
    ///
    /// ```
    /// use kinstep::swarm::{Block, Each, Swarm3};
    /// use kinstep::{LinearLaw, QuadraticDrag, nalgebra::Vector3};
    ///
    /// // a thousand bodies about a star, and in thin gas
    /// let mut swarm = Swarm3::with_capacity(1000);
    /// for i in 0..1000 {
    ///     swarm.push([1.0 + f64::from(i), 0.0, 0.0], [0.0, 1.0 / (1.0 + f64::from(i)).sqrt(), 0.0])?;
    /// }
    /// let star = |block: &Block<f64, 3>, accelerations: &mut [Vector3<f64>]| {
    ///     for (position, acceleration) in block.positions.iter().zip(accelerations) {
    ///         *acceleration -= position / position.norm().powi(3);
    ///     }
    /// };
    /// for _ in 0..100 {
    ///     swarm.step_kicked(&LinearLaw::drag(1e-4), &star, 0.01)?;
    /// }
    /// assert!((swarm.positions()[0].norm() - 1.0).abs() < 1e-3);
    ///
    /// // any force, on each body
    /// swarm.step_kicked(&LinearLaw::free(), &Each(QuadraticDrag::coefficient(1e-6)), 0.01)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`step`](Self::step); also if there is not enough memory. The swarm is then as it was.
    pub fn step_kicked(
        &mut self,
        laws: &impl Laws<T, D>,
        force: &impl BlockForce<T, D>,
        dt: T,
    ) -> Result<(), KickError<T>> {
        self.steps_kicked(laws, force, dt, 1)
    }

    /// So many [kicked steps](Self::step_kicked) of `dt` \[s\] in one pass: each block of bodies takes all of them before the
    /// next is looked at. The result is that of as many single steps, to the bit.
    ///
    /// # Errors
    /// As [`step_kicked`](Self::step_kicked).
    pub fn steps_kicked(
        &mut self,
        laws: &impl Laws<T, D>,
        force: &impl BlockForce<T, D>,
        dt: T,
        steps: usize,
    ) -> Result<(), KickError<T>> {
        let mut clock_after = self.clock;
        (0..steps).for_each(|_| clock_after.advance(dt));
        if !(dt.is_finite() && clock_after.is_finite()) {
            return Err(SwarmError::Duration { dt }.into());
        }
        self.update_flows(laws, dt * narrow(0.5))?;
        self.check_states()?;
        self.make_room()?;
        let clock = self.clock;
        let Some((x_after, v_after)) = &mut self.spare else {
            return Ok(());
        };
        for (index, group_flow) in self.flows.iter().enumerate() {
            let Some(GroupFlow { flow, .. }) = group_flow else {
                continue;
            };
            let half = &flow.beside_kicks();
            let group = &self.groups.group(index);
            let bodies = || group.bodies.clone();
            let part = Part {
                first: group.bodies.start,
                before: (
                    &self.positions.values()[bodies()],
                    &self.velocities.values()[bodies()],
                ),
                after: (
                    &mut x_after.values_mut()[bodies()],
                    &mut v_after.values_mut()[bodies()],
                ),
            };
            let kicked = KickedSteps {
                half,
                force,
                group,
                clock,
                dt,
                steps,
            };
            if let Some(body) = for_all(part, &|part| kicked.advance(part)) {
                return Err(SwarmError::NotFinite { body }.into());
            }
        }
        // in no time not even the sign of a zero changes
        if dt != T::zero() {
            core::mem::swap(&mut self.positions, x_after);
            core::mem::swap(&mut self.velocities, v_after);
        }
        self.component_bound = ComponentBound::Finite;
        self.clock = clock_after;
        Ok(())
    }

    /// A second state for each body.
    fn make_room(&mut self) -> Result<(), NoMemory> {
        let (capacity, count) = (self.capacity, self.len());
        if self.spare.is_none() {
            self.spare = Some((
                AlignedColumn::with_room(capacity)?,
                AlignedColumn::with_room(capacity)?,
            ));
        }
        if let Some((x, v)) = &mut self.spare {
            x.resize(count);
            v.resize(count);
        }
        Ok(())
    }
}
