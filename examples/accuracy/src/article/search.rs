//! The search for settings that give three numbers of the article.

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use support::drawing::frame::Point;

use super::claim::Claim;
use super::two_springs::{CLAIMED, Metric, Numbers, Setting};
use super::two_springs_findings as findings;
use crate::axis::Axis;
use crate::chart::{Chart, Series};
use crate::pens::{BLACK, BLUE, GREEN, PINK, VERMILION, dashed};
use crate::section::{Section, Table};
use crate::words::number;

/// k/m of either spring \[1/s²\], and steps in a second, that are tried.
const STIFFNESSES: [f64; 8] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
const RATES: [f64; 15] = [
    20.0, 24.0, 25.0, 30.0, 40.0, 50.0, 60.0, 72.0, 75.0, 90.0, 100.0, 120.0, 144.0, 200.0, 240.0,
];
/// A number within a tenth is taken for the one of the article.
const NEAR: f64 = 0.1;

/// The search goes on from so many of the best settings of the grid.
const STARTS: usize = 12;

/// What one way to measure errors makes of all settings.
#[derive(Debug)]
pub(super) struct Scan {
    pub(super) metric: Metric,
    /// All settings of the grid.
    pub(super) found: Vec<(Setting, Numbers)>,
    /// The setting, not only of the grid, whose numbers are nearest to those of the article.
    pub(super) best: Setting,
    pub(super) numbers: Numbers,
    /// The largest logarithm of a ratio of numbers.
    pub(super) misfit: f64,
}

pub(super) fn run(section: &mut Section, progress: &ProgressBar) -> Result<Vec<Claim>> {
    let mut scans = Vec::new();
    for metric in Metric::ALL {
        scans.push(Scan::of(metric)?);
        progress.inc(1);
    }
    let best = findings::nearest(&scans)
        .context("nothing was scanned")?
        .best;
    let curves = Curves::of(best.stiffnesses)?;
    curves.draw(section, "kinematic", "Kinematic", |it| it.kinematic);
    curves.draw(section, "average", "AverageAcceleration", |it| it.average);
    section.tabulate(table(&scans));
    progress.inc(1);
    Ok(findings::claims(&scans))
}

/// Every pair of springs at every rate.
fn grid() -> impl Iterator<Item = Setting> {
    let pairs = STIFFNESSES.iter().enumerate().flat_map(|(place, &first)| {
        STIFFNESSES[place..]
            .iter()
            .map(move |&second| [first, second])
    });
    pairs.flat_map(|stiffnesses| RATES.map(|rate| Setting { stiffnesses, rate }))
}

impl Scan {
    fn of(metric: Metric) -> Result<Self> {
        let mut found = Vec::new();
        let mut misfits = Vec::new();
        for setting in grid() {
            found.push((setting, setting.numbers(metric)?));
            misfits.push((setting.misfit(metric)?, setting));
        }
        misfits.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut best = *misfits.first().context("the grid is empty")?;
        for (_, start) in misfits.into_iter().take(STARTS) {
            let found = improved(metric, start)?;
            if found.0 < best.0 {
                best = found;
            }
        }
        let (misfit, best) = best;
        Ok(Self {
            metric,
            found,
            best,
            numbers: best.numbers(metric)?,
            misfit,
        })
    }

    /// Whether all three numbers come out within a tenth at the best setting.
    pub(super) fn fits(&self) -> bool {
        let (found, claimed) = (self.numbers, CLAIMED);
        is_near(found.kinematic, claimed.kinematic)
            && is_near(found.average, claimed.average)
            && is_near(found.lost, claimed.lost)
    }

    /// How many settings of the grid give a number within a tenth of the article's.
    pub(super) fn hits(&self, number: fn(&Numbers) -> f64) -> usize {
        let is_near = |(_, found): &&(Setting, Numbers)| is_near(number(found), number(&CLAIMED));
        self.found.iter().filter(is_near).count()
    }
}

pub(super) fn is_near(found: f64, claimed: f64) -> bool {
    (found / claimed - 1.0).abs() < NEAR
}

