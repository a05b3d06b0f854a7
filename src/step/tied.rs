//! Blocks of bodies that are tied to others by links, components or orbits. Each block goes through
//! a step as a whole.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::block::{BlockScratch, add_applied_force, is_pushed};
use super::flow_kick::{StepTask, is_rotation_finite, on_neighbours};
use super::ground::flow_run;
use super::ground::pair_after;
use super::kick::{KickGroup, KickScratch, KickStep};
use super::splitting::{FLOW_KICK, Substep, whole_step};
use super::system::{Indices, States};
use super::{AppliedForce, Ground, GroundFlow, MovedBy, StepFailure};
use crate::body::{Body, StateBuffers};
use crate::flow::LinearLaw;
use crate::movers::{Members, Mover, Surroundings};
use crate::plan::{Block, BlockMover, Plan, Row, Run, Target};
use crate::space::Real;

/// Copies of the states of the bodies of a block.
#[derive(Debug)]
pub(super) struct TiedStates<T: Real<D>, const D: usize> {
    positions: Vec<[T; D]>,
    velocities: Vec<[T; D]>,
    masses: Vec<T>,
    /// Bodies of the block; empty if no body of the world has a rotation.
    bodies: Vec<Body<T, D>>,
    unkicked: Unkicked<T, D>,
    /// The bodies before a flow or a kick, stored for contacts.
    before: Vec<Body<T, D>>,
    /// The laws that the bodies follow, stored for contacts; `None` for a body without a law of its
    /// own.
    laws: Vec<Option<LinearLaw<T, D>>>,
    moved_by: Vec<MovedBy>,
    /// Accelerations \[m/s²\] by applied forces that act as kicks, each with the index of its body.
    pushes: Vec<(usize, SVector<T, D>)>,
}

/// Positions and velocities before filtered kicks.
type Unkicked<T, const D: usize> = [Vec<[T; D]>; 2];

