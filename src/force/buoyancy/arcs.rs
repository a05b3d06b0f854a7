//! When a body leaves its piece: turning points split the motion into monotone arcs, the end of each
//! arc tells whether a border is passed on it, and one root is solved.

use nalgebra::{ComplexField, RealField};

use super::super::slowing::time_of_tangent;
use super::piece::Piece;

/// Arcs looked at after those that only grow or shrink are skipped.
const ARCS: usize = 8;

/// Upper end of the search for a root: far more than bisection alone would take.
const HALVINGS: usize = 200;

/// The passing of a border.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exit {
    /// When \[s\], with the sign of the direction of time.
    pub(super) time: f64,
    /// Velocity there \[m/s\].
    pub(super) velocity: f64,
    /// Whether it is the upper border.
    pub(super) upwards: bool,
}

impl Piece {
    /// The first passing of a border within `remaining` \[s\], which may be negative.
    pub(super) fn exit(&self, height: f64, velocity: f64, remaining: f64) -> Option<Exit> {
        let direction = remaining.signum();
        let (turn, half_turn) = self.turns(height, velocity, direction);
        let mut from = 0.0;
        let mut next = turn.unwrap_or(remaining);
        for arc in 0..ARCS {
            let is_last = next.abs() >= remaining.abs();
            let end = if is_last { remaining } else { next };
            let (reached, _) = self.motion(height, velocity, end);
            if reached > self.top || reached < self.bottom {
                return self.passing(height, velocity, (from, end), reached > self.top);
            }
            if is_last {
                return None;
            }
            from = end;
            next = match half_turn {
                None => remaining,
                Some(half_turn) if arc == 1 => {
                    from += self.skipped(reached, half_turn)? * half_turn;
                    from + half_turn
                }
                Some(half_turn) => from + half_turn,
            };
        }
        None
    }

    /// How many half turns after the second turning point, at `reached`, stay inside for certain; none
    /// if all of them do, for the swing does not grow.
    fn skipped(&self, reached: f64, half_turn: f64) -> Option<f64> {
        // the swing grows by e^growth in a half turn
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
        // not a number where the middle lies outside: nothing to skip
        Some(count.max(0.0))
    }

    /// The first turning point after the start \[s\], if there is one, and the time from each to the
    /// next, if there are more.
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
            // a phase is known up to half turns
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

    /// The time to a border \[s\], with the sign of `direction`, as if the acceleration stayed as it is: not a number if it
    /// leads elsewhere.
    fn time_to(&self, border: f64, (height, velocity): (f64, f64), direction: f64) -> f64 {
        let gap = border - height;
        let root = velocity * velocity + 2.0 * self.acceleration(height, velocity) * gap;
        let side = gap.signum() * direction.signum();
        2.0 * gap / (velocity + side * ComplexField::sqrt(root))
    }

    /// Where the border is passed on a monotone arc, at the end of which the body is beyond it:
    /// Newton's steps from where a constant acceleration would lead, halving where they leave the bracket.
    fn passing(
        &self,
        height: f64,
        velocity: f64,
        (mut inside, mut beyond): (f64, f64),
        upwards: bool,
    ) -> Option<Exit> {
        let border = if upwards { self.top } else { self.bottom };
        let guess = inside + self.time_to(border, self.motion(height, velocity, inside), beyond);
        let mut time = if (guess - inside) * (guess - beyond) < 0.0 {
            guess
        } else {
            0.5 * (inside + beyond)
        };
        let mut speed = velocity;
        for _ in 0..HALVINGS {
            let (reached, there) = self.motion(height, velocity, time);
            speed = there;
            let miss = reached - border;
            if miss == 0.0 {
                break;
            }
            if (miss > 0.0) == upwards {
                beyond = time;
            } else {
                inside = time;
            }
            let newton = time - miss / there;
            let is_between = (newton - inside) * (newton - beyond) < 0.0;
            let next = if is_between {
                newton
            } else {
                0.5 * (inside + beyond)
            };
            let step = next - time;
            time = next;
            if step.abs() <= f64::EPSILON * time.abs() {
                break;
            }
        }
        Some(Exit {
            time,
            velocity: speed,
            upwards,
        })
    }
}
