//! Searches for the bodies that cross a plane in a step.

use alloc::vec::Vec;

use nalgebra::{ComplexField, SVector};

use super::aligned_vec::flat_ref;
use super::crossing::CrossingFilter;
use super::{GroupFlow, Landed};
use crate::flow::{Decay, Flow, LinearLaw, Propagator, Response};
use crate::numbers::{Float, from_f64, is_finite, to_f64};
use crate::search::{root_between, sign};
use crate::trajectory::{Crossing, CrossingTimes, Height, LawHeight, Plane, Trajectory};

/// Number of bodies that are searched, and then moved, together. So few bodies stay in the fastest
/// cache.
pub(super) const SEARCH_BLOCK: usize = 256;

/// The search for crossings of a plane in a step of a group.
pub(super) struct CrossingSearch<'a, T, const D: usize> {
    filter: CrossingFilter<T, D>,
    group_flow: &'a GroupFlow<T, D>,
    plane: &'a Plane<T, D>,
    crossing: Crossing,
    /// Start of the step \[s\].
    time: T,
    /// The law, with time counted from the start of the step.
    law: LinearLaw<T, D>,
    /// Whether the height of a body has at most one extremum at any time.
    turns_once: bool,
}

/// The height of a body at one end of the step. In a backward step, time is reversed.
struct StepEnd {
    /// Height of the body above the plane \[m\].
    height: f64,
    /// Rate of change of the height \[m/s\].
    rate: f64,
    /// The side of the plane: 1 above, -1 below. If the body is on the plane, to rounding: 0 at the
    /// start of the step, and at the end of the step the side to which the body continues.
    side: f64,
    is_on_plane: bool,
}

impl<'a, T: Float, const D: usize> CrossingSearch<'a, T, D> {
    pub(super) fn new(
        group_flow: &'a GroupFlow<T, D>,
        plane: &'a Plane<T, D>,
        crossing: Crossing,
        time: T,
    ) -> Self {
        let mut law = group_flow.law;
        law.constant += law.ramp * time;
        Self {
            filter: CrossingFilter::new(group_flow, plane, time),
            group_flow,
            plane,
            crossing,
            time,
            law,
            turns_once: law.is_isotropic()
                && law.stiffness_per_mass == T::zero()
                && law.ramp.iter().all(T::is_zero),
        }
    }

    /// Lists the crossings of a block of at most [`SEARCH_BLOCK`] bodies; `first` is the index of the first body of the block.
    pub(super) fn list_crossings(
        &self,
        positions: &[SVector<T, D>],
        velocities: &[SVector<T, D>],
        first: usize,
        landed: &mut Vec<Landed<T, D>>,
    ) {
        let mut might_cross = [false; SEARCH_BLOCK];
        let might_cross = &mut might_cross[..positions.len()];
        if !(self.filter).mark(flat_ref(positions), flat_ref(velocities), might_cross) {
            return;
        }
        for (index, _) in might_cross.iter().enumerate().filter(|(_, might)| **might) {
            let (x, v) = (&positions[index], &velocities[index]);
            landed.extend(self.first_crossing(first + index, x, v));
        }
    }

    /// Returns the first crossing of a body in the step.
    fn first_crossing(
        &self,
        body: usize,
        x: &SVector<T, D>,
        v: &SVector<T, D>,
    ) -> Option<Landed<T, D>> {
        let Self {
            plane, crossing, ..
        } = *self;
        let start = self.step_end(x, v);
        let (mut last_x, mut last_v) = (*x, *v);
        (self.group_flow.flow).advance(&mut last_x, &mut last_v, self.time);
        let last = self.continued(self.step_end(&last_x, &last_v), &last_x, &last_v);
        let changes_side = start.side * last.side < 0.0;
        let ascends = last.side > 0.0;
        if !self.may_cross_twice(&start, &last, [v, &last_v]) {
            let crosses = changes_side && crossing.includes(ascends == self.is_forward());
            return crosses.then(|| self.only_crossing(body, x, v, &start, &last));
        }
        // the general search runs forward in time, so time is reversed for a backward step
        let (from, thrown, wide_plane) = (x.map(to_f64), v.map(to_f64), plane.wide());
        let flight = self.law.launch(from, thrown);
        let (height, which) = if self.is_forward() {
            (flight.height_over(&wide_plane), crossing)
        } else {
            let back = reversed(&self.law).launch(from, -thrown);
            let height = back.height_over(&wide_plane);
            (height, opposite(crossing))
        };
        let (dt, ends) = (to_f64(self.group_flow.dt), [&start, &last]);
        let end = dt.abs();
        let height = WithinStep {
            height,
            end,
            ends: ends.map(|end| (end.height, end.rate)),
            changes_side,
        };
        let mut times = CrossingTimes::new(height, which, 0.0, end, plane.tolerance(x));
        // a body that changes sides has crossed, even if the search stopped early because there
        // were too many oscillations
        let found = (times.next()).or((changes_side && which.includes(ascends)).then_some(end))?;
        let event = flight.on_plane(&wide_plane, dt.signum() * found)?;
        let landed = Landed {
            body,
            time: from_f64(event.time),
            position: event.position.map(from_f64),
            velocity: event.velocity.map(from_f64),
        };
        (is_finite(&landed.position) && is_finite(&landed.velocity)).then_some(landed)
    }

