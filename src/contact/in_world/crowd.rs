//! Moves bodies that may touch each other through a flow. While bodies fly, slide, roll or collide,
//! their motion is computed from event to event. Groups of bodies that stay in contact are moved by
//! the midpoint rule.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::super::fall::V;
use super::super::ground::Acting;
use super::super::mobile::Mobile;
use super::super::parameters::ContactKind;
use super::super::paths::Way;
use super::super::pile::{self, Member, apart};
use super::super::segments::Lists;
use super::one::{Prepared, Span};
use super::store::ContactStore;
use super::walls::Met;
use crate::numbers::to_f64;
use crate::space::Real;

/// Maximum number of segments of a body in a flow. A flow has at most this number of events, plus
/// 64 per body. The midpoint rule computes the rest.
const MOST_EVENTS: usize = 256;
/// Maximum number of substeps of a group in a flow.
const MOST_SUBSTEPS: f64 = 32.0;

/// An event in the queue: two bodies touch, or the segment of one body ends. The event becomes
/// invalid if one of these bodies changes its motion before.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Next {
    /// Time of the event \[s\].
    time: f64,
    pair: [usize; 2],
    changes: [usize; 2],
}

/// Order of the event queue: earliest time first; ties: single-body events before pairs, then lower
/// indices.
impl Ord for Next {
    fn cmp(&self, other: &Self) -> Ordering {
        let is_own = |next: &Self| next.pair[0] == next.pair[1];
        (other.time.total_cmp(&self.time))
            .then(is_own(self).cmp(&is_own(other)))
            .then(other.pair.cmp(&self.pair))
    }
}

impl PartialOrd for Next {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Eq for Next {}

/// The motion of a body in its current segment.
pub(super) struct Runner<'a> {
    /// State and contacts of the body at the start of the segment.
    pub(super) start: (Mobile, Lists),
    /// State and contacts of the body at the end of the segment.
    pub(super) end: (Mobile, Lists),
    pub(super) from: V,
    pub(super) way: Option<Way<'a>>,
    /// Upper bound of the speed in the segment \[m/s\].
    pub(super) fastest: f64,
    pub(super) times: [f64; 2],
    pub(super) segments: usize,
    pub(super) moved: f64,
    /// Number of times that the motion of the body has changed in this flow.
    pub(super) changes: usize,
    /// First body of the group of this body; `None` outside groups. The midpoint rule moves a group
    /// to the end of the flow.
    pub(super) group: Option<usize>,
}

/// A contact event of two bodies.
pub(super) struct Met2 {
    pub(super) pair: [usize; 2],
    pub(super) time: f64,
    pub(super) kind: ContactKind,
    pub(super) point: V,
    pub(super) normal: V,
    pub(super) impulse: V,
}

/// Function that returns how two bodies act on each other at a contact. Its arguments: the pair,
/// the time, and the point, the normal towards the first body, and the relative velocity.
pub(super) type Ask<'a> = &'a dyn Fn([usize; 2], f64, [V; 3]) -> Option<Acting>;

/// All bodies of a flow that may touch each other.
pub(super) struct Crowd<'a, T: Real<D>, const D: usize> {
    pub(super) prepared: &'a [Prepared<D>],
    pub(super) grounds: &'a [Met<'a, T, D>],
    pub(super) flow: &'a Span<T>,
    pub(super) span: f64,
    pub(super) ask: Ask<'a>,
    pub(super) may_meet: &'a dyn Fn(usize, usize) -> bool,
    pub(super) runners: Vec<Runner<'a>>,
    /// For each body, the indices of the bodies that it may touch in the flow.
    pub(super) neighbours: Vec<Vec<usize>>,
    pub(super) passing: Vec<[usize; 2]>,
    pub(super) nexts: BinaryHeap<Next>,
    pub(super) events: Vec<Met2>,
    pub(super) refused: Option<[usize; 2]>,
}

