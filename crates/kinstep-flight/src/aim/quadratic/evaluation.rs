//! A flight in its plane, and the derivative of its final state by its launch velocity.

use super::condition::{DragLaw, PlaneLaunch};
use super::pursuit::Pursuit;
use crate::aim::Launch;
use crate::flow::log_1p_over;
use crate::{QuadraticDragLaw, VelocitySeries};
use nalgebra::{ComplexField, Matrix2, SVector, Vector2};

/// The state of a flight after a time. The first component of each vector is across gravity, the
/// second along gravity.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlaneFlight {
    /// Position relative to the point of launch \[m\].
    pub(super) position: Vector2<f64>,
    /// Velocity \[m/s\].
    pub(super) velocity: Vector2<f64>,
    /// The derivative of the position by the launch velocity \[s\].
    pub(super) lever: Matrix2<f64>,
    /// The derivative of the velocity by the launch velocity.
    pub(super) carry: Matrix2<f64>,
}

/// The precision with which a flight is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    /// Seven digits, for a fifth of the time of full precision.
    Rough,
    /// Accurate to rounding.
    Full,
}

impl Precision {
    /// Returns the maximum error of one step, divided by the speed.
    fn tolerance(self) -> f64 {
        match self {
            Self::Rough => 1e-8,
            Self::Full => 0.5 * f64::EPSILON,
        }
    }

    /// Returns the length of a step after which Newton's method ends. The remaining error is about
    /// the square of that length.
    pub(super) fn last_step(self) -> f64 {
        match self {
            Self::Rough => 1e-4,
            Self::Full => 2e-8,
        }
    }
}

/// Maximum number of steps. It is sufficient for flights whose initial speed is beyond the range of
/// `f32`.
const MOST_STEPS: usize = 1024;

/// Relative difference from the terminal velocity below which the linearised equation is exact to
/// rounding: the square of this difference is below ε.
const NEAR_TERMINAL: f64 = 1e-8;

/// Number of terms of the series for each precision, with which the computation of a flight is
/// fastest.
const ROUGH: usize = 12;
const FULL: usize = 18;

impl PlaneFlight {
    /// Computes the state at a time \[s\] after a launch, whose velocity is relative to the air
    /// \[m/s\]. Returns `None` if the flight needs more steps than allowed.
    pub(super) fn new(
        law: DragLaw,
        launch: &Vector2<f64>,
        time: f64,
        precision: Precision,
    ) -> Option<Self> {
        match precision {
            _ if law.is_closed() => Some(Self::closed(law, launch, time)),
            Precision::Rough => Self::flown::<ROUGH>(law, launch, time, precision.tolerance()),
            Precision::Full => Self::flown::<FULL>(law, launch, time, precision.tolerance()),
        }
    }

    fn flown<const N: usize>(
        law: DragLaw,
        launch: &Vector2<f64>,
        time: f64,
        tolerance: f64,
    ) -> Option<Self> {
        let in_plane = QuadraticDragLaw {
            gravity: Vector2::new(0.0, law.pull),
            coefficient: law.drag,
        };
        let terminal = Vector2::new(0.0, law.terminal_speed());
        // if the speed becomes nearly zero, the error is relative to the larger of the speeds
        // before and after that
        let usual = terminal.y.min(launch.norm().max(law.pull * time));
        let mut end = Self {
            position: Vector2::zeros(),
            velocity: *launch,
            lever: Matrix2::zeros(),
            carry: Matrix2::identity(),
        };
        let mut left = time;
        for _ in 0..MOST_STEPS {
            if left == 0.0 || (end.velocity - terminal).norm() <= NEAR_TERMINAL * terminal.y {
                return Some(end.fallen(law, left));
            }
            let scale = end.velocity.norm().max(usual);
            let series = VelocitySeries::<2, N>::new(&in_plane, &end.velocity, tolerance * scale);
            let duration = series.duration.min(left);
            if duration <= 0.0 || duration.is_nan() {
                return None;
            }
            let (velocity, way) = series.after(duration);
            (end.velocity, end.position) = (velocity, end.position + way);
            let (carry, lever) = series.derivatives_after(&end.carry, duration);
            (end.carry, end.lever) = (carry, end.lever + lever);
            left -= duration;
        }
        None
    }

