//! Where the formulas come from: the derivations behind the code, each ending in a table of what is where.
//!
//! | derivation | of |
//! |---|---|
//! | [`adaptive`] | steps to a tolerance: which method, how long a step, and states inside it |
//! | [`aim`] | throws that hit: one condition on the time for each plan, and one search |
//! | [`contacts`] | impact, friction, rest: one problem, legs in closed form, and the midpoint rule |
//! | [`flight`] | flights under drag, fields and springs, and how their events are found |
//! | [`flow`] | the exact motion under any sum of linear forces, in one code path |
//! | [`kick`] | why what is not linear acts in the middle of the flow, and what that keeps |
//! | [`network`] | the exact motion of bodies on springs, and rods that keep their energy at any stiffness |
//! | [`rotor`] | the free rotation of any rigid body, without a phase and without a separatrix |
//! | [`schemes`] | what each scheme does to order, energy and stability |
//!
//! They are read as pages here and as plain Markdown in `src/derivations`. What they display is checked by
//! the examples in them, which are tests.

#[doc = include_str!("adaptive.md")]
pub mod adaptive {}

#[cfg(feature = "aim")]
#[doc = include_str!("aim.md")]
pub mod aim {}

#[doc = include_str!("contacts.md")]
pub mod contacts {}

#[cfg(feature = "ballistics")]
#[doc = include_str!("flight.md")]
pub mod flight {}

#[doc = include_str!("flow.md")]
pub mod flow {}

#[doc = include_str!("kick.md")]
pub mod kick {}

#[doc = include_str!("network.md")]
pub mod network {}

#[doc = include_str!("rotor.md")]
pub mod rotor {}

#[doc = include_str!("schemes.md")]
pub mod schemes {}
