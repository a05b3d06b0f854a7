//! The program as it runs from a command line.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use lunar_lander::autopilot::Autopilot;
use lunar_lander::comparison::Comparison;
use lunar_lander::game::{CLOCK, Game};
use lunar_lander::headless::{self, LONGEST};
use lunar_lander::recording::Recording;

use crate::arguments::Arguments;
use crate::platform;
use crate::window::{self, Opening, Pilot, Play};

/// Exit code if the lander does not stand.
const NOT_LANDED: u8 = 3;
/// Default number of steps per second \[Hz\].
const USUAL: f64 = 60.0;

/// Runs the program with the arguments of the command line.
pub(crate) fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(NOT_LANDED),
        // a closed pipe is no failure: the reader may want only the first lines
        Err(failure) if is_closed(&failure) => ExitCode::SUCCESS,
        Err(failure) => {
            // errors of this output are ignored, because there is nowhere to report them
            let _ = writeln!(io::stderr(), "error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn is_closed(failure: &anyhow::Error) -> bool {
    let causes = failure
        .chain()
        .filter_map(|it| it.downcast_ref::<io::Error>());
    causes
        .map(io::Error::kind)
        .any(|kind| kind == ErrorKind::BrokenPipe)
}

/// Runs the program. Returns whether the lander stands, or whether its state is as expected.
fn run(arguments: &Arguments) -> Result<bool> {
    let mut out = io::stdout().lock();
    let rate = arguments.hz.unwrap_or(USUAL);
    if arguments.compare {
        let comparison = compared(arguments)?;
        writeln!(out, "{comparison}")?;
        return Ok(true);
    }
    if let Some(seeds) = &arguments.seeds {
        return headless::fly_seeds(arguments.mission(), seeds.clone(), rate, &mut out);
    }
    let recording = arguments.replay.as_ref().map(Recording::load).transpose()?;
    if !arguments.headless {
        drop(out);
        window::play(play(arguments, recording))?;
        return Ok(true);
    }
    if let Some(recording) = recording {
        return Ok(headless::replay(recording, &mut out)?.has_landed());
    }
    let mut game = Game::new(arguments.mission(), arguments.seed())?;
    let mut autopilot = Autopilot::new(&game);
    let pilot = |lander: &_, _| autopilot.controls(lander);
    let until = arguments.until.unwrap_or(LONGEST);
    headless::fly(&mut game, pilot, rate, until, &mut out)?;
    if let Some(file) = &arguments.record {
        game.recording().save(file)?;
        writeln!(out, "recording: {}", file.display())?;
    }
    let is_up = arguments.until.is_some() && game.ending().is_none();
    Ok(game.has_landed() || is_up)
}

/// Comparison of the autopilot's burns at several frame rates.
fn compared(arguments: &Arguments) -> Result<Comparison> {
    let mut game = Game::new(arguments.mission(), arguments.seed())?;
    let mut autopilot = Autopilot::new(&game);
    while game.ending().is_none() && game.lander().time() < LONGEST {
        game.step(CLOCK / 5, |lander, _| autopilot.controls(lander))?;
    }
    Ok(Comparison::new(&game)?)
}

/// Settings of the window.
fn play(arguments: &Arguments, recording: Option<Recording>) -> Play {
    let opening = if recording.is_some() || arguments.is_certain() {
        Opening::Flight
    } else {
        Opening::Title
    };
    let is_picture = arguments.picture.is_some();
    let seed = if is_picture {
        arguments.seed()
    } else {
        arguments.seed_or(platform::clock())
    };
    let recorded = recording.as_ref().map(|it| (it.mission().ok(), it.seed));
    let (mission, seed) = match recorded {
        Some((Some(mission), seed)) => (mission, seed),
        _ => (arguments.mission(), seed),
    };
    let pilot = match recording {
        Some(recording) => Pilot::Recording(Box::new(recording)),
        None if arguments.autopilot => Pilot::Autopilot,
        None => Pilot::Keyboard,
    };
    let is_watched = arguments.frames.is_none() && !is_picture;
    Play {
        mission,
        seed,
        pilot,
        opening,
        rate: arguments.hz,
        warp: arguments.warp.unwrap_or(1.0),
        size: arguments.size(),
        record: arguments.record.clone(),
        frames: arguments.frames,
        picture: arguments.picture.clone(),
        until: arguments.until,
        keeps_scores: is_watched,
        begins_with_levels: opening == Opening::Title && is_watched,
    }
}
