//! Recordings as text: RON, where every number comes back bit for bit.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use lander::Controls;
use serde::{Deserialize, Serialize};

use super::{Recording, Run, State};
use crate::mission::{Mission, UnknownMission};

/// The version of the format that is written, and the only one that is read.
pub const VERSION: u64 = 1;

/// A flight takes an hour at most \[s\]; the second more is for what rounding adds.
const LONGEST: f64 = 3601.0;
/// Hours at 60 steps a second, and longer than the fuel lasts at a thousand.
const MOST_STEPS: u64 = 1_000_000;
/// Several times the text of an hour at 60 steps a second, all of other lengths \[bytes\].
const MOST_BYTES: u64 = 64 << 20;

/// Why a text is no recording.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// Something else is written there.
    #[error("it is no recording: {reason}, in line {line}, column {column}")]
    Malformed {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
    /// It was written for another program.
    #[error("it is a recording of version {found}; this program understands version {VERSION}")]
    Version {
        /// Which version it is.
        found: u64,
    },
    /// It was flown elsewhere.
    #[error(transparent)]
    Mission(#[from] UnknownMission),
    /// Time does not pass like that.
    #[error(
        "run {index} of the steps is {times} times {dt} s; a step takes time, and comes at least once"
    )]
    Steps {
        /// Which run, counted from 0.
        index: usize,
        /// Length of a step \[s\].
        dt: f64,
        /// How many of them.
        times: u64,
    },
    /// No lander starts with that.
    #[error("it starts with {fuel} kg of fuel; its lander takes 0 to {most} kg")]
    Fuel {
        /// \[kg\].
        fuel: f64,
        /// \[kg\].
        most: f64,
    },
    /// It is too long for a flight.
    #[error(
        "it has {steps} steps and takes {seconds} s; a flight has {MOST_STEPS} steps and takes an hour at most"
    )]
    TooLong {
        /// How many steps there are.
        steps: u64,
        /// How long they take \[s\].
        seconds: f64,
    },
    /// No pilot does that.
    #[error(
        "run {index} of the controls is {times} times throttle {throttle}, turn {turn}; \
         throttles go from 0 to 1, turns from -1 to 1, and they come at least once"
    )]
    Controls {
        /// Which run, counted from 0.
        index: usize,
        /// Of the main engine.
        throttle: f64,
        /// Of the jets.
        turn: f64,
        /// For how many pieces of the flight.
        times: u64,
    },
    /// No lander is like that.
    #[error("the end of the flight has a number that is not finite")]
    End,
}

/// Why a recording is not loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read {file}: {error}")]
    Read {
        /// Its path.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// The file is no recording that can be flown.
    #[error("cannot replay {file}: {error}")]
    Format {
        /// Its path.
        file: String,
        /// What is wrong.
        error: FormatError,
    },
}

/// Why a recording is not saved.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {file}: {error}")]
pub struct SaveError {
    /// The path of the file.
    pub file: String,
    /// Why.
    pub error: io::Error,
}

/// What a recording of any version says.
#[derive(Debug, Deserialize)]
#[serde(rename = "Recording")]
struct Head {
    version: u64,
}

/// What a recording of this version says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename = "Recording", deny_unknown_fields)]
struct Written {
    version: u64,
    mission: String,
    seed: u64,
    /// At the start \[kg\]; full tanks if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fuel: Option<f64>,
    steps: Vec<Run<f64>>,
    pieces: Vec<Run<Controls>>,
    end: State,
}

