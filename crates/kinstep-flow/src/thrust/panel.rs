//! The integrals over a rotation so small that eight points resolve it.

use nalgebra::{Complex, ComplexField};

use super::angular::{Angular, exponent, response};
use crate::flow::LinearLaw;

/// Response of the centre of mass to a force.
#[derive(Debug, Clone, Copy)]
pub(super) struct Translation {
    /// γ \[1/s\].
    pub(super) damping: f64,
    /// ω² \[1/s²\].
    pub(super) stiffness: f64,
}

impl Translation {
    /// The law of the centre of mass in 2-D.
    pub(super) fn law(&self) -> LinearLaw<f64, 2> {
        LinearLaw::drag(self.damping) + LinearLaw::spring(self.stiffness)
    }

    /// Upper bound of the larger exponent \[1/s\].
    pub(super) fn exponent(&self) -> f64 {
        exponent(self.damping, self.stiffness)
    }
}

/// Gauss–Legendre quadrature over a panel: all data that do not depend on the state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Panel {
    nodes: [Node; 8],
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// `[S, S₁, j S₂]` of the angle, from the start of the panel to the node.
    turn: [f64; 3],
    /// Weight times `S` of the centre of mass, from the node to the end \[s²\].
    position: f64,
    /// Weight times `k` \[s\].
    velocity: f64,
}

/// Zeros of the Legendre polynomial P₈, mapped to 0..1.
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

/// Weights of the nodes, of sum 1.
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
    /// Panel of `dt` \[s\].
    pub(super) fn new(translation: &Translation, angular: &Angular, dt: f64) -> Self {
        let Translation { damping, stiffness } = *translation;
        let nodes = core::array::from_fn(|i| {
            // the nodes are symmetric: the time after a node equals the time before its mirror image
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

    /// `[Δx, Δv]` by a unit force per mass, for a body that has rotated by `turned` \[rad\] before the panel, with this
    /// angular velocity \[rad/s\] and pull \[rad/s²\] at the start of the panel.
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
