//! Semi-implicit Euler: its order, its energy, its stability.

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use kinstep::diagnostics::{DriftKind, compare_schemes};
use kinstep::{Scheme, World2};
use support::drawing::frame::Point;

use super::claim::{Claim, Verdict};
use super::long_run::LongRun;
use super::stability;
use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::fit::slope;
use crate::pens::{BLUE, GREEN, ORANGE};
use crate::section::Section;
use crate::springs::{self, rotation, step_matrix};
use crate::words::number;

/// k/m of two springs \[1/s²\].
pub(super) const STIFFNESSES: [f64; 2] = [4.0, 9.0];
const EULER: Scheme = Scheme::SymplecticEuler;
/// How long errors are watched for the order \[s\].
const DURATION: f64 = 8.0;
/// Steps in a second, for the order.
const RATES: [u32; 8] = [16, 32, 64, 128, 256, 512, 1024, 2048];
/// The order is fitted to so many of the smallest steps.
const FITTED: usize = 4;

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<Vec<Claim>> {
    let world = springs::world(&STIFFNESSES)?;
    let orders = Orders::of(&world)?;
    orders.draw(section);
    progress.inc(1);
    let run = LongRun::of(&world, EULER)?;
    let limit = stability::limit(&world, EULER)?;
    progress.inc(1);
    Ok(vec![orders.claim(), average(&run), stable(&run, limit)])
}

/// Errors of semi-implicit Euler against the step.
#[derive(Default)]
struct Orders {
    position: Vec<Point>,
    energy: Vec<Point>,
    frequency: Vec<Point>,
}

impl Orders {
    fn of(world: &World2) -> Result<Self> {
        let mut orders = Self::default();
        let exact = springs::frequency(&STIFFNESSES);
        for rate in RATES {
            let (step, steps) = (1.0 / f64::from(rate), u64::from(rate) * DURATION as u64);
            let comparison = compare_schemes(world, step, steps, &[EULER])?;
            let run = comparison.runs.first().context("nothing was run")?;
            let energies = run.energy.context("there is no energy")?;
            let turned = rotation(&step_matrix(world, EULER, step)?);
            orders.position.push((step, run.position_error));
            orders.energy.push((step, energies.worst));
            (orders.frequency).push((step, (turned / step / exact - 1.0).abs()));
        }
        Ok(orders)
    }

    fn draw(&self, section: &mut Section) {
        let curves = [
            ("position, of the amplitude", ORANGE, &self.position),
            ("energy", GREEN, &self.energy),
            ("frequency", BLUE, &self.frequency),
        ];
        let chart = Chart::new(
            "SymplecticEuler on two springs, k/m = 4 and 9",
            Axis::logarithmic("step [s]"),
            Axis::logarithmic("error, relative"),
        )
        .with(curves.map(|(name, style, points)| {
            Series::line(name, style, points.clone())
                .with_note(format!("(order {:.2})", order(points)))
        }));
        let [position, energy, frequency] = self.orders();
        let finding = format!(
            "Half the step makes the error of SymplecticEuler after {DURATION} s {} times smaller in position, {} \
             times in energy and {} times in frequency: the orders are {position:.2}, {energy:.2} and {frequency:.2}.",
            number(position.exp2()),
            number(energy.exp2()),
            number(frequency.exp2()),
        );
        section.draw("euler", chart, finding);
    }

    fn orders(&self) -> [f64; 3] {
        [&self.position, &self.energy, &self.frequency].map(|points| order(points))
    }

    fn claim(&self) -> Claim {
        let [position, energy, frequency] = self.orders();
        let verdict = match [position, energy].map(|order| (order - 2.0).abs() < 0.2) {
            [true, true] => Verdict::True,
            [true, false] => Verdict::OnlyFor("for position".to_owned()),
            [false, true] => Verdict::OnlyFor("for energy".to_owned()),
            [false, false] => Verdict::False,
        };
        Claim {
            claim: "Semi-implicit Euler is of second order: half the step, a quarter of the error.",
            measured: format!(
                "order {position:.2} in position, {energy:.2} in energy, {frequency:.2} in frequency"
            ),
            verdict,
        }
    }
}

/// The slope of log error over log step, for the smallest steps.
pub(super) fn order(points: &[Point]) -> f64 {
    let smallest = &points[points.len().saturating_sub(FITTED)..];
    let logarithms = smallest.iter().map(|(step, error)| (step.ln(), error.ln()));
    slope(&logarithms.collect::<Vec<_>>())
}

/// The mean is to be so much smaller than the ups and downs.
const SMALL: f64 = 0.1;

fn average(run: &LongRun) -> Claim {
    let is_even = run.report.kind == DriftKind::Bounded && run.end.is_none();
    Claim {
        claim: "Semi-implicit Euler conserves energy on average.",
        measured: format!(
            "two springs, 3 h at 60 Hz: {run}; the mean is {:+.1e}",
            run.mean
        ),
        verdict: Verdict::of(is_even && run.mean.abs() < SMALL * run.report.amplitude),
    }
}

fn stable(run: &LongRun, limit: Option<f64>) -> Claim {
    let (measured, verdict) = match limit {
        Some(limit) => (
            format!("two springs: stable up to Wh = {limit:.3}, with W² = k/m of both"),
            Verdict::OnlyFor(format!("for Wh < {limit:.2}")),
        ),
        None => (
            format!(
                "two springs: stable at every step up to Wh = {}",
                stability::MOST
            ),
            Verdict::True,
        ),
    };
    let is_stable = run.end.is_none();
    Claim {
        claim: "As it conserves energy, semi-implicit Euler is stable.",
        measured,
        verdict: if is_stable { verdict } else { Verdict::False },
    }
}
