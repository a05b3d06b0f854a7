//! The proof: one list of burns at several frame rates, flown exactly and as symplectic Euler does.

#[cfg(not(target_arch = "wasm32"))]
mod table;

use kinstep::Scheme;
use lander::{Burn, Controls, FlightError, Lander, Spread, Touchdown, fly};

use crate::game::Game;

/// Frame rates \[Hz\], each so many steps from tick to tick of the fuel gauge.
pub const RATES: [u32; 4] = [5, 20, 60, 240];

/// How it is stepped.
pub const SCHEMES: [Scheme; 2] = [Scheme::FlowKick, Scheme::SymplecticEuler];

/// What became of the same burns.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// For each scheme, for each rate.
    pub rows: Vec<Row>,
}

/// A flight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// How it was stepped.
    pub scheme: Scheme,
    /// How often \[Hz\].
    pub rate: u32,
    /// How it ended; none if it was still up after ten minutes.
    pub touchdown: Option<Touchdown>,
}

/// The burns of a flight: what its pilot did from tick to tick, until it ended.
///
/// # Errors
/// If a step fails.
pub fn burns(
    mut game: Game,
    mut pilot: impl FnMut(&Lander) -> Controls,
) -> Result<Vec<Burn>, FlightError> {
    let mut burns: Vec<Burn> = Vec::new();
    while game.ending().is_none() {
        game.advance(Lander::TICK, &mut pilot)?;
        let controls = game.lander().controls();
        match burns.last_mut() {
            Some(last) if last.controls == controls => last.ticks += 1,
            _ => burns.push(Burn { ticks: 1, controls }),
        }
    }
    Ok(burns)
}

impl Comparison {
    /// Flies burns from the start of a game, over its ground.
    ///
    /// # Errors
    /// If a step fails.
    pub fn new(game: &Game, burns: &[Burn]) -> Result<Self, FlightError> {
        let mission = game.mission();
        let start = mission.start(game.seed());
        let mut rows = Vec::new();
        for scheme in SCHEMES {
            for rate in RATES {
                let lander = Lander::new(mission.craft, mission.planet, start, scheme)?;
                let steps = (f64::from(rate) * Lander::TICK).round() as u32;
                let touchdown = fly(lander, &game.landscape().ground, burns, steps)?;
                rows.push(Row {
                    scheme,
                    rate,
                    touchdown,
                });
            }
        }
        Ok(Self { rows })
    }

    /// How far the touchdowns of a scheme are apart at most; none if one of them never came down.
    #[must_use]
    pub fn spread(&self, scheme: Scheme) -> Option<Spread> {
        let rows = self.rows.iter().filter(|row| row.scheme == scheme);
        let touchdowns: Vec<_> = rows.map(|row| row.touchdown).collect::<Option<_>>()?;
        Some(Spread::of(&touchdowns))
    }
}
