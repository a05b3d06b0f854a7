//! The conditions that a launch must meet.

use super::evaluation::{Evaluation, Evaluator};
use super::evaluation::{PlaneFlight, Precision};
use super::pursuit::Pursuit;
use crate::flow::log_1p_over;
use crate::numbers::{direction, split};
use nalgebra::{ComplexField, Matrix2, SVector, Vector2};

/// A condition for the launch that hits at a given time: a function that is zero if the condition
/// is met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Condition {
    /// Speed relative to the shooter \[m/s\].
    Speed(f64),
    /// Slope of the launch in the world: rise divided by run.
    Slope(f64),
    /// Slope of the arrival in the world: rise divided by run.
    ArrivalSlope(f64),
    /// Upward speed at launch in the world \[m/s\].
    Climb(f64),
}

/// The value of a condition at a time \[m/s\], and its derivatives by `ln t`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub(super) value: f64,
    pub(super) rate: f64,
    /// A function that is zero if the rate is zero, and that is nearly linear near that time.
    pub(super) lean: f64,
    /// Newton's step to a zero of the value, in `ln t`.
    pub(super) step: f64,
    /// The magnitude of the terms whose difference is the value \[m/s\].
    pub(super) size: f64,
}

impl Condition {
    /// Returns the velocity to which the condition applies \[m/s\], and its derivative by `ln t`.
    pub(super) fn subject<const D: usize>(
        self,
        pursuit: &Pursuit<D>,
        evaluation: &Evaluation<D>,
    ) -> [SVector<f64, D>; 2] {
        match self {
            Self::Speed(_) => [evaluation.own, evaluation.change],
            Self::Slope(_) | Self::Climb(_) => {
                let over_ground = pursuit.shooter + pursuit.wind;
                [evaluation.own + over_ground, evaluation.change]
            }
            Self::ArrivalSlope(_) => [evaluation.arrival + pursuit.wind, evaluation.arrival_change],
        }
    }

    /// Evaluates the condition for this velocity and its derivative.
    pub(super) fn look<const D: usize>(
        self,
        pursuit: &Pursuit<D>,
        [velocity, change]: [SVector<f64, D>; 2],
    ) -> Look {
        let speed = velocity.norm();
        let up = -pursuit.down;
        let (value, rate, size) = match self {
            Self::Speed(wanted) => {
                let product = velocity.dot(&change);
                // ln(speed) is nearly linear in ln t. So is the lean near a time at which the speed
                // falls linearly to zero and then rises
                return Look {
                    value: speed - wanted,
                    rate: product / speed,
                    lean: product / (speed * speed + change.norm_squared()),
                    step: -ComplexField::ln(speed / wanted) * (speed / product * speed),
                    size: wanted,
                };
            }
            Self::Slope(slope) | Self::ArrivalSlope(slope) => {
                let (rise, run) = split(&velocity, &up);
                let rate = (up - direction(&run) * slope).dot(&change);
                (rise - slope * run.norm(), rate, (1.0 + slope.abs()) * speed)
            }
            Self::Climb(climb) => (up.dot(&velocity) - climb, up.dot(&change), climb + speed),
        };
        Look {
            value,
            rate,
            lean: rate,
            step: -value / rate,
            size,
        }
    }
}

// Gravity and drag as two numbers, and quantities that follow from them.

/// The equation `u' = g - κ |u| u` for the velocity u relative to the air.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct DragLaw {
    /// |g| \[m/s²\]
    pub(super) pull: f64,
    /// κ \[1/m\]
    pub(super) drag: f64,
}

impl DragLaw {
    /// Returns the terminal speed `v_T = √(g/κ)` \[m/s\]. It is infinite without drag and zero
    /// without gravity.
    pub(super) fn terminal_speed(self) -> f64 {
        ComplexField::sqrt(self.pull / self.drag)
    }

    /// Returns the rate `λ = √(gκ) = g/v_T` \[1/s\] at which the speed of a fall approaches the
    /// terminal speed. It is zero without gravity or without drag.
    pub(super) fn rate(self) -> f64 {
        ComplexField::sqrt(self.pull) * ComplexField::sqrt(self.drag)
    }

