//! The motion of a network.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use nalgebra::{ComplexField, SVector};

use super::coupled::CoupledMap;
use super::modes::Modes;
use super::products::{Pair, transposed_product};
use super::{NetworkLaws, NetworkStates, NotSolved};
use crate::flow::{Flow, product};

/// A network whose motion is known exactly.
///
/// ```text
/// a = Qᵀ √m x        b = Qᵀ √m v        (δa, δb) = flow of the mode        x += (Q δa)/√m        v += (Q δb)/√m
/// ```
///
/// Positions are relative to the first body, so that a network far from the origin loses no digits.
#[derive(Debug)]
pub(crate) struct Network<const D: usize> {
    /// Shared by all clones.
    modes: Arc<Modes<D>>,
    slots: [Slot<D>; 3],
    room: Room<D>,
}

/// The flows of all modes over one time.
#[derive(Debug)]
struct Slot<const D: usize> {
    /// \[s\]; NaN before the first use.
    dt: f64,
    /// One for each mode, unless damping couples them.
    flows: Vec<Flow<f64, D>>,
    coupled: CoupledMap,
}

/// Room for the vectors of a step.
#[derive(Debug, Clone)]
struct Room<const D: usize> {
    /// Of each body.
    bodies: Vec<Pair<D>>,
    /// States of each mode.
    states: Vec<Pair<D>>,
    /// Accelerations of each mode, constant and ramp.
    accelerations: Vec<Pair<D>>,
    changes: Vec<Pair<D>>,
    /// States of the modes at the start, where a step has parts.
    starts: Vec<Pair<D>>,
    /// Of bodies and of modes, where velocities alone are filtered.
    half_bodies: Vec<[[f64; D]; 1]>,
    half_modes: Vec<[[f64; D]; 1]>,
}

impl<const D: usize> Clone for Network<D> {
    fn clone(&self) -> Self {
        Self {
            modes: Arc::clone(&self.modes),
            slots: self.slots.clone(),
            room: self.room.clone(),
        }
    }

    /// Without allocation where the sizes are equal. The room holds nothing between steps.
    fn clone_from(&mut self, source: &Self) {
        self.modes.clone_from(&source.modes);
        self.slots.clone_from(&source.slots);
        if self.room.bodies.len() != source.room.bodies.len() {
            self.room.clone_from(&source.room);
        }
    }
}

impl<const D: usize> Clone for Slot<D> {
    fn clone(&self) -> Self {
        // a clone of a vector has no room beyond its elements
        let mut flows = Vec::with_capacity(self.flows.capacity());
        flows.extend_from_slice(&self.flows);
        Self {
            dt: self.dt,
            flows,
            coupled: self.coupled.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.dt = source.dt;
        self.flows.clone_from(&source.flows);
        self.coupled.clone_from(&source.coupled);
    }
}

/// Above this angle of the fastest mode kicks are filtered.
const FILTERED: f64 = 2.5;

impl<const D: usize> Network<D> {
    /// The network of these laws.
    pub(crate) fn new(laws: &NetworkLaws<'_, D>) -> Result<Self, NotSolved> {
        let modes = Modes::new(laws)?;
        let n = modes.laws.len();
        let pairs = || vec![[[0.0; D]; 2]; n];
        let mut network = Self {
            modes: Arc::new(modes),
            slots: [(); 3].map(|()| Slot {
                dt: f64::NAN,
                flows: Vec::new(),
                coupled: CoupledMap::empty(),
            }),
            room: Room {
                bodies: pairs(),
                states: pairs(),
                accelerations: pairs(),
                changes: pairs(),
                starts: pairs(),
                half_bodies: vec![[[0.0; D]; 1]; n],
                half_modes: vec![[[0.0; D]; 1]; n],
            },
        };
        for slot in &mut network.slots {
            slot.reserve(&network.modes);
        }
        Ok(network)
    }

