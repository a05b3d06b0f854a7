//! Where the formulas come from: the derivations behind the code, each ending in a table of what is where.
//!
//! | derivation | of |
//! |---|---|
//! | [`contacts`] | impact, friction, rest: one problem, segments in closed form, and the midpoint rule |
//! | [`kick`] | why what is not linear acts in the middle of the flow, and what that keeps |
//! | [`schemes`] | what each scheme does to order, energy and stability |
//! | [flow](kinstep_flow::derivations::flow) | the exact motion under any sum of linear forces, in one code path |
//! | [flight](kinstep_flow::derivations::flight) | flights under drag, fields and springs, and how their events are found |
//! | [network](kinstep_flow::derivations::network) | the exact motion of bodies on springs, and rods that keep their energy at any stiffness |
//! | [rotor](kinstep_flow::derivations::rotor) | the free rotation of any rigid body, without a phase and without a separatrix |
//! | [adaptive](kinstep_adaptive::derivation) | steps to a tolerance: which method, how long a step, and states inside it |
//!
//! What they display is checked by the examples in them, which are tests.

#[doc = include_str!("contacts.md")]
pub mod contacts {}

#[doc = include_str!("kick.md")]
pub mod kick {}

#[doc = include_str!("schemes.md")]
pub mod schemes {}
