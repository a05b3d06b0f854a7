//! Many facets in a tree of boxes.

use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::cmp::Ordering;
use core::ops::Range;

use nalgebra::{RealField, SVector};

use super::super::aligned_box::AlignedBox;
use super::facet::{Facet, Foot};
use super::nearest::farthest;
use super::{FlatPart, Nearest, Surface};
use crate::numbers::{from_f64, is_finite};

/// Facets with a binary tree of boxes around them, so that a query visits few of them.
///
/// The tree is a heap: node n has the children 2n + 1 and 2n + 2, and each child has half of the facets of its parent.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Facets<T, const D: usize> {
    list: Vec<Facet<T, D>>,
    boxes: Vec<AlignedBox<T, D>>,
    /// Largest absolute coordinate \[m\].
    size: T,
}

/// Largest number of facets in a leaf of the tree.
const LEAF: usize = 4;

/// Overlap of facets \[m\] if the largest coordinate is `size` \[m\]: more than the rounding errors of contacts.
pub(super) fn hair<T: RealField + Copy>(size: T) -> T {
    size * T::default_epsilon() * from_f64(64.0)
}

impl<T: RealField + Copy, const D: usize> Facets<T, D> {
    /// Builds the tree; changes the order of the facets.
    pub(super) fn new(mut list: Vec<Facet<T, D>>, size: T) -> Self {
        let nobody = AlignedBox {
            min: SVector::zeros(),
            max: SVector::zeros(),
        };
        let leaves = list.len().div_ceil(LEAF).next_power_of_two();
        let mut boxes = vec![nobody; 2 * leaves];
        build(&mut list, &mut boxes, 0);
        Self { list, boxes, size }
    }

    /// Calls `each` with facets, near ones first. Skips boxes whose `bound` exceeds the limit, which `each` may lower.
    fn search(
        &self,
        bound: &impl Fn(&AlignedBox<T, D>) -> T,
        limit: &Cell<T>,
        each: &mut impl FnMut(usize, &Facet<T, D>),
    ) {
        if bound(&self.boxes[0]) <= limit.get() {
            self.descend((0, 0..self.list.len()), bound, limit, each);
        }
    }

    fn descend(
        &self,
        (node, range): (usize, Range<usize>),
        bound: &impl Fn(&AlignedBox<T, D>) -> T,
        limit: &Cell<T>,
        each: &mut impl FnMut(usize, &Facet<T, D>),
    ) {
        if range.len() <= LEAF {
            for index in range {
                each(index, &self.list[index]);
            }
            return;
        }
        let middle = range.start + range.len() / 2;
        let half = |node: usize, range| (bound(&self.boxes[node]), (node, range));
        let mut halves = [
            half(2 * node + 1, range.start..middle),
            half(2 * node + 2, middle..range.end),
        ];
        if halves[1].0 < halves[0].0 {
            halves.swap(0, 1);
        }
        for (bound_of_half, half) in halves {
            if bound_of_half <= limit.get() {
                self.descend(half, bound, limit, each);
            }
        }
    }

    /// Nearest point of all facets within a reach \[m\], and its facet.
    pub(super) fn foot(
        &self,
        point: &SVector<T, D>,
        reach: T,
    ) -> Option<(&Facet<T, D>, Foot<T, D>)> {
        let limit = Cell::new(reach);
        let mut best: Option<(usize, Foot<T, D>)> = None;
        self.search(
            &|bounds| distance_to(bounds, point),
            &limit,
            &mut |index, facet| {
                let foot = facet.foot(point);
                let is_nearer = best.is_none_or(|(_, best)| foot.distance < best.distance);
                if is_nearer && foot.distance <= reach {
                    limit.set(foot.distance);
                    best = Some((index, foot));
                }
            },
        );
        best.map(|(index, foot)| (&self.list[index], foot))
    }

