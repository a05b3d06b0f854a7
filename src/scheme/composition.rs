//! Stages of flow, kick and flow that make one step.

use nalgebra::RealField;

use super::System;
use super::classical::{MIDPOINT, RUNGE_KUTTA_4, RungeKutta};
use super::kick::KickStep;
use crate::numbers::from_f64;
use crate::space::Real;

/// Which of the few substep lengths of a scheme; each has one length at a time, for which flows are
/// cached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SubstepKind {
    /// The whole step of a body that is not kicked.
    Whole,
    /// Half a stage.
    Half,
    /// Half of the backward stage of a composition.
    BackwardHalf,
}

/// A part of a step in which bodies follow their flows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Substep<T> {
    pub(super) kind: SubstepKind,
    /// Time at which it starts \[s\].
    pub(super) start: T,
    /// Length \[s\].
    pub(super) dt: T,
}

/// The whole step as a substep.
pub(super) fn whole_step<T: Real<D>, const D: usize>(system: &System<'_, T, D>) -> Substep<T> {
    Substep {
        kind: SubstepKind::Whole,
        start: system.time,
        dt: system.h,
    }
}

/// A symmetric sequence of flow-kick-flow stages that make one step.
pub(super) struct Composition {
    /// Length of each stage as a share of the step, and the kind of its halves.
    shares: &'static [(f64, SubstepKind)],
    rule: &'static RungeKutta,
}

/// Strang splitting: a single stage, order 2.
pub(super) const STRANG: Composition = Composition {
    shares: &[(1.0, SubstepKind::Half)],
    rule: MIDPOINT,
};

/// `s = 1 / (4 - 4^(1/3))`, which solves `4 s³ + (1 - 4 s)³ = 0`: the third-order errors of the five
/// stages cancel.
const SUZUKI_SHARE: f64 = 0.414_490_771_794_375_7;

/// Suzuki's composition: order 4, with one stage backward.
pub(super) const SUZUKI: Composition = Composition {
    shares: &[
        (SUZUKI_SHARE, SubstepKind::Half),
        (SUZUKI_SHARE, SubstepKind::Half),
        (1.0 - 4.0 * SUZUKI_SHARE, SubstepKind::BackwardHalf),
        (SUZUKI_SHARE, SubstepKind::Half),
        (SUZUKI_SHARE, SubstepKind::Half),
    ],
    rule: RUNGE_KUTTA_4,
};

/// One stage of a step: half a flow, a kick, half a flow.
#[derive(Clone, Copy)]
pub(super) struct Stage<T> {
    pub(super) first_half: Substep<T>,
    pub(super) kick: KickStep<T>,
    pub(super) second_half: Substep<T>,
}

impl<T: RealField + Copy> Stage<T> {
    /// The whole stage as one substep.
    pub(super) fn whole(&self) -> Substep<T> {
        Substep {
            dt: self.kick.length,
            ..self.first_half
        }
    }
}

impl Composition {
    /// The stages of a step.
    pub(super) fn stages<T: Real<D>, const D: usize>(
        &self,
        system: &System<'_, T, D>,
    ) -> impl Iterator<Item = Stage<T>> {
        let System { time, h, .. } = *system;
        (self.shares.iter()).scan(time, move |start, &(share, kind)| {
            let (length, rule) = (h * from_f64(share), self.rule);
            let dt = length * from_f64(0.5);
            let middle = *start + dt;
            let half = |start| Substep { kind, start, dt };
            let stage = Stage {
                first_half: half(*start),
                kick: KickStep {
                    middle,
                    length,
                    rule,
                },
                second_half: half(middle),
            };
            *start += length;
            Some(stage)
        })
    }
}
