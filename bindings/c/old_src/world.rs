//! Worlds: made, freed, stepped.

use std::mem::MaybeUninit;

use kinstep::{World2, World3};

use crate::handles::{AnyWorld, World, either};
use crate::kinds::Kind;
use crate::memory::place;
use crate::status::{Failure, OrStatus, Status, reported};

/// How a world is stepped.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    ExplicitEuler = 0,
    SymplecticEuler = 1,
    VelocityVerlet = 2,
    Rk4 = 3,
    Kinematic = 4,
    AverageAcceleration = 5,
    /// Exact flow, other forces as a kick in its middle: second order. A new world has it.
    FlowKick = 6,
    FlowKick4 = 7,
    /// For kicks that are weak beside the flow.
    WeakKick = 9,
}

/// The energy of a world [J].
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Energy {
    pub kinetic: f64,
    /// Of all forces that have a potential.
    pub potential: f64,
}

/// Makes an empty world, in the plane or in space: of 2 or 3 dimensions. Free it with `kinstep_world_free`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_new(
    dimensions: u32,
    world: Option<&mut MaybeUninit<World>>,
) -> Status {
    reported(|| {
        let world = place(world, "world")?;
        world.write(World::keep(match dimensions {
            2 => AnyWorld::Plane(World2::new()),
            3 => AnyWorld::Space(World3::new()),
            _ => {
                return Err(Failure::invalid(format_args!(
                    "a world has 2 or 3 dimensions, not {dimensions}"
                )));
            }
        })?);
        Ok(())
    })
}

/// Makes a copy of a world, which steps with the same bits. Forces that are functions are shared. Free it, too.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_clone(
    world: World,
    copy: Option<&mut MaybeUninit<World>>,
) -> Status {
    reported(|| {
        let copy = place(copy, "copy")?;
        copy.write(World::keep(world.with(|world| Ok(world.clone()))?)?);
        Ok(())
    })
}

/// Frees a world. Freeing it twice, or using it afterwards, is `KINSTEP_STATUS_NO_SUCH_WORLD`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_free(world: World) -> Status {
    reported(|| world.free())
}

/// Moves a world by `dt` [s]; a negative step runs backwards. If it fails the world is as it was.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_step(world: World, dt: f64) -> Status {
    reported(|| {
        world.with(|world| either!(world, world => world.step(dt).or_status(Status::StepFailed)))
    })
}

/// Moves a world by `duration` [s] to a tolerance [m], in steps as long as that allows.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_advance(world: World, duration: f64, tolerance: f64) -> Status {
    reported(|| {
        world.with(|world| {
            either!(world, world => {
                let advanced = world.advance(duration, tolerance);
                advanced.or_status(Status::StepFailed).map(drop)
            })
        })
    })
}

/// Writes a number of a world.
fn tell<T>(
    world: World,
    out: Option<&mut MaybeUninit<T>>,
    name: &str,
    ask: impl FnOnce(&AnyWorld) -> T,
) -> Status {
    reported(|| {
        let out = place(out, name)?;
        world.with(|world| {
            out.write(ask(world));
            Ok(())
        })
    })
}

/// Simulated time [s].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_time(world: World, time: Option<&mut MaybeUninit<f64>>) -> Status {
    tell(
        world,
        time,
        "time",
        |world| either!(world, world => world.time()),
    )
}

/// Number of steps made.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_steps(
    world: World,
    steps: Option<&mut MaybeUninit<u64>>,
) -> Status {
    tell(
        world,
        steps,
        "steps",
        |world| either!(world, world => world.steps()),
    )
}

/// Kinetic and potential energy [J].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_energy(
    world: World,
    energy: Option<&mut MaybeUninit<Energy>>,
) -> Status {
    tell(world, energy, "energy", |world| {
        let kinstep::Energy {
            kinetic, potential, ..
        } = either!(world, world => world.energy());
        Energy { kinetic, potential }
    })
}

/// Sets how a world is stepped from now on: a `KinstepScheme`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_scheme(world: World, scheme: u32) -> Status {
    reported(|| {
        let scheme = known(Scheme::numbered(scheme)?);
        world.with(|world| {
            either!(world, world => world.set_scheme(scheme));
            Ok(())
        })
    })
}

fn known(scheme: Scheme) -> kinstep::Scheme {
    match scheme {
        Scheme::ExplicitEuler => kinstep::Scheme::ExplicitEuler,
        Scheme::SymplecticEuler => kinstep::Scheme::SymplecticEuler,
        Scheme::VelocityVerlet => kinstep::Scheme::VelocityVerlet,
        Scheme::Rk4 => kinstep::Scheme::Rk4,
        Scheme::Kinematic => kinstep::Scheme::Kinematic,
        Scheme::AverageAcceleration => kinstep::Scheme::AverageAcceleration,
        Scheme::FlowKick => kinstep::Scheme::FlowKick,
        Scheme::FlowKick4 => kinstep::Scheme::FlowKick4,
        Scheme::WeakKick => kinstep::Scheme::WeakKick,
    }
}
