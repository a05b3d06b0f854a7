//! The mass of a body in the form that is stored. A fixed body is stored as zero, because some
//! formats have no infinity.

use nalgebra::RealField;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(super) fn serialize<T, S>(mass: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: RealField + Serialize,
    S: Serializer,
{
    if *mass == T::zero() {
        // an invalid mass is stored as -0, so that it is not read as a fixed body
        return (-T::zero()).serialize(serializer);
    }
    if *mass > T::zero() && !mass.is_finite() {
        return T::zero().serialize(serializer);
    }
    mass.serialize(serializer)
}

pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: RealField + Deserialize<'de>,
    D: Deserializer<'de>,
{
    let mass = T::deserialize(deserializer)?;
    if mass == T::zero() && mass.is_sign_positive() {
        return Ok(T::one() / T::zero());
    }
    Ok(mass)
}
