//! The verdict on a series.

use core::fmt;

use super::blocks::{Blocks, Trend};

/// What a quantity that should stay does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum DriftKind {
    /// It changes by less than two roundings a step: as constant as numbers allow.
    Rounding,
    /// It goes up and down within a band that does not grow.
    Bounded,
    /// It goes away, or goes up and down more and more.
    Secular,
    /// It stays within a band, jumps once, and stays within another: a close encounter went wrong, or an orbit was left.
    Jumped,
}

/// The verdict on a series. Errors are changes since the first sample, relative to `scale`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DriftReport<T> {
    /// What the quantity does.
    pub kind: DriftKind,
    /// Slope of the error \[1/s\], by least squares through the means of 32 to 63 equal blocks.
    pub rate: T,
    /// Standard error of the slope \[1/s\].
    pub rate_error: T,
    /// Half of what the error goes up and down within a block, on average.
    pub amplitude: T,
    /// The largest size of the error.
    pub worst: T,
    /// The error of the last sample.
    pub last: T,
    /// By how much the error jumped, from the mean before to the mean after; 0 if it did not.
    pub jump: T,
    /// Exponent p of an envelope that grows as tᵖ, from the last four doublings of the time: 0 for a band,
    /// 1 for a straight line.
    pub envelope_exponent: T,
    /// What errors are measured by, in units of the quantity.
    pub scale: T,
    /// How many samples there were.
    pub samples: u64,
}

/// The figures of a report.
pub(super) struct Found {
    pub(super) kind: DriftKind,
    pub(super) rate: f64,
    pub(super) rate_error: f64,
    pub(super) amplitude: f64,
    pub(super) worst: f64,
    pub(super) last: f64,
    pub(super) jump: f64,
    pub(super) envelope_exponent: f64,
}

/// A slope counts if it is so many times its standard error …
const SIGNIFICANT: f64 = 5.0;
/// … and takes the error farther than this share of its ups and downs.
const VISIBLE: f64 = 0.1;
/// The largest error of a series that runs away grows by so much, at least, in each of the last two
/// doublings of its time.
const RUNAWAY: f64 = 1.5;

/// Two bands are two if the gap between them is so many times as wide as each.
const CLEAR: f64 = 2.0;

/// The verdict on a series whose errors are measured by `scale`, when each step may round by
/// `step_rounding`.
pub(super) fn judge(blocks: &Blocks, trend: &Trend, scale: f64, step_rounding: f64) -> Found {
    let envelope = blocks.envelope();
    let worst = blocks.worst();
    // waves longer than a block do not show within blocks
    let amplitude = blocks.oscillation() / scale;
    let oscillation = amplitude.max(trend.residual);
    let is_significant = trend.slope.abs() > SIGNIFICANT * trend.slope_error;
    let is_visible = trend.slope.abs() * blocks.span() > VISIBLE * oscillation;
    let runs_away = (envelope[1..].windows(2)).all(|pair| pair[1] > RUNAWAY * pair[0]);
    let is_rounding = worst < step_rounding * blocks.samples() as f64 * scale;
    let jump = (blocks.jump(CLEAR).map(|jump| jump / scale))
        .filter(|jump| !is_rounding && jump.abs() > VISIBLE * amplitude);
    let kind = if is_rounding {
        DriftKind::Rounding
    } else if jump.is_some() {
        DriftKind::Jumped
    } else if (is_significant && is_visible) || runs_away {
        DriftKind::Secular
    } else {
        DriftKind::Bounded
    };
    Found {
        kind,
        rate: trend.slope,
        rate_error: trend.slope_error,
        amplitude,
        worst: worst / scale,
        last: blocks.last() / scale,
        jump: jump.unwrap_or(0.0),
        envelope_exponent: exponent(&envelope),
    }
}

/// The slope of log₂ of the envelope from doubling to doubling, by least squares; 0 where it is zero.
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
        })
    }
}

/// One line, such as `secular, +2.92e-5/s ± 1e-8/s, worst 3.5e-1`.
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
        }
    }
}
