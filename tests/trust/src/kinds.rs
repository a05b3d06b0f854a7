//! A world that is restored from a snapshot continues as the original, equal to the bit, in worlds
//! of every kind and after any calls.

use std::fmt::Debug;

use kinstep::Until;
use kinstep::contact::Contact;
use kinstep::trajectory::{Crossing, Plane, Sphere};
use kinstep::{
    Body, Body2, BodyId, BuiltInForce, FixedStep, Float, ForceField, LinearDrag, PointGravity,
    QuadraticDrag, Real, Scheme, Spring, UniformGravity, World,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::resumed::read_again;
use crate::worlds::{Number, bits, forces, number, vector, world};

/// Content of a world.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// Linear laws only.
    Laws,
    /// An attractor, a pair of bodies about each other, and kicks on some bodies.
    Orbits,
    /// Chains of springs and dampers, some from a fixed body, some kicked.
    Networks,
    /// Chains of rods and ropes, some off the centres of solids.
    Rods,
    /// Closures and fields, which kick, and which `advance` integrates.
    Code,
    /// Every built-in force.
    All,
    /// More points than fit into one block.
    Many,
}

const KINDS: [Kind; 7] = [
    Kind::Laws,
    Kind::Orbits,
    Kind::Networks,
    Kind::Rods,
    Kind::Code,
    Kind::All,
    Kind::Many,
];

fn links<T: Number<D>, const D: usize>(
    world: &mut World<T, D>,
    pairs: &[[BodyId; 2]],
    force: impl Into<BuiltInForce<T, D>>,
) {
    let force = force.into();
    for [one, other] in pairs {
        world.add_link(*one, *other, force).unwrap();
    }
}

/// Builds the world of a kind, always the same one.
fn build<T: Number<D>, const D: usize>(kind: Kind, scheme: Scheme) -> (World<T, D>, Vec<BodyId>) {
    let count = if kind == Kind::Many { 150 } else { 9 };
    let (mut world, ids) = world::<T, D>(scheme, count);
    let pairs: Vec<[BodyId; 2]> = ids.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    let gravity = UniformGravity::new(vector::<T, D>(1.6, 0.4));
    let drag = QuadraticDrag::coefficient(number(0.05));
    match kind {
        Kind::Laws => {
            world.add_force(gravity).unwrap();
            world
                .add_force(LinearDrag::coefficient(number(0.2)))
                .unwrap();
            world
                .add_force_on(ids[2], Spring::stiffness(number(3.0)))
                .unwrap();
        }
        Kind::Orbits => {
            world
                .add_force_on_each(ids[..5].iter().copied(), PointGravity::new(number(4.0)))
                .unwrap();
            links(
                &mut world,
                &[[ids[5], ids[6]]],
                PointGravity::new(number(2.0)),
            );
            links(
                &mut world,
                &[[ids[0], ids[6]]],
                PointGravity::new(number(0.1)),
            );
            world.add_force_on(ids[1], drag).unwrap();
            world.add_force_on(ids[7], gravity).unwrap();
        }
        Kind::Networks => {
            world[ids[0]] = world[ids[0]].fixed();
            world.add_force(gravity).unwrap();
            links(
                &mut world,
                &pairs[..4],
                Spring::stiffness(number(40.0)).damping(number(0.1)),
            );
            links(&mut world, &pairs[5..], Spring::stiffness(number(4.0)));
            world.add_force_on(ids[6], drag).unwrap();
        }
        Kind::Rods => {
            world[ids[0]] = world[ids[0]].fixed();
            world.add_force(gravity).unwrap();
            links(
                &mut world,
                &pairs[..3],
                Spring::stiffness(number(90.0)).length(number(2.0)),
            );
            links(
                &mut world,
                &pairs[4..6],
                Spring::stiffness(number(30.0))
                    .length(number(1.0))
                    .pulls_only(),
            );
            let arms = [vector::<T, D>(0.2, 0.7), vector(0.0, 0.0)];
            let rod = Spring::stiffness(number(50.0)).length(number(1.5));
            world
                .add_link_at(ids[7], arms[0], ids[8], arms[1], rod)
                .unwrap();
            world.add_force_on(ids[5], drag).unwrap();
        }
        Kind::Code => {
            let pull = |body: &Body<T, D>, time: T| -body.position * (time.cos() + T::one());
            world
                .add_force_on_each(ids[..6].iter().copied(), pull)
                .unwrap();
            let swirl = |x: &_, _| vector::<T, D>(0.5, 1.0) - x;
            world.add_force_on(ids[6], ForceField::new(swirl)).unwrap();
            world.add_link(ids[7], ids[8], pull).unwrap();
            world.add_force(LinearDrag::rate(number(0.1))).unwrap();
        }
        Kind::All => {
            for (i, force) in forces::<T, D>().into_iter().enumerate() {
                match i % 3 {
                    0 => world.add_force(force).map(|_| ()).unwrap(),
                    1 => world
                        .add_force_on(ids[i % count], force)
                        .map(|_| ())
                        .unwrap(),
                    _ => links(&mut world, &[[ids[i % count], ids[(i + 4) % count]]], force),
                }
            }
        }
        Kind::Many => {
            world.add_force(gravity).unwrap();
            world.add_force_except([ids[3], ids[90]], drag).unwrap();
            links(&mut world, &pairs[20..24], Spring::stiffness(number(4.0)));
        }
    }
    (world, ids)
}

