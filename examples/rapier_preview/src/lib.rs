//! kinstep inside a game that Rapier steps: how to throw to hit, and where the throw will go.

mod aim;
mod game;

pub use aim::{EngineAim, Target};
pub use game::{Game, RADIUS, Settings};
