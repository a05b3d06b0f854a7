//! An engine of constant power.

use nalgebra::{ComplexField, SVector};

use super::course::{Course, motion};
use super::{Effect, Force, ParameterError, SceneForce};
use crate::body::Body;
use crate::increment::{Increment, Motion};
use crate::numbers::{direction, from_f64, larger, length, to_f64};
use crate::space::Real;

/// An engine, or a brake, of constant power along the velocity: `F = P v / |v|²`.
///
/// Exact alone in the plane and in space: `|v|² = |v₀|² + 2 (P/m) t`. A brake (P < 0) stops the body inside the step,
/// and it stays at rest. So does an engine back in time: the body is at rest before the time at which it started.
///
/// At rest the velocity has no direction, and the force would be infinite: such a body stays at rest, unless the
/// engine has a [`heading`](Self::heading); then it starts in that direction, exactly too. The acceleration at rest
/// is zero in either case, so schemes that use only accelerations do not start at all.
///
/// ```
/// use kinstep::{Body2, ConstantPower, World2};
///
/// // 40 kW on 1000 kg for 10 s from rest: ½ m v² = 400 kJ
/// let mut world = World2::new();
/// world.add_force(ConstantPower::new(40_000.0).heading([1.0, 0.0]))?;
/// let car = world.add_body(Body2::point(1000.0))?;
/// world.step(10.0)?;
/// assert!((world[car].kinetic_energy() - 400e3).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
#[doc(alias("motor", "car", "throttle"))]
pub struct ConstantPower<T, const D: usize> {
    /// P \[W\].
    pub power: T,
    /// The direction in which it starts from rest, world frame, of any length; zero for none.
    #[cfg_attr(feature = "serde", serde(default = "nalgebra::zero"))]
    pub heading: SVector<T, D>,
}

impl<T: Real<D>, const D: usize> ConstantPower<T, D> {
    /// An engine of power P \[W\]; a brake if it is negative.
    #[must_use]
    pub fn new(power: T) -> Self {
        Self {
            power,
            heading: SVector::zeros(),
        }
    }

    /// The same engine, which starts in this direction from rest; world frame, of any length.
    #[must_use]
    pub fn heading(mut self, heading: impl Into<SVector<T, D>>) -> Self {
        self.heading = heading.into();
        self
    }
}

impl<T: Real<D>, const D: usize> Force<T, D> for ConstantPower<T, D> {
    fn acceleration(&self, body: &Body<T, D>, _time: T) -> SVector<T, D> {
        let velocity = body.velocity.map(to_f64);
        let speed = length(&velocity);
        if speed == 0.0 {
            return SVector::zeros();
        }
        let push = to_f64(self.power) / to_f64(body.mass) / speed;
        (velocity * (push / speed)).map(from_f64)
    }

    /// With `p = P/m` and `v = √(v₀² + 2 p t)`: `Δv = 2 p t / (v₀ + v)`, and a way of
    /// `⅔ t (v₀² + v₀ v + v²) / (v₀ + v)`, which is `t Δv (v₀ + 2 v) / (3 (v₀ + v))` beyond coasting.
    fn effect(&self, body: &Body<T, D>, _time: T, dt: T) -> Effect<T, D> {
        let velocity = body.velocity.map(to_f64);
        let (speed, time) = (length(&velocity), to_f64(dt));
        let gain = 2.0 * to_f64(self.power) / to_f64(body.mass);
        let along = if speed > 0.0 {
            velocity / speed
        } else if gain * time > 0.0 && time > 0.0 {
            direction(&self.heading.map(to_f64))
        } else {
            let nothing = Increment::zero();
            return Effect::Motion(Motion::from_increment(nothing, &body.velocity, dt));
        };
        // in a unit of speed in which no square overflows or fades
        let largest = larger(speed, ComplexField::sqrt((gain * time).abs()));
        let unit = if (1e-140..1e150).contains(&largest) {
            1.0
        } else {
            largest
        };
        let (speed, gain) = (speed / unit, gain / unit / unit);
        let square = speed * speed + gain * time;
        let course = if square.is_nan() {
            Course::UNKNOWN
        } else if square > 0.0 {
            let end = ComplexField::sqrt(square);
            let sum = speed + end;
            let gained = gain * time / sum;
            Course {
                end,
                // (v₀² + v₀ v + v²) / (v₀ + v)
                length: 2.0 / 3.0 * time * (sum - speed * (end / sum)),
                gained,
                lead: time * gained * (speed + 2.0 * end) / (3.0 * sum),
            }
        } else {
            // at rest after t = -v₀² / 2p and a distance of ⅔ v₀ t
            let rest = -speed * (speed / gain);
            Course {
                end: 0.0,
                length: 2.0 / 3.0 * speed * rest,
                gained: -speed,
                lead: -speed * (rest / 3.0 + (time - rest)),
            }
        };
        let course = course / unit.recip();
        Effect::Motion(motion(body, &SVector::zeros(), [(along, course)], time))
    }

    fn in_scene(&self) -> Option<SceneForce<T, D>> {
        Some(SceneForce::AtCentre((*self).into()))
    }

    fn check(&self) -> Result<(), ParameterError<T>> {
        ParameterError::unless_finite("the power", self.power)?;
        ParameterError::unless_all_finite("the heading", &self.heading)
    }
}
