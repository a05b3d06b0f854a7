//! What each body follows between kicks, and what kicks it.
//!
//! A [`Plan`] is a function of the [topology](Topology), of the masses and inertias of the bodies, and of which of them are fixed.
//! Every change of these is noted in [`Dirty`]; the next step finds the rows of the bodies concerned anew, and nothing else
//! remembers that something changed. In reading order:
//!
//! | file | what is in it |
//! |---|---|
//! | `attachment`, `kind`, `topology` | forces, what is known of each, and on which bodies they act |
//! | `assign` | what a body follows, and which forces kick it: the scheme of flows and kicks |
//! | `laws` | the laws that bodies follow, with their flows |
//! | `ties`, `blocks` | which bodies move together, and how |
//! | `solution` | how links and islands are solved, for those who ask |
//! | `dirty`, `rows`, `refresh` | how the rows are brought up to date |

mod assign;
mod attachment;
mod blocks;
mod dirty;
mod kick;
mod kind;
mod laws;
mod refresh;
mod rows;
mod solution;
mod ties;
mod topology;

pub(crate) use attachment::{Attachment, Target};
pub(crate) use blocks::{BLOCK, Block, BlockMover};
pub(crate) use dirty::Dirty;
pub(crate) use kick::Kick;
pub(crate) use kind::EffectKind;
pub(crate) use laws::Laws;
pub(crate) use refresh::Plan;
pub(crate) use rows::{Row, Rows, Run, Way};
pub use solution::{IslandMotion, LinkSolution};
pub(crate) use ties::{Component, Gather, Tie, Ties};
pub(crate) use topology::{Scope, Topology};

/// A place, slot or index as it is stored.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a world has ids for fewer than 2³² bodies and forces"
)]
pub(crate) fn narrow(index: usize) -> u32 {
    index as u32
}
