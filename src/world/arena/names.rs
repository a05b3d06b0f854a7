//! All keys of a dense slice, as they are written to a snapshot.

use alloc::vec;
use alloc::vec::Vec;

use super::{Key, Keys, NOWHERE, Origin};

/// [`Keys`] as they are written: without places, which follow from `owners`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::world) struct Names {
    /// The slot of each value.
    pub(super) owners: Vec<u32>,
    /// How often each slot was emptied.
    pub(super) generations: Vec<u32>,
    /// Empty slots to be filled again, the last one first.
    pub(super) vacant: Vec<u32>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) origin: Origin,
}

/// Why the ids of all bodies or forces that were read are not valid.
///
/// ```
/// use kinstep::NamesError;
///
/// // ids that were read and were edited before
/// let error = NamesError::Count { named: 3, there: 2 };
/// assert_eq!(error.to_string(), "there are 3 names for 2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NamesError {
    /// The number of ids is not that of bodies or forces.
    #[error("there are {named} names for {there}")]
    Count {
        /// Number of ids.
        named: usize,
        /// Number of bodies or forces.
        there: usize,
    },
    /// There are more slots than a world can have.
    #[error("there are {slots} slots; a world has 4294967295 at most")]
    TooMany {
        /// Number of slots.
        slots: usize,
    },
    /// A slot that does not exist.
    #[error("slot {slot} is named, and there are {slots}")]
    OutOfRange {
        /// The slot.
        slot: u32,
        /// Number of slots.
        slots: usize,
    },
    /// A slot that two values have, that is vacant twice, or that a value has although it is vacant.
    #[error("slot {slot} is named twice")]
    Twice {
        /// The slot.
        slot: u32,
    },
    /// A slot that no value has and that is not vacant, although it could be filled again.
    #[error("slot {slot} is neither full nor vacant")]
    Lost {
        /// The slot.
        slot: u32,
    },
}

impl Names {
    /// No names.
    pub(super) fn new() -> Self {
        Self {
            owners: Vec::new(),
            generations: Vec::new(),
            vacant: Vec::new(),
            origin: Origin::new(),
        }
    }

    /// Notes that a slot is empty.
    pub(super) fn empty(&mut self, slot: u32) {
        let generation = &mut self.generations[slot as usize];
        // a slot whose generation would overflow is never filled again
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.vacant.push(slot);
        }
    }

    /// The keys in the order of their values, without those of slots that do not exist.
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

    /// Checks these names, and makes the keys of `there` values of them.
    pub(in crate::world) fn keys(&self, there: usize) -> Result<Keys, NamesError> {
        let (named, slots) = (self.owners.len(), self.generations.len());
        if named != there {
            return Err(NamesError::Count { named, there });
        }
        if u32::try_from(slots).is_err() {
            return Err(NamesError::TooMany { slots });
        }
        let mut places = vec![NOWHERE; slots];
        let mut seen = vec![false; slots];
        for &slot in self.owners.iter().chain(&self.vacant) {
            match seen.get_mut(slot as usize) {
                None => return Err(NamesError::OutOfRange { slot, slots }),
                Some(true) => return Err(NamesError::Twice { slot }),
                Some(new) => *new = true,
            }
        }
        // no slot occurs twice, so there are no more owners than slots: places fit u32
        for (place, &slot) in (0..).zip(&self.owners) {
            places[slot as usize] = place;
        }
        // only a slot whose generation would overflow is neither full nor vacant
        let lost = (0..).zip(&seen).zip(&self.generations);
        for ((slot, seen), &generation) in lost {
            if !seen && generation != u32::MAX {
                return Err(NamesError::Lost { slot });
            }
        }
        Ok(Keys {
            names: self.clone(),
            places,
        })
    }
}

impl Keys {
    /// These keys in the form that is written.
    pub(in crate::world) fn names(&self) -> Names {
        self.names.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After some removals: the names give the same keys back, and the same next keys.
    #[test]
    fn names_come_back_with_those_that_follow() {
        let mut keys = Keys::new();
        for _ in 0..6 {
            keys.push().unwrap();
        }
        for place in [1, 1, 3, 0] {
            keys.swap_remove(place);
        }
        keys.push().unwrap();
        keys.names.generations[0] = u32::MAX;
        keys.swap_remove(keys.len() - 1);
        let mut read = keys.names().keys(keys.len()).unwrap();
        assert!(read.iter().eq(keys.iter()));
        for _ in 0..8 {
            assert_eq!(read.push(), keys.push());
        }
        assert_eq!(read.names(), keys.names());
    }

    #[test]
    fn what_are_no_names_is_refused() {
        let names = |owners: &[u32], generations: &[u32], vacant: &[u32]| Names {
            owners: owners.to_vec(),
            generations: generations.to_vec(),
            vacant: vacant.to_vec(),
            origin: Origin::default(),
        };
        let sound = names(&[2, 0], &[0, 3, 1, u32::MAX], &[1]);
        let keys = sound.keys(2).unwrap();
        assert_eq!(keys.place(keys.key(0)), Some(0));
        assert_eq!(keys.names(), sound);
        for (wrong, error) in [
            (
                names(&[2], &[0, 3, 1], &[1, 0]),
                NamesError::Count { named: 1, there: 2 },
            ),
            (
                names(&[2, 9], &[0, 3, 1], &[1]),
                NamesError::OutOfRange { slot: 9, slots: 3 },
            ),
            (
                names(&[2, 0], &[0, 3, 1], &[u32::MAX]),
                NamesError::OutOfRange {
                    slot: u32::MAX,
                    slots: 3,
                },
            ),
            (
                names(&[2, 2], &[0, 3, 1], &[1]),
                NamesError::Twice { slot: 2 },
            ),
            (
                names(&[2, 0], &[0, 3, 1], &[1, 0]),
                NamesError::Twice { slot: 0 },
            ),
            (
                names(&[2, 0], &[0, 3, 1], &[1, 1]),
                NamesError::Twice { slot: 1 },
            ),
            (
                names(&[2, 0], &[0, 3, 1], &[]),
                NamesError::Lost { slot: 1 },
            ),
        ] {
            assert_eq!(wrong.keys(2).err(), Some(error));
        }
    }
}
