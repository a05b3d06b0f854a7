//! One world under several schemes.

mod apart;
mod runner;
mod survey;

use alloc::vec::Vec;
use core::fmt;

use runner::Runner;
use survey::{Survey, advance};

use super::drift::DriftReport;
use super::reference::{Reference, ReferenceError};
use crate::scheme::Scheme;
use crate::space::{Real, narrow};
use crate::world::{StepError, World};

/// What several schemes made of the same world.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Comparison<T> {
    /// Whether the reference is the exact flow.
    pub is_exact: bool,
    /// How far the reference itself may be off at the end \[m\]: the distance of two extrapolations of
    /// different precision; zero for the exact flow.
    pub uncertainty: T,
    /// The same of orientations \[rad\]; zero where nothing turns.
    pub orientation_uncertainty: T,
    /// What energy errors are measured by \[J\]: the largest kinetic or total energy on the way.
    pub energy_scale: T,
    /// One for each scheme, in the order asked for.
    pub runs: Vec<SchemeRun<T>>,
}

/// What one scheme made of a world.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SchemeRun<T> {
    /// The scheme.
    pub scheme: Scheme,
    /// Distance from the reference at the end \[m\], of the body for which it is largest.
    pub position_error: T,
    /// The largest such distance on the way \[m\].
    pub worst_position_error: T,
    /// The angle by which a body lies differently from the reference at the end \[rad\], of the body for
    /// which it is largest; in the plane with whole turns counted. None where nothing turns.
    pub orientation_error: Option<T>,
    /// The largest such angle on the way \[rad\].
    pub worst_orientation_error: Option<T>,
    /// Energy at the end less that of the reference, relative to
    /// [`energy_scale`](Comparison::energy_scale); infinite where an energy is beyond the numbers.
    pub energy_error: T,
    /// What that difference did over the run; none for fewer than 32 steps, or a world without energy.
    pub energy: Option<DriftReport<T>>,
    /// How far the motion is ahead of the reference at the end \[rad\]; none if the reference does not
    /// swing around at least once, does so in fewer than 32 steps, or by more than 135° a step.
    pub phase_error: Option<T>,
    /// What the phase did over the run, with its rate \[rad/s\]; none where `phase_error` is.
    pub phase: Option<DriftReport<T>>,
    /// Where the scheme came to its end before the others; all errors are then of the step before.
    pub stop: Option<Stop<T>>,
}

/// A step that could not be made.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Stop<T> {
    /// How many steps were made before.
    pub steps: u64,
    /// Why there was no other.
    pub error: StepError<T>,
}

/// Why nothing was compared.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError<T> {
    /// No step was asked for.
    #[error("schemes are compared over at least one step")]
    NoSteps,
    /// There is nothing to compare with.
    #[error("the reference ends after {steps} steps: {error}")]
    Reference {
        /// How many steps it made.
        steps: u64,
        /// Why it made no other.
        #[source]
        error: ReferenceError<T>,
    },
}

/// Steps copies of a world `steps` times by `dt` \[s\], each under another scheme, and measures them
/// against the [`Reference`].
///
/// Errors of energy are differences from the energy of the reference, so that they mean the same in a
/// world with drag, whose energy is not constant. Where bodies turn, their orientations are compared as
/// their positions are; the phase is that of positions alone.
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
/// let run = |scheme| comparison.runs.iter().find(|run| run.scheme == scheme);
/// assert!(run(Scheme::FlowKick).is_some_and(|run| run.position_error < 1e-13));
/// assert!(run(Scheme::SymplecticEuler).is_some_and(|run| run.phase_error > Some(1e-3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If no step is asked for, or if there is no reference: `dt` is not finite, or the motion is not, or is
/// too fast to be followed. A scheme that comes to an end is no error; its run says where it stopped.
pub fn compare_schemes<T: Real<D>, const D: usize>(
    world: &World<T, D>,
    dt: T,
    steps: u64,
    schemes: &[Scheme],
) -> Result<Comparison<T>, CompareError<T>> {
    if steps == 0 {
        return Err(CompareError::NoSteps);
    }
    let survey = Survey::make(world, dt, steps)?;
    let mut runners: Vec<Runner<T, D>> = (schemes.iter())
        .map(|&scheme| Runner::new(world, scheme, &survey))
        .collect();
    let mut reference = Reference::new(world);
    let mut turned = 0.0;
    for done in 0..steps {
        let before = reference.world().bodies().to_vec();
        advance(&mut reference, dt, done)?;
        let ought = reference.world();
        if let Some(rhythm) = &survey.rhythm {
            turned += rhythm.lead(&before, ought.bodies());
        }
        for runner in &mut runners {
            runner.step(dt, ought, survey.rhythm.as_ref());
        }
    }
    let uncertainty = survey.uncertainty(&reference);
    Ok(Comparison {
        is_exact: reference.is_exact(),
        uncertainty: narrow(uncertainty.position),
        orientation_uncertainty: narrow(uncertainty.orientation),
        energy_scale: narrow(survey.energy),
        runs: (runners.into_iter())
            .map(|runner| runner.report(&survey, turned))
            .collect(),
    })
}

/// A table; orientations have a column where something turns.
impl<T: fmt::LowerExp> fmt::Display for Comparison<T> {
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
                run.scheme, run.position_error
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
