//! Finds why a step failed: the body, the force, or a link that is too stiff for the step.

use super::{BodyId, StepError, World};
use crate::body::Body;
use crate::flow::product;
use crate::force::Effect;
use crate::numbers::{from_f64, to_f64};
use crate::plan::{Attachment, Target};
use crate::space::Real;
use crate::step::{AppliedForce, NonFiniteBody, StepFailure};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{Debug, Formatter, Result};
use nalgebra::ComplexField;

struct KickingLink {
    /// Slot of the force of the link.
    force: usize,
    ends: [LinkEnd; 2],
    /// Stiffness k \[N/m\] and damping coefficient b \[kg/s\].
    coefficients: [f64; 2],
}

/// The index of a body, and the distance \[m\] from the body's centre of mass at which a link acts.
#[derive(Clone, Copy)]
struct LinkEnd {
    body: usize,
    distance: f64,
}

/// The sums `Σ c` and `Σ c r` of the links of a body, with the coefficient c of a link and its
/// distance r from the centre of mass.
type Sums = [f64; 2];

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Returns the error of a step that failed.
    #[inline(never)]
    pub(super) fn step_failure(&self, failure: StepFailure, dt: T) -> StepError<T> {
        match failure {
            StepFailure::NonFinite(NonFiniteBody(index)) => {
                let error = self.step_error(index, dt);
                self.unstable_link(&error, dt).unwrap_or(error)
            }
            // never returned: the contact part returns the cause instead
            StepFailure::Refused => StepError::Duration { dt },
            StepFailure::UnsolvedRod(slot) => StepError::UnsolvedSpring {
                force: self.force_id(slot),
                kind: self.forces.topology.slots()[slot].force.name(),
                dt,
            },
        }
    }

    /// Finds the cause of a non-finite result of the body at `index`. Another body may be the
    /// cause, so all bodies are checked.
    #[inline(never)]
    pub(crate) fn step_error(&self, index: usize, dt: T) -> StepError<T> {
        let bodies = self.bodies.values();
        let id = |index| BodyId(self.body_keys.key(index));
        if let Some(invalid) = bodies.iter().position(|body| !body.is_valid()) {
            let (body, Body { mass, .. }) = (id(invalid), bodies[invalid]);
            return if !bodies[invalid].has_mass() {
                StepError::Mass { body, mass }
            } else if !bodies[invalid].has_inertia() {
                StepError::Inertia { body }
            } else if bodies[invalid].is_point()
                && bodies[invalid].is_finite()
                && bodies[invalid].has_orientation()
            {
                StepError::PointSpins { body }
            } else {
                StepError::State { body }
            };
        }
        if self.law_on(index).loses_its_phase(dt) {
            let body = id(index);
            return StepError::PhaseLost { body, dt };
        }
        let (index, force) = match self.non_finite_force(dt) {
            Some((index, force)) => (index, Some(force)),
            None => (index, None),
        };
        StepError::NotFinite {
            body: id(index),
            force: force.map(|force| self.force_id(force)),
            kind: force.map(|force| self.forces.topology.slots()[force].force.name()),
        }
    }

    /// Returns the first force that is not finite at the start of a step of `dt`, as the index of a
    /// body that it acts on, and its slot.
    fn non_finite_force(&self, dt: T) -> Option<(usize, usize)> {
        let bodies = self.bodies.values();
        let mut forces = self.forces.topology.slots().iter().enumerate();
        forces.find_map(|(force, attachment)| {
            let index = attachment.first_non_finite(bodies, self.time(), dt)?;
            Some((index, force))
        })
    }

    /// Returns an error with the stiffest kicking link, if `error` reports a state that is not
    /// finite, and steps of `dt` are unstable under this link.
    ///
    /// Kicks are stable up to Ωh = 2, where Ω is the largest angular frequency of the motion under all kicking links. By
    /// Gershgorin's circle theorem,
    ///
    /// ```text
    /// Ω² ≤ the largest, over all links, of w₁ Σ₁ k + w₂ Σ₂ k        w = 1/m + r r'/I
    /// ```
    ///
    /// where Σ₁ and Σ₂ sum over the links of the two bodies of a link, and r' is the distance from
    /// the centre of mass at which each of these links acts. The decay rate of dampers has the same
    /// bound.
    fn unstable_link(&self, error: &StepError<T>, dt: T) -> Option<StepError<T>> {
        let StepError::NotFinite { force, .. } = error else {
            return None;
        };
        // a force that is not finite in ordinary states is the cause; in huge states the cause came
        // earlier
        let is_huge = |number: T| !(number * number).is_finite();
        let bodies = self.bodies.values();
        let mut sizes = bodies.iter().map(|body| body.largest_component());
        if force.is_some() && !sizes.any(is_huge) {
            return None;
        }
        let links = self.kicking_links(dt);
        let mut sums = vec![[[0.0; 2]; 2]; bodies.len()];
        for link in &links {
            for end in link.ends {
                for (sum, coefficient) in sums[end.body].iter_mut().zip(link.coefficients) {
                    sum[0] += coefficient;
                    sum[1] += coefficient * end.distance;
                }
            }
        }
        let (mut fastest, mut found) = (0.0, None);
        for link in &links {
            let shares = (link.ends).map(|end| sums[end.body].map(|sums| self.share(end, sums)));
            let [squared, decay] = [0, 1].map(|which| shares[0][which] + shares[1][which]);
            let rate = ComplexField::sqrt(squared).max(decay);
            if rate > fastest {
                let easier = usize::from(shares[1] > shares[0]);
                (fastest, found) = (rate, Some((link.force, link.ends[easier].body)));
            }
        }
        let (force, body) = found.filter(|_| fastest * to_f64(dt).abs() > 2.0)?;
        Some(StepError::Unstable {
            body: BodyId(self.body_keys.key(body)),
            force: self.force_id(force),
            kind: self.forces.topology.slots()[force].force.name(),
            dt,
            longest: from_f64(2.0 / fastest),
        })
    }

    /// Returns `Σ c (1/m + r r'/I)` for one end of a link, with the smallest moment of inertia I;
    /// zero for a fixed body.
    fn share(&self, end: LinkEnd, [sum, moment]: Sums) -> f64 {
        let body = &self.bodies.values()[end.body];
        if body.is_fixed() {
            return 0.0;
        }
        let inertia = T::wide_inertia(&body.inertia());
        let mobility = inertia.map_or(0.0, |inertia| 1.0 / inertia.moments().min());
        // 0 · ∞ = 0: a link may act at the centre of a thin rod
        sum / to_f64(body.mass) + product(end.distance * moment, mobility)
    }

    /// Returns the springs and other linear links that kicked their bodies in the last step.
    fn kicking_links(&self, dt: T) -> Vec<KickingLink> {
        let (bodies, system) = (self.bodies.values(), self.system(dt));
        let kicking = self.stepper.kicking_links(self.scheme);
        let attachments = system.attachments().iter().enumerate();
        let links = attachments.filter_map(|(force, attachment)| {
            let Target::Pair(first, second) = attachment.target else {
                return None;
            };
            let relative = attachment.link([first, second]).relative(bodies);
            let coefficients = match attachment.effect(&relative) {
                Effect::Spring {
                    stiffness, damping, ..
                } => [stiffness, damping],
                effect => {
                    let law = effect.law()?;
                    [law.stiffness_per_mass, law.damping].map(|rate| rate * relative.mass)
                }
            };
            let kicks = (kicking.as_ref()).is_none_or(|kicking| kicking.contains(&force));
            let is_kicking = !relative.is_fixed() && kicks;
            let distances =
                (attachment.arms).map_or([0.0; 2], |arms| arms.map(|arm| to_f64(arm.norm())));
            is_kicking.then(|| KickingLink {
                force,
                ends: [
                    LinkEnd {
                        body: first,
                        distance: distances[0],
                    },
                    LinkEnd {
                        body: second,
                        distance: distances[1],
                    },
                ],
                // a repelling link has no frequency
                coefficients: coefficients.map(|coefficient| to_f64(coefficient).max(0.0)),
            })
        });
        links.collect()
    }
}

