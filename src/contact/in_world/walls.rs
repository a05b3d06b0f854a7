//! The surfaces of a world, and queries about them.

use alloc::sync::Arc;
use alloc::vec::Vec;

use nalgebra::{RealField, SVector};

use super::super::fall::V;
use super::super::ground::{Acting, Flat, Ground, Meeting, Near};
use super::super::ground::{acting, flat, narrow, near, wide};
use super::super::{Collision, Contact, ContactResponse};
use super::known::BroadPhase;
use crate::numbers::{from_f64, to_f64};
use crate::trajectory::Surface;
use crate::world::{BodyId, Collider, SurfaceId};

/// All layers of bodies and surfaces. A body and a surface collide if they have a bit in common.
pub(super) const ALL_LAYERS: u32 = u32::MAX;

/// A surface of a world.
#[derive(Clone)]
pub(super) struct Wall<T, const D: usize> {
    pub(super) surface: Arc<dyn Surface<T, D> + Send + Sync>,
    pub(super) contact: Contact<T>,
    pub(super) layers: u32,
    pub(super) only_from: Option<SVector<T, D>>,
    /// Displacement of the surface at the time `since` \[m\].
    pub(super) moved: SVector<T, D>,
    /// Velocity of the surface from the time `since` on \[m/s\].
    pub(super) velocity: SVector<T, D>,
    pub(super) since: f64,
}

impl<T: RealField + Copy, const D: usize> Wall<T, D> {
    /// Returns the displacement of the surface at a time \[m\].
    pub(super) fn offset(&self, time: f64) -> SVector<T, D> {
        self.moved + self.velocity * from_f64::<T>(time - self.since)
    }

    /// Whether the surface has never moved since it was added.
    pub(super) fn has_always_rested(&self) -> bool {
        [self.velocity, self.moved]
            .iter()
            .flatten()
            .all(|number| *number == T::zero())
    }

    fn offset_wide(&self, time: f64) -> V {
        wide(&self.moved) + wide(&self.velocity) * (time - self.since)
    }
}

/// The contact callback of a world.
pub(super) type Rule<T, const D: usize> =
    Arc<dyn Fn(&Collision<T, D>) -> ContactResponse<T, D> + Send + Sync>;

/// A surface, or a member of a surface: index of the wall, and number of the member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub(super) wall: u32,
    member: Option<u32>,
}

impl Part {
    /// Encodes the part as numbers for a snapshot.
    pub(super) fn numbers(self) -> [f64; 2] {
        [f64::from(self.wall), self.member.map_or(-1.0, f64::from)]
    }

    /// Decodes a part from the numbers of a snapshot; `None` if the numbers are not valid.
    pub(super) fn of_numbers([wall, member]: [f64; 2]) -> Option<Self> {
        let index = |number: f64| {
            let is_whole = number >= 0.0 && number < f64::from(u32::MAX);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "in range"
            )]
            is_whole.then_some(number as u32)
        };
        Some(Self {
            wall: index(wall)?,
            member: index(member),
        })
    }
}

/// The surfaces of a world, and its contact callback.
#[derive(Clone)]
pub(super) struct Walls<T, const D: usize> {
    /// Walls by surface id; `None` if the surface was removed.
    pub(super) list: Vec<Option<Wall<T, D>>>,
    /// The smallest limit that a surface sets on the radius of bodies \[m\].
    pub(super) least_limit: T,
    /// Version of the walls, increased by each change.
    pub(super) version: u64,
    /// Whether a wall moves in the current step.
    pub(super) are_moving: bool,
    /// Search tree of the walls; `None` after a change, until the next step.
    broad_phase: Option<BroadPhase>,
    /// The contact callback; `None` for default responses.
    pub(super) rule: Option<Rule<T, D>>,
}

