//! Moves bodies along their flows without a second copy of them, where no body can overflow.

use super::System;
use super::body_laws::BodyLaws;
use super::splitting::whole_step;
use crate::body::Columns;
use crate::flow::Flow;
use crate::numbers::{from_f64, larger, max_abs};
use crate::space::Real;

/// Up to this count states are moved one by one: the set-up of a batch would cost more than it saves.
const FEW: usize = 8;

impl<T: Real<D>, const D: usize> BodyLaws<T, D> {
    /// Moves all bodies along their flows over the whole step, unless one of them might overflow.
    /// Nothing may kick them, and none may rotate. Returns whether they were moved.
    #[must_use]
    pub(super) fn flow_in_place(
        &mut self,
        system: &System<'_, T, D>,
        columns: &mut Columns<T, D>,
    ) -> bool {
        let (positions, velocities) = (&mut columns.positions, &mut columns.velocities);
        let largest = |vectors: &[[T; D]]| max_abs(vectors.as_flattened());
        let measured = || Some(larger(largest(positions)?, largest(velocities)?));
        // the bound grows from step to step; when it rules nothing out, the states give a new one
        let known = self.component_bound;
        self.component_bound = (known.and_then(|before| self.bound_after(system, before)))
            .or_else(|| self.bound_after(system, measured()?));
        if self.component_bound.is_none() {
            return false;
        }
        let Self { interned, runs, .. } = self;
        let mut start = 0;
        while start < runs.len() {
            let run = runs.run(start, runs.len());
            let range = start..run.end;
            let flow = interned.flow(run.law(), whole_step(system));
            let velocities = &mut velocities[range.clone()];
            flow_points(flow, &mut positions[range], velocities, system.time);
            start = run.end;
        }
        true
    }

    /// A bound on all components after the step, from one before; none if a body might overflow.
    // a call would cost as much as the work where bodies are few
    #[inline(always)]
    fn bound_after(&mut self, system: &System<'_, T, D>, before: T) -> Option<T> {
        let Self { interned, runs, .. } = self;
        let (mut bound, mut start) = (before, 0);
        while start < runs.len() {
            let run = runs.run(start, runs.len());
            let (_, flow_bound) = interned.flow_and_bound(run.law(), whole_step(system));
            let after = flow_bound.after(before, system.time);
            // a flow sums fewer than 16 terms of this size: no partial sum overflows
            if !(after * from_f64(16.0)).is_finite() {
                return None;
            }
            bound = larger(bound, after);
            start = run.end;
        }
        Some(bound)
    }
}

/// Moves points along a flow that starts at `time`.
pub(super) fn flow_points<T: Real<D>, const D: usize>(
    flow: &Flow<T, D>,
    positions: &mut [[T; D]],
    velocities: &mut [[T; D]],
    time: T,
) {
    if positions.len() > FEW {
        let (positions, velocities) = (positions.as_flattened_mut(), velocities.as_flattened_mut());
        return flow.advance_flat(positions, velocities, time);
    }
    let states = positions.iter_mut().zip(velocities);
    flow.advance_each(states, &flow.shift_at(time));
}
