//! Stumpff's functions, which unite circular and hyperbolic functions and their common limit.

use nalgebra::{ComplexField, RealField};

/// G₁, G₂ and G₃ at one X, as defined in [`kepler_equation`](super::kepler_equation).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct StumpffFunctions {
    pub(super) g1: f64,
    pub(super) g2: f64,
    pub(super) g3: f64,
}

/// Value of |β X²| below which the series are used. Above it the cancellation in G₃ loses at most
/// two bits.
const SERIES: f64 = 1.5;

impl StumpffFunctions {
    #[inline]
    fn new(beta: f64, x: f64) -> Self {
        let z = beta * x * x;
        if z.abs() < SERIES {
            return Self::series(z, beta, x);
        }
        let root = ComplexField::sqrt(z.abs());
        let scale = root / x;
        // half angles, because 1 - cos 2α = 2 sin² α has no cancellation
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

    /// Computes the power series `G₂ = X² Σ (-z)ᵏ/(2k + 2)!`, `G₃ = X³ Σ (-z)ᵏ/(2k + 3)!`,
    /// `G₁ = X - β G₃`.
    #[inline]
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

    /// Returns the functions at -X: G₁ and G₃ are odd, G₂ is even.
    #[inline]
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

// Kepler's equation in the universal variable, in one form for every conic.
//
// With `dX/dt = 1/r`, the distance is `r(X) = r₀ + η G₁ + ζ G₂`, and the time is its integral,
//
// ```text
// t(X) = r₀ X + η G₂ + ζ G₃       η = x·v,  β = 2μ/r₀ - v²,  ζ = μ - β r₀
// G₁ = sin(√β X)/√β,  G₂ = (1 - cos(√β X))/β,  G₃ = (X - G₁)/β     hyperbolic for β < 0
// ```
//
// (Stumpff 1962; Wisdom & Hernandez 2015). As r ≥ 0, t(X) is monotone and has one root. The
// iteration of Laguerre and Conway (1986) with n = 5 finds this root; a bracket guards the
// iteration.

/// Coefficients of Kepler's equation; see the formulas of this module.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeplerEquation {
    /// μ.
    pub(super) mu: f64,
    /// r₀.
    pub(super) distance: f64,
    /// `η = x·v`.
    pub(super) radial: f64,
    /// `β = 2μ/r₀ - v²`, twice the binding energy.
    pub(super) beta: f64,
    /// `ζ = μ - β r₀`.
    pub(super) zeta: f64,
}

/// The iteration ends when the relative step of X is below this limit, because convergence is
/// cubic.
const LAST_STEP: f64 = 2e-7;

/// Maximum number of steps, which is more than bisection needs. At most 10 steps were measured.
const MOST_STEPS: usize = 200;

impl KeplerEquation {
    /// Returns `r = r₀ + η G₁ + ζ G₂`.
    #[inline]
    pub(super) fn distance_at(&self, g: &StumpffFunctions) -> f64 {
        self.distance + self.radial * g.g1 + self.zeta * g.g2
    }

    /// Solves `t(X) = time` for a time \[s\] between zero and one period. Returns G₁, G₂ and G₃ at the root, and the
    /// number of evaluations of these functions.
    #[inline]
    pub(super) fn solve(&self, time: f64) -> (StumpffFunctions, usize) {
        if !(self.distance > 0.0 && time.is_finite()) {
            return (StumpffFunctions::new(f64::NAN, f64::NAN), 0);
        }
        let root = ComplexField::sqrt(self.beta.abs());
        // on a hyperbola r grows as e^(√-β X), so beyond 8/√-β the tolerance of X is absolute
        let cap = 8.0 / root;
        let mut bracket = Bracket::new(self.beta, root);
        let mut x = bracket.clamp(self.guess(time, root), time / self.distance);
        let mut g = StumpffFunctions::new(self.beta, x);
        for evaluations in 1..MOST_STEPS {
            let (f, rounding) = self.time_error(x, &g, time);
            let step = self.laguerre_step(f, &g);
            // this test comes before the update of the bracket, because at the root the sign of f
            // is only rounding
            if step.abs() <= LAST_STEP * x.min(cap) {
                return (StumpffFunctions::new(self.beta, x + step), evaluations + 1);
            }
            if f.abs() <= rounding || bracket.is_closed() {
                return (g, evaluations);
            }
            bracket.update(x, f);
            x = bracket.clamp(x + step, 2.0 * x);
            g = StumpffFunctions::new(self.beta, x);
        }
        (g, MOST_STEPS)
    }

    /// Returns `f = t(X) - time`, and its rounding error.
    #[inline]
    fn time_error(&self, x: f64, g: &StumpffFunctions, time: f64) -> (f64, f64) {
        let terms = [
            self.distance * x,
            self.radial * g.g2,
            self.zeta * g.g3,
            -time,
        ];
        let (sum, size) = terms.iter().fold((0.0, 0.0), |(sum, size), term| {
            (sum + term, size + term.abs())
        });
        (sum, 0.25 * f64::EPSILON * size)
    }

