//! kinstep inside a game that Rapier steps: how to throw to hit, and where the throw will go.

mod game;

pub use game::{Game, RADIUS, Settings, Target};
