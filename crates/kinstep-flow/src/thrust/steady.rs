//! Closed form for a body with constant angular velocity, its centre of mass free or under drag.

use nalgebra::{Complex, ComplexField};

use crate::flow::exponentials;

/// Integrals as divided differences of the exponential at `x = iωh` and `y = -γh`:
///
/// ```text
/// Δv = h  exp[x, y]      exp[x, y]    = (eˣ - eʸ) / (x - y)
/// Δx = h² exp[0, x, y]   exp[0, x, y] = (φ₁(x) - φ₁(y)) / (x - y)
/// ```
///
/// Without drag they are `φ₁(iωh)` and `φ₂(iωh)`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Steady {
    /// h \[s\].
    dt: f64,
    /// `y = -γh`.
    decay: f64,
    /// `eʸ`.
    left: f64,
    /// `φ₁(y)`.
    mean: f64,
}

impl Steady {
    /// Prepares a step of `dt` \[s\] under drag rate γ \[1/s\].
    pub(super) fn new(damping: f64, dt: f64) -> Self {
        let decay = -damping * dt;
        let [left, mean, _] = exponentials(decay);
        Self {
            dt,
            decay,
            left,
            mean,
        }
    }

    /// `[Δx, Δv]` by a unit force per mass, for a body that starts upright and rotates at `rate` \[rad/s\].
    pub(super) fn push(&self, rate: f64) -> [Complex<f64>; 2] {
        let turn = rate * self.dt;
        let [second, first] = if turn * turn + self.decay * self.decay < 1.0 {
            series(turn, self.decay)
        } else {
            self.differences(turn)
        };
        [second * self.dt * self.dt, first * self.dt]
    }

    /// The quotients as written: they do not cancel if x and y differ by 1 or more.
    fn differences(&self, turn: f64) -> [Complex<f64>; 2] {
        let (sin, cos) = ComplexField::sin_cos(turn);
        let half = ComplexField::sin(0.5 * turn);
        // φ₁(iz) = (sin z + i (1 - cos z)) / z
        let mean = if turn == 0.0 {
            Complex::new(1.0, 0.0)
        } else {
            Complex::new(sin / turn, 2.0 * half * half / turn)
        };
        let apart = Complex::new(-self.decay, turn);
        let first = (Complex::new(cos, sin) - self.left) / apart;
        [(mean - self.mean) / apart, first]
    }
}

/// `[Σ hₙ / (n+2)!, Σ hₙ / (n+1)!]`, where `hₙ` is the sum of all products of n factors x or y: `hₙ = x hₙ₋₁ + yⁿ`.
/// Requires `|x - y| < 1`, so that |x| and |y| are below 1, too.
fn series(turn: f64, decay: f64) -> [Complex<f64>; 2] {
    let (mut products, mut power) = (Complex::new(1.0, 0.0), 1.0);
    let (mut first, mut second) = (Complex::new(0.0, 0.0), Complex::new(0.0, 0.0));
    for pair in FACTORIAL.windows(2) {
        first += products * pair[0];
        second += products * pair[1];
        power *= decay;
        products = Complex::new(power - turn * products.im, turn * products.re);
    }
    [second, first]
}

/// `1 / (n + 1)!`
const FACTORIAL: [f64; 19] = {
    let mut terms = [0.0; 19];
    let (mut n, mut factorial) = (0, 1.0);
    while n < 19 {
        factorial *= (n + 1) as f64;
        terms[n] = 1.0 / factorial;
        n += 1;
    }
    terms
};