impl<T: RealField + Copy, const D: usize> Walls<T, D> {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            least_limit: T::zero(),
            version: 0,
            are_moving: false,
            broad_phase: None,
            rule: None,
        }
    }

    /// Returns the response to a collision.
    pub(super) fn answer(&self, collision: &Collision<T, D>) -> ContactResponse<T, D> {
        match &self.rule {
            Some(rule) => rule(collision),
            None => collision.response(),
        }
    }

    pub(super) fn wall(&self, part: Part) -> Option<&Wall<T, D>> {
        self.list.get(part.wall as usize)?.as_ref()
    }

    /// Increases the version after walls were added, removed or changed.
    pub(super) fn changed(&mut self) {
        self.version += 1;
        self.broad_phase = None;
    }

    /// Rebuilds the search tree if walls have changed, and determines whether a wall moves.
    pub(super) fn refresh(&mut self) {
        let is_moving = |index: &u32| {
            let wall = self.list.get(*index as usize).and_then(Option::as_ref);
            wall.is_some_and(|wall| wall.velocity != SVector::<T, D>::zeros())
        };
        if self.broad_phase.is_none() {
            let limits = (self.list.iter().flatten()).map(|wall| wall.surface.largest_radius());
            self.least_limit = limits.fold(from_f64(f64::INFINITY), |least, one| least.min(one));
            self.broad_phase = Some(BroadPhase::new(&self.list));
        }
        let others = self
            .broad_phase
            .as_ref()
            .map_or(&[][..], |phase| &phase.others);
        self.are_moving = others.iter().any(is_moving);
    }

    /// Lists the parts within `reach` of a ball during a time interval, sorted by index. Walls
    /// without a layer in common with the ball are skipped.
    pub(super) fn find_near(
        &self,
        (position, radius, layers): (&V, f64, u32),
        reach: f64,
        (time, span): (f64, f64),
        near: &mut Vec<Part>,
    ) {
        near.clear();
        let Some(broad_phase) = &self.broad_phase else {
            return;
        };
        broad_phase.find(position, radius + reach, |index| {
            let Some(Some(wall)) = self.list.get(index as usize) else {
                return;
            };
            if wall.layers & layers == 0 {
                return;
            }
            let reach = reach + to_f64(wall.velocity.norm()) * span;
            let (point, side) = (position - wall.offset_wide(time), V::repeat(radius + reach));
            let corners = [point - side, point + side].map(|corner| narrow(&corner));
            let mut has_members = false;
            let mut offer = |member: Option<u32>| {
                let part = Part {
                    wall: index,
                    member,
                };
                if self.is_near(part, &point, radius, reach) {
                    near.push(part);
                }
            };
            wall.surface
                .members_near(&corners[0], &corners[1], &mut |number| {
                    has_members = true;
                    offer(u32::try_from(number).ok());
                });
            if !has_members && wall.surface.member(0).is_none() {
                offer(None);
            }
        });
        near.sort_unstable();
    }

    /// Whether a part is within `reach` of a ball at `point`; `point` is relative to the surface of
    /// the part.
    fn is_near(&self, part: Part, point: &V, radius: f64, reach: f64) -> bool {
        let ask = |surface: &dyn Surface<T, D>| near(surface, point, radius, reach);
        self.with_surface(part, ask).flatten().is_some()
    }

    fn with_surface<R>(&self, part: Part, ask: impl FnOnce(&dyn Surface<T, D>) -> R) -> Option<R> {
        let wall = self.wall(part)?;
        let surface: &dyn Surface<T, D> = &*wall.surface;
        match part.member {
            Some(number) => surface.member(number as usize).map(ask),
            None => Some(ask(surface)),
        }
    }
}

/// The parts of surfaces that a body may touch in a flow.
pub(super) struct Met<'a, T, const D: usize> {
    pub(super) walls: &'a Walls<T, D>,
    pub(super) parts: &'a [Part],
    pub(super) body: BodyId,
    /// Start time of the flow \[s\].
    pub(super) start: f64,
}

impl<T: RealField + Copy, const D: usize> Met<'_, T, D> {
    fn part(&self, index: usize) -> Part {
        self.parts[index]
    }

    fn wall(&self, index: usize) -> Option<&Wall<T, D>> {
        self.walls.wall(self.part(index))
    }
}

impl<T: RealField + Copy, const D: usize> Ground for Met<'_, T, D> {
    fn count(&self) -> usize {
        self.parts.len()
    }

    fn near(&self, part: usize, position: &V, radius: f64, reach: f64, time: f64) -> Option<Near> {
        let wall = self.wall(part)?;
        let point = position - wall.offset_wide(self.start + time);
        let part = self.part(part);
        let ask = |point: &V, reach: f64| {
            let ask = |surface: &dyn Surface<T, D>| near(surface, point, radius, reach);
            self.walls.with_surface(part, ask).flatten()
        };
        let mut found = ask(&point, reach)?;
        // a point at a one-way plate without thickness is treated as above the plate, unless it is
        // below by more than the rounding error
        if let Some(side) = wall.only_from
            && wide(&side).dot(&found.normal) < 0.0
        {
            let higher = 64.0 * to_f64(T::default_epsilon()) * position.abs().sum();
            let side = wide(&side).normalize();
            if found.gap + radius <= higher
                && let Some(above) = ask(&(point + side * (2.0 * higher)), f64::INFINITY)
                && above.normal.dot(&side) > 0.0
            {
                (found.normal, found.gap) = (above.normal, above.gap - 2.0 * higher);
            }
        }
        Some(found)
    }

    fn flat(&self, part: usize, point: &V, normal: &V, time: f64) -> Option<Flat> {
        let wall = self.wall(part)?;
        let point = point - wall.offset_wide(self.start + time);
        let ask = |surface: &dyn Surface<T, D>| flat(surface, &point, normal);
        self.walls.with_surface(self.part(part), ask).flatten()
    }

    fn velocity(&self, part: usize) -> V {
        self.wall(part)
            .map_or_else(V::zeros, |wall| wide(&wall.velocity))
    }

    fn is_plane(&self, part: usize) -> bool {
        let is_plane = |surface: &dyn Surface<T, D>| surface.plane().is_some();
        (self.walls.with_surface(self.part(part), is_plane)).unwrap_or(false)
    }

    fn acting(&self, meeting: &Meeting) -> Option<Acting> {
        let wall = self.wall(meeting.part)?;
        let answer = self.walls.answer(&Collision {
            time: from_f64(self.start + meeting.time),
            body: self.body,
            with: Collider::Surface(SurfaceId(self.part(meeting.part).wall)),
            point: narrow(&meeting.point),
            normal: narrow(&meeting.normal),
            velocity: narrow(&meeting.velocity),
            contact: wall.contact,
        });
        answer.is_valid().then(|| acting(&answer))
    }

    fn is_open(&self, part: usize, normal: &V) -> bool {
        let side = self.wall(part).and_then(|wall| wall.only_from);
        side.is_some_and(|side| wide(&side).dot(normal) <= 0.0)
    }
}
