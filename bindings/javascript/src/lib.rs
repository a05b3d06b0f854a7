//! The WebAssembly below the classes of the npm package in `package`.
//!
//! Numbers cross the border in rows, which `package/force.js` writes: three for a vector, four for an orientation. The
//! methods have no documentation here: `package/*.d.ts` has it.
#![allow(missing_docs, clippy::missing_errors_doc)]

#[cfg(feature = "world")]
pub mod aim;
pub mod border;
#[cfg(not(feature = "world"))]
pub mod cloud;
#[cfg(feature = "world")]
pub mod contacts;
#[cfg(feature = "world")]
pub mod events;
pub mod flight;
#[cfg(feature = "world")]
pub mod forces;
#[cfg(feature = "world")]
pub mod swarm;
#[cfg(feature = "world")]
pub mod world;
