//! All times at which a condition holds.

use nalgebra::ComplexField;

use super::super::problem::AimProblem;
use super::super::times::Times;
use super::condition::Condition;
use super::interval::Interval;
use super::jet::{Jet, Quantity, Scalar};
use crate::ballistics::root_between;

/// One search: intervals are left out where the condition cannot hold, solved where it is monotone or has one
/// bend, and halved elsewhere.
pub(super) struct RootSearch<'a, const D: usize> {
    condition: &'a Condition<D>,
    problem: &'a AimProblem<D>,
    span: Interval,
    found: Times,
    steps: usize,
    /// Where the condition has been within rounding of zero since the last time it was not.
    flat: Option<Interval>,
}

/// What is known of a condition over an interval.
enum Verdict {
    /// It holds nowhere.
    Nowhere,
    /// It rises or falls throughout.
    Monotone,
    /// Its rate does.
    Bent,
    /// Nothing yet.
    Open,
}

impl<'a, const D: usize> RootSearch<'a, D> {
    pub(super) fn new(
        condition: &'a Condition<D>,
        problem: &'a AimProblem<D>,
        span: Interval,
    ) -> Self {
        Self {
            condition,
            problem,
            span,
            found: Times::none(),
            steps: 0,
            flat: None,
        }
    }

    /// All times of the span at which the condition holds, or the number of steps after which the search was given up.
    pub(super) fn run(mut self) -> Result<Times, usize> {
        // halves that wait, the earliest last; one more for each halving
        let mut waiting = [self.span; DEEPEST];
        let mut count = 1;
        while count > 0 && !self.found.is_full() {
            count -= 1;
            let part = waiting[count];
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(MOST_STEPS);
            }
            let verdict = self.verdict(part);
            let is_solved = match verdict {
                Verdict::Nowhere => true,
                Verdict::Monotone | Verdict::Bent => self.has_sure_ends(part),
                Verdict::Open => false,
            };
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
        (self.condition.at(self.problem, Interval::constant(time))).excludes_zero()
    }

    /// Whether it is at both ends of a piece, or the piece is short: elsewhere rounding may give a long one a root.
    fn has_sure_ends(&self, part: Interval) -> bool {
        part.high <= 2.0 * part.low || (self.is_sure(part.low) && self.is_sure(part.high))
    }

    /// Whether the condition is within rounding of zero wherever it is looked at in a piece.
    fn is_flat(&self, part: Interval) -> bool {
        (LOOKS.iter()).all(|look| !self.is_sure(part.low + look * (part.high - part.low)))
            && !self.is_sure(middle(part))
    }

    /// Behind a flat piece: it is one root if the condition is told from zero on both sides of it. It is none where the
    /// condition tends to zero, early or late; if that is everywhere, any time will do.
    fn leave_flat(&mut self) {
        if let Some(flat) = self.flat.take() {
            if flat == self.span {
                self.found.push(middle(self.span));
            } else if self.stands_out(flat)
                && let Some(time) = self.condition.met(self.problem, middle(flat))
            {
                self.found.push(time);
            }
        }
    }

    /// Whether the condition is told from zero both before an interval and after it: near by, or at the ends of the span, as
    /// beyond these it may not be defined.
    fn stands_out(&self, root: Interval) -> bool {
        let Interval { low, high } = self.span;
        (AWAY.iter().map(|away| root.low / away).chain([low])).any(|time| self.is_sure(time))
            && (AWAY.iter().map(|away| root.high * away).chain([high]))
                .any(|time| self.is_sure(time))
    }

    /// Adds a root, unless rounding made it.
    fn note(&mut self, root: f64) {
        if self.stands_out(Interval::constant(root))
            && let Some(time) = self.condition.met(self.problem, root)
            && self.is_new(time)
        {
            self.found.push(time);
        }
    }

    fn jet<S: Scalar>(&self, time: S) -> Jet<S> {
        self.condition.at(self.problem, Jet::time(time))
    }

    fn verdict(&self, part: Interval) -> Verdict {
        if self.condition.at(self.problem, part).excludes_zero() {
            return Verdict::Nowhere;
        }
        let over = self.jet(part);
        if over.rate.excludes_zero() {
            return Verdict::Monotone;
        }
        // from the middle it gets no farther than its rate can carry it
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

    /// The root of a monotone piece.
    fn solve(&mut self, low: f64, high: f64) {
        let [first, last] = [low, high].map(|time| self.condition.at(self.problem, time));
        // a root at an end belongs to the piece that it ends
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

    /// The roots of a piece whose rate is monotone: none, one or two, on the sides of where it turns.
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

    /// A time at which the condition holds, or only just does not: within rounding.
    fn accept(&mut self, time: f64) {
        let value = self.condition.at(self.problem, Interval::about(time));
        // at a pole nothing is known
        let is_known = value.low.is_finite() && value.high.is_finite();
        if is_known && !value.excludes_zero() {
            self.note(time);
        }
    }

    /// Whether rounding can tell a time from all that are found.
    fn is_new(&self, time: f64) -> bool {
        (self.found.iter()).all(|found| ComplexField::abs(time - found) > 1e-12 * time)
    }
}

/// The middle of an interval of positive numbers; that of the exponents where these differ much.
pub(super) fn middle(part: Interval) -> f64 {
    if part.high > 4.0 * part.low {
        ComplexField::sqrt(part.low) * ComplexField::sqrt(part.high)
    } else {
        0.5 * part.low + 0.5 * part.high
    }
}

/// Halvings of one part: of its exponents, and of all digits.
const DEEPEST: usize = 96;

/// After these a search looks for flat pieces.
const FEW_STEPS: usize = 64;

/// Where flat pieces are looked at, in parts of them, besides their middle.
const LOOKS: [f64; 4] = [0.0, 0.0137, 0.413, 1.0];

/// By which factors away from a root the condition is looked at.
const AWAY: [f64; 5] = [1.01, 1.1, 2.0, 16.0, 256.0];

/// Looks at intervals; searches take some tens as a rule.
const MOST_STEPS: usize = 5000;
