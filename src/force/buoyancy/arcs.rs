//! When a body leaves its piece. Turning points split the motion into monotone arcs; the body passes a border on an
//! arc if the end of the arc lies beyond it. The time of passing is one root.

use nalgebra::{ComplexField, RealField};

use super::super::slowing::time_of_tangent;
use super::piece::Piece;

/// The largest number of arcs examined, after skipping those that stay inside for certain.
const ARCS: u32 = 8;

/// The largest number of iterations for a root: bisection between any two numbers takes fewer.
const HALVINGS: u32 = 2200;

/// The passing of a border.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exit {
    /// When \[s\], with the sign of the direction of time.
    pub(super) time: f64,
    /// Velocity there \[m/s\].
    pub(super) velocity: f64,
    /// Whether it is the upper border.
    pub(super) upwards: bool,
    /// Number of evaluations of the motion that it took to find it.
    pub(super) asked: u32,
}

/// A part of the motion on which the body goes up, or down.
#[derive(Debug, Clone, Copy)]
struct Arc {
    /// Since the motion began \[s\].
    start: f64,
    end: f64,
    /// Displacement until the start \[m\].
    way: f64,
    /// Velocity at the start \[m/s\].
    velocity: f64,
}

impl Piece {
    /// The first passing of a border within `remaining` \[s\], which may be negative.
    pub(super) fn exit(&self, height: f64, velocity: f64, remaining: f64) -> Option<Exit> {
        let direction = remaining.signum();
        let (turn, half_turn) = self.turns(height, velocity, direction);
        let mut arc = Arc {
            start: 0.0,
            end: turn.unwrap_or(remaining),
            way: 0.0,
            velocity,
        };
        for number in 0..ARCS {
            let is_last = arc.end.abs() >= remaining.abs();
            if is_last {
                arc.end = remaining;
            }
            let course = self.course(height, velocity, arc.end);
            let reached = height + course.length;
            if reached > self.top || reached < self.bottom {
                let exit = self.passing(height, velocity, arc, reached > self.top);
                return Some(Exit {
                    asked: exit.asked + number + 1,
                    ..exit
                });
            }
            if is_last {
                return None;
            }
            arc = Arc {
                start: arc.end,
                end: half_turn.map_or(remaining, |half_turn| arc.end + half_turn),
                way: course.length,
                velocity: course.end,
            };
            if let Some(half_turn) = half_turn.filter(|_| number == 1) {
                let skipped = self.skipped(reached, half_turn)? * half_turn;
                arc.start += skipped;
                arc.end += skipped;
            }
        }
        None
    }

    /// The number of half oscillations after the second turning point, at `reached`, that stay inside for certain.
    /// None if all of them do, because the amplitude does not grow.
    fn skipped(&self, reached: f64, half_turn: f64) -> Option<f64> {
        // the amplitude grows by e^growth in half an oscillation
        let growth = -0.5 * self.damping * half_turn;
        if growth <= 0.0 {
            return None;
        }
        let middle = self.constant / self.stiffness;
        let room = (self.top - middle).min(middle - self.bottom);
        let swing = (reached - middle).abs();
        if swing == 0.0 {
            return None;
        }
        let count = ComplexField::floor(ComplexField::ln(room / swing) / growth) - 1.0;
        // NaN if the centre lies outside: nothing to skip
        Some(count.max(0.0))
    }

    /// The time of the first turning point after the start \[s\], if there is one, and the time between turning
    /// points, if there are more.
    ///
    /// With `m = γ/2`, `q² = ω² - m²` and `w = a₀ + m v`: `tan(q t)/q = -v/w`, hyperbolic if q² is
    /// negative.
    fn turns(&self, height: f64, velocity: f64, direction: f64) -> (Option<f64>, Option<f64>) {
        let half = 0.5 * self.damping;
        let start = self.acceleration(height, velocity);
        let slope = start + half * velocity;
        let square = ComplexField::mul_add(-half, half, self.stiffness);
        if square > 0.0 {
            let q = ComplexField::sqrt(square);
            let half_turn = direction * core::f64::consts::PI / q;
            let angle = RealField::atan2(-velocity * q, slope) / q;
            // the tangent gives the phase up to multiples of π
            let shifts = ComplexField::floor(angle / half_turn);
            let turn = angle - shifts * half_turn;
            let turn = if turn == 0.0 { half_turn } else { turn };
            return (Some(turn), Some(half_turn));
        }
        let part = (start / slope) * ((start + self.damping * velocity) / slope)
            + self.stiffness * (velocity / slope) * (velocity / slope);
        let turn = time_of_tangent(-square, -velocity / slope, part);
        let turn = turn.filter(|turn| turn * direction > 0.0 && turn.is_finite());
        (turn, None)
    }

    /// The passing of a border on a monotone arc that ends beyond it. Each iteration solves the motion with the
    /// acceleration at the best point so far, an error of third order. If the result lies outside the bracket, it
    /// takes the motion with constant velocity, then once the time scale of the law, then bisection.
    fn passing(&self, height: f64, velocity: f64, arc: Arc, upwards: bool) -> Exit {
        let whole = if upwards { self.top } else { self.bottom } - height;
        let sign = RealField::copysign(1.0, if upwards { arc.end } else { -arc.end });
        let rate = self.damping + ComplexField::sqrt(self.stiffness);
        let [mut inside, mut beyond] = [arc.start, arc.end];
        let (mut time, mut way, mut speed) = (arc.start, arc.way, arc.velocity);
        let mut asked = 0;
        while asked < HALVINGS && way != whole {
            let gap = whole - way;
            let acceleration = self.acceleration(height + way, speed);
            let step = time_to(gap, speed, acceleration, sign);
            let better = time + step;
            let [least, most] = [inside.min(beyond), inside.max(beyond)];
            let gained = acceleration * step;
            let decay = rate * step.abs();
            // the distance added by the change of the acceleration [m]
            let left_out = decay * (gained.abs() + decay * speed.abs()) * step;
            let arrival = (speed + gained) * (better - arc.start);
            if left_out.abs() < f64::EPSILON * arrival.abs() {
                let jerk = -self.damping * acceleration - self.stiffness * speed;
                // because of rounding it does not reach the border
                time = better.clamp(least, most);
                speed += step * (acceleration + 0.5 * step * jerk);
                break;
            }
            let straight = time + gap / speed;
            // after many decay times the acceleration is only rounding error
            let better = if decay < 4.0 { better } else { straight };
            let is_between = |time: &f64| least < *time && *time < most;
            let natural = arc.start + RealField::copysign(1.0 / rate, arc.end);
            let next = [better, straight, natural].into_iter().find(is_between);
            let next = next.unwrap_or(0.5 * (inside + beyond));
            if next == time {
                break;
            }
            time = next;
            let course = self.course(height, velocity, time);
            asked += 1;
            (way, speed) = (course.length, course.end);
            if (way < whole) == upwards {
                inside = time;
            } else {
                beyond = time;
            }
        }
        Exit {
            time,
            velocity: speed,
            upwards,
            asked,
        }
    }
}

/// The time to a border at this distance \[s\] under constant acceleration; NaN if the body does not reach it.
/// The body passes it with a velocity of this sign.
fn time_to(gap: f64, velocity: f64, acceleration: f64, sign: f64) -> f64 {
    let root = velocity * velocity + 2.0 * acceleration * gap;
    2.0 * gap / (velocity + sign * ComplexField::sqrt(root))
}
