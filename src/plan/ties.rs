//! Which bodies move together: on orbits, in components, and in islands.
//!
//! - A body is on at most one orbit: that of the attractor or link with the lowest slot. A link
//!   makes an orbit only if neither of the linked bodies is on another orbit.
//! - Linear links and rods tie bodies into *components*, except fixed bodies and bodies on orbits.
//!   A component moves in one flow if that flow can be solved.
//! - Bodies that are joined by any links, on orbits, or in components form *islands*, which go
//!   through a step as a whole. A fixed body does not join the bodies that are linked to it. If a
//!   force acts between all bodies, all bodies that are not fixed are one island.

use alloc::vec;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::assign::Bond;
use super::attachment::{Attachment, Target};
use super::kind::EffectKind;
use super::kind::Row;
use super::narrow;
use super::topology::Topology;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::force::Effect;
use crate::movers::{ComponentFlow, Inputs, Solution};
use crate::space::Real;
use crate::step::relative;

/// Which bodies move together.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Ties {
    /// Bond of each body, by body index; empty if no body is tied.
    bonds: Vec<Bond>,
    pub(crate) orbits: Vec<BoundOrbit>,
    pub(crate) components: Vec<Component>,
    pub(crate) islands: Vec<Island>,
    /// The island of each body, or [`NONE`]; empty if no body is tied.
    island_of: Vec<u32>,
}

/// Which bodies form islands without being tied, because they may make contact.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Gather {
    #[default]
    None,
    /// Each body is an island, because bodies may touch surfaces.
    Each,
    /// All bodies are one island, because they may touch each other.
    All,
}

/// If there are at most this number of old components, a new component is compared with all of
/// them.
const FEW: usize = 64;

/// Number stored in place of an index if there is none.
const NONE: u32 = u32::MAX;

/// An orbit, either of a body about an attractor, or of two bodies about each other, which are
/// given by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BoundOrbit {
    pub(crate) target: Target,
    /// Slot of the gravity that causes the orbit.
    pub(crate) slot: usize,
}

/// A force that ties bodies into a component: a linear link, or a rod. A rod acts between two
/// bodies or on one body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tie {
    pub(crate) slot: usize,
    /// The tied bodies, by body index.
    pub(crate) target: Target,
    pub(crate) is_rod: bool,
}

/// Bodies that are joined by ties.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Component {
    /// Indices of the bodies, ascending; no body of a component is fixed.
    pub(crate) indices: Vec<usize>,
    /// The ties between the bodies, in the order of their slots.
    pub(crate) ties: Vec<Tie>,
    /// Indices of the bodies that are rotated by rods off their centres, ascending.
    pub(crate) turning: Vec<usize>,
    pub(crate) solution: Solution,
}

impl Component {
    /// Whether all bodies of the component move in one flow.
    pub(crate) fn is_solved(&self) -> bool {
        !matches!(self.solution, Solution::Kicks(_))
    }
}

/// Bodies that go through a step as a whole.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Island {
    /// Indices of the bodies, ascending; no body of an island is fixed.
    pub(crate) indices: Vec<usize>,
    /// Slots of the links between the bodies, and of links to fixed bodies, ascending.
    pub(crate) links: Vec<usize>,
}

/// The flows of the components of some [`Ties`], by component index.
pub(crate) type ComponentFlows<const D: usize> = Vec<ComponentFlow<D>>;

impl Ties {
    pub(crate) fn bond(&self, index: usize) -> Bond {
        self.bonds.get(index).copied().unwrap_or(Bond::None)
    }

    /// Returns the index of the island of a body.
    pub(crate) fn island_of(&self, index: usize) -> Option<usize> {
        let island = *self.island_of.get(index)?;
        (island != NONE).then_some(island as usize)
    }

