//! The motion of a network.

use alloc::sync::Arc;

use nalgebra::ComplexField;

use super::modes::Modes;
use super::products::transposed_product;
use super::room::Room;
use super::slot::Slot;
use super::{NetworkLaws, NetworkStates, NotSolved};
use crate::flow::product;

/// A network whose motion is known exactly.
///
/// ```text
/// a = Qᵀ √m x        b = Qᵀ √m v        (δa, δb) = flow of the mode        x += (Q δa)/√m        v += (Q δb)/√m
/// ```
///
/// Positions are relative to an origin nearby, so that a network far from that of the world loses few digits.
#[derive(Debug)]
pub struct Network<const D: usize> {
    /// Shared by all clones.
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

    /// Allocates nothing if the sizes are equal. The buffers in `room` hold nothing between steps.
    fn clone_from(&mut self, source: &Self) {
        self.modes.clone_from(&source.modes);
        self.slots.clone_from(&source.slots);
        if self.room.bodies.len() != source.room.bodies.len() {
            self.room.clone_from(&source.room);
        }
    }
}

/// How many lengths of flows are kept.
const SLOTS: usize = 7;

/// Above this angle of the fastest mode kicks are filtered.
const FILTERED: f64 = 1.5;

impl<const D: usize> Network<D> {
    /// The network of these laws.
    pub fn new(laws: &NetworkLaws<'_, D>) -> Result<Self, NotSolved> {
        let modes = Modes::new(laws)?;
        Ok(Self {
            slots: core::array::from_fn(|_| Slot::new(&modes)),
            room: Room::new(&modes),
            modes: Arc::new(modes),
        })
    }

    /// Moves the states, which are at `time` \[s\], over `dt` \[s\]. Flows are kept in slot `length` 0..7, and computed anew
    /// only if `dt` differs.
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

    /// Whether kicks over `h` \[s\] must be filtered.
    #[must_use]
    pub fn needs_filter(&self, h: f64) -> bool {
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

    /// The largest frequency \[rad/s\].
    pub fn largest_frequency(&self) -> f64 {
        self.modes.frequencies.iter().copied().fold(0.0, f64::max)
    }
}
