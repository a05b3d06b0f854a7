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
    /// The number of steps before one that failed, at which all errors are told; `None` if none failed.
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
mod tests {
    use super::*;
    use crate::motion::tests::{on_each_type, state, swings};

    fn keys(record: &impl Serialize) -> Vec<String> {
        let written = serde_json::to_value(record).unwrap();
        written.as_object().unwrap().keys().cloned().collect()
    }

    fn compares_as_the_crate<T: Space<D> + LowerExp, const D: usize>(
        of: fn(World<T, D>) -> AnyWorld,
    ) {
        let start = swings::<T, D>();
        let world = of(start.clone());
        let before = state(&world);
        let methods = [Method::Scheme(Scheme::Rk4), Method::Tolerance(1e-3)];
        let found = world
            .compare_schemes(0.25, 40, &methods, &mut || true)
            .unwrap();
        let direct = [Scheme::Rk4.into(), diagnostics::Method::to(T::of(1e-3))];
        let direct = diagnostics::compare_methods(&start, T::of(0.25), 40, &direct).unwrap();
        assert_eq!(
            (found.is_exact, found.uncertainty),
            (false, direct.uncertainty.wide())
        );
        for (run, direct) in found.runs.iter().zip(direct.runs) {
            assert_eq!(*run, direct.into());
            assert!(run.energy.is_some() && run.phase.is_some());
        }
        assert_eq!(found.runs[1].method, "to 1e-3 m");

        let found = world.reference(&[2.0, 0.5], &mut || true).unwrap();
        let mut direct = diagnostics::Reference::new(&start);
        direct.advance(T::of(2.0)).unwrap();
        direct.advance(T::of(-1.5)).unwrap();
        let last = &direct.world().body_slice()[1];
        let wide: Vec<_> = last.velocity.iter().map(|number| number.wide()).collect();
        assert_eq!(found.velocities[3 * D..], wide);
        let bodies: Vec<_> = start.ids().map(BodyId::to_bits).collect();
        assert_eq!((found.bodies, found.is_exact), (bodies, false));

        let no = &mut || false;
        let stopped = [
            world.compare_schemes(1e-3, 1 << 40, &methods, no).err(),
            world.reference(&[1e6], no).err(),
        ];
        assert!(
            stopped
                .into_iter()
                .all(|failure| failure.unwrap().kind == Kind::Stopped)
        );
        assert_eq!(state(&world), before);
    }

    #[test]
    fn results_are_those_of_the_crate() {
        on_each_type!(compares_as_the_crate);
    }

    #[test]
    fn drifts_are_those_of_the_crate() {
        let (times, values): (Vec<_>, Vec<_>) = (0..100_u32)
            .map(|i| (f64::from(i), 2.0 + 1e-3 * f64::from(i)))
            .unzip();
        let mut direct = Drift::new().relative_to(0.5).sampled_every(3);
        direct.extend(times.iter().copied().zip(values.iter().copied()));
        let found = drift(&times, &values, Some(0.5), 3).unwrap();
        assert_eq!(found, (&direct.report().unwrap()).into());
        assert_eq!((&*found.kind, found.scale), ("secular", 0.5));
    }

    #[test]
    fn refusals_have_the_value() {
        let world = AnyWorld::Plane(swings());
        let yes = &mut || true;
        let refused = |failure: Option<Failure>, kind, part: &str| {
            let failure = failure.unwrap();
            assert_eq!(failure.kind, kind);
            assert!(failure.message.contains(part), "{failure}");
        };
        use Kind::{Invalid, Step};
        refused(
            drift(&[0.0], &[], None, 1).err(),
            Invalid,
            "1 times and 0 values",
        );
        refused(
            drift(&[0.0, 1.0], &[1.0, f64::NAN], None, 1).err(),
            Invalid,
            "sample 1 is NaN at 1 s",
        );
        refused(
            drift(&[0.0, 1.0], &[1.0; 2], Some(0.0), 1).err(),
            Invalid,
            "scale of 0",
        );
        refused(
            world.compare_schemes(0.1, 0, &[], yes).err(),
            Invalid,
            "at least one step",
        );
        refused(
            world.compare_schemes(f64::NAN, 1, &[], yes).err(),
            Step,
            "NaN s",
        );
        refused(world.reference(&[f64::INFINITY], yes).err(), Step, "inf s");
        refused(
            Method::named("Rk5").err(),
            Invalid,
            "`Rk5`, expected one of",
        );
    }

    #[test]
    fn methods_are_names_or_numbers() {
        let read: Vec<Method> = serde_json::from_str(r#"["Rk4", 1e-6, 1]"#).unwrap();
        let [tight, loose] = [1e-6, 1.0].map(Method::Tolerance);
        assert_eq!(read, [Method::Scheme(Scheme::Rk4), tight, loose]);
        let wrong = serde_json::from_str::<Method>(r#""Rk5""#).unwrap_err();
        assert!(wrong.to_string().contains("`Rk5`"), "{wrong}");
        assert_eq!(Method::schemes().count(), Scheme::ALL.len());
    }

    #[test]
    fn fields_have_the_names_of_python() {
        let world = AnyWorld::Plane(swings());
        let methods = [Method::Scheme(Scheme::Rk4)];
        let found = world
            .compare_schemes(0.25, 4, &methods, &mut || true)
            .unwrap();
        let drift = found.runs[0].energy.as_ref().unwrap();
        let names = |names: &str| {
            let mut names: Vec<_> = names.split(' ').map(String::from).collect();
            names.sort();
            names
        };
        assert_eq!(
            keys(drift),
            names("kind rate rate_error amplitude worst last jump envelope_exponent scale samples")
        );
        assert_eq!(
            keys(&found.runs[0]),
            names(
                "method position_error worst_position_error orientation_error worst_orientation_error energy_error energy phase_error phase stopped_after error"
            )
        );
        assert_eq!(
            keys(&found),
            names("is_exact uncertainty orientation_uncertainty energy_scale runs")
        );
    }
}