/// For each body, returns the indices of the bodies that it may touch if no body moves by more than
/// `reach` \[m\]. Bodies are listed if their bounding boxes, enlarged by `reach`, overlap. The list
/// of a body without a radius is empty.
pub(super) fn neighbours<'m>(
    bodies: impl Iterator<Item = &'m Mobile>,
    reach: f64,
) -> Vec<Vec<usize>> {
    let mut lists = Vec::new();
    let mut boxes: Vec<(f64, V, f64, usize)> = Vec::new();
    for (index, body) in bodies.enumerate() {
        lists.push(Vec::new());
        if body.radius() > 0.0 {
            let half = body.radius() + reach;
            boxes.push((body.position.x - half, body.position, half, index));
        }
    }
    boxes.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.3.cmp(&b.3)));
    for (next, (_, at, half, a)) in (1..).zip(&boxes) {
        let after = boxes[next..].iter();
        for (_, other, half_of_other, b) in after.take_while(|other| other.0 <= at.x + half) {
            let apart = half + half_of_other;
            if (at.y - other.y).abs() <= apart && (at.z - other.z).abs() <= apart {
                lists[*a].push(*b);
                lists[*b].push(*a);
            }
        }
    }
    lists.iter_mut().for_each(|list| list.sort_unstable());
    lists
}

impl<'a, T: Real<D>, const D: usize> Crowd<'a, T, D> {
    /// Moves all bodies through the flow; the bodies in `together` form one group from the start.
    pub(super) fn run(&mut self, together: &[usize]) {
        let count = self.runners.len();
        if !together.is_empty() {
            self.group(together.to_vec(), 0.0);
        }
        (0..count).for_each(|index| self.plan(index, 0.0));
        for a in 0..count {
            for at in 0..self.neighbours[a].len() {
                let b = self.neighbours[a][at];
                if b < a {
                    self.watch([b, a], 0.0);
                }
            }
        }
        let mut left = MOST_EVENTS + 64 * count;
        while let Some(next) = self.nexts.pop() {
            let [a, b] = next.pair;
            let changes = [a, b].map(|index| self.runners[index].changes);
            let has_refused = self.refused.is_some()
                || [a, b]
                    .iter()
                    .any(|index| self.runners[*index].end.1.refused.is_some());
            if has_refused {
                return;
            }
            if changes != next.changes {
                continue;
            }
            left -= 1;
            if left == 0 {
                let all: Vec<usize> = (0..count)
                    .filter(|index| self.runners[*index].group.is_none())
                    .collect();
                return self.group(all, next.time);
            }
            if a == b {
                self.go_on(a, next.time);
                continue;
            }
            self.cut(a, next.time);
            self.cut(b, next.time);
            if self.collide([a, b], next.time) {
                self.go_on(a, next.time);
                self.go_on(b, next.time);
            } else if self.refused.is_none() {
                let members = self.around(&[a, b], next.time);
                self.group(members, next.time);
            }
        }
    }

    /// Starts the next segment of a body, and looks for its contacts with other bodies.
    fn go_on(&mut self, index: usize, time: f64) {
        self.plan(index, time);
        for at in 0..self.neighbours[index].len() {
            let other = self.neighbours[index][at];
            self.watch([index.min(other), index.max(other)], time);
        }
    }

    /// Finds the next segment of a body.
    fn plan(&mut self, index: usize, time: f64) {
        let runner = &mut self.runners[index];
        runner.changes += 1;
        let rest = self.span - time;
        if rest <= 0.0 || runner.group.is_some() {
            return;
        }
        if runner.segments >= MOST_EVENTS {
            // the body bounces back and forth between others, which join its group
            let members = self.around(&[index], time);
            return self.group(members, time);
        }
        runner.start = runner.end.clone();
        let length = self.lead(index, time, rest);
        let runner = &mut self.runners[index];
        runner.segments += 1;
        runner.times = [
            time,
            if length >= rest {
                self.span
            } else {
                time + length
            },
        ];
        if runner.times[1] < self.span {
            self.nexts.push(Next {
                time: runner.times[1],
                pair: [index; 2],
                changes: [runner.changes; 2],
            });
        }
    }

    /// Moves a body along one segment, for at most `rest` \[s\]. Returns the duration of the segment \[s\].
    fn lead(&mut self, index: usize, time: f64, rest: f64) -> f64 {
        let (prepared, ground) = (&self.prepared[index], &self.grounds[index]);
        let runner = &mut self.runners[index];
        let (body, lists) = &mut runner.end;
        let before = body.position;
        let mut flow = ContactStore::<T, D>::segments(self.flow, ground, prepared.law(), lists);
        flow.clock = time;
        if !self.neighbours[index].is_empty() {
            // the path leaves out summed hops, so contacts with other bodies on this path would be
            // wrong
            flow.low = 1e-6 * body.radius();
        }
        let length = flow.segment_of(body, (rest, runner.moved), runner.segments);
        (runner.way, runner.from) = (flow.way, flow.from);
        runner.fastest = flow.way.map_or(0.0, |way| way.fastest(length));
        runner.moved = (body.position - before).abs().sum();
        length
    }

