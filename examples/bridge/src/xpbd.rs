//! Extended position-based dynamics in small steps.
//!
//! M. Macklin, K. Storey, M. Lu, P. Terdiman, N. Chentanez, S. Jeschke, M. Müller: Small steps in physics simulation,
//! SCA 2019: many substeps of one iteration each. With C = r - l of a rod, w = 1/m of its ends and the compliance 1/k:
//!
//! ```text
//! v += δ g,  p = x + δ v                       δ = h / substeps
//! for each rod, one after the other:
//!   λ = -C / (w₁ + w₂ + 1/(k δ²)),  p₁ += w₁ λ u,  p₂ -= w₂ λ u
//! v = (p - x)/δ,  x = p
//! ```

use anyhow::Result;

use crate::method::Motion;
use crate::structure::{GRAVITY, State, Structure, Vector};

/// A structure that moves by XPBD.
#[derive(Debug)]
pub struct Xpbd {
    structure: Structure,
    state: State,
    substeps: u32,
    /// Positions before a substep \[m\].
    before: Vec<Vector>,
}

impl Xpbd {
    /// The structure at its start, with so many substeps in a frame.
    pub fn new(structure: &Structure, substeps: u32) -> Self {
        Self {
            state: structure.start.clone(),
            before: structure.start.positions.clone(),
            structure: structure.clone(),
            substeps,
        }
    }

    fn substep(&mut self, h: f64, loads: &[Vector]) {
        let State {
            positions,
            velocities,
        } = &mut self.state;
        self.before.copy_from_slice(positions);
        let masses = &self.structure.masses;
        for (node, (position, velocity)) in
            positions.iter_mut().zip(velocities.iter_mut()).enumerate()
        {
            *velocity += loads[node] * (h / masses[node]);
            velocity.y -= h * GRAVITY;
            *position += *velocity * h;
        }
        for rod in &self.structure.rods {
            let along = self.structure.along(rod, positions);
            let length = along.norm();
            let [first, second] = rod
                .ends
                .map(|end| masses.get(end).map_or(0.0, |mass| mass.recip()));
            let compliance = 1.0 / (rod.stiffness * h * h);
            let multiplier = (rod.length - length) / (first + second + compliance);
            let correction = along * (multiplier / length);
            if let Some(position) = positions.get_mut(rod.ends[0]) {
                *position += correction * first;
            }
            if let Some(position) = positions.get_mut(rod.ends[1]) {
                *position -= correction * second;
            }
        }
        let pairs = positions.iter().zip(&self.before);
        for (velocity, (after, before)) in velocities.iter_mut().zip(pairs) {
            *velocity = (after - before) / h;
        }
    }
}

impl Motion for Xpbd {
    fn step(&mut self, h: f64, loads: &[Vector]) -> Result<()> {
        for _ in 0..self.substeps {
            self.substep(h / f64::from(self.substeps), loads);
        }
        Ok(())
    }

    fn state(&self) -> State {
        self.state.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::Bar;

    /// One node below a support, on a rod of 1 m.
    fn hanging(stiffness: f64) -> Structure {
        Structure {
            masses: vec![2.0],
            supports: vec![Vector::zeros()],
            rods: vec![Bar {
                ends: [0, 1],
                stiffness,
                length: 1.0,
            }],
            start: State::at_rest(vec![Vector::new(0.0, -1.0)]),
            cart: None,
        }
    }

    /// One substep by hand: p = -1 - g δ², C = g δ², so the node falls by `g δ² (1 - w / (w + 1/(k δ²)))`.
    #[test]
    fn a_substep_is_the_formula() {
        let (mass, stiffness, h) = (2.0, 300.0, 0.1);
        let mut xpbd = Xpbd::new(&hanging(stiffness), 1);
        xpbd.step(h, &[Vector::zeros()]).unwrap();
        let fall = GRAVITY * h * h * (1.0 - 1.0 / (1.0 + mass / (stiffness * h * h)));
        let state = xpbd.state();
        assert!((state.positions[0].y + 1.0 + fall).abs() < 1e-15);
        assert!((state.velocities[0].y + fall / h).abs() < 1e-14);
    }

    /// One linear constraint is implicit Euler in each substep: it comes to rest where the rod carries the weight.
    #[test]
    fn it_comes_to_rest_at_equilibrium() {
        let mut xpbd = Xpbd::new(&hanging(1000.0), 1);
        for _ in 0..600 {
            xpbd.step(1.0 / 60.0, &[Vector::new(0.0, -3.0)]).unwrap();
        }
        let stretch = -xpbd.state().positions[0].y - 1.0;
        // measured: 3e-16
        assert!(
            (stretch - (2.0 * GRAVITY + 3.0) / 1000.0).abs() < 1e-12,
            "{stretch}"
        );
    }
}
