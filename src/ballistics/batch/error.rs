//! Errors of batches of flights.

use crate::ballistics::AirError;

/// Why a batch was refused. No result is written then.
///
/// ```
/// use kinstep::ballistics::{Ballistics, BatchError};
///
/// let air = Ballistics::new([0.0, -9.81]);
/// let mut arrived = [[0.0, 0.0].into(); 2];
/// let (positions, velocities) = ([[0.0, 0.0].into(); 2], [[3.0, 4.0].into(); 2]);
/// let error = air.positions_at(&positions, &velocities, &[0.5], &mut arrived).unwrap_err();
/// assert!(matches!(error, BatchError::Lengths { positions: 2, times: 1, .. }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The air is invalid.
    #[error(transparent)]
    Air(#[from] AirError),
    /// The slices of positions, velocities, times and results differ in length.
    #[error(
        "{positions} positions, {velocities} velocities, {times} times and room for {arrived} positions: all must be as many"
    )]
    Lengths {
        /// How many positions were given.
        positions: usize,
        /// How many velocities were given.
        velocities: usize,
        /// How many times were given.
        times: usize,
        /// How many positions can be written.
        arrived: usize,
    },
    /// The two slices of results differ in length.
    #[error(
        "room for {arrived_positions} positions and for {arrived_velocities} velocities: both must be as many"
    )]
    ArrivedLengths {
        /// How many positions can be written.
        arrived_positions: usize,
        /// How many velocities can be written.
        arrived_velocities: usize,
    },
    /// All slices are empty.
    #[error("the batch is empty: there is no flight to look at")]
    Empty,
}
