//! A chain of springs without rest length: a network, which is exact, compared with the sum of its
//! modes.

use std::f64::consts::PI;

use anyhow::Result;
use kinstep::{Body2, Scheme, Spring, World2};

use super::pendulum::{FRAME, Vector, farthest};

/// Number of bodies, mass of each \[kg\], and distance between them at rest \[m\].
const COUNT: usize = 16;
const MASS: f64 = 0.5;
const SPACING: f64 = 1.0;
/// Index of the body that is plucked, and its initial displacement to the side \[m\].
const PLUCKED: usize = 3;
const PLUCK: f64 = 0.4;
/// Duration of the motion \[s\].
pub(super) const TIME: f64 = 20.0;

/// A chain between two walls, with springs of stiffness k \[N/m\]. No spring exerts a force when
/// each body is at its rest position.
pub(crate) struct Chain {
    stiffness: f64,
}

impl Chain {
    /// The chain whose highest angular frequency has this value \[rad/s\].
    pub(crate) fn with_largest_frequency(frequency: f64) -> Self {
        let highest = 2.0 * (COUNT as f64 * PI / (2.0 * (COUNT + 1) as f64)).sin();
        Self {
            stiffness: MASS * (frequency / highest).powi(2),
        }
    }

    /// Position of each body at a time \[m\]. Its displacement to the side is
    /// `Σ_j a_j sin(ijπ/(n+1)) cos ω_j t` with `ω_j = 2 √(k/m) sin(jπ/(2n+2))`.
    fn truth(&self, time: f64) -> Vec<Vector> {
        let shape =
            |body: usize, mode: usize| ((body * mode) as f64 * PI / (COUNT + 1) as f64).sin();
        let amplitude = |mode: usize| 2.0 / (COUNT + 1) as f64 * PLUCK * shape(PLUCKED, mode);
        let phase = |mode: usize| {
            let angle = mode as f64 * PI / (2 * (COUNT + 1)) as f64;
            2.0 * (self.stiffness / MASS).sqrt() * angle.sin() * time
        };
        let side = |body| {
            (1..=COUNT)
                .map(|mode| amplitude(mode) * shape(body, mode) * phase(mode).cos())
                .sum()
        };
        (1..=COUNT)
            .map(|body| Vector::new(SPACING * body as f64, side(body)))
            .collect()
    }

    /// A world with the chain, under this scheme.
    pub(crate) fn world(&self, scheme: Scheme) -> Result<World2> {
        let mut world = World2::new();
        world.set_scheme(scheme);
        let mut ids = Vec::new();
        for body in 1..=COUNT {
            let side = if body == PLUCKED { PLUCK } else { 0.0 };
            let place = Vector::new(SPACING * body as f64, side);
            ids.push(world.add_body(Body2::point(MASS).at(place))?);
        }
        let spring = Spring::stiffness(self.stiffness);
        // the anchor of a link is the rest position of its first body, relative to its second
        for pair in ids.windows(2) {
            world.add_link(pair[0], pair[1], spring.anchored_at([-SPACING, 0.0]))?;
        }
        for (body, place) in [(0, 1.0), (COUNT - 1, COUNT as f64)] {
            world.add_force_on(ids[body], spring.anchored_at([SPACING * place, 0.0]))?;
        }
        Ok(world)
    }

    /// Maximum position error of a body after this many steps of `h` \[s\] under a scheme \[m\];
    /// infinite if a step fails.
    fn error(&self, scheme: Scheme, h: f64, steps: u32) -> Result<f64> {
        let mut world = self.world(scheme)?;
        for _ in 0..steps {
            if world.step(h).is_err() {
                return Ok(f64::INFINITY);
            }
        }
        let truth = self.truth(h * f64::from(steps));
        let positions = world.body_slice().iter().map(|body| &body.position);
        Ok(farthest(positions.zip(&truth)))
    }
}

/// Errors \[m\] of the chain with this Ωh: kinstep in steps of a frame, kinstep in one step of the
/// whole time, and velocity Verlet in steps of a frame.
pub(super) fn errors(stiffness: f64) -> Result<[f64; 3]> {
    let chain = Chain::with_largest_frequency(stiffness / FRAME);
    let steps = (TIME / FRAME).round() as u32;
    Ok([
        chain.error(Scheme::FlowKick, FRAME, steps)?,
        chain.error(Scheme::FlowKick, TIME, 1)?,
        chain.error(Scheme::VelocityVerlet, FRAME, steps)?,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Short steps of velocity Verlet converge to the sum of the modes; one step of kinstep is
    /// equal to it to rounding.
    #[test]
    fn the_truth_is_what_short_steps_converge_to() {
        let chain = Chain::with_largest_frequency(60.0);
        let error = |steps: u32| {
            let h = 1.0 / f64::from(steps);
            chain.error(Scheme::VelocityVerlet, h, steps).unwrap()
        };
        let (coarse, fine) = (error(1000), error(2000));
        // measured: 2.00
        assert!(
            ((coarse / fine).log2() - 2.0).abs() < 0.1,
            "{coarse:e} {fine:e}"
        );
        let exact = chain.error(Scheme::FlowKick, TIME, 1).unwrap();
        // measured: 7e-15
        assert!(exact < 1e-12, "{exact:e}");
    }
}
