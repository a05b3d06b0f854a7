//! The schemes of flows and kicks for bodies that are not tied to others. A block of bodies with
//! consecutive indices, stored as struct of arrays, goes through the whole step before the next
//! block. Forces read the states as bodies.

use core::ops::Range;

use alloc::vec::Vec;
use nalgebra::SVector;

use super::AppliedForce;
use super::flow_kick::{StepTask, on_neighbours};
use super::ground::flow_run;
use super::kick::{KickGroup, KickScratch};
use super::splitting::{Substep, whole_step};
use super::system::{Indices, States};
use crate::body::{Body, StateBuffers};
use crate::movers::Solids;
use crate::plan::{BLOCK, Laws, Plan, Rows, Target, Way, narrow};
use crate::space::Real;

/// Buffers for a block.
#[derive(Debug)]
pub(super) struct BlockScratch<T: Real<D>, const D: usize> {
    pub(super) kicks: KickScratch<T, D>,
    /// Bodies of a block of points, as forces read them.
    pub(super) points: Vec<Body<T, D>>,
    /// Number of forces that kick the velocity of each body.
    counts: Vec<u32>,
}

impl<T: Real<D>, const D: usize> BlockScratch<T, D> {
    pub(super) fn new() -> Self {
        Self {
            kicks: KickScratch::new(),
            points: Vec::new(),
            counts: Vec::new(),
        }
    }
}

/// Moves all bodies that are not tied to their next states, in blocks of consecutive bodies with
/// the same [`Way`]. `after` receives the next rotations; it is empty if all bodies are upright
/// points. Returns whether all states are finite.
#[must_use]
pub(super) fn step_blocks<T: Real<D>, const D: usize>(
    task: &StepTask<'_, T, D>,
    plan: &mut Plan<T, D>,
    scratch: &mut BlockScratch<T, D>,
    applied_forces: &[AppliedForce<T, D>],
    states: &mut StateBuffers<'_, T, D>,
    after: &mut [Body<T, D>],
) -> bool {
    if scratch.points.len() < BLOCK {
        scratch.points.resize(BLOCK, Body::point(T::one()));
    }
    let (mut first, mut all_finite) = (0, true);
    let count = plan.rows.list.len();
    while first < count {
        let limit = count.min(first + BLOCK);
        let run = plan.rows.run(first, limit);
        let (way, mut end) = (run.way, run.end);
        while end < limit && plan.rows.list[end].way == way {
            end = plan.rows.run(end, limit).end;
        }
        let pushed = |index| is_pushed(applied_forces, &plan.solids, index);
        if matches!(way, Way::Alone { .. }) {
            // a block has applied forces on all of its bodies or on none; with them bodies go
            // through flows and kicks, without them they may follow their exact motion
            let other = (first + 1..end).find(|&index| pushed(index) != pushed(first));
            end = other.unwrap_or(end);
        }
        let is_left_out = task.only_exact && matches!(way, Way::Kicked { .. });
        if way != Way::Tied && !is_left_out {
            let indices = first..end;
            let task = (task, way);
            all_finite &= step_block(task, plan, indices, scratch, applied_forces, states, after);
        }
        first = end;
    }
    all_finite
}

