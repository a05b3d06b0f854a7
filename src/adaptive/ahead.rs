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
    /// The latest time at which forces are evaluated \[s\]: the last one before the announced jump that comes next or, backwards, that was
    /// crossed last.
    latest: f64,
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
            latest: f64::INFINITY,
        }
    }

    /// Asks for the next announced jump, and forgets those that lie behind.
    pub(super) fn look(&mut self, equations: &mut impl Equations, time: f64, end: f64) {
        let is_ahead =
            |jump: &Jump| is_between(time, jump[0], jump[1]) && (jump[1] > time) == (end > time);
        let is_forward = end > time;
        // steps that go forward to an announced jump end after the last time before it
        let is_before_end = |[before, after]: &Jump| is_forward && *before < time && time <= *after;
        // not `filter`, which copies jumps that are not there
        if self.found.as_ref().is_some_and(|jump| !is_ahead(jump)) {
            self.found = None;
        }
        let is_behind = |jump: &Jump| !(is_ahead(jump) || is_before_end(jump));
        if self.announced.as_ref().is_some_and(is_behind) {
            self.announced = None;
        }
        if self.announced.is_none() && self.asked != Some(end) {
            self.asked = Some(end);
            // not the jump that was crossed backwards a moment ago
            let from = if is_forward {
                time
            } else {
                time.min(self.latest)
            };
            self.announced = equations.next_change(from, end).filter(is_ahead);
        }
        if is_forward {
            self.latest = self.announced.map_or(f64::INFINITY, |[before, _]| before);
        }
        equations.evaluate_until(self.latest);
    }

    /// The latest time at which forces are evaluated \[s\].
    pub(super) fn latest(&self) -> f64 {
        self.latest
    }

    /// The time up to which steps go: the last before a jump that was found, that of an announced one, or the end.
    pub(super) fn target(&self, time: f64, end: f64) -> f64 {
        let found = self.found.map(|[before, _]| before);
        let mut target = end;
        for at in [found, self.announced.map(instant)].into_iter().flatten() {
            if (at - time).abs() < (target - time).abs() {
                target = at;
            }
        }
        target
    }

    /// Crosses a jump that has been reached: the time after it, but not beyond the end. An announced one takes no time.
    pub(super) fn cross(&mut self, time: f64, end: f64) -> Option<(f64, Crossed)> {
        if let Some([before, after]) = self.announced.take_if(|jump| instant(*jump) == time) {
            self.asked = None;
            self.latest = before.min(after);
            return Some((time, Crossed::Announced));
        }
        let [_, after] = self.found.take_if(|jump| jump[0] == time)?;
        let after = if (after - time).abs() < (end - time).abs() {
            after
        } else {
            end
        };
        Some((after, Crossed::Found))
    }
}

/// The time of an announced jump: from it on the force is another, whichever the direction of the way.
fn instant([before, after]: Jump) -> f64 {
    before.max(after)
}

/// Whether a time is not after `before`, and `before` is earlier than `after`, in the direction of the way.
fn is_between(time: f64, before: f64, after: f64) -> bool {
    (time <= before && before < after) || (time >= before && before > after)
}
