//! Why a batch of flights was refused.

use crate::ballistics::AirError;

/// Why no flight of a batch was looked at. Nothing is written then.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError<T> {
    /// The air makes no sense.
    #[error(transparent)]
    Air(#[from] AirError<T>),
    /// There is not one velocity, one time and room for one answer for each position.
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
    /// There is not room for as many velocities as positions can be written.
    #[error(
        "room for {arrived_positions} positions and for {arrived_velocities} velocities: both must be as many"
    )]
    ArrivedLengths {
        /// How many positions can be written.
        arrived_positions: usize,
        /// How many velocities can be written.
        arrived_velocities: usize,
    },
    /// There is nothing in it.
    #[error("the batch is empty: there is no flight to look at")]
    Empty,
}
