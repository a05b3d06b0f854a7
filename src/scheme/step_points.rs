//! The flow-kick schemes for points as struct of arrays, a block at a time through all stages. Forces
//! read the points of a block as bodies.
//!
//! The result is that of [`FlowKickStepper`] on the bodies themselves, to the bit.

use core::ops::Range;

use multiversion::multiversion;
use nalgebra::{RealField, SVector};

use super::body_laws::LawRun;
use super::composition::{Substep, whole_step};
use super::flow_in_place::flow_points;
use super::flow_kick::{BLOCK, FlowKickStepper, StepTask, end_of, on_neighbours};
use super::interned_laws::InternedLaws;
use super::kick_plan::BodyRole;
use super::{AppliedForce, NonFiniteBody};
use crate::body::{Body, PointStates, StateBuffers};
use crate::flow::Flow;
use crate::space::{self, Real};

/// Neighbours on their way through a step.
struct PointBlock<'a, T, const D: usize> {
    /// Place of the first of them.
    first: usize,
    /// The runs from the one that holds the first point on.
    runs: &'a [LawRun],
    positions: &'a mut [[T; D]],
    velocities: &'a mut [[T; D]],
    masses: &'a [T],
}

impl<T: Real<D>, const D: usize> FlowKickStepper<T, D> {
    /// Moves points, none of them coupled, by one step. On failure they are unchanged.
    pub(super) fn step_points(
        &mut self,
        task: &StepTask<'_, T, D>,
        points: &mut PointStates<T, D>,
    ) -> Result<(), NonFiniteBody> {
        let mut states = points.buffers();
        let count = states.positions.len();
        let runs = core::mem::take(&mut self.body_laws.runs);
        self.point_bodies.resize(BLOCK, Body::point(T::one()));
        let mut first_run = 0;
        let mut all_finite = true;
        for start in (0..count).step_by(BLOCK) {
            while runs.get(first_run).is_some_and(|run| run.end() <= start) {
                first_run += 1;
            }
            let places = start..count.min(start + BLOCK);
            all_finite &= self.step_block(task, &runs[first_run..], places, &mut states);
        }
        self.body_laws.runs = runs;
        let is_finite = |vector: &[T; D]| space::is_finite(&SVector::from(*vector));
        let mut next = states.next_positions.iter().zip(states.next_velocities);
        if !all_finite && let Some(place) = next.position(|(x, v)| !(is_finite(x) && is_finite(v)))
        {
            return Err(NonFiniteBody(place));
        }
        points.advance();
        self.body_laws.component_bound = None;
        Ok(())
    }

    /// Moves the points at these places to their next states. Returns whether all of these are finite.
    #[must_use]
    fn step_block(
        &mut self,
        task: &StepTask<'_, T, D>,
        runs: &[LawRun],
        places: Range<usize>,
        states: &mut StateBuffers<'_, T, D>,
    ) -> bool {
        let group = self.plan.group(task.system, places.clone());
        let positions = &states.positions[places.clone()];
        let velocities = &states.velocities[places.clone()];
        let (count, first) = (positions.len(), places.start);
        let mut block = PointBlock {
            first,
            runs,
            positions: &mut states.next_positions[places.clone()],
            velocities: &mut states.next_velocities[places.clone()],
            masses: &states.masses[places],
        };
        let applied_to = |index: &usize| on_neighbours(&self.applied_forces, first + index, 1);
        let has_applied_force = |index: &usize| applied_to(index).next().is_some();
        // a run that a single exact force moves takes no stages, unless forces are applied to it
        let needs_stages = parts(runs, first, count)
            .filter(|(run, _)| run.role.is_kicked())
            .any(|(run, mut part)| {
                !self.body_laws.is_single(run) || part.any(|index| has_applied_force(&index))
            });
        let interned = &mut self.body_laws.interned;
        let mut flow = |block: &mut PointBlock<'_, T, D>, moves, substep| {
            block.flow(&mut *interned, &self.applied_forces, moves, substep);
        };
        block.positions.copy_from_slice(positions);
        block.velocities.copy_from_slice(velocities);
        if needs_stages {
            let bodies = &mut self.point_bodies[..positions.len()];
            for stage in task.stages() {
                flow(&mut block, BodyRole::is_kicked, stage.first_half);
                block.copy_to(bodies);
                if group.only_accelerates() {
                    let velocities = &mut *block.velocities;
                    group.accelerate_points(&mut self.scratch, bodies, velocities, stage.kick);
                } else {
                    group.kick(&mut self.scratch, bodies, stage.kick);
                    block.copy_from(bodies);
                }
                flow(&mut block, BodyRole::is_kicked, stage.second_half);
            }
            // a kick by zero may have changed the sign of a zero of unkicked points: they start again
            block.restore_unkicked(positions, velocities);
        }
        let whole = whole_step(task.system);
        flow(&mut block, BodyRole::is_unkicked, whole);
        // the exact motion under a single force over the whole step replaces what the stages gave
        let singles = parts(runs, first, count)
            .filter(|(run, _)| self.body_laws.is_single(run))
            .flat_map(|(_, part)| part.filter(|index| !has_applied_force(index)));
        for index in singles {
            let body = Body::point(block.masses[index])
                .at(SVector::from(positions[index]))
                .moving(SVector::from(velocities[index]));
            if let Some(motion) = group.single_motion(&mut self.scratch, index, &body, whole) {
                let (position, velocity) = end_of(body.position, &motion);
                block.positions[index] = position.into();
                block.velocities[index] = velocity.into();
            }
        }
        are_finite(block.positions.as_flattened()) & are_finite(block.velocities.as_flattened())
    }
}

