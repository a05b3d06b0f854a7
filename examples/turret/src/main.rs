//! A turret leads a target that weaves through windy air.
//!
//! ```text
//! cargo run --release -p turret
//! cargo run --release -p turret -- --seed 7 --wind -20 --hz 10
//! ```
//!
//! As long as the target keeps its course, every shell hits; the program fails if one does not. Those who lead by
//! guessing the time of flight fire at the same target beside it.
//!
//! ```text
//! scenario  ->  gunners, each in a world of its own  ->  shots  ->  report
//! ```

mod arguments;
mod battle;
mod gunner;
mod report;
mod scenario;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Parser;
use support::console::print::report;

use arguments::Arguments;
use battle::{Battle, Shot};
use gunner::Gunner;

fn main() -> ExitCode {
    report(run(&Arguments::parse()))
}

/// Lets all gunners fire, and tells what they hit.
fn run(arguments: &Arguments) -> Result<String> {
    let scenario = arguments.scenario()?;
    let battles = (Gunner::ALL.into_iter())
        .map(|gunner| battle::fight(&scenario, gunner))
        .collect::<Result<Vec<Battle>>>()?;
    let report = report::report(&scenario, &battles);
    if let Some(Shot { fired, closest, .. }) = battles.iter().find_map(broken_promise) {
        bail!(
            "the target kept its course, and the shell fired at {fired} s missed it by {closest} m\n{report}"
        );
    }
    Ok(report)
}

/// A shell by which the exact gunner missed a target that kept its course.
fn broken_promise(battle: &Battle) -> Option<&Shot> {
    let mut misses = (battle.shots.iter()).filter(|shot| shot.kept && !shot.hits());
    misses.next().filter(|_| battle.gunner == Gunner::Exact)
}
