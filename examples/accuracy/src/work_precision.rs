//! How much time it takes to get how near.

use std::hint::black_box;
use std::time::Duration;

use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::Scheme;
use support::drawing::style::Style;
use support::measuring::timing::{self, timed};

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::experiment::Experiment;
use crate::pens::BLACK;
use crate::problem::Problem;
use crate::problems;
use crate::section::{Records, Section};
use crate::solver::Solver;
use crate::truth::Truth;
use crate::work_findings as findings;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "work_precision",
    title: "Work and precision: error against time",
    ticks: 25 * problems::ALL.len() as u64,
    run,
};

/// The most steps of a run.
const MOST_STEPS: u32 = 1 << 16;
/// Tolerances from `10^-3` to this power of ten.
const TIGHTEST: i32 = 13;

/// Who solves a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    /// A scheme of kinstep, with equal steps.
    Scheme(Scheme),
    /// `World::advance`, with control of its error.
    Advance,
    /// A solver with control of its error.
    Solver(Solver),
}

/// One run of a method.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Work {
    /// Its number of steps or its tolerance.
    setting: f64,
    /// How often it asked for forces.
    evaluations: u64,
    /// How far it ends from the truth \[m\].
    pub(crate) error: f64,
    /// How long it took at best.
    pub(crate) time: Duration,
}

/// All runs of a method, from little work to much.
#[derive(Debug)]
pub(crate) struct Effort {
    pub(crate) method: Method,
    pub(crate) works: Vec<Work>,
}

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "What each method makes of the time it is given: all schemes of kinstep with equal steps, World::advance, and \
         the solvers DOP853 and DOPRI5 of the crate differential-equations, these three with tolerances from 1e-3 to \
         1e-13, on the problems above. The time is that of a whole run of one body, the median of several that took turns; building the \
         world and the solver is not part of it. The solvers prepare dense output, whether asked for or not. Down and \
         to the left is better.",
    ]);
    let mut results = Vec::new();
    for problem in problems::ALL {
        let truth = Truth::of(problem)?;
        let efforts = efforts(problem, &truth)?;
        let (chart, finding) = (chart(problem, &efforts), findings::finding(&efforts));
        section.draw_with_records(problem.name, chart, finding, records(&efforts));
        results.push((problem, efforts));
        (0..25).for_each(|_| progress.inc(1));
    }
    section.losses.extend(findings::losses(&results));
    let [faster, slower] = findings::speedups(&results, findings::TOLERANCES[1]);
    section
        .quotes
        .extend(faster.map(|range| ("solvers.slower", range)));
    section
        .quotes
        .extend(slower.map(|range| ("solvers.faster", range)));
    for tolerance in findings::TOLERANCES {
        section.headline(
            format!("fastest to {tolerance:e} m"),
            findings::headline(&results, tolerance),
        );
    }
    Ok(section)
}

impl Method {
    /// All schemes, steps of adaptive length, and solvers.
    fn all() -> impl Iterator<Item = Self> {
        let solvers = [Solver::Dopri5, Solver::Dop853].map(Self::Solver);
        let schemes = Scheme::ALL.into_iter().map(Self::Scheme);
        schemes.chain([Self::Advance]).chain(solvers)
    }

    /// Whether it is of kinstep.
    pub(crate) fn is_ours(self) -> bool {
        !matches!(self, Self::Solver(_))
    }

    fn style(self) -> Style {
        let solver = |color| Style {
            color,
            dashes: Some("8 3"),
            radius: 5.0,
        };
        match self {
            Self::Scheme(scheme) => Style::of(scheme),
            Self::Advance => BLACK,
            Self::Solver(Solver::Dopri5) => solver("#7f4fc9"),
            Self::Solver(Solver::Dop853) => solver("#a0522d"),
        }
    }

    /// Numbers of steps or tolerances, from little work to much.
    fn settings(self, problem: &Problem, truth: &Truth) -> Vec<f64> {
        match self {
            // what is exact needs few steps; a single one is the truth itself
            Self::Scheme(_) if truth.is_exact => {
                let fewer = (1..).map(|power| 1_u32 << power);
                let fewer = fewer.take_while(|steps| *steps < problem.fewest_steps);
                fewer
                    .chain(problem.step_counts(MOST_STEPS))
                    .map(f64::from)
                    .collect()
            }
            Self::Scheme(_) => problem.step_counts(MOST_STEPS).map(f64::from).collect(),
            Self::Advance | Self::Solver(_) => {
                (3..=TIGHTEST).map(|digits| 10_f64.powi(-digits)).collect()
            }
        }
    }

