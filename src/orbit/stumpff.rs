//! Stumpff's functions: sines and cosines of either kind, with their limits.

use nalgebra::ComplexField;

/// G₁, G₂ and G₃ at one X.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stumpff {
    pub(super) one: f64,
    pub(super) two: f64,
    pub(super) three: f64,
}

/// Below this |β X²| the series are taken: beyond it G₃ loses no more than two bits.
const SERIES: f64 = 1.5;

impl Stumpff {
    pub(super) fn new(beta: f64, x: f64) -> Self {
        let z = beta * x * x;
        if z.abs() < SERIES {
            return Self::series(z, beta, x);
        }
        let root = ComplexField::sqrt(z.abs());
        let scale = root / x;
        // with half the angle G₂ is a square, and cancels nowhere
        let (sine, cosine) = if beta > 0.0 {
            ComplexField::sin_cos(0.5 * root)
        } else {
            let growth = ComplexField::exp(0.5 * root);
            (0.5 * (growth - 1.0 / growth), 0.5 * (growth + 1.0 / growth))
        };
        let one = 2.0 * sine * cosine / scale;
        Self {
            one,
            two: 2.0 * sine * sine / beta.abs(),
            three: (x - one) / beta,
        }
    }

    /// `G₂ = X² Σ (-z)ᵏ/(2k + 2)!`, `G₃ = X³ Σ (-z)ᵏ/(2k + 3)!`, `G₁ = X - β G₃`.
    fn series(z: f64, beta: f64, x: f64) -> Self {
        let (two, three) = (FACTORIALS.iter().rev()).fold((0.0, 0.0), |(two, three), terms| {
            (terms[0] - z * two, terms[1] - z * three)
        });
        let three = x * x * x * three;
        Self {
            one: x - beta * three,
            two: x * x * two,
            three,
        }
    }

    /// The same at -X.
    pub(super) fn mirrored(self) -> Self {
        Self {
            one: -self.one,
            two: self.two,
            three: -self.three,
        }
    }
}

/// `1/(2k + 2)!` and `1/(2k + 3)!`; the first left out is below 1e-18 of the sum.
const FACTORIALS: [[f64; 2]; 10] = {
    let mut terms = [[0.0; 2]; 10];
    let (mut k, mut factorial) = (0, 1.0);
    while k < 10 {
        factorial *= (2 * k + 2) as f64;
        terms[k][0] = 1.0 / factorial;
        factorial *= (2 * k + 3) as f64;
        terms[k][1] = 1.0 / factorial;
        k += 1;
    }
    terms
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_the_functions_agree_where_they_meet() {
        for beta in [0.7, -0.7] {
            let x = ComplexField::sqrt(SERIES / 0.7);
            let [below, above] =
                [1.0 - 1e-15, 1.0 + 1e-15].map(|near| Stumpff::new(beta, x * near));
            for (a, b) in [
                (below.one, above.one),
                (below.two, above.two),
                (below.three, above.three),
            ] {
                assert!((a / b - 1.0).abs() < 32.0 * f64::EPSILON, "{a} {b}");
            }
        }
    }
}
