//! Points by the million, in the caller's own arrays.

use kinstep::{BuiltInForce, Real};
use kinstep_common::flat;
use kinstep_common::forces::Given;
use kinstep_common::space::{Number, Space};
use kinstep_common::swarm::step_arrays;
use kinstep_common::swarm_force::PointForces;

use crate::forces::KinstepForce;
use crate::memory::{array, array_mut};
use crate::status::{Failure, KinstepStatus, Outcome, reported};

/// Arrays of the caller.
struct Arrays<T> {
    forces: *const KinstepForce,
    force_count: usize,
    mass: f64,
    positions: *mut T,
    velocities: *mut T,
    count: usize,
}

impl<T: Number> Arrays<T> {
    /// Makes a step.
    ///
    /// # Safety
    /// The arrays have as many elements as they say, `dimensions` numbers for each point, which nothing else reads or writes
    /// meanwhile.
    unsafe fn step(self, dimensions: u32, dt: f64) -> Outcome {
        match dimensions {
            // SAFETY: the caller's promise
            2 => unsafe { self.step_in::<2>(dt) },
            // SAFETY: the caller's promise
            3 => unsafe { self.step_in::<3>(dt) },
            _ => Err(Failure::invalid(format_args!(
                "a swarm has 2 or 3 dimensions, not {dimensions}"
            ))),
        }
    }

    /// [`step`](Self::step) in `D` dimensions.
    ///
    /// # Safety
    /// As of [`step`](Self::step).
    unsafe fn step_in<const D: usize>(self, dt: f64) -> Outcome
    where
        f64: Space<D> + Real<D>,
    {
        // SAFETY: the caller's promise, here and below
        let forces = unsafe { array(self.forces, self.force_count, "forces") }?;
        let built_in = |force: &KinstepForce| -> Outcome<BuiltInForce<f64, D>> {
            match force.given()? {
                Given::Row { kind, numbers } if force.is_mounted == 0 => {
                    Ok(flat::read(kind, numbers)?)
                }
                _ => Err(Failure::invalid(
                    "a force on a swarm is no function, and is not mounted",
                )),
            }
        };
        let forces = forces.iter().map(built_in).collect::<Outcome<Vec<_>>>()?;
        // SAFETY: as above
        let positions =
            unsafe { array_mut(self.positions.cast::<[T; D]>(), self.count, "positions") }?;
        // SAFETY: as above
        let velocities =
            unsafe { array_mut(self.velocities.cast::<[T; D]>(), self.count, "velocities") }?;
        let (positions, velocities) = (positions.as_flattened_mut(), velocities.as_flattened_mut());
        Ok(step_arrays::<T, D>(
            &PointForces::of(forces)?,
            [self.mass, 0.0, dt],
            positions,
            velocities,
        )?)
    }
}

/// Moves points of one mass [kg] by `dt` [s] under forces with linear laws, exactly for any length of the step: uniform gravity,
/// constant force, linear drag, springs without a rest length, magnetic field, rotating frame and Magnus force. Positions [m] and
/// velocities [m/s] are in arrays of the caller, with 2 or 3 numbers for each point, by the number of dimensions. Each call starts at
/// the time zero, on which only a constant force with a rate depends.
///
/// # Safety
/// There are `force_count` forces; positions and velocities have `dimensions` times `count` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_swarm_step(
    dimensions: u32,
    forces: *const KinstepForce,
    force_count: usize,
    mass: f64,
    dt: f64,
    positions: *mut f64,
    velocities: *mut f64,
    count: usize,
) -> KinstepStatus {
    let arrays = Arrays {
        forces,
        force_count,
        mass,
        positions,
        velocities,
        count,
    };
    // SAFETY: the caller's promise
    reported(|| unsafe { arrays.step(dimensions, dt) })
}

/// `kinstep_swarm_step` for arrays of `float`.
///
/// # Safety
/// As of `kinstep_swarm_step`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kinstep_swarm_step_float(
    dimensions: u32,
    forces: *const KinstepForce,
    force_count: usize,
    mass: f64,
    dt: f64,
    positions: *mut f32,
    velocities: *mut f32,
    count: usize,
) -> KinstepStatus {
    let arrays = Arrays {
        forces,
        force_count,
        mass,
        positions,
        velocities,
        count,
    };
    // SAFETY: the caller's promise
    reported(|| unsafe { arrays.step(dimensions, dt) })
}
