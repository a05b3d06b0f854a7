//! The first contact between a lander and the ground, on the path inside a step.
//!
//! A point of the lander touches no segment of the ground as long as one of these gaps is positive:
//! its distance above the line of the segment, or its horizontal distance beyond an end. All such
//! gaps `g(s)` along a path have a known rate and a bound `M` on their second derivative, so that
//!
//! ```text
//! g(s + h) ≥ g + g' h - M h²/2 > 0   for   h < 2 g / (√(g'² + 2 M g) - g')
//! ```
//!
//! The minimum of these times over all points and segments is a step without a contact. Such steps
//! never pass a contact, and near it they converge like Newton's method.

use kinstep::nalgebra::{ComplexField, Vector2};

use crate::craft::Craft;
use crate::ground::Ground;
use crate::path::{Bounds, Pose};

/// A contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// Time since the start of the path \[s\].
    pub time: f64,
    /// The part that touches.
    pub part: Part,
    /// Position \[m\].
    pub point: Vector2<f64>,
}

/// A part of a lander that can touch the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The left foot.
    LeftFoot,
    /// The right foot.
    RightFoot,
    /// Any part other than the feet.
    Hull,
}

/// Gaps below this count as a contact \[m\]: rounding errors of positions of some kilometres.
const TOUCH: f64 = 1e-11;

/// Maximum number of steps of a search. A longer search moves along the ground within rounding
/// errors, which counts as a contact.
const MOST: usize = 10_000;

/// The first contact on a path. `pose` returns the state at any time after its start.
pub(super) fn first_contact(
    craft: &Craft,
    ground: &Ground,
    bounds: &Bounds,
    seconds: f64,
    start: Pose,
    mut pose: impl FnMut(f64) -> Pose,
) -> Option<Contact> {
    let (mut time, mut now) = (0.0, start);
    for looks in 1.. {
        let near = Near::new(craft, ground, bounds, now, seconds - time);
        let nearest = near.nearest()?;
        if nearest.step <= 0.0 || looks > MOST {
            return Some(nearest.contact(time));
        }
        time += nearest.step;
        if time > seconds {
            return None;
        }
        now = pose(time);
    }
    None
}

/// A point of the lander or of the ground, and the time for which it certainly touches nothing.
struct Pair {
    part: Part,
    point: Vector2<f64>,
    /// Time before which there is no contact \[s\]; zero if there is a contact now.
    step: f64,
}

impl Pair {
    fn contact(&self, time: f64) -> Contact {
        Contact {
            time,
            part: self.part,
            point: self.point,
        }
    }
}

/// A lander at one time, and the ground that it can reach.
struct Near<'a> {
    craft: &'a Craft,
    ground: &'a Ground,
    bounds: &'a Bounds,
    pose: Pose,
    /// Axes of its frame in world coordinates.
    axes: [Vector2<f64>; 2],
    /// Remaining time of the path \[s\].
    rest: f64,
}

impl<'a> Near<'a> {
    fn new(
        craft: &'a Craft,
        ground: &'a Ground,
        bounds: &'a Bounds,
        pose: Pose,
        rest: f64,
    ) -> Self {
        let (sine, cosine) = ComplexField::sin_cos(pose.angle);
        Self {
            craft,
            ground,
            bounds,
            pose,
            axes: [Vector2::new(cosine, sine), Vector2::new(-sine, cosine)],
            rest,
        }
    }

    /// The pair with the shortest step; `None` if no contact is possible in the remaining time.
    fn nearest(&self) -> Option<Pair> {
        let rest = self.rest.max(0.0);
        let way = rest * (self.pose.velocity.norm() + 0.5 * self.bounds.acceleration * rest);
        let reach = self.craft.reach() + way;
        let (x, y) = (self.pose.position.x, self.pose.position.y);
        let span = x - reach..x + reach;
        if y - reach > self.ground.highest(span.clone()) {
            return None;
        }
        let pieces = self.ground.pieces(span);
        let feet = self
            .craft
            .feet
            .iter()
            .zip([Part::LeftFoot, Part::RightFoot]);
        let corners = self.craft.hull.iter().map(|corner| (corner, Part::Hull));
        let points = feet.chain(corners).flat_map(|(arm, part)| {
            let point = Moving::new(self, *arm);
            let over = move |piece| self.over(part, &point, self.ground.piece(piece));
            pieces.clone().map(over)
        });
        let peaks = pieces.clone().filter_map(|piece| self.peak(piece));
        (points.chain(peaks)).reduce(|one, other| if other.step < one.step { other } else { one })
    }

