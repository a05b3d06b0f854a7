//! Fixed bodies, which no force moves.

use kinstep::diagnostics::{Ledger, Reference};
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::Trajectory;
use kinstep::{
    AngularDrag, Body, Body2, Body3, ConstantTorque, Inertia, LinearDrag, Mounted, PointGravity,
    QuadraticDrag, Scheme, Spring, StepError, Thruster, UniformGravity, World, World2, World3,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A world with all kinds of forces on every body and on the fixed one, an impulse and an applied
/// force.
fn pushed(scheme: Scheme, fixed: Body2) -> (World2, kinstep::BodyId) {
    let mut world = World2::new();
    world.set_scheme(scheme);
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world.add_force(LinearDrag::rate(0.3)).unwrap();
    world.add_force(QuadraticDrag::coefficient(0.2)).unwrap();
    (world.add_force(|_: &Body2, _: f64| [3.0, 1.0].into())).unwrap();
    world.add_force(AngularDrag::rate(0.3)).unwrap();
    for i in 0..3 {
        let free = Body2::solid(1.0, 1.0).at([f64::from(i), 0.5]);
        world.add_body(free).unwrap();
    }
    let fixed = world.add_body(fixed).unwrap();
    world.add_force_on(fixed, ConstantTorque::new(3.0)).unwrap();
    (world.add_force_on(fixed, Thruster::new([0.0, 5.0]))).unwrap();
    (world.add_force_on(fixed, Mounted::new(Spring::stiffness(2.0), [0.3, 0.1]))).unwrap();
    (world.add_force_on_each([fixed], Spring::stiffness(2.0))).unwrap();
    world.apply_impulse(fixed, [1.0, 2.0]).unwrap();
    (world.apply_impulse_at(fixed, [1.0, 2.0], [5.0, 5.0])).unwrap();
    world.apply_force(fixed, [4.0, -1.0]).unwrap();
    (world, fixed)
}

#[test]
fn a_fixed_body_at_rest_keeps_its_state() {
    for scheme in Scheme::ALL {
        for is_linked in [false, true] {
            let state = Body2::solid(1.0, 2.0).at([0.1, 0.7]).turned(0.3).fixed();
            let (mut world, fixed) = pushed(scheme, state);
            let ids: Vec<_> = world.ids().collect();
            if is_linked {
                (world.add_link(fixed, ids[0], Spring::stiffness(9.0))).unwrap();
                let gravity = PointGravity::new(2.0);
                world.add_link(ids[1], fixed, gravity).unwrap();
                let other = world.add_body(Body2::point(1.0).fixed()).unwrap();
                (world.add_link(other, fixed, Spring::stiffness(9.0))).unwrap();
                world.add_link(other, fixed, gravity).unwrap();
            }
            let start = world.clone();
            for _ in 0..20 {
                world.step(0.01).unwrap();
            }
            assert_eq!(world[fixed], state, "{scheme}, {is_linked}");
            for &free in &ids[..3] {
                assert_ne!(world[free].position, start[free].position, "{scheme}");
            }
        }
    }
}

/// A fixed body that moves, as a platform, keeps its velocity and angular velocity under any force.
#[test]
fn a_fixed_body_moves_on_uniformly() {
    for scheme in Scheme::ALL {
        let state = (Body2::solid(1.0, 2.0).at([0.1, 0.7]))
            .moving([0.5, -0.25])
            .spinning(2.0)
            .fixed();
        let (mut world, fixed) = pushed(scheme, state);
        for _ in 0..64 {
            world.step(1.0 / 64.0).unwrap();
        }
        let end = world[fixed];
        assert_eq!((end.velocity, end.mass), (state.velocity, state.mass));
        assert_eq!(end.angular_velocity(), 2.0, "{scheme}");
        assert!((end.position - state.position - state.velocity).norm() < 1e-14);
        assert!((end.orientation() - 2.0).abs() < 1e-13, "{scheme}");
    }
}

/// A link to a fixed body acts as a force about a point, under any scheme.
#[test]
fn a_link_to_a_fixed_body_acts_on_the_other() {
    for scheme in Scheme::ALL {
        let mut linked = World2::new();
        linked.set_scheme(scheme);
        linked.add_force(LinearDrag::coefficient(0.2)).unwrap();
        let start = Body2::point(2.0).at([3.0, 1.0]).moving([0.0, 0.4]);
        let free = linked.add_body(start).unwrap();
        let mut anchored = linked.clone();
        let centre = [1.0, -1.0];
        let hook = (linked.add_body(Body2::point(5.0).at(centre).fixed())).unwrap();
        linked.add_link(free, hook, Spring::stiffness(3.0)).unwrap();
        let spring = Spring::stiffness(3.0).anchored_at(centre);
        anchored.add_force_on(free, spring).unwrap();
        let mut other_way = linked.clone();
        // the link kicks where the anchored spring is part of the flow: they agree to the order of the scheme
        for _ in 0..1000 {
            for world in [&mut linked, &mut anchored, &mut other_way] {
                world.step(0.001).unwrap();
            }
        }
        let distance = (linked[free].position - anchored[free].position).norm();
        assert!(distance < 2e-3, "{scheme}: {distance}");
        assert_eq!(linked[hook].position, Vector2::from(centre));
        let change = linked.energy().total() - anchored.energy().total();
        assert!(change.abs() < 2e-2, "{scheme}: {change}");
    }
}

/// A moon about a fixed planet is on a Kepler orbit, exactly.
#[test]
fn an_orbit_about_a_fixed_body_is_exact() {
    let mut linked = World3::new();
    let moon = Body3::point(2.0)
        .at([3.0, 0.0, 0.5])
        .moving([0.0, 0.7, 0.1]);
    let moon_id = linked.add_body(moon).unwrap();
    let mut alone = linked.clone();
    let planet = linked.add_body(Body3::point(1.0).fixed()).unwrap();
    (linked.add_link(moon_id, planet, PointGravity::new(1.5))).unwrap();
    alone.add_force_on(moon_id, PointGravity::new(1.5)).unwrap();
    linked.step(20.0).unwrap();
    alone.step(20.0).unwrap();
    assert!((linked[moon_id].position - alone[moon_id].position).norm() < 1e-13);
    assert_eq!(linked[planet], Body3::point(1.0).fixed());
}

#[test]
fn a_fixed_solid_in_space_turns_freely() {
    for scheme in Scheme::ALL {
        let mut world = World3::new();
        world.set_scheme(scheme);
        let inertia = Inertia::cuboid(1.0, [0.1, 0.3, 0.7]);
        let book = Body3::solid(1.0, inertia).spinning([0.1, 2.0, 0.1]).fixed();
        let mut alone = world.clone();
        let fixed = world.add_body(book).unwrap();
        alone.add_body(book).unwrap();
        (world.add_force(Thruster::new([1.0, 0.0, 0.0]).mounted_at([0.0, 1.0, 0.0]))).unwrap();
        world.add_force(AngularDrag::rate(0.5)).unwrap();
        for _ in 0..10 {
            world.step(0.05).unwrap();
            alone.step(0.05).unwrap();
        }
        assert_eq!(world[fixed], alone[fixed], "{scheme}");
    }
}

#[test]
fn what_is_told_of_fixed_bodies() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let wall = world
        .add_body(Body2::point(1.0).at([1.0, 2.0]).moving([3.0, 0.0]).fixed())
        .unwrap();
    let ball = (world.add_body(Body2::point(2.0).at([0.0, 1.0]).moving([1.0, 0.0]))).unwrap();
    (world.add_link(wall, ball, |_: &Body2, _: f64| [0.0, 0.0].into())).unwrap();
    assert_eq!(world.energy().kinetic, 1.0);
    assert!((world.energy().potential - 2.0 * 9.81).abs() < 1e-14);
    assert_eq!(world.momentum(), Vector2::new(2.0, 0.0));
    assert_eq!(world.center_of_mass(), Some(Vector2::new(0.0, 1.0)));
    let path = world.trajectory(wall).unwrap();
    assert_eq!(path.position(2.0), Vector2::new(7.0, 2.0));
    assert!(world[wall].is_fixed() && !world[ball].is_fixed());

    let before = world.snapshot();
    world.step(0.1).unwrap();
    let once = world[wall];
    world.restore(&before).unwrap();
    world.step(0.1).unwrap();
    assert_eq!(world[wall], once);

    // no longer fixed, it falls; fixed again, it keeps its speed
    world[wall].mass = 3.0;
    world.step(0.1).unwrap();
    let speed = world[wall].velocity.y;
    assert!(speed < 0.0);
    world[wall] = world[wall].fixed();
    world.step(0.1).unwrap();
    assert_eq!(world[wall].velocity.y, speed);
    for mass in [f64::NAN, f64::NEG_INFINITY, 0.0] {
        world[wall].mass = mass;
        assert!(matches!(world.step(0.1), Err(StepError::Mass { .. })));
    }
}

