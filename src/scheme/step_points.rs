//! Points in columns, a block at a time through all stages: the block is made bodies for forces to look at.
//!
//! What comes out is what [`FlowKickStepper`] does to the bodies themselves, to the bit.

use core::ops::Range;

use multiversion::multiversion;
use nalgebra::{RealField, SVector};

use super::body_laws::LawRun;
use super::flow_in_place::flow_states;
use super::flow_kick::{FlowKickStepper, StepTask, end_of, has_applied_force};
use super::interned_laws::{InternedLaws, SubstepKind};
use super::kick_plan::BodyRole;
use super::{AppliedForce, NonFiniteBody};
use crate::body::{Body, PointStates, StateBuffers};
use crate::flow::Flow;
use crate::space::{self, Real};

/// How many bodies are taken through a step together: few enough to stay in the fastest memory.
const BLOCK: usize = 64;

/// Neighbours on their way through a step.
struct PointBlock<'a, T, const D: usize> {
    /// Place of the first of them.
    first: usize,
    /// Those runs that have a part in the block.
    runs: &'a [LawRun],
    positions: &'a mut [[T; D]],
    velocities: &'a mut [[T; D]],
    masses: &'a [T],
}

impl<T: Real<D>, const D: usize> FlowKickStepper<T, D> {
    /// Moves points, of which none is linked, by one step. On failure they are as they were.
    pub(super) fn step_columns(
        &mut self,
        task: &StepTask<'_, T, D>,
        columns: &mut PointStates<T, D>,
    ) -> Result<(), NonFiniteBody> {
        let mut states = columns.states();
        let count = states.positions.len();
        let runs = core::mem::take(&mut self.body_laws.runs);
        self.block.resize(BLOCK, Body::point(T::one()));
        let mut first = 0;
        let mut sound = true;
        for start in (0..count).step_by(BLOCK) {
            while runs.get(first).is_some_and(|run| run.end() <= start) {
                first += 1;
            }
            let places = start..count.min(start + BLOCK);
            sound &= self.step_block(task, &runs[first..], places, &mut states);
        }
        self.body_laws.runs = runs;
        let is_finite = |vector: &[T; D]| space::is_finite(&SVector::from(*vector));
        let mut next = states.next_positions.iter().zip(states.next_velocities);
        if !sound && let Some(place) = next.position(|(x, v)| !(is_finite(x) && is_finite(v))) {
            return Err(NonFiniteBody(place));
        }
        columns.advance();
        self.body_laws.reach = None;
        Ok(())
    }

    /// Moves neighbours from their states to the next ones. Returns whether all of these are finite.
    #[must_use]
    fn step_block(
        &mut self,
        task: &StepTask<'_, T, D>,
        runs: &[LawRun],
        places: Range<usize>,
        states: &mut StateBuffers<'_, T, D>,
    ) -> bool {
        let group = self.plan.group(task.system, places.clone());
        let (positions, velocities) = (
            &states.positions[places.clone()],
            &states.velocities[places.clone()],
        );
        let (count, first) = (positions.len(), places.start);
        let mut block = PointBlock {
            first,
            runs,
            positions: &mut states.next_positions[places.clone()],
            velocities: &mut states.next_velocities[places.clone()],
            masses: &states.masses[places],
        };
        let has_applied_force =
            |place: &usize| has_applied_force(&self.applied_forces, first + place);
        let goes_in_stages = parts(runs, first, count)
            .filter(|(run, _)| run.role.is_kicked())
            .any(|(run, mut part)| {
                !self.body_laws.is_single(run) || part.any(|place| has_applied_force(&place))
            });
        let table = &mut self.body_laws.table;
        let mut flow = |block: &mut PointBlock<'_, T, D>, role, span, time| {
            block.flow((&mut *table, &self.applied_forces), role, span, time);
        };
        block.positions.copy_from_slice(positions);
        block.velocities.copy_from_slice(velocities);
        if goes_in_stages {
            let bodies = &mut self.block[..positions.len()];
            for stage in task.stages() {
                let span = (stage.span, stage.half);
                flow(&mut block, BodyRole::is_kicked, span, stage.start);
                block.lend(bodies);
                let kick = (stage.middle, stage.length);
                let rule = task.composition.rule;
                if group.only_accelerates() {
                    let points = (&mut *bodies, &mut *block.velocities);
                    group.accelerate_points(&mut self.room, points, kick, rule);
                } else {
                    group.kick(&mut self.room, bodies, kick, rule);
                    block.take_back(bodies);
                }
                flow(&mut block, BodyRole::is_kicked, span, stage.middle);
            }
            // what nothing kicks goes from the start over the whole step
            block.restore(positions, velocities);
        }
        let whole = (SubstepKind::Whole, task.system.h);
        flow(&mut block, BodyRole::is_free, whole, task.system.time);
        // what one force moves goes over the whole step, exactly
        let singles = parts(runs, first, count)
            .filter(|(run, _)| self.body_laws.is_single(run))
            .flat_map(|(_, part)| part.filter(|place| !has_applied_force(place)));
        for place in singles {
            let body = Body::point(block.masses[place])
                .at(SVector::from(positions[place]))
                .moving(SVector::from(velocities[place]));
            let whole = (task.system.time, task.system.h);
            if let Some(motion) = group.single_motion(&mut self.room, place, &body, whole) {
                let (position, velocity) = end_of(body.position, &motion);
                block.positions[place] = position.into();
                block.velocities[place] = velocity.into();
            }
        }
        are_finite(block.positions.as_flattened()) & are_finite(block.velocities.as_flattened())
    }
}

