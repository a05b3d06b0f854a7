//! Motion of a body between contacts, and the first time at which a height along this motion is
//! zero.

use super::ground::Near;
use super::mobile::Mobile;
use super::paths::Way;
use super::problem::Touch;
use super::segments::Flow;
use nalgebra::{ComplexField, Vector3};

/// A vector in space. Bodies in the plane have z = 0, and rotate about the z axis.
pub(super) type V = Vector3<f64>;

/// A motion whose acceleration depends on position, velocity and time: a linear law with springs, fields or ramps.
pub(super) trait Motion {
    /// Returns displacement \[m\] and velocity \[m/s\] after a duration `time`. The motion starts
    /// from the given state, `at` seconds after the start of the flow.
    fn flow(&self, position: &V, velocity: &V, at: f64, time: f64) -> (V, V);

    fn acceleration(&self, position: &V, velocity: &V, at: f64) -> V;

    /// Upper bound of the rates of damping, oscillation and gyration of the motion \[1/s\].
    fn rate(&self) -> f64;
}

/// Law of the motion between contacts: `v' = g - c v`, or a general motion.
#[derive(Clone, Copy)]
pub(super) struct Law<'a> {
    /// Constant acceleration g \[m/s²\].
    pub(super) constant: V,
    /// Drag rate c \[1/s\].
    pub(super) drag: f64,
    pub(super) motion: Option<&'a dyn Motion>,
    /// Angular acceleration caused by torques \[rad/s²\].
    pub(super) turning: V,
}

impl Law<'_> {
    pub(super) fn acceleration(&self, position: &V, velocity: &V, at: f64) -> V {
        match self.motion {
            Some(motion) => motion.acceleration(position, velocity, at),
            None => self.constant - velocity * self.drag,
        }
    }

    /// Returns displacement \[m\] and velocity \[m/s\] after a duration.
    pub(super) fn flow(&self, position: &V, velocity: &V, at: f64, time: f64) -> (V, V) {
        match self.motion {
            Some(motion) => motion.flow(position, velocity, at, time),
            None => drifted(velocity, &self.constant, self.drag, time),
        }
    }
}

/// Returns displacement \[m\] and velocity \[m/s\] after a duration under `v' = g - c v`.
pub(super) fn drifted(velocity: &V, constant: &V, drag: f64, time: f64) -> (V, V) {
    let [decay, once, twice] = integrals(drag, time);
    (
        velocity * once + constant * twice,
        velocity * decay + constant * once,
    )
}

/// Returns `e^-ct`, the integral E of this function, and the integral of E.
fn integrals(drag: f64, time: f64) -> [f64; 3] {
    let z = drag * time;
    if z == 0.0 {
        return [1.0, time, 0.5 * time * time];
    }
    let lost = -ComplexField::exp_m1(-z);
    let twice = if z < 0.05 {
        // 2 (z - 1 + e^-z)/z² without cancellation
        let series = (3..=8)
            .rev()
            .fold(1.0, |sum, n| 1.0 - z / f64::from(n) * sum);
        0.5 * time * time * series
    } else {
        (time - lost / drag) / drag
    };
    [1.0 - lost, lost / drag, twice]
}

/// A height as a function of time: `h + v E(t) + a G(t) + b t`, with `E = (1 - e^-ct)/c` and
/// `G = (t - E)/c`. Its second derivative does not change sign.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fall {
    pub(super) height: f64,
    pub(super) speed: f64,
    pub(super) acceleration: f64,
    /// Constant part of the speed, b, on which drag does not act \[m/s\].
    pub(super) steady: f64,
    pub(super) drag: f64,
}

/// Maximum number of Newton steps.
const MOST_STEPS: usize = 60;

impl Fall {
    /// Returns a lower bound of this height, without drag: it reaches zero no later.
    pub(super) fn without_drag(&self) -> Self {
        let bend = self.acceleration - self.drag * self.speed;
        Self {
            acceleration: if self.drag > 0.0 { bend.min(0.0) } else { bend },
            drag: 0.0,
            ..*self
        }
    }

