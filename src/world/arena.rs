//! Keys of values in one dense slice; a key is never reused for another value.

mod names;
mod origin;

use alloc::vec::Vec;

pub(super) use names::Names;
pub use names::NamesError;
use origin::Origin;

/// The key of a value: its slot, and how often that slot was emptied before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Key {
    slot: u32,
    generation: u32,
    #[cfg_attr(feature = "serde", serde(skip))]
    origin: Origin,
}

impl Key {
    /// The same key, of unknown origin: it is looked up in any keys.
    pub(super) fn of_any_origin(self) -> Self {
        Self {
            origin: Origin::default(),
            ..self
        }
    }

    /// Slot and generation in one number.
    pub(super) fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.slot)
    }

    /// The key with these bits, of unknown origin.
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

/// The place in an empty slot.
const NOWHERE: u32 = u32::MAX;

/// The keys of values in a dense slice elsewhere. Removing a value moves the last one into its place;
/// keys stay valid.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    names: Names,
    /// The place of the value in each slot; [`NOWHERE`] in an empty slot.
    places: Vec<u32>,
}

impl Keys {
    /// No keys.
    pub(super) fn new() -> Self {
        Self {
            names: Names::new(),
            places: Vec::new(),
        }
    }

    /// Reserves memory for `additional` keys, if there is enough.
    pub(super) fn reserve(&mut self, additional: usize) {
        let _ = self.names.owners.try_reserve_exact(additional);
        let slots = additional.saturating_sub(self.names.vacant.len());
        let _ = self.names.generations.try_reserve_exact(slots);
        let _ = self.places.try_reserve_exact(slots);
    }

    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.names.owners.len()
    }

    /// The keys of all values, in their order.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Key> + DoubleEndedIterator + Clone {
        self.names.owners.iter().map(|&slot| self.of(slot))
    }

    /// The key of the value at this place.
    pub(super) fn key(&self, place: usize) -> Key {
        self.of(self.names.owners[place])
    }

    fn of(&self, slot: u32) -> Key {
        Key {
            slot,
            generation: self.names.generations[slot as usize],
            origin: self.names.origin,
        }
    }

    /// The place of a value, if it was not removed and is one of these. Only debug builds notice the key of
    /// another world.
    pub(super) fn place(&self, key: Key) -> Option<usize> {
        if !self.names.origin.may_be(key.origin) {
            return None;
        }
        let slot = key.slot as usize;
        let (generation, place) = (self.names.generations.get(slot)?, *self.places.get(slot)?);
        (*generation == key.generation && place != NOWHERE).then_some(place as usize)
    }

    /// The key of a value that is added at the end; none if no slot is left.
    pub(super) fn push(&mut self) -> Option<Key> {
        let place = u32::try_from(self.names.owners.len()).ok()?;
        let slot = match self.names.vacant.pop() {
            Some(slot) => {
                self.places[slot as usize] = place;
                slot
            }
            None => {
                let slot = u32::try_from(self.places.len()).ok();
                let slot = slot.filter(|&slot| slot != NOWHERE)?;
                self.names.generations.push(0);
                self.places.push(place);
                slot
            }
        };
        self.names.owners.push(slot);
        Some(self.of(slot))
    }

    /// Removes the key of the value at this place; the last value moves there.
    pub(super) fn swap_remove(&mut self, place: usize) {
        let emptied = self.names.owners.swap_remove(place);
        let freed = core::mem::replace(&mut self.places[emptied as usize], NOWHERE);
        let generation = &mut self.names.generations[emptied as usize];
        // a slot whose generation would overflow is never filled again
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.names.vacant.push(emptied);
        }
        if let Some(&moved) = self.names.owners.get(place) {
            self.places[moved as usize] = freed;
        }
    }
}

/// A dense slot map: values with their keys.
#[derive(Debug, Clone)]
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

    /// Adds a value at the end. Returns its key; none, without making the value, if no slot is left.
    pub(super) fn push_with(&mut self, value: impl FnOnce() -> V) -> Option<Key> {
        let key = self.keys.push()?;
        self.values.push(value());
        Some(key)
    }

    /// Removes the value at this place; the last value moves there.
    pub(super) fn swap_remove(&mut self, place: usize) -> V {
        self.keys.swap_remove(place);
        self.values.swap_remove(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_never_finds_another_value() {
        let mut arena = Arena::new();
        let keys: Vec<Key> = (0..4)
            .map(|value| arena.push_with(|| value).unwrap())
            .collect();

        assert_eq!(arena.swap_remove(1), 1);
        assert_eq!(arena.keys.place(keys[1]), None);
        assert_eq!(
            arena.keys.place(keys[3]),
            Some(1),
            "the last value has moved"
        );

        let reused = arena.push_with(|| 10).unwrap();
        assert_eq!(reused.slot, keys[1].slot, "the slot is used again");
        assert_eq!(arena.keys.place(keys[1]), None, "but not under the old key");
        assert_eq!(arena.values()[arena.keys.place(reused).unwrap()], 10);
    }

    #[test]
    fn a_slot_with_no_generation_left_stays_empty() {
        let mut arena = Arena::new();
        let key = arena.push_with(|| 'a').unwrap();
        arena.keys.names.generations[0] = u32::MAX;
        arena.swap_remove(0);
        assert_eq!(arena.keys.place(key), None);
        assert_eq!(
            arena.keys.place(Key {
                generation: u32::MAX,
                ..key
            }),
            None
        );
        assert_ne!(arena.push_with(|| 'b').unwrap().slot, key.slot);
    }
}
