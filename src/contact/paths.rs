//! Paths of a body in closed form, and lower bounds of the height of a path above a plane.

use super::fall::{Fall, Motion, V, drifted};
use nalgebra::ComplexField;

/// Path of the centre of a body in a segment.
#[derive(Clone, Copy)]
pub(super) enum Way<'a> {
    /// Path with an initial velocity under `v' = g - c v`, plus a constant drift velocity.
    Arc {
        velocity: V,
        constant: V,
        drag: f64,
        drift: V,
    },
    /// Path while the slip changes direction: `x'' = G + s (u' - G)`, with the slip u, the constant
    /// acceleration G, the share s, and `|x'' - G| = friction`.
    Turn {
        normal: V,
        velocity: V,
        pull: V,
        drift: V,
        share: f64,
        friction: f64,
        slip: V,
        turning: TurningSlip,
    },
    /// Path under a general law, from a state at the time `start` of the flow.
    Law {
        motion: &'a dyn Motion,
        position: V,
        velocity: V,
        start: f64,
    },
}

impl Way<'_> {
    /// Returns the path of a body with a constant velocity.
    pub(super) fn steady(velocity: V) -> Self {
        Self::Arc {
            velocity,
            constant: V::zeros(),
            drag: 0.0,
            drift: V::zeros(),
        }
    }

    /// Returns displacement \[m\] and velocity \[m/s\] after a duration.
    pub(super) fn at(&self, time: f64) -> (V, V) {
        match self {
            Self::Arc {
                velocity,
                constant,
                drag,
                drift,
            } => {
                let (moved, velocity) = drifted(velocity, constant, *drag, time);
                (moved + drift * time, velocity + drift)
            }
            Self::Turn {
                velocity,
                pull,
                drift,
                share,
                slip,
                turning,
                ..
            } => {
                let (slipped, now) = turning.at(time);
                let square = 0.5 * time * time;
                let lost = slipped - slip * time - pull * square;
                let change = now - slip - pull * time;
                (
                    (velocity + drift) * time + pull * square + lost * *share,
                    velocity + drift + pull * time + change * *share,
                )
            }
            Self::Law {
                motion,
                position,
                velocity,
                start,
            } => motion.flow(position, velocity, *start, time),
        }
    }

    pub(super) fn is_arc(&self) -> bool {
        matches!(self, Self::Arc { .. })
    }

    /// Returns the duration for which a bound by [`fall`](Self::fall) is valid \[s\].
    pub(super) fn stretch(&self, _: f64) -> f64 {
        match self {
            Self::Law { motion, .. } => 0.5 / motion.rate().max(f64::MIN_POSITIVE),
            _ => f64::INFINITY,
        }
    }

    /// Returns a lower bound of the height of the path along a normal, relative to a surface. The
    /// bound starts at `time` with height zero, and is valid for the duration `stretch`.
    pub(super) fn fall(
        &self,
        normal: &V,
        velocity: &V,
        surface: &V,
        time: f64,
        stretch: f64,
    ) -> Fall {
        let still = Fall {
            height: 0.0,
            speed: normal.dot(&(velocity - surface)),
            acceleration: 0.0,
            steady: 0.0,
            drag: 0.0,
        };
        match self {
            Self::Arc {
                constant,
                drag,
                drift,
                ..
            } => Fall {
                speed: normal.dot(&(velocity - drift)),
                acceleration: normal.dot(constant),
                steady: normal.dot(&(drift - surface)),
                drag: *drag,
                ..still
            },
            Self::Turn {
                normal: face,
                pull,
                friction,
                ..
            } => {
                let aside = (normal - face * face.dot(normal)).norm();
                Fall {
                    acceleration: normal.dot(pull) - friction * aside,
                    ..still
                }
            }
            Self::Law {
                motion,
                position,
                velocity: first,
                start,
            } => {
                let (moved, now) = motion.flow(position, first, *start, time);
                let pull = motion.acceleration(&(position + moved), &now, start + time);
                let rate = motion.rate();
                // bound on the rate of change of the acceleration, while the phase advances by up
                // to half a radian
                let jerk = 1.65 * rate * (pull.norm() + rate * now.norm());
                let stretch = stretch.min(0.5 / rate.max(f64::MIN_POSITIVE));
                Fall {
                    acceleration: normal.dot(&pull) - jerk * stretch / 3.0,
                    ..still
                }
            }
        }
    }

    /// Returns an upper bound of the speed until `time` \[m/s\].
    pub(super) fn fastest(&self, time: f64) -> f64 {
        match self {
            Self::Arc {
                velocity,
                constant,
                drag,
                drift,
            } => {
                // drag limits the speed: it approaches the terminal velocity
                let gain = constant.norm()
                    * if *drag > 0.0 {
                        time.min(1.0 / drag)
                    } else {
                        time
                    };
                velocity.norm() + drift.norm() + gain
            }
            Self::Turn {
                velocity,
                pull,
                drift,
                friction,
                ..
            } => velocity.norm() + drift.norm() + (pull.norm() + friction) * time,
            Self::Law {
                motion,
                position,
                velocity,
                start,
            } => {
                let pull = motion.acceleration(position, velocity, *start);
                let rate = motion.rate();
                // bounds derived from the growth of the energy
                let swing = 2.0 * (velocity.norm() + pull.norm() / rate.max(f64::MIN_POSITIVE));
                let growth = 2.0 * (velocity.norm() + pull.norm() * time);
                if rate * time < 0.5 {
                    growth
                } else {
                    swing.max(growth)
                }
            }
        }
    }
}

