//! Rigid bodies in a world: torques, engines, mounted forces.

use approx::assert_abs_diff_eq;
use kinstep::nalgebra::{UnitQuaternion, Vector2, Vector3};
use kinstep::{
    AngularDrag, Body, Body2, Body3, BodyId, ConstantTorque, Effect, Force, Inertia, LinearDrag,
    Mounted, PointGravity, Scheme, Spring, StepError, Tether, Thruster, Torque, TorsionSpring,
    UniformGravity, World, World2, World3,
};

fn book() -> Body3 {
    Body3::solid(1.2, Inertia::cuboid(1.2, [0.03, 0.15, 0.22])).spinning([0.01, 6.0, 0.02])
}

/// Engines, gravity, drag in wind, a spring, torsion and angular drag together, in the plane: one step is as
/// good as a thousand.
#[test]
fn engines_are_exact_beside_all_that_is_linear() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -1.62])).unwrap();
    world
        .add_force(LinearDrag::rate(0.2).in_wind([3.0, 0.0]))
        .unwrap();
    let lander = Body2::solid(1500.0, 4000.0)
        .at([0.0, 900.0])
        .turned(0.2)
        .spinning(-0.3);
    let lander = world.add_body(lander).unwrap();
    let main = Thruster::new([0.0, 45_000.0]).mounted_at([0.1, -1.0]);
    world.add_force_on(lander, main.throttled(0.7)).unwrap();
    let jet = Thruster::new([400.0, 0.0]).mounted_at([0.0, 2.0]);
    world.add_force_on(lander, jet).unwrap();
    world.add_force_on(lander, Spring::stiffness(70.0)).unwrap();
    world
        .add_force_on(lander, TorsionSpring::stiffness(900.0).damping(300.0))
        .unwrap();
    world.add_force(AngularDrag::rate(0.1)).unwrap();

    let mut once = world.clone();
    once.step(7.0).unwrap();
    let steps = 1000;
    for _ in 0..steps {
        world.step(7.0 / f64::from(steps)).unwrap();
    }
    let (one, many) = (&once[lander], &world[lander]);
    // measured: 1.8e-13 of 900 m, and 2.2e-15 rad
    assert!(
        (one.position - many.position).norm() < 8.0 * f64::EPSILON * 900.0,
        "{:e}",
        (one.position - many.position).norm()
    );
    assert!(
        (one.orientation() - many.orientation()).abs() < 1e-14,
        "{:e}",
        one.orientation() - many.orientation()
    );
    // and back
    once.step(-7.0).unwrap();
    assert_abs_diff_eq!(
        once[lander].position,
        Vector2::new(0.0, 900.0),
        epsilon = 1e-10
    );
    assert_abs_diff_eq!(once[lander].orientation(), 0.2, epsilon = 1e-12);
}

/// Alone an engine knows its increments, so that schemes that add these are exact, too.
#[test]
fn an_engine_alone_is_exact_where_increments_are_added() {
    let engine = Thruster::new([300.0, 4500.0]).mounted_at([0.3, -1.0]);
    let mut world = World2::new();
    let lander = Body2::solid(1500.0, 4000.0).turned(0.2).spinning(-0.3);
    let lander = world.add_body(lander).unwrap();
    world.add_force_on(lander, engine).unwrap();
    let mut added = world.clone();
    added.set_scheme(Scheme::Kinematic);
    for _ in 0..30 {
        added.step(0.2).unwrap();
    }
    world.step(6.0).unwrap();
    let (a, b) = (&world[lander], &added[lander]);
    let way = 0.5 * 3.0 * 6.0 * 6.0;
    // measured: 2.1e-14 m
    let off = (a.position - b.position).norm();
    assert!(off < 16.0 * f64::EPSILON * way, "{off:e}");
    assert!((a.orientation() - b.orientation()).abs() < 1e-14);
}

/// Drag along the angular momentum is exact in space, whatever the inertia.
#[test]
fn angular_drag_keeps_the_direction_of_spin() {
    let mut world = World3::new();
    world.add_force(AngularDrag::rate(0.3)).unwrap();
    let id = world.add_body(book()).unwrap();
    let mut once = world.clone();
    once.step(5.0).unwrap();
    for _ in 0..500 {
        world.step(0.01).unwrap();
    }
    let spin = book().spin_angular_momentum();
    assert!(
        (once[id].spin_angular_momentum() - spin * (-1.5_f64).exp()).norm()
            < 4.0 * f64::EPSILON * spin.norm()
    );
    let off = once[id].orientation().angle_to(&world[id].orientation());
    // measured: 5e-15
    assert!(off < 4e-14, "{off:e}");
}

