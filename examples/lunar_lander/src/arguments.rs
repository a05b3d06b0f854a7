//! What the command line says.

use std::ops::Range;
use std::path::PathBuf;

use clap::Parser;
use lunar_lander::headless::Pace;
use lunar_lander::mission::Mission;

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
    #[arg(long, value_name = "N", value_parser = pad)]
    pub(crate) pad: Option<usize>,

    /// Flies without a window: telemetry and the outcome are printed
    #[arg(long)]
    pub(crate) headless: bool,

    /// Steps of the flight in a second [default: 60 without a window, one step a frame in the window]
    #[arg(long, value_name = "H", value_parser = rate)]
    pub(crate) hz: Option<f64>,

    /// How many times faster than the clock the flight goes in the window, from 1 to 100
    #[arg(long, value_name = "W", value_parser = warp)]
    pub(crate) warp: Option<f64>,

    /// Without a window: seconds of the flight from one line of telemetry to the next [default: 5]
    #[arg(long, value_name = "S", value_parser = every)]
    every: Option<f64>,

    /// Without a window: flies all these seeds, as in 0..100, a line each
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    pub(crate) seeds: Option<Range<u64>>,

    /// Stores the flight in a file, to fly it again
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// Flies a stored flight again, bit for bit
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,

    /// Without a window: paints how the flight ended
    #[arg(long, value_name = "FILE.png")]
    pub(crate) picture: Option<PathBuf>,

    /// Width and height of the picture or the window in pixels [default: 1280x800]
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u16; 2]>,

    /// Flies the same burns at several frame rates, and prints how far apart they end
    #[arg(long)]
    pub(crate) compare: bool,

    /// Closes the window after so many frames
    #[arg(long, hide = true)]
    pub(crate) frames: Option<usize>,

    /// Saves the last of these frames
    #[arg(long, value_name = "FILE.png", hide = true)]
    pub(crate) screenshot: Option<PathBuf>,
}

/// Arguments that make no sense together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Nonsense {
    /// Two that rule each other out.
    #[error("{one} does not go with {other}: {why}")]
    Clash {
        one: &'static str,
        other: &'static str,
        why: &'static str,
    },
    /// One that means nothing alone.
    #[error("{given} needs {needed}: {why}")]
    Needs {
        given: &'static str,
        needed: &'static str,
        why: &'static str,
    },
    /// There is no keyboard.
    #[error(
        "--headless needs --autopilot or --replay FILE: without a window nobody is at the keys to fly"
    )]
    NobodyFlies,
}

/// What rules what out, and why.
const CLASHES: [(&str, &[&str], &str); 4] = [
    (
        "--replay",
        &[
            "--mission",
            "--seed",
            "--seeds",
            "--autopilot",
            "--pad",
            "--hz",
            "--record",
        ],
        "a recording has its own mission, seed, pilot and steps",
    ),
    (
        "--seeds",
        &["--seed", "--every", "--record", "--picture", "--size"],
        "that is for one flight, and these are many",
    ),
    (
        "--headless",
        &["--warp", "--frames", "--screenshot"],
        "that is for the window; without one a flight goes as fast as it can",
    ),
    (
        "--compare",
        &[
            "--autopilot",
            "--pad",
            "--hz",
            "--warp",
            "--every",
            "--seeds",
            "--record",
            "--replay",
            "--picture",
            "--size",
            "--frames",
            "--screenshot",
        ],
        "the comparison flies burns of its own, at rates of its own",
    ),
];

/// What means nothing without what, and why.
const NEEDS: [(&str, &str, &str); 4] = [
    ("--pad", "--autopilot", "it is the autopilot's choice"),
    ("--seeds", "--headless", "there is one flight in the window"),
    (
        "--every",
        "--headless",
        "in the window telemetry is always there",
    ),
    ("--picture", "--headless", "in the window F12 saves one"),
];

