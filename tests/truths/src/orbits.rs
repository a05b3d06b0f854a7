//! Kepler motion to 50 digits by classical elements: the equations of Kepler and Barker in the
//! eccentric, hyperbolic and parabolic anomaly, which share nothing with the universal variable.

use crate::digits::{Big, small, with_bits};

use kinstep::nalgebra::Vector3;

use crate::Cases;

/// Bits of all numbers; cancellation near a parabola or in 1e8 periods leaves 130 of them.
const PRECISION: usize = 192;

fn big(value: f64) -> Big {
    with_bits(value, PRECISION)
}

/// An initial state about an attractor.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    pub mu: f64,
    pub position: Vector3<f64>,
    pub velocity: Vector3<f64>,
}

/// Position and velocity after some time, each component correct to its last place.
pub fn kepler_truth(start: &Start, time: f64) -> (Vector3<f64>, Vector3<f64>) {
    let mu = big(start.mu);
    let x: [Big; 3] = core::array::from_fn(|i| big(start.position[i]));
    let v: [Big; 3] = core::array::from_fn(|i| big(start.velocity[i]));
    let r = dot(&x, &x).sqrt();
    let radial = dot(&x, &v);
    let speed_squared = dot(&v, &v);
    let beta = big(2.0) * &mu / &r - &speed_squared;
    let momentum = [
        &x[1] * &v[2] - &x[2] * &v[1],
        &x[2] * &v[0] - &x[0] * &v[2],
        &x[0] * &v[1] - &x[1] * &v[0],
    ];
    let h = dot(&momentum, &momentum).sqrt();
    // the eccentricity vector points to the periapsis, or away from it if μ < 0
    let toward = &speed_squared - &mu / &r;
    let eccentric: [Big; 3] = core::array::from_fn(|i| (&toward * &x[i] - &radial * &v[i]) / &mu);
    let e = dot(&eccentric, &eccentric).sqrt();
    let side = if start.mu < 0.0 { -&e } else { e.clone() };
    let zero = big(0.0);
    // a circle has no periapsis: any direction will do
    let p = if e == zero {
        x.clone().map(|component| component / &r)
    } else {
        eccentric.map(|component| component / &side)
    };
    // a radial orbit has no second axis, and no component along it
    let q: [Big; 3] = if h == zero {
        [zero.clone(), zero.clone(), zero.clone()]
    } else {
        [
            (&momentum[1] * &p[2] - &momentum[2] * &p[1]) / &h,
            (&momentum[2] * &p[0] - &momentum[0] * &p[2]) / &h,
            (&momentum[0] * &p[1] - &momentum[1] * &p[0]) / &h,
        ]
    };
    let conic = Conic {
        mu,
        e,
        h,
        r,
        radial,
        beta,
    };
    let [along, across, along_rate, across_rate] = conic.in_plane(&big(time));
    let place = |i: usize| small(&(&p[i] * &along + &q[i] * &across));
    let rate = |i: usize| small(&(&p[i] * &along_rate + &q[i] * &across_rate));
    (
        Vector3::new(place(0), place(1), place(2)),
        Vector3::new(rate(0), rate(1), rate(2)),
    )
}

