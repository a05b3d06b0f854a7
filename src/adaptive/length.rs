//! Numbers of coordinates that are known when the code is compiled.
//!
//! Code for an island of one body is compiled with its number of coordinates N, so that it has no loops over them and keeps
//! what it can in registers; code for all others with [`ANY`]. An evaluation then takes 20 to 45 % less time by the explicit
//! methods, 12 to 25 % by collocation.

use alloc::vec::Vec;
use core::mem;

/// In place of a number: any number.
pub(crate) const ANY: usize = 0;

/// A slice that has this length, unless that is [`ANY`].
#[inline(always)]
pub(super) fn known<X>(slice: &[X], length: usize) -> &[X] {
    if length == ANY {
        slice
    } else {
        &slice[..length]
    }
}

/// The same of a slice that changes.
#[inline(always)]
pub(super) fn known_mut<X>(slice: &mut [X], length: usize) -> &mut [X] {
    if length == ANY {
        slice
    } else {
        &mut slice[..length]
    }
}

/// Sets all numbers of some columns to this value, for this length.
pub(super) fn reset_all<'a, T: Clone + 'a>(
    columns: impl IntoIterator<Item = &'a mut Vec<T>>,
    length: usize,
    value: T,
) {
    for column in columns {
        column.clear();
        column.resize(length, value.clone());
    }
}

/// Columns of N numbers: these arrays, which stay in registers, or in place of [`ANY`] the columns themselves.
#[inline(always)]
pub(super) fn lend_columns<'a, const N: usize, const M: usize>(
    columns: &'a mut [Vec<f64>; M],
    arrays: &'a mut [[f64; N]; M],
) -> [&'a mut [f64]; M] {
    if N == ANY {
        columns.each_mut().map(Vec::as_mut_slice)
    } else {
        arrays.each_mut().map(|array| &mut array[..])
    }
}

/// Makes `at` the next column; the other one is free then.
#[inline(always)]
pub(super) fn take_next<'a, const N: usize>(at: &mut &'a mut [f64], next: &mut &'a mut [f64]) {
    if N == ANY {
        mem::swap(at, next);
    } else {
        // an exchange of pointers would keep arrays out of registers
        at.copy_from_slice(next);
    }
}
