//! Energy and momentum of a world, and the errors of its motion.
//!
//! | item | purpose |
//! |---|---|
//! | [`Energy`] | the result of [`World::energy`]; there are also methods for momentum, angular momentum, centre of mass |
//! | [`Drift`] | whether a conserved quantity changes by rounding only, stays within a band, or drifts |
//! | [`Ledger`] | the work of each force over a run, and the energy error of the scheme |
//! | [`Reference`] | the exact motion of a world or, if none is known, its most precise motion |
//! | [`compare_schemes`], [`compare_methods`] | the errors of several schemes, or of several tolerances, on one world, relative to the reference |
//!
//! [`World::energy`]: crate::World::energy

mod comparison;
mod drift;
mod energy;
mod error;
mod ledger;
mod motion;
mod phase;
mod reference;

pub use comparison::{
    Comparison, Method, SchemeRun, Stop, compare_methods, compare_methods_while, compare_schemes,
};
pub use drift::{Drift, DriftKind, DriftReport};
pub use energy::Energy;
pub use error::DiagnosticsError;
pub use ledger::{Balance, Entry, Ledger, Source};
pub use reference::Reference;
