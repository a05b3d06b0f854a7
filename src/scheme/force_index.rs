//! Which forces act on which bodies: what answers in the time that the answer takes, however many others there are.

use alloc::vec::Vec;
use core::ops::Range;

use super::force_class::ForceClass;

/// No node, entry or place.
const NONE: u32 = u32::MAX;

/// The forces that act on some bodies only, and the places of those on every body.
///
/// A node is one force on one body. It is a member of two lists: that of its body, and that of its force. Bodies are named
/// by their place, forces by an entry that stays when the force gets another place.
#[derive(Debug, Clone, Default)]
pub(crate) struct ForceIndex {
    nodes: Vec<Node>,
    /// The first node of each body; shorter if the last bodies have none.
    of_bodies: Vec<u32>,
    entries: Vec<Entry>,
    /// Free nodes and entries, each list linked by its members.
    free_node: Option<u32>,
    free_entry: Option<u32>,
    /// Places of the forces on every body, ascending.
    every: Vec<usize>,
    /// Entries of groups that each new body joins.
    growing: Vec<EntryId>,
    /// Number of nodes whose force has a law that is not isotropic.
    not_isotropic: usize,
    /// Number of nodes whose force binds its bodies to an orbit.
    orbits: usize,
    /// Number of nodes whose force ties bodies into a component.
    ties: usize,
}

/// The entry of a force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EntryId(u32);

impl EntryId {
    /// That of a force on every body, which has none.
    pub(crate) const EVERY: Self = Self(NONE);
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    /// The place of the force; of a free entry the next free one.
    place: u32,
    /// Its first node.
    first: u32,
}

/// One force on one body.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The place of the body.
    body: u32,
    entry: u32,
    /// In the lists of the body and of the force.
    links: [Link; 2],
    class: ForceClass,
}

/// Neighbours in a list. The first member has the last one before it, and the last one has none after it.
#[derive(Debug, Clone, Copy)]
struct Link {
    before: u32,
    after: u32,
}

/// Which of the links of a node.
const BY_BODY: usize = 0;
const BY_FORCE: usize = 1;

/// A force that acts on a body, but not on every body.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnForce {
    /// Place of the force.
    pub(crate) place: usize,
    pub(crate) class: ForceClass,
}

impl ForceIndex {
    /// Places of the forces on every body, ascending.
    pub(crate) fn every(&self) -> &[usize] {
        &self.every
    }

    /// What must be known of these forces to find out what any other force does: if it changes, all must be looked at anew.
    pub(crate) fn summary(&self) -> (bool, usize) {
        (self.has_anisotropic(), self.orbits)
    }

    /// Whether a force on one body, on a group or between two bodies has a law that is not isotropic.
    pub(crate) fn has_anisotropic(&self) -> bool {
        self.not_isotropic > 0
    }

    /// Whether a force on one body, on a group or between two bodies binds them to an orbit, if no other does.
    pub(crate) fn has_orbits(&self) -> bool {
        self.orbits > 0
    }

    /// Whether a force on one body, on a group or between two bodies ties bodies into a component.
    pub(super) fn has_ties(&self) -> bool {
        self.ties > 0
    }

    /// Whether a force acts on this body that does not act on every body.
    pub(crate) fn has_own(&self, body: usize) -> bool {
        (self.of_bodies.get(body)).is_some_and(|&first| first != NONE)
    }

    /// Whether a force acts on any of these bodies that does not act on every body.
    pub(crate) fn have_own(&self, bodies: Range<usize>) -> bool {
        let end = bodies.end.min(self.of_bodies.len());
        let first = self.of_bodies.get(bodies.start..end).unwrap_or_default();
        // without branches, in one pass
        first.iter().fold(NONE, |all, first| all & first) != NONE
    }

