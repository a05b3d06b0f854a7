//! Boxes as surfaces: shells, met from outside and from inside.

use nalgebra::{RealField, SVector};

use super::super::aligned_box::AlignedBox;
use super::super::trajectory::Arc;
use super::{Hit, Ray, Surface};

/// A ray that starts inside meets the wall through which it leaves. The normal points outward, either way.
impl<T: RealField + Copy, const D: usize> Surface<T, D> for AlignedBox<T, D> {
    fn cast(&self, ray: &Ray<T, D>) -> Option<Hit<T, D>> {
        let (enter, leave) = self.slabs(ray)?;
        let (axis, distance) = if enter.1 >= T::zero() { enter } else { leave };
        if distance < T::zero() || distance > ray.length {
            return None;
        }
        let mut normal = SVector::zeros();
        let outward = ray.direction[axis] > T::zero();
        normal[axis] = if outward == (enter.1 >= T::zero()) {
            -T::one()
        } else {
            T::one()
        };
        Some(Hit { distance, normal })
    }

    /// Beside one of its walls, or wholly inside; else the chord has to clear the box, made larger by the bulge.
    fn is_clear(&self, arc: &Arc<T, D>) -> bool {
        let scale = arc.scale().max(self.min.amax()).max(self.max.amax());
        let slack = scale * T::default_epsilon() * nalgebra::convert(2.0);
        let reach = arc.margin + slack;
        let (low, high) = (
            arc.start.inf(&arc.corner).inf(&arc.end).add_scalar(-reach),
            arc.start.sup(&arc.corner).sup(&arc.end).add_scalar(reach),
        );
        if (0..D).any(|axis| high[axis] < self.min[axis] || low[axis] > self.max[axis]) {
            return true;
        }
        if (0..D).all(|axis| low[axis] > self.min[axis] && high[axis] < self.max[axis]) {
            return true;
        }
        let reach = arc.bulge() + slack;
        let larger = Self {
            min: self.min.add_scalar(-reach),
            max: self.max.add_scalar(reach),
        };
        !larger.contains(arc.start)
            && arc
                .chord()
                .is_none_or(|chord| larger.cast(&chord).is_none())
    }
}

impl<T: RealField + Copy, const D: usize> AlignedBox<T, D> {
    /// Where the line of a ray enters and leaves, as axis and distance; none if it passes by.
    fn slabs(&self, ray: &Ray<T, D>) -> Option<((usize, T), (usize, T))> {
        let far = T::max_value().unwrap_or(T::one() / T::default_epsilon());
        let (mut enter, mut leave) = ((0, -far), (0, far));
        for axis in 0..D {
            let (low, high) = (
                self.min[axis] - ray.origin[axis],
                self.max[axis] - ray.origin[axis],
            );
            let rate = ray.direction[axis];
            if rate == T::zero() {
                if low > T::zero() || high < T::zero() {
                    return None;
                }
                continue;
            }
            let (one, other) = (low / rate, high / rate);
            let (first, last) = if rate > T::zero() {
                (one, other)
            } else {
                (other, one)
            };
            if first > enter.1 {
                enter = (axis, first);
            }
            if last < leave.1 {
                leave = (axis, last);
            }
        }
        (enter.1 <= leave.1).then_some((enter, leave))
    }
}
