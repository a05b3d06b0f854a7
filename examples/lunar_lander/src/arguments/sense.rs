//! What makes sense together.

use super::Arguments;

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
            "--until",
            "--record",
        ],
        "a recording has its own mission, seed, pilot and steps",
    ),
    (
        "--seeds",
        &[
            "--seed",
            "--every",
            "--until",
            "--record",
            "--picture",
            "--size",
        ],
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
            "--hz",
            "--warp",
            "--every",
            "--until",
            "--seeds",
            "--record",
            "--replay",
            "--picture",
            "--size",
            "--frames",
            "--screenshot",
        ],
        "the comparison flies the autopilot's burns, at rates of its own",
    ),
];

/// What means nothing without what, and why.
const NEEDS: [(&str, &str, &str); 5] = [
    ("--pad", "--autopilot", "it is the autopilot's choice"),
    ("--seeds", "--headless", "there is one flight in the window"),
    (
        "--every",
        "--headless",
        "in the window telemetry is always there",
    ),
    ("--until", "--headless", "in the window Esc ends a flight"),
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
}
