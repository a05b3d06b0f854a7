//! A force and the bodies that it acts on, by body index.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use nalgebra::SVector;

use super::kind::Kind;
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::force::{Effect, Force, UniformGravity};
use crate::numbers::is_finite;
use crate::space::Real;
use crate::step::{Arms, Link};

/// The bodies that a force acts on, by their index in the slice of bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    /// Every body.
    Every,
    /// One body.
    One(usize),
    /// The relative motion of two bodies. The force acts on the first body, and with the opposite
    /// sign on the second.
    Pair(usize, usize),
    /// Each body of a group, whose members are stored in the [`Attachment`].
    Group,
}

impl Target {
    /// Returns the indices of the bodies of the target in a world of `count` bodies; none for a
    /// group.
    pub(crate) fn bodies(self, count: usize) -> impl Iterator<Item = usize> {
        let (one, other) = match self {
            Self::Group => (0..0, None),
            Self::Every => (0..count, None),
            Self::One(body) => (body..body + 1, None),
            Self::Pair(first, second) => (first..first + 1, Some(second)),
        };
        one.chain(other)
    }

    /// Returns the index of the body, if the target is a single body.
    pub(crate) fn one(self) -> Option<usize> {
        match self {
            Self::One(body) => Some(body),
            _ => None,
        }
    }

    /// Whether the target is a link between two bodies.
    pub(crate) fn is_link(self) -> bool {
        matches!(self, Self::Pair(..))
    }

    /// Returns the target with its body indices mapped by `index`; `None` if `index` returns `None` for one of these indices.
    pub(crate) fn map(self, index: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        Some(match self {
            Self::One(body) => Self::One(index(body)?),
            Self::Pair(first, second) => Self::Pair(index(first)?, index(second)?),
            Self::Every | Self::Group => self,
        })
    }
}

/// A force and its target.
#[derive(Clone)]
pub(crate) struct Attachment<T: Real<D>, const D: usize> {
    pub(crate) force: Arc<dyn Force<T, D>>,
    pub(crate) kind: Kind,
    pub(crate) target: Target,
    /// Indices of the bodies of a group, ascending.
    pub(crate) group: Vec<usize>,
    /// Whether each new body joins the group.
    pub(crate) grows: bool,
    /// Points of the bodies at which a link acts; `None` for the centres of mass.
    pub(crate) arms: Option<Arms<T, D>>,
}

