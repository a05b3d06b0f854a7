//! Sequences of flows and kicks that make one step.

use super::kick::KickStep;
use super::system::{MIDPOINT, RUNGE_KUTTA_4, RungeKutta};
use super::{Scheme, System};
use crate::numbers::from_f64;
use crate::space::Real;

/// Maximum number of flow lengths of a scheme: that of the whole step, and those of [`WEAK_KICK`].
/// Flows are cached for each length.
pub(crate) const LENGTHS: usize = 6;

/// The index of the whole step among the lengths of a scheme.
pub(crate) const WHOLE: usize = 0;

/// A part of a step in which bodies follow their flows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Substep<T> {
    /// Index of the length among the lengths of the scheme, below [`LENGTHS`].
    pub(crate) length: usize,
    /// Start time of the substep \[s\].
    pub(crate) start: T,
    /// Length of the substep \[s\].
    pub(crate) dt: T,
}

/// Returns the whole step as a substep.
pub(super) fn whole_step<T: Real<D>, const D: usize>(system: &System<'_, T, D>) -> Substep<T> {
    Substep {
        length: WHOLE,
        start: system.time,
        dt: system.h,
    }
}

/// A symmetric sequence of flows and kicks.
pub(super) struct Splitting {
    /// The distinct lengths of flows, as fractions of the step. The first entry stands for no flow.
    flows: &'static [f64],
    /// The parts of a step, in order: the index of a flow, and the fraction of the step for which
    /// the following kick acts; 0 stands for no kick.
    parts: &'static [(usize, f64)],
    /// Fraction of the step over which kicks average the positions of fast modes: the longest time
    /// between two kicks.
    filter: f64,
    rule: &'static KickRule,
    /// Composition of second-order steps that replaces this splitting for rods, because the flow of
    /// rods is symmetric and of second order. `None` if nothing replaces the splitting: for
    /// [`FLOW_KICK`], and for the composition itself.
    composed: Option<&'static Self>,
}

/// How kicks are integrated.
#[derive(Debug)]
pub(super) struct KickRule {
    /// Method that integrates `v' = a(v)` at fixed position if a kick depends on velocity.
    pub(super) runge_kutta: &'static RungeKutta,
    /// Whether forces with a known exact motion kick by this motion, to second order. If not, such
    /// forces kick by their acceleration.
    pub(super) uses_motions: bool,
}

pub(super) struct Part<T> {
    pub(super) flow: Option<Substep<T>>,
    pub(super) kick: Option<KickStep<T>>,
}

impl Splitting {
    /// Returns the splitting of a scheme; `None` if the scheme has no flows and kicks.
    pub(super) fn of(scheme: Scheme) -> Option<&'static Self> {
        match scheme {
            Scheme::FlowKick => Some(&FLOW_KICK),
            Scheme::FlowKick4 => Some(&FLOW_KICK_4),
            Scheme::WeakKick => Some(&WEAK_KICK),
            _ => None,
        }
    }

    /// Returns the splitting for rods, and for bodies in a block with a kicked rod.
    pub(super) fn beside_rods(&'static self) -> &'static Self {
        self.composed.unwrap_or(self)
    }

    /// Returns all parts of a step.
    pub(super) fn parts<T: Real<D>, const D: usize>(
        &self,
        system: &System<'_, T, D>,
    ) -> impl Iterator<Item = Part<T>> {
        let System { time, h, .. } = *system;
        self.parts.iter().scan(time, move |time, &(length, kick)| {
            let dt = h * from_f64(self.flows[length]);
            let start = *time;
            let flow = (length != WHOLE).then_some(Substep { length, start, dt });
            *time = start + dt;
            let kick = (kick != 0.0).then(|| KickStep {
                time: *time,
                length: h * from_f64(kick),
                filter: h * from_f64(self.filter),
                rule: self.rule,
            });
            Some(Part { flow, kick })
        })
    }

    /// Returns the second-order steps of a composition. Each step is as long as its kick.
    pub(super) fn stages<T: Real<D>, const D: usize>(
        &self,
        system: &System<'_, T, D>,
    ) -> impl Iterator<Item = Substep<T>> {
        let System { time, h, .. } = *system;
        let kicks = self.parts.iter().map(|&(_, kick)| kick);
        (kicks.filter(|&kick| kick != 0.0)).scan(time, move |time, kick| {
            let (length, dt) = (WHOLE, h * from_f64(kick));
            let start = core::mem::replace(time, *time + dt);
            Some(Substep { length, start, dt })
        })
    }
}

const ORDER_4: KickRule = KickRule {
    runge_kutta: &RUNGE_KUTTA_4,
    uses_motions: false,
};

/// Order 2: Strang splitting.
pub(super) static FLOW_KICK: Splitting = Splitting {
    flows: &[0.0, 0.5],
    parts: &[(1, 1.0), (1, 0.0)],
    filter: 1.0,
    rule: &KickRule {
        runge_kutta: &MIDPOINT,
        uses_motions: true,
    },
    composed: None,
};