/// A world and the fixed steps of its frames.
struct Played<T: Real<D>, const D: usize> {
    world: World<T, D>,
    frames: FixedStep<T, D>,
}

impl<T: Number<D> + Float, const D: usize> Played<T, D> {
    /// Makes a random call, and returns its outcome as text.
    fn play(&mut self, case: u64, turn: u64, ids: &[BodyId]) -> String {
        let mut random = Pcg64Mcg::seed_from_u64(1000 * case + turn);
        fn told(answer: &dyn Debug) -> String {
            format!("{answer:?}")
        }
        let Self { world, frames } = self;
        let id = ids[random.random_range(0..ids.len())];
        let turn = f64::from(random.random_range(0..60)) * 0.1;
        let dt = number::<T>([0.016, 0.03, -0.01, 0.1, 0.25][random.random_range(0..5)]);
        match random.random_range(0..12) {
            0 => told(&world.apply_force(id, vector::<T, D>(0.4, turn))),
            1 => told(&world.apply_impulse(id, vector::<T, D>(0.1, turn))),
            2 => told(&world.set_tag(id, random.random())),
            3 => {
                let Some(body) = world.body_mut(id) else {
                    return String::new();
                };
                body.velocity += vector::<T, D>(0.1, turn);
                String::new()
            }
            4 => {
                let until = match random.random_range(0..2) {
                    0 => Until::crossing(
                        id,
                        Plane::new(vector::<T, D>(1.0, turn), number(0.5)),
                        Crossing::Ascending,
                    ),
                    _ => {
                        let sphere = Sphere::new(vector::<T, D>(0.5, turn), number(3.0));
                        Until::sphere(id, sphere, Crossing::Ascending)
                    }
                };
                let stopped = told(&world.step_until(number(0.2), &until));
                // a further step, away from the event
                format!("{stopped}, {:?}", world.step(number(0.01)))
            }
            5 | 6 => told(
                &world
                    .advance(number::<T>(0.1), number::<T>(1e-5))
                    .map(|_| ()),
            ),
            7 | 8 => {
                let mut outcomes = told(&frames.add(dt.abs()));
                // a step that fails stays due
                while frames.is_due() {
                    let outcome = frames.step(world);
                    outcomes += &told(&outcome);
                    if outcome.is_err() {
                        break;
                    }
                }
                let drawn = frames.drawn(world).map(|drawn| drawn.body_slice().to_vec());
                outcomes + &told(&drawn)
            }
            9 => {
                world.set_scheme(Scheme::ALL[random.random_range(0..Scheme::ALL.len())]);
                String::new()
            }
            _ => told(&world.step(dt)),
        }
    }
}

