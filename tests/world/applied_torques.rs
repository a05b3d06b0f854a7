//! A torque over one step acts as a constant torque that is removed after the step, however the
//! world moves.

use approx::assert_abs_diff_eq;
use kinstep::Until;
use kinstep::contact::Contact;
use kinstep::diagnostics::{Ledger, Reference, Source};
use kinstep::nalgebra::Vector3;
use kinstep::trajectory::{Crossing, Plane};
use kinstep::{
    AngularDrag, Body, Body2, Body3, BodyId, ConstantTorque, FixedStep, ForceError, Inertia,
    Scheme, Spring, UniformGravity, World, World2, World3,
};

const TORQUE: f64 = 2.5;

/// A wheel under drag and gravity, and another body.
fn wheel() -> (World2, BodyId) {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world.add_force(AngularDrag::rate(0.4)).unwrap();
    let wheel = Body2::solid(3.0, 0.7).at([0.0, 2.0]).spinning(1.5);
    let wheel = world.add_body(wheel).unwrap();
    world.add_body(Body2::solid(1.0, 1.0)).unwrap();
    (world, wheel)
}

/// A top with three different moments of inertia, on a spring.
fn top() -> (World3, BodyId) {
    let mut world = World3::new();
    world.add_force(Spring::stiffness(4.0)).unwrap();
    let inertia = Inertia::principal([1.0, 2.0, 2.5]);
    let top = (Body3::solid(2.0, inertia).at([1.0, 0.0, 0.0])).spinning([0.3, 1.0, -0.4]);
    let top = world.add_body(top).unwrap();
    (world, top)
}

/// An applied torque acts as a constant torque that is removed after the step, equal to the bit,
/// under every scheme, in the plane and in space.
#[test]
fn a_torque_is_a_force_that_is_removed_after_the_step() {
    for scheme in Scheme::ALL {
        let (mut applied, wheel) = wheel();
        applied.set_scheme(scheme);
        let mut added = applied.clone();
        for torque in [TORQUE, -1.0] {
            applied.apply_torque(wheel, torque).unwrap();
            let force = (added.add_force_on(wheel, ConstantTorque::new(torque))).unwrap();
            for world in [&mut applied, &mut added] {
                world.step(0.3).unwrap();
            }
            added.remove_force(force).unwrap();
            assert_eq!(applied[wheel], added[wheel], "{scheme}");
            for world in [&mut applied, &mut added] {
                world.step(0.2).unwrap();
            }
            assert_eq!(applied[wheel], added[wheel], "{scheme}");
        }
        assert_eq!(applied.forces().len(), 2);

        let (mut applied, top) = top();
        applied.set_scheme(scheme);
        let mut added = applied.clone();
        let torque = Vector3::new(1.0, -2.0, 0.5);
        applied.apply_torque(top, torque).unwrap();
        (added.add_force_on(top, ConstantTorque::new(torque))).unwrap();
        for world in [&mut applied, &mut added] {
            world.step(0.1).unwrap();
        }
        assert_eq!(applied[top], added[top], "{scheme}");
    }
}

/// An applied torque rotates a wheel by `θ = ½ (τ/I) t²` in any step, in both number types; after
/// the step the wheel keeps its angular velocity.
#[test]
fn a_wheel_speeds_up_over_one_step() {
    fn check<T: kinstep::Real<2, Axial = T, Inertia = T> + From<f32>>() {
        let mut world = World::<T, 2>::new();
        let wheel = Body::solid(4.0.into(), 0.5.into());
        let wheel = world.add_body(wheel).unwrap();
        world.apply_torque(wheel, T::from(2.0)).unwrap();
        world.apply_torque(wheel, T::from(1.0)).unwrap();
        assert_eq!(world.torque(wheel).unwrap(), 3.0.into());
        world.step(2.0.into()).unwrap();
        assert_eq!(world[wheel].angular_velocity(), 12.0.into());
        assert_eq!(world.torque(wheel).unwrap(), 0.0.into());
        world.step(1.0.into()).unwrap();
        assert_eq!(world[wheel].angular_velocity(), 12.0.into());
    }
    check::<f64>();
    check::<f32>();
}

#[test]
fn a_force_at_a_point_pulls_and_turns() {
    let mut world = World2::new();
    let stick = world
        .add_body(Body2::solid(3.0, 1.0).at([5.0, 1.0]))
        .unwrap();
    let mut other = world.clone();
    world.apply_force_at(stick, [1.0, 6.0], [6.0, 1.5]).unwrap();
    other.apply_force(stick, [1.0, 6.0]).unwrap();
    other.apply_torque(stick, 1.0 * 6.0 - 0.5 * 1.0).unwrap();
    for world in [&mut world, &mut other] {
        world.step(0.5).unwrap();
    }
    assert_eq!(world[stick], other[stick]);
    assert_eq!(world[stick].angular_velocity(), 2.75);

    // r × F in space
    let (mut world, top) = top();
    world
        .apply_force_at(top, [0.0, 2.0, 0.0], [1.0, 0.0, 3.0])
        .unwrap();
    assert_eq!(world.torque(top).unwrap(), Vector3::new(-6.0, 0.0, 0.0));
}

