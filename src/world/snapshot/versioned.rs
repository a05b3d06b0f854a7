//! Content written after the version of its format, so that an unknown version is reported as such.

#[cfg(feature = "serde")]
use core::{fmt, marker::PhantomData};

#[cfg(feature = "serde")]
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor},
    ser::{Error as _, SerializeStruct},
};

/// The version of the format of snapshots and scenes, the only one that the crate reads.
pub(super) const VERSION: u32 = 1;

/// A version and its content; default content if this crate does not read that version.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Versioned<C> {
    pub(super) version: u32,
    pub(super) content: C,
}

impl<C> Versioned<C> {
    pub(super) fn now(content: C) -> Self {
        let version = VERSION;
        Self { version, content }
    }
}

#[cfg(feature = "serde")]
impl<C: Serialize> Serialize for Versioned<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.version != VERSION {
            return Err(S::Error::custom(
                "the content of another version is not known, and cannot be written",
            ));
        }
        let mut fields = serializer.serialize_struct(NAME, FIELDS.len())?;
        fields.serialize_field(FIELDS[0], &self.version)?;
        fields.serialize_field(FIELDS[1], &self.content)?;
        fields.end()
    }
}

#[cfg(feature = "serde")]
impl<'de, C: Default + Deserialize<'de>> Deserialize<'de> for Versioned<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct(NAME, FIELDS, VersionedVisitor(PhantomData))
    }
}

#[cfg(feature = "serde")]
const NAME: &str = "World";
#[cfg(feature = "serde")]
const FIELDS: &[&str] = &["version", "world"];

#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Field {
    Version,
    World,
}

/// Reads the version first, and the content only if this crate reads that version.
#[cfg(feature = "serde")]
struct VersionedVisitor<C>(PhantomData<C>);

#[cfg(feature = "serde")]
impl<'de, C: Default + Deserialize<'de>> Visitor<'de> for VersionedVisitor<C> {
    type Value = Versioned<C>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a world after the version of its format")
    }

    /// For formats without field names. The content of another version cannot be skipped, so reading ends.
    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Versioned<C>, A::Error> {
        let end = |index| A::Error::invalid_length(index, &self);
        let version = fields.next_element()?.ok_or_else(|| end(0))?;
        if version != VERSION {
            return Ok(unknown(version));
        }
        let content = fields.next_element()?.ok_or_else(|| end(1))?;
        Ok(Versioned::now(content))
    }

    /// For formats with field names. The version comes first, unless the fields were sorted. After an unknown version all
    /// fields are skipped.
    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Versioned<C>, A::Error> {
        let (mut version, mut content) = (None, None);
        while let Some(field) = fields.next_key()? {
            match field {
                Field::Version if version.is_some() => {
                    return Err(A::Error::duplicate_field(FIELDS[0]));
                }
                Field::World if content.is_some() => {
                    return Err(A::Error::duplicate_field(FIELDS[1]));
                }
                Field::Version => {
                    let found = fields.next_value()?;
                    if found != VERSION {
                        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                        return Ok(unknown(found));
                    }
                    version = Some(found);
                }
                Field::World => content = Some(fields.next_value()?),
            }
        }
        version.ok_or_else(|| A::Error::missing_field(FIELDS[0]))?;
        let content = content.ok_or_else(|| A::Error::missing_field(FIELDS[1]))?;
        Ok(Versioned::now(content))
    }
}

/// A version that is not known, without its content.
#[cfg(feature = "serde")]
fn unknown<C: Default>(version: u32) -> Versioned<C> {
    Versioned {
        version,
        content: C::default(),
    }
}
