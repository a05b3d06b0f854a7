//! Counts the instructions of the hot paths, and holds them to what they were.
//!
//! Times on a shared machine differ by tens of percent from run to run, and instructions by none: what makes a path
//! longer by 3 % is seen here.
//!
//! ```text
//! cargo run --profile counts -p counts              every path, beside the committed counts
//! cargo run --profile counts -p counts -- aim       the paths whose names begin with `aim`
//! cargo run --profile counts -p counts -- --write   brings `counts.ron` up to date
//! cargo run --profile plain -p counts               the paths that are counted without optimisation, likewise
//! cargo run --profile embedded -p counts            those that are counted where only the crate is optimised
//! ```

mod advance;
mod committed;
mod ground;
mod paths;
mod report;
mod valgrind;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use committed::{Committed, CommittedError, MadeWith};
use paths::{Build, PATHS, Path};
use report::Report;
use valgrind::ValgrindError;

/// Counts the instructions of the hot paths under valgrind.
#[derive(Debug, Parser)]
struct Arguments {
    /// Only the paths whose names begin like one of these.
    names: Vec<String>,
    /// Writes what was counted to `counts.ron`.
    #[arg(long)]
    write: bool,
    /// Runs the one path that is named so often, for valgrind to count.
    #[arg(long, hide = true)]
    repetitions: Option<u32>,
    /// Tells which registers are found, under valgrind.
    #[arg(long, hide = true)]
    registers: bool,
}

/// Why nothing could be said.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("no path of this build has a name that begins like {0:?}")]
    NoSuchPath(Vec<String>),
    #[error(transparent)]
    Valgrind(#[from] ValgrindError),
    #[error(transparent)]
    Committed(#[from] CommittedError),
    #[error("the table could not be written: {0}")]
    Output(#[from] io::Error),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    run(&arguments).unwrap_or_else(|failure| {
        tell(&failure);
        ExitCode::FAILURE
    })
}

/// What is wrong, on standard error.
fn tell(error: &impl Display) {
    let _ = writeln!(io::stderr(), "error: {error}");
}

fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if arguments.registers {
        writeln!(io::stdout(), "{}", valgrind::registers_here())?;
        return Ok(ExitCode::SUCCESS);
    }
    let build = Build::here();
    let chosen: Vec<&Path> = (PATHS.iter())
        .filter(|path| path.is_of(build) && path.is_among(&arguments.names))
        .collect();
    if chosen.is_empty() {
        return Err(Failure::NoSuchPath(arguments.names.clone()));
    }
    if let Some(repetitions) = arguments.repetitions {
        for path in chosen {
            path.run(repetitions);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let made_with = MadeWith::here(&valgrind::registers()?)?;
    let counted = (chosen.iter())
        .map(|path| Ok((path.name, valgrind::instructions(path.name)?)))
        .collect::<Result<Vec<_>, ValgrindError>>()?;
    // where there are no counts yet, all are new
    let committed = match Committed::load() {
        Err(_) if arguments.write => Committed::none(made_with.clone()),
        loaded => loaded?,
    };
    let report = Report::new(&committed, &made_with, &counted);
    write!(io::stdout(), "{report}")?;
    if arguments.write {
        committed.with(&made_with, &counted)?.save()?;
        writeln!(io::stdout(), "counts.ron is brought up to date.")?;
    } else if !report.passes() {
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
