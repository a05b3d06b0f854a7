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
mod file;
mod physics;
mod report;
mod rounds;
mod scene;
mod statistics;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use support::console::{print::report, progress};
use support::files::OutputFile;
use support::quotes;

use arguments::Arguments;
use rounds::Rounds;

fn main() -> ExitCode {
    report(run(&Arguments::parse()))
}

/// Measures everyone, and tells what came out.
fn run(arguments: &Arguments) -> Result<String> {
    let plan = arguments.plan()?;
    let file = arguments.csv.as_deref().map(OutputFile::create);
    let file = file.transpose()?;
    let field = (contenders::ALL.into_iter())
        .map(|entry| Ok((entry, physics::off(&entry)?)))
        .collect::<Result<Vec<_>>>()?;
    let share = milliseconds(plan.each * contenders::ALL.len() as u32);
    let bar = progress::bar(share * plan.counts.len() as u64, "{msg}");
    let mut all = Vec::new();
    for (index, &bodies) in plan.counts.iter().enumerate() {
        bar.set_message(format!("{bodies} bodies"));
        let done = share * index as u64;
        let tick = |spent| bar.set_position(done + milliseconds(spent));
        all.push(Rounds::measured(&contenders::ALL, bodies, plan.each, tick)?);
    }
    bar.finish_and_clear();
    if let Some(file) = file {
        file.write(file::csv(&field, &all)?)?;
    }
    if arguments.readme {
        let quotes = self::report::quotes(&field, &all);
        for text in ["README.md", "benches/README.md"] {
            quotes::write_into(Path::new(text), "peers", &quotes)?;
        }
    }
    Ok(self::report::report(&field, &all))
}

fn milliseconds(time: Duration) -> u64 {
    time.as_millis() as u64
}
