//! Forces on the bodies of a world, and functions of the caller as forces.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;

use kinstep_common::bodies::BodyRecord;
use kinstep_common::flat;
use kinstep_common::forces::{Given, Target};
use kinstep_common::space::Three;

use crate::KinstepForceKind;
use crate::handles::KinstepWorld;
use crate::made::KinstepParameters;
use crate::memory::{User, array, fill, given};
use crate::status::{Failure, KinstepStatus, Outcome, reported};
use crate::types::{KinstepBody, KinstepBodyId, KinstepForceId, KinstepVector};

/// A force. Make it with a function such as `kinstep_spring`, which sets all parameters; then change others by name, such as
/// `force.parameters.spring.damping`. A struct of zeros is a gravity of zero, which is valid and does nothing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct KinstepForce {
    /// Which member of `parameters` is read.
    pub kind: KinstepForceKind,
    /// Not zero: the force acts at `arm`, and has a torque; see `kinstep_mounted`.
    pub is_mounted: u32,
    /// The point where the force acts, relative to the centre of mass [m], frame of the body.
    pub arm: KinstepVector,
    pub parameters: KinstepParameters,
}

/// A force that is a function; made by `kinstep_function`, `kinstep_torque` or `kinstep_field`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct KinstepCallback {
    pub function: *const c_void,
    pub potential: *const c_void,
    /// Passed to the functions.
    pub user: *mut c_void,
}

/// Writes the force [N] or the torque [N m] on a body at a time [s] to `force`, which is zero before. In the plane z of a
/// force, and x and y of a torque, are not read.
pub type KinstepForceOfBody = Option<
    unsafe extern "C" fn(
        body: *const KinstepBody,
        time: f64,
        user: *mut c_void,
        force: *mut KinstepVector,
    ),
>;

/// Writes the force [N] at a position [m] and a time [s] to `force`, which is zero before. In the plane its z is not read.
pub type KinstepForceOfPosition = Option<
    unsafe extern "C" fn(
        position: *const KinstepVector,
        time: f64,
        user: *mut c_void,
        force: *mut KinstepVector,
    ),
>;

/// The potential energy [J] at a position [m] and a time [s].
pub type KinstepPotentialOfPosition = Option<
    unsafe extern "C" fn(position: *const KinstepVector, time: f64, user: *mut c_void) -> f64,
>;

/// The kinds of forces that are functions; the others are the indices in the crate's list of forces.
const FUNCTION: u32 = 100;
const TORQUE: u32 = 101;
const FIELD: u32 = 102;

fn callback(
    kind: u32,
    function: *const c_void,
    potential: *const c_void,
    user: *mut c_void,
) -> KinstepForce {
    let callback = KinstepCallback {
        function,
        potential,
        user,
    };
    KinstepForce::new(kind, KinstepParameters { callback })
}

/// The pointer of a function, null if there is none.
macro_rules! pointer {
    ($function:expr) => {
        $function.map_or(std::ptr::null(), |function| function as *const c_void)
    };
}

/// Returns a force [N] that is a function of body and time: a kick.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_function(force: KinstepForceOfBody, user: *mut c_void) -> KinstepForce {
    callback(FUNCTION, pointer!(force), std::ptr::null(), user)
}

/// Returns a torque [N m] that is a function of body and time: a kick.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_torque(torque: KinstepForceOfBody, user: *mut c_void) -> KinstepForce {
    callback(TORQUE, pointer!(torque), std::ptr::null(), user)
}

/// Returns a force that depends on position and time alone. It is the negative gradient of `potential`; null if there is none.
/// Prefer it to `kinstep_function`: motion to a tolerance calls it less often, and a potential counts in the energy of the world.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_field(
    force: KinstepForceOfPosition,
    potential: KinstepPotentialOfPosition,
    user: *mut c_void,
) -> KinstepForce {
    callback(FIELD, pointer!(force), pointer!(potential), user)
}

/// Returns the force as it acts at a point of the body, given relative to the centre of mass [m], frame of the body. It also has a
/// torque.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_mounted(mut force: KinstepForce, arm: KinstepVector) -> KinstepForce {
    (force.is_mounted, force.arm) = (1, arm);
    force
}