    /// Whether the ties of two worlds of `count` bodies are equal.
    #[cfg(test)]
    pub(super) fn are_alike(&self, other: &Self, count: usize) -> bool {
        (&self.orbits, &self.components, &self.islands)
            == (&other.orbits, &other.components, &other.islands)
            && (0..count).all(|index| {
                let of = |ties: &Self| (ties.bond(index), ties.island_of(index));
                of(self) == of(other)
            })
    }

    pub(crate) fn is_on_orbit(&self, index: usize) -> bool {
        matches!(self.bond(index), Bond::Orbit(_))
    }

    /// Whether a force on a body may tie it to other bodies, or to a point.
    pub(crate) fn may_tie<T: Real<D>, const D: usize>(force: &Attachment<T, D>) -> bool {
        force.target.is_link()
            || force.acts_between()
            || matches!(force.kind.effect, EffectKind::Orbit | EffectKind::Rod)
    }

    /// Determines which bodies move together, and how. There are as many bodies as rows; `body`
    /// returns the body at an index. The flows of the `known` ties are reused if their inputs are
    /// equal.
    pub(crate) fn find<T: Real<D>, const D: usize>(
        topology: &Topology<T, D>,
        rows: &[Row],
        body: &mut dyn FnMut(usize) -> Body<T, D>,
        known: &Self,
        flows: &mut ComponentFlows<D>,
        gather: Gather,
    ) -> Self {
        let mut ties = Self::default();
        let mut old: Vec<Option<ComponentFlow<D>>> = flows.drain(..).map(Some).collect();
        if gather == Gather::None && !topology.slots().iter().any(Self::may_tie) {
            return ties;
        }
        ties.bonds.resize(rows.len(), Bond::None);
        ties.island_of.resize(rows.len(), NONE);
        ties.find_orbits(topology, rows);
        ties.find_components(topology, rows, body);
        for index in 0..ties.components.len() {
            let component = &ties.components[index];
            let inputs = Inputs::of(component, topology, &mut *body);
            let fits =
                |at: &usize| (old[*at].as_ref()).is_some_and(|flow| flow.has_inputs(&inputs));
            let alike = |other: &Component| other.indices[0].cmp(&component.indices[0]);
            // if the body indices of a component have changed, it is found only if there are few
            // components
            let few = (0..old.len()).filter(|_| old.len() <= FEW);
            let found = (known.components.binary_search_by(alike).ok())
                .into_iter()
                .chain(few)
                .find(fits);
            let flow = found.and_then(|at| old[at].take());
            let flow = flow.unwrap_or_else(|| ComponentFlow::new(inputs, component));
            ties.components[index].solution = flow.solution();
            flows.push(flow);
            ties.bind(index);
        }
        ties.find_islands(topology, rows, gather);
        ties
    }

    /// Solves a component again, after a mass or inertia of its bodies has changed. Returns whether the bonds of these bodies have
    /// changed.
    pub(super) fn solve_again<T: Real<D>, const D: usize>(
        &mut self,
        index: usize,
        topology: &Topology<T, D>,
        body: &mut dyn FnMut(usize) -> Body<T, D>,
        flow: &mut ComponentFlow<D>,
    ) -> bool {
        let component = &self.components[index];
        let was_solved = component.is_solved();
        *flow = ComponentFlow::new(Inputs::of(component, topology, body), component);
        self.components[index].solution = flow.solution();
        was_solved != self.components[index].is_solved()
    }

    /// Returns the index of the component of a body, whether that component is solved or not.
    pub(crate) fn component_of(&self, index: usize) -> Option<usize> {
        match self.bond(index) {
            Bond::Component { index, .. } => Some(index as usize),
            // the body may be in a component that is not solved
            Bond::None => (self.components.iter())
                .position(|component| component.indices.binary_search(&index).is_ok()),
            Bond::Orbit(_) => None,
        }
    }

    /// Whether a force would tie its bodies into a component if none of them was on an orbit.
    pub(super) fn ties_off_orbits<T: Real<D>, const D: usize>(force: &Attachment<T, D>) -> bool {
        match force.kind.effect {
            EffectKind::Rod => true,
            EffectKind::Law => force.target.is_link(),
            _ => false,
        }
    }

