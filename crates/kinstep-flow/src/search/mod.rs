//! Search for roots and minima of functions of time.
//!
//! A [`Curve`] returns its value and its rate at a time, and bounds of its second derivative on an
//! interval around this time. From the bounds follow the minimum distance to a root, and whether an
//! interval contains at most one root. [`roots`] divides an interval until each part is decided,
//! [`first_change`] finds the first change of sign, [`first_root`] steps forward to the first root,
//! and [`least`] finds the minimum.
//!
//! # Guarantees
//! An interval is discarded only if it contains no root, and solved by Newton's method only if it
//! contains at most one root. Both follow from the bounds, up to rounding. Intervals shorter than
//! [`FINE`] of their time are assumed to contain at most one extremum: of three or more roots
//! within 0.1 % of their time, two may be missed. A touch of zero within [`TOUCH`] of the terms
//! counts as a root. The search does not depend on a sampling density. A search that needs more
//! than [`MOST_LOOKS`] intervals returns an error, never a result.

mod between;
mod series;
#[cfg(test)]
mod tests;

use nalgebra::ComplexField;

pub use between::sampled_roots;
pub use between::{extremum, quadratic_roots, root_between, sign};
pub use series::{Series, nodes};

/// The value of a function at a time m, and bounds on an interval that contains m.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub value: f64,
    pub rate: f64,
    /// Lower bound: if f(m) > 0, f is at least a function that has the same value and rate at m,
    /// and a second derivative of at least `-low`.
    pub low: f64,
    /// Upper bound `f'' ≤ high`; the larger one of `low` and `high` is a bound of |f''|.
    pub high: f64,
    /// Upper bound `|f'| ≤ steep`.
    pub steep: f64,
    /// Sum of the absolute values of the terms of the value; the rounding error of the value is a
    /// few ε of this sum.
    pub terms: f64,
}

/// A function of time with known bounds.
pub trait Curve {
    /// Returns value and rate at a time.
    fn at(&self, time: f64) -> (f64, f64);
    /// Returns value and rate at `time`, with bounds that are valid from `from` to `to`.
    fn look(&self, from: f64, time: f64, to: f64) -> Look;

    /// Relative width below which an interval is assumed to contain at most one extremum.
    fn fine(&self) -> f64 {
        FINE
    }
}

/// The search was given up after this number of intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished(pub usize);

/// Default of [`Curve::fine`].
pub const FINE: f64 = 1e-3;
/// Relative to the terms, the maximum distance from zero of an extremum that counts as a root.
pub const TOUCH: f64 = 8.0 * f64::EPSILON;
/// Maximum number of intervals of one search.
pub const MOST_LOOKS: usize = 5000;
/// Maximum number of intervals that wait to be searched.
const MOST_WAITING: usize = 64;
/// Number of steps after which a search for the first root divides the remaining interval instead.
const MOST_STEPS: usize = 200;

/// Returns a duration in which a function certainly has no root. The arguments are its value, the
/// rate at which its absolute value decreases, and a bound of its second derivative; zero if the
/// bound is not finite.
#[must_use]
pub fn step_without_root(value: f64, approach: f64, bend: f64) -> f64 {
    if !bend.is_finite() {
        return 0.0;
    }
    // the root of |value| - approach t - bend t²/2, in a form without cancellation
    let size = value.abs();
    let discriminant = ComplexField::sqrt(approach * approach + 2.0 * bend * size);
    let (dividend, divisor) = if approach >= 0.0 {
        (2.0 * size, discriminant + approach)
    } else {
        (discriminant - approach, bend)
    };
    if divisor > 0.0 {
        dividend / divisor
    } else {
        f64::INFINITY
    }
}

/// Returns a time between two times: their geometric mean if their ratio is larger than 4, else
/// their arithmetic mean.
#[must_use]
pub fn middle(from: f64, to: f64) -> f64 {
    if from > 0.0 && to > 4.0 * from {
        ComplexField::sqrt(from) * ComplexField::sqrt(to)
    } else {
        from + 0.5 * (to - from)
    }
}

