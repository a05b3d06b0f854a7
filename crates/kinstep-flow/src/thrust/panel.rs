//! The integrals for a rotation that is small enough for a quadrature with eight points.

use crate::flow::{LinearLaw, Response, exponentials};
use nalgebra::{Complex, ComplexField};

/// Response of the centre of mass to a force.
#[derive(Debug, Clone, Copy)]
pub(super) struct Translation {
    /// γ \[1/s\].
    pub(super) damping: f64,
    /// ω² \[1/s²\].
    pub(super) stiffness: f64,
}

impl Translation {
    /// Returns the law of the centre of mass in 2-D.
    pub(super) fn law(&self) -> LinearLaw<f64, 2> {
        LinearLaw::drag(self.damping) + LinearLaw::spring(self.stiffness)
    }

    /// Returns an upper bound of the larger exponent \[1/s\].
    pub(super) fn exponent(&self) -> f64 {
        exponent(self.damping, self.stiffness)
    }
}

/// Gauss–Legendre quadrature for a panel, with all data that do not depend on the state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Panel {
    nodes: [Node; 8],
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// `[S, S₁, j S₂]` of the angle, from the start of the panel to the node.
    turn: [f64; 3],
    /// Weight times `S` of the centre of mass, for the time from the node to the end of the panel
    /// \[s²\].
    position: f64,
    /// Weight times `k`, for the time from the node to the end of the panel \[s\].
    velocity: f64,
}

/// Zeros of the Legendre polynomial P₈, mapped to the interval from 0 to 1.
pub(super) const NODES: [f64; 8] = [
    0.019_855_071_751_231_884,
    0.101_666_761_293_186_64,
    0.237_233_795_041_835_5,
    0.408_282_678_752_175_1,
    0.591_717_321_247_825,
    0.762_766_204_958_164_5,
    0.898_333_238_706_813_4,
    0.980_144_928_248_768_1,
];

/// Weights of the nodes; their sum is 1.
pub(super) const WEIGHTS: [f64; 8] = [
    0.050_614_268_145_188_13,
    0.111_190_517_226_687_24,
    0.156_853_322_938_943_63,
    0.181_341_891_689_181,
    0.181_341_891_689_181,
    0.156_853_322_938_943_63,
    0.111_190_517_226_687_24,
    0.050_614_268_145_188_13,
];

impl Panel {
    /// Computes a panel with a duration `dt` \[s\].
    pub(super) fn new(translation: &Translation, angular: &Angular, dt: f64) -> Self {
        let Translation { damping, stiffness } = *translation;
        let nodes = core::array::from_fn(|i| {
            // the nodes are symmetric, so the time from a node to the end is that from the start to
            // its mirror image
            let left = response(damping, stiffness, dt * NODES[7 - i]);
            let weight = dt * WEIGHTS[i];
            Node {
                turn: angular.turn(dt * NODES[i]),
                position: weight * left.velocity,
                velocity: weight * (1.0 - damping * left.velocity - stiffness * left.position),
            }
        });
        Self { nodes }
    }

    /// Returns `[Δx, Δv]` by a unit force per mass. The body has rotated by `turned` \[rad\] before
    /// the panel, and has this angular velocity \[rad/s\] and this angular acceleration `pull`
    /// \[rad/s²\] at the start of the panel.
    pub(super) fn push(&self, turned: f64, rate: f64, pull: f64) -> [Complex<f64>; 2] {
        let mut sums = [Complex::new(0.0, 0.0); 2];
        for node in &self.nodes {
            let [s, s1, js2] = node.turn;
            let (sin, cos) = ComplexField::sin_cos(turned + (rate * s + pull * s1 + js2));
            let direction = Complex::new(cos, sin);
            sums[0] += direction * node.position;
            sums[1] += direction * node.velocity;
        }
        sums
    }
}

// The coefficients of the law of the angle.

/// `θ'' = c + j t - γᵣ θ' - κ θ`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Angular {
    /// c \[rad/s²\].
    constant: f64,
    /// j \[rad/s³\].
    pub(super) ramp: f64,
    /// γᵣ \[1/s\].
    damping: f64,
    /// κ \[1/s²\].
    stiffness: f64,
}

impl Angular {
    pub(super) fn new(law: &LinearLaw<f64, 1>) -> Self {
        Self {
            constant: law.constant.x,
            ramp: law.ramp.x,
            damping: law.damping,
            stiffness: law.stiffness_per_mass,
        }
    }

    /// Whether the angular velocity is constant.
    pub(super) fn is_steady(&self) -> bool {
        [self.constant, self.ramp, self.damping, self.stiffness] == [0.0; 4]
    }

