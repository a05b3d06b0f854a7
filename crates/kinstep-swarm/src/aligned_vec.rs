//! Vectors in one allocation that is aligned to cache lines.

use super::SwarmError;
use crate::numbers::Float;
use alloc::vec::Vec;
use nalgebra::SVector;

/// Size of a cache line in bytes. Without alignment, loads of wide registers cross cache lines,
/// which costs a quarter of the speed.
const LINE: usize = 64;

/// Contiguous vectors. The first vector is at the start of a cache line. The vectors move in memory
/// only when the capacity changes.
#[derive(Debug)]
pub(super) struct AlignedVec<T, const D: usize> {
    /// Padding up to the start of a cache line, then the vectors.
    buffer: Vec<SVector<T, D>>,
    /// Number of vectors that are padding.
    padding: usize,
}

impl<T: Float, const D: usize> AlignedVec<T, D> {
    /// Returns an empty list with this capacity.
    pub(super) fn with_capacity(capacity: usize) -> Result<Self, SwarmError<T>> {
        let mut buffer: Vec<SVector<T, D>> = Vec::new();
        buffer
            .try_reserve_exact(capacity.saturating_add(LINE / size_of::<T>()))
            .map_err(|_| SwarmError::NoMemory { capacity })?;
        let address = buffer.as_ptr().addr();
        let is_aligned = |&padding: &usize| {
            usize::is_multiple_of(address + padding * size_of::<SVector<T, D>>(), LINE)
        };
        // some number of vectors gives the alignment, unless a vector is longer than a line or the
        // allocation is not aligned
        let padding = (0..LINE / size_of::<T>()).find(is_aligned).unwrap_or(0);
        buffer.resize(padding, SVector::zeros());
        Ok(Self { buffer, padding })
    }

    /// Returns an empty list with zero capacity.
    pub(super) fn empty() -> Self {
        Self {
            buffer: Vec::new(),
            padding: 0,
        }
    }

    /// Returns a copy with this capacity, which must be at least the present length.
    pub(super) fn grown(&self, capacity: usize) -> Result<Self, SwarmError<T>> {
        let mut grown = Self::with_capacity(capacity)?;
        grown.buffer.extend_from_slice(self.values());
        Ok(grown)
    }

    /// Returns a copy with this capacity, or without spare capacity if there is not enough memory.
    pub(super) fn copied(&self, capacity: usize) -> Self {
        self.grown(capacity).unwrap_or_else(|_| Self {
            buffer: self.buffer.clone(),
            padding: self.padding,
        })
    }

    /// Returns the maximum number of vectors without reallocation.
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

/// Returns the components of vectors, one vector after the other.
pub(super) fn flat<T: Float, const D: usize>(values: &mut [SVector<T, D>]) -> &mut [T] {
    bytemuck::cast_slice_mut(values)
}

/// Like [`flat`], for vectors that are only read.
pub(super) fn flat_ref<T: Float, const D: usize>(values: &[SVector<T, D>]) -> &[T] {
    bytemuck::cast_slice(values)
}

// Runs a pass over all bodies on one thread, or on all threads.

/// Consecutive bodies of a swarm, as slices with one vector per body, which can be split.
pub(super) struct BodySlices<'a, V, const READ: usize, const WRITTEN: usize> {
    /// Index of the first body.
    pub(super) first: usize,
    pub(super) read: [&'a [V]; READ],
    pub(super) written: [&'a mut [V]; WRITTEN],
}

#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
impl<V, const READ: usize, const WRITTEN: usize> BodySlices<'_, V, READ, WRITTEN> {
    fn count(&self) -> usize {
        let read = self.read.first().map(|slice| slice.len());
        let written = self.written.first().map(|slice| slice.len());
        read.or(written).unwrap_or(0)
    }

    /// Splits off the first `count` bodies.
    fn split_off(&mut self, count: usize) -> Self {
        let first = self.first;
        self.first += count;
        Self {
            first,
            read: (self.read.each_mut()).map(|slice| slice.split_off(..count).unwrap_or_default()),
            written: (self.written.each_mut())
                .map(|slice| slice.split_off_mut(..count).unwrap_or_default()),
        }
    }
}

/// Applies `work` to all bodies, and returns the smallest index returned by any call.
///
/// With the feature `rayon` the function uses all threads if the remaining work is large enough.
/// The result for a body must not depend on how the bodies are split.
pub(super) fn run_on_threads<'a, V: Send + Sync, const READ: usize, const WRITTEN: usize>(
    bodies: BodySlices<'a, V, READ, WRITTEN>,
    work: &(impl Fn(BodySlices<'a, V, READ, WRITTEN>) -> Option<usize> + Sync),
) -> Option<usize> {
    #[cfg(all(feature = "rayon", not(target_family = "wasm")))]
    if bodies.count() > FIRST_PIECE && rayon::current_num_threads() > 1 {
        return on_all_threads(bodies, work);
    }
    work(bodies)
}

/// Starts the work on this thread, in pieces whose size doubles, and measures its time, because the
/// cost of a body ranges from half a nanosecond to that of a user's force. Uses all threads as soon
/// as the remaining work is estimated to take at least [`WORTH_WAKING`].
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
fn on_all_threads<'a, V: Send + Sync, const READ: usize, const WRITTEN: usize>(
    mut bodies: BodySlices<'a, V, READ, WRITTEN>,
    work: &(impl Fn(BodySlices<'a, V, READ, WRITTEN>) -> Option<usize> + Sync),
) -> Option<usize> {
    use std::time::Instant;

    let start = Instant::now();
    let (mut done, mut piece, mut found) = (0, FIRST_PIECE, None);
    while bodies.count() > piece {
        found = first_of(found, work(bodies.split_off(piece)));
        done += piece;
        let spent = start.elapsed().as_secs_f64();
        let left = spent * (bodies.count() as f64 / done as f64);
        if left >= WORTH_WAKING {
            // makes several pieces per thread, because a thread may be interrupted
            let pieces = 8 * rayon::current_num_threads();
            let size = (bodies.count().div_ceil(pieces)).next_multiple_of(FIRST_PIECE);
            return first_of(found, halve(bodies, size, work));
        }
        piece = done;
    }
    first_of(found, work(bodies))
}

/// Applies `work` to bodies, which are halved until each part has at most `size` bodies.
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
fn halve<'a, V: Send + Sync, const READ: usize, const WRITTEN: usize>(
    mut bodies: BodySlices<'a, V, READ, WRITTEN>,
    size: usize,
    work: &(impl Fn(BodySlices<'a, V, READ, WRITTEN>) -> Option<usize> + Sync),
) -> Option<usize> {
    if bodies.count() <= size {
        return work(bodies);
    }
    // splits at whole pieces, so that each part starts at a cache line
    let half = (bodies.count() / 2)
        .next_multiple_of(size)
        .min(bodies.count());
    let first = bodies.split_off(half);
    let (first, second) = rayon::join(|| halve(first, size, work), || halve(bodies, size, work));
    first_of(first, second)
}

#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
fn first_of(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    a.into_iter().chain(b).min()
}

/// Number of bodies in the first piece, after which the time is measured. It fills whole cache
/// lines for vectors of any length.
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
const FIRST_PIECE: usize = 8192;

/// Minimum estimated time of the remaining work for which other threads are woken \[s\].
#[cfg(all(feature = "rayon", not(target_family = "wasm")))]
const WORTH_WAKING: f64 = 1e-3;
