//! Enums of the crate, such as `Scheme`, by the name or the index of a variant.

use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer, U32Deserializer};
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, OrFailure, Outcome};

/// Returns the variant of this name.
///
/// # Errors
/// Fails for an unknown name, and lists the known ones.
pub fn named<'de, E: Deserialize<'de>>(name: &'de str, what: &str) -> Outcome<E> {
    let name: StrDeserializer<'de, Error> = name.into_deserializer();
    E::deserialize(name).map_err(|error| Failure::invalid(format_args!("the {what}: {error}")))
}

/// Returns the variant of this index, in the order of the enum.
///
/// # Errors
/// Fails for an index without a variant.
pub fn numbered<'de, E: Deserialize<'de>>(index: u32, what: &str) -> Outcome<E> {
    let index: U32Deserializer<Error> = index.into_deserializer();
    E::deserialize(index).map_err(|error| Failure::invalid(format_args!("the {what}: {error}")))
}

/// Returns the index of a variant, in the order of the enum.
///
/// # Errors
/// Fails for a value that is no enum without fields.
pub fn number_of(value: &impl Serialize) -> Outcome<u32> {
    let mut bytes = [0; 8];
    // postcard writes the index of a variant as it writes a number
    let written = postcard::to_slice(value, &mut bytes).or_invalid()?;
    postcard::from_bytes(written).or_invalid()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinstep::Scheme;

    #[test]
    fn schemes_have_names_and_indices() {
        for scheme in Scheme::ALL {
            assert_eq!(named::<Scheme>(&scheme.to_string(), "scheme"), Ok(scheme));
            let number = number_of(&scheme).unwrap();
            assert_eq!(numbered::<Scheme>(number, "scheme"), Ok(scheme));
        }
        assert_eq!(numbered::<Scheme>(1, "scheme"), Ok(Scheme::SymplecticEuler));
        assert_eq!(numbered::<Scheme>(8, "scheme"), Ok(Scheme::WeakKick));
        let wrong = named::<Scheme>("Rk5", "scheme").unwrap_err();
        assert!(
            wrong
                .message
                .contains("`Rk5`, expected one of `ExplicitEuler`"),
            "{wrong}"
        );
        assert!(
            numbered::<Scheme>(99, "scheme")
                .unwrap_err()
                .message
                .contains("99")
        );
    }
}
