//! kinstep for Python. The classes are in `python/kinstep`; here is what they call.

mod aim;
mod aim_answer;
mod aim_error;
mod aim_hits;
mod aim_throws;
mod arrays;
mod body;
mod columns;
mod diagnostics;
mod errors;
mod flight;
mod flight_many;
mod force;
mod function;
mod ledger;
mod model;
mod patience;
mod snapshot;
mod space;
mod swarm;
mod swarm_arrays;
mod swarm_force;
mod swarm_points;
mod swarm_steps;
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
    use crate::aim_error::{_aim_error_names, AimErrors};
    #[pymodule_export]
    use crate::diagnostics::_drift;
    #[pymodule_export]
    use crate::errors::{RestoreError, StepError};
    #[pymodule_export]
    use crate::flight::Flight;
    #[pymodule_export]
    use crate::ledger::Ledger;
    #[pymodule_export]
    use crate::model::Model;
    #[pymodule_export]
    use crate::swarm::Swarm;
    #[pymodule_export]
    use crate::swarm_arrays::step_arrays;
    #[pymodule_export]
    use crate::world::World;
}