    /// Returns the crossing of a body that changes sides under constant acceleration and drag,
    /// where the height has at most one extremum.
    fn only_crossing(
        &self,
        body: usize,
        x: &SVector<T, D>,
        v: &SVector<T, D>,
        start: &StepEnd,
        last: &StepEnd,
    ) -> Landed<T, D> {
        let (law, dt) = (&self.law, to_f64(self.group_flow.dt));
        let rate = to_f64(law.damping);
        let constant = self.plane.clear_dot(&law.constant);
        // h(t) = h₀ + h₀' S + c S₁ and its derivative, with the decay integrals S and S₁
        let height = |time: f64| {
            let decay = Decay::new(rate * dt.signum(), time);
            (
                start.height + (start.rate * decay.velocity + constant * decay.position),
                start.rate * decay.left + constant * decay.velocity,
            )
        };
        let end = dt.abs();
        let time = if last.is_on_plane {
            end
        } else {
            let guess = estimated_crossing(start, last, end);
            root_between(height, (0.0, end), last.side > 0.0, guess)
        };
        // computes the state at the crossing by a flow over the rounded time
        let time: T = from_f64(dt.signum() * time);
        let decay = Decay::new(rate, to_f64(time));
        let propagator = Propagator {
            response: Response {
                velocity: decay.velocity,
                position: decay.position,
                ramp: 0.0,
            },
            stay: 1.0,
            left: decay.left,
        };
        let (mut position, mut velocity) = (*x, *v);
        Flow::new(law, &propagator, to_f64(time)).advance(&mut position, &mut velocity, T::zero());
        Landed {
            body,
            time,
            position: self.plane.foot(&position),
            velocity,
        }
    }

    /// Returns the height of a state at one end of the step.
    fn step_end(&self, x: &SVector<T, D>, v: &SVector<T, D>) -> StepEnd {
        let height = self.plane.wide_dot(x) - to_f64(self.plane.distance);
        let is_on_plane = height.abs() <= self.plane.tolerance(x);
        StepEnd {
            height,
            rate: self.plane.wide_dot(v) * to_f64(self.group_flow.dt).signum(),
            side: if is_on_plane { 0.0 } else { sign(height) },
            is_on_plane,
        }
    }

    /// Returns the end of the step, where a body on the plane counts as on the side to which it
    /// continues.
    fn continued(&self, mut last: StepEnd, x: &SVector<T, D>, v: &SVector<T, D>) -> StepEnd {
        if last.is_on_plane {
            last.side = sign(last.rate);
            if last.side == 0.0 {
                let pull = (self.law).acceleration(x, v, self.group_flow.dt);
                last.side = sign(self.plane.wide_dot(&pull));
            }
            last.height = last.side * f64::MIN_POSITIVE;
        }
        last
    }

    /// Whether the body might cross the plane twice, or might start on the plane and cross it.
    /// Returns false only if neither is possible.
    fn may_cross_twice(&self, start: &StepEnd, last: &StepEnd, v: [&SVector<T, D>; 2]) -> bool {
        if !self.turns_once || start.side == 0.0 {
            return true;
        }
        let rate_plane = Plane::new(self.plane.normal, T::zero());
        let rounding = rate_plane.tolerance(v[0]) + rate_plane.tolerance(v[1]);
        // if there is one extremum, a body crosses twice only if it starts towards the plane, and
        // ends on the same side, moving away
        let (towards, away) = (
            start.rate * start.side < 0.0,
            last.rate * last.side > -rounding,
        );
        start.side == last.side && towards && away
    }

    fn is_forward(&self) -> bool {
        self.group_flow.dt > T::zero()
    }
}

/// Returns the law of the same motion with time reversed: `a(x, -v, -t)`.
fn reversed<T: Float, const D: usize>(law: &LinearLaw<T, D>) -> LinearLaw<T, D> {
    let mut reversed = *law;
    reversed.ramp = -law.ramp;
    reversed.damping = -law.damping;
    reversed.gyration = -law.gyration;
    reversed
}

/// Returns the direction of a crossing with time reversed.
fn opposite(crossing: Crossing) -> Crossing {
    match crossing {
        Crossing::Ascending => Crossing::Descending,
        Crossing::Descending => Crossing::Ascending,
        Crossing::Any => Crossing::Any,
    }
}

/// Returns the time at which a body that changes sides would cross under its mean acceleration: the
/// root of `0 = h - u t - p t²/2` for the height h and the speed of approach u, computed without
/// cancellation.
fn estimated_crossing(start: &StepEnd, last: &StepEnd, end: f64) -> f64 {
    let approach = -start.rate * start.side;
    let pull = (start.rate - last.rate) * start.side / end;
    let size = start.height.abs();
    let there = ComplexField::sqrt(approach * approach + 2.0 * pull * size);
    2.0 * size / (approach + there)
}

/// The height of a body within a step, corrected so that it is exact at both ends of the step,
/// where the closed form is only exact to rounding.
struct WithinStep<const D: usize> {
    height: LawHeight<D>,
    end: f64,
    /// Height \[m\] and its rate \[m/s\] at both ends of the step.
    ends: [(f64, f64); 2],
    /// Whether the body changes sides in the step.
    changes_side: bool,
}

impl<const D: usize> Height for WithinStep<D> {
    fn at(&self, time: f64) -> (f64, f64) {
        if time >= self.end {
            self.ends[1]
        } else if time > 0.0 {
            self.height.at(time)
        } else {
            self.ends[0]
        }
    }

    fn next_turn(&self, after: f64, end: f64) -> Option<f64> {
        self.height.next_turn(after, end)
    }

    fn at_turn(&self, time: f64) -> f64 {
        self.height.at_turn(time)
    }

    fn limit(&self) -> f64 {
        self.ends[1].0
    }

    fn no_crossing_before(&self, after: f64) -> f64 {
        // rounding at the end of the step may add a crossing that the closed form does not have
        if self.changes_side {
            after
        } else {
            self.height.no_crossing_before(after)
        }
    }
}
