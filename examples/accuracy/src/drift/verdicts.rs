//! Sentences about who keeps energy.

use kinstep::Scheme;
use kinstep::diagnostics::DriftKind;
use support::drawing::numbers::seconds;

use super::watch::Watch;
use crate::fit::largest;
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
        let worst = largest(rounding.iter().map(|(_, watch)| watch.energy.worst));
        let verb = verb(rounding.len(), "loses", "lose");
        let names = list(rounding.iter().map(|(scheme, _)| scheme));
        clauses.push(format!(
            "{names} {verb} nothing but rounding, at most {worst:.0e}"
        ));
    }
    let (near, far): (Vec<Verdict>, Vec<Verdict>) =
        of_kind(DriftKind::Bounded).partition(|(_, watch)| watch.energy.worst < FAR);
    if !near.is_empty() {
        let band = (near.iter())
            .map(|(scheme, watch)| format!("{scheme} ({})", share(watch.energy.worst)));
        let verb = verb(near.len(), "stays", "stay");
        clauses.push(format!("within a band {verb} {}", list(band)));
    }
    clauses.extend(far.iter().map(|(scheme, watch)| {
        let worst = share(watch.energy.worst);
        format!("{scheme} goes off by {worst}, after which it stays")
    }));
    clauses.extend(of_kind(DriftKind::Jumped).map(|(scheme, watch)| {
        let by = share(watch.energy.jump.abs());
        format!("{scheme} jumps once, by {by}, after which it stays")
    }));
    clauses.extend(of_kind(DriftKind::Secular).map(|(scheme, watch)| {
        let last = watch.energy.last;
        let what = if last > 0.0 { "gains" } else { "loses" };
        format!("{scheme} {what} {}", share(last.abs()))
    }));
    clauses.extend(verdicts.iter().filter_map(|(scheme, watch)| {
        Some(format!("{scheme} blows up after {}", seconds(watch.end?)))
    }));
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
