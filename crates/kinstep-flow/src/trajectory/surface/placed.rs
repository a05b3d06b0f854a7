//! Surfaces that are moved and rotated.

use nalgebra::SVector;

use super::super::event::Plane;
use super::{FlatPart, Nearest, Surface};
use crate::ParameterError;
use crate::numbers::from_f64;
use crate::space::{Real, unless_orientation};

/// A surface that is rotated about its origin and moved: a ramp is a rotated box.
///
/// It acts as one surface: place each member of a collection separately.
///
/// ```
/// use kinstep_flow::trajectory::{AlignedBox, Placed, Surface};
/// use kinstep_flow::nalgebra::Vector2;
///
/// // a plank 4 m long and 0.2 m thick, with its middle at (3 m, 1 m), that rises by 30°
/// let plank = AlignedBox::around([0.0, 0.0], [2.0, 0.1]);
/// let angle = 30.0_f64.to_radians();
/// let ramp = Placed::new(plank, [3.0, 1.0], angle)?;
/// let above = Vector2::new(3.0, 1.0) + Vector2::new(-angle.sin(), angle.cos()) * 0.1;
/// let top = ramp.flat_part(&above, &Vector2::new(-angle.sin(), angle.cos())).unwrap();
/// assert!(top.plane.height(above).abs() < 1e-15);
/// # Ok::<(), kinstep_flow::ParameterError<f64>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "S: serde::Serialize, T: crate::space::SavedReal<D>",
        deserialize = "S: serde::Deserialize<'de>, T: crate::space::SavedReal<D>"
    ))
)]
#[doc(alias("rotated box", "oriented box", "obb", "isometry", "ramp"))]
pub struct Placed<S, T: Real<D>, const D: usize> {
    surface: S,
    position: SVector<T, D>,
    orientation: T::Orientation,
}

impl<S: Surface<T, D>, T: Real<D>, const D: usize> Placed<S, T, D> {
    /// The surface with its origin at a position \[m\], rotated about this origin: in 2-D by an angle \[rad\], counter-clockwise; in 3-D by
    /// a unit quaternion.
    ///
    /// # Errors
    /// If a coordinate is not finite, or the orientation is not valid.
    pub fn new(
        surface: S,
        position: impl Into<SVector<T, D>>,
        orientation: T::Orientation,
    ) -> Result<Self, ParameterError<T>> {
        let position = position.into();
        ParameterError::unless_all_finite("a coordinate of the position", &position)?;
        unless_orientation("the length of the orientation", &orientation)?;
        Ok(Self {
            surface,
            position,
            orientation,
        })
    }

    fn to_surface(&self, point: &SVector<T, D>) -> SVector<T, D> {
        T::unrotate(&self.orientation, &(point - self.position))
    }

    fn to_world(&self, vector: &SVector<T, D>) -> SVector<T, D> {
        T::rotate(&self.orientation, vector)
    }

    fn placed(&self, plane: &Plane<T, D>) -> Plane<T, D> {
        let normal = self.to_world(&plane.normal);
        Plane::new(normal, plane.distance + normal.dot(&self.position))
    }
}

impl<S: Surface<T, D>, T: Real<D>, const D: usize> Surface<T, D> for Placed<S, T, D> {
    fn rounding(&self, scale: T) -> T {
        let size = scale + self.position.amax();
        self.surface.rounding(size + size) + size * T::default_epsilon()
    }

    /// Box around the sphere around the box of the inner surface.
    fn extent(&self) -> Option<[SVector<T, D>; 2]> {
        let [low, high] = self.surface.extent()?;
        let half = from_f64::<T>(0.5);
        let middle = self.position + self.to_world(&((low + high) * half));
        let side = SVector::repeat((high - low).norm() * half * from_f64(1.001));
        Some([middle - side, middle + side])
    }

    fn nearest(&self, point: &SVector<T, D>, reach: T) -> Nearest<T, D> {
        match self.surface.nearest(&self.to_surface(point), reach) {
            Nearest::At {
                distance,
                normal,
                open,
                curvature,
            } => Nearest::At {
                distance,
                normal: self.to_world(&normal),
                open,
                curvature,
            },
            bound => bound,
        }
    }

    fn is_inside(&self, point: &SVector<T, D>) -> bool {
        self.surface.is_inside(&self.to_surface(point))
    }

    fn largest_radius(&self) -> T {
        self.surface.largest_radius()
    }

    fn plane(&self) -> Option<Plane<T, D>> {
        Some(self.placed(&self.surface.plane()?))
    }

    fn flat_part(&self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<FlatPart<T, D>> {
        let normal = T::unrotate(&self.orientation, normal);
        let part = self.surface.flat_part(&self.to_surface(point), &normal)?;
        Some(FlatPart {
            plane: self.placed(&part.plane),
            edges: part.edges.map(|edge| Some(self.placed(&edge?))),
        })
    }
}
