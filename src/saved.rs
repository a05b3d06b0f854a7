//! What can be written and read with serde: the bounds of derived implementations, named once.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::space::Real;

/// Data that can be written and read.
pub trait Saved: Serialize + DeserializeOwned {}

impl<T: Serialize + DeserializeOwned> Saved for T {}

/// A number whose vectors can be written and read.
pub trait SavedNumber: nalgebra::RealField + Saved {}

impl<T: nalgebra::RealField + Saved> SavedNumber for T {}

/// A number whose vectors, orientations and inertias in `D` dimensions can be written and read.
pub trait SavedReal<const D: usize>:
    Real<D, Axial: Saved, Orientation: Saved, Inertia: Saved> + Saved
{
}

impl<T, const D: usize> SavedReal<D> for T where
    T: Real<D, Axial: Saved, Orientation: Saved, Inertia: Saved> + Saved
{
}
