//! Changes of the bodies of a world, one quantity each.

use kinstep::ForceError;

use crate::handles::{AnyWorld, World, either};
use crate::space::Space;
use crate::status::{Failure, OrStatus, Outcome, Status, reported};
use crate::vector::{Quaternion, Vector};
use crate::world_bodies::{known, no_such_body};

/// Fails unless all numbers are finite.
fn finite(numbers: &[f64], name: &str) -> Outcome {
    match numbers.iter().find(|number| !number.is_finite()) {
        None => Ok(()),
        Some(number) => Err(Failure::invalid(format_args!(
            "a component of the {name} is {number}; it must be finite"
        ))),
    }
}

/// Changes one quantity of a body. What it is changed to is checked before.
macro_rules! change {
    ($world:expr, $body:expr, |$value:ident| $work:expr) => {
        reported(|| {
            $world.with(|world| {
                let id = known(world, $body)?;
                either!(world, world => {
                    let $value = world.body_mut(id).ok_or_else(|| no_such_body(id))?;
                    $work;
                });
                Ok(())
            })
        })
    };
}

/// Sets the mass of a body [kg]; infinite for a fixed body.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_mass(world: World, body: u64, mass: f64) -> Status {
    change!(world, body, |body| {
        if mass.is_nan() || mass <= 0.0 {
            return Err(Failure::invalid(format_args!(
                "the mass is {mass} kg; it must be positive, or infinite for a fixed body"
            )));
        }
        body.mass = mass;
    })
}

/// Sets the position of a body [m].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_position(world: World, body: u64, position: Vector) -> Status {
    change!(world, body, |body| {
        finite(&position.numbers(), "position")?;
        body.position = f64::vector(position, "position")?;
    })
}

/// Sets the velocity of a body [m/s].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_velocity(world: World, body: u64, velocity: Vector) -> Status {
    change!(world, body, |body| {
        finite(&velocity.numbers(), "velocity")?;
        body.velocity = f64::vector(velocity, "velocity")?;
    })
}

fn turn<const D: usize>(
    body: &mut kinstep::Body<f64, D>,
    angle: f64,
    orientation: Quaternion,
) -> Outcome
where
    f64: Space<D>,
{
    body.set_orientation(f64::orientation(angle, orientation)?);
    Ok(())
}

/// Sets the orientation of a body: the angle in the plane [rad], the quaternion in space; the other one is zero.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_orientation(
    world: World,
    body: u64,
    angle: f64,
    orientation: Quaternion,
) -> Status {
    change!(world, body, |body| {
        finite(&[angle], "angle")?;
        turn(body, angle, orientation)?;
    })
}

/// Sets the angular velocity of a body [rad/s]; in the plane only z.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_set_angular_velocity(
    world: World,
    body: u64,
    angular_velocity: Vector,
) -> Status {
    reported(|| {
        finite(&angular_velocity.numbers(), "angular velocity")?;
        world.with(|world| {
            let id = known(world, body)?;
            let none = || no_such_body(id);
            match world {
                AnyWorld::Plane(world) => {
                    let spin = <f64 as Space<2>>::axial(angular_velocity, "angular velocity")?;
                    let body = world.body_mut(id).ok_or_else(none)?;
                    solid(body.is_point())?;
                    body.set_angular_velocity(spin);
                }
                AnyWorld::Space(world) => {
                    let body = world.body_mut(id).ok_or_else(none)?;
                    solid(body.is_point())?;
                    body.set_angular_velocity(angular_velocity);
                }
            }
            Ok(())
        })
    })
}

/// Fails if a body that is to spin is a point.
fn solid(is_point: bool) -> Outcome {
    if is_point {
        return Err(Failure::invalid(
            "a point cannot spin: give the body an inertia",
        ));
    }
    Ok(())
}

/// What went wrong when a body was pushed.
fn pushed(result: Result<(), ForceError<f64>>) -> Outcome {
    result.or_status(Status::InvalidArgument)
}

/// Changes the momentum of a body at once [N s].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_apply_impulse(world: World, body: u64, impulse: Vector) -> Status {
    reported(|| {
        world.with(|world| {
            let body = known(world, body)?;
            either!(world, world => {
                pushed(world.apply_impulse(body, f64::vector(impulse, "impulse")?))
            })
        })
    })
}

/// Changes the momentum of a body at once by a push at a point [m] of the world [N s].
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_apply_impulse_at(
    world: World,
    body: u64,
    impulse: Vector,
    point: Vector,
) -> Status {
    reported(|| {
        world.with(|world| {
            let body = known(world, body)?;
            either!(world, world => {
                let (impulse, point) = (f64::vector(impulse, "impulse")?, f64::vector(point, "point")?);
                pushed(world.apply_impulse_at(body, impulse, point))
            })
        })
    })
}

/// Lets a force [N] act on a body over the next step.
#[unsafe(no_mangle)]
pub extern "C" fn kinstep_world_apply_force(world: World, body: u64, force: Vector) -> Status {
    reported(|| {
        world.with(|world| {
            let body = known(world, body)?;
            either!(world, world => {
                pushed(world.apply_force(body, f64::vector(force, "force")?))
            })
        })
    })
}
