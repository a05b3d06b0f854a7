//! The launch speed that hits, as a function of the time of flight.

use nalgebra::{ComplexField, SVector};

use super::super::aim_model::AimModel;
use super::super::drag_model::{DragModel, LaunchCoefficients};

/// A target that stays, in the plane of all flights to it: y against the constant acceleration, x across. f is the square
/// of the launch speed that hits at a time.
///
/// ```text
/// v₀ = (x P, y P + C Q)        f = |v₀|²
/// ```
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Profile {
    pub(super) model: DragModel,
    /// The distance across the constant acceleration \[m\].
    pub(super) x: f64,
    /// The height against the constant acceleration \[m\].
    pub(super) y: f64,
    /// `|r|` \[m\].
    pub(super) distance: f64,
    /// C \[m/s²\], the length of the constant acceleration.
    pub(super) constant: f64,
}

/// f at a time t and its first two derivatives, as `t f'` and `t² f''`, each \[m²/s²\].
#[derive(Debug, Clone, Copy)]
pub(super) struct SpeedSquared {
    pub(super) value: f64,
    pub(super) rate: f64,
    pub(super) bend: f64,
}

/// A time, the coefficients of the hit then, and f.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProfilePoint {
    pub(super) time: f64,
    pub(super) reach: LaunchCoefficients,
    pub(super) square: SpeedSquared,
}

impl Profile {
    #[inline]
    pub(in super::super) fn new<const D: usize>(
        air: &AimModel<D>,
        start: &SVector<f64, D>,
    ) -> Self {
        let c = &air.constant;
        let (distance, constant) = (start.norm(), c.norm());
        let inverse = if constant > 0.0 { 1.0 / constant } else { 0.0 };
        let unit = c * inverse;
        let along = start.dot(&unit);
        Self {
            model: air.model,
            // the part across, not √(|r|² - y²), which cancels
            x: (start - unit * along).norm(),
            y: -along,
            distance,
            constant,
        }
    }

    /// f at a time.
    ///
    /// With `w = y P + C Q` and, under linear drag, e for the fading: `P' = -P e`, `w' = C - e w`, `e' = -e P`, so
    /// `f' = 2 (C w - e f)`.
    #[inline]
    pub(super) fn at(&self, time: f64) -> ProfilePoint {
        let reach = self.model.reach(time);
        let square = match self.model {
            DragModel::Linear(_) => self.linear(time, &reach),
            DragModel::Rational(_) => self.rational(time, &reach),
        };
        ProfilePoint {
            time,
            reach,
            square,
        }
    }

    #[inline]
    fn linear(&self, time: f64, reach: &LaunchCoefficients) -> SpeedSquared {
        let p = reach.per_metre;
        let (u, w) = (self.x * p, self.y * p + self.constant * reach.against);
        let value = u * u + w * w;
        // w' = C - e w and e' = -e P: f'' = 2 (C (C - 3 e w) + e (P + 2 e) f)
        let pt = p * time;
        let (ct, e) = (self.constant * time, time * reach.fading);
        SpeedSquared {
            value,
            rate: 2.0 * (ct * w - e * value),
            bend: 2.0 * (ct * (ct - 3.0 * e * w) + e * (pt + 2.0 * e) * value),
        }
    }

    /// `P' = -1/t²`, `Q' = 1/2`.
    #[inline]
    fn rational(&self, time: f64, reach: &LaunchCoefficients) -> SpeedSquared {
        let p = reach.per_metre;
        let half = 0.5 * self.constant * time;
        let (u, w) = (self.x * p, self.y * p + half);
        // u and w with t u' = u₁ and t w' = w₁
        let inverse = 1.0 / time;
        let (u1, y1) = (-self.x * inverse, self.y * inverse);
        let w1 = half - y1;
        SpeedSquared {
            value: u * u + w * w,
            rate: 2.0 * (u * u1 + w * w1),
            bend: 2.0 * (u1 * u1 - 2.0 * u * u1 + w1 * w1 + 2.0 * w * y1),
        }
    }
}

