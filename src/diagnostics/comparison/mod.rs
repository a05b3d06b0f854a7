//! Comparison of several schemes and tolerances on one world.

mod runner;

use alloc::vec::Vec;
use core::fmt;

pub use runner::Method;
use runner::ReferenceSurvey;
use runner::SchemeRunner;

use super::drift::DriftReport;
use super::error::DiagnosticsError;
use super::reference::Reference;
use crate::numbers::from_f64;
use crate::space::Real;
use crate::step::Scheme;
use crate::world::{StepError, World};

/// Errors of several schemes, and of adaptive steps to several tolerances, on one world.
///
/// ```
/// use kinstep::diagnostics::compare_schemes;
/// use kinstep::{Body2, Scheme, Spring, World2};
///
/// let mut world = World2::new();
/// world.add_force(Spring::stiffness(4.0))?;
/// world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
/// let table = compare_schemes(&world, 0.01, 100, &[Scheme::FlowKick, Scheme::SymplecticEuler])?;
/// assert!(table.is_exact && table.runs.len() == 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Comparison<T> {
    /// Whether the reference is the exact flow.
    pub is_exact: bool,
    /// Uncertainty of the reference positions at the end of the run \[m\]: the difference of two
    /// integrations of different precision; zero for the exact flow.
    pub uncertainty: T,
    /// Uncertainty of the reference orientations at the end of the run \[rad\]; zero if all bodies are points.
    pub orientation_uncertainty: T,
    /// Scale of energy errors \[J\]: the maximum of the kinetic and of the total energy during the
    /// run.
    pub energy_scale: T,
    /// The runs, in the given order.
    pub runs: Vec<SchemeRun<T>>,
}

/// The errors of one run, under a scheme or to a tolerance.
///
/// ```
/// use kinstep::diagnostics::compare_schemes;
/// use kinstep::{Body2, Scheme, Spring, World2};
///
/// let mut world = World2::new();
/// world.add_force(Spring::stiffness(4.0))?;
/// world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
/// let table = compare_schemes(&world, 0.01, 100, &[Scheme::FlowKick, Scheme::SymplecticEuler])?;
/// let [exact, euler] = &table.runs[..] else { unreachable!() };
/// assert!(exact.position_error < 1e-12 && euler.position_error > 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SchemeRun<T> {
    /// The scheme or the tolerance.
    pub method: Method<T>,
    /// Distance from the reference at the end of the run \[m\]; the maximum over all bodies.
    pub position_error: T,
    /// Maximum position error during the run \[m\].
    pub worst_position_error: T,
    /// Angle between the orientation and the reference orientation at the end of the run \[rad\];
    /// the maximum over all bodies. In the plane it includes full rotations. `None` if all bodies
    /// are points.
    pub orientation_error: Option<T>,
    /// Maximum orientation error during the run \[rad\]; `None` if all bodies are points.
    pub worst_orientation_error: Option<T>,
    /// Energy at the end of the run minus the energy of the reference, divided by
    /// [`energy_scale`](Comparison::energy_scale); infinite if an energy overflows.
    pub energy_error: T,
    /// Drift of the energy error during the run; `None` before the first step, and for a world
    /// without energy.
    pub energy: Option<DriftReport<T>>,
    /// Phase lead relative to the reference at the end of the run \[rad\]; `None` if the reference
    /// makes less than one oscillation, or more than 135° in a step.
    pub phase_error: Option<T>,
    /// Drift of the phase during the run, with a rate in rad/s; `None` if `phase_error` is `None`.
    pub phase: Option<DriftReport<T>>,
    /// The error and the time at which the run failed; all other fields then describe the last
    /// successful step.
    pub stop: Option<Stop<T>>,
}

