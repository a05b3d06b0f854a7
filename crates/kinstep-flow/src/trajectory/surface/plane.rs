//! Planes as surfaces: hit from both sides.

use nalgebra::{RealField, SVector};

use super::super::event::Plane;
use super::nearest::farthest;
use super::{Nearest, Surface};
use crate::numbers::extent;

impl<T: RealField + Copy, const D: usize> Surface<T, D> for Plane<T, D> {
    fn nearest(&self, point: &SVector<T, D>, _: T) -> Nearest<T, D> {
        let size = extent(&self.normal);
        if size == T::zero() {
            return Nearest::nowhere();
        }
        let scaled = self.normal / size;
        let length = scaled.norm();
        let height = (scaled.dot(point) - self.distance / size) / length;
        Nearest::At {
            distance: height.abs(),
            normal: scaled * (height.signum() / length),
            open: farthest(),
            curvature: T::zero(),
        }
    }

    /// Whether the point is on the side opposite to the normal.
    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        self.height(*point) < T::zero()
    }

    fn plane(&self) -> Option<Plane<T, D>> {
        Some(*self)
    }
}