    /// Whether the motion has a closed form: a parabola without drag, or a straight line without
    /// gravity.
    pub(super) fn is_closed(self) -> bool {
        self.pull == 0.0 || self.drag == 0.0
    }

    /// Returns the distance that a body falls from rest \[m\]: `ln cosh(λt)/κ`, or `gt²/2` without
    /// drag.
    pub(super) fn fall(self, time: f64) -> f64 {
        let x = self.rate() * time;
        if x < 1e-4 {
            // ln cosh x = x²/2 - x⁴/12 + …
            return 0.5 * self.pull * time * time * (1.0 - x * x / 6.0);
        }
        let sinh = ComplexField::sinh(x.min(1.0));
        let logarithm = if x < 1.0 {
            0.5 * ComplexField::ln_1p(sinh * sinh)
        } else {
            x - core::f64::consts::LN_2 + ComplexField::ln_1p(ComplexField::exp(-2.0 * x))
        };
        logarithm / self.drag
    }

    /// Returns a lower bound of the launch speed through the air \[m/s\] of a flight whose distance
    /// at a time \[s\] from a body that falls from rest is `away` \[m\].
    ///
    /// The difference of the velocities a and b of two flights decays at least at the rate
    /// `κ (|a| + |b|)/2`. This rate is at least `κ |a - b|/2`, and at least half of the decay rate
    /// of a fall. Each of these rates gives a bound of the distance:
    ///
    /// ```text
    /// ln(1 + κ|u₀|t/2) 2/κ,       |u₀| ∫ dt/√cosh λt < |u₀| 2.63/λ
    /// ```
    pub(super) fn least_speed(self, away: f64, time: f64) -> f64 {
        let far = 0.5 * self.drag * away;
        let slowed = away / time * expm1_over(far);
        slowed.max(away * self.rate() / LEMNISCATE)
    }
}

/// `∫₀^∞ dx/√cosh x`, rounded up: half the arc of a lemniscate.
pub(super) const LEMNISCATE: f64 = 2.6221;

/// Returns `(eˣ - 1)/x`.
pub(super) fn expm1_over(x: f64) -> f64 {
    if x == 0.0 {
        1.0
    } else {
        ComplexField::exp_m1(x) / x
    }
}

// The least launch speed of a hit.

/// The least launch speed of a hit.
#[derive(Debug, Clone, Copy)]
pub(super) enum LeastSpeed<const D: usize> {
    At(Evaluation<D>),
    /// There is no least speed: the speed of later hits decreases towards a limit. This late hit
    /// has the limit to rounding.
    Late(Evaluation<D>),
    /// There is no least speed: the speed of later hits decreases towards this limit \[m/s\].
    Limit(f64),
}

/// A condition that is used only to find extrema of the speed: every speed is above zero.
const ANY: Condition = Condition::Speed(0.0);

/// Maximum number of times that are tried to find a hit at any speed.
const MOST_GUESSES: usize = 40;

/// Half-widths in `ln t` of intervals around an extremum that is roughly known. The flatter the
/// extremum, the less accurate is its time.
const WIDTHS: [f64; 5] = [1e-4, 1e-3, 1e-2, 1e-1, 0.4];

