//! How bodies move, and what happens to them.

/// What happens to a body at a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ContactKind {
    /// It strikes the surface, and does not stay on it: it bounces off, or flies on along it. Without restitution this is the first touch
    /// of a body that an engine lifts.
    Bounce,
    /// It stays on the surface, and moves along it: infinitely many bounces have ended, or it does not bounce.
    Settle,
    /// It begins to slide over the surface.
    Slide,
    /// Its sliding ends, and it rolls on.
    Roll,
    /// It comes to rest on the surface.
    Rest,
    /// It leaves the surface without a bounce: over an edge, or pulled off.
    Leave,
    /// It passes through the surface, as the answer to the contact says.
    Pass,
    /// More happened in the step than is followed exactly: the rest of it went by the midpoint rule, in up to 32 parts.
    Crowd,
}

/// How a body moves along a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SegmentKind {
    /// Through the air.
    Flight,
    /// Along a surface, over which its lowest point slides.
    Slide,
    /// Along a surface, without sliding.
    Roll,
    /// It rests on a surface.
    Rest,
}
