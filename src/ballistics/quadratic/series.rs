//! The velocity as a truncated power series in time, with bounds on its defect.

use nalgebra::{ComplexField, SVector};

use super::bernstein::Bernstein;

/// Degree of the velocity as a polynomial in time; the position has one more.
pub(super) const DEGREE: usize = 19;

/// `u' = g - κ |u| u`, for the velocity u relative to the air.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct QuadraticDragLaw<const D: usize> {
    /// g \[m/s²\].
    pub(super) gravity: SVector<f64, D>,
    /// κ \[1/m\].
    pub(super) coefficient: f64,
}

impl<const D: usize> QuadraticDragLaw<D> {
    /// The acceleration \[m/s²\] at a velocity relative to the air \[m/s\].
    pub(super) fn acceleration(&self, velocity: &SVector<f64, D>) -> SVector<f64, D> {
        self.gravity - velocity * (self.coefficient * velocity.norm())
    }

    /// `√(|g|/κ)` \[m/s\]; infinite without drag.
    pub(super) fn terminal_speed(&self) -> f64 {
        ComplexField::sqrt(self.gravity.norm() / self.coefficient)
    }
}

/// The truncated power series of velocity u and speed s, in powers of `t / unit`.
///
/// From `s² = u · u` and `u' = g - κ s u` the coefficients follow one by one:
///
/// ```text
/// 2 s₀ sₖ = Σ uᵢ · uₖ₋ᵢ - Σ' sᵢ sₖ₋ᵢ        (k + 1) uₖ₊₁ = g δₖ₀ - κ Σ sᵢ uₖ₋ᵢ
/// ```
///
/// The truncated polynomials `ũ` and `s̃` solve `ũ' = g - κ |ũ| ũ + d`. The defect d has only the omitted powers: the terms
/// `κ (s̃ ũ)ₖ` of these powers, and `κ (|ũ| - s̃) ũ`, where `|ũ|² - s̃²` has only such powers too.
#[derive(Debug, Clone)]
pub(super) struct VelocitySeries<const D: usize> {
    /// Unit of time \[s\].
    unit: f64,
    coefficient: f64,
    /// uₖ \[m/s\].
    velocity: [SVector<f64, D>; DEGREE + 1],
    /// sₖ \[m/s\].
    speed: [f64; DEGREE],
    /// Lengths of the terms of `κ s̃ ũ` from the power `DEGREE` on \[m/s²\].
    cut_drag: [f64; DEGREE],
    /// Sizes of the terms of `ũ · ũ - s̃²` from the power `DEGREE` on \[m²/s²\].
    cut_square: [f64; DEGREE + 1],
}

/// The interval on which a series is used, with bounds that hold there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SeriesSpan {
    /// \[s\]
    pub(super) duration: f64,
    /// `∫ |d| dt` \[m/s\]: a bound on the velocity error at the end.
    pub(super) growth: f64,
    /// The largest |d| \[m/s²\].
    pub(super) defect: f64,
    /// Lower bound on the speed relative to the air \[m/s\].
    pub(super) slowest: f64,
    /// Upper bound on the speed relative to the air \[m/s\].
    pub(super) fastest: f64,
}

impl<const D: usize> VelocitySeries<D> {
    /// The series at a velocity relative to the air; none if that is zero, or its square overflows.
    pub(super) fn new(law: &QuadraticDragLaw<D>, velocity: &SVector<f64, D>) -> Option<Self> {
        let QuadraticDragLaw {
            gravity,
            coefficient,
        } = *law;
        let start = velocity.norm();
        let unit = start / (gravity.norm() + coefficient * start * start);
        if !(start > 0.0 && unit > 0.0 && unit < f64::INFINITY) {
            return None;
        }
        let mut u = [SVector::zeros(); DEGREE + 1];
        let mut s = [0.0; DEGREE];
        (u[0], s[0]) = (*velocity, start);
        for k in 0..DEGREE {
            // sₖ from s² = u · u, then uₖ₊₁ from the equation
            if k > 0 {
                let known = square(k, 1, &s, |a, b| a * b);
                s[k] = (square(k, 0, &u, |a, b| a.dot(b)) - known) / (2.0 * start);
            }
            let mut rate = drag(k, &s, &u) * -coefficient;
            if k == 0 {
                rate += gravity;
            }
            u[k + 1] = rate * (unit / (k + 1) as f64);
        }
        let cut_drag = core::array::from_fn(|i| coefficient * drag(DEGREE + i, &s, &u).norm());
        let cut_square = core::array::from_fn(|i| {
            let k = DEGREE + i;
            (square(k, 0, &u, |a, b| a.dot(b)) - square(k, 0, &s, |a, b| a * b)).abs()
        });
        Some(Self {
            unit,
            coefficient,
            velocity: u,
            speed: s,
            cut_drag,
            cut_square,
        })
    }