// Slip that changes direction: `u' = G - A u/|u|` along a plane, in closed form.

/// A slip u that changes direction, as a function of a parameter z, with z = 0 at the start and
/// `q = e^-z`. The x axis points along G, the y axis along the component of u across G; φ₀ is the
/// initial angle between u and G, `κ = A/|G|` and `w = tan(φ₀/2)`:
///
/// ```text
/// u_y = U q^κ        u_x = U/2 (q^(κ-1)/w - w q^(κ+1))        t = U/2G (P(κ-1)/w + w P(κ+1)),  P(k) = (1 - q^k)/k
/// ```
#[derive(Debug, Clone, Copy)]
pub(super) struct TurningSlip {
    along: V,
    across: V,
    pull: f64,
    kappa: f64,
    /// U, the component of the initial slip across the pull \[m/s\].
    speed: f64,
    half: f64,
    /// Time at which the slip ends \[s\].
    pub(super) end: f64,
}

/// Returns `(1 - e^-kz)/k`.
fn part(z: f64, k: f64) -> f64 {
    if k * z == 0.0 {
        z
    } else {
        -ComplexField::exp_m1(-k * z) / k
    }
}

/// Maximum number of Newton steps.
const MOST_STEPS: usize = 200;

impl TurningSlip {
    /// Returns the slip after an initial slip \[m/s\], under a constant acceleration `pull`
    /// \[m/s²\] that is not parallel to it. Friction decelerates the slip by `friction` \[m/s²\].
    pub(super) fn new(slip: &V, pull: &V, friction: f64) -> Self {
        let size = pull.norm();
        let along = pull / size;
        let forward = along.dot(slip);
        let side = slip - along * forward;
        let speed = side.norm();
        let kappa = friction / size;
        let half = if forward > 0.0 {
            speed / (slip.norm() + forward)
        } else {
            (slip.norm() - forward) / speed
        };
        let end = if kappa > 1.0 {
            0.5 * speed / size * (1.0 / (half * (kappa - 1.0)) + half / (kappa + 1.0))
        } else {
            f64::INFINITY
        };
        Self {
            along,
            across: side / speed,
            pull: size,
            kappa,
            speed,
            half,
            end,
        }
    }

    fn time(&self, z: f64) -> f64 {
        let parts = part(z, self.kappa - 1.0) / self.half + self.half * part(z, self.kappa + 1.0);
        0.5 * self.speed / self.pull * parts
    }

    /// Returns the parameter z at a time before the end of the slip.
    fn parameter(&self, time: f64) -> f64 {
        // each of the two terms alone gives an upper bound of z; at the smaller bound the elapsed
        // time is at most twice the requested time
        let alone = |share: f64, k: f64| {
            if k == 0.0 {
                share
            } else if k * share >= 1.0 {
                f64::INFINITY
            } else {
                -ComplexField::ln_1p(-k * share) / k
            }
        };
        let scaled = 2.0 * self.pull * time / self.speed;
        let mut high = alone(scaled * self.half, self.kappa - 1.0)
            .min(alone(scaled / self.half, self.kappa + 1.0));
        let (mut low, mut z) = (0.0, if high < f64::INFINITY { high } else { 1.0 });
        for _ in 0..MOST_STEPS {
            let late = self.time(z) - time;
            if late < 0.0 {
                low = z;
            } else {
                high = z;
            }
            let slope = ComplexField::exp(-(self.kappa - 1.0) * z) / self.half
                + self.half * ComplexField::exp(-(self.kappa + 1.0) * z);
            let mut next = z - late / (0.5 * self.speed / self.pull * slope);
            if !(next >= low && next <= high) {
                let is_bounded = high < f64::INFINITY;
                next = if is_bounded {
                    0.5 * (low + high)
                } else {
                    2.0 * low + 1.0
                };
            }
            if (next - z).abs() <= 2.0 * f64::EPSILON * z {
                break;
            }
            z = next;
        }
        z
    }

    /// Returns the integral of the slip over time \[m\], and the slip \[m/s\], after a time \[s\].
    pub(super) fn at(&self, time: f64) -> (V, V) {
        let (kappa, half, speed) = (self.kappa, self.half, self.speed);
        let is_over = time >= self.end;
        let z = if is_over {
            f64::INFINITY
        } else {
            self.parameter(time)
        };
        let power = |k: f64| {
            if is_over {
                0.0
            } else {
                ComplexField::exp(-k * z)
            }
        };
        let part = |k: f64| if is_over { 1.0 / k } else { part(z, k) };
        let across = part(2.0 * kappa - 1.0) / half + half * part(2.0 * kappa + 1.0);
        let along = part(2.0 * kappa - 2.0) / (half * half) - half * half * part(2.0 * kappa + 2.0);
        let square = speed * speed / self.pull;
        let way = self.across * (0.5 * square * across) + self.along * (0.25 * square * along);
        let forward = 0.5 * speed * (power(kappa - 1.0) / half - half * power(kappa + 1.0));
        (
            way,
            self.across * (speed * power(kappa)) + self.along * forward,
        )
    }
}
