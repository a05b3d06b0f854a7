//! Worlds as bytes.

use std::mem::MaybeUninit;

use kinstep_common::AnyWorld;

use crate::handles::KinstepWorld;
use crate::memory::{array, fill, given};
use crate::status::{KinstepStatus, reported};

/// Writes the bodies, the time and the scheme of a world to a buffer, without forces, surfaces and layers, and its size to `size`.
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

/// Puts a world back to the state of a snapshot, to the bit. It keeps its surfaces and layers. Forces that were added after the snapshot
/// are removed; one that was removed after it is `KINSTEP_STATUS_RESTORE_FAILED`. If it fails the world is as it was.
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

/// Writes the bodies, the time, the scheme and the forces of a world to a buffer, without surfaces and layers, and its size to `size`.
/// `KINSTEP_STATUS_INVALID_ARGUMENT` if a force is a function.
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

/// Makes the world of a scene, with the same ids; it has no surfaces, and steps to the same bits. Free it with `kinstep_world_free`.
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
