//! Boxes as surfaces: hollow shells that are hit from outside and from inside.

use nalgebra::{RealField, SVector};

use super::super::aligned_box::AlignedBox;
use super::super::event::Plane;
use super::nearest::farthest;
use super::{FlatPart, Nearest, Surface};

/// A ray that starts inside hits the wall through which it leaves the box. The normal always points outward.
impl<T: RealField + Copy, const D: usize> Surface<T, D> for AlignedBox<T, D> {
    fn extent(&self) -> Option<[SVector<T, D>; 2]> {
        Some([self.min, self.max])
    }

    /// From outside the box is convex. From inside `open` is the distance of the second nearest wall.
    fn nearest(&self, point: &SVector<T, D>, _: T) -> Nearest<T, D> {
        if (0..D).any(|axis| self.min[axis] > self.max[axis]) {
            return Nearest::nowhere();
        }
        let offset = point - point.sup(&self.min).inf(&self.max);
        if let Some(normal) = offset.try_normalize(T::zero()) {
            return Nearest::At {
                distance: offset.norm(),
                normal,
                open: farthest(),
                curvature: T::zero(),
            };
        }
        let depths = (0..D).flat_map(|axis| {
            let (from_min, to_max) = (point[axis] - self.min[axis], self.max[axis] - point[axis]);
            [(axis, T::one(), from_min), (axis, -T::one(), to_max)]
        });
        let mut normal = SVector::<T, D>::zeros();
        let (mut distance, mut open) = (farthest::<T>(), farthest::<T>());
        for (axis, inward, depth) in depths {
            if depth < distance {
                normal = SVector::zeros();
                normal[axis] = inward;
                (distance, open) = (depth, distance);
            } else {
                open = open.min(depth);
            }
        }
        Nearest::At {
            distance: distance.max(T::zero()),
            normal,
            open,
            curvature: T::zero(),
        }
    }

    /// A box without thickness has no inside.
    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        (0..D).all(|axis| {
            let (low, high) = (self.min[axis], self.max[axis]);
            low < high && point[axis] >= low && point[axis] <= high
        })
    }

    /// The wall at this point. From outside it ends at its edges, from inside at the neighbouring walls.
    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        let axis = normal.iamax();
        // at an edge a round body has a normal in another direction
        if normal[axis].abs() < normal.norm() * nalgebra::convert(1.0 - 1e-9) {
            return None;
        }
        let [to_max, to_min] = [self.max, self.min].map(|wall| (point[axis] - wall[axis]).abs());
        let is_up = normal[axis] > T::zero();
        // a box without thickness is hit only from outside
        let is_at_max = to_max < to_min || (to_max == to_min && is_up);
        let is_outside = is_up == is_at_max;
        // the half-space beyond a wall
        let beyond = |axis: usize, is_max: bool| {
            let mut outward = SVector::<T, D>::zeros();
            outward[axis] = if is_max { T::one() } else { -T::one() };
            let wall = if is_max { self.max } else { -self.min };
            Plane::new(outward, wall[axis])
        };
        let mut part = FlatPart::whole(beyond(axis, is_at_max)).facing(normal);
        if is_outside {
            let others = (0..D).filter(|other| *other != axis);
            let edges = others.flat_map(|other| [false, true].map(|is_max| beyond(other, is_max)));
            for (edge, plane) in part.edges.iter_mut().zip(edges) {
                *edge = Some(plane);
            }
        }
        Some(part)
    }
}

impl<T: RealField + Copy, const D: usize> AlignedBox<T, D> {}
