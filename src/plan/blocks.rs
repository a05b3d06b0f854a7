//! Blocks: groups of islands that go through a step together, with their movers and kicks.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::assign::{Bond, kick_between, link_kicks};
use super::attachment::Target;
use super::kind::Kick;
use super::kind::Row;
use super::laws::Laws;
use super::solution::IslandMotion;
use super::ties::{Island, Ties};
use super::topology::Topology;
use crate::flow::LinearLaw;
use crate::movers::Solution;
use crate::space::Real;

/// Number of bodies that go through a step together. So few bodies fit into the fastest cache.
pub(crate) const BLOCK: usize = 64;

/// Islands that go through a step together. All other fields refer to bodies by their index in
/// `indices`.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Block {
    /// Indices of the bodies of the islands, then of fixed bodies linked to them, which are only read.
    pub(crate) indices: Vec<usize>,
    /// Number of bodies of the islands, without the bodies that are only read.
    pub(crate) count: usize,
    /// Ranges of the bodies that follow laws of their own, and are not bound.
    pub(crate) with_laws: Vec<Range<usize>>,
    pub(crate) movers: Vec<BlockMover>,
    pub(crate) kicks: Vec<Kick>,
    /// Number of forces that kick the velocity of each body.
    pub(crate) counts: Vec<u32>,
    /// Exact links that are the only kick on both their bodies.
    pub(crate) single_links: Vec<Kick>,
    pub(crate) class: Class,
}

/// Properties that decide how a block goes through a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Class {
    /// Whether any force kicks bodies of the block.
    pub(crate) is_kicked: bool,
    /// Whether some kick may depend on velocity.
    pub(crate) by_velocity: bool,
    /// Whether components with rods are kicked. A step of such a block is a composition of
    /// second-order steps.
    pub(crate) has_kicked_rods: bool,
    /// Whether the kicks on every body of the world act on every body of the block.
    shares_common_kicks: bool,
    /// How each island of the block moves.
    pub(crate) motion: IslandMotion,
}

/// A mover and its bodies.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BlockMover {
    /// Indices of the bodies in the block.
    pub(crate) local: Vec<usize>,
    /// Indices of the bodies in the world, ascending.
    pub(crate) indices: Vec<usize>,
    pub(crate) kind: MoverKind,
    /// Whether any force kicks bodies of the mover.
    pub(crate) is_kicked: bool,
}

/// Kind and index of a mover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MoverKind {
    /// The orbit with this index.
    Orbit(usize),
    /// The flow of the component with this index.
    Component(usize),
}

impl MoverKind {
    /// Whether the mover includes applied forces in its motion. If not, applied forces kick the
    /// bodies of the mover.
    pub(crate) fn takes_pushes(self) -> bool {
        matches!(self, Self::Component(_))
    }
}

/// The data from which blocks are made.
pub(super) struct Assembly<'a, T: Real<D>, const D: usize> {
    pub(super) topology: &'a Topology<T, D>,
    pub(super) ties: &'a Ties,
    pub(super) rows: &'a [Row],
    pub(super) laws: &'a Laws<T, D>,
    /// The kicks on every body.
    pub(super) common: &'a [Kick],
    /// The kicks on single bodies, sorted by body.
    pub(super) own: &'a [Kick],
}