fn resumes<T: Number<D> + Float, const D: usize>(kind: Kind, case: u64) {
    let scheme = Scheme::ALL[case as usize % Scheme::ALL.len()];
    let (world, ids) = build::<T, D>(kind, scheme);
    let frames = FixedStep::new(number(0.02));
    let mut original = Played { world, frames };
    for turn in 0..20 {
        original.play(case, turn, &ids);
    }
    let snapshot = read_again(&original.world.snapshot());
    let with_frames = |world| Played {
        world,
        frames: original.frames.clone(),
    };
    // the world itself, after other calls, and a new world that is built in the same way
    let mut astray = with_frames(original.world.clone());
    for turn in 100..105 {
        astray.play(case, turn, &ids);
    }
    let mut copies = [
        with_frames(astray.world),
        with_frames(build(kind, scheme).0),
    ];
    for copy in &mut copies {
        copy.world.restore(&snapshot).unwrap();
    }
    for turn in 20..50 {
        let expected = original.play(case, turn, &ids);
        for (i, copy) in copies.iter_mut().enumerate() {
            let what = format!("{kind:?}, case {case}, turn {turn}, copy {i}");
            assert_eq!(copy.play(case, turn, &ids), expected, "{what}");
            assert!(
                bits(&copy.world) == bits(&original.world),
                "{what}: {expected}"
            );
        }
    }
}

/// Number of cases of each kind; 300 were run once.
const CASES: u64 = 20;

#[test]
fn worlds_of_every_kind_resume() {
    for kind in KINDS {
        for case in 0..CASES {
            match case % 4 {
                0 | 1 => resumes::<f64, 2>(kind, case),
                2 => resumes::<f64, 3>(kind, case),
                _ => resumes::<f32, 3>(kind, case),
            }
        }
    }
}

/// Balls and points that fall on ground between walls, bounce off each other or not, slide, roll and come to rest.
fn playground(case: u64) -> (World<f64, 2>, Vec<BodyId>) {
    let mut random = Pcg64Mcg::seed_from_u64(case);
    let mut number = |from: f64, to: f64| random.random_range(from..to);
    let mut world = World::new();
    world.add_force(UniformGravity::new([0.3, -9.81])).unwrap();
    world.add_force(LinearDrag::rate(number(0.0, 0.2))).unwrap();
    let contact = Contact::new(number(0.0, 0.8)).with_friction(number(0.0, 0.6));
    for (normal, offset) in [([0.1, 1.0], 0.0), ([1.0, 0.0], -4.0), ([-1.0, 0.0], -4.0)] {
        let plane = Plane::new(normal, offset);
        world.add_surface(plane, contact).unwrap();
    }
    if case.is_multiple_of(2) {
        world.set_body_contact(Some(contact)).unwrap();
    }
    let ids = (0..6).map(|i| {
        let at = [f64::from(i) - 2.5, number(1.0, 3.0)];
        let moving = [number(-3.0, 3.0), number(-3.0, 3.0)];
        let body = match i % 2 {
            0 => Body::point(1.0),
            _ => Body2::solid(1.0, 0.03)
                .round(0.25)
                .spinning(number(-3.0, 3.0)),
        };
        world.add_body(body.at(at).moving(moving)).unwrap()
    });
    let ids = ids.collect();
    (world, ids)
}

/// A restored world with surfaces continues with the same bits, too.
#[test]
fn worlds_with_surfaces_resume_to_the_bit() {
    for case in 0..10 * CASES {
        let (mut world, _) = playground(case);
        for _ in 0..40 + case % 60 {
            world.step(1.0 / 60.0).unwrap();
        }
        let snapshot = read_again(&world.snapshot());
        let mut astray = world.clone();
        astray.step(0.3).unwrap();
        let mut copies = [astray, playground(case).0];
        for copy in &mut copies {
            copy.restore(&snapshot).unwrap();
            assert!(bits(copy) == bits(&world), "case {case}: as restored");
        }
        for step in 0..60 {
            world.step(1.0 / 60.0).unwrap();
            for copy in &mut copies {
                copy.step(1.0 / 60.0).unwrap();
                assert!(bits(copy) == bits(&world), "case {case}: step {step}");
            }
        }
    }
}
