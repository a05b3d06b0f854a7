//! Sentences about a top.

use kinstep::Scheme;

use super::top::Curve;
use crate::drift::verdicts::RIVALS;
use crate::words::{list, number};

/// A step of about 1/60 s.
const COMMON: u32 = 64;
/// Errors up to this are small \[degrees\].
const SMALL: f64 = 5.0;
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
        list(common)
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

/// Where a textbook scheme is nearer after half a second, in as many steps.
pub(super) fn losses(curves: &[Curve]) -> Vec<String> {
    let of_pair = |&(ours, theirs): &(Scheme, Scheme)| {
        let (mine, other) = (of(curves, ours)?, of(curves, theirs)?);
        let mut pairs = mine.errors.iter().zip(&other.errors);
        // large errors say nothing about who is nearer
        let ((steps, my_error), (_, error)) =
            pairs.find(|((_, mine), (_, other))| *mine > CLEARLY * other && *other < SMALL)?;
        Some(format!(
            "Half a second of a heavy top: {theirs} is nearer than {ours} from {steps} steps a second on ({}° off, and {}°).",
            number(*error),
            number(*my_error)
        ))
    };
    RIVALS.iter().filter_map(of_pair).collect()
}
