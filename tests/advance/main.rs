//! Steps of adaptive length, to a tolerance.

mod checked;
mod components;
mod conserved;
mod dense;
mod events;
mod exact;
mod hostile;
mod jumps;
mod limits;
mod long_lived;
mod no_allocation;
mod precision;
mod pushes;
mod states;
mod turning;

use core::fmt::Display;

use kinstep::nalgebra::Vector2;
use kinstep::{Body3, Inertia, Real, Scheme, UniformGravity, World};

/// Gravity in the plane \[m/s²\].
fn gravity() -> UniformGravity<f64, 2> {
    UniformGravity::new([0.0, -9.81])
}

/// Acceleration of problem 3 at a position.
fn softened(x: &Vector2<f64>, _: f64) -> Vector2<f64> {
    let square = x.norm_squared() + 1e-4;
    x * (-1.0 / (square * square.sqrt()))
}

/// A book, which tumbles about its middle axis.
fn book() -> Body3 {
    Body3::solid(1.2, Inertia::cuboid(1.2, [0.03, 0.15, 0.22]))
}

/// The world after a duration \[s\], advanced to a tolerance \[m\].
fn advanced<const D: usize>(world: &World<f64, D>, duration: f64, tolerance: f64) -> World<f64, D>
where
    f64: Real<D>,
{
    let mut world = world.clone();
    world.advance(duration, tolerance).unwrap();
    world
}

/// Asserts that two worlds have the same bodies, to the bit.
fn assert_same_bits<T: Real<D>, const D: usize>(one: &World<T, D>, other: &World<T, D>) {
    assert_eq!(one.body_slice(), other.body_slice());
}

/// The largest distance between the positions of a body in two worlds \[m\].
fn apart<const D: usize>(one: &World<f64, D>, other: &World<f64, D>) -> f64
where
    f64: Real<D>,
{
    assert_eq!(one.len(), other.len());
    let off = |id| (one[id].position - other[id].position).norm();
    one.ids().map(off).fold(0.0, f64::max)
}

/// Prints an error, and asserts that it is below its bound.
#[track_caller]
fn assert_below(what: impl Display, error: f64, bound: f64) {
    println!("{what}: {error:.1e} of {bound:.1e}");
    assert!(
        error < bound,
        "{what}: {error:.1e} is not below {bound:.1e}"
    );
}

/// Asserts that advances converge: to within `most` tolerances of a reference to 1e-13 m, which is
/// returned.
#[track_caller]
fn assert_tends<const D: usize>(
    world: &World<f64, D>,
    duration: f64,
    tolerances: [f64; 3],
    most: f64,
) -> World<f64, D>
where
    f64: Real<D>,
{
    let reference = advanced(world, duration, 1e-13);
    for tolerance in tolerances {
        let off = apart(&advanced(world, duration, tolerance), &reference);
        assert_below(format!("{tolerance:.0e}"), off, most * tolerance);
    }
    reference
}

/// The world after equal steps of fourth order.
fn stepped(world: &World<f64, 2>, duration: f64, steps: u32) -> World<f64, 2> {
    let mut world = world.clone();
    world.set_scheme(Scheme::FlowKick4);
    (0..steps).for_each(|_| world.step(duration / f64::from(steps)).unwrap());
    world
}
