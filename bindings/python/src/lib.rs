//! kinstep for Python. The classes are in `python/kinstep`; here is what they call.

mod arrays;
mod body;
mod diagnostics;
mod errors;
mod force;
mod function;
mod ledger;
mod snapshot;
mod space;
mod swarm;
mod swarm_arrays;
mod swarm_force;
mod swarm_points;
mod world;
mod world_advance;
mod world_forces;
mod world_run;
mod world_steps;

use pyo3::prelude::*;

/// Nothing: what a call costs, for ratios.py.
#[pyfunction]
fn _nothing() {}

#[pymodule]
mod _kinstep {
    #[pymodule_export]
    use super::_nothing;
    #[pymodule_export]
    use crate::diagnostics::_drift;
    #[pymodule_export]
    use crate::errors::{RestoreError, StepError};
    #[pymodule_export]
    use crate::ledger::Ledger;
    #[pymodule_export]
    use crate::swarm::Swarm;
    #[pymodule_export]
    use crate::swarm_arrays::step_arrays;
    #[pymodule_export]
    use crate::world::World;
}