impl<T: Real<D>, const D: usize> PointBlock<'_, T, D> {
    /// Moves the points whose role `moves` along their flow over a substep, with the effects of
    /// applied forces.
    fn flow(
        &mut self,
        interned: &mut InternedLaws<T, D>,
        applied_forces: &[AppliedForce<T, D>],
        moves: fn(BodyRole) -> bool,
        substep: Substep<T>,
    ) {
        let parts = parts(self.runs, self.first, self.positions.len());
        for (run, part) in parts.filter(|(run, _)| moves(run.role)) {
            let flow = interned.flow(run.law(), substep);
            let positions = &mut self.positions[part.clone()];
            let velocities = &mut self.velocities[part.clone()];
            flow_points(flow, positions, velocities, substep.start);
            self.add_applied_forces(applied_forces, flow, part);
        }
    }

    /// Adds the effect of applied forces, sorted by body, over a flow to a part of the block.
    fn add_applied_forces(
        &mut self,
        applied_forces: &[AppliedForce<T, D>],
        flow: &Flow<T, D>,
        part: Range<usize>,
    ) {
        for applied in on_neighbours(applied_forces, self.first + part.start, part.len()) {
            let index = applied.body - self.first;
            let acceleration = applied.force / self.masses[index];
            let mut position = SVector::from(self.positions[index]);
            let mut velocity = SVector::from(self.velocities[index]);
            flow.add_constant(&acceleration, &mut position, &mut velocity);
            self.positions[index] = position.into();
            self.velocities[index] = velocity.into();
        }
    }

    /// Copies states and masses to bodies that are upright points already.
    fn copy_to(&self, bodies: &mut [Body<T, D>]) {
        let states = self.positions.iter().zip(&*self.velocities);
        for ((body, (position, velocity)), mass) in bodies.iter_mut().zip(states).zip(self.masses) {
            body.position = SVector::from(*position);
            body.velocity = SVector::from(*velocity);
            body.mass = *mass;
        }
    }

    /// Copies the states of the bodies back.
    fn copy_from(&mut self, bodies: &[Body<T, D>]) {
        let states = self.positions.iter_mut().zip(&mut *self.velocities);
        for (body, (position, velocity)) in bodies.iter().zip(states) {
            *position = body.position.into();
            *velocity = body.velocity.into();
        }
    }

    /// Gives the unkicked points of the block these states, which they had before the step.
    fn restore_unkicked(&mut self, positions: &[[T; D]], velocities: &[[T; D]]) {
        let parts = parts(self.runs, self.first, positions.len());
        for (_, part) in parts.filter(|(run, _)| run.role.is_unkicked()) {
            self.positions[part.clone()].copy_from_slice(&positions[part.clone()]);
            self.velocities[part.clone()].copy_from_slice(&velocities[part]);
        }
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
