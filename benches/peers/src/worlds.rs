//! The contenders of kinstep: points under one linear law, and bodies with forces of all kinds.

use kinstep::nalgebra::{Vector3, convert};
use kinstep::{Body3, Float, ForceField, LinearDrag, LinearLaw, UniformGravity, World3};
use kinstep_swarm::Swarm;

use crate::{Built, DRAG_RATE, DT, FAR, built, gravity, numbers, quadratic_drag, starts, well};

/// A swarm in steps of the usual length.
pub(crate) fn swarm<T: Float, const D: usize>(count: usize) -> Built {
    points::<T, D>(count, DT)
}

/// A swarm in steps of `FAR` times the usual length.
pub(crate) fn far(count: usize) -> Built {
    points::<f32, 3>(count, DT * f64::from(FAR))
}

fn points<T: Float, const D: usize>(count: usize, dt: f64) -> Built {
    let mut swarm: Swarm<T, D> = Swarm::with_capacity(count);
    for [position, velocity] in starts::<T, D>(count) {
        swarm.push(position, velocity).expect("room");
    }
    let law = LinearLaw::gravity(gravity::<T, D>()) + LinearLaw::drag(convert(DRAG_RATE));
    let dt: T = convert(dt);
    built(
        swarm,
        move |swarm| swarm.step(&law, dt).expect("finite states"),
        |swarm| numbers(&swarm.positions()[0]),
    )
}

/// A world under gravity and drag.
pub(crate) fn world(count: usize) -> Built {
    stepped(bodies(count))
}

/// A world under gravity, drag and a nonlinear force from a closure.
pub(crate) fn with_closure(count: usize) -> Built {
    let mut world = bodies(count);
    let force = |body: &Body3, _time: f64| -> Vector3<f64> { quadratic_drag(&body.velocity) };
    world.add_force(force).expect("a force");
    stepped(world)
}

/// A world under gravity, drag and a nonlinear force field.
pub(crate) fn with_field(count: usize) -> Built {
    let mut world = bodies(count);
    let field = |position: &Vector3<f64>, _time: f64| -> Vector3<f64> { well(position) };
    world.add_force(ForceField::new(field)).expect("a field");
    stepped(world)
}

fn bodies(count: usize) -> World3 {
    let mut world = World3::new();
    let gravity = UniformGravity::new(gravity::<f64, 3>());
    world.add_force(gravity).expect("gravity");
    world.add_force(LinearDrag::rate(DRAG_RATE)).expect("drag");
    for [position, velocity] in starts::<f64, 3>(count) {
        let body = Body3::point(1.0).at(position).moving(velocity);
        world.add_body(body).expect("a body");
    }
    world
}

fn stepped(world: World3) -> Built {
    built(
        world,
        |world| world.step(DT).expect("finite states"),
        |world| numbers(&world.body_slice()[0].position),
    )
}
