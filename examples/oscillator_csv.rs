//! An experiment for students: errors of each scheme against the exact motion of a damped
//! oscillator, for several step lengths.
//!
//! ```sh
//! cargo run --release --example oscillator_csv > errors.csv
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
    write_errors(stdout().lock())
}

/// Tests of the columns against the closed form of a textbook.
#[cfg(test)]
mod tests {
    use kinstep::Scheme;

    use super::{DURATION, STEPS, oscillator, write_errors};

    /// `x = e^(-γt/2) (cos ωt + γ/(2ω) sin ωt)` with `ω² = k/m - γ²/4`.
    fn exact(time: f64) -> f64 {
        let (half, omega) = (0.05_f64, (4.0_f64 - 0.0025).sqrt());
        let (sin, cos) = (omega * time).sin_cos();
        (-half * time).exp() * (cos + half / omega * sin)
    }

    /// The rows: scheme, step length, error at the end, and largest error.
    fn rows() -> Vec<(String, [f64; 3])> {
        let mut csv = Vec::new();
        write_errors(&mut csv).unwrap();
        let text = String::from_utf8(csv).unwrap();
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let header = lines.next().unwrap();
        let row = |cells: Vec<&str>| {
            assert_eq!(cells.len(), header.len());
            let numbers = [1, 2, 3].map(|column| cells[column].parse().unwrap());
            (cells[0].to_owned(), numbers)
        };
        lines.map(row).collect()
    }

    #[test]
    fn errors_are_distances_from_the_exact_answer() {
        let rows = rows();
        assert_eq!(rows.len(), STEPS.len() * Scheme::ALL.len());
        for (row, (scheme, [dt, end, largest])) in rows.iter().enumerate() {
            let steps = STEPS[row / Scheme::ALL.len()];
            let mut world = oscillator().unwrap();
            world.set_scheme(Scheme::ALL[row % Scheme::ALL.len()]);
            assert_eq!(*scheme, world.scheme().to_string());
            let (mut last, mut most) = (0.0, 0.0_f64);
            for step in 1..=steps {
                world.step(*dt).unwrap();
                let time = DURATION * f64::from(step) / f64::from(steps);
                last = (world.body_slice()[0].position.x - exact(time)).abs();
                most = most.max(last);
            }
            assert!((last - end).abs() < 1e-13, "{scheme}, {dt} s: {last:e}");
            assert!((most - largest).abs() < 1e-13, "{scheme}, {dt} s: {most:e}");
        }
    }

    /// Schemes have their orders. Explicit Euler is left out, because these steps are still too
    /// long for its limit.
    #[test]
    fn schemes_have_their_orders() {
        let rows = rows();
        let largest = |scheme: Scheme| {
            let of = rows
                .iter()
                .filter(move |(name, _)| *name == scheme.to_string());
            of.map(|(_, [.., largest])| *largest).collect::<Vec<_>>()
        };
        for (scheme, order) in [
            (Scheme::SymplecticEuler, 1.0),
            // velocity Verlet is of first order here, because there is drag
            (Scheme::VelocityVerlet, 1.0),
            (Scheme::Rk4, 4.0),
        ] {
            let errors = largest(scheme);
            let observed = (errors[STEPS.len() - 2] / errors[STEPS.len() - 1]).log2();
            assert!((observed - order).abs() < 0.15, "{scheme}: {observed}");
        }
        for scheme in [Scheme::FlowKick, Scheme::FlowKick4] {
            // measured: 3e-15, over 3200 steps
            assert!(
                largest(scheme).iter().all(|error| *error < 1e-13),
                "{scheme}"
            );
        }
    }
}
