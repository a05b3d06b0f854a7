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
mod failure;
#[path = "../../console/given.rs"]
mod given;
mod gunner;
#[path = "../../console/print.rs"]
mod print;
mod report;
mod scenario;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;
use battle::{Battle, Shot};
use failure::Failure;
use gunner::Gunner;

fn main() -> ExitCode {
    print::report(run(&Arguments::parse()), Failure::Write)
}

/// Lets all gunners fire, and tells what they hit.
fn run(arguments: &Arguments) -> Result<String, Failure> {
    let scenario = arguments.scenario()?;
    let battles = (Gunner::ALL.into_iter())
        .map(|gunner| battle::fight(&scenario, gunner))
        .collect::<Result<Vec<Battle>, Failure>>()?;
    let report = report::report(&scenario, &battles);
    match battles.iter().find_map(broken_promise) {
        None => Ok(report),
        Some(miss) => Err(Failure::Missed {
            fired: miss.fired,
            distance: miss.closest,
            report,
        }),
    }
}

/// A shell by which the exact gunner missed a target that kept its course.
fn broken_promise(battle: &Battle) -> Option<&Shot> {
    let mut misses = (battle.shots.iter()).filter(|shot| shot.kept && !shot.hits());
    misses.next().filter(|_| battle.gunner == Gunner::Exact)
}
