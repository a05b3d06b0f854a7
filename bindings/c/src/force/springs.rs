//! Springs, ropes and rods. Vectors are in the world frame unless said otherwise.

use kinstep::BuiltInForce;

use crate::space::Space;
use crate::status::Outcome;
use crate::vector::Vector;

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Spring {
    /// [N/m]
    pub stiffness: f64,
    /// [kg/s]
    pub damping: f64,
    /// Where it is fixed [m]; zero in a link.
    pub anchor: Vector,
}

impl Spring {
    pub(super) fn built_in<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(kinstep::Spring::stiffness(self.stiffness)
            .damping(self.damping)
            .anchored_at(f64::vector(self.anchor, "anchor")?)
            .into())
    }
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct CriticalSpring {
    /// Time in which half of the way is left [s].
    pub half_life: f64,
    /// Where it is fixed [m]; zero in a link.
    pub anchor: Vector,
}

impl CriticalSpring {
    pub(super) fn built_in<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(kinstep::Spring::critically_damped(self.half_life)
            .anchored_at(f64::vector(self.anchor, "anchor")?)
            .into())
    }
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Rod {
    /// [N/m]
    pub stiffness: f64,
    /// [kg/s]
    pub damping: f64,
    /// [m]
    pub length: f64,
    /// Where it is fixed [m]; zero in a link.
    pub anchor: Vector,
}

impl Rod {
    pub(super) fn tether<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(kinstep::Tether::stiffness(self.stiffness)
            .damping(self.damping)
            .length(self.length)
            .anchored_at(f64::vector(self.anchor, "anchor")?)
            .into())
    }

    pub(super) fn rod<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        Ok(kinstep::Rod::stiffness(self.stiffness)
            .damping(self.damping)
            .length(self.length)
            .anchored_at(f64::vector(self.anchor, "anchor")?)
            .into())
    }
}
