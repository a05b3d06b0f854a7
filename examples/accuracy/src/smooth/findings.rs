//! Sentences about steps of adaptive length.

use super::ACCURACIES;
use super::runs::{Outcome, Reach};
use crate::words::{list, number};

/// A solver that takes less than this share of the time of advance is faster.
const SLOWER: f64 = 0.95;
/// The problem of nothing but laws, which is one exact step.
const LAWS: u32 = 13;
/// The problem that is stiff and not linear.
const STIFF: u32 = 16;

fn seconds(reach: &Reach) -> f64 {
    reach.time.as_secs_f64()
}

/// Whether a problem is one of those of which means are taken.
fn counts(outcome: &Outcome) -> bool {
    !matches!(outcome.number, LAWS | STIFF)
}

/// The geometric mean of ratios of DOP853 to advance at a place of the list of accuracies; none without ratios.
pub(super) fn mean(
    outcomes: &[Outcome],
    place: usize,
    amount: impl Fn(&Reach) -> f64,
) -> Option<f64> {
    let outcomes = outcomes.iter().filter(|outcome| counts(outcome));
    let logarithms: Vec<f64> = outcomes
        .filter_map(|outcome| Some(outcome.ratio(place, &amount)?.ln()))
        .collect();
    let sum: f64 = logarithms.iter().sum();
    (!logarithms.is_empty()).then(|| (sum / logarithms.len() as f64).exp())
}

/// The least and the largest ratio of times of all that count, at some places.
fn extremes(outcomes: &[Outcome], place: usize) -> Option<[f64; 2]> {
    let outcomes = outcomes.iter().filter(|outcome| counts(outcome));
    let ratios: Vec<f64> = outcomes
        .filter_map(|outcome| outcome.ratio(place, seconds))
        .collect();
    let least = ratios.iter().copied().min_by(f64::total_cmp)?;
    let most = ratios.iter().copied().max_by(f64::total_cmp)?;
    Some([least, most])
}

/// How many times as much DOP853 needs on a problem.
pub(super) fn of_problem(outcome: &Outcome) -> String {
    let clauses: Vec<String> = (ACCURACIES.iter().enumerate())
        .filter_map(|(place, accuracy)| {
            let times = outcome.ratio(place, seconds)?;
            let evaluations = outcome.ratio(place, |reach| reach.evaluations as f64);
            let evaluations = evaluations.map_or_else(String::new, |ratio| {
                format!(" and {} times the evaluations", number(ratio))
            });
            Some(format!(
                "to {accuracy:e} m {} times the time{evaluations}",
                number(times)
            ))
        })
        .collect();
    if clauses.is_empty() {
        return "There is no accuracy that both advance and DOP853 get to.".to_owned();
    }
    format!("DOP853 takes, by those of advance, {}.", list(clauses))
}

/// The means and extremes of times.
pub(super) fn of_times(outcomes: &[Outcome]) -> String {
    let clauses: Vec<String> = (ACCURACIES.iter().enumerate())
        .filter_map(|(place, accuracy)| {
            let mean = mean(outcomes, place, seconds)?;
            let [least, most] = extremes(outcomes, place)?;
            Some(format!(
                "{} to {accuracy:e} m ({} to {})",
                number(mean),
                number(least),
                number(most)
            ))
        })
        .collect();
    if clauses.is_empty() {
        return "Advance gets to no accuracy.".to_owned();
    }
    format!(
        "Advance is {} times as fast as DOP853, in the geometric mean over problems 1 to 15 without 13.",
        list(clauses)
    )
}

/// The means, in a few words.
pub(super) fn headline(outcomes: &[Outcome]) -> String {
    let means = (ACCURACIES.iter().enumerate()).filter_map(|(place, accuracy)| {
        let mean = mean(outcomes, place, seconds)?;
        Some(format!("{} to {accuracy:e} m", number(mean)))
    });
    list(means)
}

/// Where DOP853 is faster than advance, or gets to an accuracy that advance does not get to.
pub(super) fn losses(outcomes: &[Outcome]) -> Vec<String> {
    let mut losses = Vec::new();
    for (place, accuracy) in ACCURACIES.iter().enumerate() {
        let lost: Vec<String> = (outcomes.iter())
            .filter_map(|outcome| {
                let ratio = outcome.ratio(place, seconds);
                let slower = ratio.filter(|ratio| *ratio < SLOWER)?;
                let times = number(1.0 / slower);
                Some(format!("{} ({times} times as fast)", outcome.name))
            })
            .collect();
        if !lost.is_empty() {
            losses.push(format!(
                "To {accuracy:e} m, with errors under control: DOP853 is faster than advance on {}.",
                list(lost)
            ));
        }
    }
    losses
}

/// What the README says about ten digits.
pub(super) fn verdict(outcomes: &[Outcome]) -> String {
    const PLACE: usize = 3;
    let Some(([least, most], mean)) = extremes(outcomes, PLACE).zip(mean(outcomes, PLACE, seconds))
    else {
        return "no figure".to_owned();
    };
    let stiff = (outcomes.iter()).find(|outcome| outcome.number == STIFF);
    let stiff = stiff.and_then(|outcome| outcome.ratio(PLACE, seconds));
    let stiff = stiff.map_or_else(String::new, |ratio| match number(ratio).as_str() {
        "1" => ", and as fast on stiff quadratic drag".to_owned(),
        ratio => format!(", and {ratio} times on stiff quadratic drag"),
    });
    format!(
        "{} to {} times as fast as DOP853 to 1e-10 m on fourteen problems, {} times in the geometric mean{stiff}",
        number(least),
        number(most),
        number(mean)
    )
}
