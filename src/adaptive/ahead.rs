//! Jumps of forces that lie ahead.

use super::Equations;

/// A jump between two times: the last time before it and the first after it, in the direction of the way.
pub(super) type Jump = [f64; 2];

/// Jumps that lie ahead: one found by a search and one that is announced.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ahead {
    pub(super) found: Option<Jump>,
    announced: Option<Jump>,
    /// The end of the way for which the announced one was asked.
    asked: Option<f64>,
}

/// How the last jump was known that was crossed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Crossed {
    Found,
    Announced,
}

impl Ahead {
    pub(super) const fn new() -> Self {
        Self {
            found: None,
            announced: None,
            asked: None,
        }
    }

    /// Asks for the next announced jump, and forgets those that lie behind.
    pub(super) fn look(&mut self, equations: &mut impl Equations, time: f64, end: f64) {
        let is_ahead =
            |jump: &Jump| is_between(time, jump[0], jump[1]) && (jump[1] > time) == (end > time);
        // not `filter`, which copies jumps that are not there
        for known in [&mut self.found, &mut self.announced] {
            if known.as_ref().is_some_and(|jump| !is_ahead(jump)) {
                *known = None;
            }
        }
        if self.announced.is_none() && self.asked != Some(end) {
            self.asked = Some(end);
            self.announced = equations.next_change(time, end).filter(is_ahead);
        }
    }

    /// The time up to which steps go: the nearest jump or the end.
    pub(super) fn target(&self, time: f64, end: f64) -> f64 {
        let mut target = end;
        for known in [&self.found, &self.announced] {
            if let Some([before, _]) = known
                && (before - time).abs() < (target - time).abs()
            {
                target = *before;
            }
        }
        target
    }

    /// Crosses a jump that has been reached: the time after it, but not beyond the end.
    pub(super) fn cross(&mut self, time: f64, end: f64) -> Option<(f64, Crossed)> {
        let reached = |jump: &mut Jump| jump[0] == time;
        let (after, crossed) = if let Some([_, after]) = self.announced.take_if(reached) {
            self.asked = None;
            (after, Crossed::Announced)
        } else {
            let [_, after] = self.found.take_if(reached)?;
            (after, Crossed::Found)
        };
        let after = if (after - time).abs() < (end - time).abs() {
            after
        } else {
            end
        };
        Some((after, crossed))
    }
}

/// Whether a time is not after `before`, and `before` is earlier than `after`, in the direction of the way.
fn is_between(time: f64, before: f64, after: f64) -> bool {
    (time <= before && before < after) || (time >= before && before > after)
}
