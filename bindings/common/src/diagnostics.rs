//! Drift of a series, comparison of schemes, and the reference motion.

use core::fmt::LowerExp;

use kinstep::diagnostics::{self, DiagnosticsError, Drift, DriftReport, SchemeRun};
use kinstep::{BodyId, Scheme, World};
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, Kind, OrFailure, Outcome};
pub use crate::ledger::{BalanceRecord, EntryRecord, Ledger};
use crate::motion::Rows;
use crate::patience::{KeepGoing, Patience, step_failed};
use crate::space::{Number, Space};
use crate::{AnyWorld, on, words};

/// How a quantity behaves that should be constant. Errors are changes since the first sample, relative to `scale`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DriftRecord {
    /// `rounding`, `bounded`, `secular`, `jumped` or `unclear`.
    pub kind: String,
    /// The slope of the error \[1/s\].
    pub rate: f64,
    /// The standard error of the slope \[1/s\]; infinite for two samples.
    pub rate_error: f64,
    /// Half of the range of the error in a block of samples, as the mean of all blocks.
    pub amplitude: f64,
    /// The largest absolute error.
    pub worst: f64,
    /// The error of the last sample.
    pub last: f64,
    /// The height of the jump; 0 without one.
    pub jump: f64,
    /// The exponent p of an envelope that grows as tᵖ.
    pub envelope_exponent: f64,
    /// The scale of the errors, in units of the quantity.
    pub scale: f64,
    /// The number of samples.
    pub samples: u64,
}

impl<T: Number> From<&DriftReport<T>> for DriftRecord {
    fn from(report: &DriftReport<T>) -> Self {
        Self {
            kind: report.kind.to_string(),
            rate: report.rate.wide(),
            rate_error: report.rate_error.wide(),
            amplitude: report.amplitude.wide(),
            worst: report.worst.wide(),
            last: report.last.wide(),
            jump: report.jump.wide(),
            envelope_exponent: report.envelope_exponent.wide(),
            scale: report.scale.wide(),
            samples: report.samples,
        }
    }
}

/// Returns the verdict on a series of values at some times \[s\]. Errors are relative to `scale`, or to the first value; each sample
/// has the rounding of this number of steps.
///
/// # Errors
/// Fails if a value has no time or is not finite, all times are the same, or the scale is zero or not finite.
pub fn drift(
    times: &[f64],
    values: &[f64],
    scale: Option<f64>,
    steps: u64,
) -> Outcome<DriftRecord> {
    if times.len() != values.len() {
        return Err(Failure::invalid(format_args!(
            "there are {} times and {} values; each value must have a time",
            times.len(),
            values.len()
        )));
    }
    let mut drift = Drift::new().sampled_every(steps);
    if let Some(scale) = scale {
        drift = drift.relative_to(scale);
    }
    drift.extend(times.iter().copied().zip(values.iter().copied()));
    drift
        .report()
        .map(|report| DriftRecord::from(&report))
        .or_invalid()
}

/// A way to move a world: by a scheme, or to a tolerance \[m\]. It is read from the name of the scheme, or from a number.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "GivenMethod")]
pub enum Method {
    /// By steps of a scheme.
    Scheme(Scheme),
    /// By [`AnyWorld::advance`] to a tolerance \[m\].
    Tolerance(f64),
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a method must be the name of a scheme, or a tolerance"
)]
enum GivenMethod {
    Name(String),
    Tolerance(f64),
}

impl TryFrom<GivenMethod> for Method {
    type Error = Failure;

    fn try_from(given: GivenMethod) -> Outcome<Self> {
        match given {
            GivenMethod::Name(name) => Self::named(&name),
            GivenMethod::Tolerance(tolerance) => Ok(Self::Tolerance(tolerance)),
        }
    }
}

impl Method {
    /// Returns the scheme of this name.
    ///
    /// # Errors
    /// Fails for an unknown name.
    pub fn named(name: &str) -> Outcome<Self> {
        words::named(name, "scheme").map(Self::Scheme)
    }

    /// Returns all schemes.
    pub fn schemes() -> impl Iterator<Item = Self> {
        Scheme::ALL.into_iter().map(Self::Scheme)
    }

    fn read<T: Number>(self) -> diagnostics::Method<T> {
        match self {
            Self::Scheme(scheme) => scheme.into(),
            Self::Tolerance(tolerance) => diagnostics::Method::to(T::of(tolerance)),
        }
    }
}

/// The errors of one method, relative to the reference.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SchemeRunRecord {
    /// The name of the scheme, or the tolerance, as `to 1e-6 m`.
    pub method: String,
    /// The distance at the end \[m\], the largest of all bodies.
    pub position_error: f64,
    /// The largest such distance on the way \[m\].
    pub worst_position_error: f64,
    /// The angle at the end \[rad\]; `None` if all bodies are points.
    pub orientation_error: Option<f64>,
    /// The largest such angle on the way \[rad\].
    pub worst_orientation_error: Option<f64>,
    /// The energy error at the end, relative to the energy scale of the comparison.
    pub energy_error: f64,
    /// The drift of the energy error; `None` for a world without energy.
    pub energy: Option<DriftRecord>,
    /// The phase lead at the end \[rad\]; `None` for less than one oscillation.
    pub phase_error: Option<f64>,
    /// The drift of the phase, with the rate in rad/s.
    pub phase: Option<DriftRecord>,
    /// The number of steps before one that failed, after which all errors are measured; `None` if none failed.
    pub stopped_after: Option<u64>,
    /// The reason of the failure.
    pub error: Option<String>,
}

