//! The free rotation of a rigid body in space.

use nalgebra::{Quaternion, RealField, UnitQuaternion, Vector3};

use super::Inertia;
use crate::space::{narrow, widen};

/// The free rotation of a body in space, prepared from its inertia. All is computed in `f64`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rotor {
    moments: Vector3<f64>,
    axes: UnitQuaternion<f64>,
}

impl Rotor {
    /// For bodies of this inertia.
    #[must_use]
    pub fn new<T: RealField + Copy>(inertia: &Inertia<T>) -> Self {
        Self {
            moments: inertia.moments().map(widen),
            axes: wide(&inertia.axes()),
        }
    }

    /// The orientation after turning freely for `dt` \[s\] with angular momentum `spin`
    /// \[kg m²/s\], world frame.
    #[must_use]
    pub fn turned<T: RealField + Copy>(
        &self,
        orientation: &UnitQuaternion<T>,
        spin: &Vector3<T>,
        dt: T,
    ) -> UnitQuaternion<T> {
        if self.moments == Vector3::zeros() {
            return *orientation;
        }
        let axes = wide(orientation) * self.axes;
        let along = axes.inverse_transform_vector(&spin.map(widen));
        let turn = UnitQuaternion::new(along.component_div(&self.moments) * widen(dt));
        let turned = axes * turn * self.axes.inverse();
        UnitQuaternion::new_normalize(Quaternion::from(turned.coords.map(narrow)))
    }
}

/// An orientation in `f64`, of length 1 there.
fn wide<T: RealField + Copy>(orientation: &UnitQuaternion<T>) -> UnitQuaternion<f64> {
    UnitQuaternion::new_normalize(Quaternion::from(orientation.coords.map(widen)))
}
