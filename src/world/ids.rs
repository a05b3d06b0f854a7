//! Ids of bodies, forces and surfaces.

use super::arena::Key;

/// The id of a body in its world. The id never refers to another body of that world, unless the
/// world is restored to a time before the id was given.
///
/// In debug builds an id stores its world. Another world then returns
/// [`NoSuch::Body`](crate::NoSuch::Body) for the id, unless it is a clone of that world, or was
/// restored from its snapshots or scenes. In release builds an id of another world may refer to a
/// body in this world. Every world accepts an id that was read with serde.
///
/// ```
/// use kinstep::{Body2, World2};
///
/// let mut world = World2::new();
/// let gone = world.add_body(Body2::point(1.0))?;
/// world.remove_body(gone)?;
/// let new = world.add_body(Body2::point(2.0))?; // may be kept where the other was
/// assert!(world.body(gone).is_none() && world[new].mass == 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias("handle", "entity"))]
pub struct BodyId(pub(super) Key);

/// The id of a surface in its world. The id never refers to another surface of that world.
///
/// ```
/// use kinstep::trajectory::Plane;
/// use kinstep::contact::Contact;
/// use kinstep::World2;
///
/// let mut world = World2::new();
/// let ground = world.add_surface(Plane::new([0.0, 1.0], 0.0), Contact::new(0.8))?;
/// world.remove_surface(ground)?;
/// assert!(world.remove_surface(ground).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SurfaceId(pub(crate) u32);

impl SurfaceId {
    /// Returns the id as a number, for languages and file formats without this type.
    ///
    /// ```
    /// use kinstep::contact::Contact;
    /// use kinstep::trajectory::Plane;
    /// use kinstep::{SurfaceId, World2};
    ///
    /// let mut world = World2::new();
    /// let ground = world.add_surface(Plane::new([0.0, 1.0], 0.0), Contact::new(0.8))?;
    /// world.remove_surface(SurfaceId::from_bits(ground.to_bits()))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        self.0.into()
    }

    /// Returns the id with this number, from [`to_bits`](Self::to_bits). A number that does not
    /// come from there refers to no surface.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self(u32::try_from(bits).unwrap_or(u32::MAX))
    }
}

impl core::fmt::Display for SurfaceId {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(formatter, "#{}", self.0)
    }
}

/// The id of a force in its world. The id never refers to another force of that world, unless the world is
/// restored to a time before the id was given.
///
/// In debug builds an id stores its world, as a [`BodyId`] does.
///
/// ```
/// use kinstep::{UniformGravity, World2};
///
/// let mut world = World2::new();
/// let gravity = world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// world.remove_force(gravity)?;
/// assert!(world.remove_force(gravity).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ForceId(pub(super) Key);

impl BodyId {
    /// Returns the id as a number, for languages and file formats without this type.
    ///
    /// ```
    /// use kinstep::{Body2, BodyId, World2};
    ///
    /// let mut world = World2::new();
    /// let ball = world.add_body(Body2::point(1.0))?;
    /// assert_eq!(world[BodyId::from_bits(ball.to_bits())].mass, 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        self.0.to_bits()
    }

    /// Returns the id with this number, from [`to_bits`](Self::to_bits). Every world accepts the id.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self(Key::from_bits(bits))
    }
}

impl ForceId {
    /// Returns the id as a number, for languages and file formats without this type.
    ///
    /// ```
    /// use kinstep::{ForceId, UniformGravity, World2};
    ///
    /// let mut world = World2::new();
    /// let gravity = world.add_force(UniformGravity::new([0.0, -9.81]))?;
    /// world.remove_force(ForceId::from_bits(gravity.to_bits()))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        self.0.to_bits()
    }

    /// Returns the id with this number, from [`to_bits`](Self::to_bits). Every world accepts the id.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self(Key::from_bits(bits))
    }
}

impl core::fmt::Display for BodyId {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(formatter)
    }
}

impl core::fmt::Display for ForceId {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(formatter)
    }
}
