//! Bodies that follow Kepler orbits between kicks, where other bodies follow linear laws.

use alloc::vec::Vec;

use super::fixed_bodies::FixedBodies;
use super::force_class::EffectKind;
use super::force_index::OwnForce;
use super::link::centre_of_mass_velocity;
use super::{ForceTarget, System};
use crate::body::Body;
use crate::force::{Effect, PointGravity};
use crate::space::Real;

/// A body about a fixed attractor, or two bodies about each other while their centre of mass coasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BodyOrbit {
    /// The one or two bodies, by their place.
    pub(super) places: ForceTarget,
    /// The same bodies, by their index among the coupled bodies.
    pub(super) target: ForceTarget,
    /// Index of the attachment whose gravity binds them.
    attachment: usize,
    /// Whether anything kicks its bodies.
    pub(super) is_kicked: bool,
}

impl BodyOrbit {
    /// Moves its bodies along the orbit by `dt` \[s\].
    pub(super) fn advance<T: Real<D>, const D: usize>(
        &self,
        system: &System<'_, T, D>,
        bodies: &mut [Body<T, D>],
        dt: T,
    ) {
        let effect = |body| system.attachments[self.attachment].effect(body);
        match self.target {
            ForceTarget::Every | ForceTarget::Group => {}
            ForceTarget::One(body) => {
                if let Effect::Orbit(gravity) = effect(&bodies[body]) {
                    move_around(&gravity, &mut bodies[body], dt);
                }
            }
            ForceTarget::Pair(first, second) => {
                if let Effect::Orbit(gravity) = effect(&bodies[first])
                    && let Ok(pair) = bodies.get_disjoint_mut([first, second])
                {
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
#[derive(Debug, Clone, Default)]
pub(super) struct OrbitTable {
    pub(super) list: Vec<BodyOrbit>,
    /// For each body the attachment that binds it; empty if no body is on an orbit.
    bound_by: Vec<Option<usize>>,
}

impl OrbitTable {
    /// Finds all orbits anew, of `count` bodies. `every` are the forces on every body.
    pub(super) fn rebuild<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        every: &[OwnForce],
        count: usize,
        fixed: &FixedBodies,
    ) {
        self.list.clear();
        self.bound_by.clear();
        let binds = |force: &OwnForce| force.class.kind == EffectKind::Orbit;
        if !(every.iter().any(binds) || system.index.has_orbits()) {
            return;
        }
        self.bound_by.resize(count, None);
        for (index, attachment) in system.attachments.iter().enumerate() {
            let mut members = (system.index.members(attachment.entry))
                .filter(|(_, class)| class.kind == EffectKind::Orbit)
                .map(|(body, _)| body);
            match attachment.target {
                ForceTarget::Every => {
                    if every
                        .iter()
                        .any(|force| force.place == index && binds(force))
                    {
                        (0..count).for_each(|body| self.bind(ForceTarget::One(body), index, fixed));
                    }
                }
                link @ ForceTarget::Pair(..) => {
                    if members.next().is_some() {
                        self.bind(link, index, fixed);
                    }
                }
                ForceTarget::One(_) | ForceTarget::Group => {
                    members.for_each(|body| self.bind(ForceTarget::One(body), index, fixed));
                }
            }
        }
    }

    /// Puts one or two bodies on an orbit, if none of them is on one, and they are not fixed.
    fn bind(&mut self, target: ForceTarget, attachment: usize, fixed: &FixedBodies) {
        let are_fixed = target.bodies(0).all(|body| fixed.contains(body));
        if are_fixed || target.bodies(0).any(|body| self.contains(body)) {
            return;
        }
        for body in target.bodies(0) {
            self.bound_by[body] = Some(attachment);
        }
        self.list.push(BodyOrbit {
            places: target,
            target,
            attachment,
            is_kicked: false,
        });
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
    body.position = after.position + gravity.center;
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
    let position_change = after.position + gravity.center - relative.position;
    let velocity_change = after.velocity - relative.velocity;
    let coasting = centre_of_mass_velocity(first, second) * dt;
    for (body, signed_mass) in [(first, relative.mass), (second, -relative.mass)] {
        let share = signed_mass / body.mass;
        body.position += coasting + position_change * share;
        body.velocity += velocity_change * share;
    }
}
