//! Forces, linear laws and islands of a world, for diagnostics and for integrators of your own.

use alloc::collections::BTreeSet;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::slice;

use nalgebra::SVector;

use super::{BodyId, ForceId, NoSuch, StepError, World};
use crate::body::{Body, BodyStore};
use crate::flow::LinearLaw;
use crate::plan::{Gather, IslandMotion, LinkSolution, Plan, Ties};
use crate::space::Real;
use crate::step::{NonFiniteBody, System};

/// Forces, linear laws and islands of a world, from [`World::dynamics`].
///
/// | to know | call |
/// |---|---|
/// | which bodies move together, and whether their step is exact | [`islands`](Self::islands), [`island_of`](Self::island_of) |
/// | how a link or a spring is solved | [`link_solution`](Self::link_solution) |
/// | the linear law of a body | [`law`](Self::law) |
/// | accelerations and torques in any state | [`accelerations`](Self::accelerations), [`torques`](Self::torques) |
///
/// Another integrator can read the forces of a world and move its bodies:
///
/// ```
/// use kinstep::{Body2, Spring, UniformGravity, World2};
///
/// let mut world = World2::new();
/// world.add_force(UniformGravity::new([0.0, -9.81]))?;
/// let bob = world.add_body(Body2::point(2.0).at([0.1, 0.0]))?;
/// world.add_force_on(bob, Spring::stiffness(50.0))?;
///
/// // velocity Verlet
/// let (dt, mut time) = (1e-3, 0.0);
/// let mut bodies = world.body_slice().to_vec();
/// let dynamics = world.dynamics()?;
/// let mut accelerations = dynamics.accelerations(&bodies, time)?;
/// for _ in 0..1000 {
///     for (body, acceleration) in bodies.iter_mut().zip(&accelerations) {
///         body.velocity += acceleration * (0.5 * dt);
///         body.position += body.velocity * dt;
///     }
///     time += dt;
///     accelerations = dynamics.accelerations(&bodies, time)?;
///     for (body, acceleration) in bodies.iter_mut().zip(&accelerations) {
///         body.velocity += acceleration * (0.5 * dt);
///     }
/// }
/// assert!(dynamics.islands().all(|island| island.is_exact()));
/// world.step(1.0)?;
/// assert!((bodies[0].position - world[bob].position).norm() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Dynamics<'a, T: Real<D>, const D: usize> {
    world: &'a World<T, D>,
    system: System<'a, T, D>,
    ties: Arc<Ties>,
    /// Motion of the island of each body, by body index.
    motions: Vec<IslandMotion>,
}

/// Bodies that move together, from [`Dynamics::islands`]: either bodies that links join, directly
/// or through other bodies, or one body without links.
#[derive(Clone, Copy)]
pub struct Island<'a, T: Real<D>, const D: usize> {
    dynamics: &'a Dynamics<'a, T, D>,
    /// Index of the first body of the island.
    first: usize,
}

impl<T: Real<D>, const D: usize> World<T, D> {
    /// Returns a view of the forces, linear laws and islands of this world.
    ///
    /// After a change of bodies or forces the call costs about as much as the next step; otherwise
    /// it costs little.
    ///
    /// # Errors
    /// If a body is not valid, or its law is not finite: the error that a step returns.
    pub fn dynamics(&self) -> Result<Dynamics<'_, T, D>, StepError<T>> {
        let known = |plan: &Plan<T, D>| {
            let mut motions = Vec::new();
            plan.motions(&mut motions);
            (Arc::clone(&plan.ties), motions)
        };
        let known = match self.stepper.plan() {
            Some(plan) => Ok(known(plan)),
            None => {
                let mut bodies = BodyStore::from(self.body_slice().to_vec());
                let plan = Plan::of(&self.forces.topology, &mut bodies, Gather::None);
                plan.map(|plan| known(&plan))
            }
        };
        let (ties, motions) =
            known.map_err(|NonFiniteBody(index)| self.step_error(index, T::zero()))?;
        Ok(Dynamics {
            world: self,
            system: self.system(T::zero()),
            ties,
            motions,
        })
    }

    /// Returns the sum of the linear laws on the body at `index`.
    pub(crate) fn law_on(&self, index: usize) -> LinearLaw<T, D> {
        let body = &self.bodies.values()[index];
        (self.system(T::zero()).forces_on(index))
            .filter(|(_, attachment)| !(attachment.target.is_link() || body.is_fixed()))
            .filter_map(|(_, attachment)| attachment.effect(body).law())
            .sum()
    }
}