/// An interval, and the values of the function at its ends; NaN if a value is unknown.
#[derive(Clone, Copy)]
struct Interval {
    from: f64,
    to: f64,
    values: [f64; 2],
}

/// Stack of the intervals that wait to be searched.
struct Waiting {
    intervals: [Interval; MOST_WAITING],
    count: usize,
    looks: usize,
}

impl Waiting {
    fn new(from: f64, to: f64) -> Self {
        let whole = Interval {
            from,
            to,
            values: [f64::NAN; 2],
        };
        Self {
            intervals: [whole; MOST_WAITING],
            count: 1,
            looks: 0,
        }
    }

    fn push(&mut self, interval: Interval) -> Result<(), Unfinished> {
        if self.count == MOST_WAITING {
            return Err(Unfinished(self.looks));
        }
        self.intervals[self.count] = interval;
        self.count += 1;
        Ok(())
    }

    fn pop(&mut self) -> Result<Option<Interval>, Unfinished> {
        if self.count == 0 {
            return Ok(None);
        }
        if self.looks == MOST_LOOKS {
            return Err(Unfinished(self.looks));
        }
        self.looks += 1;
        self.count -= 1;
        Ok(Some(self.intervals[self.count]))
    }
}

/// Finds all roots from `from` to `to`, in order. Calls `found` for each, and ends if it returns
/// true.
pub fn roots(
    curve: &impl Curve,
    from: f64,
    to: f64,
    mut found: impl FnMut(f64) -> bool,
) -> Result<(), Unfinished> {
    let mut waiting = Waiting::new(from, to);
    let mut last = f64::NAN;
    // two adjacent intervals may both find a root at their common end
    let mut is_enough = |time: f64| {
        if (time - last).abs() <= 1e-13 * time.abs() {
            return false;
        }
        last = time;
        found(time)
    };
    while let Some(interval) = waiting.pop()? {
        let times = roots_in(curve, interval, &mut waiting)?;
        for time in times.into_iter().flatten() {
            if is_enough(time) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Returns the roots in an interval if the interval is decided; if not, pushes its two halves onto
/// `waiting`.
fn roots_in(
    curve: &impl Curve,
    interval: Interval,
    waiting: &mut Waiting,
) -> Result<[Option<f64>; 2], Unfinished> {
    const NONE: [Option<f64>; 2] = [None; 2];
    let Interval { from, to, values } = interval;
    let time = middle(from, to);
    let look = curve.look(from, time, to);
    let Look { value, rate, .. } = look;
    let widest = (to - time).max(time - from);
    if value.abs() + look.steep * widest <= TOUCH * look.terms {
        // the function is zero everywhere
        return Ok(NONE);
    }
    let bend = if value > 0.0 { look.low } else { look.high };
    let toward = if value > 0.0 { -rate } else { rate };
    let plain = value.abs() / look.steep;
    let is_clear = |toward: f64, width: f64| {
        value != 0.0 && step_without_root(value, toward, bend).max(plain) > width
    };
    let (clear_before, clear_after) = (is_clear(-toward, time - from), is_clear(toward, to - time));
    if clear_before && clear_after {
        return Ok(NONE);
    }
    let end = |time: f64, known: f64| {
        if known.is_nan() {
            curve.at(time).0
        } else {
            known
        }
    };
    if value == 0.0 && rate == 0.0 && [from, to].iter().all(|time| curve.at(*time).0 == 0.0) {
        // the function is zero everywhere, for example the slope for a target that falls along its
        // own line
        return Ok(NONE);
    }
    if rate.abs() > look.low.max(look.high) * widest {
        // the function is monotone, so it has at most one root
        let (from, before) = if clear_before {
            (time, value)
        } else {
            (from, end(from, values[0]))
        };
        let (to, after) = if clear_after {
            (time, value)
        } else {
            (to, end(to, values[1]))
        };
        if before == 0.0 {
            return Ok([Some(from), None]);
        }
        let crosses = after != 0.0 && (before < 0.0) != (after < 0.0);
        let guess = time - value / rate;
        let root =
            crosses.then(|| root_between(|time| curve.at(time), (from, to), before < 0.0, guess));
        return Ok([root, None]);
    }
    if to - from <= curve.fine() * to || time <= from || time >= to {
        let ends = [end(from, values[0]), end(to, values[1])];
        return Ok(roots_in_short(curve, (from, to), ends, look.terms));
    }
    let [before, after] = values;
    if !clear_after {
        let values = [value, after];
        waiting.push(Interval {
            from: time,
            to,
            values,
        })?;
    }
    if !clear_before {
        let values = [before, value];
        waiting.push(Interval {
            from,
            to: time,
            values,
        })?;
    }
    Ok(NONE)
}

/// Returns the roots in an interval with at most one extremum, from the values at its ends.
fn roots_in_short(
    curve: &impl Curve,
    (from, to): (f64, f64),
    [before, after]: [f64; 2],
    terms: f64,
) -> [Option<f64>; 2] {
    let is_below = before < 0.0;
    let one = |span: (f64, f64), is_below: bool| {
        Some(root_between(
            |time| curve.at(time),
            span,
            is_below,
            f64::NAN,
        ))
    };
    if is_below != (after < 0.0) {
        let root = (after != 0.0).then(|| one((from, to), is_below)).flatten();
        return [root, None];
    }
    let Some((time, value)) = extremum(curve, (from, to), 4.0 * f64::EPSILON) else {
        return [None; 2];
    };
    if value.abs() <= TOUCH * terms {
        [Some(time), None]
    } else if (value < 0.0) != is_below {
        [one((from, time), is_below), one((time, to), !is_below)]
    } else {
        [None; 2]
    }
}

/// Finds the first root after `from`, by steps that contain no root. The function must not be zero
/// at `from`.
pub fn first_root(curve: &impl Curve, from: f64, to: f64) -> Result<Option<f64>, Unfinished> {
    let mut time = from;
    for _ in 0..MOST_STEPS {
        let look = curve.look(time, time, to);
        let (bend, toward) = if look.value > 0.0 {
            (look.low, -look.rate)
        } else {
            (look.high, look.rate)
        };
        // rounding of the value then moves the root by less than 1e-12
        let is_steep = toward * time > 1e-3 * look.terms;
        if look.value.abs() <= TOUCH * look.terms && (is_steep || time > from) {
            return Ok(Some(time));
        }
        let step = step_without_root(look.value, toward, bend);
        let next = time + step;
        if next.is_nan() || next > to {
            return Ok(None);
        }
        if is_steep && step <= 1e-9 * next {
            return Ok(Some(next));
        }
        time = next;
    }
    // the steps become short near a touch
    let mut first = None;
    roots(curve, time, to, |time| {
        first = Some(time);
        true
    })?;
    Ok(first)
}

/// Finds the first time after `from` and before `end` at which the sign of a function changes.
/// `end` may be infinite. `includes(rises)` returns whether a change in this direction counts.
///
/// Values within rounding have no sign, so a touch is not a change. `side` is the sign before
/// `from`, or 0 if this sign is unknown; it is set to the last known sign. `unit` \[s\] is a time
/// in which the function changes little. The search ends without a change after `MOST_WINDOWS`
/// windows of 64 units, or if the function overflows at the start of a window. It returns an error
/// if a window needs too many intervals.
pub fn first_change(
    curve: &impl Curve,
    [from, end]: [f64; 2],
    unit: f64,
    side: &mut f64,
    includes: impl Fn(bool) -> bool,
) -> Result<Option<f64>, Unfinished> {
    let mut start = from;
    for _ in 0..MOST_WINDOWS {
        let to = end.min(start + 64.0 * unit);
        if !(to > start && curve.at(start).0.is_finite()) {
            return Ok(None);
        }
        // `known` is the last time at which the sign of the function is known
        let (mut known, mut found) = (start, None);
        let mut changes_before = |time: f64, last_root: f64| {
            let look = curve.look(time, time, time);
            if time > known && look.value.abs() > TOUCH * look.terms {
                let before = core::mem::replace(side, look.value.signum());
                if before * *side < 0.0 && includes(*side > 0.0) {
                    let is_below = before < 0.0;
                    let starts_across = (curve.at(known).0 < 0.0) != is_below;
                    found = Some(if last_root > known {
                        last_root
                    } else if starts_across {
                        known
                    } else {
                        root_between(|time| curve.at(time), (known, time), is_below, f64::NAN)
                    });
                }
                known = time;
            }
            found.is_some()
        };
        let (mut last, mut is_found) = (start, false);
        // fine intervals are measured relative to the time since the start of the window
        roots(&Since { curve, start }, 0.0, to - start, |root| {
            let root = start + root;
            let look = curve.look(root, root, root);
            let noise = 4.0 * TOUCH * look.terms;
            let flat = ComplexField::sqrt(noise / look.low.max(look.high));
            let least = 4.0 * f64::EPSILON * root.abs();
            let away = (noise / look.rate.abs()).min(flat).max(least);
            is_found = changes_before(middle(last, root), last)
                || changes_before((root + away).min(to), root);
            last = root;
            is_found
        })?;
        if is_found || changes_before(middle(last, to), last) || changes_before(to, last) {
            return Ok(found);
        }
        start = to;
    }
    Ok(None)
}

/// Maximum number of windows of a search without an end.
const MOST_WINDOWS: usize = 1000;

/// A function of the time since `start`.
pub struct Since<'a, C> {
    pub curve: &'a C,
    pub start: f64,
}

impl<C: Curve> Curve for Since<'_, C> {
    fn at(&self, time: f64) -> (f64, f64) {
        self.curve.at(self.start + time)
    }

    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let [from, time, to] = [from, time, to].map(|time| self.start + time);
        self.curve.look(from, time, to)
    }

    fn fine(&self) -> f64 {
        self.curve.fine()
    }
}

