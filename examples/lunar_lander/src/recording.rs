//! What was flown, to fly it again, bit for bit: a file in RON.
//!
//! A flight is what its mission and seed begin, and what its engines did in every step. The end is there, too, so that a
//! replay proves itself.

use std::path::Path;
use std::str::FromStr;
use std::{fs, io};

use kinstep::nalgebra::Vector2;
use lander::{Controls, FlightError, Lander};
use serde::{Deserialize, Serialize};

use crate::game::{CLOCK, Game, seconds};
use crate::mission::{Mission, UnknownMission};

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

    fn bits(&self) -> [u64; 8] {
        let ([x, y], [vx, vy]) = (self.position, self.velocity);
        [self.time, x, y, vx, vy, self.angle, self.spin, self.fuel].map(f64::to_bits)
    }
}

/// Why there is no recording to be flown, or none was stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// It cannot be read or written; the file is named by [`RecordingError::File`].
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something else is written there.
    #[error("it is no recording: {0}")]
    Format(#[from] ron::error::SpannedError),
    /// Its numbers cannot be written.
    #[error(transparent)]
    Write(#[from] ron::Error),
    /// It was written by another version of the program.
    #[error("it is a recording of version {found}; this program reads version {VERSION}")]
    Version {
        /// Which version it is.
        found: u32,
    },
    /// It was flown elsewhere.
    #[error(transparent)]
    Mission(#[from] UnknownMission),
    /// No lander starts with that.
    #[error("it starts with {fuel} kg of fuel; its lander takes 0 to {most} kg")]
    Fuel {
        /// \[kg\].
        fuel: f64,
        /// \[kg\].
        most: f64,
    },
    /// It has steps of nothing, or takes more than an hour.
    #[error("its steps take no time, or more than an hour")]
    Steps,
    /// What is wrong with a file.
    #[error("{file}: {error}")]
    File {
        /// Its path.
        file: String,
        /// What is wrong.
        error: Box<Self>,
    },
}

impl RecordingError {
    fn of(path: &Path) -> impl FnOnce(Self) -> Self {
        let file = path.display().to_string();
        |error| Self::File {
            file,
            error: Box::new(error),
        }
    }
}

impl Recording {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is no recording that can be flown; the error names the file.
    pub fn load(file: impl AsRef<Path>) -> Result<Self, RecordingError> {
        let path = file.as_ref();
        let text = fs::read_to_string(path).map_err(RecordingError::from);
        (text.and_then(|text| text.parse())).map_err(RecordingError::of(path))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// If that cannot be written; the error names it.
    pub fn save(&self, file: impl AsRef<Path>) -> Result<(), RecordingError> {
        let path = file.as_ref();
        // a line for each burn
        let style = ron::ser::PrettyConfig::new().depth_limit(2).new_line("\n");
        let text = ron::ser::to_string_pretty(self, style).map_err(RecordingError::from);
        (text.and_then(|text| Ok(fs::write(path, text + "\n")?))).map_err(RecordingError::of(path))
    }

    /// Where it was flown, with its fuel.
    ///
    /// # Errors
    /// If there is no such mission.
    pub fn mission(&self) -> Result<Mission, UnknownMission> {
        Ok(Mission::named(&self.mission)?.with_fuel(self.fuel))
    }

    /// Flies it again, to its end.
    ///
    /// # Errors
    /// If that is not, bit for bit, what was recorded.
    pub fn replay(&self) -> Result<Game, ReplayError> {
        let mut player = Player::new(self.clone())?;
        while !player.is_over() {
            player.step()?;
        }
        Ok(player.game)
    }

    /// That it is a flight, and ends.
    fn check(&self) -> Result<(), RecordingError> {
        const LONGEST: u64 = 3600 * CLOCK as u64;
        let (fuel, most) = (self.fuel, Mission::named(&self.mission)?.craft.fuel);
        if !(0.0..=most).contains(&fuel) {
            return Err(RecordingError::Fuel { fuel, most });
        }
        let ticks = self.burns.iter().try_fold(0_u64, |ticks, burn| {
            let more = u64::from(burn.ticks) * u64::from(burn.steps);
            ticks.checked_add(more).filter(|_| more > 0)
        });
        match ticks {
            Some(0..=LONGEST) => Ok(()),
            _ => Err(RecordingError::Steps),
        }
    }
}

impl FromStr for Recording {
    type Err = RecordingError;

    /// Reads what [`Recording::save`] writes.
    fn from_str(text: &str) -> Result<Self, RecordingError> {
        /// What a recording of any version says.
        #[derive(Deserialize)]
        struct Head {
            version: u32,
        }
        let Head { version } = ron::from_str(text)?;
        if version != VERSION {
            return Err(RecordingError::Version { found: version });
        }
        let recording: Self = ron::from_str(text)?;
        recording.check()?;
        Ok(recording)
    }
}

/// Why a replay is not what was recorded.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// There is no such mission.
    #[error(transparent)]
    Mission(#[from] UnknownMission),
    /// A step failed.
    #[error(transparent)]
    Flight(#[from] FlightError),
    /// It ended otherwise.
    #[error(
        "the replay does not end as recorded: {:.1e} s, {:.1e} m, {:.1e} m/s, {:.1e} kg of fuel off, or another attitude",
        (found.time - recorded.time).abs(),
        apart(found.position, recorded.position),
        apart(found.velocity, recorded.velocity),
        (found.fuel - recorded.fuel).abs()
    )]
    Differs {
        /// How it ended.
        found: State,
        /// How the recorded flight did.
        recorded: State,
    },
}

fn apart(one: [f64; 2], other: [f64; 2]) -> f64 {
    (Vector2::from(one) - Vector2::from(other)).norm()
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
    pub fn new(recording: Recording) -> Result<Self, ReplayError> {
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
    pub fn advance(&mut self, seconds: f64) -> Result<(), ReplayError> {
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
    /// If it fails, or was the last one, and the flight has not ended as recorded, bit for bit.
    pub fn step(&mut self) -> Result<(), ReplayError> {
        let Some(burn) = self.recording.burns.get(self.burn) else {
            return Ok(());
        };
        self.game.step(burn.ticks, |_, _| burn.controls)?;
        self.steps += 1;
        if self.steps == burn.steps {
            (self.burn, self.steps) = (self.burn + 1, 0);
        }
        // steps after the end are not recorded either
        let has_ended_early = self.game.ending().is_some() && !self.is_over();
        let (found, recorded) = (State::of(self.game.lander()), self.recording.end);
        if has_ended_early || self.is_over() && found.bits() != recorded.bits() {
            return Err(ReplayError::Differs { found, recorded });
        }
        Ok(())
    }
}
