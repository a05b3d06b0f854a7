//! The program, as it is started from a command line.

use std::fmt::Display;
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use lander::Lander;
use lunar_lander::comparison::{self, Comparison};
use lunar_lander::game::Game;
use lunar_lander::headless::{self, Console, Flown, Seeds};
use lunar_lander::picture;
use lunar_lander::recording::Recording;

use crate::arguments::Arguments;
use crate::pilot::autopilot;
use crate::window::{self, Opening, Pilot, Play};

/// The arguments make no sense.
const USAGE: u8 = 2;
/// A lander does not stand.
const NOT_LANDED: u8 = 3;

/// Does what the command line asks for.
pub(crate) fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Err(nonsense) = arguments.check() {
        tell(&nonsense);
        return ExitCode::from(USAGE);
    }
    run(&arguments).unwrap_or_else(|failure| {
        tell(&failure);
        ExitCode::FAILURE
    })
}

/// What is wrong, on standard error; if that is closed, nobody wants to know.
fn tell(error: &impl Display) {
    let _ = writeln!(io::stderr(), "error: {error}");
}

/// Does what is asked for.
fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut out = Console::new(io::stdout().lock());
    if arguments.compare {
        return compare(arguments, &mut out);
    }
    let recording = arguments.replay.as_ref().map(Recording::load).transpose()?;
    if !arguments.headless {
        drop(out);
        window::play(play(arguments, recording))?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(seeds) = &arguments.seeds {
        return fly_seeds(arguments, seeds.clone(), &mut out);
    }
    let flown = match recording {
        Some(recording) => headless::replay(recording, arguments.pace().every, &mut out)?,
        None => fly(arguments, &mut out)?,
    };
    if let Some(file) = &arguments.picture {
        paint(&flown, arguments.size(), file)?;
        writeln!(out, "picture: {}", file.display())?;
    }
    let is_up = arguments.until.is_some() && flown.game.ending().is_none();
    Ok(code(flown.has_landed() || is_up))
}

/// What the window begins with.
fn play(arguments: &Arguments, recording: Option<Recording>) -> Play {
    let opening = if recording.is_some() || arguments.is_certain() {
        Opening::Flight
    } else {
        Opening::Title
    };
    let (mission, seed) = match &recording {
        Some(recording) => (*recording.mission(), recording.seed()),
        None => (arguments.mission(), arguments.seed_or_clock()),
    };
    let pilot = match recording {
        Some(recording) => Pilot::Recording(Box::new(recording)),
        None if arguments.autopilot => Pilot::Autopilot(arguments.pad),
        None => Pilot::Keyboard,
    };
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
        screenshot: arguments.screenshot.clone(),
        keeps_scores: arguments.frames.is_none(),
        begins_with_levels: opening == Opening::Title && arguments.frames.is_none(),
    }
}

/// One flight of the autopilot.
fn fly(arguments: &Arguments, out: &mut Console<StdoutLock>) -> Result<Flown> {
    let game = Game::new(arguments.mission(), arguments.seed())?;
    let mut pilot = autopilot(&game, arguments.pad)?;
    let pace = arguments.pace();
    let (flown, recording) = headless::fly(game, |lander| pilot.controls(lander), &pace, out)?;
    if let Some(file) = &arguments.record {
        recording.save(file)?;
        writeln!(out, "recording: {}", file.display())?;
    }
    Ok(flown)
}

/// One flight of the autopilot for each seed.
fn fly_seeds(
    arguments: &Arguments,
    seeds: Range<u64>,
    out: &mut Console<StdoutLock>,
) -> Result<ExitCode> {
    let flights = Seeds {
        mission: arguments.mission(),
        seeds,
        rate: arguments.pace().rate,
    };
    let pilot = |game: &Game| {
        let mut pilot = autopilot(game, arguments.pad)?;
        anyhow::Ok(move |lander: &Lander| pilot.controls(lander))
    };
    // where the lines themselves can be seen, they are progress enough
    let shown = io::stderr().is_terminal() && !io::stdout().is_terminal();
    let progress = shown.then(io::stderr);
    let tally = headless::fly_seeds(&flights, pilot, out, progress)?;
    Ok(code(tally.landed == tally.all))
}

/// The autopilot's burns at several frame rates.
fn compare(arguments: &Arguments, out: &mut Console<StdoutLock>) -> Result<ExitCode> {
    let game = Game::new(arguments.mission(), arguments.seed())?;
    let mut pilot = autopilot(&game, arguments.pad)?;
    let burns = comparison::burns(game.clone(), |lander| pilot.controls(lander))?;
    let comparison = Comparison::new(&game, &burns)?;
    writeln!(out, "{}", comparison.to_string().trim_end())?;
    Ok(ExitCode::SUCCESS)
}

fn paint(flown: &Flown, size: [f32; 2], file: &Path) -> Result<()> {
    let scene = picture::of_game(&flown.game, &flown.trail, size);
    Ok(picture::save(&scene, file)?)
}

fn code(is_well: bool) -> ExitCode {
    if is_well {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(NOT_LANDED)
    }
}
