//! Loops that a program with nothing but springs would be written as.

use kinstep::Body2;

/// Semi-implicit Euler for bodies of 1 kg on springs to the origin: `v' = v - Σ k x h`, `x' = x + v' h`.
pub(super) fn euler(bodies: &mut [Body2], stiffnesses: &[f64], step: f64) {
    for body in bodies {
        let mut impulse = body.velocity * 0.0;
        for stiffness in stiffnesses {
            impulse -= body.position * (stiffness * step);
        }
        body.velocity += impulse;
        body.position += body.velocity * step;
    }
}

/// What the increments of a spring are made of, for one step.
///
/// ```text
/// dv = v (cos ωh - 1) - x ω sin ωh,   dx = v (sin(ωh)/ω - h) + x (cos ωh - 1)
/// ```
#[derive(Debug, Clone, Copy)]
pub(super) struct Coefficients {
    turn: f64,
    pull: f64,
    lag: f64,
}

impl Coefficients {
    pub(super) fn of(stiffness: f64, step: f64) -> Self {
        let frequency = stiffness.sqrt();
        let (sine, cosine) = (frequency * step).sin_cos();
        Self {
            turn: cosine - 1.0,
            pull: frequency * sine,
            lag: sine / frequency - step,
        }
    }
}

/// The same under Kinematic, with coefficients computed once: `v' = v + Σ dv`, `x' = x + v h + Σ dx`.
pub(super) fn kinematic(bodies: &mut [Body2], springs: &[Coefficients], step: f64) {
    for body in bodies {
        let (x, v) = (body.position, body.velocity);
        let (mut dv, mut dx) = (v * 0.0, v * 0.0);
        for spring in springs {
            dv += v * spring.turn - x * spring.pull;
            dx += v * spring.lag + x * spring.turn;
        }
        body.velocity += dv;
        body.position += v * step + dx;
    }
}
