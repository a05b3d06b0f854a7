//! The search for all hits that meet a condition.

use nalgebra::ComplexField;

use super::condition::{Condition, Look};
use super::evaluation::Precision;
use super::evaluation::{Evaluation, Evaluator};
use super::pursuit::Pursuit;
use crate::aim::Hits;
use crate::aim::tops::Times;

/// Maximum number of nodes in one pass through the times.
const MOST_NODES: usize = 512;
/// Maximum number of halvings of an interval in which the value has more than one extremum.
const MOST_HALVINGS: u32 = 8;
/// Maximum number of halvings of an interval that has a reachable speed at only one end.
const CUTS: u32 = 3;
/// Maximum number of evaluations of one search between two nodes.
const MOST_ROUNDS: usize = 64;
/// Relative difference of values below which the low precision is not sufficient to decide which
/// value is larger.
const DOUBTFUL: f64 = 1e-5;

/// The launch that hits at a given `ln t`, and the value of a condition for this launch; `None` if
/// the launch needs a higher speed than the search covers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<const D: usize> {
    at: f64,
    found: Option<(Evaluation<D>, Look)>,
}

impl<const D: usize> Node<D> {
    pub(super) fn evaluation(&self) -> Option<Evaluation<D>> {
        self.found.map(|(evaluation, _)| evaluation)
    }

    fn look(&self) -> Option<Look> {
        self.found.map(|(_, look)| look)
    }

    /// Whether the value is above zero. True if the speed is out of reach.
    fn is_above(&self) -> bool {
        self.look().is_none_or(|look| look.value > 0.0)
    }

    /// Whether the value increases with time; `None` if the node has no launch.
    pub(super) fn is_rising(&self) -> Option<bool> {
        self.look().map(|look| look.rate > 0.0)
    }

    /// Whether the value decreases at this node and increases at a later node. False if both are
    /// out of reach.
    pub(super) fn sags_to(&self, other: &Self) -> bool {
        match (self.is_rising(), other.is_rising()) {
            (None, None) => false,
            (one, two) => !one.unwrap_or(false) && two.unwrap_or(true),
        }
    }

    /// Whether the value increases at this node and decreases at a later node.
    fn arches_to(&self, other: &Self) -> bool {
        (self.is_rising(), other.is_rising()) == (Some(true), Some(false))
    }
}

/// Returns the number of extrema of a condition between two nodes, and the difference of the values
/// relative to their magnitude. The number is that of a cubic polynomial through the velocities of
/// the nodes and their rates.
fn turns<const D: usize>(
    condition: Condition,
    pursuit: &Pursuit<D>,
    [one, two]: [&Node<D>; 2],
) -> (usize, f64) {
    const PARTS: u32 = 12;
    let Some((first, last)) = one.evaluation().zip(two.evaluation()) else {
        return (0, f64::INFINITY);
    };
    let width = two.at - one.at;
    let [start, end] = [first, last].map(|end| condition.subject(pursuit, &end));
    let [leaving, arriving] = [start, end].map(|[_, change]| change * width);
    let across = end[0] - start[0];
    let square = across * 3.0 - leaving * 2.0 - arriving;
    let cube = leaving + arriving - across * 2.0;
    let (mut count, mut was_rising) = (0, one.is_rising());
    let (mut least, mut most, mut size) = (f64::INFINITY, f64::NEG_INFINITY, 0.0_f64);
    for part in 0..=PARTS {
        let x = f64::from(part) / f64::from(PARTS);
        let velocity = start[0] + (leaving + (square + cube * x) * x) * x;
        let change = leaving + (square * 2.0 + cube * (3.0 * x)) * x;
        let look = condition.look(pursuit, [velocity, change]);
        let is_rising = Some(look.rate > 0.0);
        count += usize::from(is_rising != was_rising);
        was_rising = is_rising;
        (least, most) = (least.min(look.value), most.max(look.value));
        size = size.max(velocity.norm());
    }
    (count, (most - least) / size)
}

impl<const D: usize> Evaluator<D> {
    /// Returns the node at a time, for speeds through the air up to `reach` \[m/s\].
    fn node(&mut self, condition: Condition, at: f64, reach: f64) -> Node<D> {
        // if the condition is no speed, faster launches are not searched; if it is a speed, they
        // show whether the value crosses zero
        let is_speed = matches!(condition, Condition::Speed(_));
        let evaluation = self
            .within(at, reach)
            .filter(|it| is_speed || it.speed() <= 2.0 * reach);
        self.known(condition, at, evaluation)
    }

    pub(super) fn known(
        &self,
        condition: Condition,
        at: f64,
        evaluation: Option<Evaluation<D>>,
    ) -> Node<D> {
        let pursuit = &self.pursuit;
        let found =
            evaluation.map(|it| (it, condition.look(pursuit, condition.subject(pursuit, &it))));
        Node { at, found }
    }

