//! Random throws, with every degenerate family among them.

use kinstep::nalgebra::SVector;

use super::Cases;
use super::throws::Throw;

/// Which air.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    Vacuum,
    Linear,
    Rational,
}

pub const MODELS: [Model; 3] = [Model::Vacuum, Model::Linear, Model::Rational];

pub fn direction<const D: usize>(cases: &mut Cases) -> SVector<f64, D> {
    loop {
        let vector = SVector::<f64, D>::from_fn(|_, _| cases.uniform(-1.0..1.0));
        if vector.norm() > 0.1 && vector.norm() < 1.0 {
            return vector.normalize();
        }
    }
}

/// A throw at a target that stays.
pub fn still<const D: usize>(cases: &mut Cases, model: Model) -> Throw<D> {
    let size = if cases.chance(0.2) {
        cases.decades(1e-6, 1e6)
    } else {
        cases.decades(0.1, 1e3)
    };
    let mut down = SVector::<f64, D>::zeros();
    down[1] = -1.0;
    let gravity = match cases.uniform(0.0..20.0) as u32 {
        0 => SVector::zeros(),
        1..4 => direction(cases) * cases.decades(1e-2, 1e2),
        _ => down * 9.81,
    };
    let pull = gravity.norm();
    // the times and speeds of such throws
    let time = if pull > 0.0 {
        (2.0 * size / pull).sqrt()
    } else {
        1.0
    };
    let rate = match cases.uniform(0.0..20.0) as u32 {
        _ if model == Model::Vacuum => 0.0,
        0 => 1e-300,
        1 => 1e-12,
        2..5 => cases.decades(1.0, 1e3) / time,
        _ => cases.decades(1e-3, 10.0) / time,
    };
    let mut throw = Throw {
        rational: model == Model::Rational,
        rate,
        gravity,
        wind: SVector::zeros(),
        from: SVector::zeros(),
        target: SVector::zeros(),
        velocity: SVector::zeros(),
        acceleration: SVector::zeros(),
        shooter: SVector::zeros(),
    };
    match cases.uniform(0.0..10.0) as u32 {
        0..4 => {}
        4 if rate > 1e-6 && pull > 0.0 => {
            // an updraught that cancels gravity, all but or exactly
            throw.rate = rate.log2().round().exp2();
            throw.wind = gravity * (-1.0 / throw.rate);
            if cases.chance(0.7) {
                throw.wind *= 1.0 + cases.signed_decades(1e-15, 0.5);
            }
        }
        5 => throw.wind = gravity * cases.signed_decades(1e-3, 1e2),
        6 => throw.wind = direction(cases) * (cases.decades(1e-2, 10.0) * size / time),
        _ => throw.wind = direction(cases) * cases.decades(0.1, 25.0),
    }
    if cases.chance(0.5) {
        throw.from = direction(cases) * (size * cases.decades(0.1, 10.0));
    }
    throw.target = throw.from + way(cases, &throw) * size;
    if throw.target == throw.from {
        return still(cases, model);
    }
    throw
}

/// The direction to the target: any, level, or along the pull of gravity and wind and beside it.
fn way<const D: usize>(cases: &mut Cases, throw: &Throw<D>) -> SVector<f64, D> {
    let any = direction::<D>(cases);
    let c = throw.constant();
    match cases.uniform(0.0..10.0) as u32 {
        0..2 if c.norm() > 0.0 => {
            let along = c.normalize() * if cases.chance(0.5) { 1.0 } else { -1.0 };
            let across = any - along * along.dot(&any);
            along
                + across
                    * match cases.uniform(0.0..5.0) as u32 {
                        0 | 1 => 0.0,
                        2 => f64::EPSILON,
                        3 => 1e-12,
                        _ => 1e-6,
                    }
        }
        2 if throw.gravity.norm() > 0.0 => {
            let level = any - throw.up() * throw.up().dot(&any);
            level.normalize()
        }
        3 if throw.gravity.norm() > 0.0 => throw.up() * if cases.chance(0.5) { 1.0 } else { -1.0 },
        _ => any,
    }
}
