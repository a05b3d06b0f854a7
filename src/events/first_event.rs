//! The first event over consecutive steps, from the states inside each step.

use super::until::Until;
use crate::body::Body;
use crate::numbers::to_f64;
use crate::search::{Series, first_change, nodes};
use crate::space::Real;
use crate::world::StepError;

/// Search for an event over consecutive steps. In each step the function that changes its sign at the event is a polynomial with
/// `TERMS` terms.
pub(super) struct FirstEvent<'a, T, const D: usize, const TERMS: usize> {
    until: &'a Until<T, D>,
    nodes: [f64; TERMS],
    /// Sign of the function before the next step; zero if the body starts on the boundary.
    side: f64,
}

impl<'a, T: Real<D>, const D: usize, const TERMS: usize> FirstEvent<'a, T, D, TERMS> {
    pub(super) fn new(until: &'a Until<T, D>, body: &Body<T, D>) -> Self {
        let value = until.value(body);
        let side = if until.starts_on_event(body) || value == 0.0 {
            0.0
        } else {
            value.signum()
        };
        Self {
            until,
            nodes: nodes(),
            side,
        }
    }

    /// Whether a body is certainly on the other side of the event than before, in the awaited direction.
    pub(super) fn ends_across(&self, body: &Body<T, D>) -> bool {
        let value = self.until.value(body);
        self.side * value < 0.0 && self.until.direction().includes(value > 0.0)
    }

    /// Returns the time of the first event in a step \[s\], from the step's start, its end and the states inside.
    pub(super) fn first_in(
        &mut self,
        [from, to]: [f64; 2],
        body_at: &mut dyn FnMut(f64) -> Body<T, D>,
    ) -> Result<Option<f64>, StepError<T>> {
        let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
        let mut size = 0.0_f64;
        let [mut least, mut most] = [f64::INFINITY, f64::NEG_INFINITY];
        let values = self.nodes.map(|node| {
            let body = body_at(middle + half * (node - 1.0));
            size = size.max(self.until.size(&body));
            let value = self.until.value(&body);
            [least, most] = [least.min(value), most.max(value)];
            value
        });
        // times have rounding errors, too: a significant part of a very short step
        let part = f64::EPSILON * from.abs().max(to.abs()) / half;
        let rounding = 8.0 * to_f64(T::default_epsilon()) * size + 4.0 * part * (most - least);
        let series = Series::new(&self.nodes, &values, rounding);
        let which = self.until.direction();
        let found = first_change(&series, [0.0, 2.0], 2.0, &mut self.side, |rises| {
            which.includes(rises)
        });
        let found = found.map_err(|unfinished| self.until.unfinished(unfinished))?;
        Ok(found.map(|time| (middle + half * (time - 1.0)).clamp(from, to)))
    }
}
