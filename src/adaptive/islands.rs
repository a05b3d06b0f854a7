//! The islands of a world that have no exact motion: their bodies, laws and forces.

use core::ops::Range;

use alloc::vec::Vec;

use super::Task;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::force::Effect;
use crate::plan::{EffectKind, IslandMotion, Target};
use crate::space::Real;

/// Number stored in place of an index for a body that is in no island, or not in the island in
/// question.
const NONE: usize = usize::MAX;

/// An island, as ranges of the lists of [`Islands`].
#[derive(Debug, Clone)]
struct Ranges {
    indices: Range<usize>,
    forces: Range<usize>,
    turning: Range<usize>,
    traits: Traits,
}

/// Properties of an island.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traits {
    /// Number of free bodies.
    pub(super) free: usize,
    /// Whether a force, law or torque depends on velocity.
    pub(super) reads_velocity: bool,
    /// Whether a law is more than a constant acceleration.
    pub(super) has_law: bool,
    /// Whether a force may read orientations.
    pub(super) reads_orientation: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Island<'a, T: Real<D>, const D: usize> {
    /// Indices of the bodies of the island: first the free bodies, ascending, then the fixed bodies
    /// that are linked to them.
    pub(super) indices: &'a [usize],
    /// The law on each free body of the island.
    pub(super) laws: &'a [LinearLaw<T, D>],
    /// The forces that are not part of the laws, and the forces that rotate bodies.
    pub(super) forces: &'a [ActingForce],
    /// The bodies that torques rotate, by index in the island.
    pub(super) turning: &'a [usize],
    pub(super) traits: Traits,
}

/// A force on bodies of an island.
#[derive(Debug, Clone, Copy)]
pub(super) struct ActingForce {
    /// Slot of the force.
    pub(super) slot: usize,
    /// The bodies that the force acts on, by index in the island.
    pub(super) target: Target,
    /// Whether the force accelerates bodies, and not only by a law.
    pub(super) accelerates: bool,
    /// Whether the force rotates any body.
    pub(super) turns: bool,
}

/// Islands, with their bodies, laws and forces in common lists.
#[derive(Debug)]
pub(super) struct Islands<T: Real<D>, const D: usize> {
    list: Vec<Ranges>,
    /// Index of the island of each body; [`NONE`] for a body whose island is not in the list.
    island_of: Vec<usize>,
    indices: Vec<usize>,
    laws: Vec<LinearLaw<T, D>>,
    forces: Vec<ActingForce>,
    turning: Vec<usize>,
    /// Motion of the island of each body of the world.
    motions: Vec<IslandMotion>,
    /// For each body of the world, its index in the island that is being added; [`NONE`] for a body
    /// that is not in this island.
    local_of: Vec<usize>,
    /// Slots of the forces on the island that is being added, with the bodies that they act on, by
    /// index in the island.
    found: Vec<(usize, Target)>,
    /// Bodies of the island that is being added.
    /// Whether torques rotate each of these bodies.
    bodies: Vec<Body<T, D>>,
    turns: Vec<bool>,
}

impl<T: Real<D>, const D: usize> Islands<T, D> {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            island_of: Vec::new(),
            indices: Vec::new(),
            laws: Vec::new(),
            forces: Vec::new(),
            turning: Vec::new(),
            motions: Vec::new(),
            local_of: Vec::new(),
            found: Vec::new(),
            bodies: Vec::new(),
            turns: Vec::new(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// Returns the island at an index of the list.
    pub(super) fn island(&self, index: usize) -> Island<'_, T, D> {
        let Ranges {
            indices,
            forces,
            turning,
            traits,
        } = &self.list[index];
        Island {
            indices: &self.indices[indices.clone()],
            laws: &self.laws[indices.clone()],
            forces: &self.forces[forces.clone()],
            turning: &self.turning[turning.clone()],
            traits: *traits,
        }
    }

    /// Returns the index of the island of a body; `None` if the body moves exactly.
    pub(super) fn island_of(&self, index: usize) -> Option<usize> {
        Some(self.island_of[index]).filter(|island| *island != NONE)
    }

    /// Finds the islands of a task that have no exact motion, and the island of the body at index
    /// `followed`, even if its motion is exact.
    pub(super) fn find(&mut self, task: &Task<'_, T, D>, followed: Option<usize>) {
        let count = task.bodies.len();
        self.list.clear();
        self.indices.clear();
        self.laws.clear();
        self.forces.clear();
        self.turning.clear();
        for column in [&mut self.island_of, &mut self.local_of] {
            column.clear();
            column.resize(count, NONE);
        }
        task.plan.motions(&mut self.motions);
        for index in 0..count {
            let ties = &task.plan.ties;
            let (members, links) = match ties.island_of(index) {
                Some(island) => {
                    let island = &ties.islands[island];
                    (&*island.indices, &*island.links)
                }
                None => (&[index][..], &[][..]),
            };
            // each island is added when its first member is reached; a fixed body is not a member
            // of an island
            if members[0] != index || task.bodies[index].is_fixed() {
                continue;
            }
            let is_followed = followed.is_some_and(|index| members.contains(&index));
            let is_exact = self.motions[index].is_exact(|| task.system.pushes_any(members));
            if is_followed || !is_exact {
                self.add(task, members, links);
            }
        }
    }

