//! The run of one method in a comparison.

use super::{SchemeRun, Stop};
use crate::adaptive::Tolerance;
use crate::body::{Body, rotation_numbers as rotation};
use crate::diagnostics::DiagnosticsError;
use crate::diagnostics::drift::Drift;
use crate::diagnostics::phase::{MotionMeans, Oscillation, unwrap_phase};
use crate::diagnostics::reference::Reference;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;
use crate::step::Scheme;
use crate::world::{StepError, World};
use alloc::vec::Vec;
use core::f64::consts::TAU;
use core::fmt;

/// The run of one method, and its errors up to now.
pub(super) struct SchemeRunner<T: Real<D>, const D: usize> {
    method: Method<T>,
    world: World<T, D>,
    /// Number of completed steps.
    steps: u64,
    error: StateDistance,
    worst: StateDistance,
    energy: Drift<T>,
    last_energy: f64,
    /// Phase lead of the run relative to the reference \[rad\].
    phase: f64,
    phases: Drift<T>,
    stop: Option<Stop<T>>,
}

impl<T: Real<D>, const D: usize> SchemeRunner<T, D> {
    pub(super) fn new(
        world: &World<T, D>,
        method: Method<T>,
        survey: &ReferenceSurvey<T, D>,
    ) -> Self {
        let world = world.clone();
        let start = world.time();
        let mut energy = Drift::new().relative_to(from_f64(survey.energy));
        let mut phases = Drift::new().relative_to(T::one());
        energy.record(start, T::zero());
        phases.record(start, T::zero());
        Self {
            method,
            world,
            steps: 0,
            error: StateDistance::zero(),
            worst: StateDistance::zero(),
            energy,
            last_energy: 0.0,
            phase: 0.0,
            phases,
            stop: None,
        }
    }

    /// Makes a step, and measures its errors relative to the reference.
    pub(super) fn step(&mut self, dt: T, exact: &World<T, D>, oscillation: Option<&Oscillation>) {
        if self.stop.is_some() {
            return;
        }
        if let Err(error) = self.method.step(&mut self.world, dt) {
            let steps = self.steps;
            self.stop = Some(Stop { steps, error });
            return;
        }
        self.steps += 1;
        let time = self.world.time();
        self.error = StateDistance::between(self.world.body_slice(), exact.body_slice());
        self.worst = self.worst.max(self.error);
        let excess = self.world.energy().total() - exact.energy().total();
        self.energy.record(time, excess);
        self.last_energy = to_f64(excess);
        if let Some(oscillation) = oscillation {
            let lead = oscillation.phase_lead(exact.body_slice(), self.world.body_slice());
            self.phase = unwrap_phase(self.phase, lead);
            self.phases.record(time, from_f64(self.phase));
        }
    }

    /// Returns the errors of the run; `exact_phase` is the phase of the reference since the start
    /// \[rad\].
    pub(super) fn report(self, survey: &ReferenceSurvey<T, D>, exact_phase: f64) -> SchemeRun<T> {
        // there is no phase error if the reference makes less than one oscillation
        let phase = (self.phases.report().ok()).filter(|_| exact_phase.abs() >= TAU);
        let relative = if survey.energy > 0.0 {
            self.last_energy / survey.energy
        } else {
            self.last_energy
        };
        SchemeRun {
            method: self.method,
            position_error: from_f64(self.error.position),
            worst_position_error: from_f64(self.worst.position),
            orientation_error: survey.turns.then(|| from_f64(self.error.orientation)),
            worst_orientation_error: survey.turns.then(|| from_f64(self.worst.orientation)),
            energy_error: from_f64(if relative.is_nan() {
                f64::INFINITY
            } else {
                relative
            }),
            energy: self.energy.report().ok(),
            phase_error: phase.map(|_| from_f64(self.phase)),
            phase,
            stop: self.stop,
        }
    }
}

/// A method that moves a world in a [comparison](super::Comparison): a scheme, or [`World::advance`] to a tolerance.
///
/// ```
/// use kinstep::diagnostics::Method;
/// use kinstep::Scheme;
///
/// let methods: [Method<f64>; 2] = [Scheme::Rk4.into(), Method::to(1e-6)];
/// assert_eq!(methods.map(|method| method.to_string()), ["Rk4", "to 1e-6 m"]);
/// assert!(methods[0] == Scheme::Rk4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method<T> {
    /// Equal steps under a scheme.
    Scheme(Scheme),
    /// Adaptive steps to a tolerance. Each step of the comparison is one call of
    /// [`World::advance`].
    Tolerance(Tolerance<T>),
}

impl<T> Method<T> {
    /// Returns the method of adaptive steps to a tolerance.
    #[must_use]
    pub fn to(tolerance: impl Into<Tolerance<T>>) -> Self {
        Self::Tolerance(tolerance.into())
    }

    /// Moves a world by `dt` \[s\].
    pub(super) fn step<const D: usize>(
        &self,
        world: &mut World<T, D>,
        dt: T,
    ) -> Result<(), StepError<T>>
    where
        T: Real<D>,
    {
        match self {
            Self::Scheme(scheme) => {
                world.set_scheme(*scheme);
                Ok(world.step(dt)?)
            }
            Self::Tolerance(tolerance) => world.advance(dt, *tolerance).map(|_| ()),
        }
    }
}

