//! The first touch of a lander and the ground, on the path inside a step.
//!
//! A part of the lander is over a piece of the ground until both of these are no longer positive: its distance from the
//! piece's line, and how far it is beside its ends. All such distances `g(s)` along a path have a known rate and a
//! bound `M` on their second derivative, so that
//!
//! ```text
//! g(s + h) ≥ g + g' h - M h²/2 > 0   for   h < 2 g / (√(g'² + 2 M g) - g')
//! ```
//!
//! The least of these over all parts and pieces is a step within which nothing touches. Steps like that never go past
//! a touch, and near it they converge like Newton's.

use kinstep::nalgebra::{ComplexField, Vector2};

use crate::craft::Craft;
use crate::ground::Ground;
use crate::path::{Bounds, Pose};

/// A touch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// When, after the begin of the path \[s\].
    pub time: f64,
    /// What of the lander touches.
    pub part: Part,
    /// Where \[m\].
    pub point: Vector2<f64>,
}

/// What of a lander can touch the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The left foot.
    LeftFoot,
    /// The right foot.
    RightFoot,
    /// Anything but the feet.
    Hull,
}

/// Closer than this is a touch \[m\]: what rounding leaves of positions of some kilometres.
const TOUCH: f64 = 1e-11;

/// A search that takes more steps than this runs along the ground within rounding, which is a touch.
const MOST: usize = 10_000;

/// The first touch on a path of some seconds that tells its pose at any time after its start.
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

/// A pair of things that may touch.
struct Pair {
    part: Part,
    point: Vector2<f64>,
    /// They do not before this \[s\]; zero if they do now.
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

/// A lander at a moment, and the ground that it can get to.
struct Near<'a> {
    craft: &'a Craft,
    ground: &'a Ground,
    bounds: &'a Bounds,
    pose: Pose,
    /// What its frame's axes are in the world.
    axes: [Vector2<f64>; 2],
    /// How long it still flies \[s\].
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

    /// The pair that may touch first; none if nothing can within the time that is left.
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

    /// A point of the lander over a piece of the ground.
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

    /// A corner of the ground that sticks out, at the start of a piece, and the hull, of which it is outside so long as it
    /// is outside of one edge.
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

    /// For how long a point of the ground is outside of an edge of the hull for certain \[s\].
    fn outside(&self, point: &Vector2<f64>, start: [f64; 2], end: [f64; 2]) -> f64 {
        let [corner, other] = [start, end].map(|arm| Moving::new(self, arm));
        let edge = (other.at - corner.at).normalize();
        let outward = Vector2::new(edge.y, -edge.x);
        let spin = self.pose.angular_velocity;
        let turning = Vector2::new(-outward.y, outward.x) * spin;
        let way = point - corner.at;
        let rate = turning.dot(&way) - outward.dot(&corner.velocity);
        // of g = n·w: n''·w + 2 n'·w' + n·w'', where w changes no faster than the corner moves
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
    /// How far from its centre of mass \[m\].
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

/// How long a gap \[m\] that changes at a rate \[m/s\] stays open, if that changes by at most `bound` \[m/s²\]; zero if
/// it is closed.
fn clear_for(gap: f64, rate: f64, bound: f64) -> f64 {
    if gap <= TOUCH {
        return 0.0;
    }
    let root = (rate * rate + 2.0 * bound * gap).sqrt();
    // two forms of one number, neither of which cancels
    if rate < 0.0 {
        2.0 * gap / (root - rate)
    } else if bound > 0.0 {
        (root + rate) / bound
    } else {
        f64::INFINITY
    }
}
