//! Bodies that follow Kepler orbits between kicks, where other bodies follow linear laws.

use alloc::vec::Vec;

use super::link::centre_of_mass_velocity;
use super::{ForceTarget, System};
use crate::body::Body;
use crate::force::{Effect, PointGravity};
use crate::space::Real;

/// A body about a fixed attractor, or two bodies about each other while their centre of mass coasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BodyOrbit {
    pub(super) body: usize,
    /// The other body; none if the first moves about a fixed point.
    pub(super) other: Option<usize>,
    /// Index of the attachment whose gravity binds them.
    pub(super) attachment: usize,
}

impl BodyOrbit {
    /// The one or two bodies.
    pub(super) fn bodies(&self) -> impl Iterator<Item = usize> {
        core::iter::once(self.body).chain(self.other)
    }

    /// Moves its bodies along the orbit by `dt` \[s\].
    pub(super) fn advance<T: Real<D>, const D: usize>(
        &self,
        system: &System<'_, T, D>,
        bodies: &mut [Body<T, D>],
        dt: T,
    ) {
        let attachment = &system.attachments[self.attachment];
        let Effect::Orbit(gravity) = attachment.effect(&bodies[self.body]) else {
            return;
        };
        match self.other {
            None => move_around(&gravity, &mut bodies[self.body], dt),
            Some(other) => {
                if let Ok(pair) = bodies.get_disjoint_mut([self.body, other]) {
                    move_pair(&gravity, pair, dt);
                }
            }
        }
    }
}

/// Which bodies are on which orbit.
///
/// A body is on one orbit at most: that of the attractor or link that was added first. A link makes an
/// orbit only if neither of its bodies is on one. All other forces kick bodies on orbits.
#[derive(Debug)]
pub(super) struct OrbitTable {
    pub(super) list: Vec<BodyOrbit>,
    /// For each body the attachment that binds it; empty if no body is on an orbit.
    bound_by: Vec<Option<usize>>,
}

impl Clone for OrbitTable {
    fn clone(&self) -> Self {
        let mut orbits = Self::new();
        orbits.clone_from(self);
        orbits
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { list, bound_by } = source;
        self.list.clone_from(list);
        self.bound_by.clone_from(bound_by);
    }
}

impl OrbitTable {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            bound_by: Vec::new(),
        }
    }

    /// Finds all orbits of these bodies anew.
    pub(super) fn rebuild<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        self.list.clear();
        self.bound_by.clear();
        let count = bodies.len();
        for (index, attachment) in system.attachments.iter().enumerate() {
            let effect = (attachment.first_body(bodies)).map(|body| attachment.effect(&body));
            if !matches!(effect, Some(Effect::Orbit(_))) {
                continue;
            }
            self.bound_by.resize(count, None);
            let (target, attachment) = (attachment.target, index);
            match target {
                ForceTarget::Every => {
                    (0..count).for_each(|body| self.bind(body, attachment));
                }
                ForceTarget::One(body) => self.bind(body, attachment),
                ForceTarget::Pair(first, second) => {
                    if self.bound_by[first].is_none() && self.bound_by[second].is_none() {
                        self.bound_by[first] = Some(attachment);
                        self.bound_by[second] = Some(attachment);
                        self.list.push(BodyOrbit {
                            body: first,
                            other: Some(second),
                            attachment,
                        });
                    }
                }
            }
        }
    }

    /// Puts a body on an orbit about a fixed attractor, if it is on none.
    fn bind(&mut self, body: usize, attachment: usize) {
        if self.bound_by[body].is_none() {
            self.bound_by[body] = Some(attachment);
            self.list.push(BodyOrbit {
                body,
                other: None,
                attachment,
            });
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether a body is on an orbit.
    pub(super) fn contains(&self, body: usize) -> bool {
        self.bound_by.get(body).is_some_and(Option::is_some)
    }

    /// Whether this attachment binds the body to its orbit.
    pub(super) fn is_bound_by(&self, body: usize, attachment: usize) -> bool {
        self.bound_by.get(body) == Some(&Some(attachment))
    }
}

/// Moves a body about a fixed attractor.
fn move_around<T: Real<D>, const D: usize>(
    gravity: &PointGravity<T, D>,
    body: &mut Body<T, D>,
    dt: T,
) {
    let after = gravity.flow(body, dt);
    body.position = after.position + gravity.centre();
    body.velocity = after.velocity;
}

/// Moves two bodies about each other; their centre of mass coasts.
///
/// With the reduced mass `μ`, the change Δr of `r₁ - r₂` and the velocity V of the centre of mass:
/// `Δx₁ = V dt + (μ/m₁) Δr`, `Δx₂ = V dt - (μ/m₂) Δr`.
fn move_pair<T: Real<D>, const D: usize>(
    gravity: &PointGravity<T, D>,
    [first, second]: [&mut Body<T, D>; 2],
    dt: T,
) {
    let relative = first.relative_to(second);
    let after = gravity.flow(&relative, dt);
    let position_change = after.position + gravity.centre() - relative.position;
    let velocity_change = after.velocity - relative.velocity;
    let coasting = centre_of_mass_velocity(first, second) * dt;
    for (body, signed_mass) in [(first, relative.mass), (second, -relative.mass)] {
        let share = signed_mass / body.mass;
        body.position += coasting + position_change * share;
        body.velocity += velocity_change * share;
    }
}