impl<T: Real<D>, const D: usize> Assembly<'_, T, D> {
    /// Returns all blocks. Each block contains successive islands of the same class.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let mut movers: Vec<Vec<BlockMover>> = Vec::new();
        movers.resize_with(self.ties.islands.len(), Vec::new);
        let mut add = |kind, indices: Vec<usize>| {
            let free = indices.iter().find(|&&index| !self.rows[index].is_fixed);
            if let Some(island) = free.and_then(|&index| self.ties.island_of(index)) {
                movers[island].push(BlockMover {
                    local: Vec::new(),
                    indices,
                    kind,
                    is_kicked: false,
                });
            }
        };
        for (index, orbit) in self.ties.orbits.iter().enumerate() {
            add(MoverKind::Orbit(index), orbit.target.bodies(0).collect());
        }
        for (index, component) in self.ties.components.iter().enumerate() {
            if component.is_solved() {
                add(MoverKind::Component(index), component.indices.clone());
            }
        }
        let mut blocks: Vec<Block> = Vec::new();
        for (island, movers) in self.ties.islands.iter().zip(movers) {
            let new = self.block(island, movers);
            // bodies that are only read come last, so no island can be added after them
            let open = blocks.last_mut().filter(|open| {
                open.class == new.class
                    && open.indices.len() + new.indices.len() <= BLOCK
                    && open.count == open.indices.len()
                    && new.count == new.indices.len()
            });
            match open {
                Some(open) => open.append(new),
                None => blocks.push(new),
            }
        }
        for block in &mut blocks {
            block.with_laws = self.with_laws(&block.indices);
        }
        blocks
    }

    /// Returns the ranges of `indices` with bodies that follow laws of their own.
    fn with_laws(&self, indices: &[usize]) -> Vec<Range<usize>> {
        let is_bound = |index: usize| self.ties.bond(index) != Bond::None;
        let mut end = 0;
        let chunks = indices.chunk_by(|&one, &other| is_bound(one) == is_bound(other));
        let mut ranges = Vec::new();
        for chunk in chunks {
            let start = end;
            end += chunk.len();
            if !is_bound(chunk[0]) {
                ranges.push(start..end);
            }
        }
        ranges
    }

    /// Returns the block of one island.
    fn block(&self, island: &Island, movers: Vec<BlockMover>) -> Block {
        let ties = self.ties;
        let links = self.links(island);
        let mut indices = island.indices.clone();
        let mut guests: Vec<usize> = (links.iter().flat_map(|kick| kick.target.bodies(0)))
            .chain(
                movers
                    .iter()
                    .flat_map(|mover| mover.indices.iter().copied()),
            )
            .filter(|&index| self.rows[index].is_fixed)
            .collect();
        guests.sort_unstable();
        guests.dedup();
        indices.extend(&guests);
        let count = island.indices.len();
        let local_of = |index: usize| {
            let found = indices[..count].binary_search(&index);
            let guest = |_| {
                indices[count..]
                    .binary_search(&index)
                    .map(|local| count + local)
            };
            found.or_else(guest).ok()
        };

        let is_bound = |index: &usize| ties.bond(*index) != Bond::None;
        let shares_common_kicks = guests.is_empty() && !island.indices.iter().any(is_bound);
        let mut kicks = Vec::new();
        if shares_common_kicks {
            kicks.extend(self.common);
        } else {
            // a force on every body kicks each body that is neither fixed nor bound to a common motion
            for kick in self.common {
                let free = island.indices.iter().filter(|index| !is_bound(index));
                kicks.extend(free.map(|&index| Kick {
                    target: Target::One(index),
                    ..*kick
                }));
            }
        }
        // a force between all bodies kicks the bodies of this island
        let every = self.topology.every().iter();
        let between = every.filter_map(|&slot| kick_between(slot, &self.topology.slots()[slot]));
        kicks.extend(between.flat_map(|kick| kick.kicks()));
        for &index in &island.indices {
            kicks.extend(own_kicks(self.own, index));
        }
        kicks.extend(links);
        // converts indices in the world to indices in the block
        let kicks: Vec<Kick> = (kicks.into_iter())
            .filter_map(|kick| {
                let target = kick.target.map(local_of)?;
                Some(Kick { target, ..kick })
            })
            .collect();
        let mut counts = vec![0; indices.len()];
        let mut all = vec![Kicks::default(); indices.len()];
        for kick in &kicks {
            for local in kick.target.bodies(indices.len()) {
                counts[local] += u32::from(kick.changes_velocity);
                all[local].count += 1;
                all[local].some_are_not_exact |= !kick.is_exact;
            }
        }
        let is_single = |local: usize| {
            all[local].count == 1
                && !all[local].some_are_not_exact
                && !is_bound(&indices[local])
                && self.laws.law(self.rows[indices[local]].law) == LinearLaw::free()
        };
        let single_links: Vec<Kick> = (kicks.iter())
            .filter(|kick| kick.target.is_link() && kick.is_exact)
            .filter(|kick| kick.target.bodies(0).all(is_single))
            .copied()
            .collect();
        let movers: Vec<BlockMover> = (movers.into_iter())
            .map(|mover| {
                let local: Vec<usize> = mover
                    .indices
                    .iter()
                    .filter_map(|&index| local_of(index))
                    .collect();
                BlockMover {
                    is_kicked: local.iter().any(|&local| all[local].count > 0),
                    local,
                    ..mover
                }
            })
            .collect();
        let has_rods = movers.iter().any(|mover| self.moves_by_rods(mover));
        let has_orbit = (movers.iter()).any(|mover| matches!(mover.kind, MoverKind::Orbit(_)));
        let motion = match kicks.len() {
            0 if has_rods => IslandMotion::EnergyMomentum,
            0 if has_orbit => IslandMotion::ExactUnlessPushed,
            0 => IslandMotion::Exact,
            count if count == single_links.len() => IslandMotion::ExactUnlessPushed,
            _ => IslandMotion::Kicked,
        };
        Block {
            class: Class {
                motion,
                is_kicked: !kicks.is_empty(),
                by_velocity: kicks.iter().any(|kick| kick.depends_on_velocity),
                has_kicked_rods: (movers.iter())
                    .any(|mover| mover.is_kicked && self.moves_by_rods(mover)),
                shares_common_kicks,
            },
            with_laws: Vec::new(),
            indices,
            count,
            movers,
            kicks,
            counts,
            single_links,
        }
    }

    /// Whether a mover is a component with rods.
    fn moves_by_rods(&self, mover: &BlockMover) -> bool {
        match mover.kind {
            MoverKind::Component(index) => self.ties.components[index].solution == Solution::Rods,
            MoverKind::Orbit(_) => false,
        }
    }

    /// Returns the kicks by the links of an island, with world indices of bodies.
    fn links(&self, island: &Island) -> Vec<Kick> {
        let mut kicks = Vec::new();
        for &slot in &island.links {
            let force = &self.topology.slots()[slot];
            if let Target::Pair(first, second) = force.target {
                let bonds = [first, second].map(|index| self.ties.bond(index));
                let is_tie = bonds.iter().any(|bond| match bond {
                    Bond::Component { index, .. } => (self.ties.components[*index as usize].ties)
                        .binary_search_by_key(&slot, |tie| tie.slot)
                        .is_ok(),
                    _ => false,
                });
                kicks.extend(link_kicks(slot, force, bonds, is_tie));
            }
        }
        kicks
    }
}

