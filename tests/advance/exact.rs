//! What a fixed step solves exactly, an advance solves by the same step, equal to the bit.

use kinstep::nalgebra::Vector2;
use kinstep::{
    Body2, ConstantForce, ForceField, LinearDrag, MagneticField, PointGravity, QuadraticDrag,
    Scheme, Spring, Thruster, TorsionSpring, UniformGravity, World2, World3,
};

use crate::{advanced, assert_same_bits, book, gravity};
use truths::build::{Build, thrown};

/// Asserts that an advance and a step give the same bits, for any tolerance and scheme.
fn assert_exact(name: &str, world: &World2) {
    println!("{name}");
    for duration in [1e-3, 0.7, 12.0, -3.0] {
        let mut stepped = world.clone();
        stepped.set_scheme(Scheme::FlowKick);
        stepped.step(duration).unwrap();
        for tolerance in [1e3, 1e-6, 1e-15] {
            for scheme in [Scheme::FlowKick, Scheme::FlowKick4, Scheme::Kinematic] {
                let mut world = world.clone();
                world.set_scheme(scheme);
                let done = world.advance(duration, tolerance).unwrap();
                assert_same_bits(&world, &stepped);
                assert_eq!((done.steps(), done.evaluations, done.rejected), (0, 0, 0));
                assert_eq!(done.exact_bodies, world.len());
                assert_eq!(world.scheme(), scheme);
                assert_eq!(world.time(), stepped.time());
            }
        }
    }
}

#[test]
fn what_steps_solve_exactly_advances_do() {
    type Fill = fn(&mut World2);
    let worlds: [(&str, Fill); 6] = [
        ("laws of each body", |world| {
            world.pull(gravity());
            world.pull(LinearDrag::coefficient(0.2).in_wind([3.0, 0.0]));
            for i in [0.0, 1.0, 2.0, 3.0, 4.0] {
                let id = world.put(thrown(1.0 + i, [i, 1.0], [1.0, i]));
                world.pull_on(id, Spring::stiffness(3.0 * i));
                world.pull_on(id, ConstantForce::new([0.5, 0.0]).ramping([0.0, 0.1]));
                if i == 2.0 {
                    world.pull_on(id, MagneticField::new(2.0));
                    // it acts for one step, as a part of the law
                    world.apply_force(id, [2.0, -1.0]).unwrap();
                }
            }
        }),
        ("an orbit", |world| {
            world.put(thrown(1.0, [1.0, 0.0], [0.3, 0.9]));
            world.put(thrown(1.0, [1.0, 3.0], [0.3, 0.9]));
            world.pull(PointGravity::new(1.0));
        }),
        // backward in time it has no finite state after a while
        ("quadratic drag", |world| {
            world.put(Body2::point(1.0).moving([0.3, 0.9]));
            world.pull(QuadraticDrag::coefficient(0.1));
        }),
        ("a network of links", |world| {
            world.pull(gravity());
            let ids = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
                .map(|x| world.put(Body2::point(1.0 + x % 3.0).at([x, 0.0])));
            for pair in ids.windows(2) {
                world.tie([pair[0], pair[1]], Spring::stiffness(40.0).damping(0.3));
            }
            let hook = world.put(Body2::point(1.0).at([-1.0, 0.0]).fixed());
            world.tie([ids[0], hook], Spring::stiffness(40.0));
        }),
        ("a pair on its orbit", |world| {
            let heavy = world.put(Body2::point(3.0));
            let light = world.put(thrown(1.0, [1.0, 0.0], [0.0, 1.5]));
            world.tie([heavy, light], PointGravity::between(3.0, 1.0));
        }),
        ("turning by laws", |world| {
            world.pull(UniformGravity::new([0.0, -1.62]));
            let lander = Body2::solid(1500.0, 4000.0).at([0.0, 900.0]);
            let id = world.put(lander.turned(0.2).spinning(-0.3));
            world.pull_on(id, Thruster::new([0.0, 4500.0]).mounted_at([0.1, -1.0]));
            world.pull_on(id, TorsionSpring::stiffness(900.0).damping(300.0));
        }),
    ];
    for (name, fill) in worlds {
        let mut world = World2::new();
        fill(&mut world);
        assert_exact(name, &world);
    }
}

#[test]
fn free_rotation_in_space() {
    let mut world = World3::new();
    world.put(book().spinning([0.01, 6.0, 0.02]).moving([1.0, 2.0, 3.0]));
    world.pull(UniformGravity::new([0.0, 0.0, -9.81]));
    let mut stepped = world.clone();
    stepped.step(7.0).unwrap();
    assert_same_bits(&advanced(&world, 7.0, 1e-9), &stepped);
}

/// Beside a component that is not exact, an exact component keeps its bits.
#[test]
fn exact_components_beside_others() {
    let mut world = World2::new();
    world.pull(gravity());
    let ids = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|x| world.put(thrown(1.0, [x, 0.0], [3.0, 4.0])));
    world.pull_on(ids[1], QuadraticDrag::coefficient(0.1));
    world.pull_on(ids[2], Spring::stiffness(50.0));
    world.tie([ids[3], ids[4]], Spring::stiffness(10.0));
    world.pull_on(ids[5], ForceField::new(|x: &Vector2<f64>, _| -x));
    let mut stepped = world.clone();
    stepped.step(4.0).unwrap();
    let mut done = world.clone();
    let counted = done.advance(4.0, 1e-9).unwrap();
    assert!(counted.evaluations > 0);
    for id in [ids[0], ids[2], ids[3], ids[4]] {
        assert_eq!(done[id], stepped[id]);
    }
}
