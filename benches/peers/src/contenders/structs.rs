//! Symplectic Euler over an array of structures of vectors, as most people write it.

use anyhow::Result;
use kinstep::Float;
use kinstep::nalgebra::{Vector3, convert};

use super::numbers;
use super::world::{quadratic_drag, well};
use crate::contender::{Built, Contender};
use crate::scene::{DRAG_RATE, DT, GRAVITY, Start, gravity, starts};

struct GlamBody {
    position: glam::Vec3,
    velocity: glam::Vec3,
}

struct GlamBodies(Vec<GlamBody>);

pub(super) fn glam(count: usize) -> Built {
    let body = |start: Start<f32, 3>| GlamBody {
        position: <[f32; 3]>::from(start.position).into(),
        velocity: <[f32; 3]>::from(start.velocity).into(),
    };
    Ok(Box::new(GlamBodies(starts(count).map(body).collect())))
}

impl Contender for GlamBodies {
    fn step(&mut self) -> Result<()> {
        let (h, rate) = (DT as f32, DRAG_RATE as f32);
        let (left, gained) = (
            1.0 - rate * h,
            glam::Vec3::from(GRAVITY.map(|g| g as f32)) * h,
        );
        for body in &mut self.0 {
            body.velocity = body.velocity * left + gained;
            body.position += body.velocity * h;
        }
        Ok(())
    }

    fn first(&mut self) -> Vec<f64> {
        self.0[0].position.to_array().map(f64::from).into()
    }
}

struct NalgebraBody<T> {
    position: Vector3<T>,
    velocity: Vector3<T>,
}

struct NalgebraBodies<T>(Vec<NalgebraBody<T>>);

pub(super) fn nalgebra<T: Float>(count: usize) -> Built {
    Ok(Box::new(nalgebra_bodies::<T>(count)))
}

fn nalgebra_bodies<T: Float>(count: usize) -> NalgebraBodies<T> {
    let body = |start: Start<T, 3>| NalgebraBody {
        position: start.position,
        velocity: start.velocity,
    };
    NalgebraBodies(starts(count).map(body).collect())
}

impl<T: Float> Contender for NalgebraBodies<T> {
    fn step(&mut self) -> Result<()> {
        let (h, rate): (T, T) = (convert(DT), convert(DRAG_RATE));
        let (left, gained) = (T::one() - rate * h, gravity::<T, 3>() * h);
        for body in &mut self.0 {
            body.velocity = body.velocity * left + gained;
            body.position += body.velocity * h;
        }
        Ok(())
    }

    fn first(&mut self) -> Vec<f64> {
        numbers(&self.0[0].position)
    }
}

/// The acceleration of a body of 1 kg by the force of the closure or of the field, as often evaluated as its name says.
type Acceleration = fn(&NalgebraBody<f64>) -> Vector3<f64>;

struct ForcedBodies {
    bodies: NalgebraBodies<f64>,
    acceleration: Acceleration,
}

/// With the force of the closure, evaluated at the start of the step.
pub(super) fn with_closure_once(count: usize) -> Built {
    forced(count, |body| quadratic_drag(&body.velocity))
}

/// With the force of the closure, evaluated at the start and at the velocity half a step later, as a kick does.
pub(super) fn with_closure_twice(count: usize) -> Built {
    forced(count, |body| {
        let first = quadratic_drag(&body.velocity);
        quadratic_drag(&(body.velocity + first * (DT / 2.0)))
    })
}

/// With the force of the field, evaluated once.
pub(super) fn with_field(count: usize) -> Built {
    forced(count, |body| well(&body.position))
}

fn forced(count: usize, acceleration: Acceleration) -> Built {
    Ok(Box::new(ForcedBodies {
        bodies: nalgebra_bodies(count),
        acceleration,
    }))
}

impl Contender for ForcedBodies {
    fn step(&mut self) -> Result<()> {
        let (left, gained) = (1.0 - DRAG_RATE * DT, gravity::<f64, 3>() * DT);
        for body in &mut self.bodies.0 {
            let acceleration = (self.acceleration)(body);
            body.velocity = body.velocity * left + gained + acceleration * DT;
            body.position += body.velocity * DT;
        }
        Ok(())
    }

    fn first(&mut self) -> Vec<f64> {
        self.bodies.first()
    }
}