/// Goes from a setting to ever better ones near it, in ever smaller strides.
fn improved(metric: Metric, start: Setting) -> Result<(f64, Setting)> {
    let (mut least, mut best) = (start.misfit(metric)?, start);
    let mut stride = 0.1_f64;
    while stride > 1e-3 {
        let center = best;
        for next in center.neighbours(stride.exp()) {
            let misfit = next.misfit(metric)?;
            if misfit < least {
                (least, best) = (misfit, next);
            }
        }
        if best == center {
            stride *= 0.5;
        }
    }
    Ok((least, best))
}

impl Setting {
    /// The settings with both springs, the second of them, and the rate changed by a factor or its inverse,
    /// or not.
    fn neighbours(self, factor: f64) -> impl Iterator<Item = Self> {
        let factors = [1.0 / factor, 1.0, factor];
        let [first, second] = self.stiffnesses;
        (0..27).map(move |place: usize| {
            let [both, one, rate] = [place / 9, place / 3 % 3, place % 3].map(|it| factors[it]);
            Self {
                stiffnesses: [both * first, (both * one * second).max(both * first)],
                rate: rate * self.rate,
            }
        })
    }
}

/// Ratios of errors at many steps.
struct Curves {
    stiffnesses: [f64; 2],
    /// For each metric: step \[s\] and numbers.
    numbers: Vec<(Metric, Vec<(f64, Numbers)>)>,
}

impl Curves {
    fn of(stiffnesses: [f64; 2]) -> Result<Self> {
        let mut numbers = Vec::new();
        for metric in Metric::ALL {
            let found = |rate: f64| {
                let setting = Setting { stiffnesses, rate };
                Ok((1.0 / rate, setting.numbers(metric)?))
            };
            let found = RATES.into_iter().rev().map(found);
            numbers.push((metric, found.collect::<Result<_>>()?));
        }
        Ok(Self {
            stiffnesses,
            numbers,
        })
    }

    fn draw(
        &self,
        section: &mut Section,
        name: &'static str,
        rival: &str,
        number: fn(&Numbers) -> f64,
    ) {
        let [first, second] = self.stiffnesses;
        let claimed = number(&CLAIMED);
        let lines: Vec<(Metric, Vec<Point>)> = (self.numbers.iter())
            .map(|(metric, numbers)| {
                let points = numbers.iter().map(|(step, it)| (*step, number(it)));
                (*metric, points.collect())
            })
            .collect();
        let ends = [1.0 / RATES[RATES.len() - 1], 1.0 / RATES[0]];
        let chart =
            Chart::new(
                format!("k/m = {first:.2} and {second:.2}: SymplecticEuler beside {rival}"),
                Axis::logarithmic("step [s]"),
                Axis::logarithmic(format!("error, SymplecticEuler : {rival}")),
            )
            .with((lines.iter().zip([BLUE, VERMILION, GREEN, PINK])).map(
                |((metric, points), style)| Series::line(metric.name(), style, points.clone()),
            ))
            .with([Series::line(
                "the article",
                dashed(BLACK),
                ends.map(|step| (step, claimed)),
            )]);
        section.draw(name, chart, findings::of_ratios(rival, claimed, &lines));
    }
}

fn table(scans: &[Scan]) -> Table {
    let header = [
        "error measured by",
        "settings with 12,000",
        "with 58 million",
        "with 5 % lost",
        "nearest to all three",
        "there: Euler's error / Kinematic's",
        "Euler's / AverageAcceleration's",
        "lost in 3 h",
    ];
    let row = |scan: &Scan| {
        let count = |number| format!("{} of {}", scan.hits(number), scan.found.len());
        vec![
            scan.metric.name().to_owned(),
            count(|it| it.kinematic),
            count(|it| it.average),
            count(|it| it.lost),
            scan.best.to_string(),
            number(scan.numbers.kinematic),
            number(scan.numbers.average),
            format!("{:.1} %", 100.0 * scan.numbers.lost),
        ]
    };
    Table::new(
        "search",
        "Two springs: settings that give the numbers of the article within a tenth",
        header,
        scans.iter().map(row).collect(),
    )
    .with_finding(findings::of_search(scans))
}
