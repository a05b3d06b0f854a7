//! The bodies of a world.

use std::mem::MaybeUninit;

use kinstep::Inertia;
use kinstep_common::bodies::{BodyRecord, Part, Push};
use kinstep_common::space::Space;

use crate::handles::KinstepWorld;
use crate::memory::{array, array_mut, fill, given};
use crate::status::{KinstepStatus, reported};
use crate::types::{KinstepBody, KinstepBodyId, KinstepInertia, KinstepOrientation, KinstepVector};

/// Adds a body. Writes its id, unless the pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_body(
    world: KinstepWorld,
    body: Option<&KinstepBody>,
    id: Option<&mut MaybeUninit<KinstepBodyId>>,
) -> KinstepStatus {
    world.optional_answer(id, |world| {
        Ok(KinstepBodyId {
            bits: world.add_body(&given(body, "body")?.into())?,
        })
    })
}

/// Adds `count` bodies. If one of them is not valid none is added. Writes their ids, unless the pointer is null.
///
/// # Safety
/// `bodies` has `count` bodies, and `ids` has room for as many ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_add_bodies(
    world: KinstepWorld,
    bodies: *const KinstepBody,
    count: usize,
    ids: *mut MaybeUninit<KinstepBodyId>,
) -> KinstepStatus {
    world.call(|world| {
        // SAFETY: the caller's promise
        let bodies = unsafe { array(bodies, count, "bodies") }?;
        let count = if ids.is_null() { 0 } else { count };
        // SAFETY: the caller's promise
        let ids = unsafe { array_mut(ids, count, "ids") }?;
        let records: Vec<BodyRecord> = bodies.iter().map(BodyRecord::from).collect();
        for (id, bits) in ids.iter_mut().zip(world.add_bodies(&records)?) {
            id.write(KinstepBodyId { bits });
        }
        Ok(())
    })
}

/// Removes a body, the forces on it alone, and its links. In the order of `kinstep_world_bodies` the last body takes its place.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_remove_body(
    world: KinstepWorld,
    body: KinstepBodyId,
) -> KinstepStatus {
    world.call(|world| Ok(world.remove_body(body.bits)?))
}

/// Removes all bodies and links, and all forces on particular bodies. Only forces on every body stay.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_clear(world: KinstepWorld) -> KinstepStatus {
    world.call(|world| {
        world.clear();
        Ok(())
    })
}

/// Writes the state of a body.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_body(
    world: KinstepWorld,
    body: KinstepBodyId,
    state: Option<&mut MaybeUninit<KinstepBody>>,
) -> KinstepStatus {
    world.answer(state, "state", |world| Ok((&world.body(body.bits)?).into()))
}

/// Writes 1 if the world has this body, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_contains(
    world: KinstepWorld,
    body: KinstepBodyId,
    contains: Option<&mut MaybeUninit<u32>>,
) -> KinstepStatus {
    world.answer(contains, "contains", |world| {
        Ok(world.contains(body.bits).into())
    })
}

/// Number of bodies.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_body_count(
    world: KinstepWorld,
    count: Option<&mut MaybeUninit<usize>>,
) -> KinstepStatus {
    world.answer(count, "count", |world| Ok(world.len()))
}

/// Writes the states of all bodies to a buffer, and their number to `count`.
///
/// # Safety
/// The buffer has room for `capacity` bodies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_bodies(
    world: KinstepWorld,
    buffer: *mut MaybeUninit<KinstepBody>,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> KinstepStatus {
    world.call(|world| {
        let bodies: Vec<KinstepBody> = world.bodies().iter().map(KinstepBody::from).collect();
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
    world: KinstepWorld,
    buffer: *mut MaybeUninit<KinstepBodyId>,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> KinstepStatus {
    world.call(|world| {
        let ids: Vec<KinstepBodyId> = world
            .ids()
            .into_iter()
            .map(|bits| KinstepBodyId { bits })
            .collect();
        // SAFETY: the caller's promise
        unsafe { fill(&ids, buffer, capacity, count) }
    })
}

/// Writes the angular momentum of a body about its centre of mass [kg m²/s]; in the plane only z.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_spin_angular_momentum(
    world: KinstepWorld,
    body: KinstepBodyId,
    angular_momentum: Option<&mut MaybeUninit<KinstepVector>>,
) -> KinstepStatus {
    world.answer(angular_momentum, "angular_momentum", |world| {
        Ok(world.spin_angular_momentum(body.bits)?.into())
    })
}

/// Writes the acceleration of a body by all forces [m/s²].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_acceleration(
    world: KinstepWorld,
    body: KinstepBodyId,
    acceleration: Option<&mut MaybeUninit<KinstepVector>>,
) -> KinstepStatus {
    world.answer(acceleration, "acceleration", |world| {
        Ok(world.acceleration_and_torque(body.bits)?[0].into())
    })
}

/// Writes the torque of all forces on a body [N m]; in the plane only z.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_torque(
    world: KinstepWorld,
    body: KinstepBodyId,
    torque: Option<&mut MaybeUninit<KinstepVector>>,
) -> KinstepStatus {
    world.answer(torque, "torque", |world| {
        Ok(world.acceleration_and_torque(body.bits)?[1].into())
    })
}

fn set(world: KinstepWorld, body: KinstepBodyId, part: Part) -> KinstepStatus {
    world.call(|world| Ok(world.set_body(body.bits, part)?))
}

