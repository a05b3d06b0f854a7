//! Polynomials between 0 and 1 by their Bernstein coefficients: bounds, and all changes of sign.

use alloc::vec::Vec;

/// A polynomial of degree `N - 1` on 0..1, which lies between its least and its greatest coefficient, and has as
/// many zeros inside as its coefficients change sign, or fewer by an even number (Descartes).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bernstein<const N: usize> {
    coefficients: [f64; N],
}

/// Changes of sign on a part of 0..1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Change {
    /// The only one between two places.
    Between {
        /// It is after this.
        from: f64,
        /// It is before this.
        to: f64,
        /// Whether it is from negative to positive.
        ascending: bool,
    },
    /// At a place.
    At(f64),
}

/// Halvings until places cannot be told apart.
const DEEPEST: usize = 52;

impl<const N: usize> Bernstein<N> {
    /// The polynomial with these terms `aₖ τᵏ`: `bⱼ = Σ C(j,k) / C(N-1,k) aₖ`.
    pub(super) fn new(terms: [f64; N]) -> Self {
        let mut coefficients = terms;
        let mut choose = 1.0;
        for (k, term) in coefficients.iter_mut().enumerate() {
            *term /= choose;
            choose *= (N - 1 - k) as f64 / (k + 1) as f64;
        }
        // sums of sums are sums weighted with Pascal's numbers
        for first in 1..N {
            for j in (first..N).rev() {
                coefficients[j] += coefficients[j - 1];
            }
        }
        Self { coefficients }
    }

    /// No value is below.
    pub(super) fn least(&self) -> f64 {
        (self.coefficients.iter()).fold(f64::INFINITY, |least, value| least.min(*value))
    }

    /// No value is above.
    pub(super) fn greatest(&self) -> f64 {
        (self.coefficients.iter()).fold(f64::NEG_INFINITY, |most, value| most.max(*value))
    }

    /// The two halves (de Casteljau).
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

    /// The signs of the coefficients that have one.
    fn signs(&self) -> impl Iterator<Item = bool> {
        (self.coefficients.iter()).filter_map(|value| (*value != 0.0).then_some(*value > 0.0))
    }

    fn variations(&self) -> usize {
        let mut signs = self.signs();
        let Some(mut last) = signs.next() else {
            return 0;
        };
        signs
            .filter(|sign| core::mem::replace(&mut last, *sign) != *sign)
            .count()
    }

    /// All changes of sign in order, given the sign before 0 (positive: true; none: nothing has moved yet), which
    /// is left as that before 1.
    pub(super) fn changes(&self, sign: &mut Option<bool>) -> Vec<Change> {
        let mut found = Vec::new();
        let mut waiting = alloc::vec![(*self, 0.0, 1.0, 0)];
        while let Some((piece, from, to, depth)) = waiting.pop() {
            let (Some(first), Some(last)) = (piece.signs().next(), piece.signs().last()) else {
                continue;
            };
            let variations = piece.variations();
            if variations > 1 && depth < DEEPEST {
                let middle = 0.5 * (from + to);
                let [left, right] = piece.halved();
                waiting.push((right, middle, to, depth + 1));
                waiting.push((left, from, middle, depth + 1));
                continue;
            }
            if sign.is_some_and(|before| before != first) {
                found.push(Change::At(from));
            }
            if first != last {
                found.push(Change::Between {
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
        let changes = Bernstein::new(terms).changes(&mut sign);
        assert_eq!((changes.len(), sign), (3, Some(true)));
        for (change, root) in changes.iter().zip(roots) {
            match *change {
                Change::At(place) => assert_eq!(place, root),
                Change::Between { from, to, .. } => assert!(from <= root && root <= to),
            }
        }
    }

    #[test]
    fn touching_is_no_change() {
        let terms = [0.0625, -0.5, 1.0]; // (τ - 1/4)²
        assert!(Bernstein::new(terms).changes(&mut None).is_empty());
        assert!(Bernstein::new([0.0; 5]).changes(&mut Some(true)).is_empty());
        // what was negative before 0 has changed there
        let changes = Bernstein::new([1.0, 0.0]).changes(&mut Some(false));
        assert_eq!(changes, [Change::At(0.0)]);
    }
}
