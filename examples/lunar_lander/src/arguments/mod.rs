//! What the command line says.

mod sense;
#[cfg(test)]
mod tests;
mod value;

use std::ops::Range;
use std::path::PathBuf;

use clap::Parser;
use lunar_lander::headless::{LONGEST, Pace};
use lunar_lander::mission::Mission;

use crate::platform;

/// Lunar Lander, with physics that is exact at any frame rate
///
/// Without arguments it opens a window to play in. With --headless it flies without one, and tells how.
#[derive(Debug, Parser)]
#[command(name = "lunar_lander", allow_negative_numbers = true, after_help = AFTER)]
pub(crate) struct Arguments {
    /// Where to land: moon, titan or apollo11 [default: moon]
    #[arg(long, value_name = "NAME", value_parser = Mission::named)]
    mission: Option<Mission>,

    /// Of the landscape and the start [default: 11 without a window, one from the clock in the window]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Lets the autopilot fly
    #[arg(long)]
    pub(crate) autopilot: bool,

    /// The pad it takes, counted from the left from 1; it chooses one if left out
    #[arg(long, value_name = "N", value_parser = value::pad)]
    pub(crate) pad: Option<usize>,

    /// Flies without a window: telemetry and the outcome are printed
    #[arg(long)]
    pub(crate) headless: bool,

    /// Steps of the flight in a second [default: 60 without a window, one step a frame in the window]
    #[arg(long, value_name = "H", value_parser = value::rate)]
    pub(crate) hz: Option<f64>,

    /// How many times faster than the clock the flight goes in the window, from 1 to 100
    #[arg(long, value_name = "W", value_parser = value::warp)]
    pub(crate) warp: Option<f64>,

    /// Without a window: seconds of the flight from one line of telemetry to the next [default: 5]
    #[arg(long, value_name = "S", value_parser = value::seconds)]
    every: Option<f64>,

    /// Without a window: ends the flight after so many seconds [default: 3600]
    #[arg(long, value_name = "S", value_parser = value::seconds)]
    pub(crate) until: Option<f64>,

    /// Without a window: flies all these seeds, as in 0..100, a line each
    #[arg(long, value_name = "A..B", value_parser = value::seeds)]
    pub(crate) seeds: Option<Range<u64>>,

    /// Stores the flight in a file, to fly it again
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// Flies a stored flight again, bit for bit
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,

    /// Without a window: paints how the flight ended, or where it was at the time of --until
    #[arg(long, value_name = "FILE.png")]
    pub(crate) picture: Option<PathBuf>,

    /// Width and height of the picture or the window in pixels [default: 1280x800]
    #[arg(long, value_name = "WxH", value_parser = value::size)]
    size: Option<[u16; 2]>,

    /// Flies the autopilot's burns at several frame rates, and prints how far apart they end
    #[arg(long)]
    pub(crate) compare: bool,

    /// Closes the window after so many frames
    #[arg(long, hide = true)]
    pub(crate) frames: Option<usize>,

    /// Saves the last of these frames
    #[arg(long, value_name = "FILE.png", hide = true)]
    pub(crate) screenshot: Option<PathBuf>,
}

impl Arguments {
    /// The names of all that is given.
    fn given(&self) -> Vec<&'static str> {
        let all = [
            ("--mission", self.mission.is_some()),
            ("--seed", self.seed.is_some()),
            ("--autopilot", self.autopilot),
            ("--pad", self.pad.is_some()),
            ("--headless", self.headless),
            ("--hz", self.hz.is_some()),
            ("--warp", self.warp.is_some()),
            ("--every", self.every.is_some()),
            ("--until", self.until.is_some()),
            ("--seeds", self.seeds.is_some()),
            ("--record", self.record.is_some()),
            ("--replay", self.replay.is_some()),
            ("--picture", self.picture.is_some()),
            ("--size", self.size.is_some()),
            ("--compare", self.compare),
            ("--frames", self.frames.is_some()),
            ("--screenshot", self.screenshot.is_some()),
        ];
        let given = all.into_iter().filter(|(_, is_given)| *is_given);
        given.map(|(name, _)| name).collect()
    }

    /// Where to land.
    pub(crate) fn mission(&self) -> Mission {
        self.mission.unwrap_or(Mission::MOON)
    }

    /// The seed that is given, or the usual one.
    pub(crate) fn seed(&self) -> u64 {
        const USUAL: u64 = 11;
        self.seed.unwrap_or(USUAL)
    }

    /// The seed that is given, or one that changes all the time and is easily typed again.
    pub(crate) fn seed_or_clock(&self) -> u64 {
        self.seed.unwrap_or_else(|| platform::clock() % 1_000_000)
    }

    /// Whether a certain flight is asked for.
    pub(crate) fn is_certain(&self) -> bool {
        self.mission.is_some() || self.seed.is_some() || self.autopilot || self.record.is_some()
    }

    /// How a flight without a window goes on.
    pub(crate) fn pace(&self) -> Pace {
        Pace {
            rate: self.hz.unwrap_or(60.0),
            every: self.every.unwrap_or(5.0),
            until: self.until.unwrap_or(LONGEST),
        }
    }

    /// Width and height \[pixels\].
    pub(crate) fn size(&self) -> [f32; 2] {
        self.size.unwrap_or([1280, 800]).map(f32::from)
    }
}

/// The end of the help.
const AFTER: &str = "\
Keys in the window:
  Up, W           main engine             P      pause
  Down, S         throttle to hover       F      faster, up to 100 times; with Shift slower
  Left, A         turn left               R      the same flight from its start
  Right, D        turn right              N      the next landscape
  Enter, Space    start                   T      autopilot on or off
  1 2 3 4         5, 20, 60, 240 steps    0      a step a frame
  F12             save a screenshot       Esc    back to the title, or out
  F11             full screen             M      no sound, where there is any

Without a window:
  lunar_lander --headless --autopilot
  lunar_lander --headless --autopilot --mission titan --seed 7 --hz 20 --record flight.ron --picture flight.png
  lunar_lander --headless --replay flight.ron
  lunar_lander --headless --autopilot --seed 4 --hz 5 --until 45.1 --size 950x608 --picture examples/lunar_lander/picture.png
  lunar_lander --headless --autopilot --seeds 0..100

Exit codes:
  0  the lander stands (with --seeds: every one does), or is up at the time of --until; or the window was closed
  1  something went wrong, and standard error says what
  2  these arguments make no sense
  3  the lander crashed, is lost, or was still up after an hour (with --seeds: at least one)";
