//! Points by the million, in the caller's own arrays.

use kinstep::nalgebra::{SVector, convert};
use kinstep::{Float, LinearLaw};

use crate::memory::{array_mut, given};
use crate::space::Space;
use crate::status::{Failure, OrStatus, Outcome, Status, reported};
use crate::vector::Vector;

/// Gravity, drag in wind and a spring on each point of a swarm. What is left at zero is not there.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SwarmLaw {
    /// [m/s^2]
    pub gravity: Vector,
    /// [1/s]
    pub drag_rate: f64,
    /// Velocity of the air [m/s].
    pub wind: Vector,
    /// Stiffness over mass [1/s^2].
    pub stiffness_per_mass: f64,
    /// Where the springs are fixed [m].
    pub anchor: Vector,
}

impl SwarmLaw {
    fn law<T: Float, const D: usize>(&self) -> Outcome<LinearLaw<T, D>>
    where
        f64: Space<D>,
    {
        let vector = |given, name| -> Outcome<SVector<T, D>> {
            Ok(<f64 as Space<D>>::vector(given, name)?.map(convert))
        };
        let wind = vector(self.wind, "wind")?;
        let anchor = vector(self.anchor, "anchor")?;
        Ok(LinearLaw::gravity(vector(self.gravity, "gravity")?)
            + LinearLaw::drag(convert(self.drag_rate)).in_wind(wind)
            + LinearLaw::spring(convert(self.stiffness_per_mass)).anchored_at(anchor))
    }
}

/// Numbers of the caller, as vectors.
///
/// # Safety
/// A pointer that is not null has `count` vectors of `D` numbers that nothing else reads or writes during `'a`.
unsafe fn vectors<'a, T, const D: usize>(
    numbers: *mut T,
    count: usize,
    name: &str,
) -> Outcome<&'a mut [[T; D]]> {
    // SAFETY: a vector is `D` numbers one after the other; the rest is the caller's promise
    unsafe { array_mut(numbers.cast(), count, name) }
}

/// A step of points in arrays of the caller.
///
/// # Safety
/// Both arrays have `dimensions` times `count` numbers that nothing else reads or writes meanwhile.
unsafe fn step<T: Float>(
    (dimensions, law): (u32, Option<&SwarmLaw>),
    dt: T,
    [positions, velocities]: [*mut T; 2],
    count: usize,
) -> Outcome {
    let law = given(law, "law")?;
    match dimensions {
        // SAFETY: the caller's promise
        2 => unsafe { step_in::<T, 2>(law, dt, [positions, velocities], count) },
        // SAFETY: the caller's promise
        3 => unsafe { step_in::<T, 3>(law, dt, [positions, velocities], count) },
        _ => Err(Failure::invalid(format_args!(
            "a swarm has 2 or 3 dimensions, not {dimensions}"
        ))),
    }
}

/// [`step`] in `D` dimensions.
///
/// # Safety
/// As of [`step`].
unsafe fn step_in<T: Float, const D: usize>(
    law: &SwarmLaw,
    dt: T,
    [positions, velocities]: [*mut T; 2],
    count: usize,
) -> Outcome
where
    f64: Space<D>,
{
    // SAFETY: the caller's promise, here and below
    let positions = unsafe { vectors::<T, D>(positions, count, "positions") }?;
    // SAFETY: as above
    let velocities = unsafe { vectors::<T, D>(velocities, count, "velocities") }?;
    (law.law()?
        .flow(dt)
        .advance_all(positions, velocities, T::zero()))
    .or_status(Status::StepFailed)
}

/// Moves points by `dt` [s] under a law, exactly, at any length of the step. Their positions [m] and velocities [m/s] are in arrays of
/// the caller, 2 or 3 numbers for each point, by the number of dimensions. If it fails nothing has changed.
///
/// # Safety
/// Both arrays have `dimensions` times `count` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_swarm_step(
    dimensions: u32,
    law: Option<&SwarmLaw>,
    dt: f64,
    positions: *mut f64,
    velocities: *mut f64,
    count: usize,
) -> Status {
    reported(|| {
        // SAFETY: the caller's promise
        unsafe { step((dimensions, law), dt, [positions, velocities], count) }
    })
}

/// `kinstep_swarm_step` for arrays of `float`.
///
/// # Safety
/// Both arrays have `dimensions` times `count` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_swarm_step_float(
    dimensions: u32,
    law: Option<&SwarmLaw>,
    dt: f32,
    positions: *mut f32,
    velocities: *mut f32,
    count: usize,
) -> Status {
    reported(|| {
        // SAFETY: the caller's promise
        unsafe { step((dimensions, law), dt, [positions, velocities], count) }
    })
}
