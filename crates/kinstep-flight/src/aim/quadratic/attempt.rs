//! The launch that comes closest to a target that is out of range.

use nalgebra::{ComplexField, RealField, SVector, Vector2};

use super::condition::LeastSpeed;
use super::condition::expm1_over;
use super::evaluation::{Evaluation, Evaluator};
use super::evaluation::{PlaneFlight, Precision};
use super::pursuit::Pursuit;
use crate::aim::slopes::Straight;
use crate::numbers::{direction, split};

/// Maximum number of moved targets that are tried.
const MOST_TARGETS: usize = 64;

/// The search ends if the next step would change the miss by less than this fraction of the
/// distance.
const LAST_STEP: f64 = 1e-9;

/// Used instead of [`LAST_STEP`] if smaller changes are hidden by rounding errors.
const LARGEST_LAST_STEP: f64 = 1e-6;

/// Minimum fraction of a computed step by which the search moves.
const SHORTEST: f64 = 0.05;

/// Returns a launch at a speed s \[m/s\] whose miss is a local minimum, and the miss \[m\].
///
/// The launch hits the target that is moved by the miss m. If S(R) is the least speed that hits a
/// target at R,
///
/// ```text
/// ln S(R - m) = ln s,   m ∥ g,   g = ∂ ln S/∂R        m ← g (ln S/s + g·m)/|g|²
/// ```
///
/// The search moves only by a fraction of each step, and by a smaller fraction if that step does
/// not reduce the error.
fn from_miss<const D: usize>(
    pursuit: &Pursuit<D>,
    speed: f64,
    mut miss: SVector<f64, D>,
) -> Option<(Evaluation<D>, SVector<f64, D>)> {
    let distance = pursuit.start.norm();
    let [mut step, mut last] = [SVector::zeros(); 2];
    let mut part = 1.0;
    let mut best = f64::INFINITY;
    let mut nearest = None;
    for _ in 0..MOST_TARGETS {
        let evaluation = least_of(pursuit, &miss);
        // the step after which both conditions would be met
        let wanted = evaluation.map(|evaluation| {
            let gradient = evaluation.gradient();
            let excess = ComplexField::ln(evaluation.speed() / speed) + gradient.dot(&miss);
            gradient * (excess / gradient.norm_squared()) - miss
        });
        // near the path of a dropped ball all steps are short, so the error also includes the
        // deviation of the speed
        let left = evaluation
            .zip(wanted)
            .map_or(f64::INFINITY, |(evaluation, wanted)| {
                wanted.norm()
                    + distance * ComplexField::abs(ComplexField::ln(evaluation.speed() / speed))
            });
        // the farthest point within reach meets the same conditions as the nearest point
        let is_farthest = evaluation.is_some_and(|evaluation| evaluation.pull.dot(&miss) < 0.0);
        let is_nearer = left < best && !is_farthest;
        let (Some(evaluation), Some(wanted)) = (evaluation, wanted.filter(|_| is_nearer)) else {
            if best == f64::INFINITY {
                return None;
            }
            step *= 0.5;
            part *= 0.5;
            miss -= step;
            continue;
        };
        if left <= LAST_STEP * distance {
            return Some((evaluation.with_speed(speed), miss));
        }
        // Aitken's rule: the length of the next step follows from the change between the last two
        // steps
        let kept = wanted.dot(&last) / last.norm_squared();
        if kept.is_finite() {
            part = (part / (1.0 - kept)).clamp(SHORTEST, 1.0);
        }
        (best, last) = (left, wanted);
        nearest = Some((evaluation, miss));
        step = wanted * part;
        miss += step;
    }
    // the speeds of late hits are too inaccurate for smaller steps
    nearest
        .filter(|(evaluation, _)| {
            let unsure = evaluation.rounding / evaluation.speed();
            let step = unsure * (distance + 1.0 / evaluation.gradient().norm());
            best <= step.min(LARGEST_LAST_STEP * distance)
        })
        .map(|(evaluation, miss)| (evaluation.with_speed(speed), miss))
}

