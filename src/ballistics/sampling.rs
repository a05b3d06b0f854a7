//! Equally spaced points by recurrence.

use nalgebra::{RealField, SVector};

/// Points of which every sixteenth is computed anew, by `anchor`. Those between follow by `change`, which returns the
/// displacement from one, given by its index, to the next, and the velocity there. Displacements are summed apart from the
/// anchor, so that their rounding is that of the way since then.
pub(super) struct Samples<T, const D: usize, A, C> {
    index: usize,
    count: usize,
    anchor: A,
    change: C,
    start: SVector<T, D>,
    way: SVector<T, D>,
    velocity: SVector<T, D>,
}

/// From one anchor to the next.
const BLOCK: usize = 16;

impl<T, const D: usize, A, C> Samples<T, D, A, C>
where
    T: RealField + Copy,
    A: Fn(usize) -> (SVector<T, D>, SVector<T, D>),
    C: Fn(usize, &SVector<T, D>, &SVector<T, D>) -> (SVector<T, D>, SVector<T, D>),
{
    pub(super) fn new(count: usize, anchor: A, change: C) -> Self {
        Self {
            index: 0,
            count,
            anchor,
            change,
            start: SVector::zeros(),
            way: SVector::zeros(),
            velocity: SVector::zeros(),
        }
    }
}

impl<T, const D: usize, A, C> Iterator for Samples<T, D, A, C>
where
    T: RealField + Copy,
    A: Fn(usize) -> (SVector<T, D>, SVector<T, D>),
    C: Fn(usize, &SVector<T, D>, &SVector<T, D>) -> (SVector<T, D>, SVector<T, D>),
{
    type Item = SVector<T, D>;

    #[inline]
    fn next(&mut self) -> Option<SVector<T, D>> {
        if self.index == self.count {
            return None;
        }
        if self.index.is_multiple_of(BLOCK) {
            (self.start, self.velocity) = (self.anchor)(self.index);
            self.way = SVector::zeros();
        } else {
            let (way, velocity) =
                (self.change)(self.index - 1, &(self.start + self.way), &self.velocity);
            self.way += way;
            self.velocity = velocity;
        }
        self.index += 1;
        Some(self.start + self.way)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.count - self.index;
        (left, Some(left))
    }
}

impl<T, const D: usize, A, C> ExactSizeIterator for Samples<T, D, A, C>
where
    T: RealField + Copy,
    A: Fn(usize) -> (SVector<T, D>, SVector<T, D>),
    C: Fn(usize, &SVector<T, D>, &SVector<T, D>) -> (SVector<T, D>, SVector<T, D>),
{
}
