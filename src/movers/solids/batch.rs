//! Free rotation of several bodies in one batch.

use super::SpinDecay;
use crate::body::Body;
use crate::space::{BatchRotor, Real};

/// The largest number of bodies in a batch.
pub(super) const BATCH: usize = 8;

/// Bodies to be rotated together, as struct of arrays.
pub(super) struct RotationBatch<T: Real<D>, const D: usize> {
    /// By their indices among the bodies.
    indices: [usize; BATCH],
    rotors: [Option<T::Rotor>; BATCH],
    orientations: [T::Orientation; BATCH],
    angular_momenta: [T::Axial; BATCH],
    /// How long each rotates \[s\].
    times: [T; BATCH],
    decays: [SpinDecay<T>; BATCH],
    count: usize,
}

impl<T: Real<D>, const D: usize> RotationBatch<T, D> {
    pub(super) fn new() -> Self {
        Self {
            indices: [0; BATCH],
            rotors: [None; BATCH],
            orientations: [T::upright(); BATCH],
            angular_momenta: [T::no_turn(); BATCH],
            times: [T::zero(); BATCH],
            decays: [SpinDecay::none(); BATCH],
            count: 0,
        }
    }

    /// Number of bodies.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Adds a body that rotates for a time \[s\], after which its angular momentum has decayed. Up to [`BATCH`] bodies. A body is
    /// rotated immediately if batching would not help.
    #[inline]
    pub(super) fn add(
        &mut self,
        (index, rotor): (usize, T::Rotor),
        bodies: &mut [Body<T, D>],
        time: T,
        decay: SpinDecay<T>,
    ) {
        let body = &mut bodies[index];
        if !rotor.suits_batches() {
            body.update_rotation(|orientation, angular_momentum| {
                let rotated = T::coast(&rotor, orientation, angular_momentum, time);
                (rotated, decay.apply::<D>(angular_momentum))
            });
            return;
        }
        let lane = self.count;
        self.indices[lane] = index;
        self.rotors[lane] = Some(rotor);
        self.orientations[lane] = body.orientation();
        self.angular_momenta[lane] = body.spin_angular_momentum();
        self.times[lane] = time;
        self.decays[lane] = decay;
        self.count += 1;
    }

    /// Rotates all bodies of the batch.
    #[inline]
    pub(super) fn rotate(mut self, bodies: &mut [Body<T, D>]) {
        let Some(first) = &self.rotors[0] else {
            return;
        };
        let mut rotors = [first; BATCH];
        for (rotor, known) in rotors.iter_mut().zip(self.rotors.iter().flatten()) {
            *rotor = known;
        }
        let count = self.count;
        T::Rotor::coast_all(
            &rotors[..count],
            &mut self.orientations[..count],
            &self.angular_momenta[..count],
            &self.times[..count],
        );
        let rotated = self.orientations.iter().zip(&self.decays);
        for (index, (orientation, decay)) in self.indices[..count].iter().zip(rotated) {
            bodies[*index].update_rotation(|_, angular_momentum| {
                (*orientation, decay.apply::<D>(angular_momentum))
            });
        }
    }
}

/// Free rotation of all bodies that are no points, each with its angular momentum, for `dt` \[s\].
pub(crate) fn coast_all<T: Real<D>, const D: usize>(bodies: &mut [Body<T, D>], dt: T) {
    let mut batch = RotationBatch::new();
    for index in 0..bodies.len() {
        if bodies[index].is_point() {
            continue;
        }
        let rotor = T::rotor(&bodies[index].inertia());
        batch.add((index, rotor), bodies, dt, SpinDecay::none());
        if batch.len() == BATCH {
            batch.rotate(bodies);
            batch = RotationBatch::new();
        }
    }
    batch.rotate(bodies);
}
