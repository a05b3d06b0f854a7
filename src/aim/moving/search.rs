//! Finds all times at which a condition holds.

use nalgebra::ComplexField;

use super::super::times::Times;
use super::interval::Interval;
use super::jet::{Jet, Quantity, Scalar};
use crate::ballistics::root_between;

/// A condition on a time: it holds at the roots of a function.
pub(in super::super) trait Curve {
    /// The value of the function at a time, or its range over an interval of times.
    fn at<Q: Quantity>(&self, time: Q) -> Q;

    /// The time at which the condition holds near a root; none if the root does not belong to it.
    fn met(&self, root: f64) -> Option<f64> {
        Some(root)
    }
}

/// One search by interval arithmetic: an interval is dropped if the condition cannot hold in it, solved if the condition is
/// monotone or turns once in it, and halved otherwise.
pub(in super::super) struct RootSearch<'a, C> {
    curve: &'a C,
    span: Interval,
    found: Times,
    steps: usize,
    /// The interval just before the current one in which the condition is within rounding of zero.
    flat: Option<Interval>,
}

/// What is proven of a condition over an interval.
enum Verdict {
    /// It holds nowhere.
    Nowhere,
    /// It rises or falls throughout.
    Monotone,
    /// Its rate rises or falls throughout: at most one turn.
    Bent,
    /// Nothing yet.
    Open,
}

impl<'a, C: Curve> RootSearch<'a, C> {
    pub(in super::super) fn new(curve: &'a C, span: Interval) -> Self {
        Self {
            curve,
            span,
            found: Times::none(),
            steps: 0,
            flat: None,
        }
    }

