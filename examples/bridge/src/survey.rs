//! All methods on all structures, from soft to stiff.

use anyhow::Result;
use kinstep::Scheme;

use crate::chain::Chain;
use crate::method::{METHODS, Method};
use crate::prices;
use crate::runs::{self, frames};
use crate::structures::{CASES, Case, FRAME, RATE};

/// What a method made of a structure.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The structure.
    pub case: &'static Case,
    /// Ωh: its largest frequency times a frame.
    pub stiffness: f64,
    /// The method.
    pub method: &'static Method,
    /// Distance from the truth of the node that is farthest off \[m\].
    pub error: f64,
    /// The largest change of the energy, with its sign, as a share of the weight times one metre.
    pub energy: f64,
    /// For how long the energy was watched \[s\].
    pub watched: f64,
    /// Time of a frame as a multiple of that under XPBD.
    pub ratio: f64,
}

/// What became of the chain of springs.
#[derive(Debug, Clone)]
pub struct ChainOutcome {
    /// Ωh.
    pub stiffness: f64,
    /// Errors \[m\]: one step of the whole time, steps of a frame, and velocity Verlet in steps of a frame.
    pub errors: [f64; 3],
}

/// For how long the chain of springs moves \[s\].
pub const CHAIN_TIME: f64 = 20.0;
/// Leapfrog makes so many substeps at most where its energy is watched, unless errors need more.
const MOST_SUBSTEPS: f64 = 4e6;

/// How much is measured.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Values of Ωh.
    pub stiffnesses: &'static [f64],
    /// Energies are watched for this share of the time of the case.
    pub share: f64,
}

/// All of it.
pub const FULL: Extent = Extent {
    stiffnesses: &[1.0, 10.0, 100.0, 1e3, 1e4],
    share: 1.0,
};

/// What shows within seconds that all runs.
pub const QUICK: Extent = Extent {
    stiffnesses: &[1.0, 10.0, 100.0],
    share: 0.1,
};

impl Extent {
    /// Calls of `progress` in a survey.
    pub fn ticks(&self) -> u64 {
        (CASES.len() * self.stiffnesses.len()) as u64
    }

    /// Measures all methods on all structures; the outcomes are in the order of structures, stiffnesses, methods.
    ///
    /// # Errors
    /// A method refuses a structure.
    pub fn survey(&self, mut progress: impl FnMut()) -> Result<Vec<Outcome>> {
        let mut outcomes = Vec::new();
        for case in &CASES {
            for &stiffness in self.stiffnesses {
                let structure = case.with_stiffness(stiffness);
                let truth = runs::truth(&structure, frames(case.short))?;
                let ratios = prices::ratios(&structure)?;
                for (method, ratio) in METHODS.iter().zip(ratios) {
                    let watched = self.watched(case, method, stiffness);
                    let energy = runs::watch(method, &structure, frames(watched))?.worst();
                    outcomes.push(Outcome {
                        case,
                        stiffness,
                        method,
                        error: runs::error(method, &structure, frames(case.short), &truth)?,
                        energy,
                        watched,
                        ratio,
                    });
                }
                progress();
            }
        }
        Ok(outcomes)
    }

    /// For how long the energy is watched \[s\].
    fn watched(&self, case: &Case, method: &Method, stiffness: f64) -> f64 {
        let long = (self.share * case.long).max(case.short);
        if method.name == crate::method::LEAPFROG.name {
            let most = MOST_SUBSTEPS / (2.0 * stiffness) / RATE;
            long.min(most.max(case.short))
        } else {
            long
        }
    }

    /// Measures the chain of springs.
    ///
    /// # Errors
    /// A world refuses the chain.
    pub fn chains(&self) -> Result<Vec<ChainOutcome>> {
        (self.stiffnesses.iter())
            .map(|&stiffness| chain(stiffness))
            .collect()
    }
}

/// Errors of the chain of springs of which Ωh has this value.
///
/// # Errors
/// A world refuses the chain.
pub fn chain(stiffness: f64) -> Result<ChainOutcome> {
    let chain = Chain::with_largest_frequency(stiffness * RATE);
    let steps = frames(CHAIN_TIME);
    Ok(ChainOutcome {
        stiffness,
        errors: [
            chain.error(Scheme::FlowKick, CHAIN_TIME, 1)?,
            chain.error(Scheme::FlowKick, FRAME, steps)?,
            chain.error(Scheme::VelocityVerlet, FRAME, steps)?,
        ],
    })
}

/// The outcome of a method on a structure of some stiffness.
pub fn find<'a>(
    outcomes: &'a [Outcome],
    case: &Case,
    method: &Method,
    stiffness: f64,
) -> Option<&'a Outcome> {
    outcomes.iter().find(|outcome| {
        outcome.case.name == case.name
            && outcome.method.name == method.name
            && outcome.stiffness == stiffness
    })
}
