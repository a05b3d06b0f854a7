//! A scene that has been checked: bodies and forces in a world, and what happens when.

use kinstep::diagnostics::Method;
use kinstep::nalgebra::SVector;
use kinstep::{BodyId, Real, World};

/// A scene in `D` dimensions.
#[derive(Debug, Clone)]
pub(crate) struct Scene<const D: usize>
where
    f64: Real<D>,
{
    /// What the scene shows.
    pub(crate) title: String,
    /// Length of a step \[s\].
    pub(crate) dt: f64,
    /// Length of the run \[s\].
    pub(crate) duration: f64,
    /// The schemes to run it under, and the tolerances to run it to.
    pub(crate) methods: Vec<Method<f64>>,
    /// All bodies, in the order of the file.
    pub(crate) bodies: Vec<Named>,
    /// The bodies at the start, with all forces but the burns.
    pub(crate) world: World<f64, D>,
    /// Forces that act for some time.
    pub(crate) burns: Vec<Burn<D>>,
    /// What changes the energy, each once; nothing if it is conserved.
    pub(crate) losses: Vec<&'static str>,
}

/// A body and its name.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    /// The name in the file.
    pub(crate) name: String,
    /// The id in the world.
    pub(crate) id: BodyId,
}

/// A constant force on a body for some time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Burn<const D: usize> {
    /// The body.
    pub(crate) on: BodyId,
    /// When it starts \[s\].
    pub(crate) from: f64,
    /// When it ends \[s\].
    pub(crate) until: f64,
    /// The force \[N\].
    pub(crate) force: SVector<f64, D>,
}

impl<const D: usize> Scene<D>
where
    f64: Real<D>,
{
    /// More steps than this are taken for a mistake.
    pub(crate) const MOST_STEPS: f64 = 1e9;

    /// About how many steps the run takes, without those that switching adds.
    pub(crate) fn steps(&self) -> f64 {
        (self.duration / self.dt).ceil()
    }
}
