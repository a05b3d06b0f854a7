//! Stages of flow, kick and flow that make one step.

use super::interned_laws::SubstepKind;
use super::kick::KickRule;
use crate::space::{Real, narrow};

/// A symmetric sequence of flow-kick-flow stages that make one step.
pub(super) struct Composition {
    /// Length of each stage as a share of the step, and the span of its half.
    shares: &'static [(f64, SubstepKind)],
    pub(super) rule: KickRule,
}

/// The stage itself: order 2.
pub(super) const STRANG: Composition = Composition {
    shares: &[(1.0, SubstepKind::Half)],
    rule: KickRule::Midpoint,
};

/// `1 / (4 - 4^(1/3))`, with which five stages cancel the error of third order.
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
    rule: KickRule::RungeKutta4,
};

/// A stage of one step.
#[derive(Clone, Copy)]
pub(super) struct Stage<T> {
    /// Time at which its first half begins.
    pub(super) start: T,
    /// Time of its kick, at which its second half begins.
    pub(super) middle: T,
    /// Length of each half.
    pub(super) half: T,
    /// Length of its kick.
    pub(super) length: T,
    pub(super) span: SubstepKind,
}

impl Composition {
    /// The stages of a step of `h` that starts at `time`.
    pub(super) fn stages<T: Real<D>, const D: usize>(
        &self,
        time: T,
        h: T,
    ) -> impl Iterator<Item = Stage<T>> {
        (self.shares.iter()).scan(time, move |start, &(share, span)| {
            let length = h * narrow(share);
            let half = length * narrow(0.5);
            let stage = Stage {
                start: *start,
                middle: *start + half,
                half,
                length,
                span,
            };
            *start += length;
            Some(stage)
        })
    }
}
