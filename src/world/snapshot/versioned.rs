//! Writes the version of a format before the content, so that an unknown version is reported as
//! such.

use super::super::{BodyId, ForceId};
use crate::body::BodyError;
use crate::force::ParameterError;
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

/// A version, and the content in the format of that version; default content if this crate does not
/// read that version.
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

    /// Reads formats without field names. The content of an unknown version cannot be skipped, so
    /// reading stops after the version.
    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Versioned<C>, A::Error> {
        let end = |index| A::Error::invalid_length(index, &self);
        let version = fields.next_element()?.ok_or_else(|| end(0))?;
        if version != VERSION {
            return Ok(unknown(version));
        }
        let content = fields.next_element()?.ok_or_else(|| end(1))?;
        Ok(Versioned::now(content))
    }

    /// Reads formats with field names. The version comes first, unless a program has sorted the
    /// fields. If the version is unknown, all fields are skipped.
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

/// Returns an unknown version with default content.
#[cfg(feature = "serde")]
fn unknown<C: Default>(version: u32) -> Versioned<C> {
    Versioned {
        version,
        content: C::default(),
    }
}

// Why a snapshot or scene could not be restored, or a scene could not be made.

/// Why [`World::restore`](crate::World::restore), [`World::restore_with`](crate::World::restore_with),
/// [`Scene::world`](crate::Scene::world) or [`World::scene`](crate::World::scene) failed; the last one returns only `Code`. The
/// world is unchanged.
///
/// ```
/// use kinstep::{Body2, RestoreError, UniformGravity, World2};
///
/// let mut world = World2::new();
/// let force = world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let snapshot = world.snapshot();
/// world.remove_force(force)?;
/// assert_eq!(world.restore(&snapshot), Err(RestoreError::ForceGone { force }));
///
/// let force = world.add_force(|body: &Body2, _time: f64| -body.velocity)?;
/// assert_eq!(world.scene(), Err(RestoreError::Code { force, kind: "closure" }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError<T> {
    /// The data has a version of the format that this crate does not read; a newer release has
    /// written it.
    #[error("the format has version {found}; this crate reads version {known}")]
    Version {
        /// The version that was read.
        found: u32,
        /// The version that this crate reads.
        known: u32,
    },
    /// The time is NaN or infinite.
    #[error("the time is {time} s; it must be finite")]
    Time {
        /// The time read \[s\].
        time: T,
    },
    /// The number of ids is not the number of bodies or forces.
    #[error("the names of the {of}: there are {named} names for {there}")]
    NameCount {
        /// Whose ids: `"bodies"` or `"forces"`.
        of: &'static str,
        /// Number of ids.
        named: usize,
        /// Number of bodies or forces.
        there: usize,
    },
    /// There are more slots for ids than a world can have.
    #[error("the names of the {of}: there are {slots} slots; a world has 4294967295 at most")]
    TooManySlots {
        /// Whose ids: `"bodies"` or `"forces"`.
        of: &'static str,
        /// Number of slots.
        slots: usize,
    },
    /// An id has a slot that does not exist.
    #[error("the names of the {of}: slot {slot} is named, and there are {slots}")]
    NoSlot {
        /// Whose ids: `"bodies"` or `"forces"`.
        of: &'static str,
        /// The slot.
        slot: u32,
        /// Number of slots.
        slots: usize,
    },
    /// Two bodies or forces have the same slot, a slot is listed as vacant twice, or a slot is both
    /// taken and vacant.
    #[error("the names of the {of}: slot {slot} is named twice")]
    SlotTwice {
        /// Whose ids: `"bodies"` or `"forces"`.
        of: &'static str,
        /// The slot.
        slot: u32,
    },
    /// A slot that could be filled again is neither taken nor listed as vacant.
    #[error("the names of the {of}: slot {slot} is neither full nor vacant")]
    LostSlot {
        /// Whose ids: `"bodies"` or `"forces"`.
        of: &'static str,
        /// The slot.
        slot: u32,
    },
    /// A body is not valid.
    #[error("body {body}: {reason}")]
    Body {
        /// The body.
        body: BodyId,
        /// Why the body is not valid.
        reason: BodyError<T>,
    },
    /// A force acts on a body that does not exist.
    #[error("force {force} acts on body number {index}, and there are {bodies}")]
    NoTarget {
        /// The force.
        force: ForceId,
        /// Index of the body that the force acts on.
        index: usize,
        /// Number of bodies.
        bodies: usize,
    },
    /// A link joins a body to itself.
    #[error("force {force} links body {body} to itself")]
    SameBody {
        /// The force.
        force: ForceId,
        /// The body.
        body: BodyId,
    },
    /// A force of the snapshot was removed, or was not supplied to
    /// [`restore_with`](crate::World::restore_with).
    #[error(
        "force {force} acted then, and is not there now: keep a clone of the world, which has its forces, or supply them \
         again"
    )]
    ForceGone {
        /// The force.
        force: ForceId,
    },
    /// The number of forces in a scene is not the number of targets.
    #[error("there are {forces} forces, and {targets} targets for them")]
    Forces {
        /// Number of forces.
        forces: usize,
        /// Number of targets.
        targets: usize,
    },
    /// A parameter of a force is not valid, in general or for the body that the force acts on.
    #[error("{kind} {force}: {reason}")]
    Parameter {
        /// The force.
        force: ForceId,
        /// The [name](crate::Force::name) of the force.
        kind: &'static str,
        /// Which parameter is not valid, and why.
        reason: ParameterError<T>,
    },
    /// There are more tags than bodies.
    #[error("there are {tags} tags for {bodies} bodies")]
    Tags {
        /// Number of tags.
        tags: usize,
        /// Number of bodies.
        bodies: usize,
    },
    /// A force for the next step acts on a body that does not exist.
    #[error("a force for the next step acts on body number {index}, and there are {bodies}")]
    PushOnNothing {
        /// Index of the body that the force acts on.
        index: usize,
        /// Number of bodies.
        bodies: usize,
    },
    /// A force for the next step is NaN or infinite.
    #[error(
        "component {axis} of a force for the next step of body {body} is {value} N; it must be finite"
    )]
    Push {
        /// The body.
        body: BodyId,
        /// Index of the component.
        axis: usize,
        /// Value of the component \[N\].
        value: T,
    },
    /// A torque for the next step is NaN or infinite.
    #[error(
        "component {axis} of a torque for the next step of body {body} is {value} N·m; it must be finite"
    )]
    PushTorque {
        /// The body.
        body: BodyId,
        /// Index of the component; 0 in the plane.
        axis: usize,
        /// Value of the component \[N·m\].
        value: T,
    },
    /// The remaining time of an applied force is not positive and finite.
    #[error("a force acts on body {body} for {left} s more; the time must be positive and finite")]
    PushTime {
        /// The body.
        body: BodyId,
        /// The remaining time \[s\].
        left: T,
    },
    /// A scene cannot contain a force that is code, or that this crate does not define. A
    /// [`Snapshot`](crate::Snapshot) contains no forces.
    #[error(
        "the force {kind} {force} cannot be written, for it is code, mounted twice, or not one of the crate: keep a clone of \
         the world instead, or a snapshot, which is restored with the forces of the program"
    )]
    Code {
        /// The force.
        force: ForceId,
        /// The [name](crate::Force::name) of the force.
        kind: &'static str,
    },
}
