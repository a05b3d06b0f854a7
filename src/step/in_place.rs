//! Moves bodies along their flows in place, without a second copy, if no body can overflow.

use super::System;
use super::splitting::{Substep, whole_step};
use crate::body::Columns;
use crate::flow::Bound;
use crate::numbers::{from_f64, larger, max_abs};
use crate::plan::{Laws, Plan, Run};
use crate::space::Real;

/// Up to this count states are moved one by one, because the set-up of a batch would cost more than it saves.
const FEW: usize = 8;

impl<T: Real<D>, const D: usize> Plan<T, D> {
    /// Moves all bodies along their flows over the whole step, unless one of them might overflow.
    /// No force may kick the bodies, and none may rotate. Returns whether they were moved.
    #[must_use]
    pub(super) fn flow_in_place(
        &mut self,
        system: &System<'_, T, D>,
        columns: &mut Columns<T, D>,
    ) -> bool {
        let (positions, velocities) = (&mut columns.positions, &mut columns.velocities);
        let largest = |vectors: &[[T; D]]| max_abs(vectors.as_flattened());
        let measured = || Some(larger(largest(positions)?, largest(velocities)?));
        let (time, h, laws) = (system.time, system.h, &mut self.laws);
        // none if a body might overflow: a flow sums fewer than 16 terms of this size
        let grown = |bound: Bound<T>, before: T| {
            let after = bound.after(before, time);
            ((after * from_f64(16.0)).is_finite()).then(|| larger(before, after))
        };
        // the bound grows from step to step; when it no longer excludes overflow, states and flows give new bounds
        let known = self.component_bound.or_else(measured);
        self.component_bound = (known.and_then(|before| grown(laws.bound(h), before)))
            .or_else(|| grown(laws.find_bound(h), measured()?));
        if self.component_bound.is_none() {
            return false;
        }
        let Self { rows, laws, .. } = self;
        let mut start = 0;
        while start < rows.list.len() {
            let run = rows.run(start, rows.list.len());
            let range = start..run.end;
            let list = &rows.list[range.clone()];
            let states = (&mut positions[range.clone()], &mut velocities[range]);
            flow_run(
                laws,
                run,
                |index| list[index].law,
                states,
                whole_step(system),
            );
            start = run.end;
        }
        true
    }
}

/// Moves the points of a run along their flows over a substep. `law` returns the number of the law of each point.
#[inline]
pub(super) fn flow_run<T: Real<D>, const D: usize>(
    laws: &mut Laws<T, D>,
    run: Run,
    law: impl Fn(usize) -> u32,
    (positions, velocities): (&mut [[T; D]], &mut [[T; D]]),
    substep: Substep<T>,
) {
    let time = substep.start;
    let ramps = run.is_varied && laws.ramps(run.law);
    let flow = laws.flow(run.law, substep);
    if run.is_varied {
        let push = |index: usize| flow.push_of(law(index));
        (flow.flow).advance_varied(positions, velocities, time, ramps, push);
        return;
    }
    let shift = flow.shift(time);
    if positions.len() > FEW {
        let states = [positions.as_flattened_mut(), velocities.as_flattened_mut()];
        flow.flow.advance_flat_by(&shift, states);
    } else {
        (flow.flow).advance_each(positions.iter_mut().zip(velocities), &shift);
    }
}
