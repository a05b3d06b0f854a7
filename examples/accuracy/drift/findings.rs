//! Sentences about drift.

use kinstep::Scheme;
use kinstep::diagnostics::{DriftKind, DriftReport};

use super::run::Run;
use super::system::System;
use crate::numbers::seconds;
use crate::words::{capital, list, number, verb};

/// A band as wide as this share of the energy is none to be content with.
const FAR: f64 = 0.5;

/// What each scheme does to the energy, by verdict.
pub(super) fn of_energy(runs: &[Run]) -> String {
    let mut clauses = Vec::new();
    let of_kind = |kind| {
        runs.iter()
            .filter(move |run| run.watch.end.is_none() && run.watch.energy.kind == kind)
    };
    let rounding: Vec<&Run> = of_kind(DriftKind::Rounding).collect();
    if !rounding.is_empty() {
        let worst = rounding
            .iter()
            .map(|run| run.watch.energy.worst)
            .fold(0.0, f64::max);
        let verb = verb(rounding.len(), "loses", "lose");
        clauses.push(format!(
            "{} {verb} nothing but rounding, at most {worst:.0e}",
            names(&rounding)
        ));
    }
    let (near, far): (Vec<&Run>, Vec<&Run>) =
        of_kind(DriftKind::Bounded).partition(|run| run.watch.energy.worst < FAR);
    if !near.is_empty() {
        let band = near
            .iter()
            .map(|run| format!("{} ({})", run.scheme, share(run.watch.energy.worst)));
        let verb = verb(near.len(), "stays", "stay");
        clauses.push(format!(
            "within a band {verb} {}",
            list(&band.collect::<Vec<_>>())
        ));
    }
    let far = far.iter().map(|run| {
        let worst = share(run.watch.energy.worst);
        format!("{} goes off by {worst}, after which it stays", run.scheme)
    });
    clauses.extend(far);
    let secular = of_kind(DriftKind::Secular).map(|run| {
        let DriftReport { last, .. } = run.watch.energy;
        let what = if last > 0.0 { "gains" } else { "loses" };
        format!("{} {what} {}", run.scheme, share(last.abs()))
    });
    clauses.extend(secular);
    let gone = runs.iter().filter_map(|run| {
        Some(format!(
            "{} blows up after {}",
            run.scheme,
            seconds(run.watch.end?)
        ))
    });
    clauses.extend(gone);
    format!("{}.", capital(&clauses.join("; ")))
}

/// A relative number, in percent if that is readable.
fn share(value: f64) -> String {
    if value >= 1e-3 {
        format!("{} %", number(100.0 * value))
    } else {
        format!("{value:.0e}")
    }
}

fn names(runs: &[&Run]) -> String {
    list(
        &runs
            .iter()
            .map(|run| run.scheme.to_string())
            .collect::<Vec<_>>(),
    )
}

/// The runs of some schemes, as a line of the summary.
pub(super) fn headline(runs: &[Run]) -> String {
    let schemes = [
        Scheme::FlowKick,
        Scheme::SymplecticEuler,
        Scheme::Rk4,
        Scheme::Kinematic,
    ];
    let worst = schemes.iter().filter_map(|scheme| {
        let run = runs.iter().find(|run| run.scheme == *scheme)?;
        Some(match run.watch.end {
            Some(_) => format!("{scheme} blows up"),
            None => format!("{scheme} {:.0e}", run.watch.energy.worst),
        })
    });
    list(&worst.collect::<Vec<_>>())
}

/// Who keeps angular momentum to rounding, in all systems.
pub(super) fn of_momentum(runs: &[(&System, &[Run])]) -> String {
    let keeps = |scheme: &Scheme| {
        let of_scheme = |runs: &&(&System, &[Run])| {
            runs.1.iter().any(|run| {
                let report = run.momentum.filter(|_| run.watch.end.is_none());
                run.scheme == *scheme && report.is_some_and(|it| it.kind == DriftKind::Rounding)
            })
        };
        runs.iter()
            .filter(|runs| runs.0.turns)
            .filter(of_scheme)
            .count()
    };
    let systems = runs.iter().filter(|runs| runs.0.turns).count();
    let (all, not): (Vec<Scheme>, Vec<Scheme>) = Scheme::ALL
        .into_iter()
        .partition(|scheme| keeps(scheme) == systems);
    let names =
        |schemes: &[Scheme]| list(&schemes.iter().map(Scheme::to_string).collect::<Vec<_>>());
    let rest = not.iter().map(|scheme| match keeps(scheme) {
        0 => format!("{scheme} in none"),
        count => format!("{scheme} in {count}"),
    });
    match (all.is_empty(), not.is_empty()) {
        (true, _) => format!(
            "No scheme keeps angular momentum to rounding in all {systems} systems that have it."
        ),
        (false, true) => format!(
            "All schemes keep angular momentum to rounding in the {systems} systems that have it."
        ),
        (false, false) => format!(
            "In all {systems} systems that keep it {} {} angular momentum to rounding; {}.",
            names(&all),
            verb(all.len(), "keeps", "keep"),
            list(&rest.collect::<Vec<_>>())
        ),
    }
}

/// Schemes of kinstep, and textbook schemes that evaluate forces as often or as closely.
const RIVALS: [(Scheme, Scheme); 4] = [
    (Scheme::FlowKick, Scheme::SymplecticEuler),
    (Scheme::FlowKick, Scheme::VelocityVerlet),
    (Scheme::FlowKick, Scheme::Rk4),
    (Scheme::FlowKick4, Scheme::Rk4),
];
/// Less than this is no difference.
const CLEARLY: f64 = 2.0;

/// Where a textbook scheme keeps energy better.
pub(super) fn losses(system: &System, runs: &[Run]) -> Vec<String> {
    let find = |scheme| {
        runs.iter()
            .find(|run| run.scheme == scheme && run.watch.end.is_none())
    };
    let of_pair = |(ours, theirs)| {
        let (ours, theirs) = (find(ours)?, find(theirs)?);
        let is_lost = ours.watch.energy.worst > CLEARLY * theirs.watch.energy.worst;
        is_lost.then(|| {
            format!(
                "Over 3 h at 60 Hz {} keeps the energy of {} nearer ({}) than {} ({}).",
                theirs.scheme,
                system.phrase,
                share(theirs.watch.energy.worst),
                ours.scheme,
                share(ours.watch.energy.worst)
            )
        })
    };
    RIVALS.into_iter().filter_map(of_pair).collect()
}
