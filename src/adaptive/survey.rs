//! What each force does to a component, and whether its motion is known exactly.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::component::{ActingForce, ExactSolution};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::force::Effect;
use crate::plan::{Attachment, LinkSolution, Survey as TieSurvey, Target, is_thrust_solved};
use crate::space::Real;
use crate::step::{System, relative};

/// What the forces of a component are.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) depends_on_velocity: bool,
    pub(super) reads_orientation: bool,
    /// Numbers of forces that accelerate bodies other than by laws and exact thrusts: all, and those with a motion of their own.
    not_laws: usize,
    with_motion: usize,
    /// Links of exact networks.
    network_links: usize,
    has_thrusts: bool,
    has_unsolved_torque: bool,
}

/// What is known while components are looked at.
pub(super) struct Survey<'a, T: Real<D>, const D: usize> {
    pub(super) system: &'a System<'a, T, D>,
    pub(super) bodies: &'a [Body<T, D>],
    /// How links are solved by fixed steps, once a link was met.
    pub(super) links: Option<TieSurvey>,
    /// The index of each body of the present component in it.
    pub(super) index_of: Vec<usize>,
}

impl<T: Real<D>, const D: usize> Survey<'_, T, D> {
    /// Finds out what a force does: adds its laws, or sets that it accelerates or turns bodies.
    pub(super) fn classify(
        &mut self,
        force: &mut ActingForce,
        attachment: &Attachment<T, D>,
        bodies: &[Body<T, D>],
        laws: &mut [LinearLaw<T, D>],
        turns: &mut [bool],
        facts: &mut Facts,
    ) {
        if let Target::Pair(first, second) = force.target {
            return self.classify_link(force, attachment, [first, second], bodies, turns, facts);
        }
        let time = self.system.time;
        let targets = || force.target.bodies(laws.len());
        let are_laws = targets().all(|index| attachment.effect(&bodies[index]).law().is_some());
        let (mut has_motion, mut is_thrust) = (true, true);
        for index in force.target.bodies(laws.len()) {
            let body = &bodies[index];
            let effect = attachment.effect(body);
            let law = effect.law().filter(|_| are_laws);
            if let Some(law) = law {
                laws[index] += law;
            }
            is_thrust &= matches!(effect, Effect::Thrust { .. });
            has_motion &= matches!(effect, Effect::Motion(_) | Effect::Orbit(_));
            let is_through_centre =
                matches!(effect, Effect::Thrust { arm, .. } if arm == SVector::<T, D>::zeros());
            let turns_it = !(body.is_point() || is_through_centre);
            if turns_it && attachment.force.torque(body, time).is_some() {
                force.turns = true;
                turns[index] = true;
                facts.has_unsolved_torque |= effect.angular_law(body).is_none();
                facts.depends_on_velocity |= effect.depends_on_velocity();
            }
            if law.is_none() {
                force.accelerates = true;
                facts.depends_on_velocity |= effect.depends_on_velocity();
                facts.reads_orientation |=
                    !matches!(effect, Effect::Orbit(_) | Effect::Spring { .. });
            }
        }
        facts.has_thrusts |= is_thrust;
        if force.accelerates && !is_thrust {
            facts.not_laws += 1;
            facts.with_motion += usize::from(has_motion);
        }
    }

    fn classify_link(
        &mut self,
        force: &mut ActingForce,
        attachment: &Attachment<T, D>,
        ends: [usize; 2],
        bodies: &[Body<T, D>],
        turns: &mut [bool],
        facts: &mut Facts,
    ) {
        let arms = attachment.arms.as_ref();
        let relative = relative(ends.map(|end| &bodies[end]), arms);
        let effect = attachment.effect(&relative);
        force.accelerates = true;
        facts.depends_on_velocity |= effect.depends_on_velocity();
        if arms.is_some() {
            facts.reads_orientation = true;
            for end in ends {
                let is_turned = !(bodies[end].is_point() || bodies[end].is_fixed());
                turns[end] |= is_turned;
                force.turns |= is_turned;
                facts.has_unsolved_torque |= is_turned;
            }
        }
        let (system, all) = (self.system, self.bodies);
        let links = (self.links).get_or_insert_with(|| TieSurvey::new(system.topology, all));
        if links.solution_of(system.topology, all, force.attachment) == LinkSolution::Exact {
            facts.network_links += 1;
        } else {
            facts.not_laws += 1;
            let has_motion = matches!(effect, Effect::Motion(_) | Effect::Orbit(_));
            facts.with_motion += usize::from(has_motion && arms.is_none());
        }
    }

    /// Whether fixed steps are exact for a component.
    pub(super) fn solution(
        &self,
        facts: &Facts,
        laws: &[LinearLaw<T, D>],
        bodies: &[Body<T, D>],
    ) -> ExactSolution {
        let thrusts_are_solved =
            facts.network_links == 0 && laws.iter().all(is_thrust_solved::<T, D>);
        let thrusts_are_solved = !facts.has_thrusts || thrusts_are_solved;
        if facts.has_unsolved_torque || !thrusts_are_solved {
            return ExactSolution::None;
        }
        // one force acts alone: on one body, or between two
        let is_alone = facts.not_laws == 1
            && facts.with_motion == 1
            && facts.network_links == 0
            && !facts.has_thrusts
            && bodies.len() <= 2
            && laws.iter().all(|law| *law == LinearLaw::free());
        match facts.not_laws {
            0 => ExactSolution::Always,
            _ if is_alone => ExactSolution::WithoutAppliedForces,
            _ => ExactSolution::None,
        }
    }
}
