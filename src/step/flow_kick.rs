//! The schemes of flows and kicks.

use super::block::step_blocks;
use super::splitting::{FLOW_KICK, Splitting};
use super::tied::step_tied;
use super::{AppliedForce, Ground, NonFiniteBody, StepFailure, Stepper, System};
use crate::body::{Body, BodyStore, StateBuffers};
use crate::space::Real;

/// The step to be made, and how to split it.
pub(super) struct StepTask<'a, T: Real<D>, const D: usize> {
    pub(super) splitting: &'static Splitting,
    pub(super) system: &'a System<'a, T, D>,
    /// Whether islands that do not move exactly are skipped.
    pub(super) only_exact: bool,
}

impl<T: Real<D>, const D: usize> Stepper<T, D> {
    /// Moves `bodies` by one step. On failure the bodies are unchanged.
    pub(super) fn flow_kick(
        &mut self,
        splitting: &'static Splitting,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
        ground: Option<&mut dyn Ground<T, D>>,
    ) -> Result<(), StepFailure> {
        self.sort_applied_forces(system);
        let only_flows =
            self.applied_forces.is_empty() && self.plan.solids.is_empty() && self.plan.only_flows();
        if !(only_flows && self.plan.flow_in_place(system, bodies.columns())) {
            let task = StepTask {
                splitting,
                system,
                only_exact: false,
            };
            self.step_into_buffers(&task, bodies, ground)?;
        }
        bodies.columns_moved();
        Ok(())
    }

    /// Computes the states after the step of the system for the bodies marked in `exact`, and
    /// stores them in `next`. The islands of these bodies must move exactly, and the plan must be
    /// up to date. `bodies` stay unchanged.
    pub(crate) fn exact_states(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
        exact: &[bool],
        next: &mut [Body<T, D>],
    ) -> Result<(), StepFailure> {
        self.sort_applied_forces(system);
        let task = StepTask {
            splitting: &FLOW_KICK,
            system,
            only_exact: true,
        };
        let (columns, slice) = bodies.columns_and_slice();
        let mut after = core::mem::take(&mut self.next);
        after.clone_from(slice);
        let mut states = columns.buffers(slice);
        // the caller checks whether the states are finite
        let moved = self.move_blocks(&task, &mut states, (slice, &mut after), None);
        if moved.is_ok() {
            for index in (0..next.len()).filter(|&index| exact[index]) {
                let [position, velocity] =
                    [states.next_positions[index], states.next_velocities[index]];
                next[index] = after[index].at(position).moving(velocity);
            }
        }
        self.next = after;
        moved.map(|_| ())
    }

    /// Moves the columns, and the rotations in the slice, by means of buffers.
    // not inlined, so that `flow_kick` stays short for bodies that only flow
    #[inline(never)]
    fn step_into_buffers(
        &mut self,
        task: &StepTask<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
        ground: Option<&mut dyn Ground<T, D>>,
    ) -> Result<(), StepFailure> {
        // only the slice contains rotations
        let have_rotations = !(self.plan.solids.is_empty() && bodies.are_upright_points());
        let (columns, slice) = bodies.columns_and_slice();
        let mut next = core::mem::take(&mut self.next);
        next.clear();
        if have_rotations {
            next.extend_from_slice(slice);
        }
        let filled = self.fill_buffers(
            task,
            &mut columns.buffers(slice),
            (slice, &mut next),
            ground,
        );
        if filled.is_ok() {
            columns.advance();
            if have_rotations {
                core::mem::swap(slice, &mut next);
            }
        }
        self.next = next;
        filled?;
        self.plan.component_bound = None;
        Ok(())
    }

    /// Fills the buffers as [`fill_buffers`](Self::fill_buffers) does. Returns whether all states
    /// are finite; it may return false although they are.
    #[inline(never)]
    fn move_blocks(
        &mut self,
        task: &StepTask<'_, T, D>,
        states: &mut StateBuffers<'_, T, D>,
        (before, after): (&[Body<T, D>], &mut [Body<T, D>]),
        ground: Option<&mut dyn Ground<T, D>>,
    ) -> Result<bool, StepFailure> {
        let Self {
            plan,
            scratch,
            tied,
            applied_forces,
            ..
        } = self;
        let mut all_finite = step_blocks(task, plan, scratch, applied_forces, states, after);
        if !plan.blocks.is_empty() {
            let scratch = (scratch, tied);
            let rotations = (before, &mut *after);
            all_finite &= step_tied(
                task,
                plan,
                scratch,
                applied_forces,
                states,
                rotations,
                ground,
            )?;
        }
        Ok(all_finite)
    }

    /// Fills the buffers with the states after the step, and `after` with the rotations. At the
    /// start `after` is a copy of the bodies, or empty if no body has a rotation.
    fn fill_buffers(
        &mut self,
        task: &StepTask<'_, T, D>,
        states: &mut StateBuffers<'_, T, D>,
        (before, after): (&[Body<T, D>], &mut [Body<T, D>]),
        ground: Option<&mut dyn Ground<T, D>>,
    ) -> Result<(), StepFailure> {
        if self.move_blocks(task, states, (before, &mut *after), ground)? {
            return Ok(());
        }
        // the quick check also fails if a sum of finite numbers overflows, so each state is checked
        let is_state_finite = |index: usize| {
            let vectors = [
                &states.next_positions[index],
                &states.next_velocities[index],
            ];
            (vectors.into_iter().flatten()).all(|number| number.is_finite())
        };
        let is_rotation_finite = |index: usize| after.get(index).is_none_or(is_rotation_finite);
        let mut failed = (0..states.positions.len())
            .filter(|&index| !(is_state_finite(index) && is_rotation_finite(index)));
        // an infinite force also makes a fixed body non-finite: report a moving body if there is
        // one
        let moving = failed
            .clone()
            .find(|&index| states.masses[index].is_finite());
        (moving.or_else(|| failed.next())).map_or(Ok(()), |index| Err(NonFiniteBody(index).into()))
    }
}

/// Returns the applied forces on `count` consecutive bodies from index `first` on. `applied_forces`
/// must be sorted by body.
pub(super) fn on_neighbours<T: Real<D>, const D: usize>(
    applied_forces: &[AppliedForce<T, D>],
    first: usize,
    count: usize,
) -> impl Iterator<Item = &AppliedForce<T, D>> {
    let start = applied_forces.partition_point(|applied| applied.body < first);
    (applied_forces[start..].iter()).take_while(move |applied| applied.body < first + count)
}

/// Whether the orientation and the angular momentum of a body that rotates are finite.
pub(crate) fn is_rotation_finite<T: Real<D>, const D: usize>(body: &Body<T, D>) -> bool {
    body.is_point() || body.has_finite_rotation()
}
