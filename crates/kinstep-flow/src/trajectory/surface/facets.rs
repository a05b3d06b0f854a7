//! A segment in 2-D, or a triangle in 3-D, with a solid on one side.

use super::super::event::Plane;
use super::super::measure::AlignedBox;
use super::collections::farthest;
use super::{FlatPart, Nearest, Surface};
use crate::numbers::{from_f64, is_finite};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::cmp::Ordering;
use core::ops::Range;
use nalgebra::{RealField, SVector};

/// A flat face with D corners. The solid behind it is bounded by walls through its edges.
///
/// Adjacent facets share corners and walls, and overlap slightly: a point that rounding moves
/// across a wall is still behind one of the two facets. As a member of a surface, a face can be hit
/// from its front; from behind only its rim can be hit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Facet<T, const D: usize> {
    /// Corners \[m\].
    pub(super) corners: [SVector<T, D>; D],
    /// Unit normal, pointing out of the solid.
    pub(super) normal: SVector<T, D>,
    /// For each corner the unit normal of the opposite wall, pointing out of the solid.
    walls: [SVector<T, D>; D],
    /// Depth of the solid behind the face \[m\].
    pub(super) depth: T,
    /// Length by which the face overlaps its neighbours beyond its edges \[m\].
    hair: T,
}

/// The point of a facet that is nearest to a query point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Foot<T, const D: usize> {
    /// Nearest point \[m\].
    pub(super) point: SVector<T, D>,
    /// Distance of the nearest point from the query point \[m\].
    pub(super) distance: T,
    /// Unit vector from the nearest point to the query point.
    pub(super) normal: SVector<T, D>,
    /// Whether the nearest point is on the face, not on the rim.
    pub(super) is_on_face: bool,
}

impl<T: RealField + Copy, const D: usize> Facet<T, D> {
    /// Creates a face from its corners and its unit normal. The wall opposite a corner contains the
    /// direction that `back` returns for this corner.
    pub(super) fn new(
        corners: [SVector<T, D>; D],
        normal: SVector<T, D>,
        back: impl Fn(usize) -> SVector<T, D>,
        hair: T,
    ) -> Self {
        Self {
            corners,
            normal,
            walls: core::array::from_fn(|corner| outward(&corners, corner, &back(corner))),
            depth: farthest(),
            hair,
        }
    }

    /// Returns the height of a point above the plane of the face \[m\].
    pub(super) fn height(&self, point: &SVector<T, D>) -> T {
        self.normal.dot(&(point - self.corners[0]))
    }

    /// Returns the distance of a point beyond the wall opposite a corner \[m\]; negative inside.
    pub(super) fn beyond_wall(&self, corner: usize, point: &SVector<T, D>) -> T {
        self.walls[corner].dot(&(point - edge(&self.corners, corner).0))
    }

    /// Returns the direction in the wall opposite a corner that leads out of the solid.
    pub(super) fn along_wall(&self, corner: usize) -> SVector<T, D> {
        let wall = self.walls[corner];
        self.normal - wall * wall.dot(&self.normal)
    }

    /// Whether the projection of a point onto the plane is on the face, or beyond its edges by at
    /// most `hair`.
    fn is_over(&self, point: &SVector<T, D>) -> bool {
        (0..D).all(|corner| {
            let outward = outward(&self.corners, corner, &self.normal);
            outward.dot(&(point - edge(&self.corners, corner).0)) <= self.hair
        })
    }

    /// Returns the nearest point of the rim.
    fn on_rim(&self, point: &SVector<T, D>) -> Foot<T, D> {
        let foot_on = |corner| {
            let (start, end) = edge(&self.corners, corner);
            let foot = nearest_on_segment(&start, &end, point);
            (foot, (point - foot).norm())
        };
        let (foot, distance) =
            (1..D).map(foot_on).fold(
                foot_on(0),
                |best, foot| {
                    if foot.1 < best.1 { foot } else { best }
                },
            );
        Foot {
            point: foot,
            distance,
            normal: (point - foot)
                .try_normalize(T::zero())
                .unwrap_or(self.normal),
            is_on_face: false,
        }
    }

    /// Returns the nearest point; the query point may be on either side.
    fn foot(&self, point: &SVector<T, D>) -> Foot<T, D> {
        if !self.is_over(point) {
            return self.on_rim(point);
        }
        let height = self.height(point);
        let is_below = height < T::zero();
        Foot {
            point: point - self.normal * height,
            distance: height.abs(),
            normal: if is_below { -self.normal } else { self.normal },
            is_on_face: true,
        }
    }

    /// Returns the minimum and maximum coordinates, extended by `hair`.
    fn bounds(&self) -> [SVector<T, D>; 2] {
        let [first, ..] = &self.corners[..] else {
            return [SVector::zeros(); 2];
        };
        let low = (self.corners.iter()).fold(*first, |low, corner| low.inf(corner));
        let high = (self.corners.iter()).fold(*first, |high, corner| high.sup(corner));
        [low.add_scalar(-self.hair), high.add_scalar(self.hair)]
    }
}

