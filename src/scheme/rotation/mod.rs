//! The bodies that have an inertia or a thrust, and their rotation between kicks.

mod angular_laws;
mod batch;
mod body_thrust;
mod refresh;

use alloc::vec::Vec;

use nalgebra::SVector;

use super::fixed_bodies::FixedBodies;
use super::force_index::OwnForce;
use super::splitting::Substep;
use crate::body::Body;
use crate::flow::{Flow, LinearLaw};
use crate::numbers::flushed;
use crate::space::{Real, flushed_axial};
pub(super) use angular_laws::SpinDecay;
use angular_laws::{AngularFlow, AngularLaws};
use batch::{BATCH, RotationBatch};
use body_thrust::BodyThrust;
pub(crate) use body_thrust::thrusts_are_exact;

/// The largest number of changed bodies that is tracked; with more, the list is rebuilt.
const MAX_CHANGED: usize = 4096;

/// All bodies with an inertia or a thrust.
#[derive(Debug)]
pub(super) struct RigidBodies<T: Real<D>, const D: usize> {
    /// In any order.
    list: Vec<RigidBody<T, D>>,
    /// For each body its index in the list, or [`NOT_LISTED`]; shorter if the last bodies are not listed.
    indices: Vec<u32>,
    laws: AngularLaws<T>,
    thrusts: Vec<BodyThrust<T, D>>,
    /// Indices of thrusts that no body has.
    unused_thrusts: Vec<usize>,
    /// The forces on every body that have a law of the angle, or a thrust.
    common: Vec<OwnForce>,
    thrusts_are_exact: bool,
    pub(super) fixed: FixedBodies,
    /// Places of bodies that were fixed or set free, for the owner to take.
    pub(super) refixed: Vec<usize>,
    /// Whether the list fits the present bodies and forces, apart from the `changed` bodies.
    list_is_current: bool,
    /// Whether `common` does.
    common_is_current: bool,
    /// Places of bodies that were written to since the list was updated, or whose forces changed.
    changed: Vec<usize>,
    /// Buffer for the forces on one body.
    forces: Vec<OwnForce>,
}

/// The index of a body that is not in the list.
const NOT_LISTED: u32 = u32::MAX;

/// A body with an inertia or a thrust.
#[derive(Debug, Clone, Copy)]
struct RigidBody<T: Real<D>, const D: usize> {
    place: usize,
    rotor: T::Rotor,
    /// Index in `laws` of the sum of all laws of its angle.
    law: usize,
    /// Index in `thrusts`.
    thrust: Option<usize>,
}

impl<T: Real<D>, const D: usize> RigidBodies<T, D> {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            indices: Vec::new(),
            laws: AngularLaws::new(),
            thrusts: Vec::new(),
            unused_thrusts: Vec::new(),
            common: Vec::new(),
            thrusts_are_exact: false,
            fixed: FixedBodies::default(),
            refixed: Vec::new(),
            list_is_current: false,
            common_is_current: false,
            changed: Vec::new(),
            forces: Vec::new(),
        }
    }

    /// Marks the list as stale: forces on every body changed.
    pub(super) fn mark_all_stale(&mut self) {
        self.list_is_current = false;
        self.common_is_current = false;
    }

    /// Marks the forces on every body as stale: they have other places, or the first body is another.
    pub(super) fn mark_common_stale(&mut self) {
        self.common_is_current = false;
    }

    /// Marks a body as stale: it was written to, or forces on it changed.
    pub(super) fn mark_stale(&mut self, place: usize) {
        if self.list_is_current && self.changed.last() != Some(&place) {
            self.changed.push(place);
            self.list_is_current = self.changed.len() < MAX_CHANGED;
        }
    }

    /// A body was removed and the one at `last` took its place.
    pub(super) fn swap_remove(&mut self, place: usize, last: usize) {
        self.fixed.swap_remove(place, last);
        if !self.list_is_current {
            return;
        }
        self.take_out(place);
        if let Some(index) = self.index_of(last) {
            self.indices[last] = NOT_LISTED;
            self.list[index].place = place;
            self.set_index(place, index);
        }
        self.indices.truncate(last);
        // if the last body was stale, this one is
        self.mark_stale(place);
    }

    /// Whether no body has an inertia or a thrust.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn has_thrust(&self, place: usize) -> bool {
        self.have_thrusts()
            && (self.index_of(place)).is_some_and(|index| self.list[index].thrust.is_some())
    }

    /// The index in the list of the body at a place.
    fn index_of(&self, place: usize) -> Option<usize> {
        let index = *self.indices.get(place)?;
        (index != NOT_LISTED).then_some(index as usize)
    }

    fn set_index(&mut self, place: usize, index: usize) {
        if self.indices.len() <= place {
            self.indices.resize(place + 1, NOT_LISTED);
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a world has ids for fewer than 2³² bodies"
        )]
        let index = index as u32;
        self.indices[place] = index;
    }

    pub(super) fn have_thrusts(&self) -> bool {
        self.thrusts.len() > self.unused_thrusts.len()
    }

    /// Adds the effect of thrusts over a substep to bodies that have followed `law` over it, and have
    /// not yet rotated. `first` is the place of `bodies[0]`.
    pub(super) fn add_thrusts(
        &mut self,
        first: usize,
        bodies: &mut [Body<T, D>],
        law: &LinearLaw<T, D>,
        substep: Substep<T>,
    ) {
        if !self.have_thrusts() {
            return;
        }
        for rigid in listed(&self.list, &self.indices, first, bodies.len()) {
            if let Some(thrust) = rigid.thrust {
                let angular_law = self.laws.law(rigid.law);
                let body = &mut bodies[rigid.place - first];
                self.thrusts[thrust].act_on(body, law, angular_law, substep);
            }
        }
    }

    /// Rotates bodies over a substep. `first` is the place of `bodies[0]`.
    pub(super) fn rotate(&mut self, first: usize, bodies: &mut [Body<T, D>], substep: Substep<T>) {
        if self.list.is_empty() {
            return;
        }
        let mut listed = listed(&self.list, &self.indices, first, bodies.len()).peekable();
        while listed.peek().is_some() {
            let mut batch = RotationBatch::new();
            for rigid in listed.by_ref().take(BATCH) {
                let body = &mut bodies[rigid.place - first];
                match self.laws.flow(rigid.law, substep) {
                    AngularFlow::Damped { time, decay } => {
                        batch.add(rigid, body, *time, *decay);
                    }
                    AngularFlow::Law(flow) => follow(flow, body, substep.start),
                }
            }
            batch.rotate(bodies, first);
        }
    }

    /// Whether orientation and angular momentum of all bodies are finite. `first` is the place of
    /// `bodies[0]`.
    pub(super) fn are_finite(&self, first: usize, bodies: &[Body<T, D>]) -> bool {
        listed(&self.list, &self.indices, first, bodies.len())
            .map(|rigid| &bodies[rigid.place - first])
            .all(Body::has_finite_rotation)
    }

    /// The place of the first body whose orientation or angular momentum is not finite.
    pub(super) fn first_non_finite(&self, bodies: &[Body<T, D>]) -> Option<usize> {
        (self.places())
            .filter(|&place| !bodies[place].has_finite_rotation())
            .min()
    }

    /// Free rotation of every rigid body with its angular momentum, whatever acts on it.
    pub(super) fn coast(&self, bodies: &mut [Body<T, D>], dt: T) {
        for list in self.list.chunks(BATCH) {
            let mut batch = RotationBatch::new();
            for rigid in list {
                batch.add(rigid, &mut bodies[rigid.place], dt, SpinDecay::none());
            }
            batch.rotate(bodies, 0);
        }
    }

    /// Free rotation of one body as if it had the angular momentum `angular_momentum`; it keeps its own.
    pub(super) fn coast_with(
        &self,
        place: usize,
        body: &mut Body<T, D>,
        angular_momentum: &T::Axial,
        dt: T,
    ) {
        if let Some(index) = self.index_of(place) {
            let orientation = T::coast(
                &self.list[index].rotor,
                &body.orientation(),
                angular_momentum,
                dt,
            );
            body.set_rotation(orientation, body.spin_angular_momentum());
        }
    }

    /// The places of all rigid bodies, in any order.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.list.iter().map(|rigid| rigid.place)
    }
}

