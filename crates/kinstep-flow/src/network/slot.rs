//! Flows of the modes over one step length.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::coupled::CoupledMap;
use super::modes::Modes;
use super::room::Room;
use crate::flow::{Flow, product};

/// Flows of all modes over one step length.
#[derive(Debug)]
pub(super) struct Slot<const D: usize> {
    /// Step length of the flows \[s\]; NaN before the first use.
    dt: f64,
    /// One flow for each mode; empty if damping couples the modes.
    flows: Vec<Flow<f64, D>>,
    coupled: CoupledMap,
}

impl<const D: usize> Clone for Slot<D> {
    fn clone(&self) -> Self {
        // a plain clone of a vector has no spare capacity
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
    /// Slot without flows, with memory for them, so that no step allocates.
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

    /// Computes the changes of modal states that are at `time` \[s\]. `is_pushed` tells whether forces beyond the laws of the modes act.
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
