//! The counts that are kept beside the source, and what they were made with.

use std::collections::BTreeMap;
use std::process::Command;
use std::{fmt, fs, io};

use serde::{Deserialize, Serialize};

use crate::paths::PATHS;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.ron");

/// Instructions of one repetition of each path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Committed {
    /// What they were made with.
    pub made_with: MadeWith,
    /// Path by path.
    pub instructions: BTreeMap<String, u64>,
}

/// Everything outside the project that changes a count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeWith {
    /// The compiler.
    compiler: String,
    /// The C library: its elementary functions, and how it copies memory.
    library: String,
    /// The widest registers that valgrind shows to a program: 3.19 knows AVX2, but not AVX-512.
    registers: String,
}

/// Why the committed counts are not there.
#[derive(Debug, thiserror::Error)]
pub enum CommittedError {
    #[error("{FILE}: {0}; `--write` makes it")]
    File(io::Error),
    #[error("{FILE}: {0}; `--write` makes it anew")]
    Form(#[from] ron::error::SpannedError),
    #[error("the counts could not be put into words: {0}")]
    Words(#[from] ron::Error),
    #[error("`{0}` did not say its version")]
    Version(&'static str),
    #[error("the counts of the other paths were made with {0}: write all of them, or none")]
    Mixed(MadeWith),
}

impl MadeWith {
    /// What a count is made with on this machine.
    pub fn here(registers: &str) -> Result<Self, CommittedError> {
        let compiler = version("rustc", "--version")?;
        let library = version("getconf", "GNU_LIBC_VERSION")?;
        Ok(Self::of(&compiler, &library, registers))
    }

    pub fn of(compiler: &str, library: &str, registers: &str) -> Self {
        Self {
            compiler: compiler.into(),
            library: library.into(),
            registers: registers.into(),
        }
    }
}

impl fmt::Display for MadeWith {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            compiler,
            library,
            registers,
        } = self;
        write!(out, "{compiler}, {library}, {registers}")
    }
}

/// What a program says of a version.
fn version(program: &'static str, ask: &str) -> Result<String, CommittedError> {
    let answer = Command::new(program).arg(ask).output();
    (answer.ok().filter(|answer| answer.status.success()))
        .map(|answer| String::from_utf8_lossy(&answer.stdout).trim().into())
        .ok_or(CommittedError::Version(program))
}

impl Committed {
    /// No counts.
    pub fn none(made_with: MadeWith) -> Self {
        Self {
            made_with,
            instructions: BTreeMap::new(),
        }
    }

    pub fn load() -> Result<Self, CommittedError> {
        let text = fs::read_to_string(FILE).map_err(CommittedError::File)?;
        Ok(ron::from_str(&text)?)
    }

    pub fn save(&self) -> Result<(), CommittedError> {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::new())?;
        fs::write(FILE, text + "\n").map_err(CommittedError::File)
    }

    /// The counts with these in place of those of the same paths. What was made with something else does not
    /// stand beside them.
    pub fn with(
        &self,
        made_with: &MadeWith,
        counted: &[(&str, u64)],
    ) -> Result<Self, CommittedError> {
        let mut after = Self::none(made_with.clone());
        let is_counted = |name: &str| counted.iter().any(|(counted, _)| *counted == name);
        let is_path = |name: &str| PATHS.iter().any(|path| path.name == name);
        for (name, instructions) in &self.instructions {
            if is_path(name) && !is_counted(name) {
                if self.made_with != *made_with {
                    return Err(CommittedError::Mixed(self.made_with.clone()));
                }
                after.instructions.insert(name.clone(), *instructions);
            }
        }
        for (name, instructions) in counted {
            after.instructions.insert((*name).into(), *instructions);
        }
        Ok(after)
    }
}
