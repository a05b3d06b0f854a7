//! What is left of a velocity under drag and a spring.

use nalgebra::ComplexField;

use super::Response;
use super::phi::sine_and_versine;

/// `k = S' = 1 - γ S - ω² S₁` after `dt` \[s\] under drag rate γ \[1/s\] and stiffness ω² \[1/s²\], which have this
/// response: right to its own size where the motion has faded.
pub(crate) fn impulse(response: &Response, damping: f64, stiffness: f64, dt: f64) -> f64 {
    let lost = damping * response.velocity + stiffness * response.position;
    if lost.abs() <= 0.5 {
        return 1.0 - lost;
    }
    let half = 0.5 * damping;
    let square = ComplexField::mul_add(-half, half, stiffness);
    let q = square * dt * dt;
    if q > -0.25 {
        let m = half * dt;
        let decay = ComplexField::exp(-m);
        if decay == 0.0 {
            return 0.0;
        }
        let (sine, versine) = sine_and_versine(q);
        return decay * (1.0 - versine - m * sine);
    }
    // (a e^(-at) - b e^(-bt)) / (a - b) with rates a > b, of which the smaller in size is ω² over the other
    let root = ComplexField::sqrt(-square);
    let (a, b) = if half >= 0.0 {
        let a = half + root;
        (a, stiffness / a)
    } else {
        let b = half - root;
        (stiffness / b, b)
    };
    (a * ComplexField::exp(-a * dt) - b * ComplexField::exp(-b * dt)) / (2.0 * root)
}
