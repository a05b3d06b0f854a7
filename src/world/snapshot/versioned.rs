//! Content written after the version of its format, so that an unknown version is reported as such.
//!
//! | version | fields |
//! |---|---|
//! | 1 | version, world |
//! | 2 | version, world, tags of bodies, times of forces for the next step; written only if there are such |
//! | 3 | the same, and the radii of round bodies; written only if there are such |
//! | 4 | the same, and the torques of forces for the next step; written only if there are such |

use alloc::vec::Vec;
#[cfg(feature = "serde")]
use core::{fmt, marker::PhantomData};

#[cfg(feature = "serde")]
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor},
    ser::{Error as _, SerializeStruct},
};

/// The latest version of the format of snapshots and scenes; the crate reads all from 1 on.
pub(in crate::world) const VERSION: u32 = TURNED;

/// The version without extras.
const PLAIN: u32 = 1;
/// The version with extras.
const EXTENDED: u32 = 2;
/// The version with extras and radii.
const ROUND: u32 = 3;
/// The version with extras, radii and torques.
const TURNED: u32 = 4;

/// Whether this crate reads this version of the format.
pub(super) fn is_known(version: u32) -> bool {
    (PLAIN..=VERSION).contains(&version)
}

/// A version and its content; default content if this crate does not read that version.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::world) struct Versioned<C> {
    pub(super) version: u32,
    pub(super) content: C,
    pub(super) extras: Extras,
}

/// What few worlds have.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::world) struct Extras {
    /// The tags of the bodies, up to the last one that is not zero.
    pub(super) tags: Vec<u64>,
    /// How long the first of the forces for the next step still act \[s\]; the others act for the next step.
    pub(super) pushes_left: Vec<f64>,
    /// The radii of the bodies \[m\], up to the last one that is not zero.
    pub(super) radii: Vec<f64>,
    /// The torques of the forces for the next step \[N·m\], up to the last one that is not zero.
    pub(super) pushes_torques: Vec<[f64; 3]>,
}

impl<C> Versioned<C> {
    /// Content of the first version that can hold it.
    pub(super) fn now(content: C, extras: Extras) -> Self {
        let is_plain = extras.tags.is_empty() && extras.pushes_left.is_empty();
        Self {
            version: if !extras.pushes_torques.is_empty() {
                TURNED
            } else if !extras.radii.is_empty() {
                ROUND
            } else if is_plain {
                PLAIN
            } else {
                EXTENDED
            },
            content,
            extras,
        }
    }
}

#[cfg(feature = "serde")]
impl<C: Serialize> Serialize for Versioned<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !is_known(self.version) {
            return Err(S::Error::custom(
                "the content of another version is not known, and cannot be written",
            ));
        }
        let (is_extended, is_round) = (self.version >= EXTENDED, self.version >= ROUND);
        let is_turned = self.version >= TURNED;
        let count =
            2 + 2 * usize::from(is_extended) + usize::from(is_round) + usize::from(is_turned);
        let mut fields = serializer.serialize_struct(NAME, count)?;
        fields.serialize_field(FIELDS[0], &self.version)?;
        fields.serialize_field(FIELDS[1], &self.content)?;
        if is_extended {
            fields.serialize_field(FIELDS[2], &self.extras.tags)?;
            fields.serialize_field(FIELDS[3], &self.extras.pushes_left)?;
        }
        if is_round {
            fields.serialize_field(FIELDS[4], &self.extras.radii)?;
        }
        if is_turned {
            fields.serialize_field(FIELDS[5], &self.extras.pushes_torques)?;
        }
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
const FIELDS: &[&str] = &[
    "version",
    "world",
    "tags",
    "pushes_left",
    "radii",
    "pushes_torques",
];