    /// Calls `each` with the indices of facets whose boxes touch the box between two corners.
    pub(super) fn near(
        &self,
        from: &SVector<T, D>,
        to: &SVector<T, D>,
        each: &mut dyn FnMut(usize),
    ) {
        let (low, high) = (from.inf(to), from.sup(to));
        let is_apart = |min: &SVector<T, D>, max: &SVector<T, D>| {
            (0..D).any(|axis| max[axis] < low[axis] || min[axis] > high[axis])
        };
        let bound = |bounds: &AlignedBox<T, D>| {
            if is_apart(&bounds.min, &bounds.max) {
                T::one()
            } else {
                T::zero()
            }
        };
        self.search(&bound, &Cell::new(T::zero()), &mut |index, facet| {
            let [min, max] = facet.bounds();
            if !is_apart(&min, &max) {
                each(index);
            }
        });
    }
}

/// Divides the facets of a node by their centres along the longest side of its box.
fn build<T: RealField + Copy, const D: usize>(
    list: &mut [Facet<T, D>],
    boxes: &mut [AlignedBox<T, D>],
    node: usize,
) {
    let around = |list: &[Facet<T, D>]| {
        let bounds = list.iter().map(Facet::bounds);
        bounds.reduce(|[low, high], [min, max]| [low.inf(&min), high.sup(&max)])
    };
    let Some([min, max]) = around(list) else {
        return;
    };
    boxes[node] = AlignedBox { min, max };
    if list.len() <= LEAF {
        return;
    }
    let axis = (max - min).imax();
    let middle = list.len() / 2;
    let place = |facet: &Facet<T, D>| {
        let corners = facet.corners.iter().map(|corner| corner[axis]);
        corners.fold(T::zero(), |sum, coordinate| sum + coordinate)
    };
    list.select_nth_unstable_by(middle, |one, other| {
        (place(one).partial_cmp(&place(other))).unwrap_or(Ordering::Equal)
    });
    let (low, high) = list.split_at_mut(middle);
    build(low, boxes, 2 * node + 1);
    build(high, boxes, 2 * node + 2);
}

/// Distance of a point from a solid box \[m\].
fn distance_to<T: RealField + Copy, const D: usize>(
    bounds: &AlignedBox<T, D>,
    point: &SVector<T, D>,
) -> T {
    (point - point.sup(&bounds.min).inf(&bounds.max)).norm()
}

/// The facets as a shell with two sides.
impl<T: RealField + Copy, const D: usize> Surface<T, D> for Facets<T, D> {
    fn rounding(&self, scale: T) -> T {
        (scale + self.size) * T::default_epsilon()
    }

    fn member(&self, number: usize) -> Option<&dyn Surface<T, D>> {
        Some(self.list.get(number)?)
    }

    /// Facets that are nowhere above the tangent plane do not limit `open`.
    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        if !is_finite(point) {
            return Nearest::Unknown;
        }
        let reach = (reach + reach).min(farthest());
        let Some((_, foot)) = self.foot(point, reach) else {
            return Nearest::Beyond(reach);
        };
        let slack = self.rounding(point.amax()) * from_f64(4.0);
        let rises = |corner: &SVector<T, D>| foot.normal.dot(&(corner - foot.point)) > slack;
        let bound = |bounds: &AlignedBox<T, D>| {
            let top = SVector::from_fn(|axis, _| {
                let is_up = foot.normal[axis] > T::zero();
                let side = if is_up { &bounds.max } else { &bounds.min };
                side[axis]
            });
            if rises(&top) {
                distance_to(bounds, point)
            } else {
                farthest()
            }
        };
        let open = Cell::new(reach);
        self.search(&bound, &open, &mut |_, facet| {
            if facet.corners.iter().any(rises) {
                open.set(open.get().min(facet.foot(point).distance));
            }
        });
        Nearest::At {
            distance: foot.distance,
            normal: foot.normal,
            open: open.get().max(foot.distance),
            curvature: T::zero(),
        }
    }

    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        let reach = self.rounding(point.amax()) * from_f64(16.0);
        let reach = reach.max(from_f64(1e-9));
        let limit = Cell::new(reach);
        let mut best = None;
        let near = |bounds: &AlignedBox<T, D>| distance_to(bounds, point);
        self.search(&near, &limit, &mut |_, facet| {
            let foot = facet.foot(point);
            if foot.is_on_face
                && foot.distance <= limit.get()
                && let Some(part) = facet.flat_part(point, normal)
            {
                limit.set(foot.distance);
                best = Some(part);
            }
        });
        best
    }
}