impl KinstepForce {
    /// Returns a force that acts at the centre of mass.
    pub(crate) fn new(kind: KinstepForceKind, parameters: KinstepParameters) -> Self {
        Self {
            kind,
            is_mounted: 0,
            arm: KinstepVector::default(),
            parameters,
        }
    }

    /// Returns the point at which it acts.
    pub(crate) fn arm(&self) -> Option<Three> {
        (self.is_mounted != 0).then(|| self.arm.into())
    }

    /// Returns the force, to be added.
    pub(crate) fn given(&self) -> Outcome<Given<'_>> {
        if let FUNCTION | TORQUE | FIELD = self.kind {
            // SAFETY: pointers, for which any bits are a value; the header demands that the member of the kind is initialised
            return self.function(unsafe { self.parameters.callback });
        }
        let width = flat::width(self.kind)?;
        // SAFETY: the header demands that the member of the kind is initialised; it is that many numbers, one after the other
        let numbers =
            unsafe { std::slice::from_raw_parts((&raw const self.parameters).cast(), width) };
        Ok(Given::Row {
            kind: self.kind,
            numbers,
        })
    }

    fn function(&self, callback: KinstepCallback) -> Outcome<Given<'static>> {
        let KinstepCallback {
            function,
            potential,
            user,
        } = callback;
        let user = User(user);
        if function.is_null() {
            return Err(Failure::new(
                KinstepStatus::NullPointer,
                "the function of the force is null",
            ));
        }
        if self.kind == FIELD {
            // SAFETY: `kinstep_field` wrote the pointer of such a function
            let force: KinstepForceOfPosition = unsafe { std::mem::transmute(function) };
            // SAFETY: as above; null is none
            let potential: KinstepPotentialOfPosition = unsafe { std::mem::transmute(potential) };
            let force = force.map(|force| of_position(force, user));
            let potential = potential.map(|potential| -> kinstep_common::forces::Potential {
                Arc::new(move |position: Three, time: f64| {
                    // SAFETY: the header demands a function that may be called as long as a world has it
                    unsafe { potential(&position.into(), time, user.pointer()) }
                })
            });
            return Ok(Given::Field(
                force.ok_or_else(|| Failure::invalid("there is no function"))?,
                potential,
            ));
        }
        // SAFETY: `kinstep_function` or `kinstep_torque` wrote the pointer of such a function
        let function: KinstepForceOfBody = unsafe { std::mem::transmute(function) };
        let function = function.ok_or_else(|| Failure::invalid("there is no function"))?;
        let call = Arc::new(move |body: &BodyRecord, time: f64| {
            let mut force = KinstepVector::default();
            // SAFETY: the header demands a function that may be called as long as a world has it
            unsafe { function(&body.into(), time, user.pointer(), &raw mut force) };
            force.into()
        });
        Ok(if self.kind == TORQUE {
            Given::Torque(call)
        } else {
            Given::Function(call)
        })
    }
}

fn of_position(
    force: unsafe extern "C" fn(*const KinstepVector, f64, *mut c_void, *mut KinstepVector),
    user: User,
) -> kinstep_common::forces::OfPosition {
    Arc::new(move |position: Three, time: f64| {
        let mut out = KinstepVector::default();
        // SAFETY: the header demands a function that may be called as long as a world has it
        unsafe { force(&position.into(), time, user.pointer(), &raw mut out) };
        out.into()
    })
}

fn add(
    world: KinstepWorld,
    force: Option<&KinstepForce>,
    id: Option<&mut MaybeUninit<KinstepForceId>>,
    target: Target<'_>,
) -> KinstepStatus {
    world.optional_answer(id, |world| {
        let force = given(force, "force")?;
        Ok(KinstepForceId {
            bits: world.add_force(&force.given()?, force.arm(), target)?,
        })
    })
}

/// Adds a force on every body, also on bodies that are added later. Writes its id, unless the pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_force(
    world: KinstepWorld,
    force: Option<&KinstepForce>,
    id: Option<&mut MaybeUninit<KinstepForceId>>,
) -> KinstepStatus {
    add(world, force, id, Target::Every)
}

/// Adds a force on one body. Writes its id, unless the pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_force_on(
    world: KinstepWorld,
    body: KinstepBodyId,
    force: Option<&KinstepForce>,
    id: Option<&mut MaybeUninit<KinstepForceId>>,
) -> KinstepStatus {
    add(world, force, id, Target::Body(body.bits))
}