#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Field {
    Version,
    World,
    Tags,
    PushesLeft,
    Radii,
    PushesTorques,
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

    /// Formats without field names: the content of another version cannot be skipped either.
    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Versioned<C>, A::Error> {
        let end = |index| A::Error::invalid_length(index, &self);
        let version = fields.next_element()?.ok_or_else(|| end(0))?;
        if !is_known(version) {
            return Ok(unknown(version));
        }
        let content = fields.next_element()?.ok_or_else(|| end(1))?;
        let mut extras = Extras::default();
        if version >= EXTENDED {
            extras.tags = fields.next_element()?.ok_or_else(|| end(2))?;
            extras.pushes_left = fields.next_element()?.ok_or_else(|| end(3))?;
        }
        if version >= ROUND {
            extras.radii = fields.next_element()?.ok_or_else(|| end(4))?;
        }
        if version >= TURNED {
            extras.pushes_torques = fields.next_element()?.ok_or_else(|| end(5))?;
        }
        Ok(Versioned {
            version,
            content,
            extras,
        })
    }

    /// Formats with field names. The version comes first, unless the fields were sorted; all that follows
    /// another version is skipped.
    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Versioned<C>, A::Error> {
        let (mut version, mut content) = (None, None);
        let (mut tags, mut pushes_left, mut radii) = (None, None, None);
        let mut pushes_torques = None;
        while let Some(field) = fields.next_key()? {
            match field {
                Field::Version if version.is_some() => {
                    return Err(A::Error::duplicate_field(FIELDS[0]));
                }
                Field::World if content.is_some() => {
                    return Err(A::Error::duplicate_field(FIELDS[1]));
                }
                Field::Tags if tags.is_some() => {
                    return Err(A::Error::duplicate_field(FIELDS[2]));
                }
                Field::PushesLeft if pushes_left.is_some() => {
                    return Err(A::Error::duplicate_field(FIELDS[3]));
                }
                Field::PushesTorques if pushes_torques.is_some() => {
                    return Err(A::Error::duplicate_field(FIELDS[5]));
                }
                Field::Version => {
                    let found = fields.next_value()?;
                    if !is_known(found) {
                        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                        return Ok(unknown(found));
                    }
                    version = Some(found);
                }
                Field::World => content = Some(fields.next_value()?),
                Field::Tags => tags = Some(fields.next_value()?),
                Field::PushesLeft => pushes_left = Some(fields.next_value()?),
                Field::Radii => radii = Some(fields.next_value()?),
                Field::PushesTorques => pushes_torques = Some(fields.next_value()?),
            }
        }
        let version = version.ok_or_else(|| A::Error::missing_field(FIELDS[0]))?;
        let content = content.ok_or_else(|| A::Error::missing_field(FIELDS[1]))?;
        let radii = match (version, radii) {
            (ROUND.., Some(radii)) => radii,
            (ROUND.., None) => return Err(A::Error::missing_field(FIELDS[4])),
            (_, Some(_)) => return Err(A::Error::unknown_field(FIELDS[4], &FIELDS[..4])),
            (_, None) => Vec::new(),
        };
        let pushes_torques = match (version, pushes_torques) {
            (TURNED.., Some(torques)) => torques,
            (TURNED.., None) => return Err(A::Error::missing_field(FIELDS[5])),
            (_, Some(_)) => return Err(A::Error::unknown_field(FIELDS[5], &FIELDS[..5])),
            (_, None) => Vec::new(),
        };
        let extras = match (version, tags, pushes_left) {
            (EXTENDED.., Some(tags), Some(pushes_left)) => Extras {
                tags,
                pushes_left,
                radii,
                pushes_torques,
            },
            (EXTENDED.., None, _) => return Err(A::Error::missing_field(FIELDS[2])),
            (EXTENDED.., _, None) => return Err(A::Error::missing_field(FIELDS[3])),
            (_, None, None) => Extras::default(),
            (_, Some(_), _) => return Err(A::Error::unknown_field(FIELDS[2], &FIELDS[..2])),
            (_, None, Some(_)) => return Err(A::Error::unknown_field(FIELDS[3], &FIELDS[..2])),
        };
        Ok(Versioned {
            version,
            content,
            extras,
        })
    }
}

/// Another version, whose content is not known.
#[cfg(feature = "serde")]
fn unknown<C: Default>(version: u32) -> Versioned<C> {
    Versioned {
        version,
        content: C::default(),
        extras: Extras::default(),
    }
}
