//! What the frame rate does to a jump and a throw.

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use support::drawing::frame::Point;
use support::drawing::numbers::metres;
use support::measuring::engines;

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::experiment::Experiment;
use crate::flights::{self, GRAVITY, Moment, Mover, Throw};
use crate::frame_rate_findings::{self as findings, Outcome};
use crate::landings;
use crate::section::{Section, Table};
use crate::words::number;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "frame_rate",
    title: "Frame rate: the same jump and throw on fast and slow machines",
    ticks: 3,
    run,
};

/// Frame rates \[Hz\].
const RATES: [u32; 5] = [20, 30, 60, 144, 240];
/// How many runs take random steps.
const UNEVEN: u64 = 40;
/// A jump of 5 m/s, and when its height is taken \[s\]: shortly before the top.
const JUMP: Throw = Throw {
    velocity: [0.0, 5.0],
    drag: 0.0,
};
const JUMP_TIME: f64 = 0.5;
/// A throw through air, and a time that is longer than it takes \[s\].
pub(crate) const THROW: Throw = Throw {
    velocity: [15.0, 12.0],
    drag: 0.5,
};
pub(crate) const THROW_TIME: f64 = 3.0;

/// What is measured of a flight, and how long the flight is \[s\].
struct Measure {
    throw: Throw,
    time: f64,
    of: fn(&[Moment]) -> Option<f64>,
}

const HEIGHT: Measure = Measure {
    throw: JUMP,
    time: JUMP_TIME,
    of: flights::last_height,
};
const TOP: Measure = Measure {
    throw: JUMP,
    time: 2.0 * JUMP_TIME,
    of: flights::largest_height,
};
const DISTANCE: Measure = Measure {
    throw: THROW,
    time: THROW_TIME,
    of: flights::distance,
};

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([format!(
        "A jump of {} m/s under gravity, and a throw of ({}, {}) m/s with linear drag of {}/s, at {} frame rates \
             and with {UNEVEN} series of random steps between 1/240 and 1/20 s. What engines do is their update rule, \
             as formulas; the table below has them. All positions are those at the ends of steps; where a throw lands \
             within a step, the same cubic through both ends tells for all.",
        JUMP.velocity[1],
        THROW.velocity[0],
        THROW.velocity[1],
        THROW.drag,
        RATES.len()
    )]);
    let heights = HEIGHT.outcomes(JUMP.exactly(JUMP_TIME)[1])?;
    let title = format!("height of a jump after {JUMP_TIME} s");
    let finding = findings::over_rates("the height", &heights);
    section.draw(
        "jump",
        chart(&title, "height [m]", &heights, |_, height| height),
        finding,
    );
    let tops = TOP.outcomes(0.5 * JUMP.velocity[1].powi(2) / GRAVITY)?;
    let title = "the largest height at the end of any step: how far below the top";
    let finding = findings::over_rates("the largest height that a step ends at", &tops);
    section.draw(
        "top",
        chart(title, "below the top [mm]", &tops, |exact, top| {
            1e3 * (exact - top)
        }),
        finding,
    );
    progress.inc(1);
    let distances = DISTANCE.outcomes(THROW.exact_distance())?;
    let title = "distance of a throw through air";
    let finding = findings::over_rates("the distance", &distances);
    section.draw(
        "throw",
        chart(title, "distance [m]", &distances, |_, distance| distance),
        finding,
    );
    progress.inc(1);
    let finding = findings::over_uneven_steps(&distances);
    section.draw("uneven", uneven_chart(&distances), finding);
    progress.inc(1);
    section.tabulate(table(&heights, &distances));
    section.tabulate(rules());
    section.losses.extend(findings::losses(&[
        ("the jump", &heights),
        ("the top of the jump", &tops),
        ("the throw", &distances),
    ]));
    let (first, last) = (RATES[0], RATES[RATES.len() - 1]);
    for (what, outcomes) in [
        ("height of a jump", &heights),
        ("distance of a throw", &distances),
    ] {
        let what = format!("{what}, {first} to {last} Hz");
        section.headline(what, findings::headline(outcomes));
    }
    let [least, most, ours] = landings::spreads()?.map(metres);
    section.quote("landings.engines", format!("{least} to {most}"));
    section.quote("landings.kinstep", ours);
    Ok(section)
}

impl Measure {
    /// What every mover makes of it.
    fn outcomes(&self, exact: f64) -> Result<Vec<Outcome>> {
        let outcome = |mover: Mover| -> Result<Outcome> {
            let value = |steps: &[f64]| {
                let path = mover.path(self.throw, steps)?;
                (self.of)(&path).context("the flight is too short")
            };
            let even = (RATES.iter()).map(|&rate| value(&flights::even(rate, self.time)));
            let uneven = (0..UNEVEN).map(|seed| value(&flights::uneven(seed, self.time)));
            Ok(Outcome {
                mover,
                exact,
                even: even.collect::<Result<_>>()?,
                uneven: uneven.collect::<Result<_>>()?,
            })
        };
        Mover::all().map(outcome).collect()
    }
}

/// Values against frame rates, made of the exact value and that at each rate; who does the same shares a curve.
fn chart(title: &str, label: &str, outcomes: &[Outcome], of: fn(f64, f64) -> f64) -> Chart {
    Chart::new(title, Axis::linear("frame rate [Hz]"), Axis::linear(label)).with(
        findings::alike(outcomes).iter().map(|group| {
            let rates = RATES.iter().map(|&rate| f64::from(rate));
            let values = group[0].even.iter().map(|&value| of(group[0].exact, value));
            let points = rates.zip(values);
            Series::line(findings::names(group), group[0].mover.style(), points)
        }),
    )
}

/// Values against their places.
pub(crate) fn numbered(values: &[f64]) -> impl Iterator<Item = Point> {
    (values.iter().enumerate()).map(|(place, value)| (place as f64, *value))
}

/// Distances with random steps.
fn uneven_chart(outcomes: &[Outcome]) -> Chart {
    Chart::new(
        "distance of a throw with random steps",
        Axis::linear("number of the series of steps"),
        Axis::linear("distance [m]"),
    )
    .with(findings::alike(outcomes).iter().map(|group| {
        let points = numbered(&group[0].uneven);
        Series::dots(findings::names(group), group[0].mover.style(), points)
    }))
}

/// Spreads and errors of everyone.
fn table(heights: &[Outcome], distances: &[Outcome]) -> Table {
    let header = [
        "",
        "jump: spread over rates [mm]",
        "jump: spread over random steps [mm]",
        "throw: spread over rates [mm]",
        "throw: spread over random steps [mm]",
        "throw: error at 60 Hz [mm]",
    ];
    let sixty = RATES
        .iter()
        .position(|rate| *rate == 60)
        .unwrap_or_default();
    let rows = heights.iter().zip(distances).map(|(height, distance)| {
        let lengths = [
            height.spread(),
            height.uneven_spread(),
            distance.spread(),
            distance.uneven_spread(),
            distance.even[sixty] - distance.exact,
        ];
        let mut cells = vec![height.mover.name()];
        cells.extend(lengths.map(|value| number(1e3 * value)));
        cells
    });
    let title = "What the frame rate changes";
    Table::new("spreads", title, header, rows.collect())
}

/// The rules of all engines.
fn rules() -> Table {
    let rows = engines::ALL.map(|engine| vec![engine.name.to_owned(), engine.rule.to_owned()]);
    let title = "A step h of a body with acceleration a and damping c";
    Table::new("rules", title, ["engine", "rule"], rows.to_vec())
}