    /// Returns the state a time \[s\] later, if the velocity is near the terminal velocity. The
    /// difference from the terminal velocity decays at the rate λ across gravity, and at 2λ along
    /// gravity.
    fn fallen(mut self, law: DragLaw, time: f64) -> Self {
        let terminal = Vector2::new(0.0, law.terminal_speed());
        let rates = Vector2::new(law.rate(), 2.0 * law.rate());
        let gone = rates.map(|rate| -ComplexField::exp_m1(-rate * time));
        let lasting = gone.component_div(&rates);
        let off = self.velocity - terminal;
        self.position += terminal * time + off.component_mul(&lasting);
        self.velocity -= off.component_mul(&gone);
        self.lever += Matrix2::from_diagonal(&lasting) * self.carry;
        self.carry -= Matrix2::from_diagonal(&gone) * self.carry;
        self
    }

    /// Computes the state without gravity, or without drag, by the closed form
    /// `p = u₀ t ln(1 + x)/x + g t²/2` with `x = κ |u₀| t`.
    fn closed(law: DragLaw, launch: &Vector2<f64>, time: f64) -> Self {
        let speed = launch.norm();
        let x = law.drag * speed * time;
        let pull = Vector2::new(0.0, law.pull * time);
        let left = 1.0 / (1.0 + x);
        let across = time * log_1p_over(x);
        // p = u₀ S(|u₀|): the derivative of p is S across u₀, and S + |u₀| S' = t/(1 + x) along u₀;
        // that of u is 1/(1 + x) and 1/(1 + x)²
        let along = launch / if speed > 0.0 { speed } else { 1.0 };
        let along = along * along.transpose();
        Self {
            position: launch * across + pull * (0.5 * time),
            velocity: launch * left + pull,
            lever: Matrix2::identity() * across + along * (time * left - across),
            carry: Matrix2::identity() * left + along * (left * left - left),
        }
    }
}

// The launch that hits at a given time.

/// The launch that hits at a given time, and its derivative by that time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Evaluation<const D: usize> {
    /// `ln t`, where t is in seconds.
    pub(super) log_time: f64,
    /// Launch velocity, relative to the shooter \[m/s\].
    pub(super) own: SVector<f64, D>,
    /// Derivative of `own` by `ln t` \[m/s\].
    pub(super) change: SVector<f64, D>,
    /// Velocity at the hit, relative to the air \[m/s\].
    pub(super) arrival: SVector<f64, D>,
    /// Derivative of `arrival` by `ln t` \[m/s\].
    pub(super) arrival_change: SVector<f64, D>,
    /// Gradient of half the squared speed by the position of the target \[m/s²\].
    pub(super) pull: SVector<f64, D>,
    /// Rounding error of `own` \[m/s\].
    pub(super) rounding: f64,
}

impl<const D: usize> Evaluation<D> {
    /// Returns a launch with a velocity relative to the shooter \[m/s\] that is closest to the
    /// target after a time \[s\].
    pub(super) fn launched(time: f64, own: SVector<f64, D>) -> Self {
        Self {
            log_time: ComplexField::ln(time),
            own,
            change: SVector::zeros(),
            arrival: SVector::zeros(),
            arrival_change: SVector::zeros(),
            pull: SVector::zeros(),
            rounding: 0.0,
        }
    }

    /// Returns the launch speed relative to the shooter \[m/s\].
    pub(super) fn speed(&self) -> f64 {
        self.own.norm()
    }

    /// Returns the gradient of the logarithm of the speed by the position of the target \[1/m\].
    pub(super) fn gradient(&self) -> SVector<f64, D> {
        self.pull / self.own.norm_squared()
    }

    /// Returns this evaluation at a slightly different `ln t`. The step is so short that the launch
    /// depends linearly on it.
    pub(super) fn moved(&self, step: f64) -> Self {
        Self {
            log_time: self.log_time + step,
            own: self.own + self.change * step,
            arrival: self.arrival + self.arrival_change * step,
            ..*self
        }
    }

    /// Returns this launch with exactly this speed \[m/s\]. The present speed differs from it only
    /// by rounding.
    pub(super) fn with_speed(mut self, speed: f64) -> Self {
        self.own *= speed / self.speed();
        self
    }

    pub(super) fn launch(&self, pursuit: &Pursuit<D>) -> Launch<D> {
        Launch {
            velocity: self.own + pursuit.shooter + pursuit.wind,
            time_of_flight: ComplexField::exp(self.log_time),
        }
    }
}

