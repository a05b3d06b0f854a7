//! Contacts: bounces, friction, rolling and rest.

use kinstep::contact::Contact;
use kinstep::nalgebra::SVector;
use kinstep::trajectory::{Plane, Surface};
use kinstep::{Body2, Body3, Inertia, Real, SurfaceId, UniformGravity, World};

mod answers;
mod balls_on_terrain;
mod bounces;
mod in_world;
mod on_surfaces;
mod pairs;
mod scenes;
mod sliding;
mod surfaces;
mod tied;

const G: f64 = 9.81;

/// A world with gravity down the second axis.
fn falling<const D: usize>() -> World<f64, D>
where
    f64: Real<D>,
{
    let mut gravity = SVector::zeros();
    gravity[1] = -G;
    let mut world = World::new();
    world.add_force(UniformGravity::new(gravity)).unwrap();
    world
}

/// A world with gravity and a surface.
fn falling_on<const D: usize>(
    surface: impl Surface<f64, D> + Send + Sync + 'static,
    contact: Contact<f64>,
) -> (World<f64, D>, SurfaceId)
where
    f64: Real<D>,
{
    let mut world = falling();
    let surface = world.add_surface(surface, contact).unwrap();
    (world, surface)
}

/// Level ground at height zero.
fn ground() -> Plane<f64, 2> {
    Plane::new([0.0, 1.0], 0.0)
}

fn disc(mass: f64, radius: f64) -> Body2 {
    Body2::solid(mass, 0.5 * mass * radius * radius).round(radius)
}

fn sphere(mass: f64, radius: f64) -> Body3 {
    Body3::solid(mass, Inertia::sphere(mass, radius)).round(radius)
}