    /// The interval on which the defect changes the velocity by at most `target` \[m/s\], nearly as long as possible.
    pub(super) fn span_within(&self, target: f64) -> Option<SeriesSpan> {
        let power = (DEGREE + 1) as f64;
        let root = |ratio: f64, power: f64| ComplexField::powf(ratio, 1.0 / power);
        // a first estimate from the two leading omitted terms
        let first = (target / self.unit) * power;
        let mut reach = (0.9 * root(first / self.cut_drag[0], power))
            .min(0.9 * root(first / self.cut_drag[1], power + 1.0))
            .min(MAX_REACH);
        for _ in 0..MAX_TRIALS {
            // the growth scales as reach^power: rescale until the bound holds
            let span = self.span(reach);
            if let Some(found) = span.filter(|found| found.growth <= target) {
                return Some(found);
            }
            reach *= span.map_or(0.7, |found| {
                (0.95 * root(target / found.growth, power)).clamp(0.3, 0.95)
            });
        }
        None
    }

    /// The bounds on an interval of `reach` units of time; none if the speed might vanish there.
    fn span(&self, reach: f64) -> Option<SeriesSpan> {
        // Bernstein coefficients bound the speed polynomial on the interval
        let mut scaled = self.speed;
        let mut power = 1.0;
        for term in &mut scaled {
            *term *= power;
            power *= reach;
        }
        let speed = Bernstein::new(scaled);
        let slowest = speed.least();
        if slowest <= 0.0 {
            return None;
        }
        // sums of the omitted terms at the end of the interval, and of their integrals in units of its length
        let (mut drag, mut drag_integral, mut square, mut square_integral) = (0.0, 0.0, 0.0, 0.0);
        for (i, term) in self.cut_square.iter().enumerate() {
            let over = 1.0 / (DEGREE + 1 + i) as f64;
            square += term * power;
            square_integral += term * power * over;
            if let Some(term) = self.cut_drag.get(i) {
                drag += term * power;
                drag_integral += term * power * over;
            }
            power *= reach;
        }
        // | |ũ| - s̃ | = | |ũ|² - s̃² | / (|ũ| + s̃)
        let mismatch = square / slowest;
        let fastest = speed.greatest() + mismatch;
        // κ |ũ| / (|ũ| + s̃) turns a bound on | |ũ|² - s̃² | into one on the defect
        let factor = self.coefficient * fastest / slowest;
        let duration = reach * self.unit;
        Some(SeriesSpan {
            duration,
            growth: duration * (drag_integral + factor * square_integral),
            defect: drag + factor * square,
            slowest: (slowest - mismatch).max(0.0),
            fastest,
        })
    }

    /// The coefficients of the velocity in powers of `t / duration` \[m/s\].
    pub(super) fn velocity_over(&self, duration: f64) -> [SVector<f64, D>; DEGREE + 1] {
        let ratio = duration / self.unit;
        let mut power = 1.0;
        self.velocity.map(|term| {
            let scaled = term * power;
            power *= ratio;
            scaled
        })
    }
}

/// Longest interval, in units of time: the series of a nearly constant velocity converges everywhere.
const MAX_REACH: f64 = 64.0;

/// More trials than finding the length of an interval needs.
const MAX_TRIALS: usize = 60;

/// The coefficient of the power `k` in the square of a series, without the products of terms before `first`.
fn square<A>(k: usize, first: usize, terms: &[A], times: impl Fn(&A, &A) -> f64) -> f64 {
    let first = first.max((k + 1).saturating_sub(terms.len()));
    // products of two different terms occur twice
    let pairs: f64 = (first..k.div_ceil(2))
        .map(|i| times(&terms[i], &terms[k - i]))
        .sum();
    if k.is_multiple_of(2) && k / 2 >= first {
        2.0 * pairs + times(&terms[k / 2], &terms[k / 2])
    } else {
        2.0 * pairs
    }
}

/// The coefficient of the power `k` in `s u`.
fn drag<const D: usize>(
    k: usize,
    s: &[f64; DEGREE],
    u: &[SVector<f64, D>; DEGREE + 1],
) -> SVector<f64, D> {
    let first = k.saturating_sub(DEGREE);
    (first..=k.min(DEGREE - 1)).fold(SVector::zeros(), |sum, i| sum + u[k - i] * s[i])
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector2;

    use super::*;

    /// The defect itself, `ũ' - g + κ |ũ| ũ`, against the bound on it.
    #[test]
    fn the_defect_is_bounded() {
        let law = QuadraticDragLaw {
            gravity: Vector2::new(0.0, -9.81),
            coefficient: 0.011,
        };
        let mut worst: f64 = 0.0;
        for start in [[30.0, 8.0], [3.0, 20.0], [0.5, 6.0], [300.0, 0.0]] {
            let series = VelocitySeries::new(&law, &start.into()).unwrap();
            let span = series.span_within(1e-5).unwrap();
            let terms = series.velocity_over(span.duration);
            let mut area = 0.0;
            for step in 0..1000 {
                let tau = (f64::from(step) + 0.5) / 1000.0;
                let (mut u, mut rate) = (Vector2::zeros(), Vector2::zeros());
                for term in terms.iter().rev() {
                    rate = rate * tau + u;
                    u = u * tau + term;
                }
                let defect = (rate / span.duration - law.acceleration(&u)).norm();
                assert!(defect <= span.defect + 1e-13 * law.acceleration(&u).norm());
                assert!(u.norm() >= span.slowest && u.norm() <= span.fastest);
                area += defect * span.duration / 1000.0;
            }
            assert!(area > 1e-8, "or nothing is measured: {area}");
            worst = worst.max(area / span.growth);
        }
        // measured: 0.45
        assert!(worst < 1.0 && worst > 0.05, "{worst}");
    }
}
