//! Bodies that follow Kepler orbits between kicks, as the others follow linear laws.

use alloc::vec::Vec;

use super::accumulate::mean_velocity;
use super::{Attachment, ForceTarget, System};
use crate::body::Body;
use crate::force::PointGravity;
use crate::orbit::KeplerFlow;
use crate::space::Real;

/// A body about an attractor, or two bodies about each other, their centre of mass coasting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BodyOrbit {
    pub(super) body: usize,
    /// The other body; none if the first goes about a fixed point.
    pub(super) other: Option<usize>,
    /// The attachment that keeps them on it.
    pub(super) attachment: usize,
}

impl BodyOrbit {
    /// The one or two bodies.
    pub(super) fn bodies(&self) -> impl Iterator<Item = usize> {
        core::iter::once(self.body).chain(self.other)
    }

    /// Moves its bodies by `dt`.
    pub(super) fn advance<T: Real<D>, const D: usize>(
        &self,
        system: &System<'_, T, D>,
        bodies: &mut [Body<T, D>],
        dt: T,
    ) {
        let Some(gravity) = system.attachments[self.attachment].force.attractor() else {
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
/// A body is on one orbit at most: that of the first attractor that was added, a link only if both its
/// bodies are free for it. All else that acts on it kicks.
#[derive(Debug)]
pub(super) struct OrbitTable {
    pub(super) list: Vec<BodyOrbit>,
    /// For each body, the attachment that keeps it on its orbit.
    held: Vec<Option<usize>>,
}

impl Clone for OrbitTable {
    fn clone(&self) -> Self {
        let mut orbits = Self::new();
        orbits.clone_from(self);
        orbits
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { list, held } = source;
        self.list.clone_from(list);
        self.held.clone_from(held);
    }
}

impl OrbitTable {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            held: Vec::new(),
        }
    }

    /// Finds all orbits anew.
    pub(super) fn find<T: Real<D>, const D: usize>(
        &mut self,
        system: &System<'_, T, D>,
        bodies: usize,
    ) {
        self.list.clear();
        self.held.clear();
        if system
            .attachments
            .iter()
            .all(|attachment| attachment.force.attractor().is_none())
        {
            return;
        }
        self.held.resize(bodies, None);
        for (attachment, Attachment { force, target }) in system.attachments.iter().enumerate() {
            if force.attractor().is_none() {
                continue;
            }
            match *target {
                ForceTarget::Every => {
                    (0..bodies).for_each(|body| self.hold(body, attachment));
                }
                ForceTarget::One(body) => self.hold(body, attachment),
                ForceTarget::Pair(first, second) => {
                    if self.held[first].is_none() && self.held[second].is_none() {
                        self.held[first] = Some(attachment);
                        self.held[second] = Some(attachment);
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

    /// Puts a body on the orbit about an attractor, if it is on none.
    fn hold(&mut self, body: usize, attachment: usize) {
        if self.held[body].is_none() {
            self.held[body] = Some(attachment);
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
    pub(super) fn holds(&self, body: usize) -> bool {
        self.held.get(body).is_some_and(Option::is_some)
    }

    /// Whether this attachment keeps the body on its orbit.
    pub(super) fn is_held_by(&self, body: usize, attachment: usize) -> bool {
        self.held.get(body) == Some(&Some(attachment))
    }
}

/// Moves a body about an attractor.
fn move_around<T: Real<D>, const D: usize>(
    gravity: &PointGravity<T, D>,
    body: &mut Body<T, D>,
    dt: T,
) {
    let after = flow(gravity, body, dt);
    body.position = after.position + gravity.centre();
    body.velocity = after.velocity;
}

/// Moves two bodies about each other, their centre of mass coasting.
fn move_pair<T: Real<D>, const D: usize>(
    gravity: &PointGravity<T, D>,
    [first, second]: [&mut Body<T, D>; 2],
    dt: T,
) {
    let relative = first.relative_to(second);
    let after = flow(gravity, &relative, dt);
    // what the separation changes by, shared so that the centre of mass is not moved by it
    let separation = after.position + gravity.centre() - relative.position;
    let speeding = after.velocity - relative.velocity;
    let coasting = mean_velocity(first, second) * dt;
    for (body, share) in [(first, relative.mass), (second, -relative.mass)] {
        let part = share / body.mass;
        body.position += coasting + separation * part;
        body.velocity += speeding * part;
    }
}

fn flow<T: Real<D>, const D: usize>(
    gravity: &PointGravity<T, D>,
    body: &Body<T, D>,
    dt: T,
) -> KeplerFlow<T, D> {
    let separation = body.position - gravity.centre();
    KeplerFlow::new(gravity.strength(), &separation, &body.velocity, dt)
}
