//! A preliminary run of the reference, which provides its scales.

use alloc::vec::Vec;

use super::state_distance::StateDistance;
use crate::body::Body;
use crate::diagnostics::DiagnosticsError;
use crate::diagnostics::phase::{MotionMeans, Oscillation};
use crate::diagnostics::reference::Reference;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;
use crate::world::World;

/// The tolerance of the preliminary run, relative to that of the reference.
const LOOSENESS: f64 = 16.0;

/// A preliminary, less precise run of the reference: oscillation, energy scale and final state.
pub(super) struct ReferenceSurvey<T: Real<D>, const D: usize> {
    pub(super) oscillation: Option<Oscillation>,
    /// The largest energy, kinetic or total \[J\].
    pub(super) energy: f64,
    /// Whether the world has rigid bodies.
    pub(super) turns: bool,
    end: Vec<Body<T, D>>,
}

impl<T: Real<D>, const D: usize> ReferenceSurvey<T, D> {
    pub(super) fn run(
        world: &World<T, D>,
        dt: T,
        steps: u64,
        goes_on: &mut impl FnMut() -> bool,
    ) -> Result<Self, DiagnosticsError<T>> {
        let mut reference = Reference::with_looseness(world, LOOSENESS);
        let mut means = MotionMeans::new(world.body_slice());
        let mut largest = 0.0_f64;
        let half = dt * from_f64(0.5);
        for _ in 0..steps {
            if !goes_on() {
                return Err(DiagnosticsError::Stopped {
                    time: reference.world().time(),
                });
            }
            if reference.is_exact() {
                reference.advance(dt)?;
            } else {
                // half steps have different rounding errors, so the difference from the reference shows their size
                reference.advance(half)?;
                reference.advance(half)?;
            }
            means.record(reference.world().body_slice());
            let energy = reference.world().energy();
            largest = largest
                .max(to_f64(energy.kinetic))
                .max(to_f64(energy.total()).abs());
        }
        Ok(Self {
            oscillation: means.oscillation::<D>(to_f64(dt)),
            energy: largest,
            turns: !world.body_slice().iter().all(Body::is_point),
            end: reference.world().body_slice().to_vec(),
        })
    }

    /// Returns the distance between the end states of this run and of the reference; at least one rounding error.
    pub(super) fn uncertainty(&self, reference: &Reference<T, D>) -> StateDistance {
        if reference.is_exact() {
            return StateDistance::zero();
        }
        let end = reference.world().body_slice();
        let rounding = to_f64(T::default_epsilon());
        let largest = end.iter().map(|body| StateDistance {
            position: to_f64(body.position.norm()),
            orientation: if body.is_point() {
                0.0
            } else {
                largest_component(body)
            },
        });
        let largest = largest.fold(StateDistance::zero(), StateDistance::max);
        let one_rounding = StateDistance {
            position: rounding * largest.position,
            orientation: rounding * largest.orientation,
        };
        StateDistance::between(&self.end, end).max(one_rounding)
    }
}

/// The largest absolute component of a body's orientation.
fn largest_component<T: Real<D>, const D: usize>(body: &Body<T, D>) -> f64 {
    let numbers = T::orientation_numbers(&body.orientation());
    numbers
        .map(to_f64)
        .into_iter()
        .fold(0.0, |a: f64, b| a.max(b.abs()))
}
