//! Surfaces of a world, and the contacts of its bodies.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;

use kinstep_common::contacts::{
    CollisionRecord, ContactRecord, Response, Shape, SurfaceChange, With,
};
use kinstep_common::words;

use crate::KinstepContactKind;
use crate::flights::KinstepGround;
use crate::handles::KinstepWorld;
use crate::memory::{User, array, fill, given};
use crate::status::{Failure, KinstepStatus, Outcome, reported};
use crate::types::{
    KinstepBodyId, KinstepMaterial, KinstepOrientation, KinstepSurfaceId, KinstepVector,
};

/// A contact of a body in the last step.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepContact {
    /// In the time of the world [s].
    pub time: f64,
    pub body: KinstepBodyId,
    /// The surface that the body touched, unless `is_with_body`.
    pub surface: KinstepSurfaceId,
    /// The other body, if `is_with_body`.
    pub other: KinstepBodyId,
    /// Not zero: the body touched another one.
    pub is_with_body: u32,
    pub kind: KinstepContactKind,
    /// Point of contact [m].
    pub point: KinstepVector,
    /// Unit normal, towards the body.
    pub normal: KinstepVector,
    /// Impulse on the body [N s].
    pub impulse: KinstepVector,
}

/// A contact for which a rule decides how it acts.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepCollision {
    /// In the time of the world [s].
    pub time: f64,
    pub body: KinstepBodyId,
    /// The surface that the body touches, unless `is_with_body`.
    pub surface: KinstepSurfaceId,
    /// The other body, if `is_with_body`.
    pub other: KinstepBodyId,
    /// Not zero: the body touches another one.
    pub is_with_body: u32,
    /// Point of contact [m].
    pub point: KinstepVector,
    /// Unit normal, towards the body.
    pub normal: KinstepVector,
    /// Velocity of the body relative to the surface or the other body [m/s].
    pub velocity: KinstepVector,
}

/// How a contact acts.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepResponse {
    /// The material, also while the body stays on the surface.
    pub material: KinstepMaterial,
    /// Velocity of a conveyor belt along the surface [m/s].
    pub belt: KinstepVector,
    /// Velocity that is added to that of the body [m/s], as by a jump pad.
    pub push: KinstepVector,
    /// Not zero: the body passes through, as through a trigger zone.
    pub passes: u32,
}

/// Decides how a contact acts, by changing `response`: it has the material that was set, and zeros. Equal contacts must get equal
/// responses.
pub type KinstepRule = Option<
    unsafe extern "C" fn(
        collision: *const KinstepCollision,
        user: *mut c_void,
        response: *mut KinstepResponse,
    ),
>;

/// The two ids of what was touched, and whether it was a body.
fn split(with: With) -> (KinstepSurfaceId, KinstepBodyId, u32) {
    match with {
        With::Surface(bits) => (KinstepSurfaceId { bits }, KinstepBodyId { bits: 0 }, 0),
        With::Body(bits) => (KinstepSurfaceId { bits: 0 }, KinstepBodyId { bits }, 1),
    }
}

impl KinstepContact {
    fn of(contact: &ContactRecord) -> Outcome<Self> {
        let (surface, other, is_with_body) = split(contact.with);
        Ok(Self {
            time: contact.time,
            body: KinstepBodyId { bits: contact.body },
            surface,
            other,
            is_with_body,
            kind: words::number_of(&contact.kind)?,
            point: contact.point.into(),
            normal: contact.normal.into(),
            impulse: contact.impulse.into(),
        })
    }
}

fn add(
    world: KinstepWorld,
    shape: Shape<'_>,
    material: KinstepMaterial,
    id: Option<&mut MaybeUninit<KinstepSurfaceId>>,
) -> KinstepStatus {
    world.optional_answer(id, |world| {
        Ok(KinstepSurfaceId {
            bits: world.add_surface(shape, material.into())?,
        })
    })
}

/// Adds a surface whose numbers the caller may have pointed to wrongly.
fn add_if_given(
    world: KinstepWorld,
    shape: Outcome<Shape<'_>>,
    material: KinstepMaterial,
    id: Option<&mut MaybeUninit<KinstepSurfaceId>>,
) -> KinstepStatus {
    match shape {
        Ok(shape) => add(world, shape, material, id),
        Err(failure) => reported(|| Err(failure)),
    }
}

/// Adds a plane with which all bodies collide, at a distance [m] from the origin along its normal, which points to the
/// free side. Writes its id, unless the pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_plane(
    world: KinstepWorld,
    normal: KinstepVector,
    distance: f64,
    material: KinstepMaterial,
    id: Option<&mut MaybeUninit<KinstepSurfaceId>>,
) -> KinstepStatus {
    add(
        world,
        Shape::Plane {
            normal: normal.into(),
            distance,
        },
        material,
        id,
    )
}

