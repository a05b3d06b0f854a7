//! How links are solved, and how islands move, as the crate reports it.

use super::attachment::Target;
use super::ties::Ties;
use super::topology::Topology;
use crate::body::Body;
use crate::movers::Solution;
use crate::network::NotSolved;
use crate::space::Real;

/// How [`Scheme::FlowKick`](crate::Scheme::FlowKick) treats a link or a spring with a rest length, and why: see
/// [`Dynamics::link_solution`](crate::Dynamics::link_solution).
///
/// A *component* is all bodies that linear links and springs with a rest length tie together.
///
/// ```
/// use kinstep::{Body2, LinkSolution, Spring, World2};
///
/// let mut world = World2::new();
/// let [a, b, c] = [0.0, 1.0, 2.0].map(|x| world.add_body(Body2::point(1.0).at([x, 0.0])).unwrap());
/// let spring = world.add_link(a, b, Spring::stiffness(30.0))?;
/// assert_eq!(world.dynamics()?.link_solution(spring)?, LinkSolution::Exact);
/// // a rest length in the same component makes the whole of second order
/// world.add_link(b, c, Spring::stiffness(1e6).length(1.0))?;
/// assert_eq!(world.dynamics()?.link_solution(spring)?, LinkSolution::EnergyMomentum);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkSolution {
    /// The whole component is a network of linear links, whose flow is exact. Forces that are not
    /// linear are kicks.
    Exact,
    /// The component includes springs with a rest length. It moves by the energy-momentum rule, an
    /// implicit step of second order that conserves energy, momentum and angular momentum.
    EnergyMomentum,
    /// The link kicks: it is neither linear nor a spring with a rest length, or it is linear and
    /// [mounted](crate::World::add_link_at) off the centre of a body.
    KicksAsItIs,
    /// The link kicks: the gyration or tide of the link, or of forces that differ between the
    /// bodies of the component, has no common modes with the springs.
    KicksAnisotropic,
    /// The link kicks: the component has more than [`MOST_BODIES`](Self::MOST_BODIES) bodies.
    KicksOfMany {
        /// Number of bodies of the component.
        bodies: usize,
    },
    /// The link kicks: the component has more than [`MOST_DAMPED`](Self::MOST_DAMPED) bodies, and
    /// its damping couples the modes. The modes are not coupled if all bodies have one drag rate,
    /// or all links have one ratio of damping to stiffness.
    KicksOfManyDamped {
        /// Number of bodies of the component.
        bodies: usize,
    },
    /// The link kicks: one of the linked bodies is on an orbit.
    KicksOnOrbit,
    /// The link kicks: a coefficient of the component is not finite.
    KicksNotFinite,
    /// The force is neither a link nor a spring with a rest length, or all bodies that it acts on are fixed.
    NoLink,
}

impl LinkSolution {
    /// Maximum number of bodies of an exact component.
    pub const MOST_BODIES: usize = crate::network::MOST_BODIES;
    /// Maximum number of bodies of an exact component in which damping couples the modes.
    pub const MOST_DAMPED: usize = crate::network::MOST_DAMPED;
}

/// How an island moves in a step of [`Scheme::FlowKick`](crate::Scheme::FlowKick).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum IslandMotion {
    /// Forces kick bodies of the island: the step is of second order.
    #[default]
    Kicked,
    /// The island has springs with a rest length, and no force kicks it: it moves by the
    /// energy-momentum rule, of second order.
    EnergyMomentum,
    /// A single force acts, on one body or between two, and the motion under this force is known.
    /// The step is exact unless a [force is applied](crate::World::apply_force) to these bodies.
    ExactUnlessPushed,
    /// The step is exact for any length.
    Exact,
}

impl IslandMotion {
    /// Whether the motion is exact. `is_pushed` returns whether applied forces act on bodies of the island.
    pub(crate) fn is_exact(self, is_pushed: impl FnOnce() -> bool) -> bool {
        match self {
            Self::Exact => true,
            Self::ExactUnlessPushed => !is_pushed(),
            Self::Kicked | Self::EnergyMomentum => false,
        }
    }
}

impl Ties {
    /// Returns how the force in a slot is solved.
    pub(crate) fn solution_of<T: Real<D>, const D: usize>(
        &self,
        topology: &Topology<T, D>,
        bodies: &[Body<T, D>],
        slot: usize,
    ) -> LinkSolution {
        let force = &topology.slots()[slot];
        let free =
            || (force.bodies(bodies.len())).filter(|&index: &usize| !bodies[index].is_fixed());
        let Some(body) = free().next() else {
            return LinkSolution::NoLink;
        };
        let component = self.component_of(body);
        let component = component.map(|index| &self.components[index]);
        let tied = component.filter(|component| component.ties.iter().any(|tie| tie.slot == slot));
        let Some(component) = tied else {
            let is_link = matches!(force.target, Target::Pair(..));
            let on_orbit = free().any(|index| self.is_on_orbit(index));
            return match (is_link, on_orbit && Self::ties_off_orbits(force)) {
                (_, true) => LinkSolution::KicksOnOrbit,
                (true, false) => LinkSolution::KicksAsItIs,
                (false, false) => LinkSolution::NoLink,
            };
        };
        let count = component.indices.len();
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
