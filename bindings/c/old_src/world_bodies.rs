//! The bodies of a world.

use std::mem::MaybeUninit;

use kinstep::BodyId;

use crate::body::Body;
use crate::handles::{AnyWorld, World, either};
use crate::memory::{fill, given, place};
use crate::space::Space;
use crate::status::{Failure, OrStatus, Outcome, Status, reported};
use crate::vector::Vector;

pub(crate) fn no_such_body(body: BodyId) -> Failure {
    Failure::new(Status::NoSuchBody, kinstep::NoSuch::Body(body))
}

/// Fails if the world has no such body.
pub(crate) fn known(world: &AnyWorld, body: u64) -> Outcome<BodyId> {
    let body = BodyId::from_bits(body);
    if either!(world, world => world.contains(body)) {
        Ok(body)
    } else {
        Err(no_such_body(body))
    }
}

/// Adds a body, and writes its id, unless the pointer is null. The id is never used again for another body.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_body(
    world: World,
    body: Option<&Body>,
    id: Option<&mut MaybeUninit<u64>>,
) -> Status {
    reported(|| {
        let body = given(body, "body")?;
        let added = world.with(|world| {
            either!(world, world => world.add_body(body.body()?).or_status(Status::InvalidArgument))
        })?;
        if let Some(id) = id {
            id.write(added.to_bits());
        }
        Ok(())
    })
}

/// Removes a body, and the forces and links on it alone.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_remove_body(world: World, body: u64) -> Status {
    reported(|| {
        world.with(|world| {
            let body = known(world, body)?;
            either!(world, world => world.remove_body(body).or_status(Status::NoSuchBody).map(drop))
        })
    })
}

/// Writes the state of a body.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_body(
    world: World,
    body: u64,
    state: Option<&mut MaybeUninit<Body>>,
) -> Status {
    reported(|| {
        let state = place(state, "state")?;
        world.with(|world| {
            let body = known(world, body)?;
            let found = either!(world, world => world.body(body).map(Body::of));
            state.write(found.ok_or_else(|| no_such_body(body))?);
            Ok(())
        })
    })
}

/// Number of bodies.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_body_count(
    world: World,
    count: Option<&mut MaybeUninit<usize>>,
) -> Status {
    reported(|| {
        let count = place(count, "count")?;
        world.with(|world| {
            count.write(either!(world, world => world.len()));
            Ok(())
        })
    })
}

/// Writes the states of all bodies to a buffer, and their number to `count`.
///
/// # Safety
/// The buffer has room for `capacity` bodies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_bodies(
    world: World,
    buffer: *mut MaybeUninit<Body>,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> Status {
    reported(|| {
        let bodies: Vec<Body> = world.with(|world| {
            Ok(either!(world, world => world.body_slice().iter().map(Body::of).collect()))
        })?;
        // SAFETY: the caller's promise
        unsafe { fill(&bodies, buffer, capacity, count) }
    })
}

/// Writes the ids of all bodies to a buffer, in the order of `kinstep_world_bodies`, and their number to `count`.
///
/// # Safety
/// The buffer has room for `capacity` ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_body_ids(
    world: World,
    buffer: *mut MaybeUninit<u64>,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> Status {
    reported(|| {
        let ids: Vec<u64> = world.with(|world| {
            Ok(either!(world, world => world.ids().map(BodyId::to_bits).collect()))
        })?;
        // SAFETY: the caller's promise
        unsafe { fill(&ids, buffer, capacity, count) }
    })
}

/// Writes the angular momentum of a body about its centre of mass [kg m^2/s]; in the plane only z.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_spin_angular_momentum(
    world: World,
    body: u64,
    angular_momentum: Option<&mut MaybeUninit<Vector>>,
) -> Status {
    reported(|| {
        let out = place(angular_momentum, "angular_momentum")?;
        world.with(|world| {
            let body = known(world, body)?;
            let found = match world {
                AnyWorld::Plane(world) => (world.body(body))
                    .map(|body| <f64 as Space<2>>::given_axial(&body.spin_angular_momentum())),
                AnyWorld::Space(world) => (world.body(body))
                    .map(|body| <f64 as Space<3>>::given_axial(&body.spin_angular_momentum())),
            };
            out.write(found.ok_or_else(|| no_such_body(body))?);
            Ok(())
        })
    })
}
