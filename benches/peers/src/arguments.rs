//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Parser;
use support::console::given::positive;

use crate::contenders;

/// What a body-step costs: kinstep, loops written by hand, other engines and the memory itself, side by side.
///
/// Bodies fall through air and touch nothing. All contenders take turns in one process and on one thread; times are
/// medians of many turns, and whoever is compared is compared within a round of turns. Nothing else should run on
/// the machine. Box2D is compiled from its source, for which a C compiler must be there (Debian: gcc).
#[derive(Debug, Parser)]
#[command(name = "peers", allow_negative_numbers = true)]
pub(crate) struct Arguments {
    /// How many bodies, one number after the other
    #[arg(long, value_name = "BODIES", value_delimiter = ',', value_parser = count,
          default_values_t = [1_000, 10_000, 100_000, 1_000_000])]
    counts: Vec<usize>,

    /// For how long each contender is measured with each number of bodies
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = positive)]
    seconds: f64,

    /// Writes all times and ratios to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,

    /// Writes the table into benches/README.md, and the figure that README.md quotes
    #[arg(long, conflicts_with_all = ["counts", "quick"])]
    pub(crate) readme: bool,

    /// Says within seconds whether everything runs; its numbers mean little
    #[arg(long, conflicts_with_all = ["counts", "seconds"])]
    quick: bool,
}

/// More bodies than are measured here.
const MOST_BODIES: usize = 4_000_000;
/// A longer run than anyone waits for \[h\].
const MOST_HOURS: f64 = 12.0;

/// What is to be measured.
#[derive(Debug, PartialEq)]
pub(crate) struct Plan {
    /// Numbers of bodies, each once, from few to many.
    pub(crate) counts: Vec<usize>,
    /// For each contender and number of bodies.
    pub(crate) each: Duration,
}

impl Arguments {
    /// What was asked for.
    pub(crate) fn plan(&self) -> Result<Plan> {
        let (mut counts, seconds) = match self.quick {
            true => (vec![1_000, 10_000], 0.05),
            false => (self.counts.clone(), self.seconds),
        };
        counts.sort_unstable();
        counts.dedup();
        let hours = seconds * (counts.len() * contenders::ALL.len()) as f64 / 3600.0;
        ensure!(
            hours <= MOST_HOURS,
            "that takes {hours:.1} hours, and at most {MOST_HOURS} are measured: ask for less time, or for fewer counts"
        );
        let each = Duration::from_secs_f64(seconds);
        Ok(Plan { counts, each })
    }
}

fn count(text: &str) -> Result<usize, String> {
    match text.trim().parse::<usize>() {
        Ok(count) if (1..=MOST_BODIES).contains(&count) => Ok(count),
        _ => Err(format!("it must be a whole number from 1 to {MOST_BODIES}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Arguments, String> {
        let all = ["peers"].iter().chain(arguments);
        Arguments::try_parse_from(all).map_err(|error| error.to_string())
    }

    fn plan(arguments: &[&str]) -> Plan {
        parsed(arguments).unwrap().plan().unwrap()
    }

    #[test]
    fn counts_go_up_and_come_once() {
        let plan = plan(&["--counts", "1000,10,1000", "--seconds", "0.5"]);
        assert_eq!(plan.counts, [10, 1000]);
        assert_eq!(plan.each, Duration::from_millis(500));
    }

    #[test]
    fn a_million_is_measured_unless_told_otherwise() {
        assert_eq!(plan(&[]).counts.last(), Some(&1_000_000));
        assert!(plan(&["--quick"]).each < Duration::from_millis(100));
    }

    #[test]
    fn counts_that_make_no_sense_are_refused() {
        for wrong in [
            "0",
            "-1",
            "1.5",
            "many",
            "1000,0",
            "4000001",
            "99999999999999999999",
            "",
        ] {
            let error = parsed(&["--counts", wrong]).unwrap_err();
            assert!(
                error.contains("it must be a whole number from 1 to 4000000"),
                "{wrong}: {error}"
            );
        }
    }

    #[test]
    fn seconds_that_make_no_sense_are_refused() {
        for wrong in ["0", "-1", "nan", "inf"] {
            let error = parsed(&["--seconds", wrong]).unwrap_err();
            assert!(error.contains("positive and finite"), "{wrong}: {error}");
        }
        assert!(
            parsed(&["--seconds", "x"])
                .unwrap_err()
                .contains("a number")
        );
    }

    #[test]
    fn a_run_of_days_is_refused() {
        for seconds in ["1000", "1e300"] {
            let failure = parsed(&["--seconds", seconds]).unwrap().plan().unwrap_err();
            assert!(failure.to_string().contains("at most 12"), "{failure}");
        }
    }

    #[test]
    fn quick_is_quick() {
        assert!(parsed(&["--quick", "--seconds", "5"]).is_err());
        assert!(parsed(&["--quick", "--counts", "5"]).is_err());
    }
}