/// Returns the launch at a speed \[m/s\] that comes closest, and the miss \[m\]. If the search that
/// starts without a miss fails, a second search proceeds in stages from the least speed of a hit,
/// `slowest` \[m/s\], to this speed.
pub(super) fn closest<const D: usize>(
    pursuit: &Pursuit<D>,
    speed: f64,
    slowest: f64,
) -> Option<(Evaluation<D>, f64)> {
    let by_way_of = |stages: u32| {
        let mut found = None;
        let mut miss = SVector::zeros();
        for stage in 1..=stages {
            let part = f64::from(stage) / f64::from(stages);
            let between = slowest * ComplexField::powf(speed / slowest, part);
            found = from_miss(pursuit, between, miss);
            miss = found?.1;
        }
        found.map(|(evaluation, _)| evaluation)
    };
    let evaluation = if let Some(straight) = pursuit.straight() {
        closest_straight(pursuit, &straight, speed)
    } else {
        (by_way_of(1))
            .or_else(|| turned(pursuit, speed))
            .or_else(|| by_way_of(STAGES))
            .or_else(|| at_once(pursuit, speed))?
    };
    let passing = ClosestPass::new(
        pursuit,
        &evaluation.own,
        ComplexField::exp(evaluation.log_time),
    )?;
    Some((evaluation, passing.apart.norm()))
}

/// Returns the launch that comes closest if all flights to the target are straight.
fn closest_straight<const D: usize>(
    pursuit: &Pursuit<D>,
    straight: &Straight,
    speed: f64,
) -> Evaluation<D> {
    let Pursuit {
        law,
        start,
        velocity,
        shooter,
        ..
    } = *pursuit;
    if law.drag == 0.0 {
        let (time, _) = straight.closest(speed);
        let ahead = start + (velocity - shooter) * time;
        return Evaluation::launched(time, direction(&ahead) * speed);
    }
    // the velocities w + s are in a cone about w, and drag never stops the flight. The velocity
    // nearest to the direction of the target passes closest, where the target projects onto its
    // path
    let far = start.norm();
    let ahead = start / far;
    let (along, beside) = split(&shooter, &ahead);
    let fast = shooter.norm();
    let off = RealField::atan2(beside.norm(), along) - ComplexField::asin(speed / fast);
    let foot = far * ComplexField::cos(off);
    if foot <= 0.0 {
        return Evaluation::launched(0.0, ahead * speed);
    }
    // at the speed of the shooter, the distance would decrease for ever
    let square = (fast - speed) * (fast + speed);
    let through_air = ComplexField::sqrt(square.max(f64::EPSILON * fast * fast));
    let turned = ahead * ComplexField::cos(off) + direction(&beside) * ComplexField::sin(off);
    let time = foot * expm1_over(law.drag * foot) / through_air;
    Evaluation::launched(time, turned * through_air - shooter).with_speed(speed)
}

/// Returns the launch towards a target whose distance increases faster than the launch speed; the
/// distance is then smallest at launch.
fn at_once<const D: usize>(pursuit: &Pursuit<D>, speed: f64) -> Option<Evaluation<D>> {
    let ahead = direction(&pursuit.start);
    let leaving = ahead.dot(&(pursuit.velocity - pursuit.shooter));
    (leaving >= speed).then(|| Evaluation::launched(0.0, ahead * speed))
}

/// The vector between flight and target at a time, and its derivatives.
#[derive(Debug, Clone, Copy)]
struct ClosestPass<const D: usize> {
    /// Vector from the flight to the target \[m\].
    apart: SVector<f64, D>,
    /// `Jᵀ d` \[m s\], where d is the vector from flight to target and J the derivative of the
    /// position by the launch velocity.
    ahead: SVector<f64, D>,
    /// Newton's step for the time of the closest approach \[s\].
    delay: f64,
}

impl<const D: usize> ClosestPass<D> {
    /// Returns the pass at a time \[s\] after a launch relative to the shooter \[m/s\].
    fn new(pursuit: &Pursuit<D>, own: &SVector<f64, D>, time: f64) -> Option<Self> {
        let Pursuit { law, down, .. } = *pursuit;
        let (side, flat) = pursuit.flat(&(own + pursuit.shooter));
        let flown = PlaneFlight::new(law, &flat, time, Precision::Full)?;
        let of = |flat: &Vector2<f64>| side * flat.x + down * flat.y;
        let apart = pursuit.position(time) - of(&flown.position);
        let within = Vector2::new(side.dot(&apart), down.dot(&apart));
        // in the plane of the flight, J is the lever; out of this plane, the flight rotates about
        // gravity together with its launch
        let turning = if flat.x > 0.0 {
            flown.position.x / flat.x
        } else {
            flown.lever[(0, 0)]
        };
        let ahead = of(&flown.lever.tr_mul(&within)) + (apart - of(&within)) * turning;
        // d is the vector from flight to target: Newton's step to the root of d·d', whose
        // derivative is |d'|² + d·d''
        let rate = pursuit.motion(time) - of(&flown.velocity);
        let slowing = of(&flown.velocity) * (law.drag * flown.velocity.norm());
        let bend = pursuit.acceleration - down * law.pull + slowing;
        let (slope, bend) = (apart.dot(&rate), rate.norm_squared() + apart.dot(&bend));
        // if |d|² is not convex, the step is towards smaller distances
        let delay = match slope {
            _ if bend > 0.0 => (-slope / bend).max(-0.5 * time).min(time),
            leaving if leaving > 0.0 => -0.5 * time,
            _ => time,
        };
        Some(Self {
            apart,
            ahead,
            delay,
        })
    }