impl<const D: usize> Evaluator<D> {
    /// Returns the least speed of all hits.
    pub(super) fn least(&mut self) -> Option<LeastSpeed<D>> {
        if let Some(straight) = self.pursuit.straight() {
            return match straight.least_speed() {
                Ok(time) => self.exactly(time).map(LeastSpeed::At),
                Err(limit) => Some(LeastSpeed::Limit(limit)),
            };
        }
        let pursuit = self.pursuit;
        let mut best = self.somewhere()?;
        self.walk(ANY, pursuit.reach(best.speed()), |this, [one, two]| {
            let turned = (one.sags_to(two))
                .then(|| this.turn(ANY, [one, two], pursuit.reach(best.speed())))
                .flatten();
            let found = [Some(*one), turned, Some(*two)].into_iter().flatten();
            for evaluation in found.filter_map(|node| node.evaluation()) {
                if evaluation.speed() < best.speed() {
                    best = evaluation;
                }
            }
            let done = pursuit.still && two.is_rising() == Some(true);
            (!done).then_some(pursuit.reach(best.speed()))
        });
        let turned = self.refined(&best);
        // a target that drifts like a falling body can be hit at any late time, so the least speed
        // may be the limit for late hits
        let settled = pursuit.settled();
        if settled == f64::INFINITY {
            return turned.map(LeastSpeed::At);
        }
        let late = self.exactly(settled)?;
        let is_less = |it: &Evaluation<D>| it.speed() + it.rounding < late.speed() - late.rounding;
        Some(
            turned
                .filter(is_less)
                .map_or(LeastSpeed::Late(late), LeastSpeed::At),
        )
    }

    /// Returns the first hit that is found, at any speed. Tries times around an estimate, and ends
    /// when the speed no longer decreases.
    pub(super) fn somewhere(&mut self) -> Option<Evaluation<D>> {
        let Pursuit {
            law,
            start,
            velocity,
            ..
        } = self.pursuit;
        let far = start.norm();
        // a typical time: the distance divided by the sum of two speeds, that of the target and
        // that of a fall by this distance
        let fast = velocity.norm() + ComplexField::sqrt(law.pull * far);
        let guess = ComplexField::ln(if fast > 0.0 { far / fast } else { far });
        let mut found: Option<Evaluation<D>> = None;
        for step in 0..MOST_GUESSES {
            // 0, 1, -1, 2, -2, …
            let half = step.div_ceil(2) as f64;
            let at = guess + if step % 2 == 0 { -half } else { half };
            if let Some(evaluation) = self.at(at) {
                if found.is_some_and(|best| evaluation.speed() >= best.speed()) {
                    break;
                }
                found = Some(evaluation);
            }
        }
        found
    }

    /// Returns the hit with the least speed, accurate to rounding. It is near a time at which the
    /// speed is nearly the least speed.
    fn refined(&mut self, near: &Evaluation<D>) -> Option<Evaluation<D>> {
        self.in_precision(Precision::Full, |this| {
            for width in WIDTHS {
                let [one, two] = [-width, width].map(|width| {
                    let at = near.log_time + width;
                    let evaluation = this.at(at);
                    this.known(ANY, at, evaluation)
                });
                if one.sags_to(&two) {
                    return this.turn(ANY, [&one, &two], f64::INFINITY)?.evaluation();
                }
            }
            this.at(near.log_time)
        })
    }
}

// The launch that reaches a given point at a given time.

/// The launch that reaches a point in the plane of the flight after a given time.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlaneLaunch {
    /// Launch velocity relative to the air \[m/s\].
    pub(super) launch: Vector2<f64>,
    /// Velocity at that point \[m/s\].
    pub(super) arrival: Vector2<f64>,
    /// The inverse of the lever: the derivative of the launch velocity by the point \[1/s\].
    pub(super) inverse: Matrix2<f64>,
    /// Derivative of the arrival by the launch velocity.
    pub(super) carry: Matrix2<f64>,
    /// The point that the launch would reach without gravity \[m\].
    pub(super) aim_point: Vector2<f64>,
}

/// Maximum number of flights in one search.
const MOST_FLIGHTS: usize = 64;

/// A step is accepted if it reduces the miss by at least this factor.
const ENOUGH: f64 = 0.9;

/// Maximum distance of an aim point, in units of `1/κ`. The speeds for points farther away are
/// beyond the range of `f32`.
const FARTHEST: f64 = 100.0;

