//! The velocity with quadratic drag as a power series in time.

use nalgebra::{ComplexField, SMatrix, SVector};

/// The law `u' = g - κ |u| u` of the velocity u relative to the air.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct QuadraticDragLaw<const D: usize> {
    /// g \[m/s²\].
    pub(crate) gravity: SVector<f64, D>,
    /// κ \[1/m\].
    pub(crate) coefficient: f64,
}

impl<const D: usize> QuadraticDragLaw<D> {
    /// Returns the acceleration \[m/s²\] at a velocity relative to the air \[m/s\].
    pub(crate) fn acceleration(&self, velocity: &SVector<f64, D>) -> SVector<f64, D> {
        self.gravity - velocity * (self.coefficient * velocity.norm())
    }

    /// Returns the terminal speed `√(|g|/κ)` \[m/s\]. It is infinite without drag.
    pub(crate) fn terminal_speed(&self) -> f64 {
        ComplexField::sqrt(self.gravity.norm() / self.coefficient)
    }

    /// Returns the speed below which drag may be omitted \[m/s\]. While a body accelerates from
    /// rest to this speed, or decelerates from it, drag changes the velocity by less than a
    /// tolerance \[m/s\], or by less than a rounding error.
    fn free_speed(&self, tolerance: f64) -> f64 {
        // ∫ κ (gt)² dt = κ w³/3g from zero to the speed w
        ComplexField::cbrt(tolerance / self.coefficient * self.gravity.norm())
            .max(1e-8 * self.terminal_speed())
    }
}

/// One piece of a flight: the first `N` terms of the velocity relative to the air. It is valid as
/// long as the tolerance allows.
///
/// With `s = |u|`, the terms in powers of `t / unit` follow one after the other from `s² = u·u` and
/// the equation:
///
/// ```text
/// 2 s₀ sₖ = Σ uᵢ·uₖ₋ᵢ - Σ' sᵢ sₖ₋ᵢ        (k + 1) uₖ₊₁ = unit (g δₖ₀ - κ Σ sᵢ uₖ₋ᵢ)
/// ```
#[derive(Debug, Clone, Copy)]
pub(crate) struct VelocitySeries<const D: usize, const N: usize> {
    /// Time for which the series is valid \[s\].
    pub(crate) duration: f64,
    /// Unit of time of the series \[s\].
    unit: f64,
    /// κ \[1/m\], or zero if drag is omitted.
    coefficient: f64,
    /// Coefficients uₖ of the velocity \[m/s\].
    velocity: [SVector<f64, D>; N],
    /// Coefficients sₖ of the speed \[m/s\].
    speed: [f64; N],
}

/// Fraction of the time allowed by the last terms that is used.
const SAFETY: f64 = 0.9;

/// A lower bound of the duration of any rise, in units of time of the series:
/// `arctan x ≥ x/(1 + x²)`, where x is the speed divided by the terminal speed.
const BEFORE_REST: f64 = 0.9;

impl<const D: usize, const N: usize> VelocitySeries<D, N> {
    /// Computes the series from a velocity relative to the air. The error of the velocity at the
    /// end of the series is about `tolerance` \[m/s\].
    pub(crate) fn new(law: &QuadraticDragLaw<D>, start: &SVector<f64, D>, tolerance: f64) -> Self {
        let (speed, pull, coefficient) = (start.norm(), law.gravity.norm(), law.coefficient);
        let free = law.free_speed(tolerance);
        let mut u = [SVector::zeros(); N];
        let mut s = [0.0; N];
        (u[0], s[0]) = (*start, speed);
        if speed <= free {
            // if a body is almost at rest, the series converges slowly and drag is negligible, so a
            // parabola is used
            let duration = free / pull;
            u[1] = law.gravity * duration;
            return Self {
                duration,
                unit: duration,
                coefficient: 0.0,
                velocity: u,
                speed: s,
            };
        }
        let drag = coefficient * speed * speed;
        let unit = speed / (pull + drag);
        for k in 0..N - 1 {
            if k > 0 {
                // sₖ itself is still zero here
                let known: f64 = pairs(k, &s, &s).map(|(a, b)| a * b).sum();
                let square: f64 = pairs(k, &u, &u).map(|(a, b)| a.dot(b)).sum();
                s[k] = (square - known) / (2.0 * speed);
            }
            let drag = pairs(k, &s, &u).fold(SVector::zeros(), |sum, (s, u)| sum + u * *s);
            let mut rate = drag * -coefficient;
            if k == 0 {
                rate += law.gravity;
            }
            u[k + 1] = rate * (unit / (k + 1) as f64);
        }
        let reach = |k: usize| ComplexField::powf(tolerance / u[k].norm(), 1.0 / k as f64);
        // at the end of a rise the direction of drag changes suddenly, which no term shows
        let rest = if start.dot(&law.gravity) < 0.0 {
            BEFORE_REST
        } else {
            f64::INFINITY
        };
        // terms that should be zero are rounding errors, which must not grow with the power of time
        let noise = ComplexField::powf(4.0 * (pull + drag) / drag, 1.0 / (N - 1) as f64);
        let longest = SAFETY * reach(N - 1).min(reach(N - 2));
        Self {
            duration: longest.min(noise).min(rest) * unit,
            unit,
            coefficient,
            velocity: u,
            speed: s,
        }
    }

    /// Returns the terms of the velocity in powers of `t / time` \[m/s\].
    pub(crate) fn terms_over(&self, time: f64) -> [SVector<f64, D>; N] {
        let ratio = time / self.unit;
        let mut power = 1.0;
        self.velocity.map(|term| {
            let scaled = term * power;
            power *= ratio;
            scaled
        })
    }

