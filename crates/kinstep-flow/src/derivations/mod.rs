//! Where the formulas come from: the derivations behind the code, each ending in a table of what is where.
//!
//! | derivation | of |
//! |---|---|
//! | [`flight`] | flights under drag, fields and springs, and how their events are found |
//! | [`flow`] | the exact motion under any sum of linear forces, in one code path |
//! | [`network`] | the exact motion of bodies on springs, and rods that keep their energy at any stiffness |
//! | [`rotor`] | the free rotation of any rigid body, without a phase and without a separatrix |
//!
//! What they display is checked by the examples in them, which are tests.

#[doc = include_str!("flight.md")]
pub mod flight {}

#[doc = include_str!("flow.md")]
pub mod flow {}

#[doc = include_str!("network.md")]
pub mod network {}

#[doc = include_str!("rotor.md")]
pub mod rotor {}
