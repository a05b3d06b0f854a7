//! Keys of values. [`Keys`] belong to the values of a dense slice, [`SlotKeys`] to values in fixed
//! slots. A key never refers to another value later.

mod names;

use alloc::vec::Vec;

pub(super) use names::Names;
use names::Origin;

/// Key of a value: the slot of the value, and the number of times that this slot was emptied
/// before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Key {
    slot: u32,
    generation: u32,
    #[cfg_attr(feature = "serde", serde(skip))]
    origin: Origin,
}

impl Key {
    /// Returns this key without its origin, so that the keys of every world accept it.
    pub(super) fn of_any_origin(self) -> Self {
        Self {
            origin: Origin::default(),
            ..self
        }
    }

    /// Returns slot and generation packed into one number.
    pub(super) fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.slot)
    }

    /// Returns the key with the slot and the generation in `bits`, and without an origin.
    pub(super) fn from_bits(bits: u64) -> Self {
        let [a, b, c, d, e, f, g, h] = bits.to_le_bytes();
        Self {
            slot: u32::from_le_bytes([a, b, c, d]),
            generation: u32::from_le_bytes([e, f, g, h]),
            origin: Origin::default(),
        }
    }
}

impl core::fmt::Debug for Key {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, formatter)
    }
}

impl core::fmt::Display for Key {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(formatter, "#{}.{}", self.slot, self.generation)
    }
}

/// Index stored for an empty slot.
const NOWHERE: u32 = u32::MAX;

/// Keys of the values of a dense slice, which is stored elsewhere. If a value is removed, the last
/// value moves to its index; all other keys stay valid.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    names: Names,
    /// Index of the value in each slot; [`NOWHERE`] for an empty slot.
    indices: Vec<u32>,
}

impl Keys {
    pub(super) fn new() -> Self {
        Self {
            names: Names::new(),
            indices: Vec::new(),
        }
    }

    /// Tries to reserve memory for `additional` keys.
    pub(super) fn reserve(&mut self, additional: usize) {
        let _ = self.names.owners.try_reserve_exact(additional);
        let slots = additional.saturating_sub(self.names.vacant.len());
        let _ = self.names.generations.try_reserve_exact(slots);
        let _ = self.indices.try_reserve_exact(slots);
    }

    /// Returns the number of values.
    pub(super) fn len(&self) -> usize {
        self.names.owners.len()
    }

    /// Returns the keys of all values, in the order of the values.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Key> + DoubleEndedIterator + Clone {
        self.names.owners.iter().map(|&slot| self.of(slot))
    }

    /// Returns the key of the value at `index`.
    pub(super) fn key(&self, index: usize) -> Key {
        self.of(self.names.owners[index])
    }

    /// Returns the slots of all values, in the order of the values.
    pub(super) fn slots(
        &self,
    ) -> impl ExactSizeIterator<Item = usize> + DoubleEndedIterator + Clone {
        self.names.owners.iter().map(|&slot| slot as usize)
    }

    fn of(&self, slot: u32) -> Key {
        Key {
            slot,
            generation: self.names.generations[slot as usize],
            origin: self.names.origin,
        }
    }

    /// Returns the index of the value with a key; `None` if the value was removed, or if the key
    /// belongs to another world. Only debug builds detect keys of other worlds.
    pub(super) fn index_of(&self, key: Key) -> Option<usize> {
        if !self.names.origin.may_be(key.origin) {
            return None;
        }
        let slot = key.slot as usize;
        let (generation, index) = (self.names.generations.get(slot)?, *self.indices.get(slot)?);
        (*generation == key.generation && index != NOWHERE).then_some(index as usize)
    }

    /// Adds a value at the end. Returns the key of the value; `None` if no slot is left.
    pub(super) fn push(&mut self) -> Option<Key> {
        let index = u32::try_from(self.names.owners.len()).ok()?;
        let slot = match self.names.vacant.pop() {
            Some(slot) => {
                self.indices[slot as usize] = index;
                slot
            }
            None => {
                let slot = u32::try_from(self.indices.len()).ok();
                let slot = slot.filter(|&slot| slot != NOWHERE)?;
                self.names.generations.push(0);
                self.indices.push(index);
                slot
            }
        };
        self.names.owners.push(slot);
        Some(self.of(slot))
    }

    /// Removes the key of the value at `index`; the last value moves to that index.
    pub(super) fn swap_remove(&mut self, index: usize) {
        let emptied = self.names.owners.swap_remove(index);
        let freed = core::mem::replace(&mut self.indices[emptied as usize], NOWHERE);
        self.names.empty(emptied);
        if let Some(&moved) = self.names.owners.get(index) {
            self.indices[moved as usize] = freed;
        }
    }
}

