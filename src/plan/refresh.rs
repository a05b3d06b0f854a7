//! The plan, and its updates.

use alloc::collections::BTreeSet;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;

use super::assign::{assign, common_kick};
use super::attachment::Target;
use super::blocks::{Assembly, Block, MoverKind, own_kicks};
use super::dirty::Dirty;
use super::kind::Kick;
use super::kind::{Row, Rows, Way};
use super::laws::Laws;
use super::solution::IslandMotion;
use super::ties::{BoundOrbit, ComponentFlows, Gather, Ties};
use super::topology::Topology;
use crate::body::BodyStore;
use crate::movers::{Mover, Orbit, Solids};
use crate::numbers::larger;
use crate::space::Real;
use crate::step::NonFiniteBody;

/// The motion that each body follows between kicks, and the forces that kick it.
#[derive(Debug)]
pub(crate) struct Plan<T: Real<D>, const D: usize> {
    /// Increases with each change of the plan.
    pub(crate) version: u64,
    pub(crate) rows: Rows,
    pub(crate) laws: Laws<T, D>,
    /// The kicks on every body that is neither fixed nor bound.
    pub(crate) common: Vec<Kick>,
    /// The kicks on single bodies, sorted by body, then by slot.
    pub(crate) kicks: Vec<Kick>,
    pub(crate) solids: Solids<T, D>,
    /// Which bodies form islands because of contacts, without being tied.
    pub(crate) gather: Gather,
    /// Ties between bodies, shared by clones.
    pub(crate) ties: Arc<Ties>,
    /// Movers of the orbits of `ties`.
    orbits: Vec<Orbit>,
    /// Flows of the components of `ties`.
    pub(crate) flows: ComponentFlows<D>,
    /// Blocks of islands, shared by clones.
    pub(crate) blocks: Arc<Vec<Block>>,
    /// An upper bound of the absolute values of all components of positions and velocities; `None`
    /// if it is unknown.
    pub(crate) component_bound: Option<T>,
    /// Buffer for the kicks on the bodies whose rows are recomputed.
    found: Vec<Kick>,
}

impl<T: Real<D>, const D: usize> Plan<T, D> {
    pub(crate) fn new() -> Self {
        Self {
            version: 0,
            rows: Rows::default(),
            laws: Laws::new(),
            common: Vec::new(),
            kicks: Vec::new(),
            solids: Solids::new(),
            gather: Gather::None,
            ties: Arc::default(),
            orbits: Vec::new(),
            flows: Vec::new(),
            blocks: Arc::default(),
            component_bound: None,
            found: Vec::new(),
        }
    }

    /// Computes the plan of these forces and bodies from scratch.
    ///
    /// # Errors
    /// Returns the first body that is not valid, or whose law is not finite.
    pub(crate) fn of(
        topology: &Topology<T, D>,
        bodies: &mut BodyStore<T, D>,
        gather: Gather,
    ) -> Result<Self, NonFiniteBody> {
        let mut plan = Self::new();
        plan.gather = gather;
        bodies.values().iter().for_each(|_| plan.push());
        plan.refresh(&mut Dirty::everything(), topology, bodies)?;
        Ok(plan)
    }

    /// Fills `motions` with the motion of each body's island.
    pub(crate) fn motions(&self, motions: &mut Vec<IslandMotion>) {
        motions.clear();
        motions.extend(self.rows.list.iter().map(|row| row.way.motion()));
        for block in self.blocks.iter() {
            for &index in &block.indices[..block.count] {
                motions[index] = block.class.motion;
            }
        }
        // if the flow of a body includes a thrust, a force with an exact motion acts as a kick
        for island in &self.ties.islands {
            let has_thrust = (island.indices.iter()).any(|&index| self.solids.has_thrust(index));
            if has_thrust && motions[island.indices[0]] == IslandMotion::ExactUnlessPushed {
                (island.indices.iter()).for_each(|&index| motions[index] = IslandMotion::Kicked);
            }
        }
    }

