//! kinstep inside a game that Rapier steps: planned throws and predicted paths.

mod game;

pub use game::{Game, RADIUS, Settings, Target};