#[test]
fn what_cannot_turn_stays_and_what_is_not_finite_is_an_error() {
    let mut world = World2::new();
    let point = world.add_body(Body2::point(1.0)).unwrap();
    let wall = world.add_body(Body2::solid(1.0, 1.0).fixed()).unwrap();
    for body in [point, wall] {
        world.apply_torque(body, 1.0).unwrap();
        assert_eq!(world.torque(body).unwrap(), 0.0);
        world.apply_force_at(body, [0.0, 1.0], [1.0, 0.0]).unwrap();
    }
    world.step(1.0).unwrap();
    assert_eq!(
        (world[point].velocity.y, world[wall].velocity.y),
        (1.0, 0.0)
    );
    assert_eq!(world[wall].angular_velocity(), 0.0);

    let wheel = world.add_body(Body2::solid(1.0, 1.0)).unwrap();
    let infinite = |axis| ForceError::NotFinite {
        axis,
        value: f64::INFINITY,
    };
    assert_eq!(world.apply_torque(wheel, f64::INFINITY), Err(infinite(0)));
    let at = world.apply_force_at(wheel, [1.0, 0.0], [0.0, f64::INFINITY]);
    assert_eq!(at, Err(infinite(1)));
    // a finite force and a finite point whose torque overflows
    let at = world.apply_force_at(wheel, [0.0, 1e200], [1e200, 0.0]);
    assert_eq!(at, Err(infinite(0)));
    let (mut space, top) = top();
    let bad = space.apply_torque(top, [0.0, 0.0, f64::INFINITY]);
    assert_eq!(bad, Err(infinite(2)));
    world.step(1.0).unwrap();
    assert_eq!(world[wheel], Body2::solid(1.0, 1.0));
}

/// Applied torques remain if the step fails, and are removed with their body.
#[test]
fn torques_stay_after_a_step_that_fails() {
    let (mut world, wheel) = wheel();
    world.apply_torque(wheel, TORQUE).unwrap();
    let before = world.clone();
    assert!(world.step(f64::MAX).is_err() && world.step(f64::NAN).is_err());
    assert_eq!(world.torque(wheel), before.torque(wheel));
    assert_eq!(world.forces().len(), 2);
    let mut once = before.clone();
    for world in [&mut world, &mut once] {
        world.step(0.5).unwrap();
    }
    assert_eq!(world[wheel], once[wheel]);

    let mut removed = before;
    let other = removed.ids().last().unwrap();
    removed.remove_body(wheel).unwrap();
    removed.step(1.0).unwrap();
    assert_eq!(removed[other].angular_velocity(), 0.0);
}

/// After an event the torque acts for the rest of the frame, and no longer.
#[test]
fn the_rest_of_the_frame_is_turned_too() {
    let (mut whole, wheel) = wheel();
    whole.apply_torque(wheel, TORQUE).unwrap();
    let mut parts = whole.clone();
    let mut advanced = whole.clone();
    whole.step(1.0).unwrap();
    let ground = Until::crossing(wheel, Plane::new([0.0, 1.0], 0.0), Crossing::Descending);
    let event = parts.step_until(1.0, &ground).unwrap().unwrap();
    assert!(event.time > 0.6 && event.time < 0.7);
    // also in a longer step
    parts.step(1.0 - event.time + 0.5).unwrap();
    whole.step(0.5).unwrap();
    advanced.advance_until(1.0, 1e-9, &ground).unwrap().unwrap();
    advanced.advance(1.0 - event.time + 0.5, 1e-9).unwrap();
    for world in [&parts, &advanced] {
        let (wheel, expected) = (&world[wheel], &whole[wheel]);
        assert_abs_diff_eq!(
            wheel.angular_velocity(),
            expected.angular_velocity(),
            epsilon = 1e-14
        );
        assert_abs_diff_eq!(wheel.orientation(), expected.orientation(), epsilon = 1e-14);
    }
}