/// The splitting `b₁ a₁ b₂ a₂ b₃ a₃ b₄ a₃ …` with flows a and kicks b (Blanes and Moan 2002,
/// `SRKN₆ᵇ`). It has order 4, even if kicks depend on velocity. The last of the seven kicks acts at
/// the time of the first kick of the next step.
const FLOW_KICK_4: Splitting = {
    const B: [f64; 4] = [
        0.082_984_406_417_405_02,
        0.396_309_801_498_368_1,
        -0.039_056_304_922_348_434,
        0.119_524_194_013_150_68,
    ];
    Splitting {
        flows: &[
            0.0,
            0.245_298_957_184_271_17,
            0.604_872_665_711_08,
            -0.350_171_622_895_351_14,
        ],
        parts: &[
            (0, B[0]),
            (1, B[1]),
            (2, B[2]),
            (3, B[3]),
            (3, B[2]),
            (2, B[1]),
            (1, B[0]),
        ],
        filter: 0.604_872_665_711_08,
        rule: &ORDER_4,
        composed: Some(&SUZUKI),
    }
};

/// The splitting `a₁ b₁ a₂ … b₄ a₅ b₄ … a₁` with flows a and kicks b (Blanes, Casas, Farrés,
/// Laskar, Makazaga and Murua 2013, `ABA(10,6,4)`). It has order 4 for any kicks. For kicks of size
/// ε relative to the flow the error is of order `ε h¹⁰ + ε² h⁶ + ε³ h⁴`.
const WEAK_KICK: Splitting = {
    const B: [f64; 4] = [
        0.095_858_880_837_075_21,
        0.204_446_153_142_998_78,
        0.217_070_347_978_991_1,
        -0.017_375_381_959_065_093,
    ];
    Splitting {
        flows: &[
            0.0,
            0.038_094_497_422_412_195,
            0.145_298_716_116_913_75,
            0.207_627_695_725_541_25,
            0.435_909_703_651_526_16,
            -0.653_861_225_832_786_7,
        ],
        parts: &[
            (1, B[0]),
            (2, B[1]),
            (3, B[2]),
            (4, B[3]),
            (5, B[3]),
            (4, B[2]),
            (3, B[1]),
            (2, B[0]),
            (1, 0.0),
        ],
        filter: 0.653_861_225_832_786_7,
        rule: &ORDER_4,
        composed: Some(&SUZUKI),
    }
};

/// A composition of five symmetric steps of second order (Suzuki 1990). It has order 4, because
/// `s = 1 / (4 - 4^(1/3))` solves `4 s³ + (1 - 4 s)³ = 0`.
const SUZUKI: Splitting = {
    const G: [f64; 2] = [0.414_490_771_794_375_7, -0.657_963_087_177_502_8];
    Splitting {
        flows: &[0.0, 0.5 * G[0], 0.5 * G[1]],
        parts: &[
            (1, G[0]),
            (1, 0.0),
            (1, G[0]),
            (1, 0.0),
            (2, G[1]),
            (2, 0.0),
            (1, G[0]),
            (1, 0.0),
            (1, G[0]),
            (1, 0.0),
        ],
        filter: 0.657_963_087_177_502_8,
        rule: &ORDER_4,
        composed: None,
    }
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths of the flows of a splitting add up to the whole step, and so do those of its
    /// kicks. Each sequence is symmetric, and every length has a cache.
    #[test]
    fn splittings_are_consistent_and_symmetric() {
        for splitting in [&FLOW_KICK, &FLOW_KICK_4, &WEAK_KICK, &SUZUKI] {
            let Splitting { flows, parts, .. } = splitting;
            assert!(flows.len() <= LENGTHS && flows[WHOLE] == 0.0);
            let flow: f64 = parts.iter().map(|&(length, _)| flows[length]).sum();
            let kick: f64 = parts.iter().map(|&(_, kick)| kick).sum();
            assert!((flow - 1.0).abs() < 4.0 * f64::EPSILON, "{flow}");
            assert!((kick - 1.0).abs() < 4.0 * f64::EPSILON, "{kick}");
            let sequence = parts
                .iter()
                .flat_map(|&(length, kick)| [flows[length], kick]);
            let shares: alloc::vec::Vec<f64> = sequence.filter(|&share| share != 0.0).collect();
            assert!(shares.iter().eq(shares.iter().rev()));
        }
    }

    /// To first order in the kicks, a step of `WEAK_KICK` integrates over the flow exactly for
    /// polynomials of degree 9: `Σ b cᵏ = 1/(k+1)`; but not of degree 10.
    #[test]
    fn weak_kicks_are_a_quadrature_of_degree_9() {
        let Splitting { flows, parts, .. } = WEAK_KICK;
        for (power, is_exact) in (0..10).map(|power| (power, true)).chain([(10, false)]) {
            let mut time = 0.0;
            let mut sum = 0.0;
            for &(length, kick) in parts {
                time += flows[length];
                sum += kick * f64::powi(time, power);
            }
            let misfit = (sum - 1.0 / f64::from(power + 1)).abs();
            let is_small = misfit < 2.0 * f64::EPSILON;
            assert_eq!(is_small, is_exact, "{power}: {misfit:e}");
        }
    }

    /// The third-order errors of the steps in a composition cancel: `Σ γ³ = 0`.
    #[test]
    fn errors_of_composed_steps_cancel() {
        let cubes = SUZUKI.parts.iter().map(|&(_, kick)| kick.powi(3));
        let sum: f64 = cubes.sum();
        assert!(sum.abs() < 4.0 * f64::EPSILON, "{sum}");
    }
}
