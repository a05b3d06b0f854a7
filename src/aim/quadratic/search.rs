//! All hits at one speed.

use nalgebra::{ComplexField, RealField, SVector};

use super::evaluation::{Evaluation, Evaluator};
use super::plane_flight::Precision;
use crate::aim::Hits;
use crate::aim::times::Times;

/// Most steps of one walk through time.
const MOST_NODES: usize = 512;
/// Most halvings of an interval in which the speed turns more than once.
const MOST_HALVINGS: u32 = 8;
/// Most evaluations of one search between two nodes.
const MOST_ROUNDS: usize = 64;
/// Relative difference of speeds below which rough precision does not decide which is larger.
const DOUBTFUL: f64 = 1e-5;

/// The launch that hits at `ln t`; none where it needs more speed than is of interest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<const D: usize> {
    pub(super) at: f64,
    pub(super) evaluation: Option<Evaluation<D>>,
}

impl<const D: usize> Node<D> {
    /// Whether a hit needs more than this speed \[m/s\].
    fn is_above(&self, speed: f64) -> bool {
        self.evaluation.is_none_or(|it| it.speed() > speed)
    }

    /// Whether the speed rises with time; none without a launch.
    pub(super) fn is_rising(&self) -> Option<bool> {
        self.evaluation.map(|it| it.is_rising())
    }

    /// Whether the speed falls first and rises later on the way to another node; false if both are out of reach.
    pub(super) fn sags_to(&self, other: &Self) -> bool {
        match (self.is_rising(), other.is_rising()) {
            (None, None) => false,
            (one, two) => !one.unwrap_or(false) && two.unwrap_or(true),
        }
    }

    /// Whether the speed rises first and falls later on the way to another node.
    fn arches_to(&self, other: &Self) -> bool {
        (self.is_rising(), other.is_rising()) == (Some(true), Some(false))
    }

    /// How often the speed turns on the way to another node, on the cubic through both launches and their rates; and the ratio of
    /// its greatest to its least value at a few times.
    fn turns_to(&self, other: &Self) -> (usize, f64) {
        const PARTS: u32 = 12;
        let Some((one, two)) = self.evaluation.zip(other.evaluation) else {
            return (0, f64::INFINITY);
        };
        let width = other.at - self.at;
        let (first, last) = (one.change * width, two.change * width);
        let across = two.own - one.own;
        let (square, cube) = (
            across * 3.0 - first * 2.0 - last,
            first + last - across * 2.0,
        );
        let (mut turns, mut was_rising) = (0, one.is_rising());
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for part in 0..=PARTS {
            let x = f64::from(part) / f64::from(PARTS);
            let own: SVector<f64, D> = one.own + (first + (square + cube * x) * x) * x;
            let rate = first + (square * 2.0 + cube * (3.0 * x)) * x;
            let is_rising = own.dot(&rate) > 0.0;
            turns += usize::from(is_rising != was_rising);
            was_rising = is_rising;
            (least, most) = (least.min(own.norm()), most.max(own.norm()));
        }
        (turns, most / least)
    }
}

impl<const D: usize> Evaluator<D> {
    /// The node at a time, within a speed through the air \[m/s\].
    fn node(&mut self, at: f64, reach: f64) -> Node<D> {
        let evaluation = self.within(at, reach);
        Node { at, evaluation }
    }

