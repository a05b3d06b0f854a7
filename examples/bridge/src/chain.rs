//! A chain of springs without rest length: a network, which is exact, beside leapfrog and the sum of its modes.

use std::f64::consts::PI;

use anyhow::Result;
use kinstep::nalgebra::Vector2;
use kinstep::{Body2, BodyId, Scheme, Spring, World2};

/// Bodies of the chain.
pub const COUNT: usize = 16;
/// Mass of each \[kg\], and their distance \[m\].
const MASS: f64 = 0.5;
const SPACING: f64 = 1.0;
/// The body that is plucked, and how far to the side \[m\].
const PLUCKED: usize = 3;
const PLUCK: f64 = 0.4;

/// A chain between two walls with springs of stiffness k \[N/m\] that are slack where each body has its place.
#[derive(Debug)]
pub struct Chain {
    stiffness: f64,
}

impl Chain {
    /// The chain whose largest frequency has this value \[rad/s\].
    pub fn with_largest_frequency(frequency: f64) -> Self {
        let highest = 2.0 * (COUNT as f64 * PI / (2.0 * (COUNT + 1) as f64)).sin();
        Self {
            stiffness: MASS * (frequency / highest).powi(2),
        }
    }

    /// How far each body is to the side of its place at a time \[m\]: `Σ_j a_j sin(ijπ/(n+1)) cos ω_j t` with
    /// `ω_j = 2 √(k/m) sin(jπ/(2n+2))`.
    pub fn truth(&self, time: f64) -> Vec<f64> {
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
        (1..=COUNT).map(side).collect()
    }

    /// Potential and kinetic energy at the start \[J\]: two springs are pulled.
    pub fn energy(&self) -> f64 {
        self.stiffness * PLUCK * PLUCK
    }

    /// The chain in a world that moves by this scheme.
    ///
    /// # Errors
    /// The world refuses a body or a spring.
    pub fn world(&self, scheme: Scheme) -> Result<(World2, Vec<BodyId>)> {
        let mut world = World2::new();
        world.set_scheme(scheme);
        let mut ids = Vec::new();
        for body in 1..=COUNT {
            let side = if body == PLUCKED { PLUCK } else { 0.0 };
            let place = Vector2::new(SPACING * body as f64, side);
            ids.push(world.add_body(Body2::point(MASS).at(place))?);
        }
        let spring = Spring::stiffness(self.stiffness);
        // the anchor of a link is where its first body should be, seen from the second
        for pair in ids.windows(2) {
            world.add_link(pair[0], pair[1], spring.anchored_at([-SPACING, 0.0]))?;
        }
        for (body, place) in [(0, 1.0), (COUNT - 1, COUNT as f64)] {
            world.add_force_on(ids[body], spring.anchored_at([SPACING * place, 0.0]))?;
        }
        Ok((world, ids))
    }

    /// Distance from the truth after so many steps of `h` \[s\] under a scheme, of the body that is farthest off \[m\]; infinite if
    /// a step fails.
    ///
    /// # Errors
    /// The world refuses the chain.
    pub fn error(&self, scheme: Scheme, h: f64, steps: u32) -> Result<f64> {
        let (mut world, ids) = self.world(scheme)?;
        for _ in 0..steps {
            if world.step(h).is_err() {
                return Ok(f64::INFINITY);
            }
        }
        let truth = self.truth(h * f64::from(steps));
        let bodies = ids.iter().zip(&truth).enumerate();
        let distances = bodies.map(|(place, (id, side))| {
            let right = Vector2::new(SPACING * (place + 1) as f64, *side);
            (world[*id].position - right).norm()
        });
        Ok(distances.fold(0.0, |worst, distance| {
            if distance.is_nan() {
                f64::INFINITY
            } else {
                worst.max(distance)
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_truth_begins_where_the_chain_is_plucked() {
        let chain = Chain::with_largest_frequency(60.0);
        for (place, side) in chain.truth(0.0).into_iter().enumerate() {
            let start = if place + 1 == PLUCKED { PLUCK } else { 0.0 };
            // measured: 3e-16
            assert!((side - start).abs() < 1e-14, "{place}: {side}");
        }
        let (world, _) = chain.world(Scheme::FlowKick).unwrap();
        assert!((world.energy().total() / chain.energy() - 1.0).abs() < 1e-14);
    }

    /// Short steps of velocity Verlet come to the sum of the modes.
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
    }
}