    /// Returns the time at which this launch comes closest, and the pass at that time, by Newton's
    /// method. Steps are shortened until the miss decreases.
    fn settled(
        mut self,
        pursuit: &Pursuit<D>,
        own: &SVector<f64, D>,
        mut time: f64,
        last: f64,
    ) -> Option<(f64, Self)> {
        let mut part = 1.0;
        for _ in 0..MOST_DELAYS {
            if ComplexField::abs(self.delay) <= LAST_TURN * time {
                break;
            }
            let later = (time + self.delay * part).min(last);
            let next = Self::new(pursuit, own, later)?;
            if next.apart.norm() < self.apart.norm() {
                (time, self) = (later, next);
                part = 1.0;
            } else {
                part *= 0.25;
            }
        }
        Some((time, self))
    }
}

/// Returns the launch at a speed \[m/s\] that comes closest, for targets far out of range. The
/// direction of the launch is changed as long as the miss at the closest time decreases.
///
/// For the closest launch w + s, where w is the velocity of the shooter, `s ∥ Jᵀ (r - p)`. This
/// gives the next direction. The time is computed anew for each direction: an iteration for time
/// and direction together converges slowly if the miss hardly depends on them.
fn turned<const D: usize>(pursuit: &Pursuit<D>, speed: f64) -> Option<Evaluation<D>> {
    let mut own = direction(&pursuit.start) * speed;
    let far = pursuit.start.norm();
    let fast = speed + pursuit.velocity.norm() + ComplexField::sqrt(pursuit.law.pull * far);
    let last = pursuit.settled();
    let (mut time, mut passing) = (-FIRST_TIMES..=FIRST_TIMES)
        .map(|power| (far / fast * ComplexField::powi(2.0, power)).min(last))
        .filter_map(|time| Some((time, ClosestPass::new(pursuit, &own, time)?)))
        .min_by(|a, b| a.1.apart.norm().total_cmp(&b.1.apart.norm()))?;
    (time, passing) = passing.settled(pursuit, &own, time, last)?;
    let mut part = 1.0;
    let mut turn = f64::INFINITY;
    for _ in 0..MOST_TURNS {
        let wanted = direction(&passing.ahead) - own / speed;
        let aimed = direction(&(own / speed + wanted * part)) * speed;
        let next = ClosestPass::new(pursuit, &aimed, time)?;
        let (later, next) = next.settled(pursuit, &aimed, time, last)?;
        turn = wanted.norm();
        if (aimed - own).norm() <= LAST_TURN * part * speed {
            return Some(Evaluation::launched(time, own));
        }
        if next.apart.norm() < passing.apart.norm() {
            (own, time, passing) = (aimed, later, next);
            part = (1.5 * part).min(1.0);
        } else {
            part *= 0.5;
        }
    }
    // no fraction of the step reduces the miss
    (part < f64::EPSILON && turn < SMALL_TURN).then(|| Evaluation::launched(time, own))
}

/// Maximum power of two among the factors of the first times that are tried.
const FIRST_TIMES: i32 = 24;

/// Maximum number of changes of the direction, and of changes of the time for each direction.
const MOST_TURNS: usize = 256;
const MOST_DELAYS: usize = 24;

/// Relative change of direction or time at which the search ends. The relative error of the miss is
/// its square.
const LAST_TURN: f64 = 1e-7;

/// Used instead of [`LAST_TURN`] if smaller changes are hidden by the rounding errors of the miss.
const SMALL_TURN: f64 = 1e-4;

/// Number of stages from `slowest` to the given speed.
const STAGES: u32 = 4;

/// Returns the hit with the least speed of the target that is moved by a miss \[m\].
fn least_of<const D: usize>(pursuit: &Pursuit<D>, miss: &SVector<f64, D>) -> Option<Evaluation<D>> {
    let mut evaluator = Evaluator::new(Pursuit {
        start: pursuit.start - miss,
        ..*pursuit
    });
    match evaluator.least()? {
        LeastSpeed::At(evaluation) | LeastSpeed::Late(evaluation) => Some(evaluation),
        LeastSpeed::Limit(_) => None,
    }
}
