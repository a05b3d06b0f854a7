//! The bound for number types that serde can write and read, generic in the dimension.

use super::Real;
use crate::saved::Saved;

/// A number type whose vectors, orientations and inertias in `D` dimensions serde can write and
/// read.
pub trait SavedReal<const D: usize>:
    Real<D, Axial: Saved, Orientation: Saved, Inertia: Saved> + Saved
{
}

impl<T, const D: usize> SavedReal<D> for T where
    T: Real<D, Axial: Saved, Orientation: Saved, Inertia: Saved> + Saved
{
}
