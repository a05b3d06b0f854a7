//! The bodies that turn, or are pushed by engines that turn with them, and how each of them moves
//! between kicks.

mod abreast;
mod engine;
mod laws;
mod list;

use alloc::vec::Vec;
use core::ops::Range;

use nalgebra::SVector;

use super::flow_table::Span;
use super::{Attachment, Target};
use crate::body::Body;
use crate::flow::{Flow, LinearLaw};
use crate::space::{Real, flushed, flushed_axial};
use abreast::{ABREAST, Abreast};
use engine::Engine;
pub(crate) use engine::thrusts_are_exact;
pub(super) use engine::{DriveKey, thrust};
pub(super) use laws::Shrinking;
use laws::{Laws, Turn, is_damping_only};

/// How many bodies that were written to are kept in mind: for more, all are looked at.
const FEW: usize = 4096;

/// All bodies with an inertia or an engine, sorted by their place.
#[derive(Debug)]
pub(super) struct Turning<T: Real<D>, const D: usize> {
    solids: Vec<Solid<T, D>>,
    laws: Laws<T>,
    /// What pushes some of them, as they turn.
    engines: Vec<Engine<T, D>>,
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
struct Solid<T: Real<D>, const D: usize> {
    place: usize,
    rotor: T::Rotor,
    /// Place of the sum of all laws of its angle in the list of these.
    law: usize,
    /// Place of its engine in the list of these.
    engine: Option<usize>,
}

impl<T: Real<D>, const D: usize> Turning<T, D> {
    pub(super) fn new() -> Self {
        Self {
            solids: Vec::new(),
            laws: Laws::new(),
            engines: Vec::new(),
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
        self.solids.is_empty()
    }

    /// Whether an engine that turns with the body at this place pushes it.
    pub(super) fn has_engine(&self, place: usize) -> bool {
        !self.engines.is_empty()
            && (self.find(place)).is_ok_and(|index| self.solids[index].engine.is_some())
    }

    /// Where the body at a place is in the list, or would be.
    fn find(&self, place: usize) -> Result<usize, usize> {
        (self.solids).binary_search_by_key(&place, |solid| solid.place)
    }

    /// Where the bodies at these places are in the list.
    fn listed(&self, places: Range<usize>) -> Range<usize> {
        let before = |place| self.solids.partition_point(|solid| solid.place < place);
        before(places.start)..before(places.end)
    }

    /// Adds to bodies that have just followed a law over a span that started at `time` what their engines did meanwhile.
    /// The first of them has the first of these places, and they have not turned yet.
    pub(super) fn push(
        &mut self,
        places: Range<usize>,
        bodies: &mut [Body<T, D>],
        span: (Span, DriveKey<T>),
        time: T,
    ) {
        if self.engines.is_empty() {
            return;
        }
        for solid in &self.solids[self.listed(places.clone())] {
            if let Some(engine) = solid.engine {
                let law = self.laws.law(solid.law);
                let body = &mut bodies[solid.place - places.start];
                self.engines[engine].push(body, law, span, time);
            }
        }
    }

    /// Turns bodies over a span that started at `time`. The first of them has the first of these places.
    pub(super) fn advance(
        &mut self,
        places: Range<usize>,
        bodies: &mut [Body<T, D>],
        span: (Span, T),
        time: T,
    ) {
        let listed = self.listed(places.clone());
        for solids in self.solids[listed].chunks(ABREAST) {
            let mut abreast = Abreast::new();
            for solid in solids {
                let body = &mut bodies[solid.place - places.start];
                match self.laws.turn(solid.law, span) {
                    Turn::Damped { time, shrinking } => {
                        abreast.put(solid, body, *time, *shrinking);
                    }
                    Turn::Law(flow) => follow(flow, body, time),
                }
            }
            abreast.turn(bodies, places.start);
        }
    }

    /// Turns one body as its angular laws say, without its engines.
    pub(super) fn turn(&mut self, place: usize, body: &mut Body<T, D>, span: (Span, T), time: T) {
        if let Ok(index) = self.find(place) {
            let solid = &self.solids[index];
            solid.advance(body, self.laws.turn(solid.law, span), time);
        }
    }

    /// Whether orientation and spin of bodies are finite, of which the first has the first of these
    /// places.
    pub(super) fn are_finite(&self, places: Range<usize>, bodies: &[Body<T, D>]) -> bool {
        (self.solids[self.listed(places.clone())].iter())
            .map(|solid| &bodies[solid.place - places.start])
            .all(Body::turns_finitely)
    }

    /// The place of the first body whose orientation or spin is not finite.
    pub(super) fn first_not_finite(&self, bodies: &[Body<T, D>]) -> Option<usize> {
        (self.places()).find(|&place| !bodies[place].turns_finitely())
    }

    /// Turns every solid freely with the angular momentum it has, whatever acts on it.
    pub(super) fn coast(&self, bodies: &mut [Body<T, D>], dt: T) {
        for solids in self.solids.chunks(ABREAST) {
            let mut abreast = Abreast::new();
            for solid in solids {
                abreast.put(solid, &mut bodies[solid.place], dt, Shrinking::none());
            }
            abreast.turn(bodies, 0);
        }
    }

    /// Turns one body freely as if it had this angular momentum; it keeps its own.
    pub(super) fn coast_with(&self, place: usize, body: &mut Body<T, D>, spin: &T::Axial, dt: T) {
        if let Ok(index) = self.find(place) {
            let orientation = T::coast(&self.solids[index].rotor, &body.orientation(), spin, dt);
            body.lay(orientation, body.spin());
        }
    }

    /// The places of all solids.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.solids.iter().map(|solid| solid.place)
    }
}

impl<T: Real<D>, const D: usize> Solid<T, D> {
    #[inline]
    fn advance(&self, body: &mut Body<T, D>, turn: &Turn<T>, time: T) {
        match turn {
            Turn::Damped { time, shrinking } => self.coast(body, *time, *shrinking),
            Turn::Law(flow) => follow(flow, body, time),
        }
    }

    /// Turns a body freely for a time, and leaves it a part of its spin.
    #[inline]
    fn coast(&self, body: &mut Body<T, D>, time: T, shrinking: Shrinking<T>) {
        body.turn_by(|orientation, spin| {
            let turned = T::coast(&self.rotor, orientation, spin, time);
            (turned, shrinking.of::<D>(spin))
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
    body.lay(T::orientation_from(lies), flushed_axial::<T, D>(spin));
}

/// The law of the angle of a body under a force, if it can be solved: any in the plane, drag in space.
pub(crate) fn angular_law<T: Real<D>, const D: usize>(
    attachment: &Attachment<T, D>,
    body: &Body<T, D>,
) -> Option<LinearLaw<T, 1>> {
    if matches!(attachment.target, Target::Pair(..)) {
        return None;
    }
    (attachment.force.angular_law(body)).filter(|law| D == 2 || is_damping_only(law))
}

impl<T: Real<D>, const D: usize> Clone for Turning<T, D> {
    fn clone(&self) -> Self {
        let mut turning = Self::new();
        turning.clone_from(self);
        turning
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            solids,
            laws,
            engines,
            angular,
            thrusting,
            listed,
            changed,
        } = source;
        self.solids.clone_from(solids);
        self.laws.clone_from(laws);
        self.engines.clone_from(engines);
        self.angular.clone_from(angular);
        self.thrusting.clone_from(thrusting);
        self.changed.clone_from(changed);
        self.listed = *listed;
    }
}
