//! The bodies that turn, or are pushed by body_thrusts that turn with them, and how each of them moves
//! between kicks.

mod angular_laws;
mod batch;
mod body_thrust;
mod refresh;

use alloc::vec::Vec;
use core::ops::Range;

use nalgebra::SVector;

use super::interned_laws::SubstepKind;
use super::{Attachment, ForceTarget};
use crate::body::Body;
use crate::flow::{Flow, LinearLaw};
use crate::space::{Real, flushed, flushed_axial};
pub(super) use angular_laws::SpinDecay;
use angular_laws::{AngularFlow, AngularLaws, is_damping_only};
use batch::{BATCH, RotationBatch};
use body_thrust::BodyThrust;
pub(crate) use body_thrust::thrusts_are_exact;
pub(super) use body_thrust::{ThrustKey, thrust};

/// How many bodies that were written to are kept in mind: for more, all are looked at.
const FEW: usize = 4096;

/// All bodies with an inertia or an body_thrust, sorted by their place.
#[derive(Debug)]
pub(super) struct RigidBodies<T: Real<D>, const D: usize> {
    list: Vec<RigidBody<T, D>>,
    laws: AngularLaws<T>,
    /// What applied_forces some of them, as they turn.
    body_thrusts: Vec<BodyThrust<T, D>>,
    /// Attachments with a law of the angle.
    angular: Vec<usize>,
    /// Attachments whose thrust is exact.
    thrusting: Vec<usize>,
    /// Whether the list is of the bodies and forces that are there now.
    listed: bool,
    /// Places of bodies that were written to since.
    changed: Vec<usize>,
}

/// A body that turns.
#[derive(Debug, Clone, Copy)]
struct RigidBody<T: Real<D>, const D: usize> {
    place: usize,
    rotor: T::Rotor,
    /// Place of the sum of all laws of its angle in the list of these.
    law: usize,
    /// Place of its body_thrust in the list of these.
    body_thrust: Option<usize>,
}

impl<T: Real<D>, const D: usize> RigidBodies<T, D> {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            laws: AngularLaws::new(),
            body_thrusts: Vec::new(),
            angular: Vec::new(),
            thrusting: Vec::new(),
            listed: false,
            changed: Vec::new(),
        }
    }

    /// Forces or the order of bodies changed.
    pub(super) fn mark_all(&mut self) {
        self.listed = false;
    }

    /// A body was written to.
    pub(super) fn mark(&mut self, place: usize) {
        if self.listed && self.changed.last() != Some(&place) {
            self.changed.push(place);
            self.listed = self.changed.len() < FEW;
        }
    }

    /// Whether nothing turns.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether an body_thrust that turns with the body at this place applied_forces it.
    pub(super) fn has_thrust(&self, place: usize) -> bool {
        !self.body_thrusts.is_empty()
            && (self.find(place)).is_ok_and(|index| self.list[index].body_thrust.is_some())
    }

    /// Where the body at a place is in the list, or would be.
    fn find(&self, place: usize) -> Result<usize, usize> {
        (self.list).binary_search_by_key(&place, |rigid| rigid.place)
    }

    /// Where the bodies at these places are in the list.
    fn listed(&self, places: Range<usize>) -> Range<usize> {
        let before = |place| self.list.partition_point(|rigid| rigid.place < place);
        before(places.start)..before(places.end)
    }

    /// Adds to bodies that have just followed a law over a span that started at `time` what their body_thrusts did meanwhile.
    /// The first of them has the first of these places, and they have not turned yet.
    pub(super) fn push(
        &mut self,
        places: Range<usize>,
        bodies: &mut [Body<T, D>],
        span: (SubstepKind, ThrustKey<T>),
        time: T,
    ) {
        if self.body_thrusts.is_empty() {
            return;
        }
        for rigid in &self.list[self.listed(places.clone())] {
            if let Some(body_thrust) = rigid.body_thrust {
                let law = self.laws.law(rigid.law);
                let body = &mut bodies[rigid.place - places.start];
                self.body_thrusts[body_thrust].push(body, law, span, time);
            }
        }
    }

    /// Turns bodies over a span that started at `time`. The first of them has the first of these places.
    pub(super) fn advance(
        &mut self,
        places: Range<usize>,
        bodies: &mut [Body<T, D>],
        span: (SubstepKind, T),
        time: T,
    ) {
        let listed = self.listed(places.clone());
        for list in self.list[listed].chunks(BATCH) {
            let mut batch = RotationBatch::new();
            for rigid in list {
                let body = &mut bodies[rigid.place - places.start];
                match self.laws.turn(rigid.law, span) {
                    AngularFlow::Damped { time, decay } => {
                        batch.put(rigid, body, *time, *decay);
                    }
                    AngularFlow::Law(flow) => follow(flow, body, time),
                }
            }
            batch.turn(bodies, places.start);
        }
    }

    /// Turns one body as its angular laws say, without its body_thrusts.
    pub(super) fn turn(
        &mut self,
        place: usize,
        body: &mut Body<T, D>,
        span: (SubstepKind, T),
        time: T,
    ) {
        if let Ok(index) = self.find(place) {
            let rigid = &self.list[index];
            rigid.advance(body, self.laws.turn(rigid.law, span), time);
        }
    }

    /// Whether orientation and spin of bodies are finite, of which the first has the first of these
    /// places.
    pub(super) fn are_finite(&self, places: Range<usize>, bodies: &[Body<T, D>]) -> bool {
        (self.list[self.listed(places.clone())].iter())
            .map(|rigid| &bodies[rigid.place - places.start])
            .all(Body::has_finite_rotation)
    }

    /// The place of the first body whose orientation or spin is not finite.
    pub(super) fn first_not_finite(&self, bodies: &[Body<T, D>]) -> Option<usize> {
        (self.places()).find(|&place| !bodies[place].has_finite_rotation())
    }

    /// Turns every rigid freely with the angular momentum it has, whatever acts on it.
    pub(super) fn coast(&self, bodies: &mut [Body<T, D>], dt: T) {
        for list in self.list.chunks(BATCH) {
            let mut batch = RotationBatch::new();
            for rigid in list {
                batch.put(rigid, &mut bodies[rigid.place], dt, SpinDecay::none());
            }
            batch.turn(bodies, 0);
        }
    }

    /// Turns one body freely as if it had this angular momentum; it keeps its own.
    pub(super) fn coast_with(&self, place: usize, body: &mut Body<T, D>, spin: &T::Axial, dt: T) {
        if let Ok(index) = self.find(place) {
            let orientation = T::coast(&self.list[index].rotor, &body.orientation(), spin, dt);
            body.set_rotation(orientation, body.spin());
        }
    }

    /// The places of all list.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.list.iter().map(|rigid| rigid.place)
    }
}

