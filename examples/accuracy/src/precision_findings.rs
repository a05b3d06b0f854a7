//! Sentences about precision.

use kinstep::Scheme;
use support::drawing::numbers::metres;

use crate::precision::Pair;
use crate::words::{list, number, verb};

/// Less than this is no gain.
const GAIN: f64 = 2.0;

/// How far FlowKick is off in both precisions, whom more digits do not help, and how it compares with what most
/// engines do.
pub(crate) fn finding(pairs: &[Pair]) -> String {
    let mut clauses = Vec::new();
    if let Some([single, double]) = ends(pairs, Scheme::FlowKick) {
        clauses.push(format!(
            "FlowKick is off by at most {} in f32 and {} in f64",
            metres(single),
            metres(double)
        ));
        if let Some([_, euler]) = ends(pairs, Scheme::SymplecticEuler) {
            let (ratio, word) = match single < euler {
                true => (euler / single, "nearer"),
                false => (single / euler, "farther off"),
            };
            clauses.push(format!(
                "in f32 it is {} times {word} than SymplecticEuler in f64",
                number(ratio)
            ));
        }
    }
    let helpless: Vec<String> = (pairs.iter())
        .filter(
            |pair| matches!(pair.ends(), [Some(single), Some(double)] if single < GAIN * double),
        )
        .map(|pair| pair.scheme.to_string())
        .collect();
    if !helpless.is_empty() {
        let verb = verb(helpless.len(), "gains", "gain");
        clauses.push(format!(
            "{} {verb} less than a factor of {GAIN} from f64",
            list(&helpless)
        ));
    }
    format!("{}.", clauses.join("; "))
}

/// The errors of a scheme in `f32` and `f64`.
fn ends(pairs: &[Pair], scheme: Scheme) -> Option<[f64; 2]> {
    let pair = pairs.iter().find(|pair| pair.scheme == scheme)?;
    let [single, double] = pair.ends();
    Some([single?, double?])
}

/// The errors of FlowKick in `f32` and `f64`.
pub(crate) fn of_flow_kick(pairs: &[Pair]) -> Option<String> {
    let errors = ends(pairs, Scheme::FlowKick)?;
    Some(list(errors.map(metres)))
}

/// Who is clearly nearer than FlowKick in a precision.
pub(crate) fn loss(title: &str, pairs: &[Pair]) -> Option<String> {
    let flow = ends(pairs, Scheme::FlowKick)?;
    let better = |place: usize, digits: &str| {
        let nearer = pairs.iter().filter_map(|pair| {
            let ratio = flow[place] / pair.ends()[place]?;
            (ratio > GAIN).then(|| {
                format!(
                    "{} is {} times nearer in {digits}",
                    pair.scheme,
                    number(ratio)
                )
            })
        });
        nearer.collect::<Vec<_>>()
    };
    let nearer = [better(0, "f32"), better(1, "f64")].concat();
    (!nearer.is_empty()).then(|| {
        format!(
            "Rounding is not least under FlowKick in {title}: {}.",
            list(&nearer)
        )
    })
}