/// `advance`, its dense output and the reference apply to the top a torque that is constant in
/// space; then the top rotates freely.
#[test]
fn motion_to_a_tolerance_knows_the_torque() {
    let (start, top) = top();
    let torque = Vector3::new(1.0, -2.0, 0.5);
    let mut truth = start.clone();
    let force = truth
        .add_force_on(top, ConstantTorque::new(torque))
        .unwrap();
    truth.advance(1.5, 1e-13).unwrap();
    truth.remove_force(force).unwrap();
    truth.advance(0.5, 1e-13).unwrap();

    let mut applied = start.clone();
    applied.apply_torque(top, torque).unwrap();
    let mut reference = Reference::new(&applied);
    reference.advance(1.5).unwrap();
    reference.advance(0.5).unwrap();
    let mut stretched = applied.clone();
    let mut middle = None;
    (stretched.advance_with(1.5, 1e-12, |stretch| {
        middle = middle.or(stretch.body(top, 0.75));
    }))
    .unwrap();
    stretched.advance_with(0.5, 1e-12, |_| ()).unwrap();
    applied.advance(1.5, 1e-12).unwrap();
    applied.advance(0.5, 1e-12).unwrap();
    for world in [&applied, &stretched, reference.world()] {
        let (of, right) = (&world[top], &truth[top]);
        let off = of.orientation().angle_to(&right.orientation());
        // measured: 5e-14 rad
        assert!(off < 1e-12, "{off}");
        assert_abs_diff_eq!(
            of.spin_angular_momentum(),
            right.spin_angular_momentum(),
            epsilon = 1e-12
        );
        assert_eq!(world.time(), 2.0);
    }
    // L' = τ
    let spin = start[top].spin_angular_momentum();
    let half = middle.unwrap().spin_angular_momentum();
    assert_abs_diff_eq!(half, spin + torque * 0.75, epsilon = 1e-12);
}

/// The ledger enters the work of torques with that of applied forces, and closes.
#[test]
fn the_ledger_knows_the_work_of_a_torque() {
    let (mut world, wheel) = wheel();
    let mut ledger = Ledger::new(&world);
    let before = world.energy().total();
    for _ in 0..3 {
        world.apply_torque(wheel, TORQUE).unwrap();
        world.apply_force_at(wheel, [1.0, 0.0], [0.0, 0.0]).unwrap();
        ledger.step(&mut world, 0.25).unwrap();
    }
    ledger.step(&mut world, 0.25).unwrap();
    let balance = ledger.balance();
    // measured: 1e-13 J of 60 J
    assert!(balance.scheme_error.total().abs() < 1e-12, "{balance:?}");
    assert!(balance.from_outside.total().abs() < 1e-12, "{balance:?}");
    let supplied: f64 = (ledger.entries())
        .map(|entry| entry.work + entry.potential_change)
        .sum();
    assert_abs_diff_eq!(supplied, world.energy().total() - before, epsilon = 1e-12);
    assert!(ledger.entry(Source::Applied).unwrap().work > 1.0);
    assert_eq!(ledger.entries().len(), 3);
}

/// Snapshots, scenes, clones and fixed steps keep applied torques.
#[test]
fn what_continues_a_world_continues_its_torques() {
    let (mut world, wheel) = wheel();
    world.apply_force(wheel, [1.0, 0.0]).unwrap();
    world.apply_torque(wheel, TORQUE).unwrap();
    let ground = Until::crossing(wheel, Plane::new([0.0, 1.0], 1.0), Crossing::Descending);
    for is_cut in [false, true] {
        if is_cut {
            world.step_until(1.0, &ground).unwrap().unwrap();
        }
        let snapshot = world.snapshot();
        let mut restored = world.clone();
        restored.step(0.3).unwrap();
        restored.restore(&snapshot).unwrap();
        let mut loaded = world.scene().unwrap().world().unwrap();
        let mut right = world.clone();
        for world in [&mut right, &mut restored, &mut loaded] {
            world.step(0.9).unwrap();
            world.step(0.9).unwrap();
        }
        assert_eq!(
            (restored[wheel], loaded[wheel]),
            (right[wheel], right[wheel])
        );
        assert!(right[wheel].angular_velocity() > 1.5);
    }

    let (mut world, wheel) = wheel_alone();
    world.apply_torque(wheel, 2.0).unwrap();
    let mut fixed = FixedStep::new(0.25);
    fixed.add(0.6).unwrap();
    while fixed.is_due() {
        fixed.step(&mut world).unwrap();
    }
    // it acted for one step of two
    assert_eq!(world[wheel].angular_velocity(), 0.5);
}

fn wheel_alone() -> (World2, BodyId) {
    let mut world = World2::new();
    let wheel = world.add_body(Body2::solid(1.0, 1.0)).unwrap();
    (world, wheel)
}

/// A torque rotates a ball above the ground in a world with surfaces, too.
#[test]
fn a_ball_above_the_ground_is_turned() {
    let (mut world, wheel) = wheel();
    let ground = Plane::new([0.0, 1.0], 0.0);
    world.add_surface(ground, Contact::new(0.8)).unwrap();
    world.apply_torque(wheel, TORQUE).unwrap();
    world.step(0.2).unwrap();
    let (mut other, same) = self::wheel();
    other.apply_torque(same, TORQUE).unwrap();
    other.step(0.2).unwrap();
    assert_eq!(world[wheel], other[same]);
}
