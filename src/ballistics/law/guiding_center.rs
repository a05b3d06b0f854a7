//! The guiding centre of a gyrating motion.

use nalgebra::{ComplexField, SVector};

use super::super::event::{Crossing, CrossingTimes, Plane, driven_limit};
use super::bounded_motion::Kinematics;
use super::oscillator::DampedOscillator;
use super::oscillator_height::OscillatorHeight;
use crate::flow::LinearLaw;

/// The height of the guiding centre over a plane: under drag, constant forces and gyration a body circles about a point that
/// moves like a fall, `height'' = drive - damping height'`.
pub(super) struct GuidingCenter {
    /// \[m\]
    height: f64,
    /// \[m/s\]
    rate: f64,
    /// \[m/s²\]
    drive: f64,
    /// \[1/s\]
    damping: f64,
    /// Bound on the difference between the heights of body and guiding centre, now and later \[m\].
    deviation: f64,
    /// The same of the rates \[m/s\].
    rate_deviation: f64,
    /// Rounding error of the height \[m\].
    tolerance: f64,
    /// Rounding error of the rate \[m/s\].
    rate_grain: f64,
}

/// Whether only drag, constant forces and a gyration that does no work act.
pub(super) fn has_guiding_center<const D: usize>(law: &LinearLaw<f64, D>) -> bool {
    let zero = |entries: &[f64]| entries.iter().all(|entry| *entry == 0.0);
    law.damping >= 0.0
        && law.gyration == -law.gyration.transpose()
        && law.stiffness_per_mass == 0.0
        && zero(law.tide.as_slice())
        && zero(law.ramp.as_slice())
}

/// The number, or zero if it is within rounding.
fn zero_if_rounding(number: f64, rounding: f64) -> f64 {
    if ComplexField::abs(number) <= rounding {
        0.0
    } else {
        number
    }
}

impl GuidingCenter {
    /// The guiding centre of a motion over a plane, given the rounding errors of height and rate.
    ///
    /// The velocity is the sum of a drift, a motion along the axis of G, and a part w that turns about the axis. As
    /// `w' = -(γ - G) w`, any turning part is `-(γ + G) / (γ² + ω²)` times its derivative. The acceleration across the axis,
    /// `-G² a / ω²`, turns; its first integral is w, its second the circling part of the position.
    pub(super) fn new<const D: usize>(
        law: &LinearLaw<f64, D>,
        plane: &Plane<f64, D>,
        motion: &Kinematics<D>,
        tolerance: f64,
        rate_grain: f64,
    ) -> Option<Self> {
        let (damping, gyration) = (law.damping, &law.gyration);
        let normal = &plane.normal;
        // |G|² = 2 ω² for antisymmetric G
        let frequency_squared = 0.5 * gyration.norm_squared();
        if !(has_guiding_center(law) && frequency_squared > 0.0) {
            return None;
        }
        let across = |of: &SVector<f64, D>| gyration * (gyration * of) / -frequency_squared;
        let integral = |turning: &SVector<f64, D>| {
            (turning * damping + gyration * turning) / -(damping * damping + frequency_squared)
        };
        let turning = integral(&across(&motion.acceleration));
        let circling = integral(&turning);
        let width = across(normal).norm();
        // the constant force drives the motion along the axis, and a drift across it
        let (push, drive) = (&law.constant, law.constant - across(&law.constant));
        let drift = -integral(&across(push));
        let rounding = 16.0 * f64::EPSILON * normal.norm();
        let rate_grain = rate_grain + rounding * drift.norm();
        let rate = normal.dot(&(motion.velocity - across(&motion.velocity) + drift));
        let drive = normal.dot(&(drive + drift * damping));
        Some(Self {
            height: normal.dot(&(motion.position - circling)) - plane.distance,
            rate: zero_if_rounding(rate, rate_grain),
            drive: zero_if_rounding(drive, rounding * (push.norm() + damping * drift.norm())),
            damping,
            deviation: width * circling.norm(),
            rate_deviation: width * turning.norm(),
            tolerance,
            rate_grain,
        })
    }

    /// A time for which the rate of the body certainly keeps its sign; zero if none is proven.
    pub(super) fn without_turn(&self) -> f64 {
        let (deviation, tolerance) = (self.rate_deviation, self.rate_grain);
        let size = ComplexField::abs(self.rate);
        if self.drive == 0.0 && size + deviation <= tolerance {
            // the rate is zero for ever, to rounding
            return f64::INFINITY;
        }
        let room = size - deviation - tolerance - 16.0 * f64::EPSILON * (size + deviation);
        let against = -self.drive * self.rate.signum();
        if !(room > 0.0 && against.is_finite()) {
            0.0
        } else if against <= 0.0 {
            // drag alone damps rate and deviation equally
            f64::INFINITY
        } else if self.damping > 0.0 {
            // exponentially towards the final rate, which has the other sign
            let reach = size + against / self.damping;
            -ComplexField::ln_1p(-room / reach) / self.damping
        } else {
            room / against
        }
    }

    /// A time for which the body certainly does not cross the plane; zero if none is proven.
    pub(super) fn without_crossing(&self) -> f64 {
        let side = self.height.signum();
        let gap = ComplexField::abs(self.height) - self.deviation;
        let rounding = self.tolerance + 16.0 * f64::EPSILON * self.deviation;
        if self.rate == 0.0 && self.drive == 0.0 && gap >= -rounding {
            // the centre stays; the body may touch the plane, but does not cross it
            return f64::INFINITY;
        }
        if !(gap > rounding && gap.is_finite()) {
            return 0.0;
        }
        let line = OscillatorHeight {
            height: gap - rounding,
            rate: side * self.rate,
            constant: side * self.drive,
            ramp: 0.0,
            oscillator: DampedOscillator::new(self.damping, 0.0),
        };
        let mut times = CrossingTimes::new(line, Crossing::Descending, 0.0, f64::INFINITY, 0.0);
        times.next().unwrap_or(f64::INFINITY)
    }

    /// The infinite limit of the height; none if neither drive nor rate moves the guiding centre.
    pub(super) fn limit(&self) -> Option<f64> {
        let drives = [self.drive, self.rate];
        (drives != [0.0; 2]).then(|| driven_limit(drives, 0.0))
    }
}
