//! Sentences about drift, beside the verdicts on energy.

use kinstep::Scheme;
use kinstep::diagnostics::DriftKind;
use support::quotes::Quote;

use super::run::Run;
use super::system::System;
use crate::words::{list, verb};

/// The runs of some schemes, as a line of the summary.
pub(super) fn headline(runs: &[Run]) -> String {
    let schemes = [
        Scheme::FlowKick,
        Scheme::SymplecticEuler,
        Scheme::Rk4,
        Scheme::Kinematic,
    ];
    list(schemes.iter().filter_map(|scheme| {
        let run = runs.iter().find(|run| run.scheme == *scheme)?;
        Some(match run.watch.end {
            Some(_) => format!("{scheme} blows up"),
            None => format!("{scheme} {:.0e}", run.watch.energy.worst),
        })
    }))
}

/// The largest errors of energy of two schemes.
pub(super) fn quotes(runs: &[Run]) -> impl Iterator<Item = Quote> {
    let schemes = [
        ("springs.flow_kick", Scheme::FlowKick),
        ("springs.symplectic_euler", Scheme::SymplecticEuler),
    ];
    schemes.into_iter().filter_map(|(name, scheme)| {
        let run = runs.iter().find(|run| run.scheme == scheme)?;
        Some((name, format!("{:.0e}", run.watch.energy.worst)))
    })
}

/// Who keeps angular momentum to rounding, in all systems.
pub(super) fn of_momentum(runs: &[(&System, &[Run])]) -> String {
    let turning = || runs.iter().filter(|(system, _)| system.turns);
    let keeps = |scheme: &Scheme| {
        let is_kept = |run: &Run| {
            let report = run.momentum.filter(|_| run.watch.end.is_none());
            run.scheme == *scheme && report.is_some_and(|it| it.kind == DriftKind::Rounding)
        };
        turning()
            .filter(|(_, runs)| runs.iter().any(is_kept))
            .count()
    };
    let systems = turning().count();
    let (all, not): (Vec<Scheme>, Vec<Scheme>) =
        (Scheme::ALL.into_iter()).partition(|scheme| keeps(scheme) == systems);
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
            list(&all),
            verb(all.len(), "keeps", "keep"),
            list(rest)
        ),
    }
}
