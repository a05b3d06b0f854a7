//! All times at which a condition holds.

use nalgebra::ComplexField;

use super::super::task::Task;
use super::super::times::Times;
use super::condition::Condition;
use super::interval::{Interval, Scalar};
use super::jet::Jet;
use crate::ballistics::root_between;

/// One search: intervals are left out where the condition cannot hold, solved where it is monotone or has one
/// bend, and halved elsewhere.
pub(super) struct Search<'a, const D: usize> {
    condition: &'a Condition<D>,
    task: &'a Task<D>,
    found: Times,
    steps: usize,
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

impl<'a, const D: usize> Search<'a, D> {
    pub(super) fn new(condition: &'a Condition<D>, task: &'a Task<D>) -> Self {
        Self {
            condition,
            task,
            found: Times::none(),
            steps: 0,
        }
    }

    /// All times of a span at which the condition holds, or the number of steps after which the search was given up.
    pub(super) fn run(mut self, span: Interval) -> Result<Times, usize> {
        // halves that wait, the earliest last; one more for each halving
        let mut waiting = [span; DEEPEST];
        let mut count = 1;
        while count > 0 && !self.found.is_full() {
            count -= 1;
            let part = waiting[count];
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(MOST_STEPS);
            }
            match self.verdict(part) {
                Verdict::Nowhere => {}
                Verdict::Monotone => self.solve(part.low, part.high),
                Verdict::Bent => self.solve_bent(part),
                Verdict::Open => {
                    let middle = middle(part);
                    if middle <= part.low || middle >= part.high || count + 2 > DEEPEST {
                        self.accept(part.low);
                    } else {
                        waiting[count] = Interval::new(middle, part.high);
                        waiting[count + 1] = Interval::new(part.low, middle);
                        count += 2;
                    }
                }
            }
        }
        Ok(self.found)
    }

    fn jet<S: Scalar>(&self, time: S) -> Jet<S> {
        self.condition.at(self.task, Jet::time(time))
    }

    fn verdict(&self, part: Interval) -> Verdict {
        if self.condition.at(self.task, part).excludes_zero() {
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
        let nearer = away * (Interval::exact(at.rate) + over.bend * away.times(0.5));
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
        let [first, last] = [low, high].map(|time| self.condition.at(self.task, time));
        // a root at an end belongs to the piece that it ends
        if last == 0.0 {
            self.found.push(high);
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
            self.found.push(root);
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
        let grain = 4.0 * f64::EPSILON * time;
        let about = Interval::new(time - grain, time + grain);
        // one that rounding cannot tell from the last one found is that one
        let is_new = self
            .found
            .iter()
            .next_back()
            .is_none_or(|last| time > last * (1.0 + 1e-12));
        if is_new && !self.condition.at(self.task, about).excludes_zero() {
            self.found.push(time);
        }
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

/// Looks at intervals; searches take some tens as a rule.
const MOST_STEPS: usize = 5000;
