//! Drag, friction and lift. Vectors are in the world frame unless said otherwise.

use kinstep::BuiltInForce;

use crate::space::Space;
use crate::status::Outcome;
use crate::vector::Vector;

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct LinearDrag {
    /// [1/s] or [kg/s], by kind.
    pub strength: f64,
    /// Velocity of the air [m/s].
    pub wind: Vector,
}

impl LinearDrag {
    pub(super) fn by_rate<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        self.in_wind(kinstep::LinearDrag::rate(self.strength))
    }

    pub(super) fn by_coefficient<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        self.in_wind(kinstep::LinearDrag::coefficient(self.strength))
    }

    fn in_wind<const D: usize>(
        self,
        drag: kinstep::LinearDrag<f64, D>,
    ) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(drag.in_wind(f64::vector(self.wind, "wind")?).into())
    }
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct QuadraticDrag {
    /// [kg/m]
    pub coefficient: f64,
    /// Velocity of the air [m/s].
    pub wind: Vector,
}

impl QuadraticDrag {
    pub(super) fn built_in<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(kinstep::QuadraticDrag::coefficient(self.coefficient)
            .in_wind(f64::vector(self.wind, "wind")?)
            .into())
    }
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct QuadraticFall {
    /// [m/s^2]
    pub gravity: Vector,
    /// [kg/m] or [m/s], by kind.
    pub strength: f64,
    /// Velocity of the air [m/s].
    pub wind: Vector,
}

impl QuadraticFall {
    pub(super) fn by_coefficient<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(self.fall()?.with_coefficient(self.strength).into())
    }

    pub(super) fn by_terminal_speed<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(self.fall()?.with_terminal_speed(self.strength).into())
    }

    fn fall<const D: usize>(self) -> Outcome<kinstep::QuadraticFall<f64, D>>
    where
        f64: Space<D>,
    {
        let fall = kinstep::QuadraticFall::new(f64::vector(self.gravity, "gravity")?);
        Ok(fall.in_wind(f64::vector(self.wind, "wind")?))
    }
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct DryFriction {
    /// [N] or [m/s^2], by kind.
    pub strength: f64,
    /// Linear drag beside it [kg/s].
    pub linear: f64,
    /// Quadratic drag beside it [kg/m].
    pub quadratic: f64,
    /// Velocity of the surface [m/s].
    pub surface: Vector,
}

impl DryFriction {
    pub(super) fn by_force<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        self.with_drag(kinstep::DryFriction::force(self.strength))
    }

    pub(super) fn by_deceleration<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        self.with_drag(kinstep::DryFriction::deceleration(self.strength))
    }

    fn with_drag<const D: usize>(
        self,
        friction: kinstep::DryFriction<f64, D>,
    ) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(friction
            .with_linear_drag(self.linear)
            .with_quadratic_drag(self.quadratic)
            .on_surface_moving(f64::vector(self.surface, "velocity of the surface")?)
            .into())
    }
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Magnus {
    /// [kg]
    pub coefficient: f64,
    /// Of the ball [rad/s]; in the plane only z.
    pub angular_velocity: Vector,
    /// Velocity of the air [m/s].
    pub wind: Vector,
}

impl Magnus {
    pub(super) fn built_in<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        let spin = f64::axial(self.angular_velocity, "angular velocity")?;
        Ok(kinstep::Magnus::new(self.coefficient, spin)
            .in_wind(f64::vector(self.wind, "wind")?)
            .into())
    }
}