    fn find_orbits<T: Real<D>, const D: usize>(&mut self, topology: &Topology<T, D>, rows: &[Row]) {
        let slots = topology.slots().iter().enumerate();
        for (slot, force) in slots.filter(|(_, force)| force.kind.effect == EffectKind::Orbit) {
            let targets = match force.target {
                link @ Target::Pair(..) => [link].to_vec(),
                _ => force.bodies(rows.len()).map(Target::One).collect(),
            };
            for target in targets {
                // a fixed body may be the centre of any number of orbits
                let free = || target.bodies(0).filter(|&index| !rows[index].is_fixed);
                if free().next().is_none() || free().any(|index| self.is_on_orbit(index)) {
                    continue;
                }
                let free: Vec<usize> = free().collect();
                for index in free {
                    self.bonds[index] = Bond::Orbit(narrow(slot));
                }
                self.orbits.push(BoundOrbit { target, slot });
            }
        }
    }

    /// Returns the ties that a force makes: links, and rods on single bodies.
    fn ties_by<T: Real<D>, const D: usize>(
        &self,
        slot: usize,
        force: &Attachment<T, D>,
        rows: &[Row],
        body: &mut dyn FnMut(usize) -> Body<T, D>,
    ) -> Vec<Tie> {
        let is_rod = force.kind.effect == EffectKind::Rod;
        let tie = |target| Tie {
            slot,
            target,
            is_rod,
        };
        let is_bound = |index: &usize| rows[*index].is_fixed || self.is_on_orbit(*index);
        if !Self::ties_off_orbits(force) {
            return Vec::new();
        }
        match force.target {
            link @ Target::Pair(first, second) => {
                let are_fixed = link.bodies(0).all(|index| rows[index].is_fixed);
                if are_fixed || link.bodies(0).any(|index| self.is_on_orbit(index)) {
                    return Vec::new();
                }
                let ends = [first, second].map(body);
                let relative = relative([&ends[0], &ends[1]], force.arms.as_ref());
                let ties = match force.effect(&relative) {
                    Effect::Law(law) => law.is_isotropic() && law != LinearLaw::free(),
                    Effect::Spring { .. } => true,
                    _ => false,
                };
                ties.then(|| tie(link)).into_iter().collect()
            }
            _ => (force.bodies(rows.len()))
                .filter(|index| !is_bound(index))
                .filter(|index| matches!(force.effect(&body(*index)), Effect::Spring { .. }))
                .map(|index| tie(Target::One(index)))
                .collect(),
        }
    }

    /// Finds the components, but does not solve them.
    fn find_components<T: Real<D>, const D: usize>(
        &mut self,
        topology: &Topology<T, D>,
        rows: &[Row],
        body: &mut dyn FnMut(usize) -> Body<T, D>,
    ) {
        let mut all = Vec::new();
        for (slot, force) in topology.slots().iter().enumerate() {
            all.extend(self.ties_by(slot, force, rows, body));
        }
        let free = |tie: &Tie| tie.target.bodies(0).filter(|&index| !rows[index].is_fixed);
        let mut sets = Sets::new(rows.len());
        for tie in &all {
            let mut ends = free(tie);
            if let (Some(one), Some(other)) = (ends.next(), ends.next()) {
                sets.join(one, other);
            }
        }
        let mut index_of = vec![NONE; rows.len()];
        let mut tied: Vec<usize> = all.iter().flat_map(free).collect();
        tied.sort_unstable();
        tied.dedup();
        for index in tied {
            let leader = sets.leader(index);
            if index_of[leader] == NONE {
                index_of[leader] = narrow(self.components.len());
                self.components.push(Component {
                    indices: Vec::new(),
                    ties: Vec::new(),
                    turning: Vec::new(),
                    solution: Solution::Network,
                });
            }
            self.components[index_of[leader] as usize]
                .indices
                .push(index);
        }
        for tie in all {
            let Some(end) = free(&tie).next() else {
                continue;
            };
            let component = &mut self.components[index_of[sets.leader(end)] as usize];
            let arms = topology.slots()[tie.slot].arms.iter().flatten();
            let is_off = |arm: &SVector<T, D>| !arm.iter().all(T::is_zero);
            let turned = (tie.target.bodies(0).zip(arms))
                .filter(|(index, arm)| is_off(arm) && !rows[*index].is_fixed);
            component.turning.extend(turned.map(|(index, _)| index));
            component.ties.push(tie);
        }
        for component in &mut self.components {
            component.turning.sort_unstable();
            component.turning.dedup();
        }
    }