    /// Adds the island with the free bodies `members`. `links` are the slots of the links on these bodies.
    fn add(&mut self, task: &Task<'_, T, D>, members: &[usize], links: &[usize]) {
        let starts = [self.indices.len(), self.forces.len(), self.turning.len()];
        let first = starts[0];
        let topology = task.system.topology;
        self.indices.extend_from_slice(members);
        self.found.clear();
        for (local, &index) in members.iter().enumerate() {
            self.island_of[index] = self.list.len();
            self.local_of[index] = local;
            let own = topology.own(index).map(|slot| (slot, Target::One(local)));
            (self.found).extend(own.filter(|(slot, _)| !topology.slots()[*slot].target.is_link()));
        }
        for &slot in links {
            let target = topology.slots()[slot].target;
            // fixed bodies that are linked to members join the island
            for index in target.bodies(0) {
                if self.local_of[index] == NONE {
                    self.local_of[index] = self.indices.len() - first;
                    self.indices.push(index);
                }
            }
            if let Target::Pair(one, other) = target {
                let target = Target::Pair(self.local_of[one], self.local_of[other]);
                self.found.push((slot, target));
            }
        }
        let every = topology.every().iter();
        (self.found).extend(every.map(|&slot| (slot, Target::Every)));
        // an unstable sort suffices, because all entries differ, and does not allocate
        self.found.sort_unstable();
        self.bodies.clear();
        for &index in &self.indices[first..] {
            self.bodies.push(task.bodies[index]);
            self.local_of[index] = NONE;
        }
        self.turns.clear();
        self.turns.resize(self.bodies.len(), false);
        self.laws.resize(self.indices.len(), LinearLaw::free());
        let mut traits = Traits {
            free: members.len(),
            reads_velocity: false,
            has_law: false,
            reads_orientation: false,
        };
        for entry in 0..self.found.len() {
            self.add_force(task, first, &mut traits, self.found[entry]);
        }
        let laws = &self.laws[first..first + traits.free];
        traits.reads_velocity |= laws.iter().any(LinearLaw::depends_on_velocity);
        traits.has_law = laws.iter().any(|law| !is_constant(law));
        let turning = (0..traits.free).filter(|&local| self.turns[local]);
        self.turning.extend(turning);
        self.list.push(Ranges {
            indices: starts[0]..self.indices.len(),
            forces: starts[1]..self.forces.len(),
            turning: starts[2]..self.turning.len(),
            traits,
        });
    }

    /// Adds the laws of a force to the island whose first body is at index `first` in the list.
    /// Adds the force itself if it does not act by laws alone, or if it rotates bodies.
    fn add_force(
        &mut self,
        task: &Task<'_, T, D>,
        first: usize,
        traits: &mut Traits,
        (slot, target): (usize, Target),
    ) {
        let attachment = &task.system.attachments()[slot];
        let (kind, is_link) = (&attachment.kind, target.is_link());
        let mut acting = ActingForce {
            slot,
            target,
            accelerates: !kind.has_law() || is_link,
            turns: false,
        };
        let (bodies, turns) = (&self.bodies, &mut self.turns);
        for index in target.bodies(traits.free) {
            let body = &bodies[index];
            let turns_it = if is_link {
                attachment.arms.is_some() && !body.is_fixed()
            } else {
                let is_through_centre = || matches!(attachment.effect(body), Effect::Thrust { arm, .. } if arm.iter().all(T::is_zero));
                attachment.force.torque(body, task.system.time).is_some() && !is_through_centre()
            };
            if turns_it && !body.is_point() {
                (turns[index], acting.turns) = (true, true);
            }
        }
        traits.reads_orientation |= is_link && attachment.arms.is_some();
        if acting.accelerates || acting.turns {
            self.forces.push(acting);
            traits.reads_velocity |= kind.depends_on_velocity;
            // forces that act as an orbit or a rod read only positions
            let reads = !matches!(kind.effect, EffectKind::Orbit | EffectKind::Rod);
            traits.reads_orientation |= acting.accelerates && reads && !is_link;
        }
        if acting.accelerates {
            return;
        }
        for index in target.bodies(traits.free) {
            if let Some(law) = attachment.effect(&bodies[index]).law() {
                self.laws[first + index] += law;
                continue;
            }
            // a force may have a law for some bodies only; other bodies are accelerated directly
            traits.reads_velocity = true;
            traits.reads_orientation = true;
            self.forces.push(ActingForce {
                target: Target::One(index),
                accelerates: true,
                turns: false,
                ..acting
            });
        }
    }
}

/// Whether a law is a constant or ramping acceleration.
fn is_constant<T: Real<D>, const D: usize>(law: &LinearLaw<T, D>) -> bool {
    *law == LinearLaw::gravity(law.constant).ramping(law.ramp)
}
