//! Schemes in the form that is stored: by name, or by number in formats that number the variants.

use serde::{Deserialize, Serialize};

use super::Scheme;

/// A [`Scheme`] in the form that is stored. A removed scheme keeps its number, so that the numbers
/// of later schemes do not change.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Scheme")]
pub(super) enum SavedScheme {
    ExplicitEuler,
    SymplecticEuler,
    VelocityVerlet,
    Rk4,
    Kinematic,
    AverageAcceleration,
    FlowKick,
    FlowKick4,
    /// A removed scheme.
    FlowKick6,
    WeakKick,
}

impl From<Scheme> for SavedScheme {
    fn from(scheme: Scheme) -> Self {
        match scheme {
            Scheme::ExplicitEuler => Self::ExplicitEuler,
            Scheme::SymplecticEuler => Self::SymplecticEuler,
            Scheme::VelocityVerlet => Self::VelocityVerlet,
            Scheme::Rk4 => Self::Rk4,
            Scheme::Kinematic => Self::Kinematic,
            Scheme::AverageAcceleration => Self::AverageAcceleration,
            Scheme::FlowKick => Self::FlowKick,
            Scheme::FlowKick4 => Self::FlowKick4,
            Scheme::WeakKick => Self::WeakKick,
        }
    }
}

impl TryFrom<SavedScheme> for Scheme {
    type Error = &'static str;

    fn try_from(saved: SavedScheme) -> Result<Self, Self::Error> {
        let found = Self::ALL
            .into_iter()
            .find(|&scheme| SavedScheme::from(scheme) == saved);
        found.ok_or("the scheme FlowKick6 is gone; FlowKick4 and WeakKick are of fourth order")
    }
}
