//! What turns bodies. Vectors are in the world frame unless said otherwise.

use kinstep::BuiltInForce;

use crate::space::Space;
use crate::status::Outcome;
use crate::vector::{Quaternion, Vector};

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ConstantTorque {
    /// [N m]; in the plane only z.
    pub torque: Vector,
}

impl ConstantTorque {
    pub(super) fn built_in<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(kinstep::ConstantTorque::new(f64::axial(self.torque, "torque")?).into())
    }
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct TorsionSpring {
    /// [N m/rad]
    pub stiffness: f64,
    /// [N m s]
    pub damping: f64,
    /// Orientation at rest in the plane [rad]; in space zero.
    pub angle: f64,
    /// Orientation at rest in space; in the plane zero.
    pub orientation: Quaternion,
}

impl TorsionSpring {
    pub(super) fn built_in<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(kinstep::TorsionSpring::stiffness(self.stiffness)
            .damping(self.damping)
            .toward(f64::orientation(self.angle, self.orientation)?)
            .into())
    }
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct AngularDrag {
    /// [1/s] or [N m s], by kind.
    pub strength: f64,
}

impl AngularDrag {
    pub(super) fn by_rate<const D: usize>(self) -> BuiltInForce<f64, D>
    where
        f64: Space<D>,
    {
        kinstep::AngularDrag::rate(self.strength).into()
    }

    pub(super) fn by_coefficient<const D: usize>(self) -> BuiltInForce<f64, D>
    where
        f64: Space<D>,
    {
        kinstep::AngularDrag::coefficient(self.strength).into()
    }
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Thruster {
    /// At full throttle [N], frame of the body.
    pub force: Vector,
    /// Where it acts, from the centre of mass [m], frame of the body.
    pub point: Vector,
    /// 0 is off, 1 is full.
    pub throttle: f64,
}

impl Thruster {
    pub(super) fn built_in<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(kinstep::Thruster::new(f64::vector(self.force, "force")?)
            .mounted_at(f64::vector(self.point, "point")?)
            .throttled(self.throttle)
            .into())
    }
}
