//! Many flights, a line each.

use std::fmt::{self, Display, Formatter};
use std::io::{Stderr, Write};
use std::ops::Range;

use lander::{Controls, Lander};

use super::{Console, HeadlessError, LONGEST, goes_on, has_landed, words};
use crate::game::Game;
use crate::mission::Mission;

/// One flight for each seed.
#[derive(Debug, Clone, PartialEq)]
pub struct Seeds {
    /// Where they are flown.
    pub mission: Mission,
    /// Of their landscapes and starts.
    pub seeds: Range<u64>,
    /// Steps a second \[Hz\].
    pub rate: f64,
}

/// How many flights came down well.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tally {
    /// Those that stand.
    pub landed: u64,
    /// All that were to be flown.
    pub all: u64,
    /// Of those that landed, the least fuel left \[kg\].
    pub least_fuel: f64,
    /// Of those that landed, the fastest touchdown \[m/s\].
    pub fastest: f64,
}

impl Tally {
    fn add(&mut self, game: &Game) {
        if has_landed(game) {
            self.landed += 1;
            self.least_fuel = self.least_fuel.min(game.lander().fuel());
            self.fastest = self.fastest.max(game.lander().body().velocity.norm());
        }
    }
}

impl Display for Tally {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{} of {} landed", self.landed, self.all)?;
        if self.landed > 0 {
            let Self {
                fastest,
                least_fuel,
                ..
            } = self;
            write!(
                formatter,
                ", at {fastest:.2} m/s at most, with {least_fuel:.0} kg of fuel left at least"
            )?;
        }
        Ok(())
    }
}

/// Flies a mission once for each seed, a new pilot in each, and prints how each ended. It stops when nobody reads on:
/// the flights that are then left have not landed.
///
/// # Errors
/// If there is no pilot, a step fails, or nothing can be written.
pub fn fly_seeds<E, P>(
    flights: &Seeds,
    pilot: impl Fn(&Game) -> Result<P, E>,
    out: &mut Console<impl Write>,
    progress: Option<Stderr>,
) -> Result<Tally, E>
where
    E: From<HeadlessError>,
    P: FnMut(&Lander) -> Controls,
{
    let Range { start, end } = flights.seeds;
    let mut tally = Tally {
        landed: 0,
        all: end.saturating_sub(start),
        least_fuel: f64::INFINITY,
        fastest: 0.0,
    };
    for seed in start..end {
        if let Some(mut stderr) = progress.as_ref() {
            // what cannot be shown is no loss
            let _ = write!(stderr, "\r{} of {}", seed - start, tally.all);
        }
        let game = Game::new(flights.mission, seed).map_err(HeadlessError::from)?;
        let pilot = pilot(&game)?;
        let game = flown(game, pilot, flights.rate)?;
        tally.add(&game);
        writeln!(out, "seed {seed}: {}", words::in_short(&game)).map_err(HeadlessError::from)?;
        if out.is_closed() {
            break;
        }
    }
    if let Some(mut stderr) = progress.as_ref() {
        let _ = write!(stderr, "\r\x1b[K");
    }
    writeln!(out, "{tally}").map_err(HeadlessError::from)?;
    Ok(tally)
}

/// A game at its end.
fn flown(
    mut game: Game,
    mut pilot: impl FnMut(&Lander) -> Controls,
    rate: f64,
) -> Result<Game, HeadlessError> {
    let dt = 1.0 / rate;
    while goes_on(&game, dt, LONGEST) {
        game.advance(dt, &mut pilot)?;
    }
    Ok(game)
}
