//! Vectors one after the other, from a boundary of the machine's memory lines on.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::NoMemory;
use crate::space::Float;

/// Bytes that the machine moves together. Registers as wide as that which straddle two lines cost a quarter of
/// the speed.
const LINE: usize = 64;

/// Vectors in one line of numbers. Nothing moves until the room for them is changed.
#[derive(Debug)]
pub(super) struct AlignedColumn<T, const D: usize> {
    /// What stands before the boundary, then the vectors.
    buffer: Vec<SVector<T, D>>,
    /// How many stand before the boundary.
    before: usize,
}

impl<T: Float, const D: usize> AlignedColumn<T, D> {
    /// No vectors, with room for so many.
    pub(super) fn with_room(count: usize) -> Result<Self, NoMemory> {
        let mut buffer: Vec<SVector<T, D>> = Vec::new();
        buffer
            .try_reserve_exact(count.saturating_add(LINE / size_of::<T>()))
            .map_err(|_| NoMemory { capacity: count })?;
        let address = buffer.as_ptr().addr();
        let starts = |&before: &usize| {
            usize::is_multiple_of(address + before * size_of::<SVector<T, D>>(), LINE)
        };
        // there is none only where vectors are longer than lines, or the memory is not aligned to numbers
        let before = (0..LINE / size_of::<T>()).find(starts).unwrap_or(0);
        buffer.resize(before, SVector::zeros());
        Ok(Self { buffer, before })
    }

    /// No vectors, and no room.
    pub(super) fn none() -> Self {
        Self {
            buffer: Vec::new(),
            before: 0,
        }
    }

    /// The same vectors, with room for `count` of them, which are at least as many.
    pub(super) fn moved(&self, count: usize) -> Result<Self, NoMemory> {
        let mut moved = Self::with_room(count)?;
        moved.buffer.extend_from_slice(self.values());
        Ok(moved)
    }

    /// The same, or no room for more than there are where there is no memory for it.
    pub(super) fn copied(&self, count: usize) -> Self {
        self.moved(count).unwrap_or_else(|_| Self {
            buffer: self.buffer.clone(),
            before: self.before,
        })
    }

    pub(super) fn values(&self) -> &[SVector<T, D>] {
        &self.buffer[self.before..]
    }

    pub(super) fn values_mut(&mut self) -> &mut [SVector<T, D>] {
        &mut self.buffer[self.before..]
    }

    /// One more, for which there must be room.
    pub(super) fn push(&mut self, value: SVector<T, D>) {
        self.buffer.push(value);
    }

    /// One less, from the end.
    pub(super) fn pop(&mut self) {
        if self.buffer.len() > self.before {
            self.buffer.pop();
        }
    }

    /// So many, for which there must be room; new ones are zero.
    pub(super) fn resize(&mut self, count: usize) {
        self.buffer.resize(self.before + count, SVector::zeros());
    }

    pub(super) fn clear(&mut self) {
        self.buffer.truncate(self.before);
    }
}

/// The numbers of vectors, one after the other.
pub(super) fn flat<T: Float, const D: usize>(values: &mut [SVector<T, D>]) -> &mut [T] {
    bytemuck::cast_slice_mut(values)
}

/// The numbers of vectors to be read.
pub(super) fn flat_ref<T: Float, const D: usize>(values: &[SVector<T, D>]) -> &[T] {
    bytemuck::cast_slice(values)
}
