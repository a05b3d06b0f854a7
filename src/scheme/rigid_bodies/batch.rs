//! Bodies that turn freely, side by side.

use super::{RigidBody, SpinDecay};
use crate::body::Body;
use crate::space::Real;

/// So many turn at once.
pub(super) const BATCH: usize = 8;

/// Some bodies that are about to turn.
pub(super) struct RotationBatch<'a, T: Real<D>, const D: usize> {
    list: [Option<&'a RigidBody<T, D>>; BATCH],
    orientations: [T::Orientation; BATCH],
    spins: [T::Axial; BATCH],
    times: [T; BATCH],
    /// What each keeps of its spin.
    decays: [SpinDecay<T>; BATCH],
    count: usize,
}

impl<'a, T: Real<D>, const D: usize> RotationBatch<'a, T, D> {
    pub(super) fn new() -> Self {
        Self {
            list: [None; BATCH],
            orientations: [T::upright(); BATCH],
            spins: [T::no_turn(); BATCH],
            times: [T::zero(); BATCH],
            decays: [SpinDecay::none(); BATCH],
            count: 0,
        }
    }

    /// One more, while there is room: to turn for a time \[s\], and to keep a part of its spin. It turns at once
    /// if it gains nothing by waiting for others.
    #[inline]
    pub(super) fn put(
        &mut self,
        rigid: &'a RigidBody<T, D>,
        body: &mut Body<T, D>,
        time: T,
        decay: SpinDecay<T>,
    ) {
        if !T::coasts_abreast(&rigid.rotor) {
            rigid.coast(body, time, decay);
            return;
        }
        let lane = self.count;
        self.list[lane] = Some(rigid);
        self.orientations[lane] = body.orientation();
        self.spins[lane] = body.spin();
        self.times[lane] = time;
        self.decays[lane] = decay;
        self.count += 1;
    }

    /// Turns those that wait, where the first of these bodies has the place `start`.
    #[inline]
    pub(super) fn turn(mut self, bodies: &mut [Body<T, D>], start: usize) {
        let Some(first) = self.list[0] else {
            return;
        };
        let rotors = self.list.map(|rigid| &rigid.unwrap_or(first).rotor);
        let count = self.count;
        T::coast_all(
            &rotors[..count],
            &mut self.orientations[..count],
            &self.spins[..count],
            &self.times[..count],
        );
        let list = self.list.iter().flatten();
        let turned = self.orientations.iter().zip(&self.decays);
        for (rigid, (turned, decay)) in list.zip(turned) {
            bodies[rigid.place - start].update_rotation(|_, spin| (*turned, decay.of::<D>(spin)));
        }
    }
}
