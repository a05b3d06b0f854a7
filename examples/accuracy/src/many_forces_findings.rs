//! Sentences about many forces.

use kinstep::Scheme;
use support::drawing::numbers::{metres, seconds};

use crate::fit::largest;
use crate::many_forces::{Curve, PARTS};
use crate::words::{list, number};

/// The schemes that this is about.
const ACCUMULATING: [Scheme; 2] = [Scheme::Kinematic, Scheme::AverageAcceleration];

/// The values of a scheme for one part and for the most.
fn ends(curves: &[Curve], scheme: Scheme) -> Option<(f64, f64)> {
    let values = &curves.iter().find(|curve| curve.scheme == scheme)?.values;
    Some((*values.first()?, *values.last()?))
}

/// The largest error of a scheme.
pub(crate) fn worst(curves: &[Curve], scheme: Scheme) -> String {
    let curves = curves.iter().filter(|curve| curve.scheme == scheme);
    metres(largest(curves.flat_map(|curve| &curve.values).copied()))
}

/// How errors change from one part to the most.
pub(crate) fn of_errors(curves: &[Curve]) -> String {
    let change = |scheme: Scheme| {
        let (one, most) = ends(curves, scheme)?;
        Some(format!("{scheme} from {} to {}", metres(one), metres(most)))
    };
    let accumulating: Vec<String> = ACCUMULATING.into_iter().filter_map(change).collect();
    format!(
        "From 1 part to {} the error goes under {}; under FlowKick it is {} at most.",
        PARTS[PARTS.len() - 1],
        accumulating.join(", and under "),
        worst(curves, Scheme::FlowKick)
    )
}

/// How times change from one spring to the most.
pub(crate) fn of_times(what: &str, curves: &[Curve]) -> String {
    let schemes = [Scheme::SymplecticEuler, Scheme::Kinematic, Scheme::FlowKick];
    let changes = schemes.into_iter().filter_map(|scheme| {
        let (one, most) = ends(curves, scheme)?;
        let [one, most] = [one, most].map(|time| seconds(1e-9 * time));
        Some(format!("{one} and {most} under {scheme}"))
    });
    format!(
        "With 1 and with {} springs {what} takes {}.",
        PARTS[PARTS.len() - 1],
        changes.collect::<Vec<_>>().join("; ")
    )
}

/// Where a step of FlowKick takes clearly longer than one of symplectic Euler.
pub(crate) fn loss(when: &str, curves: &[Curve]) -> Option<String> {
    let values = |scheme: Scheme| Some(&curves.iter().find(|curve| curve.scheme == scheme)?.values);
    let times = (values(Scheme::FlowKick)?.iter()).zip(values(Scheme::SymplecticEuler)?);
    let slower = list(
        PARTS
            .iter()
            .zip(times)
            .filter_map(|(parts, (flow, euler))| {
                let ratio = flow / euler;
                (ratio > 1.25).then(|| format!("{} times with {parts}", number(ratio)))
            }),
    );
    (!slower.is_empty()).then(|| {
        format!(
            "A step{when} takes longer under FlowKick than under SymplecticEuler: {slower} springs."
        )
    })
}
