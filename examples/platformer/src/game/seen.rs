//! Observable state of a game.

use anyhow::Result;
use kinstep::nalgebra::Vector2;

use super::{Entry, Game, Input};
use crate::level::{Kind, Piece};

impl Game {
    /// Time since the start \[s\].
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Position of the centre of the player \[m\].
    #[must_use]
    pub fn position(&self) -> Vector2<f64> {
        self.world[self.player].position
    }

    /// Velocity of the player \[m/s\].
    #[must_use]
    pub fn velocity(&self) -> Vector2<f64> {
        self.world[self.player].velocity
    }

    /// Whether the player stands on something.
    #[must_use]
    pub fn is_standing(&self) -> bool {
        self.stands_on.is_some()
    }

    /// Whether the player is dead.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.returns_at.is_some()
    }

    /// Time at which the player reached the goal \[s\].
    #[must_use]
    pub fn finished(&self) -> Option<f64> {
        self.finished
    }

    /// Events since the start.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Present kinds and positions of all pieces: lower left and upper right corners \[m\].
    pub fn pieces(&self) -> impl Iterator<Item = (Kind, [Vector2<f64>; 2])> {
        self.level.iter().map(|placed| {
            let moved = self
                .world
                .surface_offset(placed.surface)
                .unwrap_or_default();
            let Piece {
                kind, low, high, ..
            } = placed.piece;
            (kind, [low + moved, high + moved])
        })
    }

    /// Positions after a jump now, if no key changes: one every `every` seconds \[m\].
    ///
    /// # Errors
    /// If the world rejects a force, or a step fails.
    pub fn foretold(&self, every: f64, count: usize) -> Result<Vec<Vector2<f64>>> {
        let mut future = self.clone();
        future.input(Input::Jump)?;
        let mut dots = Vec::with_capacity(count);
        for _ in 0..count {
            future.advance(every)?;
            dots.push(future.position());
            if future.is_standing() || future.is_dead() {
                break;
            }
        }
        Ok(dots)
    }
}