    /// Moves the states, which are at `time` \[s\], over `dt` \[s\]. Flows are kept in slot `kind` 0..3, and computed anew
    /// only if `dt` differs.
    pub(crate) fn advance(
        &mut self,
        kind: usize,
        time: f64,
        dt: f64,
        states: &mut NetworkStates<'_, D>,
    ) {
        let Self { modes, slots, room } = self;
        let (Some(slot), Some(origin)) = (slots.get_mut(kind), states.positions.first().copied())
        else {
            return;
        };
        slot.prepare(modes, dt);
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

    /// Whether kicks over `h` \[s\] must be filtered.
    pub(crate) fn needs_filter(&self, h: f64) -> bool {
        self.largest_frequency() * ComplexField::abs(h) > FILTERED
    }

    /// The share of a kick over `h` \[s\] that a mode takes, minus 1: `sin(ω h)/(ω h) - 1` where kicks are filtered.
    ///
    /// With it kicks are the gradient of a potential at filtered positions, and do not resonate where `ω h` is near a
    /// multiple of π (García-Archilla, Sanz-Serna and Skeel 1998).
    fn filter(modes: &Modes<D>, mode: usize, h: f64) -> f64 {
        let angle = modes.frequencies[mode] * h;
        if angle == 0.0 {
            return 0.0;
        }
        ComplexField::sin(angle) / angle - 1.0
    }

    /// Moves positions to those at which kicks over `h` \[s\] are evaluated: the mean positions of fast modes,
    ///
    /// ```text
    /// a + (φ - 1)(a - a_rest)        a_rest = (f - γ f'/λ)/λ
    /// ```
    ///
    /// `time` \[s\] is that of the kick, and fixed ends are where they are then.
    pub(crate) fn filter_positions(
        &mut self,
        h: f64,
        time: f64,
        positions: &mut [[f64; D]],
        fixed: &[[[f64; D]; 2]],
        applied: &[(usize, [f64; D])],
    ) {
        let Some(origin) = positions.first().copied() else {
            return;
        };
        if !self.needs_filter(h) {
            return;
        }
        let Self { modes, room, .. } = self;
        room.gather_halves(modes, positions, &origin);
        room.push(modes, &origin, fixed, applied);
        for (mode, [place]) in room.half_modes.iter_mut().enumerate() {
            let (law, [constant, ramp]) = (&modes.laws[mode], &room.accelerations[mode]);
            let share = Self::filter(modes, mode, h);
            let stiffness = law.stiffness_per_mass;
            for axis in 0..D {
                if share == 0.0 {
                    place[axis] = 0.0;
                    continue;
                }
                let slope = law.ramp[axis] + ramp[axis];
                let force = law.constant[axis] + law.ramp[axis] * time + constant[axis];
                let rest = (force - law.damping * (slope / stiffness)) / stiffness;
                place[axis] = share * (place[axis] - rest);
            }
        }
        room.scatter_halves(modes, positions);
    }

    /// Filters velocity changes by kicks over `h` \[s\].
    pub(crate) fn filter_changes(&mut self, h: f64, changes: &mut [[f64; D]]) {
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

    /// The largest frequency \[rad/s\].
    pub(crate) fn largest_frequency(&self) -> f64 {
        self.modes.frequencies.iter().copied().fold(0.0, f64::max)
    }
}

impl<const D: usize> Slot<D> {
    /// Makes room, so that no step allocates.
    fn reserve(&mut self, modes: &Modes<D>) {
        match &modes.coupling {
            Some(coupling) => self.coupled.reserve(coupling),
            None => self.flows.reserve_exact(modes.laws.len()),
        }
    }

    fn prepare(&mut self, modes: &Modes<D>, dt: f64) {
        if self.dt.to_bits() == dt.to_bits() {
            return;
        }
        self.dt = dt;
        match &modes.coupling {
            Some(coupling) => self.coupled.prepare(coupling, dt),
            None => {
                self.flows.clear();
                self.flows.extend(modes.laws.iter().map(|law| law.flow(dt)));
            }
        }
    }

    /// Changes of the modal states, from states that are at `time` \[s\]. Pushes are forces beside the laws of the modes.
    fn change(&self, modes: &Modes<D>, time: f64, room: &mut Room<D>, is_pushed: bool) {
        if modes.coupling.is_some() {
            for (sums, law) in room.accelerations.iter_mut().zip(&modes.laws) {
                let [constant, ramp] = sums;
                for axis in 0..D {
                    constant[axis] += law.constant[axis] + product(law.ramp[axis], time);
                    ramp[axis] += law.ramp[axis];
                }
            }
            self.coupled.change(
                &mut room.states,
                &mut room.accelerations,
                &mut room.changes,
                &mut room.starts,
            );
            return;
        }
        let modal = room.states.iter().zip(&room.accelerations);
        for ((flow, change), (state, push)) in self.flows.iter().zip(&mut room.changes).zip(modal) {
            let [position, velocity] = state.map(SVector::from);
            let (mut way, after) = flow.displaced(&position, &velocity, time);
            let mut gain = after - velocity;
            if is_pushed {
                let [constant, ramp] = push.map(SVector::from);
                flow.add_ramping(&constant, &ramp, &mut way, &mut gain);
            }
            *change = [way.into(), gain.into()];
        }
    }
}

impl<const D: usize> Room<D> {
    /// Modal states `Qᵀ √m (x - origin)` and `Qᵀ √m v`.
    fn gather(
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

    /// Modal accelerations beside the laws of the modes: of the shift of the origin, fixed ends and applied
    /// accelerations. Returns whether there are any.
    fn push(
        &mut self,
        modes: &Modes<D>,
        origin: &[f64; D],
        fixed: &[[[f64; D]; 2]],
        applied: &[(usize, [f64; D])],
    ) -> bool {
        let has_origin = modes.has_origin;
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

    /// Adds the force on one body, per `√m`, to all modes.
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

    /// The modes of one vector of each body.
    fn gather_halves(&mut self, modes: &Modes<D>, vectors: &[[f64; D]], origin: &[f64; D]) {
        let vectors = vectors.iter().zip(&modes.roots);
        for ([place], (vector, root)) in self.half_bodies.iter_mut().zip(vectors) {
            for axis in 0..D {
                place[axis] = (vector[axis] - origin[axis]) * root;
            }
        }
        transposed_product(&modes.by_body, &self.half_bodies, &mut self.half_modes);
    }

    /// Adds the modes to one vector of each body.
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
