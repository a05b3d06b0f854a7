//! Polynomials on an interval, written as Chebyshev series.

use core::f64::consts::PI;

use nalgebra::ComplexField;

use super::{Curve, Look, TOUCH};

/// A polynomial of a time from 0 to 2, `Σ cₖ Tₖ(time - 1)`, and its derivatives.
#[derive(Clone, Copy, Debug)]
pub struct Series<const TERMS: usize> {
    /// Coefficients of the polynomial and of its first three derivatives.
    derivatives: [[f64; TERMS]; 4],
    /// Rounding error of the values.
    rounding: f64,
}

/// Returns the times from 0 to 2 at which a function is evaluated for its series:
/// `1 - cos(π (j + 1/2)/n)`.
#[must_use]
pub fn nodes<const TERMS: usize>() -> [f64; TERMS] {
    core::array::from_fn(|j| 1.0 - ComplexField::cos(PI * (j as f64 + 0.5) / TERMS as f64))
}

impl<const TERMS: usize> Series<TERMS> {
    /// Returns the polynomial with these values at the nodes, and with this rounding error:
    /// `cₖ = (2/n) Σ f(tⱼ) Tₖ(tⱼ - 1)`, and half of this for c₀.
    #[must_use]
    pub fn new(nodes: &[f64; TERMS], values: &[f64; TERMS], rounding: f64) -> Self {
        let mut series = [0.0; TERMS];
        for (node, value) in nodes.iter().zip(values) {
            let (s, value) = (node - 1.0, value * 2.0 / TERMS as f64);
            let (mut before, mut now) = (1.0, s);
            series[0] += 0.5 * value;
            for term in &mut series[1..] {
                *term += value * now;
                (before, now) = (now, 2.0 * s * now - before);
            }
        }
        let mut derivatives = [series; 4];
        for order in 1..4 {
            derivatives[order] = derivative(&derivatives[order - 1]);
        }
        Self {
            derivatives,
            rounding,
        }
    }
}

/// Returns the series of the derivative, `Σ dₖ Tₖ`: `d₍ₖ₋₁₎ = d₍ₖ₊₁₎ + 2 k cₖ`, and half of this for d₀.
fn derivative<const TERMS: usize>(series: &[f64; TERMS]) -> [f64; TERMS] {
    let mut slopes = [0.0; TERMS];
    for order in (1..TERMS).rev() {
        let beyond = slopes.get(order + 1).copied().unwrap_or(0.0);
        slopes[order - 1] = beyond + 2.0 * order as f64 * series[order];
    }
    slopes[0] *= 0.5;
    slopes
}

/// Returns the value of a series at s, which is from -1 to 1, by Clenshaw's recurrence.
fn value<const TERMS: usize>(series: &[f64; TERMS], s: f64) -> f64 {
    let (mut next, mut now) = (0.0, 0.0);
    for term in series[1..].iter().rev() {
        (next, now) = (now, term + 2.0 * s * now - next);
    }
    series[0] + s * now - next
}

/// Returns an upper bound of the magnitude of a series.
fn bound<const TERMS: usize>(series: &[f64; TERMS]) -> f64 {
    series.iter().map(|term| term.abs()).sum()
}

impl<const TERMS: usize> Curve for Series<TERMS> {
    fn at(&self, time: f64) -> (f64, f64) {
        let [series, slopes, ..] = &self.derivatives;
        (value(series, time - 1.0), value(slopes, time - 1.0))
    }

    /// The bound of the third derivative limits the difference of the second derivative from its
    /// value at `time`.
    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let [_, slopes, bends, thirds] = &self.derivatives;
        let (value_now, rate) = self.at(time);
        let (far, bend) = ((to - time).max(time - from), value(bends, time - 1.0));
        let (change, most) = (far * bound(thirds), bound(bends));
        let [low, high] = [change - bend, change + bend].map(|bend| bend.max(0.0).min(most));
        Look {
            value: value_now,
            rate,
            low,
            high,
            steep: (rate.abs() + far * low.max(high)).min(bound(slopes)),
            terms: self.rounding / TOUCH,
        }
    }

    fn fine(&self) -> f64 {
        1e-9
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Unfinished, first_change};
    use super::*;

    fn series(function: impl Fn(f64) -> f64, rounding: f64) -> Series<25> {
        let nodes = nodes();
        Series::new(&nodes, &nodes.map(|node| function(node - 1.0)), rounding)
    }

    fn first_in(
        series: &Series<25>,
        side: &mut f64,
        includes: fn(bool) -> bool,
    ) -> Result<Option<f64>, Unfinished> {
        first_change(series, [0.0, 2.0], 2.0, side, includes)
    }

    /// The two crossings of `(s - a)(s - b)(s - 0.9)`, upward at a and downward at b, are found for
    /// any distance of a and b.
    #[test]
    fn close_pairs_are_found() {
        for gap in [0.5, 1e-2, 1e-4, 1e-6] {
            let (a, b) = (0.123, 0.123 + gap);
            let series = series(|s| (s - a) * (s - b) * (s - 0.9), 1e-16);
            let crossing = |includes: fn(bool) -> bool| {
                let found = first_in(&series, &mut -1.0, includes);
                found.unwrap().unwrap() - 1.0
            };
            let (up, down) = (crossing(|rises| rises), crossing(|rises| !rises));
            // the rounding error of the values divided by the slope; measured: 3.2e-15 / gap
            let error = 1e-14 / gap;
            assert!((up - a).abs() < error, "{gap}: {up}");
            assert!((down - b).abs() < error, "{gap}: {down}");
            assert_eq!(crossing(|_| true), up);
        }
    }

    #[test]
    fn a_touch_is_no_crossing() {
        let series = series(|s| (s - 0.3) * (s - 0.3) + 1e-9, 1e-15);
        let mut side = 1.0;
        let crossing = first_in(&series, &mut side, |_| true);
        assert_eq!((crossing, side), (Ok(None), 1.0));
    }

    #[test]
    fn what_starts_on_the_boundary_does_not_cross_it_there() {
        let series = series(|s| (s + 1.0) * (0.5 - s), 1e-15);
        let found = first_in(&series, &mut 0.0, |_| true);
        assert!((found.unwrap().unwrap() - 1.5).abs() < 1e-14);
    }
}
