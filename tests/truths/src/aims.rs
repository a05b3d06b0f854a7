//! Random throws, with every degenerate family among them.

use kinstep::nalgebra::SVector;

use crate::Cases;
use crate::throws::Throw;

/// Model of the air.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    Vacuum,
    Linear,
    Rational,
    /// Drag that grows with the square of the speed.
    Quadratic,
}

/// Models with closed forms.
pub const MODELS: [Model; 3] = [Model::Vacuum, Model::Linear, Model::Rational];

pub fn direction<const D: usize>(cases: &mut Cases) -> SVector<f64, D> {
    loop {
        let vector = SVector::<f64, D>::from_fn(|_, _| cases.uniform(-1.0..1.0));
        if vector.norm() > 0.1 && vector.norm() < 1.0 {
            return vector.normalize();
        }
    }
}

/// A random throw at a target at rest.
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
    let mut throw = Throw::new(model);
    throw.gravity = gravity;
    // typical times and rates of such throws
    let time = throw.fall_time(size);
    let rate = match cases.uniform(0.0..20.0) as u32 {
        _ if model == Model::Vacuum => 0.0,
        0 => 1e-300,
        1 => 1e-12,
        2..5 => cases.decades(1.0, 1e3) / time,
        _ => cases.decades(1e-3, 10.0) / time,
    };
    throw.rate = rate;
    match cases.uniform(0.0..10.0) as u32 {
        0..4 => {}
        4 if rate > 1e-6 && gravity.norm() > 0.0 => {
            // an updraught that cancels gravity, nearly or exactly
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

/// A random throw at a target with a velocity or an acceleration, by a shooter at rest or in
/// motion.
pub fn moving<const D: usize>(cases: &mut Cases, model: Model) -> Throw<D> {
    let mut throw = still::<D>(cases, model);
    // searches do not end if gravity and updraught nearly cancel, or if no acceleration acts
    // against drag
    let is_slight = |throw: &Throw<D>| {
        let terms = throw.gravity.norm().max(throw.wind.norm() * throw.rate);
        let pull = throw.constant().norm();
        pull < 1e-3 * terms || pull == 0.0
    };
    while is_slight(&throw) {
        throw = still::<D>(cases, model);
    }
    let (size, pace) = ((throw.target - throw.from).norm(), throw.pace());
    let mut vector = |scale: f64| direction::<D>(cases) * (scale * cases.decades(1e-2, 3.0));
    let [velocity, acceleration, shooter] =
        [size / pace, size / pace / pace, size / pace].map(&mut vector);
    let kind = cases.uniform(0.0..5.0) as u32;
    if kind != 3 {
        throw.velocity = velocity;
    }
    if kind == 2 || kind == 4 {
        throw.acceleration = acceleration;
    }
    if kind > 2 {
        throw.shooter = shooter;
    }
    throw
}

/// The direction to the target: any, level, vertical, or along the constant acceleration or nearly
/// so.
fn way<const D: usize>(cases: &mut Cases, throw: &Throw<D>) -> SVector<f64, D> {
    let any = direction::<D>(cases);
    let c = throw.constant();
    match cases.uniform(0.0..10.0) as u32 {
        0..2 if c.norm() > 0.0 => {
            let along = c.normalize() * if cases.chance(0.5) { 1.0 } else { -1.0 };
            let across = any - along * along.dot(&any);
            along + across * pick(cases, &[0.0, 0.0, f64::EPSILON, 1e-12, 1e-6])
        }
        2 if throw.gravity.norm() > 0.0 => {
            let level = any - throw.up() * throw.up().dot(&any);
            level.normalize()
        }
        3 if throw.gravity.norm() > 0.0 => throw.up() * if cases.chance(0.5) { 1.0 } else { -1.0 },
        _ => any,
    }
}

/// A random one of a few values.
pub fn pick<T: Copy>(cases: &mut Cases, from: &[T]) -> T {
    from[cases.uniform(0.0..from.len() as f64) as usize]
}

/// A vector of whole multiples of a unit such as 1, 1/2 or 1/8, sometimes with zeros.
pub fn whole<const D: usize>(cases: &mut Cases) -> SVector<f64, D> {
    let unit = pick(cases, &[1.0, 1.0, 1.0, 4.0, 10.0, 0.5, 0.125]);
    let zeros = pick(cases, &[0.0, 0.3, 0.6]);
    SVector::from_fn(|_, _| {
        if cases.chance(zeros) {
            return 0.0;
        }
        (cases.uniform(-6.0..7.0)).floor() * unit
    })
}

/// A throw of whole numbers and equal vectors: free fall, terminal velocities, displacements along
/// the wind and along the constant acceleration.
pub fn special<const D: usize>(cases: &mut Cases, model: Model) -> Throw<D> {
    let zero = SVector::<f64, D>::zeros();
    let mut throw = Throw::new(model);
    let mut down = zero;
    down[1] = -1.0;
    let gravity = match cases.uniform(0.0..8.0) as u32 {
        0 | 1 => zero,
        2 => whole(cases),
        _ => down * pick(cases, &[9.81, 10.0, 8.0, 1.0]),
    };
    throw.gravity = gravity;
    let is_free = model == Model::Vacuum || (model == Model::Quadratic && cases.chance(0.15));
    if !is_free {
        throw.rate = pick(cases, &[0.25, 0.5, 1.0, 2.0, 0.7, 0.1]);
    }
    let rate = throw.rate;
    if cases.chance(0.4) {
        throw.from = whole(cases);
    }
    let mut way = whole::<D>(cases);
    if cases.chance(0.2) {
        way = gravity * pick(cases, &[1.0, -1.0, 0.5, -2.0]);
    }
    // in strong quadratic drag a launch would need `e^30` m/s or so
    let is_in_molasses = throw.quadratic_air().coefficient() * way.norm() > 30.0;
    if way == zero || (model == Model::Quadratic && is_in_molasses) {
        return special(cases, model);
    }
    throw.target = throw.from + way;
    let wind = match cases.uniform(0.0..8.0) as u32 {
        0..3 => zero,
        3 => way * pick(cases, &[1.0, -1.0, 0.5]),
        4 if rate > 0.0 => gravity * (-1.0 / rate),
        5 => gravity * pick(cases, &[1.0, -1.0, 0.5]),
        _ => whole(cases),
    };
    throw.wind = wind;
    if !cases.chance(0.75) {
        return throw;
    }
    let mut long_run = zero;
    if rate > 0.0 {
        long_run = wind + gravity / rate;
    }
    if cases.chance(0.4) {
        throw.shooter = match cases.uniform(0.0..5.0) as u32 {
            0 => wind,
            1 => long_run,
            2 => way * pick(cases, &[1.0, -1.0, 0.5]),
            _ => whole(cases),
        };
    }
    throw.velocity = match cases.uniform(0.0..10.0) as u32 {
        0 => zero,
        1 => wind,
        2 | 3 => long_run,
        4 => throw.shooter,
        5 => way * pick(cases, &[1.0, -1.0, 0.5, -0.25]),
        _ => whole(cases),
    };
    throw.acceleration = match cases.uniform(0.0..12.0) as u32 {
        0..6 => zero,
        6 | 7 => gravity,
        8 => gravity * (1.0 + pick(cases, &[1e-13, -1e-13, 1e-12, -1e-14])),
        9 => gravity * pick(cases, &[-1.0, 0.5, 2.0]),
        10 => gravity + wind * rate - throw.velocity * rate,
        _ => whole(cases),
    };
    throw
}
