//! Derivations of the formulas. Each ends in a table of the functions that implement the formulas.
//!
//! | derivation | of |
//! |---|---|
//! | [`flight`] | flights under drag, fields and springs, and how their events are found |
//! | [`flow`] | the exact motion under any sum of linear forces, in one code path |
//! | [`network`] | the exact motion of bodies on springs, and rods that conserve their energy at any stiffness |
//! | [`rotor`] | the free rotation of any rigid body, without a phase and without a separatrix |
//!
//! The examples in the derivations check the displayed formulas; they are run as tests.

#[doc = include_str!("flight.md")]
pub mod flight {}

#[doc = include_str!("flow.md")]
pub mod flow {}

#[doc = include_str!("network.md")]
pub mod network {}

#[doc = include_str!("rotor.md")]
pub mod rotor {}
