//! A rigid-body step integrator that is exact where an exact answer exists.
//!
//! Priorities, in this order: right to rounding, and tested so; readable beside the textbook; one way to
//! do each thing; fast.

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

pub use nalgebra;

mod body;
pub mod diagnostics;
pub mod flow;
mod force;
mod increment;
mod scheme;
mod space;
mod world;

pub use body::{AddBodyError, Body, Body2, Body3};
pub use diagnostics::Energy;
pub use flow::LinearLaw;
pub use force::{
    ConstantForce, Force, ForceField, InvalidParameter, LinearDrag, QuadraticDrag, Spring,
    UniformGravity,
};
pub use increment::Increment;
pub use scheme::Scheme;
pub use space::Real;
pub use world::{
    AddForceError, AddForceOnError, AddLinkError, ApplyError, BodyId, ForceId, NoSuchBody,
    NoSuchForce, ReplaceForceError, StepError, World, World2, World3,
};
