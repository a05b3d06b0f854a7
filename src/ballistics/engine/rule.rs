//! What each engine does in a step.

use super::map::{Factor, StepMap};

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
        match self {
            // s × (v += a h; x += v h), then v /= 1 + d dt: the x's add up to v dt + a h² (1 + … + s)
            Self::Rapier => {
                let factor = Factor::implicit(damping, dt);
                let s = f64::from(substeps);
                StepMap {
                    h: dt,
                    substeps: 1.0,
                    factor,
                    push: dt * factor.left(),
                    carry: dt,
                    shift: dt * dt * ((s + 1.0) / (2.0 * s)),
                }
            }
            // v = v/(1 + d h) + a h; x += v h
            Self::Avian | Self::Box2d => {
                let h = dt / f64::from(substeps);
                let factor = Factor::implicit(damping, h);
                damped_first(h, f64::from(substeps), factor)
            }
            // v = (v + a h) max(0, 1 - d h); x += v h
            Self::Unity | Self::PhysX | Self::Jolt => {
                let factor = Factor::clamped(damping, dt);
                StepMap {
                    h: dt,
                    substeps: 1.0,
                    factor,
                    push: dt * factor.left(),
                    carry: dt * factor.left(),
                    shift: dt * dt * factor.left(),
                }
            }
            // v = v max(0, 1 - d h) + a h; x += v h
            Self::Godot => damped_first(dt, 1.0, Factor::clamped(damping, dt)),
            // v = v (1 - d)^h + a h; x += v h
            Self::Bullet => damped_first(dt, 1.0, Factor::power(damping, dt)),
            // v += (a - d v) h; x += v h
            Self::SymplecticEuler => damped_first(dt, 1.0, Factor::explicit(damping, dt)),
            // x += v h; v += (a - d v) h
            Self::ExplicitEuler => StepMap {
                h: dt,
                substeps: 1.0,
                factor: Factor::explicit(damping, dt),
                push: dt,
                carry: dt,
                shift: 0.0,
            },
        }
    }
}

/// v = q v + a h; x += v h
fn damped_first(h: f64, substeps: f64, factor: Factor) -> StepMap {
    StepMap {
        h,
        substeps,
        factor,
        push: h,
        carry: h * factor.left(),
        shift: h * h,
    }
}