    /// Visits, in order, all intervals between successive times in which launches with the speed
    /// `reach` through the air may hit. A visit returns the speed for the next intervals, or `None`
    /// to end the search.
    pub(super) fn walk(
        &mut self,
        condition: Condition,
        mut reach: f64,
        mut visit: impl FnMut(&mut Self, [&Node<D>; 2]) -> Option<f64>,
    ) {
        let pursuit = self.pursuit;
        // a margin for rounding errors, so that the earliest hit is included
        let mut time = pursuit.earliest(reach) * (1.0 - 1e-9);
        let mut before: Option<Node<D>> = None;
        for _ in 0..MOST_NODES {
            let node = self.node(condition, ComplexField::ln(time), reach);
            if let Some(before) = before {
                let ends = [&before, &node];
                match self.visit_parts(condition, ends, reach, MOST_HALVINGS, &mut visit) {
                    Some(left) => reach = left,
                    None => return,
                }
            }
            if time.is_nan() || time > pursuit.latest(reach) {
                return;
            }
            before = Some(node);
            time = pursuit.next(time, reach);
        }
    }

    /// Visits the interval between two nodes in parts. In each part the value has at most one
    /// extremum.
    fn visit_parts(
        &mut self,
        condition: Condition,
        [one, two]: [&Node<D>; 2],
        reach: f64,
        halvings: u32,
        visit: &mut impl FnMut(&mut Self, [&Node<D>; 2]) -> Option<f64>,
    ) -> Option<f64> {
        let (turns, spread) = turns(condition, &self.pursuit, [one, two]);
        // extrema far above the speeds of the search do not matter
        let is_near = [one, two]
            .iter()
            .any(|end| end.evaluation().is_some_and(|it| it.speed() < 2.0 * reach));
        if spread < DOUBTFUL && is_near && self.precision == Precision::Rough {
            return self.in_precision(Precision::Full, |this| {
                let [one, two] = [one, two].map(|end| this.node(condition, end.at, reach));
                this.visit_parts(condition, [&one, &two], reach, halvings, visit)
            });
        }
        // divide the interval, to find hits near the time at which the speed becomes too high
        let is_cut = one.found.is_some() != two.found.is_some()
            && halvings > MOST_HALVINGS - CUTS
            && !matches!(condition, Condition::Speed(_));
        if halvings == 0 || !(is_cut || turns > 1 && is_near) {
            return visit(self, [one, two]);
        }
        let middle = self.node(condition, 0.5 * (one.at + two.at), reach);
        let reach = self.visit_parts(condition, [one, &middle], reach, halvings - 1, visit)?;
        self.visit_parts(condition, [&middle, two], reach, halvings - 1, visit)
    }

    /// Returns the hits that meet a condition with at most the speed `reach` through the air
    /// \[m/s\]. The search ends after `most` hits. A speed that is below the least speed by at most
    /// the relative `tolerance` counts as the least speed.
    pub(super) fn hits(
        &mut self,
        condition: Condition,
        reach: f64,
        tolerance: f64,
        most: usize,
    ) -> Hits<D> {
        let pursuit = self.pursuit;
        let mut found = Hits::none();
        if let (Condition::Speed(speed), Some(straight)) = (condition, pursuit.straight()) {
            let times = straight.at_speed(speed, tolerance).unwrap_or(Times::none());
            for time in times.iter().take(most) {
                let hit = self.exactly(time);
                found.extend(hit.map(|hit| hit.with_speed(speed).launch(&pursuit)));
            }
            return found;
        }
        let is_speed = matches!(condition, Condition::Speed(_));
        self.walk(condition, reach, |this, ends| {
            for hit in this.hits_between(condition, ends, reach, tolerance) {
                let hit = hit.map(|hit| match condition {
                    Condition::Speed(speed) => hit.with_speed(speed),
                    _ => hit,
                });
                found.extend(hit.map(|hit| hit.launch(&pursuit)));
            }
            // if the speed of the hits of a target at rest increases, it increases for all later
            // times
            let [_, two] = ends;
            let rises = is_speed && pursuit.still && two.is_rising() == Some(true);
            let done = rises && two.is_above() || found.len() >= most;
            (!done).then_some(reach)
        });
        found
    }

