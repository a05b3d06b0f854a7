//! All forces of a world, with their keys.

use alloc::vec::Vec;

use super::arena::{Key, Keys, SlotKeys};
use crate::plan::{Attachment, Topology};
use crate::space::Real;

/// All forces of a world. Each force keeps its slot; forces act in the order of their slots.
#[derive(Clone)]
pub(super) struct ForceList<T: Real<D>, const D: usize> {
    pub(super) topology: Topology<T, D>,
    keys: SlotKeys,
}

impl<T: Real<D>, const D: usize> ForceList<T, D> {
    pub(super) fn new() -> Self {
        Self {
            topology: Topology::new(),
            keys: SlotKeys::new(),
        }
    }

    /// Makes the list from forces and their keys, one key for each force.
    pub(super) fn of(forces: Vec<Attachment<T, D>>, keys: Keys) -> Self {
        let mut topology = Topology::new();
        let slots: Vec<usize> = keys.slots().collect();
        for (slot, force) in slots.into_iter().zip(forces) {
            topology.insert(slot, force);
        }
        Self {
            topology,
            keys: SlotKeys::of(keys),
        }
    }

    /// All forces, in the order in which they act.
    pub(super) fn values(
        &self,
    ) -> impl ExactSizeIterator<Item = &Attachment<T, D>> + DoubleEndedIterator + Clone {
        self.keys.slots().map(|slot| &self.topology.slots()[slot])
    }

    /// The keys of all forces, in the order of [`values`](Self::values).
    pub(super) fn keys(&self) -> &SlotKeys {
        &self.keys
    }

    /// Adds a force. Returns its key; none if no slot is left.
    pub(super) fn push(&mut self, force: Attachment<T, D>) -> Option<Key> {
        let (key, slot) = self.keys.push()?;
        self.topology.insert(slot, force);
        Some(key)
    }

    pub(super) fn remove(&mut self, slot: usize) {
        self.keys.remove(slot);
        self.topology.remove(slot);
    }
}
