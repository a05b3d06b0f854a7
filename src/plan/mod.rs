//! The motion that each body follows between kicks, and the forces that kick it.
//!
//! A [`Plan`] depends only on the [topology](Topology), on the masses and inertias of the bodies,
//! and on which bodies are fixed. Every change of these inputs is recorded in [`Dirty`], and
//! nowhere else; the next step then recomputes the rows of the affected bodies. In reading order:
//!
//! | file | what is in it |
//! |---|---|
//! | `attachment`, `kind`, `topology` | forces, their properties, and the bodies that they act on |
//! | `assign` | the motion that a body follows, and the forces that kick it |
//! | `laws` | the laws that bodies follow, with their flows |
//! | `ties`, `blocks` | which bodies move together, and how |
//! | `solution` | how links and islands are solved, for the public interface |
//! | `dirty`, `kind`, `refresh` | updates of the rows |

mod assign;
mod attachment;
mod blocks;
mod dirty;
mod kind;
mod laws;
mod refresh;
mod solution;
mod ties;
mod topology;

pub(crate) use attachment::{Attachment, Target};
pub(crate) use blocks::{BLOCK, Block, BlockMover};
pub(crate) use dirty::Dirty;
pub(crate) use kind::EffectKind;
pub(crate) use kind::Kick;
pub(crate) use kind::{Row, Rows, Run, Way};
pub(crate) use laws::Laws;
pub(crate) use refresh::Plan;
pub use solution::{IslandMotion, LinkSolution};
pub(crate) use ties::{Component, Gather, Tie, Ties};
pub(crate) use topology::{Scope, Topology};

/// Converts an index or a slot to the form that is stored.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a world has ids for fewer than 2³² bodies and forces"
)]
pub(crate) fn narrow(index: usize) -> u32 {
    index as u32
}
