//! The tail of a flight under quadratic drag: a closed form for all later times.

use nalgebra::{ComplexField, SVector};

use crate::search::quadratic_roots;
use crate::trajectory::driven_limit;

/// The equation that a [`FlightTail`] solves; r is its rate.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum TailKind {
    /// Without drag: `v = w + a t`.
    Parabola,
    /// Without gravity, on a straight line through the air: `v = w + a / (1 + rt)`, with the initial velocity a relative to
    /// the air and `r = κ |a|`.
    Slowing,
    /// Near the terminal velocity, linearised: `v = w + a e^(-2rt) + b e^(-rt)`, with the initial differences a along gravity
    /// and b across it, and `r = |g| / v_T`.
    Falling,
}

/// The tail of a flight; times count from its start. The velocity is `v = w + a f(t) + b h(t)`, with f and h from
/// [`TailKind`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct FlightTail<const D: usize> {
    pub(super) kind: TailKind,
    /// Position at the start of the tail \[m\].
    pub(super) position: SVector<f64, D>,
    /// w \[m/s\].
    pub(super) lasting: SVector<f64, D>,
    /// a: an acceleration \[m/s²\] for a parabola, else a velocity \[m/s\].
    pub(super) first: SVector<f64, D>,
    /// b \[m/s\]; zero unless falling.
    pub(super) second: SVector<f64, D>,
    /// r \[1/s\].
    pub(super) rate: f64,
}

impl<const D: usize> FlightTail<D> {
    /// The motion from a position \[m\] with a velocity \[m/s\] under a constant acceleration \[m/s²\].
    pub(super) fn parabola(
        position: SVector<f64, D>,
        velocity: SVector<f64, D>,
        acceleration: SVector<f64, D>,
    ) -> Self {
        Self {
            kind: TailKind::Parabola,
            position,
            lasting: velocity,
            first: acceleration,
            second: SVector::zeros(),
            rate: 0.0,
        }
    }

    /// Position \[m\] and velocity \[m/s\].
    #[inline(always)]
    pub(super) fn at(&self, time: f64) -> (SVector<f64, D>, SVector<f64, D>) {
        let Self {
            position,
            lasting,
            first,
            second,
            rate,
            ..
        } = self;
        match self.kind {
            TailKind::Parabola => (
                position + (lasting + first * (0.5 * time)) * time,
                lasting + first * time,
            ),
            TailKind::Slowing => {
                // ∫ dt/(1 + rt) = ln(1 + rt)/r
                let slowed = if *rate > 0.0 {
                    ComplexField::ln_1p(rate * time) / rate
                } else {
                    time
                };
                (
                    position + lasting * time + first * slowed,
                    lasting + first / (1.0 + rate * time),
                )
            }
            TailKind::Falling => {
                // ∫ e^(-rt) dt
                let decayed = |rate: f64| -ComplexField::exp_m1(-rate * time) / rate;
                let left = ComplexField::exp(-rate * time);
                (
                    position
                        + lasting * time
                        + first * decayed(2.0 * rate)
                        + second * decayed(*rate),
                    lasting + first * (left * left) + second * left,
                )
            }
        }
    }

    /// The height over the plane `normal · p = distance`.
    pub(super) fn projected(&self, normal: &SVector<f64, D>, distance: f64) -> FlightTail<1> {
        let along = |vector: &SVector<f64, D>| SVector::from([normal.dot(vector)]);
        FlightTail {
            kind: self.kind,
            position: along(&self.position).add_scalar(-distance),
            lasting: along(&self.lasting),
            first: along(&self.first),
            second: along(&self.second),
            rate: self.rate,
        }
    }
}

impl FlightTail<1> {
    /// The times at which the rate of the height changes its sign, in order; NaN or negative where there is none.
    pub(super) fn turns(&self) -> [f64; 2] {
        let [lasting, first, second] = [self.lasting, self.first, self.second].map(|term| term.x);
        match self.kind {
            TailKind::Parabola => [-lasting / first, f64::NAN],
            TailKind::Slowing => [(-first / lasting - 1.0) / self.rate, f64::NAN],
            TailKind::Falling => {
                // w + b z + a z² = 0 with z = e^(-rt)
                let [one, other] = quadratic_roots(first, second, lasting)
                    .map(|left| -ComplexField::ln(left) / self.rate);
                // a double root: the rate touches zero without a sign change
                if one == other {
                    [f64::NAN; 2]
                } else if one < other {
                    [one, other]
                } else {
                    [other, one]
                }
            }
        }
    }

    /// The limit of the height for late times \[m\].
    pub(super) fn limit(&self) -> f64 {
        let [start, lasting, first, second] =
            [self.position, self.lasting, self.first, self.second].map(|term| term.x);
        match self.kind {
            TailKind::Parabola => driven_limit([first, lasting], start),
            TailKind::Slowing => driven_limit([lasting, first], start),
            TailKind::Falling => {
                let end = start + first / (2.0 * self.rate) + second / self.rate;
                driven_limit([lasting, 0.0], end)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector1;

    use super::*;

    fn falling(drift: f64, along: f64, across: f64) -> FlightTail<1> {
        FlightTail {
            kind: TailKind::Falling,
            position: Vector1::new(1.0),
            lasting: Vector1::new(drift),
            first: Vector1::new(along),
            second: Vector1::new(across),
            rate: 0.5,
        }
    }

    #[test]
    fn a_fall_may_turn_twice() {
        // (1 - 2z)(1 - 4z): z = 1/4 and 1/2
        let fall = falling(1.0, 8.0, -6.0);
        let [first, second] = fall.turns();
        assert!((first - 2.0 * 2_f64.ln()).abs() < 1e-15);
        assert!((second - 4.0 * 2_f64.ln()).abs() < 1e-15);
        for turn in [first, second] {
            assert!(fall.at(turn).1.x.abs() < 1e-15);
            assert!(fall.at(turn - 0.1).1.x * fall.at(turn + 0.1).1.x < 0.0);
        }
        assert_eq!(fall.limit(), f64::INFINITY);
        assert_eq!(falling(0.0, 1.0, -0.5).limit(), 1.0);
    }

    #[test]
    fn a_slowing_body_stops_against_the_wind() {
        let rest = FlightTail {
            kind: TailKind::Slowing,
            ..falling(-1.0, 4.0, 0.0)
        };
        assert_eq!(rest.turns()[0], 6.0);
        assert_eq!(rest.at(6.0).1.x, 0.0);
        assert_eq!(rest.limit(), f64::NEG_INFINITY);
    }
}
