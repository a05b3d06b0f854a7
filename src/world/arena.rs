//! Values in one dense slice, found by keys that are never reused for another value.

use alloc::vec::Vec;

/// The name of a value in an arena: its slot, and how often that slot was emptied before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Key {
    slot: usize,
    generation: u32,
}

impl core::fmt::Display for Key {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(formatter, "#{}.{}", self.slot, self.generation)
    }
}

/// A dense arena. Removing a value moves the last one into its place; keys stay valid.
#[derive(Debug, Clone)]
pub(super) struct Arena<V> {
    values: Vec<V>,
    /// The slot of each value.
    owners: Vec<usize>,
    slots: Vec<Slot>,
    vacant: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    generation: u32,
    /// Place of the value, while there is one.
    place: Option<usize>,
}

impl<V> Arena<V> {
    pub(super) fn new() -> Self {
        Self {
            values: Vec::new(),
            owners: Vec::new(),
            slots: Vec::new(),
            vacant: Vec::new(),
        }
    }

    /// All values, in no order that means anything.
    pub(super) fn values(&self) -> &[V] {
        &self.values
    }

    pub(super) fn values_mut(&mut self) -> &mut Vec<V> {
        &mut self.values
    }

    /// The keys of all values, in the order of [`values`](Self::values).
    pub(super) fn keys(&self) -> impl ExactSizeIterator<Item = Key> + '_ {
        self.owners.iter().map(|&slot| Key {
            slot,
            generation: self.slots[slot].generation,
        })
    }

    /// The key of the value at this place.
    pub(super) fn key(&self, place: usize) -> Key {
        let slot = self.owners[place];
        Key {
            slot,
            generation: self.slots[slot].generation,
        }
    }

    /// The place of a value, if it is still there.
    pub(super) fn place(&self, key: Key) -> Option<usize> {
        let slot = self.slots.get(key.slot)?;
        if slot.generation == key.generation {
            slot.place
        } else {
            None
        }
    }

    /// Adds a value at the end.
    pub(super) fn push(&mut self, value: V) -> Key {
        let place = Some(self.values.len());
        self.values.push(value);
        let slot = match self.vacant.pop() {
            Some(slot) => {
                self.slots[slot].place = place;
                slot
            }
            None => {
                self.slots.push(Slot {
                    generation: 0,
                    place,
                });
                self.slots.len() - 1
            }
        };
        self.owners.push(slot);
        self.key(self.values.len() - 1)
    }

    /// Removes the value at this place; the last value moves there.
    pub(super) fn swap_remove(&mut self, place: usize) -> V {
        let slot = self.owners.swap_remove(place);
        self.slots[slot].place = None;
        // a slot whose generations are used up is never filled again
        if let Some(next) = self.slots[slot].generation.checked_add(1) {
            self.slots[slot].generation = next;
            self.vacant.push(slot);
        }
        if let Some(&moved) = self.owners.get(place) {
            self.slots[moved].place = Some(place);
        }
        self.values.swap_remove(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_never_finds_another_value() {
        let mut arena = Arena::new();
        let keys: Vec<Key> = (0..4).map(|value| arena.push(value)).collect();

        assert_eq!(arena.swap_remove(1), 1);
        assert_eq!(arena.place(keys[1]), None);
        assert_eq!(arena.place(keys[3]), Some(1), "the last value has moved");

        let reused = arena.push(10);
        assert_eq!(reused.slot, keys[1].slot, "the slot is used again");
        assert_eq!(arena.place(keys[1]), None, "but not under the old key");
        assert_eq!(arena.values()[arena.place(reused).unwrap()], 10);
    }

    #[test]
    fn a_slot_with_no_generation_left_stays_empty() {
        let mut arena = Arena::new();
        let key = arena.push('a');
        arena.slots[0].generation = u32::MAX;
        arena.swap_remove(0);
        assert_eq!(arena.place(key), None);
        assert_eq!(
            arena.place(Key {
                generation: u32::MAX,
                ..key
            }),
            None
        );
        assert_ne!(arena.push('b').slot, key.slot);
    }
}
