//! The guide: what to use for what, a tour, and what is promised.
//!
//! | page | for |
//! |---|---|
//! | [`choosing`] | whoever has a task: tables from tasks to types and schemes |
//! | [`tour`] | whoever wants to see every feature once, in examples that run |
//! | [`embedding`] | a game or an experiment, in the order of an afternoon |
//! | [`ground`] | surfaces in a world: bounces, friction, rolling, rest |
//! | [`promises`] | units, errors, features, versions, limits |
//! | [`determinism`] | the same bits on every machine |

#[allow(unused_imports, reason = "the pages link to them")]
use crate::*;

#[doc = include_str!("choosing.md")]
pub mod choosing {}

#[doc = include_str!("determinism.md")]
pub mod determinism {}

#[doc = include_str!("embedding.md")]
pub mod embedding {}

#[doc = include_str!("ground.md")]
pub mod ground {}

#[doc = include_str!("promises.md")]
pub mod promises {}

#[doc = include_str!("tour.md")]
pub mod tour {}
