//! A world beside a naive model of it: lists of bodies and forces by their ids.
//!
//! | what | in the model |
//! |---|---|
//! | who is there | a list of pairs of id and value, searched from the start |
//! | a step | that of a world made anew of the lists: the same bits |

use kinstep::nalgebra::Vector2;
use kinstep::{
    Body2, BodyId, BuiltInForce, ForceId, LinearDrag, QuadraticDrag, RestoreError, Scheme,
    Snapshot, Spring, StepError, UniformGravity, World2,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

type Vector = Vector2<f64>;

type Law = BuiltInForce<f64, 2>;

#[derive(Debug, Clone, Copy, PartialEq)]
enum On {
    Every,
    One(BodyId),
    Link(BodyId, BodyId),
}

#[derive(Debug, Clone)]
struct Model {
    bodies: Vec<(BodyId, Body2)>,
    forces: Vec<(ForceId, On, Law)>,
    pushes: Vec<(BodyId, Vector)>,
    scheme: Scheme,
    steps: u64,
}

impl Model {
    fn body(&mut self, id: BodyId) -> Option<&mut Body2> {
        self.bodies
            .iter_mut()
            .find(|body| body.0 == id)
            .map(|body| &mut body.1)
    }

    fn remove_body(&mut self, id: BodyId) -> Option<Body2> {
        let place = self.bodies.iter().position(|body| body.0 == id)?;
        self.forces.retain(|(_, on, _)| match *on {
            On::Every => true,
            On::One(body) => body != id,
            On::Link(one, other) => one != id && other != id,
        });
        self.pushes.retain(|push| push.0 != id);
        Some(self.bodies.remove(place).1)
    }

    /// A world made of the lists, in the order in which the ids come.
    fn rebuilt(&self, bodies: &[BodyId], forces: &[ForceId]) -> World2 {
        let mut world = World2::new();
        world.set_scheme(self.scheme);
        let find = |id: BodyId| bodies.iter().position(|body| *body == id).unwrap();
        let new: Vec<BodyId> = bodies
            .iter()
            .map(|id| {
                let body = self.bodies.iter().find(|body| body.0 == *id).unwrap().1;
                world.add_body(body).unwrap()
            })
            .collect();
        for id in forces {
            let (_, on, law) = self.forces.iter().find(|force| force.0 == *id).unwrap();
            match *on {
                On::Every => world.add_force(*law).unwrap(),
                On::One(body) => world.add_force_on(new[find(body)], *law).unwrap(),
                On::Link(one, other) => {
                    let (one, other) = (new[find(one)], new[find(other)]);
                    world.add_link(one, other, *law).unwrap()
                }
            };
        }
        for (body, force) in &self.pushes {
            world.apply_force(new[find(*body)], *force).unwrap();
        }
        world
    }
}

/// The two side by side, and all ids there ever were.
struct Pair {
    random: Pcg64Mcg,
    world: World2,
    model: Model,
    body_ids: Vec<BodyId>,
    force_ids: Vec<ForceId>,
    saved: Option<(Snapshot<f64, 2>, Model)>,
}

/// More of them than this are not kept.
const MOST: usize = 8;

impl Pair {
    fn new(seed: u64) -> Self {
        let world = World2::new();
        Self {
            random: Pcg64Mcg::seed_from_u64(seed),
            model: Model {
                bodies: Vec::new(),
                forces: Vec::new(),
                pushes: Vec::new(),
                scheme: world.scheme(),
                steps: 0,
            },
            world,
            body_ids: Vec::new(),
            force_ids: Vec::new(),
            saved: None,
        }
    }

    fn below(&mut self, count: usize) -> usize {
        self.random.random_range(0..count)
    }

    fn number(&mut self, most: f64) -> f64 {
        self.random.random_range(-most..most)
    }

    fn vector(&mut self, most: f64) -> Vector {
        Vector::new(self.number(most), self.number(most))
    }

    /// An id of one that is there, or of any that ever was.
    fn body(&mut self) -> Option<BodyId> {
        if self.below(8) > 0 && !self.model.bodies.is_empty() {
            let place = self.below(self.model.bodies.len());
            return Some(self.model.bodies[place].0);
        }
        let place = self.below(self.body_ids.len().max(1));
        self.body_ids.get(place).copied()
    }

    fn force(&mut self) -> Option<ForceId> {
        if self.below(8) > 0 && !self.model.forces.is_empty() {
            let place = self.below(self.model.forces.len());
            return Some(self.model.forces[place].0);
        }
        let place = self.below(self.force_ids.len().max(1));
        self.force_ids.get(place).copied()
    }

    fn law(&mut self) -> Law {
        let (size, vector) = (self.number(9.0).abs(), self.vector(3.0));
        match self.below(4) {
            0 => UniformGravity::new(vector).into(),
            1 => LinearDrag::rate(0.1 * size).in_wind(vector).into(),
            2 => (Spring::stiffness(size)
                .damping(0.1 * size)
                .anchored_at(vector))
            .into(),
            _ => QuadraticDrag::coefficient(0.01 * size).into(),
        }
    }

    fn operate(&mut self) {
        match self.below(24) {
            0..=2 => self.add_body(),
            3 | 4 => {
                let Some(id) = self.body() else { return };
                let removed = self.world.remove_body(id);
                assert_eq!(removed.ok(), self.model.remove_body(id));
            }
            5..=7 => self.add_force(),
            8 | 9 => {
                let Some(id) = self.force() else { return };
                let place = self.model.forces.iter().position(|force| force.0 == id);
                assert_eq!(self.world.remove_force(id).is_ok(), place.is_some());
                place.map(|place| self.model.forces.remove(place));
            }
            10 => {
                let Some(id) = self.force() else { return };
                let law = self.law();
                let known = self.model.forces.iter_mut().find(|force| force.0 == id);
                assert_eq!(self.world.replace_force(id, law).is_ok(), known.is_some());
                if let Some(force) = known {
                    force.2 = law;
                }
            }
            11 | 12 => self.hit(),
            13 => {
                let Some(id) = self.body() else { return };
                let new = self.vector(5.0);
                let written = self.world.body_mut(id).map(|body| body.velocity = new);
                let known = self.model.body(id).map(|body| body.velocity = new);
                assert_eq!(written, known);
            }
            14 => {
                let scheme = Scheme::ALL[self.below(Scheme::ALL.len())];
                self.world.set_scheme(scheme);
                self.model.scheme = scheme;
            }
            15 => self.world = self.world.clone(),
            16 => self.world = self.world.scene().unwrap().world().unwrap(),
            17 => self.saved = Some((self.world.snapshot(), self.model.clone())),
            18 => self.go_back(),
            19 => self.fail_to_step(),
            _ => self.step(),
        }
    }

    fn add_body(&mut self) {
        let mass = self.number(3.0) + 0.1;
        let body = match self.below(3) {
            0 => Body2::solid(mass, self.number(3.0) + 0.2)
                .turned(self.number(3.0))
                .spinning(self.number(3.0)),
            _ => Body2::point(mass),
        };
        let body = body.at(self.vector(9.0)).moving(self.vector(5.0));
        let is_sound = mass > 0.0 && body.inertia() >= 0.0;
        if is_sound && self.model.bodies.len() == MOST {
            return;
        }
        match self.world.add_body(body) {
            Ok(id) => {
                assert!(is_sound && self.model.body(id).is_none());
                assert!(
                    !self.body_ids.contains(&id),
                    "an id came to mean another body"
                );
                self.body_ids.push(id);
                self.model.bodies.push((id, body));
            }
            Err(error) => assert!(!is_sound, "{error}"),
        }
        if self.body_ids.len() > 64 {
            self.body_ids.drain(..32);
        }
    }

    fn add_force(&mut self) {
        let law = self.law();
        if self.model.forces.len() == MOST {
            return;
        }
        let (on, added) = match self.below(3) {
            0 => (On::Every, self.world.add_force(law).ok()),
            1 => {
                let Some(id) = self.body() else { return };
                let added = self.world.add_force_on(id, law).ok();
                assert_eq!(added.is_some(), self.model.body(id).is_some());
                (On::One(id), added)
            }
            _ => {
                let (Some(one), Some(other)) = (self.body(), self.body()) else {
                    return;
                };
                let added = self.world.add_link(one, other, law).ok();
                let both = self.model.body(one).is_some() && self.model.body(other).is_some();
                assert_eq!(added.is_some(), both && one != other);
                (On::Link(one, other), added)
            }
        };
        let Some(id) = added else { return };
        assert!(
            !self.force_ids.contains(&id),
            "an id came to mean another force"
        );
        self.force_ids.push(id);
        if self.force_ids.len() > 64 {
            self.force_ids.drain(..32);
        }
        self.model.forces.push((id, on, law));
    }

    /// An impulse now, or a force for the next step.
    fn hit(&mut self) {
        let Some(id) = self.body() else { return };
        let (vector, point) = (self.vector(2.0), self.vector(1.0));
        let which = self.below(3);
        let done = match which {
            0 => self.world.apply_force(id, vector),
            1 => self.world.apply_impulse(id, vector),
            _ => self.world.apply_impulse_at(id, vector, point),
        };
        let Some(body) = self.model.body(id) else {
            assert!(done.is_err());
            return;
        };
        match which {
            0 => self.model.pushes.push((id, vector)),
            1 => body.velocity += vector / body.mass,
            _ => body.apply_impulse_at(&vector, &point),
        }
        done.unwrap();
    }

    fn go_back(&mut self) {
        let Some((snapshot, then)) = &self.saved else {
            return;
        };
        let gone = snapshot
            .force_ids()
            .find(|id| !self.model.forces.iter().any(|force| force.0 == *id));
        match (self.world.restore(snapshot), gone) {
            (Ok(()), None) => {
                let now = std::mem::replace(&mut self.model, then.clone());
                // those that were replaced stay so
                for force in &mut self.model.forces {
                    force.2 = now
                        .forces
                        .iter()
                        .find(|other| other.0 == force.0)
                        .unwrap()
                        .2;
                }
                // what was given since is given again
                self.body_ids = self.model.bodies.iter().map(|body| body.0).collect();
                self.force_ids = self.model.forces.iter().map(|force| force.0).collect();
            }
            (Err(RestoreError::ForceGone { force }), Some(gone)) => assert_eq!(force, gone),
            (done, gone) => panic!("{done:?} {gone:?}"),
        }
    }

    fn fail_to_step(&mut self) {
        assert!(matches!(
            self.world.step(f64::NAN),
            Err(StepError::Duration { .. })
        ));
        let Some(id) = self.body() else { return };
        let Some(body) = self.world.body_mut(id) else {
            return;
        };
        let before = std::mem::replace(&mut body.velocity.x, f64::NAN);
        assert_eq!(self.world.step(0.01), Err(StepError::State { body: id }));
        self.world[id].velocity.x = before;
    }

    fn step(&mut self) {
        let h = self.number(0.05);
        let snapshot = self.world.snapshot();
        let bodies: Vec<BodyId> = snapshot.ids().collect();
        let forces: Vec<ForceId> = snapshot.force_ids().collect();
        assert_eq!(forces.len(), self.model.forces.len());
        let mut other = self.model.rebuilt(&bodies, &forces);
        let (done, known) = (self.world.step(h), other.step(h));
        assert_eq!(done.is_ok(), known.is_ok());
        if done.is_err() {
            return;
        }
        for (id, after) in bodies.iter().zip(other.body_slice()) {
            assert_eq!(
                self.world[*id], *after,
                "a world made anew steps differently"
            );
            *self.model.body(*id).unwrap() = *after;
        }
        self.model.pushes.clear();
        self.model.steps += 1;
    }

    /// All that can be asked without changing anything.
    fn compare(&mut self) {
        assert_eq!(self.world.body_slice().len(), self.model.bodies.len());
        assert_eq!(self.world.ids().len(), self.model.bodies.len());
        assert_eq!(
            (self.world.steps(), self.world.scheme()),
            (self.model.steps, self.model.scheme)
        );
        for &(id, body) in &self.model.bodies {
            assert_eq!(self.world.body(id), Some(&body));
        }
        for place in 0..self.body_ids.len() {
            let id = self.body_ids[place];
            assert_eq!(self.world.body(id).is_some(), self.model.body(id).is_some());
        }
    }

    fn play(&mut self, operations: u32) {
        for operation in 0..operations {
            self.operate();
            if operation % 4 == 0 {
                self.compare();
            }
        }
        self.compare();
        assert!(operations < 1000 || self.model.steps > 0);
    }
}

/// Ten worlds, of which each lives for long: a million operations without debug assertions, fewer with.
#[test]
fn a_world_does_what_a_naive_model_does() {
    let operations = if cfg!(debug_assertions) {
        4_000
    } else {
        100_000
    };
    for seed in 0..10 {
        Pair::new(seed).play(operations);
    }
}
