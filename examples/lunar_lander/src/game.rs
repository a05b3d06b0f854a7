//! A game: one flight from its start to its end.
//!
//! Time passes in whole ticks of the [`CLOCK`]. A flight is a list of controls, each with its
//! number of ticks; the game stores this list ([`Game::recording`]).

use kinstep::Scheme;
use lander::{Contact, Controls, FlightError, Lander};

use crate::landscape::Landscape;
use crate::mission::Mission;
use crate::recording::{Burn, Recording, State, VERSION};
use crate::touchdown::{Outcome, judge};

/// Ticks per second. At 5, 20, 60, 144 and 240 steps per second, a step is a whole number of ticks.
pub const CLOCK: u32 = 3600;
/// Ticks of the clock between two ticks of the fuel gauge.
const GAUGE: u32 = CLOCK / 5;

/// Duration of some ticks \[s\].
pub(crate) fn seconds(ticks: u32) -> f64 {
    f64::from(ticks) / f64::from(CLOCK)
}

/// Length of a step \[ticks\] at a rate of steps \[Hz\].
#[must_use]
pub fn ticks_at(rate: f64) -> u32 {
    (f64::from(CLOCK) / rate).round().max(1.0) as u32
}

/// A flight of a mission.
#[derive(Debug, Clone)]
pub struct Game {
    mission: Mission,
    seed: u64,
    landscape: Landscape,
    /// Height above which a lander counts as lost \[m\].
    ceiling: f64,
    lander: Lander,
    ghost: Lander,
    is_ghost_down: bool,
    ending: Option<Ending>,
    burns: Vec<Burn>,
    /// Time since the start \[ticks\].
    clock: u64,
    /// Time that has passed, but is less than a step \[s\].
    waiting: f64,
}

/// End of a flight.
#[derive(Debug, Clone, PartialEq)]
pub struct Ending {
    /// Outcome of the flight.
    pub outcome: Outcome,
    /// First contact with the ground, if there was one; its time is measured from the start \[s\].
    pub contact: Option<Contact>,
}

impl Game {
    /// A new game of a mission, with the landscape and the start of this seed.
    ///
    /// # Errors
    /// If a number of the mission is invalid.
    pub fn new(mission: Mission, seed: u64) -> Result<Self, FlightError> {
        /// Height of the ceiling above the start \[m\].
        const CEILING: f64 = 3000.0;
        let landscape = Landscape::new(&mission.relief, seed);
        let start = mission.start(seed, &landscape);
        let lander = |scheme| Lander::new(mission.craft, mission.planet, start, scheme);
        Ok(Self {
            mission,
            seed,
            landscape,
            ceiling: start.position[1] + CEILING,
            lander: lander(Scheme::FlowKick)?,
            ghost: lander(Scheme::SymplecticEuler)?,
            is_ghost_down: false,
            ending: None,
            burns: Vec::new(),
            clock: 0,
            waiting: 0.0,
        })
    }

    /// The mission.
    #[must_use]
    pub fn mission(&self) -> &Mission {
        &self.mission
    }

    /// Seed of the landscape and of the start.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The ground and its pads.
    #[must_use]
    pub fn landscape(&self) -> &Landscape {
        &self.landscape
    }

    /// The lander, moved exactly.
    #[must_use]
    pub fn lander(&self) -> &Lander {
        &self.lander
    }

    /// The lander with the same controls, moved by symplectic Euler in the same steps; it stops at
    /// the end of the flight.
    #[must_use]
    pub fn ghost(&self) -> &Lander {
        &self.ghost
    }

    /// The end of the flight, if it has ended.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Whether the lander stands.
    #[must_use]
    pub fn has_landed(&self) -> bool {
        (self.ending.as_ref()).is_some_and(|it| matches!(it.outcome, Outcome::Landed { .. }))
    }

    /// Recording of the flight up to now.
    #[must_use]
    pub fn recording(&self) -> Recording {
        Recording {
            version: VERSION,
            mission: self.mission.name.to_owned(),
            seed: self.seed,
            fuel: self.mission.craft.fuel,
            burns: self.burns.clone(),
            end: State::of(&self.lander),
        }
    }

    /// Controls of the flight up to now.
    #[must_use]
    pub fn burns(&self) -> &[Burn] {
        &self.burns
    }

