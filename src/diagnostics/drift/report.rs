//! The verdict on a series of samples.

use core::fmt;

use nalgebra::RealField;

use super::blocks::{MIN_SAMPLES, SampleBlocks, Trend};
use crate::numbers::{from_f64, to_f64};

/// The behaviour of a quantity that should be conserved.
///
/// ```
/// use kinstep::diagnostics::{Drift, DriftKind};
///
/// let swing = |i: i32| (f64::from(i), 1.0 + 1e-3 * f64::from(i).sin());
/// let drift: Drift<f64> = (0..1000).map(swing).collect();
/// assert_eq!(drift.report()?.kind, DriftKind::Bounded);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum DriftKind {
    /// The quantity changes by less than two rounding errors per step, which is as constant as
    /// floating-point numbers allow.
    Rounding,
    /// The quantity oscillates within a band that does not grow.
    Bounded,
    /// The quantity drifts away, or oscillates with growing amplitude.
    Secular,
    /// The quantity stays within a band, jumps once, and then stays within another band, as after
    /// an unresolved close encounter.
    Jumped,
    /// The quantity changes by more than rounding, but there are fewer than 32 samples, too few for
    /// a verdict.
    Unclear,
}

/// The verdict on a series. Errors are changes since the first sample, relative to `scale`.
///
/// ```
/// use kinstep::diagnostics::Drift;
///
/// let drift: Drift<f64> = (0..100).map(|i| (f64::from(i), 2.0 + 1e-3 * f64::from(i))).collect();
/// let report = drift.report()?;
/// assert!((report.rate - 0.5e-3).abs() < 1e-9); // per second, relative to the first value
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DriftReport<T> {
    /// The behaviour of the quantity.
    pub kind: DriftKind,
    /// Slope of the error \[1/s\], a least-squares fit through the means of 32 to 63 equal blocks, or through all samples if there are
    /// fewer than 64.
    pub rate: T,
    /// Standard error of the slope \[1/s\]; infinite for two samples.
    pub rate_error: T,
    /// Amplitude of the error: half the range within a block, as the mean of all blocks; 0 for
    /// fewer than 64 samples.
    pub amplitude: T,
    /// Maximum absolute error.
    pub worst: T,
    /// The error of the last sample.
    pub last: T,
    /// Height of the jump, from the mean before it to the mean after it; 0 without a jump, and for
    /// fewer than 32 samples.
    pub jump: T,
    /// Exponent p of an envelope that grows as tᵖ, determined from the last four doublings of the
    /// time: 0 for a constant band, 1 for linear growth; 0 for fewer than 32 samples.
    pub envelope_exponent: T,
    /// The scale of errors, in units of the quantity.
    pub scale: T,
    /// The number of samples.
    pub samples: u64,
}

/// Number of standard errors above which a slope is significant.
const SIGNIFICANT: f64 = 5.0;
/// Fraction of the amplitude above which a drift or a jump is visible.
const VISIBLE: f64 = 0.1;
/// Growth of the maximum error in each of the last two doublings of the time from which on a series
/// runs away.
const RUNAWAY: f64 = 1.5;

/// Two bands are distinct if the gap between them is larger than the width of each band by this
/// factor.
const CLEAR: f64 = 2.0;

/// Returns the verdict on a series whose errors are relative to `scale`. Each sample may add a
/// rounding error of `step_rounding`.
pub(super) fn judge<T: RealField + Copy>(
    blocks: &SampleBlocks,
    trend: &Trend,
    scale: T,
    step_rounding: f64,
) -> DriftReport<T> {
    let measure = to_f64(scale);
    let envelope = blocks.envelope();
    let worst = blocks.worst();
    // the residual of the regression includes oscillations with periods longer than a block
    let amplitude = blocks.oscillation() / measure;
    let oscillation = amplitude.max(trend.residual);
    let is_significant = trend.slope.abs() > SIGNIFICANT * trend.slope_error;
    let is_visible = trend.slope.abs() * blocks.span() > VISIBLE * oscillation;
    let runs_away = (envelope[1..].windows(2)).all(|pair| pair[1] > RUNAWAY * pair[0]);
    let is_rounding = worst < step_rounding * blocks.samples() as f64 * measure;
    let are_few = blocks.samples() < MIN_SAMPLES;
    let jump = (blocks.jump(CLEAR).map(|jump| jump / measure))
        .filter(|jump| !(is_rounding || are_few) && jump.abs() > VISIBLE * amplitude);
    let kind = if is_rounding {
        DriftKind::Rounding
    } else if are_few {
        DriftKind::Unclear
    } else if jump.is_some() {
        DriftKind::Jumped
    } else if (is_significant && is_visible) || runs_away {
        DriftKind::Secular
    } else {
        DriftKind::Bounded
    };
    DriftReport {
        kind,
        rate: from_f64(trend.slope),
        rate_error: from_f64(trend.slope_error),
        amplitude: from_f64(amplitude),
        worst: from_f64(worst / measure),
        last: from_f64(blocks.last() / measure),
        jump: from_f64(jump.unwrap_or(0.0)),
        envelope_exponent: from_f64(if are_few { 0.0 } else { exponent(&envelope) }),
        scale,
        samples: blocks.samples(),
    }
}

/// Returns the exponent of the envelope: the least-squares slope of its binary logarithm per
/// doubling of the time; 0 if an entry is zero.
fn exponent(envelope: &[f64; 4]) -> f64 {
    if envelope.contains(&0.0) {
        return 0.0;
    }
    let [a, b, c, d] = envelope.map(nalgebra::ComplexField::log2);
    (3.0 * (d - a) + (c - b)) / 10.0
}

impl fmt::Display for DriftKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Rounding => "rounding",
            Self::Bounded => "bounded",
            Self::Secular => "secular",
            Self::Jumped => "jumped",
            Self::Unclear => "unclear",
        })
    }
}

/// Prints one line, such as `secular, +2.92e-5/s ± 1e-8/s, worst 3.5e-1`.
impl<T: fmt::LowerExp> fmt::Display for DriftReport<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            DriftKind::Rounding => write!(formatter, "rounding, worst {:.1e}", self.worst),
            DriftKind::Bounded => write!(
                formatter,
                "bounded, up and down by {:.1e}, worst {:.1e}",
                self.amplitude, self.worst
            ),
            DriftKind::Secular => write!(
                formatter,
                "secular, {:+.2e}/s ± {:.0e}/s, worst {:.1e}",
                self.rate, self.rate_error, self.worst
            ),
            DriftKind::Jumped => write!(
                formatter,
                "jumped once, by {:+.1e}, worst {:.1e}",
                self.jump, self.worst
            ),
            DriftKind::Unclear => write!(
                formatter,
                "unclear after {} samples, {:+.2e}/s ± {:.0e}/s, worst {:.1e}",
                self.samples, self.rate, self.rate_error, self.worst
            ),
        }
    }
}
