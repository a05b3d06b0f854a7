//! All schemes side by side, by the library's own comparison.

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::Scheme;
use kinstep::diagnostics::{Comparison, SchemeRun, compare_schemes};
use support::drawing::numbers::metres;

use crate::drift::system::{SPRING_PENDULUM, System, TWO_SPRINGS};
use crate::experiment::Experiment;
use crate::section::{Section, Table};
use crate::words::list;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "comparison",
    title: "Side by side: position, phase and energy after twenty seconds",
    ticks: SYSTEMS.len() as u64,
    run,
};

/// One that is linear and one that is not.
const SYSTEMS: [&System; 2] = [&TWO_SPRINGS, &SPRING_PENDULUM];
/// Step \[s\] and number of steps.
const STEP: f64 = 1.0 / 60.0;
const STEPS: u64 = 1200;

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "What kinstep::diagnostics::compare_schemes says of a world: every scheme at 60 Hz against the exact flow, or \
         against an integration to the last digits where there is none. A phase above zero is ahead of the truth.",
    ]);
    for system in SYSTEMS {
        let world = (system.world)()?;
        let comparison = compare_schemes(&world, STEP, STEPS, &Scheme::ALL)?;
        section.tabulate(table(system, &comparison));
        progress.inc(1);
    }
    Ok(section)
}

fn table(system: &System, comparison: &Comparison<f64>) -> Table {
    let header = [
        "scheme",
        "off at the end [m]",
        "at worst [m]",
        "phase [rad]",
        "phase [rad/s]",
        "± [rad/s]",
        "energy, relative",
        "energy over the run",
    ];
    let rows = comparison.runs.iter().map(row).collect();
    let title = format!(
        "{}: {}, {}",
        system.title,
        system.equation,
        truth(comparison)
    );
    Table::new(system.name, title, header, rows).with_finding(finding(comparison))
}

fn truth(comparison: &Comparison<f64>) -> String {
    if comparison.is_exact {
        return "against the exact flow".to_owned();
    }
    let uncertainty = comparison.uncertainty;
    format!("against a reference known to {uncertainty:.0e} m")
}

fn row(run: &SchemeRun<f64>) -> Vec<String> {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
    let rate = run.phase.map(|phase| format!("{:+.1e}", phase.rate));
    let rate_error = run.phase.map(|phase| format!("{:.0e}", phase.rate_error));
    let energy = match (&run.stop, &run.energy) {
        (Some(stop), _) => Some(format!("stopped after {} steps", stop.steps)),
        (None, energy) => energy.map(|report| report.to_string()),
    };
    vec![
        run.method.to_string(),
        format!("{:.1e}", run.position_error),
        format!("{:.1e}", run.worst_position_error),
        or_dash(run.phase_error.map(|phase| format!("{phase:+.1e}"))),
        or_dash(rate),
        or_dash(rate_error),
        format!("{:+.1e}", run.energy_error),
        or_dash(energy),
    ]
}

/// Who is nearest to the truth, and who is how far ahead or behind.
fn finding(comparison: &Comparison<f64>) -> String {
    let mut runs: Vec<&SchemeRun<f64>> = comparison.runs.iter().collect();
    let worst = |run: &SchemeRun<f64>| run.worst_position_error;
    runs.sort_by(|one, other| worst(one).total_cmp(&worst(other)));
    let nearest = runs.iter().take(3).map(|run| {
        let far = worst(run).max(comparison.uncertainty);
        format!("{} ({})", run.method, metres(far))
    });
    let phase = |scheme: Scheme| {
        let run = comparison.runs.iter().find(|run| run.method == scheme)?;
        let phase = run.phase_error?;
        let side = if phase > 0.0 { "ahead" } else { "behind" };
        Some(format!("{scheme} is {:.1e} rad {side}", phase.abs()))
    };
    let phases = [Scheme::SymplecticEuler, Scheme::Rk4, Scheme::FlowKick];
    let phases = list(phases.into_iter().filter_map(phase));
    let nearest = format!("Nearest over 20 s are {}", list(nearest));
    if phases.is_empty() {
        return format!("{nearest}.");
    }
    format!("{nearest}; {phases}.")
}
