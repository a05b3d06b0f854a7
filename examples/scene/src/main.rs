//! Reads a scene, runs it under every scheme, and measures what each scheme does to it.
//!
//! ```text
//! cargo run --release -p scene -- examples/scenes/two_springs.ron
//! cargo run --release -p scene -- --help
//! ```
//!
//! A scene is a RON file: bodies, forces, links between two bodies, burns of an engine, the step and
//! the duration. The files in `examples/scenes` show all that can be written.
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
mod force;
#[path = "../../drawing/frame.rs"]
mod frame;
mod measure;
#[cfg(test)]
mod mistakes;
mod model;
#[path = "../../drawing/numbers.rs"]
mod numbers;
mod panels;
mod plot;
#[path = "../../console/print.rs"]
mod print;
mod progress;
mod record;
mod reference;
#[path = "../../drawing/room.rs"]
mod room;
#[path = "../../drawing/schemes.rs"]
mod schemes;
mod source;
mod steps;
#[path = "../../drawing/style.rs"]
mod style;
#[path = "../../drawing/svg.rs"]
mod svg;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod trajectory;
#[cfg(test)]
mod usage;
#[cfg(test)]
#[path = "../../drawing/well_formed.rs"]
mod well_formed;

use std::process::ExitCode;

use clap::Parser;
use kinstep::Real;

use arguments::Arguments;
use error::{Failure, Problem};
use model::Scene;
use plot::Picture;
use progress::Progress;
use reference::Reference;
use source::Source;
use text::SceneText;
use trajectory::Trajectory;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    print::report(run(&arguments), |error| Failure::Write {
        file: "the table".to_owned(),
        error: error.into(),
    })
}

/// Reads the scene file and runs it in its own number of dimensions.
fn run(arguments: &Arguments) -> Result<String, Failure> {
    let file = arguments.file.display().to_string();
    let text = std::fs::read_to_string(&arguments.file).map_err(|error| Failure::Read {
        file: file.clone(),
        error,
    })?;
    let source = Source::new(&file, &text);
    let scene: SceneText = source.read_all()?;
    match source.read(scene.dimension)? {
        2 => compare(Scene::<2>::read(&source, &scene)?, arguments),
        3 => compare(Scene::<3>::read(&source, &scene)?, arguments),
        found => Err(source
            .error(scene.dimension, Problem::Dimension { found })
            .into()),
    }
}

/// Runs a scene under every scheme asked for, and reports.
fn compare<const D: usize>(mut scene: Scene<D>, arguments: &Arguments) -> Result<String, Failure>
where
    f64: Real<D>,
{
    arguments.apply_to(&mut scene);
    let steps = scene.steps();
    if steps > Scene::<D>::MOST_STEPS {
        return Err(Failure::TooManySteps { steps });
    }
    let mut trajectory = match &arguments.csv {
        Some(file) => Some(Trajectory::create(file, arguments.every, &scene)?),
        None => None,
    };
    let picture = match &arguments.plot {
        Some(file) => Some(Picture::create(file)?),
        None => None,
    };
    let reference = Reference::of(&scene);
    let progress = Progress::new(&scene);
    let mut rows = Vec::new();
    for &scheme in &scene.schemes {
        let row = measure::run(&scene, scheme, &reference, trajectory.as_mut(), || {
            progress.tick()
        });
        rows.push(row);
    }
    progress.finish();
    if let Some(trajectory) = trajectory {
        trajectory.finish()?;
    }
    if let Some(picture) = picture {
        picture.draw(&scene, &reference)?;
    }
    Ok(table::report(&scene, &reference, &rows))
}