impl<T: Real<D>, const D: usize> Dynamics<'_, T, D> {
    /// Returns all islands, in the order of their first bodies. A [fixed](Body::fixed) body belongs to no island, and does not join the
    /// bodies linked to it.
    pub fn islands(&self) -> impl Iterator<Item = Island<'_, T, D>> {
        (0..self.motions.len()).filter_map(|index| {
            let island = self.island_at(index)?;
            (island.first == index).then_some(island)
        })
    }

    /// Returns the island of a body; `None` if the body is fixed.
    ///
    /// ```
    /// use kinstep::{Body2, Spring, World2};
    ///
    /// let mut world = World2::new();
    /// let [a, b, c] = [(); 3].map(|()| world.add_body(Body2::point(1.0)).unwrap());
    /// world.add_link(a, c, Spring::stiffness(30.0))?;
    /// let dynamics = world.dynamics()?;
    /// let island = dynamics.island_of(a)?.expect("it is free");
    /// assert!(island.bodies().eq([a, c]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not in this world.
    pub fn island_of(&self, body: BodyId) -> Result<Option<Island<'_, T, D>>, NoSuch> {
        Ok(self.island_at(self.world.index_of(body)?))
    }

    fn island_at(&self, index: usize) -> Option<Island<'_, T, D>> {
        let first = match self.ties.island_of(index) {
            Some(island) => self.ties.islands[island].indices[0],
            None => index,
        };
        (!self.world.body_slice()[index].is_fixed()).then_some(Island {
            dynamics: self,
            first,
        })
    }

    /// Returns how [`Scheme::FlowKick`](crate::Scheme::FlowKick) treats a link, or a spring with a
    /// rest length: exactly, by the energy-momentum rule, or as a kick. In the last case the result
    /// states the reason.
    ///
    /// ```
    /// use kinstep::{Body2, LinkSolution, Spring, World2};
    ///
    /// // 65 bodies on springs are one too many
    /// let mut world = World2::new();
    /// let bodies: Vec<_> = (0..65).map(|_| world.add_body(Body2::point(1.0)).unwrap()).collect();
    /// let links: Vec<_> = (bodies.windows(2))
    ///     .map(|pair| world.add_link(pair[0], pair[1], Spring::stiffness(30.0)).unwrap())
    ///     .collect();
    /// let solution = world.dynamics()?.link_solution(links[0])?;
    /// assert_eq!(solution, LinkSolution::KicksOfMany { bodies: 65 });
    /// world.remove_force(links[63])?;
    /// assert_eq!(world.dynamics()?.link_solution(links[0])?, LinkSolution::Exact);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the force is not in this world.
    pub fn link_solution(&self, force: ForceId) -> Result<LinkSolution, NoSuch> {
        let slot = (self.world.forces.keys().slot(force.0)).ok_or(NoSuch::Force(force))?;
        Ok((self.ties).solution_of(self.system.topology, self.world.body_slice(), slot))
    }

    /// Returns the sum of the linear laws of all forces on a body in its present state, and whether
    /// this sum is complete: no link and no force without a law acts on the body.
    ///
    /// # Errors
    /// If the body is not in this world.
    pub fn law(&self, body: BodyId) -> Result<(LinearLaw<T, D>, bool), NoSuch> {
        let index = self.world.index_of(body)?;
        Ok((
            self.world.law_on(index),
            self.forces_beside(index).next().is_none(),
        ))
    }

    /// Returns the slots of the forces on a body that are not part of its linear law: links, and forces without a law.
    fn forces_beside(&self, index: usize) -> impl Iterator<Item = usize> {
        let body = &self.world.body_slice()[index];
        let forces = self.system.forces_on(index).filter(|_| !body.is_fixed());
        let beside = forces.filter(|(_, force)| {
            force.target.is_link() || force.acts_between() || force.effect(body).law().is_none()
        });
        beside.map(|(slot, _)| slot)
    }

    /// Returns the acceleration of each body \[m/s²\] in the world frame, for given states of all
    /// bodies and a time \[s\]. Includes all forces and the
    /// [forces for the next step](World::apply_force). Entries of fixed bodies have no meaning.
    ///
    /// # Errors
    /// If there are more or fewer states than bodies.
    pub fn accelerations(
        &self,
        bodies: &[Body<T, D>],
        time: T,
    ) -> Result<Vec<SVector<T, D>>, NoSuch> {
        self.check(bodies)?;
        let mut accelerations = vec![SVector::zeros(); bodies.len()];
        self.system.accelerations(bodies, time, &mut accelerations);
        Ok(accelerations)
    }

    /// Returns the torque on each body by all forces \[N·m\], for the same arguments as
    /// [`accelerations`](Self::accelerations); in space torques are in the world frame.
    ///
    /// # Errors
    /// If there are more or fewer states than bodies.
    pub fn torques(&self, bodies: &[Body<T, D>], time: T) -> Result<Vec<T::Axial>, NoSuch> {
        self.check(bodies)?;
        let mut torques = vec![T::no_turn(); bodies.len()];
        self.system.torques(bodies, time, &mut torques);
        Ok(torques)
    }

    fn check(&self, states: &[Body<T, D>]) -> Result<(), NoSuch> {
        let (states, bodies) = (states.len(), self.motions.len());
        if states == bodies {
            Ok(())
        } else {
            Err(NoSuch::States { states, bodies })
        }
    }
}

impl<T: Real<D>, const D: usize> Island<'_, T, D> {
    /// Returns the indices of the bodies of the island.
    fn indices(&self) -> &[usize] {
        let ties = &self.dynamics.ties;
        match ties.island_of(self.first) {
            Some(island) => &ties.islands[island].indices,
            None => slice::from_ref(&self.first),
        }
    }

    /// Returns the ids of the bodies of the island, in the order of the world.
    #[must_use]
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = BodyId> {
        let keys = &self.dynamics.world.body_keys;
        self.indices().iter().map(|&index| BodyId(keys.key(index)))
    }

    /// Returns the forces on the bodies of the island that are not part of their linear laws,
    /// including links, in the order in which they act.
    #[must_use]
    pub fn forces(&self) -> Vec<ForceId> {
        let slots = (self.indices().iter()).flat_map(|&index| self.dynamics.forces_beside(index));
        let slots: BTreeSet<usize> = slots.collect();
        (slots.into_iter())
            .map(|slot| self.dynamics.world.force_id(slot))
            .collect()
    }

    /// Returns how the island moves in a step of [`Scheme::FlowKick`](crate::Scheme::FlowKick).
    #[must_use]
    pub fn motion(&self) -> IslandMotion {
        self.dynamics.motions[self.first]
    }

    /// Whether [`motion`](Self::motion) is exact for the next step, under the [forces](World::apply_force) applied for that
    /// step.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let is_pushed = || self.dynamics.system.pushes_any(self.indices());
        self.motion().is_exact(is_pushed)
    }
}
