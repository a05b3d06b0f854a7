//! After any edits, the updated plan is equal to the plan that is built from scratch for the same
//! world.

use alloc::vec::Vec;

use nalgebra::SVector;

use super::{BodyId, ForceId, World};
use crate::body::Body;
use crate::force::{
    AngularDrag, ConstantForce, LinearDrag, PointGravity, QuadraticDrag, Spring, Thruster,
    UniformGravity,
};
use crate::rotation::Inertia;
use crate::space::Real;

/// Pseudo-random numbers.
struct Draws(u64);

impl Draws {
    /// Returns a number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// Returns a number between -1 and 1.
    fn number(&mut self) -> f64 {
        self.below(2001) as f64 / 1000.0 - 1.0
    }

    fn vector<const D: usize>(&mut self) -> SVector<f64, D> {
        SVector::from_fn(|_, _| self.number())
    }
}

struct Edited<const D: usize>
where
    f64: Real<D>,
{
    world: World<f64, D>,
    bodies: Vec<BodyId>,
    draws: Draws,
    solid: fn(f64) -> Body<f64, D>,
}

impl<const D: usize> Edited<D>
where
    f64: Real<D>,
{
    fn any(&mut self) -> BodyId {
        self.bodies[self.draws.below(self.bodies.len())]
    }

    fn some(&mut self) -> Vec<BodyId> {
        let bodies = self.bodies.clone();
        (bodies.into_iter())
            .filter(|_| self.draws.below(2) == 0)
            .collect()
    }

    fn body(&mut self) -> Body<f64, D> {
        let mass = 1.0 + self.draws.below(3) as f64;
        let body = match self.draws.below(3) {
            0 => (self.solid)(mass),
            _ => Body::point(mass),
        };
        body.at(self.draws.vector() * 5.0)
            .moving(self.draws.vector())
    }

    fn force(&mut self) -> Option<ForceId> {
        let forces: Vec<ForceId> = self.world.forces().map(|(id, _)| id).collect();
        let index = self.draws.below(forces.len() + 1);
        forces.get(index).copied()
    }

    fn edit(&mut self) {
        let (id, other) = (self.any(), self.any());
        let Self { world, draws, .. } = self;
        let anchor: SVector<f64, D> = draws.vector();
        match draws.below(30) {
            0..3 => {
                let body = self.body();
                self.bodies.push(self.world.add_body(body).unwrap());
            }
            3 if self.bodies.len() > 3 => {
                world.remove_body(id).unwrap();
                self.bodies.retain(|body| *body != id);
            }
            4 => {
                let pull = |body: &Body<f64, D>, _: f64| -body.position * 0.1;
                let _ = world.add_force_on(id, pull);
            }
            5 => {
                let _ = world.add_force_on(id, Spring::stiffness(2.0).anchored_at(anchor));
            }
            6 => {
                let _ = world.add_force_on(id, Thruster::new(anchor).mounted_at(anchor * 0.1));
            }
            7 => {
                let some = self.some();
                let _ = self
                    .world
                    .add_force_on_each(some, LinearDrag::coefficient(0.2));
            }
            8 => {
                let some = self.some();
                let _ = self
                    .world
                    .add_force_except(some, QuadraticDrag::coefficient(0.2));
            }
            9 => {
                let _ = match draws.below(6) {
                    0 => world.add_force(AngularDrag::rate(0.1)),
                    1 => world.add_force(QuadraticDrag::coefficient(0.02)),
                    2 => world.add_force(|body: &Body<f64, D>, _: f64| -body.velocity * 0.1),
                    3 => world.add_force(PointGravity::new(0.1)),
                    4 => world.add_force(Thruster::new(anchor)),
                    _ => world.add_force(ConstantForce::new(anchor)),
                };
            }
            10..14 => {
                if let Some(force) = self.force() {
                    self.world.remove_force(force).unwrap();
                }
            }
            14 => {
                if let Some(force) = self.force() {
                    let _ = self.world.replace_force(force, Spring::stiffness(1.5));
                }
            }
            15 => world[id].mass = 1.0 + draws.below(3) as f64,
            16 => {
                let mass = [f64::INFINITY, 2.0][draws.below(2)];
                world[id].mass = mass;
            }
            17 => world[id].position += anchor,
            18 => {
                let body = self.body();
                self.world[id] = body;
            }
            19 => world.bodies_mut().for_each(|(_, body)| body.mass = 1.5),
            20 => *world = world.clone(),
            21 => {
                let snapshot = world.snapshot();
                // this fails if the body of a mounted force is now a point
                let _ = world.restore(&snapshot);
            }
            22..24 => {
                let _ = world.add_link(id, other, Spring::stiffness(3.0));
            }
            24 => {
                let _ = world.add_link(id, other, Spring::stiffness(3.0).length(1.0));
            }
            25 => {
                let _ = world.add_link(id, other, PointGravity::new(1.0));
            }
            26 => {
                let pull = |body: &Body<f64, D>, _: f64| -body.position;
                let _ = world.add_link(id, other, pull);
            }
            27 => {
                let spring = Spring::stiffness(1.0);
                let _ = world.add_link_at(id, anchor, other, SVector::zeros(), spring);
            }
            28 => {
                let _ = world.add_force_on(id, Spring::stiffness(3.0).length(1.0).pulls_only());
            }
            _ => {
                let _ = world.add_force_on(id, PointGravity::new(2.0));
            }
        }
    }
}

fn check<const D: usize>(worlds: u64, edits: usize, solid: fn(f64) -> Body<f64, D>)
where
    f64: Real<D>,
{
    for seed in 0..worlds {
        let mut edited = Edited {
            world: World::new(),
            bodies: Vec::new(),
            draws: Draws(seed * 7919 + 1),
            solid,
        };
        let down = SVector::from_fn(|axis, _| if axis == 1 { -1.0 } else { 0.0 });
        edited.world.add_force(UniformGravity::new(down)).unwrap();
        for _ in 0..5 {
            let body = edited.body();
            edited.bodies.push(edited.world.add_body(body).unwrap());
        }
        for edit in 0..edits {
            edited.edit();
            // a step follows only some of the edits, so that several edits accumulate
            if edited.draws.below(3) == 0 {
                let _ = edited.world.step(0.01);
            }
            let World {
                stepper,
                forces,
                bodies,
                ..
            } = &mut edited.world;
            if let Err(difference) = stepper.compare_with_new(&forces.topology, bodies) {
                panic!("world {seed}, edit {edit}: {difference}");
            }
        }
    }
}

#[test]
fn the_plan_is_that_of_a_new_world_after_any_edits() {
    check::<2>(60, 120, |mass| Body::<f64, 2>::solid(mass, 0.5));
    check::<3>(30, 120, |mass| {
        Body::<f64, 3>::solid(mass, Inertia::cuboid(mass, [0.5, 1.0, 0.7]))
    });
}
