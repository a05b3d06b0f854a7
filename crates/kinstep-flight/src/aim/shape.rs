//! The displacement of a body in a given time by its launch velocity and by a constant
//! acceleration.

use nalgebra::ComplexField;

/// The effect of drag on a flight. If γ is the drag rate (2k in the rational model), both shapes
/// obey
///
/// ```text
/// S₁ = ∫S, S₂ = ∫S₁        t = S + γ S₁        t²/2 = S₁ + γ S₂        S'' = -γ σ, S₁'' = σ, S₂'' = ρ
/// ```
///
/// so σ and ρ give bounds of every second derivative.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Shape {
    /// Linear drag: `S' = e^-γt`.
    Linear(f64),
    /// The rational model: `S = t/(1 + kt)`. Without drag k = 0.
    Rational(f64),
}

/// S, S₁ and S₂ at a given time, their rates, σ and ρ.
#[derive(Debug, Clone, Copy)]
pub(super) struct Carried {
    pub(super) by: [f64; 3],
    pub(super) rate: [f64; 3],
    pub(super) sigma: f64,
    pub(super) rho: f64,
}

/// Upper bounds of σ, |σ'|, ρ and |ρ'| on an interval.
#[derive(Debug, Clone, Copy)]
pub(super) struct Most {
    pub(super) sigma: f64,
    pub(super) sigma_rate: f64,
    pub(super) rho: f64,
    pub(super) rho_rate: f64,
}

impl Shape {
    /// Returns the shape of linear drag. Without drag it is the rational shape with k = 0.
    pub(super) fn linear(rate: f64) -> Self {
        if rate == 0.0 {
            Self::Rational(0.0)
        } else {
            Self::Linear(rate)
        }
    }

    /// Returns the drag rate γ \[1/s\].
    #[inline]
    pub(super) fn drag_rate(self) -> f64 {
        match self {
            Self::Linear(rate) => rate,
            Self::Rational(k) => 2.0 * k,
        }
    }

    pub(super) fn is_free(self) -> bool {
        self.drag_rate() == 0.0
    }

    /// Returns the limit of S for late times \[s\]. It is infinite without drag.
    pub(super) fn longest(self) -> f64 {
        let (Self::Linear(rate) | Self::Rational(rate)) = self;
        1.0 / rate
    }

    #[inline]
    pub(super) fn carry(self, time: f64) -> Carried {
        match self {
            Self::Linear(rate) => {
                let x = rate * time;
                let [left, one, two, three] = decay(x);
                let by = [
                    time * one,
                    time * (time * two),
                    time * (time * (time * three)),
                ];
                Carried {
                    by,
                    rate: [left, by[0], by[1]],
                    sigma: left,
                    rho: by[0],
                }
            }
            Self::Rational(k) => {
                let share = 1.0 / (1.0 + k * time);
                let s = time * share;
                let fall = 0.5 * time * s;
                Carried {
                    by: [s, fall, 0.5 * time * fall],
                    rate: [
                        share * share,
                        0.5 * s * (1.0 + share),
                        0.25 * time * s * (2.0 + share),
                    ],
                    sigma: share * share * share,
                    rho: rational_rho(k, s),
                }
            }
        }
    }

    /// Returns upper bounds of σ, |σ'|, ρ and |ρ'| between two times. The given values are those at
    /// a time between the two times.
    #[inline]
    pub(super) fn most(self, from: f64, time: f64, to: f64, carried: &Carried) -> Most {
        match self {
            Self::Linear(rate) => {
                let x = rate * (time - from);
                let sigma = if x < 1.0 {
                    // upper bound of e^x
                    (carried.sigma * (1.0 + x * (1.0 + x))).min(1.0)
                } else {
                    ComplexField::exp(-rate * from)
                };
                let rho = (carried.by[0] + (to - time) * carried.sigma).min(1.0 / rate);
                Most {
                    sigma,
                    sigma_rate: rate * sigma,
                    rho,
                    rho_rate: sigma,
                }
            }
            Self::Rational(k) => {
                let share = 1.0 / (1.0 + k * from);
                let cube = share * share * share;
                Most {
                    sigma: cube,
                    sigma_rate: 3.0 * k * cube * share,
                    rho: rational_rho(k, to / (1.0 + k * to)),
                    rho_rate: 1.5 * cube * share,
                }
            }
        }
    }

