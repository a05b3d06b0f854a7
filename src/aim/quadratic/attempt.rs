//! The launch that comes closest where none hits.

use nalgebra::{ComplexField, SVector};

use super::look::{Look, Scout};
use super::pursuit::Pursuit;
use super::scan::{Least, least};

/// Targets that are tried in place of the one that is out of range.
const MOST_TARGETS: usize = 64;

/// What the miss may still change by, of the distance.
const LAST_STEP: f64 = 1e-9;

/// Of the steps that are wanted.
const SHORTEST: f64 = 0.05;

/// The launch at a speed \[m/s\] that misses by as little as any near it, and the miss \[m\].
///
/// It hits a target that is moved by the miss m. With S for the least speed that a target takes,
///
/// ```text
/// ln S(R - m) = ln s,   m ∥ g,   g = ∂ ln S/∂R        m ← g (ln S/s + g·m)/|g|²
/// ```
///
/// of which a part is taken, less where that does not lead nearer.
fn from_miss<const D: usize>(
    pursuit: &Pursuit<D>,
    speed: f64,
    mut miss: SVector<f64, D>,
) -> Option<(Look<D>, SVector<f64, D>)> {
    let distance = pursuit.start.norm();
    let [mut step, mut last] = [SVector::zeros(); 2];
    let mut part = 1.0;
    let mut best = f64::INFINITY;
    for _ in 0..MOST_TARGETS {
        let look = least_of(pursuit, &miss);
        // what is missing of both conditions
        let wanted = look.map(|look| {
            let gradient = look.gradient();
            let excess = ComplexField::ln(look.speed() / speed) + gradient.dot(&miss);
            gradient * (excess / gradient.norm_squared()) - miss
        });
        let left = wanted.map_or(f64::INFINITY, |wanted| wanted.norm());
        let (Some(look), Some(wanted)) = (look, wanted.filter(|_| left < best)) else {
            if best == f64::INFINITY {
                return None;
            }
            step *= 0.5;
            part *= 0.5;
            miss -= step;
            continue;
        };
        if left <= LAST_STEP * distance {
            return Some((look.with_speed(speed), miss));
        }
        // how the last step has changed what is wanted tells how long the next is best: Aitken's rule
        let kept = wanted.dot(&last) / last.norm_squared();
        if kept.is_finite() {
            part = (part / (1.0 - kept)).clamp(SHORTEST, 1.0);
        }
        (best, last) = (left, wanted);
        step = wanted * part;
        miss += step;
    }
    None
}

/// The launch at a speed that comes closest, and its miss \[m\]; where it is not found at once, by way of speeds between
/// that and the least one \[m/s\].
pub(super) fn closest<const D: usize>(
    pursuit: &Pursuit<D>,
    speed: f64,
    slowest: f64,
) -> Option<(Look<D>, SVector<f64, D>)> {
    let by_way_of = |stages: u32| {
        let mut found = None;
        let mut miss = SVector::zeros();
        for stage in 1..=stages {
            let part = f64::from(stage) / f64::from(stages);
            let between = slowest * ComplexField::powf(speed / slowest, part);
            found = from_miss(pursuit, between, miss);
            miss = found?.1;
        }
        found
    };
    by_way_of(1).or_else(|| by_way_of(STAGES))
}

/// Speeds by way of which an attempt is found.
const STAGES: u32 = 4;

/// Of a target that is moved by a miss.
fn least_of<const D: usize>(pursuit: &Pursuit<D>, miss: &SVector<f64, D>) -> Option<Look<D>> {
    let mut scout = Scout::new(Pursuit {
        start: pursuit.start - miss,
        ..*pursuit
    });
    match least(&mut scout)? {
        Least::At(look) => Some(look),
        Least::Limit(_) => None,
    }
}