impl Arguments {
    /// That all that is given makes sense together.
    pub(crate) fn check(&self) -> Result<(), Nonsense> {
        let given = self.given();
        let is_given = |name: &str| given.contains(&name);
        for (one, others, why) in CLASHES {
            if let Some(other) = others.iter().find(|other| is_given(one) && is_given(other)) {
                return Err(Nonsense::Clash { one, other, why });
            }
        }
        for (given, needed, why) in NEEDS {
            if is_given(given) && !is_given(needed) {
                return Err(Nonsense::Needs { given, needed, why });
            }
        }
        if self.headless && !(self.autopilot || self.replay.is_some() || self.compare) {
            return Err(Nonsense::NobodyFlies);
        }
        if self.headless && self.size.is_some() && self.picture.is_none() {
            return Err(Nonsense::Needs {
                given: "--size",
                needed: "--picture",
                why: "without a window nothing else has a size",
            });
        }
        Ok(())
    }

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
        use std::time::{SystemTime, UNIX_EPOCH};
        self.seed.unwrap_or_else(|| {
            let clock = SystemTime::now().duration_since(UNIX_EPOCH);
            clock.map_or(0, |clock| clock.as_millis() as u64 % 1_000_000)
        })
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
        }
    }

    /// Width and height \[pixels\].
    pub(crate) fn size(&self) -> [f32; 2] {
        self.size.unwrap_or([1280, 800]).map(f32::from)
    }
}

/// A finite number of which something is true.
fn number(text: &str, wish: &str, range: std::ops::RangeInclusive<f64>) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if range.contains(&value) => Ok(value),
        _ => Err(wish.to_owned()),
    }
}

fn rate(text: &str) -> Result<f64, String> {
    let wish = "it must be a number of steps a second, from 0.1 to 1000";
    number(text, wish, 0.1..=1000.0)
}

fn warp(text: &str) -> Result<f64, String> {
    number(text, "it must be a number from 1 to 100", 1.0..=100.0)
}

fn every(text: &str) -> Result<f64, String> {
    let wish = "it must be a number of seconds, from 0.001 to 3600";
    number(text, wish, 1e-3..=3600.0)
}

fn pad(text: &str) -> Result<usize, String> {
    let pad = text.parse().ok().filter(|pad| *pad > 0);
    pad.ok_or_else(|| "pads are counted from the left, from 1".to_owned())
}

fn seeds(text: &str) -> Result<Range<u64>, String> {
    let range = text.split_once("..").and_then(|(start, end)| {
        let start = start.parse().ok()?;
        let end = match end.strip_prefix('=') {
            Some(last) => last.parse::<u64>().ok()?.checked_add(1)?,
            None => end.parse().ok()?,
        };
        (start < end).then_some(start..end)
    });
    range.ok_or_else(|| "it must be like 0..100, which is from 0 to 99".to_owned())
}

fn size(text: &str) -> Result<[u16; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|side| (64..=4096).contains(side));
    let sides =
        (text.split_once('x')).and_then(|(width, height)| Some([side(width)?, side(height)?]));
    sides.ok_or_else(|| "it must be like 1280x800, with sides from 64 to 4096".to_owned())
}

/// The end of the help.
const AFTER: &str = "\
Keys in the window:
  Up, W           main engine             P      pause
  Down, S         throttle to hover       F      faster, up to 100 times; with Shift slower
  Left, A         turn left               R      the same flight from its start
  Right, D        turn right              N      the next landscape
  Enter, Space    start                   T      autopilot on or off
  F12             save a screenshot       Esc    back to the title, or out

Without a window:
  lunar_lander --headless --autopilot
  lunar_lander --headless --autopilot --mission titan --seed 7 --hz 20 --record flight.ron --picture flight.png
  lunar_lander --headless --replay flight.ron
  lunar_lander --headless --autopilot --seeds 0..100