impl Recording {
    /// Reads a recording from a file.
    ///
    /// # Errors
    /// If there is none that can be flown.
    pub fn load(file: impl AsRef<Path>) -> Result<Self, LoadError> {
        let path = file.as_ref();
        let read = |error| LoadError::Read {
            file: path.display().to_string(),
            error,
        };
        let format = |error| LoadError::Format {
            file: path.display().to_string(),
            error,
        };
        let mut bytes = Vec::new();
        let mut limited = File::open(path).map_err(read)?.take(MOST_BYTES + 1);
        limited.read_to_end(&mut bytes).map_err(read)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(format(malformed((1, 1), "a file this long")));
        }
        let text = std::str::from_utf8(&bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].iter();
            let line = 1 + line.filter(|byte| **byte == b'\n').count();
            format(malformed((line, 1), "there is more than text"))
        })?;
        Self::parse(text).map_err(format)
    }

    /// Writes it to a file.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn save(&self, file: impl AsRef<Path>) -> Result<(), SaveError> {
        let path = file.as_ref();
        let text = self.text().map_err(io::Error::other);
        (text.and_then(|text| std::fs::write(path, text))).map_err(|error| SaveError {
            file: path.display().to_string(),
            error,
        })
    }

    fn fuel_if_not_full(&self) -> Option<f64> {
        let full = Mission::named(self.mission.name).map(|it| it.craft.fuel);
        (full != Ok(self.mission.craft.fuel)).then_some(self.mission.craft.fuel)
    }

    /// As text.
    pub(super) fn text(&self) -> Result<String, ron::Error> {
        let written = Written {
            version: VERSION,
            mission: self.mission.name.to_owned(),
            seed: self.seed,
            fuel: self.fuel_if_not_full(),
            steps: self.steps.clone(),
            pieces: self.pieces.clone(),
            end: self.end,
        };
        // a line for each run
        let style = ron::ser::PrettyConfig::new().depth_limit(2).new_line("\n");
        let written = ron::ser::to_string_pretty(&written, style)?;
        Ok(format!("Recording{written}\n"))
    }

    /// From text.
    pub(super) fn parse(text: &str) -> Result<Self, FormatError> {
        let Head { version } = read(text)?;
        if version != VERSION {
            return Err(FormatError::Version { found: version });
        }
        let written: Written = read(text)?;
        let mut mission = Mission::named(&written.mission)?;
        if let Some(fuel) = written.fuel {
            if !(0.0..=mission.craft.fuel).contains(&fuel) {
                let most = mission.craft.fuel;
                return Err(FormatError::Fuel { fuel, most });
            }
            mission = mission.with_fuel(fuel);
        }
        let recording = Self {
            mission,
            seed: written.seed,
            steps: written.steps,
            pieces: written.pieces,
            end: written.end,
        };
        recording.check()?;
        Ok(recording)
    }

    /// That it is a flight, and ends.
    fn check(&self) -> Result<(), FormatError> {
        let (mut steps, mut seconds) = (0_u64, 0.0);
        for (index, Run { each: dt, times }) in self.steps.iter().copied().enumerate() {
            if !(dt > 0.0 && dt.is_finite() && times > 0) {
                return Err(FormatError::Steps { index, dt, times });
            }
            steps = steps.saturating_add(times);
            seconds += dt * times as f64;
        }
        if steps > MOST_STEPS || seconds > LONGEST {
            return Err(FormatError::TooLong { steps, seconds });
        }
        for (index, Run { each, times }) in self.pieces.iter().copied().enumerate() {
            if each != each.within_limits() || times == 0 {
                let Controls { throttle, turn } = each;
                return Err(FormatError::Controls {
                    index,
                    throttle,
                    turn,
                    times,
                });
            }
        }
        if self.end.numbers().iter().all(|number| number.is_finite()) {
            Ok(())
        } else {
            Err(FormatError::End)
        }
    }
}

impl FromStr for Recording {
    type Err = FormatError;

    /// Reads what [`Recording::save`] writes.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        Self::parse(text)
    }
}

/// What RON makes of a text.
fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, FormatError> {
    ron::from_str(text).map_err(|error| {
        let at = error.span.start;
        malformed((at.line, at.col), &error.code.to_string())
    })
}

fn malformed((line, column): (usize, usize), reason: &str) -> FormatError {
    FormatError::Malformed {
        line,
        column,
        reason: reason.to_owned(),
    }
}