    /// Visits all intervals between neighbouring times at which launches with the speed `reach` through the air may hit. A visit
    /// returns the speed for the next intervals, or none to end the walk.
    pub(super) fn walk(
        &mut self,
        mut reach: f64,
        mut visit: impl FnMut(&mut Self, &Node<D>, &Node<D>) -> Option<f64>,
    ) {
        let pursuit = self.pursuit;
        // a margin for rounding, so that the earliest hit is included
        let mut time = pursuit.earliest(reach) * (1.0 - 1e-9);
        let mut before: Option<Node<D>> = None;
        for _ in 0..MOST_NODES {
            let node = self.node(ComplexField::ln(time), reach);
            if let Some(before) = before {
                match self.visit_parts([before, node], reach, MOST_HALVINGS, &mut visit) {
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

    /// Visits the interval between two nodes in parts, in each of which the speed turns at most once.
    fn visit_parts(
        &mut self,
        [one, two]: [Node<D>; 2],
        reach: f64,
        halvings: u32,
        visit: &mut impl FnMut(&mut Self, &Node<D>, &Node<D>) -> Option<f64>,
    ) -> Option<f64> {
        let (turns, ratio) = one.turns_to(&two);
        // small turns far above the speeds of interest do not matter
        let is_near = !(one.is_above(2.0 * reach) && two.is_above(2.0 * reach));
        if ratio < 1.0 + DOUBTFUL && is_near && self.precision == Precision::Rough {
            return self.in_precision(Precision::Full, |this| {
                let nodes = [one, two].map(|end| this.node(end.at, reach));
                this.visit_parts(nodes, reach, halvings, visit)
            });
        }
        if turns < 2 || !is_near || halvings == 0 {
            return visit(self, &one, &two);
        }
        let middle = self.node(0.5 * (one.at + two.at), reach);
        let reach = self.visit_parts([one, middle], reach, halvings - 1, visit)?;
        self.visit_parts([middle, two], reach, halvings - 1, visit)
    }

    /// The hits at a speed \[m/s\]. A speed that is below the least one by the relative `tolerance` counts as the least.
    pub(super) fn hits<T: RealField + Copy>(&mut self, speed: f64, tolerance: f64) -> Hits<T, D> {
        let pursuit = self.pursuit;
        let mut found = Hits::none();
        if let Some(straight) = pursuit.straight() {
            let times = straight.at_speed(speed, tolerance).unwrap_or(Times::none());
            for time in times.iter() {
                let hit = self.exactly(time);
                found.extend(hit.map(|hit| hit.with_speed(speed).launch(&pursuit)));
            }
            return found;
        }
        let reach = pursuit.reach(speed);
        self.walk(reach, |this, one, two| {
            for hit in this.hits_between(one, two, speed, tolerance) {
                found.extend(hit.map(|hit| hit.with_speed(speed).launch(&pursuit)));
            }
            // the speed of hits on a target that stays rises for good
            let done = pursuit.still && two.is_rising() == Some(true) && two.is_above(speed);
            (!done).then_some(reach)
        });
        found
    }

    /// The hits between two nodes, between which the speed turns once at most.
    fn hits_between(
        &mut self,
        one: &Node<D>,
        two: &Node<D>,
        speed: f64,
        tolerance: f64,
    ) -> [Option<Evaluation<D>>; 2] {
        let above = one.is_above(speed);
        if two.is_above(speed) != above {
            return [self.root([one, two], speed), None];
        }
        if !(above && one.sags_to(two) || !above && one.arches_to(two)) {
            return [None; 2];
        }
        // the roots beside a turn are as precise as the turn
        self.in_precision(self.precision, |this| {
            let reach = this.pursuit.reach(speed);
            let mut turned = this.turn([one, two], speed, reach);
            if turned.is_some_and(|turn| (turn.speed() / speed - 1.0).abs() < DOUBTFUL) {
                this.precision = Precision::Full;
                turned = this.turn([one, two], speed, reach);
            }
            let Some(turn) = turned else {
                return [None; 2];
            };
            let middle = Node {
                at: turn.log_time,
                evaluation: Some(turn),
            };
            if middle.is_above(speed) != above {
                [[one, &middle], [&middle, two]].map(|ends| this.root(ends, speed))
            } else {
                [
                    Some(turn).filter(|_| above && turn.speed() <= speed * (1.0 + tolerance)),
                    None,
                ]
            }
        })
    }

    /// The hit at a speed \[m/s\], between two nodes of which one needs more and one less. Newton's method, kept between both by
    /// bisection, roughly first and then to rounding.
    fn root(&mut self, [one, two]: [&Node<D>; 2], speed: f64) -> Option<Evaluation<D>> {
        let reach = self.pursuit.reach(speed);
        let above = one.is_above(speed);
        let (mut from, mut to) = (one.at, two.at);
        let ends = [one.evaluation, two.evaluation].into_iter().flatten();
        let guess = ends
            .map(|end| (end.log_time, end.newton_step(speed)))
            .min_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))
            .map_or(f64::NAN, |(at, step)| at + step);
        let is_inside = |at: &f64, from: f64, to: f64| *at > from && *at < to;
        let mut at = Some(guess)
            .filter(|at| is_inside(at, from, to))
            .unwrap_or(0.5 * (from + to));
        self.in_precision(self.precision, |this| {
            let mut closest = None;
            for round in 1..MOST_ROUNDS {
                let node = this.node(at, reach);
                closest = node.evaluation.or(closest);
                let step = node.evaluation.map_or(f64::NAN, |it| it.newton_step(speed));
                if step.abs() <= this.precision.last_step() {
                    if this.precision == Precision::Full {
                        return closest.map(|it| it.moved(step));
                    }
                    // rough signs are no bounds for the exact root
                    (this.precision, from, to) = (Precision::Full, one.at, two.at);
                    at = (at + step).clamp(from, to);
                    continue;
                }
                if node.is_above(speed) == above {
                    from = at;
                } else {
                    to = at;
                }
                let next = Some(at + step)
                    .filter(|at| is_inside(at, from, to) && round % 4 != 0)
                    .unwrap_or(0.5 * (from + to));
                if next == at || !is_inside(&next, from, to) {
                    break;
                }
                at = next;
            }
            closest
        })
    }

    /// The turn of the speed between two nodes, or the first hit found with a speed beyond `enough` \[m/s\]. The method of
    /// Illinois, every sixth time bisection.
    pub(super) fn turn(
        &mut self,
        [one, two]: [&Node<D>; 2],
        enough: f64,
        reach: f64,
    ) -> Option<Evaluation<D>> {
        let arches = one.arches_to(two);
        let (mut from, mut to) = (one.at, two.at);
        let [mut left, mut right] = [one, two].map(|end| end.evaluation.map(|it| it.lean()));
        let mut side = None;
        let mut found: Option<Evaluation<D>> = None;
        for round in 1..MOST_ROUNDS {
            // the secant through the leans at both ends
            let at = (left.zip(right))
                .map(|(a, b)| from + (to - from) * (a / (a - b)))
                .filter(|at| *at > from && *at < to && round % 6 != 0)
                .unwrap_or(0.5 * (from + to));
            let evaluation = self.within(at, reach);
            if let Some(evaluation) = evaluation {
                let over = evaluation.speed() > enough;
                if over == arches || evaluation.speed() == 0.0 {
                    return Some(evaluation);
                }
                let last_step = self.precision.last_step();
                // two times may be close to each other and still far from the turn
                let step = (found.as_ref())
                    .filter(|before| (at - before.log_time).abs() <= last_step)
                    .map(|before| {
                        (before.log_time - at) * evaluation.lean()
                            / (evaluation.lean() - before.lean())
                    })
                    .filter(|step| step.abs() <= last_step);
                if let Some(step) = step {
                    return Some(evaluation.moved(step));
                }
                found = Some(evaluation);
            }
            // out of reach the speed is higher than at an end that is within reach
            let rising = evaluation.map_or(one.evaluation.is_some(), |it| it.is_rising());
            let width = to - from;
            let ends_there = rising != arches;
            // an end that stays twice is weighted by half
            let share = if side == Some(ends_there) { 0.5 } else { 1.0 };
            side = Some(ends_there);
            let lean = evaluation.map(|it| it.lean());
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