    /// Ends the segment of a body early, at `time`.
    fn cut(&mut self, index: usize, time: f64) {
        let runner = &mut self.runners[index];
        if runner.group.is_some() || time >= runner.times[1] {
            return;
        }
        runner.end = runner.start.clone();
        let [mut from, _] = runner.times;
        // a shorter segment may contain fewer bounces and end earlier
        for _ in 0..MOST_EVENTS {
            let rest = time - from;
            if rest <= 0.0 {
                break;
            }
            let length = self.lead(index, from, rest);
            from = if length >= rest { time } else { from + length };
        }
        self.runners[index].times[1] = time;
    }

    /// Returns the rounding error of positions \[m\], and the speed of a hop whose height equals
    /// this error \[m/s\].
    fn rounding(&self, [a, b]: [usize; 2]) -> (f64, f64) {
        let epsilon = to_f64(T::default_epsilon());
        let bodies = [a, b].map(|index| &self.runners[index].end.0);
        let size =
            |body: &Mobile| body.position.abs().sum() + body.radius() + body.velocity.norm() / 64.0;
        let pull = |index: usize| {
            self.prepared[index]
                .law()
                .acceleration(&V::zeros(), &V::zeros(), 0.0)
                .norm()
        };
        let speed: f64 = bodies.iter().map(|body| body.velocity.norm()).sum();
        let pull = pull(a) + pull(b);
        let tolerance =
            4.0 * epsilon * (bodies.iter().map(|body| size(body)).sum::<f64>() + pull / 4096.0);
        let slow = nalgebra::ComplexField::sqrt(2.0 * tolerance * pull) + 8.0 * epsilon * speed;
        (tolerance, slow)
    }

    /// Finds the time at which two bodies touch on their current segments, and adds this event to
    /// the queue.
    fn watch(&mut self, pair: [usize; 2], from: f64) {
        let [a, b] = pair;
        let runners = pair.map(|index| &self.runners[index]);
        let end = runners[0].times[1].min(runners[1].times[1]);
        let moved = runners.map(|runner| runner.fastest * (end - runner.times[0]));
        let reach = runners[0].end.0.radius() + runners[1].end.0.radius() + moved[0] + moved[1];
        // even at their maximum speeds in their segments the bodies do not reach each other
        if (runners[0].from - runners[1].from).norm_squared() > reach * reach {
            return;
        }
        let is_open = runners.iter().any(|runner| runner.group.is_some());
        if is_open || self.passing.contains(&pair) || !(self.may_meet)(a, b) {
            return;
        }
        if let Some(time) = self.touch(pair, from, end) {
            let changes = pair.map(|index| self.runners[index].changes);
            self.nexts.push(Next {
                time,
                pair,
                changes,
            });
        }
    }

