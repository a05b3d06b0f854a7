//! The flat part of a surface around a point.

use nalgebra::RealField;

use super::super::event::Plane;

/// A part of a surface within one plane, along which a body can slide and roll in closed form.
///
/// ```
/// use kinstep_flow::trajectory::{AlignedBox, FlatPart, Surface};
/// use kinstep_flow::nalgebra::Vector2;
///
/// let crate_ = AlignedBox { min: Vector2::new(0.0, 0.0), max: Vector2::new(2.0, 1.0) };
/// let top: FlatPart<f64, 2> =
///     crate_.flat_part(&Vector2::new(0.5, 1.0), &Vector2::y()).expect("it is on the top");
/// assert_eq!(top.plane.height([0.5, 1.0]), 0.0);
/// assert_eq!(top.edges.iter().flatten().count(), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlatPart<T, const D: usize> {
    /// Plane of the part; its normal points to the side of the body.
    pub plane: Plane<T, D>,
    /// Edges: the part ends where the height over one of these planes becomes positive.
    pub edges: [Option<Plane<T, D>>; MOST_EDGES],
}

/// Largest number of edges of a flat part.
const MOST_EDGES: usize = 4;

impl<T: RealField + Copy, const D: usize> FlatPart<T, D> {
    /// A flat part that is a whole plane.
    #[must_use]
    pub fn whole(plane: Plane<T, D>) -> Self {
        Self {
            plane,
            edges: [None; MOST_EDGES],
        }
    }

    /// This part with its normal on the side of a direction.
    pub(crate) fn facing(mut self, normal: &nalgebra::SVector<T, D>) -> Self {
        if self.plane.normal.dot(normal) < T::zero() {
            self.plane = Plane::new(-self.plane.normal, -self.plane.distance);
        }
        self
    }
}