/// Adds a solid box with which all bodies collide: its centre and half of each edge [m]. Writes its id, unless the
/// pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_box(
    world: KinstepWorld,
    center: KinstepVector,
    half_extents: KinstepVector,
    orientation: KinstepOrientation,
    material: KinstepMaterial,
    id: Option<&mut MaybeUninit<KinstepSurfaceId>>,
) -> KinstepStatus {
    let (center, half_extents) = (center.into(), half_extents.into());
    add(
        world,
        Shape::Box {
            center,
            half_extents,
            orientation: orientation.into(),
        },
        material,
        id,
    )
}

/// Adds a solid ball with which all bodies collide: its centre and radius [m]. Writes its id, unless the pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_ball(
    world: KinstepWorld,
    center: KinstepVector,
    radius: f64,
    material: KinstepMaterial,
    id: Option<&mut MaybeUninit<KinstepSurfaceId>>,
) -> KinstepStatus {
    add(
        world,
        Shape::Ball {
            center: center.into(),
            radius,
        },
        material,
        id,
    )
}

/// Adds segments from point to point in the plane, two coordinates for each of `count` points [m]; if `is_closed` is not
/// zero the last one is joined to the first. The solid side is on the right, seen along the segments. Writes its id, unless the
/// pointer is null.
///
/// # Safety
/// There are 2 `count` coordinates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_add_chain(
    world: KinstepWorld,
    points: *const f64,
    count: usize,
    is_closed: u32,
    material: KinstepMaterial,
    id: Option<&mut MaybeUninit<KinstepSurfaceId>>,
) -> KinstepStatus {
    // SAFETY: the caller's promise
    let points = unsafe { array(points, count.saturating_mul(2), "points") };
    let shape = points.map(|points| Shape::Chain {
        points,
        is_closed: is_closed != 0,
    });
    add_if_given(world, shape, material, id)
}

/// Adds ground between samples of its height [m], `spacing` [m] apart: `rows` rows of `columns` samples; one row in the plane. The
/// first sample is at `origin` [m] plus its height along `up`, which is along an axis. Writes its id, unless the pointer is null.
///
/// # Safety
/// There are `rows` times `columns` heights.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_add_heightfield(
    world: KinstepWorld,
    up: KinstepVector,
    origin: KinstepVector,
    spacing: f64,
    heights: *const f64,
    rows: usize,
    columns: usize,
    material: KinstepMaterial,
    id: Option<&mut MaybeUninit<KinstepSurfaceId>>,
) -> KinstepStatus {
    let (up, origin) = (up.into(), origin.into());
    // SAFETY: the caller's promise
    let heights = unsafe { array(heights, rows.saturating_mul(columns), "heights") };
    let shape = heights.map(|heights| Shape::Heightfield {
        up,
        origin,
        spacing,
        heights,
        columns,
    });
    add_if_given(world, shape, material, id)
}

/// Adds ground that is a function, with which all bodies collide. Writes its id, unless the pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_ground(
    world: KinstepWorld,
    ground: Option<&KinstepGround>,
    material: KinstepMaterial,
    id: Option<&mut MaybeUninit<KinstepSurfaceId>>,
) -> KinstepStatus {
    let shape = given(ground, "ground").and_then(|ground| {
        let height = Arc::new(ground.heights()?);
        Ok(Shape::Ground {
            up: ground.up.into(),
            height,
            steepest: ground.steepest,
            curvature: ground.curvature,
        })
    });
    add_if_given(world, shape, material, id)
}

/// Removes a surface.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_remove_surface(
    world: KinstepWorld,
    surface: KinstepSurfaceId,
) -> KinstepStatus {
    world.call(|world| Ok(world.remove_surface(surface.bits)?))
}

fn change(world: KinstepWorld, surface: KinstepSurfaceId, change: SurfaceChange) -> KinstepStatus {
    world.call(|world| Ok(world.change_surface(surface.bits, change)?))
}

/// Sets the material of a surface.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_contact(
    world: KinstepWorld,
    surface: KinstepSurfaceId,
    material: KinstepMaterial,
) -> KinstepStatus {
    change(
        world,
        surface,
        SurfaceChange {
            material: Some(material.into()),
            ..SurfaceChange::default()
        },
    )
}

