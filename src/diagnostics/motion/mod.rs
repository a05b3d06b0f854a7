//! The motion of all bodies under all forces, integrated to rounding, and the work of each force.

mod equations;

use alloc::vec::Vec;

use nalgebra::SVector;

use crate::body::{Body, rotation_numbers as rotation};
use crate::numbers::{CompensatedSum, from_f64, to_f64};
use crate::plan::Target;
use crate::solver::{Columns, Failure, GoesOn, Norm, Setup, Solver, Workspace};
use crate::space::Real;
use crate::step::{System, relative};
use equations::MotionEquations;

/// Positions, velocities, orientations, angular momenta and work, in `f64`, integrated together to rounding.
///
/// ```text
/// x' = v,   v' = Σ F/m,   L' = Σ τ,   W' = F · v + τ · ω for each force
/// θ' = ω in the plane,   q' = ½ ω q in space,   with I ω = L
/// ```
///
/// The motion uses neither schemes nor closed forms, so it can serve as a reference for both.
/// Points have no orientation and no angular momentum.
#[derive(Debug, Clone)]
pub(super) struct ReferenceMotion<T: Real<D>, const D: usize> {
    solver: Solver<D>,
    workspace: Workspace<D>,
    /// Time that the motion has reached \[s\].
    time: CompensatedSum<f64>,
    /// Factor of the tolerance of the integration; 1 is near rounding.
    looseness: f64,
    /// Indices of the rigid bodies.
    rigid: Vec<usize>,
    /// Number of forces whose work is integrated; all applied forces count as one.
    works: usize,
    /// The bodies in the state at which forces are evaluated.
    bodies: Vec<Body<T, D>>,
    accelerations: Vec<SVector<T, D>>,
    /// Torques on the bodies \[N·m\]; empty if all bodies are points.
    torques: Vec<T::Axial>,
}

impl<T: Real<D>, const D: usize> ReferenceMotion<T, D> {
    /// Starts the motion of these bodies under the forces of the system. `looseness` multiplies the
    /// tolerance, which is near rounding for 1.
    pub(super) fn new(system: &System<'_, T, D>, bodies: &[Body<T, D>], looseness: f64) -> Self {
        Self::start(system, bodies, looseness, 0)
    }

    /// Starts the motion, and integrates the work of each force.
    pub(super) fn with_work(system: &System<'_, T, D>, bodies: &[Body<T, D>]) -> Self {
        Self::start(system, bodies, 1.0, system.attachments().len() + 1)
    }

    fn start(
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
        looseness: f64,
        works: usize,
    ) -> Self {
        let mut motion = Self {
            solver: Solver::default(),
            workspace: Workspace::default(),
            time: CompensatedSum::zero(),
            looseness,
            rigid: rigid_indices(bodies).collect(),
            works,
            bodies: Vec::new(),
            accelerations: Vec::new(),
            torques: Vec::new(),
        };
        motion.restart(system, bodies);
        motion
    }

    /// Returns the factor of the tolerance of the integration.
    pub(super) fn looseness(&self) -> f64 {
        self.looseness
    }

    /// Restarts from the state of these bodies with zero work. The bodies must [fit](Self::fits).
    pub(super) fn restart(&mut self, system: &System<'_, T, D>, bodies: &[Body<T, D>]) {
        self.bodies.clear();
        self.bodies.extend_from_slice(bodies);
        self.accelerations.resize(bodies.len(), SVector::zeros());
        if !self.rigid.is_empty() {
            self.torques.resize(bodies.len(), T::no_turn());
        }
        let mut state = Columns::default();
        for body in bodies {
            state
                .x
                .extend(body.position.iter().map(|&number| to_f64(number)));
            state
                .v
                .extend(body.velocity.iter().map(|&number| to_f64(number)));
        }
        let size = size_of(&state);
        let mut tail = Vec::new();
        for &index in &self.rigid {
            let numbers = rotation::numbers(&bodies[index]);
            state.z.extend(&numbers[..rotation::count::<D>()]);
            // the tolerance is based on the rounding error of the angle, not on a point at some
            // radius
            tail.extend(rotation::sizes(&bodies[index], size));
        }
        // the work needs no tolerance of its own, because it follows from variables that have one
        state.z.resize(state.z.len() + self.works, 0.0);
        tail.resize(state.z.len(), [0.0; 2]);
        let rounding = 0.5 * self.looseness * to_f64(T::default_epsilon());
        let setup = Setup {
            tail: &tail,
            reads_velocity: depends_on_velocity(system, bodies),
            laws: &[],
            has_rest: true,
            norm: Norm {
                length: rounding * size,
                relative: rounding,
                epsilon: 0.0,
            },
            is_sampled: false,
        };
        self.time = CompensatedSum::zero();
        self.time += to_f64(system.time);
        self.solver.begin(&setup, self.time.value(), &state);
    }

