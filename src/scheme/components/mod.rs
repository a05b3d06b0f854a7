//! Components: bodies that linear links and rods tie together, which move in one flow of all of them.

mod all_flows;
mod flow;
mod inputs;
mod search;
mod survey;

use alloc::vec::Vec;

use super::ForceTarget;
pub(super) use all_flows::ComponentFlows;
pub(super) use flow::{ComponentFlow, Surroundings, UnsolvedRod};
pub(super) use inputs::Inputs;
pub(super) use search::TieSearch;
pub(crate) use survey::ComponentSurvey;
pub use survey::LinkSolution;

use crate::network::NotSolved;

/// A force that ties bodies into a component: a linear link, or a rod between two bodies or on one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tie {
    /// Place of the attachment.
    pub(super) attachment: usize,
    /// The bodies, by their places.
    pub(super) target: ForceTarget,
    pub(super) is_rod: bool,
}

/// How the bodies of a component move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Solution {
    /// As a network of linear links, exactly.
    Network,
    /// As a network of rods, by the energy-momentum rule.
    Rods,
    /// Each along its own flow; the links kick.
    Kicks(NotSolved),
}

/// Bodies that ties join.
#[derive(Debug, Clone)]
pub(super) struct Component {
    /// The places of its bodies, ascending; none of them is fixed. Empty in a slot that is not used.
    pub(super) places: Vec<usize>,
    /// The same bodies, by their index among the coupled bodies.
    pub(super) members: Vec<usize>,
    /// In the order of their attachments.
    pub(super) ties: Vec<Tie>,
    /// The places of the bodies that rods off their centres turn, ascending.
    pub(super) turning: Vec<usize>,
    pub(super) solution: Solution,
    /// Whether anything kicks its bodies.
    pub(super) is_kicked: bool,
}

impl Component {
    /// Whether all its bodies move in one flow.
    pub(super) fn is_solved(&self) -> bool {
        !matches!(self.solution, Solution::Kicks(_))
    }
}

/// All components. A body is in one at most.
#[derive(Debug, Clone, Default)]
pub(super) struct Components {
    slots: Vec<Component>,
    unused: Vec<usize>,
    /// For each body the slot of its component, or [`NONE`]; shorter if the last bodies are in none.
    of_bodies: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Components {
    pub(super) fn is_empty(&self) -> bool {
        self.slots.len() == self.unused.len()
    }

    pub(super) fn clear(&mut self) {
        self.slots.clear();
        self.unused.clear();
        self.of_bodies.clear();
    }

    /// The slot of the component of a body.
    pub(super) fn slot_of(&self, body: usize) -> Option<usize> {
        let slot = *self.of_bodies.get(body)?;
        (slot != NONE).then_some(slot as usize)
    }

    pub(super) fn of(&self, body: usize) -> Option<&Component> {
        self.slot_of(body).map(|slot| &self.slots[slot])
    }

    /// Whether a body moves in the flow of a component.
    pub(super) fn solve(&self, body: usize) -> bool {
        self.of(body).is_some_and(Component::is_solved)
    }

    /// Whether a body turns in the flow of a component.
    pub(super) fn turn(&self, body: usize) -> bool {
        let turning = |component: &Component| component.turning.binary_search(&body).is_ok();
        self.solve(body) && self.of(body).is_some_and(turning)
    }

    pub(super) fn get(&self, slot: usize) -> &Component {
        &self.slots[slot]
    }

    pub(super) fn get_mut(&mut self, slot: usize) -> &mut Component {
        &mut self.slots[slot]
    }

    /// The components whose bodies move in one flow, with their slots.
    pub(super) fn solved(&self) -> impl Iterator<Item = (usize, &Component)> {
        (self.slots.iter().enumerate())
            .filter(|(_, component)| !component.places.is_empty() && component.is_solved())
    }

    /// All components that move in one flow, to be changed.
    pub(super) fn solved_mut(&mut self) -> impl Iterator<Item = &mut Component> {
        (self.slots.iter_mut())
            .filter(|component| !component.places.is_empty() && component.is_solved())
    }

    /// Adds a component. Returns its slot.
    fn add(&mut self, component: Component) -> usize {
        let slot = self.unused.pop().unwrap_or(self.slots.len());
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a world has ids for fewer than 2³² bodies"
        )]
        let name = slot as u32;
        for &place in &component.places {
            if self.of_bodies.len() <= place {
                self.of_bodies.resize(place + 1, NONE);
            }
            self.of_bodies[place] = name;
        }
        match self.slots.get_mut(slot) {
            Some(unused) => *unused = component,
            None => self.slots.push(component),
        }
        slot
    }

    /// Takes the component of a body apart. Returns the places of its bodies.
    pub(super) fn dissolve(&mut self, body: usize) -> Vec<usize> {
        let Some(slot) = self.slot_of(body) else {
            return Vec::new();
        };
        self.unused.push(slot);
        let component = &mut self.slots[slot];
        component.ties.clear();
        component.turning.clear();
        component.members.clear();
        let places = core::mem::take(&mut component.places);
        for &place in &places {
            self.of_bodies[place] = NONE;
        }
        places
    }
}
