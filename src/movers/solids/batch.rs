//! Free rotation of several bodies in one batch.

use super::SpinDecay;
use crate::body::Body;
use crate::space::{BatchRotor, Real};

/// Maximum number of bodies in a batch.
const BATCH: usize = 8;

/// Bodies that are rotated together, as struct of arrays.
pub(super) struct RotationBatch<'a, T: Real<D>, const D: usize> {
    /// Indices of these bodies among all bodies.
    indices: [usize; BATCH],
    rotors: [Option<&'a T::Rotor>; BATCH],
    orientations: [T::Orientation; BATCH],
    angular_momenta: [T::Axial; BATCH],
    /// Duration of the rotation of each body \[s\].
    times: [T; BATCH],
    decays: [SpinDecay<T>; BATCH],
    count: usize,
}

impl<'a, T: Real<D>, const D: usize> RotationBatch<'a, T, D> {
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

    /// Adds a body that rotates for a time \[s\] while its angular momentum decays. Rotates the
    /// body immediately if batching would not help. Rotates the whole batch if it is full.
    #[inline]
    pub(super) fn add(
        &mut self,
        (index, rotor): (usize, &'a T::Rotor),
        bodies: &mut [Body<T, D>],
        time: T,
        decay: SpinDecay<T>,
    ) {
        let body = &mut bodies[index];
        if !rotor.suits_batches() {
            body.update_rotation(|orientation, angular_momentum| {
                let rotated = T::coast(rotor, orientation, angular_momentum, time);
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
        if self.count == BATCH {
            self.rotate(bodies);
        }
    }

    /// Rotates all bodies of the batch, and empties it.
    #[inline]
    pub(super) fn rotate(&mut self, bodies: &mut [Body<T, D>]) {
        let count = core::mem::take(&mut self.count);
        let Some(first) = self.rotors[0].filter(|_| count > 0) else {
            return;
        };
        let rotors = self.rotors.map(|rotor| rotor.unwrap_or(first));
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

/// Rotates all bodies that are not points freely for `dt` \[s\], each with its angular momentum.
pub(crate) fn coast_all<T: Real<D>, const D: usize>(bodies: &mut [Body<T, D>], dt: T) {
    for bodies in bodies.chunks_mut(BATCH) {
        let rotors: [Option<T::Rotor>; BATCH] = core::array::from_fn(|index| {
            let solid = bodies.get(index).filter(|body| !body.is_point());
            solid.map(|body| T::rotor(&body.inertia()))
        });
        let mut batch = RotationBatch::new();
        for (index, rotor) in rotors.iter().enumerate() {
            if let Some(rotor) = rotor {
                batch.add((index, rotor), bodies, dt, SpinDecay::none());
            }
        }
        batch.rotate(bodies);
    }
}
