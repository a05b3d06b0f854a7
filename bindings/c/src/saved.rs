//! Worlds as bytes.

use std::mem::MaybeUninit;

use kinstep_common::AnyWorld;

use crate::handles::KinstepWorld;
use crate::memory::{array, fill, given};
use crate::status::{KinstepStatus, reported};

/// Writes the state of a world without its forces to a buffer, and its size to `size`.
///
/// # Safety
/// The buffer has room for `capacity` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_snapshot(
    world: KinstepWorld,
    buffer: *mut MaybeUninit<u8>,
    capacity: usize,
    size: Option<&mut MaybeUninit<usize>>,
) -> KinstepStatus {
    // SAFETY: the caller's promise
    world.call(|world| unsafe { fill(&world.snapshot()?, buffer, capacity, size) })
}

/// Puts a world back to the state of a snapshot, to the bit. It must have the forces of then. If it fails the world is as
/// it was.
///
/// # Safety
/// `bytes` has `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_restore(
    world: KinstepWorld,
    bytes: *const u8,
    size: usize,
) -> KinstepStatus {
    // SAFETY: the caller's promise
    world.call(|world| Ok(world.restore(unsafe { array(bytes, size, "bytes") }?)?))
}

/// Writes a world with its forces to a buffer, and its size to `size`. Forces that are functions cannot be written.
///
/// # Safety
/// The buffer has room for `capacity` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_scene(
    world: KinstepWorld,
    buffer: *mut MaybeUninit<u8>,
    capacity: usize,
    size: Option<&mut MaybeUninit<usize>>,
) -> KinstepStatus {
    // SAFETY: the caller's promise
    world.call(|world| unsafe { fill(&world.scene()?, buffer, capacity, size) })
}

/// Makes the world of a scene, with the same ids, which goes on to the bit. Free it with `kinstep_world_free`.
///
/// # Safety
/// `bytes` has `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_from_scene(
    bytes: *const u8,
    size: usize,
    world: Option<&mut MaybeUninit<KinstepWorld>>,
) -> KinstepStatus {
    reported(|| {
        let out = given(world, "world")?;
        // SAFETY: the caller's promise
        let bytes = unsafe { array(bytes, size, "bytes") }?;
        out.write(KinstepWorld::keep(AnyWorld::from_scene(bytes)?)?);
        Ok(())
    })
}
