//! The derivations of the formulas in the code. Each derivation ends with a table of where its formulas are.
//!
//! | derivation | of |
//! |---|---|
//! | [`contacts`] | impact, friction, rest: one problem, segments in closed form, and the midpoint rule |
//! | [`kick`] | why forces that are not linear act in the middle of the flow, and what this conserves |
//! | [`schemes`] | what each scheme does to order, energy and stability |
//! | [flow](kinstep_flow::derivations::flow) | the exact motion under any sum of linear forces, in one code path |
//! | [flight](kinstep_flow::derivations::flight) | flights under drag, fields and springs, and how their events are found |
//! | [network](kinstep_flow::derivations::network) | the exact motion of bodies on springs, and rods that keep their energy at any stiffness |
//! | [rotor](kinstep_flow::derivations::rotor) | the free rotation of any rigid body, without a phase and without a separatrix |
//! | [adaptive](kinstep_adaptive::derivation) | steps to a tolerance: which method, how long a step, and states inside it |
//!
//! The examples in the derivations are tests, which check the displayed results.

#[doc = include_str!("contacts.md")]
pub mod contacts {}

#[doc = include_str!("kick.md")]
pub mod kick {}

#[doc = include_str!("schemes.md")]
pub mod schemes {}
