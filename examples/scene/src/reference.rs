//! The answer that all schemes are measured against.

use std::fmt;

use kinstep::Real;
use kinstep::nalgebra::SVector;

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
    /// By integration to rounding.
    Converged {
        /// How far two integrations of different precision are apart \[m\], at least one rounding.
        uncertainty: f64,
    },
    /// The reference itself did not reach the end.
    None(Stopped),
}

impl<const D: usize> Reference<D>
where
    f64: Real<D>,
{
    /// The best answer to a scene.
    pub(crate) fn of(scene: &Scene<D>) -> Self {
        match Flight::ought(scene, f64::INFINITY, &[], |_| ()) {
            Ok(end) => Self {
                positions: Some(end.positions()),
                kinetic_energy: end.world.energy().kinetic,
                kind: Kind::of(scene, &end),
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
            Kind::Converged { uncertainty } => uncertainty,
            Kind::Exact { .. } | Kind::None(_) => 0.0,
        }
    }
}

impl Kind {
    /// How the end of a scene was found.
    fn of<const D: usize>(scene: &Scene<D>, end: &Flight<'_, D>) -> Self
    where
        f64: Real<D>,
    {
        if scene.world.is_linear() {
            let steps = end.steps();
            return Self::Exact { steps };
        }
        let positions = end.positions();
        let rounding = f64::EPSILON * positions.iter().map(SVector::norm).fold(0.0, f64::max);
        match Flight::ought(scene, scene.dt, &[], |_| ()) {
            Ok(other) => Self::Converged {
                uncertainty: apart(&positions, &other.positions()).max(rounding),
            },
            Err(stopped) => Self::None(stopped),
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
            Self::Converged { uncertainty } => write!(
                formatter,
                "converged, an integration that is certain to {uncertainty:.0e} m"
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
