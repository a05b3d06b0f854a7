//! Free rotation of several bodies in one batch.

use super::{RigidBody, SpinDecay};
use crate::body::Body;
use crate::space::{BatchRotor, Real};

/// The largest number of bodies in a batch.
pub(super) const BATCH: usize = 8;

/// Bodies to be rotated together, as struct of arrays.
pub(super) struct RotationBatch<'a, T: Real<D>, const D: usize> {
    list: [Option<&'a RigidBody<T, D>>; BATCH],
    orientations: [T::Orientation; BATCH],
    angular_momenta: [T::Axial; BATCH],
    /// How long each rotates \[s\].
    times: [T; BATCH],
    decays: [SpinDecay<T>; BATCH],
    count: usize,
}

impl<'a, T: Real<D>, const D: usize> RotationBatch<'a, T, D> {
    pub(super) fn new() -> Self {
        Self {
            list: [None; BATCH],
            orientations: [T::upright(); BATCH],
            angular_momenta: [T::no_turn(); BATCH],
            times: [T::zero(); BATCH],
            decays: [SpinDecay::none(); BATCH],
            count: 0,
        }
    }

    /// Adds a body that rotates for a time \[s\], after which its angular momentum has decayed. Up to
    /// [`BATCH`] bodies. A body is rotated immediately if batching would not help.
    #[inline]
    pub(super) fn add(
        &mut self,
        rigid: &'a RigidBody<T, D>,
        body: &mut Body<T, D>,
        time: T,
        decay: SpinDecay<T>,
    ) {
        if !rigid.rotor.suits_batches() {
            rigid.coast(body, time, decay);
            return;
        }
        let lane = self.count;
        self.list[lane] = Some(rigid);
        self.orientations[lane] = body.orientation();
        self.angular_momenta[lane] = body.spin_angular_momentum();
        self.times[lane] = time;
        self.decays[lane] = decay;
        self.count += 1;
    }

    /// Rotates all bodies of the batch. `first_place` is the place of `bodies[0]`.
    #[inline]
    pub(super) fn rotate(mut self, bodies: &mut [Body<T, D>], first_place: usize) {
        let Some(first) = self.list[0] else {
            return;
        };
        let rotors = self.list.map(|rigid| &rigid.unwrap_or(first).rotor);
        let count = self.count;
        T::Rotor::coast_all(
            &rotors[..count],
            &mut self.orientations[..count],
            &self.angular_momenta[..count],
            &self.times[..count],
        );
        let list = self.list.iter().flatten();
        let rotated = self.orientations.iter().zip(&self.decays);
        for (rigid, (orientation, decay)) in list.zip(rotated) {
            let body = &mut bodies[rigid.place - first_place];
            body.update_rotation(|_, angular_momentum| {
                (*orientation, decay.apply::<D>(angular_momentum))
            });
        }
    }
}