impl<T: Real<D>, const D: usize> PointBlock<'_, T, D> {
    /// Moves those whose role is one of these along their flow over a span that starts at `time`, with what applied_forces it.
    fn flow(
        &mut self,
        (table, applied_forces): (&mut InternedLaws<T, D>, &[AppliedForce<T, D>]),
        moves: fn(BodyRole) -> bool,
        (span, dt): (SubstepKind, T),
        time: T,
    ) {
        let parts = parts(self.runs, self.first, self.positions.len());
        for (run, part) in parts.filter(|(run, _)| moves(run.role)) {
            let flow = table.flow(run.law(), span, dt);
            let positions = &mut self.positions[part.clone()];
            let velocities = &mut self.velocities[part.clone()];
            flow_states(flow, (positions, velocities), time);
            self.push(applied_forces, flow, part);
        }
    }

    /// Adds what applied_forces, sorted by body, did during a flow to a part of the block.
    fn push(
        &mut self,
        applied_forces: &[AppliedForce<T, D>],
        flow: &Flow<T, D>,
        part: Range<usize>,
    ) {
        let (first, end) = (self.first + part.start, self.first + part.end);
        let applied_forces =
            &applied_forces[applied_forces.partition_point(|applied| applied.body < first)..];
        for applied in applied_forces
            .iter()
            .take_while(|applied| applied.body < end)
        {
            let place = applied.body - self.first;
            let acceleration = applied.force / self.masses[place];
            let mut position = SVector::from(self.positions[place]);
            let mut velocity = SVector::from(self.velocities[place]);
            flow.add_constant(&acceleration, &mut position, &mut velocity);
            self.positions[place] = position.into();
            self.velocities[place] = velocity.into();
        }
    }

    /// Makes the points bodies, in room where there are points already.
    fn lend(&self, bodies: &mut [Body<T, D>]) {
        let states = self.positions.iter().zip(&*self.velocities);
        for ((body, (position, velocity)), mass) in bodies.iter_mut().zip(states).zip(self.masses) {
            body.position = SVector::from(*position);
            body.velocity = SVector::from(*velocity);
            body.mass = *mass;
        }
    }

    /// Takes the states of the bodies that the points were made.
    fn take_back(&mut self, bodies: &[Body<T, D>]) {
        let states = self.positions.iter_mut().zip(&mut *self.velocities);
        for (body, (position, velocity)) in bodies.iter().zip(states) {
            *position = body.position.into();
            *velocity = body.velocity.into();
        }
    }

    /// Puts those that nothing kicks where they were.
    fn restore(&mut self, positions: &[[T; D]], velocities: &[[T; D]]) {
        let parts = parts(self.runs, self.first, positions.len());
        for (_, part) in parts.filter(|(run, _)| run.role.is_free()) {
            self.positions[part.clone()].copy_from_slice(&positions[part.clone()]);
            self.velocities[part.clone()].copy_from_slice(&velocities[part]);
        }
    }
}

/// Of `count` neighbours from `first` on, which runs begin with, those of each run: their places among these neighbours.
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

/// Numbers that are looked at together.
const LANES: usize = 32;

/// Whether all numbers are finite.
#[multiversion(targets("x86_64+avx512f+avx512vl", "x86_64+avx2"))]
fn are_finite<T: RealField + Copy>(numbers: &[T]) -> bool {
    // zero times what is not finite is not a number
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
    // in halves: one after the other they would wait for each other
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