    /// Returns the velocity relative to the air \[m/s\] and the displacement through the air \[m\]
    /// after a time \[s\].
    pub(crate) fn after(&self, time: f64) -> (SVector<f64, D>, SVector<f64, D>) {
        summed(&self.velocity, time / self.unit, time)
    }

    /// Returns the derivatives of velocity and displacement by some numbers. The columns of `start`
    /// are the initial derivatives of the velocity. The derivatives are the solutions of the
    /// equation linearised about u; with the row `σ = uᵀδ/s`
    ///
    /// ```text
    /// δ' = -κ (u σ + s δ)        s₀ σₖ = Σ uᵢᵀδₖ₋ᵢ - Σ' sᵢ σₖ₋ᵢ
    /// ```
    pub(crate) fn derivatives_after<const C: usize>(
        &self,
        start: &SMatrix<f64, D, C>,
        time: f64,
    ) -> (SMatrix<f64, D, C>, SMatrix<f64, D, C>) {
        if self.coefficient == 0.0 {
            return (*start, start * time);
        }
        let (u, s) = (&self.velocity, &self.speed);
        let mut delta = [SMatrix::zeros(); N];
        let mut sigma = [SMatrix::<f64, 1, C>::zeros(); N];
        delta[0] = *start;
        for k in 0..N - 1 {
            let mut row = SMatrix::<f64, 1, C>::zeros();
            for (u, delta) in pairs(k, u, &delta) {
                row += SMatrix::from_fn(|_, column| u.dot(&delta.column(column)));
            }
            // σₖ itself is still zero here
            for (s, sigma) in pairs(k, s, &sigma) {
                row -= sigma * *s;
            }
            sigma[k] = row / s[0];
            let mut rate = SMatrix::zeros();
            for ((u, sigma), (delta, s)) in pairs(k, u, &sigma).zip(pairs(k, &delta, s)) {
                rate += SMatrix::from_fn(|row, column| {
                    u[row] * sigma[column] + delta[(row, column)] * s
                });
            }
            delta[k + 1] = rate * (-self.coefficient * self.unit / (k + 1) as f64);
        }
        summed(&delta, time / self.unit, time)
    }
}

/// Returns the pairs of factors in `Σ aᵢ bₖ₋ᵢ`.
fn pairs<'a, A, B>(k: usize, one: &'a [A], two: &'a [B]) -> impl Iterator<Item = (&'a A, &'a B)> {
    one[..=k].iter().zip(two[..=k].iter().rev())
}

/// Returns the sum of a series, and of its integral over time, at the argument `ratio`, which
/// corresponds to a time \[s\].
fn summed<const D: usize, const C: usize>(
    terms: &[SMatrix<f64, D, C>],
    ratio: f64,
    time: f64,
) -> (SMatrix<f64, D, C>, SMatrix<f64, D, C>) {
    let (mut end, mut way) = (SMatrix::zeros(), SMatrix::zeros());
    for (k, term) in terms.iter().enumerate().rev() {
        end = end * ratio + term;
        way = way * ratio + term / (k + 1) as f64;
    }
    (end, way * time)
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix2, Vector2};

    use super::*;

    const LAW: QuadraticDragLaw<2> = QuadraticDragLaw {
        gravity: Vector2::new(0.0, -9.81),
        coefficient: 0.011,
    };

    /// The velocity obeys the equation to about the tolerance, measured by the residual of the
    /// polynomial.
    #[test]
    fn the_velocity_solves_the_equation_to_the_tolerance() {
        let mut worst: f64 = 0.0;
        for start in [
            [30.0, 8.0],
            [3.0, 20.0],
            [0.5, 6.0],
            [300.0, 0.0],
            [0.0, -9.0],
        ] {
            let tolerance = 1e-6;
            let series = VelocitySeries::<2, 18>::new(&LAW, &start.into(), tolerance);
            let mut off = 0.0;
            for step in 0..1000 {
                let [before, after] = [0.0, 1.0].map(|more| {
                    let time = series.duration * (f64::from(step) + more) / 1000.0;
                    series.after(time).0
                });
                let mean = LAW.acceleration(&((before + after) * 0.5));
                off += (after - before - mean * (series.duration / 1000.0)).norm();
            }
            worst = worst.max(off / tolerance);
        }
        // measured: 1.0, most of it due to the midpoint rule
        assert!(worst < 3.0 && worst > 1e-3, "{worst}");
    }

    /// The derivatives are equal to a difference quotient.
    #[test]
    fn derivatives_are_those_of_the_velocity() {
        for start in [[30.0, 8.0], [3.0, 20.0], [300.0, 0.0]] {
            let start = Vector2::from(start);
            let series = VelocitySeries::<2, 18>::new(&LAW, &start, 1e-12);
            let time = series.duration;
            for axis in [Vector2::x(), Vector2::y()] {
                let [more, less] = [1e-4, -1e-4].map(|h| {
                    let other = VelocitySeries::<2, 18>::new(&LAW, &(start + axis * h), 1e-12);
                    other.after(time)
                });
                let (velocities, ways) = series.derivatives_after(&Matrix2::identity(), time);
                let (velocity, way) = (velocities * axis, ways * axis);
                assert!(((more.0 - less.0) / 2e-4 - velocity).norm() < 1e-7);
                assert!(((more.1 - less.1) / 2e-4 - way).norm() < 1e-7 * time);
            }
        }
    }
}
