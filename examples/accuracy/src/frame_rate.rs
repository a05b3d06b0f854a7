//! What the frame rate does to a jump and a throw.

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use support::drawing::numbers::metres;
use support::measuring::engines;

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::experiment::Experiment;
use crate::flights::{self, GRAVITY, Moment, Mover, Throw};
use crate::frame_rate_findings::{self as findings, Outcome};
use crate::landings;
use crate::section::{Figure, Section, Table};
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
    section.draw(Figure::new(
        "jump",
        chart(
            format!("height of a jump after {JUMP_TIME} s"),
            "height [m]",
            &heights,
        ),
        findings::over_rates("the height", &heights),
    ));
    let tops = TOP.outcomes(0.5 * JUMP.velocity[1].powi(2) / GRAVITY)?;
    section.draw(Figure::new(
        "top",
        chart(
            "the largest height at the end of any step".to_owned(),
            "height [m]",
            &tops,
        ),
        findings::over_rates("the largest height that a step ends at", &tops),
    ));
    progress.inc(1);
    let distances = DISTANCE.outcomes(THROW.exact_distance())?;
    section.draw(Figure::new(
        "throw",
        chart(
            "distance of a throw through air".to_owned(),
            "distance [m]",
            &distances,
        ),
        findings::over_rates("the distance", &distances),
    ));
    progress.inc(1);
    section.draw(Figure::new(
        "uneven",
        uneven_chart(&distances),
        findings::over_uneven_steps(&distances),
    ));
    progress.inc(1);
    section.tabulate(table(&heights, &distances));
    section.tabulate(rules());
    for loss in findings::losses(&[
        ("the jump", &heights),
        ("the top of the jump", &tops),
        ("the throw", &distances),
    ]) {
        section.admit(loss);
    }
    for (what, outcomes) in [
        ("height of a jump", &heights),
        ("distance of a throw", &distances),
    ] {
        let (first, last) = (RATES[0], RATES[RATES.len() - 1]);
        section.headline(
            format!("{what}, {first} to {last} Hz"),
            findings::headline(outcomes),
        );
    }
    let [least, most, ours] = landings::spreads()?;
    section.quote(
        "landings.engines",
        format!("{} to {}", metres(least), metres(most)),
    );
    section.quote("landings.kinstep", metres(ours));
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
            let even = RATES
                .iter()
                .map(|&rate| value(&flights::even(rate, self.time)));
            let uneven = (0..UNEVEN).map(|seed| value(&flights::uneven(seed, self.time)));
            Ok(Outcome {
                mover,
                exact,
                even: even.collect::<Result<_>>()?,
                uneven: uneven.collect::<Result<_>>()?,
            })
        };
        Mover::all().into_iter().map(outcome).collect()
    }
}

/// Values against frame rates; who does the same shares a curve.
fn chart(title: String, label: &str, outcomes: &[Outcome]) -> Chart {
    let rates = RATES.map(|rate| rate.to_string());
    let mut chart = Chart::new(
        title,
        Axis::named("frame rate [Hz]", rates),
        Axis::linear(label),
    );
    for group in findings::alike(outcomes) {
        let points = group[0].even.iter().enumerate();
        let points = points
            .map(|(place, value)| (place as f64, *value))
            .collect();
        chart.add(Series::line(
            findings::names(&group),
            group[0].mover.style(),
            points,
        ));
    }
    chart
}

/// Distances with random steps.
fn uneven_chart(outcomes: &[Outcome]) -> Chart {
    let mut chart = Chart::new(
        "distance of a throw with random steps",
        Axis::linear("number of the series of steps"),
        Axis::linear("distance [m]"),
    );
    for group in findings::alike(outcomes) {
        let points = group[0].uneven.iter().enumerate();
        let points = points
            .map(|(place, value)| (place as f64, *value))
            .collect();
        chart.add(Series::dots(
            findings::names(&group),
            group[0].mover.style(),
            points,
        ));
    }
    chart
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
    let millimetres = |value: f64| number(1e3 * value);
    let sixty = RATES
        .iter()
        .position(|rate| *rate == 60)
        .unwrap_or_default();
    let rows = heights.iter().zip(distances).map(|(height, distance)| {
        vec![
            height.mover.name(),
            millimetres(height.spread()),
            millimetres(height.uneven_spread()),
            millimetres(distance.spread()),
            millimetres(distance.uneven_spread()),
            millimetres(distance.even[sixty] - distance.exact),
        ]
    });
    Table::new(
        "spreads",
        "What the frame rate changes",
        header,
        rows.collect(),
    )
}

/// The rules of all engines.
fn rules() -> Table {
    let rows = engines::ALL.map(|engine| vec![engine.name.to_owned(), engine.rule.to_owned()]);
    let title = "A step h of a body with acceleration a and damping c";
    Table::new("rules", title, ["engine", "rule"], rows.to_vec())
}
