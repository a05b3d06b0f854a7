//! Polynomials on 0..1 in the Bernstein basis: bounds, and isolation of all sign changes.

use alloc::vec::Vec;

/// A polynomial of degree `N - 1` on 0..1 by its Bernstein coefficients. It lies between the least and the greatest
/// coefficient; its number of zeros is the number of sign changes of the coefficients, or less by an even number (Descartes).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bernstein<const N: usize> {
    coefficients: [f64; N],
}

/// A change of sign of a polynomial on 0..1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum SignChange {
    /// The only sign change between `from` and `to`.
    Between {
        from: f64,
        to: f64,
        /// Whether it is from negative to positive.
        ascending: bool,
    },
    /// A sign change at this argument.
    At(f64),
}

/// Halvings of 0..1 until arguments of `f64` coincide.
const MAX_DEPTH: usize = 52;

impl<const N: usize> Bernstein<N> {
    /// From the power basis `Σ aₖ τᵏ`: `bⱼ = Σ C(j,k) / C(N-1,k) aₖ`.
    pub(super) fn new(terms: [f64; N]) -> Self {
        let mut coefficients = terms;
        let mut choose = 1.0;
        for (k, term) in coefficients.iter_mut().enumerate() {
            *term /= choose;
            choose *= (N - 1 - k) as f64 / (k + 1) as f64;
        }
        // repeated partial sums give the weights C(j,k), as in Pascal's triangle
        for first in 1..N {
            for j in (first..N).rev() {
                coefficients[j] += coefficients[j - 1];
            }
        }
        Self { coefficients }
    }

    /// A lower bound on all values.
    pub(super) fn least(&self) -> f64 {
        (self.coefficients.iter()).fold(f64::INFINITY, |least, value| least.min(*value))
    }

    /// An upper bound on all values.
    pub(super) fn greatest(&self) -> f64 {
        (self.coefficients.iter()).fold(f64::NEG_INFINITY, |most, value| most.max(*value))
    }

    /// The polynomial on both halves of its interval (de Casteljau).
    fn halved(&self) -> [Self; 2] {
        let mut right = *self;
        let mut left = *self;
        for level in 1..N {
            for j in 0..N - level {
                right.coefficients[j] = 0.5 * (right.coefficients[j] + right.coefficients[j + 1]);
            }
            left.coefficients[level] = right.coefficients[0];
        }
        [left, right]
    }

    /// The signs of the non-zero coefficients; true means positive.
    fn signs(&self) -> impl Iterator<Item = bool> {
        (self.coefficients.iter()).filter_map(|value| (*value != 0.0).then_some(*value > 0.0))
    }

    /// The number of sign changes of the coefficients.
    fn variations(&self) -> usize {
        let mut signs = self.signs();
        let Some(mut last) = signs.next() else {
            return 0;
        };
        signs
            .filter(|sign| core::mem::replace(&mut last, *sign) != *sign)
            .count()
    }

    /// All sign changes in order. `sign` is the sign before 0 (true: positive; none: zero so far), and is set to the sign
    /// before 1.
    pub(super) fn sign_changes(&self, sign: &mut Option<bool>) -> Vec<SignChange> {
        let mut found = Vec::new();
        let mut waiting = alloc::vec![(*self, 0.0, 1.0, 0)];
        while let Some((piece, from, to, depth)) = waiting.pop() {
            let (Some(first), Some(last)) = (piece.signs().next(), piece.signs().last()) else {
                continue;
            };
            // at most one variation isolates the root; more need a division
            if piece.variations() > 1 && depth < MAX_DEPTH {
                let middle = 0.5 * (from + to);
                let [left, right] = piece.halved();
                waiting.push((right, middle, to, depth + 1));
                waiting.push((left, from, middle, depth + 1));
                continue;
            }
            if sign.is_some_and(|before| before != first) {
                found.push(SignChange::At(from));
            }
            if first != last {
                found.push(SignChange::Between {
                    from,
                    to,
                    ascending: last,
                });
            }
            *sign = Some(last);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_and_halves_are_the_same_polynomial() {
        let terms = [1.0, -3.0, 2.5, 0.7];
        let value = |x: f64| terms.iter().rev().fold(0.0, |sum, term| sum * x + term);
        let whole = Bernstein::new(terms);
        let [left, right] = whole.halved();
        for step in 0..=100 {
            let x = f64::from(step) / 100.0;
            let part = if x <= 0.5 { left } else { right };
            let bounds = part.least() - 1e-15..=part.greatest() + 1e-15;
            assert!(bounds.contains(&value(x)), "{x}");
        }
        assert!((left.coefficients[3] - value(0.5)).abs() < 1e-15);
        assert_eq!(right.coefficients[0], left.coefficients[3]);
        assert!((right.coefficients[3] - value(1.0)).abs() < 1e-15);
    }

    #[test]
    fn every_change_of_sign_is_found_once() {
        // (τ - 1/4) (τ - 1/2) (τ - 0.5001): two that are close, one where the halves meet
        let roots = [0.25, 0.5, 0.5001];
        let mut terms = [0.0; 8];
        terms[0] = 1.0;
        for root in roots {
            for k in (0..8).rev() {
                terms[k] = if k > 0 { terms[k - 1] } else { 0.0 } - root * terms[k];
            }
        }
        let mut sign = None;
        let changes = Bernstein::new(terms).sign_changes(&mut sign);
        assert_eq!((changes.len(), sign), (3, Some(true)));
        for (change, root) in changes.iter().zip(roots) {
            match *change {
                SignChange::At(place) => assert_eq!(place, root),
                SignChange::Between { from, to, .. } => assert!(from <= root && root <= to),
            }
        }
    }

    #[test]
    fn touching_is_no_change() {
        let terms = [0.0625, -0.5, 1.0]; // (τ - 1/4)²
        assert!(Bernstein::new(terms).sign_changes(&mut None).is_empty());
        assert!(
            Bernstein::new([0.0; 5])
                .sign_changes(&mut Some(true))
                .is_empty()
        );
        // negative before 0, positive after it: a sign change at 0
        let changes = Bernstein::new([1.0, 0.0]).sign_changes(&mut Some(false));
        assert_eq!(changes, [SignChange::At(0.0)]);
    }
}
