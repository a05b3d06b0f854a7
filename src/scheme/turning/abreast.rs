//! Bodies that turn freely, side by side.

use super::{Shrinking, Solid};
use crate::body::Body;
use crate::space::Real;

/// So many turn at once.
pub(super) const ABREAST: usize = 8;

/// Some bodies that are about to turn.
pub(super) struct Abreast<'a, T: Real<D>, const D: usize> {
    solids: [Option<&'a Solid<T, D>>; ABREAST],
    orientations: [T::Orientation; ABREAST],
    spins: [T::Axial; ABREAST],
    times: [T; ABREAST],
    /// What each keeps of its spin.
    shrinkings: [Shrinking<T>; ABREAST],
    count: usize,
}

impl<'a, T: Real<D>, const D: usize> Abreast<'a, T, D> {
    pub(super) fn new() -> Self {
        Self {
            solids: [None; ABREAST],
            orientations: [T::upright(); ABREAST],
            spins: [T::no_turn(); ABREAST],
            times: [T::zero(); ABREAST],
            shrinkings: [Shrinking::none(); ABREAST],
            count: 0,
        }
    }

    /// One more, while there is room: to turn for a time \[s\], and to keep a part of its spin. It turns at once
    /// if it gains nothing by waiting for others.
    #[inline]
    pub(super) fn put(
        &mut self,
        solid: &'a Solid<T, D>,
        body: &mut Body<T, D>,
        time: T,
        shrinking: Shrinking<T>,
    ) {
        if !T::coasts_abreast(&solid.rotor) {
            solid.coast(body, time, shrinking);
            return;
        }
        let lane = self.count;
        self.solids[lane] = Some(solid);
        self.orientations[lane] = body.orientation();
        self.spins[lane] = body.spin();
        self.times[lane] = time;
        self.shrinkings[lane] = shrinking;
        self.count += 1;
    }

    /// Turns those that wait, where the first of these bodies has the place `start`.
    #[inline]
    pub(super) fn turn(mut self, bodies: &mut [Body<T, D>], start: usize) {
        let Some(first) = self.solids[0] else {
            return;
        };
        let rotors = self.solids.map(|solid| &solid.unwrap_or(first).rotor);
        let count = self.count;
        T::coast_all(
            &rotors[..count],
            &mut self.orientations[..count],
            &self.spins[..count],
            &self.times[..count],
        );
        let solids = self.solids.iter().flatten();
        let turned = self.orientations.iter().zip(&self.shrinkings);
        for (solid, (turned, shrinking)) in solids.zip(turned) {
            bodies[solid.place - start].turn_by(|_, spin| (*turned, shrinking.of::<D>(spin)));
        }
    }
}
