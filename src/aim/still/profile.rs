//! The speed that a hit takes, as a function of its time.

use nalgebra::{ComplexField, SVector};

use super::super::aim::Air;
use super::super::model::Model;
use super::speed::Side;

/// A target that stays, in the plane of all flights to it: y against the constant acceleration, x across.
///
/// ```text
/// v₀ = (x P, y P + C Q)        f = |v₀|²
/// ```
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Profile {
    pub(super) model: Model,
    /// Across, never negative \[m\].
    pub(super) x: f64,
    /// Against the constant acceleration \[m\].
    pub(super) y: f64,
    /// `|r|` \[m\].
    pub(super) distance: f64,
    /// C \[m/s²\]
    pub(super) constant: f64,
}

/// f, and its first two derivatives by ln t in parts: `t f'` and `t² f''`, each \[m²/s²\].
#[derive(Debug, Clone, Copy)]
pub(super) struct Square {
    pub(super) value: f64,
    pub(super) rate: f64,
    pub(super) bend: f64,
}

impl Profile {
    #[inline]
    pub(in super::super) fn new<const D: usize>(air: &Air<D>, start: &SVector<f64, D>) -> Self {
        let c = &air.constant;
        let (distance, constant) = (start.norm(), c.norm());
        let along = start.dot(c);
        // what is across, without cancellation
        let across = if constant > 0.0 {
            start - c * (along / c.norm_squared())
        } else {
            *start
        };
        Self {
            model: air.model,
            x: across.norm(),
            y: if constant > 0.0 {
                -along / constant
            } else {
                0.0
            },
            distance,
            constant,
        }
    }

    /// f at a time.
    ///
    /// With `w = y P + C Q` and, under linear drag, `e = P dS/dt`: `P' = -P e`, `w' = C - e w`, `e' = -e P`, so
    /// `f' = 2 (C w - e f)`.
    #[inline]
    pub(super) fn at(&self, time: f64) -> Square {
        let Self {
            model,
            x,
            y,
            constant,
            ..
        } = *self;
        let reach = model.reach(time);
        let p = reach.per_metre;
        let (u, w) = (x * p, y * p + constant * reach.against);
        let value = u * u + w * w;
        match model {
            Model::Linear(_) => {
                let e = p * reach.left * time;
                let (ct, pt) = (constant * time, p * time);
                Square {
                    value,
                    rate: 2.0 * (ct * w - e * value),
                    bend: 2.0 * (ct * (ct - 3.0 * e * w) + e * (pt + 2.0 * e) * value),
                }
            }
            Model::Rational(_) => {
                // P' = -1/t², Q' = 1/2
                let (u1, y1) = (-x / time, y / time);
                let half = 0.5 * constant * time;
                let w1 = half - y1;
                Square {
                    value,
                    rate: 2.0 * (u * u1 + w * w1),
                    bend: 2.0 * (u1 * u1 - 2.0 * u * u1 + w1 * w1 + 2.0 * w * y1),
                }
            }
        }
    }
}

/// The vacuum form of f, fitted to its value and two derivatives: `f = a/ρ + b + d ρ` with `ρ = (t/t₀)²`.
///
/// Without drag it is f itself, so that one step of it is exact; elsewhere its steps converge like Halley's, and it knows
/// that f falls and then rises.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fit {
    falling: f64,
    level: f64,
    rising: f64,
}

impl Fit {
    #[inline]
    pub(super) fn to(square: &Square) -> Self {
        let falling = 0.125 * (square.bend - square.rate);
        let rising = 0.125 * (square.bend + 3.0 * square.rate);
        Self {
            falling,
            level: square.value - falling - rising,
            rising,
        }
    }

    /// ρ of the least value; NaN where the fit has none.
    #[inline]
    pub(super) fn least(&self) -> f64 {
        ComplexField::sqrt(self.falling / self.rising)
    }

    /// ρ where the fit has a value, on one side of its bottom; NaN where it never has.
    #[inline]
    pub(super) fn meeting(&self, value: f64, side: Side) -> f64 {
        let half = 0.5 * (value - self.level);
        let root = ComplexField::sqrt(half * half - self.falling * self.rising);
        match side {
            Side::Falling => self.falling / (half + root),
            Side::Rising => (half + root) / self.rising,
        }
    }
}
