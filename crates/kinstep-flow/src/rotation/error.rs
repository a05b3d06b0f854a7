//! Why an inertia is not one of a rigid body.

use crate::numbers::decimals;

/// Why an [`Inertia`](super::Inertia) was refused.
///
/// ```
/// use kinstep::{Body3, World3};
/// use kinstep_flow::Inertia;
///
/// // no body is that long and that thin
/// let body = Body3::solid(1.0, Inertia::principal([1.0, 1.0, 3.0]));
/// let error = World3::new().add_body(body).unwrap_err();
/// assert!(error.to_string().contains("must not exceed the sum of the others, 2 kg m²"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InertiaError<T> {
    /// An entry of the tensor, or a principal moment, is NaN or infinite.
    #[error("entry ({row}, {column}) of the inertia is {value} kg m²; it must be finite")]
    NotFinite {
        /// Row of the entry; for a principal moment the index of its axis.
        row: usize,
        /// Column of the entry; for a principal moment the index of its axis.
        column: usize,
        /// Its value \[kg m²\].
        value: T,
    },
    /// The tensor is not symmetric.
    #[error(
        "entry ({row}, {column}) of the inertia is {value} kg m², and its mirror image {mirrored} kg m²; they must be equal"
    )]
    NotSymmetric {
        /// Row of the entry.
        row: usize,
        /// Column of the entry.
        column: usize,
        /// Its value \[kg m²\].
        value: T,
        /// The entry with row and column exchanged \[kg m²\].
        mirrored: T,
    },
    /// A principal moment is zero or negative, and not all of them are zero.
    #[error("the principal moment about axis {axis} is {moment:.a$} kg m²; it must be positive", a = decimals(moment))]
    NotPositive {
        /// Index of the principal axis.
        axis: usize,
        /// The moment \[kg m²\].
        moment: T,
    },
    /// A principal moment is larger than the sum of the other two: no distribution of mass has it.
    #[error(
        "the largest principal moment is {largest:.a$} kg m²; it must not exceed the sum of the others, {others:.b$} kg m²", a = decimals(largest), b = decimals(others))]
    Triangle {
        /// The largest moment \[kg m²\].
        largest: T,
        /// The sum of the other two \[kg m²\].
        others: T,
    },
    /// The quaternion of the principal axes is not of length 1.
    #[error("the quaternion of the principal axes has length {length:.a$}; it must be 1", a = decimals(length))]
    Axes {
        /// Its length.
        length: T,
    },
}