/// What engines do under other schemes tends to the same, at their orders.
#[test]
fn every_scheme_turns_bodies() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -1.62])).unwrap();
    let lander = world
        .add_body(Body2::solid(1500.0, 4000.0).spinning(0.4))
        .unwrap();
    let engine = Thruster::new([0.0, 4500.0]).mounted_at([0.1, -1.0]);
    world.add_force_on(lander, engine).unwrap();
    world
        .add_force_on(lander, TorsionSpring::stiffness(9000.0).damping(300.0))
        .unwrap();
    let mut exact = world.clone();
    exact.step(4.0).unwrap();
    let error = |scheme, steps: u32| {
        let mut world = world.clone();
        world.set_scheme(scheme);
        for _ in 0..steps {
            world.step(4.0 / f64::from(steps)).unwrap();
        }
        (world[lander].position - exact[lander].position).norm()
            + (world[lander].orientation() - exact[lander].orientation()).abs()
    };
    for (scheme, order) in [
        (Scheme::ExplicitEuler, 1.0),
        (Scheme::SymplecticEuler, 1.0),
        (Scheme::VelocityVerlet, 1.0),
        (Scheme::Rk4, 4.0),
        (Scheme::Kinematic, 1.0),
        (Scheme::AverageAcceleration, 1.0),
    ] {
        // where the first order is small, the second hides it in long steps
        let steps = if order == 1.0 { 8192 } else { 256 };
        let (coarse, fine) = (error(scheme, steps), error(scheme, 2 * steps));
        let observed = (coarse / fine).log2();
        assert!(
            (observed - order).abs() < 0.1,
            "{scheme}: {observed} ({coarse:e}, {fine:e})"
        );
    }
    assert!(
        error(Scheme::FlowKick, 64) < 1e-12,
        "{:e}",
        error(Scheme::FlowKick, 64)
    );
    assert!(error(Scheme::FlowKick4, 64) < 1e-12);
}

/// An asymmetric top on a pivot at the origin: its weight turns it, the pivot holds it.
#[derive(Debug, Clone, Copy)]
struct Weight {
    /// In the body's frame \[m\].
    center: Vector3<f64>,
    weight: Vector3<f64>,
}

impl Force<f64, 3> for Weight {
    fn acceleration(&self, _body: &Body3, _time: f64) -> Vector3<f64> {
        Vector3::zeros()
    }

    fn effect(&self, _body: &Body3, _time: f64, _dt: f64) -> Effect<f64, 3> {
        Effect::Torque {
            depends_on_velocity: false,
        }
    }

    fn torque(&self, body: &Body3, _time: f64) -> Option<Vector3<f64>> {
        Some(body.to_world(self.center).cross(&self.weight))
    }

    fn potential_energy(&self, body: &Body3, _time: f64) -> Option<f64> {
        Some(-self.weight.dot(&body.to_world(self.center)))
    }
}

fn heavy_top() -> (World3, kinstep::BodyId) {
    let mut world = World3::new();
    let tilt = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), 0.5);
    let id = world.add_body(book().turned(tilt)).unwrap();
    let weight = Weight {
        center: Vector3::new(0.01, 0.02, 0.1),
        weight: Vector3::new(0.0, 0.0, -1.2 * 9.81),
    };
    world.add_force(weight).unwrap();
    (world, id)
}

/// Order 2, and fourth order under the composition.
#[test]
fn a_heavy_top_has_the_order_of_its_scheme() {
    let (world, id) = heavy_top();
    let end = |scheme, steps: u32| {
        let mut world = world.clone();
        world.set_scheme(scheme);
        for _ in 0..steps {
            world.step(0.5 / f64::from(steps)).unwrap();
        }
        world[id].orientation()
    };
    let best = end(Scheme::FlowKick4, 4000);
    for (scheme, order) in [
        (Scheme::FlowKick, 2.0),
        (Scheme::VelocityVerlet, 2.0),
        (Scheme::FlowKick4, 4.0),
        (Scheme::Rk4, 4.0),
        (Scheme::SymplecticEuler, 1.0),
    ] {
        let (coarse, fine) = (
            best.angle_to(&end(scheme, 100)),
            best.angle_to(&end(scheme, 200)),
        );
        let observed = (coarse / fine).log2();
        assert!(
            (observed - order).abs() < 0.3,
            "{scheme}: {observed}, {coarse:e}, {fine:e}"
        );
    }
}

