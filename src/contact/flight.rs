//! Flights from contact to contact, and sums of infinitely many bounces.

use nalgebra::ComplexField;

use super::fall::V;
use super::ground::Near;
use super::mobile::Mobile;
use super::problem::Touch;
use super::segments::Flow;
use super::way::Way;

/// Bounces are summed after this number of segments, or if all of them end within this time \[s\].
const BOUNCES: usize = 8;
const SOON: f64 = 1e-6;
/// Minimum duration of a flight from a curved part, as a fraction of a substep.
const SHORT: f64 = 1.0 / 16.0;

impl Flow<'_, '_> {
    /// Flies to the first contact, or to where the body leaves the parts that it passes through. Of a curved part only a bound on its
    /// curvature is known. If no certainly free flight from such a part exists, the body takes a substep of the midpoint rule.
    pub(super) fn fly(&mut self, body: &mut Mobile, rest: f64, substep: Option<f64>) -> f64 {
        self.lists.held_by.clear();
        let mut end = rest;
        for &part in &self.lists.marks {
            // inside: the shortest path out is at least as long as the depth
            let near = self.near(part, &body.position, body.radius(), f64::INFINITY, 0.0);
            let depth = near.map_or(0.0, |near| near.gap.abs()).max(1e-3);
            let speed = (body.velocity - self.ground.velocity(part)).norm();
            let pull = self.pull(body).norm();
            let root = ComplexField::sqrt(speed * speed + 2.0 * pull * depth);
            end = end.min(2.0 * depth / (speed + root));
        }
        let way = match self.law.motion {
            Some(motion) => Way::Law {
                motion,
                position: body.position,
                velocity: body.velocity,
                start: self.clock,
            },
            None => Way::Arc {
                velocity: body.velocity,
                constant: self.law.constant,
                drag: self.law.drag,
                drift: V::zeros(),
            },
        };
        (self.way, self.from) = (Some(way), body.position);
        let time = self.first_touch((&body.position, &V::zeros()), &way, body, end);
        if let Some(substep) = substep.map(|substep| substep.min(end))
            && time < SHORT * substep
        {
            self.midpoint(body, substep);
            return substep;
        }
        let (moved, velocity) = way.at(time);
        body.position += moved;
        body.velocity = velocity;
        let mean = body.spin + self.law.turning * (0.5 * time);
        body.turn(&(mean * time));
        body.spin += self.law.turning * time;
        time
    }

    /// Time of the first contact along a path. Iterates to the plane through the nearest point, which the path reaches no later than
    /// the surface. The path along a surface is raised by `lift` so that it passes above flush parts of that surface; for other faces
    /// the gap without the lift counts.
    pub(super) fn first_touch(
        &self,
        (start, lift): (&V, &V),
        way: &Way<'_>,
        body: &Mobile,
        end: f64,
    ) -> f64 {
        const MOST_ROUNDS: usize = 60;
        let (from, flush) = (start + lift, 0.999 * lift.norm());
        let is_face = |part: usize, near: &Near, at: &V, time: f64| {
            let point = at - near.normal * (body.radius() + near.gap);
            (self
                .ground
                .flat(part, &point, &near.normal, self.clock + time))
            .is_some()
        };
        let mut first = end;
        let fastest = way.fastest(end);
        for part in 0..self.ground.count() {
            if self.lists.marks.contains(&part) {
                continue;
            }
            let surface = self.ground.velocity(part);
            // a part farther away than the path is long cannot be reached
            let reach = (fastest + surface.norm()) * first + self.tolerance;
            let mut time = 0.0;
            for round in 0..MOST_ROUNDS {
                let (moved, velocity) = way.at(time);
                let at = from + moved;
                let Some(mut near) = self.near(part, &at, body.radius(), reach, time) else {
                    break;
                };
                let lifted = near.normal.dot(lift);
                if lifted > 0.0 && lifted < flush && is_face(part, &near, &at, time) {
                    near.gap -= lifted;
                }
                let approach = near.normal.dot(&(velocity - surface));
                let is_touched = near.gap <= self.tolerance;
                if round > 0 && is_touched && approach < 0.0 {
                    first = time;
                    break;
                }
                let speed = (fastest + surface.norm()).max(f64::MIN_POSITIVE);
                let stretch = (near.room / speed).min(way.stretch(time)).max(1e-14 * time);
                let last = (first - time).min(stretch);
                let mut fall = way.fall(&near.normal, &velocity, &surface, time, last);
                fall.height = near.gap.max(0.0);
                fall.acceleration -= near.hollow * speed * speed;
                if round == 0 && is_touched {
                    fall.speed = fall.speed.max(-fall.steady);
                }
                match fall.first(last) {
                    Some(step) => {
                        time += step;
                        let is_exact = way.is_arc() && self.ground.is_plane(part);
                        if is_exact || step <= f64::EPSILON * time || round + 1 == MOST_ROUNDS {
                            first = time;
                            break;
                        }
                    }
                    None if last < first - time && round + 1 < MOST_ROUNDS => time += last,
                    None if last < first - time => {
                        first = time + last;
                        break;
                    }
                    None => break,
                }
            }
        }
        first
    }

