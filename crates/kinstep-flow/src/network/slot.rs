//! The flows of the modes over one time.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::coupled::CoupledMap;
use super::modes::Modes;
use super::room::Room;
use crate::flow::{Flow, product};

/// The flows of all modes over one time.
#[derive(Debug)]
pub(super) struct Slot<const D: usize> {
    /// \[s\]; NaN before the first use.
    dt: f64,
    /// One for each mode, unless damping couples them.
    flows: Vec<Flow<f64, D>>,
    coupled: CoupledMap,
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

impl<const D: usize> Slot<D> {
    /// Without flows, but with room for them, so that no step allocates.
    pub(super) fn new(modes: &Modes<D>) -> Self {
        let mut slot = Self {
            dt: f64::NAN,
            flows: Vec::new(),
            coupled: CoupledMap::empty(),
        };
        match &modes.coupling {
            Some(coupling) => slot.coupled.reserve(coupling),
            None => slot.flows.reserve_exact(modes.laws.len()),
        }
        slot
    }

    pub(super) fn prepare(&mut self, modes: &Modes<D>, dt: f64, room: &mut Room<D>) {
        if self.dt == dt {
            return;
        }
        self.dt = dt;
        match &modes.coupling {
            Some(coupling) => self.coupled.prepare(coupling, dt, &mut room.doubling),
            None => {
                self.flows.clear();
                self.flows.extend(modes.laws.iter().map(|law| law.flow(dt)));
            }
        }
    }

    /// Changes of the modal states, from states that are at `time` \[s\]. Pushes are forces beside the laws of the modes.
    pub(super) fn change(&self, modes: &Modes<D>, time: f64, room: &mut Room<D>, is_pushed: bool) {
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
