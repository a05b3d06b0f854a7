//! The amount of fuel for a player, and the levels: flights in order of difficulty.

use lander::FlightError;

use crate::autopilot::Autopilot;
use crate::game::{CLOCK, Game};
use crate::mission::Mission;

/// Fuel for a player, as a multiple of the fuel that the autopilot burns in the same flight.
pub const USUAL: f64 = 1.5;

/// A level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// The mission, with full tanks.
    pub mission: Mission,
    /// Seed of the landscape and of the start.
    pub seed: u64,
    /// Fuel, as a multiple of the fuel that the autopilot burns in the same flight.
    pub share: f64,
}

const fn level(mission: Mission, seed: u64, share: f64) -> Level {
    Level {
        mission,
        seed,
        share,
    }
}

/// The levels, counted from 0, from the easiest to the hardest: first straight down, then with less
/// and less fuel, in wind, and over a long distance.
pub const LEVELS: [Level; 11] = [
    level(Mission::FIRST, 11, 2.0),
    level(Mission::MOON, 42, 1.5),
    level(Mission::MOON, 4, 1.45),
    level(Mission::TITAN, 7, 1.4),
    level(Mission::APOLLO_11, 3, 1.35),
    level(Mission::MOON, 21, 1.3),
    level(Mission::TITAN, 12, 1.25),
    level(Mission::APOLLO_11, 5, 1.2),
    level(Mission::MOON, 33, 1.16),
    level(Mission::TITAN, 40, 1.13),
    level(Mission::APOLLO_11, 8, 1.1),
];

/// A mission with `share` times the fuel that the autopilot burns in it. The tanks are full if they
/// hold less, or if the autopilot does not land.
///
/// # Errors
/// If the mission cannot be flown.
pub fn fuelled(mission: Mission, seed: u64, share: f64) -> Result<Mission, FlightError> {
    Ok(match burnt(mission, seed)? {
        Some(burnt) => mission.with_fuel(share * burnt),
        None => mission,
    })
}

/// Fuel that the autopilot burns until a landing, from full tanks \[kg\]; `None` if it does not
/// land.
fn burnt(mission: Mission, seed: u64) -> Result<Option<f64>, FlightError> {
    /// Maximum time of a flight \[s\].
    const LONGEST: f64 = 600.0;
    let mut game = Game::new(mission, seed)?;
    let mut autopilot = Autopilot::new(&game);
    while game.ending().is_none() && game.lander().time() < LONGEST {
        // the autopilot chooses new controls five times per second
        game.step(CLOCK / 5, |lander, _| autopilot.controls(lander))?;
    }
    Ok((game.has_landed()).then(|| mission.craft.fuel - game.lander().fuel()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::landscape::Pad;

    #[test]
    fn levels_get_harder_and_the_autopilot_lands_on_all_of_them_with_their_fuel() {
        assert!(LEVELS.windows(2).all(|pair| pair[1].share < pair[0].share));
        for Level {
            mission,
            seed,
            share,
        } in LEVELS
        {
            let full = burnt(mission, seed).unwrap().unwrap();
            let less = fuelled(mission, seed, share).unwrap();
            assert_eq!(less.craft.fuel, share * full);
            assert!(less.craft.fuel < 0.9 * mission.craft.fuel, "{full}");
            assert!(
                burnt(less, seed).unwrap().is_some(),
                "{} {seed}",
                mission.name
            );
            // a share that the tanks cannot hold fills them
            assert_eq!(fuelled(mission, seed, 99.0).unwrap(), mission);
        }
    }

    #[test]
    fn the_first_levels_begin_over_a_pad_and_drifting_toward_one() {
        let nearest = |game: &Game| -> (Pad, f64) {
            let x = game.lander().body().position.x;
            let way = |pad: &Pad| pad.middle() - x;
            let pads = game.landscape().pads.iter();
            let pad = pads.min_by(|a, b| way(a).abs().total_cmp(&way(b).abs()));
            pad.map(|pad| (*pad, way(pad))).unwrap()
        };
        let [first, second] = [0, 1].map(|level: usize| {
            let Level { mission, seed, .. } = LEVELS[level];
            Game::new(mission, seed).unwrap()
        });
        let body = first.lander().body();
        assert!(nearest(&first).0.holds(body.position.x));
        assert_eq!([body.velocity.norm(), body.orientation()], [0.0; 2]);
        let (drift, (_, way)) = (second.lander().body().velocity.x, nearest(&second));
        assert!(
            drift * way > 0.0 && drift.abs() < 8.0 && way.abs() < 300.0,
            "{drift} {way}"
        );
    }
}
