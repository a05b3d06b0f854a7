//! The break at several frame rates.

use std::time::{Duration, Instant};

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use support::console::table::table;
use support::drawing::numbers::metres;

use crate::game::Game;

/// Steps in a second.
const RATES: [u32; 3] = [5, 60, 1000];
/// How long the balls run at most \[s\].
const LONGEST: u32 = 60;

/// A break and how it ended.
pub(crate) struct Run {
    /// Steps in a second.
    pub(crate) rate: u32,
    /// The table at the end.
    pub(crate) game: Game,
    /// Energy before the break, after one second and after three \[J\].
    pub(crate) energies: [f64; 3],
    /// How long all steps took.
    pub(crate) spent: Duration,
}

/// A break with this velocity of the cue ball \[m/s\], until a whole second at which all balls are at rest.
pub(crate) fn run(seed: u64, velocity: Vector2<f64>, rate: u32) -> Result<Run> {
    let mut game = Game::new(seed)?;
    game.shoot(velocity)?;
    let mut energies = [game.energy(); 3];
    let start = Instant::now();
    for second in 1..=LONGEST {
        for _ in 0..rate {
            game.step(1.0 / f64::from(rate))?;
        }
        match second {
            1 => energies[1] = game.energy(),
            3 => energies[2] = game.energy(),
            _ => {}
        }
        if game.is_at_rest() {
            break;
        }
    }
    let spent = start.elapsed();
    Ok(Run {
        rate,
        game,
        energies,
        spent,
    })
}

/// How far balls are from where they are in another run, at most \[m\].
pub(crate) fn apart(
    one: impl Iterator<Item = Vector2<f64>>,
    other: impl Iterator<Item = Vector2<f64>>,
) -> f64 {
    one.zip(other)
        .map(|(a, b)| (a - b).norm())
        .fold(0.0, f64::max)
}

/// The break at all rates.
pub(crate) fn runs(seed: u64, velocity: Vector2<f64>) -> Result<Vec<Run>> {
    (RATES.into_iter().map(|rate| run(seed, velocity, rate))).collect()
}

/// The table of these runs, compared with the last of them.
pub(crate) fn report(runs: &[Run]) -> String {
    let header = [
        "steps per second",
        "collisions",
        "contacts",
        "energy after 1 s",
        "after 3 s",
        "at rest by",
        "farthest from the last row",
        "computing time",
    ];
    let Some(last) = runs.last() else {
        return String::new();
    };
    let rows = runs.iter().map(|run| {
        let Run {
            rate,
            game,
            energies,
            spent,
        } = run;
        let (collisions, contacts) = game.counts();
        let rests = if game.is_at_rest() {
            format!("{:.0} s", game.time())
        } else {
            "-".to_owned()
        };
        vec![
            rate.to_string(),
            collisions.to_string(),
            contacts.to_string(),
            format!("{:.9} J", energies[1]),
            format!("{:.9} J", energies[2]),
            rests,
            metres(apart(game.positions(), last.game.positions())),
            format!("{:.2} s", spent.as_secs_f64()),
        ]
    });
    format!(
        "A break of 15 balls with {:.3} J on a table of 2.54 m with cloth and cushions\n\n{}",
        last.energies[0],
        table(header, rows)
    )
}
