//! Springs and ropes. Vectors are in the world frame unless said otherwise.

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
    /// Where it is fixed [m]. In a link: the separation at which it is slack; zero if it has a rest length.
    pub anchor: Vector,
    /// The rest length [m]; 0 without one.
    pub length: f64,
    /// Not zero: a rope, slack up to its length.
    pub pulls_only: u32,
}

impl Spring {
    pub(super) fn built_in<const D: usize>(self) -> Outcome<BuiltInForce<f64, D>>
    where
        f64: Space<D>,
    {
        let mut spring = kinstep::Spring::stiffness(self.stiffness)
            .damping(self.damping)
            .anchored_at(f64::vector(self.anchor, "anchor")?);
        if self.length != 0.0 {
            spring = spring.length(self.length);
        }
        if self.pulls_only != 0 {
            spring = spring.pulls_only();
        }
        Ok(spring.into())
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
