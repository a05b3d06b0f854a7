//! Vectors in one allocation, aligned to cache lines.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::SwarmError;
use crate::numbers::Float;

/// Size of a cache line in bytes. Without alignment, wide registers straddle two lines: that costs a
/// quarter of the speed.
const LINE: usize = 64;

/// Contiguous vectors; the first is at the start of a cache line. They move in memory only when the capacity changes.
#[derive(Debug)]
pub(super) struct AlignedVec<T, const D: usize> {
    /// Padding up to the start of a cache line, then the vectors.
    buffer: Vec<SVector<T, D>>,
    /// Number of vectors of padding.
    padding: usize,
}

impl<T: Float, const D: usize> AlignedVec<T, D> {
    /// An empty list with this capacity.
    pub(super) fn with_capacity(capacity: usize) -> Result<Self, SwarmError<T>> {
        let mut buffer: Vec<SVector<T, D>> = Vec::new();
        buffer
            .try_reserve_exact(capacity.saturating_add(LINE / size_of::<T>()))
            .map_err(|_| SwarmError::NoMemory { capacity })?;
        let address = buffer.as_ptr().addr();
        let is_aligned = |&padding: &usize| {
            usize::is_multiple_of(address + padding * size_of::<SVector<T, D>>(), LINE)
        };
        // some padding aligns, unless a vector is longer than a line or the allocation is not aligned
        let padding = (0..LINE / size_of::<T>()).find(is_aligned).unwrap_or(0);
        buffer.resize(padding, SVector::zeros());
        Ok(Self { buffer, padding })
    }

    /// An empty list with zero capacity.
    pub(super) fn empty() -> Self {
        Self {
            buffer: Vec::new(),
            padding: 0,
        }
    }

    /// A copy with this capacity, which must be at least the present length.
    pub(super) fn grown(&self, capacity: usize) -> Result<Self, SwarmError<T>> {
        let mut grown = Self::with_capacity(capacity)?;
        grown.buffer.extend_from_slice(self.values());
        Ok(grown)
    }

    /// A copy with this capacity; without spare capacity if memory is short.
    pub(super) fn copied(&self, capacity: usize) -> Self {
        self.grown(capacity).unwrap_or_else(|_| Self {
            buffer: self.buffer.clone(),
            padding: self.padding,
        })
    }

    /// Maximum number of vectors without reallocation.
    pub(super) fn capacity(&self) -> usize {
        self.buffer.capacity().saturating_sub(self.padding)
    }

    pub(super) fn values(&self) -> &[SVector<T, D>] {
        &self.buffer[self.padding..]
    }

    pub(super) fn values_mut(&mut self) -> &mut [SVector<T, D>] {
        &mut self.buffer[self.padding..]
    }

    /// Appends a vector; the capacity must suffice.
    pub(super) fn push(&mut self, value: SVector<T, D>) {
        self.buffer.push(value);
    }

    /// Removes the last vector.
    pub(super) fn pop(&mut self) {
        if self.buffer.len() > self.padding {
            self.buffer.pop();
        }
    }

    /// Sets the length; the capacity must suffice. New vectors are zero.
    pub(super) fn resize(&mut self, count: usize) {
        self.buffer.resize(self.padding + count, SVector::zeros());
    }

    pub(super) fn clear(&mut self) {
        self.buffer.truncate(self.padding);
    }
}

/// The components of vectors, one after the other.
pub(super) fn flat<T: Float, const D: usize>(values: &mut [SVector<T, D>]) -> &mut [T] {
    bytemuck::cast_slice_mut(values)
}

/// Read-only [`flat`].
pub(super) fn flat_ref<T: Float, const D: usize>(values: &[SVector<T, D>]) -> &[T] {
    bytemuck::cast_slice(values)
}
