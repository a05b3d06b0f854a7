//! How each link of a world is solved.

use alloc::vec::Vec;

use super::super::fixed_bodies::FixedBodies;
use super::super::kick_plan::{KickPlan, OwnKicks};
use super::super::{ForceTarget, System};
use super::{ComponentFlow, Inputs, Solution};
use crate::body::Body;
use crate::network::NotSolved;
use crate::space::Real;

/// How [`Scheme::FlowKick`](crate::Scheme::FlowKick) treats a link or a rod, and why: see
/// [`World::link_solution`](crate::World::link_solution).
///
/// A *component* is all bodies that linear links and rods tie together.
///
/// ```
/// use kinstep::{Body2, LinkSolution, Rod, Spring, World2};
///
/// let mut world = World2::new();
/// let [a, b, c] = [0.0, 1.0, 2.0].map(|x| world.add_body(Body2::point(1.0).at([x, 0.0])).unwrap());
/// let spring = world.add_link(a, b, Spring::stiffness(30.0))?;
/// assert_eq!(world.link_solution(spring)?, LinkSolution::Exact);
/// // a rod in the same component makes the whole of second order
/// world.add_link(b, c, Rod::stiffness(1e6).length(1.0))?;
/// assert_eq!(world.link_solution(spring)?, LinkSolution::EnergyMomentum);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkSolution {
    /// The whole component is a network of linear links, whose flow is exact. Forces that are not linear kick it.
    Exact,
    /// The component has rods: it moves by the energy-momentum rule, an implicit step of second order that conserves energy,
    /// momentum and angular momentum.
    EnergyMomentum,
    /// It kicks: the link is neither linear nor a rod, or it is a linear one that is
    /// [mounted](crate::World::add_link_at) off the centre of a body.
    KicksAsItIs,
    /// It kicks: the gyration or tide in it, or of forces that are not the same on all bodies of the component, has no modes
    /// in common with the springs.
    KicksAnisotropic,
    /// It kicks: the component has more than [`MOST_BODIES`](Self::MOST_BODIES) bodies.
    KicksOfMany {
        /// Number of bodies of the component.
        bodies: usize,
    },
    /// It kicks: the component has more than [`MOST_DAMPED`](Self::MOST_DAMPED) bodies, and damping that couples its modes. It
    /// does not if all bodies have one drag rate, or all links one ratio of damping to stiffness.
    KicksOfManyDamped {
        /// Number of bodies of the component.
        bodies: usize,
    },
    /// It kicks: one of its bodies is on an orbit.
    KicksOnOrbit,
    /// It kicks: a coefficient of the component is not finite.
    KicksNotFinite,
    /// The force is no link and no rod, or all its bodies are fixed.
    NoLink,
}

impl LinkSolution {
    /// The largest number of bodies of an exact component.
    pub const MOST_BODIES: usize = crate::network::MOST_BODIES;
    /// The largest number of bodies of an exact component whose damping couples its modes.
    pub const MOST_DAMPED: usize = crate::network::MOST_DAMPED;
}

/// All components of a system, found anew.
pub(crate) struct ComponentSurvey {
    plan: KickPlan,
}

impl ComponentSurvey {
    /// Finds and solves all components of these bodies.
    pub(crate) fn new<T: Real<D>, const D: usize>(
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) -> Self {
        let mut survey = Self::of_starts(system, bodies, 0..bodies.len());
        let slots: Vec<usize> = survey
            .plan
            .components
            .solved()
            .map(|(slot, _)| slot)
            .collect();
        let mut own_kicks = OwnKicks::default();
        for slot in slots {
            let component = survey.plan.components.get(slot);
            let linear_on = |place, forces: &mut Vec<usize>| {
                forces.extend(survey.plan.linear_on(place, system, &mut own_kicks));
            };
            let inputs = Inputs::of(component, system, |place| bodies[place], linear_on);
            let solution = inputs.map_or(Solution::Kicks(NotSolved::Anisotropic), |inputs| {
                ComponentFlow::new(inputs, component).solution()
            });
            survey.plan.components.get_mut(slot).solution = solution;
        }
        survey
    }

    /// Finds the components of some bodies, without solving them.
    fn of_starts<T: Real<D>, const D: usize>(
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
        starts: impl Iterator<Item = usize>,
    ) -> Self {
        let mut fixed = FixedBodies::default();
        for (place, body) in bodies
            .iter()
            .enumerate()
            .filter(|(_, body)| body.is_fixed())
        {
            fixed.set(place, body.is_fixed());
        }
        let mut plan = KickPlan::default();
        plan.rebuild(system, bodies, &fixed);
        if plan.has_ties(system) {
            for start in starts {
                plan.find_component(start, system, &fixed);
            }
        }
        Self { plan }
    }

    /// The places of all bodies that ties join to a body, itself included, ascending.
    pub(crate) fn bodies_with<T: Real<D>, const D: usize>(
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
        place: usize,
    ) -> Vec<usize> {
        let survey = Self::of_starts(system, bodies, core::iter::once(place));
        let component = survey.plan.components.of(place);
        component.map_or_else(|| alloc::vec![place], |component| component.places.clone())
    }

    /// Whether a body moves in the flow of a component.
    pub(crate) fn solves(&self, place: usize) -> bool {
        self.plan.components.solve(place)
    }

    /// How the force of an attachment is solved.
    pub(crate) fn solution_of<T: Real<D>, const D: usize>(
        &self,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
        attachment: usize,
    ) -> LinkSolution {
        let force = &system.attachments[attachment];
        let mut free =
            (force.bodies(system.index, bodies.len())).filter(|&place| !bodies[place].is_fixed());
        let Some(body) = free.next() else {
            return LinkSolution::NoLink;
        };
        let component = self.plan.components.of(body);
        let tied = component.filter(|component| {
            component
                .ties
                .iter()
                .any(|tie| tie.attachment == attachment)
        });
        let Some(component) = tied else {
            let is_link = matches!(force.target, ForceTarget::Pair(..));
            let on_orbit = core::iter::once(body)
                .chain(free)
                .any(|body| self.plan.orbits.contains(body));
            let is_tie = self.plan.is_tie_at(attachment, system);
            return match (is_link, is_tie && on_orbit) {
                (_, true) => LinkSolution::KicksOnOrbit,
                (true, false) => LinkSolution::KicksAsItIs,
                (false, false) => LinkSolution::NoLink,
            };
        };
        let count = component.places.len();
        match component.solution {
            Solution::Network => LinkSolution::Exact,
            Solution::Rods => LinkSolution::EnergyMomentum,
            Solution::Kicks(NotSolved::TooManyBodies) => {
                LinkSolution::KicksOfMany { bodies: count }
            }
            Solution::Kicks(NotSolved::TooManyDamped) => {
                LinkSolution::KicksOfManyDamped { bodies: count }
            }
            Solution::Kicks(NotSolved::Anisotropic) => LinkSolution::KicksAnisotropic,
            Solution::Kicks(NotSolved::NotFinite) => LinkSolution::KicksNotFinite,
        }
    }
}