/// Over 1e5 steps the energy of the top stays within a band.
#[test]
fn a_heavy_top_keeps_its_energy_within_a_band() {
    let (mut world, _) = heavy_top();
    let start = world.energy().total();
    let mut worst = [0.0_f64; 2];
    let steps = 100_000;
    for i in 0..steps {
        world.step(1.0 / 240.0).unwrap();
        let half = &mut worst[usize::from(i > steps / 2)];
        *half = half.max((world.energy().total() - start).abs());
    }
    let [early, late] = worst;
    // measured: both 9.5e-4 J of 1.22 J
    assert!(
        late < 1.2 * early && early < 4e-3,
        "{early:e}, {late:e} of {start:e}"
    );
}

/// A book spun about its middle axis, 1e5 steps in a world: nothing drifts.
#[test]
fn a_free_body_turns_for_half_an_hour_without_drift() {
    let mut world = World3::new();
    let tilted = book().spinning([0.042, 6.0, 0.042]);
    let id = world.add_body(tilted).unwrap();
    let (energy, spin) = (world.energy().total(), world.angular_momentum());
    let mut once = world.clone();
    let (steps, dt) = (100_000, 1.0 / 60.0);
    let (mut worst, mut flips) = (0.0_f64, 0);
    let mut side = 1.0;
    for _ in 0..steps {
        world.step(dt).unwrap();
        worst = worst.max((world.energy().total() / energy - 1.0).abs());
        let about = world[id].to_body(world[id].angular_velocity()).y;
        if about * side < 0.0 {
            flips += 1;
            side = -side;
        }
    }
    once.step(f64::from(steps) * dt).unwrap();
    let off = once[id]
        .orientation()
        .angle_to(&world[id].orientation())
        .to_degrees();
    // measured: 2.0e-14, and 1.2e-7 degrees
    assert!(worst < 1e-13, "{worst:e}");
    assert_eq!(world.angular_momentum(), spin);
    assert!(off < 1e-6, "{off:e} degrees");
    assert_eq!(flips, 475);
}

/// A steady torque turns a body by `½ α t²` under both schemes that accumulate increments, in the plane and in
/// space.
#[test]
fn accumulated_torques_turn() {
    let tolerance = 16.0 * f64::EPSILON;
    for scheme in [Scheme::Kinematic, Scheme::AverageAcceleration] {
        let (mut plane, mut space) = (World2::new(), World3::new());
        plane.set_scheme(scheme);
        space.set_scheme(scheme);
        let wheel = plane.add_body(Body2::solid(2.0, 4.0)).unwrap();
        let ball = Body3::solid(2.0, Inertia::principal([4.0; 3]));
        let ball = space.add_body(ball).unwrap();
        plane.add_force(ConstantTorque::new(3.0)).unwrap();
        (space.add_force(ConstantTorque::new([0.0, 0.0, 3.0]))).unwrap();
        for _ in 0..16 {
            plane.step(0.0625).unwrap();
            space.step(0.0625).unwrap();
        }
        assert_abs_diff_eq!(plane[wheel].orientation(), 0.375, epsilon = tolerance);
        let turned = space[ball].orientation().scaled_axis();
        assert_abs_diff_eq!(turned, Vector3::z() * 0.375, epsilon = tolerance);
    }
}

