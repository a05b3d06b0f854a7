//! Energy and angular momentum over three hours at 60 Hz.

mod findings;
pub(crate) mod run;
pub(crate) mod system;
pub(crate) mod verdicts;
pub(crate) mod watch;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::Scheme;
use run::Run;
use system::System;
use verdicts::Verdict;

use crate::axis::Axis;
use crate::chart::Chart;
use crate::experiment::Experiment;
use crate::section::{Section, Table};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "drift",
    title: "Drift: energy and angular momentum over three hours",
    ticks: (system::ALL.len() * Scheme::ALL.len()) as u64,
    run,
};

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "Systems that lose nothing, for three hours at 60 Hz: 648,000 steps. A quantity that should stay is lost to \
         rounding only, stays within a band, or drifts away; the verdicts are those of kinstep::diagnostics::Drift. \
         Drawn is the largest error in each of twelve stretches to a decade of time.",
    ]);
    let runs = all(progress)?;
    let of_systems: Vec<(&System, &[Run])> = (system::ALL.iter())
        .zip(runs.chunks(Scheme::ALL.len()))
        .collect();
    for (system, runs) in &of_systems {
        let chart = chart(system, runs);
        let finding = verdicts::of_energy(&of_schemes(runs));
        section.draw(system.name, chart, finding);
    }
    section.tabulate(table(&of_systems));
    for (system, runs) in &of_systems {
        section.headline(
            format!("energy of {}, 3 h at 60 Hz", system.phrase),
            findings::headline(runs),
        );
        if system.name == system::TWO_SPRINGS.name {
            section.quotes.extend(findings::quotes(runs));
        }
        let when = "over 3 h at 60 Hz";
        let losses = verdicts::losses(&of_schemes(runs), system.phrase, when);
        section.losses.extend(losses);
    }
    Ok(section)
}

/// The runs of all systems under all schemes, in this order, shared out to as many threads as there are processors.
fn all(progress: &ProgressBar) -> Result<Vec<Run>> {
    let tasks: Vec<(&System, Scheme)> = (system::ALL.iter())
        .flat_map(|system| Scheme::ALL.map(|scheme| (system, scheme)))
        .collect();
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(system, scheme)) = tasks.get(place) else {
                break;
            };
            let result = Run::of(system, scheme);
            if let Ok(mut done) = done.lock() {
                done.push((place, result));
            }
            progress.inc(1);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut done = done.into_inner()?;
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

fn of_schemes(runs: &[Run]) -> Vec<Verdict<'_>> {
    runs.iter().map(|run| (run.scheme, &run.watch)).collect()
}

fn chart(system: &System, runs: &[Run]) -> Chart {
    Chart::new(
        format!("{} at 60 Hz: {}", system.title, system.equation),
        Axis::logarithmic("time [s]"),
        Axis::logarithmic("energy error, relative").within(1e-17, 10.0),
    )
    .with(runs.iter().map(|run| run.watch.series(run.scheme)))
}

fn table(runs: &[(&System, &[Run])]) -> Table {
    let header = [
        "system and scheme",
        "energy",
        "rate [1/s]",
        "± [1/s]",
        "up and down by",
        "worst",
        "angular momentum",
        "worst",
    ];
    let rows = (runs.iter())
        .flat_map(|(system, runs)| runs.iter().map(|run| run.cells(system)))
        .collect();
    let title = "Verdicts on energy and angular momentum";
    Table::new("drift", title, header, rows).with_finding(findings::of_momentum(runs))
}