/// Sets the velocity of a surface [m/s] from now on, as of a lift.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_surface_velocity(
    world: KinstepWorld,
    surface: KinstepSurfaceId,
    velocity: KinstepVector,
) -> KinstepStatus {
    change(
        world,
        surface,
        SurfaceChange {
            velocity: Some(velocity.into()),
            ..SurfaceChange::default()
        },
    )
}

/// Writes the displacement of a surface since it was added [m].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_surface_offset(
    world: KinstepWorld,
    surface: KinstepSurfaceId,
    offset: Option<&mut MaybeUninit<KinstepVector>>,
) -> KinstepStatus {
    world.answer(offset, "offset", |world| {
        Ok(world.surface_offset(surface.bits)?.into())
    })
}

/// Makes a surface stop only bodies that come from the side to which `side` points, or from all sides if it is null, as at first.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_one_way(
    world: KinstepWorld,
    surface: KinstepSurfaceId,
    side: Option<&KinstepVector>,
) -> KinstepStatus {
    change(
        world,
        surface,
        SurfaceChange {
            one_way: Some(side.map(|side| (*side).into())),
            ..SurfaceChange::default()
        },
    )
}

/// Sets the layers of a surface, 32 bits: it collides with bodies that have a bit in common with it. At first all bits are set.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_surface_layers(
    world: KinstepWorld,
    surface: KinstepSurfaceId,
    layers: u32,
) -> KinstepStatus {
    change(
        world,
        surface,
        SurfaceChange {
            layers: Some(layers),
            ..SurfaceChange::default()
        },
    )
}

/// Sets the layers of a body, 32 bits: it collides with surfaces and bodies that have a bit in common with it. At first all bits
/// are set.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_layers(
    world: KinstepWorld,
    body: KinstepBodyId,
    layers: u32,
) -> KinstepStatus {
    world.call(|world| Ok(world.set_layers(body.bits, layers)?))
}

/// Lets round bodies collide with each other, or lets them pass if `material` is null, as at first.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_body_contact(
    world: KinstepWorld,
    material: Option<&KinstepMaterial>,
) -> KinstepStatus {
    world.call(|world| Ok(world.set_body_contact(material.map(|material| (*material).into()))?))
}

/// Lets a function decide how each contact acts, also while a body stays on a surface. It replaces the last one; a function that
/// changes nothing leaves each contact as its material says.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_on_contact(
    world: KinstepWorld,
    rule: KinstepRule,
    user: *mut c_void,
) -> KinstepStatus {
    world.call(|world| {
        let rule = rule.ok_or_else(|| {
            Failure::new(KinstepStatus::NullPointer, "the function `rule` is null")
        })?;
        let user = User(user);
        world.on_contact(Arc::new(move |collision: &CollisionRecord| {
            let (surface, other, is_with_body) = split(collision.with);
            let mut response = KinstepResponse {
                material: collision.material.into(),
                belt: KinstepVector::default(),
                push: KinstepVector::default(),
                passes: 0,
            };
            let collision = KinstepCollision {
                time: collision.time,
                body: KinstepBodyId {
                    bits: collision.body,
                },
                surface,
                other,
                is_with_body,
                point: collision.point.into(),
                normal: collision.normal.into(),
                velocity: collision.velocity.into(),
            };
            // SAFETY: the header demands a function that may be called as long as a world has it
            unsafe { rule(&raw const collision, user.pointer(), &raw mut response) };
            Response {
                material: response.material.into(),
                belt: response.belt.into(),
                push: response.push.into(),
                passes: response.passes != 0,
            }
        }));
        Ok(())
    })
}

/// Writes the contacts of the last step to a buffer, in the order of time, and their number to `count`.
///
/// # Safety
/// The buffer has room for `capacity` contacts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_contacts(
    world: KinstepWorld,
    buffer: *mut MaybeUninit<KinstepContact>,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> KinstepStatus {
    world.call(|world| {
        let contacts = world
            .contacts()?
            .iter()
            .map(KinstepContact::of)
            .collect::<Outcome<Vec<_>>>()?;
        // SAFETY: the caller's promise
        unsafe { fill(&contacts, buffer, capacity, count) }
    })
}

/// Writes the surfaces on which a body rests, slides or rolls to a buffer, and their number to `count`.
///
/// # Safety
/// The buffer has room for `capacity` ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_held_by(
    world: KinstepWorld,
    body: KinstepBodyId,
    buffer: *mut MaybeUninit<KinstepSurfaceId>,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> KinstepStatus {
    world.call(|world| {
        let held: Vec<_> = world
            .held_by(body.bits)?
            .into_iter()
            .map(|bits| KinstepSurfaceId { bits })
            .collect();
        // SAFETY: the caller's promise
        unsafe { fill(&held, buffer, capacity, count) }
    })
}
