//! Steps a [`kinstep::Scene`] written in RON, and prints the error of each scheme.
//!
//! ```text
//! cargo run --release -p scene -- examples/scenes/projectile.ron --dt 0.1 --time 4
//! cargo run --release -p scene -- examples/scenes/rope.ron --time 1.5 --scheme FlowKick --csv target/rope.csv
//! cargo run --release -p scene -- examples/scenes/tug.ron --dt 0.25 --time 60 --picture target/tug.svg
//! ```

mod picture;
mod run;
#[cfg(test)]
mod tests;

use std::fs::read_to_string;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use clap::Parser;
use kinstep::{Real, Scene, Scheme};
use ron::error::SpannedError;
use support::console::{given::positive, print};
use support::drawing::svg;

use run::Run;

/// Steps a scene under every scheme, and prints the distance of each from the exact motion at the
/// end.
///
/// A scene is a kinstep::Scene in RON, in the plane or in space: a level written by hand, or a
/// world that a program has saved. Units are SI. If no exact motion is known, the reference is an
/// integration with errors of the size of rounding.
#[derive(Debug, Parser)]
#[command(name = "scene")]
struct Arguments {
    /// The scene, a RON file; examples/scenes has some
    file: PathBuf,

    /// Length of a step
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0 / 60.0, value_parser = positive, allow_negative_numbers = true)]
    dt: f64,

    /// Length of the run, rounded to whole steps
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = positive, allow_negative_numbers = true)]
    time: f64,

    /// Step under this scheme only; can be repeated
    ///
    /// ExplicitEuler, SymplecticEuler, VelocityVerlet, Rk4, Kinematic, AverageAcceleration, FlowKick (kinstep's own), FlowKick4
    /// or WeakKick.
    #[arg(long = "scheme", value_name = "NAME", value_parser = scheme)]
    schemes: Vec<Scheme>,

    /// Write the state of every body after every step to this file
    ///
    /// The columns are scheme, time, body (its index in the file, from 0), position, velocity, and
    /// the energy of the whole scene.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Draw the path of the body that moves the farthest, under every scheme, into this file, an SVG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
}

/// Maximum number of steps.
const MOST_STEPS: f64 = 1e9;

/// Reads the name of a scheme, in any case.
fn scheme(text: &str) -> Result<Scheme, String> {
    (Scheme::ALL.into_iter())
        .find(|scheme| scheme.to_string().eq_ignore_ascii_case(text))
        .ok_or_else(|| {
            let names = Scheme::ALL.map(|scheme| scheme.to_string());
            format!("the schemes are {}", names.join(", "))
        })
}

fn main() -> ExitCode {
    print::report(report(&Arguments::parse()))
}

/// Runs the program with these arguments. Returns the report.
fn report(arguments: &Arguments) -> Result<String> {
    let file = arguments.file.display();
    let text = read_to_string(&arguments.file).with_context(|| format!("{file} cannot be read"))?;
    // the vectors show whether the scene is in the plane or in space
    let plane = match ron::from_str::<Scene<f64, 2>>(&text) {
        Ok(scene) => return step(arguments, &scene),
        Err(error) => error,
    };
    let space = match ron::from_str::<Scene<f64, 3>>(&text) {
        Ok(scene) => return step(arguments, &scene),
        Err(error) => error,
    };
    // the attempt with the right number of dimensions gets farther in the file
    let reached = |error: &SpannedError| (error.span.end.line, error.span.end.col);
    let error = if reached(&space) > reached(&plane) {
        space
    } else {
        plane
    };
    let position = error.span.start;
    Err(anyhow!(error.code)).with_context(|| format!("{file}:{position}"))
}

/// Steps a scene that was read.
fn step<const D: usize>(arguments: &Arguments, scene: &Scene<f64, D>) -> Result<String>
where
    f64: Real<D>,
{
    let Arguments {
        file,
        dt,
        time,
        csv,
        picture,
        ..
    } = arguments;
    let steps = (time / dt).round().max(1.0);
    if steps > MOST_STEPS {
        bail!("{time} s are {steps:.0} steps of {dt} s: at most {MOST_STEPS:e} are made");
    }
    let run = Run {
        world: scene.world().with_context(|| file.display().to_string())?,
        schemes: if arguments.schemes.is_empty() {
            Scheme::ALL.to_vec()
        } else {
            arguments.schemes.clone()
        },
        dt: *dt,
        steps: steps as u64,
    };
    if let Some(csv) = csv {
        run.write_csv(csv)?;
    }
    let comparison = run.compare()?;
    if let Some(picture) = picture {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        svg::write(picture, &picture::svg(&name, &run, &comparison)?)?;
    }
    let (bodies, forces) = (run.world.body_slice().len(), scene.forces().len());
    Ok(format!(
        "{}: {steps} steps of {dt} s; bodies: {bodies}, forces: {forces}\n{comparison}",
        file.display()
    ))
}
