//! Sentences about work and precision.

use std::time::Duration;

use kinstep::Scheme;
use support::drawing::numbers::seconds;

use crate::problem::Problem;
use crate::words::{capital, list, number};
use crate::work_precision::{Effort, Method};

/// How near is asked for \[m\].
pub(crate) const TOLERANCES: [f64; 2] = [1e-6, 1e-10];

/// The least time in which a method got as near as that, and the method.
type Best = (Duration, Method);

impl Effort {
    /// The least time in which the method came within a tolerance \[m\], and stayed there when it was given
    /// more: an error may pass through zero by chance.
    fn time_to(&self, tolerance: f64) -> Option<Duration> {
        let is_within =
            |place: usize| (self.works.get(place)).is_none_or(|work| work.error <= tolerance);
        let places = 0..self.works.len();
        let steady = places.filter(|&place| is_within(place) && is_within(place + 1));
        steady.map(|place| self.works[place].time).min()
    }
}

/// Times that differ by less than this share are alike.
const ALIKE: f64 = 0.25;

/// Who of some methods gets within a tolerance first; of those that take about as long, the simplest.
fn best(efforts: &[Effort], tolerance: f64, is_meant: impl Fn(Method) -> bool) -> Option<Best> {
    let times: Vec<Best> = (efforts.iter())
        .filter(|effort| is_meant(effort.method))
        .filter_map(|effort| Some((effort.time_to(tolerance)?, effort.method)))
        .collect();
    let least = times.iter().map(|(time, _)| *time).min()?;
    let enough = least.mul_f64(1.0 + ALIKE);
    times.into_iter().find(|(time, _)| *time <= enough)
}

/// The best of kinstep and the best of the others.
fn rivals(efforts: &[Effort], tolerance: f64) -> (Option<Best>, Option<Best>) {
    let ours = best(efforts, tolerance, Method::is_ours);
    (ours, best(efforts, tolerance, |method| !method.is_ours()))
}

/// The best of kinstep with equal steps, and the best of the others.
fn rivals_of_equal_steps(efforts: &[Effort], tolerance: f64) -> (Option<Best>, Option<Best>) {
    let is_scheme = |method| matches!(method, Method::Scheme(_));
    let ours = best(efforts, tolerance, is_scheme);
    (ours, best(efforts, tolerance, |method| !method.is_ours()))
}

/// Who is fastest to each tolerance.
pub(crate) fn finding(efforts: &[Effort]) -> String {
    let clauses = TOLERANCES.map(|tolerance| {
        let to = format!("to {tolerance:e} m");
        match rivals(efforts, tolerance) {
            (Some(ours), Some(theirs)) => {
                let (first, second, others) = if ours.0 <= theirs.0 {
                    (ours, theirs, "solver of another crate")
                } else {
                    (theirs, ours, "method of kinstep")
                };
                format!(
                    "{to} {} is fastest ({}), {} times as fast as the best {others}, {} ({})",
                    first.1,
                    time(first.0),
                    number(ratio(second.0, first.0)),
                    second.1,
                    time(second.0)
                )
            }
            (Some(ours), None) => format!(
                "{to} only kinstep comes, first {} ({})",
                ours.1,
                time(ours.0)
            ),
            (None, Some(theirs)) => {
                format!(
                    "{to} only the solvers come, first {} ({})",
                    theirs.1,
                    time(theirs.0)
                )
            }
            (None, None) => format!("nobody comes {to}"),
        }
    });
    format!("{}.", capital(&clauses.join("; ")))
}

