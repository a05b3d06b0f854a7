//! Worlds that are edited at random between steps: the data that a step has prepared must fit
//! whatever was added, removed or written since.

use kinstep::nalgebra::SVector;
use kinstep::{
    AngularDrag, Body, BodyId, ForceId, Inertia, LinearDrag, PointGravity, QuadraticDrag, Real,
    Scheme, Spring, Thruster, UniformGravity, World,
};

use crate::bits::{Bits, Numbers};

/// Number of worlds of each kind.
const WORLDS: u64 = 30;

/// Number of edits of each world.
const EDITS: u32 = 120;

/// A world, and the bodies and forces that were added to it.
struct Edited<const D: usize>
where
    f64: Real<D>,
{
    world: World<f64, D>,
    bodies: Vec<BodyId>,
    forces: Vec<ForceId>,
    draws: Numbers,
    solid: fn(f64, f64) -> Body<f64, D>,
}

/// The bits of some worlds in the plane after random edits, without links, orbits and rods.
#[must_use]
pub fn of_free_bodies() -> u64 {
    of_worlds(21, Body::<f64, 2>::solid)
}

/// The bits of some worlds in the plane after random edits, with links, orbits and rods.
#[must_use]
pub fn of_tied_bodies() -> u64 {
    of_worlds(28, Body::<f64, 2>::solid)
}

/// The bits of some worlds in space after random edits, with links, orbits and rods.
#[must_use]
pub fn of_tied_bodies_in_space() -> u64 {
    of_worlds(28, |mass, size| {
        Body::<f64, 3>::solid(mass, Inertia::cuboid(mass, [size, 1.0, 0.5]))
    })
}

fn of_worlds<const D: usize>(kinds: usize, solid: fn(f64, f64) -> Body<f64, D>) -> u64
where
    f64: Real<D>,
{
    let mut bits = Bits::new();
    for seed in 0..WORLDS {
        let mut edited = Edited::new(seed, solid);
        let mut failed = 0;
        for _ in 0..EDITS {
            edited.edit(kinds);
            if edited.below(2) == 0 {
                let dt = [0.01, 0.02, -0.005][edited.below(3)];
                failed += u64::from(edited.world.step(dt).is_err());
            }
            if edited.below(7) == 0 {
                let _ = edited.world.body_slice();
            }
        }
        bits.word(Bits::of_world(&edited.world));
        bits.word(failed);
    }
    bits.0
}

