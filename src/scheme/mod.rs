//! How the increments of all forces become one step.

mod accumulate;
mod composition;
mod flow_kick;
mod flow_table;
mod fused;
mod kick;
mod memo;
mod plan;
mod stepper;
mod system;
mod textbook;

pub(crate) use stepper::{Offender, Stepper};
pub(crate) use system::{Attachment, Push, System, Target};

/// How the increments of all forces become one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Scheme {
    /// `x' = x + v h`, `v' = v + a h`.
    ExplicitEuler,
    /// `v' = v + a h`, `x' = x + v' h`, also called semi-implicit Euler: what most engines do.
    SymplecticEuler,
    /// Half a kick, a drift, half a kick; velocity-dependent forces see the half-kicked velocity.
    VelocityVerlet,
    /// The classical fourth-order Runge–Kutta method on `(x, v)`.
    Rk4,
    /// Increments of all forces from the state at the start, accumulated.
    Kinematic,
    /// As [`Kinematic`](Self::Kinematic), with `Δx = ½ Δv h` for every force.
    AverageAcceleration,
    /// The exact flow of all linear forces together, with the others as symmetric kicks.
    #[default]
    FlowKick,
    /// Five [`FlowKick`](Self::FlowKick) stages composed to fourth order.
    FlowKick4,
}

impl Scheme {
    /// All schemes, from the simplest to the most exact.
    pub const ALL: [Self; 8] = [
        Self::ExplicitEuler,
        Self::SymplecticEuler,
        Self::VelocityVerlet,
        Self::Rk4,
        Self::Kinematic,
        Self::AverageAcceleration,
        Self::FlowKick,
        Self::FlowKick4,
    ];
}

impl core::fmt::Display for Scheme {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        // the names are those of the variants; `pad` honours a width
        formatter.pad(match self {
            Self::ExplicitEuler => "ExplicitEuler",
            Self::SymplecticEuler => "SymplecticEuler",
            Self::VelocityVerlet => "VelocityVerlet",
            Self::Rk4 => "Rk4",
            Self::Kinematic => "Kinematic",
            Self::AverageAcceleration => "AverageAcceleration",
            Self::FlowKick => "FlowKick",
            Self::FlowKick4 => "FlowKick4",
        })
    }
}
