//! Equally spaced points of a flight by recurrence.

use nalgebra::{RealField, SVector};

/// Positions at equally spaced times. `anchor` computes position and velocity of every sixteenth point directly. `step`
/// takes index, position and velocity of a point and returns the displacement to the next point and the velocity there.
/// Displacements are summed apart from the anchor, so that rounding errors scale with the distance from the anchor.
pub(super) struct Samples<T, const D: usize, A, C> {
    index: usize,
    count: usize,
    anchor: A,
    step: C,
    anchored: SVector<T, D>,
    displacement: SVector<T, D>,
    velocity: SVector<T, D>,
}

/// Points from one anchor to the next.
const BLOCK: usize = 16;

impl<T, const D: usize, A, C> Samples<T, D, A, C>
where
    T: RealField + Copy,
    A: Fn(usize) -> (SVector<T, D>, SVector<T, D>),
    C: Fn(usize, &SVector<T, D>, &SVector<T, D>) -> (SVector<T, D>, SVector<T, D>),
{
    pub(super) fn new(count: usize, anchor: A, step: C) -> Self {
        Self {
            index: 0,
            count,
            anchor,
            step,
            anchored: SVector::zeros(),
            displacement: SVector::zeros(),
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
            (self.anchored, self.velocity) = (self.anchor)(self.index);
            self.displacement = SVector::zeros();
        } else {
            let position = self.anchored + self.displacement;
            let (displacement, velocity) = (self.step)(self.index - 1, &position, &self.velocity);
            self.displacement += displacement;
            self.velocity = velocity;
        }
        self.index += 1;
        Some(self.anchored + self.displacement)
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