/// Finds the minimum from `from` to `to`. Returns the time of the minimum, and its value.
pub fn least(curve: &impl Curve, from: f64, to: f64) -> Result<(f64, f64), Unfinished> {
    let mut waiting = Waiting::new(from, to);
    let mut best = (from, f64::INFINITY);
    let mut best_terms = 0.0;
    let mut note = |time: f64, look: &Look| {
        if look.value < best.1 {
            best = (time, look.value);
            best_terms = look.terms;
        }
        (best.1, best_terms)
    };
    for end in [from, to] {
        note(end, &curve.look(end, end, end));
    }
    while let Some(Interval { from, to, .. }) = waiting.pop()? {
        let time = middle(from, to);
        let look = curve.look(from, time, to);
        // `room` is the height of the function above a better value. Differences within rounding
        // are not better, but rounding at a late time must not hide an early minimum
        let (least, terms) = note(time, &look);
        let hidden = if to > 16.0 * from {
            2.0 * terms - look.terms
        } else {
            look.terms
        };
        let room = look.value - least + TOUCH * hidden;
        let is_clear = |toward: f64, width: f64| {
            room > 0.0 && step_without_root(room, toward, look.low).max(room / look.steep) > width
        };
        let (clear_before, clear_after) = (
            is_clear(look.rate, time - from),
            is_clear(-look.rate, to - time),
        );
        if clear_before && clear_after {
            continue;
        }
        if to - from <= curve.fine() * to || time <= from || time >= to {
            if let Some((time, _)) = extremum(curve, (from, to), 4.0 * f64::EPSILON) {
                note(time, &curve.look(time, time, time));
            }
            continue;
        }
        let values = [f64::NAN; 2];
        if !clear_after {
            waiting.push(Interval {
                from: time,
                to,
                values,
            })?;
        }
        if !clear_before {
            waiting.push(Interval {
                from,
                to: time,
                values,
            })?;
        }
    }
    Ok(best)
}
