use kinstep::Until;
use kinstep::trajectory::{Crossing, Plane};
use kinstep::{Body2, LinearDrag, UniformGravity, World2};

/// Position in metres where a ball lands, at this number of steps per second.
fn landing(steps_per_second: f64) -> Result<f64, Box<dyn std::error::Error>> {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81]))?; // m/s²
    world.add_force(LinearDrag::rate(0.5))?; // 1/s
    let ball = world.add_body(Body2::point(1.0).moving([15.0, 12.0]))?; // kg, m/s
    let lands = Until::crossing(ball, Plane::new([0.0, 1.0], 0.0), Crossing::Descending);
    while world.step_until(1.0 / steps_per_second, &lands)?.is_none() {}
    Ok(world[ball].position.x)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for rate in [5.0, 20.0, 60.0, 240.0] {
        println!("{rate:5} Hz: {:.13} m", landing(rate)?);
    }
    Ok(())
}
