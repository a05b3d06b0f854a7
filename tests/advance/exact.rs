//! What a fixed step solves exactly, an advance solves by that step, to the bit.

use kinstep::nalgebra::Vector2;
use kinstep::{
    Body2, Body3, BodyId, ConstantForce, ForceField, Inertia, LinearDrag, MagneticField,
    PointGravity, QuadraticDrag, Scheme, Spring, Thruster, TorsionSpring, UniformGravity, World2,
    World3,
};

use crate::{advanced, assert_same_bits};

/// Advances and steps with the same bits, whatever the tolerance and the scheme.
fn assert_exact(world: &World2) {
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
                assert_eq!((done.evaluations, done.rejected), (0, 0));
                assert_eq!(world.scheme(), scheme);
                assert_eq!(world.time(), stepped.time());
            }
        }
    }
}

#[test]
fn laws_of_each_body() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world
        .add_force(LinearDrag::coefficient(0.2).in_wind([3.0, 0.0]))
        .unwrap();
    for i in 0..5_u8 {
        let body = Body2::point(1.0 + f64::from(i)).at([f64::from(i), 1.0]);
        let id = world.add_body(body.moving([1.0, f64::from(i)])).unwrap();
        world
            .add_force_on(id, Spring::stiffness(3.0 * f64::from(i)))
            .unwrap();
        let push = ConstantForce::new([0.5, 0.0]).ramping([0.0, 0.1]);
        world.add_force_on(id, push).unwrap();
        if i == 2 {
            world.add_force_on(id, MagneticField::new(2.0)).unwrap();
        }
    }
    assert_exact(&world);
}

#[test]
fn one_force_with_a_motion() {
    for x in [0.0, 3.0] {
        let mut world = World2::new();
        let body = Body2::point(1.0).at([1.0, x]).moving([0.3, 0.9]);
        world.add_body(body).unwrap();
        world.add_force(PointGravity::new(1.0)).unwrap();
        assert_exact(&world);
    }
    // backwards quadratic drag has no state after a while
    let mut world = World2::new();
    world
        .add_body(Body2::point(1.0).moving([0.3, 0.9]))
        .unwrap();
    world.add_force(QuadraticDrag::coefficient(0.1)).unwrap();
    assert_exact(&world);
}

#[test]
fn networks_of_links() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let ids: Vec<BodyId> = (0..6_u8)
        .map(|i| {
            world
                .add_body(Body2::point(1.0 + f64::from(i % 3)).at([f64::from(i), 0.0]))
                .unwrap()
        })
        .collect();
    for pair in ids.windows(2) {
        world
            .add_link(pair[0], pair[1], Spring::stiffness(40.0).damping(0.3))
            .unwrap();
    }
    let hook = world
        .add_body(Body2::point(1.0).at([-1.0, 0.0]).fixed())
        .unwrap();
    world
        .add_link(ids[0], hook, Spring::stiffness(40.0))
        .unwrap();
    assert_exact(&world);
}

#[test]
fn a_pair_on_its_orbit() {
    let mut world = World2::new();
    let heavy = world.add_body(Body2::point(3.0)).unwrap();
    let light = Body2::point(1.0).at([1.0, 0.0]).moving([0.0, 1.5]);
    let light = world.add_body(light).unwrap();
    world
        .add_link(heavy, light, PointGravity::between(3.0, 1.0))
        .unwrap();
    assert_exact(&world);
}

#[test]
fn turning_by_laws_in_the_plane() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -1.62])).unwrap();
    let lander = Body2::solid(1500.0, 4000.0)
        .at([0.0, 900.0])
        .turned(0.2)
        .spinning(-0.3);
    let id = world.add_body(lander).unwrap();
    let engine = Thruster::new([0.0, 4500.0]).mounted_at([0.1, -1.0]);
    world.add_force_on(id, engine).unwrap();
    world
        .add_force_on(id, TorsionSpring::stiffness(900.0).damping(300.0))
        .unwrap();
    assert_exact(&world);
}

#[test]
fn free_rotation_in_space() {
    let mut world = World3::new();
    let book = Body3::solid(1.2, Inertia::cuboid(1.2, [0.03, 0.15, 0.22]));
    let id = world
        .add_body(book.spinning([0.01, 6.0, 0.02]).moving([1.0, 2.0, 3.0]))
        .unwrap();
    world
        .add_force(UniformGravity::new([0.0, 0.0, -9.81]))
        .unwrap();
    let mut stepped = world.clone();
    stepped.step(7.0).unwrap();
    let world = advanced(&world, 7.0, 1e-9);
    assert_eq!(world[id], stepped[id]);
}

/// Beside a component that is not exact, an exact one keeps its bits.
#[test]
fn exact_components_beside_others() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let ids: Vec<BodyId> = (0..6_u8)
        .map(|i| {
            let body = Body2::point(1.0).at([f64::from(i), 0.0]).moving([3.0, 4.0]);
            world.add_body(body).unwrap()
        })
        .collect();
    world
        .add_force_on(ids[1], QuadraticDrag::coefficient(0.1))
        .unwrap();
    world.add_force_on(ids[2], Spring::stiffness(50.0)).unwrap();
    world
        .add_link(ids[3], ids[4], Spring::stiffness(10.0))
        .unwrap();
    let field = ForceField::new(|x: &Vector2<f64>, _| -x);
    world.add_force_on(ids[5], field).unwrap();
    let mut stepped = world.clone();
    stepped.step(4.0).unwrap();
    let mut done = world.clone();
    let counted = done.advance(4.0, 1e-9).unwrap();
    assert!(counted.evaluations > 0);
    for id in [ids[0], ids[2], ids[3], ids[4]] {
        assert_eq!(done[id], stepped[id]);
    }
    // and the others are as if they were alone
    let mut alone = World2::new();
    alone.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let ball = alone.add_body(world[ids[1]]).unwrap();
    alone
        .add_force_on(ball, QuadraticDrag::coefficient(0.1))
        .unwrap();
    alone.advance(4.0, 1e-9).unwrap();
    assert_eq!(done[ids[1]], alone[ball]);
}

/// The scheme of fixed steps has no part in an advance.
#[test]
fn schemes_do_not_matter() {
    let mut world = World2::new();
    world
        .add_body(Body2::point(1.0).moving([30.0, 20.0]))
        .unwrap();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world.add_force(QuadraticDrag::coefficient(0.01)).unwrap();
    let reference = advanced(&world, 5.0, 1e-6);
    for scheme in Scheme::ALL {
        let mut world = world.clone();
        world.set_scheme(scheme);
        world.advance(5.0, 1e-6).unwrap();
        assert_same_bits(&world, &reference);
    }
}
