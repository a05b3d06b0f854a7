//! The vectors of a step.

use alloc::vec;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::doubling::DoublingRoom;
use super::modes::Modes;
use super::products::{Pair, transposed_product};

/// Buffers for the vectors of a step.
#[derive(Debug, Clone)]
pub(super) struct Room<const D: usize> {
    /// Vectors of each body.
    pub(super) bodies: Vec<Pair<D>>,
    /// State of each mode.
    pub(super) states: Vec<Pair<D>>,
    /// Acceleration of each mode, constant and ramp.
    pub(super) accelerations: Vec<Pair<D>>,
    pub(super) changes: Vec<Pair<D>>,
    /// State of each mode at the start, if a step has parts.
    pub(super) starts: Vec<Pair<D>>,
    /// Vectors of bodies and modes, if only velocities are filtered.
    pub(super) half_bodies: Vec<[[f64; D]; 1]>,
    pub(super) half_modes: Vec<[[f64; D]; 1]>,
    /// Memory for the matrices of coupled modes.
    pub(super) doubling: DoublingRoom,
}

impl<const D: usize> Room<D> {
    /// Allocates the buffers for these modes.
    pub(super) fn new(modes: &Modes<D>) -> Self {
        let n = modes.laws.len();
        let pairs = || vec![[[0.0; D]; 2]; n];
        Self {
            bodies: pairs(),
            states: pairs(),
            accelerations: pairs(),
            changes: pairs(),
            starts: pairs(),
            half_bodies: vec![[[0.0; D]; 1]; n],
            half_modes: vec![[[0.0; D]; 1]; n],
            doubling: DoublingRoom::new(modes.coupling.as_ref()),
        }
    }

    /// Computes the modal states `Qᵀ √m (x - origin)` and `Qᵀ √m v`.
    pub(super) fn gather(
        &mut self,
        modes: &Modes<D>,
        positions: &[[f64; D]],
        velocities: &[[f64; D]],
        origin: &[f64; D],
    ) {
        let states = positions.iter().zip(velocities).zip(&modes.roots);
        for (place, ((position, velocity), root)) in self.bodies.iter_mut().zip(states) {
            for axis in 0..D {
                place[0][axis] = (position[axis] - origin[axis]) * root;
                place[1][axis] = velocity[axis] * root;
            }
        }
        transposed_product(&modes.by_body, &self.bodies, &mut self.states);
    }

    /// Computes the modal accelerations beyond the laws of the modes: by the shift of the origin, fixed ends and
    /// applied accelerations. Returns whether there are any.
    pub(super) fn push(
        &mut self,
        modes: &Modes<D>,
        origin: &[f64; D],
        fixed: &[[[f64; D]; 2]],
        applied: &[(usize, [f64; D])],
    ) -> bool {
        let has_origin = modes.has_origin && *origin != [0.0; D];
        self.accelerations.fill([[0.0; D]; 2]);
        if has_origin {
            let origin = SVector::from(*origin);
            let parts = modes.own_stiffness.iter().zip(&modes.shares);
            for ((sums, law), (pull, share)) in
                (self.accelerations.iter_mut().zip(&modes.laws)).zip(parts)
            {
                sums[0] = (law.tide * origin * *share - origin * *pull).into();
            }
        }
        for link in &modes.fixed_links {
            let Some([place, velocity]) = fixed.get(link.fixed) else {
                continue;
            };
            let [damping, stiffness] = link.strength;
            let force = core::array::from_fn(|axis| {
                damping * velocity[axis] + stiffness * (place[axis] - origin[axis])
            });
            let growth = velocity.map(|component| stiffness * component);
            self.push_body(modes, link.body, &[force, growth]);
        }
        for (body, acceleration) in applied {
            if let Some(root) = modes.roots.get(*body) {
                let force = acceleration.map(|component| component * root);
                self.push_body(modes, *body, &[force, [0.0; D]]);
            }
        }
        has_origin || !modes.fixed_links.is_empty() || !applied.is_empty()
    }

    /// Adds the force on one body, divided by `√m`, to all modes.
    pub(super) fn push_body(&mut self, modes: &Modes<D>, body: usize, force: &Pair<D>) {
        let row = modes.row_of(body);
        for (sums, part) in self.accelerations.iter_mut().zip(row) {
            for (sum, force) in sums.iter_mut().zip(force) {
                for axis in 0..D {
                    sum[axis] += part * force[axis];
                }
            }
        }
    }

    /// Transforms one vector of each body to modal coordinates.
    pub(super) fn gather_halves(
        &mut self,
        modes: &Modes<D>,
        vectors: &[[f64; D]],
        origin: &[f64; D],
    ) {
        let vectors = vectors.iter().zip(&modes.roots);
        for ([place], (vector, root)) in self.half_bodies.iter_mut().zip(vectors) {
            for axis in 0..D {
                place[axis] = (vector[axis] - origin[axis]) * root;
            }
        }
        transposed_product(&modes.by_body, &self.half_bodies, &mut self.half_modes);
    }

    /// Transforms modal vectors back and adds them to one vector of each body.
    pub(super) fn scatter_halves(&mut self, modes: &Modes<D>, vectors: &mut [[f64; D]]) {
        transposed_product(&modes.by_mode, &self.half_modes, &mut self.half_bodies);
        let changes = self.half_bodies.iter().zip(&modes.roots);
        for (vector, ([change], root)) in vectors.iter_mut().zip(changes) {
            for axis in 0..D {
                vector[axis] += change[axis] / root;
            }
        }
    }
}
