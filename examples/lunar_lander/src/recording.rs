//! Recordings of flights, as files in RON. A replay is equal to the flight to the bit.
//!
//! A recording holds the mission, the seed and the controls of every step. It also holds the final
//! state, by which a replay is checked.

use std::fs;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Error, Result, anyhow, ensure};
use lander::{Controls, Lander};
use serde::{Deserialize, Serialize};

use crate::game::{CLOCK, Game, seconds};
use crate::mission::Mission;

/// Version of the files that are written, and the only one that can be read.
pub const VERSION: u32 = 2;

/// A flight from its start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// Version of the file format: [`VERSION`].
    pub version: u32,
    /// Name of the mission.
    pub mission: String,
    /// Seed of the landscape and of the start.
    pub seed: u64,
    /// Fuel at the start \[kg\].
    pub fuel: f64,
    /// Controls from the start to the end.
    pub burns: Vec<Burn>,
    /// State at the end of the flight, or where the flight was abandoned.
    pub end: State,
}

/// The same controls in some steps of equal length.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Burn {
    /// Number of steps.
    pub steps: u32,
    /// Length of a step, in ticks of the game's clock.
    pub ticks: u32,
    /// Controls during these steps.
    pub controls: Controls,
}

impl Burn {
    /// Adds a step to the end of a list.
    pub(crate) fn push(burns: &mut Vec<Self>, ticks: u32, controls: Controls) {
        match burns.last_mut() {
            Some(last) if last.ticks == ticks && last.controls == controls => last.steps += 1,
            _ => burns.push(Self {
                steps: 1,
                ticks,
                controls,
            }),
        }
    }
}

/// State of a lander at a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Time since the start \[s\].
    pub time: f64,
    /// Position of the centre of mass \[m\].
    pub position: [f64; 2],
    /// Velocity \[m/s\].
    pub velocity: [f64; 2],
    /// Orientation, counter-clockwise from upright \[rad\].
    pub angle: f64,
    /// Angular velocity, counter-clockwise \[rad/s\].
    pub spin: f64,
    /// Fuel left \[kg\].
    pub fuel: f64,
}

impl State {
    /// Present state of a lander.
    #[must_use]
    pub fn of(lander: &Lander) -> Self {
        let body = lander.body();
        Self {
            time: lander.time(),
            position: body.position.into(),
            velocity: body.velocity.into(),
            angle: body.orientation(),
            spin: body.angular_velocity(),
            fuel: lander.fuel(),
        }
    }
}

impl Recording {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file holds no valid recording; the error names the file.
    pub fn load(file: impl AsRef<Path>) -> Result<Self> {
        let file = file.as_ref();
        let text = fs::read_to_string(file).map_err(Error::from);
        let recording = text.and_then(|text| text.parse());
        recording.map_err(|error| anyhow!("{}: {error}", file.display()))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// If the file cannot be written; the error names it.
    pub fn save(&self, file: impl AsRef<Path>) -> Result<()> {
        let file = file.as_ref();
        // one line per burn
        let style = ron::ser::PrettyConfig::new().depth_limit(2).new_line("\n");
        let text = ron::ser::to_string_pretty(self, style)?;
        fs::write(file, text + "\n").map_err(|error| anyhow!("{}: {error}", file.display()))
    }

    /// The mission, with the recorded amount of fuel.
    ///
    /// # Errors
    /// If there is no such mission, or its tanks hold less fuel.
    pub fn mission(&self) -> Result<Mission> {
        let mission = Mission::named(&self.mission)?;
        let (fuel, most) = (self.fuel, mission.craft.fuel);
        ensure!(
            (0.0..=most).contains(&fuel),
            "it starts with {fuel} kg of fuel; its lander takes 0 to {most} kg"
        );
        Ok(mission.with_fuel(fuel))
    }

    /// Flies the recording again, to its end.
    ///
    /// # Errors
    /// If the final state differs from the recorded one in any bit.
    pub fn replay(&self) -> Result<Game> {
        let mut player = Player::new(self.clone())?;
        while !player.is_over() {
            player.step()?;
        }
        Ok(player.game)
    }
}

impl FromStr for Recording {
    type Err = Error;

    /// Reads what [`Recording::save`] writes.
    fn from_str(text: &str) -> Result<Self> {
        /// The fields that recordings of all versions have.
        #[derive(Deserialize)]
        struct Head {
            version: u32,
        }
        let Head { version } = read(text)?;
        ensure!(
            version == VERSION,
            "it is a recording of version {version}; this program reads version {VERSION}"
        );
        let recording: Self = read(text)?;
        recording.mission()?;
        // limits the time of a replay
        const LONGEST: u64 = 3600 * CLOCK as u64;
        let ticks = recording.burns.iter().try_fold(0_u64, |ticks, burn| {
            let more = u64::from(burn.ticks) * u64::from(burn.steps);
            ticks.checked_add(more).filter(|_| more > 0)
        });
        ensure!(
            matches!(ticks, Some(0..=LONGEST)),
            "its steps take no time, or more than an hour"
        );
        Ok(recording)
    }
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T> {
    ron::from_str(text).map_err(|error| anyhow!("it is no recording: {error}"))
}

/// Replays a recording, in the recorded steps.
#[derive(Debug, Clone)]
pub struct Player {
    recording: Recording,
    game: Game,
    /// Index of the current burn, and number of its steps that have been flown.
    burn: usize,
    steps: u32,
    /// Time that has passed, but is less than a step \[s\].
    waiting: f64,
}

impl Player {
    /// A player at the start of a recording.
    ///
    /// # Errors
    /// If the mission is invalid.
    pub fn new(recording: Recording) -> Result<Self> {
        let game = Game::new(recording.mission()?, recording.seed)?;
        Ok(Self {
            recording,
            game,
            burn: 0,
            steps: 0,
            waiting: 0.0,
        })
    }

    /// The game as it is now.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether all steps have been flown.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.burn >= self.recording.burns.len()
    }

    /// Lets this many seconds pass: makes as many steps as fit.
    ///
    /// # Errors
    /// As [`Player::step`].
    pub fn advance(&mut self, seconds: f64) -> Result<()> {
        self.waiting += seconds.max(0.0);
        while let Some(burn) = self.recording.burns.get(self.burn) {
            let step = self::seconds(burn.ticks);
            if step > self.waiting {
                break;
            }
            self.waiting -= step;
            self.step()?;
        }
        Ok(())
    }

    /// Makes one step; none after the end.
    ///
    /// # Errors
    /// If the step fails, or the final state differs from the recorded one in any bit.
    pub fn step(&mut self) -> Result<()> {
        let Some(burn) = self.recording.burns.get(self.burn) else {
            return Ok(());
        };
        self.game.step(burn.ticks, |_, _| burn.controls)?;
        self.steps += 1;
        if self.steps == burn.steps {
            (self.burn, self.steps) = (self.burn + 1, 0);
        }
        let (found, recorded) = (State::of(self.game.lander()), self.recording.end);
        let is_right = if self.is_over() {
            found == recorded
        } else {
            // no steps are recorded after the end of a flight
            self.game.ending().is_none()
        };
        ensure!(
            is_right,
            "the replay does not end as recorded: {found:?}, and not {recorded:?}"
        );
        Ok(())
    }
}