/// Sets the mass of a body [kg]; infinite for a fixed body. Inertia and velocity stay as they are.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_mass(
    world: KinstepWorld,
    body: KinstepBodyId,
    mass: f64,
) -> KinstepStatus {
    set(world, body, Part::Mass(mass))
}

/// Sets the radius of a body [m]; zero for a body that is no ball.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_radius(
    world: KinstepWorld,
    body: KinstepBodyId,
    radius: f64,
) -> KinstepStatus {
    set(world, body, Part::Radius(radius))
}

/// Sets the position of a body [m].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_position(
    world: KinstepWorld,
    body: KinstepBodyId,
    position: KinstepVector,
) -> KinstepStatus {
    set(world, body, Part::Position(position.into()))
}

/// Sets the velocity of a body [m/s].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_velocity(
    world: KinstepWorld,
    body: KinstepBodyId,
    velocity: KinstepVector,
) -> KinstepStatus {
    set(world, body, Part::Velocity(velocity.into()))
}

/// Sets the orientation of a body.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_orientation(
    world: KinstepWorld,
    body: KinstepBodyId,
    orientation: KinstepOrientation,
) -> KinstepStatus {
    set(world, body, Part::Orientation(orientation.into()))
}

/// Sets the angular velocity of a body [rad/s]; in the plane only z.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_angular_velocity(
    world: KinstepWorld,
    body: KinstepBodyId,
    angular_velocity: KinstepVector,
) -> KinstepStatus {
    set(world, body, Part::AngularVelocity(angular_velocity.into()))
}

/// Sets the inertia of a body. Its angular velocity stays as it is.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_inertia(
    world: KinstepWorld,
    body: KinstepBodyId,
    inertia: KinstepInertia,
) -> KinstepStatus {
    set(
        world,
        body,
        Part::Inertia(inertia.moments.into(), inertia.axes.into()),
    )
}

fn push(world: KinstepWorld, body: KinstepBodyId, push: Push) -> KinstepStatus {
    world.call(|world| Ok(world.push(body.bits, push)?))
}

/// Applies an impulse [N s] to a body: its momentum changes at once.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_apply_impulse(
    world: KinstepWorld,
    body: KinstepBodyId,
    impulse: KinstepVector,
) -> KinstepStatus {
    push(world, body, Push::Impulse(impulse.into()))
}

/// Applies an impulse [N s] to a body at a point of the world [m]: momentum and angular momentum change at once.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_apply_impulse_at(
    world: KinstepWorld,
    body: KinstepBodyId,
    impulse: KinstepVector,
    point: KinstepVector,
) -> KinstepStatus {
    push(world, body, Push::ImpulseAt(impulse.into(), point.into()))
}

/// Applies a constant force [N] to a body during the next step only. Several such forces add.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_apply_force(
    world: KinstepWorld,
    body: KinstepBodyId,
    force: KinstepVector,
) -> KinstepStatus {
    push(world, body, Push::Force(force.into()))
}

/// Applies a constant force [N] to a body at a point of the world [m], during the next step only.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_apply_force_at(
    world: KinstepWorld,
    body: KinstepBodyId,
    force: KinstepVector,
    point: KinstepVector,
) -> KinstepStatus {
    push(world, body, Push::ForceAt(force.into(), point.into()))
}

/// Applies a constant torque [N m] to a body during the next step only; in the plane only z.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_apply_torque(
    world: KinstepWorld,
    body: KinstepBodyId,
    torque: KinstepVector,
) -> KinstepStatus {
    push(world, body, Push::Torque(torque.into()))
}

/// Writes the tag of a body, a number of the caller; zero if none was set.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_tag(
    world: KinstepWorld,
    body: KinstepBodyId,
    tag: Option<&mut MaybeUninit<u64>>,
) -> KinstepStatus {
    world.answer(tag, "tag", |world| {
        world.body(body.bits)?;
        Ok(world.tag(body.bits).unwrap_or(0))
    })
}

/// Sets the tag of a body, a number for the caller's own use.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_tag(
    world: KinstepWorld,
    body: KinstepBodyId,
    tag: u64,
) -> KinstepStatus {
    world.call(|world| Ok(world.set_tag(body.bits, tag)?))
}

fn write_inertia(
    inertia: Inertia<f64>,
    out: Option<&mut MaybeUninit<KinstepInertia>>,
) -> KinstepStatus {
    reported(|| {
        let (moments, axes) = <f64 as Space<3>>::given_inertia(&inertia);
        given(out, "inertia")?.write(KinstepInertia {
            moments: moments.into(),
            axes: axes.into(),
        });
        Ok(())
    })
}

/// The inertia of a solid ball of this mass [kg] and radius [m], in space.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_inertia_sphere(
    mass: f64,
    radius: f64,
    inertia: Option<&mut MaybeUninit<KinstepInertia>>,
) -> KinstepStatus {
    write_inertia(Inertia::sphere(mass, radius), inertia)
}

/// The inertia of a solid box of this mass [kg] and edges [m], in space.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_inertia_cuboid(
    mass: f64,
    edges: KinstepVector,
    inertia: Option<&mut MaybeUninit<KinstepInertia>>,
) -> KinstepStatus {
    write_inertia(Inertia::cuboid(mass, [edges.x, edges.y, edges.z]), inertia)
}

/// The inertia of a solid cylinder about y of this mass [kg], radius and height [m], in space.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_inertia_cylinder(
    mass: f64,
    radius: f64,
    height: f64,
    inertia: Option<&mut MaybeUninit<KinstepInertia>>,
) -> KinstepStatus {
    write_inertia(Inertia::cylinder(mass, radius, height), inertia)
}
