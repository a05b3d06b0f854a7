//! A surface of a world.

use alloc::sync::Arc;

use nalgebra::{RealField, SVector};

use super::super::Contact;
use super::super::obstacle::{Obstacle, Obstacles};
use crate::ballistics::Surface;
use crate::numbers::from_f64;

/// Layers of bodies and surfaces: they meet if they share a bit.
pub(super) const ALL_LAYERS: u32 = u32::MAX;

/// A surface of a world.
#[derive(Clone)]
pub(super) struct Wall<T, const D: usize> {
    pub(super) surface: Arc<dyn Surface<T, D> + Send + Sync>,
    pub(super) contact: Contact<T>,
    pub(super) layers: u32,
    pub(super) only_from: Option<SVector<T, D>>,
    pub(super) velocity: SVector<T, D>,
    /// How far it had moved at the time `since` \[m\].
    pub(super) moved: SVector<T, D>,
    /// \[s\]
    pub(super) since: f64,
}

impl<T: RealField + Copy, const D: usize> Wall<T, D> {
    /// How far it has moved at a time \[s\], in metres.
    pub(super) fn moved_at(&self, time: f64) -> SVector<T, D> {
        self.moved + self.velocity * from_f64::<T>(time - self.since)
    }
}

/// The walls that a body of some layers meets.
pub(super) struct WallsFor<'a, T, const D: usize> {
    pub(super) walls: &'a [Option<Wall<T, D>>],
    pub(super) layers: u32,
}

impl<T: RealField + Copy, const D: usize> Obstacles<T, D> for WallsFor<'_, T, D> {
    fn count(&self) -> usize {
        self.walls.len()
    }

    fn obstacle(&self, number: usize, time: f64) -> Option<Obstacle<'_, T, D>> {
        let wall = self.walls.get(number)?.as_ref()?;
        (wall.layers & self.layers != 0).then(|| Obstacle {
            surface: &*wall.surface,
            contact: wall.contact,
            moved: wall.moved_at(time),
            velocity: wall.velocity,
            only_from: wall.only_from,
        })
    }
}
