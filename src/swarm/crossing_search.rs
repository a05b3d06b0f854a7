//! The search for the bodies that cross a plane in a step.

use alloc::vec::Vec;

use nalgebra::{ComplexField, SVector};

use super::aligned_column::flat_ref;
use super::crossing_filter::CrossingFilter;
use super::{GroupFlow, Landed};
use crate::ballistics::{
    Crossing, CrossingTimes, Event, Height, LawHeight, Plane, Trajectory, root_between,
};
use crate::flow::{Decay, Flow, LinearLaw, Propagator, Response};
use crate::space::{Float, narrow, widen};

/// Bodies that are looked at, and then moved, while they are near at hand.
pub(super) const BLOCK: usize = 256;

/// The search for crossings in a step of a group.
pub(super) struct CrossingSearch<'a, T, const D: usize> {
    near: CrossingFilter<T, D>,
    group_flow: &'a GroupFlow<T, D>,
    plane: &'a Plane<T, D>,
    crossing: Crossing,
    /// Start of the step \[s\].
    time: T,
    /// The law from then on.
    law: LinearLaw<T, D>,
    /// Whether a height can turn no more than once.
    turns_once: bool,
}

/// A state at one end of the step, seen along the normal and in the direction of the step.
struct StepEnd {
    /// \[m\]
    height: f64,
    /// \[m/s\]
    rate: f64,
    /// The side of the plane: 1 above, -1 below; where it is on it, to rounding, 0 at the start of the step, and at its
    /// end the side it goes to.
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
            near: CrossingFilter::new(group_flow, plane, time),
            group_flow,
            plane,
            crossing,
            time,
            law,
            turns_once: law.is_isotropic()
                && law.stiffness == T::zero()
                && law.ramp.iter().all(T::is_zero),
        }
    }

    /// Lists what will cross of a block of bodies, the first of which is at the place `first`.
    pub(super) fn look(
        &self,
        [positions, velocities]: [&[SVector<T, D>]; 2],
        first: usize,
        landed: &mut Vec<Landed<T, D>>,
    ) {
        let mut near = [false; BLOCK];
        let near = &mut near[..positions.len()];
        if !(self.near).look(flat_ref(positions), flat_ref(velocities), near) {
            return;
        }
        for (index, _) in near.iter().enumerate().filter(|(_, near)| **near) {
            if let Some(event) = self.crossing(&positions[index], &velocities[index]) {
                landed.push(Landed {
                    body: first + index,
                    time: event.time,
                    position: event.position,
                    velocity: event.velocity,
                });
            }
        }
    }

    /// The first crossing of a body in the step.
    fn crossing(&self, x: &SVector<T, D>, v: &SVector<T, D>) -> Option<Event<T, D>> {
        let Self {
            plane, crossing, ..
        } = *self;
        let start = self.end(x, v);
        let (mut last_x, mut last_v) = (*x, *v);
        (self.group_flow.flow).advance(&mut last_x, &mut last_v, self.time);
        let last = self.going_on(self.end(&last_x, &last_v), &last_x, &last_v);
        let changes = start.side * last.side < 0.0;
        let ascends = last.side > 0.0;
        let turns = self.turns([&start, &last], [v, &last_v]);
        if !turns {
            let crosses = changes && crossing.includes(ascends == self.is_forward());
            return crosses.then(|| self.only_crossing([x, v], &start, &last));
        }
        let flight = self.law.launch(*x, *v);
        let (height, which) = if self.is_forward() {
            (flight.height_over(plane), crossing)
        } else {
            let height = reversed(&self.law).launch(*x, -v).height_over(plane);
            (height, opposite(crossing))
        };
        let (dt, ends) = (widen(self.group_flow.dt), [&start, &last]);
        let end = dt.abs();
        let height = WithinStep {
            height,
            end,
            ends: ends.map(|end| (end.height, end.rate)),
            changes,
        };
        let mut times = CrossingTimes::new(height, which, 0.0, end, plane.grain(x));
        // where both ends are on different sides it has crossed, however many swings there were to look at
        let found = (times.next()).or((changes && which.includes(ascends)).then_some(end))?;
        flight.on_plane(plane, dt.signum() * found)
    }

    /// The crossing of a throw that ends the step on the other side.
    fn only_crossing(
        &self,
        [x, v]: [&SVector<T, D>; 2],
        start: &StepEnd,
        last: &StepEnd,
    ) -> Event<T, D> {
        let (law, dt) = (&self.law, widen(self.group_flow.dt));
        let rate = widen(law.damping);
        let constant = self.plane.clear_dot(&law.constant);
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
            let guess = mean_crossing(start, last, end);
            root_between(height, (0.0, end), last.side > 0.0, Some(guess))
        };
        let time: T = narrow(dt.signum() * time);
        let decay = Decay::new(rate, widen(time));
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
        Flow::new(law, &propagator, widen(time)).advance(&mut position, &mut velocity, T::zero());
        Event {
            time,
            position: self.plane.foot(&position),
            velocity,
        }
    }

    /// One end of the step.
    fn end(&self, x: &SVector<T, D>, v: &SVector<T, D>) -> StepEnd {
        let height = self.plane.wide_dot(x) - widen(self.plane.distance);
        let is_on_plane = height.abs() <= self.plane.grain(x);
        StepEnd {
            height,
            rate: self.plane.wide_dot(v) * widen(self.group_flow.dt).signum(),
            side: if is_on_plane { 0.0 } else { sign(height) },
            is_on_plane,
        }
    }

    /// The end of the step; what ends on the plane counts as where it goes.
    fn going_on(&self, mut last: StepEnd, x: &SVector<T, D>, v: &SVector<T, D>) -> StepEnd {
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

    /// Whether the height might turn and cross the plane twice, or come from the plane and cross it.
    fn turns(&self, [start, last]: [&StepEnd; 2], velocities: [&SVector<T, D>; 2]) -> bool {
        if !self.turns_once || start.side == 0.0 {
            return true;
        }
        let still = Plane::new(self.plane.normal, T::zero());
        let grain = still.grain(velocities[0]) + still.grain(velocities[1]);
        // with one turn it crosses once from side to side, and twice only if it goes there and comes back
        start.side == last.side && start.rate * start.side < 0.0 && last.rate * last.side > -grain
    }

    fn is_forward(&self) -> bool {
        self.group_flow.dt > T::zero()
    }
}

