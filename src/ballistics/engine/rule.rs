//! What each engine does in a step.

use super::factor::Factor;
use super::map::StepMap;

/// An engine, or a textbook rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Engine {
    Rapier,
    Avian,
    Box2d,
    Unity,
    PhysX,
    Jolt,
    Godot,
    Bullet,
    SymplecticEuler,
    ExplicitEuler,
}

impl Engine {
    /// As in a sentence.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Rapier => "Rapier",
            Self::Avian => "Avian",
            Self::Box2d => "Box2D",
            Self::Unity => "Unity",
            Self::PhysX => "PhysX",
            Self::Jolt => "Jolt",
            Self::Godot => "Godot",
            Self::Bullet => "Bullet",
            Self::SymplecticEuler => "symplectic Euler",
            Self::ExplicitEuler => "explicit Euler",
        }
    }

    /// How many substeps it takes when it is not told; none if it has none.
    pub(super) fn default_substeps(self) -> Option<u32> {
        match self {
            Self::Rapier | Self::Box2d => Some(4),
            Self::Avian => Some(6),
            _ => None,
        }
    }

    /// The greatest speed it lets a body have when it is not told \[m/s\].
    pub(super) fn speed_cap(self) -> Option<f64> {
        match self {
            Self::Rapier | Self::Box2d => Some(400.0),
            Self::Jolt => Some(500.0),
            _ => None,
        }
    }

    /// Its step as an affine map, from the step \[s\], its substeps and the damping.
    pub(super) fn map(self, dt: f64, substeps: u32, damping: f64) -> StepMap {
        let one = |factor, numbers| StepMap::new(dt, factor, numbers);
        match self {
            // s × (v += a h; x += v h), then v /= 1 + d dt: the x's add up to v dt + a h² (1 + … + s)
            Self::Rapier => {
                let factor = Factor::implicit(damping, dt);
                let s = f64::from(substeps);
                one(factor, [1.0, factor.left(), (s + 1.0) / (2.0 * s)])
            }
            // v = v/(1 + d h) + a h; x += v h
            Self::Avian | Self::Box2d => {
                let factor = Factor::implicit(damping, dt / f64::from(substeps));
                one(factor, [factor.left(), 1.0, 1.0]).repeated(substeps)
            }
            // v = (v + a h) max(0, 1 - d h); x += v h
            Self::Unity | Self::PhysX | Self::Jolt => {
                let factor = Factor::clamped(damping, dt);
                one(factor, [factor.left(); 3])
            }
            // v = v max(0, 1 - d h) + a h; x += v h
            Self::Godot => {
                let factor = Factor::clamped(damping, dt);
                one(factor, [factor.left(), 1.0, 1.0])
            }
            // v = v (1 - d)^h + a h; x += v h
            Self::Bullet => {
                let factor = Factor::power(damping, dt);
                one(factor, [factor.left(), 1.0, 1.0])
            }
            // v += (a - d v) h; x += v h
            Self::SymplecticEuler => {
                let factor = Factor::explicit(damping, dt);
                one(factor, [factor.left(), 1.0, 1.0])
            }
            // x += v h; v += (a - d v) h
            Self::ExplicitEuler => one(Factor::explicit(damping, dt), [1.0, 1.0, 0.0]),
        }
    }
}
