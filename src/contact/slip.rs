//! Slip that changes direction: `u' = G - A u/|u|` along a plane, in closed form.

use nalgebra::ComplexField;

use super::fall::V;

/// The slip u in terms of a parameter z, which starts at zero, and `q = e^-z`. The x axis is along G, the y axis along the part of u
/// across G, φ₀ is the initial angle between u and G, `κ = A/|G|` and `w = tan(φ₀/2)`:
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

/// `(1 - e^-kz)/k`
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
    /// From the initial slip \[m/s\] under a pull \[m/s²\] not parallel to it; friction decelerates the slip by `friction` \[m/s²\].
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

    /// Finds the parameter z at a time before the end.
    fn parameter(&self, time: f64) -> f64 {
        // each of the two terms alone gives an upper bound of z; at the smaller bound the time is at most twice the requested one
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

    /// The integral of the slip \[m\], and the slip \[m/s\], after a time \[s\].
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