// `{world:?}`: the contents of a world, without cached data.

/// Prints time, scheme, bodies, and forces with their ids; also tags other than zero and forces for
/// the next step, if there are any.
impl<T: Real<D>, const D: usize> Debug for World<T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let mut world = formatter.debug_struct("World");
        (world.field("time", &self.time()))
            .field("steps", &self.steps())
            .field("scheme", &self.scheme)
            .field("bodies", &Bodies(self))
            .field("forces", &Forces(self));
        if !self.tags.as_slice().is_empty() {
            world.field("tags", &TagsOf(self));
        }
        if !self.applied_forces.is_empty() {
            world.field("applied_forces", &AppliedForces(self));
        }
        world.finish()
    }
}

struct TagsOf<'a, T: Real<D>, const D: usize>(&'a World<T, D>);

impl<T: Real<D>, const D: usize> Debug for TagsOf<'_, T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let tags = self.0.ids().zip(self.0.tags.as_slice());
        let tags = tags.filter(|(_, tag)| **tag != 0);
        (formatter.debug_map()).entries(tags).finish()
    }
}

struct AppliedForces<'a, T: Real<D>, const D: usize>(&'a World<T, D>);

impl<T: Real<D>, const D: usize> Debug for AppliedForces<'_, T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let id = |index| BodyId(self.0.body_keys.key(index));
        let applied = self.0.applied_forces.iter();
        (formatter.debug_map())
            .entries(applied.map(|applied| (id(applied.body), Applied(applied))))
            .finish()
    }
}

