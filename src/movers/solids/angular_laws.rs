//! The distinct laws of angles, and the rotation of bodies under them.

use alloc::vec::Vec;

use nalgebra::RealField;

use crate::flow::{Decay, Flow, LinearLaw};
use crate::numbers::{from_f64, to_f64};
use crate::space::{Real, flushed_axial};
use crate::step::{LENGTHS, Substep, cached};

/// Laws of angles. Each has a cached rotation for each length of substeps.
#[derive(Debug)]
pub(super) struct AngularLaws<T> {
    interned: Vec<InternedAngularLaw<T>>,
    /// Indices of laws without users.
    unused: Vec<usize>,
}

impl<T: RealField + Copy> Clone for AngularLaws<T> {
    fn clone(&self) -> Self {
        let mut laws = Self::new();
        laws.clone_from(self);
        laws
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { interned, unused } = source;
        self.interned.clone_from(interned);
        self.unused.clone_from(unused);
    }
}

#[derive(Debug, Clone, Copy)]
struct InternedAngularLaw<T> {
    law: LinearLaw<T, 1>,
    /// Number of bodies that follow the law.
    users: usize,
    /// The rotation for each length of substeps \[s\], computed on first use.
    flows: [Option<(T, AngularFlow<T>)>; LENGTHS],
}

/// The rotation of any body under a law of the angle during a time t.
#[derive(Debug, Clone, Copy)]
pub(super) enum AngularFlow<T> {
    /// Free rotation while drag γ reduces the angular momentum, `L' = L e^(-γt)`. The final
    /// orientation is that of free rotation without drag for the time `(1 - e^(-γt)) / γ`.
    Damped {
        /// Duration of the free rotation, `(1 - e^(-γt)) / γ` \[s\].
        time: T,
        decay: SpinDecay<T>,
    },
    /// Rotation in the plane, where the angle follows its law as a coordinate does.
    Law(Flow<T, 1>),
}

/// The decay of an angular momentum by drag, `L' = L e^(-γt)`, computed as `L' = L kept + L added`.
///
/// If `e^(-γt) < 1/2`, `kept` is that factor, to full relative accuracy. Otherwise `kept = 1` and
/// `added = e^(-γt) - 1`: the rounding error is proportional to the change, and does not accumulate
/// in many steps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SpinDecay<T> {
    kept: T,
    added: T,
}

impl<T: RealField + Copy> SpinDecay<T> {
    /// Returns the decay that changes nothing: `L' = L`.
    pub(super) fn none() -> Self {
        Self {
            kept: T::one(),
            added: T::zero(),
        }
    }

    /// Returns the decay under drag of rate γ \[1/s\] over a time \[s\].
    pub(crate) fn over(rate: f64, time: f64) -> Self {
        let decay = Decay::new(rate, time);
        if decay.left < 0.5 {
            Self {
                kept: from_f64(decay.left),
                added: T::zero(),
            }
        } else {
            Self {
                added: from_f64(-rate * decay.velocity),
                ..Self::none()
            }
        }
    }

    /// Returns the angular momentum after the decay.
    #[inline]
    pub(crate) fn apply<const D: usize>(&self, angular_momentum: &T::Axial) -> T::Axial
    where
        T: Real<D>,
    {
        if *self == Self::none() {
            return *angular_momentum;
        }
        flushed_axial::<T, D>(*angular_momentum * self.kept + *angular_momentum * self.added)
    }

    /// Returns the change of the angular momentum by the decay.
    pub(crate) fn change<const D: usize>(&self, angular_momentum: &T::Axial) -> T::Axial
    where
        T: Real<D>,
    {
        *angular_momentum * (self.kept - T::one() + self.added)
    }
}

/// Number of recently stored laws with which [`AngularLaws::retain`] compares a new law: most
/// bodies have the law of the body before.
const LOOK_BACK: usize = 8;

impl<T: RealField + Copy> AngularLaws<T> {
    pub(super) fn new() -> Self {
        Self {
            interned: Vec::new(),
            unused: Vec::new(),
        }
    }

    /// Adds one user of a law. Stores the law, unless one of the last laws is equal. Returns the
    /// index of the law.
    pub(super) fn retain(&mut self, law: LinearLaw<T, 1>) -> usize {
        let from = self.interned.len().saturating_sub(LOOK_BACK);
        let known = (self.interned[from..].iter())
            .position(|interned| interned.users > 0 && interned.law == law);
        if let Some(index) = known {
            self.interned[from + index].users += 1;
            return from + index;
        }
        let interned = InternedAngularLaw {
            law,
            users: 1,
            flows: [None; LENGTHS],
        };
        if let Some(index) = self.unused.pop() {
            self.interned[index] = interned;
            return index;
        }
        self.interned.push(interned);
        self.interned.len() - 1
    }

    /// Removes one user of the law at `index`.
    pub(super) fn release(&mut self, index: usize) {
        self.interned[index].users -= 1;
        if self.interned[index].users == 0 {
            self.unused.push(index);
        }
    }

    pub(super) fn law(&self, index: usize) -> &LinearLaw<T, 1> {
        &self.interned[index].law
    }

    /// Returns the rotation under the law at `index` over a substep.
    #[inline]
    pub(super) fn flow(&mut self, index: usize, substep: Substep<T>) -> &AngularFlow<T> {
        let InternedAngularLaw { law, flows, .. } = &mut self.interned[index];
        let dt = substep.dt;
        cached(&mut flows[substep.length], dt, || angular_flow(law, dt))
    }
}

/// Returns the rotation over `dt` under a law of the angle.
fn angular_flow<T: RealField + Copy>(law: &LinearLaw<T, 1>, dt: T) -> AngularFlow<T> {
    if law.is_damping_only() {
        let (damping, dt) = (to_f64(law.damping), to_f64(dt));
        return AngularFlow::Damped {
            time: from_f64(Decay::new(damping, dt).velocity),
            decay: SpinDecay::over(damping, dt),
        };
    }
    AngularFlow::Law(law.flow(dt))
}