    /// Returns Laguerre's step for degree n = 5: `-n f / (f' + √|(n-1)² f'² - n (n-1) f f''|)` with f' = r > 0.
    #[inline]
    fn laguerre_step(&self, f: f64, g: &StumpffFunctions) -> f64 {
        let slope = self.distance_at(g);
        let curvature = self.radial * (1.0 - self.beta * g.g2) + self.zeta * g.g1;
        let discriminant = 16.0 * slope * slope - 20.0 * f * curvature;
        -5.0 * f / (slope + ComplexField::sqrt(discriminant.abs()))
    }

    /// Returns an initial guess of X: a series for short arcs, else Danby's guess for ellipses, and
    /// the leading exponential for hyperbolas. The guess is at most the X of a parabolic fall from
    /// rest.
    #[inline]
    fn guess(&self, time: f64, root: f64) -> f64 {
        let Self {
            mu,
            distance,
            radial,
            beta,
            zeta,
        } = *self;
        // inverse series of t(X): X = t/r₀ (1 - b/2 + b²/2 - c/6 …) for small b = η t/r₀² and c = ζ t²/r₀³
        let straight = time / distance;
        let (bend, fall) = (
            radial * straight / distance,
            zeta * straight * straight / distance,
        );
        if bend.abs() < 0.4 && fall.abs() < 0.6 {
            return straight * (1.0 + bend * (0.5 * bend - 0.5) - fall / 6.0);
        }
        let rough = if beta > 0.0 {
            // e cos E and e sin E at the start; Danby's guess: ΔE = M - e sin E₀ ± 0.85 e
            let (cosine, sine) = (zeta / mu, root * radial / mu);
            let eccentricity = ComplexField::sqrt(cosine * cosine + sine * sine);
            let mean = root * beta * time / mu - sine;
            let (sin, cos) = ComplexField::sin_cos(mean);
            let ahead = 0.85 * eccentricity;
            (mean + RealField::copysign(ahead, sine * cos + cosine * sin)) / root
        } else if beta < 0.0 {
            let growing = (zeta + root * radial).max(f64::MIN_POSITIVE);
            ComplexField::ln_1p((-2.0 * beta * root * time + 1.8 * mu.abs()) / growing) / root
        } else {
            f64::INFINITY
        };
        if mu > 0.0 {
            let parabola = ComplexField::cbrt(6.0 * time / mu);
            if beta.abs() * parabola * parabola < 1.0 {
                return rough.min(parabola);
            }
        }
        rough
    }
}

/// An interval of X that contains the root.
struct Bracket {
    low: f64,
    high: f64,
}

impl Bracket {
    /// Returns the bracket from zero to one revolution of an ellipse; unbounded for a hyperbola.
    #[inline]
    fn new(beta: f64, root: f64) -> Self {
        let high = if beta > 0.0 {
            core::f64::consts::TAU / root
        } else {
            f64::INFINITY
        };
        Self { low: 0.0, high }
    }

    /// Returns `x` if it is in the bracket; else the midpoint, or `unbounded` if the bracket is
    /// unbounded.
    #[inline]
    fn clamp(&self, x: f64, unbounded: f64) -> f64 {
        if x > self.low && x < self.high {
            x
        } else if self.high < f64::INFINITY {
            self.low + 0.5 * (self.high - self.low)
        } else {
            unbounded
        }
    }

    /// Replaces one end of the bracket by `x`; the sign of f selects the end.
    #[inline]
    fn update(&mut self, x: f64, f: f64) {
        // an overflow means that X is beyond the root
        if f > 0.0 || !f.is_finite() {
            self.high = x;
        } else {
            self.low = x;
        }
    }

    #[inline]
    fn is_closed(&self) -> bool {
        self.high - self.low <= f64::EPSILON * self.low
    }
}

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

#[cfg(test)]
mod kepler_equation_tests {
    use super::*;

    /// Returns the number of evaluations for a step of `time` on an orbit with |a| = 1 and μ = 1
    /// that starts at this eccentric anomaly.
    fn evaluations(e: f64, anomaly: f64, time: f64) -> usize {
        let ellipse = e < 1.0;
        let (sine, cosine) = if ellipse {
            anomaly.sin_cos()
        } else {
            (anomaly.sinh(), anomaly.cosh())
        };
        let beta = if ellipse { 1.0 } else { -1.0 };
        let equation = KeplerEquation {
            mu: 1.0,
            distance: beta * (1.0 - e * cosine),
            radial: e * sine,
            beta,
            zeta: e * cosine,
        };
        let (g, count) = equation.solve(time);
        assert!(g.g1.is_finite());
        count
    }

    #[test]
    fn five_evaluations_are_enough_on_average() {
        for e in [
            0.0, 0.1, 0.5, 0.9, 0.99, 0.999_999, 1.000_001, 1.5, 5.0, 1e8,
        ] {
            for time in [1e-3, 0.03, 0.2, 1.0, 3.0] {
                let counts = (0..400).map(|i| evaluations(e, f64::from(i - 200) / 64.0, time));
                let (sum, most) =
                    counts.fold((0, 0), |(sum, most), count| (sum + count, count.max(most)));
                println!(
                    "e = {e}, {time}: mean {:.2}, most {most}",
                    sum as f64 / 400.0
                );
                assert!(sum <= 5 * 400 && most <= 12);
            }
        }
    }
}
