//! One step of a system under any scheme.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::accumulate::{AccumulatedIncrements, IncrementRule};
use super::body_laws::BodyLaws;
use super::classical::ClassicalSchemes;
use super::components::{ComponentFlow, UnsolvedRod};
use super::coupled::CoupledStates;
use super::flow_kick::StepTask;
use super::kick::KickScratch;
use super::kick_plan::{KickPlan, OwnKicks};
use super::law_runs::Stale;
use super::rotation::RigidBodies;
use super::splitting::FlowKickScheme;
use super::{AppliedForce, Scheme, System};
use crate::body::{Body, BodyStore};
use crate::numbers::flushed;
use crate::space::Real;

/// The place of a body that cannot be stepped to a finite state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NonFiniteBody(pub(crate) usize);

/// Why a step failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepFailure {
    NonFinite(NonFiniteBody),
    /// No step was found for the rod of this attachment.
    UnsolvedRod(usize),
}

impl From<NonFiniteBody> for StepFailure {
    fn from(body: NonFiniteBody) -> Self {
        Self::NonFinite(body)
    }
}

impl From<UnsolvedRod> for StepFailure {
    fn from(UnsolvedRod(attachment): UnsolvedRod) -> Self {
        Self::UnsolvedRod(attachment)
    }
}

/// All schemes, with what they keep between steps. Its owner reports every change of bodies and forces.
#[derive(Debug)]
pub(crate) struct Stepper<T: Real<D>, const D: usize> {
    /// Counts changes of the forces and of which bodies there are.
    revision: u64,
    pub(super) body_laws: BodyLaws<T, D>,
    pub(super) rigid_bodies: RigidBodies<T, D>,
    /// Shared by clones.
    pub(super) plan: Arc<KickPlan>,
    /// Whether the plan fits the present forces and bodies, apart from stale bodies and the forces on every body.
    pub(super) plan_is_current: bool,
    /// Whether the plan has the forces on every body at their places.
    pub(super) common_is_current: bool,
    pub(super) own_kicks: OwnKicks,
    pub(super) scratch: KickScratch<T, D>,
    /// A block of points as bodies, for forces to read.
    pub(super) point_bodies: Vec<Body<T, D>>,
    pub(super) coupled: CoupledStates<T, D>,
    /// The flow of each component, by its slot in the plan.
    pub(super) component_flows: Vec<Option<ComponentFlow<D>>>,
    /// Slots of components that are new, or of which a body was written to.
    pub(super) stale_components: Vec<usize>,
    /// Buffer for the places of stale bodies.
    pub(super) changed: Vec<(usize, Stale)>,
    /// The applied forces of this step, sorted by body; those on one body in their given order.
    pub(super) applied_forces: Vec<AppliedForce<T, D>>,
    /// The permutation that sorts them.
    pub(super) order: Vec<usize>,
    classical: ClassicalSchemes<T, D>,
    accumulated: AccumulatedIncrements,
    /// Buffer for the state after the step; empty until a step needs it.
    pub(super) next: Vec<Body<T, D>>,
}

impl<T: Real<D>, const D: usize> Stepper<T, D> {
    pub(crate) fn new() -> Self {
        Self {
            revision: 0,
            body_laws: BodyLaws::new(),
            rigid_bodies: RigidBodies::new(),
            plan: Arc::default(),
            plan_is_current: false,
            common_is_current: false,
            own_kicks: OwnKicks::default(),
            scratch: KickScratch::new(),
            point_bodies: Vec::new(),
            coupled: CoupledStates::new(),
            component_flows: Vec::new(),
            stale_components: Vec::new(),
            changed: Vec::new(),
            applied_forces: Vec::new(),
            order: Vec::new(),
            classical: ClassicalSchemes::new(),
            accumulated: AccumulatedIncrements::default(),
            next: Vec::new(),
        }
    }