    /// Returns the duration of a fall from rest, at the end of which S₁ = `height`: the height of
    /// the fall divided by the acceleration \[s²\].
    pub(super) fn fall_time(self, height: f64) -> f64 {
        let k = 0.5 * self.drag_rate();
        let by_drag = k * height;
        let root = ComplexField::sqrt(by_drag * by_drag + 2.0 * height);
        // for a point beyond the target, k is negative
        let mut time = if by_drag < 0.0 {
            2.0 * height / (root - by_drag)
        } else {
            by_drag + root
        };
        if let Self::Linear(_) = self {
            // the fall in the rational model is faster, so Newton's method starts on the side on
            // which it never overshoots
            for _ in 0..MOST_ROUNDS {
                let carried = self.carry(time);
                let step = (carried.by[1] - height) / carried.by[0];
                if step.is_nan() {
                    break;
                }
                time -= step;
                if step.abs() <= 1e-9 * time {
                    break;
                }
            }
        }
        time
    }

    /// Returns the duration of a rise by a `height` \[s²\] to the highest point, and the speed at
    /// the start of the rise \[s\]. Height and speed are divided by the acceleration.
    pub(super) fn rise(self, height: f64) -> (f64, f64) {
        match self {
            Self::Rational(k) => {
                let time = ComplexField::sqrt(2.0 * height);
                (time, time * (1.0 + 0.5 * k * time))
            }
            Self::Linear(rate) => {
                // (e^x - 1 - x)/γ² = height, and the speed is (e^x - 1)/γ
                let scaled = rate * rate * height;
                let mut x = if scaled < 1.0 {
                    let y = ComplexField::sqrt(2.0 * scaled);
                    y * (1.0 - y / 6.0 + y * y / 36.0)
                } else {
                    ComplexField::ln_1p(scaled + ComplexField::ln_1p(scaled))
                };
                for _ in 0..MOST_ROUNDS {
                    let [value, slope] = growth(x);
                    let step = (value - scaled) / slope;
                    if step.is_nan() {
                        break;
                    }
                    x -= step;
                    if step.abs() <= 1e-9 * x {
                        break;
                    }
                }
                (x / rate, growth(x)[1] / rate)
            }
        }
    }

    /// Returns the height of a climb \[s²\] that starts at a given speed \[s\]. Both are divided by
    /// the acceleration.
    pub(super) fn top_of(self, climb: f64) -> f64 {
        match self {
            Self::Rational(k) => {
                // t (1 + k t/2) = climb
                let time = 2.0 * climb / (1.0 + ComplexField::sqrt(1.0 + 2.0 * k * climb));
                0.5 * time * time
            }
            Self::Linear(rate) => {
                // (x - ln(1 + x))/γ²
                climb * climb * log_rest(-rate * climb)
            }
        }
    }

    /// Returns the duration of a flight that rises by `up` to the highest point and then falls by
    /// `down`. Both heights are divided by the acceleration \[s²\].
    pub(super) fn time_over(self, up: f64, down: f64) -> f64 {
        let (rise, _) = self.rise(up);
        match self {
            Self::Linear(_) => rise + self.fall_time(down),
            Self::Rational(k) => {
                // after the highest point, the flight continues with the same k, and the
                // acceleration is multiplied by this factor
                let share = 1.0 / (1.0 + k * rise);
                rise + Self::Rational(k * share).fall_time(down / share)
            }
        }
    }

    /// Returns the height above the straight line \[s²\] of the arc with this duration, divided by
    /// the acceleration, and the rate of this height.
    pub(super) fn arc(self, time: f64) -> (f64, f64) {
        match self {
            Self::Rational(k) => {
                let top = time / (1.0 + ComplexField::sqrt(1.0 + k * time));
                let s = top / (1.0 + k * top);
                (0.5 * s * (time - top), 0.5 * s)
            }
            Self::Linear(rate) => {
                // at the highest point, S is S₁/S minus the loss due to drag
                let carried = self.carry(time);
                let slope = carried.by[1] / carried.by[0];
                let s = slope / (1.0 + rate * slope);
                let (fall, _) = self.fall_over(s);
                let change = 1.0 - slope * carried.rate[0] / carried.by[0];
                (s * slope - fall, s * change)
            }
        }
    }