/// Evaluates launches at successive times. Each search starts from the last result.
#[derive(Debug, Clone)]
pub(super) struct Evaluator<const D: usize> {
    pub(super) pursuit: Pursuit<D>,
    /// The precision of the evaluations.
    pub(super) precision: Precision,
    /// Number of flights that were computed.
    pub(super) flights: usize,
    /// Whether no launch was found at a time at which one may hit, or too many flights were
    /// computed.
    pub(super) lost: bool,
    /// The last `ln t`, the aim point at that time \[m\], and its derivative by `ln t` \[m\].
    last: Option<(f64, Vector2<f64>, Vector2<f64>)>,
}

/// Maximum number of flights.
const MOST_FLIGHTS: usize = 2048;

/// Maximum difference in `ln t` for which the last result is used as an estimate.
const NEAR: f64 = 1.0;

impl<const D: usize> Evaluator<D> {
    pub(super) fn new(pursuit: Pursuit<D>) -> Self {
        Self {
            pursuit,
            precision: Precision::Rough,
            flights: 0,
            lost: false,
            last: None,
        }
    }

    /// Returns the result of a search that starts in this precision, and restores the present
    /// precision afterwards.
    pub(super) fn in_precision<R>(
        &mut self,
        precision: Precision,
        work: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let before = core::mem::replace(&mut self.precision, precision);
        let result = work(self);
        self.precision = before;
        result
    }

    /// Returns the launch that hits at a time. Returns `None` if a bound proves that its speed
    /// through the air is more than twice `reach` \[m/s\].
    pub(super) fn within(&mut self, log_time: f64, reach: f64) -> Option<Evaluation<D>> {
        let time = ComplexField::exp(log_time);
        let least = (self.pursuit.law).least_speed(self.pursuit.away(time), time);
        if least > 2.0 * reach {
            return None;
        }
        let evaluation = self.at(log_time);
        self.lost |= evaluation.is_none() && least <= reach;
        evaluation
    }

    /// Returns the launch that hits at a time; `None` if the speed overflows, or if the search
    /// needs more flights than allowed.
    pub(super) fn at(&mut self, log_time: f64) -> Option<Evaluation<D>> {
        if self.flights >= MOST_FLIGHTS {
            self.lost = true;
            return None;
        }
        let Pursuit { law, down, .. } = self.pursuit;
        let time = ComplexField::exp(log_time);
        let (position, motion) = (self.pursuit.position(time), self.pursuit.motion(time));
        let (side, flat) = self.pursuit.flat(&position);
        let reached = self.reach(log_time, &flat)?;
        let (launch, arrival, inverse) = (reached.launch, reached.arrival, reached.inverse);
        // the derivative in the plane of the flight; if the target moves out of this plane, the
        // whole flight rotates about gravity
        let moved = Vector2::new(side.dot(&motion), down.dot(&motion)) - arrival;
        let rate = inverse * moved;
        let aside = motion - side * side.dot(&motion) - down * down.dot(&motion);
        let [turning, turning_back] = if flat.x > 0.0 {
            [launch.x / flat.x, arrival.x / flat.x]
        } else {
            let turning = inverse[(0, 0)];
            [turning, reached.carry[(0, 0)] * turning]
        };
        let braked = arrival * (law.drag * arrival.norm());
        let arrival_rate = Vector2::new(0.0, law.pull) - braked + reached.carry * rate;
        // the estimate for the next time is extrapolated from this result
        let point_rate = reached.aim_point_rate(law, time, &rate);
        self.last = Some((log_time, reached.aim_point, point_rate * time));
        let own = side * launch.x + down * launch.y - self.pursuit.shooter;
        let flat = Vector2::new(side.dot(&own), down.dot(&own));
        // gradient of |u|²/2: the product of the transposed inverse of J and u
        let pull = inverse.tr_mul(&flat);
        let terms = (motion.norm() + arrival.norm()) * inverse.norm() * time;
        let out = own - side * flat.x - down * flat.y;
        Some(Evaluation {
            log_time,
            own,
            arrival: side * arrival.x + down * arrival.y,
            arrival_change: (side * arrival_rate.x + down * arrival_rate.y + aside * turning_back)
                * time,
            pull: side * pull.x + down * pull.y + out * turning,
            change: (side * rate.x + down * rate.y + aside * turning) * time,
            rounding: 4.0 * f64::EPSILON * (own.norm() + self.pursuit.shooter.norm() + terms),
        })
    }

