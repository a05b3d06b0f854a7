//! Rotation about a fixed axis under an engine's angular damping.

use nalgebra::ComplexField;

use super::decay_factor::DecayFactor;
use super::rule::EngineRule;
use super::step::EngineStep;

/// Rotation of a body about a fixed axis by an engine: [`EngineStep::spin_after_steps`].
///
/// ```
/// use kinstep_flight::EngineStep;
///
/// let wheel = EngineStep::<2>::unity(0.02).damping(0.5).spin_after_steps(20.0, 500);
/// assert!(wheel.angular_velocity > 0.0 && wheel.angular_velocity < 20.0 && wheel.angle > 30.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EngineSpin {
    /// Angle of rotation since the start, including whole turns \[rad\].
    pub angle: f64,
    /// The angular velocity that the engine reports \[rad/s\].
    pub angular_velocity: f64,
}

impl<const D: usize> EngineStep<D> {
    /// Rotation of a body about a fixed axis after this many whole steps, from an angular velocity \[rad/s\]. Only
    /// [`damping`](Self::damping) acts; here it is the engine's *angular* damping. The axis is fixed in the plane, and in
    /// space if it is a principal axis.
    ///
    /// Engines damp the angular velocity as they damp the velocity. Most rotate the body by `ω h` in a substep. Two rotate
    /// it by a smaller, linearised angle, and clamp the angular velocity to π/(4 dt):
    ///
    /// | preset | what one step does | limit |
    /// |---|---|---|
    /// | [`rapier`](Self::rapier) | in each substep: `θ += 2 atan(ω h/2)`; then once `ω /= 1 + d dt` | π/(4 dt) |
    /// | [`avian`](Self::avian) | in each substep: `ω /= 1 + d h; θ += ω h` | |
    /// | [`box2d`](Self::box2d) | in each substep: `ω /= 1 + d h; θ += atan(ω h)` | π/(4 dt) |
    /// | all others | the rule for `v` and `x`, without gravity | not known here |
    ///
    /// The limits are applied here as in the engine; flags that lift the limit for a body are not modelled. The angle is
    /// within 4 ε of its sum. Both numbers are NaN if [`check`](Self::check) rejects the step, unless the step only
    /// oscillates.
    ///
    /// ```
    /// use kinstep_flight::EngineStep;
    ///
    /// // a wheel in Rapier without contacts: an angular damping of 0.5/s, 20 rad/s, ten seconds
    /// let wheel = EngineStep::<3>::rapier(1.0 / 60.0).damping(0.5).spin_after_steps(20.0, 600);
    /// assert!((wheel.angular_velocity / (20.0 * (-5.0_f64).exp()) - 1.0).abs() < 0.03);
    /// // by the equation it has turned by ω (1 - e^(-γt))/γ; the engine turns it by less than 1 % more
    /// let turned = 20.0 * -(-5.0_f64).exp_m1() / 0.5;
    /// assert!(wheel.angle > turned && wheel.angle < 1.01 * turned);
    /// ```
    #[must_use]
    pub fn spin_after_steps(&self, angular_velocity: f64, steps: u64) -> EngineSpin {
        let rate = angular_velocity;
        let [angle, rate] = match self.valid_map() {
            None => [f64::NAN; 2],
            Some(_) if steps == 0 => [0.0, rate],
            Some(map) => {
                let motion = map.after(steps);
                match self.linearized(rate, steps as f64) {
                    Some((angle, start)) => [angle, start * motion.vv],
                    None => [rate * motion.xv, rate * motion.vv],
                }
            }
        };
        EngineSpin {
            angle,
            angular_velocity: rate,
        }
    }

    /// For engines that rotate bodies by linearised angles: the angle after n steps, and the clamped initial angular
    /// velocity. `None` for other engines.
    fn linearized(&self, rate: f64, n: f64) -> Option<(f64, f64)> {
        let (dt, damping) = (self.dt, self.damping);
        let (s, limit) = (f64::from(self.substeps), core::f64::consts::FRAC_PI_4 / dt);
        let h = dt / s;
        match self.engine {
            EngineRule::Rapier => {
                let start = rate.clamp(-limit, limit);
                let log = DecayFactor::implicit(damping, dt).log;
                Some((2.0 * s * sum_of_arctangents(0.5 * h * start, log, n), start))
            }
            EngineRule::Box2d => {
                let factor = DecayFactor::implicit(damping, h);
                let damped = (rate * factor.left).clamp(-limit, limit);
                let angle = sum_of_arctangents(h * damped, factor.log, s * n);
                Some((angle, damped / factor.left))
            }
            _ => None,
        }
    }
}

/// `atan(x) + atan(q x) + … + atan(qⁿ⁻¹ x)` for |x| < 0.8 and `q = e^(-log)`.
///
/// `atan x = x - x³/3 + x⁵/5 - …`; the sum over each power is geometric: `(1 - pⁿ)/(1 - p)` with p = q, q³, q⁵, …
fn sum_of_arctangents(x: f64, log: f64, n: f64) -> f64 {
    let (mut sum, mut power, mut odd) = (0.0, x, 1.0);
    // 0.8¹⁶⁰ is below rounding
    while odd < 160.0 {
        let decay = ComplexField::exp_m1(-odd * log);
        // (1 - pⁿ)/(1 - p), or n for p = 1
        let geometric = if decay == 0.0 {
            n
        } else {
            ComplexField::exp_m1(-odd * log * n) / decay
        };
        let term = power / odd * geometric;
        sum += term;
        if term.abs() <= 0.25 * f64::EPSILON * sum.abs() {
            break;
        }
        power *= -x * x;
        odd += 2.0;
    }
    sum
}
