//! What the bindings of kinstep to other languages share.
//!
//! A binding adds a signature, a form of its ids and errors, and no arithmetic. All numbers cross the border in `f64`;
//! see [`space`] for vectors and orientations.
//!
//! | module | contents |
//! |---|---|
//! | [`world`] | worlds of both dimensions and precisions behind one type |
//! | [`bodies`] | bodies as plain data |
//! | [`forces`] | forces by numbers, by names, and as functions of the caller |
//! | [`contacts`] | surfaces and contacts |
//! | [`motion`] | many steps in one call, steps to events, motion to a tolerance, closed forms |
//! | [`saved`] | worlds as bytes |
//! | [`diagnostics`] | drift, comparison of schemes, the reference motion, the energy balance |
//! | [`model`] | what moves a thrown body: an air, or the step of an engine |
//! | [`flight`], [`flight_many`] | states and events of flights, alone and in bulk |
//! | [`aim`], [`aim_many`] | how to throw to hit, alone and in bulk |
//! | [`swarm`], [`swarm_force`] | points by the million, and the forces on them |
//! | [`flat`] | forces as rows of numbers, by the [`table`] of the crate's forces |
//! | [`words`] | enums of the crate by name or index |
//! | [`failure`] | why a call failed |

#[cfg(feature = "aims")]
pub mod aim;
#[cfg(feature = "aims")]
pub mod aim_many;
#[cfg(feature = "aims")]
mod aim_planner;
pub mod bodies;
mod columns;
pub mod contacts;
pub mod diagnostics;
mod events;
pub mod failure;
pub mod flat;
pub mod flight;
pub mod flight_many;
pub mod forces;
mod ledger;
pub mod model;
pub mod motion;
mod patience;
pub mod saved;
pub mod space;
pub mod swarm;
pub mod swarm_force;
#[rustfmt::skip]
pub mod table;
pub mod words;
pub mod world;

pub use failure::{Failure, Kind, OrFailure, Outcome};
pub use world::AnyWorld;
