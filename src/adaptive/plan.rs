//! Which bodies move together, and which forces act on them.

use alloc::vec;
use alloc::vec::Vec;

use super::component::{ActingForce, Component, ExactSolution};
use super::length::reset_all;
use super::survey::{Facts, Survey};
use crate::body::Body;
use crate::flow::LinearLaw;
use crate::plan::{Attachment, Target};
use crate::space::Real;
use crate::step::System;

/// No component.
const NONE: usize = usize::MAX;

/// All components of a system that have free bodies, with their forces and laws in common lists.
#[derive(Debug)]
pub(crate) struct Plan<T: Real<D>, const D: usize> {
    /// The revision of bodies and forces that it was made for.
    revision: Option<u64>,
    /// Mass and inertia of each body, as it was made.
    inertias: Vec<(T, T::Inertia)>,
    pub(super) components: Vec<Component>,
    /// The component of each body; none for fixed ones.
    component_of: Vec<usize>,
    pub(super) places: Vec<usize>,
    /// The law on each of them.
    pub(super) laws: Vec<LinearLaw<T, D>>,
    pub(super) forces: Vec<ActingForce>,
    pub(super) turning: Vec<usize>,
}

impl<T: Real<D>, const D: usize> Plan<T, D> {
    pub(super) fn new() -> Self {
        Self {
            revision: None,
            inertias: Vec::new(),
            components: Vec::new(),
            component_of: Vec::new(),
            places: Vec::new(),
            laws: Vec::new(),
            forces: Vec::new(),
            turning: Vec::new(),
        }
    }

    /// The component of a body; none if it is fixed.
    pub(super) fn component_of(&self, place: usize) -> Option<usize> {
        let component = self.component_of.get(place).copied()?;
        (component != NONE).then_some(component)
    }

    /// Takes note that it may not fit any more.
    pub(super) fn forget(&mut self) {
        self.revision = None;
    }

    /// Brings the plan up to date.
    pub(super) fn prepare(
        &mut self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
        revision: u64,
    ) {
        let inertias = || bodies.iter().map(|body| (body.mass, body.inertia()));
        if self.revision == Some(revision) && inertias().eq(self.inertias.iter().copied()) {
            return;
        }
        self.inertias.clear();
        self.inertias.extend(inertias());
        self.find_components(system, bodies);
        let mut survey = Survey {
            system,
            bodies,
            links: None,
            index_of: vec![NONE; bodies.len()],
        };
        self.forces.clear();
        self.turning.clear();
        self.laws.clear();
        let mut components = core::mem::take(&mut self.components);
        let mut free = core::mem::take(&mut self.places);
        let mut first = 0;
        for component in &mut components {
            let end = first + component.free;
            self.add_component(component, &free[first..end], &mut survey);
            first = end;
        }
        free.clear();
        self.components = components;
        self.revision = Some(revision);
    }

    /// Sorts all free bodies into components: sets `components` with their numbers of free bodies, and `places`.
    fn find_components(&mut self, system: &System<'_, T, D>, bodies: &[Body<T, D>]) {
        let mut leader: Vec<usize> = (0..bodies.len()).collect();
        for attachment in system.attachments() {
            if let Target::Pair(first, second) = attachment.target
                && !(bodies[first].is_fixed() || bodies[second].is_fixed())
            {
                let ends = [first, second].map(|place| find(&mut leader, place));
                // the first body of a component leads it
                leader[ends[0].max(ends[1])] = ends[0].min(ends[1]);
            }
        }
        if (system.attachments().iter()).any(Attachment::acts_between) {
            let first = bodies.iter().position(|body| !body.is_fixed());
            leader.fill(first.unwrap_or(0));
        }
        reset_all([&mut self.component_of], bodies.len(), NONE);
        self.components.clear();
        for (place, body) in bodies.iter().enumerate() {
            if body.is_fixed() {
                continue;
            }
            let leader = find(&mut leader, place);
            if leader == place {
                self.component_of[place] = self.components.len();
                self.components.push(Component {
                    places: 0..0,
                    free: 0,
                    forces: 0..0,
                    turning: 0..0,
                    depends_on_velocity: false,
                    has_law: false,
                    reads_orientation: false,
                    solution: ExactSolution::None,
                });
            }
            let component = self.component_of[leader];
            self.component_of[place] = component;
            self.components[component].free += 1;
        }
        // a counting sort: by component, then by place
        let mut next = Vec::with_capacity(self.components.len());
        let mut count = 0;
        for component in &self.components {
            next.push(count);
            count += component.free;
        }
        reset_all([&mut self.places], count, 0);
        for (place, &component) in self.component_of.iter().enumerate() {
            if component != NONE {
                self.places[next[component]] = place;
                next[component] += 1;
            }
        }
    }

