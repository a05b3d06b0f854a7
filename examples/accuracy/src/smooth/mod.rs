//! Sixteen problems with errors under control: steps of adaptive length beside solvers of another crate.

mod components;
mod findings;
mod runs;

use anyhow::Result;
use indicatif::ProgressBar;

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::experiment::Experiment;
use crate::section::{Records, Section, Table};
use crate::words::number;
use runs::{Method, Outcome, Reach};
use truths::sixteen::{self, SmoothProblem};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "smooth",
    title: "Steps of adaptive length: sixteen problems to a tolerance",
    ticks: 16 * 5 + 10,
    run,
};

/// How near is asked for \[m\].
const ACCURACIES: [f64; 5] = [1e-3, 1e-6, 1e-8, 1e-10, 1e-12];

/// Names of the figures.
const NAMES: [&str; 16] = [
    "quadratic-drag",
    "pendulum",
    "softened-orbit",
    "henon-heiles",
    "henon-heiles-small",
    "duffing",
    "duffing-slow",
    "magnetic-field",
    "chain",
    "switching-wind",
    "strong-drag",
    "disturbed-orbit",
    "laws",
    "linear-drag-in-wind",
    "spring-and-drag",
    "stiff-drag",
];

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "World::advance to tolerances from 1e-3 to 1e-15 m in half decades, beside the solvers DOP853 and DOPRI5 of the \
         crate differential-equations with the same relative and absolute tolerances. The ends are known in quadruple \
         precision; the error is that of the position of the first body. An accuracy counts as reached by the least work \
         whose error is below it, if that of the next tighter tolerance is, too. Times are those of a whole call of one \
         world that has been advanced before, the median of several that took turns with all methods. The solvers \
         prepare dense output, whether asked for or not.",
        "Problem 13 is nothing but laws, one exact step; the means are those of problems 1 to 15 without it. Problem 16 \
         is a stiff force that is not linear, for which kinstep has no method of its own.",
    ]);
    let mut outcomes = Vec::new();
    for (problem, name) in sixteen::all().zip(NAMES) {
        let outcome = Outcome::of(&problem, &ACCURACIES)?;
        let finding = findings::of_problem(&outcome);
        section.draw_with_records(name, chart(&problem, &outcome), finding, records(&outcome));
        outcomes.push(outcome);
        progress.inc(5);
    }
    let times = |reach: &Reach| reach.time.as_secs_f64();
    let evaluations = |reach: &Reach| reach.evaluations as f64;
    section.tabulate(
        ratios(
            "times",
            "Time of DOP853 / time of advance",
            &outcomes,
            times,
        )
        .with_finding(findings::of_times(&outcomes)),
    );
    section.tabulate(ratios(
        "evaluations",
        "Evaluations of DOP853 / evaluations of advance",
        &outcomes,
        evaluations,
    ));
    section.tabulate(works(&outcomes));
    section.losses.extend(findings::losses(&outcomes));
    section.headline(
        "geometric means of time of DOP853 / time of advance",
        findings::headline(&outcomes),
    );
    section.quote("smooth.verdict", findings::verdict(&outcomes));
    components::measure(&mut section)?;
    progress.inc(10);
    Ok(section)
}

fn chart(problem: &SmoothProblem, outcome: &Outcome) -> Chart {
    Chart::new(
        format!(
            "{}. {}, {} s",
            problem.number, problem.name, problem.duration
        ),
        Axis::logarithmic("evaluations of the forces"),
        Axis::logarithmic("error at the end [m]").within(1e-17, 10.0),
    )
    .with(outcome.efforts.iter().map(|effort| {
        let point = |run: &runs::Run| (run.evaluations as f64, run.error);
        let points = effort.runs.iter().map(point);
        Series::line(effort.method.to_string(), effort.method.style(), points)
    }))
}

/// All that is known about each run.
fn records(outcome: &Outcome) -> Records {
    let rows = outcome.efforts.iter().flat_map(|effort| {
        effort.runs.iter().map(|run| {
            vec![
                effort.method.to_string(),
                run.tolerance.to_string(),
                run.evaluations.to_string(),
                run.error.to_string(),
            ]
        })
    });
    let header = ["method", "tolerance", "evaluations", "error [m]"];
    Records {
        header: header.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}

/// A ratio for each problem and accuracy, and their geometric means.
fn ratios(
    name: &'static str,
    title: &str,
    outcomes: &[Outcome],
    amount: impl Fn(&Reach) -> f64,
) -> Table {
    let cell = |ratio: Option<f64>| ratio.map_or_else(|| "-".to_owned(), number);
    let mut rows: Vec<Vec<String>> = (outcomes.iter())
        .map(|outcome| {
            let ratios = (0..ACCURACIES.len()).map(|place| cell(outcome.ratio(place, &amount)));
            [format!("{}. {}", outcome.number, outcome.name)]
                .into_iter()
                .chain(ratios)
                .collect()
        })
        .collect();
    let means = (0..ACCURACIES.len()).map(|place| cell(findings::mean(outcomes, place, &amount)));
    rows.push(
        ["geometric mean of 1 to 15".to_owned()]
            .into_iter()
            .chain(means)
            .collect(),
    );
    let accuracies = ACCURACIES.map(|accuracy| format!("to {accuracy:e} m"));
    let header = ["problem".to_owned()].into_iter().chain(accuracies);
    Table::new(name, title, header, rows)
}

/// Evaluations and times of all methods.
fn works(outcomes: &[Outcome]) -> Table {
    let rows = outcomes.iter().flat_map(|outcome| {
        ACCURACIES.iter().enumerate().map(move |(place, accuracy)| {
            let cells = Method::ALL.into_iter().flat_map(|method| {
                let reach = outcome.reach(method, place);
                let time = |reach: &Reach| number(1e6 * reach.time.as_secs_f64());
                [
                    reach.map(|reach| reach.evaluations.to_string()),
                    reach.map(time),
                ]
            });
            let start = [outcome.number.to_string(), format!("{accuracy:e}")];
            let cells = cells.map(|cell| cell.unwrap_or_else(|| "-".to_owned()));
            start.into_iter().chain(cells).collect()
        })
    });
    let start = ["problem".to_owned(), "error below [m]".to_owned()];
    let names = Method::ALL.into_iter().flat_map(|method| {
        [
            format!("{method}, evaluations"),
            format!("{method}, time [µs]"),
        ]
    });
    let header = start.into_iter().chain(names);
    Table::new("works", "Least work to an accuracy", header, rows.collect())
}
