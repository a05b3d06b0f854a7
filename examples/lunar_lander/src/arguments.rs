//! Arguments of the command line.

use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;

use clap::{ArgGroup, Parser};
use lunar_lander::headless::LONGEST;
use lunar_lander::mission::Mission;

/// Lunar Lander, with physics that is exact at any frame rate
///
/// Without arguments it opens a window to play in. With --headless it flies without a window and
/// prints a report.
#[derive(Debug, Parser)]
#[command(name = "lunar_lander", allow_negative_numbers = true, after_help = AFTER)]
#[command(group = ArgGroup::new("pilot").args(["autopilot", "replay"]))]
#[command(group = ArgGroup::new("unattended").args(["headless", "picture"]))]
pub(crate) struct Arguments {
    /// Mission: moon, titan or apollo11 [default: moon]
    #[arg(long, value_name = "NAME", value_parser = Mission::named)]
    mission: Option<Mission>,

    /// Seed of the landscape and of the start [default: 11 without a player, one from the clock in
    /// the window]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Lets the autopilot fly
    #[arg(long)]
    pub(crate) autopilot: bool,

    /// Flies without a window: telemetry and the outcome are printed
    #[arg(long, requires = "pilot", conflicts_with_all = ["warp", "size", "frames"])]
    pub(crate) headless: bool,

    /// Steps of the flight per second, rounded to whole ticks of 1/3600 s [default: 60, and in the
    /// window one step per frame]
    #[arg(long, value_name = "H", value_parser = |it: &str| number(it, 0.1..=1000.0))]
    pub(crate) hz: Option<f64>,

    /// Factor from 1 to 100 by which the flight in the window is faster than the clock
    #[arg(long, value_name = "W", value_parser = |it: &str| number(it, 1.0..=100.0))]
    pub(crate) warp: Option<f64>,

    /// Ends the flight after this many seconds
    #[arg(long, value_name = "S", value_parser = |it: &str| number(it, 1e-3..=LONGEST))]
    #[arg(requires = "unattended", conflicts_with = "seeds")]
    pub(crate) until: Option<f64>,

    /// Without a window: the autopilot flies all these seeds, such as 0..100, and a line reports
    /// each flight
    #[arg(long, value_name = "A..B", value_parser = seeds, requires = "headless")]
    #[arg(conflicts_with_all = ["seed", "record", "replay"])]
    pub(crate) seeds: Option<Range<u64>>,

    /// Stores the flight in a file for a replay
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// Replays a stored flight, equal to the bit
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mission", "seed", "hz", "record"])]
    pub(crate) replay: Option<PathBuf>,

    /// Saves a picture of the end of the flight, or of the time of --until, and closes the window
    #[arg(long, value_name = "FILE.png", requires = "pilot", conflicts_with_all = ["warp", "frames"])]
    pub(crate) picture: Option<PathBuf>,

    /// Width and height of the window in pixels [default: 1280x800]
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u16; 2]>,

    /// Flies the autopilot's burns at four frame rates, and prints the distances between the
    /// touchdowns
    #[arg(long, conflicts_with_all = ["hz", "warp", "unattended", "record", "replay", "size", "frames"])]
    pub(crate) compare: bool,

    /// Closes the window after this many frames
    #[arg(long, hide = true)]
    pub(crate) frames: Option<usize>,
}

impl Arguments {
    /// The mission; by default the Moon.
    pub(crate) fn mission(&self) -> Mission {
        self.mission.unwrap_or(Mission::MOON)
    }

    /// The given seed, or the default seed.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(11)
    }

    /// The given seed, or one from a clock, with few digits so that it is easy to type.
    pub(crate) fn seed_or(&self, clock: u64) -> u64 {
        self.seed.unwrap_or(clock % 1_000_000)
    }

    /// Whether the arguments ask for a particular flight.
    pub(crate) fn is_certain(&self) -> bool {
        self.mission.is_some() || self.seed.is_some() || self.autopilot || self.record.is_some()
    }

    /// Width and height of the window \[pixels\].
    pub(crate) fn size(&self) -> [f32; 2] {
        self.size.unwrap_or([1280, 800]).map(f32::from)
    }
}