    /// Returns a lower and an upper bound, between two times, of the second derivative of the
    /// height of arcs. This derivative decreases with time.
    pub(super) fn arc_bends(self, from: f64, to: f64) -> [f64; 2] {
        let least = match self {
            Self::Rational(_) => self.arc_bend(to),
            Self::Linear(_) => 0.0,
        };
        [least, self.arc_bend(from)]
    }

    /// Returns the second derivative of the height of arcs, or an upper bound of it.
    fn arc_bend(self, time: f64) -> f64 {
        match self {
            Self::Rational(k) => {
                let root = ComplexField::sqrt(1.0 + k * time);
                0.25 / (root * root * root)
            }
            Self::Linear(rate) => {
                if rate * time < 1e-3 {
                    return 1.17;
                }
                let carried = self.carry(time);
                let slope = carried.by[1] / carried.by[0];
                let share = carried.rate[0] / carried.by[0];
                let change = 1.0 - slope * share;
                let slowed = 1.0 + rate * slope;
                let second = slope * share * (rate + share) - share * change;
                1.01 * (1.0 / (slowed * slowed) + second.clamp(0.0, rate / 6.0) / rate)
            }
        }
    }

    /// Returns S₁(τ) and τ where S(τ) = `s`.
    pub(super) fn fall_over(self, s: f64) -> (f64, f64) {
        match self {
            Self::Rational(k) => {
                let stretched = s / (1.0 - k * s);
                (0.5 * s * stretched, stretched)
            }
            Self::Linear(rate) => {
                let x = rate * s;
                let part = log_rest(x);
                (s * s * part, s * (1.0 + x * part))
            }
        }
    }

    /// Returns S₁(τ) where S(τ) = `s`, and its derivative by s. `left` is `1 - γ s` (rational
    /// model: `1 - k s`) without cancellation.
    pub(super) fn fall_left(self, s: f64, left: f64) -> (f64, f64) {
        match self {
            Self::Rational(_) => {
                let stretch = 1.0 / left;
                (0.5 * s * s * stretch, 0.5 * s * stretch * (1.0 + stretch))
            }
            Self::Linear(rate) => {
                let x = rate * s;
                let fall = if x.abs() < 0.1 {
                    self.fall_over(s).0
                } else {
                    (-ComplexField::ln(left) - x) / (rate * rate)
                };
                (fall, s / left)
            }
        }
    }

    /// Returns the time τ at which S(τ) = `s`.
    pub(super) fn time_of(self, s: f64) -> f64 {
        self.fall_over(s).1
    }
}

/// Maximum number of rounds. Each round of Newton's method doubles the number of digits.
const MOST_ROUNDS: usize = 8;

/// Returns `S₂''` of the rational model.
#[inline]
fn rational_rho(k: f64, s: f64) -> f64 {
    let slowed = k * s;
    0.5 * s * (3.0 - slowed * (3.0 - slowed))
}

/// Returns e^-x, and φ₁, φ₂ and φ₃ of -x.
#[inline]
fn decay(x: f64) -> [f64; 4] {
    if x < 1.0 {
        let mut sum = 1.0;
        let mut k = 17.0;
        while k > 3.5 {
            sum = 1.0 - x / k * sum;
            k -= 1.0;
        }
        let three = sum / 6.0;
        let two = 0.5 - x * three;
        let one = 1.0 - x * two;
        [1.0 - x * one, one, two, three]
    } else {
        let left = ComplexField::exp(-x);
        let one = (1.0 - left) / x;
        let two = (1.0 - one) / x;
        [left, one, two, (0.5 - two) / x]
    }
}

/// Returns `e^x - 1 - x` and `e^x - 1`.
fn growth(x: f64) -> [f64; 2] {
    if x < 1.0 {
        let mut sum = 1.0;
        let mut k = 18.0;
        while k > 2.5 {
            sum = 1.0 + x / k * sum;
            k -= 1.0;
        }
        let two = 0.5 * sum;
        [x * x * two, x * (1.0 + x * two)]
    } else {
        let grown = ComplexField::exp_m1(x);
        [grown - x, grown]
    }
}

/// Returns `(-ln(1 - x) - x)/x²`.
fn log_rest(x: f64) -> f64 {
    if x.abs() < 0.1 {
        // 1/2 + x/3 + x²/4 + …
        (2..24_u32)
            .rev()
            .fold(0.0, |sum, k| 1.0 / f64::from(k) + x * sum)
    } else {
        (-ComplexField::ln_1p(-x) - x) / (x * x)
    }
}
