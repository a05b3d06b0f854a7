//! The plan, and how it is brought up to date.

use alloc::collections::BTreeSet;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;

use super::assign::{assign, common_kick};
use super::attachment::{Attachment, Target};
use super::blocks::{Assembly, Block, own_kicks};
use super::kick::Kick;
use super::laws::Laws;
use super::rows::{Row, Run, Way, write_runs};
use super::ties::{ComponentFlows, Ties};
use super::topology::Topology;
use crate::body::BodyStore;
use crate::movers::Solids;
use crate::numbers::larger;
use crate::space::Real;
use crate::step::NonFiniteBody;

/// Which rows of a plan must be found anew. Nothing else remembers that something changed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dirty {
    places: Vec<usize>,
    /// Whether all rows are dirty, and what is on every body.
    all: bool,
    /// Whether a force that may tie bodies came or went, or a body that is tied.
    ties: bool,
}

/// What each body follows between kicks, and what kicks it.
#[derive(Debug)]
pub(crate) struct Plan<T: Real<D>, const D: usize> {
    pub(crate) rows: Vec<Row>,
    pub(crate) laws: Laws<T, D>,
    /// Of all rows.
    pub(crate) runs: Vec<Run<T>>,
    /// The kicks on every body that is neither fixed nor bound.
    pub(crate) common: Vec<Kick>,
    /// The kicks on single bodies, sorted by body, then by slot.
    pub(crate) kicks: Vec<Kick>,
    pub(crate) solids: Solids<T, D>,
    /// Shared by clones.
    pub(crate) ties: Arc<Ties>,
    /// Of the components of the ties.
    pub(crate) flows: ComponentFlows<D>,
    /// Shared by clones.
    pub(crate) blocks: Arc<Vec<Block>>,
    /// A bound on the magnitude of all components of positions and velocities, if one is known.
    pub(crate) component_bound: Option<T>,
    /// Buffer for the kicks on the bodies whose rows are found anew.
    found: Vec<Kick>,
}

impl Dirty {
    /// Notes that the row of a body is another.
    pub(crate) fn body(&mut self, place: usize) {
        if self.places.last() != Some(&place) {
            self.places.push(place);
        }
    }

    /// Notes a body that was added or removed, or that has another place now; whether forces may tie it.
    pub(crate) fn body_of(&mut self, place: usize, may_be_tied: bool) {
        self.body(place);
        self.ties |= may_be_tied;
    }

    /// Notes a force that came or went, or was replaced.
    pub(crate) fn force<T: Real<D>, const D: usize>(
        &mut self,
        force: &Attachment<T, D>,
        ties: &Ties,
    ) {
        self.ties |= Ties::may_tie(force);
        if force.target == Target::Every {
            self.all = true;
            self.ties |= !ties.islands.is_empty();
        }
        for place in force.named_bodies() {
            self.body(place);
            self.ties |= ties.island_of(place).is_some();
        }
    }

    fn is_clean(&self) -> bool {
        self.places.is_empty() && !self.all && !self.ties
    }

    fn clear(&mut self) {
        self.places.clear();
        (self.all, self.ties) = (false, false);
    }
}

impl<T: Real<D>, const D: usize> Plan<T, D> {
    pub(crate) fn new() -> Self {
        Self {
            rows: Vec::new(),
            laws: Laws::new(),
            runs: Vec::new(),
            common: Vec::new(),
            kicks: Vec::new(),
            solids: Solids::new(),
            ties: Arc::default(),
            flows: Vec::new(),
            blocks: Arc::default(),
            component_bound: None,
            found: Vec::new(),
        }
    }

    /// Reserves memory for `additional` bodies, if there is enough.
    pub(crate) fn reserve(&mut self, additional: usize) {
        let _ = self.rows.try_reserve_exact(additional);
    }

    /// A body was added at the end.
    pub(crate) fn push(&mut self) {
        self.rows.push(Row::NEW);
    }

    /// A body was removed and the last one took its place.
    pub(crate) fn swap_remove(&mut self, place: usize, last: usize) {
        let removed = self.rows.swap_remove(place);
        if removed.law != Row::NO_LAW {
            self.laws.release(removed.law);
        }
        self.solids.swap_remove(place, last);
    }

    /// Makes this a copy of `source`, in the memory that it has.
    pub(crate) fn copy_from(&mut self, source: &Self) {
        let Self {
            rows,
            laws,
            runs,
            common,
            kicks,
            solids,
            ties,
            flows,
            blocks,
            component_bound,
            found: _,
        } = source;
        self.rows.clone_from(rows);
        self.laws.copy_from(laws);
        self.runs.clone_from(runs);
        self.common.clone_from(common);
        self.kicks.clone_from(kicks);
        self.solids.clone_from(solids);
        self.ties.clone_from(ties);
        self.flows.clone_from(flows);
        self.blocks.clone_from(blocks);
        self.component_bound = *component_bound;
    }

    /// Whether every body follows its law over the whole step, unless something pushes it.
    pub(crate) fn only_flows(&self) -> bool {
        self.runs.iter().all(|run| run.way == Way::Free)
    }

    /// The slots of the links that kick their bodies, and are not all that moves them.
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

