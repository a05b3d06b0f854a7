//! The tension of a bond during a step.

use super::{Bond, OwnLaws};
use crate::flow::{Flow, LinearLaw};
use alloc::vec::Vec;
use nalgebra::SVector;

/// The factors of a step in the residual `m p - (h²/2) F`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    /// Step h \[s\].
    pub(super) step: f64,
    /// `h²/2` \[s²\], the factor of forces.
    pub(super) of_forces: f64,
    /// `h/2` \[s\], the factor of coefficients of `1/h`.
    pub(super) of_rates: f64,
}

impl Span {
    pub(super) fn new(step: f64) -> Self {
        Self {
            step,
            of_forces: 0.5 * step * step,
            of_rates: 0.5 * step,
        }
    }
}

/// Lengths of a bond at the start and at the end of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lengths {
    /// Length at the start of the step \[m\].
    pub(super) before: f64,
    /// Length at the end of the step \[m\].
    pub(super) after: f64,
    /// `after - before` without cancellation \[m\].
    pub(super) change: f64,
}

/// Tension times `h²/2`, and the derivative of this product with respect to the final length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pull {
    /// `(h²/2) T` \[kg m\]
    pub(super) tension: f64,
    /// `(h²/2) ∂T/∂r₁` \[kg\]
    pub(super) slope: f64,
}

const SLACK: Pull = Pull {
    tension: 0.0,
    slope: 0.0,
};

impl<const D: usize> Bond<D> {
    /// Returns the mean tension during a step: the difference quotient of the energy, plus the
    /// force of the damper at the mean rate,
    ///
    /// ```text
    /// rod:     T = k ((r₀ + r₁)/2 - l) + b (r₁ - r₀)/h
    /// tether:  T = max(0, (k/2) (e₁² - e₀²)/(r₁ - r₀) + b (e₁ - e₀)/h)       e = max(0, r - l)
    /// ```
    #[inline]
    pub(super) fn pull(&self, span: &Span, lengths: &Lengths) -> Pull {
        let [before, after] = [lengths.before, lengths.after].map(|r| r - self.length);
        let stiffness = self.stiffness * span.of_forces;
        let damping = self.damping * span.of_rates;
        if !self.pulls_only || (before > 0.0 && after > 0.0) {
            let pull = Pull {
                tension: 0.5 * stiffness * (before + after) + damping * lengths.change,
                slope: 0.5 * stiffness + damping,
            };
            return if self.pulls_only { pulling(pull) } else { pull };
        }
        // taut only at one end of the step: with the fraction q = e / (e + slack) of the change of
        // length, T = (k/2) q e
        if after > 0.0 {
            let share = after / (after - before);
            pulling(Pull {
                tension: 0.5 * stiffness * share * after + damping * after,
                slope: 0.5 * stiffness * share * (2.0 - share) + damping,
            })
        } else if before > 0.0 {
            let share = before / (before - after);
            pulling(Pull {
                tension: 0.5 * stiffness * share * before - damping * before,
                slope: 0.5 * stiffness * share * share,
            })
        } else if before <= 0.0 && after <= 0.0 {
            SLACK
        } else {
            // one of the lengths is NaN
            Pull {
                tension: f64::NAN,
                slope: f64::NAN,
            }
        }
    }
}

/// Replaces a negative tension by zero, because a tether never pushes.
fn pulling(pull: Pull) -> Pull {
    if pull.tension < 0.0 { SLACK } else { pull }
}

// Laws that depend on velocity, at fixed positions: drag, wind and fields.

/// Number of step lengths whose flows are stored.
const SPANS: usize = 4;

/// Exact change of velocities under `v' = c + j t - γ v + G v` at fixed positions.
#[derive(Debug)]
pub(super) struct Slowing<const D: usize> {
    /// The distinct velocity-dependent laws of all bodies.
    laws: Vec<LinearLaw<f64, D>>,
    /// For each body the index of its law in `laws`; `None` if no law of the body depends on velocity.
    of_bodies: Vec<Option<usize>>,
    /// Flows of all laws for the step lengths that were used last.
    spans: [FlowSpan<D>; SPANS],
    /// Index of the entry of `spans` that is replaced next.
    next: usize,
}

/// Flows of all laws for one step length.
#[derive(Debug)]
struct FlowSpan<const D: usize> {
    /// Step length \[s\]; NaN before the first use.
    time: f64,
    flows: Vec<Flow<f64, D>>,
}

impl<const D: usize> Slowing<D> {
    pub(super) fn new(own: &[OwnLaws<D>]) -> Self {
        let mut laws = Vec::new();
        let of_bodies = own.iter().map(|own| {
            let law = velocity_law(own);
            if law == LinearLaw::free() {
                return None;
            }
            let known = laws.iter().position(|other| *other == law);
            Some(known.unwrap_or_else(|| {
                laws.push(law);
                laws.len() - 1
            }))
        });
        let of_bodies = of_bodies.collect();
        let spans = core::array::from_fn(|_| FlowSpan {
            time: f64::NAN,
            flows: laws.iter().map(|law| law.flow(0.0)).collect(),
        });
        Self {
            laws,
            of_bodies,
            spans,
            next: 0,
        }
    }

