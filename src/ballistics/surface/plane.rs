//! Planes as surfaces: hit from both sides.

use nalgebra::{RealField, SVector};

use super::super::event::Plane;
use super::super::path_arc::PathArc;
use super::nearest::farthest;
use super::{Hit, Nearest, Ray, Surface};
use crate::numbers::extent;

impl<T: RealField + Copy, const D: usize> Surface<T, D> for Plane<T, D> {
    fn cast(&self, ray: &Ray<T, D>) -> Option<Hit<T, D>> {
        if self.normal == SVector::<T, D>::zeros() {
            return None;
        }
        let (height, climb) = (self.height(ray.origin), self.normal.dot(&ray.direction));
        let distance = if height == T::zero() {
            T::zero()
        } else {
            -height / climb
        };
        // NaN is passed on: the caller reports it
        let beside = distance < T::zero() || distance > ray.length;
        (!beside).then_some(Hit {
            distance,
            normal: self.normal,
        })
    }

    /// Clear if all corners lie on one side, by more than margin and rounding.
    fn is_clear(&self, arc: &PathArc<T, D>) -> bool {
        if self.normal == SVector::<T, D>::zeros() {
            return true;
        }
        let heights = [arc.start, arc.corner, arc.end].map(|corner| self.height(corner));
        let terms = self.normal.abs().sum() * arc.scale() + self.distance.abs();
        let slack = terms * T::default_epsilon() * nalgebra::convert(2.0);
        let least = arc.margin * self.normal.norm() + slack;
        heights.iter().all(|height| *height > least)
            || heights.iter().all(|height| *height < -least)
    }

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

    /// The side that does not count as above.
    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        self.height(*point) < T::zero()
    }

    fn plane(&self) -> Option<Plane<T, D>> {
        Some(*self)
    }
}