/// The keys of values that stay in their slots.
#[derive(Debug, Clone)]
pub(super) struct SlotKeys(Keys);

impl SlotKeys {
    pub(super) fn new() -> Self {
        Self(Keys::new())
    }

    /// Returns the keys of values in the slots of `keys`; the indices in `keys` have no effect.
    pub(super) fn of(mut keys: Keys) -> Self {
        keys.names.owners.sort_unstable();
        for &slot in &keys.names.owners {
            keys.indices[slot as usize] = slot;
        }
        Self(keys)
    }

    /// Returns the keys of all values, in the order of their slots.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Key> + DoubleEndedIterator + Clone {
        self.0.iter()
    }

    /// Returns the slots of all values, ascending.
    pub(super) fn slots(
        &self,
    ) -> impl ExactSizeIterator<Item = usize> + DoubleEndedIterator + Clone {
        self.0.slots()
    }

    /// Whether there is a value in this slot.
    pub(super) fn contains(&self, slot: usize) -> bool {
        self.0
            .indices
            .get(slot)
            .is_some_and(|index| *index != NOWHERE)
    }

    /// Returns the key of the value in this slot.
    pub(super) fn key(&self, slot: usize) -> Key {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "there are fewer than 2³² slots"
        )]
        self.0.of(slot as u32)
    }

    /// Returns the slot of the value with a key; `None` if the value was removed, or if the key
    /// belongs to another world. Only debug builds detect keys of other worlds.
    pub(super) fn slot(&self, key: Key) -> Option<usize> {
        self.0.index_of(key)
    }

    /// Adds a value. Returns the key and the slot of the value; `None` if no slot is left.
    pub(super) fn push(&mut self) -> Option<(Key, usize)> {
        let key = self.0.push()?;
        let owners = &mut self.0.names.owners;
        owners.pop();
        let index = owners.partition_point(|slot| *slot < key.slot);
        owners.insert(index, key.slot);
        self.0.indices[key.slot as usize] = key.slot;
        Some((key, key.slot as usize))
    }

    /// Removes the key of the value in this slot.
    pub(super) fn remove(&mut self, slot: usize) {
        let Keys { names, indices } = &mut self.0;
        indices[slot] = NOWHERE;
        if let Ok(index) = names
            .owners
            .binary_search_by_key(&slot, |slot| *slot as usize)
        {
            let emptied = names.owners.remove(index);
            names.empty(emptied);
        }
    }

    /// Returns these keys in the form stored in snapshots.
    pub(super) fn names(&self) -> Names {
        self.0.names()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_never_finds_another_value() {
        let mut keys = Keys::new();
        let given: Vec<Key> = (0..4).map(|_| keys.push().unwrap()).collect();
        keys.swap_remove(1);
        assert_eq!(keys.index_of(given[1]), None);
        assert_eq!(keys.index_of(given[3]), Some(1), "the last value has moved");
        let reused = keys.push().unwrap();
        assert_eq!(reused.slot, given[1].slot, "the slot is used again");
        assert_eq!(keys.index_of(given[1]), None, "but not under the old key");
        assert_eq!(keys.index_of(reused), Some(3));
    }

    #[test]
    fn a_slot_with_no_generation_left_stays_empty() {
        let mut keys = Keys::new();
        let key = keys.push().unwrap();
        keys.names.generations[0] = u32::MAX;
        keys.swap_remove(0);
        assert_eq!(keys.index_of(key), None);
        let last = Key {
            generation: u32::MAX,
            ..key
        };
        assert_eq!(keys.index_of(last), None);
        assert_ne!(keys.push().unwrap().slot, key.slot);
    }

    #[test]
    fn values_stay_in_their_slots() {
        let mut keys = SlotKeys::new();
        let given: Vec<(Key, usize)> = (0..4).map(|_| keys.push().unwrap()).collect();
        keys.remove(1);
        assert_eq!(keys.slot(given[1].0), None);
        assert_eq!(keys.slot(given[3].0), Some(3));
        let (reused, slot) = keys.push().unwrap();
        assert_eq!((slot, keys.slot(given[1].0)), (1, None));
        assert!(keys.iter().eq([given[0].0, reused, given[2].0, given[3].0]));
        let read = SlotKeys::of(keys.names().keys::<f64>("forces", 4).unwrap());
        assert!(read.iter().eq(keys.iter()) && read.slots().eq(keys.slots()));
    }
}
