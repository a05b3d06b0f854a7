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

pub mod failure;
pub mod space;
pub mod words;
pub mod world;

pub use failure::{Failure, Kind, OrFailure, Outcome};
pub use world::AnyWorld;