impl ProfilePoint {
    /// How far the bottom is behind in ln t, by one step of Newton's method.
    #[inline]
    pub(super) fn past_bottom(&self) -> f64 {
        let SpeedSquared { rate, bend, .. } = self.square;
        rate / (bend + rate)
    }

    /// The hit at a time so near that the cube of the change is negligible; `share` is that time over this one.
    #[inline]
    pub(super) fn nudged(&self, model: DragModel, share: f64) -> (f64, LaunchCoefficients) {
        self.reach.nudged(model, self.time, share)
    }
}

/// The vacuum form of f, fitted to its value and two derivatives: `f = a/ρ + b + d ρ` with `ρ = (t/t₀)²`.
///
/// Without drag it is f itself, so that one step is exact. With drag its steps converge as fast as Halley's, and the fit
/// falls and then rises as f does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fit {
    value: f64,
    /// `(d - a)/2`, without the cancellation near the bottom, where a = d.
    slope: f64,
    falling: f64,
    rising: f64,
}

/// A side of the bottom of f, the least speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// Earlier: the direct arc.
    Falling,
    /// Later: the lofted arc.
    Rising,
}

impl Fit {
    #[inline]
    pub(super) fn to(square: &SpeedSquared) -> Self {
        let SpeedSquared { value, rate, bend } = *square;
        Self {
            value,
            slope: 0.25 * rate,
            falling: 0.125 * (bend - rate),
            rising: 0.125 * (bend + 3.0 * rate),
        }
    }

    /// `t/t₀` of the least value; NaN where the fit has none.
    #[inline]
    pub(super) fn least(&self) -> f64 {
        ComplexField::sqrt(ComplexField::sqrt(self.falling / self.rising))
    }

    /// `t/t₀` at which the fit has a value, on one side of its bottom; NaN if it never has.
    ///
    /// `d ρ² - 2 h ρ + a = 0` where `h - √(a d)` is half of `f - f(t₀) + (√d - √a)²`: nothing cancels near the bottom.
    #[inline]
    pub(super) fn meeting(&self, value: f64, side: Side) -> f64 {
        let Self {
            falling, rising, ..
        } = *self;
        let (sum, product) = (falling + rising, falling * rising);
        let root = if product > 0.0 {
            let middle = ComplexField::sqrt(product);
            let gap = 4.0 * self.slope * self.slope / (sum + 2.0 * middle);
            let above = 0.5 * (value - self.value + gap);
            above + middle + ComplexField::sqrt(above * (above + 2.0 * middle))
        } else {
            let half = 0.5 * (value - self.value + sum);
            half + ComplexField::sqrt(half * half - product)
        };
        ComplexField::sqrt(match side {
            Side::Falling => falling / root,
            Side::Rising => root / rising,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without drag the fit is the function.
    #[test]
    fn the_fit_of_a_parabola_meets_every_speed() {
        let profile = Profile {
            model: DragModel::linear(0.0),
            x: 30.0,
            y: 10.0,
            distance: 1000.0_f64.sqrt(),
            constant: 9.81,
        };
        // f = x²/t² + (y/t + gt/2)², least where g²t⁴/4 = x² + y²
        let bottom = ComplexField::sqrt(2.0 * profile.distance / 9.81);
        for time in [0.5 * bottom, bottom, 2.5 * bottom] {
            let fit = Fit::to(&profile.at(time).square);
            let least = profile.at(time * fit.least());
            assert!((least.time - bottom).abs() < 1e-14 * bottom, "{time}");
            for more in [1e-6, 0.1, 3.0] {
                let value = least.square.value * (1.0 + more);
                for side in [Side::Falling, Side::Rising] {
                    let met = time * fit.meeting(value, side);
                    assert_eq!(met > bottom, side == Side::Rising);
                    let found = profile.at(met).square.value;
                    assert!(
                        (found - value).abs() < 1e-13 * value,
                        "{time} {value} {found}"
                    );
                }
            }
        }
    }
}
