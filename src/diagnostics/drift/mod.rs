//! The drift of a quantity that should be conserved.

mod blocks;
mod report;

use nalgebra::RealField;

use super::error::DiagnosticsError;
use crate::numbers::to_f64;
use blocks::SampleBlocks;
pub use report::{DriftKind, DriftReport};

/// A time series of a quantity that should be conserved, with a verdict on its drift.
///
/// The quantity may be an energy, a component of momentum, or a phase error. The series needs a few
/// kilobytes for any number of samples, and recording does not allocate.
///
/// ```
/// use kinstep::diagnostics::{Drift, DriftKind};
/// use kinstep::{Body2, Scheme, Spring, World2};
///
/// let mut world = World2::new();
/// world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
/// world.add_force(Spring::stiffness(4.0))?;
/// world.add_force(Spring::stiffness(9.0))?;
/// for (scheme, kind) in [
///     (Scheme::SymplecticEuler, DriftKind::Bounded),
///     (Scheme::Kinematic, DriftKind::Secular),
///     (Scheme::FlowKick, DriftKind::Rounding),
/// ] {
///     let mut world = world.clone();
///     world.set_scheme(scheme);
///     let mut drift = Drift::new();
///     for _ in 0..10_000 {
///         world.step(1.0 / 60.0)?;
///         drift.record(world.time(), world.energy().total());
///     }
///     assert_eq!(drift.report()?.kind, kind, "{scheme}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[doc(alias("energy drift", "conservation"))]
pub struct Drift<T> {
    /// Time and value of the first sample.
    first: Option<(T, T)>,
    /// Times \[s\] and changes of the value since the first sample, in `f64`.
    blocks: SampleBlocks,
    /// The first sample that was not finite: its index, time and value.
    not_finite: Option<(u64, T, T)>,
    /// The scale of errors, if one was given.
    scale: Option<T>,
    /// Number of simulation steps per sample.
    steps: u64,
}

impl<T: RealField + Copy> Drift<T> {
    /// Returns an empty series. Errors are relative to the absolute value of the first sample.
    #[must_use]
    pub fn new() -> Self {
        Self {
            first: None,
            blocks: SampleBlocks::new(),
            not_finite: None,
            scale: None,
            steps: 1,
        }
    }

    /// Returns the series with errors relative to `scale`, in units of the value. Use it for a value that starts at or near zero, such
    /// as a phase, or the energy of a pendulum.
    #[must_use]
    pub fn relative_to(mut self, scale: T) -> Self {
        self.scale = Some(scale.abs());
        self
    }

    /// Returns the series with this number of simulation steps per sample, on which the allowance
    /// for rounding depends.
    #[must_use]
    pub fn sampled_every(mut self, steps: u64) -> Self {
        self.steps = steps;
        self
    }

    /// Records the time \[s\] and the value of a sample. Times may have any spacing, and may
    /// increase or decrease.
    pub fn record(&mut self, time: T, value: T) {
        if self.not_finite.is_some() {
            return;
        }
        let (start, first) = *self.first.get_or_insert((time, value));
        let (since, change) = (to_f64(time) - to_f64(start), to_f64(value) - to_f64(first));
        if since.is_finite() && change.is_finite() {
            self.blocks.record(since, change);
        } else {
            self.not_finite = Some((self.blocks.samples(), time, value));
        }
    }

    /// Returns the verdict on the series up to now. For fewer than 32 samples that change by more
    /// than rounding it is [`DriftKind::Unclear`]. The numbers of the report are valid for two
    /// samples or more.
    ///
    /// ```
    /// use kinstep::diagnostics::{Drift, DriftKind};
    ///
    /// let drift: Drift<f64> = (0..20).map(|i| (f64::from(i), 1.0 + 1e-3 * f64::from(i))).collect();
    /// let report = drift.report()?;
    /// assert_eq!(report.kind, DriftKind::Unclear);
    /// assert!((report.rate - 1e-3).abs() < 1e-12 && (report.worst - 0.019).abs() < 1e-12);
    /// # Ok::<(), kinstep::diagnostics::DiagnosticsError<f64>>(())
    /// ```
    ///
    /// # Errors
    /// If the series has no samples, a sample is not finite, all samples have the same time, or the
    /// scale of errors is zero or not finite.
    pub fn report(&self) -> Result<DriftReport<T>, DiagnosticsError<T>> {
        if let Some((sample, time, value)) = self.not_finite {
            return Err(DiagnosticsError::Sample {
                sample,
                time,
                value,
            });
        }
        let (time, first) = self.first.ok_or(DiagnosticsError::Empty)?;
        let scale = self.scale.unwrap_or(first.abs());
        let measure = to_f64(scale);
        if !(measure > 0.0 && measure.is_finite()) {
            return Err(DiagnosticsError::Scale { scale });
        }
        let trend = (self.blocks.trend(measure)).ok_or(DiagnosticsError::Standstill { time })?;
        let step_rounding = 2.0 * to_f64(T::default_epsilon()) * self.steps as f64;
        Ok(report::judge(&self.blocks, &trend, scale, step_rounding))
    }
}

/// Records samples of time \[s\] and value.
///
/// ```
/// use kinstep::diagnostics::{Drift, DriftKind};
///
/// let drift: Drift<f64> = (0..100).map(|i| (f64::from(i), 1.0 + 1e-3 * f64::from(i))).collect();
/// assert_eq!(drift.report()?.kind, DriftKind::Secular);
/// # Ok::<(), kinstep::diagnostics::DiagnosticsError<f64>>(())
/// ```
impl<T: RealField + Copy> Extend<(T, T)> for Drift<T> {
    fn extend<I: IntoIterator<Item = (T, T)>>(&mut self, samples: I) {
        for (time, value) in samples {
            self.record(time, value);
        }
    }
}

impl<T: RealField + Copy> FromIterator<(T, T)> for Drift<T> {
    fn from_iter<I: IntoIterator<Item = (T, T)>>(samples: I) -> Self {
        let mut drift = Self::new();
        drift.extend(samples);
        drift
    }
}

impl<T: RealField + Copy> Default for Drift<T> {
    fn default() -> Self {
        Self::new()
    }
}