    /// Changes velocities by the laws, for `dt` \[s\] from `time` \[s\] on.
    pub(super) fn advance(&mut self, time: f64, dt: f64, velocities: &mut [[f64; D]]) {
        if self.laws.is_empty() {
            return;
        }
        let index = self.span(dt);
        let flows = &self.spans[index].flows;
        for (law, velocity) in self.of_bodies.iter().zip(velocities) {
            if let Some(flow) = law.and_then(|law| flows.get(law)) {
                let here = SVector::from(*velocity);
                *velocity = flow.displaced(&SVector::zeros(), &here, time).1.into();
            }
        }
    }

    /// Returns the index of the entry with the flows for `dt`; computes them if they are not
    /// stored.
    fn span(&mut self, dt: f64) -> usize {
        let known = self.spans.iter().position(|span| span.time == dt);
        known.unwrap_or_else(|| {
            let index = self.next;
            self.next = (index + 1) % SPANS;
            let span = &mut self.spans[index];
            span.time = dt;
            for (flow, law) in span.flows.iter_mut().zip(&self.laws) {
                *flow = law.flow(dt);
            }
            index
        })
    }
}

/// Returns the terms of a body's laws that change its velocity at a fixed position.
fn velocity_law<const D: usize>(own: &OwnLaws<D>) -> LinearLaw<f64, D> {
    LinearLaw {
        constant: own.moving.constant,
        ramp: own.moving.ramp,
        damping: own.placed.damping + own.moving.damping,
        gyration: own.placed.gyration + own.moving.gyration,
        ..LinearLaw::free()
    }
}

impl<const D: usize> Clone for Slowing<D> {
    fn clone(&self) -> Self {
        Self {
            laws: self.laws.clone(),
            of_bodies: self.of_bodies.clone(),
            spans: self.spans.clone(),
            next: self.next,
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.laws.clone_from(&from.laws);
        self.of_bodies.clone_from(&from.of_bodies);
        for (span, from) in self.spans.iter_mut().zip(&from.spans) {
            span.clone_from(from);
        }
        self.next = from.next;
    }
}

impl<const D: usize> Clone for FlowSpan<D> {
    fn clone(&self) -> Self {
        Self {
            time: self.time,
            flows: self.flows.clone(),
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.time = from.time;
        self.flows.clone_from(&from.flows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bond(pulls_only: bool) -> Bond<1> {
        Bond {
            ends: [0, 1],
            stiffness: 50.0,
            length: 1.5,
            damping: 0.0,
            pulls_only,
            arms: [[0.0]; 2],
        }
    }

    fn lengths(before: f64, after: f64) -> Lengths {
        Lengths {
            before,
            after,
            change: after - before,
        }
    }

    /// `T (r₁ - r₀) = V(r₁) - V(r₀)` holds for slack and taut bonds.
    #[test]
    fn the_work_of_a_bond_is_the_change_of_its_energy() {
        for pulls_only in [false, true] {
            let bond = bond(pulls_only);
            let energy = |r: f64| {
                let stretch = if pulls_only {
                    (r - 1.5).max(0.0)
                } else {
                    r - 1.5
                };
                0.5 * 50.0 * stretch * stretch
            };
            for (before, after) in [(1.6, 1.9), (1.9, 1.6), (1.0, 1.7), (1.7, 1.0), (1.2, 1.3)] {
                let pull = bond.pull(&Span::new(0.3), &lengths(before, after));
                let work = pull.tension * (after - before) / (0.5 * 0.3 * 0.3);
                assert!((work - (energy(after) - energy(before))).abs() < 1e-14 * 50.0);
            }
        }
    }

    /// The slope is the derivative of the tension, with a damper, for steps forward and backward in
    /// time.
    #[test]
    fn the_slope_is_the_derivative() {
        for pulls_only in [false, true] {
            let bond = Bond {
                damping: 7.0,
                ..bond(pulls_only)
            };
            for step in [0.1, -0.1] {
                for (before, after) in [(1.6, 1.9), (1.9, 1.6), (1.0, 1.7), (1.9, 1.0), (1.2, 1.3)]
                {
                    let tension = |r| bond.pull(&Span::new(step), &lengths(before, r)).tension;
                    let slope = bond.pull(&Span::new(step), &lengths(before, after)).slope;
                    let quotient = (tension(after + 1e-5) - tension(after - 1e-5)) / 2e-5;
                    assert!((quotient - slope).abs() < 1e-9, "{before} {after}");
                }
            }
        }
    }

    /// The tension is continuous where a tether becomes taut, and never negative.
    #[test]
    fn a_tether_never_pushes() {
        let bond = Bond {
            damping: 300.0,
            ..bond(true)
        };
        let span = Span::new(0.1);
        for (before, after) in [(1.6, 1.5), (1.6, 1.4), (1.5, 1.5), (1.5, 1.4), (1.4, 1.5)] {
            assert_eq!(bond.pull(&span, &lengths(before, after)), SLACK);
        }
        let barely = bond.pull(&span, &lengths(1.5, 1.5 + 1e-9)).tension;
        assert!(barely > 0.0 && barely < 1e-7);
        assert!(bond.pull(&span, &lengths(1.4, f64::NAN)).tension.is_nan());
    }
}