/// All that acts inside an isolated system, for 20,000 steps: springs, gravity, tethers, bodies that turn.
/// What does not know its parts by heart still pushes them equally.
#[test]
fn isolated_systems_keep_their_momenta() {
    let mut world = World3::new();
    let mut cases = truths::Cases::new(11);
    let bodies: Vec<_> = (0..6)
        .map(|i| {
            let mut vector = |size: f64| Vector3::from_fn(|_, _| size * cases.uniform(-1.0..1.0));
            let inertia = Inertia::cuboid(1.0 + f64::from(i), [0.3, 0.5, 0.8]);
            let body = Body3::solid(1.0 + f64::from(i), inertia)
                .at(vector(3.0))
                .moving(vector(0.5))
                .spinning(vector(4.0));
            world.add_body(body).unwrap()
        })
        .collect();
    world
        .add_link(bodies[0], bodies[1], PointGravity::new(3.0))
        .unwrap();
    world
        .add_link(bodies[1], bodies[2], Spring::stiffness(2.0))
        .unwrap();
    world
        .add_link(bodies[2], bodies[3], Spring::stiffness(5.0))
        .unwrap();
    world
        .add_link(
            bodies[3],
            bodies[4],
            Tether::stiffness(9.0).length(1.0).damping(0.1),
        )
        .unwrap();
    world
        .add_link(bodies[4], bodies[5], PointGravity::new(0.7))
        .unwrap();
    world
        .add_link(bodies[5], bodies[2], |body: &Body3, _: f64| {
            body.position * (-1.0 / (1.0 + body.position.norm_squared()))
        })
        .unwrap();
    let (momentum, spin) = (world.momentum(), world.angular_momentum());
    let scale = world
        .body_slice()
        .iter()
        .map(|body| body.momentum().norm())
        .sum::<f64>();
    let mut worst = [0.0_f64; 2];
    for _ in 0..20_000 {
        world.step(0.01).unwrap();
        worst[0] = worst[0].max((world.momentum() - momentum).norm() / scale);
        worst[1] = worst[1].max((world.angular_momentum() - spin).norm() / spin.norm());
    }
    // measured: 1.4e-14 and 7.4e-13
    assert!(worst[0] < 1e-13 && worst[1] < 4e-12, "{worst:?}");
    // the parts do move
    assert!((world[bodies[0]].momentum()).norm() > 1e-3);
}