impl<T: Real<D>, const D: usize> Attachment<T, D> {
    /// Returns the indices of the bodies that the force acts on, in a world of `count` bodies.
    pub(crate) fn bodies(&self, count: usize) -> impl Iterator<Item = usize> + use<'_, T, D> {
        self.target.bodies(count).chain(self.group.iter().copied())
    }

    /// Returns the indices of the bodies that the force acts on; returns no index if it acts on every body.
    pub(crate) fn named_bodies(&self) -> impl Iterator<Item = usize> + use<'_, T, D> {
        self.bodies(0)
    }

    /// Returns an attachment for a slot whose force was removed; it acts on no body.
    pub(super) fn emptied(&self) -> Self {
        Self {
            force: Arc::new(UniformGravity::new(SVector::zeros())),
            target: Target::Group,
            group: Vec::new(),
            grows: false,
            arms: None,
            kind: self.kind,
        }
    }

    /// Returns the link by this force between the bodies at two indices.
    #[inline]
    pub(crate) fn link(&self, pair: [usize; 2]) -> Link<'_, T, D> {
        Link {
            force: self.force.as_ref(),
            pair,
            arms: self.arms.as_ref(),
        }
    }

    /// Whether the force acts between all bodies.
    pub(crate) fn acts_between(&self) -> bool {
        self.kind.acts_between && self.target == Target::Every
    }

    /// Returns the accelerations of all bodies by a force between them \[m/s²\]; `None` for any other force.
    fn accelerations_between(&self, bodies: &[Body<T, D>], time: T) -> Option<Vec<SVector<T, D>>> {
        self.acts_between().then(|| {
            let mut accelerations = vec![SVector::zeros(); bodies.len()];
            self.force.accelerate(bodies, time, &mut accelerations);
            accelerations
        })
    }

    /// Adds the accelerations of all bodies of the target. `observe` receives each body with its
    /// acceleration; for a link it receives the relative motion.
    pub(crate) fn add_accelerations(
        &self,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
        mut observe: impl FnMut(&Body<T, D>, &SVector<T, D>),
    ) {
        if let Target::Pair(first, second) = self.target {
            let link = self.link([first, second]);
            return link.add_accelerations(bodies, time, accelerations, observe);
        }
        let between = self.accelerations_between(bodies, time);
        for index in self.bodies(bodies.len()) {
            if bodies[index].is_fixed() {
                continue;
            }
            let acceleration = match &between {
                Some(all) => all[index],
                None => self.force.acceleration(&bodies[index], time),
            };
            observe(&bodies[index], &acceleration);
            accelerations[index] += acceleration;
        }
    }

    /// Returns the acceleration of the body at `index` by this force \[m/s²\], which must act on the body.
    pub(crate) fn acceleration_of(
        &self,
        bodies: &[Body<T, D>],
        index: usize,
        time: T,
    ) -> SVector<T, D> {
        if bodies[index].is_fixed() {
            return SVector::zeros();
        }
        match self.target {
            Target::Pair(first, second) => {
                (self.link([first, second])).acceleration_of(bodies, index, time)
            }
            _ => match self.accelerations_between(bodies, time) {
                Some(all) => all[index],
                None => self.force.acceleration(&bodies[index], time),
            },
        }
    }

    /// Adds the accelerations of all bodies of `target`, which is the target of this force, or of
    /// its kick in a block; its indices are those of `bodies`. A group must be passed body by body.
    pub(crate) fn accelerate(
        &self,
        target: Target,
        bodies: &[Body<T, D>],
        time: T,
        accelerations: &mut [SVector<T, D>],
    ) {
        match target {
            Target::Every => self.force.accelerate(bodies, time, accelerations),
            Target::One(index) => {
                accelerations[index] += self.force.acceleration(&bodies[index], time);
            }
            Target::Pair(first, second) => {
                let link = self.link([first, second]);
                link.add_accelerations(bodies, time, accelerations, |_, _| ());
            }
            Target::Group => {}
        }
    }

    /// Returns the torque on the body at `index` by this force, which must act on the body; `None` for a point and a fixed body.
    pub(crate) fn torque_on(
        &self,
        bodies: &[Body<T, D>],
        index: usize,
        time: T,
    ) -> Option<T::Axial> {
        if let Target::Pair(first, second) = self.target {
            return self.link([first, second]).torque_on(bodies, index, time);
        }
        self.torque_alone(&bodies[index], time)
    }

    /// Adds the torques on all bodies of `target`, which has the same indices as in [`accelerate`](Self::accelerate).
    pub(crate) fn add_torques_on(
        &self,
        target: Target,
        bodies: &[Body<T, D>],
        time: T,
        torques: &mut [T::Axial],
    ) {
        if let Target::Pair(first, second) = target {
            return (self.link([first, second])).add_torques(bodies, time, torques);
        }
        for index in target.bodies(bodies.len()) {
            if let Some(torque) = self.torque_alone(&bodies[index], time) {
                torques[index] += torque;
            }
        }
    }

    /// Returns the torque on a body by a force that is not a link; `None` for a point and a fixed body.
    fn torque_alone(&self, body: &Body<T, D>, time: T) -> Option<T::Axial> {
        let turns = !(body.is_point() || body.is_fixed());
        turns.then(|| self.force.torque(body, time))?
    }

    /// Adds the torques on all bodies of the target. `observe` receives each body with its torque,
    /// except for a link: [`add_accelerations`](Self::add_accelerations) already passes the power
    /// of a link's torque to `observe`.
    pub(crate) fn add_torques(
        &self,
        bodies: &[Body<T, D>],
        time: T,
        torques: &mut [T::Axial],
        mut observe: impl FnMut(&Body<T, D>, &T::Axial),
    ) {
        if let Target::Pair(first, second) = self.target {
            return self
                .link([first, second])
                .add_torques(bodies, time, torques);
        }
        for index in self.bodies(bodies.len()) {
            if let Some(torque) = self.torque_alone(&bodies[index], time) {
                observe(&bodies[index], &torque);
                torques[index] += torque;
            }
        }
    }

    /// Returns the effect of the force on a body at time zero. If the effect is a law, the law is
    /// valid at any time.
    pub(crate) fn effect(&self, body: &Body<T, D>) -> Effect<T, D> {
        self.force.effect(body, T::zero(), T::zero())
    }

    /// Returns the law of the angle of a body under this force, if it can be solved; `None` for a link.
    pub(crate) fn angular_law(&self, body: &Body<T, D>) -> Option<LinearLaw<T, 1>> {
        (!self.target.is_link()).then(|| self.effect(body).angular_law(body))?
    }

    /// Returns the force in the frame of a body \[N\], if it is constant in that frame; `None` for a link.
    pub(crate) fn thrust(&self, body: &Body<T, D>) -> Option<SVector<T, D>> {
        match self.effect(body) {
            Effect::Thrust { force, .. } if !self.target.is_link() => Some(force),
            _ => None,
        }
    }

    /// Returns the index of the first body whose acceleration, increment or torque by this force is not finite.
    pub(crate) fn first_non_finite(&self, bodies: &[Body<T, D>], time: T, dt: T) -> Option<usize> {
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
        if let Some(all) = self.accelerations_between(bodies, time) {
            let mut indices = (0..all.len()).filter(|&index| !bodies[index].is_fixed());
            let failed = indices.find(|&index| !is_finite(&all[index]));
            if failed.is_some() {
                return failed;
            }
        }
        let mut indices = self.bodies(bodies.len());
        match self.target {
            Target::Pair(first, second) => {
                let moving = if bodies[first].is_fixed() {
                    second
                } else {
                    first
                };
                fails(&self.link([first, second]).relative(bodies)).then_some(moving)
            }
            _ => indices.find(|&index| fails(&bodies[index])),
        }
    }
}
