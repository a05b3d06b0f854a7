use kinstep::{Body2, Spring, World2};

/// Relative change of the energy after this many steps.
fn energy_change(steps_per_second: f64, steps: u32) -> Result<f64, Box<dyn std::error::Error>> {
    let mut world = World2::new();
    let body = world.add_body(Body2::point(1.0).at([1.0, 0.0]))?; // kg, m
    world.add_force_on(body, Spring::stiffness(4.0))?; // N/m
    world.add_force_on(body, Spring::stiffness(9.0))?;
    let start = world.energy().total();
    for _ in 0..steps {
        world.step(1.0 / steps_per_second)?;
    }
    Ok(world.energy().total() / start - 1.0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for rate in [1.5, 20.0, 240.0] {
        println!("{rate:5} Hz: {:e}", energy_change(rate, 10_000)?);
    }
    Ok(())
}
