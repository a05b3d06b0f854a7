//! The speed that a hit takes, as a function of its time.

use nalgebra::{ComplexField, SVector};

use super::super::aim::Air;
use super::super::model::{Model, Reach};

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

/// f at a time and its first two derivatives by it, as `t f'` and `t² f''`, each \[m²/s²\].
#[derive(Debug, Clone, Copy)]
pub(super) struct Square {
    pub(super) value: f64,
    pub(super) rate: f64,
    pub(super) bend: f64,
}

/// A time, and what a hit then takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    pub(super) time: f64,
    pub(super) reach: Reach,
    pub(super) square: Square,
}

impl Profile {
    #[inline]
    pub(in super::super) fn new<const D: usize>(air: &Air<D>, start: &SVector<f64, D>) -> Self {
        let c = &air.constant;
        let (distance, constant) = (start.norm(), c.norm());
        let inverse = if constant > 0.0 { 1.0 / constant } else { 0.0 };
        let unit = c * inverse;
        let along = start.dot(&unit);
        Self {
            model: air.model,
            // without cancellation
            x: (start - unit * along).norm(),
            y: -along,
            distance,
            constant,
        }
    }

    /// f at a time.
    ///
    /// With `w = y P + C Q` and, under linear drag, `e = P dS/dt`: `P' = -P e`, `w' = C - e w`, `e' = -e P`, so
    /// `f' = 2 (C w - e f)`.
    #[inline]
    pub(super) fn at(&self, time: f64) -> Moment {
        let reach = self.model.reach(time);
        let square = match self.model {
            Model::Linear(_) => self.linear(time, &reach),
            Model::Rational(_) => self.rational(time, &reach),
        };
        Moment {
            time,
            reach,
            square,
        }
    }

    #[inline]
    fn linear(&self, time: f64, reach: &Reach) -> Square {
        let p = reach.per_metre;
        let (u, w) = (self.x * p, self.y * p + self.constant * reach.against);
        let value = u * u + w * w;
        let pt = p * time;
        let (ct, e) = (self.constant * time, pt * reach.left);
        Square {
            value,
            rate: 2.0 * (ct * w - e * value),
            bend: 2.0 * (ct * (ct - 3.0 * e * w) + e * (pt + 2.0 * e) * value),
        }
    }

    /// `P' = -1/t²`, `Q' = 1/2`.
    #[inline]
    fn rational(&self, time: f64, reach: &Reach) -> Square {
        let p = reach.per_metre;
        let half = 0.5 * self.constant * time;
        let (u, w) = (self.x * p, self.y * p + half);
        let inverse = 1.0 / time;
        let (u1, y1) = (-self.x * inverse, self.y * inverse);
        let w1 = half - y1;
        Square {
            value: u * u + w * w,
            rate: 2.0 * (u * u1 + w * w1),
            bend: 2.0 * (u1 * u1 - 2.0 * u * u1 + w1 * w1 + 2.0 * w * y1),
        }
    }
}

impl Moment {
    /// Halley's step by ln t to where f has a value.
    #[inline]
    pub(super) fn step_to(&self, target: f64) -> f64 {
        let Square { value, rate, bend } = self.square;
        let off = value - target;
        -2.0 * off * rate / (2.0 * rate * rate - off * (bend + rate))
    }

    /// What a hit takes at a time so near that the cube of the change does not count; `share` is that time over this one.
    ///
    /// Under linear drag, with `L = dS/dt` and `e = P L`: `P' = -P e`, `e' = -e P`, `Q' = 1 - Q e`.
    #[inline]
    pub(super) fn nudged(&self, model: Model, share: f64) -> (f64, Reach) {
        let time = self.time * share;
        if let Model::Rational(_) = model {
            return (time, model.reach(time));
        }
        let Reach {
            per_metre: p,
            against: q,
            left,
        } = self.reach;
        let (step, e) = (self.time * (share - 1.0), p * left);
        let grow = 1.0 - q * e;
        let (p_bend, q_bend) = (p * e * (p + e), e * (q * p - grow));
        let reach = Reach {
            per_metre: p + step * (0.5 * step * p_bend - p * e),
            against: q + step * (grow + 0.5 * step * q_bend),
            left,
        };
        (time, reach)
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

/// A side of the least speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// Earlier: the direct arc.
    Falling,
    /// Later: the lofted arc.
    Rising,
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

    /// `t/t₀` of the least value; NaN where the fit has none.
    #[inline]
    pub(super) fn least(&self) -> f64 {
        ComplexField::sqrt(ComplexField::sqrt(self.falling / self.rising))
    }

    /// `t/t₀` where the fit has a value, on one side of its bottom; NaN where it never has.
    #[inline]
    pub(super) fn meeting(&self, value: f64, side: Side) -> f64 {
        let half = 0.5 * (value - self.level);
        let root = half + ComplexField::sqrt(half * half - self.falling * self.rising);
        ComplexField::sqrt(match side {
            Side::Falling => self.falling / root,
            Side::Rising => root / self.rising,
        })
    }
}
