//! The flow-kick schemes for bodies that no link and no orbit ties to others: neighbours, as struct of
//! arrays, a block at a time through all stages. Forces read them as bodies.

use core::ops::Range;

use multiversion::multiversion;
use nalgebra::{RealField, SVector};

use super::AppliedForce;
use super::body_laws::{BodyLaws, LawRun};
use super::composition::{Substep, whole_step};
use super::flow_in_place::flow_points;
use super::flow_kick::{FlowKickStepper, StepTask, end_of, on_neighbours};
use super::kick::{KickGroup, KickScratch, KickStep};
use super::kick_plan::BodyRole;
use super::rigid_bodies::RigidBodies;
use crate::body::{Body, StateBuffers};
use crate::flow::Flow;
use crate::space::Real;

/// How many bodies go through all stages together: few enough to stay in the fastest cache.
const BLOCK: usize = 64;

/// Neighbours on their way through a step.
struct Block<'a, T: Real<D>, const D: usize> {
    /// Place of the first of them.
    first: usize,
    /// The runs from the one that holds the first body on.
    runs: &'a [LawRun],
    positions: &'a mut [[T; D]],
    velocities: &'a mut [[T; D]],
    masses: &'a [T],
    /// The same bodies with their rotation. Their positions, velocities and, if they are points, masses
    /// mean nothing until they are [written](Self::write_bodies).
    bodies: &'a mut [Body<T, D>],
    applied_forces: &'a [AppliedForce<T, D>],
}

impl<T: Real<D>, const D: usize> FlowKickStepper<T, D> {
    /// Moves all bodies that are not coupled to their next states, blocks of neighbours of one role at a
    /// time. `after` are the bodies for their next rotations; empty if all are upright points. Returns
    /// whether all are finite.
    #[must_use]
    pub(super) fn step_blocks(
        &mut self,
        task: &StepTask<'_, T, D>,
        states: &mut StateBuffers<'_, T, D>,
        after: &mut [Body<T, D>],
    ) -> bool {
        let runs = core::mem::take(&mut self.body_laws.runs);
        self.point_bodies.resize(BLOCK, Body::point(T::one()));
        let (mut first, mut rest) = (0, runs.as_slice());
        let mut all_finite = true;
        while let [run, ..] = rest {
            let is_alike = |other: &&LawRun| self.body_laws.is_stepped_like(run, other);
            // every run holds a body: a block has no more runs than bodies
            let alike = rest.iter().take(BLOCK).take_while(is_alike);
            let end = alike.last().map_or(first, LawRun::end).min(first + BLOCK);
            if run.role != BodyRole::Coupled {
                all_finite &= self.step_block(task, rest, first..end, states, after);
            }
            first = end;
            let done = rest.iter().take_while(|run| run.end() <= first).count();
            rest = &rest[done..];
        }
        self.body_laws.runs = runs;
        all_finite
    }

    /// Moves the bodies at these places, which are of one role, to their next states. Returns whether all
    /// of these are finite.
    #[must_use]
    fn step_block(
        &mut self,
        task: &StepTask<'_, T, D>,
        runs: &[LawRun],
        places: Range<usize>,
        states: &mut StateBuffers<'_, T, D>,
        after: &mut [Body<T, D>],
    ) -> bool {
        let Self {
            body_laws,
            rigid_bodies,
            plan,
            scratch,
            point_bodies,
            applied_forces,
            ..
        } = self;
        let first = places.start;
        let positions = &states.positions[places.clone()];
        let velocities = &states.velocities[places.clone()];
        let bodies = match after {
            [] => &mut point_bodies[..positions.len()],
            _ => &mut after[places.clone()],
        };
        let mut block = Block {
            first,
            runs,
            positions: &mut states.next_positions[places.clone()],
            velocities: &mut states.next_velocities[places.clone()],
            masses: &states.masses[places.clone()],
            bodies,
            applied_forces,
        };
        block.positions.copy_from_slice(positions);
        block.velocities.copy_from_slice(velocities);
        let whole = whole_step(task.system);
        let [run, ..] = runs else {
            return true;
        };
        if run.role == BodyRole::Unkicked {
            block.flow(body_laws, rigid_bodies, whole);
            return block.is_finite(rigid_bodies);
        }
        let group = plan.group(task.system, places);
        // bodies that a single force with a known exact motion moves
        let mut singles = [false; BLOCK];
        let singles = &mut singles[..positions.len()];
        if body_laws.is_single(run) {
            for (place, single) in (first..).zip(&mut *singles) {
                let mut applied = on_neighbours(applied_forces, place, 1);
                *single = applied.next().is_none() && !rigid_bodies.has_thrust(place);
            }
        }
        if singles.iter().all(|single| *single) {
            rigid_bodies.rotate(first, block.bodies, whole);
        } else {
            for stage in task.stages() {
                block.flow(body_laws, rigid_bodies, stage.first_half);
                block.kick(&group, scratch, stage.kick);
                block.flow(body_laws, rigid_bodies, stage.second_half);
            }
        }
        // their exact motion over the whole step replaces what the stages gave
        for index in (0..singles.len()).filter(|&index| singles[index]) {
            let mut body = block.bodies[index];
            body.mass = block.masses[index];
            body.position = SVector::from(positions[index]);
            body.velocity = SVector::from(velocities[index]);
            if let Some(motion) = group.single_motion(scratch, index, &body, whole) {
                let (position, velocity) = end_of(body.position, &motion);
                block.positions[index] = position.into();
                block.velocities[index] = velocity.into();
            }
        }
        block.is_finite(rigid_bodies)
    }
}