impl<const D: usize> Edited<D>
where
    f64: Real<D>,
{
    fn new(seed: u64, solid: fn(f64, f64) -> Body<f64, D>) -> Self {
        let mut edited = Self {
            world: World::new(),
            bodies: Vec::new(),
            forces: Vec::new(),
            draws: Numbers::new(seed.wrapping_mul(7919) + 1),
            solid,
        };
        let down = SVector::from_fn(|axis, _| if axis == 1 { -1.0 } else { 0.0 });
        edited.world.add_force(UniformGravity::new(down)).unwrap();
        (0..6).for_each(|_| edited.add_body());
        edited
    }

    /// A number below `end`.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the numbers are positive and small"
    )]
    fn below(&mut self, end: usize) -> usize {
        let share = (self.draws.next::<f64>() + 1.0) / 2.0;
        ((share * end as f64) as usize).min(end - 1)
    }

    /// A number between -1 and 1.
    fn number(&mut self) -> f64 {
        self.draws.next()
    }

    fn body(&mut self) -> Body<f64, D> {
        let mass = 1.0 + self.below(3) as f64;
        let body = if self.below(3) == 0 {
            let size = 0.5 + self.below(2) as f64;
            (self.solid)(mass, size)
        } else {
            Body::point(mass)
        };
        let place = self.draws.vector() * 5.0;
        body.at(place).moving(self.draws.vector())
    }

    fn add_body(&mut self) {
        let body = self.body();
        self.bodies.push(self.world.add_body(body).unwrap());
    }

    /// Any body; there is always one.
    fn any(&mut self) -> BodyId {
        let index = self.below(self.bodies.len());
        self.bodies[index]
    }

    /// About half of all bodies.
    fn some(&mut self) -> Vec<BodyId> {
        let bodies = self.bodies.clone();
        let mut some = bodies;
        some.retain(|_| self.below(2) == 0);
        some
    }

    fn keep<E>(&mut self, force: Result<ForceId, E>) {
        self.forces.extend(force.ok());
    }

    /// One random edit, of the first `kinds` kinds.
    fn edit(&mut self, kinds: usize) {
        let kind = self.below(kinds);
        let id = self.any();
        match kind {
            0 | 1 => self.add_body(),
            2 => self.remove_body(id),
            3..7 | 16 => self.add_force_on(kind, id),
            7 => self.add_force(),
            8 | 9 => {
                if !self.forces.is_empty() {
                    let index = self.below(self.forces.len());
                    let force = self.forces.swap_remove(index);
                    self.world.remove_force(force).unwrap();
                }
            }
            10 | 11 => self.replace_force(kind),
            12..16 | 19 => self.write(kind, id),
            17 => self.world = self.world.clone(),
            18 => {
                let schemes = [
                    Scheme::FlowKick,
                    Scheme::FlowKick4,
                    Scheme::Kinematic,
                    Scheme::AverageAcceleration,
                    Scheme::WeakKick,
                    Scheme::FlowKick,
                ];
                let scheme = schemes[self.below(6)];
                self.world.set_scheme(scheme);
            }
            20 => {
                let push = self.draws.vector();
                let _ = self.world.apply_force(id, push);
            }
            _ => self.tie(kind, id),
        }
    }

    fn remove_body(&mut self, id: BodyId) {
        if self.bodies.len() > 3 {
            self.world.remove_body(id).unwrap();
            self.bodies.retain(|body| *body != id);
            let left: Vec<ForceId> = self.world.forces().map(|(id, _)| id).collect();
            self.forces.retain(|force| left.contains(force));
        }
    }

    /// Adds a force on a body, or on a group.
    fn add_force_on(&mut self, kind: usize, id: BodyId) {
        let strength = self.number().abs();
        let force = match kind {
            3 => self
                .world
                .add_force_on(id, move |body: &Body<f64, D>, time: f64| {
                    -body.velocity * (strength * body.velocity.norm())
                        - body.position * (time * 0.1)
                }),
            4 => (self.world).add_force_on(id, QuadraticDrag::coefficient(0.1 + strength)),
            5 => {
                let anchor: SVector<f64, D> = self.draws.vector();
                let spring = Spring::stiffness(1.0 + strength).anchored_at(anchor);
                self.world.add_force_on(id, spring)
            }
            16 => {
                let push: SVector<f64, D> = self.draws.vector();
                self.world.add_force_on(id, Thruster::new(push))
            }
            _ => {
                let some = self.some();
                match self.below(3) {
                    0 => (self.world).add_force_on_each(some, LinearDrag::coefficient(0.2)),
                    1 => (self.world)
                        .add_force_except(some, |body: &Body<f64, D>, _: f64| -body.position * 0.1),
                    _ => (self.world).add_force_on_each(some, QuadraticDrag::coefficient(0.05)),
                }
            }
        };
        self.keep(force);
    }

    /// Adds a force on every body, in one call of three.
    fn add_force(&mut self) {
        if self.below(3) != 0 {
            return;
        }
        let force = match self.below(4) {
            0 => self.world.add_force(LinearDrag::coefficient(0.1)),
            1 => (self.world).add_force(|body: &Body<f64, D>, _: f64| -body.velocity * 0.05),
            2 => self.world.add_force(AngularDrag::rate(0.1)),
            _ => self.world.add_force(QuadraticDrag::coefficient(0.02)),
        };
        self.keep(force);
    }

    fn replace_force(&mut self, kind: usize) {
        if self.forces.is_empty() {
            return;
        }
        let index = self.below(self.forces.len());
        let force = self.forces[index];
        let stiffness = 0.5 + self.number().abs();
        let _ = if kind == 10 {
            self.world
                .replace_force(force, Spring::stiffness(stiffness))
        } else {
            (self.world).replace_force(force, |body: &Body<f64, D>, _: f64| -body.position * 0.2)
        };
    }

    /// Writes to one body, or to all.
    fn write(&mut self, kind: usize, id: BodyId) {
        match kind {
            12 => {
                let push: SVector<f64, D> = self.draws.vector();
                self.world[id].velocity += push * 0.1;
                self.world[id].position += push * 0.1;
            }
            13 => self.world[id].mass = 1.0 + self.below(4) as f64,
            14 => {
                let mass = 1.0 + self.below(3) as f64;
                let sets_free = self.world[id].is_fixed() || self.below(2) == 0;
                self.world[id].mass = if sets_free { mass } else { f64::INFINITY };
                if !sets_free {
                    self.world[id].velocity = SVector::zeros();
                }
            }
            15 => {
                for (_, body) in self.world.bodies_mut() {
                    body.velocity *= 0.9;
                }
                if self.below(3) == 0
                    && let Some((_, body)) = self.world.bodies_mut().nth(1)
                {
                    body.mass = 2.5;
                }
            }
            _ => self.world[id] = self.body(),
        }
    }

    /// Adds a link, a rod or an orbit.
    fn tie(&mut self, kind: usize, id: BodyId) {
        let other = self.any();
        let force = match kind {
            21..26 => match self.below(6) {
                0 => (self.world)
                    .add_link(id, other, Spring::stiffness(2.0))
                    .ok(),
                1 => (self.world)
                    .add_link(id, other, |body: &Body<f64, D>, _: f64| -body.position)
                    .ok(),
                2 => (self.world)
                    .add_link(id, other, Spring::stiffness(1.0).damping(0.1))
                    .ok(),
                3 => (self.world)
                    .add_link(id, other, QuadraticDrag::coefficient(0.1))
                    .ok(),
                4 => (self.world)
                    .add_link(id, other, Spring::stiffness(5.0).length(1.0))
                    .ok(),
                _ => (self.world)
                    .add_link(id, other, PointGravity::new(2.0))
                    .ok(),
            },
            26 => (self.world)
                .add_force_on(id, Spring::stiffness(5.0).length(2.0).pulls_only())
                .ok(),
            _ if self.below(3) == 0 => (self.world).add_force_on(id, PointGravity::new(3.0)).ok(),
            _ => None,
        };
        self.forces.extend(force);
    }
}