impl<T: Real<D>, const D: usize> RigidBody<T, D> {
    #[inline]
    fn advance(&self, body: &mut Body<T, D>, turn: &AngularFlow<T>, time: T) {
        match turn {
            AngularFlow::Damped { time, decay } => self.coast(body, *time, *decay),
            AngularFlow::Law(flow) => follow(flow, body, time),
        }
    }

    /// Turns a body freely for a time, and leaves it a part of its spin.
    #[inline]
    fn coast(&self, body: &mut Body<T, D>, time: T, decay: SpinDecay<T>) {
        body.update_rotation(|orientation, spin| {
            let turned = T::coast(&self.rotor, orientation, spin, time);
            (turned, decay.of::<D>(spin))
        });
    }
}

/// A body in the plane follows a law of its angle.
#[inline]
fn follow<T: Real<D>, const D: usize>(flow: &Flow<T, 1>, body: &mut Body<T, D>, time: T) {
    let (angle, rate) = angle_and_rate(body);
    let (by, after) = flow.displaced(&angle, &rate, time);
    lay_further(body, by.x, (after - rate).x, after.x);
}

/// Angle and angular velocity of a body in the plane.
pub(super) fn angle_and_rate<T: Real<D>, const D: usize>(
    body: &Body<T, D>,
) -> (SVector<T, 1>, SVector<T, 1>) {
    let [angle, ..] = T::orientation_numbers(&body.orientation());
    let [rate, ..] = T::axial_numbers(&body.angular_velocity());
    (SVector::from([angle]), SVector::from([rate]))
}

/// Turns a body in the plane by an angle \[rad\], and faster by an angular velocity \[rad/s\] to the given one.
pub(super) fn lay_further<T: Real<D>, const D: usize>(
    body: &mut Body<T, D>,
    by: T,
    faster: T,
    rate: T,
) {
    let turned = T::turned_by(&body.orientation(), by);
    let spin_at = |rate: T| {
        let rate = T::axial_from([rate, T::zero(), T::zero()]);
        T::spin(&body.inertia(), &turned, &rate)
    };
    // what is left is right to its own size, and what changes little gathers no rounding
    let spin = if faster.abs() <= rate.abs() {
        body.spin() + spin_at(faster)
    } else {
        spin_at(rate)
    };
    let lies = T::orientation_numbers(&turned).map(flushed);
    body.set_rotation(T::orientation_from(lies), flushed_axial::<T, D>(spin));
}

/// The law of the angle of a body under a force, if it can be solved: any in the plane, drag in space.
pub(crate) fn angular_law<T: Real<D>, const D: usize>(
    attachment: &Attachment<T, D>,
    body: &Body<T, D>,
) -> Option<LinearLaw<T, 1>> {
    if matches!(attachment.target, ForceTarget::Pair(..)) {
        return None;
    }
    (attachment.force.angular_law(body)).filter(|law| D == 2 || is_damping_only(law))
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
            laws,
            body_thrusts,
            angular,
            thrusting,
            listed,
            changed,
        } = source;
        self.list.clone_from(list);
        self.laws.clone_from(laws);
        self.body_thrusts.clone_from(body_thrusts);
        self.angular.clone_from(angular);
        self.thrusting.clone_from(thrusting);
        self.changed.clone_from(changed);
        self.listed = *listed;
    }
}
