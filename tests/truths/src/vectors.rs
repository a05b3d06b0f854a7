//! Random vectors, and numbers in the precision that a test is run in.

use kinstep::nalgebra::{RealField, SVector, convert, convert_unchecked};

use crate::Cases;

/// The nearest number of type `T`.
pub fn narrow<T: RealField + Copy>(value: f64) -> T {
    convert(value)
}

pub fn widen<T: RealField + Copy>(value: T) -> f64 {
    convert_unchecked(value)
}

pub fn narrow_vector<T: RealField + Copy, const D: usize>(
    vector: &SVector<f64, D>,
) -> SVector<T, D> {
    vector.map(narrow)
}

impl Cases {
    /// Each component evenly within ± a size.
    pub fn vector<T: RealField + Copy, const D: usize>(&mut self, size: f64) -> SVector<T, D> {
        SVector::from_fn(|_, _| narrow(self.uniform(-size..size)))
    }
}