    /// A run without its time; none if it failed.
    fn work(self, problem: &Problem, truth: &Truth, setting: f64) -> Result<Option<Work>> {
        let (end, evaluations) = match self {
            Self::Scheme(scheme) => {
                let steps = setting as u32;
                (
                    problem.end(scheme, steps)?,
                    problem.evaluations(scheme, steps)?,
                )
            }
            Self::Advance => {
                let mut world = problem.world(Scheme::FlowKick)?;
                match world.advance(problem.duration, setting) {
                    Ok(done) => (problem.place(&world), done.evaluations),
                    Err(_) => (None, 0),
                }
            }
            Self::Solver(solver) => match solver.solve(problem, setting) {
                Some(solved) => (Some(solved.position), solved.evaluations as u64),
                None => (None, 0),
            },
        };
        Ok(end.map(|end| Work {
            setting,
            evaluations,
            error: truth.error(&end),
            time: Duration::MAX,
        }))
    }

    /// What is timed.
    fn timed<'a>(self, problem: &'a Problem, setting: f64) -> Result<timing::Run<'a>> {
        Ok(match self {
            Self::Scheme(scheme) => {
                let start = problem.world(scheme)?;
                Box::new(move || {
                    let mut world = start.clone();
                    timed(|| {
                        black_box(problem.run(&mut world, black_box(setting as u32)));
                    })
                })
            }
            Self::Advance => {
                let start = problem.world(Scheme::FlowKick)?;
                let mut world = start.clone();
                Box::new(move || {
                    world.clone_from(&start);
                    timed(|| {
                        let _ = black_box(world.advance(problem.duration, black_box(setting)));
                    })
                })
            }
            Self::Solver(solver) => Box::new(move || {
                timed(|| {
                    black_box(solver.solve(problem, black_box(setting)));
                })
            }),
        })
    }
}

impl std::fmt::Display for Method {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Scheme(scheme) => scheme.fmt(formatter),
            Self::Advance => formatter.pad("advance"),
            Self::Solver(solver) => solver.fmt(formatter),
        }
    }
}

/// All runs of all methods, with their times.
fn efforts(problem: &Problem, truth: &Truth) -> Result<Vec<Effort>> {
    let mut efforts = Vec::new();
    let mut runs = Vec::new();
    for method in Method::all() {
        let mut works = Vec::new();
        for setting in method.settings(problem, truth) {
            if let Some(work) = method.work(problem, truth, setting)? {
                works.push(work);
                runs.push(method.timed(problem, setting)?);
            }
        }
        efforts.push(Effort { method, works });
    }
    let works = efforts.iter_mut().flat_map(|effort| &mut effort.works);
    for (work, time) in works.zip(timing::medians(runs)) {
        work.time = time;
    }
    Ok(efforts)
}

fn chart(problem: &Problem, efforts: &[Effort]) -> Chart {
    Chart::new(
        format!("{}, {} s", problem.title, problem.duration),
        Axis::logarithmic("time of the run [ns]"),
        Axis::logarithmic("error at the end [m]").within(1e-17, 10.0),
    )
    .with(efforts.iter().map(|Effort { method, works }| {
        let point = |work: &Work| (1e9 * work.time.as_secs_f64(), work.error);
        Series::line(method.to_string(), method.style(), works.iter().map(point))
    }))
}

/// All that is known about each run.
fn records(efforts: &[Effort]) -> Records {
    let header = [
        "method",
        "steps or tolerance",
        "force evaluations",
        "time [ns]",
        "error [m]",
    ];
    let rows = efforts.iter().flat_map(|effort| {
        effort.works.iter().map(|work| {
            vec![
                effort.method.to_string(),
                work.setting.to_string(),
                work.evaluations.to_string(),
                work.time.as_nanos().to_string(),
                work.error.to_string(),
            ]
        })
    });
    Records {
        header: header.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
