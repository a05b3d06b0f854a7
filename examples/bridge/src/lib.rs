//! Bodies that rods and springs tie together, under kinstep and under its rivals.
//!
//! ```text
//! structures   a triple pendulum, a rope, a bridge with a cart
//! method       kinstep, XPBD, implicit Euler, sub-stepped leapfrog, each in a file of its own
//! runs         errors against the truth, energy over time
//! chain        springs without rest length: exact, beside leapfrog
//! survey       all of this, from soft to stiff
//! ```
//!
//! The rivals are written here as they are published; none of them is a run of an engine.

pub mod banded;
pub mod cart;
pub mod chain;
pub mod implicit_euler;
pub mod leapfrog;
pub mod method;
pub mod prices;
pub mod runs;
pub mod structure;
pub mod structures;
pub mod survey;
pub mod world;
pub mod xpbd;
