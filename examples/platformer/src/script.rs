//! A recorded game: keys with their times.

use anyhow::Result;

use crate::game::{Game, Input};

/// Time at which a key goes down or up \[s\], and its effect.
pub type Key = (f64, Input);

/// Duration of the recorded game \[s\].
pub const DURATION: f64 = 24.0;

/// The recorded game.
pub const SCRIPT: [Key; 16] = [
    // runs into the first pit
    (0.5, Input::Run(1)),
    (2.7, Input::Run(0)),
    // jumps through the lower platform, onto the upper one, and drops down again
    (3.6, Input::Run(1)),
    (4.0, Input::Jump),
    (4.6, Input::Run(0)),
    (5.2, Input::Jump),
    (6.4, Input::Drop(true)),
    (6.55, Input::Drop(false)),
    // jumps over the pit shortly after its edge, and over the block shortly before a landing
    (7.2, Input::Run(1)),
    (8.08, Input::Jump),
    (8.72, Input::Jump),
    // rides up with the lift
    (10.05, Input::Run(0)),
    // runs onto the ferry
    (15.0, Input::Run(1)),
    (16.55, Input::Run(0)),
    // runs off the ferry, onto the pad, and to the goal
    (20.2, Input::Run(1)),
    (23.0, Input::Run(0)),
];

/// Plays keys at a frame rate \[Hz\] for a duration \[s\]; calls `see` with the game after each
/// frame.
///
/// # Errors
/// If the game fails.
pub fn play(
    game: &mut Game,
    keys: &[Key],
    rate: f64,
    duration: f64,
    mut see: impl FnMut(&Game),
) -> Result<()> {
    let mut keys = keys.iter().peekable();
    let frames = (duration * rate).ceil() as u64;
    for frame in 1..=frames {
        let end = (frame as f64 / rate).min(duration);
        while let Some((time, input)) = keys.next_if(|(time, _)| *time <= end) {
            game.advance((time - game.time()).max(0.0))?;
            game.input(*input)?;
        }
        game.advance((end - game.time()).max(0.0))?;
        see(game);
    }
    Ok(())
}
