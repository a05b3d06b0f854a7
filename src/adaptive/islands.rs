//! The islands of a world that do not move exactly: their bodies, laws and forces.

use core::ops::Range;

use alloc::vec::Vec;

use super::Task;
use super::length::reset_all;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::force::Effect;
use crate::plan::{EffectKind, IslandMotion, Target};
use crate::space::Real;

/// No island, or no index in one.
const NONE: usize = usize::MAX;

/// An island, as ranges of the lists of [`Islands`].
#[derive(Debug, Clone)]
pub(super) struct Island {
    /// Its bodies: free ones, ascending, then the fixed ones that they are linked to.
    pub(super) places: Range<usize>,
    /// Number of free bodies.
    pub(super) free: usize,
    /// The forces that are not part of the laws, and those that turn bodies.
    pub(super) forces: Range<usize>,
    /// The bodies that torques act on, by their index in the island.
    pub(super) turning: Range<usize>,
    /// Whether a force, law or torque depends on velocity.
    pub(super) depends_on_velocity: bool,
    /// Whether a law is more than a constant acceleration.
    pub(super) has_law: bool,
    /// Whether a force may read orientations.
    pub(super) reads_orientation: bool,
}

/// A force on bodies of an island.
#[derive(Debug, Clone, Copy)]
pub(super) struct ActingForce {
    /// Its slot.
    pub(super) attachment: usize,
    /// Its bodies by their indices in the island.
    pub(super) target: Target,
    /// Whether it accelerates them other than by a law.
    pub(super) accelerates: bool,
    /// Whether it turns any of them.
    pub(super) turns: bool,
}

/// Islands, with their bodies, laws and forces in common lists.
#[derive(Debug)]
pub(super) struct Islands<T: Real<D>, const D: usize> {
    pub(super) list: Vec<Island>,
    /// The island of each body; [`NONE`] for bodies of other islands.
    island_of: Vec<usize>,
    pub(super) places: Vec<usize>,
    /// The law on each of them.
    pub(super) laws: Vec<LinearLaw<T, D>>,
    pub(super) forces: Vec<ActingForce>,
    pub(super) turning: Vec<usize>,
    buffers: Buffers<T, D>,
}

/// Buffers to find islands.
#[derive(Debug)]
struct Buffers<T: Real<D>, const D: usize> {
    /// How the island of each body of the world moves.
    motions: Vec<IslandMotion>,
    /// The index of each body of the world in an island; [`NONE`] elsewhere.
    index_of: Vec<usize>,
    /// Slots of the forces on an island, with their targets in it.
    forces: Vec<(usize, Target)>,
    /// The bodies of an island.
    bodies: Vec<Body<T, D>>,
    /// Whether torques act on them.
    turns: Vec<bool>,
}

