//! The update rule of each engine.

use super::decay_factor::DecayFactor;
use super::map::StepMap;

/// The update rule of an engine, or of a textbook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum EngineRule {
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

impl EngineRule {
    /// The default number of substeps; `None` if the engine has no substeps.
    pub(super) fn default_substeps(self) -> Option<u32> {
        match self {
            Self::Rapier | Self::Box2d => Some(4),
            Self::Avian => Some(6),
            _ => None,
        }
    }

    /// The default speed limit \[m/s\]; `None` if the engine has no limit.
    pub(super) fn speed_cap(self) -> Option<f64> {
        match self {
            Self::Rapier | Self::Box2d => Some(400.0),
            Self::Jolt => Some(500.0),
            _ => None,
        }
    }

    /// One step of `dt` \[s\] as an affine map.
    pub(super) fn map(self, dt: f64, substeps: u32, damping: f64) -> StepMap {
        let step = |factor, [carry, push, shift]: [f64; 3]| StepMap {
            dt,
            substeps: 1.0,
            factor,
            carry,
            push,
            shift,
        };
        match self {
            // s × (v += a h; x += v h), then v /= 1 + d dt: Δx sums to v dt + a h² (1 + … + s)
            Self::Rapier => {
                let factor = DecayFactor::implicit(damping, dt);
                let s = f64::from(substeps);
                step(factor, [1.0, factor.left, (s + 1.0) / (2.0 * s)])
            }
            // v = v/(1 + d h) + a h; x += v h
            Self::Avian | Self::Box2d => {
                let substeps = f64::from(substeps);
                let factor = DecayFactor::implicit(damping, dt / substeps);
                StepMap {
                    substeps,
                    ..step(factor, [factor.left, 1.0, 1.0])
                }
            }
            // v = (v + a h) max(0, 1 - d h); x += v h
            Self::Unity | Self::PhysX | Self::Jolt => {
                let factor = DecayFactor::clamped(damping, dt);
                step(factor, [factor.left; 3])
            }
            // v = v max(0, 1 - d h) + a h; x += v h
            Self::Godot => {
                let factor = DecayFactor::clamped(damping, dt);
                step(factor, [factor.left, 1.0, 1.0])
            }
            // v = v (1 - d)^h + a h; x += v h
            Self::Bullet => {
                let factor = DecayFactor::power(damping, dt);
                step(factor, [factor.left, 1.0, 1.0])
            }
            // v += (a - d v) h; x += v h
            Self::SymplecticEuler => {
                let factor = DecayFactor::explicit(damping, dt);
                step(factor, [factor.left, 1.0, 1.0])
            }
            // x += v h; v += (a - d v) h
            Self::ExplicitEuler => step(DecayFactor::explicit(damping, dt), [1.0, 1.0, 0.0]),
        }
    }
}
