//! How the error falls with the step.

use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::experiment::Experiment;
use crate::fit::Order;
use crate::order_findings as findings;
use crate::problem::Problem;
use crate::problems;
use crate::section::{Section, Table};
use crate::truth::Truth;
use crate::words::list;
use anyhow::Result;
use indicatif::ProgressBar;
use kinstep::Scheme;
use support::drawing::frame::Point;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "orders",
    title: "Order: error against the step",
    ticks: (problems::ALL.len() * Scheme::ALL.len()) as u64,
    run,
};

/// The most steps of a run.
pub(crate) const MOST_STEPS: u32 = 1 << 18;

/// What all schemes make of a problem.
pub(crate) struct Run {
    pub(crate) problem: &'static Problem,
    pub(crate) truth: Truth,
    /// One for each scheme.
    pub(crate) curves: Vec<Curve>,
}

/// What one scheme makes of a problem.
pub(crate) struct Curve {
    pub(crate) scheme: Scheme,
    /// Number of steps, and error at the end \[m\], from few steps to many; without runs that failed.
    pub(crate) errors: Vec<(u32, f64)>,
    pub(crate) order: Order,
}

fn run(progress: &ProgressBar) -> Result<Section> {
    let mut section = Section::new([
        "How far the body ends from the right answer, for every scheme and ever smaller steps. A method is of \
         order p if half the step leaves an error divided by 2 to the power of p. The orders in the legends are \
         fitted to the smallest steps whose errors are not rounding.",
    ]);
    let mut runs = Vec::new();
    for problem in problems::ALL {
        let run = Run::of(problem, progress)?;
        let (chart, finding) = (run.chart(), findings::finding(&run));
        section.draw(problem.name, chart, finding);
        runs.push(run);
    }
    section.tabulate(table(&runs));
    section.losses.extend(findings::losses(&runs));
    for scheme in [Scheme::Rk4, Scheme::FlowKick, Scheme::FlowKick4] {
        let orders = runs.iter().map(|run| run.curve(scheme).order.to_string());
        section.headline(
            format!("orders of {scheme} on {} problems", runs.len()),
            list(orders),
        );
    }
    Ok(section)
}

impl Run {
    fn of(problem: &'static Problem, progress: &ProgressBar) -> Result<Self> {
        let truth = Truth::of(problem)?;
        let mut curves = Vec::new();
        for scheme in Scheme::ALL {
            curves.push(Curve::of(problem, &truth, scheme)?);
            progress.inc(1);
        }
        Ok(Self {
            problem,
            truth,
            curves,
        })
    }

    /// The curve of a scheme; they are in the order of `Scheme::ALL`.
    pub(crate) fn curve(&self, scheme: Scheme) -> &Curve {
        let place = Scheme::ALL.iter().position(|other| *other == scheme);
        &self.curves[place.unwrap_or_default()]
    }

    fn chart(&self) -> Chart {
        let Problem {
            title,
            equation,
            duration,
            ..
        } = self.problem;
        Chart::new(
            format!("{title}: {equation}"),
            Axis::logarithmic("step [s]"),
            Axis::logarithmic(format!("error after {duration} s [m]")).within(1e-17, 10.0),
        )
        .with(self.curves.iter().map(|curve| {
            Series::of(curve.scheme, curve.points(self.problem))
                .with_note(format!("({})", curve.order))
        }))
    }
}

impl Curve {
    fn of(problem: &Problem, truth: &Truth, scheme: Scheme) -> Result<Self> {
        let mut errors = Vec::new();
        for steps in problem.step_counts(MOST_STEPS) {
            if let Some(end) = problem.end(scheme, steps)? {
                errors.push((steps, truth.error(&end)));
            }
        }
        let order = Order::of(&errors, truth.size, truth.noise());
        Ok(Self {
            scheme,
            errors,
            order,
        })
    }

    /// Steps \[s\] and errors \[m\].
    fn points(&self, problem: &Problem) -> Vec<Point> {
        (self.errors.iter())
            .map(|&(steps, error)| (problem.duration / f64::from(steps), error))
            .collect()
    }

    /// The error after so many steps \[m\], if the run got there.
    pub(crate) fn error(&self, steps: u32) -> Option<f64> {
        let found = self.errors.iter().find(|(count, _)| *count == steps)?;
        Some(found.1)
    }
}

/// The orders of all schemes on all problems, and how the right answers were found.
fn table(runs: &[Run]) -> Table {
    let titles = runs.iter().map(|run| run.problem.title);
    let header = ["scheme"].into_iter().chain(titles);
    let row = |name: String, cells: Vec<String>| [vec![name], cells].concat();
    let mut rows: Vec<Vec<String>> = (Scheme::ALL.into_iter())
        .map(|scheme| {
            let orders = runs.iter().map(|run| run.curve(scheme).order.to_string());
            row(scheme.to_string(), orders.collect())
        })
        .collect();
    let truths = runs.iter().map(|run| run.truth.how.clone());
    rows.push(row("the right answer".to_owned(), truths.collect()));
    Table::new("orders", "Observed orders", header, rows).with_finding(findings::of_table(runs))
}
