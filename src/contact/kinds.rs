//! Kinds of contact events and of motion segments.

/// What happens to a body at a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ContactKind {
    /// The body strikes the surface and leaves it again: it bounces off, or flies on along the surface. Without restitution this is the
    /// first touch of a body that an engine lifts.
    Bounce,
    /// The body stays on the surface and moves along it: infinitely many bounces have ended, or the contact has no bounce.
    Settle,
    /// The body begins to slide over the surface.
    Slide,
    /// Sliding ends, and the body rolls on.
    Roll,
    /// The body comes to rest on the surface.
    Rest,
    /// The body leaves the surface without a bounce: it passes an edge, or a force lifts it off.
    Leave,
    /// The body passes through the surface, because the contact callback allowed it.
    Pass,
    /// The step had more events than are followed exactly: the midpoint rule computed the rest of the step in up to 32 parts.
    Crowd,
}

/// How a body moves along a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SegmentKind {
    /// The body flies.
    Flight,
    /// The body moves along a surface; its point of contact slides.
    Slide,
    /// The body rolls along a surface without sliding.
    Roll,
    /// The body rests on a surface.
    Rest,
}
