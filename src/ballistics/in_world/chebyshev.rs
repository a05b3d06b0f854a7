//! First changes of sign of a smooth function, by its Chebyshev series.

use core::f64::consts::PI;

use nalgebra::ComplexField;

use super::super::event::Crossing;

/// Number of terms: a polynomial of degree 24, as the square of a distance along a step of degree 12 is one.
const TERMS: usize = 25;
/// Parts of a step shorter than this are not cut again.
const SHORTEST: f64 = 1e-9;

/// Nodes of interpolation, and values there.
#[derive(Debug, Clone)]
pub(super) struct Chebyshev {
    nodes: [f64; TERMS],
}

/// A function on `[-1, 1]` as `Σ cₖ Tₖ(s)`.
type Series = [f64; TERMS];

impl Chebyshev {
    pub(super) fn new() -> Self {
        let node = |index: usize| -ComplexField::cos(PI * (index as f64 + 0.5) / TERMS as f64);
        Self {
            nodes: core::array::from_fn(node),
        }
    }

    /// The series of a function: `cₖ = (2/n) Σ f(sⱼ) Tₖ(sⱼ)`, and half of that for c₀.
    pub(super) fn series(&self, mut function: impl FnMut(f64) -> f64) -> Series {
        let mut series = [0.0; TERMS];
        for &node in &self.nodes {
            let value = function(node) * 2.0 / TERMS as f64;
            let (mut before, mut now) = (1.0, node);
            series[0] += 0.5 * value;
            for term in &mut series[1..] {
                *term += value * now;
                (before, now) = (now, 2.0 * node * now - before);
            }
        }
        series
    }

    /// The first place at which the function changes its sign in the direction that is waited for. `side` is its sign before,
    /// 0 if it has none, and becomes its sign at the end. `rounding` is the error of its values.
    ///
    /// On an interval with `|c₀| > Σ |cₖ|` the function has no zero; if that is true of its derivative, it is monotone. Other
    /// intervals are cut in half, so no zero of the series is missed but pairs closer than [`SHORTEST`].
    pub(super) fn first_crossing(
        &self,
        series: &Series,
        which: Crossing,
        side: &mut f64,
        rounding: f64,
    ) -> Option<f64> {
        self.search(series, [-1.0, 1.0], which, side, rounding)
    }

    fn search(
        &self,
        whole: &Series,
        [from, to]: [f64; 2],
        which: Crossing,
        side: &mut f64,
        rounding: f64,
    ) -> Option<f64> {
        let [middle, half] = [0.5 * (from + to), 0.5 * (to - from)];
        let part = if half == 1.0 {
            *whole
        } else {
            self.series(|s| value(whole, middle + half * s))
        };
        let at_end = value(whole, to);
        let has_no_zero = part[0].abs() > rest(&part) + rounding;
        let is_indivisible = is_monotone(&part, rounding) || half < SHORTEST;
        if !(has_no_zero || is_indivisible) {
            return self
                .search(whole, [from, middle], which, side, rounding)
                .or_else(|| self.search(whole, [middle, to], which, side, rounding));
        }
        let before = *side;
        if at_end.abs() > rounding {
            *side = at_end.signum();
        }
        let changes = before * *side < 0.0 && which.includes(*side > 0.0);
        changes.then(|| bisect(whole, [from, to], before))
    }
}

/// `Σ |cₖ|` without c₀.
fn rest(series: &Series) -> f64 {
    series[1..].iter().map(|term| term.abs()).sum()
}

/// Whether the derivative has no zero: `f' = Σ dₖ Tₖ`, `d₍ₖ₋₁₎ = d₍ₖ₊₁₎ + 2 k cₖ`, half of that for d₀.
fn is_monotone(series: &Series, rounding: f64) -> bool {
    let mut slopes = [0.0; TERMS];
    for order in (1..TERMS).rev() {
        let beyond = slopes.get(order + 1).copied().unwrap_or(0.0);
        slopes[order - 1] = beyond + 2.0 * order as f64 * series[order];
    }
    slopes[0] *= 0.5;
    slopes[0].abs() > rest(&slopes) + rounding
}

/// The value of a series, by Clenshaw's recurrence.
fn value(series: &Series, s: f64) -> f64 {
    let (mut next, mut now) = (0.0, 0.0);
    for term in series[1..].iter().rev() {
        (next, now) = (now, term + 2.0 * s * now - next);
    }
    series[0] + s * now - next
}

/// The place within an interval at which the sign is no longer that before.
fn bisect(series: &Series, [mut from, mut to]: [f64; 2], before: f64) -> f64 {
    loop {
        let middle = 0.5 * (from + to);
        if middle <= from || middle >= to {
            return to;
        }
        if value(series, middle) * before > 0.0 {
            from = middle;
        } else {
            to = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `(s - a)(s - b)(s - 0.9)`: up at a, down at b, however close they are.
    #[test]
    fn close_pairs_are_found() {
        let chebyshev = Chebyshev::new();
        for gap in [0.5, 1e-2, 1e-4, 1e-6] {
            let (a, b) = (0.123, 0.123 + gap);
            let series = chebyshev.series(|s| (s - a) * (s - b) * (s - 0.9));
            let crossing = |which| {
                let mut side = -1.0;
                chebyshev.first_crossing(&series, which, &mut side, 1e-16)
            };
            let up = crossing(Crossing::Ascending).unwrap();
            let down = crossing(Crossing::Descending).unwrap();
            // rounding of the values, divided by the slope: measured 3.2e-15 / gap
            let error = 1e-14 / gap;
            assert!((up - a).abs() < error, "{gap}: {up}");
            assert!((down - b).abs() < error, "{gap}: {down}");
            assert_eq!(crossing(Crossing::Any), Some(up));
        }
    }

    #[test]
    fn a_touch_is_no_crossing() {
        let chebyshev = Chebyshev::new();
        let series = chebyshev.series(|s| (s - 0.3) * (s - 0.3) + 1e-9);
        let mut side = 1.0;
        let crossing = chebyshev.first_crossing(&series, Crossing::Any, &mut side, 1e-15);
        assert_eq!((crossing, side), (None, 1.0));
    }

    #[test]
    fn what_starts_on_the_boundary_does_not_cross_it_there() {
        let chebyshev = Chebyshev::new();
        let series = chebyshev.series(|s| (s + 1.0) * (0.5 - s));
        let mut side = 0.0;
        let found = chebyshev.first_crossing(&series, Crossing::Any, &mut side, 1e-15);
        assert!((found.unwrap() - 0.5).abs() < 1e-14);
    }
}
