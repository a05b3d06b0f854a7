//! What each language gets.

pub mod rust;

/// The first line of every file that this program writes, after the mark of a comment.
pub const MADE: &str = "Made from the forces of the crate by `cargo run -p table`: change these.";
