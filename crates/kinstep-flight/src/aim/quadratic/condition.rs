//! The conditions that a launch must fulfil.

use nalgebra::{ComplexField, SVector};

use super::evaluation::Evaluation;
use super::pursuit::Pursuit;
use crate::numbers::{direction, split};

/// A condition on the launch that hits at a time, as a function that is zero where the condition is met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Condition {
    /// The speed relative to the shooter \[m/s\].
    Speed(f64),
    /// Slope of the launch over ground: rise over run.
    Slope(f64),
    /// Slope of the arrival over ground: rise over run.
    ArrivalSlope(f64),
    /// The speed upwards at launch, over ground \[m/s\].
    Climb(f64),
}

/// The value of a condition at a time \[m/s\], and its derivatives by `ln t`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub(super) value: f64,
    pub(super) rate: f64,
    /// A function that is zero where the rate is zero, and nearly linear near that time.
    pub(super) lean: f64,
    /// Newton's step to the zero of the value, in `ln t`.
    pub(super) step: f64,
    /// The size of the terms that the value subtracts \[m/s\].
    pub(super) size: f64,
}

impl Condition {
    /// The velocity that the condition concerns \[m/s\], and its derivative by `ln t`.
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

    /// Evaluates the condition on this velocity and its derivative.
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
                // ln(speed) is nearly linear in ln t; so is the lean where the speed falls linearly to zero and rises again
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
