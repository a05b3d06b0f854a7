//! Forces and links of a world.

use std::mem::MaybeUninit;

use kinstep::ForceId;

use crate::force::Force;
use crate::handles::{AnyWorld, World, either};
use crate::memory::given;
use crate::space::Space;
use crate::status::{OrStatus, Outcome, Status, reported};
use crate::vector::Vector;
use crate::world_bodies::known;

/// Adds a force to a world, and writes its id, unless the pointer is null.
fn add(
    world: World,
    force: Option<&Force>,
    id: Option<&mut MaybeUninit<u64>>,
    work: impl FnOnce(&mut AnyWorld, &Force) -> Outcome<ForceId>,
) -> Status {
    reported(|| {
        let force = given(force, "force")?;
        let added = world.with(|world| work(world, force))?;
        if let Some(id) = id {
            id.write(added.to_bits());
        }
        Ok(())
    })
}

/// Adds a force on every body, and writes its id, unless the pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_force(
    world: World,
    force: Option<&Force>,
    id: Option<&mut MaybeUninit<u64>>,
) -> Status {
    add(
        world,
        force,
        id,
        |world, force| either!(world, world => world.add_force(force.force()?).or_status(Status::InvalidArgument)),
    )
}

/// Adds a force on one body, and writes its id, unless the pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_force_on(
    world: World,
    body: u64,
    force: Option<&Force>,
    id: Option<&mut MaybeUninit<u64>>,
) -> Status {
    add(world, force, id, |world, force| {
        let body = known(world, body)?;
        either!(world, world => {
            world.add_force_on(body, force.force()?).or_status(Status::InvalidArgument)
        })
    })
}

/// Adds a link: a force between two bodies, equal and opposite. Writes its id, unless the pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_link(
    world: World,
    first: u64,
    second: u64,
    force: Option<&Force>,
    id: Option<&mut MaybeUninit<u64>>,
) -> Status {
    add(world, force, id, |world, force| {
        let (first, second) = (known(world, first)?, known(world, second)?);
        either!(world, world => {
            world.add_link(first, second, force.force()?).or_status(Status::InvalidArgument)
        })
    })
}

/// Adds a link between points of two bodies, from their centres of mass [m], in the frames of the bodies. Writes its id, unless the
/// pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_link_at(
    world: World,
    first: u64,
    first_point: Vector,
    second: u64,
    second_point: Vector,
    force: Option<&Force>,
    id: Option<&mut MaybeUninit<u64>>,
) -> Status {
    add(world, force, id, |world, force| {
        let (first, second) = (known(world, first)?, known(world, second)?);
        either!(world, world => {
            let first_point = f64::vector(first_point, "first point")?;
            let second_point = f64::vector(second_point, "second point")?;
            world
                .add_link_at(first, first_point, second, second_point, force.force()?)
                .or_status(Status::InvalidArgument)
        })
    })
}

/// Puts another force in the place of one: on the same bodies, with the same id.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_replace_force(
    world: World,
    id: u64,
    force: Option<&Force>,
) -> Status {
    reported(|| {
        let force = given(force, "force")?;
        world.with(|world| {
            let id = known_force(world, id)?;
            either!(world, world => {
                world.replace_force(id, force.force()?).or_status(Status::InvalidArgument)
            })
        })
    })
}

/// Removes a force or a link.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_remove_force(world: World, id: u64) -> Status {
    reported(|| {
        world.with(|world| {
            let id = known_force(world, id)?;
            either!(world, world => world.remove_force(id).or_status(Status::NoSuchForce))
        })
    })
}

/// Fails if the world has no such force.
fn known_force(world: &AnyWorld, force: u64) -> Outcome<ForceId> {
    let force = ForceId::from_bits(force);
    let is_known = either!(world, world => world.force(force).is_some());
    let id = is_known.then_some(force);
    id.ok_or(kinstep::NoSuch::Force(force))
        .or_status(Status::NoSuchForce)
}