    /// Sets the bonds of the bodies of a component.
    pub(super) fn bind(&mut self, index: usize) {
        let component = &self.components[index];
        for &body in &component.indices {
            self.bonds[body] = if component.is_solved() {
                Bond::Component {
                    index: narrow(index),
                    turns: component.turning.binary_search(&body).is_ok(),
                }
            } else {
                Bond::None
            };
        }
    }

    fn find_islands<T: Real<D>, const D: usize>(
        &mut self,
        topology: &Topology<T, D>,
        rows: &[Row],
        gather: Gather,
    ) {
        let mut sets = Sets::new(rows.len());
        let mut is_member = vec![false; rows.len()];
        let free = |target: Target| target.bodies(0).filter(|&index| !rows[index].is_fixed);
        let links = || {
            let slots = topology.slots().iter().enumerate();
            slots.filter(|(_, force)| force.target.is_link())
        };
        // adds these bodies to one island
        let mut join_all = |indices: &mut dyn Iterator<Item = usize>| {
            let mut first = None;
            for index in indices {
                is_member[index] = true;
                sets.join(*first.get_or_insert(index), index);
            }
        };
        for (_, force) in links() {
            join_all(&mut free(force.target));
        }
        for orbit in &self.orbits {
            join_all(&mut free(orbit.target));
        }
        for component in &self.components {
            join_all(&mut component.indices.iter().copied());
        }
        let free_rows = || (0..rows.len()).filter(|&index| !rows[index].is_fixed);
        if gather == Gather::All || topology.slots().iter().any(Attachment::acts_between) {
            join_all(&mut free_rows());
        } else if gather == Gather::Each {
            free_rows().for_each(|index| join_all(&mut core::iter::once(index)));
        }
        for index in (0..rows.len()).filter(|&index| is_member[index]) {
            let leader = sets.leader(index);
            if self.island_of[leader] == NONE {
                self.island_of[leader] = narrow(self.islands.len());
                self.islands.push(Island::default());
            }
            let island = self.island_of[leader];
            self.island_of[index] = island;
            self.islands[island as usize].indices.push(index);
        }
        for (slot, force) in links() {
            if let Some(end) = free(force.target).next() {
                let island = self.island_of[end] as usize;
                self.islands[island].links.push(slot);
            }
        }
    }
}

/// Disjoint sets of indices. Each set has a leader: its smallest index.
struct Sets {
    leader: Vec<u32>,
}

impl Sets {
    fn new(count: usize) -> Self {
        Self {
            leader: (0..count).map(narrow).collect(),
        }
    }

    /// Returns the leader of the set that contains an index. Shortens the path to the leader.
    fn leader(&mut self, index: usize) -> usize {
        let mut index = index;
        while self.leader[index] as usize != index {
            let next = self.leader[index] as usize;
            self.leader[index] = self.leader[next];
            index = next;
        }
        index
    }

    fn join(&mut self, one: usize, other: usize) {
        let ends = [one, other].map(|index| self.leader(index));
        self.leader[ends[0].max(ends[1])] = narrow(ends[0].min(ends[1]));
    }
}
