//! The forces of a world, attached to bodies by index.

use alloc::sync::Arc;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::force_index::{EntryId, ForceIndex};
use super::link::{Arms, Link};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::force::{ConstantTorque, Effect, Force};
use crate::numbers::is_finite;
use crate::space::Real;

/// The bodies a force acts on, by their place in the slice of bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ForceTarget {
    /// Every body.
    Every,
    /// One body.
    One(usize),
    /// The relative motion of two bodies: the force acts on the first, its opposite on the second.
    Pair(usize, usize),
    /// Each body of a group, which the [index](ForceIndex) knows.
    Group,
}

impl ForceTarget {
    /// The places of the target's bodies, of `count` bodies in all; none of a group.
    pub(crate) fn bodies(self, count: usize) -> impl Iterator<Item = usize> {
        let (one, other) = match self {
            Self::Group => (0..0, None),
            Self::Every => (0..count, None),
            Self::One(body) => (body..body + 1, None),
            Self::Pair(first, second) => (first..first + 1, Some(second)),
        };
        one.chain(other)
    }

    /// The place of the body, if it is a single one.
    pub(crate) fn one(self) -> Option<usize> {
        match self {
            Self::One(body) => Some(body),
            _ => None,
        }
    }

    /// Whether it is a link between two bodies.
    pub(crate) fn is_link(self) -> bool {
        matches!(self, Self::Pair(..))
    }

    /// The same target with other places of its bodies; none if a body has none.
    pub(crate) fn map(self, place: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        Some(match self {
            Self::One(body) => Self::One(place(body)?),
            Self::Pair(first, second) => Self::Pair(place(first)?, place(second)?),
            Self::Every | Self::Group => self,
        })
    }
}

/// A force and its target.
#[derive(Clone)]
pub(crate) struct Attachment<T: Real<D>, const D: usize> {
    pub(crate) force: Arc<dyn Force<T, D>>,
    pub(crate) target: ForceTarget,
    /// Where a link acts on its bodies; none between the centres of mass.
    pub(crate) arms: Option<Arms<T, D>>,
    pub(crate) entry: EntryId,
}

