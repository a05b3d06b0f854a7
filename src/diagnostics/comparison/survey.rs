//! A first look at the motion.

use alloc::vec::Vec;

use super::CompareError;
use super::apart::Apart;
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
    /// Whether a body can turn.
    pub(super) turns: bool,
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
            turns: !world.bodies().iter().all(Body::is_point),
            end: reference.world().bodies().to_vec(),
        })
    }

    /// How far the motion first looked at ends from a more precise one, at least one rounding.
    pub(super) fn uncertainty(&self, reference: &Reference<T, D>) -> Apart {
        if reference.is_exact() {
            return Apart::nowhere();
        }
        let end = reference.world().bodies();
        let rounding = widen(T::default_epsilon());
        let largest = end.iter().map(|body| Apart {
            position: widen(body.position.norm()),
            orientation: if body.is_point() { 0.0 } else { reach(body) },
        });
        let largest = largest.fold(Apart::nowhere(), Apart::or_more);
        let last_digits = Apart {
            position: rounding * largest.position,
            orientation: rounding * largest.orientation,
        };
        Apart::of(&self.end, end).or_more(last_digits)
    }
}

/// The largest number of an orientation, without its sign.
fn reach<T: Real<D>, const D: usize>(body: &Body<T, D>) -> f64 {
    let numbers = T::orientation_numbers(&body.orientation());
    numbers
        .map(widen)
        .into_iter()
        .fold(0.0, |a: f64, b| a.max(b.abs()))
}

/// Moves a reference on that has made so many steps.
pub(super) fn advance<T: Real<D>, const D: usize>(
    reference: &mut Reference<T, D>,
    dt: T,
    steps: u64,
) -> Result<(), CompareError<T>> {
    (reference.advance(dt)).map_err(|error| CompareError::Reference { steps, error })
}
