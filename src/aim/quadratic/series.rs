//! The velocity and its derivatives by the launch as power series in time.

use nalgebra::{ComplexField, SVector};

use super::drag_law::DragLaw;

/// A vector in the plane of the flight (across gravity, along it), and its derivatives by both components of the launch.
pub(super) type StateWithVariations = SVector<f64, 6>;

/// The first `N` terms in powers of `t / unit`.
///
/// The derivatives δ of u solve the equation linearised about u. With `s = |u|` and `σ = u·δ/s`
///
/// ```text
/// u' = g - κ s u               2 s₀ sₖ = Σ uᵢ·uₖ₋ᵢ - Σ' sᵢ sₖ₋ᵢ
/// δ' = -κ (σ u + s δ)            s₀ σₖ = Σ uᵢ·δₖ₋ᵢ - Σ' sᵢ σₖ₋ᵢ
/// ```
pub(super) struct TaylorSeries<const N: usize> {
    terms: [StateWithVariations; N],
    /// \[s\]
    unit: f64,
    /// Drag as a part of the acceleration at the start, where gravity and drag are added in size.
    share: f64,
}

impl<const N: usize> TaylorSeries<N> {
    /// The series at a velocity \[m/s\]; none if that is zero.
    pub(super) fn new(law: DragLaw, start: &StateWithVariations) -> Option<Self> {
        let speed = ComplexField::sqrt(start[0] * start[0] + start[1] * start[1]);
        let unit = speed / (law.pull + law.drag * speed * speed);
        if !(speed > 0.0 && unit > 0.0 && unit < f64::INFINITY) {
            return None;
        }
        let mut u = [StateWithVariations::zeros(); N];
        // s, σ₁, σ₂
        let mut s = [[0.0; 3]; N];
        u[0] = *start;
        for k in 0..N - 1 {
            s[k] = speeds(k, speed, &s, &u);
            let mut rate = drag(k, &s, &u) * -law.drag;
            if k == 0 {
                rate[1] += law.pull;
            }
            u[k + 1] = rate * (unit / (k + 1) as f64);
        }
        let share = law.drag * speed * unit;
        Some(Self {
            terms: u,
            unit,
            share,
        })
    }

    /// The time for which the velocity error is within the tolerance \[m/s\], estimated from the last two terms \[s\].
    pub(super) fn duration(&self, tolerance: f64) -> f64 {
        let reach = |k: usize| {
            let size = ComplexField::hypot(self.terms[k][0], self.terms[k][1]);
            ComplexField::powf(tolerance / size, 1.0 / k as f64)
        };
        // a rising body is nearly at rest after a unit of time at the earliest; the series does not converge beyond
        let rest = if self.terms[0][1] < 0.0 {
            BEFORE_REST
        } else {
            f64::INFINITY
        };
        // terms that should vanish have rounding errors, which grow with the power of time
        let noise = ComplexField::powf(4.0 / self.share, 1.0 / (N - 1) as f64);
        rest.min(noise).min(SAFETY * reach(N - 1).min(reach(N - 2))) * self.unit
    }

    /// Velocity and displacement after a time \[s\].
    pub(super) fn after(&self, time: f64) -> (StateWithVariations, StateWithVariations) {
        let ratio = time / self.unit;
        let (mut end, mut way) = (StateWithVariations::zeros(), StateWithVariations::zeros());
        for (k, term) in self.terms.iter().enumerate().rev() {
            end = end * ratio + term;
            way = way * ratio + term / (k + 1) as f64;
        }
        (end, way * time)
    }
}

/// Part of the time that the last terms allow.
const SAFETY: f64 = 0.9;

/// Less than the duration of any rise in units of time: `arctan x ≥ x/(1 + x²)`, x being speed over terminal speed.
const BEFORE_REST: f64 = 0.9;

/// The terms of power `k` of s and both σ.
#[inline]
fn speeds(k: usize, speed: f64, s: &[[f64; 3]], u: &[StateWithVariations]) -> [f64; 3] {
    if k == 0 {
        let dot = |i: usize| u[0][0] * u[0][i] + u[0][1] * u[0][i + 1];
        return [speed, dot(2) / speed, dot(4) / speed];
    }
    let mut lanes = StateWithVariations::zeros();
    for (one, two) in u[..=k].iter().zip(u[..=k].iter().rev()) {
        let [a, b] = [one[0], one[1]];
        lanes += two.component_mul(&StateWithVariations::new(a, b, a, b, a, b));
    }
    let mut sums = [
        lanes[0] + lanes[1],
        lanes[2] + lanes[3],
        lanes[4] + lanes[5],
    ];
    // the sum runs over 0 < i < k: it does not contain sₖ, which is wanted
    for (one, two) in s[1..k].iter().zip(s[1..k].iter().rev()) {
        for (sum, lane) in sums.iter_mut().zip(two) {
            *sum -= one[0] * lane;
        }
    }
    let own = sums[0] / (2.0 * speed);
    let [one, two] = [1, 2].map(|lane| (sums[lane] - own * s[0][lane]) / speed);
    [own, one, two]
}

/// The terms of power `k` of `s u` and `σ u + s δ`.
#[inline]
fn drag(k: usize, s: &[[f64; 3]], u: &[StateWithVariations]) -> StateWithVariations {
    let mut sum = StateWithVariations::zeros();
    for ([s, one, two], term) in s[..=k].iter().zip(u[..=k].iter().rev()) {
        let [a, b] = [term[0], term[1]];
        sum += term * *s + StateWithVariations::new(0.0, 0.0, one * a, one * b, two * a, two * b);
    }
    sum
}