impl<T: Real<D>, const D: usize> TiedStates<T, D> {
    pub(super) fn new() -> Self {
        Self {
            positions: Vec::new(),
            velocities: Vec::new(),
            masses: Vec::new(),
            bodies: Vec::new(),
            unkicked: [Vec::new(), Vec::new()],
            before: Vec::new(),
            laws: Vec::new(),
            moved_by: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// Copies the states of the bodies at these indices, and their entries in `bodies`, unless
    /// `bodies` is empty.
    fn gather(
        &mut self,
        indices: &[usize],
        states: &StateBuffers<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        self.positions.clear();
        (self.positions).extend(indices.iter().map(|&index| states.positions[index]));
        self.velocities.clear();
        (self.velocities).extend(indices.iter().map(|&index| states.velocities[index]));
        self.masses.clear();
        (self.masses).extend(indices.iter().map(|&index| states.masses[index]));
        self.bodies.clear();
        if !bodies.is_empty() {
            (self.bodies).extend(indices.iter().map(|&index| bodies[index]));
        }
    }
}

/// Moves the bodies of all blocks to their next states. `after` receives the next rotations, and
/// may be empty. Returns whether all states are finite; it may return false although they are.
///
/// # Errors
/// Returns a rod whose step has no solution, or one of the bodies of such a rod if the state of
/// that body was not finite.
pub(super) fn step_tied<T: Real<D>, const D: usize>(
    task: &StepTask<'_, T, D>,
    plan: &mut Plan<T, D>,
    (scratch, tied): (&mut BlockScratch<T, D>, &mut TiedStates<T, D>),
    applied_forces: &[AppliedForce<T, D>],
    states: &mut StateBuffers<'_, T, D>,
    (before, after): (&[Body<T, D>], &mut [Body<T, D>]),
    mut ground: Option<&mut dyn Ground<T, D>>,
) -> Result<bool, StepFailure> {
    let mut all_finite = true;
    let blocks = alloc::sync::Arc::clone(&plan.blocks);
    for block in blocks.iter() {
        if task.only_exact && !block.class.motion.is_exact(|| false) {
            continue;
        }
        if let Some(ground) = &ground
            && !block.class.is_kicked
            && block.indices.iter().all(|&index| {
                let [position, velocity] = [states.positions[index], states.velocities[index]];
                let body = before[index].at(position).moving(velocity);
                ground.rests(index, &body, (plan.version, task.system.h))
                    && on_neighbours(applied_forces, index, 1).next().is_none()
            })
        {
            for &index in &block.indices {
                states.next_positions[index] = states.positions[index];
                states.next_velocities[index] = states.velocities[index];
            }
            continue;
        }
        // contacts also read the radii of the bodies
        let is_plain = after.is_empty() && ground.is_none();
        let rotating = if is_plain { &[] } else { before };
        tied.gather(&block.indices, states, rotating);
        find_pushes(&mut tied.pushes, block, applied_forces, &tied.masses);
        let TiedStates {
            positions,
            velocities,
            masses,
            bodies,
            unkicked,
            before: start,
            laws,
            moved_by,
            pushes,
        } = &mut *tied;
        let count = block.indices.len();
        if scratch.points.len() < count {
            scratch.points.resize(count, Body::point(T::one()));
        }
        let bodies = match &mut bodies[..] {
            [] => &mut scratch.points[..count],
            rotating => rotating,
        };
        let mut step = BlockStep {
            task,
            block,
            plan: &mut *plan,
            around: Surroundings {
                system: task.system,
                before: &*states,
                bodies: before,
                applied_forces,
            },
            states: States {
                indices: Indices::Of(&block.indices),
                positions,
                velocities,
                masses,
                bodies,
            },
            ground: match &mut ground {
                Some(ground) => Some(&mut **ground),
                None => None,
            },
            start,
            laws,
            moved_by,
        };
        step.run(&mut scratch.kicks, unkicked, pushes)?;
        let moved = step.states;
        all_finite &= moved.are_finite();
        let indices = || block.indices[..block.count].iter().enumerate();
        for (local, &index) in indices() {
            states.next_positions[index] = moved.positions[local];
            states.next_velocities[index] = moved.velocities[local];
        }
        if !after.is_empty() {
            all_finite &= moved.bodies.iter().all(is_rotation_finite);
            indices().for_each(|(local, &index)| after[index] = moved.bodies[local]);
        }
    }
    Ok(all_finite)
}

/// A block during a step.
struct BlockStep<'a, 'b, T: Real<D>, const D: usize> {
    task: &'a StepTask<'a, T, D>,
    block: &'a Block,
    plan: &'a mut Plan<T, D>,
    around: Surroundings<'b, T, D>,
    states: States<'a, T, D>,
    ground: Option<&'a mut dyn Ground<T, D>>,
    start: &'a mut Vec<Body<T, D>>,
    laws: &'a mut Vec<Option<LinearLaw<T, D>>>,
    moved_by: &'a mut Vec<MovedBy>,
}

impl<T: Real<D>, const D: usize> BlockStep<'_, '_, T, D> {
    /// Moves the states by the whole step.
    fn run(
        &mut self,
        scratch: &mut KickScratch<T, D>,
        unkicked: &mut Unkicked<T, D>,
        pushes: &[(usize, SVector<T, D>)],
    ) -> Result<(), StepFailure> {
        let (block, system) = (self.block, self.task.system);
        let is_kicked = block.class.is_kicked || !pushes.is_empty();
        // with contacts, the flows of all bodies end at the same times
        let is_grounded = self.ground.is_some() && is_kicked;
        let whole = whole_step(system);
        self.mark_start();
        // movers without kicks advance over the whole step if they are exact, and over each stage
        // of a composition if they are rods
        self.advance(whole, |mover, kicked| {
            !(kicked || is_grounded) && mover.is_exact()
        })?;
        let rods = (block.movers.iter()).filter(|mover| !mover.is_kicked);
        if !is_grounded && { rods }.any(|mover| !self.plan.mover(mover.kind).is_exact()) {
            for stage in self.task.splitting.beside_rods().stages(system) {
                self.advance(stage, |mover, kicked| !kicked && !mover.is_exact())?;
                self.write_rotations(false);
            }
        }
        if !is_kicked {
            self.follow_laws(whole);
            self.write_rotations(false);
            return self.meet_ground(whole, None);
        }
        let splitting = if is_grounded {
            // contacts need a splitting without backward flows
            &FLOW_KICK
        } else if block.class.has_kicked_rods {
            self.task.splitting.beside_rods()
        } else {
            self.task.splitting
        };
        let group = KickGroup {
            attachments: system.attachments(),
            common: &[],
            own: &block.kicks,
            counts: &block.counts,
            first: 0,
            pushes,
            turn: !self.plan.solids.is_empty(),
        };
        for part in splitting.parts(system) {
            if let Some(substep) = part.flow {
                self.advance(substep, |_, kicked| kicked || is_grounded)?;
                self.follow_laws(substep);
                // `follow_laws` has rotated all bodies freely; this corrects bodies that rotate
                // with a component
                self.write_rotations(true);
                let is_first = substep.start == whole.start;
                self.meet_ground(substep, Some(if is_first { 0.0 } else { 0.5 }))?;
            }
            if let Some(kick) = part.kick {
                self.mark_start();
                self.kick(&group, scratch, kick, unkicked);
                self.meet_kicks(kick.time)?;
            }
        }
        self.write_rotations(false);
        if !is_grounded {
            self.follow_single_links(&group, scratch, whole);
        }
        Ok(())
    }

    /// Stores the bodies before a flow or a kick.
    fn mark_start(&mut self) {
        if self.ground.is_some() {
            self.states.write_bodies();
            self.start.clear();
            self.start.extend_from_slice(self.states.bodies);
        }
    }

    /// Applies contacts to a flow that started from the stored bodies.
    fn meet_ground(&mut self, substep: Substep<T>, lead: Option<f64>) -> Result<(), StepFailure> {
        if self.ground.is_none() {
            return Ok(());
        }
        let (block, plan) = (self.block, &*self.plan);
        self.laws.clear();
        self.laws.resize(block.indices.len(), None);
        self.moved_by.clear();
        self.moved_by.resize(block.indices.len(), MovedBy::Plan);
        let components = block
            .movers
            .iter()
            .filter(|mover| mover.kind.takes_pushes());
        for &local in components.flat_map(|mover| &mover.local) {
            self.moved_by[local] = MovedBy::Component;
        }
        for local in block.with_laws.iter().cloned().flatten() {
            let index = block.indices[local];
            if !plan.solids.has_thrust(index) {
                let mut law = plan.laws.law(plan.rows.list[index].law);
                for applied in on_neighbours(self.around.applied_forces, index, 1) {
                    law.constant += applied.force / self.states.masses[local];
                    self.moved_by[local] = MovedBy::Pushes;
                }
                self.laws[local] = Some(law);
            }
        }
        self.states.write_bodies();
        self.hold_tied(substep, lead)?;
        let Some(ground) = &mut self.ground else {
            return Ok(());
        };
        ground.flow(GroundFlow {
            version: lead.is_none().then_some(self.plan.version),
            indices: &block.indices[..block.count],
            before: &self.start[..block.count],
            after: &mut self.states.bodies[..block.count],
            laws: &self.laws[..block.count],
            moved_by: &self.moved_by[..block.count],
            span: [substep.start, substep.dt],
            step: self.task.system.h,
            lead,
        })?;
        self.states.read_bodies();
        self.mark_start();
        Ok(())
    }

    /// Applies contacts to the bodies of components: computes their flow again with the contact
    /// forces.
    fn hold_tied(&mut self, substep: Substep<T>, lead: Option<f64>) -> Result<(), StepFailure> {
        let block = self.block;
        let Some(ground) = self.ground.take() else {
            return Ok(());
        };
        let components = block
            .movers
            .iter()
            .filter(|mover| mover.kind.takes_pushes());
        for mover in components {
            let start: Vec<Body<T, D>> =
                mover.local.iter().map(|&local| self.start[local]).collect();
            let mut after: Vec<Body<T, D>> = mover
                .local
                .iter()
                .map(|&local| self.states.bodies[local])
                .collect();
            let flow = GroundFlow {
                indices: &mover.indices,
                before: &start,
                after: &mut after,
                laws: &[],
                moved_by: &[],
                span: [substep.start, substep.dt],
                step: self.task.system.h,
                version: None,
                lead,
            };
            let mut pushes = Vec::new();
            let result = ground.hold(flow, &mut |part, after| {
                pushes.clear();
                pushes.extend_from_slice(self.around.applied_forces);
                for (&index, &force) in mover.indices.iter().zip(part.forces) {
                    pushes.push(AppliedForce {
                        body: index,
                        force,
                        torque: T::no_turn(),
                        left: None,
                    });
                }
                pushes.sort_by_key(|push| push.body);
                for (&local, body) in mover.local.iter().zip(part.before) {
                    self.states.positions[local] = body.position.into();
                    self.states.velocities[local] = body.velocity.into();
                }
                let around = Surroundings {
                    applied_forces: &pushes,
                    ..self.around
                };
                let flow = self.plan.mover(mover.kind);
                let [start, dt] = part.span;
                let substep = Substep {
                    start,
                    dt,
                    ..substep
                };
                flow.advance(members(mover), &mut self.states, substep, around)?;
                for (&local, body) in mover.local.iter().zip(after) {
                    body.position = self.states.positions[local].into();
                    body.velocity = self.states.velocities[local].into();
                }
                Ok(())
            });
            if let Err(error) = result {
                self.ground = Some(ground);
                return Err(error);
            }
            for (&local, body) in mover.local.iter().zip(&after) {
                self.states.bodies[local] = *body;
            }
        }
        self.ground = Some(ground);
        Ok(())
    }

    /// Applies contacts to the states after the kicks.
    fn meet_kicks(&mut self, time: T) -> Result<(), StepFailure> {
        let Some(ground) = &mut self.ground else {
            return Ok(());
        };
        self.states.write_bodies();
        let count = self.block.count;
        let (start, after) = (&self.start[..count], &mut self.states.bodies[..count]);
        ground.kick(&self.block.indices[..count], start, after, time)?;
        self.states.read_bodies();
        self.mark_start();
        Ok(())
    }

    /// Whether any force kicks bodies of a mover in this step.
    fn is_kicked(&self, mover: &BlockMover) -> bool {
        let is_pushed = |index: &usize| {
            on_neighbours(self.around.applied_forces, *index, 1)
                .next()
                .is_some()
        };
        mover.is_kicked || !mover.kind.takes_pushes() && mover.indices.iter().any(is_pushed)
    }

    /// Advances the movers that `chosen` selects over a substep. The arguments of `chosen` are a
    /// mover, and whether its bodies are kicked.
    fn advance(
        &mut self,
        substep: Substep<T>,
        chosen: impl Fn(&dyn Mover<T, D>, bool) -> bool,
    ) -> Result<(), StepFailure> {
        for mover in &self.block.movers {
            let kicked = self.is_kicked(mover);
            let flow = self.plan.mover(mover.kind);
            if chosen(flow, kicked) {
                flow.advance(members(mover), &mut self.states, substep, self.around)?;
            }
        }
        Ok(())
    }

    /// Moves the bodies that follow laws of their own over a substep, and rotates all bodies.
    fn follow_laws(&mut self, substep: Substep<T>) {
        let (states, plan) = (&mut self.states, &mut *self.plan);
        let indices = &*self.block.indices;
        let rows = &plan.rows.list;
        let with_laws = || self.block.with_laws.iter().cloned();
        for mut rest in with_laws() {
            while !rest.is_empty() {
                let run = run_of(&indices[rest.clone()], rows);
                let (start, law) = (rest.start, run.law);
                rest.start += run.end;
                let states = (
                    &mut states.positions[start..rest.start],
                    &mut states.velocities[start..rest.start],
                );
                flow_run(&mut plan.laws, run, |_| law, states, substep);
            }
        }
        if !self.around.applied_forces.is_empty() {
            for local in with_laws().flatten() {
                for applied in on_neighbours(self.around.applied_forces, indices[local], 1) {
                    let law = rows[indices[local]].law;
                    add_applied_force(&mut plan.laws, law, applied, (states, local), substep);
                }
            }
        }
        let (laws, rows) = (&plan.laws, &plan.rows);
        plan.solids
            .add_thrusts(states, |index| laws.law(rows.list[index].law), substep);
        plan.solids.rotate(states.indices, states.bodies, substep);
    }

    /// Writes the rotations of bodies that rotate with movers: with the kicked movers, or with all
    /// others.
    fn write_rotations(&mut self, kicked: bool) {
        for mover in &self.block.movers {
            if mover.is_kicked == kicked {
                let flow = self.plan.mover(mover.kind);
                flow.write_rotations(members(mover), &mut self.states);
            }
        }
    }

    /// Applies all kicks. If kicks would resonate with fast modes, positions and changes of
    /// velocity are filtered.
    fn kick(
        &mut self,
        group: &KickGroup<'_, T, D>,
        scratch: &mut KickScratch<T, D>,
        kick: KickStep<T>,
        [positions, velocities]: &mut Unkicked<T, D>,
    ) {
        let movers = &self.block.movers;
        let is_filtered = |mover: &BlockMover, plan: &mut Plan<T, D>| {
            mover.is_kicked && plan.mover(mover.kind).needs_filter(kick.filter)
        };
        if !movers.iter().any(|mover| is_filtered(mover, self.plan)) {
            return group.kick(scratch, &mut self.states, kick);
        }
        positions.clear();
        positions.extend_from_slice(self.states.positions);
        velocities.clear();
        velocities.extend_from_slice(self.states.velocities);
        for mover in movers {
            if is_filtered(mover, self.plan) {
                let flow = self.plan.mover(mover.kind);
                let at = [kick.time, kick.filter];
                flow.filter_positions(members(mover), at, &mut self.states, self.around);
            }
        }
        group.kick(scratch, &mut self.states, kick);
        for mover in movers {
            if is_filtered(mover, self.plan) {
                for &local in &mover.local {
                    self.states.positions[local] = positions[local];
                }
                let flow = self.plan.mover(mover.kind);
                flow.filter_velocities(members(mover), velocities, kick.filter, &mut self.states);
            }
        }
    }

    /// Replaces the result of flows and kicks by the exact motion under a link, if the link is the only force on both its
    /// bodies.
    fn follow_single_links(
        &mut self,
        group: &KickGroup<'_, T, D>,
        scratch: &mut KickScratch<T, D>,
        whole: Substep<T>,
    ) {
        let Surroundings {
            before,
            bodies,
            applied_forces,
            ..
        } = self.around;
        let indices = &self.block.indices;
        let is_pushed = |local: usize| is_pushed(applied_forces, &self.plan.solids, indices[local]);
        for link in &self.block.single_links {
            let Target::Pair(first, second) = link.target else {
                continue;
            };
            if is_pushed(first) || is_pushed(second) {
                continue;
            }
            let [one, other] = [first, second].map(|local| {
                let index = indices[local];
                bodies[index]
                    .at(before.positions[index])
                    .moving(before.velocities[index])
            });
            let relative = one.relative_to(&other);
            if let Some(motion) = group.motion(scratch, link, &relative, whole) {
                let ends = pair_after([&one, &other], &motion, whole.dt);
                for (local, (position, velocity)) in [first, second].into_iter().zip(ends) {
                    self.states.set(local, position, velocity);
                }
            }
        }
    }
}

/// Returns the run that starts with the first of these bodies, and ends before the first body with
/// another law.
#[inline]
fn run_of(indices: &[usize], rows: &[Row]) -> Run {
    let Row { law, way, .. } = rows[indices[0]];
    Run {
        end: (indices.iter())
            .position(|&index| rows[index].law != law)
            .unwrap_or(indices.len()),
        law,
        is_varied: false,
        way,
    }
}

fn members(mover: &BlockMover) -> Members<'_> {
    Members {
        local: &mover.local,
        indices: &mover.indices,
    }
}

/// Computes the accelerations by applied forces on bodies whose movers do not include applied forces.
fn find_pushes<T: Real<D>, const D: usize>(
    pushes: &mut Vec<(usize, SVector<T, D>)>,
    block: &Block,
    applied_forces: &[AppliedForce<T, D>],
    masses: &[T],
) {
    pushes.clear();
    if applied_forces.is_empty() {
        return;
    }
    let movers = (block.movers.iter()).filter(|mover| !mover.kind.takes_pushes());
    for (&local, &index) in movers.flat_map(|mover| mover.local.iter().zip(&mover.indices)) {
        for applied in on_neighbours(applied_forces, index, 1) {
            pushes.push((local, applied.force / masses[local]));
        }
    }
}
