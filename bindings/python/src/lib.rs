//! kinstep for Python. The public classes are in `python/kinstep`; here is what they call.
//!
//! | module | contents |
//! |---|---|
//! | [`errors`] | exceptions, also those that functions of Python raise on the way |
//! | [`arrays`], [`vectors`] | what crosses the border: arrays of NumPy, and vectors |
//! | [`ids`], [`world`], [`forces`], [`surfaces`], [`motion`], [`diagnostics`] | worlds |
//! | [`model`], [`flight`], [`aim`] | throws |
//! | [`swarm`] | points by the million |
//! | [`ratios`] | the same work in Rust, for `ratios.py` |

mod aim;
mod arrays;
mod diagnostics;
mod errors;
mod flight;
mod forces;
mod ids;
mod model;
mod motion;
mod ratios;
mod surfaces;
mod swarm;
mod vectors;
mod world;

use pyo3::prelude::*;

#[pymodule]
mod _kinstep {
    #[pymodule_export]
    use crate::aim::{_aim_error_names, AimErrors};
    #[pymodule_export]
    use crate::diagnostics::{_drift, Ledger};
    #[pymodule_export]
    use crate::errors::{RestoreError, StepError};
    #[pymodule_export]
    use crate::flight::Flight;
    #[pymodule_export]
    use crate::ids::{BodyId, ForceId, SurfaceId};
    #[pymodule_export]
    use crate::model::Model;
    #[pymodule_export]
    use crate::ratios::_nothing;
    #[pymodule_export]
    use crate::swarm::{_step_arrays, Swarm};
    #[pymodule_export]
    use crate::world::World;
}