    /// Tries to reserve memory for `additional` bodies.
    pub(crate) fn reserve(&mut self, additional: usize) {
        let _ = self.rows.list.try_reserve_exact(additional);
    }

    /// Adds the row of a new body at the end.
    pub(crate) fn push(&mut self) {
        self.rows.list.push(Row::NEW);
    }

    /// Removes the body at `index`; the body at `last` moves to that index.
    pub(crate) fn swap_remove(&mut self, index: usize, last: usize) {
        let removed = self.rows.swap_remove(index);
        if removed.law != Row::NO_LAW {
            self.laws.release(removed.law);
        }
        self.solids.swap_remove(index, last);
    }

    /// Copies `source`, and reuses the memory of `self`.
    pub(crate) fn copy_from(&mut self, source: &Self) {
        let Self {
            version,
            rows,
            laws,
            common,
            kicks,
            solids,
            gather,
            ties,
            orbits,
            flows,
            blocks,
            component_bound,
            found: _,
        } = source;
        self.version = *version;
        self.rows.copy_from(rows);
        self.laws.copy_from(laws);
        self.common.clone_from(common);
        self.kicks.clone_from(kicks);
        self.solids.clone_from(solids);
        self.gather = *gather;
        self.ties.clone_from(ties);
        self.orbits.clone_from(orbits);
        self.flows.clone_from(flows);
        self.blocks.clone_from(blocks);
        self.component_bound = *component_bound;
    }

    /// Whether every body follows its law over the whole step, if no forces are applied.
    pub(crate) fn only_flows(&self) -> bool {
        self.rows.are_free()
    }

    /// Returns the mover of this kind and index.
    pub(crate) fn mover(&mut self, kind: MoverKind) -> &mut dyn Mover<T, D> {
        match kind {
            MoverKind::Orbit(index) => &mut self.orbits[index],
            MoverKind::Component(index) => &mut self.flows[index],
        }
    }

    /// Returns the slots of the links that kick their bodies, except links that are the only force
    /// on both bodies.
    pub(crate) fn kicking_links(&self) -> BTreeSet<usize> {
        let mut slots = BTreeSet::new();
        for block in self.blocks.iter() {
            let links = block.kicks.iter().filter(|kick| kick.target.is_link());
            let kicking = links.filter(|kick| kick.changes_velocity);
            slots.extend(kicking.map(|kick| kick.slot as usize));
            for alone in &block.single_links {
                slots.remove(&(alone.slot as usize));
            }
        }
        slots
    }

    /// Recomputes all dirty rows.
    ///
    /// # Errors
    /// Returns the first body that is not valid, or whose law is not finite. After an error all
    /// dirty rows stay dirty.
    #[inline]
    pub(crate) fn refresh(
        &mut self,
        dirty: &mut Dirty,
        topology: &Topology<T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        if dirty.is_clean() {
            return Ok(());
        }
        self.find_anew(dirty, topology, bodies)
    }

    #[cold]
    #[inline(never)]
    fn find_anew(
        &mut self,
        dirty: &mut Dirty,
        topology: &Topology<T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        self.version += 1;
        let count = self.rows.list.len();
        if dirty.all {
            self.common.clear();
            let common = topology.every().iter();
            let common = common.filter_map(|&slot| common_kick(slot, &topology.slots()[slot]));
            self.common.extend(common.flat_map(|kick| kick.kicks()));
        }
        dirty.tidy(count);
        let mut ties = dirty.ties;
        for index in dirty.rows(count) {
            let is_fixed = bodies.value(index).is_fixed();
            if mem::replace(&mut self.rows.list[index].is_fixed, is_fixed) != is_fixed {
                ties |= topology.may_tie(index) || self.gather != Gather::None;
            }
        }
        dirty.ties = ties;
        let mut are_tied_anew = dirty.ties;
        if dirty.ties {
            self.find_ties(dirty, topology, bodies);
        } else if !self.ties.components.is_empty() {
            are_tied_anew = self.solve_anew(dirty, topology, bodies);
        }
        let mut found = mem::take(&mut self.found);
        found.clear();
        let rows = (dirty.rows(count))
            .try_for_each(|index| self.find_row(index, topology, bodies, &mut found));
        if let Err(error) = rows {
            self.found = found;
            return Err(error);
        }
        are_tied_anew |= self.take_kicks(dirty, &found);
        self.found = found;
        if are_tied_anew && !(self.ties.islands.is_empty() && self.blocks.is_empty()) {
            let assembly = Assembly {
                topology,
                ties: &self.ties,
                rows: &self.rows.list,
                laws: &self.laws,
                common: &self.common,
                own: &self.kicks,
            };
            self.blocks = Arc::new(assembly.blocks());
        }
        self.rows.find_starts(dirty.rows(count), &self.laws);
        dirty.clear();
        Ok(())
    }

