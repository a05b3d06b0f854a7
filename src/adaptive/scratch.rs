//! Working memory for an island that is being solved.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::forces::{Coasting, IslandForces};
use super::islands::Island;
use crate::body::{Body, rotation_numbers as rotation};
use crate::flow::LinearLaw;
use crate::numbers::{flushed, to_f64};
use crate::plan::Target;
use crate::solver::{ANY, Columns, Norm, Setup};
use crate::space::Real;
use crate::step::System;

/// The bodies of one island, and buffers to evaluate the forces on them.
#[derive(Debug)]
pub(super) struct Scratch<T: Real<D>, const D: usize> {
    bodies: Vec<Body<T, D>>,
    relatives: Vec<Body<T, D>>,
    accelerations: Vec<SVector<T, D>>,
    torques: Vec<T::Axial>,
    laws: Vec<LinearLaw<T, D>>,
    wide_laws: Vec<LinearLaw<f64, D>>,
    radii: Vec<f64>,
    /// The coasting bodies. Bodies whose rotation or position may be read by forces come first.
    coasting: Vec<Coasting<T, D>>,
    /// Number of coasting bodies whose rotation or position may be read by forces.
    read: usize,
    tail: Vec<[f64; 2]>,
    /// The initial state of the island.
    pub(super) state: Columns,
    start: f64,
}

impl<T: Real<D>, const D: usize> Scratch<T, D> {
    pub(super) fn new() -> Self {
        Self {
            bodies: Vec::new(),
            relatives: Vec::new(),
            accelerations: Vec::new(),
            torques: Vec::new(),
            laws: Vec::new(),
            wide_laws: Vec::new(),
            radii: Vec::new(),
            coasting: Vec::new(),
            read: 0,
            tail: Vec::new(),
            state: Columns::default(),
            start: 0.0,
        }
    }

    /// Loads the bodies of an island in their present state.
    pub(super) fn load(
        &mut self,
        island: &Island<'_, T, D>,
        system: &System<'_, T, D>,
        bodies: &[Body<T, D>],
    ) {
        let (indices, free) = (island.indices, island.traits.free);
        self.start = to_f64(system.time);
        self.bodies.clear();
        (self.bodies).extend(indices.iter().map(|&index| bodies[index]));
        self.relatives.clear();
        let relatives = island.forces.iter().map(|force| match force.target {
            Target::Pair(first, second) => {
                let attachment = &system.attachments()[force.slot];
                attachment.link([first, second]).relative(&self.bodies)
            }
            _ => Body::point(T::one()),
        });
        self.relatives.extend(relatives);
        self.accelerations.clear();
        self.accelerations.resize(indices.len(), SVector::zeros());
        self.torques.clear();
        if !island.turning.is_empty() {
            self.torques.resize(indices.len(), T::no_turn());
        }
        self.laws.clear();
        self.laws.extend_from_slice(&island.laws[..free]);
        for applied in system.applied_forces {
            // the list of free bodies is ascending
            if let Ok(local) = indices[..free].binary_search(&applied.body) {
                self.laws[local].constant += applied.force / self.bodies[local].mass;
            }
        }
        self.wide_laws.clear();
        (self.wide_laws).extend(self.laws.iter().map(LinearLaw::wide));
        self.find_coasting(island);
        self.load_state(free, island.turning);
    }

    /// Finds the bodies whose rotation, or whole motion, is known.
    fn find_coasting(&mut self, island: &Island<'_, T, D>) {
        self.coasting.clear();
        let coasts = |index: usize, body: &Body<T, D>| {
            let is_moving = body.is_fixed() && body.velocity != SVector::<T, D>::zeros();
            is_moving || !(body.is_point() || island.turning.contains(&index))
        };
        let coasting = (self.bodies.iter().enumerate())
            .filter(|&(index, body)| coasts(index, body))
            .map(|(index, body)| Coasting {
                index,
                body: *body,
                rotor: T::rotor(&body.inertia()),
            });
        self.coasting.extend(coasting);
        self.read = self.coasting.len();
        if !island.traits.reads_orientation {
            self.coasting
                .sort_by_key(|coasting| !coasting.body.is_fixed());
            self.read = self
                .coasting
                .partition_point(|coasting| coasting.body.is_fixed());
        }
    }

