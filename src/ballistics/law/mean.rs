//! What is left of a motion when all that turns is taken out of it.

use nalgebra::{ComplexField, SVector};

use super::super::event::{Crossing, CrossingTimes, driven_limit};
use super::height::SwingHeight;
use super::swing::Swing;
use crate::flow::LinearLaw;

/// The mean motion along a direction of a body that only drag, constant forces and what turns its velocity act on: a
/// fall, about which it circles.
pub(super) struct Mean {
    /// \[m\]
    height: f64,
    /// \[m/s\]
    rate: f64,
    /// What changes it beside drag \[m/s²\].
    drive: f64,
    /// \[1/s\]
    damping: f64,
    /// How far the height \[m\] and the rate \[m/s\] are from their means at most: later no further.
    strays: [f64; 2],
    /// What rounding may do to them.
    grains: [f64; 2],
}

/// Position \[m\], velocity \[m/s\] and acceleration \[m/s²\].
pub(super) type Motion<const D: usize> = [SVector<f64, D>; 3];

/// Whether nothing but drag, constant forces and what turns the velocity acts, and that does no work.
pub(super) fn is_driven_evenly<const D: usize>(law: &LinearLaw<f64, D>) -> bool {
    let zero = |entries: &[f64]| entries.iter().all(|entry| *entry == 0.0);
    law.damping >= 0.0
        && law.gyration == -law.gyration.transpose()
        && law.stiffness == 0.0
        && zero(law.tide.as_slice())
        && zero(law.ramp.as_slice())
}

/// A number, or nothing where it may be rounding.
fn unless(number: f64, rounding: f64) -> f64 {
    if ComplexField::abs(number) <= rounding {
        0.0
    } else {
        number
    }
}

impl Mean {
    /// Seen from a motion over a plane at a distance, whose height and rate are as good as their `grains`.
    ///
    /// The velocity is a drift, a motion along the axis, and w, what turns about it. As `w' = -(γ - G) w` for any part
    /// of the motion that turns, it is `-(γ + G) / (γ² + ω²)` of its derivative; the acceleration across the axis,
    /// `-G² a / ω²`, turns.
    pub(super) fn new<const D: usize>(
        law: &LinearLaw<f64, D>,
        (normal, distance): (&SVector<f64, D>, f64),
        [position, velocity, acceleration]: &Motion<D>,
        [grain, rate_grain]: [f64; 2],
    ) -> Option<Self> {
        let (damping, gyration) = (law.damping, &law.gyration);
        let quickness = 0.5 * gyration.norm_squared();
        if !(is_driven_evenly(law) && quickness > 0.0) {
            return None;
        }
        let across = |of: &SVector<f64, D>| gyration * (gyration * of) / -quickness;
        let integral = |turning: &SVector<f64, D>| {
            (turning * damping + gyration * turning) / -(damping * damping + quickness)
        };
        let turning = integral(&across(acceleration));
        let circling = integral(&turning);
        let width = across(normal).norm();
        // what drives it along the axis, and the drift across
        let (push, drive) = (&law.constant, law.constant - across(&law.constant));
        let drift = -integral(&across(push));
        let rounding = 16.0 * f64::EPSILON * normal.norm();
        let rate_grain = rate_grain + rounding * drift.norm();
        let rate = normal.dot(&(velocity - across(velocity) + drift));
        let drive = normal.dot(&(drive + drift * damping));
        Some(Self {
            height: normal.dot(&(position - circling)) - distance,
            rate: unless(rate, rate_grain),
            drive: unless(drive, rounding * (push.norm() + damping * drift.norm())),
            damping,
            strays: [circling, turning].map(|part| width * part.norm()),
            grains: [grain, rate_grain],
        })
    }

    /// How long the rate certainly keeps its sign; zero where that cannot be told.
    pub(super) fn without_turn(&self) -> f64 {
        let ([_, stray], [_, grain]) = (self.strays, self.grains);
        let size = ComplexField::abs(self.rate);
        if self.drive == 0.0 && size + stray <= grain {
            // all that is left is rounding
            return f64::INFINITY;
        }
        let room = size - stray - grain - 16.0 * f64::EPSILON * (size + stray);
        let against = -self.drive * self.rate.signum();
        if !(room > 0.0 && against.is_finite()) {
            0.0
        } else if against <= 0.0 {
            // drag alone takes from it no more than from what turns
            f64::INFINITY
        } else if self.damping > 0.0 {
            // towards the other end
            let reach = size + against / self.damping;
            -ComplexField::ln_1p(-room / reach) / self.damping
        } else {
            room / against
        }
    }

    /// How long the plane is certainly not crossed; zero where that cannot be told.
    pub(super) fn without_crossing(&self) -> f64 {
        let ([stray, _], [grain, _]) = (self.strays, self.grains);
        let (side, gap) = (self.height.signum(), ComplexField::abs(self.height) - stray);
        let rounding = grain + 16.0 * f64::EPSILON * stray;
        if self.rate == 0.0 && self.drive == 0.0 && gap >= -rounding {
            // it may touch
            return f64::INFINITY;
        }
        if !(gap > rounding && gap.is_finite()) {
            return 0.0;
        }
        let swing = Swing::new(self.damping, 0.0);
        let line = SwingHeight::new(
            gap - rounding,
            side * self.rate,
            side * self.drive,
            0.0,
            swing,
        );
        let mut times = CrossingTimes::new(line, Crossing::Descending, 0.0, f64::INFINITY, 0.0);
        times.next().unwrap_or(f64::INFINITY)
    }

    /// What the height tends to when the rate no longer changes its sign, and no drag ends it.
    pub(super) fn limit(&self) -> Option<f64> {
        let drives = [self.drive, self.rate];
        (drives != [0.0; 2]).then(|| driven_limit(drives, 0.0))
    }
}
