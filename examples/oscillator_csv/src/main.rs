//! A student's experiment: how far each scheme is from the exact motion of a damped oscillator, over step lengths.
//!
//! ```sh
//! cargo run --release -p oscillator_csv > errors.csv
//! ```

use std::error::Error;
use std::io::{Write, stdout};

use kinstep::diagnostics::compare_schemes;
use kinstep::{Body2, LinearDrag, Scheme, Spring, World2};

const DURATION: f64 = 20.0; // s
const STEPS: [u32; 6] = [100, 200, 400, 800, 1600, 3200];

/// A mass on a spring, `m a = -k x - γ m v`, released at 1 m.
fn oscillator() -> Result<World2, Box<dyn Error>> {
    let mut world = World2::new();
    world.add_force(Spring::stiffness(4.0))?; // N/m
    world.add_force(LinearDrag::rate(0.1))?; // 1/s
    world.add_body(Body2::point(1.0).at([1.0, 0.0]))?; // kg, m
    Ok(world)
}

/// One row for each step length and scheme. The exact motion is the reference.
fn write_errors(mut to: impl Write) -> Result<(), Box<dyn Error>> {
    let world = oscillator()?;
    writeln!(
        to,
        "scheme,step [s],error at the end [m],largest error [m],energy error,phase error [rad]"
    )?;
    for steps in STEPS {
        let dt = DURATION / f64::from(steps);
        let table = compare_schemes(&world, dt, steps.into(), &Scheme::ALL)?;
        for run in &table.runs {
            let (end, largest) = (run.position_error, run.worst_position_error);
            let phase = run.phase_error.unwrap_or(f64::NAN);
            writeln!(
                to,
                "{},{dt},{end:e},{largest:e},{:e},{phase:e}",
                run.method, run.energy_error
            )?;
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    clap::command!().get_matches(); // --help
    write_errors(stdout().lock())
}

#[cfg(test)]
mod tests;