    /// Returns the hits between two nodes between which the value has at most one extremum.
    fn hits_between(
        &mut self,
        condition: Condition,
        [one, two]: [&Node<D>; 2],
        reach: f64,
        tolerance: f64,
    ) -> [Option<Evaluation<D>>; 2] {
        let above = one.is_above();
        // if a node is out of reach, only the value of a speed is known: it is above zero
        let is_known = one.found.is_some() && two.found.is_some();
        if !(is_known || matches!(condition, Condition::Speed(_))) {
            return [None; 2];
        }
        if two.is_above() != above {
            return [self.root(condition, [one, two], reach), None];
        }
        if !(above && one.sags_to(two) || !above && one.arches_to(two)) {
            return [None; 2];
        }
        // the roots near an extremum are only as accurate as the extremum
        self.in_precision(self.precision, |this| {
            let mut turned = this.turn(condition, [one, two], reach);
            if let Some((_, Look { value, size, .. })) = turned.and_then(|turn| turn.found)
                && value.abs() < DOUBTFUL * size
            {
                this.precision = Precision::Full;
                turned = this.turn(condition, [one, two], reach);
            }
            let Some((turn, (evaluation, look))) =
                turned.and_then(|turn| Some((turn, turn.found?)))
            else {
                return [None; 2];
            };
            if turn.is_above() != above {
                [[one, &turn], [&turn, two]].map(|ends| this.root(condition, ends, reach))
            } else {
                let touches = above && look.value <= tolerance * look.size;
                [Some(evaluation).filter(|_| touches), None]
            }
        })
    }

    /// Returns the hit between two nodes, one above and one below zero, by Newton's method, limited
    /// to the interval by bisection; first in low precision and then to rounding.
    fn root(
        &mut self,
        condition: Condition,
        [one, two]: [&Node<D>; 2],
        reach: f64,
    ) -> Option<Evaluation<D>> {
        let above = one.is_above();
        let (mut from, mut to) = (one.at, two.at);
        // start from the end whose step is shorter
        let steps = [one, two].map(|end| end.look().map_or(f64::INFINITY, |look| look.step.abs()));
        let near = if steps[0] <= steps[1] { one } else { two };
        let mut next = near.at + near.look().map_or(f64::NAN, |look| look.step);
        let mut closest = None;
        self.in_precision(self.precision, |this| {
            for round in 0..MOST_ROUNDS {
                let is_inside = next > from && next < to && round % 6 != 5;
                let at = if is_inside { next } else { 0.5 * (from + to) };
                if !(at > from && at < to) {
                    break;
                }
                let node = this.node(condition, at, reach);
                closest = node.evaluation().or(closest);
                let step = node.look().map_or(f64::NAN, |look| look.step);
                next = at + step;
                if step.abs() <= this.precision.last_step() {
                    if this.precision == Precision::Full {
                        return closest.map(|it| it.moved(step));
                    }
                    // signs in low precision are no bounds of the exact root
                    (this.precision, from, to) = (Precision::Full, one.at, two.at);
                } else if node.is_above() == above {
                    from = at;
                } else {
                    to = at;
                }
            }
            closest
        })
    }

    /// Returns the extremum of the value between two nodes, or the first node whose value is beyond
    /// zero. The method is the Illinois method, with a bisection in every sixth round.
    pub(super) fn turn(
        &mut self,
        condition: Condition,
        [one, two]: [&Node<D>; 2],
        reach: f64,
    ) -> Option<Node<D>> {
        let arches = one.arches_to(two);
        let (mut from, mut to) = (one.at, two.at);
        let [mut left, mut right] = [one, two].map(|end| end.look().map(|look| look.lean));
        let mut side = None;
        let mut last: Option<(f64, Look)> = None;
        let mut found = None;
        for round in 1..MOST_ROUNDS {
            // the secant through the leans at both ends
            let at = (left.zip(right))
                .map(|(a, b)| from + (to - from) * (a / (a - b)))
                .filter(|at| *at > from && *at < to && round % 6 != 0)
                .unwrap_or(0.5 * (from + to));
            let node = self.node(condition, at, reach);
            if let Some((evaluation, look)) = node.found {
                if node.is_above() == arches || evaluation.speed() == 0.0 {
                    return Some(node);
                }
                let last_step = self.precision.last_step();
                // two times may be close to each other although both are far away from the extremum
                let step = last
                    .filter(|(before, _)| (at - before).abs() <= last_step)
                    .map(|(before, then)| (before - at) * look.lean / (look.lean - then.lean))
                    .filter(|step| step.abs() <= last_step);
                if let Some(step) = step {
                    let moved = evaluation.moved(step);
                    return Some(self.known(condition, moved.log_time, Some(moved)));
                }
                (last, found) = (Some((at, look)), Some(node));
            }
            // if a node is out of reach, its speed is higher than at the end that is within reach
            let rising = node.is_rising().unwrap_or(one.found.is_some());
            let width = to - from;
            let ends_there = rising != arches;
            // Illinois method: if an end is kept twice, its lean is halved
            let share = if side == Some(ends_there) { 0.5 } else { 1.0 };
            side = Some(ends_there);
            let lean = node.look().map(|look| look.lean);
            if ends_there {
                left = left.map(|lean| share * lean);
                (to, right) = (at, lean);
            } else {
                right = right.map(|lean| share * lean);
                (from, left) = (at, lean);
            }
            if to - from >= width {
                break;
            }
        }
        found
    }
}
