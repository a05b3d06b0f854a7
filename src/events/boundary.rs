//! Bodies that are on the boundary of their event when a step starts.

use super::until::Until;
use crate::body::Body;
use crate::numbers::{from_f64, to_f64};
use crate::search::{Series, first_change, nodes};
use crate::space::Real;
use crate::trajectory::{Crossing, Event, Plane};
use crate::world::{LastEvent, StepError, World};
use nalgebra::{ComplexField, SVector};

/// A boundary on which a body is, to rounding.
pub(super) struct TouchedBoundary<T, const D: usize> {
    /// Tangent plane of the boundary at the body.
    pub(super) tangent: Plane<T, D>,
    /// Awaited direction of the crossing.
    pub(super) which: Crossing,
    /// Rounding error of the distance, times the length of the normal \[m\]; within this error the body counts as on the boundary.
    pub(super) tolerance: f64,
    /// Acceleration at which a curved boundary curves away from a body that moves along the
    /// tangent, times the length of the normal \[m/s²\].
    pub(super) bend: f64,
}

/// The motion of a body relative to a boundary at the start of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum StartMotion<T> {
    /// The body is not on the boundary, or moves away from it to the side that is not awaited.
    Free,
    /// The body stays on the boundary: at the end of the step its distance from the boundary, times
    /// the length of the normal \[m\], is at most `tolerance`.
    Along { tolerance: f64 },
    /// The body passes through the boundary.
    Into {
        /// Whether the velocity of the body points through the boundary; if not, only the
        /// acceleration does.
        moves: bool,
        /// Whether the body is too slow to leave the boundary by a bounce.
        is_slow: bool,
        /// Acceleration through the boundary \[m/s²\]; negative if the body is accelerated back.
        pull: T,
    },
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Returns the motion of a body relative to the boundary of `until` at the start of a step of `dt` \[s\].
    ///
    /// With the speed u along the normal and the acceleration a against it, the body rises by
    /// `u²/2a` above the boundary, and returns after `2u/a`. The body is slow if this height is
    /// below the rounding error of coordinates, or this time below that of the step. A slow body
    /// does not leave the boundary.
    pub(super) fn start_motion(&self, until: &Until<T, D>, index: usize, dt: T) -> StartMotion<T> {
        let body = &self.body_slice()[index];
        let Some(touch) = until.touch(body) else {
            return StartMotion::Free;
        };
        let speed = touch.tangent.clear_dot(&body.velocity);
        let (pull, size) = self.normal_acceleration(index, &touch.tangent.normal, touch.bend);
        let (dt, rounding) = (to_f64(dt), 4.0 * to_f64(T::default_epsilon()));
        let pull = if pull.abs() <= rounding * size {
            0.0
        } else {
            pull
        };
        let too_low = ComplexField::sqrt(4.0 * touch.tolerance * pull.abs());
        let is_slow = speed.abs() <= too_low.max(2.0 * rounding * pull.abs() * dt);
        let toward = if is_slow { pull } else { speed };
        let normal = to_f64(touch.tangent.normal.norm());
        if toward == 0.0 {
            let moved = (size * dt + to_f64(body.velocity.norm()) * normal) * dt;
            let tolerance = touch.tolerance + 2.0 * rounding * moved;
            return StartMotion::Along { tolerance };
        }
        // `Any` has no awaited side: a body that starts on the plane and moves through it has no
        // event
        let has_side = is_slow || touch.which != Crossing::Any;
        if !(has_side && touch.which.includes(toward > 0.0)) {
            return StartMotion::Free;
        }
        StartMotion::Into {
            moves: speed * toward > 0.0,
            is_slow,
            pull: from_f64(if toward > 0.0 { pull } else { -pull } / normal),
        }
    }

    /// Whether a body meets the event at the end of a step of `dt` \[s\], to rounding, although the
    /// search found no event in the step. `start` is the body at the start of the step.
    ///
    /// At the end of the step, the distance from the event must be below its rounding error τ. With
    /// the rate of change r of the distance at the end, the body comes from the side of `-r`. The
    /// body was certainly away from the event before if it started on that side, or if `|r| dt` is
    /// more than a few τ.
    pub(super) fn is_met_at_end(
        &self,
        until: &Until<T, D>,
        start: &Body<T, D>,
        index: usize,
        dt: T,
    ) -> bool {
        let end = &self.body_slice()[index];
        let Some(normal) = until.normal(end) else {
            return false;
        };
        let (epsilon, dt) = (to_f64(T::default_epsilon()), to_f64(dt));
        let rate = if until.is_apex() {
            let (pull, size) = self.normal_acceleration(index, &normal, 0.0);
            if pull.abs() <= 4.0 * epsilon * size {
                0.0
            } else {
                pull
            }
        } else {
            until.boundary_speed(end)
        };
        let which = until.direction();
        if rate == 0.0 || !which.includes(rate > 0.0) {
            return false;
        }
        let [(before, grain), (now, end_grain)] = [start, end].map(|body| until.distance(body));
        // a body that is not across yet is left to the next step, unless the next step would count
        // it as on the event
        let grain_across = if now * rate.signum() > 0.0 {
            grain
        } else {
            0.0
        };
        // the end of the step also has a rounding error
        let rounding = grain_across + end_grain + 4.0 * epsilon * rate.abs() * dt;
        if now.abs() > rounding {
            return false;
        }
        let starts_off = before.abs() > grain;
        // with `Any`, and a start on the other side, the search has found the crossing to this
        // side, or the body only touches the boundary
        let may_return = !(starts_off && which == Crossing::Any);
        (starts_off && before * rate.signum() < 0.0)
            || (may_return && rate.abs() * dt > 4.0 * rounding)
    }

    /// Returns the acceleration of a body along a normal, including that of a curved boundary, and
    /// the sum of the absolute values of its terms, both times the length of the normal \[m/s²\].
    fn normal_acceleration(&self, index: usize, normal: &SVector<T, D>, bend: f64) -> (f64, f64) {
        self.accelerations_of(index)
            .fold((bend, bend.abs()), |sum, acceleration| {
                let terms = normal.component_mul(&acceleration);
                (terms.iter()).fold(sum, |(sum, size), term| {
                    (sum + to_f64(*term), size + to_f64(term.abs()))
                })
            })
    }

    /// Returns the event of a body in its current state, `time` seconds after the start of the
    /// step. Stores the event, so that the next step does not report it again.
    pub(super) fn report(&mut self, time: T, until: &Until<T, D>, rests: bool) -> Event<D> {
        let Body {
            position, velocity, ..
        } = self[until.body];
        self.set_last_event(Some(LastEvent {
            awaited: until.awaited(),
            steps: self.steps(),
            position,
            velocity,
            rests,
        }));
        Event {
            time: to_f64(time),
            position: position.map(to_f64),
            velocity: velocity.map(to_f64),
        }
    }
}

/// Search for an event in consecutive steps. In each step the function whose sign changes at the
/// event is a polynomial with `TERMS` terms.
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

    /// Whether a body is certainly on the other side of the event than before the step, and has
    /// changed sides in the awaited direction.
    pub(super) fn ends_across(&self, body: &Body<T, D>) -> bool {
        let value = self.until.value(body);
        self.side * value < 0.0 && self.until.direction().includes(value > 0.0)
    }

    /// Returns the time of the first event in a step \[s\], from the start and the end of the step,
    /// and a function that returns states inside it.
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
        // the rounding errors of times matter in a very short step
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
