//! Worlds behind handles: numbers that are looked up, so that a handle that is null, freed or made up is noticed.

use std::mem::MaybeUninit;
use std::sync::{Arc, Mutex, PoisonError, RwLock, TryLockError};

use kinstep_common::AnyWorld;

use crate::memory::given;
use crate::status::{Failure, KinstepStatus, Outcome, reported};

/// The handle of a world. Zero is null. A handle is never used again for another world.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KinstepWorld {
    pub id: u64,
}

/// Where a world is kept, and how often it was emptied.
struct Slot {
    generation: u32,
    world: Option<Arc<Mutex<AnyWorld>>>,
}

struct Slots {
    slots: Vec<Slot>,
    vacant: Vec<u32>,
}

static SLOTS: RwLock<Slots> = RwLock::new(Slots {
    slots: Vec::new(),
    vacant: Vec::new(),
});

impl KinstepWorld {
    /// The handle of the slot at `index`; zero is left for null.
    fn new(index: u32, generation: u32) -> Self {
        let id = (u64::from(generation) << 32 | u64::from(index)) + 1;
        Self { id }
    }

    fn slot(self) -> Option<(usize, u32)> {
        let id = self.id.checked_sub(1)?;
        Some(((id & u64::from(u32::MAX)) as usize, (id >> 32) as u32))
    }

    fn none(self) -> Failure {
        let text = match self.id {
            0 => "the handle of the world is null".into(),
            id => format!("there is no world {id:#x}: it was freed, or never made"),
        };
        Failure::new(KinstepStatus::NoSuchWorld, text)
    }

    /// Keeps a world until its handle is freed.
    pub(crate) fn keep(world: AnyWorld) -> Outcome<Self> {
        let mut table = SLOTS.write().unwrap_or_else(PoisonError::into_inner);
        let world = Some(Arc::new(Mutex::new(world)));
        if let Some(index) = table.vacant.pop() {
            let slot = &mut table.slots[index as usize];
            slot.world = world;
            return Ok(Self::new(index, slot.generation));
        }
        let index = u32::try_from(table.slots.len()).ok();
        let index = index.filter(|&index| index < u32::MAX);
        let index = index.ok_or_else(|| Failure::invalid("there are 4294967295 worlds already"))?;
        table.slots.push(Slot {
            generation: 0,
            world,
        });
        Ok(Self::new(index, 0))
    }

    /// Removes a world. It is dropped at the end of the call that uses it, if there is one.
    pub(crate) fn free(self) -> Outcome {
        let removed = {
            let mut table = SLOTS.write().unwrap_or_else(PoisonError::into_inner);
            let (index, generation) = self.slot().ok_or_else(|| self.none())?;
            let slot = (table.slots.get_mut(index)).filter(|slot| slot.generation == generation);
            let slot = slot.ok_or_else(|| self.none())?;
            let removed = slot.world.take().ok_or_else(|| self.none())?;
            // a slot whose generation would overflow is never filled again
            if let Some(next) = generation.checked_add(1) {
                slot.generation = next;
                table.vacant.push(index as u32);
            }
            removed
        };
        drop(removed);
        Ok(())
    }

    /// Does the work of a call on this world, and returns its status.
    pub(crate) fn call(self, work: impl FnOnce(&mut AnyWorld) -> Outcome) -> KinstepStatus {
        reported(|| self.with(work))
    }

    /// Does the work of a call on this world, and writes its result to where `out` of this name points.
    pub(crate) fn answer<R>(
        self,
        out: Option<&mut MaybeUninit<R>>,
        name: &str,
        work: impl FnOnce(&mut AnyWorld) -> Outcome<R>,
    ) -> KinstepStatus {
        reported(|| {
            let out = given(out, name)?;
            out.write(self.with(work)?);
            Ok(())
        })
    }

    /// Does the work of a call on this world, and writes its result to where `out` points, unless that is null.
    pub(crate) fn optional_answer<R>(
        self,
        out: Option<&mut MaybeUninit<R>>,
        work: impl FnOnce(&mut AnyWorld) -> Outcome<R>,
    ) -> KinstepStatus {
        reported(|| {
            let answer = self.with(work)?;
            if let Some(out) = out {
                out.write(answer);
            }
            Ok(())
        })
    }

    /// Works with a world, as long as no other call does.
    pub(crate) fn with<R>(self, work: impl FnOnce(&mut AnyWorld) -> Outcome<R>) -> Outcome<R> {
        let world = {
            let table = SLOTS.read().unwrap_or_else(PoisonError::into_inner);
            let (index, generation) = self.slot().ok_or_else(|| self.none())?;
            let slot = (table.slots.get(index)).filter(|slot| slot.generation == generation);
            slot.and_then(|slot| slot.world.clone())
                .ok_or_else(|| self.none())?
        };
        match world.try_lock() {
            Ok(mut world) => work(&mut world),
            Err(TryLockError::WouldBlock) => Err(Failure::new(
                KinstepStatus::Busy,
                format_args!("another call is using world {:#x}", self.id),
            )),
            Err(TryLockError::Poisoned(_)) => Err(Failure::new(
                KinstepStatus::Panic,
                format_args!(
                    "an earlier call on world {:#x} ended in an error inside kinstep: free it",
                    self.id
                ),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a panic leaves behind may be half done: nothing uses it any more, but it can be freed.
    #[test]
    fn a_world_in_which_a_call_panicked_is_only_freed() {
        let world = KinstepWorld::keep(AnyWorld::new(2, false).unwrap()).unwrap();
        let panic =
            std::panic::catch_unwind(|| world.with(|_| -> Outcome { panic!("on purpose") }));
        assert!(panic.is_err());
        assert_eq!(
            world.with(|_| Ok(())).unwrap_err().status,
            KinstepStatus::Panic
        );
        world.free().unwrap();
        assert_eq!(world.free().unwrap_err().status, KinstepStatus::NoSuchWorld);
    }
}