    /// Adds the bodies, laws and forces of a component to the lists.
    fn add_component(
        &mut self,
        component: &mut Component,
        free: &[usize],
        survey: &mut Survey<'_, T, D>,
    ) {
        let first = self.places.len();
        self.places.extend_from_slice(free);
        for (index, &place) in free.iter().enumerate() {
            survey.index_of[place] = index;
        }
        let first_force = self.forces.len();
        for &place in free {
            self.add_own(place, first, survey);
        }
        let every = survey.system.topology.every().iter();
        self.forces.extend(every.map(|&attachment| ActingForce {
            attachment,
            target: Target::Every,
            accelerates: false,
            turns: false,
        }));
        self.forces[first_force..].sort_by_key(|force| force.attachment);
        component.places = first..self.places.len();
        let count = self.places.len() - first;
        self.laws.resize(self.places.len(), LinearLaw::free());

        let laws = &mut self.laws[first..first + component.free];
        let bodies: Vec<Body<T, D>> = (self.places[first..].iter())
            .map(|&place| survey.bodies[place])
            .collect();
        let mut turns = vec![false; count];
        let mut facts = Facts::default();
        for force in &mut self.forces[first_force..] {
            let attachment = &survey.system.attachments()[force.attachment];
            survey.classify(force, attachment, &bodies[..], laws, &mut turns, &mut facts);
        }
        // laws are known now, and need no evaluation of their forces
        let mut kept = first_force;
        for index in first_force..self.forces.len() {
            let force = self.forces[index];
            if force.accelerates || force.turns {
                self.forces[kept] = force;
                kept += 1;
            }
        }
        self.forces.truncate(kept);
        component.forces = first_force..kept;
        component.depends_on_velocity =
            facts.depends_on_velocity || laws.iter().any(LinearLaw::depends_on_velocity);
        component.has_law = laws.iter().any(|law| !is_constant(law));
        component.reads_orientation = facts.reads_orientation;
        component.solution = survey.solution(&facts, laws, &bodies);
        let first_turning = self.turning.len();
        let turning = (0..component.free).filter(|&index| turns[index]);
        self.turning.extend(turning);
        component.turning = first_turning..self.turning.len();
        for place in &self.places[first..] {
            survey.index_of[*place] = NONE;
        }
    }

    /// Adds the forces on a body that do not act on every body. A link of two free bodies is added by the first of them.
    fn add_own(&mut self, place: usize, first: usize, survey: &mut Survey<'_, T, D>) {
        let index = survey.index_of[place];
        for slot in survey.system.topology.own(place) {
            let target = match survey.system.attachments()[slot].target {
                Target::Pair(one, other) => {
                    let ends = [one, other];
                    let partner = if one == place { other } else { one };
                    if survey.bodies[partner].is_fixed() {
                        if survey.index_of[partner] == NONE {
                            survey.index_of[partner] = self.places.len() - first;
                            self.places.push(partner);
                        }
                    } else if survey.index_of[partner] < index {
                        continue;
                    }
                    let [one, other] = ends.map(|end| survey.index_of[end]);
                    Target::Pair(one, other)
                }
                _ => Target::One(index),
            };
            self.forces.push(ActingForce {
                attachment: slot,
                target,
                accelerates: false,
                turns: false,
            });
        }
    }
}

/// The leader of a body's component; shortens the way to it.
fn find(leader: &mut [usize], place: usize) -> usize {
    let mut place = place;
    while leader[place] != place {
        leader[place] = leader[leader[place]];
        place = leader[place];
    }
    place
}

/// Whether a law is a constant or ramping acceleration.
fn is_constant<T: Real<D>, const D: usize>(law: &LinearLaw<T, D>) -> bool {
    let constant = LinearLaw::gravity(law.constant).ramping(law.ramp);
    *law == constant
}
