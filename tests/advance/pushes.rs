//! Forces for one step, and impulses.

use kinstep::ballistics::{Crossing, Plane, Until};
use kinstep::nalgebra::Vector2;
use kinstep::{
    Body2, BodyId, ConstantForce, ForceField, QuadraticDrag, Spring, UniformGravity, World2,
};

use crate::{advanced, assert_same_bits};

/// A ball with quadratic drag, a swing and a stone that laws move.
fn world() -> (World2, [BodyId; 3]) {
    let mut world = World2::new();
    let ids = [1.0, 2.0, 3.0].map(|mass| {
        let body = Body2::point(mass).at([mass, 0.0]).moving([3.0, 4.0]);
        world.add_body(body).unwrap()
    });
    world
        .add_force_on(ids[0], QuadraticDrag::coefficient(0.1))
        .unwrap();
    world
        .add_force_on(ids[0], UniformGravity::new([0.0, -9.81]))
        .unwrap();
    let pull = ForceField::new(|x: &Vector2<f64>, _| x * (-2.0 * x.norm()));
    world.add_force_on(ids[1], pull).unwrap();
    world.add_force_on(ids[2], Spring::stiffness(5.0)).unwrap();
    (world, ids)
}

const PUSH: [f64; 2] = [2.0, -1.0];

/// An applied force acts over the whole advance as a constant force would, and is gone after it.
#[test]
fn a_force_for_one_advance() {
    let (start, ids) = world();
    for id in ids {
        let (mut pushed, mut held) = (start.clone(), start.clone());
        pushed.apply_force(id, PUSH).unwrap();
        let force = held.add_force_on(id, ConstantForce::new(PUSH)).unwrap();
        pushed.advance(2.0, 1e-10).unwrap();
        held.advance(2.0, 1e-10).unwrap();
        for id in ids {
            let off = (pushed[id].position - held[id].position).norm();
            assert!(off < 1e-8, "{off:.1e}");
        }
        held.remove_force(force).unwrap();
        pushed.advance(1.0, 1e-10).unwrap();
        held.advance(1.0, 1e-10).unwrap();
        for id in ids {
            let off = (pushed[id].position - held[id].position).norm();
            assert!(off < 1e-8, "{off:.1e}");
        }
    }
}

/// It adds up, and has no part in other components: those keep their bits.
#[test]
fn applied_forces_add_and_stay_where_they_are() {
    let (start, ids) = world();
    let (mut once, mut twice) = (start.clone(), start.clone());
    once.apply_force(ids[0], [4.0, -2.0]).unwrap();
    (0..2).for_each(|_| twice.apply_force(ids[0], PUSH).unwrap());
    once.advance(2.0, 1e-9).unwrap();
    twice.advance(2.0, 1e-9).unwrap();
    assert_same_bits(&once, &twice);
    let plain = advanced(&start, 2.0, 1e-9);
    for id in [ids[1], ids[2]] {
        assert_eq!(plain[id], once[id]);
    }
    assert!(plain[ids[0]] != once[ids[0]]);
}

/// On what laws alone move it is part of the law: the bits of a step.
#[test]
fn applied_forces_beside_laws_are_exact() {
    let mut world = World2::new();
    let id = world
        .add_body(Body2::point(3.0).moving([3.0, 4.0]))
        .unwrap();
    world.add_force_on(id, Spring::stiffness(5.0)).unwrap();
    let mut stepped = world.clone();
    for world in [&mut world, &mut stepped] {
        world.apply_force(id, PUSH).unwrap();
    }
    let done = world.advance(2.0, 1e-6).unwrap();
    stepped.step(2.0).unwrap();
    assert_same_bits(&world, &stepped);
    assert_eq!(done.evaluations, 0);
}

/// What an event has left of a force for a step ends within an advance.
#[test]
fn a_force_ends_on_the_way() {
    let (start, ids) = world();
    let mut pushed = start.clone();
    pushed.apply_force(ids[0], PUSH).unwrap();
    let until = Until::crossing(ids[2], Plane::new([1.0, 0.0], 3.5), Crossing::Ascending);
    let event = pushed.advance_until(1.5, 1e-11, &until).unwrap().unwrap();
    assert!(event.time < 1.0);
    // 0.5 s longer than the force
    pushed.advance(2.0 - event.time, 1e-11).unwrap();

    let mut held = start.clone();
    let force = held.add_force_on(ids[0], ConstantForce::new(PUSH)).unwrap();
    held.advance(1.5, 1e-11).unwrap();
    held.remove_force(force).unwrap();
    held.advance(0.5, 1e-11).unwrap();
    for id in ids {
        let off = (pushed[id].position - held[id].position).norm();
        assert!(off < 1e-9, "{off:.1e}");
    }
    assert!((pushed.time() - 2.0).abs() < 1e-15);
    assert_eq!(held.time(), 2.0);
}

/// So it does inside stretches.
#[test]
fn a_force_ends_inside_stretches() {
    let (start, ids) = world();
    let mut pushed = start.clone();
    pushed.apply_force(ids[0], PUSH).unwrap();
    let until = Until::crossing(ids[2], Plane::new([1.0, 0.0], 3.5), Crossing::Ascending);
    let event = pushed.advance_until(1.5, 1e-10, &until).unwrap().unwrap();
    let mut reached = event.time;
    let look = |stretch: &mut kinstep::Stretch<'_, '_, f64, 2>| {
        if stretch.body(ids[0], stretch.start()).is_some() {
            assert!((stretch.start() - reached).abs() < 1e-15);
            reached = stretch.end();
        }
    };
    pushed.advance_with(2.0 - event.time, 1e-10, look).unwrap();
    assert!((reached - 2.0).abs() < 1e-15);
}

/// An impulse is a velocity.
#[test]
fn impulses() {
    let (start, ids) = world();
    let (mut hit, mut written) = (start.clone(), start.clone());
    hit.advance(1.0, 1e-8).unwrap();
    written.advance(1.0, 1e-8).unwrap();
    hit.apply_impulse(ids[1], [6.0, -2.0]).unwrap();
    written[ids[1]].velocity += Vector2::new(3.0, -1.0);
    hit.advance(1.0, 1e-8).unwrap();
    written.advance(1.0, 1e-8).unwrap();
    assert_same_bits(&hit, &written);
}

/// A burnt mass counts from the next advance on.
#[test]
fn masses_change_between_advances() {
    let (mut world, ids) = world();
    world.advance(1.0, 1e-8).unwrap();
    world[ids[0]].mass *= 0.5;
    world[ids[2]].mass *= 0.5;
    let mut fresh = World2::new();
    fresh.advance(1.0, 1e-8).unwrap();
    let bodies = [ids[0], ids[2]].map(|id| fresh.add_body(world[id]).unwrap());
    fresh
        .add_force_on(bodies[0], QuadraticDrag::coefficient(0.1))
        .unwrap();
    fresh
        .add_force_on(bodies[0], UniformGravity::new([0.0, -9.81]))
        .unwrap();
    fresh
        .add_force_on(bodies[1], Spring::stiffness(5.0))
        .unwrap();
    world.advance(1.0, 1e-8).unwrap();
    fresh.advance(1.0, 1e-8).unwrap();
    assert_eq!(world[ids[0]], fresh[bodies[0]]);
    assert_eq!(world[ids[2]], fresh[bodies[1]]);
}
