//! Reference solution for a thruster, by successive Taylor series with 128 bits. It shares no code
//! with the tested formulas.

use alloc::{vec, vec::Vec};

use dashu_float::{FBig, round::mode::HalfEven};

use super::{Drive, Push};
use crate::flow::LinearLaw;

pub(super) type Big = FBig<HalfEven, 2>;

/// Order of a series for a rotation by less than 1 rad: 1/34! is 3e-39.
const ORDER: usize = 34;

pub(super) fn big(value: f64) -> Big {
    let value = Big::try_from(value).expect("a finite number");
    value.with_precision(128).value()
}

/// One step of a body with a thruster along the body's x axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Case {
    /// γ \[1/s\] and ω² \[1/s²\] of the centre of mass.
    pub(super) translation: [f64; 2],
    /// c, j, γᵣ and κ in the law of the angle.
    pub(super) angular: [f64; 4],
    pub(super) angle: f64,
    pub(super) rate: f64,
    pub(super) time: f64,
    pub(super) dt: f64,
}

impl Case {
    pub(super) fn law(&self) -> LinearLaw<f64, 1> {
        let [constant, ramp, damping, stiffness] = self.angular;
        LinearLaw::gravity([constant]).ramping([ramp])
            + LinearLaw::drag(damping)
            + LinearLaw::spring(stiffness)
    }

    fn drive(&self) -> Drive {
        let [damping, stiffness] = self.translation;
        Drive::new(damping, stiffness, &self.law(), self.dt)
    }

    pub(super) fn push(&self) -> Push {
        self.drive().push(self.angle, self.rate, self.time)
    }

    /// Returns the reference result, rounded once.
    pub(super) fn truth(&self) -> Push {
        let mut motion = Motion::new(self);
        let mut left = big(self.dt);
        while left != big(0.0) {
            let longest = 1.0 / motion.pace(self);
            let mut dt = big(longest.copysign(self.dt));
            if longest >= left.to_f64().value().abs() {
                dt = left.clone();
            }
            motion.advance(self, &dt);
            left -= dt;
        }
        let values = |part: &[Big; 2]| [part[0].to_f64().value(), part[1].to_f64().value()];
        Push {
            position: values(&motion.position),
            velocity: values(&motion.velocity),
        }
    }

    /// Returns the errors of position and velocity, in units of ε `dt²/2` and ε `dt`.
    pub(super) fn errors(&self) -> [f64; 2] {
        let (push, truth) = (self.push(), self.truth());
        let apart = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
        [
            apart(push.position, truth.position) / (0.5 * self.dt * self.dt),
            apart(push.velocity, truth.velocity) / self.dt.abs(),
        ]
        .map(|error| error / f64::EPSILON)
    }
}

/// The angle, the angular velocity, `[cos θ, sin θ]`, and the state of the centre of mass.
struct Motion {
    time: Big,
    angle: Big,
    rate: Big,
    direction: [Big; 2],
    position: [Big; 2],
    velocity: [Big; 2],
}

impl Motion {
    fn new(case: &Case) -> Self {
        let angle = big(case.angle);
        let (sin, cos) = angle.sin_cos();
        Self {
            time: big(case.time),
            angle,
            rate: big(case.rate),
            direction: [cos, sin],
            position: [big(0.0), big(0.0)],
            velocity: [big(0.0), big(0.0)],
        }
    }

    /// Returns an estimate of the present rate of change, which is positive \[1/s\].
    fn pace(&self, case: &Case) -> f64 {
        let [c, j, damping, stiffness] = case.angular;
        let small = |number: &Big| number.to_f64().value().abs();
        let pull = c.abs() + j.abs() * small(&self.time) + stiffness.abs() * small(&self.angle);
        let [drag, spring] = case.translation;
        let exponents = damping.abs() + stiffness.abs().sqrt() + drag.abs() + spring.abs().sqrt();
        1e-300 + small(&self.rate) + pull.sqrt() + j.abs().cbrt() + 2.0 * exponents
    }

    fn advance(&mut self, case: &Case, dt: &Big) {
        let [c, j, damping, stiffness] = case.angular.map(big);
        let force = [c + &j * &self.time, j];
        let start = [self.angle.clone(), self.rate.clone()];
        let angle = second_order(start, &damping, &stiffness, &force);
        let direction = turning(&self.direction, &angle);
        let [damping, stiffness] = case.translation.map(big);
        for (axis, force) in direction.iter().enumerate() {
            let start = [self.position[axis].clone(), self.velocity[axis].clone()];
            let path = second_order(start, &damping, &stiffness, force);
            [self.position[axis], self.velocity[axis]] = values(&path, dt);
            self.direction[axis] = values(force, dt)[0].clone();
        }
        [self.angle, self.rate] = values(&angle, dt);
        self.time += dt;
    }
}

/// Returns the Taylor series of the solution of `x'' = f - γ x' - ω² x`.
fn second_order(start: [Big; 2], damping: &Big, stiffness: &Big, force: &[Big]) -> Vec<Big> {
    let mut series = Vec::from(start);
    for k in 0..ORDER {
        let slope = &series[k + 1] * big((k + 1) as f64);
        let mut next = -(slope * damping) - &series[k] * stiffness;
        if let Some(force) = force.get(k) {
            next += force;
        }
        series.push(next / big(((k + 1) * (k + 2)) as f64));
    }
    series
}

/// Returns the Taylor series of cos θ and sin θ, from `u' = -θ' w` and `w' = θ' u`.
fn turning(start: &[Big; 2], angle: &[Big]) -> [Vec<Big>; 2] {
    let zero = big(0.0);
    let slopes: Vec<Big> = (1..=ORDER).map(|k| &angle[k] * big(k as f64)).collect();
    let (mut cos, mut sin) = (vec![start[0].clone()], vec![start[1].clone()]);
    for k in 0..ORDER {
        let (mut of_cos, mut of_sin) = (zero.clone(), zero.clone());
        for (m, slope) in slopes.iter().enumerate().take(k + 1) {
            if *slope != zero {
                of_cos -= slope * &sin[k - m];
                of_sin += slope * &cos[k - m];
            }
        }
        let over = big((k + 1) as f64);
        cos.push(of_cos / &over);
        sin.push(of_sin / &over);
    }
    [cos, sin]
}

/// Returns the values of a series and of its derivative at `t`.
fn values(series: &[Big], t: &Big) -> [Big; 2] {
    let mut sums = [big(0.0), big(0.0)];
    for (k, term) in series.iter().enumerate().rev() {
        sums[0] = &sums[0] * t + term;
        if k > 0 {
            sums[1] = &sums[1] * t + term * big(k as f64);
        }
    }
    sums
}
