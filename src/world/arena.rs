//! Keys of values in one dense slice; a key is never reused for another value.

mod names;

use alloc::vec::Vec;

pub(super) use names::Names;
pub use names::NamesError;

/// The key of a value: its slot, and how often that slot was emptied before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Key {
    slot: u32,
    generation: u32,
}

impl core::fmt::Display for Key {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(formatter, "#{}.{}", self.slot, self.generation)
    }
}

/// The place in an empty slot.
const NOWHERE: u32 = u32::MAX;

/// The keys of values in a dense slice elsewhere. Removing a value moves the last one into its place;
/// keys stay valid.
#[derive(Debug)]
pub(super) struct Keys {
    /// The slot of each value.
    owners: Vec<u32>,
    slots: Vec<Slot>,
    /// Empty slots to be filled again, the last one first.
    vacant: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    /// How often the slot was emptied.
    generation: u32,
    /// Place of the value; [`NOWHERE`] in an empty slot.
    place: u32,
}

impl Keys {
    pub(super) fn new() -> Self {
        Self {
            owners: Vec::new(),
            slots: Vec::new(),
            vacant: Vec::new(),
        }
    }

    /// Reserves memory for `additional` keys, if there is enough.
    pub(super) fn reserve(&mut self, additional: usize) {
        let _ = self.owners.try_reserve_exact(additional);
        let slots = additional.saturating_sub(self.vacant.len());
        let _ = self.slots.try_reserve_exact(slots);
    }

    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.owners.len()
    }

    /// The keys of all values, in their order.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Key> + '_ {
        self.owners.iter().map(|&slot| self.of(slot))
    }

    /// The key of the value at this place.
    pub(super) fn key(&self, place: usize) -> Key {
        self.of(self.owners[place])
    }

    fn of(&self, slot: u32) -> Key {
        Key {
            slot,
            generation: self.slots[slot as usize].generation,
        }
    }

    /// The place of a value, if it was not removed.
    pub(super) fn place(&self, key: Key) -> Option<usize> {
        let slot = self.slots.get(key.slot as usize)?;
        let exists = slot.generation == key.generation && slot.place != NOWHERE;
        exists.then_some(slot.place as usize)
    }

    /// The key of a value that is added at the end; none if no slot is left.
    pub(super) fn push(&mut self) -> Option<Key> {
        let place = u32::try_from(self.owners.len()).ok()?;
        let slot = match self.vacant.pop() {
            Some(slot) => {
                self.slots[slot as usize].place = place;
                slot
            }
            None => {
                let slot = u32::try_from(self.slots.len()).ok();
                let slot = slot.filter(|&slot| slot != NOWHERE)?;
                self.slots.push(Slot {
                    generation: 0,
                    place,
                });
                slot
            }
        };
        self.owners.push(slot);
        Some(self.of(slot))
    }

    /// Removes the key of the value at this place; the last value moves there.
    pub(super) fn swap_remove(&mut self, place: usize) {
        let emptied = self.owners.swap_remove(place);
        let slot = &mut self.slots[emptied as usize];
        let freed = core::mem::replace(&mut slot.place, NOWHERE);
        // a slot whose generation would overflow is never filled again
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.vacant.push(emptied);
        }
        if let Some(&moved) = self.owners.get(place) {
            self.slots[moved as usize].place = freed;
        }
    }
}

impl Clone for Keys {
    fn clone(&self) -> Self {
        let mut keys = Self::new();
        keys.clone_from(self);
        keys
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            owners,
            slots,
            vacant,
        } = source;
        self.owners.clone_from(owners);
        self.slots.clone_from(slots);
        self.vacant.clone_from(vacant);
    }
}

/// A dense slot map: values with their keys.
#[derive(Debug)]
pub(super) struct Arena<V> {
    values: Vec<V>,
    keys: Keys,
}

impl<V> Arena<V> {
    pub(super) fn new() -> Self {
        Self {
            values: Vec::new(),
            keys: Keys::new(),
        }
    }

    /// Values with their keys, one for each value.
    pub(super) fn of(values: Vec<V>, keys: Keys) -> Self {
        Self { values, keys }
    }

    /// All values; their order means nothing.
    pub(super) fn values(&self) -> &[V] {
        &self.values
    }

    pub(super) fn values_mut(&mut self) -> &mut [V] {
        &mut self.values
    }

    /// The keys of all values, in the order of [`values`](Self::values).
    pub(super) fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Adds a value at the end. Returns its key; none if no slot is left.
    pub(super) fn push(&mut self, value: V) -> Option<Key> {
        let key = self.keys.push()?;
        self.values.push(value);
        Some(key)
    }

    /// Removes the value at this place; the last value moves there.
    pub(super) fn swap_remove(&mut self, place: usize) -> V {
        self.keys.swap_remove(place);
        self.values.swap_remove(place)
    }
}

impl<V: Clone> Clone for Arena<V> {
    fn clone(&self) -> Self {
        let mut arena = Self::new();
        arena.clone_from(self);
        arena
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { values, keys } = source;
        self.values.clone_from(values);
        self.keys.clone_from(keys);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_never_finds_another_value() {
        let mut arena = Arena::new();
        let keys: Vec<Key> = (0..4).map(|value| arena.push(value).unwrap()).collect();

        assert_eq!(arena.swap_remove(1), 1);
        assert_eq!(arena.keys.place(keys[1]), None);
        assert_eq!(
            arena.keys.place(keys[3]),
            Some(1),
            "the last value has moved"
        );

        let reused = arena.push(10).unwrap();
        assert_eq!(reused.slot, keys[1].slot, "the slot is used again");
        assert_eq!(arena.keys.place(keys[1]), None, "but not under the old key");
        assert_eq!(arena.values()[arena.keys.place(reused).unwrap()], 10);
    }

    #[test]
    fn a_slot_with_no_generation_left_stays_empty() {
        let mut arena = Arena::new();
        let key = arena.push('a').unwrap();
        arena.keys.slots[0].generation = u32::MAX;
        arena.swap_remove(0);
        assert_eq!(arena.keys.place(key), None);
        assert_eq!(
            arena.keys.place(Key {
                generation: u32::MAX,
                ..key
            }),
            None
        );
        assert_ne!(arena.push('b').unwrap().slot, key.slot);
    }
}
