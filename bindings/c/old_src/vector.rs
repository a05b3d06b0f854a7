//! Vectors and quaternions.

use kinstep::nalgebra::Vector3;
use kinstep::trajectory::IntoVector;

/// A vector in SI units and the world frame. In the plane z is zero; but what is along an axis, such as an angular velocity or a
/// torque, has only z there.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Vector {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

/// A unit quaternion x i + y j + z k + w. All zeros stand for upright, as 0, 0, 0, 1 does.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Quaternion {
    pub x: f64,
    pub y: f64,
    pub z: f64,
    pub w: f64,
}

impl Vector {
    pub(crate) fn numbers(self) -> [f64; 3] {
        [self.x, self.y, self.z]
    }
}

impl From<[f64; 3]> for Vector {
    fn from([x, y, z]: [f64; 3]) -> Self {
        Self { x, y, z }
    }
}

impl From<Vector3<f64>> for Vector {
    fn from(vector: Vector3<f64>) -> Self {
        <[f64; 3]>::from(vector).into()
    }
}

impl From<Vector> for Vector3<f64> {
    fn from(vector: Vector) -> Self {
        vector.numbers().into()
    }
}

impl IntoVector<3> for Vector {
    const EPSILON: f64 = f64::EPSILON;

    fn into_vector(self) -> Vector3<f64> {
        self.into()
    }
}

impl Quaternion {
    /// The components, of upright if all are zero.
    pub(crate) fn numbers(self) -> [f64; 4] {
        if self == Self::default() {
            [0.0, 0.0, 0.0, 1.0]
        } else {
            [self.x, self.y, self.z, self.w]
        }
    }
}

impl From<[f64; 4]> for Quaternion {
    fn from([x, y, z, w]: [f64; 4]) -> Self {
        Self { x, y, z, w }
    }
}