/// [`add`] with a target of `count` bodies.
///
/// # Safety
/// There are `count` ids.
unsafe fn add_to_many(
    world: KinstepWorld,
    bodies: *const KinstepBodyId,
    count: usize,
    force: Option<&KinstepForce>,
    id: Option<&mut MaybeUninit<KinstepForceId>>,
    target: fn(&[u64]) -> Target<'_>,
) -> KinstepStatus {
    // SAFETY: the caller's promise
    match unsafe { array(bodies, count, "bodies") } {
        Ok(ids) => {
            let bodies: Vec<u64> = ids.iter().map(|id| id.bits).collect();
            add(world, force, id, target(&bodies))
        }
        Err(failure) => reported(|| Err(failure)),
    }
}

/// Adds one force, with one id, on each of `count` bodies. Writes its id, unless the pointer is null.
///
/// # Safety
/// There are `count` ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_add_force_on_each(
    world: KinstepWorld,
    bodies: *const KinstepBodyId,
    count: usize,
    force: Option<&KinstepForce>,
    id: Option<&mut MaybeUninit<KinstepForceId>>,
) -> KinstepStatus {
    // SAFETY: the caller's promise
    unsafe { add_to_many(world, bodies, count, force, id, |ids| Target::Each(ids)) }
}

/// Adds a force on all bodies, also later ones, except `count` of them. Writes its id, unless the pointer is null.
///
/// # Safety
/// There are `count` ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_add_force_except(
    world: KinstepWorld,
    bodies: *const KinstepBodyId,
    count: usize,
    force: Option<&KinstepForce>,
    id: Option<&mut MaybeUninit<KinstepForceId>>,
) -> KinstepStatus {
    // SAFETY: the caller's promise
    unsafe { add_to_many(world, bodies, count, force, id, |ids| Target::Except(ids)) }
}

/// Adds a link: a force between two bodies. It acts on the first body as if the second were the origin, and the second body gets the
/// opposite force. Writes its id, unless the pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_link(
    world: KinstepWorld,
    first: KinstepBodyId,
    second: KinstepBodyId,
    force: Option<&KinstepForce>,
    id: Option<&mut MaybeUninit<KinstepForceId>>,
) -> KinstepStatus {
    add(world, force, id, Target::Link([first.bits, second.bits]))
}

/// Adds a link between points of two bodies, given relative to the centres of mass [m], in the frames of the bodies. Writes its id,
/// unless the pointer is null.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_add_link_at(
    world: KinstepWorld,
    first: KinstepBodyId,
    first_point: KinstepVector,
    second: KinstepBodyId,
    second_point: KinstepVector,
    force: Option<&KinstepForce>,
    id: Option<&mut MaybeUninit<KinstepForceId>>,
) -> KinstepStatus {
    let points = [first_point.into(), second_point.into()];
    add(
        world,
        force,
        id,
        Target::LinkAt([first.bits, second.bits], points),
    )
}

/// Replaces a force: the new one acts on the same bodies, and has the same id.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_replace_force(
    world: KinstepWorld,
    id: KinstepForceId,
    force: Option<&KinstepForce>,
) -> KinstepStatus {
    world.call(|world| {
        let force = given(force, "force")?;
        Ok(world.replace_force(id.bits, &force.given()?, force.arm())?)
    })
}

/// Removes a force or a link.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_remove_force(
    world: KinstepWorld,
    id: KinstepForceId,
) -> KinstepStatus {
    world.call(|world| Ok(world.remove_force(id.bits)?))
}

/// Writes the ids of all forces and links to a buffer, and their number to `count`.
///
/// # Safety
/// The buffer has room for `capacity` ids.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_world_forces(
    world: KinstepWorld,
    buffer: *mut MaybeUninit<KinstepForceId>,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> KinstepStatus {
    world.call(|world| {
        let ids: Vec<KinstepForceId> = world
            .forces()
            .into_iter()
            .map(|bits| KinstepForceId { bits })
            .collect();
        // SAFETY: the caller's promise
        unsafe { fill(&ids, buffer, capacity, count) }
    })
}