    /// Returns the time of the first contact of two bodies in an interval. Each iteration goes to
    /// the time at which the relative path reaches the plane through the nearest points. The bodies
    /// touch no earlier.
    fn touch(&self, pair: [usize; 2], from: f64, end: f64) -> Option<f64> {
        let runners = pair.map(|index| &self.runners[index]);
        let [Some(one), Some(two)] = runners.map(|runner| runner.way.as_ref()) else {
            return None;
        };
        let at = |time: f64| {
            let states = [(runners[0], one), (runners[1], two)].map(|(runner, way)| {
                let (moved, velocity) = way.at(time - runner.times[0]);
                (runner.from + moved, velocity)
            });
            (states[0].0 - states[1].0, states.map(|state| state.1))
        };
        let reach = runners[0].end.0.radius() + runners[1].end.0.radius();
        let (tolerance, _) = self.rounding(pair);
        let epsilon = to_f64(T::default_epsilon());
        let noise = 8.0
            * epsilon
            * runners
                .map(|one| one.end.0.velocity.norm())
                .iter()
                .sum::<f64>();
        let mut time = from;
        for round in 0..60 {
            let (offset, velocities) = at(time);
            let size = offset.norm();
            let normal = if size > 0.0 { offset / size } else { V::x() };
            let gap = size - reach;
            let approach = -normal.dot(&(velocities[0] - velocities[1]));
            if gap <= tolerance && approach > if round > 0 { 0.0 } else { noise } {
                return Some(time);
            }
            let rest = end - time;
            let local = [time - runners[0].times[0], time - runners[1].times[0]];
            let zero = V::zeros();
            let stretch = one.stretch(local[0]).min(two.stretch(local[1])).min(rest);
            let mut fall = one.fall(&normal, &velocities[0], &zero, local[0], stretch);
            let other = two.fall(&-normal, &velocities[1], &zero, local[1], stretch);
            if fall.drag == other.drag {
                fall.speed += other.speed;
                fall.acceleration += other.acceleration;
                fall.steady += other.steady;
            } else {
                fall = fall.without_drag().plus(&other.without_drag());
            }
            fall.height = gap.max(0.0);
            if round == 0 && gap <= tolerance {
                fall.speed = fall.speed.max(-fall.steady);
            }
            match fall.first(stretch) {
                Some(step) => {
                    time += step;
                    if step <= f64::EPSILON * time || round == 59 {
                        return Some(time);
                    }
                }
                None if stretch < rest => time += stretch,
                None => return None,
            }
        }
        Some(time)
    }

    /// Applies the contact of two bodies. Returns false if the bodies are pressed together, if they
    /// overlap, or if the contact response is invalid.
    fn collide(&mut self, pair: [usize; 2], time: f64) -> bool {
        let (tolerance, slow) = self.rounding(pair);
        let [a, b] = pair.map(|index| self.runners[index].end.0.clone());
        let (gap, normal) = apart(&a, &b, V::zeros());
        let velocity = a.velocity - b.velocity;
        let approach = -normal.dot(&velocity);
        let point = b.position + normal * b.radius();
        let Some(acting) = (self.ask)(pair, time, [point, normal, velocity]) else {
            self.refused = Some(pair);
            return false;
        };
        if acting.passes {
            self.passing.push(pair);
            let impulse = V::zeros();
            self.events.push(Met2 {
                pair,
                time,
                kind: ContactKind::Pass,
                point,
                normal,
                impulse,
            });
            return true;
        }
        // if the balls overlap, each hop would increase the overlap
        let is_inside = gap < -1e-6 * a.radius().min(b.radius()) - 8.0 * tolerance;
        if approach <= slow || is_inside {
            return false;
        }
        let rebound = if acting.restitution * approach > slow {
            acting.restitution
        } else {
            0.0
        };
        let out = (1.0 + rebound) * approach / (a.inverse.mass + b.inverse.mass);
        let turning = a.spin * a.radius() + b.spin * b.radius();
        let slip = velocity + normal * approach + normal.cross(&turning);
        let mobility = 1.0 / a.inverse.tangential_mass() + 1.0 / b.inverse.tangential_mass();
        let grip = slip * (-(1.0 + acting.tangential_restitution) / mobility);
        let most = acting.friction * out;
        let grip = if grip.norm() > most {
            grip * (most / grip.norm())
        } else {
            grip
        };
        let (impulse, turn) = (normal * out + grip, normal.cross(&grip));
        for (index, side) in pair.into_iter().zip([1.0, -1.0]) {
            let (body, lists) = &mut self.runners[index].end;
            let inverse = body.inverse;
            body.velocity += impulse * (side * inverse.mass);
            body.spin -= turn * (inverse.radius * inverse.inertia);
            lists.has_met = true;
        }
        let kind = if rebound > 0.0 {
            ContactKind::Bounce
        } else {
            ContactKind::Settle
        };
        self.events.push(Met2 {
            pair,
            time,
            kind,
            point,
            normal,
            impulse,
        });
        true
    }

