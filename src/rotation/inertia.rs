//! What resists being turned, in space.

use nalgebra::{RealField, UnitQuaternion, Vector3};

/// The inertia of a body in space about its centre of mass: three principal moments and the axes they
/// belong to, in the body's frame.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: nalgebra::Scalar + serde::Serialize",
        deserialize = "T: nalgebra::Scalar + serde::Deserialize<'de>"
    ))
)]
pub struct Inertia<T: RealField> {
    /// Principal moments \[kg m²\], in the order of the axes; all zero for a point.
    moments: Vector3<T>,
    /// Takes vectors from the principal frame to the body's.
    axes: UnitQuaternion<T>,
}

impl<T: RealField + Copy> Inertia<T> {
    /// The inertia of a point, which cannot be turned.
    #[must_use]
    pub fn point() -> Self {
        Self {
            moments: Vector3::zeros(),
            axes: UnitQuaternion::identity(),
        }
    }

    /// Principal moments \[kg m²\] about the axes of the body's frame.
    #[must_use]
    pub fn principal(moments: impl Into<Vector3<T>>) -> Self {
        Self {
            moments: moments.into(),
            axes: UnitQuaternion::identity(),
        }
    }

    /// A solid cuboid of a mass \[kg\] and edges \[m\] along the axes of the body's frame.
    #[must_use]
    pub fn cuboid(mass: T, edges: impl Into<Vector3<T>>) -> Self {
        let square = edges.into().map(|edge| edge * edge);
        let share = mass / nalgebra::convert(12.0);
        let others = Vector3::new(
            square.y + square.z,
            square.z + square.x,
            square.x + square.y,
        );
        Self::principal(others * share)
    }

    /// The principal moments \[kg m²\], in the order of the principal axes.
    #[must_use]
    pub fn moments(&self) -> Vector3<T> {
        self.moments
    }

    /// The rotation that takes vectors from the principal frame to the body's.
    #[must_use]
    pub fn axes(&self) -> UnitQuaternion<T> {
        self.axes
    }

    /// Whether nothing can be turned.
    #[must_use]
    pub fn is_point(&self) -> bool {
        self.moments == Vector3::zeros()
    }
}
