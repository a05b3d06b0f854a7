//! Forces that switch at known times.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::wrapped::forward_to;
use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::increment::Increment;
use crate::space::Real;

/// A force that switches at known times, such as a gust, or an engine with a schedule.
///
/// `Switching` acts as the inner force. [`World::advance`](crate::World::advance) ends a step
/// exactly at each time, and does not have to search for the jumps.
/// [`World::step`](crate::World::step) ignores the times.
///
/// ```
/// use kinstep::{Body2, Switching, UniformGravity, World2, nalgebra::Vector2};
///
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let lander = world.add_body(Body2::point(2.0).at([0.0, 100.0]))?;
/// let burn =
///     |_: &Body2, time: f64| Vector2::new(0.0, if (1.5..4.0).contains(&time) { 30.0 } else { 0.0 });
/// world.add_force_on(lander, Switching::at(burn, [1.5, 4.0]))?;
/// world.advance(5.0, 1e-9)?;
/// let velocity = -9.81 * 5.0 + 15.0 * 2.5;
/// assert!((world[lander].velocity.y - velocity).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[doc(alias("schedule", "burn", "gust", "discontinuity"))]
pub struct Switching<F, T> {
    force: F,
    /// Switching times, ascending \[s\].
    times: Vec<T>,
}

impl<F, T: PartialOrd> Switching<F, T> {
    /// Wraps a force that switches at these times \[s\], given in any order. At a switching time itself, the values after the switch
    /// apply. NaN is ignored.
    #[must_use]
    pub fn at(force: F, times: impl IntoIterator<Item = T>) -> Self {
        let is_number = |time: &T| time.partial_cmp(time).is_some();
        let mut times: Vec<T> = times.into_iter().filter(is_number).collect();
        times.sort_by(|one, other| one.partial_cmp(other).unwrap_or(core::cmp::Ordering::Equal));
        Self { force, times }
    }

    /// Returns the inner force.
    #[must_use]
    pub fn force(&self) -> &F {
        &self.force
    }

    /// Returns the switching times \[s\], ascending.
    #[must_use]
    pub fn times(&self) -> &[T] {
        &self.times
    }
}

impl<T: Real<D>, const D: usize, F: Force<T, D>> Force<T, D> for Switching<F, T> {
    forward_to!(force, with switches of its own);

    fn next_change(&self, from: T, to: T) -> Option<T> {
        let later = self.times.partition_point(|time| *time <= from);
        let own = if from <= to {
            self.times.get(later).filter(|time| **time <= to)
        } else {
            let last = self.times[..later].last();
            last.filter(|time| **time > to)
        };
        let inside = self.force.next_change(from, to);
        match (own.copied(), inside) {
            (Some(own), Some(inside)) if (inside - from).abs() < (own - from).abs() => Some(inside),
            (own, inside) => own.or(inside),
        }
    }
}
