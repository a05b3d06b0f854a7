//! Forces on groups of bodies and on all but some, and data that is kept from step to step while
//! forces and bodies come and go.

use kinstep::{
    AngularDrag, Body2, BodyId, ConstantForce, ForceId, LinearDrag, PointGravity, QuadraticDrag,
    Scheme, Spring, Thruster, UniformGravity, World2,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn body(random: &mut Pcg64Mcg) -> Body2 {
    let mass = [1.0, 2.0, 5.0][random.random_range(0..3)];
    let body = if random.random_bool(0.3) {
        Body2::solid(mass, 0.7).spinning(random.random_range(-1.0..1.0))
    } else {
        Body2::point(mass)
    };
    body.at([
        random.random_range(-3.0..3.0),
        random.random_range(2.0..9.0),
    ])
    .moving([random.random_range(-1.0..1.0), 0.5])
}

fn world(random: &mut Pcg64Mcg, count: usize) -> (World2, Vec<BodyId>) {
    let mut world = World2::new();
    let bodies = (0..count)
        .map(|_| world.add_body(body(random)).unwrap())
        .collect();
    (world, bodies)
}

/// A force on a group equals a force on each of its bodies, to the bit, under every scheme.
#[test]
fn a_force_on_a_group_is_one_on_each_body() {
    for scheme in Scheme::ALL {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let (mut group, bodies) = world(&mut random, 70);
        group.set_scheme(scheme);
        group.add_force(LinearDrag::coefficient(0.1)).unwrap();
        let mut each = group.clone();
        let some: Vec<BodyId> = bodies.iter().copied().step_by(3).collect();
        macro_rules! add {
            ($force:expr) => {
                group.add_force_on_each(some.clone(), $force).unwrap();
                for &body in &some {
                    each.add_force_on(body, $force).unwrap();
                }
            };
        }
        add!(ConstantForce::new([1.0, 0.3]));
        add!(QuadraticDrag::coefficient(0.2));
        add!(Thruster::new([0.0, 2.0]));
        add!(|body: &Body2, _: f64| -body.position);
        add!(AngularDrag::rate(0.3));
        for _ in 0..5 {
            group.step(0.02).unwrap();
            each.step(0.02).unwrap();
        }
        assert_eq!(group.body_slice(), each.body_slice(), "{scheme}");
        assert_eq!(group.trajectory(bodies[1]), each.trajectory(bodies[1]));
        assert!(group.trajectory(bodies[0]).is_err());
        let (energy, expected) = (group.energy(), each.energy());
        assert!((energy.total() - expected.total()).abs() < 1e-12 * expected.total().abs());
    }
}

/// A force on all but some bodies acts on bodies that are added later, and never on the excepted
/// ones.
#[test]
fn a_force_on_all_but_some_acts_on_new_bodies() {
    for scheme in Scheme::ALL {
        let (mut world, bodies) = world(&mut Pcg64Mcg::seed_from_u64(2), 5);
        world.set_scheme(scheme);
        let wind = ConstantForce::new([0.0, 4.0]);
        let force = world.add_force_except([bodies[1], bodies[3], bodies[1]], wind);
        let force = force.unwrap();
        world.step(0.1).unwrap();
        let new = world.add_body(Body2::point(2.0)).unwrap();
        let expected = world.clone();
        for id in world.ids().collect::<Vec<_>>() {
            let speed = |world: &World2| world[id].velocity.y;
            let before = speed(&world);
            let mut world = world.clone();
            world.step(0.5).unwrap();
            let is_excepted = id == bodies[1] || id == bodies[3];
            let change = if is_excepted {
                0.0
            } else {
                2.0 / world[id].mass
            };
            assert!((speed(&world) - before - change).abs() < 1e-14, "{scheme}");
        }
        // a removed body leaves, and the force stays for the others
        world.remove_body(bodies[0]).unwrap();
        world.remove_body(bodies[1]).unwrap();
        (world.replace_force(force, ConstantForce::new([0.0, 0.0]))).unwrap();
        world.step(0.5).unwrap();
        assert_eq!(world[new].velocity, expected[new].velocity);
        world.remove_force(force).unwrap();
        world.step(0.5).unwrap();
    }
}

/// A group may be empty, and a body that is named several times counts once.
#[test]
fn a_group_may_be_empty_and_names_a_body_once() {
    let (mut world, bodies) = world(&mut Pcg64Mcg::seed_from_u64(4), 2);
    let before = world[bodies[0]].velocity.x;
    let force = ConstantForce::new([1.0, 0.0]);
    world.add_force_on_each([], force).unwrap();
    world.add_force_on_each([bodies[0]; 3], force).unwrap();
    world.step(1.0).unwrap();
    let change = world[bodies[0]].velocity.x - before;
    assert!((change - 1.0 / world[bodies[0]].mass).abs() < 1e-14);
    world.remove_body(bodies[0]).unwrap();
    world.step(1.0).unwrap();
}

/// Adds any force, on any target.
fn add_any_force(world: &mut World2, bodies: &[BodyId], random: &mut Pcg64Mcg) -> Option<ForceId> {
    let count = random.random_range(0..=bodies.len().min(4));
    let some: Vec<BodyId> = (0..count)
        .map(|_| bodies[random.random_range(0..bodies.len())])
        .collect();
    let value = random.random_range(0.1..2.0);
    let target = random.random_range(0..6);
    macro_rules! add {
        ($force:expr) => {
            match (target, &*some) {
                (0, [one, ..]) => world.add_force_on(*one, $force).ok(),
                (1, [one, two, ..]) => world.add_link(*one, *two, $force).ok(),
                (2, _) => world.add_force_on_each(some, $force).ok(),
                (3, _) => world.add_force_except(some, $force).ok(),
                (4, _) => world.add_force($force).ok(),
                (_, [one, ..]) => world.add_force_on(*one, $force).ok(),
                _ => None,
            }
        };
    }
    match random.random_range(0..9) {
        0 => add!(UniformGravity::new([0.0, -value])),
        1 => add!(LinearDrag::coefficient(value)),
        2 => add!(Spring::stiffness(value).anchored_at([value, 0.0])),
        3 => add!(QuadraticDrag::coefficient(value)),
        4 => add!(Thruster::new([0.0, value])),
        5 => add!(AngularDrag::rate(value)),
        6 => add!(kinstep::MagneticField::new(value)),
        7 if random.random_bool(0.2) => add!(PointGravity::new(value)),
        _ => add!(ConstantForce::new([value, 0.0])),
    }
}

/// After any change a step equals the step of a new world, to the bit: data kept from step to step
/// fits.
#[test]
fn what_is_kept_is_what_would_be_found_anew() {
    for scheme in [
        Scheme::FlowKick,
        Scheme::FlowKick4,
        Scheme::Kinematic,
        Scheme::Rk4,
    ] {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let (mut world, mut bodies) = world(&mut random, 6);
        let mut forces: Vec<ForceId> = Vec::new();
        let mut steps = 0;
        world.set_scheme(scheme);
        for round in 0..1500 {
            for _ in 0..random.random_range(0..3) {
                let any = |random: &mut Pcg64Mcg| random.random_range(0..1000_usize);
                let (kind, number) = (any(&mut random) % 12, any(&mut random));
                match kind {
                    0 | 1 if bodies.len() < 80 => {
                        bodies.push(world.add_body(body(&mut random)).unwrap());
                    }
                    2 if !bodies.is_empty() => {
                        let gone = bodies.swap_remove(number % bodies.len());
                        world.remove_body(gone).unwrap();
                    }
                    3..=5 => forces.extend(add_any_force(&mut world, &bodies, &mut random)),
                    6 | 7 if !forces.is_empty() => {
                        // its bodies may have been removed, and the force with them
                        let gone = forces.swap_remove(number % forces.len());
                        let _ = world.remove_force(gone);
                    }
                    8 if !forces.is_empty() => {
                        let force = forces[number % forces.len()];
                        let drag = LinearDrag::rate(0.001 * number as f64);
                        let _ = world.replace_force(force, drag);
                    }
                    9 if !forces.is_empty() => {
                        let force = forces[number % forces.len()];
                        let _ = world.replace_force(force, QuadraticDrag::coefficient(0.1));
                    }
                    10 if !bodies.is_empty() => {
                        let body = bodies[number % bodies.len()];
                        world[body].mass = 1.0 + (number % 3) as f64;
                    }
                    11 => world = world.clone(),
                    _ => {}
                }
            }
            let mut anew = world.scene().unwrap().world().unwrap();
            let step = world.step(0.01);
            assert_eq!(step, anew.step(0.01), "{scheme}, {round}");
            steps += u32::from(step.is_ok());
            assert_eq!(world.body_slice(), anew.body_slice(), "{scheme}, {round}");
            if forces.len() > 40 {
                let gone = forces.swap_remove(0);
                let _ = world.remove_force(gone);
            }
        }
        println!("{scheme}: {steps} steps");
        assert!(steps > 1000, "{scheme}: {steps} steps of 1500");
    }
}