    /// Returns `c + j t - κ θ` \[rad/s²\], the angular acceleration of a body at this angle that
    /// does not rotate.
    pub(super) fn pull(&self, angle: f64, time: f64) -> f64 {
        self.constant + self.ramp * time - self.stiffness * angle
    }

    /// Returns `[S, S₁, j S₂]` of the angle after `time` \[s\].
    pub(super) fn turn(&self, time: f64) -> [f64; 3] {
        let Response {
            velocity: s,
            position: s1,
            ramp: s2,
            ..
        } = response(self.damping, self.stiffness, time);
        [s, s1, self.ramp * s2]
    }

    /// Returns the rotation angle after `time` \[s\], and the angular velocity at this time.
    ///
    /// `Δθ = ω₀ S + a S₁ + j S₂`, `ω = ω₀ k + a S + j S₁`, where ω₀ is `rate` and `a` is `pull`.
    pub(super) fn after(&self, time: f64, rate: f64, pull: f64) -> (f64, f64) {
        let [s, s1, js2] = self.turn(time);
        let left = 1.0 - self.damping * s - self.stiffness * s1;
        (
            rate * s + pull * s1 + js2,
            rate * left + pull * s + self.ramp * s1,
        )
    }

    /// Returns upper bounds of `|k|`, `|S|` and `|S₁|` during a step of `dt`.
    pub(super) fn greatest(&self, dt: f64) -> [f64; 3] {
        let h = ComplexField::abs(dt);
        let damping = ComplexField::abs(self.damping);
        if self.stiffness >= 0.0 && self.damping * dt >= 0.0 {
            // the energy decreases, so k stays below 1, S below its first maximum, and S₁ below
            // twice its equilibrium
            let s = h
                .min(1.0 / damping)
                .min(1.0 / ComplexField::sqrt(self.stiffness));
            [1.0, s, (h * s).min(2.0 / self.stiffness)]
        } else {
            // computed for the law whose series has terms of the same magnitude, all of them
            // positive
            let stiffness = ComplexField::abs(self.stiffness);
            let Response {
                velocity: s,
                position: s1,
                ..
            } = response(-damping, -stiffness, h);
            [1.0 + damping * s + stiffness * s1, s, s1]
        }
    }

    /// Returns the rate at which the law itself changes the angular velocity \[1/s\]. The exponents
    /// count twice, because the angle is itself an exponent, in `e^(iθ)`.
    pub(super) fn exponents(&self) -> f64 {
        2.0 * exponent(self.damping, self.stiffness)
            + ComplexField::cbrt(ComplexField::abs(self.ramp))
    }
}

/// Returns an upper bound of both roots of `λ² + γ λ + ω² = 0` \[1/s\].
fn exponent(damping: f64, stiffness: f64) -> f64 {
    let half = 0.5 * ComplexField::abs(damping);
    half + ComplexField::sqrt(half * half + ComplexField::abs(stiffness))
}

/// Returns the response; uses a shortcut if it is a polynomial in time.
fn response(damping: f64, stiffness: f64, time: f64) -> Response {
    if damping == 0.0 && stiffness == 0.0 {
        Response {
            velocity: time,
            position: 0.5 * time * time,
            ramp: time * time * (time / 6.0),
        }
    } else {
        Response::new(damping, stiffness, time)
    }
}

// Closed form for a body with constant angular velocity, whose centre of mass is free or under
// drag.

/// The integrals, as divided differences of the exponential at `x = iωh` and `y = -γh`:
///
/// ```text
/// Δv = h  exp[x, y]      exp[x, y]    = (eˣ - eʸ) / (x - y)
/// Δx = h² exp[0, x, y]   exp[0, x, y] = (φ₁(x) - φ₁(y)) / (x - y)
/// ```
///
/// Without drag the integrals are `φ₁(iωh)` and `φ₂(iωh)`.
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
    /// Prepares a step of `dt` \[s\] under the drag rate γ \[1/s\].
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

    /// Returns `[Δx, Δv]` by a unit force per mass, for a body that starts upright and rotates at
    /// `rate` \[rad/s\].
    pub(super) fn push(&self, rate: f64) -> [Complex<f64>; 2] {
        let turn = rate * self.dt;
        let [second, first] = if turn * turn + self.decay * self.decay < 1.0 {
            series(turn, self.decay)
        } else {
            self.differences(turn)
        };
        [second * self.dt * self.dt, first * self.dt]
    }

    /// Computes the quotients as written, which have no cancellation if x and y differ by 1 or
    /// more.
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

/// Returns `[Σ hₙ / (n+2)!, Σ hₙ / (n+1)!]`, where `hₙ` is the sum of all products of n factors x
/// or y: `hₙ = x hₙ₋₁ + yⁿ`. Requires `|x - y| < 1`; then |x| and |y| are below 1, too.
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
