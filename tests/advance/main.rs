//! Steps of adaptive length, to a tolerance.

mod components;
mod conserved;
mod dense;
mod events;
mod exact;
mod hostile;
mod jumps;
mod limits;
mod no_allocation;
mod precision;
mod problems;
mod pushes;
mod states;
mod turning;

use kinstep::{Real, World};

/// A world moved on by a duration \[s\], to a tolerance \[m\].
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
