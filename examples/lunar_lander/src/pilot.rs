//! The autopilot, as people ask for it.

use anyhow::{Result, anyhow};
use lunar_lander::autopilot::Autopilot;
use lunar_lander::game::Game;

/// An autopilot to a pad, counted from 1, or to one of its choice.
pub(crate) fn autopilot(game: &Game, pad: Option<usize>) -> Result<Autopilot> {
    let Some(pad) = pad else {
        return Ok(Autopilot::new(game));
    };
    let count = game.landscape().pads.len();
    Autopilot::to_pad(game, pad.saturating_sub(1)).map_err(|_| {
        anyhow!("there is no pad {pad}; there are {count}, counted from the left, from 1")
    })
}