/// An applied force to be printed; the torque is left out if it is zero.
struct Applied<'a, T: Real<D>, const D: usize>(&'a AppliedForce<T, D>);

impl<T: Real<D>, const D: usize> Debug for Applied<'_, T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let AppliedForce { force, torque, .. } = self.0;
        if *torque == T::no_turn() {
            return force.fmt(formatter);
        }
        (formatter.debug_struct("Applied"))
            .field("force", force)
            .field("torque", torque)
            .finish()
    }
}

struct Bodies<'a, T: Real<D>, const D: usize>(&'a World<T, D>);

impl<T: Real<D>, const D: usize> Debug for Bodies<'_, T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let mut map = formatter.debug_map();
        for (id, body) in self.0.bodies() {
            map.entry(&format_args!("{id}"), body);
        }
        map.finish()
    }
}

struct Forces<'a, T: Real<D>, const D: usize>(&'a World<T, D>);

impl<T: Real<D>, const D: usize> Debug for Forces<'_, T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let mut map = formatter.debug_map();
        for (id, attachment) in self.0.force_ids().zip(self.0.forces.values()) {
            map.entry(&format_args!("{id}"), &ForceOn(self.0, attachment));
        }
        map.finish()
    }
}

/// A force to be printed, with the bodies that it acts on.
struct ForceOn<'a, T: Real<D>, const D: usize>(&'a World<T, D>, &'a Attachment<T, D>);

impl<T: Real<D>, const D: usize> Debug for ForceOn<'_, T, D> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let Self(world, attachment) = self;
        attachment.force.fmt(formatter)?;
        if attachment.target == Target::Every {
            return formatter.write_str(" on every body");
        }
        let indices = attachment.bodies(world.len());
        for (nth, index) in indices.enumerate() {
            let id = BodyId(world.body_keys.key(index));
            write!(formatter, "{} {id}", if nth == 0 { " on" } else { "," })?;
        }
        Ok(())
    }
}
