//! Inertia of a rigid body in 3-D.

use nalgebra::{Quaternion, RealField, UnitQuaternion, Vector3};

use crate::ParameterError;
use crate::numbers::{first_not_finite, from_f64, to_f64};

/// Names of the principal moments in errors.
const MOMENTS: [&str; 3] = [
    "the principal moment about axis 0 [kg m²]",
    "the principal moment about axis 1 [kg m²]",
    "the principal moment about axis 2 [kg m²]",
];

/// Inertia of a body in 3-D about its centre of mass: three principal moments, and the directions
/// of their axes in the body's frame.
///
/// The constructors return no errors; [`check`](Self::check) tests whether a rigid body can have
/// the inertia.
///
/// | shape | moments \[kg m²\] about x, y, z |
/// |---|---|
/// | [`point`](Self::point) | 0: cannot be rotated |
/// | [`principal`](Self::principal) | as given |
/// | [`sphere`](Self::sphere) | `2/5 m r²` each |
/// | [`shell`](Self::shell) | `2/3 m r²` each |
/// | [`cuboid`](Self::cuboid) | `m (b² + c²)/12`, ... for edges a, b, c |
/// | [`cylinder`](Self::cylinder) | along y: `m (r²/4 + h²/12)`, `m r²/2`, same as x |
/// | [`capsule`](Self::capsule) | along y: a cylinder and two half spheres |
/// | [`tensor`](Self::tensor) | any symmetric tensor, by its principal axes |
///
/// The inertia of a body that consists of several parts is a sum. First, each part is
/// [`turned`](Self::turned) and [`moved`](Self::moved) to its position.
///
/// ```
/// use kinstep_flow::Inertia;
///
/// // a dumbbell along x: two balls of 3 kg, their centres 0.4 m from the middle
/// let ball = Inertia::sphere(3.0, 0.1);
/// let dumbbell: Inertia<f64> = ball.moved(3.0, [0.4, 0.0, 0.0]) + ball.moved(3.0, [-0.4, 0.0, 0.0]);
/// assert!((dumbbell.moments().x - 2.0 * 0.012).abs() < 1e-16);
/// assert!((dumbbell.moments().y - 2.0 * (0.012 + 0.48)).abs() < 1e-15);
/// dumbbell.check()?;
/// # Ok::<(), kinstep_flow::ParameterError<f64>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: crate::saved::SavedNumber"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("moment of inertia", "inertia tensor"))]
pub struct Inertia<T: RealField> {
    /// Principal moments \[kg m²\], in the order of the axes; all zero for a point.
    pub(super) moments: Vector3<T>,
    /// Rotates vectors from the principal frame to the body's frame.
    #[cfg_attr(feature = "serde", serde(default = "UnitQuaternion::identity"))]
    pub(super) axes: UnitQuaternion<T>,
}

impl<T: RealField + Copy> Inertia<T> {
    /// Returns the inertia of a point, which cannot be rotated.
    #[must_use]
    pub fn point() -> Self {
        Self::principal(Vector3::zeros())
    }

    /// Returns the inertia with these principal moments \[kg m²\] about the axes of the body's
    /// frame.
    #[must_use]
    pub fn principal(moments: impl Into<Vector3<T>>) -> Self {
        Self {
            moments: moments.into(),
            axes: UnitQuaternion::identity(),
        }
    }

    /// Returns the inertia of a solid sphere of this mass \[kg\] and radius \[m\].
    #[must_use]
    pub fn sphere(mass: T, radius: T) -> Self {
        Self::principal(Vector3::repeat(mass * radius * radius * from_f64(0.4)))
    }

    /// Returns the inertia of a thin spherical shell of this mass \[kg\] and radius \[m\].
    #[must_use]
    pub fn shell(mass: T, radius: T) -> Self {
        Self::principal(Vector3::repeat(
            mass * radius * radius * from_f64(2.0 / 3.0),
        ))
    }

    /// Returns the inertia of a solid cuboid of this mass \[kg\] whose edges are parallel to the
    /// axes of the body's frame. The lengths of the edges \[m\] are full lengths, not halves.
    #[must_use]
    pub fn cuboid(mass: T, edges: impl Into<Vector3<T>>) -> Self {
        let square = edges.into().map(|edge| edge * edge);
        let share = mass / from_f64(12.0);
        let others = Vector3::new(
            square.y + square.z,
            square.z + square.x,
            square.x + square.y,
        );
        Self::principal(others * share)
    }