/// Summary of the kicks on one body.
#[derive(Debug, Clone, Copy, Default)]
struct Kicks {
    count: u32,
    some_are_not_exact: bool,
}

/// Returns the kicks on the body at `index` from `own`, which is sorted by body.
pub(crate) fn own_kicks(own: &[Kick], index: usize) -> &[Kick] {
    let start = own.partition_point(|kick| kick.target < Target::One(index));
    let count = own[start..].partition_point(|kick| kick.target == Target::One(index));
    &own[start..start + count]
}

impl Block {
    /// Appends an island of the same class. Neither block may have bodies that are only read.
    fn append(&mut self, other: Self) {
        let first = self.indices.len();
        let moved = |target: Target| target.map(|local| Some(first + local)).unwrap_or(target);
        // the block already has the kicks on every body
        let kicks = other.kicks.iter();
        let own = kicks.filter(|kick| kick.target != Target::Every);
        self.kicks.extend(own.map(|kick| Kick {
            target: moved(kick.target),
            ..*kick
        }));
        (self.single_links).extend(other.single_links.iter().map(|kick| Kick {
            target: moved(kick.target),
            ..*kick
        }));
        self.counts.extend(other.counts);
        self.indices.extend(other.indices);
        self.count = self.indices.len();
        self.movers.extend(other.movers.into_iter().map(|mover| {
            let local = mover.local.iter().map(|local| first + local).collect();
            BlockMover { local, ..mover }
        }));
    }
}
