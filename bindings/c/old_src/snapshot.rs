//! Worlds as bytes.
//!
//! The first byte tells a snapshot from a scene, the second has the dimensions; the rest is the crate's own form.

use std::mem::MaybeUninit;

use kinstep::{Scene, Snapshot};

use crate::handles::{AnyWorld, World};
use crate::memory::{array, fill, place};
use crate::status::{Failure, OrStatus, Outcome, Status, reported};

const SNAPSHOT: u8 = b's';
const SCENE: u8 = b'c';

/// The bytes of a value, after these.
macro_rules! written {
    ($first:expr, $dimensions:expr, $value:expr) => {
        postcard::to_extend($value, vec![$first, $dimensions]).or_status(Status::InvalidArgument)
    };
}

/// The value in these bytes, all of which must belong to it.
macro_rules! read {
    ($bytes:expr, $kind:ty) => {{
        let (value, rest) =
            postcard::take_from_bytes::<$kind>($bytes).or_status(Status::RestoreFailed)?;
        match rest.len() {
            0 => value,
            more => {
                return Err(Failure::new(
                    Status::RestoreFailed,
                    format_args!("there are {more} bytes more than the state has"),
                ));
            }
        }
    }};
}

/// What follows the first two bytes, and the dimensions.
fn opened<'a>(bytes: &'a [u8], first: u8, name: &str) -> Outcome<(u8, &'a [u8])> {
    match bytes {
        [kind, dimensions @ (2 | 3), rest @ ..] if *kind == first => Ok((*dimensions, rest)),
        _ => Err(Failure::new(
            Status::RestoreFailed,
            format_args!("these {} bytes are no {name}", bytes.len()),
        )),
    }
}

/// Writes the state of a world without its forces to a buffer, and its size to `size`.
///
/// # Safety
/// The buffer has room for `capacity` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_snapshot(
    world: World,
    buffer: *mut MaybeUninit<u8>,
    capacity: usize,
    size: Option<&mut MaybeUninit<usize>>,
) -> Status {
    reported(|| {
        let bytes = world.with(|world| match world {
            AnyWorld::Plane(world) => written!(SNAPSHOT, 2, &world.snapshot()),
            AnyWorld::Space(world) => written!(SNAPSHOT, 3, &world.snapshot()),
        })?;
        // SAFETY: the caller's promise
        unsafe { fill(&bytes, buffer, capacity, size) }
    })
}

/// Puts a world back to the state of a snapshot, to the bit. It must have the forces that the snapshot knows. If it fails the world
/// is as it was.
///
/// # Safety
/// `bytes` has `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_restore(
    world: World,
    bytes: *const u8,
    size: usize,
) -> Status {
    reported(|| {
        // SAFETY: the caller's promise
        let bytes = unsafe { array(bytes, size, "bytes") }?;
        let (dimensions, rest) = opened(bytes, SNAPSHOT, "snapshot")?;
        world.with(|world| match (world, dimensions) {
            (AnyWorld::Plane(world), 2) => {
                let state = read!(rest, Snapshot<f64, 2>);
                world.restore(&state).or_status(Status::RestoreFailed)
            }
            (AnyWorld::Space(world), 3) => {
                let state = read!(rest, Snapshot<f64, 3>);
                world.restore(&state).or_status(Status::RestoreFailed)
            }
            _ => Err(Failure::new(
                Status::RestoreFailed,
                format_args!(
                    "the snapshot is of a world of {dimensions} dimensions, unlike this one"
                ),
            )),
        })
    })
}

/// Writes a world with its forces to a buffer, and its size to `size`. Forces that are functions cannot be written.
///
/// # Safety
/// The buffer has room for `capacity` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_scene(
    world: World,
    buffer: *mut MaybeUninit<u8>,
    capacity: usize,
    size: Option<&mut MaybeUninit<usize>>,
) -> Status {
    reported(|| {
        let bytes = world.with(|world| match world {
            AnyWorld::Plane(world) => {
                let scene = world.scene().or_status(Status::InvalidArgument)?;
                written!(SCENE, 2, &scene)
            }
            AnyWorld::Space(world) => {
                let scene = world.scene().or_status(Status::InvalidArgument)?;
                written!(SCENE, 3, &scene)
            }
        })?;
        // SAFETY: the caller's promise
        unsafe { fill(&bytes, buffer, capacity, size) }
    })
}

/// Makes the world of a scene, with the same ids, which goes on to the bit. Free it with `kinstep_world_free`.
///
/// # Safety
/// `bytes` has `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_from_scene(
    bytes: *const u8,
    size: usize,
    world: Option<&mut MaybeUninit<World>>,
) -> Status {
    reported(|| {
        let out = place(world, "world")?;
        // SAFETY: the caller's promise
        let bytes = unsafe { array(bytes, size, "bytes") }?;
        let world = match opened(bytes, SCENE, "scene")? {
            (2, rest) => {
                let scene = read!(rest, Scene<f64, 2>);
                AnyWorld::Plane(scene.world().or_status(Status::RestoreFailed)?)
            }
            (_, rest) => {
                let scene = read!(rest, Scene<f64, 3>);
                AnyWorld::Space(scene.world().or_status(Status::RestoreFailed)?)
            }
        };
        out.write(World::keep(world)?);
        Ok(())
    })
}