    /// Fills the columns of the initial state.
    fn load_state(&mut self, free: usize, turning: &[usize]) {
        let Columns { x, v, z } = &mut self.state;
        x.clear();
        v.clear();
        z.clear();
        self.radii.clear();
        self.tail.clear();
        for body in &self.bodies[..free] {
            x.extend(body.position.iter().map(|&number| to_f64(number)));
            v.extend(body.velocity.iter().map(|&number| to_f64(number)));
        }
        for &index in turning {
            let body = &self.bodies[index];
            let [angle, ..] = T::orientation_numbers(&body.orientation());
            if D == 2 {
                let radius = rotation::radius_of_gyration(body);
                let [rate, ..] = T::axial_numbers(&body.angular_velocity());
                self.radii.push(radius);
                x.push(radius * to_f64(angle));
                v.push(radius * to_f64(rate));
            } else {
                z.extend(&rotation::numbers(body)[..rotation::count::<D>()]);
                let radius = rotation::radius_of_gyration(body);
                self.tail.extend(rotation::sizes(body, radius));
            }
        }
    }

    /// Returns the properties of an island that the solver needs.
    pub(super) fn setup(
        &self,
        island: &Island<'_, T, D>,
        norm: Norm,
        is_sampled: bool,
    ) -> Setup<'_, D> {
        Setup {
            tail: &self.tail,
            reads_velocity: island.traits.reads_velocity,
            laws: if island.traits.has_law {
                &self.wide_laws
            } else {
                &[]
            },
            has_rest: !island.forces.is_empty(),
            norm,
            is_sampled,
        }
    }

    /// Returns the equations of motion of the island.
    pub(super) fn forces<'a>(
        &'a mut self,
        island: &Island<'a, T, D>,
        system: &System<'a, T, D>,
    ) -> IslandForces<'a, T, D> {
        let have_laws = self.laws.iter().any(|law| *law != LinearLaw::free());
        IslandForces {
            attachments: system.attachments(),
            forces: island.forces,
            laws: &self.laws,
            have_laws,
            are_isotropic: self.laws.iter().all(LinearLaw::is_isotropic),
            turning: island.turning,
            radii: &self.radii,
            coasting: &self.coasting[..self.read],
            relatives: &mut self.relatives,
            bodies: &mut self.bodies,
            accelerations: &mut self.accelerations,
            torques: &mut self.torques,
            start: self.start,
        }
    }

    /// Returns a free body in the given state; replaces negligibly small components by zero.
    pub(super) fn body_in(
        &mut self,
        island: &Island<'_, T, D>,
        system: &System<'_, T, D>,
        (time, state): (f64, &Columns),
    ) -> &[Body<T, D>] {
        let mut forces = self.forces(island, system);
        forces.write::<ANY>(time, [&state.x, &state.v, &state.z]);
        let elapsed = time - self.start;
        for coasting in &self.coasting {
            coasting.turn(&mut self.bodies[coasting.index], elapsed);
        }
        let free = &mut self.bodies[..island.traits.free];
        for body in &mut *free {
            body.position = body.position.map(flushed);
            body.velocity = body.velocity.map(flushed);
        }
        free
    }

    /// Copies the free bodies of an island, in the given state, to `all`.
    pub(super) fn store(
        &mut self,
        island: &Island<'_, T, D>,
        system: &System<'_, T, D>,
        at: (f64, &Columns),
        all: &mut [Body<T, D>],
    ) {
        let bodies = self.body_in(island, system, at);
        for (&index, body) in island.indices.iter().zip(bodies) {
            all[index] = *body;
        }
    }
}