/// The rigid bodies among `count` neighbours from the place `first` on.
fn listed<'a, T: Real<D>, const D: usize>(
    list: &'a [RigidBody<T, D>],
    indices: &'a [u32],
    first: usize,
    count: usize,
) -> impl Iterator<Item = &'a RigidBody<T, D>> {
    let end = indices.len().min(first + count);
    let indices = indices.get(first..end).unwrap_or_default();
    (indices.iter()).filter_map(|&index| list.get(index as usize))
}

impl<T: Real<D>, const D: usize> RigidBody<T, D> {
    /// Free rotation for a time \[s\], after which the angular momentum has decayed.
    #[inline]
    fn coast(&self, body: &mut Body<T, D>, time: T, decay: SpinDecay<T>) {
        body.update_rotation(|orientation, angular_momentum| {
            let rotated = T::coast(&self.rotor, orientation, angular_momentum, time);
            (rotated, decay.apply::<D>(angular_momentum))
        });
    }
}

/// Rotates a body in the plane along a flow of its angle that starts at `time`.
#[inline]
fn follow<T: Real<D>, const D: usize>(flow: &Flow<T, 1>, body: &mut Body<T, D>, time: T) {
    let (angle, rate) = angle_and_rate(body);
    let (angle_change, after) = flow.displaced(&angle, &rate, time);
    rotate_in_plane(body, angle_change.x, (after - rate).x, after.x);
}

/// Angle and angular velocity of a body in the plane.
pub(super) fn angle_and_rate<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
) -> (SVector<T, 1>, SVector<T, 1>) {
    let [angle, ..] = T::orientation_numbers(&body.orientation());
    let [rate, ..] = T::axial_numbers(&body.angular_velocity());
    (SVector::from([angle]), SVector::from([rate]))
}

/// Rotates a body in the plane by `angle_change` \[rad\], and sets its angular velocity to `rate`,
/// which differs from the present one by `rate_change` \[rad/s\].
pub(super) fn rotate_in_plane<T: Real<D>, const D: usize>(
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
    // the smaller number is used, as rounding scales with it: a small change accumulates no rounding,
    // and a small rate is right to its own size
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

impl<T: Real<D>, const D: usize> Clone for RigidBodies<T, D> {
    fn clone(&self) -> Self {
        let mut rigid_bodies = Self::new();
        rigid_bodies.clone_from(self);
        rigid_bodies
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            list,
            indices,
            laws,
            thrusts,
            unused_thrusts,
            common,
            thrusts_are_exact,
            fixed,
            refixed,
            list_is_current,
            common_is_current,
            changed,
            forces: _,
        } = source;
        self.list.clone_from(list);
        self.indices.clone_from(indices);
        self.laws.clone_from(laws);
        self.thrusts.clone_from(thrusts);
        self.unused_thrusts.clone_from(unused_thrusts);
        self.common.clone_from(common);
        self.changed.clone_from(changed);
        self.thrusts_are_exact = *thrusts_are_exact;
        self.fixed.copy_from(fixed);
        self.refixed.clone_from(refixed);
        self.list_is_current = *list_is_current;
        self.common_is_current = *common_is_current;
    }
}
