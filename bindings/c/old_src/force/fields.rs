//! Forces of the place. Vectors are in the world frame unless said otherwise.

use kinstep::BuiltInForce;

use crate::space::Space;
use crate::status::Outcome;
use crate::vector::Vector;

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct UniformGravity {
    /// [m/s^2]
    pub acceleration: Vector,
}

impl UniformGravity {
    pub(super) fn built_in<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(kinstep::UniformGravity::new(f64::vector(self.acceleration, "acceleration")?).into())
    }
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ConstantForce {
    /// At time zero [N].
    pub force: Vector,
    /// Its growth [N/s].
    pub ramp: Vector,
}

impl ConstantForce {
    pub(super) fn built_in<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(
            kinstep::ConstantForce::new(f64::vector(self.force, "force")?)
                .ramping(f64::vector(self.ramp, "ramp")?)
                .into(),
        )
    }
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct PointGravity {
    /// G M [m^3/s^2]; in a link M is the sum of both masses.
    pub strength: f64,
    /// [m]; zero in a link.
    pub center: Vector,
}

impl PointGravity {
    pub(super) fn built_in<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(kinstep::PointGravity::new(self.strength)
            .centered_at(f64::vector(self.center, "center")?)
            .into())
    }
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct MagneticField {
    /// [T]; in the plane only z.
    pub field: Vector,
    /// [C]
    pub charge: f64,
    /// [V/m]
    pub electric_field: Vector,
}

impl MagneticField {
    pub(super) fn built_in<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(
            kinstep::MagneticField::new(f64::axial(self.field, "field")?)
                .charge(self.charge)
                .with_electric_field(f64::vector(self.electric_field, "electric field")?)
                .into(),
        )
    }
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct RotatingFrame {
    /// [rad/s]; in the plane only z.
    pub angular_velocity: Vector,
    /// A point of the axis [m].
    pub point: Vector,
}

impl RotatingFrame {
    pub(super) fn built_in<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(
            kinstep::RotatingFrame::new(f64::axial(self.angular_velocity, "angular velocity")?)
                .about(f64::vector(self.point, "point")?)
                .into(),
        )
    }
}