/// Moves the bodies at these indices, which all have the [`Way`] `way`, to their next states.
/// Returns whether all next states are finite.
#[must_use]
fn step_block<T: Real<D>, const D: usize>(
    (task, way): (&StepTask<'_, T, D>, Way),
    plan: &mut Plan<T, D>,
    indices: Range<usize>,
    scratch: &mut BlockScratch<T, D>,
    applied_forces: &[AppliedForce<T, D>],
    states: &mut StateBuffers<'_, T, D>,
    after: &mut [Body<T, D>],
) -> bool {
    let Plan {
        rows,
        laws,
        common,
        kicks,
        solids,
        ..
    } = plan;
    let first = indices.start;
    let positions = &states.positions[indices.clone()];
    let velocities = &states.velocities[indices.clone()];
    let bodies = match after {
        [] => &mut scratch.points[..positions.len()],
        _ => &mut after[indices.clone()],
    };
    let mut block = Block {
        rows,
        states: States {
            indices: Indices::From(first),
            positions: &mut states.next_positions[indices.clone()],
            velocities: &mut states.next_velocities[indices.clone()],
            masses: &states.masses[indices.clone()],
            bodies,
        },
        applied_forces,
    };
    block.states.positions.copy_from_slice(positions);
    block.states.velocities.copy_from_slice(velocities);
    let whole = whole_step(task.system);
    if way == Way::Free {
        block.flow(first, laws, solids, whole);
        return block.is_finite(first, solids);
    }
    let [start, end] = [indices.start, indices.end]
        .map(|index| kicks.partition_point(|kick| kick.target < Target::One(index)));
    let own = &kicks[start..end];
    // the counts are needed only if a kick is exact
    scratch.counts.clear();
    if common.iter().chain(own).any(|kick| kick.is_exact) {
        let of_common = common.iter().filter(|kick| kick.changes_velocity).count();
        (scratch.counts).resize(indices.len(), narrow(of_common));
        for kick in own {
            for index in kick.target.bodies(0) {
                scratch.counts[index - first] += u32::from(kick.changes_velocity);
            }
        }
    }
    let group = KickGroup {
        attachments: task.system.attachments(),
        common,
        own,
        counts: &scratch.counts,
        first,
        pushes: &[],
        turn: !solids.is_empty(),
    };
    let kick_scratch = &mut scratch.kicks;
    if matches!(way, Way::Alone { .. }) && !is_pushed(applied_forces, solids, first) {
        solids.rotate(Indices::From(first), block.states.bodies, whole);
        for local in 0..positions.len() {
            let mut body = block.states.bodies[local];
            body.mass = block.states.masses[local];
            body.position = SVector::from(positions[local]);
            body.velocity = SVector::from(velocities[local]);
            if let Some(motion) = group.single_motion(kick_scratch, local, &body, whole) {
                let end = body.position + motion.displacement;
                block.states.set(local, end, motion.velocity);
            }
        }
        return block.is_finite(first, solids);
    }
    for part in task.splitting.parts(task.system) {
        if let Some(substep) = part.flow {
            block.flow(first, laws, solids, substep);
        }
        if let Some(kick) = part.kick {
            group.kick(kick_scratch, &mut block.states, kick);
        }
    }
    block.is_finite(first, solids)
}

/// A block of bodies with consecutive indices, and its states during a step.
struct Block<'a, T: Real<D>, const D: usize> {
    rows: &'a Rows,
    states: States<'a, T, D>,
    applied_forces: &'a [AppliedForce<T, D>],
}

impl<T: Real<D>, const D: usize> Block<'_, T, D> {
    /// Moves the bodies along their flows over a substep, with the effects of applied forces and
    /// thrusts, and rotates them. `first` is the index of the first body.
    fn flow(
        &mut self,
        first: usize,
        laws: &mut Laws<T, D>,
        solids: &mut Solids<T, D>,
        substep: Substep<T>,
    ) {
        let count = self.states.positions.len();
        let rows = &self.rows.list[first..first + count];
        let mut start = 0;
        while start < count {
            let run = self.rows.run(first + start, first + count);
            let end = run.end - first;
            let law = |local: usize| rows[start + local].law;
            let states = (
                &mut self.states.positions[start..end],
                &mut self.states.velocities[start..end],
            );
            flow_run(laws, run, law, states, substep);
            start = end;
        }
        for applied in on_neighbours(self.applied_forces, first, count) {
            let local = applied.body - first;
            let law = rows[local].law;
            add_applied_force(laws, law, applied, (&mut self.states, local), substep);
        }
        let law = |index: usize| laws.law(rows[index - first].law);
        solids.add_thrusts(&mut self.states, law, substep);
        solids.rotate(Indices::From(first), self.states.bodies, substep);
    }

    fn is_finite(&self, first: usize, solids: &Solids<T, D>) -> bool {
        self.states.are_finite() & solids.are_finite(Indices::From(first), self.states.bodies)
    }
}

/// Whether an applied force or a thrust acts on the body at `index`.
pub(super) fn is_pushed<T: Real<D>, const D: usize>(
    applied_forces: &[AppliedForce<T, D>],
    solids: &Solids<T, D>,
    index: usize,
) -> bool {
    let mut applied = on_neighbours(applied_forces, index, 1);
    applied.next().is_some() || solids.has_thrust(index)
}

/// Adds the effect of an applied force over a flow to the body at `index`.
pub(super) fn add_applied_force<T: Real<D>, const D: usize>(
    laws: &mut Laws<T, D>,
    law: u32,
    applied: &AppliedForce<T, D>,
    (states, index): (&mut States<'_, T, D>, usize),
    substep: Substep<T>,
) {
    let flow = laws.flow(law, substep).flow;
    let acceleration = applied.force / states.masses[index];
    let mut position = SVector::from(states.positions[index]);
    let mut velocity = SVector::from(states.velocities[index]);
    flow.add_constant(&acceleration, &mut position, &mut velocity);
    states.positions[index] = position.into();
    states.velocities[index] = velocity.into();
}
