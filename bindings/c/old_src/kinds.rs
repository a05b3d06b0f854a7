//! The enumerations of the header, from the numbers that callers give.

use crate::aim::{Arc, PlanKind};
use crate::flight::Crossing;
use crate::force::ForceKind;
use crate::model::ModelKind;
use crate::status::{Failure, Outcome};
use crate::world::Scheme;

/// An enumeration that callers give as a number.
pub(crate) trait Kind: Copy + 'static {
    const NAME: &'static str;
    const ALL: &'static [(u32, Self)];

    /// The kind of this number.
    fn numbered(number: u32) -> Outcome<Self> {
        let found = Self::ALL.iter().find(|(known, _)| *known == number);
        let found = found.map(|(_, kind)| *kind);
        found.ok_or_else(|| Failure::invalid(format_args!("there is no {} {number}", Self::NAME)))
    }
}

macro_rules! kinds {
    ($kind:ident, $name:literal, $($variant:ident)*) => {
        impl Kind for $kind {
            const NAME: &'static str = $name;
            const ALL: &'static [(u32, Self)] = &[$(($kind::$variant as u32, $kind::$variant),)*];
        }

        impl $kind {
            /// Fails to compile if a kind is not in the list.
            const _COMPLETE: fn(Self) = |kind| match kind {
                $($kind::$variant => (),)*
            };
        }
    };
}

kinds! {
    ForceKind, "kind of force",
    UniformGravity ConstantForce LinearDragRate LinearDragCoefficient QuadraticDrag QuadraticFallCoefficient
    QuadraticFallTerminalSpeed Spring CriticalSpring MagneticField RotatingFrame Magnus DryFrictionForce
    DryFrictionDeceleration PointGravity ConstantTorque TorsionSpring AngularDragRate
    AngularDragCoefficient Thruster Function Field Torque
}
kinds! {
    ModelKind, "kind of model",
    Vacuum DragRate TerminalSpeed QuadraticDrag Rapier Avian Box2d Unity PhysX Jolt Godot Bullet SymplecticEuler ExplicitEuler
}
kinds! {
    PlanKind, "kind of plan",
    Time StraightLineSpeed Speed EarliestAtSpeed LeastSpeed Through Touching Apex ArcHeight Curviness Slope ArrivalSlope
    ClimbSpeed Lob
}
kinds! { Arc, "arc", Direct Lofted }
kinds! { Crossing, "kind of crossing", Ascending Descending Any }
kinds! {
    Scheme, "scheme",
    ExplicitEuler SymplecticEuler VelocityVerlet Rk4 Kinematic AverageAcceleration FlowKick FlowKick4 WeakKick
}
