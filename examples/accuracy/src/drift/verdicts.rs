//! Sentences about who keeps energy.

use kinstep::Scheme;
use kinstep::diagnostics::{DriftKind, DriftReport};
use support::drawing::numbers::seconds;

use super::watch::Watch;
use crate::words::{capital, list, number, verb};

/// What became of the energy under a scheme.
pub(crate) type Verdict<'a> = (Scheme, &'a Watch);

/// A band as wide as this share of the energy is none to be content with.
const FAR: f64 = 0.5;
/// Less than this is no difference.
const CLEARLY: f64 = 2.0;
/// Schemes of kinstep, and textbook schemes that evaluate forces as often or as closely.
pub(crate) const RIVALS: [(Scheme, Scheme); 4] = [
    (Scheme::FlowKick, Scheme::SymplecticEuler),
    (Scheme::FlowKick, Scheme::VelocityVerlet),
    (Scheme::FlowKick, Scheme::Rk4),
    (Scheme::FlowKick4, Scheme::Rk4),
];

/// What each scheme does to the energy, by verdict.
pub(crate) fn of_energy(verdicts: &[Verdict]) -> String {
    let mut clauses = Vec::new();
    let of_kind = |kind| {
        (verdicts.iter().copied())
            .filter(move |(_, watch)| watch.end.is_none() && watch.energy.kind == kind)
    };
    let rounding: Vec<Verdict> = of_kind(DriftKind::Rounding).collect();
    if !rounding.is_empty() {
        let worst = rounding
            .iter()
            .map(|(_, watch)| watch.energy.worst)
            .fold(0.0, f64::max);
        let verb = verb(rounding.len(), "loses", "lose");
        let names = rounding.iter().map(|(scheme, _)| scheme.to_string());
        let names = list(&names.collect::<Vec<_>>());
        clauses.push(format!(
            "{names} {verb} nothing but rounding, at most {worst:.0e}"
        ));
    }
    let (near, far): (Vec<Verdict>, Vec<Verdict>) =
        of_kind(DriftKind::Bounded).partition(|(_, watch)| watch.energy.worst < FAR);
    if !near.is_empty() {
        let band = near
            .iter()
            .map(|(scheme, watch)| format!("{scheme} ({})", share(watch.energy.worst)));
        let verb = verb(near.len(), "stays", "stay");
        clauses.push(format!(
            "within a band {verb} {}",
            list(&band.collect::<Vec<_>>())
        ));
    }
    let far = far.iter().map(|(scheme, watch)| {
        let worst = share(watch.energy.worst);
        format!("{scheme} goes off by {worst}, after which it stays")
    });
    clauses.extend(far);
    let jumped = of_kind(DriftKind::Jumped).map(|(scheme, watch)| {
        let by = share(watch.energy.jump.abs());
        format!("{scheme} jumps once, by {by}, after which it stays")
    });
    clauses.extend(jumped);
    let secular = of_kind(DriftKind::Secular).map(|(scheme, watch)| {
        let DriftReport { last, .. } = watch.energy;
        let what = if last > 0.0 { "gains" } else { "loses" };
        format!("{scheme} {what} {}", share(last.abs()))
    });
    clauses.extend(secular);
    let gone = verdicts.iter().filter_map(|(scheme, watch)| {
        Some(format!("{scheme} blows up after {}", seconds(watch.end?)))
    });
    clauses.extend(gone);
    format!("{}.", capital(&clauses.join("; ")))
}

/// A relative number, in percent if that is readable.
pub(crate) fn share(value: f64) -> String {
    if value >= 1e-3 {
        format!("{} %", number(100.0 * value))
    } else {
        format!("{value:.0e}")
    }
}

/// Where a textbook scheme keeps the energy of something nearer, when this is done with it: "over 3 h at
/// 60 Hz".
pub(crate) fn losses(verdicts: &[Verdict], what: &str, when: &str) -> Vec<String> {
    let find = |scheme| {
        (verdicts.iter())
            .find(|(its, watch)| *its == scheme && watch.end.is_none())
            .map(|(_, watch)| watch.energy.worst)
    };
    let of_pair = |(ours, theirs)| {
        let (mine, other) = (find(ours)?, find(theirs)?);
        (mine > CLEARLY * other).then(|| {
            capital(&format!(
                "{when} {theirs} keeps the energy of {what} nearer ({}) than {ours} ({}).",
                share(other),
                share(mine)
            ))
        })
    };
    RIVALS.into_iter().filter_map(of_pair).collect()
}