impl<T: Real<D>, const D: usize> Islands<T, D> {
    /// No islands.
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            island_of: Vec::new(),
            places: Vec::new(),
            laws: Vec::new(),
            forces: Vec::new(),
            turning: Vec::new(),
            buffers: Buffers {
                motions: Vec::new(),
                index_of: Vec::new(),
                forces: Vec::new(),
                bodies: Vec::new(),
                turns: Vec::new(),
            },
        }
    }

    /// Finds the islands of a task that do not move exactly, and that of the body at the place `followed`.
    pub(super) fn find(&mut self, task: &Task<'_, T, D>, followed: Option<usize>) {
        let count = task.bodies.len();
        self.list.clear();
        self.places.clear();
        self.laws.clear();
        self.forces.clear();
        self.turning.clear();
        reset_all(
            [&mut self.island_of, &mut self.buffers.index_of],
            count,
            NONE,
        );
        task.plan.motions(&mut self.buffers.motions);
        for place in 0..count {
            let members = match task.plan.ties.island_of(place) {
                Some(island) => &*task.plan.ties.islands[island].places,
                None => &[place],
            };
            // the first member stands for all; a fixed body is no member of an island
            if members[0] != place || task.bodies[place].is_fixed() {
                continue;
            }
            let is_followed = followed.is_some_and(|place| members.contains(&place));
            let is_exact =
                (self.buffers.motions[place]).is_exact(|| task.system.pushes_any(members));
            if is_followed || !is_exact {
                self.add(task, members);
            }
        }
    }

    /// The island of a body; none if it moves exactly.
    pub(super) fn island_of(&self, place: usize) -> Option<usize> {
        Some(self.island_of[place]).filter(|island| *island != NONE)
    }

    /// Adds the island of these free bodies.
    fn add(&mut self, task: &Task<'_, T, D>, members: &[usize]) {
        let first = self.places.len();
        self.places.extend_from_slice(members);
        for (index, &place) in members.iter().enumerate() {
            self.island_of[place] = self.list.len();
            self.buffers.index_of[place] = index;
        }
        self.buffers.forces.clear();
        for &place in members {
            self.find_own(place, first, task);
        }
        let every = task.system.topology.every().iter();
        let Buffers {
            forces,
            bodies,
            turns,
            index_of,
            ..
        } = &mut self.buffers;
        forces.extend(every.map(|&slot| (slot, Target::Every)));
        // no two are equal, and a stable sort allocates
        forces.sort_unstable();
        bodies.clear();
        for &place in &self.places[first..] {
            bodies.push(task.bodies[place]);
            index_of[place] = NONE;
        }
        turns.clear();
        turns.resize(bodies.len(), false);
        let mut island = Island {
            places: first..self.places.len(),
            free: members.len(),
            forces: self.forces.len()..self.forces.len(),
            turning: self.turning.len()..self.turning.len(),
            depends_on_velocity: false,
            has_law: false,
            reads_orientation: false,
        };
        self.laws.resize(self.places.len(), LinearLaw::free());
        for index in 0..self.buffers.forces.len() {
            self.add_force(task, &mut island, self.buffers.forces[index]);
        }
        let laws = &self.laws[first..first + island.free];
        island.depends_on_velocity |= laws.iter().any(LinearLaw::depends_on_velocity);
        island.has_law = laws.iter().any(|law| !is_constant(law));
        island.forces.end = self.forces.len();
        let turns = &self.buffers.turns;
        (self.turning).extend((0..island.free).filter(|&index| turns[index]));
        island.turning.end = self.turning.len();
        self.list.push(island);
    }

    /// Finds the forces on a free body that do not act on every body, with their targets in the island that starts at `first`. The
    /// first body of a link of two free bodies finds it. Fixed bodies that are linked to it join the island.
    fn find_own(&mut self, place: usize, first: usize, task: &Task<'_, T, D>) {
        let topology = task.system.topology;
        let Buffers {
            index_of, forces, ..
        } = &mut self.buffers;
        for slot in topology.own(place) {
            let Target::Pair(one, other) = topology.slots()[slot].target else {
                forces.push((slot, Target::One(index_of[place])));
                continue;
            };
            let partner = if one == place { other } else { one };
            if task.bodies[partner].is_fixed() {
                if index_of[partner] == NONE {
                    index_of[partner] = self.places.len() - first;
                    self.places.push(partner);
                }
            } else if index_of[partner] < index_of[place] {
                continue;
            }
            forces.push((slot, Target::Pair(index_of[one], index_of[other])));
        }
    }

    /// Adds what a force does to an island: its laws, and itself where it accelerates other than by laws, or turns bodies.
    fn add_force(
        &mut self,
        task: &Task<'_, T, D>,
        island: &mut Island,
        (slot, target): (usize, Target),
    ) {
        let attachment = &task.system.attachments()[slot];
        let kind = &attachment.kind;
        let Buffers { bodies, turns, .. } = &mut self.buffers;
        let mut acting = ActingForce {
            attachment: slot,
            target,
            accelerates: !kind.has_law() || target.is_link(),
            turns: false,
        };
        if target.is_link() && attachment.arms.is_some() {
            island.reads_orientation = true;
            for end in target.bodies(0) {
                let is_turned = !(bodies[end].is_point() || bodies[end].is_fixed());
                turns[end] |= is_turned;
                acting.turns |= is_turned;
            }
        }
        let targets = || target.bodies(island.free).filter(|_| !target.is_link());
        for index in targets() {
            let body = &bodies[index];
            let is_through_centre = || matches!(attachment.effect(body), Effect::Thrust { arm, .. } if arm.iter().all(T::is_zero));
            if !body.is_point()
                && attachment.force.torque(body, task.system.time).is_some()
                && !is_through_centre()
            {
                acting.turns = true;
                turns[index] = true;
            }
        }
        if acting.accelerates || acting.turns {
            self.forces.push(acting);
            island.depends_on_velocity |= kind.depends_on_velocity;
            // an orbit and a rod read positions only
            let reads = !matches!(kind.effect, EffectKind::Orbit | EffectKind::Rod);
            island.reads_orientation |= acting.accelerates && reads && !target.is_link();
        }
        if acting.accelerates {
            return;
        }
        for index in targets() {
            if let Some(law) = attachment.effect(&bodies[index]).law() {
                self.laws[island.places.start + index] += law;
                continue;
            }
            // a force may have a law for some bodies only: it accelerates the others
            island.depends_on_velocity = true;
            island.reads_orientation = true;
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
    let constant = LinearLaw::gravity(law.constant).ramping(law.ramp);
    *law == constant
}
