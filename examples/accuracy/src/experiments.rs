//! The list of all experiments.

use anyhow::Result;

use crate::rows::Rows;
#[cfg(feature = "engines")]
use crate::{bounces, ground};
use crate::{cost, coupled, drift, exact, frames, lander, orbit, order, rotation, work};

/// An experiment.
pub(crate) struct Experiment {
    /// Name for `--experiment`, and of the CSV file.
    pub(crate) name: &'static str,
    /// Measures, and adds rows.
    pub(crate) run: fn(&mut Rows) -> Result<()>,
}

/// All experiments, in the order in which they run.
pub(crate) const ALL: &[Experiment] = &[
    Experiment {
        name: "lander",
        run: lander::run,
    },
    Experiment {
        name: "work",
        run: work::run,
    },
    Experiment {
        name: "cost",
        run: cost::run,
    },
    Experiment {
        name: "drift",
        run: drift::run,
    },
    Experiment {
        name: "exact",
        run: exact::run,
    },
    Experiment {
        name: "order",
        run: order::run,
    },
    Experiment {
        name: "frames",
        run: frames::run,
    },
    Experiment {
        name: "rotation",
        run: rotation::run,
    },
    Experiment {
        name: "orbit",
        run: orbit::run,
    },
    Experiment {
        name: "coupled",
        run: coupled::run,
    },
    #[cfg(feature = "engines")]
    Experiment {
        name: "bounces",
        run: bounces::run,
    },
    #[cfg(feature = "engines")]
    Experiment {
        name: "ground",
        run: ground::run,
    },
];
