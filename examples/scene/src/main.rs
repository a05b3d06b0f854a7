//! Reads a scene, runs it under every scheme, and measures what each scheme does to it.
//!
//! ```text
//! cargo run --release -p scene -- examples/scenes/two_springs.ron
//! cargo run --release -p scene -- examples/scenes/projectile.ron --dt 0.25 --picture examples/scenes/picture.svg
//! cargo run --release -p scene -- --help
//! ```
//!
//! A scene is a RON file: bodies, forces, links between two bodies, burns of an engine, the step and
//! the duration. The files in `examples/scenes` show all that can be written.
//!
//! Bodies, forces and targets are those of a [`kinstep::Scene`]: every field of a body and every force that the crate writes can be
//! read here, and has the same name and the same default. A scene file adds names of bodies, a title, a run (step, duration, schemes,
//! tolerances), burns, and the force `Pendulum`. A file that is a [`kinstep::Scene`] as the crate writes it runs as well, for
//! the `--duration` in steps of `--dt`; its bodies are called by their places. `--save` writes the start of any scene as such a file.
//!
//! ```text
//! text (serde)  ->  scene (checked, a World)  ->  reference, and one run for each scheme  ->  table, CSV, SVG
//! ```

mod arguments;
mod curves;
#[cfg(test)]
mod drawings;
mod error;
mod flight;
mod losses;
mod measure;
#[cfg(test)]
mod mistakes;
mod model;
#[cfg(test)]
mod new_forces;
mod panels;
mod parts;
mod pendulum;
mod plot;
mod read;
mod record;
mod reference;
#[cfg(test)]
mod round_trips;
mod saved;
mod source;
mod steps;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod trajectory;
#[cfg(test)]
mod usage;

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use indicatif::ProgressBar;
use kinstep::{Real, Scene as Saved};
use support::console::{print::report, progress};
use support::drawing::svg;
use support::files::OutputFile;

use arguments::Arguments;
use error::{Problem, too_many_steps};
use model::Scene;
use reference::Reference;
use source::Source;
use text::{SceneText, Written};
use trajectory::Trajectory;

fn main() -> ExitCode {
    report(run(&Arguments::parse()))
}

/// Reads the scene file and runs it in its own number of dimensions.
fn run(arguments: &Arguments) -> Result<String> {
    let file = arguments.file.display().to_string();
    let text = std::fs::read_to_string(&arguments.file)
        .with_context(|| format!("{file} cannot be read"))?;
    let source = Source::new(&file, &text);
    let error = match source.read_all::<SceneText>() {
        Ok(scene) => {
            return match source.read(scene.dimension)? {
                2 => compare(Scene::<2>::read(&source, &scene)?, arguments),
                3 => compare(Scene::<3>::read(&source, &scene)?, arguments),
                found => Err(source
                    .error(scene.dimension, Problem::Dimension { found })
                    .into()),
            };
        }
        Err(error) => error,
    };
    let error = match source.read_all::<Saved<f64, 2>>() {
        Ok(scene) => {
            let scene = Scene::of_saved(&source, &scene, arguments.run()?)?;
            return compare(scene, arguments);
        }
        Err(flat) => error.or_later(flat),
    };
    match source.read_all::<Saved<f64, 3>>() {
        Ok(scene) => {
            let scene = Scene::of_saved(&source, &scene, arguments.run()?)?;
            compare(scene, arguments)
        }
        Err(solid) => Err(error.or_later(solid).into()),
    }
}

/// Runs a scene under every scheme asked for, and reports.
fn compare<const D: usize>(mut scene: Scene<D>, arguments: &Arguments) -> Result<String>
where
    f64: Written<D>,
{
    if let Some(file) = &arguments.save {
        saved::write(file, &scene.world)?;
    }
    arguments.apply_to(&mut scene);
    let steps = scene.steps();
    ensure!(steps <= Scene::<D>::MOST_STEPS, too_many_steps(steps));
    let mut trajectory = match &arguments.csv {
        Some(file) => Some(Trajectory::create(file, arguments.every, &scene)?),
        None => None,
    };
    if let Some(file) = &arguments.picture {
        // nobody waits for a picture that cannot be written
        drop(OutputFile::create(file)?);
    }
    let reference = Reference::of(&scene);
    let bar = bar(&scene);
    let mut rows = Vec::new();
    for &method in &scene.methods {
        let row = measure::run(&scene, method, &reference, trajectory.as_mut(), || {
            bar.inc(1)
        });
        rows.push(row);
    }
    bar.finish_and_clear();
    if let Some(trajectory) = trajectory {
        trajectory.finish()?;
    }
    if let Some(file) = &arguments.picture {
        let picture = plot::picture(&scene, &reference)
            .with_context(|| format!("{} cannot be drawn", file.display()))?;
        svg::write(file, &picture)?;
    }
    Ok(table::report(&scene, &reference, &rows))
}

/// Progress over all schemes together, of runs that take long enough for it to be read.
fn bar<const D: usize>(scene: &Scene<D>) -> ProgressBar
where
    f64: Real<D>,
{
    /// Runs of fewer steps take less than a second or two.
    const LONG: f64 = 1e6;
    let steps = scene.steps() * scene.methods.len() as f64;
    if steps < LONG {
        return ProgressBar::hidden();
    }
    progress::bar(steps as u64, "of {human_len} steps, {eta} left")
}
