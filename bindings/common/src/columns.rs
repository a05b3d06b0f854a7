//! Rows of numbers for many throws.
//!
//! A column has one row for all throws, or one row for each. A row has as many numbers as the space has dimensions.

#[cfg(feature = "aims")]
use core::ops::Range;

use kinstep::nalgebra::SVector;

use crate::failure::{Failure, Outcome};

/// One row of `N` numbers for all throws, or one row for each.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column<'a, const N: usize> {
    rows: &'a [[f64; N]],
    /// From one throw to the next: 0 or 1.
    stride: usize,
}

impl<'a, const N: usize> Column<'a, N> {
    /// Reads the rows of this name for so many throws. No numbers are a row of zeros.
    pub(crate) fn of(numbers: &'a [f64], count: usize, name: &str) -> Outcome<Self> {
        let numbers = if numbers.is_empty() {
            &[0.0; N]
        } else {
            numbers
        };
        let (rows, rest) = numbers.as_chunks();
        let is_whole = rest.is_empty();
        let stride = match rows.len() {
            1 if is_whole => 0,
            rows if is_whole && rows == count => 1,
            _ => {
                let (given, each) = (numbers.len(), count.saturating_mul(N));
                return Err(Failure::invalid(format_args!(
                    "there are {given} numbers of the {name}; there must be {N} for all throws, or {each}, {N} for each"
                )));
            }
        };
        Ok(Self { rows, stride })
    }

    /// Whether there is one row for all throws.
    #[cfg(feature = "aims")]
    pub(crate) fn is_uniform(&self) -> bool {
        self.stride == 0
    }

    /// Returns the row of a throw.
    #[inline]
    pub(crate) fn at(&self, throw: usize) -> SVector<f64, N> {
        self.rows[throw * self.stride].into()
    }

    /// Returns all rows.
    #[cfg(feature = "aims")]
    pub(crate) fn rows(&self) -> &'a [[f64; N]] {
        self.rows
    }

    /// Writes the rows of some throws to a part of each order, unless there is one row for all.
    #[cfg(feature = "aims")]
    #[inline]
    pub(crate) fn write<O>(
        &self,
        throws: &Range<usize>,
        orders: &mut [O],
        part: impl Fn(&mut O) -> &mut SVector<f64, N>,
    ) {
        if self.is_uniform() {
            return;
        }
        for (order, row) in orders.iter_mut().zip(&self.rows[throws.clone()]) {
            *part(order) = (*row).into();
        }
    }

    /// Returns itself if all numbers are finite.
    pub(crate) fn finite(self, name: &str) -> Outcome<Self> {
        let numbers = self.rows.as_flattened();
        match numbers.iter().position(|number| !number.is_finite()) {
            None => Ok(self),
            Some(index) => {
                let (row, value) = (index / N, numbers[index]);
                Err(Failure::invalid(format_args!(
                    "row {row} of the {name} has a component {value}; it must be finite"
                )))
            }
        }
    }
}

/// Fails unless a slice of the caller has the right length.
pub(crate) fn check_room(found: usize, wanted: usize, name: &str) -> Outcome {
    if found == wanted {
        return Ok(());
    }
    Err(Failure::invalid(format_args!(
        "there is room for {found} numbers of the {name}; there must be room for {wanted}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_one_row_or_one_for_each() {
        let numbers = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let one = Column::<2>::of(&numbers[..2], 3, "starts").unwrap();
        let each = Column::<2>::of(&numbers, 3, "starts").unwrap();
        assert_eq!([one.at(2)[0], each.at(2)[0]], [1.0, 5.0]);
        let none = Column::<2>::of(&[], 3, "starts").unwrap();
        assert_eq!(none.at(1)[1], 0.0);
        assert_eq!(
            Column::<2>::of(&numbers[..5], 3, "starts")
                .unwrap_err()
                .message,
            "there are 5 numbers of the starts; there must be 2 for all throws, or 6, 2 for each"
        );
        let broken = [0.0, 1.0, f64::NAN];
        let broken = Column::<1>::of(&broken, 3, "times").unwrap();
        assert_eq!(
            broken.finite("times").unwrap_err().message,
            "row 2 of the times has a component NaN; it must be finite"
        );
    }
}
