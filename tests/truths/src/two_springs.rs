//! A body on two springs.

use kinstep::{Body2, Spring, World2};

/// `x'' = -4 x - 9 x`, at rest at one metre.
pub fn two_springs() -> World2 {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0).at([1.0, 0.0])).unwrap();
    world.add_force(Spring::stiffness(4.0)).unwrap();
    world.add_force(Spring::stiffness(9.0)).unwrap();
    world
}
