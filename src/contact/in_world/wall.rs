//! A surface of a world.

use alloc::sync::Arc;
use alloc::vec::Vec;

use nalgebra::{RealField, SVector};

use super::super::obstacle::{Obstacle, Obstacles, SurfaceMotion, Touching};
use super::super::{Answer, Contact, Encounter};
use super::follow::surface_id;
use crate::ballistics::{LawFlight, Surface, Trajectory};
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
    pub(super) motion: WallMotion<T, D>,
    /// The time at which the motion starts \[s\].
    pub(super) since: f64,
}

/// How a surface moves; positions tell how far it is from where its coordinates were given \[m\].
#[derive(Clone, Copy)]
pub(super) enum WallMotion<T, const D: usize> {
    /// From a place at a constant velocity \[m/s\].
    Uniform(SVector<T, D>, SVector<T, D>),
    Law(LawFlight<T, D>),
}

impl<T: RealField + Copy, const D: usize> Wall<T, D> {
    /// How far it has moved at a time \[s\], in metres, and its velocity \[m/s\].
    pub(super) fn state_at(&self, time: f64) -> (SVector<T, D>, SVector<T, D>) {
        let elapsed = from_f64::<T>(time - self.since);
        match &self.motion {
            WallMotion::Uniform(moved, velocity) => (moved + velocity * elapsed, *velocity),
            WallMotion::Law(flight) => {
                let at = flight.at(elapsed);
                (at.position, at.velocity)
            }
        }
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
        if wall.layers & self.layers == 0 {
            return None;
        }
        let (moved, velocity) = wall.state_at(time);
        let motion = match &wall.motion {
            WallMotion::Uniform(..) => None,
            WallMotion::Law(flight) => Some(SurfaceMotion {
                flight,
                time: from_f64(time - wall.since),
            }),
        };
        Some(Obstacle {
            surface: &*wall.surface,
            contact: wall.contact,
            moved,
            velocity,
            motion,
            only_from: wall.only_from,
        })
    }
}
