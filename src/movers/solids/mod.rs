//! The bodies that have an inertia or a thrust, and their rotation between kicks.

mod angular_laws;
mod batch;
mod body_thrust;

use alloc::vec::Vec;

use nalgebra::SVector;

use crate::body::Body;
use crate::flow::{Flow, LinearLaw};
use crate::numbers::flushed;
use crate::plan::narrow;
use crate::space::{Real, flushed_axial};
use crate::step::{Indices, States, Substep};
pub(crate) use angular_laws::SpinDecay;
use angular_laws::{AngularFlow, AngularLaws};
use batch::RotationBatch;
pub(crate) use batch::coast_all;
use body_thrust::BodyThrust;

/// All bodies with an inertia or a thrust.
#[derive(Debug)]
pub(crate) struct Solids<T: Real<D>, const D: usize> {
    /// The listed bodies, in any order.
    list: Vec<Solid<T, D>>,
    /// Index in the list for each body; [`NOT_LISTED`] for a body that is not listed, which may be
    /// left out at the end.
    entries: Vec<u32>,
    laws: AngularLaws<T>,
    thrusts: Vec<BodyThrust<T, D>>,
    /// Indices of thrusts that no body has.
    unused_thrusts: Vec<usize>,
}

/// Number stored in place of an index for a body that is not in the list.
const NOT_LISTED: u32 = u32::MAX;

/// A body with an inertia or a thrust.
#[derive(Debug, Clone, Copy)]
struct Solid<T: Real<D>, const D: usize> {
    index: usize,
    rotor: T::Rotor,
    /// Index in `laws` of the sum of all laws of the body's angle.
    law: usize,
    /// Index in `thrusts` of the thrust on the body, if there is one.
    thrust: Option<usize>,
}

impl<T: Real<D>, const D: usize> Solids<T, D> {
    pub(crate) fn new() -> Self {
        Self {
            list: Vec::new(),
            entries: Vec::new(),
            laws: AngularLaws::new(),
            thrusts: Vec::new(),
            unused_thrusts: Vec::new(),
        }
    }

    /// Updates the inertia of a body, the law of its angle, and the sum of its thrusts \[N\] in the
    /// frame of the body.
    pub(crate) fn update(
        &mut self,
        index: usize,
        body: &Body<T, D>,
        law: LinearLaw<T, 1>,
        force: Option<SVector<T, D>>,
    ) {
        if body.is_point() && force.is_none() {
            return self.take_out(index);
        }
        let rotor = T::rotor(&body.inertia());
        let entry = self.entry_of(index).unwrap_or_else(|| {
            self.list.push(Solid {
                index,
                rotor,
                law: self.laws.retain(law),
                thrust: None,
            });
            self.set_entry(index, self.list.len() - 1);
            self.list.len() - 1
        });
        let solid = &mut self.list[entry];
        solid.rotor = rotor;
        let follows_other = law != *self.laws.law(solid.law);
        if follows_other {
            self.laws.release(solid.law);
            solid.law = self.laws.retain(law);
        }
        match (solid.thrust, force) {
            // the cached motion depends on the law, not on the thrust
            (Some(thrust), Some(force)) if !follows_other => self.thrusts[thrust].force = force,
            (old, force) => {
                self.unused_thrusts.extend(old);
                solid.thrust = force.map(|force| {
                    let thrust = BodyThrust::new(force);
                    if let Some(unused) = self.unused_thrusts.pop() {
                        self.thrusts[unused] = thrust;
                        return unused;
                    }
                    self.thrusts.push(thrust);
                    self.thrusts.len() - 1
                });
            }
        }
    }

    /// Removes the body at `index`; the body at `last` moves to that index.
    pub(crate) fn swap_remove(&mut self, index: usize, last: usize) {
        self.take_out(index);
        if let Some(entry) = self.entry_of(last) {
            self.entries[last] = NOT_LISTED;
            self.list[entry].index = index;
            self.set_entry(index, entry);
        }
        self.entries.truncate(last);
    }

    /// Removes a body from the list, if the body is listed.
    fn take_out(&mut self, index: usize) {
        let Some(entry) = self.entry_of(index) else {
            return;
        };
        self.entries[index] = NOT_LISTED;
        let removed = self.list.swap_remove(entry);
        self.laws.release(removed.law);
        self.unused_thrusts.extend(removed.thrust);
        if let Some(moved) = self.list.get(entry) {
            self.set_entry(moved.index, entry);
        }
    }

