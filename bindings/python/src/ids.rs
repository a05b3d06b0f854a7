//! Ids of bodies, forces and surfaces, each a class of its own.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Weak};

use pyo3::basic::CompareOp;
use pyo3::prelude::*;

use crate::errors::{invalid, wrong_type};
use crate::vectors::shown;

/// A world and its clones: ids of one are ids of all. A world from a scene has the ids of an unknown world, and takes any.
#[derive(Clone, Default)]
pub(crate) struct Family {
    token: Arc<()>,
    pub(crate) takes_any: bool,
}

impl Family {
    fn check(&self, id: &Weak<()>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let is_other = id
            .upgrade()
            .is_some_and(|token| !Arc::ptr_eq(&token, &self.token));
        if is_other && !self.takes_any {
            let text = shown(value);
            return Err(invalid(format_args!("{text} is the id of another world")));
        }
        Ok(())
    }
}

macro_rules! id {
    ($name:ident, $read:ident, $from:literal, $doc:literal) => {
        #[doc = $doc]
        ///
        /// Ids are equal if their bits are. They can be sorted, be keys of dictionaries, and be pickled. An id of another world
        /// is refused, unless one of both worlds is a clone of the other, or comes from a scene.
        #[pyclass(frozen, module = "kinstep._kinstep")]
        pub(crate) struct $name {
            bits: u64,
            family: Weak<()>,
        }

        impl $name {
            pub(crate) fn of(bits: u64, family: &Family) -> Self {
                let family = Arc::downgrade(&family.token);
                Self { bits, family }
            }
        }

        #[pymethods]
        impl $name {
            #[new]
            fn new(bits: u64) -> Self {
                let family = Weak::new();
                Self { bits, family }
            }

            /// The number that the id is, for files: `int` of the id.
            #[getter]
            fn bits(&self) -> u64 {
                self.bits
            }

            fn __int__(&self) -> u64 {
                self.bits
            }

            fn __hash__(&self) -> u64 {
                let mut hasher = DefaultHasher::new();
                (stringify!($name), self.bits).hash(&mut hasher);
                hasher.finish()
            }

            fn __richcmp__(&self, other: &Self, operation: CompareOp) -> bool {
                operation.matches(self.bits.cmp(&other.bits))
            }

            fn __repr__(&self) -> String {
                format!(concat!(stringify!($name), "({})"), self.bits)
            }

            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> (Bound<'py, pyo3::types::PyType>, (u64,)) {
                (slf.get_type(), (slf.get().bits,))
            }
        }

        /// Reads an id of a world of this family.
        pub(crate) fn $read(value: &Bound<'_, PyAny>, family: &Family) -> PyResult<u64> {
            let Ok(id) = value.cast::<$name>() else {
                // a body that a world returned
                if let Ok(id) = value.getattr("id")
                    && id.is_instance_of::<$name>()
                {
                    return $read(&id, family);
                }
                let text = shown(value);
                return Err(wrong_type(format_args!(
                    concat!(
                        "{} is no ",
                        stringify!($name),
                        ", which ",
                        $from,
                        " returns"
                    ),
                    text
                )));
            };
            let id = id.get();
            family.check(&id.family, value)?;
            Ok(id.bits)
        }
    };
}

id!(BodyId, body_bits, "add_body", "The id of a body.");
id!(
    ForceId,
    force_bits,
    "add_force",
    "The id of a force or a link."
);
id!(
    SurfaceId,
    surface_bits,
    "add_surface",
    "The id of a surface."
);
