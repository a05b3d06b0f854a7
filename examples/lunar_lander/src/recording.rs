//! What was flown, to fly it again, bit for bit: a file in RON.
//!
//! A flight is what its mission and seed begin, and what its engines did in every step. The end is there, too, so that a
//! replay proves itself.

use std::fs;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Error, Result, anyhow, ensure};
use lander::{Controls, Lander};
use serde::{Deserialize, Serialize};

use crate::game::{CLOCK, Game, seconds};
use crate::mission::Mission;

/// The version of the files that are written, and the only one that is read.
pub const VERSION: u32 = 2;

/// A flight from its start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// Of the program that wrote it: [`VERSION`].
    pub version: u32,
    /// Where it was flown.
    pub mission: String,
    /// Of the landscape and the start.
    pub seed: u64,
    /// At the start \[kg\].
    pub fuel: f64,
    /// What the engines did.
    pub burns: Vec<Burn>,
    /// How it ended, or where it was when nobody flew on.
    pub end: State,
}

/// The same controls in some steps of the same length.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Burn {
    /// How many steps.
    pub steps: u32,
    /// Length of a step, in ticks of the game's clock.
    pub ticks: u32,
    /// What the engines did.
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

/// How a lander is and moves at a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Since the start \[s\].
    pub time: f64,
    /// Of the centre of mass \[m\].
    pub position: [f64; 2],
    /// \[m/s\].
    pub velocity: [f64; 2],
    /// Counter-clockwise from upright \[rad\].
    pub angle: f64,
    /// \[rad/s\].
    pub spin: f64,
    /// What is left of it \[kg\].
    pub fuel: f64,
}

impl State {
    /// Of a lander now.
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
    /// If it is no recording that can be flown; the error names the file.
    pub fn load(file: impl AsRef<Path>) -> Result<Self> {
        let file = file.as_ref();
        let text = fs::read_to_string(file).map_err(Error::from);
        let recording = text.and_then(|text| text.parse());
        recording.map_err(|error| anyhow!("{}: {error}", file.display()))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// If that cannot be written; the error names it.
    pub fn save(&self, file: impl AsRef<Path>) -> Result<()> {
        let file = file.as_ref();
        // a line for each burn
        let style = ron::ser::PrettyConfig::new().depth_limit(2).new_line("\n");
        let text = ron::ser::to_string_pretty(self, style)?;
        fs::write(file, text + "\n").map_err(|error| anyhow!("{}: {error}", file.display()))
    }

    /// Where it was flown, with its fuel.
    ///
    /// # Errors
    /// If there is no such mission, or it does not take so much fuel.
    pub fn mission(&self) -> Result<Mission> {
        let mission = Mission::named(&self.mission)?;
        let (fuel, most) = (self.fuel, mission.craft.fuel);
        ensure!(
            (0.0..=most).contains(&fuel),
            "it starts with {fuel} kg of fuel; its lander takes 0 to {most} kg"
        );
        Ok(mission.with_fuel(fuel))
    }

    /// Flies it again, to its end.
    ///
    /// # Errors
    /// If that is not, bit for bit, what was recorded.
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
        /// What a recording of any version says.
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
        // so that it ends
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

/// Flies a recording again, in its own steps.
#[derive(Debug, Clone)]
pub struct Player {
    recording: Recording,
    game: Game,
    /// The burn under way, and how many of its steps are flown.
    burn: usize,
    steps: u32,
    /// Time that has passed and is not flown yet \[s\].
    waiting: f64,
}

impl Player {
    /// At the start of a recording.
    ///
    /// # Errors
    /// If its mission cannot be flown.
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

    /// Whether all steps are flown.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.burn >= self.recording.burns.len()
    }

    /// Lets time pass \[s\]: as many steps as fit.
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

    /// One step; none after the last.
    ///
    /// # Errors
    /// If it fails, or the flight does not end as recorded, bit for bit.
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
            // nothing is recorded after the end
            self.game.ending().is_none()
        };
        ensure!(
            is_right,
            "the replay does not end as recorded: {found:?}, and not {recorded:?}"
        );
        Ok(())
    }
}
