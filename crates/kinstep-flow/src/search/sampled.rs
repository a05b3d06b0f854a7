//! Roots of a function without bounds, from values and rates at given times.

use super::{Curve, extremum, middle, root_between};

/// A time, with the value and the rate at this time.
type Sample = (f64, f64, f64);

/// Finds the roots between samples at given times, in order. Not certified: all roots are found if the rate changes its sign at most once
/// between neighbouring samples.
pub fn sampled_roots(
    curve: &impl Curve,
    times: impl IntoIterator<Item = f64>,
    mut found: impl FnMut(f64),
) {
    let sample = |time: f64| {
        let (value, rate) = curve.at(time);
        (time, value, rate)
    };
    let mut times = times.into_iter().map(sample);
    let Some(mut before) = times.next() else {
        return;
    };
    for after in times {
        between(curve, before, after, 4, &mut found);
        before = after;
    }
}

fn between(
    curve: &impl Curve,
    before: Sample,
    after: Sample,
    depth: u32,
    found: &mut impl FnMut(f64),
) {
    let is_below = before.1 < 0.0;
    let crosses = is_below != (after.1 < 0.0);
    let sign = if is_below { -1.0 } else { 1.0 };
    // the function crosses zero, and at one end it moves away from zero: it has two extrema in between
    if crosses && depth > 0 && (sign * before.2 > 0.0 || sign * after.2 > 0.0) {
        let time = middle(before.0, after.0);
        let (value, rate) = curve.at(time);
        between(curve, before, (time, value, rate), depth - 1, found);
        between(curve, (time, value, rate), after, depth - 1, found);
    } else if crosses {
        if after.1 != 0.0 {
            let guess = before.0 + (after.0 - before.0) * before.1 / (before.1 - after.1);
            let function = |time| curve.at(time);
            found(root_between(function, (before.0, after.0), is_below, guess));
        }
    } else if sign * before.2 < 0.0
        && sign * after.2 > 0.0
        && let Some((time, value)) = extremum(curve, (before.0, after.0), 1e-9)
        && (value < 0.0) != is_below
    {
        let spans = [(before.0, time), (time, after.0)];
        for (span, is_below) in spans.into_iter().zip([is_below, !is_below]) {
            found(root_between(
                |time| curve.at(time),
                span,
                is_below,
                f64::NAN,
            ));
        }
    }
}
