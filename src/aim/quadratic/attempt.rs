//! The launch that comes closest where none hits.

use nalgebra::{ComplexField, SVector};

use super::look::{Look, Scout};
use super::pursuit::Pursuit;
use super::scan::{Least, least};

/// Targets that are tried in place of the one that is out of range.
pub(super) const MOST_TARGETS: usize = 64;

/// What the miss may still change by, of the distance.
const LAST_STEP: f64 = 1e-9;

/// The launch at a speed \[m/s\] that misses by as little as any near it, and the miss \[m\].
///
/// It hits a target that is moved by the miss m. With S for the least speed that a target takes,
///
/// ```text
/// ln S(R - m) = ln s,   m ∥ g,   g = ∂ ln S/∂R        m ← g (ln S/s + g·m)/|g|²
/// ```
///
/// where the step is halved when it does not lead nearer.
pub(super) fn closest<const D: usize>(
    pursuit: &Pursuit<D>,
    speed: f64,
) -> Option<(Look<D>, SVector<f64, D>)> {
    let distance = pursuit.start.norm();
    let mut miss = SVector::zeros();
    let mut step = SVector::zeros();
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
            miss -= step;
            continue;
        };
        if left <= LAST_STEP * distance {
            return Some((look.with_speed(speed), miss));
        }
        best = left;
        step = wanted;
        miss += step;
    }
    None
}

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