/// Where the solvers are faster than kinstep, with steps of any length and with equal ones, and where the textbook's schemes are
/// faster than flows with kicks.
pub(crate) fn losses(results: &[(&Problem, Vec<Effort>)]) -> Vec<String> {
    let is_flow = |method| {
        matches!(
            method,
            Method::Scheme(
                Scheme::FlowKick | Scheme::FlowKick4 | Scheme::FlowKick6 | Scheme::WeakKick
            )
        )
    };
    let textbook = [
        Scheme::ExplicitEuler,
        Scheme::SymplecticEuler,
        Scheme::VelocityVerlet,
        Scheme::Rk4,
    ];
    let is_textbook = |method| textbook.map(Method::Scheme).contains(&method);
    let mut losses = Vec::new();
    for tolerance in TOLERANCES {
        losses.extend(loss(
            results,
            "a solver of another crate gets there before any method of kinstep",
            tolerance,
            |efforts| rivals(efforts, tolerance),
        ));
        losses.extend(loss(
            results,
            "a solver with error control gets there before any scheme with equal steps",
            tolerance,
            |efforts| rivals_of_equal_steps(efforts, tolerance),
        ));
        losses.extend(loss(
            results,
            "a scheme of the textbooks gets there before every scheme of flows and kicks",
            tolerance,
            |efforts| {
                let ours = best(efforts, tolerance, is_flow);
                (ours, best(efforts, tolerance, is_textbook))
            },
        ));
    }
    losses
}

/// On which problems others are faster than ours.
fn loss(
    results: &[(&Problem, Vec<Effort>)],
    others: &str,
    tolerance: f64,
    rivals: impl Fn(&[Effort]) -> (Option<Best>, Option<Best>),
) -> Option<String> {
    let by = |efforts| match rivals(efforts) {
        (Some(ours), Some(theirs)) if ours.0 > theirs.0.mul_f64(1.0 + ALIKE) => Some(format!(
            "{} is {} times as fast as {}",
            theirs.1,
            number(ratio(ours.0, theirs.0)),
            ours.1
        )),
        (None, Some((_, theirs))) => Some(format!("only {theirs} gets there")),
        _ => None,
    };
    let lost = results.iter().filter_map(|(problem, efforts)| {
        let by = by(efforts)?;
        Some(format!("{} ({by})", problem.phrase))
    });
    let lost: Vec<String> = lost.collect();
    let sentence = format!("To {tolerance:e} m: {others} on {}.", list(&lost));
    (!lost.is_empty()).then_some(sentence)
}

/// "FlowKick on 2 problems, DOP853 on 4".
pub(crate) fn headline(results: &[(&Problem, Vec<Effort>)], tolerance: f64) -> String {
    let mut winners: Vec<(Method, usize)> = Vec::new();
    for (_, efforts) in results {
        let (ours, theirs) = rivals(efforts, tolerance);
        let Some((_, winner)) = ours.into_iter().chain(theirs).min_by_key(|(time, _)| *time) else {
            continue;
        };
        match winners.iter_mut().find(|(method, _)| *method == winner) {
            Some((_, count)) => *count += 1,
            None => winners.push((winner, 1)),
        }
    }
    let phrases = winners
        .iter()
        .map(|(method, count)| format!("{method} on {count}"));
    format!("{} of {}", list(phrases), results.len())
}

/// How many times as fast the best scheme with equal steps gets within a tolerance as the best solver, on the problems where it is
/// faster; and the other way round, where it is slower.
pub(crate) fn speedups(results: &[(&Problem, Vec<Effort>)], tolerance: f64) -> [Option<String>; 2] {
    let times = results.iter().filter_map(|(_, efforts)| {
        let (ours, theirs) = rivals_of_equal_steps(efforts, tolerance);
        let (ours, theirs) = (ours?.0, theirs?.0);
        let is_alike = ours.max(theirs) <= ours.min(theirs).mul_f64(1.0 + ALIKE);
        (!is_alike).then_some((ours, theirs))
    });
    let (faster, slower): (Vec<_>, Vec<_>) = times.partition(|(ours, theirs)| ours < theirs);
    [
        range(faster.iter().map(|&(ours, theirs)| ratio(theirs, ours))),
        range(slower.iter().map(|&(ours, theirs)| ratio(ours, theirs))),
    ]
}

/// "7 to 19"; none without numbers.
fn range(ratios: impl Iterator<Item = f64> + Clone) -> Option<String> {
    let least = ratios.clone().min_by(f64::total_cmp)?;
    let most = ratios.max_by(f64::total_cmp)?;
    Some(format!("{least:.0} to {most:.0}"))
}

fn ratio(longer: Duration, shorter: Duration) -> f64 {
    longer.as_secs_f64() / shorter.as_secs_f64()
}

fn time(time: Duration) -> String {
    seconds(time.as_secs_f64())
}