    /// Returns the sum of two heights, both without drag.
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            height: self.height + other.height,
            speed: self.speed + other.speed,
            acceleration: self.acceleration + other.acceleration,
            steady: self.steady + other.steady,
            drag: 0.0,
        }
    }

    fn at(&self, time: f64) -> (f64, f64) {
        let [decay, once, twice] = integrals(self.drag, time);
        (
            self.height + self.speed * once + self.acceleration * twice + self.steady * time,
            self.speed * decay + self.acceleration * once + self.steady,
        )
    }

    /// Returns the first time up to `end` at which the height becomes zero while it decreases
    /// \[s\].
    pub(super) fn first(&self, end: f64) -> Option<f64> {
        let Self {
            height,
            acceleration,
            ..
        } = *self;
        let slope = self.speed + self.steady;
        if self.drag > 0.0 {
            return self.first_with_drag(end);
        }
        let discriminant = slope * slope - 2.0 * acceleration * height;
        if discriminant < 0.0 || (slope >= 0.0 && acceleration >= 0.0) {
            return None;
        }
        let root = ComplexField::sqrt(discriminant);
        let time = if slope > 0.0 {
            -(slope + root) / acceleration
        } else if height <= 0.0 {
            0.0
        } else {
            2.0 * height / (root - slope)
        };
        (time <= end).then_some(time)
    }

    /// Returns the first zero of the height under drag. Newton's method starts on a monotone piece
    /// of the height, and stays on one side of the root.
    fn first_with_drag(&self, end: f64) -> Option<f64> {
        let slope = self.speed + self.steady;
        let bend = self.acceleration - self.drag * self.speed;
        let ratio = -self.drag * slope / (self.acceleration + self.steady * self.drag);
        let still = ComplexField::ln_1p(ratio) / self.drag;
        let still = if still >= 0.0 { still } else { f64::INFINITY };
        if bend >= 0.0 && slope >= 0.0 {
            return None;
        }
        let (mut low, mut high) = match (bend > 0.0, slope < 0.0) {
            (true, false) => return None,
            (true, true) => (0.0, still.min(end)),
            (false, true) => (0.0, end),
            (false, false) => (if slope == 0.0 { 0.0 } else { still }, end),
        };
        let may_fall = low <= end && self.at(high).0 <= 0.0;
        if !may_fall {
            return None;
        }
        if self.at(low).0 <= 0.0 {
            return Some(low);
        }
        let mut time = if bend > 0.0 { low } else { high };
        for _ in 0..MOST_STEPS {
            let (height, rate) = self.at(time);
            if height > 0.0 {
                low = time;
            } else {
                high = time;
            }
            let next = time - height / rate;
            let is_inside = next >= low && next <= high;
            let next = if is_inside { next } else { 0.5 * (low + high) };
            if (next - time).abs() <= f64::EPSILON * time {
                return Some(next);
            }
            time = next;
        }
        Some(time)
    }
}

// Flights from contact to contact, and sums of infinitely many bounces.

/// Bounces are summed from this segment on; before, only if they all end within [`SOON`], or if the
/// hops are as low as the rounding error.
const BOUNCES: usize = 8;
/// Bounces that all end within this time are summed \[s\].
const SOON: f64 = 1e-6;
/// Minimum duration of a flight from a curved part, as a fraction of a substep.
const SHORT: f64 = 1.0 / 16.0;

impl Flow<'_, '_> {
    /// Moves the body in flight to its first contact, or until it leaves the parts that it passes
    /// through. The curvature of a curved part is known only by a bound, so a flight from such a
    /// part may be certainly free only for a short time. If this time is too short, the midpoint
    /// rule computes a substep. Returns the duration of the motion \[s\].
    pub(super) fn fly(&mut self, body: &mut Mobile, rest: f64, substep: Option<f64>) -> f64 {
        self.lists.held_by.clear();
        let mut end = rest;
        for &part in &self.lists.marks {
            // inside a part: every path out of it is at least as long as the depth
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

    /// Returns the time of the first contact along a path. Each iteration goes to the time at which
    /// the path reaches the plane through the nearest point. The path reaches the surface no
    /// earlier. A path along a surface is raised by `lift`, so that it passes above flush parts;
    /// the gap to other faces is measured without `lift`.
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
            // the path is too short to reach a part beyond this distance
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

    /// Sums bounces on one flat part: infinitely many bounces, or those that end in the remaining
    /// time. Returns their total duration \[s\]; `None` if they cannot be summed.
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