    /// Determines again which bodies move together. Marks the rows of all bodies that were or are
    /// in islands as dirty.
    fn find_ties(
        &mut self,
        dirty: &mut Dirty,
        topology: &Topology<T, D>,
        bodies: &mut BodyStore<T, D>,
    ) {
        let mut body = |index: usize| *bodies.value(index);
        let ties = Ties::find(
            topology,
            &self.rows.list,
            &mut body,
            &self.ties,
            &mut self.flows,
            self.gather,
        );
        let old = mem::replace(&mut self.ties, Arc::new(ties));
        let orbits = self.ties.orbits.iter();
        self.orbits.clear();
        (self.orbits).extend(orbits.map(|&BoundOrbit { slot, .. }| Orbit { slot }));
        let islands = old.islands.iter().chain(&self.ties.islands);
        let members = islands.flat_map(|island| island.indices.iter().copied());
        dirty.more(members, self.rows.list.len());
    }

    /// Solves again the components whose bodies have new masses or inertias. Returns whether a
    /// component has become solved or unsolved; the rows of its bodies are then marked as dirty.
    fn solve_anew(
        &mut self,
        dirty: &mut Dirty,
        topology: &Topology<T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> bool {
        let mut are_tied_anew = false;
        let mut more: Vec<usize> = Vec::new();
        for index in dirty.rows(self.rows.list.len()) {
            if self.ties.island_of(index).is_none() {
                continue;
            }
            let Some(found) = self.ties.component_of(index) else {
                continue;
            };
            let component = &self.ties.components[found];
            let of_component = component.indices.binary_search(&index);
            let fits = of_component.is_ok_and(|at| self.flows[found].fits(at, bodies.value(index)));
            if fits {
                continue;
            }
            let ties = Arc::make_mut(&mut self.ties);
            let mut body = |index: usize| *bodies.value(index);
            if ties.solve_again(found, topology, &mut body, &mut self.flows[found]) {
                ties.bind(found);
                more.extend(&ties.components[found].indices);
                are_tied_anew = true;
            }
        }
        dirty.more(more, self.rows.list.len());
        are_tied_anew
    }

    /// Recomputes the row of a body, and adds the kicks on this body alone to `found`.
    fn find_row(
        &mut self,
        index: usize,
        topology: &Topology<T, D>,
        bodies: &mut BodyStore<T, D>,
        found: &mut Vec<Kick>,
    ) -> Result<(), NonFiniteBody> {
        let body = bodies.value(index);
        let bond = self.ties.bond(index);
        let assigned = assign((index, body, bond), topology, &self.common, found);
        let is_finite = assigned.law.is_finite() && assigned.angular_law.is_finite();
        if !(body.is_valid() && is_finite) {
            return Err(NonFiniteBody(index));
        }
        // the body may have been written to
        let largest = body.largest_component();
        self.component_bound = self.component_bound.map(|bound| larger(bound, largest));
        self.solids
            .update(index, body, assigned.angular_law, assigned.thrust);
        let is_tied = self.ties.island_of(index).is_some();
        let way = if is_tied { Way::Tied } else { assigned.way };
        self.rows.set_way(index, way);
        let old = self.rows.list[index].law;
        if old == Row::NO_LAW || self.laws.law(old) != assigned.law {
            // release the old law first, so that its number can be used again
            if old != Row::NO_LAW {
                self.laws.release(old);
            }
            let near = index.checked_sub(1).map(|near| self.rows.list[near].law);
            self.rows.list[index].law = self.laws.retain(&assigned.law, near);
        }
        Ok(())
    }

    /// Replaces the kicks on bodies with dirty rows by `found`. Returns whether kicks on tied bodies have changed.
    fn take_kicks(&mut self, dirty: &Dirty, found: &[Kick]) -> bool {
        let count = self.rows.list.len();
        let mut have_changed =
            (self.kicks.last()).is_some_and(|kick| kick.target >= Target::One(count));
        let mut are_tied = false;
        for index in dirty.rows(count) {
            if own_kicks(&self.kicks, index) != own_kicks(found, index) {
                have_changed = true;
                are_tied |= self.rows.list[index].way == Way::Tied;
            }
        }
        if !have_changed {
            return false;
        }
        let mut kept = self.kicks.iter().peekable();
        let mut found = found.iter().peekable();
        let mut all = Vec::with_capacity(self.kicks.len() + found.len());
        for index in dirty.rows(count) {
            let here = Target::One(index);
            while let Some(kick) = kept.next_if(|kick| kick.target < here) {
                all.push(*kick);
            }
            while kept.next_if(|kick| kick.target == here).is_some() {}
            while let Some(kick) = found.next_if(|kick| kick.target == here) {
                all.push(*kick);
            }
        }
        all.extend(kept.take_while(|kick| kick.target < Target::One(count)));
        self.kicks = all;
        are_tied
    }
}

#[cfg(test)]
impl<T: Real<D>, const D: usize> Plan<T, D> {
    /// Compares two plans. Laws are compared by their coefficients, not by their numbers.
    pub(crate) fn compare(&self, other: &Self) -> Result<(), alloc::string::String> {
        let [rows, others] = [&self.rows, &other.rows];
        assert_eq!(rows.list.len(), others.list.len());
        for index in 0..rows.list.len() {
            let [row, another] = [rows.list[index], others.list[index]];
            let [law, another_law] = [self.laws.law(row.law), other.laws.law(another.law)];
            if (row.way, row.is_fixed, law) != (another.way, another.is_fixed, another_law) {
                return Err(alloc::format!("row {index}: {row:?}, {another:?}"));
            }
            let known = [self, other].map(|plan| plan.solids.known(index));
            if known[0] != known[1] {
                return Err(alloc::format!("solid {index}: {known:?}"));
            }
        }
        let mut start = 0;
        while start < rows.list.len() {
            let run = rows.run(start, rows.list.len());
            let members = &rows.list[start..run.end];
            let fits = members.iter().all(|row| {
                let is_same = run.is_varied || row.law == run.law;
                row.way == run.way
                    && is_same
                    && self.laws.shared(row.law) == self.laws.shared(run.law)
            });
            if !fits {
                return Err(alloc::format!("run {run:?} of {members:?}"));
            }
            start = run.end;
        }
        let parts = [
            ("are_free", rows.are_free() == others.are_free()),
            ("common", self.common == other.common),
            ("kicks", self.kicks == other.kicks),
            ("ties", self.ties.are_alike(&other.ties, rows.list.len())),
            ("blocks", self.blocks == other.blocks),
            ("flows", {
                let flows = self.flows.iter().zip(&other.flows);
                self.flows.len() == other.flows.len()
                    && flows.into_iter().all(|(one, other)| one.is_alike(other))
            }),
        ];
        match parts.iter().find(|(_, is_equal)| !is_equal) {
            Some((part, _)) => Err(alloc::format!("{part} differ")),
            None => Ok(()),
        }
    }
}