    /// Whether no body has an inertia or a thrust.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn has_thrust(&self, index: usize) -> bool {
        self.have_thrusts()
            && (self.entry_of(index)).is_some_and(|entry| self.list[entry].thrust.is_some())
    }

    /// Describes a body as text: its rotor, the law of its angle, and its thrust.
    #[cfg(test)]
    pub(crate) fn known(&self, index: usize) -> Option<alloc::string::String> {
        let solid = &self.list[self.entry_of(index)?];
        let law = self.laws.law(solid.law);
        let thrust = solid.thrust.map(|thrust| self.thrusts[thrust].force);
        Some(alloc::format!("{:?}, {law:?}, {thrust:?}", solid.rotor))
    }

    /// Returns the index in `list` of the body at `index`.
    fn entry_of(&self, index: usize) -> Option<usize> {
        let entry = *self.entries.get(index)?;
        (entry != NOT_LISTED).then_some(entry as usize)
    }

    fn set_entry(&mut self, index: usize, entry: usize) {
        if self.entries.len() <= index {
            self.entries.resize(index + 1, NOT_LISTED);
        }
        self.entries[index] = narrow(entry);
    }

    fn have_thrusts(&self) -> bool {
        self.thrusts.len() > self.unused_thrusts.len()
    }

    /// Adds the effect of thrusts during a substep to bodies that have followed their laws for the
    /// substep, but have not rotated yet. `law` returns the law of the body at an index.
    pub(crate) fn add_thrusts(
        &mut self,
        states: &mut States<'_, T, D>,
        law: impl Fn(usize) -> LinearLaw<T, D>,
        substep: Substep<T>,
    ) {
        if !self.have_thrusts() {
            return;
        }
        let indices = states.indices;
        for (local, solid) in listed(&self.list, &self.entries, indices, states.bodies.len()) {
            if let Some(thrust) = solid.thrust {
                let angular_law = self.laws.law(solid.law);
                states.write_body(local);
                let body = &mut states.bodies[local];
                self.thrusts[thrust].act_on(body, &law(solid.index), angular_law, substep);
                states.read_body(local);
            }
        }
    }

    pub(crate) fn rotate(
        &mut self,
        indices: Indices<'_>,
        bodies: &mut [Body<T, D>],
        substep: Substep<T>,
    ) {
        if self.list.is_empty() {
            return;
        }
        let mut batch = RotationBatch::new();
        for (local, solid) in listed(&self.list, &self.entries, indices, bodies.len()) {
            match self.laws.flow(solid.law, substep) {
                AngularFlow::Damped { time, decay } => {
                    batch.add((local, &solid.rotor), bodies, *time, *decay);
                }
                AngularFlow::Law(flow) => follow(flow, &mut bodies[local], substep.start),
            }
        }
        batch.rotate(bodies);
    }

    /// Whether orientation and angular momentum of all bodies are finite.
    pub(crate) fn are_finite(&self, indices: Indices<'_>, bodies: &[Body<T, D>]) -> bool {
        self.list.is_empty()
            || listed(&self.list, &self.entries, indices, bodies.len())
                .all(|(local, _)| bodies[local].has_finite_rotation())
    }
}

/// Returns the solids among some bodies, each with its index among these bodies.
fn listed<'a, T: Real<D>, const D: usize>(
    list: &'a [Solid<T, D>],
    entries: &'a [u32],
    indices: Indices<'a>,
    count: usize,
) -> impl Iterator<Item = (usize, &'a Solid<T, D>)> {
    (0..count).filter_map(move |local| {
        let solid = *entries.get(indices.at(local))?;
        Some((local, list.get(solid as usize)?))
    })
}

/// Rotates a body in the plane along a flow of its angle; `time` is the start of the flow.
#[inline]
fn follow<T: Real<D>, const D: usize>(flow: &Flow<T, 1>, body: &mut Body<T, D>, time: T) {
    let (angle, rate) = angle_and_rate(body);
    let (angle_change, after) = flow.displaced(&angle, &rate, time);
    rotate_in_plane(body, angle_change.x, (after - rate).x, after.x);
}

/// Returns the angle and angular velocity of a body in the plane.
pub(crate) fn angle_and_rate<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
) -> (SVector<T, 1>, SVector<T, 1>) {
    let [angle, ..] = T::orientation_numbers(&body.orientation());
    let [rate, ..] = T::axial_numbers(&body.angular_velocity());
    (SVector::from([angle]), SVector::from([rate]))
}

/// Rotates a body in the plane by `angle_change` \[rad\], and sets its angular velocity to `rate`,
/// which differs from the present angular velocity by `rate_change` \[rad/s\].
pub(crate) fn rotate_in_plane<T: Real<D>, const D: usize>(
    body: &mut Body<T, D>,
    angle_change: T,
    rate_change: T,
    rate: T,
) {
    let orientation = T::turned_by(&body.orientation(), angle_change);
    let spin_at = |rate: T| {
        let rate = T::axial_from([rate, T::zero(), T::zero()]);
        T::angular_momentum(&body.inertia(), &orientation, &rate)
    };
    // uses the smaller one of the change and the new angular velocity, because the rounding error
    // is proportional to it: small changes do not accumulate rounding errors, and a small angular
    // velocity keeps its relative accuracy
    let angular_momentum = if rate_change.abs() <= rate.abs() {
        body.spin_angular_momentum() + spin_at(rate_change)
    } else {
        spin_at(rate)
    };
    let components = T::orientation_numbers(&orientation).map(flushed);
    body.set_rotation(
        T::orientation_from(components),
        flushed_axial::<T, D>(angular_momentum),
    );
}

impl<T: Real<D>, const D: usize> Clone for Solids<T, D> {
    fn clone(&self) -> Self {
        let mut solids = Self::new();
        solids.clone_from(self);
        solids
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            list,
            entries,
            laws,
            thrusts,
            unused_thrusts,
        } = source;
        self.list.clone_from(list);
        self.entries.clone_from(entries);
        self.laws.clone_from(laws);
        self.thrusts.clone_from(thrusts);
        self.unused_thrusts.clone_from(unused_thrusts);
    }
}