impl<T: Real<D>, const D: usize> Attachment<T, D> {
    /// The places of its bodies, of `count` bodies in all.
    pub(crate) fn bodies<'a>(
        &self,
        index: &'a ForceIndex,
        count: usize,
    ) -> impl Iterator<Item = usize> + use<'a, T, D> {
        let group = match self.target {
            ForceTarget::Group => self.entry,
            _ => EntryId::EVERY,
        };
        self.target.bodies(count).chain(index.bodies(group))
    }

    /// The link of its force between the bodies at two places.
    pub(crate) fn link(&self, pair: [usize; 2]) -> Link<'_, T, D> {
        Link {
            force: self.force.as_ref(),
            pair,
            arms: self.arms.as_ref(),
        }
    }

    /// Adds the accelerations of all bodies of the target. `observe` receives each body with its
    /// acceleration; for a link, the relative motion.
    pub(crate) fn add_accelerations(
        &self,
        index: &ForceIndex,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
        mut observe: impl FnMut(&Body<T, D>, &SVector<T, D>),
    ) {
        if let ForceTarget::Pair(first, second) = self.target {
            let link = self.link([first, second]);
            return link.add_accelerations(bodies, time, accelerations, observe);
        }
        for place in self.bodies(index, bodies.len()) {
            if bodies[place].is_fixed() {
                continue;
            }
            let acceleration = self.force.acceleration(&bodies[place], time);
            observe(&bodies[place], &acceleration);
            accelerations[place] += acceleration;
        }
    }

    /// The acceleration of the body at a place by this force, which acts on it.
    pub(crate) fn acceleration_of(
        &self,
        bodies: &[Body<T, D>],
        place: usize,
        time: T,
    ) -> SVector<T, D> {
        if bodies[place].is_fixed() {
            return SVector::zeros();
        }
        match self.target {
            ForceTarget::Pair(first, second) => {
                (self.link([first, second])).acceleration_of(bodies, place, time)
            }
            _ => self.force.acceleration(&bodies[place], time),
        }
    }

    /// Adds the accelerations of all bodies of `target`: its own, or the same bodies by their indices in `bodies`. Bodies of a
    /// group are given one by one.
    pub(crate) fn accelerate(
        &self,
        target: ForceTarget,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
    ) {
        match target {
            ForceTarget::Every => self.force.accelerate(bodies, time, accelerations),
            ForceTarget::One(index) => {
                accelerations[index] += self.force.acceleration(&bodies[index], time);
            }
            ForceTarget::Pair(first, second) => {
                let link = self.link([first, second]);
                link.add_accelerations(bodies, time, accelerations, |_, _| ());
            }
            ForceTarget::Group => {}
        }
    }

    /// Adds the torques on all bodies of `target`, which is given as to [`accelerate`](Self::accelerate).
    pub(crate) fn turn(
        &self,
        target: ForceTarget,
        bodies: &[Body<T, D>],
        time: T,
        torques: &mut [T::Axial],
    ) {
        if let ForceTarget::Pair(first, second) = target {
            return (self.link([first, second])).add_torques(bodies, time, torques);
        }
        for place in target.bodies(bodies.len()) {
            let body = &bodies[place];
            if !(body.is_point() || body.is_fixed())
                && let Some(torque) = self.force.torque(body, time)
            {
                torques[place] += torque;
            }
        }
    }

    /// The torque on the body at a place by this force, which acts on it; none on a point and a fixed body.
    pub(crate) fn torque_on(
        &self,
        bodies: &[Body<T, D>],
        place: usize,
        time: T,
    ) -> Option<T::Axial> {
        let body = &bodies[place];
        if let ForceTarget::Pair(first, second) = self.target {
            return self.link([first, second]).torque_on(bodies, place, time);
        }
        let turns = !(body.is_point() || body.is_fixed());
        turns.then(|| self.force.torque(body, time))?
    }

    /// Adds the torques on all bodies of the target. `observe` receives each body with its torque, but none of a link: the
    /// power of that is in what [`add_accelerations`](Self::add_accelerations) shows.
    pub(crate) fn add_torques(
        &self,
        index: &ForceIndex,
        bodies: &[Body<T, D>],
        time: T,
        torques: &mut [T::Axial],
        mut observe: impl FnMut(&Body<T, D>, &T::Axial),
    ) {
        if let ForceTarget::Pair(first, second) = self.target {
            return self
                .link([first, second])
                .add_torques(bodies, time, torques);
        }
        for place in self.bodies(index, bodies.len()) {
            if let Some(torque) = self.torque_on(bodies, place, time) {
                observe(&bodies[place], &torque);
                torques[place] += torque;
            }
        }
    }

    /// The effect of the force on a body at an instant; its laws are those of any time.
    pub(crate) fn effect(&self, body: &Body<T, D>) -> Effect<T, D> {
        self.force.effect(body, T::zero(), T::zero())
    }

    /// The law of the angle of a body under this force, if it can be solved. A link has none.
    pub(crate) fn angular_law(&self, body: &Body<T, D>) -> Option<LinearLaw<T, 1>> {
        (!self.target.is_link()).then(|| self.effect(body).angular_law(body))?
    }

    /// The force in the frame of a body \[N\], if it is constant there. That of a link is not.
    pub(crate) fn thrust(&self, body: &Body<T, D>) -> Option<SVector<T, D>> {
        match self.effect(body) {
            Effect::Thrust { force, .. } if !self.target.is_link() => Some(force),
            _ => None,
        }
    }

    /// The place of the first body that gets an acceleration, increment or torque from this force that
    /// is not finite.
    pub(crate) fn first_non_finite(
        &self,
        index: &ForceIndex,
        bodies: &[Body<T, D>],
        time: T,
        dt: T,
    ) -> Option<usize> {
        let fails = |body: &Body<T, D>| {
            if body.is_fixed() {
                return false;
            }
            let increment = self.force.increment(body, time, dt);
            let torque = (self.force.torque(body, time))
                .map_or([T::zero(); 3], |torque| T::axial_numbers(&torque));
            !(is_finite(&self.force.acceleration(body, time))
                && is_finite(&increment.velocity)
                && is_finite(&increment.position)
                && (body.is_point() || torque.iter().all(|number| number.is_finite())))
        };
        let mut places = self.bodies(index, bodies.len());
        match self.target {
            ForceTarget::Pair(first, second) => {
                fails(&self.link([first, second]).relative(bodies)).then_some(first)
            }
            _ => places.find(|&place| fails(&bodies[place])),
        }
    }
}