    /// A number that changes whenever forces, or bodies as a whole, are added, removed, replaced or moved.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Reserves memory for `additional` bodies, if there is enough.
    pub(crate) fn reserve(&mut self, additional: usize) {
        self.body_laws.runs.reserve(additional);
    }

    /// Makes this know what `source` knows of bodies and forces, in the memory that it has.
    pub(crate) fn copy_from(&mut self, source: &Self) {
        self.body_laws.copy_from(&source.body_laws);
        self.rigid_bodies.clone_from(&source.rigid_bodies);
        self.plan.clone_from(&source.plan);
        self.component_flows.clone_from(&source.component_flows);
        self.stale_components.clone_from(&source.stale_components);
        self.plan_is_current = source.plan_is_current;
        self.common_is_current = source.common_is_current;
    }

    /// A body was added at the end.
    pub(crate) fn body_added(&mut self) {
        self.revision += 1;
        let place = self.body_laws.runs.len();
        self.body_laws.push();
        self.rigid_bodies.mark_stale(place);
        self.places_changed(place);
    }

    /// A body was removed and the last one took its place.
    pub(crate) fn body_removed(&mut self, index: usize) {
        self.revision += 1;
        let last = self.body_laws.runs.len() - 1;
        self.take_apart(index);
        self.take_apart(last);
        self.body_laws.swap_remove(index);
        self.rigid_bodies.swap_remove(index, last);
        self.places_changed(index);
    }

    /// Takes the component of a body apart, so that it is found anew. Returns the places of its bodies.
    pub(super) fn take_apart(&mut self, place: usize) -> Vec<usize> {
        if self.plan.components.slot_of(place).is_none() {
            return Vec::new();
        }
        let members = Arc::make_mut(&mut self.plan).components.dissolve(place);
        for &member in &members {
            self.body_laws.mark_stale(member, Stale::Ties);
        }
        members
    }

    /// Another body, or none, is at this place now.
    fn places_changed(&mut self, place: usize) {
        // forces on every body are sorted by what they do to the first
        self.plan_is_current &= self.plan.allows_moves();
        if place == 0 {
            self.common_changed();
        }
    }

    /// A body may have been written to.
    pub(crate) fn body_changed(&mut self, index: usize) {
        self.body_laws.mark_stale(index, Stale::Law);
        self.rigid_bodies.mark_stale(index);
    }

    /// All bodies may have been written to.
    pub(crate) fn bodies_changed(&mut self) {
        self.body_laws.mark_all_stale();
        self.rigid_bodies.mark_all_stale();
    }

    /// Positions and velocities were written to, but masses were not.
    pub(crate) fn states_changed(&mut self) {
        self.body_laws.component_bound = None;
    }

    /// Forces on a body were added, removed or replaced, or act in another order.
    pub(crate) fn forces_on_changed(&mut self, index: usize) {
        self.revision += 1;
        self.plan_is_current &= self.plan.allows_changes();
        self.body_laws.mark_stale(index, Stale::Ties);
        self.rigid_bodies.mark_stale(index);
    }

    /// A force on a body has another place. What moves with other bodies names its forces by their places.
    pub(crate) fn force_moved(&mut self, index: usize) {
        self.revision += 1;
        let known = self.body_laws.runs.get(index);
        let is_coupled = known.is_some_and(|known| known.role.is_coupled());
        if is_coupled || self.plan.components.slot_of(index).is_some() {
            self.forces_on_changed(index);
        }
    }

    /// Forces on every body, or forces that bind bodies to orbits, were added, removed or replaced, or act in another order.
    pub(crate) fn all_forces_changed(&mut self) {
        self.revision += 1;
        self.plan_is_current = false;
        self.rigid_bodies.mark_all_stale();
    }

    /// Forces on every body have other places, or the first body is another.
    pub(crate) fn common_changed(&mut self) {
        self.revision += 1;
        self.common_is_current = false;
        self.rigid_bodies.mark_common_stale();
    }

