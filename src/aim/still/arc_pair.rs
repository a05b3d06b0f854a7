//! The direct and the lofted arc side by side, so that vector instructions compute both at once.

use nalgebra::ComplexField;

use super::super::drag_model::LaunchCoefficients;

/// One number of each arc, the direct one first.
pub(super) type Pair = [f64; 2];

/// The same formula for both arcs.
#[inline(always)]
pub(super) fn both(of: impl Fn(usize) -> f64) -> Pair {
    [of(0), of(1)]
}

/// A time on each arc, the coefficients of the hit then, and its speed squared with two derivatives as in
/// [`SpeedSquared`](super::profile::SpeedSquared).
#[derive(Debug, Clone, Copy)]
pub(super) struct ArcPair {
    pub(super) time: Pair,
    pub(super) per_metre: Pair,
    pub(super) against: Pair,
    pub(super) fading: Pair,
    pub(super) value: Pair,
    pub(super) rate: Pair,
    pub(super) bend: Pair,
}

impl ArcPair {
    /// The times before and after the bottom at which the vacuum form of f, fitted here as in [`Fit`](super::profile::Fit),
    /// has a value; NaN if it has not.
    #[inline]
    pub(super) fn fitted(&self, target: f64) -> Pair {
        // f = a/ρ + b + d ρ with ρ = (t/t₀)²: a and d from t f' and t² f''
        let falling = both(|i| 0.125 * (self.bend[i] - self.rate[i]));
        let rising = both(|i| 0.125 * (self.bend[i] + 3.0 * self.rate[i]));
        // d ρ² - 2 h ρ + a = 0: the larger root of h ± √(h² - a d), the other by the product of both
        let half = both(|i| 0.5 * (target - self.value[i] + falling[i] + rising[i]));
        let square = both(|i| half[i] * half[i] - falling[i] * rising[i]);
        let root = both(|i| half[i] + ComplexField::sqrt(square[i]));
        let (above, below) = ([falling[0], root[1]], [root[0], rising[1]]);
        both(|i| self.time[i] * ComplexField::sqrt(above[i] / below[i]))
    }

    /// Halley's steps in ln t towards `f = target`: `-2 F F'/(2 F'² - F F'')` for `F = f - target`.
    #[inline]
    pub(super) fn steps(&self, target: f64) -> Pair {
        let off = both(|i| self.value[i] - target);
        both(|i| {
            let (rate, bend) = (self.rate[i], self.bend[i] + self.rate[i]);
            -2.0 * off[i] * rate / (2.0 * rate * rate - off[i] * bend)
        })
    }

    /// Whether each arc is on its side of the bottom, by more than this in ln t: a Newton step to the bottom is `-F'/F''`.
    #[inline]
    pub(super) fn are_apart(&self, by: f64) -> bool {
        let bend = both(|i| by * (self.bend[i] + self.rate[i]));
        -self.rate[0] > bend[0] && self.rate[1] > bend[1]
    }

    /// The coefficients of one of both hits.
    #[inline]
    pub(super) fn reach(&self, arc: usize) -> LaunchCoefficients {
        LaunchCoefficients {
            per_metre: self.per_metre[arc],
            against: self.against[arc],
            fading: self.fading[arc],
        }
    }
}
