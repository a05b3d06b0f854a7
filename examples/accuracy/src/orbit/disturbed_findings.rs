//! Sentences about a disturbed orbit.

use kinstep::Scheme;

use super::disturbed::{COMMON, Curve};
use crate::drift::verdicts::RIVALS;
use crate::words::{capital, list, number};

/// A band to ask for.
const NARROW: f64 = 1e-6;
/// Less than this is no difference.
const CLEARLY: f64 = 2.0;

fn of(curves: &[Curve], scheme: Scheme) -> Option<&Curve> {
    curves.iter().find(|curve| curve.scheme == scheme)
}

/// How many steps in a period each scheme needs.
pub(super) fn bands(curves: &[Curve]) -> String {
    let needs = |curve: &Curve| {
        let enough = curve.band.iter().find(|(_, worst)| *worst < NARROW)?;
        Some(format!("{} with {}", curve.scheme, enough.0))
    };
    let others = curves.iter().filter(|curve| needs(curve).is_none());
    let others = list(others.map(|curve| curve.scheme));
    let steps = curves
        .iter()
        .flat_map(|curve| &curve.band)
        .map(|band| band.0);
    let rest = if others.is_empty() {
        String::new()
    } else {
        format!(", and not with {}: {others}", steps.max().unwrap_or(0))
    };
    format!(
        "Energy is kept within a millionth for 100 periods by {} steps in a period{rest}.",
        list(curves.iter().filter_map(needs))
    )
}

pub(super) fn headline(curves: &[Curve]) -> String {
    let schemes = [Scheme::FlowKick, Scheme::VelocityVerlet, Scheme::Rk4];
    list(schemes.iter().filter_map(|scheme| {
        let worst = of(curves, *scheme)?.watch.energy.worst;
        Some(format!("{scheme} {worst:.0e}"))
    }))
}

/// Where a textbook scheme keeps the energy nearer with as many steps.
pub(super) fn losses(curves: &[Curve]) -> Vec<String> {
    let of_pair = |(ours, theirs): (Scheme, Scheme)| {
        let (mine, other) = (of(curves, ours)?, of(curves, theirs)?);
        let nearer = (mine.band.iter().zip(&other.band))
            .filter(|((_, my_error), (_, error))| *my_error > CLEARLY * error);
        let from = nearer.map(|((steps, _), _)| *steps).min()?;
        Some(capital(&format!(
            "beside the bulge of the earth {theirs} keeps the energy of a satellite nearer than {ours} from {from} steps a \
             period on, over 100 periods (in {COMMON} the errors are {} and {}).",
            at_common(other),
            at_common(mine)
        )))
    };
    RIVALS.into_iter().filter_map(of_pair).collect()
}

fn at_common(curve: &Curve) -> String {
    let found = curve.band.iter().find(|(steps, _)| *steps == COMMON);
    found.map_or(String::new(), |(_, worst)| number(*worst))
}
