//! kinstep for Python. The classes are in `python/kinstep`; here is what they call.

mod arrays;
mod body;
mod errors;
mod force;
mod function;
mod snapshot;
mod space;
mod world;
mod world_run;

use pyo3::prelude::*;

#[pymodule]
mod _kinstep {
    #[pymodule_export]
    use crate::errors::{RestoreError, StepError};
    #[pymodule_export]
    use crate::world::World;
}