    /// Sums the bounces on one flat part: infinitely many, or those that end in the remaining time.
    pub(super) fn sum_bounces(
        &mut self,
        body: &mut Mobile,
        touch: &Touch,
        (rest, segment): (f64, usize),
        slow: f64,
    ) -> Option<f64> {
        let (normal, pull) = (touch.normal, self.law.constant);
        let (fall, up) = (-pull.dot(&normal), touch.leaving(&body.velocity));
        let flat_speed = touch.along(&body.velocity);
        let bounces = touch.restitution;
        let is_simple = self.law.motion.is_none() && self.law.drag == 0.0 && touch.is_flat;
        if !is_simple || touch.velocity != V::zeros() || touch.push != V::zeros() {
            return None;
        }
        if fall <= 0.0 || up <= slow || bounces >= 1.0 {
            return None;
        }
        let side = touch.along(&pull);
        if touch.friction > 0.0 {
            let mut touch = *touch;
            touch.drive = touch.velocity + touch.belt;
            let slip = touch
                .slip_of(&body.velocity, &body.spin, body.radius())
                .norm();
            let slips = slip > 16.0 * self.epsilon * body.velocity.norm();
            if slips || side.norm() > self.epsilon * fall {
                return None;
            }
        }
        let most = 2.0 * up / fall / (1.0 - bounces);
        if 0.5 * up * up > self.low * fall {
            return None;
        }
        if segment < BOUNCES && most > SOON && up > 8.0 * slow {
            return None;
        }
        let (time, left) = if most <= rest {
            (most, 0.0)
        } else {
            let share = ComplexField::ln(1.0 - rest / most) / ComplexField::ln(bounces);
            let count = ComplexField::floor(share);
            if count < 1.0 {
                return None;
            }
            let factor = ComplexField::powf(bounces, count);
            (most * (1.0 - factor), up * factor)
        };
        let way = flat_speed * time + side * (0.5 * time * time);
        let far = flat_speed.norm() * time + 0.5 * side.norm() * time * time;
        if touch.sides().iter().any(|side| side.1 < far) {
            return None;
        }
        let reach = far + 0.5 * up * up / fall;
        let is_in_reach = |part: usize| {
            part != touch.part
                && !self.lists.marks.contains(&part)
                && (self.ground.velocity(part) != V::zeros()
                    || (self.near(part, &body.position, body.radius(), reach, 0.0)).is_some())
        };
        if (0..self.ground.count()).any(is_in_reach) {
            return None;
        }
        body.position -= normal * touch.gap;
        let along = Way::Arc {
            velocity: flat_speed,
            constant: side,
            drag: 0.0,
            drift: V::zeros(),
        };
        (self.way, self.from) = (Some(along), body.position);
        body.position += way;
        body.velocity = flat_speed + side * time + normal * left;
        let spin = body.spin;
        body.turn(&(spin * time));
        Some(time)
    }
}
