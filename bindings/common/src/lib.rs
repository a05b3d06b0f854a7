//! What the bindings of kinstep to other languages share.
//!
//! A binding adds a signature, a form of its ids and errors, and no arithmetic. All numbers cross the border in `f64`;
//! see [`space`] for vectors and orientations.
//!
//! | module | contents |
//! |---|---|
//! | [`world`] | worlds of both dimensions and precisions behind one type |
//! | [`motion`] | many steps in one call, steps to events, motion to a tolerance, closed forms |
//! | [`diagnostics`] | drift, comparison of schemes, the reference motion, the energy balance |
//! | [`words`] | enums of the crate by name or index |
//! | [`failure`] | why a call failed |

pub mod diagnostics;
mod events;
pub mod failure;
mod ledger;
pub mod motion;
mod patience;
pub mod space;
pub mod words;
pub mod world;

pub use failure::{Failure, Kind, OrFailure, Outcome};
pub use world::AnyWorld;