impl PlaneLaunch {
    /// Finds the aim point z, at which the flight would end without gravity, by Newton's method for
    /// the equation
    ///
    /// ```text
    /// u₀ = (e^(κ|z|) - 1)/(κt) z/|z|        p(t; u₀(z)) = z + about a fall
    /// ```
    ///
    /// which is linear without drag, and nearly linear with strong drag. A step is halved until the
    /// miss decreases. Returns `None` if the search needs more flights than allowed, or if the
    /// speed overflows. Adds the number of flights to `flights`.
    pub(super) fn new(
        law: DragLaw,
        time: f64,
        position: &Vector2<f64>,
        guess: Option<Vector2<f64>>,
        precision: Precision,
        flights: &mut usize,
    ) -> Option<Self> {
        let drop = Vector2::new(0.0, law.fall(time));
        let scale = position.norm() + drop.y;
        let mut aim_point = guess.unwrap_or(position - drop);
        let mut step = Vector2::zeros();
        let mut best = f64::INFINITY;
        for _ in 0..MOST_FLIGHTS {
            let launch = without_gravity(law, &aim_point, time);
            let flown = if law.drag * aim_point.norm() < FARTHEST {
                *flights += 1;
                PlaneFlight::new(law, &launch, time, precision)
            } else {
                None
            };
            let miss = flown.map_or(f64::INFINITY, |flown| (position - flown.position).norm());
            let Some(flown) = flown.filter(|_| miss < ENOUGH * best || miss <= ROUNDING * scale)
            else {
                if best == f64::INFINITY {
                    return None;
                }
                step *= 0.5;
                aim_point -= step;
                continue;
            };
            best = miss;
            let inverse = flown.lever.try_inverse()?;
            let change = inverse * (position - flown.position);
            let stretch = stretching(law, &aim_point, time);
            step = stretch * change;
            if !step.norm().is_finite() {
                return None;
            }
            if step.norm() * (1.0 + law.drag * scale) <= precision.last_step() * scale {
                let launch = launch + change;
                return Some(Self {
                    launch,
                    arrival: flown.velocity + flown.carry * change,
                    inverse,
                    carry: flown.carry,
                    aim_point: aim_point + step,
                });
            }
            aim_point += step;
        }
        None
    }
}

/// A miss below this fraction of the distance is a rounding error.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Returns the launch that reaches a point in a given time without gravity.
fn without_gravity(law: DragLaw, point: &Vector2<f64>, time: f64) -> Vector2<f64> {
    point * (expm1_over(law.drag * point.norm()) / time)
}

/// Returns the derivative of the aim point by the launch velocity \[s\].
fn stretching(law: DragLaw, point: &Vector2<f64>, time: f64) -> Matrix2<f64> {
    let launch = without_gravity(law, point, time);
    let x = law.drag * launch.norm() * time;
    let across = time * log_1p_over(x);
    let along = point.try_normalize(0.0).unwrap_or_else(Vector2::zeros);
    Matrix2::identity() * across + along * along.transpose() * (time / (1.0 + x) - across)
}

impl PlaneLaunch {
    /// Returns the rate of the aim point \[m/s\] if the launch velocity changes with the time of
    /// flight at a given rate \[m/s²\].
    pub(super) fn aim_point_rate(
        &self,
        law: DragLaw,
        time: f64,
        rate: &Vector2<f64>,
    ) -> Vector2<f64> {
        // z = u₀ t ln(1 + x)/x with x = κ |u₀| t depends on t in the same way as on |u₀|
        let x = law.drag * self.launch.norm() * time;
        let own = self.launch / (1.0 + x);
        stretching(law, &self.aim_point, time) * rate + own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_aim_point_is_where_the_launch_gets_without_gravity() {
        let law = DragLaw {
            pull: 0.0,
            drag: 0.02,
        };
        let point = Vector2::new(80.0, -30.0);
        let launch = without_gravity(law, &point, 3.0);
        let flown = PlaneFlight::new(law, &launch, 3.0, Precision::Full).unwrap();
        assert!((flown.position - point).norm() < 8.0 * f64::EPSILON * point.norm());
        let exact = stretching(law, &point, 3.0) - flown.lever;
        assert!(exact.norm() < 8.0 * f64::EPSILON * flown.lever.norm());
    }
}
