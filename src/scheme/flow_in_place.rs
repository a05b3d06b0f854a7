//! Bodies that follow their flows, without a second copy of them, where nothing can go wrong.

use super::System;
use super::body_laws::BodyLaws;
use super::interned_laws::SubstepKind;
use crate::body::{Body, PointStates};
use crate::flow::Flow;
use crate::space::{Real, components, larger, narrow};

/// So few states are moved one by one: more are worth the preparations.
const FEW: usize = 8;

impl<T: Real<D>, const D: usize> BodyLaws<T, D> {
    /// Moves all bodies along their flows over the step, none of them being kicked, unless one of them
    /// might overflow. Returns whether they have moved.
    #[must_use]
    pub(super) fn flow_in_place(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &mut [Body<T, D>],
    ) -> bool {
        let measure = || {
            bodies
                .iter()
                .map(Body::largest_component)
                .fold(T::zero(), larger)
        };
        if !self.is_safe(system, measure) {
            return false;
        }
        let Self { table, runs, .. } = self;
        let mut start = 0;
        for run in runs {
            let flow = table.flow(run.law(), SubstepKind::Whole, system.h);
            flow_all(flow, &mut bodies[start..run.end()], system.time);
            start = run.end();
        }
        true
    }

    /// The same in columns, with the same bits.
    #[must_use]
    pub(super) fn flow_columns(
        &mut self,
        system: &System<'_, T, D>,
        columns: &mut PointStates<T, D>,
    ) -> bool {
        let (positions, velocities) = (&mut columns.positions, &mut columns.velocities);
        let measure = || larger(reach(positions), reach(velocities));
        if !self.is_safe(system, measure) {
            return false;
        }
        let Self { table, runs, .. } = self;
        let mut start = 0;
        for run in runs {
            let range = start..run.end();
            let flow = table.flow(run.law(), SubstepKind::Whole, system.h);
            let states = (&mut positions[range.clone()], &mut velocities[range]);
            flow_states(flow, states, system.time);
            start = run.end();
        }
        true
    }

    /// Whether no body can come to overflow in this step, so that none need be looked at. If so, notes
    /// how far they can reach by its end.
    ///
    /// The bound grows from step to step, and is taken from the bodies again when it is useless.
    fn is_safe(&mut self, system: &System<'_, T, D>, measure: impl Fn() -> T) -> bool {
        let known = self.reach;
        self.reach = (known.and_then(|reach| self.reach_after(system, reach)))
            .or_else(|| self.reach_after(system, measure()));
        self.reach.is_some()
    }

    /// A bound on all components after the step, from one before; none if a body might overflow.
    fn reach_after(&mut self, system: &System<'_, T, D>, before: T) -> Option<T> {
        let Self { table, runs, .. } = self;
        let reach = runs.iter().try_fold(before, |reach, run| {
            let flow = table.flow(run.law(), SubstepKind::Whole, system.h);
            let after = flow.reach(before, &flow.shift_at(system.time))?;
            Some(larger(reach, after))
        })?;
        // a sum of a few numbers up to this one stays finite
        (reach * narrow(16.0)).is_finite().then_some(reach)
    }
}

/// Moves bodies along a flow.
pub(super) fn flow_all<T: Real<D>, const D: usize>(
    flow: &Flow<T, D>,
    bodies: &mut [Body<T, D>],
    time: T,
) {
    let states = (bodies.iter_mut()).map(|body| {
        (
            components(&mut body.position),
            components(&mut body.velocity),
        )
    });
    flow.advance_each(states, &flow.shift_at(time));
}

/// Moves states, positions and velocities, along a flow.
pub(super) fn flow_states<T: Real<D>, const D: usize>(
    flow: &Flow<T, D>,
    (positions, velocities): (&mut [[T; D]], &mut [[T; D]]),
    time: T,
) {
    if positions.len() > FEW {
        let (positions, velocities) = (positions.as_flattened_mut(), velocities.as_flattened_mut());
        return flow.advance_flat(positions, velocities, time);
    }
    let states = positions.iter_mut().zip(velocities);
    flow.advance_each(states, &flow.shift_at(time));
}

/// The largest component, without its sign.
fn reach<T: Real<D>, const D: usize>(vectors: &[[T; D]]) -> T {
    (vectors.as_flattened().iter()).fold(T::zero(), |reach, number| larger(reach, number.abs()))
}
