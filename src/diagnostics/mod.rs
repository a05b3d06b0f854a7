//! What a world knows about itself, and how good its motion is.
//!
//! | what | is |
//! |---|---|
//! | [`Energy`] | [`World::energy`]; beside it momentum, angular momentum, centre of mass |
//! | [`Drift`] | whether a quantity that should stay is lost to rounding, stays within a band, or goes away |
//! | [`Ledger`] | the work of each force over a run, and the energy that the scheme itself made |
//! | [`Reference`] | the motion that a world ought to follow |
//! | [`compare_schemes`] | one world under several schemes, against the reference |
//!
//! [`World::energy`]: crate::World::energy

mod comparison;
mod drift;
mod energy;
mod extrapolation;
mod ledger;
mod motion;
mod phase;
mod reference;

pub use comparison::{CompareError, Comparison, SchemeRun, Stop, compare_schemes};
pub use drift::{Drift, DriftError, DriftKind, DriftReport};
pub use energy::Energy;
pub use ledger::{Balance, Entry, Ledger, Source};
pub use reference::{Reference, ReferenceError};