    /// Returns the indices of `seeds`, which are pressed together, and of all bodies that may reach
    /// them before the end of the flow.
    fn around(&self, seeds: &[usize], time: f64) -> Vec<usize> {
        let rest = self.span - time;
        let mut members = seeds.to_vec();
        let mut next = 0;
        let reach = |runner: &Runner<'_>, prepared: &Prepared<D>| {
            let body = &runner.end.0;
            let pull = prepared
                .law()
                .acceleration(&body.position, &body.velocity, time)
                .norm();
            body.radius() + (body.velocity.norm() + pull * rest) * rest
        };
        while let Some(&member) = members.get(next) {
            next += 1;
            for &other in &self.neighbours[member] {
                let pair = [member.min(other), member.max(other)];
                let runners = [member, other].map(|index| &self.runners[index]);
                if runners[1].group.is_some()
                    || runners[1].end.0.radius() == 0.0
                    || members.contains(&other)
                {
                    continue;
                }
                let sum = reach(runners[0], &self.prepared[member])
                    + reach(runners[1], &self.prepared[other]);
                let offset = runners[0].end.0.position - runners[1].start.0.position;
                if offset.norm() <= 2.0 * sum && (self.may_meet)(pair[0], pair[1]) {
                    members.push(other);
                }
            }
        }
        members
    }

    /// Returns the bodies that a group ran into, with all members of the groups involved. A pair
    /// counts if it overlaps more than at the start of the flow.
    pub(super) fn overrun(&self) -> Vec<usize> {
        let mut found = Vec::new();
        for (a, neighbours) in self.neighbours.iter().enumerate() {
            for &b in neighbours.iter().filter(|b| **b < a) {
                let groups = [a, b].map(|index| self.runners[index].group);
                if groups[0] == groups[1]
                    || self.passing.contains(&[b, a])
                    || !(self.may_meet)(b, a)
                {
                    continue;
                }
                let ends = [a, b].map(|index| &self.runners[index].end.0);
                let starts = [a, b].map(|index| &self.prepared[index].mobile);
                let (gap, _) = apart(ends[0], ends[1], V::zeros());
                let (before, _) = apart(starts[0], starts[1], V::zeros());
                let small = ends[0].radius().min(ends[1].radius());
                let most = 1e-6 * small + 8.0 * self.rounding([a, b]).0;
                if gap < before.min(0.0) - most {
                    let is_met = |index: &usize| {
                        let group = self.runners[*index].group;
                        *index == a || *index == b || (group.is_some() && groups.contains(&group))
                    };
                    found.extend((0..self.runners.len()).filter(is_met));
                }
            }
        }
        found
    }

    /// Moves a group of bodies to the end of the flow by the midpoint rule.
    fn group(&mut self, members: Vec<usize>, time: f64) {
        let rest = self.span - time;
        let mut fastest = 0.0_f64;
        let mut tolerance = 0.0_f64;
        let mut smallest = f64::INFINITY;
        let mut group = Vec::with_capacity(members.len());
        for &index in &members {
            self.cut(index, time);
            tolerance = tolerance.max(self.rounding([index; 2]).0);
            let (body, lists) = &self.runners[index].end;
            fastest = fastest.max(body.velocity.norm());
            smallest = smallest.min(body.radius());
            group.push(Member {
                body: body.clone(),
                law: self.prepared[index].law(),
                ground: &self.grounds[index],
                marks: lists.marks.clone(),
            });
        }
        let bodies: Vec<Mobile> = group.iter().map(|member| member.body.clone()).collect();
        let acting = |a: usize, b: usize| {
            let pair = [members[a].min(members[b]), members[a].max(members[b])];
            if self.passing.contains(&pair) || !(self.may_meet)(pair[0], pair[1]) {
                return None;
            }
            let (one, two) = (&bodies[a], &bodies[b]);
            let (_, normal) = apart(one, two, V::zeros());
            let point = two.position + normal * two.radius();
            (self.ask)(
                [members[a], members[b]],
                time,
                [point, normal, one.velocity - two.velocity],
            )
        };
        let pieces = rest * (fastest / (0.1 * smallest).max(1e-3) + 60.0);
        let pieces = nalgebra::ComplexField::ceil(pieces).clamp(1.0, MOST_SUBSTEPS);
        let mut piece = 0.0;
        while piece < pieces {
            let clock = time + piece * rest / pieces;
            pile::step(&mut group, &acting, (clock, rest / pieces), tolerance);
            piece += 1.0;
        }
        let first = members[0];
        for (index, member) in members.into_iter().zip(group) {
            let runner = &mut self.runners[index];
            runner.end.0 = member.body;
            runner.end.1.has_met = true;
            runner.end.1.held_by.clear();
            runner.group = Some(first);
            runner.changes += 1;
            runner.times[1] = self.span;
        }
    }
}