/// Returns the point of the segment from `start` to `end` that is nearest to `point`.
fn nearest_on_segment<T: RealField + Copy, const D: usize>(
    start: &SVector<T, D>,
    end: &SVector<T, D>,
    point: &SVector<T, D>,
) -> SVector<T, D> {
    let (segment, offset) = (end - start, point - start);
    let length_squared = segment.norm_squared();
    let fraction = if length_squared > T::zero() {
        (offset.dot(&segment) / length_squared).clamp(T::zero(), T::one())
    } else {
        T::zero()
    };
    start + segment * fraction
}

/// Returns the ends of the edge opposite a corner. In 2-D this edge is the other corner.
fn edge<T: Copy, const D: usize>(
    corners: &[SVector<T, D>; D],
    corner: usize,
) -> (SVector<T, D>, SVector<T, D>)
where
    SVector<T, D>: Copy,
{
    (corners[(corner + 1) % D], corners[(corner + D - 1) % D])
}

/// Returns the unit vector out of the face that is perpendicular to the edge opposite a corner, and
/// to a direction.
fn outward<T: RealField + Copy, const D: usize>(
    corners: &[SVector<T, D>; D],
    corner: usize,
    direction: &SVector<T, D>,
) -> SVector<T, D> {
    let without = |vector: SVector<T, D>, other: &SVector<T, D>| {
        let square = other.norm_squared();
        if square > T::zero() {
            vector - other * (other.dot(&vector) / square)
        } else {
            vector
        }
    };
    let (start, end) = edge(corners, corner);
    let along = without(end - start, direction);
    let across = without(without(start - corners[corner], direction), &along);
    across.try_normalize(T::zero()).unwrap_or(across)
}

/// The face as a member of a surface, with a solid behind it.
impl<T: RealField + Copy, const D: usize> Surface<T, D> for Facet<T, D> {
    fn nearest(&self, point: &SVector<T, D>, _: T) -> Nearest<T, D> {
        let (height, zero) = (self.height(point), T::zero());
        let (distance, normal) = if self.is_inside(point) {
            (-height, -self.normal)
        } else {
            let is_behind = height < zero;
            let foot = if is_behind {
                self.on_rim(point)
            } else {
                self.foot(point)
            };
            (foot.distance, foot.normal)
        };
        Nearest::At {
            distance,
            normal,
            open: farthest(),
            curvature: zero,
        }
    }

    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        let height = self.height(point);
        height < T::zero()
            && height >= -self.depth
            && (0..D).all(|corner| self.beyond_wall(corner, point) <= self.hair)
    }

    fn flat_part(&self, _: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        let along = self.normal.dot(normal).abs();
        // at the rim, the normal for a round body has another direction
        let least = from_f64::<T>(1.0 - 1e-9) - T::default_epsilon() * from_f64(8.0);
        let is_of_face = along >= normal.norm() * least;
        if !is_of_face {
            return None;
        }
        let plane = Plane::through(self.corners[0], self.normal);
        let mut part = FlatPart::whole(plane).facing(normal);
        for (corner, side) in part.edges.iter_mut().enumerate().take(D) {
            let outward = outward(&self.corners, corner, &self.normal);
            let end = edge(&self.corners, corner).0 + outward * self.hair;
            *side = Some(Plane::through(end, outward));
        }
        Some(part)
    }
}

// Many facets, in a tree of bounding boxes.

/// Facets, and a binary tree of bounding boxes, so that a query visits few facets.
///
/// The tree is a heap: node n has the children 2n + 1 and 2n + 2, and each child has half of the facets of its parent.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Facets<T, const D: usize> {
    list: Vec<Facet<T, D>>,
    boxes: Vec<AlignedBox<T, D>>,
    /// Maximum absolute coordinate \[m\].
    size: T,
}

/// Maximum number of facets in a leaf of the tree.
const LEAF: usize = 4;

/// Returns the overlap of facets \[m\] if the maximum coordinate is `size` \[m\]. It exceeds the
/// rounding errors of contacts.
pub(super) fn hair<T: RealField + Copy>(size: T) -> T {
    size * T::default_epsilon() * from_f64(64.0)
}

impl<T: RealField + Copy, const D: usize> Facets<T, D> {
    /// Builds the tree, and changes the order of the facets.
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

    /// Calls `each` with facets, near facets first. Skips boxes whose `bound` exceeds the limit;
    /// `each` may lower the limit.
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

    /// Returns the facet that is nearest to a point, within a reach \[m\], and its nearest point.
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

    /// Calls `each` with the indices of the facets whose boxes touch the box between two corners.
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

/// Divides the facets of a node in two, by their centres along the longest side of the box of the
/// node.
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
    let center = |facet: &Facet<T, D>| {
        let corners = facet.corners.iter().map(|corner| corner[axis]);
        corners.fold(T::zero(), |sum, coordinate| sum + coordinate)
    };
    list.select_nth_unstable_by(middle, |one, other| {
        (center(one).partial_cmp(&center(other))).unwrap_or(Ordering::Equal)
    });
    let (low, high) = list.split_at_mut(middle);
    build(low, boxes, 2 * node + 1);
    build(high, boxes, 2 * node + 2);
}

/// Returns the distance of a point from a solid box \[m\].
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

    /// Facets that are nowhere above the tangent plane do not reduce `open`.
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
