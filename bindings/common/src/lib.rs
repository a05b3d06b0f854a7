//! What the bindings of kinstep to other languages share.
//!
//! A binding adds a signature, a form of its ids and errors, and no arithmetic. All numbers cross the border in `f64`;
//! see [`space`] for vectors and orientations.
//!
//! | module | contents |
//! |---|---|
//! | [`world`] | worlds of both dimensions and precisions behind one type |
//! | [`words`] | enums of the crate by name or index |
//! | [`failure`] | why a call failed |
//! | [`model`] | what moves a thrown body: an air, or the step of an engine |
//! | [`flight`], [`flight_many`] | states and events of flights, alone and in bulk |
//! | [`aim`], [`aim_many`] | how to throw to hit, alone and in bulk |
//! | [`swarm`], [`swarm_force`] | points by the million, and the forces on them |

pub mod aim;
pub mod aim_many;
mod aim_planner;
mod columns;
pub mod failure;
pub mod flight;
pub mod flight_many;
pub mod model;
pub mod space;
pub mod swarm;
pub mod swarm_force;
pub mod words;
pub mod world;

pub use failure::{Failure, Kind, OrFailure, Outcome};
pub use world::AnyWorld;