fn dot(a: &[Big; 3], b: &[Big; 3]) -> Big {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

struct Conic {
    mu: Big,
    e: Big,
    h: Big,
    /// Initial distance; `radial` and `beta` are initial values, too.
    r: Big,
    radial: Big,
    beta: Big,
}

impl Conic {
    /// Position and velocity after `time`, along the axis and across it.
    fn in_plane(&self, time: &Big) -> [Big; 4] {
        if self.beta == big(0.0) {
            self.parabola(time)
        } else if self.beta > big(0.0) {
            self.ellipse(time)
        } else {
            self.hyperbola(time)
        }
    }

    /// `M = E - e sin E`
    fn ellipse(&self, time: &Big) -> [Big; 4] {
        let Self { mu, e, h, r, .. } = self;
        let one = big(1.0);
        let a = mu / &self.beta;
        let root = (mu * &a).sqrt();
        let sine = &self.radial / &root;
        // the anomaly of a circle is counted from its start
        let anomaly = if *e == big(0.0) {
            big(0.0)
        } else {
            sine.atan2(&(&one - r / &a))
        };
        let mut mean = anomaly - &sine + time * &root / (&a * &a);
        let turn = big(2.0) * Big::pi(PRECISION);
        let turns = small(&(&mean / &turn)).round();
        mean -= &turn * big(turns);
        let guess = bisected(small(&mean), 3.2, |x| x - small(e) * x.sin());
        let mut anomaly = big(guess);
        for _ in 0..4 {
            let (sin, cos) = anomaly.sin_cos();
            anomaly = &anomaly - (&anomaly - e * sin - &mean) / (&one - e * cos);
        }
        let (sin, cos) = anomaly.sin_cos();
        let b = h * (&a / mu).sqrt();
        // dE/dt
        let rate = &root / &a / (&a * (&one - e * &cos));
        [
            &a * (&cos - e),
            &b * &sin,
            -&a * &sin * &rate,
            &b * &cos * &rate,
        ]
    }

    /// `M = e sinh F - F`, or `e sinh F + F` if the centre repels.
    fn hyperbola(&self, time: &Big) -> [Big; 4] {
        let Self { mu, e, h, .. } = self;
        let pull = big(small(mu).signum());
        let strength = mu * &pull;
        let a = -(&strength / &self.beta);
        let root = (&strength * &a).sqrt();
        let sine = &self.radial / &root;
        let anomaly = (&sine / e).asinh();
        let mean = &sine - &pull * anomaly + time * &root / (&a * &a);
        let (sign, ecc) = (small(&pull), small(e));
        let guess = bisected(small(&mean), 800.0, |x| ecc * x.sinh() - sign * x);
        let mut anomaly = big(guess);
        for _ in 0..4 {
            let (sinh, cosh) = anomaly.sinh_cosh();
            anomaly = &anomaly - (e * sinh - &pull * &anomaly - &mean) / (e * cosh - &pull);
        }
        let (sinh, cosh) = anomaly.sinh_cosh();
        let b = h * (&a / &strength).sqrt();
        let rate = &root / &a / (&a * (e * &cosh - &pull));
        let against = -&pull;
        [
            &a * (&against * &cosh + e),
            &b * &sinh,
            &a * &against * &sinh * &rate,
            &b * &cosh * &rate,
        ]
    }

    /// `t = √(2q³/μ) (D + D³/3)`, `D = tan(ν/2)`
    fn parabola(&self, time: &Big) -> [Big; 4] {
        let Self { mu, h, .. } = self;
        let [one, two, three] = [1.0, 2.0, 3.0].map(big);
        let q = h * h / (&two * mu);
        let start = &self.radial / (&two * mu * &q).sqrt();
        let unit = (&two * &q * &q * &q / mu).sqrt();
        let mean = &start + &start * &start * &start / &three + time / &unit;
        let mut d = big(bisected(small(&mean), 1e100, |x| x + x * x * x / 3.0));
        for _ in 0..4 {
            let square = &d * &d;
            d = &d - (&d + &d * &square / &three - &mean) / (&one + square);
        }
        let rate = &one / (unit * (&one + &d * &d));
        [
            &q * (&one - &d * &d),
            &two * &q * &d,
            -(&two * &q * &d * &rate),
            &two * &q * &rate,
        ]
    }
}

/// The argument for which a rising odd function has this value, within `-most..most`.
fn bisected(value: f64, most: f64, function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, most);
    for _ in 0..1200 {
        let middle = if high > 4.0 * low && high > 1e-3 {
            // first the order of magnitude
            (low.max(1e-6) * high).sqrt()
        } else {
            0.5 * (low + high)
        };
        if middle == low || middle == high {
            break;
        }
        if function(middle) > value.abs() {
            high = middle;
        } else {
            low = middle;
        }
    }
    (0.5 * (low + high)).copysign(value)
}

