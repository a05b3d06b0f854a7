//! The recorded game as a table.

use anyhow::Result;
use support::console::table::table_with_words;

use crate::game::Game;
use crate::script::{DURATION, SCRIPT, play};

/// Plays the recorded game at a frame rate \[Hz\]. Returns a table of its events with times and
/// positions.
///
/// # Errors
/// If the game fails.
pub fn report(rate: f64) -> Result<String> {
    let mut game = Game::new()?;
    play(&mut game, &SCRIPT, rate, DURATION, |_| ())?;
    let rows = game.log().iter().map(|entry| {
        let numbers = [entry.time, entry.at.x, entry.at.y];
        let mut row = vec![entry.what.to_string()];
        row.extend(numbers.map(|number| format!("{number:.9}")));
        row
    });
    let table = table_with_words(1, ["what", "time [s]", "x [m]", "y [m]"], rows);
    let end = match game.finished() {
        Some(time) => format!("at the goal after {time:.9} s"),
        None => "not at the goal".to_owned(),
    };
    Ok(format!("{table}\n\n{end}"))
}
