//! Finds the surfaces near a body without a query of each surface.

use alloc::vec::Vec;

use nalgebra::RealField;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use super::super::asked::wide;
use super::super::fall::V;
use super::walls::Wall;

/// Indices of walls, sorted by position.
#[derive(Debug, Clone)]
pub(super) struct BroadPhase {
    /// Walls at rest with a known bounding box.
    boxed: RTree<GeomWithData<Rectangle<[f64; 3]>, u32>>,
    /// All other walls, by index.
    pub(super) others: Vec<u32>,
}

impl BroadPhase {
    pub(super) fn new<T: RealField + Copy, const D: usize>(walls: &[Option<Wall<T, D>>]) -> Self {
        let (mut boxed, mut others) = (Vec::new(), Vec::new());
        for (index, wall) in (0..).zip(walls) {
            let Some(wall) = wall else { continue };
            match wall.surface.extent().filter(|_| wall.has_always_rested()) {
                Some(corners) => {
                    let [low, high] = corners.map(|corner| wide(&corner).into());
                    let rectangle = Rectangle::from_corners(low, high);
                    boxed.push(GeomWithData::new(rectangle, index));
                }
                None => others.push(index),
            }
        }
        let boxed = RTree::bulk_load(boxed);
        Self { boxed, others }
    }

    /// Calls `each` with every wall that may be within `reach` of a point, in no particular order.
    pub(super) fn find(&self, point: &V, reach: f64, each: impl FnMut(u32)) {
        let side = V::repeat(reach);
        let area = AABB::from_corners((point - side).into(), (point + side).into());
        let boxed = self.boxed.locate_in_envelope_intersecting(area);
        (self.others.iter().copied())
            .chain(boxed.map(|found| found.data))
            .for_each(each);
    }
}