/// A constant force and torque on one body, over the next step.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename = "Push", bound = "T: crate::space::SavedReal<D>")
)]
pub(crate) struct AppliedForce<T: Real<D>, const D: usize> {
    pub(crate) body: usize,
    /// \[N\]
    pub(crate) force: SVector<T, D>,
    /// \[N·m\]; a step has it as an [`AppliedTorque`].
    #[cfg_attr(
        feature = "serde",
        serde(skip, default = "<T as crate::space::Real<D>>::no_turn")
    )]
    pub(crate) torque: T::Axial,
    /// How long it still acts \[s\], if that is not the next step.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) left: Option<T>,
}

/// A torque over the next step, as one of the forces of that step. Unlike [`ConstantTorque`] it has no potential energy.
pub(crate) struct AppliedTorque<T: Real<D>, const D: usize>(pub(crate) ConstantTorque<T, D>);

impl<T: Real<D>, const D: usize> Force<T, D> for AppliedTorque<T, D> {
    fn acceleration(&self, _body: &Body<T, D>, _time: T) -> SVector<T, D> {
        SVector::zeros()
    }

    fn torque(&self, body: &Body<T, D>, time: T) -> Option<T::Axial> {
        self.0.torque(body, time)
    }

    fn effect(&self, body: &Body<T, D>, time: T, dt: T) -> Effect<T, D> {
        self.0.effect(body, time, dt)
    }
}

/// All forces of a world, and the time and length of one step under them.
pub(crate) struct System<'a, T: Real<D>, const D: usize> {
    /// Time at which the step starts \[s\].
    pub(crate) time: T,
    /// Length of the step \[s\].
    pub(crate) h: T,
    pub(crate) attachments: &'a [Attachment<T, D>],
    /// Which of them act on which body.
    pub(crate) index: &'a ForceIndex,
    pub(crate) applied_forces: &'a [AppliedForce<T, D>],
}

impl<'a, T: Real<D>, const D: usize> System<'a, T, D> {
    /// The forces on the body at a place, links too, in their order, each with its place.
    pub(crate) fn forces_on(
        &self,
        place: usize,
    ) -> impl Iterator<Item = (usize, &'a Attachment<T, D>)> + use<'a, T, D> {
        let mut places = Vec::new();
        self.list_forces_on(place, &mut places);
        let attachments = self.attachments;
        (places.into_iter()).map(move |place| (place, &attachments[place]))
    }

    /// Writes the places of the forces on the body at a place, links too, in their order.
    pub(crate) fn list_forces_on(&self, place: usize, forces: &mut Vec<usize>) {
        forces.clear();
        forces.extend(self.index.unordered_on(place).map(|force| force.place));
        forces.extend(self.index.every());
        forces.sort_unstable();
    }
}

impl<T: Real<D>, const D: usize> System<'_, T, D> {
    /// The accelerations of all bodies under all forces.
    pub(crate) fn accelerations(
        &self,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
    ) {
        accelerations.fill(SVector::zeros());
        for attachment in self.attachments {
            attachment.accelerate(attachment.target, bodies, time, accelerations);
            if attachment.target == ForceTarget::Group {
                for place in self.index.bodies(attachment.entry) {
                    let one = ForceTarget::One(place);
                    attachment.accelerate(one, bodies, time, accelerations);
                }
            }
        }
        for applied in self.applied_forces {
            accelerations[applied.body] += applied.force / bodies[applied.body].mass;
        }
    }

    /// The torques on all bodies by all forces.
    pub(crate) fn torques(&self, bodies: &[Body<T, D>], time: T, torques: &mut [T::Axial]) {
        torques.fill(T::no_turn());
        for attachment in self.attachments {
            attachment.add_torques(self.index, bodies, time, torques, |_, _| ());
        }
    }
}