impl<T: Real<D>, const D: usize> Block<'_, T, D> {
    /// Moves the bodies along their flows over a substep, with the effects of applied forces and thrusts,
    /// and rotates them.
    fn flow(
        &mut self,
        body_laws: &mut BodyLaws<T, D>,
        rigid_bodies: &mut RigidBodies<T, D>,
        substep: Substep<T>,
    ) {
        for (run, part) in parts(self.runs, self.first, self.positions.len()) {
            let flow = body_laws.interned.flow(run.law(), substep);
            let positions = &mut self.positions[part.clone()];
            let velocities = &mut self.velocities[part.clone()];
            flow_points(flow, positions, velocities, substep.start);
            self.add_applied_forces(flow, part.clone());
            if rigid_bodies.have_thrusts() {
                self.write_bodies(part.clone());
                let bodies = &mut self.bodies[part.clone()];
                let law = body_laws.interned.law(run.law());
                rigid_bodies.add_thrusts(self.first + part.start, bodies, law, substep);
                self.read_bodies(part);
            }
        }
        rigid_bodies.rotate(self.first, self.bodies, substep);
    }

    /// Kicks the bodies.
    fn kick(
        &mut self,
        group: &KickGroup<'_, T, D>,
        scratch: &mut KickScratch<T, D>,
        step: KickStep<T>,
    ) {
        self.write_bodies(0..self.positions.len());
        if group.only_accelerates() {
            return group.accelerate_points(scratch, self.bodies, self.velocities, step);
        }
        group.kick(scratch, self.bodies, step);
        self.read_bodies(0..self.positions.len());
    }

    /// Adds the effect of applied forces over a flow to a part of the block.
    fn add_applied_forces(&mut self, flow: &Flow<T, D>, part: Range<usize>) {
        for applied in on_neighbours(self.applied_forces, self.first + part.start, part.len()) {
            let index = applied.body - self.first;
            let acceleration = applied.force / self.masses[index];
            let mut position = SVector::from(self.positions[index]);
            let mut velocity = SVector::from(self.velocities[index]);
            flow.add_constant(&acceleration, &mut position, &mut velocity);
            self.positions[index] = position.into();
            self.velocities[index] = velocity.into();
        }
    }

    /// Writes positions, velocities and masses of a part of the block to its bodies.
    fn write_bodies(&mut self, part: Range<usize>) {
        let states = (self.positions[part.clone()].iter()).zip(&self.velocities[part.clone()]);
        let bodies = self.bodies[part.clone()].iter_mut();
        for ((body, (position, velocity)), mass) in bodies.zip(states).zip(&self.masses[part]) {
            body.position = SVector::from(*position);
            body.velocity = SVector::from(*velocity);
            body.mass = *mass;
        }
    }

    /// Reads positions and velocities of a part of the block from its bodies.
    fn read_bodies(&mut self, part: Range<usize>) {
        let positions = self.positions[part.clone()].iter_mut();
        let states = positions.zip(&mut self.velocities[part.clone()]);
        for (body, (position, velocity)) in self.bodies[part].iter().zip(states) {
            *position = body.position.into();
            *velocity = body.velocity.into();
        }
    }

    fn is_finite(&self, rigid_bodies: &RigidBodies<T, D>) -> bool {
        are_finite(self.positions.as_flattened())
            & are_finite(self.velocities.as_flattened())
            & rigid_bodies.are_finite(self.first, self.bodies)
    }
}

/// Splits a block of `count` points from the place `first` on by runs: each run with its range of
/// indices in the block. The first of `runs` holds the first point.
fn parts(
    runs: &[LawRun],
    first: usize,
    count: usize,
) -> impl Iterator<Item = (&LawRun, Range<usize>)> {
    runs.iter().scan(0, move |start, run| {
        let part = *start..count.min(run.end() - first);
        *start = part.end;
        (!part.is_empty()).then_some((run, part))
    })
}

/// Number of partial sums.
const LANES: usize = 32;

/// Whether all numbers are finite.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn are_finite<T: RealField + Copy>(numbers: &[T]) -> bool {
    // 0 · x is 0 unless x is infinite or NaN, then it is NaN
    let zero = T::zero();
    let mut sums = [zero; LANES];
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            sums[lane] += chunk[lane] * zero;
        }
    }
    for (sum, number) in sums.iter_mut().zip(rest) {
        *sum += *number * zero;
    }
    // pairwise: a chain of additions would wait for each one
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            let other = sums[lane + width];
            sums[lane] += other;
        }
        width /= 2;
    }
    sums[0] == zero
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_that_is_not_finite_is_found_anywhere() {
        for count in [0, 1, LANES - 1, LANES, 3 * LANES + 5] {
            let mut numbers = vec![1e300; count];
            assert!(are_finite(&numbers));
            for place in 0..count {
                for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    let good = core::mem::replace(&mut numbers[place], bad);
                    assert!(!are_finite(&numbers), "{place} of {count}");
                    numbers[place] = good;
                }
            }
        }
    }
}