    /// Lets this many seconds pass, in steps at this rate \[Hz\], or in one step if there is no
    /// rate. Time that does not fill a step, or a tick, is kept for the next call. The pilot is
    /// called as in [`Game::step`].
    ///
    /// # Errors
    /// If a step fails.
    pub fn advance(
        &mut self,
        seconds: f64,
        rate: Option<f64>,
        mut pilot: impl FnMut(&Lander, f64) -> Controls,
    ) -> Result<(), FlightError> {
        // NaN counts as zero
        self.waiting += seconds.max(0.0);
        let ticks = (self.waiting * f64::from(CLOCK) + 1e-6) as u32;
        let step = rate.map_or(ticks, ticks_at).max(1);
        for _ in 0..ticks / step {
            self.waiting = (self.waiting - self::seconds(step)).max(0.0);
            self.step(step, &mut pilot)?;
        }
        Ok(())
    }

    /// Makes one step of this many ticks; it ends early if the flight ends. The pilot returns the
    /// controls that hold until the step ends or, if that is sooner, until the fuel gauge ticks.
    /// Its arguments are the lander and the duration of these controls in seconds.
    ///
    /// # Errors
    /// If the lander gets so far that its numbers overflow.
    pub fn step(
        &mut self,
        ticks: u32,
        mut pilot: impl FnMut(&Lander, f64) -> Controls,
    ) -> Result<(), FlightError> {
        let mut left = ticks;
        while left > 0 && self.ending.is_none() {
            let until_tick = GAUGE - (self.clock % u64::from(GAUGE)) as u32;
            let piece = left.min(until_tick);
            // -0 becomes 0: then equal controls are also equal to the bit
            let Controls { throttle, turn } = pilot(&self.lander, seconds(piece)).within_limits();
            let [throttle, turn] = [throttle + 0.0, turn + 0.0];
            self.piece(piece, Controls { throttle, turn })?;
            left -= piece;
        }
        Ok(())
    }

    /// Flies with constant controls for this many ticks.
    fn piece(&mut self, ticks: u32, controls: Controls) -> Result<(), FlightError> {
        let ground = &self.landscape.ground;
        self.lander.set_controls(controls);
        let moved = self.lander.fly(seconds(ticks), ground)?;
        if !self.is_ghost_down {
            self.ghost.set_controls(controls);
            self.is_ghost_down = self.ghost.fly(moved.time, ground)?.contact.is_some();
        }
        self.clock += u64::from(ticks);
        Burn::push(&mut self.burns, ticks, controls);
        self.ending = if let Some(contact) = moved.contact {
            let contact = Contact {
                time: self.lander.time(),
                ..contact
            };
            Some(Ending {
                outcome: judge(&self.lander, &contact, &self.landscape),
                contact: Some(contact),
            })
        } else {
            self.is_off_the_map(&self.lander).then_some(Ending {
                outcome: Outcome::Lost,
                contact: None,
            })
        };
        Ok(())
    }

    /// Whether a lander is outside the map and counts as lost.
    pub(crate) fn is_off_the_map(&self, lander: &Lander) -> bool {
        let position = lander.body().position;
        position.x.abs() > 0.5 * self.mission.relief.width || position.y > self.ceiling
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fallen(frames: &[f64], rate: Option<f64>) -> Game {
        let mut game = Game::new(Mission::MOON, 1).unwrap();
        for seconds in frames {
            game.advance(*seconds, rate, |_, _| Controls::OFF).unwrap();
        }
        game
    }

    #[test]
    fn time_passes_as_on_any_clock_however_long_a_frame_takes() {
        for rate in [
            None,
            Some(0.5),
            Some(5.0),
            Some(60.0),
            Some(7.3),
            Some(1e12),
        ] {
            for frame in [0.0171, 0.3, 2.0] {
                let frames = vec![frame; (8.0 / frame) as usize];
                let late = frame * frames.len() as f64 - fallen(&frames, rate).lander().time();
                let step = rate.map_or(seconds(1), |rate| seconds(ticks_at(rate)));
                assert!((-1e-6..step).contains(&late), "{late} at {rate:?}, {frame}");
            }
        }
        let nothing = fallen(&[f64::NAN, -1.0, f64::NEG_INFINITY, 0.0], None);
        assert_eq!(nothing.lander().time(), 0.0);
    }

    #[test]
    fn the_ghost_falls_behind_in_proportion_to_the_step() {
        for rate in [100.0, 50.0, 10.0] {
            let game = fallen(&[10.0], Some(rate));
            let off = game.lander().body().position.y - game.ghost().body().position.y;
            // ½ g t dt
            let expected = 0.5 * 1.62 * 10.0 / rate;
            assert!((off - expected).abs() < 1e-9, "{off} of {expected}");
        }
    }
}
