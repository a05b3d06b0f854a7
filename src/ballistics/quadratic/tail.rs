//! The tail of a flight under quadratic drag: a closed form for all later times.

use nalgebra::{ComplexField, SVector};

use super::super::event::{driven_limit, quadratic_roots};

/// Motion under a constant acceleration; times count from its start.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct ConstantAcceleration<const D: usize> {
    /// \[m\]
    pub(super) position: SVector<f64, D>,
    /// \[m/s\]
    pub(super) velocity: SVector<f64, D>,
    /// \[m/s²\]
    pub(super) acceleration: SVector<f64, D>,
}

impl<const D: usize> ConstantAcceleration<D> {
    pub(super) fn position(&self, time: f64) -> SVector<f64, D> {
        self.position + (self.velocity + self.acceleration * (0.5 * time)) * time
    }

    pub(super) fn velocity(&self, time: f64) -> SVector<f64, D> {
        self.velocity + self.acceleration * time
    }

    pub(super) fn projected(
        &self,
        along: impl Fn(&SVector<f64, D>) -> SVector<f64, 1>,
        point: impl Fn(&SVector<f64, D>) -> SVector<f64, 1>,
    ) -> ConstantAcceleration<1> {
        ConstantAcceleration {
            position: point(&self.position),
            velocity: along(&self.velocity),
            acceleration: along(&self.acceleration),
        }
    }
}

/// The tail of a flight; times count from its start.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum FlightTail<const D: usize> {
    /// Without drag.
    Parabola(ConstantAcceleration<D>),
    /// Without gravity: `u(t) = u₀ / (1 + rt)` with `r = κ |u₀|`, on a straight line through the air.
    Slowing {
        /// \[m\]
        position: SVector<f64, D>,
        /// \[m/s\]
        wind: SVector<f64, D>,
        /// u₀ \[m/s\].
        velocity: SVector<f64, D>,
        /// r \[1/s\].
        rate: f64,
    },
    /// Near the terminal velocity, linearised: the difference from it decays at the rate `λ = |g| / v_T` across gravity, and
    /// at 2λ along it.
    Falling {
        /// \[m\]
        position: SVector<f64, D>,
        /// The terminal velocity plus the wind \[m/s\].
        drift: SVector<f64, D>,
        /// The initial difference along gravity \[m/s\].
        along: SVector<f64, D>,
        /// The initial difference across gravity \[m/s\].
        across: SVector<f64, D>,
        /// λ \[1/s\].
        rate: f64,
    },
}

impl<const D: usize> FlightTail<D> {
    pub(super) fn position(&self, time: f64) -> SVector<f64, D> {
        match self {
            Self::Parabola(parabola) => parabola.position(time),
            Self::Slowing {
                position,
                wind,
                velocity,
                rate,
            } => {
                // ∫ dt/(1 + rt) = ln(1 + rt)/r
                let slowed = if *rate > 0.0 {
                    ComplexField::ln_1p(rate * time) / rate
                } else {
                    time
                };
                position + wind * time + velocity * slowed
            }
            Self::Falling {
                position,
                drift,
                along,
                across,
                rate,
            } => {
                let decayed = |rate: f64| -ComplexField::exp_m1(-rate * time) / rate;
                position + drift * time + along * decayed(2.0 * rate) + across * decayed(*rate)
            }
        }
    }

    pub(super) fn velocity(&self, time: f64) -> SVector<f64, D> {
        match self {
            Self::Parabola(parabola) => parabola.velocity(time),
            Self::Slowing {
                wind,
                velocity,
                rate,
                ..
            } => wind + velocity / (1.0 + rate * time),
            Self::Falling {
                drift,
                along,
                across,
                rate,
                ..
            } => {
                let left = ComplexField::exp(-rate * time);
                drift + along * (left * left) + across * left
            }
        }
    }

    pub(super) fn projected(
        &self,
        along: impl Fn(&SVector<f64, D>) -> SVector<f64, 1>,
        point: impl Fn(&SVector<f64, D>) -> SVector<f64, 1>,
    ) -> FlightTail<1> {
        match self {
            Self::Parabola(parabola) => FlightTail::Parabola(parabola.projected(along, point)),
            Self::Slowing {
                position,
                wind,
                velocity,
                rate,
            } => FlightTail::Slowing {
                position: point(position),
                wind: along(wind),
                velocity: along(velocity),
                rate: *rate,
            },
            Self::Falling {
                position,
                drift,
                along: parallel,
                across,
                rate,
            } => FlightTail::Falling {
                position: point(position),
                drift: along(drift),
                along: along(parallel),
                across: along(across),
                rate: *rate,
            },
        }
    }
}

impl FlightTail<1> {
    /// The times at which the rate changes its sign, in order; NaN or negative where there is none.
    pub(super) fn turns(&self) -> [f64; 2] {
        match self {
            Self::Parabola(parabola) => [-parabola.velocity.x / parabola.acceleration.x, f64::NAN],
            Self::Slowing {
                wind,
                velocity,
                rate,
                ..
            } => [(-velocity.x / wind.x - 1.0) / rate, f64::NAN],
            Self::Falling {
                drift,
                along,
                across,
                rate,
                ..
            } => {
                // drift + across z + along z² = 0 with z = e^(-λt)
                let [one, other] = quadratic_roots(along.x, across.x, drift.x)
                    .map(|left| -ComplexField::ln(left) / rate);
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
        match self {
            Self::Parabola(parabola) => driven_limit(
                [parabola.acceleration.x, parabola.velocity.x],
                parabola.position.x,
            ),
            Self::Slowing {
                position,
                wind,
                velocity,
                ..
            } => driven_limit([wind.x, velocity.x], position.x),
            Self::Falling {
                position,
                drift,
                along,
                across,
                rate,
            } => {
                let end = position.x + along.x / (2.0 * rate) + across.x / rate;
                driven_limit([drift.x, 0.0], end)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector1;

    use super::*;

    fn falling(drift: f64, along: f64, across: f64) -> FlightTail<1> {
        FlightTail::Falling {
            position: Vector1::new(1.0),
            drift: Vector1::new(drift),
            along: Vector1::new(along),
            across: Vector1::new(across),
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
            assert!(fall.velocity(turn).x.abs() < 1e-15);
            assert!(fall.velocity(turn - 0.1).x * fall.velocity(turn + 0.1).x < 0.0);
        }
        assert_eq!(fall.limit(), f64::INFINITY);
        assert_eq!(falling(0.0, 1.0, -0.5).limit(), 1.0);
    }

    #[test]
    fn a_slowing_body_stops_against_the_wind() {
        let rest = FlightTail::Slowing {
            position: Vector1::zeros(),
            wind: Vector1::new(-1.0),
            velocity: Vector1::new(4.0),
            rate: 0.5,
        };
        assert_eq!(rest.turns()[0], 6.0);
        assert_eq!(rest.velocity(6.0).x, 0.0);
        assert_eq!(rest.limit(), f64::NEG_INFINITY);
    }
}