Exit codes:
  0  the lander stands (with --seeds: every one does); or the window was closed
  1  something went wrong, and standard error says what
  2  these arguments make no sense
  3  the lander crashed, is lost, or was still up after an hour (with --seeds: at least one)";

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Arguments, clap::Error> {
        let words = line.split_whitespace();
        Arguments::try_parse_from(std::iter::once("lunar_lander").chain(words))
    }

    /// What is wrong with a command line.
    fn wrong(line: &str) -> String {
        match parsed(line) {
            Ok(arguments) => arguments.check().unwrap_err().to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_cannot_be_is_told_with_the_value() {
        for (line, value) in [
            ("--hz 0", "'0'"),
            ("--hz -60", "'-60'"),
            ("--hz NaN", "'NaN'"),
            ("--hz inf", "'inf'"),
            ("--hz 1e9", "'1e9'"),
            ("--hz fast", "'fast'"),
            ("--warp 0.5", "'0.5'"),
            ("--warp 101", "'101'"),
            ("--every 0", "'0'"),
            ("--pad 0", "'0'"),
            ("--size 1280", "'1280'"),
            ("--size 10x10", "'10x10'"),
            ("--size 99999x99999", "'99999x99999'"),
            ("--seeds 5..5", "'5..5'"),
            ("--seeds 9", "'9'"),
            ("--seed -1", "'-1'"),
            ("--mission pluto", "there are moon, titan, apollo11"),
        ] {
            let wrong = wrong(line);
            assert!(wrong.contains(value), "{line}: {wrong}");
        }
    }

    #[test]
    fn what_makes_no_sense_together_is_told_why() {
        for (line, why) in [
            (
                "--replay a.ron --seed 3",
                "--replay does not go with --seed: a recording has its own",
            ),
            (
                "--replay a.ron --headless --autopilot",
                "--replay does not go with --autopilot",
            ),
            ("--replay a.ron --hz 20", "--replay does not go with --hz"),
            ("--headless", "nobody is at the keys"),
            ("--headless --autopilot --warp 5", "that is for the window"),
            (
                "--headless --autopilot --frames 5",
                "that is for the window",
            ),
            (
                "--headless --autopilot --size 100x100",
                "--size needs --picture",
            ),
            (
                "--headless --autopilot --seeds 0..9 --record a.ron",
                "these are many",
            ),
            ("--headless --seeds 0..9", "nobody is at the keys"),
            ("--autopilot --seeds 0..9", "--seeds needs --headless"),
            ("--pad 2", "--pad needs --autopilot"),
            ("--picture a.png", "F12"),
            ("--every 2", "--every needs --headless"),
            ("--compare --autopilot", "burns of its own"),
        ] {
            let wrong = wrong(line);
            assert!(wrong.contains(why), "{line}: {wrong}");
        }
    }

    #[test]
    fn what_makes_sense_is_taken() {
        for line in [
            "",
            "--mission titan --seed 3 --hz 20 --warp 10 --size 800x600 --record a.ron",
            "--autopilot --pad 2 --frames 60 --screenshot a.png",
            "--replay a.ron --warp 3",
            "--headless --replay a.ron --every 1 --picture a.png --size 640x400",
            "--headless --autopilot --pad 4 --hz 240 --record a.ron --picture a.png",
            "--headless --autopilot --seeds 0..=9 --mission apollo11 --hz 5",
            "--compare --mission titan --seed 4",
            "--compare --headless",
        ] {
            assert_eq!(parsed(line).unwrap().check(), Ok(()), "{line}");
        }
        let seeds = |text| parsed(&format!("--seeds {text}")).unwrap().seeds;
        assert_eq!(seeds("3..7"), Some(3..7));
        assert_eq!(seeds("3..=7"), Some(3..8));
    }

    #[test]
    fn what_is_left_out_is_as_the_help_says() {
        let arguments = parsed("").unwrap();
        assert_eq!(arguments.seed(), 11);
        assert_eq!(arguments.mission(), Mission::MOON);
        assert_eq!(arguments.pace().rate, 60.0);
        assert_eq!(arguments.size(), [1280.0, 800.0]);
    }
}