/// The step at which a run failed.
///
/// ```
/// use kinstep::diagnostics::compare_schemes;
/// use kinstep::{Body2, Scheme, Spring, World2};
///
/// // ω h = 10: explicit Euler multiplies the motion by ten in each step, until it overflows
/// let mut world = World2::new();
/// world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
/// world.add_force(Spring::stiffness(1e4))?;
/// let comparison = compare_schemes(&world, 0.1, 400, &[Scheme::ExplicitEuler])?;
/// let stop = comparison.runs[0].stop.expect("it overflows");
/// println!("after {} steps: {}", stop.steps, stop.error);
/// assert!(stop.steps > 250 && stop.steps < 350);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Stop<T> {
    /// Number of steps before the failed step.
    pub steps: u64,
    /// The error of the failed step.
    pub error: StepError<T>,
}

/// Steps copies of a world `steps` times by `dt` \[s\], each with a different scheme, and measures
/// their errors relative to the [`Reference`].
///
/// Energy errors are differences from the energy of the reference, so they are also meaningful in a
/// world with drag. For rigid bodies, orientations are compared, too. The phase is computed from
/// positions alone.
///
/// ```
/// use kinstep::diagnostics::compare_schemes;
/// use kinstep::{Body2, Scheme, Spring, World2};
///
/// let mut world = World2::new();
/// world.add_body(Body2::point(1.0).at([1.0, 0.0]))?;
/// world.add_force(Spring::stiffness(4.0))?;
/// world.add_force(Spring::stiffness(9.0))?;
/// let comparison = compare_schemes(&world, 1.0 / 60.0, 600, &Scheme::ALL)?;
/// println!("{comparison}");
///
/// let run = |scheme| comparison.runs.iter().find(|run| run.method == scheme);
/// assert!(run(Scheme::FlowKick).is_some_and(|run| run.position_error < 1e-13));
/// assert!(run(Scheme::SymplecticEuler).is_some_and(|run| run.phase_error > Some(1e-3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the number of steps is zero, or if the reference fails: `dt` or the motion is not finite, or
/// the motion is too fast. A scheme that fails does not cause an error; its run states the step at
/// which it failed.
pub fn compare_schemes<T: Real<D>, const D: usize>(
    world: &World<T, D>,
    dt: T,
    steps: u64,
    schemes: &[Scheme],
) -> Result<Comparison<T>, DiagnosticsError<T>> {
    let methods: Vec<Method<T>> = schemes.iter().copied().map(Method::from).collect();
    compare_methods(world, dt, steps, &methods)
}

/// Like [`compare_schemes`], but also compares [`World::advance`] at several tolerances. Each of
/// the `steps` is then one call by `dt` \[s\].
///
/// ```
/// use kinstep::diagnostics::{Method, compare_methods};
/// use kinstep::nalgebra::Vector2;
/// use kinstep::{Body2, ForceField, Scheme, World2};
///
/// let mut world = World2::new();
/// world.add_body(Body2::point(1.0).at([3.0, 0.0]))?;
/// world.add_force(ForceField::new(|angle: &Vector2<f64>, _| {
///     Vector2::new(-9.81 * angle.x.sin(), 0.0)
/// }))?;
/// let methods = [Scheme::Rk4.into(), Method::to(1e-3), Method::to(1e-9)];
/// let comparison = compare_methods(&world, 0.5, 4, &methods)?;
/// let [rk4, loose, tight] = &comparison.runs[..] else { unreachable!() };
/// assert!(rk4.position_error > 1e-2);
/// assert!(loose.position_error < 1e-2 && tight.position_error < 1e-7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`compare_schemes`]. An invalid tolerance does not cause an error; its run stops at the start.
pub fn compare_methods<T: Real<D>, const D: usize>(
    world: &World<T, D>,
    dt: T,
    steps: u64,
    methods: &[Method<T>],
) -> Result<Comparison<T>, DiagnosticsError<T>> {
    compare_methods_while(world, dt, steps, methods, || true)
}

