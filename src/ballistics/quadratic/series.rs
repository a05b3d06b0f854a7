//! The velocity as a power series in time, and what is wrong with it where it is cut off.

use nalgebra::{ComplexField, SVector};

use super::bernstein::Bernstein;

/// Of the velocity as a polynomial in time; the position is one higher.
pub(super) const DEGREE: usize = 19;

/// `u' = g - κ |u| u`, for the velocity u relative to the air.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Law<const D: usize> {
    /// g \[m/s²\].
    pub(super) gravity: SVector<f64, D>,
    /// κ \[1/m\].
    pub(super) coefficient: f64,
}

impl<const D: usize> Law<D> {
    /// The acceleration \[m/s²\] at a velocity relative to the air \[m/s\].
    pub(super) fn acceleration(&self, velocity: &SVector<f64, D>) -> SVector<f64, D> {
        self.gravity - velocity * (self.coefficient * velocity.norm())
    }

    /// `√(|g|/κ)` \[m/s\]; infinite without drag.
    pub(super) fn terminal_speed(&self) -> f64 {
        ComplexField::sqrt(self.gravity.norm() / self.coefficient)
    }
}

/// The first terms of the velocity and of the speed, in powers of `t / unit`.
///
/// With `s² = u · u` the coefficients follow from each other:
///
/// ```text
/// 2 s₀ sₖ = Σ uᵢ · uₖ₋ᵢ - Σ' sᵢ sₖ₋ᵢ        (k + 1) uₖ₊₁ = g δₖ₀ - κ Σ sᵢ uₖ₋ᵢ
/// ```
///
/// The polynomials `ũ` and `s̃` that remain are a solution of `ũ' = g - κ |ũ| ũ + d`. The defect d has only
/// the powers that were cut off: `κ (s̃ ũ)ₖ`, and `κ (|ũ| - s̃) ũ`, where `|ũ|² - s̃²` has only such powers too.
#[derive(Debug, Clone)]
pub(super) struct Series<const D: usize> {
    /// Time is counted in this \[s\].
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

/// How far a series is followed, and what is known about it there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stretch {
    /// \[s\]
    pub(super) duration: f64,
    /// `∫ |d| dt` \[m/s\]: what the velocity is off by at the end, at most.
    pub(super) growth: f64,
    /// The largest |d| \[m/s²\].
    pub(super) defect: f64,
    /// Bounds on the speed relative to the air \[m/s\].
    pub(super) slowest: f64,
    /// \[m/s\]
    pub(super) fastest: f64,
}

impl<const D: usize> Series<D> {
    /// The series at a velocity relative to the air; none where that is zero, or its square is no number.
    pub(super) fn new(law: &Law<D>, velocity: &SVector<f64, D>) -> Option<Self> {
        let Law {
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

    /// About as far as the defect changes the velocity by no more than this \[m/s\].
    pub(super) fn within(&self, target: f64) -> Option<Stretch> {
        let power = (DEGREE + 1) as f64;
        let root = |ratio: f64, power: f64| ComplexField::powf(ratio, 1.0 / power);
        let first = (target / self.unit) * power;
        let mut reach = (0.9 * root(first / self.cut_drag[0], power))
            .min(0.9 * root(first / self.cut_drag[1], power + 1.0))
            .min(FARTHEST);
        for _ in 0..TRIALS {
            let stretch = self.stretch(reach);
            if let Some(found) = stretch.filter(|found| found.growth <= target) {
                return Some(found);
            }
            reach *= stretch.map_or(0.7, |found| {
                (0.95 * root(target / found.growth, power)).clamp(0.3, 0.95)
            });
        }
        None
    }

    /// What is known if it is followed for so many units; nothing where the speed might vanish.
    fn stretch(&self, reach: f64) -> Option<Stretch> {
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
        let (mut drag, mut drag_time, mut square, mut square_time) = (0.0, 0.0, 0.0, 0.0);
        for (i, term) in self.cut_square.iter().enumerate() {
            let over = 1.0 / (DEGREE + 1 + i) as f64;
            square += term * power;
            square_time += term * power * over;
            if let Some(term) = self.cut_drag.get(i) {
                drag += term * power;
                drag_time += term * power * over;
            }
            power *= reach;
        }
        // | |ũ| - s̃ | = | |ũ|² - s̃² | / (|ũ| + s̃)
        let mismatch = square / slowest;
        let fastest = speed.greatest() + mismatch;
        let share = self.coefficient * fastest / slowest;
        let duration = reach * self.unit;
        Some(Stretch {
            duration,
            growth: duration * (drag_time + share * square_time),
            defect: drag + share * square,
            slowest: (slowest - mismatch).max(0.0),
            fastest,
        })
    }

    /// The terms of the velocity in powers of `t / duration` \[m/s\].
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

/// In units; where nothing changes a series could be followed for ever.
const FARTHEST: f64 = 64.0;

/// More than finding a length of step needs.
const TRIALS: usize = 60;

/// The term of the power `k` of the square of a series, without those in its terms before `first`.
fn square<A>(k: usize, first: usize, terms: &[A], times: impl Fn(&A, &A) -> f64) -> f64 {
    let first = first.max((k + 1).saturating_sub(terms.len()));
    // each pair once
    let pairs: f64 = (first..k.div_ceil(2))
        .map(|i| times(&terms[i], &terms[k - i]))
        .sum();
    if k.is_multiple_of(2) && k / 2 >= first {
        2.0 * pairs + times(&terms[k / 2], &terms[k / 2])
    } else {
        2.0 * pairs
    }
}

/// The term of the power `k` of `s u`.
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
        let law = Law {
            gravity: Vector2::new(0.0, -9.81),
            coefficient: 0.011,
        };
        let mut worst: f64 = 0.0;
        for start in [[30.0, 8.0], [3.0, 20.0], [0.5, 6.0], [300.0, 0.0]] {
            let series = Series::new(&law, &start.into()).unwrap();
            let stretch = series.within(1e-5).unwrap();
            let terms = series.velocity_over(stretch.duration);
            let mut area = 0.0;
            for step in 0..1000 {
                let tau = (f64::from(step) + 0.5) / 1000.0;
                let (mut u, mut rate) = (Vector2::zeros(), Vector2::zeros());
                for term in terms.iter().rev() {
                    rate = rate * tau + u;
                    u = u * tau + term;
                }
                let defect = (rate / stretch.duration - law.acceleration(&u)).norm();
                assert!(defect <= stretch.defect + 1e-13 * law.acceleration(&u).norm());
                assert!(u.norm() >= stretch.slowest && u.norm() <= stretch.fastest);
                area += defect * stretch.duration / 1000.0;
            }
            assert!(area > 1e-8, "or nothing is measured: {area}");
            worst = worst.max(area / stretch.growth);
        }
        // measured: 0.45
        assert!(worst < 1.0 && worst > 0.05, "{worst}");
    }
}
