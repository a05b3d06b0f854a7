//! One flight, from its start to its end.

use kinstep::Scheme;
use lander::{Contact, Controls, FlightError, Lander};

use crate::landscape::Landscape;
use crate::mission::Mission;
use crate::touchdown::{Outcome, judge};

/// The rules of the ghosts; the first is that of most game engines.
pub const RULES: [Scheme; 3] = [
    Scheme::SymplecticEuler,
    Scheme::ExplicitEuler,
    Scheme::VelocityVerlet,
];

/// The same lander with the same engines, as another rule moves it in the same steps.
#[derive(Debug, Clone)]
pub struct Ghost {
    /// How it is stepped.
    pub rule: Scheme,
    /// How it is and moves.
    pub lander: Lander,
    /// Whether it has met the ground.
    pub is_down: bool,
}

/// A flight of a mission.
#[derive(Debug, Clone)]
pub struct Game {
    mission: Mission,
    seed: u64,
    landscape: Landscape,
    lander: Lander,
    ghosts: [Ghost; RULES.len()],
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
        let ghost = |rule| {
            lander(rule).map(|lander| Ghost {
                rule,
                lander,
                is_down: false,
            })
        };
        Ok(Self {
            mission,
            seed,
            landscape: Landscape::new(&mission.relief, seed),
            lander: lander(Scheme::FlowKick)?,
            ghosts: [ghost(RULES[0])?, ghost(RULES[1])?, ghost(RULES[2])?],
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

    /// The same lander with the same engines, as other rules move it in the same steps: in the order of [`RULES`].
    #[must_use]
    pub fn ghosts(&self) -> &[Ghost] {
        &self.ghosts
    }

    /// That of symplectic Euler.
    #[must_use]
    pub fn ghost(&self) -> &Lander {
        &self.ghosts[0].lander
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
        if self.ending.is_some() {
            self.bring_ghosts_down(dt)?;
        }
        Ok(())
    }

    /// The ghosts fly on without engines, in steps like the last one, until they meet the ground: nobody steers any more.
    fn bring_ghosts_down(&mut self, dt: f64) -> Result<(), FlightError> {
        /// They are given up after so many: minutes at any usual rate.
        const MOST_STEPS: usize = 20_000;
        for ghost in self.ghosts.iter_mut().filter(|it| !it.is_down) {
            ghost.lander.set_controls(Controls::OFF);
            let mut steps = 0;
            while !ghost.is_down && dt > 0.0 && steps < MOST_STEPS {
                let moved = ghost.lander.step(dt, &self.landscape.ground)?;
                ghost.is_down = moved.contact.is_some();
                steps += 1;
            }
        }
        Ok(())
    }

    fn piece(&mut self, dt: f64, controls: Controls) -> Result<f64, FlightError> {
        let ground = &self.landscape.ground;
        self.lander.set_controls(controls);
        let moved = self.lander.step(dt, ground)?;
        for ghost in self.ghosts.iter_mut().filter(|it| !it.is_down) {
            ghost.lander.set_controls(controls);
            ghost.is_down = ghost.lander.step(moved.time, ground)?.contact.is_some();
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
