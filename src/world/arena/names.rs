//! The keys of a dense slice in the form that is written to a snapshot.

use super::super::RestoreError;
use super::{Key, Keys, NOWHERE};
use alloc::vec;
use alloc::vec::Vec;

/// [`Keys`] in the form stored in snapshots. Indices are left out, because they follow from
/// `owners`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::world) struct Names {
    /// The slot of each value.
    pub(super) owners: Vec<u32>,
    /// Number of times that each slot was emptied.
    pub(super) generations: Vec<u32>,
    /// Empty slots that can be filled again; the last one is filled first.
    pub(super) vacant: Vec<u32>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) origin: Origin,
}

impl Names {
    pub(super) fn new() -> Self {
        Self {
            owners: Vec::new(),
            generations: Vec::new(),
            vacant: Vec::new(),
            origin: Origin::new(),
        }
    }

    /// Marks a slot as empty, and increments its generation.
    pub(super) fn empty(&mut self, slot: u32) {
        let generation = &mut self.generations[slot as usize];
        // a slot whose generation would overflow is never filled again
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.vacant.push(slot);
        }
    }

    /// Returns the keys in the order of their values. Skips entries whose slot does not exist.
    pub(in crate::world) fn iter(&self) -> impl Iterator<Item = Key> + '_ {
        self.owners.iter().filter_map(|&slot| {
            let generation = *self.generations.get(slot as usize)?;
            Some(Key {
                slot,
                generation,
                origin: self.origin,
            })
        })
    }

    /// Checks these names, and creates the keys of `there` values from them. Errors contain `of`:
    /// "bodies" or "forces".
    pub(in crate::world) fn keys<T>(
        &self,
        of: &'static str,
        there: usize,
    ) -> Result<Keys, RestoreError<T>> {
        let (named, slots) = (self.owners.len(), self.generations.len());
        if named != there {
            return Err(RestoreError::NameCount { of, named, there });
        }
        if u32::try_from(slots).is_err() {
            return Err(RestoreError::TooManySlots { of, slots });
        }
        let mut indices = vec![NOWHERE; slots];
        let mut seen = vec![false; slots];
        for &slot in self.owners.iter().chain(&self.vacant) {
            match seen.get_mut(slot as usize) {
                None => return Err(RestoreError::NoSlot { of, slot, slots }),
                Some(true) => return Err(RestoreError::SlotTwice { of, slot }),
                Some(new) => *new = true,
            }
        }
        // no slot occurs twice, so there are at most as many owners as slots, and indices fit into u32
        for (index, &slot) in (0..).zip(&self.owners) {
            indices[slot as usize] = index;
        }
        // only a slot whose generation would overflow is neither full nor vacant
        let lost = (0..).zip(&seen).zip(&self.generations);
        for ((slot, seen), &generation) in lost {
            if !seen && generation != u32::MAX {
                return Err(RestoreError::LostSlot { of, slot });
            }
        }
        Ok(Keys {
            names: self.clone(),
            indices,
        })
    }
}

impl Keys {
    /// Returns these keys in the form stored in snapshots.
    pub(in crate::world) fn names(&self) -> Names {
        self.names.clone()
    }
}

// The world that a key comes from, stored in debug builds only.

/// Number of the world that a key comes from. Zero, the number of a key or world that was
/// deserialised, fits any world. Clones of a world have the same number. Comparisons of keys ignore
/// it.
///
/// The number is always zero without debug assertions, or without 32-bit atomics.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Origin {
    #[cfg(debug_assertions)]
    number: u32,
}

impl Origin {
    /// Returns the origin of a new world.
    #[cfg(all(debug_assertions, target_has_atomic = "32"))]
    fn new() -> Self {
        use core::sync::atomic::{AtomicU32, Ordering};

        static NEXT: AtomicU32 = AtomicU32::new(1);
        Self {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Returns the origin of a new world.
    #[cfg(not(all(debug_assertions, target_has_atomic = "32")))]
    fn new() -> Self {
        Self::default()
    }

    /// Whether both may be numbers of the same world.
    #[cfg(debug_assertions)]
    pub(super) fn may_be(self, other: Self) -> bool {
        self.number == other.number || self.number == 0 || other.number == 0
    }

    /// Whether both may be numbers of the same world.
    #[cfg(not(debug_assertions))]
    pub(super) fn may_be(self, _other: Self) -> bool {
        true
    }
}

impl PartialEq for Origin {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Origin {}

impl PartialOrd for Origin {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Origin {
    fn cmp(&self, _other: &Self) -> core::cmp::Ordering {
        core::cmp::Ordering::Equal
    }
}

impl core::hash::Hash for Origin {
    fn hash<H: core::hash::Hasher>(&self, _state: &mut H) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After removals, keys restored from names equal the original keys, and so do all keys that
    /// are added later.
    #[test]
    fn names_come_back_with_those_that_follow() {
        let mut keys = Keys::new();
        for _ in 0..6 {
            keys.push().unwrap();
        }
        for index in [1, 1, 3, 0] {
            keys.swap_remove(index);
        }
        keys.push().unwrap();
        keys.names.generations[0] = u32::MAX;
        keys.swap_remove(keys.len() - 1);
        let mut read = keys.names().keys::<f64>("bodies", keys.len()).unwrap();
        assert!(read.iter().eq(keys.iter()));
        for _ in 0..8 {
            assert_eq!(read.push(), keys.push());
        }
        assert_eq!(read.names(), keys.names());
    }

    #[test]
    fn what_are_no_names_is_refused() {
        let of = "forces";
        let names = |owners: &[u32], generations: &[u32], vacant: &[u32]| Names {
            owners: owners.to_vec(),
            generations: generations.to_vec(),
            vacant: vacant.to_vec(),
            origin: Origin::default(),
        };
        let sound = names(&[2, 0], &[0, 3, 1, u32::MAX], &[1]);
        let keys = sound.keys::<f64>(of, 2).unwrap();
        assert_eq!(keys.index_of(keys.key(0)), Some(0));
        assert_eq!(keys.names(), sound);
        for (wrong, error) in [
            (
                names(&[2], &[0, 3, 1], &[1, 0]),
                RestoreError::NameCount {
                    of,
                    named: 1,
                    there: 2,
                },
            ),
            (
                names(&[2, 9], &[0, 3, 1], &[1]),
                RestoreError::NoSlot {
                    of,
                    slot: 9,
                    slots: 3,
                },
            ),
            (
                names(&[2, 0], &[0, 3, 1], &[u32::MAX]),
                RestoreError::NoSlot {
                    of,
                    slot: u32::MAX,
                    slots: 3,
                },
            ),
            (
                names(&[2, 2], &[0, 3, 1], &[1]),
                RestoreError::SlotTwice { of, slot: 2 },
            ),
            (
                names(&[2, 0], &[0, 3, 1], &[1, 0]),
                RestoreError::SlotTwice { of, slot: 0 },
            ),
            (
                names(&[2, 0], &[0, 3, 1], &[1, 1]),
                RestoreError::SlotTwice { of, slot: 1 },
            ),
            (
                names(&[2, 0], &[0, 3, 1], &[]),
                RestoreError::LostSlot { of, slot: 1 },
            ),
        ] {
            assert_eq!(wrong.keys::<f64>(of, 2).err(), Some(error));
        }
    }
}