    /// All times of the span at which the condition holds. If the search is given up, the number of its steps.
    pub(in super::super) fn run(mut self) -> Result<Times, usize> {
        // a stack of intervals still to be searched, the earliest on top; each halving adds one
        let mut waiting = [self.span; DEEPEST];
        let mut count = 1;
        while count > 0 && !self.found.is_full() {
            count -= 1;
            let part = waiting[count];
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(MOST_STEPS);
            }
            // a proof of at most one turn is used only if the signs at both ends are sure
            let verdict = self.verdict(part);
            let is_solved = match verdict {
                Verdict::Nowhere => true,
                Verdict::Monotone | Verdict::Bent => self.has_sure_ends(part),
                Verdict::Open => false,
            };
            // flat intervals would be halved without end: join neighbours instead
            let is_flat = !is_solved && self.steps > FEW_STEPS && self.is_flat(part);
            if is_flat {
                let low = self.flat.map_or(part.low, |flat| flat.low);
                self.flat = Some(Interval::new(low, part.high));
                continue;
            }
            let middle = middle(part);
            let can_be_halved = part.low < middle && middle < part.high && count + 2 <= DEEPEST;
            if !is_solved && can_be_halved {
                waiting[count] = Interval::new(middle, part.high);
                waiting[count + 1] = Interval::new(part.low, middle);
                count += 2;
                continue;
            }
            // proven, or so short that it cannot be halved
            self.leave_flat();
            match verdict {
                Verdict::Nowhere => {}
                Verdict::Monotone => self.solve(part.low, part.high),
                Verdict::Bent => self.solve_bent(part),
                Verdict::Open => self.accept(part.low),
            }
        }
        self.leave_flat();
        Ok(self.found.distinct())
    }

    /// Whether the sign of the condition is known at a time.
    fn is_sure(&self, time: f64) -> bool {
        (self.curve.at(Interval::constant(time))).excludes_zero()
    }

    /// Whether the signs at both ends are known, or the interval is short: in a long one rounding at an end could make up a
    /// root.
    fn has_sure_ends(&self, part: Interval) -> bool {
        part.high <= 2.0 * part.low || (self.is_sure(part.low) && self.is_sure(part.high))
    }

    /// Whether the condition is within rounding of zero at all samples in an interval.
    fn is_flat(&self, part: Interval) -> bool {
        (FLAT_SAMPLES.iter()).all(|share| !self.is_sure(part.low + share * (part.high - part.low)))
            && !self.is_sure(middle(part))
    }

    /// Ends a flat interval. It counts as one root if the condition differs from zero on both sides of it, and as none where
    /// the condition tends to zero, early or late. If all of the span is flat, any time is a root.
    fn leave_flat(&mut self) {
        if let Some(flat) = self.flat.take() {
            if flat == self.span {
                self.found.push(middle(self.span));
            } else if self.stands_out(flat)
                && let Some(time) = self.curve.met(middle(flat))
            {
                self.found.push(time);
            }
        }
    }

    /// Whether the condition differs from zero by more than rounding both before and after an interval: at some distance
    /// from it, or at the end of the span, beyond which it may not be defined.
    fn stands_out(&self, root: Interval) -> bool {
        let Interval { low, high } = self.span;
        (AWAY.iter().map(|away| root.low / away).chain([low])).any(|time| self.is_sure(time))
            && (AWAY.iter().map(|away| root.high * away).chain([high]))
                .any(|time| self.is_sure(time))
    }

    /// Adds a root, unless rounding made it up.
    fn note(&mut self, root: f64) {
        if self.stands_out(Interval::constant(root))
            && let Some(time) = self.curve.met(root)
            && self.is_new(time)
        {
            self.found.push(time);
        }
    }

    fn jet<S: Scalar>(&self, time: S) -> Jet<S> {
        self.curve.at(Jet::time(time))
    }

    fn verdict(&self, part: Interval) -> Verdict {
        if self.curve.at(part).excludes_zero() {
            return Verdict::Nowhere;
        }
        let over = self.jet(part);
        if over.rate.excludes_zero() {
            return Verdict::Monotone;
        }
        // mean value forms: f(m) + f'(T) (t - m), and f(m) + (f'(m) + f''(T) (t - m)/2) (t - m)
        let center = middle(part);
        let at = self.jet(center);
        let away = Interval::new(part.low - center, part.high - center);
        let near = over.rate * away;
        let nearer = away * (Interval::constant(at.rate) + over.bend * away.scaled(0.5));
        if near.meet(nearer).misses(-at.value) {
            Verdict::Nowhere
        } else if (over.bend * away).misses(-at.rate) {
            Verdict::Monotone
        } else if over.bend.excludes_zero() {
            Verdict::Bent
        } else {
            Verdict::Open
        }
    }

    /// The root in an interval in which the condition is monotone, if it changes sign.
    fn solve(&mut self, low: f64, high: f64) {
        let [first, last] = [low, high].map(|time| self.curve.at(time));
        // a root at a common end counts for the earlier interval only
        if last == 0.0 {
            self.note(high);
        } else if (first < 0.0 && last > 0.0) || (first > 0.0 && last < 0.0) {
            let root = root_between(
                |time| {
                    let at = self.jet(time);
                    (at.value, at.rate)
                },
                (low, high),
                first < 0.0,
                None,
            );
            self.note(root);
        }
    }

    /// The roots in an interval in which the rate is monotone: at most one on each side of the turn.
    fn solve_bent(&mut self, part: Interval) {
        let Interval { low, high } = part;
        let [first, last] = [low, high].map(|time| self.jet(time).rate);
        if first * last >= 0.0 {
            return self.solve(low, high);
        }
        let turn = root_between(
            |time| {
                let at = self.jet(time);
                (at.rate, at.bend)
            },
            (low, high),
            first < 0.0,
            None,
        );
        let before = self.found.count();
        self.solve(low, turn);
        self.solve(turn, high);
        if self.found.count() == before {
            self.accept(turn);
        }
    }

    /// Adds a time if the condition is within rounding of zero there.
    fn accept(&mut self, time: f64) {
        let value = self.curve.at(Interval::about(time));
        // at a pole nothing is known
        let is_known = value.low.is_finite() && value.high.is_finite();
        if is_known && !value.excludes_zero() {
            self.note(time);
        }
    }

    /// Whether a time differs from all found so far by more than rounding.
    fn is_new(&self, time: f64) -> bool {
        (self.found.iter()).all(|found| ComplexField::abs(time - found) > 1e-12 * time)
    }
}

/// The middle of an interval of positive numbers: the geometric mean if the ends differ by more than a factor of 4.
pub(super) fn middle(part: Interval) -> f64 {
    if part.high > 4.0 * part.low {
        ComplexField::sqrt(part.low) * ComplexField::sqrt(part.high)
    } else {
        0.5 * part.low + 0.5 * part.high
    }
}

/// The most intervals on the stack: enough to halve one down through all exponents and all digits.
const DEEPEST: usize = 96;

/// After this many steps a search looks for flat intervals.
const FEW_STEPS: usize = 64;

/// Where a flat interval is sampled besides its middle, as shares of it.
const FLAT_SAMPLES: [f64; 4] = [0.0, 0.0137, 0.413, 1.0];

/// Factors in time away from a root at which the condition is sampled.
const AWAY: [f64; 5] = [1.01, 1.1, 2.0, 16.0, 256.0];

/// The most intervals that a search looks at; usually it takes some tens.
const MOST_STEPS: usize = 5000;
