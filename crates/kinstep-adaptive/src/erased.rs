//! Equations behind a pointer, so that the solver is compiled once for all of them.

use super::collocation::Collocation;
use super::equations::Largest;
use super::pair::Pair;
use super::{ANY, Attempt, Columns, Equations, Part, Workspace};
use crate::flow::LinearLaw;
use alloc::vec::Vec;

/// The equations as the solver sees them. The solver calls them only through this trait, so it is
/// compiled with this crate, once for each D, and not again for each type of equations.
///
/// Only the loops over the stages of one body are compiled again for each type: with one body a call
/// through a pointer would cost much, compared with an evaluation.
pub(super) trait AnyEquations<const D: usize> {
    fn is_one_body(&self) -> bool;

    fn next_jump(&mut self, from: f64, to: f64) -> Option<[f64; 2]>;

    /// Evaluates the equations of any number of coordinates.
    fn evaluate(
        &mut self,
        part: Part,
        time: f64,
        at: [&[f64]; 3],
        accelerations: &mut [f64],
        slopes: &mut [f64],
    );

    /// Evaluates the equations at a state.
    fn evaluate_at(&mut self, part: Part, time: f64, at: &Columns, forces: [&mut Vec<f64>; 2]);

    /// Tries a step of one body by the pair.
    fn try_pair(
        &mut self,
        pair: &mut Pair,
        step: &Attempt<'_>,
        known: [&[f64]; 2],
        work: &mut Workspace<D>,
        evaluations: &mut u64,
    ) -> Largest;

    /// Tries a step of one body by collocation.
    fn try_collocation(
        &mut self,
        collocation: &mut Collocation<D>,
        step: &Attempt<'_>,
        laws: &[LinearLaw<f64, D>],
        work: &mut Workspace<D>,
        evaluations: &mut u64,
    ) -> (Largest, f64);
}

impl<E: Equations, const D: usize> AnyEquations<D> for E {
    fn is_one_body(&self) -> bool {
        E::MAY_BE_ONE_BODY && Equations::is_one_body(self)
    }

    fn next_jump(&mut self, from: f64, to: f64) -> Option<[f64; 2]> {
        Equations::next_jump(self, from, to)
    }

    fn evaluate(
        &mut self,
        part: Part,
        time: f64,
        at: [&[f64]; 3],
        accelerations: &mut [f64],
        slopes: &mut [f64],
    ) {
        Equations::evaluate::<ANY>(self, part, time, at, accelerations, slopes);
    }

    fn evaluate_at(
        &mut self,
        part: Part,
        time: f64,
        at: &Columns,
        [accelerations, slopes]: [&mut Vec<f64>; 2],
    ) {
        let at = [&at.x[..], &at.v, &at.z];
        if E::MAY_BE_ONE_BODY && Equations::is_one_body(self) {
            Equations::evaluate::<D>(self, part, time, at, accelerations, slopes);
        } else {
            Equations::evaluate::<ANY>(self, part, time, at, accelerations, slopes);
        }
    }

    fn try_pair(
        &mut self,
        pair: &mut Pair,
        step: &Attempt<'_>,
        known: [&[f64]; 2],
        work: &mut Workspace<D>,
        evaluations: &mut u64,
    ) -> Largest {
        // the compiler leaves out the code for one body if there is never one body
        if E::MAY_BE_ONE_BODY {
            pair.attempt::<D, D>(self, step, known, &[], work, evaluations)
        } else {
            Largest::infinite(0)
        }
    }

    fn try_collocation(
        &mut self,
        collocation: &mut Collocation<D>,
        step: &Attempt<'_>,
        laws: &[LinearLaw<f64, D>],
        work: &mut Workspace<D>,
        evaluations: &mut u64,
    ) -> (Largest, f64) {
        if E::MAY_BE_ONE_BODY {
            collocation.attempt::<D>(self, step, laws, work, evaluations)
        } else {
            (Largest::infinite(0), 0.5)
        }
    }
}

/// The equations of any number of coordinates behind a pointer, for the loops over stages.
pub(super) struct Erased<'a, const D: usize>(pub(super) &'a mut dyn AnyEquations<D>);

impl<const D: usize> Equations for Erased<'_, D> {
    #[inline]
    fn evaluate<const N: usize>(
        &mut self,
        part: Part,
        time: f64,
        at: [&[f64]; 3],
        accelerations: &mut [f64],
        slopes: &mut [f64],
    ) {
        self.0.evaluate(part, time, at, accelerations, slopes);
    }
}
