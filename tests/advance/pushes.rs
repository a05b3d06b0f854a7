//! Forces for one step, and masses that change.

use kinstep::Until;
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{Crossing, Plane};
use kinstep::{BodyId, ConstantForce, ForceField, QuadraticDrag, Spring, World2};

use crate::{advanced, apart, assert_below, assert_same_bits, gravity};
use truths::build::{Build, thrown};

/// A ball with quadratic drag, a body on a nonlinear spring, and a stone that laws move.
fn world() -> (World2, [BodyId; 3]) {
    let mut world = World2::new();
    let ids = [1.0, 2.0, 3.0].map(|mass| world.put(thrown(mass, [mass, 0.0], [3.0, 4.0])));
    world.pull_on(ids[0], QuadraticDrag::coefficient(0.1));
    world.pull_on(ids[0], gravity());
    let pull = ForceField::new(|x: &Vector2<f64>, _| x * (-2.0 * x.norm()));
    world.pull_on(ids[1], pull);
    world.pull_on(ids[2], Spring::stiffness(5.0));
    (world, ids)
}

const PUSH: [f64; 2] = [2.0, -1.0];

/// An applied force acts over the whole advance as a constant force would, and not after it.
#[test]
fn a_force_for_one_advance() {
    let (start, ids) = world();
    for id in ids {
        let (mut pushed, mut held) = (start.clone(), start.clone());
        pushed.apply_force(id, PUSH).unwrap();
        let force = held.pull_on(id, ConstantForce::new(PUSH));
        pushed.advance(2.0, 1e-10).unwrap();
        held.advance(2.0, 1e-10).unwrap();
        assert_below("with the force", apart(&pushed, &held), 1e-8);
        held.remove_force(force).unwrap();
        pushed.advance(1.0, 1e-10).unwrap();
        held.advance(1.0, 1e-10).unwrap();
        assert_below("without it", apart(&pushed, &held), 1e-8);
    }
}

/// Applied forces add up, and do not affect other components, which keep their bits.
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
    assert_eq!(ids.map(|id| plain[id] == once[id]), [false, true, true]);
}

/// If an event has cut an applied force, its rest ends within the next advance, and a stretch ends
/// there.
#[test]
fn a_force_ends_on_the_way() {
    let (start, ids) = world();
    let mut pushed = start.clone();
    pushed.apply_force(ids[0], PUSH).unwrap();
    let until = Until::crossing(ids[2], Plane::new([1.0, 0.0], 3.5), Crossing::Ascending);
    let event = pushed.advance_until(1.5, 1e-11, &until).unwrap().unwrap();
    assert!(event.time < 1.0);
    // this ends 0.5 s after the force
    let left = 2.0 - event.time;
    let mut looked = pushed.clone();
    pushed.advance(left, 1e-11).unwrap();
    let mut reached = event.time;
    let look = |stretch: &mut kinstep::DenseOutput<'_, '_, f64, 2>| {
        if stretch.body(ids[0], stretch.start()).is_some() {
            assert!((stretch.start() - reached).abs() < 1e-15);
            reached = stretch.end();
        }
    };
    looked.advance_with(left, 1e-11, look).unwrap();
    assert!((reached - 2.0).abs() < 1e-15);

    let mut held = start.clone();
    let force = held.pull_on(ids[0], ConstantForce::new(PUSH));
    held.advance(1.5, 1e-11).unwrap();
    held.remove_force(force).unwrap();
    held.advance(0.5, 1e-11).unwrap();
    assert_below("without looks", apart(&pushed, &held), 1e-9);
    assert_below("with looks", apart(&looked, &held), 1e-9);
    assert!((pushed.time() - 2.0).abs() < 1e-15);
    assert_eq!(held.time(), 2.0);
}

/// A changed mass counts from the next advance on.
#[test]
fn masses_change_between_advances() {
    let (mut used, ids) = world();
    used.advance(1.0, 1e-8).unwrap();
    let (mut fresh, _) = world();
    fresh.restore(&used.snapshot()).unwrap();
    for id in ids {
        used[id].mass *= 0.5;
        let burnt = used[id];
        fresh[id] = burnt;
    }
    used.advance(1.0, 1e-8).unwrap();
    fresh.advance(1.0, 1e-8).unwrap();
    assert_same_bits(&used, &fresh);
}

/// An impulse acts as a change of velocity.
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
