//! The distinct laws of angles, and what bodies do under them.

use alloc::vec::Vec;

use nalgebra::RealField;

use super::super::interned_laws::SubstepKind;
use super::super::response_cache::cached;
use crate::flow::{Decay, Flow, LinearLaw};
use crate::space::{Real, flushed_axial, narrow, widen};

/// AngularLaws of angles, each with what it does over each [`SubstepKind`].
#[derive(Debug)]
pub(super) struct AngularLaws<T> {
    entries: Vec<InternedAngularLaw<T>>,
}

impl<T: RealField + Copy> Clone for AngularLaws<T> {
    fn clone(&self) -> Self {
        let mut laws = Self::new();
        laws.clone_from(self);
        laws
    }

    fn clone_from(&mut self, source: &Self) {
        self.entries.clone_from(&source.entries);
    }
}

#[derive(Debug, Clone, Copy)]
struct InternedAngularLaw<T> {
    law: LinearLaw<T, 1>,
    /// Computed when first used, with the length it is for.
    turns: [Option<(T, AngularFlow<T>)>; 3],
}

/// What a body does over a time, as far as its state does not matter.
#[derive(Debug, Clone, Copy)]
pub(super) enum AngularFlow<T> {
    /// It turns freely, its angular momentum decay in proportion: `L' = L e^(-γt)`. Then it comes
    /// as far as without drag in `(1 - e^(-γt)) / γ`.
    Damped {
        /// That time \[s\].
        time: T,
        decay: SpinDecay<T>,
    },
    /// In the plane, where angles add, they follow a law as positions do.
    Law(Flow<T, 1>),
}

/// What drag leaves of an angular momentum, `e^(-γt)` of it: right to its own size if that is small, and else by what is
/// added, so that rounding does not accumulate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::scheme) struct SpinDecay<T> {
    kept: T,
    added: T,
}

impl<T: RealField + Copy> SpinDecay<T> {
    /// Of a body that keeps its angular momentum.
    pub(super) fn none() -> Self {
        Self {
            kept: T::one(),
            added: T::zero(),
        }
    }

    /// Under drag of rate γ \[1/s\] for a time \[s\].
    pub(in crate::scheme) fn over(rate: f64, time: f64) -> Self {
        let decay = Decay::new(rate, time);
        if decay.left < 0.5 {
            Self {
                kept: narrow(decay.left),
                added: T::zero(),
            }
        } else {
            Self {
                added: narrow(-rate * decay.velocity),
                ..Self::none()
            }
        }
    }

    /// What is left of an angular momentum.
    #[inline]
    pub(in crate::scheme) fn of<const D: usize>(&self, spin: &T::Axial) -> T::Axial
    where
        T: Real<D>,
    {
        if *self == Self::none() {
            return *spin;
        }
        flushed_axial::<T, D>(*spin * self.kept + *spin * self.added)
    }

    /// What is added to an angular momentum.
    pub(in crate::scheme) fn change_of<const D: usize>(&self, spin: &T::Axial) -> T::Axial
    where
        T: Real<D>,
    {
        *spin * (self.kept - T::one() + self.added)
    }
}

/// How many of the laws noted last are looked through for one that is noted.
const LOOK_BACK: usize = 8;

impl<T: RealField + Copy> AngularLaws<T> {
    pub(super) fn new() -> Self {
        Self {
            entries: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// The place of a law; most bodies follow the same as their neighbours.
    pub(super) fn note(&mut self, law: LinearLaw<T, 1>) -> usize {
        let from = self.entries.len().saturating_sub(LOOK_BACK);
        let known = (self.entries[from..].iter()).position(|entry| entry.law == law);
        known.map_or_else(
            || {
                self.entries.push(InternedAngularLaw {
                    law,
                    turns: [None; 3],
                });
                self.entries.len() - 1
            },
            |index| from + index,
        )
    }

    pub(super) fn law(&self, place: usize) -> &LinearLaw<T, 1> {
        &self.entries[place].law
    }

    /// What the law at a place does over `dt`, which is the present length of `span`.
    #[inline]
    pub(super) fn turn(&mut self, place: usize, (span, dt): (SubstepKind, T)) -> &AngularFlow<T> {
        let InternedAngularLaw { law, turns } = &mut self.entries[place];
        cached(&mut turns[span as usize], dt, || turn_over(law, dt))
    }
}

/// What a body does over `dt` under a law of its angle.
fn turn_over<T: RealField + Copy>(law: &LinearLaw<T, 1>, dt: T) -> AngularFlow<T> {
    if is_damping_only(law) {
        let (damping, dt) = (widen(law.damping), widen(dt));
        return AngularFlow::Damped {
            time: narrow(Decay::new(damping, dt).velocity),
            decay: SpinDecay::over(damping, dt),
        };
    }
    AngularFlow::Law(law.flow(dt))
}

/// Whether a law is one of drag alone, which has a meaning in space too.
pub(super) fn is_damping_only<T: RealField + Copy>(law: &LinearLaw<T, 1>) -> bool {
    *law == LinearLaw::drag(law.damping)
}