impl<T> From<Scheme> for Method<T> {
    fn from(scheme: Scheme) -> Self {
        Self::Scheme(scheme)
    }
}

impl<T> PartialEq<Scheme> for Method<T> {
    fn eq(&self, other: &Scheme) -> bool {
        matches!(self, Self::Scheme(scheme) if scheme == other)
    }
}

/// Prints the name of the scheme, or the tolerance: "to 1e-6 m"; with a relative part "to 1e-6 m +
/// 1e-9".
impl<T: fmt::LowerExp + nalgebra::RealField> fmt::Display for Method<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scheme(scheme) => scheme.fmt(formatter),
            Self::Tolerance(Tolerance { length, relative }) if *relative == T::zero() => {
                formatter.pad(&alloc::format!("to {length:e} m"))
            }
            Self::Tolerance(Tolerance { length, relative }) => {
                formatter.pad(&alloc::format!("to {length:e} m + {relative:e}"))
            }
        }
    }
}

/// The difference of two states of a world: the maximum over all bodies, for positions and for
/// orientations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct StateDistance {
    /// Distance of the centres of mass \[m\].
    pub(super) position: f64,
    /// Angle of the rotation from one orientation to the other \[rad\]; zero for points.
    pub(super) orientation: f64,
}

impl StateDistance {
    fn zero() -> Self {
        Self {
            position: 0.0,
            orientation: 0.0,
        }
    }

    /// Returns the distance between two states of the same bodies.
    fn between<T: Real<D>, const D: usize>(some: &[Body<T, D>], others: &[Body<T, D>]) -> Self {
        some.iter()
            .zip(others)
            .fold(Self::zero(), |largest, (one, other)| {
                let orientation = if one.is_point() {
                    0.0
                } else {
                    rotation::angle_between(one, other)
                };
                largest.max(Self {
                    position: to_f64((one.position - other.position).norm()),
                    orientation,
                })
            })
    }

    /// Returns the maxima of both position distances, and of both orientation distances.
    pub(super) fn max(self, other: Self) -> Self {
        Self {
            position: self.position.max(other.position),
            orientation: self.orientation.max(other.orientation),
        }
    }
}

/// Tolerance of the preliminary run divided by the tolerance of the reference.
const LOOSENESS: f64 = 16.0;

/// Results of a preliminary, less precise run of the reference: oscillation, energy scale and final
/// state.
pub(super) struct ReferenceSurvey<T: Real<D>, const D: usize> {
    pub(super) oscillation: Option<Oscillation>,
    /// Maximum of the kinetic and of the total energy \[J\].
    pub(super) energy: f64,
    /// Whether the world has rigid bodies.
    pub(super) turns: bool,
    end: Vec<Body<T, D>>,
}

impl<T: Real<D>, const D: usize> ReferenceSurvey<T, D> {
    pub(super) fn run(
        world: &World<T, D>,
        dt: T,
        steps: u64,
        goes_on: &mut impl FnMut() -> bool,
    ) -> Result<Self, DiagnosticsError<T>> {
        let mut reference = Reference::with_looseness(world, LOOSENESS);
        let mut means = MotionMeans::new(world.body_slice());
        let mut largest = 0.0_f64;
        let half = dt * from_f64(0.5);
        for _ in 0..steps {
            if !goes_on() {
                return Err(DiagnosticsError::Stopped {
                    time: reference.world().time(),
                });
            }
            if reference.is_exact() {
                reference.advance(dt)?;
            } else {
                // half steps have different rounding errors, so the difference from the reference
                // shows the size of these errors
                reference.advance(half)?;
                reference.advance(half)?;
            }
            means.record(reference.world().body_slice());
            let energy = reference.world().energy();
            largest = largest
                .max(to_f64(energy.kinetic))
                .max(to_f64(energy.total()).abs());
        }
        Ok(Self {
            oscillation: means.oscillation::<D>(to_f64(dt)),
            energy: largest,
            turns: !world.body_slice().iter().all(Body::is_point),
            end: reference.world().body_slice().to_vec(),
        })
    }

    /// Returns the difference of the final states of this run and of the reference, but at least
    /// the rounding error.
    pub(super) fn uncertainty(&self, reference: &Reference<T, D>) -> StateDistance {
        if reference.is_exact() {
            return StateDistance::zero();
        }
        let end = reference.world().body_slice();
        let rounding = to_f64(T::default_epsilon());
        let largest = end.iter().map(|body| StateDistance {
            position: to_f64(body.position.norm()),
            orientation: if body.is_point() {
                0.0
            } else {
                largest_component(body)
            },
        });
        let largest = largest.fold(StateDistance::zero(), StateDistance::max);
        let one_rounding = StateDistance {
            position: rounding * largest.position,
            orientation: rounding * largest.orientation,
        };
        StateDistance::between(&self.end, end).max(one_rounding)
    }
}

/// Returns the maximum magnitude of a component of a body's orientation.
fn largest_component<T: Real<D>, const D: usize>(body: &Body<T, D>) -> f64 {
    let numbers = T::orientation_numbers(&body.orientation());
    numbers
        .map(to_f64)
        .into_iter()
        .fold(0.0, |a: f64, b| a.max(b.abs()))
}
