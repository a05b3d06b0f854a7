//! A first look at the motion.

use alloc::vec::Vec;

use super::{CompareError, distance};
use crate::body::Body;
use crate::diagnostics::phase::{Means, Rhythm};
use crate::diagnostics::reference::Reference;
use crate::space::{Real, narrow, widen};
use crate::world::World;

/// Extrapolation ends this much earlier here.
const LOOSENESS: f64 = 16.0;

/// A first look at the motion.
pub(super) struct Survey<T: Real<D>, const D: usize> {
    pub(super) rhythm: Option<Rhythm>,
    /// The largest energy, kinetic or total \[J\].
    pub(super) energy: f64,
    end: Vec<Body<T, D>>,
}

impl<T: Real<D>, const D: usize> Survey<T, D> {
    pub(super) fn make(world: &World<T, D>, dt: T, steps: u64) -> Result<Self, CompareError<T>> {
        let mut reference = Reference::with_looseness(world, LOOSENESS);
        let mut means = Means::new(world.bodies());
        let mut largest = 0.0_f64;
        let half = dt * narrow(0.5);
        for done in 0..steps {
            if reference.is_exact() {
                advance(&mut reference, dt, done)?;
            } else {
                // other strides round in other ways
                advance(&mut reference, half, done)?;
                advance(&mut reference, half, done)?;
            }
            means.record(reference.world().bodies());
            let energy = reference.world().energy();
            largest = largest
                .max(widen(energy.kinetic))
                .max(widen(energy.total()).abs());
        }
        Ok(Self {
            rhythm: means.rhythm::<D>(widen(dt)),
            energy: largest,
            end: reference.world().bodies().to_vec(),
        })
    }

    /// How far the motion first looked at ends from a more precise one, at least one rounding \[m\].
    pub(super) fn uncertainty(&self, reference: &Reference<T, D>) -> f64 {
        if reference.is_exact() {
            return 0.0;
        }
        let end = reference.world().bodies();
        let positions = end.iter().map(|body| widen(body.position.norm()));
        let rounding = widen(T::default_epsilon()) * positions.fold(0.0, f64::max);
        distance(&self.end, end).max(rounding)
    }
}

/// Moves a reference on that has made so many steps.
pub(super) fn advance<T: Real<D>, const D: usize>(
    reference: &mut Reference<T, D>,
    dt: T,
    steps: u64,
) -> Result<(), CompareError<T>> {
    (reference.advance(dt)).map_err(|error| CompareError::Reference { steps, error })
}
