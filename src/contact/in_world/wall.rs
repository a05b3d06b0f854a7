//! A surface of a world.

use alloc::sync::Arc;
use alloc::vec::Vec;

use nalgebra::{RealField, SVector};

use super::super::obstacle::{Obstacle, Obstacles, Touching};
use super::super::{Answer, Contact, Encounter};
use super::follow::surface_id;
use crate::ballistics::Surface;
use crate::numbers::from_f64;
use crate::world::{BodyId, Touched};

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

/// What decides the answers to contacts.
pub(super) type Rule<T, const D: usize> =
    Arc<dyn Fn(&Encounter<T, D>) -> Answer<T, D> + Send + Sync>;

/// The surfaces of a world, and what decides the answers to contacts.
#[derive(Clone)]
pub(super) struct Walls<T, const D: usize> {
    /// By the numbers of their ids; none where one was removed.
    pub(super) list: Vec<Option<Wall<T, D>>>,
    /// None for the usual answers.
    pub(super) rule: Option<Rule<T, D>>,
}

impl<T: RealField + Copy, const D: usize> Walls<T, D> {
    /// What happens at an encounter.
    pub(super) fn answer(&self, encounter: &Encounter<T, D>) -> Answer<T, D> {
        match &self.rule {
            Some(rule) => rule(encounter),
            None => encounter.answer(),
        }
    }

    /// What a body of some layers meets.
    pub(super) fn met_by(&self, body: BodyId, layers: u32) -> WallsFor<'_, T, D> {
        WallsFor {
            walls: self,
            body,
            layers,
        }
    }
}

/// The walls that a body of some layers meets.
pub(super) struct WallsFor<'a, T, const D: usize> {
    walls: &'a Walls<T, D>,
    body: BodyId,
    layers: u32,
}

impl<T: RealField + Copy, const D: usize> Obstacles<T, D> for WallsFor<'_, T, D> {
    fn count(&self) -> usize {
        self.walls.list.len()
    }

    fn answer(&self, touching: &Touching<T, D>) -> Answer<T, D> {
        self.walls.answer(&Encounter {
            time: from_f64(touching.time),
            body: self.body,
            with: Touched::Surface(surface_id(touching.number)),
            point: touching.point,
            normal: touching.normal,
            velocity: touching.velocity,
            contact: touching.contact,
        })
    }

    fn obstacle(&self, number: usize, time: f64) -> Option<Obstacle<'_, T, D>> {
        let wall = self.walls.list.get(number)?.as_ref()?;
        (wall.layers & self.layers != 0).then(|| Obstacle {
            surface: &*wall.surface,
            contact: wall.contact,
            moved: wall.moved_at(time),
            velocity: wall.velocity,
            only_from: wall.only_from,
        })
    }
}
