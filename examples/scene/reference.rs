//! The answer that all schemes are measured against.

use std::fmt;

use kinstep::nalgebra::SVector;
use kinstep::{Real, Scheme};

use crate::flight::{Flight, Stopped};
use crate::model::Scene;

/// Where all bodies are at the end, and how well that is known.
#[derive(Debug)]
pub(crate) struct Reference<const D: usize> {
    /// Positions at the end \[m\], in the order of the scene; none if no answer was found.
    pub(crate) positions: Option<Vec<SVector<f64, D>>>,
    /// Kinetic energy at the end \[J\].
    pub(crate) kinetic_energy: f64,
    /// How it was found.
    pub(crate) kind: Kind,
}

/// How a reference was found.
#[derive(Debug)]
pub(crate) enum Kind {
    /// Every body follows a linear law: the flow is exact from switch to switch.
    Exact {
        /// In how many steps.
        steps: u64,
    },
    /// By ever smaller steps.
    Converged {
        /// The last step is `dt` divided by this.
        refinement: u64,
        /// How far the last two answers are apart \[m\].
        uncertainty: f64,
    },
    /// The reference itself did not reach the end.
    None(Stopped),
}

/// Two answers that agree to this share of the size of the scene are taken for converged.
const AGREEMENT: f64 = 1e-12;
/// The most steps of one attempt at convergence, beyond those that the scene itself asks for.
const MOST_STEPS: f64 = 2e6;

impl<const D: usize> Reference<D>
where
    f64: Real<D>,
{
    /// The best answer to a scene.
    pub(crate) fn of(scene: &Scene<D>) -> Self {
        let found = if scene.linear {
            exact(scene)
        } else {
            converged(scene)
        };
        match found {
            Ok((end, kind)) => Self {
                positions: Some(end.positions()),
                kinetic_energy: end.world.energy().kinetic,
                kind,
            },
            Err(stopped) => Self {
                positions: None,
                kinetic_energy: 0.0,
                kind: Kind::None(stopped),
            },
        }
    }

    /// How far the worst body of a run ends from the reference \[m\].
    pub(crate) fn error(&self, end: &Flight<'_, D>) -> Option<f64> {
        let positions = self.positions.as_ref()?;
        Some(apart(positions, &end.positions()))
    }

    /// How far this reference may itself be off \[m\], where it is not exact.
    pub(crate) fn uncertainty(&self) -> f64 {
        match self.kind {
            Kind::Converged { uncertainty, .. } => uncertainty,
            Kind::Exact { .. } | Kind::None(_) => 0.0,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact { steps: 1 } => write!(formatter, "exact, in one step of FlowKick"),
            Self::Exact { steps } => write!(
                formatter,
                "exact, in {steps} steps of FlowKick from switch to switch"
            ),
            Self::Converged {
                refinement,
                uncertainty,
            } => write!(
                formatter,
                "converged, FlowKick4 with dt/{refinement}, {uncertainty:.1e} m from the answer with twice that step"
            ),
            Self::None(stopped) => write!(formatter, "none was found: {}", stopped.why),
        }
    }
}

/// The distance of the two answers for the body for which it is largest \[m\].
pub(crate) fn apart<const D: usize>(first: &[SVector<f64, D>], second: &[SVector<f64, D>]) -> f64 {
    let pairs = first.iter().zip(second);
    pairs
        .map(|(one, other)| length(one - other))
        .fold(0.0, f64::max)
}

/// The length of a vector whose square may be too large for a number: some schemes get that far.
fn length<const D: usize>(vector: SVector<f64, D>) -> f64 {
    let largest = vector.amax();
    if largest > 0.0 {
        (vector / largest).norm() * largest
    } else {
        0.0
    }
}

/// One flow from switch to switch.
fn exact<const D: usize>(scene: &Scene<D>) -> Result<(Flight<'_, D>, Kind), Stopped>
where
    f64: Real<D>,
{
    let end = Flight::run(scene, Scheme::FlowKick, f64::INFINITY, |_| ())?;
    let steps = end.world.steps();
    Ok((end, Kind::Exact { steps }))
}

/// Halves the step until two answers agree, rounding keeps them apart, or it takes too long.
fn converged<const D: usize>(scene: &Scene<D>) -> Result<(Flight<'_, D>, Kind), Stopped>
where
    f64: Real<D>,
{
    let most_steps = MOST_STEPS.max(2.0 * scene.steps());
    let mut refinement = 1;
    let mut last = Flight::run(scene, Scheme::FlowKick4, scene.dt, |_| ());
    let mut uncertainty = f64::INFINITY;
    while 2.0 * refinement as f64 * scene.steps() <= most_steps {
        refinement *= 2;
        let dt = scene.dt / refinement as f64;
        let next = Flight::run(scene, Scheme::FlowKick4, dt, |_| ());
        if let (Ok(coarse), Ok(fine)) = (&last, &next) {
            let (coarse, fine) = (coarse.positions(), fine.positions());
            let distance = apart(&coarse, &fine);
            let start = scene.world.bodies().iter().map(|body| body.position.norm());
            let size = (fine.iter().map(SVector::norm).chain(start)).fold(0.0, f64::max);
            // fourth order: halving the step divides the distance by 16, until it is all rounding
            let is_rounding = distance < 1e4 * AGREEMENT * size && distance > 0.5 * uncertainty;
            if is_rounding {
                refinement /= 2;
                break;
            }
            uncertainty = distance;
            if distance <= AGREEMENT * size {
                last = next;
                break;
            }
        }
        last = next;
    }
    last.map(|end| {
        let kind = Kind::Converged {
            refinement,
            uncertainty,
        };
        (end, kind)
    })
}
