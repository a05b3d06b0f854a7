//! Rows of numbers for many throws, and work on them in blocks.

use std::ops::Range;
use std::time::Instant;

use kinstep_core::nalgebra::SVector;
use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::errors::invalid;
use crate::patience::PATIENCE;

/// One row of `N` numbers for all throws, or one row for each: a copy, so that other threads may write to the array.
pub(crate) struct Column<const N: usize> {
    rows: Vec<[f64; N]>,
    /// From one throw to the next: 0 or 1.
    stride: usize,
}

impl<const N: usize> Column<N> {
    /// From a contiguous and aligned float64 array of shape (N,) or (count, N).
    pub(crate) fn of(given: &Bound<'_, PyAny>, count: usize, name: &str) -> PyResult<Self> {
        Self::part_of(given, count, &(0..count), name)
    }

    /// The same for a part of the throws, which are counted from its start then.
    fn part_of(
        given: &Bound<'_, PyAny>,
        count: usize,
        part: &Range<usize>,
        name: &str,
    ) -> PyResult<Self> {
        let refused = || {
            invalid(format_args!(
                "the {name} must be a contiguous and aligned array of float64 of shape ({N},) or ({count}, {N})"
            ))
        };
        let array: PyReadonlyArrayDyn<'_, f64> = given.extract().map_err(|_| refused())?;
        if !(array.is_c_contiguous() && array.is_aligned()) {
            return Err(refused());
        }
        let stride = match array.shape() {
            [columns] if *columns == N => 0,
            [rows, columns] if [*rows, *columns] == [count, N] => 1,
            _ => return Err(refused()),
        };
        let (found, _) = array.as_slice().map_err(|_| refused())?.as_chunks();
        let found = if stride == 0 {
            found
        } else {
            &found[part.clone()]
        };
        let mut rows = with_room(found.len())?;
        rows.extend_from_slice(found);
        Ok(Self { rows, stride })
    }

    /// The same; zero for None.
    pub(crate) fn part_or_zero(
        given: Option<&Bound<'_, PyAny>>,
        count: usize,
        part: &Range<usize>,
        name: &str,
    ) -> PyResult<Self> {
        let zero = Self {
            rows: vec![[0.0; N]],
            stride: 0,
        };
        given.map_or(Ok(zero), |given| Self::part_of(given, count, part, name))
    }

    /// Whether there is one row for all throws.
    pub(crate) fn is_uniform(&self) -> bool {
        self.stride == 0
    }

    #[inline]
    pub(crate) fn at(&self, throw: usize) -> SVector<f64, N> {
        self.rows[throw * self.stride].into()
    }

    /// Writes the rows of some throws to a place in each order, unless there is one row for all.
    pub(crate) fn write<O>(
        &self,
        throws: &Range<usize>,
        orders: &mut [O],
        place: impl Fn(&mut O) -> &mut SVector<f64, N>,
    ) {
        if self.is_uniform() {
            return;
        }
        for (order, row) in orders.iter_mut().zip(&self.rows[throws.clone()]) {
            *place(order) = (*row).into();
        }
    }

    /// Itself, if all numbers are finite.
    pub(crate) fn finite(self, name: &str) -> PyResult<Self> {
        for (row, numbers) in self.rows.iter().enumerate() {
            if let Some(value) = numbers.iter().find(|value| !value.is_finite()) {
                return Err(invalid(format_args!(
                    "row {row} of the {name} has a component {value}; it must be finite"
                )));
            }
        }
        Ok(self)
    }
}

/// An empty vector with room for so many items.
pub(crate) fn with_room<T>(count: usize) -> PyResult<Vec<T>> {
    let mut made = Vec::new();
    made.try_reserve_exact(count).map_err(|_| {
        let size = size_of::<T>();
        PyMemoryError::new_err(format!("no memory for {count} items of {size} bytes"))
    })?;
    Ok(made)
}

/// Works on `count` items, a block at a time, and lets other threads of Python work. Signals, such as Ctrl-C, are looked at
/// after a tenth of a second and the rest of a block.
pub(crate) fn in_blocks(
    py: Python<'_>,
    count: usize,
    block: usize,
    mut work: impl FnMut(Range<usize>) + Send,
) -> PyResult<()> {
    let mut done = 0;
    while done < count {
        py.detach(|| {
            let start = Instant::now();
            while done < count && start.elapsed() < PATIENCE {
                let end = count.min(done + block);
                work(done..end);
                done = end;
            }
        });
        py.check_signals()?;
    }
    Ok(())
}
