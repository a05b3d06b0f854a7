//! Forces that are functions of the caller.

use std::ffi::c_void;

use kinstep::nalgebra::SVector;

use crate::body::Body;
use crate::space::Space;
use crate::status::{Failure, Outcome, Status};
use crate::vector::Vector;

/// Writes the force [N] on a body at a time [s] to `force`, which is zero before. In the plane its z is not read.
pub type ForceOfBody =
    Option<unsafe extern "C" fn(body: &Body, time: f64, user: *mut c_void, force: &mut Vector)>;

/// Writes the force [N] at a position [m] and a time [s] to `force`, which is zero before. In the plane its z is not read.
pub type ForceOfPosition = Option<
    unsafe extern "C" fn(position: &Vector, time: f64, user: *mut c_void, force: &mut Vector),
>;

/// The potential energy [J] at a position [m] and a time [s].
pub type PotentialOfPosition =
    Option<unsafe extern "C" fn(position: &Vector, time: f64, user: *mut c_void) -> f64>;

/// A force that is a function. It may be called from any thread that steps the world, and by a clone of it.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ForceFunction {
    pub force: ForceOfBody,
    /// Passed to the function.
    pub user: *mut c_void,
}

/// A force that depends on position and time alone.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct FieldFunctions {
    pub force: ForceOfPosition,
    /// The potential whose negative gradient is the force; null if there is none.
    pub potential: PotentialOfPosition,
    /// Passed to the functions.
    pub user: *mut c_void,
}

/// A torque [N m] that is a function; in the plane only its z is read.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct TorqueFunction {
    pub torque: ForceOfBody,
    /// Passed to the function.
    pub user: *mut c_void,
}

/// What is passed to a function of the caller.
#[derive(Clone, Copy)]
struct User(*mut c_void);

// SAFETY: only handed back; the header demands that it may be used on any thread that steps the world
unsafe impl Send for User {}
// SAFETY: as above
unsafe impl Sync for User {}

impl User {
    // closures would capture only the pointer, which is not `Send`, if they named the field
    fn pointer(self) -> *mut c_void {
        self.0
    }
}

fn present<F>(function: Option<F>, name: &str) -> Outcome<F> {
    function.ok_or_else(|| {
        Failure::new(
            Status::NullPointer,
            format_args!("the function `{name}` is null"),
        )
    })
}

/// The first `D` components.
fn in_space<const D: usize>(vector: Vector) -> SVector<f64, D> {
    let numbers = vector.numbers();
    SVector::from_fn(|row, _| numbers[row])
}

/// Calls a function of a body.
fn call_on_body<const D: usize>(
    function: unsafe extern "C" fn(&Body, f64, *mut c_void, &mut Vector),
    user: User,
    body: &kinstep::Body<f64, D>,
    time: f64,
) -> Vector
where
    f64: Space<D>,
{
    let (body, mut force) = (Body::of(body), Vector::default());
    // SAFETY: the header demands a function that may be called as long as a world has it
    unsafe { function(&body, time, user.pointer(), &mut force) };
    force
}

pub(crate) fn force_of_body<const D: usize>(
    function: ForceFunction,
) -> Outcome<impl Fn(&kinstep::Body<f64, D>, f64) -> SVector<f64, D> + Send + Sync + 'static>
where
    f64: Space<D>,
{
    let (force, user) = (present(function.force, "force")?, User(function.user));
    Ok(move |body: &kinstep::Body<f64, D>, time| in_space(call_on_body(force, user, body, time)))
}

pub(crate) fn torque_of_body<const D: usize>(
    function: TorqueFunction,
) -> Outcome<impl Fn(&kinstep::Body<f64, D>, f64) -> <f64 as kinstep::Real<D>>::Axial + Send + Sync>
where
    f64: Space<D>,
{
    let (torque, user) = (present(function.torque, "torque")?, User(function.user));
    Ok(move |body: &kinstep::Body<f64, D>, time| {
        f64::axial_of(call_on_body(torque, user, body, time))
    })
}

pub(crate) fn force_of_position<const D: usize>(
    functions: FieldFunctions,
) -> Outcome<impl Fn(&SVector<f64, D>, f64) -> SVector<f64, D> + Send + Sync + 'static>
where
    f64: Space<D>,
{
    let (function, user) = (present(functions.force, "force")?, User(functions.user));
    Ok(move |position: &SVector<f64, D>, time| {
        let (position, mut force) = (f64::given_vector(position), Vector::default());
        // SAFETY: the header demands a function that may be called as long as a world has it
        unsafe { function(&position, time, user.pointer(), &mut force) };
        in_space(force)
    })
}

pub(crate) fn potential_of_position<const D: usize>(
    functions: FieldFunctions,
) -> Option<impl Fn(&SVector<f64, D>, f64) -> f64 + Send + Sync + 'static>
where
    f64: Space<D>,
{
    let (function, user) = (functions.potential?, User(functions.user));
    Some(move |position: &SVector<f64, D>, time| {
        let position = f64::given_vector(position);
        // SAFETY: the header demands a function that may be called as long as a world has it
        unsafe { function(&position, time, user.pointer()) }
    })
}
