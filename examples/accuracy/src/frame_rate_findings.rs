//! Sentences about frame rates.

use kinstep::Scheme;

use crate::fit::{largest, range};
use crate::flights::Mover;
use crate::words::{capital, list, number, verb};

/// What one mover makes of a flight.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) mover: Mover,
    /// What it ought to be \[m\].
    pub(crate) exact: f64,
    /// What it is at each frame rate \[m\].
    pub(crate) even: Vec<f64>,
    /// What it is with each series of random steps \[m\].
    pub(crate) uneven: Vec<f64>,
}

/// Differences up to this one nobody can see \[m\].
const INVISIBLE: f64 = 1e-5;
/// Those who agree to this are alike \[m\].
const ALIKE: f64 = 1e-9;

impl Outcome {
    /// The largest difference between frame rates \[m\].
    pub(crate) fn spread(&self) -> f64 {
        spread(&self.even)
    }

    /// The largest difference between series of random steps \[m\].
    pub(crate) fn uneven_spread(&self) -> f64 {
        spread(&self.uneven)
    }

    /// The largest error at any frame rate \[m\].
    fn worst(&self) -> f64 {
        largest((self.even.iter()).map(|value| (value - self.exact).abs()))
    }

    fn is_like(&self, other: &Self) -> bool {
        let pairs = |one: &[f64], other: &[f64]| {
            (one.iter().zip(other)).all(|(one, other)| (one - other).abs() < ALIKE)
        };
        pairs(&self.even, &other.even) && pairs(&self.uneven, &other.uneven)
    }
}

fn spread(values: &[f64]) -> f64 {
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    (largest - least).max(0.0)
}

/// Outcomes in groups that are alike.
pub(crate) fn alike(outcomes: &[Outcome]) -> Vec<Vec<&Outcome>> {
    let mut groups: Vec<Vec<&Outcome>> = Vec::new();
    for outcome in outcomes {
        match groups.iter_mut().find(|group| group[0].is_like(outcome)) {
            Some(group) => group.push(outcome),
            None => groups.push(vec![outcome]),
        }
    }
    groups
}

/// "A, B and C".
pub(crate) fn names(group: &[&Outcome]) -> String {
    list(group.iter().map(|outcome| outcome.mover.name()))
}

/// By how much a quantity differs between frame rates.
pub(crate) fn over_rates(what: &str, outcomes: &[Outcome]) -> String {
    let by = differences(outcomes, Outcome::spread);
    format!("Over all frame rates {what} differs by {by}.")
}

/// By how much the distance differs between series of random steps.
pub(crate) fn over_uneven_steps(outcomes: &[Outcome]) -> String {
    let by = differences(outcomes, Outcome::uneven_spread);
    format!("From one series of random steps to another the distance differs by {by}.")
}

/// "120 mm under A and B, 3 mm under C, and by rounding only under D", the largest first.
fn differences(outcomes: &[Outcome], spread: fn(&Outcome) -> f64) -> String {
    let mut spreads: Vec<(f64, String)> = (alike(outcomes).iter())
        .map(|group| (spread(group[0]), names(group)))
        .collect();
    spreads.sort_by(|one, other| other.0.total_cmp(&one.0));
    let phrases = spreads
        .into_iter()
        .map(|(spread, names)| format!("{} under {names}", millimetres(spread)));
    phrases.collect::<Vec<_>>().join("; ")
}

fn millimetres(metres: f64) -> String {
    format!("{} mm", number(1e3 * metres))
}

/// What FlowKick's values spread over, beside the least and the largest spread of an engine.
pub(crate) fn headline(outcomes: &[Outcome]) -> String {
    let is_engine = |outcome: &&Outcome| matches!(outcome.mover, Mover::Engine(_));
    let (least, largest) = range(outcomes.iter().filter(is_engine).map(Outcome::spread));
    let ours = ours(outcomes).map_or(f64::NAN, Outcome::spread);
    format!(
        "engines differ by {} to {}, FlowKick by {}",
        number(1e3 * least),
        millimetres(largest),
        millimetres(ours)
    )
}

fn ours(outcomes: &[Outcome]) -> Option<&Outcome> {
    let is_ours = |outcome: &&Outcome| matches!(outcome.mover, Mover::Scheme(Scheme::FlowKick));
    outcomes.iter().find(is_ours)
}

/// Where FlowKick depends on the frame rate so that it can be seen, or others are no worse.
pub(crate) fn losses(flights: &[(&str, &Vec<Outcome>)]) -> Vec<String> {
    let mut losses = Vec::new();
    for (what, outcomes) in flights {
        let Some(ours) = ours(outcomes) else { continue };
        if ours.spread() > INVISIBLE {
            losses.push(format!(
                "{} depends on the frame rate under FlowKick, too, by {}, for nobody looks between the ends of \
                 steps.",
                capital(what),
                millimetres(ours.spread())
            ));
            continue;
        }
        let equal: Vec<&Outcome> = (outcomes.iter())
            .filter(|other| other.mover.name() != ours.mover.name() && other.worst() < INVISIBLE)
            .collect();
        if !equal.is_empty() {
            losses.push(format!(
                "{} needs no FlowKick: {} {} as exact.",
                capital(what),
                names(&equal),
                verb(equal.len(), "is", "are")
            ));
        }
    }
    losses
}
