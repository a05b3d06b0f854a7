//! The buffers of a step, and the motion of a network.

use super::assembly::Slot;
use super::basis::{Pair, transposed_product};
use super::doubling::DoublingRoom;
use super::modes::Modes;
use super::{NetworkLaws, NetworkStates, NotSolved};
use crate::flow::product;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use nalgebra::{ComplexField, SVector};

/// Buffers for the vectors of a step.
#[derive(Debug, Clone)]
pub(super) struct Room<const D: usize> {
    /// Two vectors for each body.
    pub(super) bodies: Vec<Pair<D>>,
    /// State of each mode.
    pub(super) states: Vec<Pair<D>>,
    /// Acceleration of each mode: its constant part and its ramp.
    pub(super) accelerations: Vec<Pair<D>>,
    pub(super) changes: Vec<Pair<D>>,
    /// State of each mode at the start of the step, for steps in several parts.
    pub(super) starts: Vec<Pair<D>>,
    /// One vector for each body, for filtering velocities alone.
    /// One vector for each mode, for filtering velocities alone.
    half_bodies: Vec<[[f64; D]; 1]>,
    half_modes: Vec<[[f64; D]; 1]>,
    /// Memory for the matrices of coupled modes.
    pub(super) doubling: DoublingRoom,
}

impl<const D: usize> Room<D> {
    /// Allocates the buffers for these modes.
    fn new(modes: &Modes<D>) -> Self {
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
    fn gather(
        &mut self,
        modes: &Modes<D>,
        positions: &[[f64; D]],
        velocities: &[[f64; D]],
        origin: &[f64; D],
    ) {
        let states = positions.iter().zip(velocities).zip(&modes.roots);
        for (scaled, ((position, velocity), root)) in self.bodies.iter_mut().zip(states) {
            for axis in 0..D {
                scaled[0][axis] = (position[axis] - origin[axis]) * root;
                scaled[1][axis] = velocity[axis] * root;
            }
        }
        transposed_product(&modes.by_body, &self.bodies, &mut self.states);
    }

    /// Computes the modal accelerations that are not part of the laws of the modes: by the shift of
    /// the origin, by fixed ends, and by applied accelerations. Returns whether there are any.
    fn push(
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
            let Some([position, velocity]) = fixed.get(link.fixed) else {
                continue;
            };
            let [damping, stiffness] = link.strength;
            let force = core::array::from_fn(|axis| {
                damping * velocity[axis] + stiffness * (position[axis] - origin[axis])
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
    fn push_body(&mut self, modes: &Modes<D>, body: usize, force: &Pair<D>) {
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
    fn gather_halves(&mut self, modes: &Modes<D>, vectors: &[[f64; D]], origin: &[f64; D]) {
        let vectors = vectors.iter().zip(&modes.roots);
        for ([position], (vector, root)) in self.half_bodies.iter_mut().zip(vectors) {
            for axis in 0..D {
                position[axis] = (vector[axis] - origin[axis]) * root;
            }
        }
        transposed_product(&modes.by_body, &self.half_bodies, &mut self.half_modes);
    }

    /// Transforms modal vectors back, and adds them to one vector of each body.
    fn scatter_halves(&mut self, modes: &Modes<D>, vectors: &mut [[f64; D]]) {
        transposed_product(&modes.by_mode, &self.half_modes, &mut self.half_bodies);
        let changes = self.half_bodies.iter().zip(&modes.roots);
        for (vector, ([change], root)) in vectors.iter_mut().zip(changes) {
            for axis in 0..D {
                vector[axis] += change[axis] / root;
            }
        }
    }
}

// The motion of a network.

/// A network with an exact solution.
///
/// ```text
/// a = Qᵀ √m x        b = Qᵀ √m v        (δa, δb) = flow of the mode        x += (Q δa)/√m        v += (Q δb)/√m
/// ```
///
/// Positions are relative to a nearby origin, so that a network far from the origin of the world
/// loses few digits.
#[derive(Debug)]
pub struct Network<const D: usize> {
    /// The modes, shared by all clones of the network.
    modes: Arc<Modes<D>>,
    slots: [Slot<D>; SLOTS],
    room: Room<D>,
}

impl<const D: usize> Clone for Network<D> {
    fn clone(&self) -> Self {
        Self {
            modes: Arc::clone(&self.modes),
            slots: self.slots.clone(),
            room: self.room.clone(),
        }
    }

    /// Allocates no memory if the sizes are equal. `room` contains no data between steps.
    fn clone_from(&mut self, source: &Self) {
        self.modes.clone_from(&source.modes);
        self.slots.clone_from(&source.slots);
        if self.room.bodies.len() != source.room.bodies.len() {
            self.room.clone_from(&source.room);
        }
    }
}

/// Number of step lengths whose flows are stored.
const SLOTS: usize = 7;

/// Angle by which the phase of the fastest mode advances in a step \[rad\] above which kicks are
/// filtered.
const FILTERED: f64 = 1.5;

impl<const D: usize> Network<D> {
    /// Creates the network with these laws.
    pub fn new(laws: &NetworkLaws<'_, D>) -> Result<Self, NotSolved> {
        let modes = Modes::new(laws)?;
        Ok(Self {
            slots: core::array::from_fn(|_| Slot::new(&modes)),
            room: Room::new(&modes),
            modes: Arc::new(modes),
        })
    }

    /// Moves the states by `dt` \[s\], from `time` \[s\] on. Slot `length` (0..7) stores the flows,
    /// which are recomputed only if `dt` has changed.
    pub fn advance(
        &mut self,
        length: usize,
        time: f64,
        dt: f64,
        states: &mut NetworkStates<'_, D>,
    ) {
        let Self { modes, slots, room } = self;
        let Some(slot) = slots.get_mut(length) else {
            return;
        };
        let origin = modes.origin(states.positions, states.fixed);
        slot.prepare(modes, dt, room);
        room.gather(modes, states.positions, states.velocities, &origin);
        let is_pushed = room.push(modes, &origin, states.fixed, states.applied);
        slot.change(modes, time, room, is_pushed);
        transposed_product(&modes.by_mode, &room.changes, &mut room.bodies);
        let bodies = states.positions.iter_mut().zip(&mut *states.velocities);
        let changes = room.bodies.iter().zip(&modes.roots);
        for ((position, velocity), ([way, change], root)) in bodies.zip(changes) {
            for axis in 0..D {
                position[axis] += way[axis] / root;
                velocity[axis] += change[axis] / root;
            }
        }
    }

    /// Whether kicks with a duration `h` \[s\] must be filtered.
    #[must_use]
    pub fn needs_filter(&self, h: f64) -> bool {
        self.largest_frequency() * ComplexField::abs(h) > FILTERED
    }

    /// Returns the filter factor of a mode for a kick with a duration `h` \[s\], minus 1:
    /// `sin(ω h)/(ω h) - 1`.
    ///
    /// With this factor kicks are the gradient of a potential at filtered positions, and do not
    /// resonate if `ω h` is near a multiple of π (García-Archilla, Sanz-Serna and Skeel 1998).
    fn filter(modes: &Modes<D>, mode: usize, h: f64) -> f64 {
        let angle = modes.frequencies[mode] * h;
        if angle == 0.0 {
            return 0.0;
        }
        ComplexField::sin(angle) / angle - 1.0
    }

    /// Replaces positions by those at which kicks with a duration `h` \[s\] are evaluated, the mean
    /// positions of fast modes,
    ///
    /// ```text
    /// a + (φ - 1)(a - a_rest)        a_rest = (f - γ f'/λ)/λ
    /// ```
    ///
    /// `time` \[s\] is the time of the kick; `fixed` are the fixed ends at this time.
    pub fn filter_positions(
        &mut self,
        h: f64,
        time: f64,
        positions: &mut [[f64; D]],
        fixed: &[[[f64; D]; 2]],
        applied: &[(usize, [f64; D])],
    ) {
        if !self.needs_filter(h) {
            return;
        }
        let Self { modes, room, .. } = self;
        let origin = modes.origin(positions, fixed);
        room.gather_halves(modes, positions, &origin);
        room.push(modes, &origin, fixed, applied);
        for (mode, [position]) in room.half_modes.iter_mut().enumerate() {
            let (law, [constant, ramp]) = (&modes.laws[mode], &room.accelerations[mode]);
            let share = Self::filter(modes, mode, h);
            let stiffness = law.stiffness_per_mass;
            for axis in 0..D {
                if share == 0.0 {
                    position[axis] = 0.0;
                    continue;
                }
                let slope = law.ramp[axis] + ramp[axis];
                let force = law.constant[axis] + law.ramp[axis] * time + constant[axis];
                let rest = (force - law.damping * (slope / stiffness)) / stiffness;
                position[axis] = share * (position[axis] - rest);
            }
        }
        room.scatter_halves(modes, positions);
    }

    /// Filters the velocity changes by kicks with a duration `h` \[s\].
    pub fn filter_changes(&mut self, h: f64, changes: &mut [[f64; D]]) {
        if !self.needs_filter(h) {
            return;
        }
        let Self { modes, room, .. } = self;
        room.gather_halves(modes, changes, &[0.0; D]);
        for (mode, [change]) in room.half_modes.iter_mut().enumerate() {
            let share = Self::filter(modes, mode, h);
            *change = change.map(|component| product(share, component));
        }
        room.scatter_halves(modes, changes);
    }

    /// Returns the highest frequency of a mode \[rad/s\].
    pub fn largest_frequency(&self) -> f64 {
        self.modes.frequencies.iter().copied().fold(0.0, f64::max)
    }
}