/// Like [`compare_methods`], but calls `goes_on` before each step, and stops if `goes_on` returns false.
///
/// ```
/// use kinstep::diagnostics::{DiagnosticsError, compare_methods_while};
/// use kinstep::{Body2, Scheme, World2};
///
/// let mut world = World2::new();
/// world.add_body(Body2::point(1.0).moving([1.0, 0.0]))?;
/// let mut asked = 0;
/// let stopped = compare_methods_while(&world, 0.1, 1000, &[Scheme::Rk4.into()], || {
///     asked += 1;
///     asked <= 300
/// });
/// let Err(DiagnosticsError::Stopped { time }) = stopped else { panic!() };
/// assert!((time - 30.0_f64).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`compare_methods`], and [`DiagnosticsError::Stopped`].
pub fn compare_methods_while<T: Real<D>, const D: usize>(
    world: &World<T, D>,
    dt: T,
    steps: u64,
    methods: &[Method<T>],
    mut goes_on: impl FnMut() -> bool,
) -> Result<Comparison<T>, DiagnosticsError<T>> {
    if steps == 0 {
        return Err(DiagnosticsError::NoSteps);
    }
    let survey = ReferenceSurvey::run(world, dt, steps, &mut goes_on)?;
    let mut runners: Vec<SchemeRunner<T, D>> = (methods.iter())
        .map(|&method| SchemeRunner::new(world, method, &survey))
        .collect();
    let mut reference = Reference::new(world);
    // phase of the reference since the start
    let mut phase = 0.0;
    for _ in 0..steps {
        if !goes_on() {
            let time = reference.world().time();
            return Err(DiagnosticsError::Stopped { time });
        }
        let before = reference.world().body_slice().to_vec();
        reference.advance(dt)?;
        let exact = reference.world();
        if let Some(oscillation) = &survey.oscillation {
            phase += oscillation.phase_lead(&before, exact.body_slice());
        }
        for runner in &mut runners {
            runner.step(dt, exact, survey.oscillation.as_ref());
        }
    }
    let uncertainty = survey.uncertainty(&reference);
    Ok(Comparison {
        is_exact: reference.is_exact(),
        uncertainty: from_f64(uncertainty.position),
        orientation_uncertainty: from_f64(uncertainty.orientation),
        energy_scale: from_f64(survey.energy),
        runs: (runners.into_iter())
            .map(|runner| runner.report(&survey, phase))
            .collect(),
    })
}

/// Prints a table of the runs, with a column for orientations if a body is rigid.
impl<T: fmt::LowerExp + nalgebra::RealField> fmt::Display for Comparison<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns = self.runs.iter().any(|run| run.orientation_error.is_some());
        match (self.is_exact, turns) {
            (true, _) => writeln!(formatter, "against the exact flow")?,
            (false, false) => writeln!(
                formatter,
                "against a converged reference, certain to {:.0e} m",
                self.uncertainty
            )?,
            (false, true) => writeln!(
                formatter,
                "against a converged reference, certain to {:.0e} m and {:.0e} rad",
                self.uncertainty, self.orientation_uncertainty
            )?,
        }
        write!(formatter, "{:<20} {:>12} ", "scheme", "position [m]")?;
        if turns {
            write!(formatter, "{:>12} ", "angle [rad]")?;
        }
        write!(
            formatter,
            "{:>12} {:>10}  energy over the run",
            "phase [rad]", "energy"
        )?;
        for run in &self.runs {
            write!(
                formatter,
                "\n{:<20} {:>12.2e} ",
                run.method, run.position_error
            )?;
            if let Some(orientation) = &run.orientation_error {
                write!(formatter, "{orientation:>12.2e} ")?;
            }
            match &run.phase_error {
                Some(phase) => write!(formatter, "{phase:>+12.2e}")?,
                None => write!(formatter, "{:>12}", "-")?,
            }
            write!(formatter, " {:>+10.1e}  ", run.energy_error)?;
            match (&run.stop, &run.energy) {
                (Some(stop), _) => write!(formatter, "stopped after {} steps", stop.steps)?,
                (None, Some(energy)) => write!(formatter, "{energy}")?,
                (None, None) => write!(formatter, "-")?,
            }
        }
        Ok(())
    }
}
