//! A ball thrown in wind, under gravity and drag: a second in sixty steps, and the same second in one.

use kinstep::{Body3, LinearDrag, Scheme, UniformGravity, World3};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World3::new();
    world.add_force(UniformGravity::new([0.0, -9.81, 0.0]))?; // m/s²
    world.add_force(LinearDrag::rate(0.2).in_wind([3.0, 0.0, 0.0]))?; // 1/s, m/s
    let thrown = Body3::point(0.145).at([0.0, 1.5, 0.0]); // kg, m
    let ball = world.add_body(thrown.moving([30.0, 8.0, 0.0]))?; // m/s

    for scheme in [Scheme::default(), Scheme::SymplecticEuler] {
        world.set_scheme(scheme);
        let (mut often, mut once) = (world.clone(), world.clone());
        for _ in 0..60 {
            often.step(1.0 / 60.0)?;
        }
        once.step(1.0)?;

        let heights = [&often, &once].map(|world| world[ball].position.y);
        let apart = (often[ball].position - once[ball].position).norm();
        println!("{scheme}: heights {heights:?} m, {apart:.1e} m apart");
    }
    Ok(())
}