/// Reads a number and checks its range.
fn number(text: &str, range: RangeInclusive<f64>) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value| range.contains(value));
    value.ok_or_else(|| {
        format!(
            "it must be a number from {} to {}",
            range.start(),
            range.end()
        )
    })
}

fn seeds(text: &str) -> Result<Range<u64>, String> {
    let range = text.split_once("..").and_then(|(start, end)| {
        let range: Range<u64> = start.parse().ok()?..end.parse().ok()?;
        (!range.is_empty()).then_some(range)
    });
    range.ok_or_else(|| "it must be like 0..100, which is from 0 to 99".to_owned())
}

fn size(text: &str) -> Result<[u16; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|side| (64..=4096).contains(side));
    let sides = text
        .split_once('x')
        .and_then(|(wide, high)| Some([side(wide)?, side(high)?]));
    sides.ok_or_else(|| "it must be like 1280x800, with sides from 64 to 4096".to_owned())
}

/// Last part of the help text.
const AFTER: &str = "\
Keys in the window:
  Up, W           main engine             P      pause
  Down, S         throttle to hover       F      faster, up to 100 times; with Shift slower
  Left, A         turn left               R      the same flight from its start
  Right, D        turn right              N      the next landscape
  Enter, Space    start                   T      autopilot on or off
  1 2 3 4         5, 20, 60, 240 steps    0      a step a frame
  F12             save a screenshot       C      your burns, again: at four frame rates
  F11             full screen             M      no sound, where there is any
  Esc             back to the title, or out

Without a window, and pictures from one that closes by itself:
  lunar_lander --headless --autopilot --mission titan --seed 7 --hz 20 --record flight.ron
  lunar_lander --headless --replay flight.ron
  lunar_lander --headless --autopilot --seeds 0..100
  lunar_lander --compare --seed 3
  lunar_lander --autopilot --seed 4 --hz 5 --until 66.1 --size 950x608 --picture lander.png

Exit codes:
  0  the lander stands (with --seeds: every one does), or is up at the time of --until; or the window was closed
  1  something went wrong, and standard error says what
  2  these arguments make no sense
  3  the lander crashed, is lost, or was still up after an hour (with --seeds: at least one)";

#[cfg(test)]
mod tests {
    use super::*;

    const SENSE: &str = "
--mission titan --hz 20 --warp 5
--headless --autopilot --seeds 3..9 --hz 0.1
--headless --replay a.ron
--replay a.ron --picture a.png --until 4
--autopilot --picture a.png --size 320x200
--compare --seed 3";

    /// Invalid arguments, each with a word of the error message.
    const NONSENSE: &str = "\
--headless; --autopilot|--replay
--headless --autopilot --replay a.ron; cannot be used with
--headless --autopilot --warp 5; --warp
--headless --autopilot --picture a.png; --picture
--replay a.ron --seed 3; --seed
--autopilot --seeds 0..3; --headless
--picture a.png; --autopilot|--replay
--until 3; --headless|--picture
--compare --hz 5; --hz
--headless --autopilot --hz 0; from 0.1 to 1000
--headless --autopilot --hz NaN; NaN
--headless --autopilot --seeds 5..5; like 0..100
--size 9x9; like 1280x800
--mission pluto; there are moon, titan, apollo11";

    fn parsed(line: &str) -> Result<Arguments, clap::Error> {
        Arguments::try_parse_from(["lunar_lander"].into_iter().chain(line.split_whitespace()))
    }

    #[test]
    fn what_makes_sense_is_taken_and_nonsense_refused_with_what_is_wrong() {
        for line in SENSE.lines() {
            assert!(parsed(line).is_ok(), "{line}: {:?}", parsed(line).err());
        }
        assert_eq!(parsed("--size 950x608").unwrap().size(), [950.0, 608.0]);
        for (line, word) in NONSENSE.lines().map(|line| line.split_once("; ").unwrap()) {
            let said = parsed(line).unwrap_err().to_string();
            assert!(said.contains(word), "{line}: {said}");
        }
    }
}