impl<T: Number + LowerExp> From<SchemeRun<T>> for SchemeRunRecord {
    fn from(run: SchemeRun<T>) -> Self {
        Self {
            method: run.method.to_string(),
            position_error: run.position_error.wide(),
            worst_position_error: run.worst_position_error.wide(),
            orientation_error: run.orientation_error.map(T::wide),
            worst_orientation_error: run.worst_orientation_error.map(T::wide),
            energy_error: run.energy_error.wide(),
            energy: run.energy.as_ref().map(DriftRecord::from),
            phase_error: run.phase_error.map(T::wide),
            phase: run.phase.as_ref().map(DriftRecord::from),
            stopped_after: run.stop.map(|stop| stop.steps),
            error: run.stop.map(|stop| stop.error.to_string()),
        }
    }
}

/// The errors of several methods on one world.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparisonRecord {
    /// Whether the reference is the exact motion.
    pub is_exact: bool,
    /// The uncertainty of the reference at the end \[m\]; zero if it is exact.
    pub uncertainty: f64,
    /// The uncertainty of its orientations \[rad\].
    pub orientation_uncertainty: f64,
    /// The largest kinetic or total energy of the reference \[J\].
    pub energy_scale: f64,
    /// The runs, in the order of the methods.
    pub runs: Vec<SchemeRunRecord>,
}

/// The exact motion of a world, or one that is integrated to rounding.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReferenceRecord {
    /// Whether it is exact.
    pub is_exact: bool,
    /// The times \[s\].
    pub times: Vec<f64>,
    /// The bits of the ids of the bodies.
    pub bodies: Vec<u64>,
    /// The positions \[m\]: 2 or 3 numbers for each body at each time.
    pub positions: Vec<f64>,
    /// The velocities \[m/s\], in the same order.
    pub velocities: Vec<f64>,
}

/// The failure of a diagnosis.
pub(crate) fn failed<T: Number>(error: DiagnosticsError<T>) -> Failure {
    match error {
        DiagnosticsError::Step(error) => step_failed(error),
        DiagnosticsError::Stopped { .. } => Failure::new(Kind::Stopped, error),
        DiagnosticsError::NoSteps => Failure::invalid(error),
        _ => Failure::step(error),
    }
}

fn compare<T: Space<D> + LowerExp, const D: usize>(
    world: &World<T, D>,
    dt: T,
    steps: u64,
    methods: &[Method],
    patience: &mut Patience<'_>,
) -> Outcome<ComparisonRecord> {
    let methods: Vec<_> = methods.iter().map(|method| method.read()).collect();
    let goes_on = || patience.goes_on();
    let found = diagnostics::compare_methods_while(world, dt, steps, &methods, goes_on);
    let found = found.map_err(failed)?;
    Ok(ComparisonRecord {
        is_exact: found.is_exact,
        uncertainty: found.uncertainty.wide(),
        orientation_uncertainty: found.orientation_uncertainty.wide(),
        energy_scale: found.energy_scale.wide(),
        runs: found.runs.into_iter().map(SchemeRunRecord::from).collect(),
    })
}

fn reference<T: Space<D>, const D: usize>(
    world: &World<T, D>,
    times: &[f64],
    patience: &mut Patience<'_>,
) -> Outcome<ReferenceRecord> {
    let mut rows = Rows::with_room(times.len(), world.len(), D)?;
    let mut reference = diagnostics::Reference::new(world);
    for &time in times {
        let now = reference.world().time();
        // a motion in closed form does not ask
        patience.check(now)?;
        let moved = reference.advance_while(T::of(time) - now, || patience.goes_on());
        moved.map_err(failed)?;
        rows.push(time, reference.world());
    }
    Ok(ReferenceRecord {
        is_exact: reference.is_exact(),
        times: rows.times,
        bodies: world.ids().map(BodyId::to_bits).collect(),
        positions: rows.positions,
        velocities: rows.velocities,
    })
}

impl AnyWorld {
    /// Moves copies of the world by some steps of `dt` \[s\], each by another method, and measures them against the reference.
    ///
    /// A method that fails is no error: its run tells when and why.
    ///
    /// # Errors
    /// Fails without steps, and if the reference fails.
    pub fn compare_schemes(
        &self,
        dt: f64,
        steps: u64,
        methods: &[Method],
        keep_going: KeepGoing<'_>,
    ) -> Outcome<ComparisonRecord> {
        let mut patience = Patience::new(keep_going);
        on!(self, world => compare(world, Number::of(dt), steps, methods, &mut patience))
    }

    /// Returns the motion of a copy of the world from now on, at some times \[s\] of its clock, in any order.
    ///
    /// # Errors
    /// Fails if the motion cannot be followed.
    pub fn reference(&self, times: &[f64], keep_going: KeepGoing<'_>) -> Outcome<ReferenceRecord> {
        let mut patience = Patience::new(keep_going);
        on!(self, world => reference(world, times, &mut patience))
    }
}

#[cfg(test)]
mod tests;