    /// The forces on a body that do not act on every body, in any order.
    pub(crate) fn unordered_on(&self, body: usize) -> impl Iterator<Item = OwnForce> + '_ {
        let first = self.of_bodies.get(body).copied().unwrap_or(NONE);
        self.nodes::<BY_BODY>(first).map(|node| OwnForce {
            place: self.entries[node.entry as usize].place as usize,
            class: node.class,
        })
    }

    /// Adds the forces on a body that do not act on every body, in their order.
    pub(crate) fn extend_by_own(&self, body: usize, forces: &mut Vec<OwnForce>) {
        let start = forces.len();
        forces.extend(self.unordered_on(body));
        let added = &mut forces[start..];
        if !added.is_sorted_by_key(|force| force.place) {
            added.sort_unstable_by_key(|force| force.place);
        }
    }

    /// The places of the bodies of a force that does not act on every body.
    pub(crate) fn bodies(&self, entry: EntryId) -> impl Iterator<Item = usize> + use<'_> {
        self.members(entry).map(|(body, _)| body)
    }

    /// The bodies of a force that does not act on every body, with its class on each.
    pub(crate) fn members(
        &self,
        entry: EntryId,
    ) -> impl Iterator<Item = (usize, ForceClass)> + use<'_> {
        let entry = self.entries.get(entry.0 as usize);
        let first = entry.map_or(NONE, |entry| entry.first);
        (self.nodes::<BY_FORCE>(first)).map(|node| (node.body as usize, node.class))
    }

    /// Entries of groups that each new body joins.
    pub(crate) fn growing(&self) -> &[EntryId] {
        &self.growing
    }

    /// Whether each new body joins the group of a force.
    pub(crate) fn grows(&self, entry: EntryId) -> bool {
        self.growing.contains(&entry)
    }

    /// The place of a force.
    pub(crate) fn place(&self, entry: EntryId) -> usize {
        self.entries[entry.0 as usize].place as usize
    }

    /// Adds a force on every body, at the last place.
    pub(crate) fn add_every(&mut self, place: usize) {
        self.every.push(place);
    }

    /// Adds a force without bodies at the last place.
    pub(crate) fn add(&mut self, place: usize, grows: bool) -> EntryId {
        let entry = Entry {
            place: narrow(place),
            first: NONE,
        };
        let id = match self.free_entry {
            Some(id) => {
                let free = &mut self.entries[id as usize];
                self.free_entry = (free.place != NONE).then_some(free.place);
                *free = entry;
                id
            }
            None => {
                self.entries.push(entry);
                narrow(self.entries.len() - 1)
            }
        };
        if grows {
            self.growing.push(EntryId(id));
        }
        EntryId(id)
    }

    /// Makes a force act on one body more.
    pub(crate) fn join(&mut self, EntryId(entry): EntryId, body: usize, class: ForceClass) {
        if self.of_bodies.len() <= body {
            self.of_bodies.resize(body + 1, NONE);
        }
        let alone = Link {
            before: NONE,
            after: NONE,
        };
        let node = Node {
            body: narrow(body),
            entry,
            links: [alone; 2],
            class,
        };
        let id = match self.free_node {
            Some(id) => {
                let next = self.nodes[id as usize].links[BY_BODY].after;
                self.free_node = (next != NONE).then_some(next);
                self.nodes[id as usize] = node;
                id
            }
            None => {
                self.nodes.push(node);
                narrow(self.nodes.len() - 1)
            }
        };
        self.count_in(class);
        self.append::<BY_BODY>(self.of_bodies[body], id);
        if self.of_bodies[body] == NONE {
            self.of_bodies[body] = id;
        }
        let first = self.entries[entry as usize].first;
        self.append::<BY_FORCE>(first, id);
        if first == NONE {
            self.entries[entry as usize].first = id;
        }
    }

    /// Sets the classes of a force on each of its bodies, in the order of [`members`](Self::members).
    pub(crate) fn reclass(
        &mut self,
        entry: EntryId,
        classes: impl ExactSizeIterator<Item = ForceClass>,
    ) {
        if classes.len() == 0 {
            return;
        }
        let mut id = self.entries[entry.0 as usize].first;
        for class in classes {
            let node = &mut self.nodes[id as usize];
            id = node.links[BY_FORCE].after;
            let old = core::mem::replace(&mut node.class, class);
            self.count_out(old);
            self.count_in(class);
        }
    }

    /// Removes a force on every body.
    pub(crate) fn remove_every(&mut self, place: usize) {
        if let Ok(index) = self.every.binary_search(&place) {
            self.every.remove(index);
        }
    }

    /// Removes a force from all its bodies.
    pub(crate) fn remove(&mut self, id: EntryId) {
        while self.entries[id.0 as usize].first != NONE {
            self.take_out(self.entries[id.0 as usize].first);
        }
        self.growing.retain(|growing| *growing != id);
        self.entries[id.0 as usize].place = self.free_entry.unwrap_or(NONE);
        self.free_entry = Some(id.0);
    }

    /// A force has moved to another place.
    pub(crate) fn move_force(&mut self, id: EntryId, from: usize, to: usize) {
        if let Some(entry) = self.entries.get_mut(id.0 as usize) {
            entry.place = narrow(to);
        } else if self.every.last() == Some(&from) {
            self.every.pop();
            let index = self.every.partition_point(|&place| place < to);
            self.every.insert(index, to);
        }
    }

    /// Removes a body from all groups, and gives its place to the body at `last`. Returns the entries of the forces on the body
    /// that has moved.
    pub(crate) fn swap_remove_body(&mut self, body: usize, last: usize) -> Vec<EntryId> {
        while self.has_own(body) {
            self.take_out(self.of_bodies[body]);
        }
        let mut moved = Vec::new();
        if last != body && self.has_own(last) {
            let mut id = self.of_bodies[last];
            self.of_bodies[body] = id;
            while let Some(node) = self.nodes.get_mut(id as usize) {
                node.body = narrow(body);
                moved.push(EntryId(node.entry));
                id = node.links[BY_BODY].after;
            }
        }
        self.of_bodies.truncate(last);
        moved
    }

    /// Removes a node from both its lists.
    fn take_out(&mut self, id: u32) {
        let node = self.nodes[id as usize];
        self.count_out(node.class);
        let first = self.of_bodies[node.body as usize];
        self.of_bodies[node.body as usize] = self.unlink::<BY_BODY>(first, id);
        let first = self.entries[node.entry as usize].first;
        self.entries[node.entry as usize].first = self.unlink::<BY_FORCE>(first, id);
        self.nodes[id as usize].links[BY_BODY].after = self.free_node.unwrap_or(NONE);
        self.free_node = Some(id);
    }

    fn count_in(&mut self, class: ForceClass) {
        self.not_isotropic += usize::from(class.is_anisotropic());
        self.orbits += usize::from(class.is_orbit());
        self.ties += usize::from(class.is_tie);
    }

    fn count_out(&mut self, class: ForceClass) {
        self.not_isotropic -= usize::from(class.is_anisotropic());
        self.orbits -= usize::from(class.is_orbit());
        self.ties -= usize::from(class.is_tie);
    }

    /// Appends a node to the list that starts with `first`, or makes it the only one.
    fn append<const LIST: usize>(&mut self, first: u32, id: u32) {
        let mut last = id;
        if let Some(first) = self.nodes.get_mut(first as usize) {
            last = core::mem::replace(&mut first.links[LIST].before, id);
            self.nodes[last as usize].links[LIST].after = id;
        }
        self.nodes[id as usize].links[LIST].before = last;
    }

    /// Removes a node from the list that starts with `first`; returns the first node of what is left.
    fn unlink<const LIST: usize>(&mut self, first: u32, id: u32) -> u32 {
        let Link { before, after } = self.nodes[id as usize].links[LIST];
        let first = if first == id {
            after
        } else {
            self.nodes[before as usize].links[LIST].after = after;
            first
        };
        // the node after it, or the first one, whose neighbour before it is the last
        let next = if after == NONE { first } else { after };
        if let Some(next) = self.nodes.get_mut(next as usize) {
            next.links[LIST].before = before;
        }
        first
    }

    /// The nodes of the list that starts with `first`.
    fn nodes<const LIST: usize>(&self, first: u32) -> impl Iterator<Item = &Node> {
        let mut id = first;
        core::iter::from_fn(move || {
            let node = self.nodes.get(id as usize)?;
            id = node.links[LIST].after;
            Some(node)
        })
    }
}

/// The places of forces on one body and on every body, in their order.
pub(super) fn merged(own: &[OwnForce], every: &[usize]) -> impl Iterator<Item = usize> {
    let (mut own, mut every) = (own, every);
    core::iter::from_fn(move || match (own, every) {
        ([force, ..], [place, ..]) if *place < force.place => every.split_off_first().copied(),
        ([], _) => every.split_off_first().copied(),
        _ => own.split_off_first().map(|force| force.place),
    })
}

/// A place as it is stored.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a world has ids for fewer than 2³² bodies and forces"
)]
fn narrow(place: usize) -> u32 {
    place as u32
}