    /// Returns the launch that hits at a time \[s\], accurate to rounding. If none is found, the
    /// evaluator is marked as lost.
    pub(super) fn exactly(&mut self, time: f64) -> Option<Evaluation<D>> {
        let evaluation = self.in_precision(Precision::Full, |this| this.at(ComplexField::ln(time)));
        self.lost |= evaluation.is_none();
        evaluation
    }

    /// Returns the launch that reaches a point in the plane of the flight. The search starts from
    /// the last result.
    fn reach(&mut self, log_time: f64, position: &Vector2<f64>) -> Option<PlaneLaunch> {
        let (law, time) = (self.pursuit.law, ComplexField::exp(log_time));
        // for the closed forms, the search reaches rounding without an estimate
        let guess = (self.last)
            .filter(|(then, ..)| (log_time - then).abs() < NEAR && !law.is_closed())
            .map(|(then, point, change)| point + change * (log_time - then));
        let (precision, flights) = (self.precision, &mut self.flights);
        let mut reach =
            |guess, precision| PlaneLaunch::new(law, time, position, guess, precision, flights);
        let near = guess.and_then(|_| reach(guess, precision));
        near.or_else(|| {
            let rough = reach(None, Precision::Rough)?;
            match precision {
                Precision::Rough => Some(rough),
                Precision::Full => reach(Some(rough.aim_point), precision),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lever and the carry are equal to central differences.
    #[test]
    fn the_lever_is_the_derivative_of_the_position() {
        let launches = [
            [20.0, -15.0],
            [0.0, -15.0],
            [0.0, 10.0],
            [1e-3, -30.0],
            [500.0, 20.0],
        ];
        let mut worst: f64 = 0.0;
        for (pull, drag) in [(9.81, 0.008), (0.0, 0.008)] {
            let law = DragLaw { pull, drag };
            for launch in launches.map(Vector2::<f64>::from) {
                for time in [0.3, 1.0, 2.0, 3.0, 30.0] {
                    for (precision, part) in [(Precision::Rough, 1e-4), (Precision::Full, 1e-5)] {
                        let fly = |launch: Vector2<f64>| {
                            PlaneFlight::new(law, &launch, time, precision).unwrap()
                        };
                        let flown = fly(launch);
                        for axis in [Vector2::x(), Vector2::y()] {
                            let h = part * (1.0 + launch.norm());
                            let [more, less] = [h, -h].map(|h| fly(launch + axis * h));
                            let lever = flown.lever * axis;
                            let slope = (more.position - less.position) / (2.0 * h);
                            worst = worst.max((slope - lever).norm() / lever.norm());
                            let slope = (more.velocity - less.velocity) / (2.0 * h);
                            worst = worst.max((slope - flown.carry * axis).norm());
                        }
                    }
                }
            }
        }
        // measured: 1e-4, in the steepest rise, where the difference quotient itself has this error
        assert!(worst < 4e-4, "{worst:e}");
    }
}

#[cfg(test)]
mod evaluation_tests {
    use nalgebra::Vector3;

    use super::super::condition::DragLaw;
    use super::*;

    /// The derivative of the launch is equal to a central difference, for a target that moves
    /// sideways and is straight above the launch at that time.
    #[test]
    fn launches_straight_up_change_towards_the_motion_of_the_target() {
        // after one second the target is exactly above the launch
        let motion = Vector3::new(3.0, 2.0, -1.0);
        let pursuit = Pursuit {
            law: DragLaw {
                pull: 9.81,
                drag: 0.01,
            },
            down: -Vector3::y(),
            start: Vector3::new(0.0, 8.0, 0.0) - motion,
            velocity: motion,
            acceleration: Vector3::zeros(),
            shooter: Vector3::zeros(),
            wind: Vector3::zeros(),
            still: false,
        };
        let own = |log_time: f64| {
            let mut evaluator = Evaluator::new(pursuit);
            evaluator.precision = Precision::Full;
            evaluator.at(log_time).expect("a launch")
        };
        let evaluation = own(0.0);
        let step = 1e-4;
        let change = (own(step).own - own(-step).own) / (2.0 * step);
        let error = (evaluation.change - change).norm();
        assert!(
            error < 1e-6 * change.norm(),
            "{:?} {change:?}",
            evaluation.change
        );
    }
}