/// What makes no sense is refused with what is wrong, and nothing changes.
#[test]
fn what_cannot_turn_is_refused() {
    let mut world = World3::new();
    let cuboid = Inertia::cuboid(1.0, [1.0, 2.0, 3.0]);
    let zero =
        UnitQuaternion::new_unchecked(kinstep::nalgebra::Quaternion::new(0.0, 0.0, 0.0, 0.0));
    for (body, says) in [
        (
            Body3::solid(1.0, Inertia::principal([1.0, -2.0, 2.0])),
            "-2",
        ),
        (Body3::solid(1.0, Inertia::principal([1.0, 2.0, 9.0])), "9"),
        (
            Body3::solid(1.0, Inertia::principal([1.0, f64::NAN, 2.0])),
            "NaN",
        ),
        (Body3::solid(1.0, cuboid).turned(zero), "length 0"),
        (
            Body3::solid(1.0, cuboid).spinning([0.0, f64::INFINITY, 0.0]),
            "angular velocity",
        ),
        (Body3::point(1.0).spinning([0.0, 3.0, 0.0]), "3 rad/s"),
    ] {
        let error = world.add_body(body).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    assert!(world.body_slice().is_empty());
    assert!(
        Inertia::tensor(kinstep::nalgebra::Matrix3::new(
            1.0, 0.5, 0.0, 0.1, 1.0, 0.0, 0.0, 0.0, 1.0
        ))
        .is_err()
    );

    let mut plane = World2::new();
    let point = plane.add_body(Body2::point(1.0)).unwrap();
    let engine = Thruster::new([1.0, 0.0]).mounted_at([0.0, 2.0]);
    let error = plane.add_force_on(point, engine).unwrap_err().to_string();
    assert!(
        error.contains("is 2;") && error.contains("point"),
        "{error}"
    );
    plane
        .add_force_on(point, Thruster::new([1.0, 0.0]))
        .unwrap();
    plane.step(2.0).unwrap();
    assert_abs_diff_eq!(
        plane[point].position,
        Vector2::new(2.0, 0.0),
        epsilon = 1e-15
    );
    // on all bodies it may be mounted anywhere; a point is pushed, not turned
    plane.add_force(engine).unwrap();
    plane.step(1.0).unwrap();
    assert_abs_diff_eq!(
        plane[point].velocity,
        Vector2::new(4.0, 0.0),
        epsilon = 1e-15
    );

    // a link acts between the centres
    let other = plane.add_body(Body2::point(1.0)).unwrap();
    let hooked = Mounted::new(Spring::stiffness(1.0), [0.0, 0.5]);
    let error = plane
        .add_link(point, other, hooked)
        .unwrap_err()
        .to_string();
    assert!(error.contains("0.5"), "{error}");

    let before = plane.clone();
    plane[point].set_angular_velocity(1.0);
    let error = plane.step(1.0).unwrap_err();
    assert_eq!(error, StepError::PointSpins { body: point });
    plane[point] = before[point];
    let solid = plane.add_body(Body2::solid(1.0, 2.0)).unwrap();
    plane[solid].set_inertia(-1.0);
    let error = plane.step(1.0).unwrap_err();
    assert_eq!(error, StepError::Inertia { body: solid });
    assert_eq!(plane.time(), before.time());
    assert!(Thruster::new([f64::NAN, 0.0]).check().is_err());
    assert!(ConstantTorque::<f64, 2>::new(f64::NAN).check().is_err());
    assert!(
        TorsionSpring::<f64, 3>::stiffness(1.0)
            .toward(zero)
            .check()
            .is_err()
    );
}

/// Solids of many kinds, each with drag of its own, points among them, kicked and not, are stepped together as each of
/// them is alone.
#[test]
fn solids_among_many_turn_as_they_do_alone() {
    fn world(kicked: bool) -> World3 {
        let mut world = World3::new();
        world
            .add_force(UniformGravity::new([0.0, -9.81, 0.0]))
            .unwrap();
        if kicked {
            let field = |body: &Body3, _: f64| Vector3::new(0.0, body.position.x.sin(), 0.0);
            world.add_force(field).unwrap();
        }
        world
    }
    fn add(world: &mut World3, place: usize) -> BodyId {
        let number = place as f64;
        let edges = match place % 5 {
            0 => [0.2; 3],
            1 => [0.1, 0.1, 0.3],
            _ => [0.03 + 1e-3 * number, 0.15, 0.22],
        };
        let body = Body3::solid(1.0 + number % 3.0, Inertia::cuboid(1.2, edges))
            .at([number, 0.0, 0.0])
            .spinning([number.sin(), 6.0 * number.cos(), 0.02 * number]);
        let id = if place % 7 == 3 {
            world.add_body(Body3::point(2.0).at([number, 0.0, 0.0]))
        } else {
            world.add_body(body)
        };
        let id = id.unwrap();
        if place % 7 != 3 {
            let drag = AngularDrag::rate(0.01 * (1.0 + (place % 20) as f64));
            world.add_force_on(id, drag).unwrap();
        }
        id
    }
    for kicked in [false, true] {
        let mut many = world(kicked);
        let ids: Vec<_> = (0..150).map(|place| add(&mut many, place)).collect();
        for _ in 0..5 {
            many.step(0.02).unwrap();
        }
        for (place, id) in ids.into_iter().enumerate() {
            let mut alone = world(kicked);
            let other = add(&mut alone, place);
            for _ in 0..5 {
                alone.step(0.02).unwrap();
            }
            assert_eq!(many[id], alone[other], "{place}, kicked: {kicked}");
        }
    }
}

/// Engines in the plane, on bodies of different laws, push as they do in worlds of their own.
#[test]
fn engines_among_many_push_as_they_do_alone() {
    fn add(world: &mut World2, place: usize) -> BodyId {
        let number = place as f64;
        let body = Body2::solid(1.0 + number, 2.0)
            .at([number, 1.0])
            .spinning(0.3 * number);
        let id = world.add_body(body).unwrap();
        let engine = Thruster::new([0.2, 5.0 + number]).mounted_at([0.1, -1.0]);
        world.add_force_on(id, engine).unwrap();
        world
            .add_force_on(id, LinearDrag::coefficient(0.2))
            .unwrap();
        id
    }
    let mut many = World2::new();
    let ids: Vec<_> = (0..12).map(|place| add(&mut many, place)).collect();
    many.step(0.5).unwrap();
    for (place, id) in ids.into_iter().enumerate() {
        let mut alone = World2::new();
        let other = add(&mut alone, place);
        alone.step(0.5).unwrap();
        assert_eq!(many[id], alone[other], "{place}");
    }
}

/// A body whose inertia is another one from now on turns as a new one with that.
#[test]
fn an_inertia_that_changes_is_turned_with() {
    let mut world = World3::new();
    let other = world.add_body(book().at([9.0; 3])).unwrap();
    let id = world.add_body(book()).unwrap();
    world.step(0.1).unwrap();
    world[id].set_inertia(Inertia::cuboid(1.2, [0.2, 0.1, 0.3]));
    let mut anew = World3::new();
    let [same, changed] = [other, id].map(|id| anew.add_body(world[id]).unwrap());
    world.step(0.1).unwrap();
    anew.step(0.1).unwrap();
    assert_eq!([world[other], world[id]], [anew[same], anew[changed]]);
}

/// Numbers beyond all bounds are refused under every scheme, and leave the world as it was.
#[test]
fn turns_that_overflow_are_refused() {
    for scheme in Scheme::ALL {
        let mut world = World3::new();
        world.set_scheme(scheme);
        let id = world.add_body(book()).unwrap();
        let mut plane = World2::new();
        plane.set_scheme(scheme);
        let wheel = plane
            .add_body(Body2::solid(1.0, 1.0).spinning(1e200))
            .unwrap();
        assert!(plane.step(1e200).is_err(), "{scheme}");
        assert_eq!(plane[wheel].orientation(), 0.0);
        plane.step(1e-200).unwrap();

        world[id].set_angular_velocity([0.0, f64::NAN, 0.0]);
        let error = world.step(0.1).unwrap_err();
        assert_eq!(error, StepError::State { body: id }, "{scheme}");
        world[id].set_angular_velocity([0.0, 0.0, 1e300]);
        let spin = world[id].spin_angular_momentum();
        // a turn of 1e300 rad is somewhere, or refused, but never no number
        if world.step(1.0).is_err() {
            assert_eq!(world[id].orientation(), UnitQuaternion::identity());
        }
        assert_eq!(world[id].spin_angular_momentum(), spin);
        let length = world[id].orientation().coords.norm();
        assert!((length - 1.0).abs() < 1e-14, "{scheme}: {length}");
    }
}

/// A spring hooked to a corner conserves energy in the mean, and a torque that depends on the angular
/// velocity keeps the order.
#[test]
fn mounted_forces_and_closures_are_of_second_order() {
    let mut world = World2::new();
    let plate = world
        .add_body(Body2::solid(2.0, 0.3).spinning(1.0))
        .unwrap();
    let spring = Spring::stiffness(40.0).anchored_at([0.5, 1.0]);
    world
        .add_force_on(plate, Mounted::new(spring, [0.5, 0.5]))
        .unwrap();
    let damped = Torque::new(|body: &Body2, _: f64| {
        -0.1 * body.angular_velocity() * body.angular_velocity().abs()
    });
    world.add_force_on(plate, damped).unwrap();
    let end = |steps: u32| {
        let mut world = world.clone();
        for _ in 0..steps {
            world.step(2.0 / f64::from(steps)).unwrap();
        }
        (world[plate].position, world[plate].orientation())
    };
    let best = end(1 << 14);
    let error = |steps| {
        let (position, angle) = end(steps);
        (position - best.0).norm() + (angle - best.1).abs()
    };
    let observed = (error(200) / error(400)).log2();
    assert!((observed - 2.0).abs() < 0.1, "{observed}");
}

/// In space the torque of a spring toward an orientation is the slope of its energy.
#[test]
fn torsion_in_space_conserves_energy() {
    let mut world = World3::new();
    let id = world.add_body(book().spinning([0.3, 0.2, -0.4])).unwrap();
    let rest = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), 1.0);
    world
        .add_force_on(id, TorsionSpring::stiffness(0.05).toward(rest))
        .unwrap();
    let start = world.energy().total();
    let mut worst = 0.0_f64;
    for _ in 0..20_000 {
        world.step(0.01).unwrap();
        worst = worst.max((world.energy().total() / start - 1.0).abs());
    }
    // measured: 2.5e-4
    assert!(worst < 1e-3, "{worst:e}");
}

/// Points and solids of all widths go through the same calls.
#[test]
fn f32_bodies_turn_too() {
    let mut world = World::<f32, 2>::new();
    let id = world
        .add_body(Body::<f32, 2>::solid(2.0, 0.5).turned(0.1).spinning(2.0))
        .unwrap();
    world
        .add_force_on(id, ConstantTorque::<f32, 2>::new(1.0_f32))
        .unwrap();
    world.step(0.5).unwrap();
    assert_abs_diff_eq!(world[id].orientation(), 0.1 + 1.0 + 0.25, epsilon = 1e-6);
    assert_abs_diff_eq!(world[id].angular_velocity(), 3.0, epsilon = 1e-6);
}
