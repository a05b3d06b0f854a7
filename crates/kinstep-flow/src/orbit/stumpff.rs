//! Stumpff's functions: circular and hyperbolic sines and cosines with their common limit.

use nalgebra::ComplexField;

/// G₁, G₂ and G₃ at one X, as defined in [`kepler_equation`](super::kepler_equation).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct StumpffFunctions {
    pub(super) g1: f64,
    pub(super) g2: f64,
    pub(super) g3: f64,
}

/// The series are used below this |β X²|; above it the cancellation in G₃ loses at most two bits.
const SERIES: f64 = 1.5;

impl StumpffFunctions {
    pub(super) fn new(beta: f64, x: f64) -> Self {
        let z = beta * x * x;
        if z.abs() < SERIES {
            return Self::series(z, beta, x);
        }
        let root = ComplexField::sqrt(z.abs());
        let scale = root / x;
        // half angles: 1 - cos 2α = 2 sin² α does not cancel
        let (sine, cosine) = if beta > 0.0 {
            ComplexField::sin_cos(0.5 * root)
        } else {
            let growth = ComplexField::exp(0.5 * root);
            (0.5 * (growth - 1.0 / growth), 0.5 * (growth + 1.0 / growth))
        };
        let g1 = 2.0 * sine * cosine / scale;
        Self {
            g1,
            g2: 2.0 * sine * sine / beta.abs(),
            g3: (x - g1) / beta,
        }
    }

    /// Power series: `G₂ = X² Σ (-z)ᵏ/(2k + 2)!`, `G₃ = X³ Σ (-z)ᵏ/(2k + 3)!`, `G₁ = X - β G₃`.
    fn series(z: f64, beta: f64, x: f64) -> Self {
        let (c2, c3) = (FACTORIALS.iter().rev()).fold((0.0, 0.0), |(c2, c3), terms| {
            (terms[0] - z * c2, terms[1] - z * c3)
        });
        let g3 = x * x * x * c3;
        Self {
            g1: x - beta * g3,
            g2: x * x * c2,
            g3,
        }
    }

    /// The functions at -X: G₁ and G₃ are odd, G₂ is even.
    pub(super) fn at_negative_x(self) -> Self {
        Self {
            g1: -self.g1,
            g2: self.g2,
            g3: -self.g3,
        }
    }
}

/// `1/(2k + 2)!` and `1/(2k + 3)!`; the first omitted term is below 1e-18 of the sum.
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
                [1.0 - 1e-15, 1.0 + 1e-15].map(|near| StumpffFunctions::new(beta, x * near));
            for (a, b) in [
                (below.g1, above.g1),
                (below.g2, above.g2),
                (below.g3, above.g3),
            ] {
                assert!((a / b - 1.0).abs() < 32.0 * f64::EPSILON, "{a} {b}");
            }
        }
    }
}
