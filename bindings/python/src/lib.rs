//! The native half of kinstep for Python: plain numbers, vectors of three numbers, and arrays where they are. The public
//! classes, which have the names, the shapes and the documentation, are in `python/kinstep`.
//!
//! | module | contents |
//! |---|---|
//! | [`errors`] | exceptions, also those that functions of Python raise on the way |
//! | [`arrays`] | what crosses the border: arrays of NumPy, and what functions answer |
//! | [`world`], [`forces`], [`surfaces`], [`motion`] | worlds, and their diagnostics |
//! | [`throws`], [`flight`] | models, aims, and flights |
//! | [`swarm`] | points by the million |
//! | [`ratios`] | the same work in Rust, for `ratios.py` |

mod arrays;
mod errors;
mod flight;
mod forces;
mod motion;
mod ratios;
mod surfaces;
mod swarm;
mod throws;
mod world;

use pyo3::prelude::*;

/// Methods that pass their arguments on to a field: `forward!(Class.field { name(argument: type) -> type; })`.
macro_rules! forward {
    ($class:ident.$field:ident {
        $($name:ident($($argument:ident: $kind:ty),*) -> $out:ty;)*
    }) => {
        #[pymethods]
        impl $class {
            $(fn $name(&mut self, $($argument: $kind),*) -> $crate::errors::Done<$out> {
                use $crate::errors::Given;
                $crate::errors::attempt(|| self.$field.$name($($argument),*).given())
            })*
        }
    };
}
pub(crate) use forward;

#[pymodule]
mod _kinstep {
    #[pymodule_export]
    use crate::errors::{RestoreError, StepError};
    #[pymodule_export]
    use crate::flight::Flight;
    #[pymodule_export]
    use crate::motion::{Ledger, drift};
    #[pymodule_export]
    use crate::ratios::nothing;
    #[pymodule_export]
    use crate::swarm::{Swarm, step_arrays};
    #[pymodule_export]
    use crate::throws::{AimErrors, Model, aim_error_names};
    #[pymodule_export]
    use crate::world::World;
}