    /// Moves `bodies` by the step of the system. On failure they are unchanged.
    pub(crate) fn step(
        &mut self,
        scheme: Scheme,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), StepFailure> {
        self.rigid_bodies.refresh(system, bodies)?;
        if !self.rigid_bodies.refixed.is_empty() {
            self.mark_refixed(system);
        }
        match FlowKickScheme::of(scheme) {
            Some(scheme) => self.flow_kick(&StepTask { scheme, system }, bodies),
            None => Ok(self.step_bodies(scheme, system, bodies)?),
        }
    }

    /// Whether the link at a place kicked its bodies in the last step under a scheme, instead of being part of an exact motion.
    pub(crate) fn is_kicking_link(
        &self,
        scheme: Scheme,
        system: &System<'_, T, D>,
        place: usize,
    ) -> bool {
        FlowKickScheme::of(scheme).is_none() || self.plan.is_kicking_link(system, place)
    }

    /// Marks bodies that were fixed or set free.
    #[cold]
    fn mark_refixed(&mut self, system: &System<'_, T, D>) {
        // orbits bind bodies that are not fixed
        self.plan_is_current &= !self.plan.may_bind(system);
        while let Some(place) = self.rigid_bodies.refixed.pop() {
            self.body_laws.mark_stale(place, Stale::Ties);
            // a link matters if one of its bodies is free
            for force in system.index.unordered_on(place) {
                for body in system.attachments[force.place].target.bodies(0) {
                    self.body_laws.mark_stale(body, Stale::Ties);
                }
            }
        }
    }

    /// A step under a scheme that moves whole bodies.
    fn step_bodies(
        &mut self,
        scheme: Scheme,
        system: &System<'_, T, D>,
        bodies: &mut BodyStore<T, D>,
    ) -> Result<(), NonFiniteBody> {
        let (rigid, next) = (&self.rigid_bodies, &mut self.next);
        bodies.change_all(|bodies| {
            next.clear();
            next.extend_from_slice(bodies);
            let mut accumulate = |rule| (self.accumulated).step(rigid, system, bodies, next, rule);
            match scheme {
                Scheme::Kinematic => accumulate(IncrementRule::Full),
                Scheme::AverageAcceleration => accumulate(IncrementRule::Averaged),
                _ => self.classical.step(scheme, rigid, system, bodies, next),
            }
            flush(next);
            check_states(next)?;
            let not_finite = rigid.first_non_finite(next);
            not_finite.map_or(Ok(()), |place| Err(NonFiniteBody(place)))?;
            core::mem::swap(bodies, next);
            Ok(())
        })?;
        self.body_laws.component_bound = None;
        Ok(())
    }
}

/// Replaces components that have faded by zero.
fn flush<T: Real<D>, const D: usize>(bodies: &mut [Body<T, D>]) {
    for body in bodies {
        body.position = body.position.map(flushed);
        body.velocity = body.velocity.map(flushed);
    }
}

/// Fails with the first body whose state is not finite or whose mass is not positive.
fn check_states<T: Real<D>, const D: usize>(bodies: &[Body<T, D>]) -> Result<(), NonFiniteBody> {
    // quick check in one sum without branches: 0 · x is 0 unless x is infinite or NaN
    let poison = bodies.iter().fold(T::zero(), |sum, body| {
        let state = body.position.sum() + body.velocity.sum();
        let massless = if body.mass > T::zero() {
            T::zero()
        } else {
            T::one()
        };
        sum + state * T::zero() + massless
    });
    if poison == T::zero() {
        return Ok(());
    }
    // an infinite force on a fixed body leaves that not finite, too: one that moves tells more
    let is_moving = |body: &Body<T, D>| !(body.is_valid() || body.is_fixed());
    let moving = bodies.iter().position(is_moving);
    (moving.or_else(|| bodies.iter().position(|body| !body.is_valid())))
        .map_or(Ok(()), |place| Err(NonFiniteBody(place)))
}
