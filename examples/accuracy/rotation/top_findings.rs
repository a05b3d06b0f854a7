//! Sentences about a top.

use kinstep::Scheme;
use kinstep::diagnostics::DriftKind;

use super::top::Curve;
use crate::words::{capital, list, number, verb};

/// A step of about 1/60 s.
const COMMON: u32 = 64;
/// Less than this is no difference.
const CLEARLY: f64 = 2.0;

fn of(curves: &[Curve], scheme: Scheme) -> Option<&Curve> {
    curves.iter().find(|curve| curve.scheme == scheme)
}

fn error(curve: &Curve, steps: u32) -> Option<f64> {
    let (_, error) = curve.errors.iter().find(|(count, _)| *count == steps)?;
    Some(*error)
}

/// The orders that were seen.
pub(super) fn orders(curves: &[Curve]) -> String {
    let of_scheme = |curve: &Curve| format!("{} {}", curve.scheme, curve.order);
    let orders: Vec<String> = curves.iter().map(of_scheme).collect();
    let common = [
        Scheme::SymplecticEuler,
        Scheme::FlowKick,
        Scheme::Rk4,
        Scheme::FlowKick4,
    ];
    let common = common.into_iter().filter_map(|scheme| {
        Some(format!(
            "{scheme} {}°",
            number(error(of(curves, scheme)?, COMMON)?)
        ))
    });
    format!(
        "Observed orders: {}; in {COMMON} steps a second the errors are {}.",
        list(&orders),
        list(&common.collect::<Vec<_>>())
    )
}

/// Who keeps the energy, and who does not.
pub(super) fn energies(curves: &[Curve]) -> String {
    let of_kind = |kind, what: [&'static str; 2]| {
        let members = curves
            .iter()
            .filter(|curve| curve.watch.end.is_none() && curve.watch.energy.kind == kind);
        let names: Vec<String> = members
            .map(|curve| {
                let worst = number(100.0 * curve.watch.energy.worst);
                format!("{} ({worst} %)", curve.scheme)
            })
            .collect();
        let verb = verb(names.len(), what[0], what[1]);
        (!names.is_empty()).then(|| format!("{} {verb}", list(&names)))
    };
    let gone = curves.iter().filter_map(|curve| {
        Some(format!(
            "{} blows up after {:.0} s",
            curve.scheme, curve.watch.end?
        ))
    });
    let mut clauses: Vec<String> = [
        of_kind(
            DriftKind::Rounding,
            [
                "keeps the energy to rounding",
                "keep the energy to rounding",
            ],
        ),
        of_kind(
            DriftKind::Bounded,
            ["stays within a band", "stay within a band"],
        ),
        of_kind(DriftKind::Secular, ["drifts away", "drift away"]),
    ]
    .into_iter()
    .flatten()
    .collect();
    clauses.extend(gone);
    format!(
        "{}; errors are the largest in 100,000 steps.",
        capital(&clauses.join("; "))
    )
}

/// Orders and verdicts as a line of the summary.
pub(super) fn headline(curves: &[Curve]) -> String {
    let schemes = [Scheme::FlowKick, Scheme::FlowKick4, Scheme::Rk4];
    let parts = schemes.iter().filter_map(|scheme| {
        let curve = of(curves, *scheme)?;
        Some(format!("{scheme} {}, {}", curve.order, curve.watch.label()))
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// Where a textbook scheme is nearer after a second, or keeps the energy better.
pub(super) fn losses(curves: &[Curve]) -> Vec<String> {
    let pairs = [
        (Scheme::FlowKick, Scheme::VelocityVerlet),
        (Scheme::FlowKick, Scheme::Rk4),
        (Scheme::FlowKick4, Scheme::Rk4),
    ];
    let mut losses = Vec::new();
    for (ours, theirs) in pairs {
        let (Some(mine), Some(other)) = (of(curves, ours), of(curves, theirs)) else {
            continue;
        };
        if let (Some(my_error), Some(error)) = (error(mine, COMMON), error(other, COMMON))
            && my_error > CLEARLY * error
        {
            losses.push(format!(
                "A heavy top in {COMMON} steps a second: after 1 s {theirs} is {}° off, {ours} {}°.",
                number(error),
                number(my_error)
            ));
        }
        let energy = |curve: &Curve| {
            curve
                .watch
                .end
                .is_none()
                .then_some(curve.watch.energy.worst)
        };
        if let (Some(my_energy), Some(energy)) = (energy(mine), energy(other))
            && my_energy > CLEARLY * energy
        {
            losses.push(format!(
                "In 100,000 steps of a heavy top {theirs} keeps the energy nearer ({} %) than {ours} ({} %).",
                number(100.0 * energy),
                number(100.0 * my_energy)
            ));
        }
    }
    losses
}
