//! One flight, from its start to its end.

use kinstep::Scheme;
use lander::{Contact, Controls, FlightError, Lander};

use crate::landscape::Landscape;
use crate::mission::Mission;
use crate::touchdown::{Outcome, judge};

/// A flight of a mission.
#[derive(Debug, Clone)]
pub struct Game {
    mission: Mission,
    seed: u64,
    landscape: Landscape,
    lander: Lander,
    ghost: Lander,
    /// Whether the ghost has met the ground.
    ghost_is_down: bool,
    ending: Option<Ending>,
}

/// How a flight ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Ending {
    /// What it counts as.
    pub outcome: Outcome,
    /// What touched the ground first, if anything did; its time is that since the start \[s\].
    pub contact: Option<Contact>,
}

impl Game {
    /// A mission on the landscape and with the start of a seed.
    ///
    /// # Errors
    /// If a number of the mission makes no sense.
    pub fn new(mission: Mission, seed: u64) -> Result<Self, FlightError> {
        let start = mission.start(seed);
        let lander = |scheme| Lander::new(mission.craft, mission.planet, start, scheme);
        Ok(Self {
            mission,
            seed,
            landscape: Landscape::new(&mission.relief, seed),
            lander: lander(Scheme::FlowKick)?,
            ghost: lander(Scheme::SymplecticEuler)?,
            ghost_is_down: false,
            ending: None,
        })
    }

    /// Where it is played.
    #[must_use]
    pub fn mission(&self) -> &Mission {
        &self.mission
    }

    /// What the landscape and the start are made from.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The ground and its pads.
    #[must_use]
    pub fn landscape(&self) -> &Landscape {
        &self.landscape
    }

    /// The lander, exact.
    #[must_use]
    pub fn lander(&self) -> &Lander {
        &self.lander
    }

    /// The same lander with the same engines, as symplectic Euler moves it in the same steps.
    #[must_use]
    pub fn ghost(&self) -> &Lander {
        &self.ghost
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Lets `dt` seconds pass, or less if the flight ends. The pilot is asked before every piece of the flight: at the
    /// start of a step, and wherever the fuel gauge ticks inside.
    ///
    /// # Errors
    /// If `dt` is no step. The game is then as it was.
    pub fn advance(
        &mut self,
        dt: f64,
        mut pilot: impl FnMut(&Lander) -> Controls,
    ) -> Result<(), FlightError> {
        if !dt.is_finite() || dt < 0.0 {
            // which refuses it
            return self.lander.step(dt, &self.landscape.ground).map(drop);
        }
        let mut left = dt;
        while left > 0.0 && self.ending.is_none() {
            let controls = pilot(&self.lander);
            left -= self.piece(left, controls)?;
        }
        Ok(())
    }

    fn piece(&mut self, dt: f64, controls: Controls) -> Result<f64, FlightError> {
        let ground = &self.landscape.ground;
        self.lander.set_controls(controls);
        let moved = self.lander.step(dt, ground)?;
        if !self.ghost_is_down {
            self.ghost.set_controls(controls);
            self.ghost_is_down = self.ghost.step(moved.time, ground)?.contact.is_some();
        }
        if let Some(contact) = moved.contact {
            let lander = &self.lander;
            let outcome = judge(
                lander.craft(),
                lander.body(),
                lander.fuel(),
                &contact,
                &self.landscape,
            );
            let contact = Some(Contact {
                time: lander.time(),
                ..contact
            });
            self.ending = Some(Ending { outcome, contact });
        } else if self.is_off_the_map() {
            self.ending = Some(Ending {
                outcome: Outcome::Lost,
                contact: None,
            });
        }
        Ok(moved.time)
    }

    fn is_off_the_map(&self) -> bool {
        /// Higher than this over the start nobody comes back from \[m\].
        const CEILING: f64 = 3000.0;
        let position = self.lander.body().position;
        let start = self.mission.start(self.seed).position;
        position.x.abs() > 0.5 * self.mission.relief.width || position.y > start[1] + CEILING
    }
}
