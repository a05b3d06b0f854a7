//! Worlds: made, copied, freed, stepped, and asked.

use std::mem::MaybeUninit;

use kinstep_common::{AnyWorld, words};

use crate::KinstepScheme;
use crate::handles::KinstepWorld;
use crate::memory::given;
use crate::status::{KinstepStatus, reported};
use crate::types::KinstepVector;

/// The energy of a world [J].
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KinstepEnergy {
    pub kinetic: f64,
    /// Potential energy of all forces that have a potential.
    pub potential: f64,
}

/// Writes the handle of a new world.
fn make(
    world: Option<&mut MaybeUninit<KinstepWorld>>,
    name: &str,
    made: impl FnOnce() -> crate::status::Outcome<AnyWorld>,
) -> KinstepStatus {
    reported(|| {
        let out = given(world, name)?;
        out.write(KinstepWorld::keep(made()?)?);
        Ok(())
    })
}

/// Makes an empty world of 2 dimensions (the plane) or 3 (space). Free it with `kinstep_world_free`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_new(
    dimensions: u32,
    world: Option<&mut MaybeUninit<KinstepWorld>>,
) -> KinstepStatus {
    make(world, "world", || Ok(AnyWorld::new(dimensions, false)?))
}

/// Makes an empty world that computes in single precision.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_new_single(
    dimensions: u32,
    world: Option<&mut MaybeUninit<KinstepWorld>>,
) -> KinstepStatus {
    make(world, "world", || Ok(AnyWorld::new(dimensions, true)?))
}

/// Makes a copy of a world, which steps to the same bits and has the same ids. It calls the same functions with the same `user`.
/// Free it, too.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_clone(
    world: KinstepWorld,
    copy: Option<&mut MaybeUninit<KinstepWorld>>,
) -> KinstepStatus {
    make(copy, "copy", || world.with(|world| Ok(world.clone())))
}

/// Frees a world. Freeing it twice, or using it afterwards, is `KINSTEP_STATUS_NO_SUCH_WORLD`. A call that runs meanwhile keeps the
/// world, and calls its functions, until it ends.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_free(world: KinstepWorld) -> KinstepStatus {
    reported(|| world.free())
}

/// Moves a world by `dt` [s]; a negative step runs backwards. If it fails the world is as it was.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_step(world: KinstepWorld, dt: f64) -> KinstepStatus {
    world.call(|world| Ok(world.step(dt)?))
}

/// Simulated time [s].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_time(
    world: KinstepWorld,
    time: Option<&mut MaybeUninit<f64>>,
) -> KinstepStatus {
    world.answer(time, "time", |world| Ok(world.time()))
}

/// Number of steps made.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_steps(
    world: KinstepWorld,
    steps: Option<&mut MaybeUninit<u64>>,
) -> KinstepStatus {
    world.answer(steps, "steps", |world| Ok(world.steps()))
}

/// Number of dimensions: 2 or 3.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_dimensions(
    world: KinstepWorld,
    dimensions: Option<&mut MaybeUninit<u32>>,
) -> KinstepStatus {
    world.answer(dimensions, "dimensions", |world| {
        Ok(if world.dimensions() == 2 { 2 } else { 3 })
    })
}

/// Kinetic and potential energy [J].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_energy(
    world: KinstepWorld,
    energy: Option<&mut MaybeUninit<KinstepEnergy>>,
) -> KinstepStatus {
    world.answer(energy, "energy", |world| {
        let [kinetic, potential] = world.energy();
        Ok(KinstepEnergy { kinetic, potential })
    })
}

/// Momentum [kg m/s].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_momentum(
    world: KinstepWorld,
    momentum: Option<&mut MaybeUninit<KinstepVector>>,
) -> KinstepStatus {
    world.answer(momentum, "momentum", |world| Ok(world.momentum().into()))
}

/// Angular momentum about the origin [kg m²/s]; in the plane only z.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_angular_momentum(
    world: KinstepWorld,
    angular_momentum: Option<&mut MaybeUninit<KinstepVector>>,
) -> KinstepStatus {
    world.answer(angular_momentum, "angular_momentum", |world| {
        Ok(world.angular_momentum().into())
    })
}

/// Centre of mass [m]; `KINSTEP_STATUS_NO_ANSWER` without bodies of finite mass.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_center_of_mass(
    world: KinstepWorld,
    center: Option<&mut MaybeUninit<KinstepVector>>,
) -> KinstepStatus {
    world.answer(center, "center", |world| {
        let none = || {
            crate::status::Failure::new(
                KinstepStatus::NoAnswer,
                "the world has no body of finite mass",
            )
        };
        Ok(world.center_of_mass().ok_or_else(none)?.into())
    })
}

/// The scheme by which a world is stepped; at first `KINSTEP_SCHEME_FLOW_KICK`.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_scheme(
    world: KinstepWorld,
    scheme: Option<&mut MaybeUninit<KinstepScheme>>,
) -> KinstepStatus {
    world.answer(scheme, "scheme", |world| {
        Ok(words::number_of(&world.scheme())?)
    })
}

/// Sets the scheme by which a world is stepped from now on.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_scheme(
    world: KinstepWorld,
    scheme: KinstepScheme,
) -> KinstepStatus {
    world.call(|world| {
        world.set_scheme(words::numbered(scheme, "scheme")?);
        Ok(())
    })
}