    /// A point of the lander and a segment of the ground.
    fn over(&self, part: Part, point: &Moving, [from, to]: [[f64; 2]; 2]) -> Pair {
        let [from, to] = [Vector2::from(from), Vector2::from(to)];
        let along = (to - from).normalize();
        let upward = Vector2::new(-along.y, along.x);
        let bound = self.bounds.at_arm(point.arm);
        let line = (upward.dot(&(point.at - from)), upward.dot(&point.velocity));
        let left = (from.x - point.at.x, -point.velocity.x);
        let right = (point.at.x - to.x, point.velocity.x);
        let step = [line, left, right]
            .map(|(gap, rate)| clear_for(gap, rate, bound))
            .into_iter()
            .fold(0.0, f64::max);
        Pair {
            part,
            point: point.at,
            step,
        }
    }

    /// The hull and a convex corner of the ground, at the start of a segment. The corner is outside
    /// the hull as long as it is outside one of its edges.
    fn peak(&self, piece: usize) -> Option<Pair> {
        let [before, [from, to]] = [
            self.ground.piece(piece.checked_sub(1)?),
            self.ground.piece(piece),
        ];
        let [before, from, to] = [before[0], from, to].map(Vector2::from);
        if (from - before).perp(&(to - from)) >= 0.0 {
            return None;
        }
        let hull = self.craft.hull;
        let next = hull.iter().cycle().skip(1);
        let step = (hull.iter().zip(next)).map(|(start, end)| self.outside(&from, *start, *end));
        Some(Pair {
            part: Part::Hull,
            point: from,
            step: step.fold(0.0, f64::max),
        })
    }

    /// Time for which a point of the ground certainly stays outside an edge of the hull \[s\].
    fn outside(&self, point: &Vector2<f64>, start: [f64; 2], end: [f64; 2]) -> f64 {
        let [corner, other] = [start, end].map(|arm| Moving::new(self, arm));
        let edge = (other.at - corner.at).normalize();
        let outward = Vector2::new(edge.y, -edge.x);
        let spin = self.pose.angular_velocity;
        let turning = Vector2::new(-outward.y, outward.x) * spin;
        let way = point - corner.at;
        let rate = turning.dot(&way) - outward.dot(&corner.velocity);
        // bound on g'' for g = n·w: n''·w + 2 n'·w' + n·w'', where w changes no faster than the
        // corner moves
        let speed = self.bounds.speed + corner.arm * self.bounds.angular_velocity;
        let bound = self.bounds.turning() * (way.norm() + speed * self.rest.max(0.0))
            + 2.0 * self.bounds.angular_velocity * speed
            + self.bounds.at_arm(corner.arm);
        clear_for(outward.dot(&way), rate, bound)
    }
}

/// A point of the lander.
#[derive(Clone, Copy)]
struct Moving {
    /// Distance from the centre of mass \[m\].
    arm: f64,
    at: Vector2<f64>,
    velocity: Vector2<f64>,
}

impl Moving {
    fn new(near: &Near, [x, y]: [f64; 2]) -> Self {
        let arm = near.axes[0] * x + near.axes[1] * y;
        Self {
            arm: ComplexField::hypot(x, y),
            at: near.pose.position + arm,
            velocity: near.pose.velocity + Vector2::new(-arm.y, arm.x) * near.pose.angular_velocity,
        }
    }
}

/// Time for which a gap \[m\] stays open, given its rate \[m/s\] and a bound on its second
/// derivative \[m/s²\]; zero if it is closed.
fn clear_for(gap: f64, rate: f64, bound: f64) -> f64 {
    if gap <= TOUCH {
        return 0.0;
    }
    let root = (rate * rate + 2.0 * bound * gap).sqrt();
    // two forms of the same number; in each case the one without cancellation
    if rate < 0.0 {
        2.0 * gap / (root - rate)
    } else if bound > 0.0 {
        (root + rate) / bound
    } else {
        f64::INFINITY
    }
}
