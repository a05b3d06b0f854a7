//! Bad input gets an error that names what is wrong, and changes nothing.
//!
//! A row holds the values with which a call is tried, the text of the error (`{}` stands for the
//! value), and the call.

mod aims;
mod flights;
mod forces;
mod overflow;
mod scales;
mod worlds;

use std::error::Error;

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;
/// Values that no call accepts.
const NOT_FINITE: &[f64] = &[NAN, INF, -INF];
/// Values that no call accepts that requires a positive number.
const NOT_POSITIVE: &[f64] = &[NAN, INF, -INF, 0.0, -3.0];
/// For rows whose call takes no number.
const NONE: &[f64] = &[0.0];

/// The text of an error; None if the call succeeded.
type Said = Option<String>;

fn said<V, E: Error>(answer: Result<V, E>) -> Said {
    answer.err().map(|error| error.to_string())
}

/// Asserts that a call with this value gave this error; `…` at the end stands for any rest.
#[track_caller]
fn check(said: &Said, sentence: &str, value: f64) {
    let expected = sentence.replace("{}", &value.to_string());
    let told = said.as_deref();
    let is_said = match expected.strip_suffix('…') {
        Some(start) => told.is_some_and(|told| told.starts_with(start)),
        None => told == Some(&expected),
    };
    assert!(is_said, "with {value}:\n{told:?}, not\n{expected:?}");
}
