//! How often the launch speed of a hit changes between falling and rising with the time of flight.

use nalgebra::SVector;

use super::evaluation::Evaluation;

/// Number of turns of the speed between two times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turns {
    /// Once or never.
    Once,
    /// Twice or more often.
    Often,
    /// Once or never, unless errors of the velocities hide further turns.
    Unclear,
}

impl Turns {
    /// Counts the turns of the cubic p with the velocities and their rates at both times (Hermite).
    ///
    /// The speed turns where `p·p'` changes its sign. In the Bernstein basis that has six coefficients,
    ///
    /// ```text
    /// p = Σ pᵢ Bᵢ³      p' = Σ rⱼ Bⱼ²      p·p' = Σ cₖ Bₖ⁵,   cₖ ~ Σ_{i+j=k} (3 over i)(2 over j) pᵢ·rⱼ
    /// ```
    ///
    /// and does not change its sign more often than they do.
    pub(super) fn between<const D: usize>(one: &Evaluation<D>, two: &Evaluation<D>) -> Self {
        let width = two.log_time - one.log_time;
        let cubic = Cubic::new(one, two, width);
        let mut sums = [0.0; 6];
        let mut clear = [0.0; 6];
        for (k, (sum, clear)) in sums.iter_mut().zip(&mut clear).enumerate() {
            let mut off = 0.0;
            // all products pᵢ·rⱼ with i + j = k
            for i in k.saturating_sub(2)..=k.min(3) {
                let (product, error) = cubic.product(i, k - i);
                *sum += product;
                off += error;
            }
            // a coefficient below its error may have either sign
            if sum.abs() > off {
                *clear = *sum;
            }
        }
        if sign_changes(&clear) > 1 {
            Self::Often
        } else if sign_changes(&sums) > 1 {
            Self::Unclear
        } else {
            Self::Once
        }
    }
}

/// Bernstein coefficients of the cubic and of its rate, each with a bound on its error.
struct Cubic<const D: usize> {
    /// \[m/s\]
    points: [(SVector<f64, D>, f64); 4],
    /// The rate per width of the interval \[m/s\].
    rates: [(SVector<f64, D>, f64); 3],
}

impl<const D: usize> Cubic<D> {
    fn new(one: &Evaluation<D>, two: &Evaluation<D>, width: f64) -> Self {
        let [first, last] = [one, two].map(|end| end.change * width);
        let inner = [one.own + first / 3.0, two.own - last / 3.0];
        let [off, inner_off] = [0.0, width / 3.0]
            .map(|part| [one, two].map(|end| end.own_error + end.change_error * part));
        Self {
            points: [
                (one.own, off[0]),
                (inner[0], inner_off[0]),
                (inner[1], inner_off[1]),
                (two.own, off[1]),
            ],
            rates: [
                (first, one.change_error * width),
                (
                    (inner[1] - inner[0]) * 3.0,
                    3.0 * (inner_off[0] + inner_off[1]),
                ),
                (last, two.change_error * width),
            ],
        }
    }

    /// One term of a coefficient of `p·p'`, up to a positive factor that all its terms share, with a bound on its error.
    fn product(&self, i: usize, j: usize) -> (f64, f64) {
        let weight = [1.0, 3.0, 3.0, 1.0][i] * [1.0, 2.0, 1.0][j];
        let ((point, point_off), (rate, rate_off)) = (&self.points[i], &self.rates[j]);
        let off = (point.norm() + point_off) * rate_off + point_off * rate.norm();
        (weight * point.dot(rate), weight * off)
    }
}

fn sign_changes(numbers: &[f64]) -> usize {
    let mut last = 0.0;
    let mut changes = 0;
    for number in numbers.iter().filter(|number| **number != 0.0) {
        changes += usize::from(last * number < 0.0);
        last = *number;
    }
    changes
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector2;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// A velocity `a + b x + c x² + d x³` at one x.
    fn at(terms: &[Vector2<f64>; 4], x: f64) -> Evaluation<2> {
        let [a, b, c, d] = terms;
        let own = a + (b + (c + d * x) * x) * x;
        Evaluation {
            log_time: x,
            change: b + (c * 2.0 + d * (3.0 * x)) * x,
            ..Evaluation::launched(1.0, own)
        }
    }

    /// Compares with the sign changes of `p·p'` at a hundred points.
    #[test]
    fn no_turn_of_a_cubic_is_missed() {
        let mut random = Pcg64Mcg::seed_from_u64(8);
        let [mut often, mut for_nothing] = [0; 2];
        for _ in 0..2000 {
            let terms = [(); 4].map(|()| Vector2::from_fn(|_, _| random.random_range(-1.0..1.0)));
            let slopes: [f64; 101] =
                core::array::from_fn(|step| at(&terms, 0.01 * step as f64).slope());
            let turns = Turns::between(&at(&terms, 0.0), &at(&terms, 1.0));
            let is_often = sign_changes(&slopes) > 1;
            assert!(!is_often || turns == Turns::Often, "{terms:?}");
            often += usize::from(is_often);
            for_nothing += usize::from(!is_often && turns == Turns::Often);
        }
        // measured: 180 and 148
        assert!(often > 150 && for_nothing < 180, "{often} {for_nothing}");
    }

    /// Turns that are smaller than the errors of the rates.
    #[test]
    fn small_turns_are_unclear_if_rates_are_inaccurate() {
        let x = Vector2::x();
        // |p|² = 1 + 2e-4 (x - 3x² + 2x³) + …
        let terms = [x, x * 1e-4, x * -3e-4, x * 2e-4];
        let ends = [0.0, 1.0].map(|x| at(&terms, x));
        assert_eq!(Turns::between(&ends[0], &ends[1]), Turns::Often);
        let [one, two] = ends.map(|end| Evaluation {
            change_error: 1e-3,
            ..end
        });
        assert_eq!(Turns::between(&one, &two), Turns::Unclear);
    }
}