    /// Advances by the step of the system, as long as `goes_on` returns true. After a failure the
    /// state is undefined.
    pub(super) fn advance(
        &mut self,
        system: &System<'_, T, D>,
        goes_on: GoesOn<'_>,
    ) -> Result<(), Failure> {
        let mut equations = MotionEquations {
            system,
            rigid: &self.rigid,
            bodies: &mut self.bodies,
            accelerations: &mut self.accelerations,
            torques: &mut self.torques,
        };
        self.solver.resume();
        self.time += to_f64(system.h);
        let end = self.time.value();
        while self.solver.time() != end {
            self.solver
                .go_on(&mut self.workspace, &mut equations, end, goes_on)?;
        }
        Ok(())
    }

    /// Whether the number of bodies and the indices of the rigid bodies equal those of this motion.
    pub(super) fn fits(&self, bodies: &[Body<T, D>]) -> bool {
        bodies.len() == self.bodies.len() && rigid_indices(bodies).eq(self.rigid.iter().copied())
    }

    /// Writes the current state to the bodies.
    pub(super) fn write_to(&self, bodies: &mut [Body<T, D>]) {
        let Columns { x, v, z } = self.solver.state();
        set_bodies([x, v, z], &self.rigid, bodies);
    }

    /// Returns the current kinetic energy \[J\].
    pub(super) fn kinetic_energy(&self) -> f64 {
        let Columns { v, z, .. } = self.solver.state();
        let (velocities, _) = v.as_chunks::<D>();
        let linear = (self.bodies.iter().zip(velocities))
            .map(|(body, velocity)| translational_energy(body, *velocity));
        let angular = (self.rigid.iter().zip(rotation::chunks::<D>(z)))
            .filter(|(index, _)| !self.bodies[**index].is_fixed())
            .map(|(&index, numbers)| rotation::energy(&self.bodies[index], numbers));
        linear.chain(angular).sum()
    }

    /// Returns the work of each force since the start \[J\], in the order of the attachments; the work of applied forces comes last.
    pub(super) fn work(&self) -> &[f64] {
        let z = &self.solver.state().z;
        &z[z.len() - self.works..]
    }
}

/// Whether a force depends on velocity, for the given states of the bodies.
fn depends_on_velocity<T: Real<D>, const D: usize>(
    system: &System<'_, T, D>,
    bodies: &[Body<T, D>],
) -> bool {
    system
        .attachments()
        .iter()
        .any(|attachment| match attachment.target {
            Target::Pair(first, second) => {
                let ends = [first, second].map(|index| &bodies[index]);
                let relative = relative(ends, attachment.arms.as_ref());
                attachment.effect(&relative).depends_on_velocity()
            }
            _ => (attachment.bodies(bodies.len()))
                .any(|index| attachment.effect(&bodies[index]).depends_on_velocity()),
        })
}

/// Returns the maximum absolute coordinate \[m\], which scales the rounding error of the motion; 1
/// m if all bodies are at the origin.
fn size_of(state: &Columns) -> f64 {
    let size = state.x.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
    if size > 0.0 { size } else { 1.0 }
}

/// Returns the kinetic energy `½ m v² + ½ ω·Iω` \[J\] of a body, in `f64`.
pub(super) fn kinetic_energy_of<T: Real<D>, const D: usize>(body: &Body<T, D>) -> f64 {
    let translational = translational_energy(body, body.velocity.data.0[0].map(to_f64));
    if body.is_point() || body.is_fixed() {
        return translational;
    }
    translational + rotation::energy(body, &rotation::numbers(body))
}

/// Returns the kinetic energy `½ m v²` \[J\] at a velocity \[m/s\]; zero for a fixed body.
fn translational_energy<T: Real<D>, const D: usize>(body: &Body<T, D>, velocity: [f64; D]) -> f64 {
    if body.is_fixed() {
        return 0.0;
    }
    let square: f64 = velocity.iter().map(|v| v * v).sum();
    0.5 * to_f64(body.mass) * square
}

/// Returns the indices of the rigid bodies.
fn rigid_indices<T: Real<D>, const D: usize>(bodies: &[Body<T, D>]) -> impl Iterator<Item = usize> {
    (bodies.iter().enumerate())
        .filter(|(_, body)| !body.is_point())
        .map(|(index, _)| index)
}

/// Writes coordinates, velocities and rotation numbers to the bodies; `rigid` are the indices of the rigid bodies.
fn set_bodies<T: Real<D>, const D: usize>(
    [x, v, z]: [&[f64]; 3],
    rigid: &[usize],
    bodies: &mut [Body<T, D>],
) {
    let ((positions, _), (velocities, _)) = (x.as_chunks::<D>(), v.as_chunks::<D>());
    for (body, (position, velocity)) in bodies.iter_mut().zip(positions.iter().zip(velocities)) {
        body.position = SVector::from(position.map(from_f64));
        body.velocity = SVector::from(velocity.map(from_f64));
    }
    for (&index, numbers) in rigid.iter().zip(rotation::chunks::<D>(z)) {
        rotation::write_to(&mut bodies[index], numbers);
    }
}