/// With a lamp on a hook the ledger balances, and the reference agrees with small steps.
#[test]
fn a_lamp_on_a_hook_keeps_its_books() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world.add_force(LinearDrag::coefficient(0.1)).unwrap();
    let hook = (world.add_body(Body2::point(1.0).at([0.0, 3.0]).fixed())).unwrap();
    let lamp = world.add_body(Body2::point(2.0).at([0.5, 1.5])).unwrap();
    world.add_link(lamp, hook, Spring::stiffness(80.0)).unwrap();
    (world.add_link(hook, lamp, Spring::stiffness(50.0).length(1.0).pulls_only())).unwrap();
    let mut reference = Reference::new(&world);
    let mut ledger = Ledger::new(&world);
    for _ in 0..200 {
        ledger.step(&mut world, 0.005).unwrap();
    }
    reference.advance(1.0).unwrap();
    assert_eq!(reference.world()[hook], world[hook]);
    let distance = (reference.world()[lamp].position - world[lamp].position).norm();
    assert!(distance < 1e-3, "{distance}");
    let balance = ledger.balance();
    println!("{balance:?}");
    assert!(balance.imbalance.total().abs() < 1e-9 * balance.turnover);
}

/// A world in which fixed bodies and others come and go moves as a new world with the same content.
#[test]
fn fixed_bodies_come_and_go() {
    fn check<const D: usize>(mut world: World<f64, D>)
    where
        f64: kinstep::Real<D>,
    {
        world.add_force(LinearDrag::coefficient(0.3)).unwrap();
        world.add_force(QuadraticDrag::coefficient(0.3)).unwrap();
        let mut ids = Vec::new();
        for i in 0..60_usize {
            let mut body = Body::<f64, D>::point(1.0);
            body.position[0] = i as f64;
            body.velocity[1] = 1.0;
            let body = if i % 3 == 0 { body.fixed() } else { body };
            ids.push(world.add_body(body).unwrap());
            if i % 2 == 1 {
                (world.add_link(ids[i - 1], ids[i], Spring::stiffness(2.0))).unwrap();
            }
        }
        let mut random = Pcg64Mcg::seed_from_u64(6);
        for round in 0..1000 {
            let index = random.random_range(0..ids.len());
            let id = ids[index];
            match random.random_range(0..12) {
                0 => {
                    world.remove_body(id).unwrap();
                    ids[index] = world.add_body(Body::point(2.0)).unwrap();
                    let other = ids[(index + 1) % ids.len()];
                    (world.add_link(other, ids[index], Spring::stiffness(3.0))).unwrap();
                }
                1..=6 => world[id] = world[id].fixed(),
                _ => world[id].mass = 2.0,
            }
            let mut anew = world.scene().unwrap().world().unwrap();
            world.step(0.001).unwrap();
            anew.step(0.001).unwrap();
            assert!(world.body_slice() == anew.body_slice(), "{round}");
        }
    }
    check(World2::new());
    check(World3::new());
}