    /// Returns the inertia of a solid cylinder of this mass \[kg\], radius \[m\] and height \[m\],
    /// with its axis along y. For another axis use [`turned`](Self::turned).
    #[must_use]
    pub fn cylinder(mass: T, radius: T, height: T) -> Self {
        let square = radius * radius;
        let across = mass * (square / from_f64(4.0) + height * height / from_f64(12.0));
        Self::principal([across, mass * square / from_f64(2.0), across])
    }

    /// Returns the inertia of a solid capsule of this mass \[kg\] and radius \[m\], with its axis
    /// along y. The height \[m\] is that of the cylinder, without the half spheres at its ends.
    #[must_use]
    pub fn capsule(mass: T, radius: T, height: T) -> Self {
        // volumes in units of π r²: h for the cylinder, 4/3 r for the two half spheres
        let balls = radius * from_f64(4.0 / 3.0);
        let part = mass / (height + balls);
        let cylinder = Self::cylinder(part * height, radius, height).moments;
        // the centre of mass of a half sphere is 3/8 r beyond the end of the cylinder: m (2/5 r² +
        // h²/4 + 3/8 h r) about a perpendicular axis
        let mass = part * balls;
        let along = mass * radius * radius * from_f64(0.4);
        let across = along + mass * height * (height / from_f64(4.0) + radius * from_f64(0.375));
        Self::principal(cylinder + Vector3::new(across, along, across))
    }

    /// Returns this inertia after a rotation in the body's frame.
    #[must_use]
    pub fn turned(&self, rotation: UnitQuaternion<T>) -> Self {
        let mut axes = rotation * self.axes;
        axes.renormalize();
        Self {
            moments: self.moments,
            axes,
        }
    }

    /// Returns the principal moments \[kg m²\], in the order of the principal axes.
    #[must_use]
    pub fn moments(&self) -> Vector3<T> {
        self.moments
    }

    /// Returns the rotation from the principal frame to the body's frame.
    #[must_use]
    pub fn axes(&self) -> UnitQuaternion<T> {
        self.axes
    }

    /// Returns this inertia in `f64`.
    pub(crate) fn wide(&self) -> Inertia<f64> {
        let axes = Quaternion::from(self.axes.coords.map(to_f64));
        Inertia {
            moments: self.moments.map(to_f64),
            axes: UnitQuaternion::new_normalize(axes),
        }
    }

    /// Whether the moments about all axes are equal, to rounding.
    #[doc(hidden)]
    pub fn is_of_a_ball(&self) -> bool {
        let (least, most) = (self.moments.min(), self.moments.max());
        most - least <= most * T::default_epsilon() * from_f64(1024.0)
    }

    /// Whether this is the inertia of a point.
    #[must_use]
    pub fn is_point(&self) -> bool {
        self.moments == Vector3::zeros()
    }

    /// Checks whether a rigid body can have this inertia. A point is valid.
    ///
    /// # Errors
    /// Returns the first violation. The comparison of the moments allows for a few rounding errors,
    /// so a plate or a rod is valid.
    pub fn check(&self) -> Result<(), ParameterError<T>> {
        if let Some((axis, value)) = first_not_finite(&self.moments) {
            ParameterError::unless_finite(MOMENTS[axis], value)?;
        }
        let rounding: f64 = to_f64(T::default_epsilon());
        let length = self.axes.quaternion().norm();
        let off = (to_f64(length) - 1.0).abs();
        if off.is_nan() || off > 32.0 * rounding {
            return Err(ParameterError {
                parameter: "the length of the quaternion of the principal axes",
                value: length,
                requirement: "1",
            });
        }
        if self.is_point() {
            return Ok(());
        }
        let least = self.moments.imin();
        if self.moments[least] <= T::zero() {
            return Err(ParameterError {
                parameter: MOMENTS[least],
                value: self.moments[least],
                requirement: "positive",
            });
        }
        let largest = self.moments.max();
        let axis = self.moments.imax();
        let others = self.moments[(axis + 1) % 3] + self.moments[(axis + 2) % 3];
        if largest > others * from_f64(1.0 + 8.0 * rounding) {
            return Err(ParameterError {
                parameter: MOMENTS[axis],
                value: largest,
                requirement: "at most the sum of the other two",
            });
        }
        Ok(())
    }
}
