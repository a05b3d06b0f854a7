//! What a body-step costs, beside what others take for it and what the memory allows.
//!
//! ```text
//! cargo run --release -p peers
//! cargo run --release -p peers -- --counts 1000,100000 --seconds 5 --csv peers.csv
//! ```
//!
//! Bodies fall through air and touch nothing. Everyone moves the same ones, in one process and on one thread, and takes turns
//! with all others; before that, everyone shows on one throw that it moves as its own rule says.
//!
//! ```text
//! scene  ->  contenders  ->  physics (does it move?)  ->  rounds  ->  asked, report, file
//! ```
//!
//! Box2D is compiled from its source, for which there must be a C compiler; `.cargo/config.toml` has the flags of
//! its own release build.

#![forbid(unsafe_code)]

mod arguments;
mod asked;
mod contender;
mod contenders;
mod failure;
mod file;
#[path = "../../../examples/console/given.rs"]
mod given;
mod physics;
#[path = "../../../examples/console/print.rs"]
mod print;
mod progress;
mod report;
mod rounds;
mod scene;
mod statistics;
#[path = "../../../examples/console/table.rs"]
mod table;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use failure::Failure;
use file::OutputFile;
use progress::Progress;
use rounds::Rounds;

fn main() -> ExitCode {
    print::report(run(&Arguments::parse()), |error| Failure::Write {
        what: "the report".to_owned(),
        error: error.into(),
    })
}

/// Measures everyone, and tells what came out.
fn run(arguments: &Arguments) -> Result<String, Failure> {
    let plan = arguments.plan()?;
    let file = arguments.csv.as_deref().map(OutputFile::create);
    let file = file.transpose()?;
    let field = (contenders::ALL.into_iter())
        .map(|entry| Ok((entry, physics::off(&entry)?)))
        .collect::<Result<Vec<_>, Failure>>()?;
    let mut progress = Progress::new(&plan);
    let mut all = Vec::new();
    for &bodies in &plan.counts {
        progress.begin(bodies);
        let tick = |spent| progress.tick(spent);
        all.push(Rounds::measured(&contenders::ALL, bodies, plan.each, tick)?);
        progress.end();
    }
    progress.finish();
    if let Some(file) = file {
        file.write(&field, &all)?;
    }
    Ok(match arguments.markdown {
        true => report::markdown(&field, &all),
        false => report::report(&field, &all),
    })
}