/// A random start on a conic of this eccentricity, and its unit of time: the period, or that of an
/// ellipse of the same |a|; of a parabola, that of an ellipse whose a is its periapsis.
pub fn random_start(cases: &mut Cases, e: f64) -> (Start, f64) {
    let mu = cases.decades(1e-2, 1e2);
    let a = cases.decades(1e-2, 1e2);
    let mut anomaly = cases.uniform(-core::f64::consts::PI..core::f64::consts::PI);
    if cases.chance(0.3) {
        // near the periapsis, where the motion is fast
        anomaly *= cases.decades(1e-6, 1.0);
    }
    let [x, y, vx, vy, unit] = if e == 1.0 {
        exact_parabola(cases)
    } else {
        let b = a * (1.0 - e * e).abs().sqrt();
        let n = (mu / a).sqrt() / a;
        let (sin, cos) = if e < 1.0 {
            anomaly.sin_cos()
        } else {
            (anomaly.sinh(), anomaly.cosh())
        };
        let side = if e < 1.0 { 1.0 } else { -1.0 };
        let rate = n / (side * (1.0 - e * cos));
        let unit = core::f64::consts::TAU / n;
        [
            side * a * (cos - e),
            b * sin,
            -a * sin * rate,
            b * cos * rate,
            unit,
        ]
    };
    let mu = if e == 1.0 {
        0.5 * (x * x + y * y).sqrt() * (vx * vx + vy * vy)
    } else {
        mu
    };
    if e == 1.0 {
        // a rotation would round the state off the parabola
        let start = Start {
            mu,
            position: Vector3::new(x, 0.0, y),
            velocity: Vector3::new(vx, 0.0, vy),
        };
        return (start, unit);
    }
    let axis = |cases: &mut Cases| Vector3::from_fn(|_, _| cases.uniform(-1.0..1.0));
    let p = axis(cases).normalize();
    let q = axis(cases).cross(&p).normalize();
    let start = Start {
        mu,
        position: p * x + q * y,
        velocity: p * vx + q * vy,
    };
    (start, unit)
}

/// `[x, y, vx, vy, unit]` of a parabola whose r is a whole number: `v² = 2μ/r` holds without
/// rounding.
fn exact_parabola(cases: &mut Cases) -> [f64; 5] {
    let places = [
        (3.0, 4.0),
        (5.0, 12.0),
        (8.0, 15.0),
        (7.0, 24.0),
        (-3.0, 4.0),
        (12.0, -5.0),
    ];
    let (x, y) = places[cases.uniform(0.0..6.0) as usize];
    let whole = |cases: &mut Cases| cases.uniform(-9.0..9.0).round() * 0.25;
    let (vx, vy) = loop {
        let (vx, vy) = (whole(cases), whole(cases));
        if f64::abs(x * vy - y * vx) > 1.0 {
            break (vx, vy);
        }
    };
    let r = f64::hypot(x, y);
    let mu = 0.5 * r * (vx * vx + vy * vy);
    let h = x * vy - y * vx;
    let q = h * h / (2.0 * mu);
    [x, y, vx, vy, core::f64::consts::TAU * q * (q / mu).sqrt()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_truth_is_true() {
        let start = |mu, position: [f64; 3], velocity: [f64; 3]| Start {
            mu,
            position: position.into(),
            velocity: velocity.into(),
        };
        // a circle; a parabola of q = 1, μ = 2 at D = 1: t = 1 + 1/3
        let (x, v) = kepler_truth(&start(1.0, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]), 1.0);
        assert!((x - Vector3::new(1.0_f64.cos(), 1.0_f64.sin(), 0.0)).norm() < 1e-15);
        assert!((v - Vector3::new(-1.0_f64.sin(), 1.0_f64.cos(), 0.0)).norm() < 1e-15);
        let (x, v) = kepler_truth(&start(2.0, [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]), 4.0 / 3.0);
        assert!((x - Vector3::new(0.0, 2.0, 0.0)).norm() < 1e-15);
        assert!((v - Vector3::new(-1.0, 1.0, 0.0)).norm() < 1e-15);
        // hyperbolas have no such times: test the conserved energy, and x' = v by differences
        for mu in [1.0, -1.0] {
            let start = start(mu, [1.0, 0.5, 0.0], [-1.0, 1.7, 0.3]);
            let energy =
                |x: &Vector3<f64>, v: &Vector3<f64>| 0.5 * v.norm_squared() - mu / x.norm();
            let (x, v) = kepler_truth(&start, 2.0);
            assert!((energy(&x, &v) - energy(&start.position, &start.velocity)).abs() < 1e-15);
            let [before, after] = [2.0 - 1e-5, 2.0 + 1e-5].map(|t| kepler_truth(&start, t).0);
            assert!(((after - before) / 2e-5 - v).norm() < 1e-9);
            let (x, _) = kepler_truth(&start, 0.0);
            assert!((x - start.position).norm() < 1e-15);
        }
    }
}