/// The law of the same motion when time runs backwards from now on.
fn reversed<T: Float, const D: usize>(law: &LinearLaw<T, D>) -> LinearLaw<T, D> {
    let mut reversed = *law;
    reversed.ramp = -law.ramp;
    reversed.damping = -law.damping;
    reversed.gyration = -law.gyration;
    reversed
}

/// How a crossing looks when time runs backwards.
fn opposite(crossing: Crossing) -> Crossing {
    match crossing {
        Crossing::Ascending => Crossing::Descending,
        Crossing::Descending => Crossing::Ascending,
        Crossing::Any => Crossing::Any,
    }
}

/// When a throw from one side to the other would cross, if its acceleration were what it is in the mean.
fn mean_crossing(start: &StepEnd, last: &StepEnd, end: f64) -> f64 {
    let approach = -start.rate * start.side;
    let pull = (start.rate - last.rate) * start.side / end;
    let size = start.height.abs();
    let there = ComplexField::sqrt(approach * approach + 2.0 * pull * size);
    2.0 * size / (approach + there)
}

fn sign(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.signum() }
}

/// The height within a step, at the end of which the body is where the step leaves it.
struct WithinStep<const D: usize> {
    height: LawHeight<D>,
    end: f64,
    /// Height and rate at both ends.
    ends: [(f64, f64); 2],
    /// Whether the ends are on different sides.
    changes: bool,
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

    fn next_turn(&self, after: f64) -> Option<f64> {
        self.height.next_turn(after)
    }

    fn next_turn_before(&self, after: f64, end: f64, looks: &mut usize) -> Option<f64> {
        self.height.next_turn_before(after, end, looks)
    }

    fn at_turn(&self, time: f64) -> f64 {
        self.height.at_turn(time)
    }

    fn limit(&self) -> f64 {
        self.ends[1].0
    }

    fn no_crossing_before(&self, after: f64) -> f64 {
        // rounding may have brought it across
        if self.changes {
            after
        } else {
            self.height.no_crossing_before(after)
        }
    }
}