    /// Brings all rows up to date that are dirty.
    ///
    /// # Errors
    /// The first body that is not valid, or whose law is not finite. All stays dirty then.
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
    fn find_anew(
        &mut self,
        dirty: &mut Dirty,
        topology: &Topology<T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        if dirty.all {
            self.common.clear();
            let common = topology.every().iter();
            let common = common.filter_map(|&slot| common_kick(slot, &topology.slots()[slot]));
            self.common.extend(common.flat_map(|kick| kick.kicks()));
            dirty.places.clear();
            dirty.places.extend(0..self.rows.len());
        } else {
            tidy(&mut dirty.places, self.rows.len());
        }
        for &place in &dirty.places {
            let is_fixed = bodies.value(place).is_fixed();
            if mem::replace(&mut self.rows[place].is_fixed, is_fixed) != is_fixed {
                dirty.ties |= topology.may_tie(place);
            }
        }
        let mut are_tied_anew = dirty.ties;
        if dirty.ties {
            self.find_ties(dirty, topology, bodies);
        } else if !self.ties.components.is_empty() {
            are_tied_anew = self.solve_anew(dirty, topology, bodies);
        }
        let mut found = mem::take(&mut self.found);
        found.clear();
        let rows = (dirty.places.iter())
            .try_for_each(|&place| self.find_row(place, topology, bodies, &mut found));
        if let Err(error) = rows {
            self.found = found;
            return Err(error);
        }
        are_tied_anew |= self.take_kicks(&dirty.places, &found);
        self.found = found;
        if are_tied_anew && !(self.ties.islands.is_empty() && self.blocks.is_empty()) {
            let assembly = Assembly {
                topology,
                ties: &self.ties,
                rows: &self.rows,
                laws: &self.laws,
                common: &self.common,
                own: &self.kicks,
            };
            self.blocks = Arc::new(assembly.blocks());
        }
        write_runs(&mut self.runs, &self.rows, &self.laws);
        dirty.clear();
        Ok(())
    }

    /// Finds out anew which bodies move together. The rows of those that did or do are dirty.
    fn find_ties(
        &mut self,
        dirty: &mut Dirty,
        topology: &Topology<T, D>,
        bodies: &mut BodyStore<T, D>,
    ) {
        let mut body = |place: usize| *bodies.value(place);
        let ties = Ties::find(topology, &self.rows, &mut body, &self.ties, &mut self.flows);
        let old = mem::replace(&mut self.ties, Arc::new(ties));
        for island in old.islands.iter().chain(&self.ties.islands) {
            dirty.places.extend(&island.places);
        }
        tidy(&mut dirty.places, self.rows.len());
    }

    /// Solves components anew whose bodies have other masses or inertias. Returns whether one is solved that was not, or the other
    /// way round; then the rows of its bodies are dirty.
    fn solve_anew(
        &mut self,
        dirty: &mut Dirty,
        topology: &Topology<T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> bool {
        let mut are_tied_anew = false;
        let mut more: Vec<usize> = Vec::new();
        for &place in &dirty.places {
            if self.ties.island_of(place).is_none() {
                continue;
            }
            let Some(index) = self.ties.component_of(place) else {
                continue;
            };
            let component = &self.ties.components[index];
            let of_component = component.places.binary_search(&place);
            let fits = of_component.is_ok_and(|at| self.flows[index].fits(at, bodies.value(place)));
            if fits {
                continue;
            }
            let ties = Arc::make_mut(&mut self.ties);
            let mut body = |place: usize| *bodies.value(place);
            if ties.solve_again(index, topology, &mut body, &mut self.flows[index]) {
                ties.bind(index);
                more.extend(&ties.components[index].places);
                are_tied_anew = true;
            }
        }
        dirty.places.extend(more);
        tidy(&mut dirty.places, self.rows.len());
        are_tied_anew
    }

    /// Finds the row of a body anew, and adds the kicks on it alone to `found`.
    fn find_row(
        &mut self,
        place: usize,
        topology: &Topology<T, D>,
        bodies: &mut BodyStore<T, D>,
        found: &mut Vec<Kick>,
    ) -> Result<(), NonFiniteBody> {
        let body = bodies.value(place);
        let bond = self.ties.bond(place);
        let assigned = assign((place, body, bond), topology, &self.common, found);
        let is_finite = assigned.law.is_finite() && assigned.angular_law.is_finite();
        if !(body.is_valid() && is_finite) {
            return Err(NonFiniteBody(place));
        }
        // it may have been written to
        let largest = body.largest_component();
        self.component_bound = self.component_bound.map(|bound| larger(bound, largest));
        self.solids
            .update(place, body, assigned.angular_law, assigned.thrust);
        let is_tied = self.ties.island_of(place).is_some();
        self.rows[place].way = if is_tied { Way::Tied } else { assigned.way };
        let old = self.rows[place].law;
        if old == Row::NO_LAW || self.laws.law(old) != assigned.law {
            // release first, so that the number can be used again
            if old != Row::NO_LAW {
                self.laws.release(old);
            }
            let near = place.checked_sub(1).map(|near| self.rows[near].law);
            self.rows[place].law = self.laws.retain(&assigned.law, near);
        }
        Ok(())
    }

    /// Replaces the kicks on the bodies at these places by those found. Returns whether kicks on tied bodies have changed.
    fn take_kicks(&mut self, places: &[usize], found: &[Kick]) -> bool {
        let count = self.rows.len();
        let mut have_changed =
            (self.kicks.last()).is_some_and(|kick| kick.target >= Target::One(count));
        let mut are_tied = false;
        for &place in places {
            if own_kicks(&self.kicks, place) != own_kicks(found, place) {
                have_changed = true;
                are_tied |= self.rows[place].way == Way::Tied;
            }
        }
        if !have_changed {
            return false;
        }
        let mut kept = self.kicks.iter().peekable();
        let mut found = found.iter().peekable();
        let mut all = Vec::with_capacity(self.kicks.len() + found.len());
        for &place in places {
            let here = Target::One(place);
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

/// Sorts places, each once, of `count` bodies.
fn tidy(places: &mut Vec<usize>, count: usize) {
    places.sort_unstable();
    places.dedup();
    places.truncate(places.partition_point(|&place| place < count));
}
