//! The parts of surfaces that bodies may touch, and their queries.

use super::fall::V;
use super::kinds::ContactKind;

/// The nearest point of a part of the ground.
#[derive(Debug, Clone, Copy)]
pub(super) struct Near {
    /// Distance of a ball from the surface \[m\]; negative inside.
    pub(super) gap: f64,
    /// Unit normal, out of the surface.
    pub(super) normal: V,
    /// Distance \[m\] that the centre of the ball may move while the surface is known to lie beyond the plane of the nearest point.
    pub(super) room: f64,
    /// Maximum curvature of a hollow surface beyond that plane \[1/m\].
    pub(super) hollow: f64,
}

/// The flat part of a surface about its nearest point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flat {
    /// Unit normal on the side of the body.
    pub(super) normal: V,
    /// Sides of the flat part: directions inward, and distances \[m\].
    pub(super) sides: [(V, f64); 4],
    pub(super) side_count: usize,
}

/// How a body and a surface act on each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Acting {
    pub(super) restitution: f64,
    pub(super) friction: f64,
    pub(super) tangential_restitution: f64,
    pub(super) rolling: f64,
    pub(super) belt: V,
    pub(super) push: V,
    pub(super) passes: bool,
}

/// A body that touches a part of the ground, before the contact acts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meeting {
    pub(super) part: usize,
    /// Time since the start of the flow \[s\].
    pub(super) time: f64,
    pub(super) point: V,
    pub(super) normal: V,
    /// Velocity relative to the surface \[m/s\].
    pub(super) velocity: V,
}

/// The surfaces that a body may meet in a flow. Times count from the start of the flow.
pub(super) trait Ground {
    /// Number of parts.
    fn count(&self) -> usize;

    /// Returns the nearest point of a part at a time \[s\]; none if its gap to a ball at `position` exceeds `reach` \[m\].
    fn near(&self, part: usize, position: &V, radius: f64, reach: f64, time: f64) -> Option<Near>;

    /// Returns the flat part about a point of a part, on the side of a normal.
    fn flat(&self, part: usize, point: &V, normal: &V, time: f64) -> Option<Flat>;

    fn velocity(&self, part: usize) -> V;

    /// Whether the part is a single plane.
    fn is_plane(&self, part: usize) -> bool;

    /// Returns how body and surface act on each other; none if the contact response is invalid.
    fn acting(&self, meeting: &Meeting) -> Option<Acting>;

    /// Whether a body may pass through the part from the side of a normal.
    fn is_open(&self, part: usize, normal: &V) -> bool;
}

/// A contact event of a body.
#[derive(Debug, Clone, Copy)]
pub(super) struct Happened {
    /// Time since the start of the flow \[s\].
    pub(super) time: f64,
    pub(super) part: usize,
    pub(super) kind: ContactKind,
    pub(super) point: V,
    pub(super) normal: V,
    /// Impulse on the body \[N s\].
    pub(super) impulse: V,
}
