//! Rigid bodies in a world: torques, engines, mounted forces.

use approx::assert_abs_diff_eq;
use kinstep::nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector2, Vector3};
use kinstep::{
    AngularDrag, Body2, Body3, BodyId, ConstantTorque, Effect, Force, Inertia, LinearDrag, Mounted,
    PointGravity, Real, Scheme, Spring, StepError, Thruster, Torque, TorsionSpring, UniformGravity,
    World, World2, World3,
};
use truths::build::Build;

fn book() -> Body3 {
    Body3::solid(1.2, Inertia::cuboid(1.2, [0.03, 0.15, 0.22])).spinning([0.01, 6.0, 0.02])
}

/// In the plane, engines are exact beside gravity, drag in wind, a spring, torsion and angular
/// drag: one step is as accurate as a thousand.
#[test]
fn engines_are_exact_beside_all_that_is_linear() {
    let mut world = World2::new();
    world.pull(UniformGravity::new([0.0, -1.62]));
    world.pull(LinearDrag::rate(0.2).in_wind([3.0, 0.0]));
    let lander = Body2::solid(1500.0, 4000.0).at([0.0, 900.0]);
    let lander = world.put(lander.turned(0.2).spinning(-0.3));
    let main = Thruster::new([0.0, 45_000.0]).mounted_at([0.1, -1.0]);
    world.pull_on(lander, main.throttled(0.7));
    let jet = Thruster::new([400.0, 0.0]).mounted_at([0.0, 2.0]);
    world.pull_on(lander, jet);
    world.pull_on(lander, Spring::stiffness(70.0));
    let torsion = TorsionSpring::stiffness(900.0).damping(300.0);
    world.pull_on(lander, torsion);
    world.pull(AngularDrag::rate(0.1));

    let mut once = world.clone();
    once.step(7.0).unwrap();
    world.run(7.0 / 1000.0, 1000);
    let off = (once[lander].position - world[lander].position).norm();
    let turned = (once[lander].orientation() - world[lander].orientation()).abs();
    // measured: 1.8e-13 of 900 m, and 2.2e-15 rad
    assert!(off < 8.0 * f64::EPSILON * 900.0, "{off:e}");
    assert!(turned < 1e-14, "{turned:e}");
    // a step back returns to the start
    once.step(-7.0).unwrap();
    let start = Vector2::new(0.0, 900.0);
    assert_abs_diff_eq!(once[lander].position, start, epsilon = 1e-10);
    assert_abs_diff_eq!(once[lander].orientation(), 0.2, epsilon = 1e-12);
}

/// An engine alone gives its exact increments, so a scheme that adds increments is exact, too.
#[test]
fn an_engine_alone_is_exact_where_increments_are_added() {
    let engine = Thruster::new([300.0, 4500.0]).mounted_at([0.3, -1.0]);
    let mut world = World2::new();
    let lander = Body2::solid(1500.0, 4000.0).turned(0.2).spinning(-0.3);
    let lander = world.put(lander);
    world.pull_on(lander, engine);
    let mut added = world.clone();
    added.set_scheme(Scheme::Kinematic);
    added.run(0.2, 30);
    world.step(6.0).unwrap();
    let (a, b) = (&world[lander], &added[lander]);
    let way = 0.5 * 3.0 * 6.0 * 6.0;
    // measured: 2.1e-14 m
    let off = (a.position - b.position).norm();
    assert!(off < 16.0 * f64::EPSILON * way, "{off:e}");
    assert!((a.orientation() - b.orientation()).abs() < 1e-14);
}

/// Drag along the angular momentum is exact in space, for any inertia.
#[test]
fn angular_drag_keeps_the_direction_of_spin() {
    let mut world = World3::new();
    world.pull(AngularDrag::rate(0.3));
    let id = world.put(book());
    let mut once = world.clone();
    once.step(5.0).unwrap();
    world.run(0.01, 500);
    let spin = book().spin_angular_momentum();
    let off = (once[id].spin_angular_momentum() - spin * (-1.5_f64).exp()).norm();
    assert!(off < 4.0 * f64::EPSILON * spin.norm());
    let off = once[id].orientation().angle_to(&world[id].orientation());
    // measured: 5e-15
    assert!(off < 4e-14, "{off:e}");
}

/// Under every scheme a body with an engine converges to the same motion, with the order of the
/// scheme.
#[test]
fn every_scheme_turns_bodies() {
    let mut world = World2::new();
    world.pull(UniformGravity::new([0.0, -1.62]));
    let lander = world.put(Body2::solid(1500.0, 4000.0).spinning(0.4));
    let engine = Thruster::new([0.0, 4500.0]).mounted_at([0.1, -1.0]);
    world.pull_on(lander, engine);
    let torsion = TorsionSpring::stiffness(9000.0).damping(300.0);
    world.pull_on(lander, torsion);
    let mut exact = world.clone();
    exact.step(4.0).unwrap();
    let error = |scheme, steps: u32| {
        let mut world = world.clone();
        world.set_scheme(scheme);
        world.run(4.0 / f64::from(steps), steps);
        let [found, exact] = [&world[lander], &exact[lander]];
        (found.position - exact.position).norm() + (found.orientation() - exact.orientation()).abs()
    };
    // shorter steps, so that the first-order part of the error exceeds the second-order part
    for (scheme, steps, order) in [
        (Scheme::ExplicitEuler, 8192, 1.0),
        (Scheme::SymplecticEuler, 8192, 1.0),
        (Scheme::VelocityVerlet, 8192, 1.0),
        (Scheme::Rk4, 256, 4.0),
        (Scheme::Kinematic, 8192, 1.0),
        (Scheme::AverageAcceleration, 8192, 1.0),
    ] {
        let observed = (error(scheme, steps) / error(scheme, 2 * steps)).log2();
        assert!((observed - order).abs() < 0.1, "{scheme}: {observed}");
    }
    for scheme in [Scheme::FlowKick, Scheme::FlowKick4] {
        let error = error(scheme, 64);
        assert!(error < 1e-12, "{scheme}: {error:e}");
    }
}

/// An asymmetric top on a pivot at the origin: its weight exerts a torque, and the pivot holds it.
#[derive(Debug, Clone, Copy)]
struct Weight {
    /// Centre of mass in the frame of the body \[m\].
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

fn heavy_top() -> (World3, BodyId) {
    let mut world = World3::new();
    let tilt = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), 0.5);
    let id = world.put(book().turned(tilt));
    let weight = Weight {
        center: Vector3::new(0.01, 0.02, 0.1),
        weight: Vector3::new(0.0, 0.0, -1.2 * 9.81),
    };
    world.pull(weight);
    (world, id)
}

/// A heavy top converges with order 2, and with order 4 under the composed scheme.
#[test]
fn a_heavy_top_has_the_order_of_its_scheme() {
    let (world, id) = heavy_top();
    let end = |scheme, steps: u32| {
        let mut world = world.clone();
        world.set_scheme(scheme);
        world.run(0.5 / f64::from(steps), steps);
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
        let [coarse, fine] = [100, 200].map(|steps| best.angle_to(&end(scheme, steps)));
        let observed = (coarse / fine).log2();
        assert!((observed - order).abs() < 0.3, "{scheme}: {observed}");
    }
}

/// Over 1e5 steps the energy of the top stays within a band.
#[test]
fn a_heavy_top_keeps_its_energy_within_a_band() {
    let (mut world, _) = heavy_top();
    let start = world.energy().total();
    let [early, late] = [0; 2].map(|_| {
        let mut worst = 0.0_f64;
        for _ in 0..50_000 {
            world.step(1.0 / 240.0).unwrap();
            worst = worst.max((world.energy().total() - start).abs());
        }
        worst
    });
    // measured: both 9.5e-4 J of 1.22 J
    assert!(late < 1.2 * early && early < 4e-3, "{early:e}, {late:e}");
}

/// A free book that rotates about its middle axis for 1e5 steps in a world does not drift.
#[test]
fn a_free_body_turns_for_half_an_hour_without_drift() {
    let mut world = World3::new();
    let id = world.put(book().spinning([0.042, 6.0, 0.042]));
    let (energy, spin) = (world.energy().total(), world.angular_momentum());
    let mut once = world.clone();
    let (mut worst, mut flips, mut side) = (0.0_f64, 0, 1.0);
    for _ in 0..100_000 {
        world.step(1.0 / 60.0).unwrap();
        worst = worst.max((world.energy().total() / energy - 1.0).abs());
        let about = world[id].to_body(world[id].angular_velocity()).y;
        if about * side < 0.0 {
            flips += 1;
            side = -side;
        }
    }
    once.step(1e5 / 60.0).unwrap();
    let off = once[id].orientation().angle_to(&world[id].orientation());
    let off = off.to_degrees();
    // measured: 2.0e-14, and 1.2e-7 degrees
    assert!(worst < 1e-13, "{worst:e}");
    assert_eq!(world.angular_momentum(), spin);
    assert!(off < 1e-6, "{off:e} degrees");
    assert_eq!(flips, 475);
}

/// A constant torque rotates a body by `½ α t²` under both schemes that accumulate increments, in
/// the plane and in space.
#[test]
fn accumulated_torques_turn() {
    let tolerance = 16.0 * f64::EPSILON;
    for scheme in [Scheme::Kinematic, Scheme::AverageAcceleration] {
        let (mut plane, mut space) = (World2::new(), World3::new());
        plane.set_scheme(scheme);
        space.set_scheme(scheme);
        let wheel = plane.put(Body2::solid(2.0, 4.0));
        let ball = Body3::solid(2.0, Inertia::principal([4.0; 3]));
        let ball = space.put(ball);
        plane.pull(ConstantTorque::new(3.0));
        space.pull(ConstantTorque::new([0.0, 0.0, 3.0]));
        for _ in 0..16 {
            plane.step(0.0625).unwrap();
            space.step(0.0625).unwrap();
        }
        assert_abs_diff_eq!(plane[wheel].orientation(), 0.375, epsilon = tolerance);
        let turned = space[ball].orientation().scaled_axis();
        assert_abs_diff_eq!(turned, Vector3::z() * 0.375, epsilon = tolerance);
    }
}

/// An isolated system of rotating bodies with springs, gravity and a tether keeps its momentum and
/// its angular momentum over 20,000 steps. Forces without an exact flow still push both ends
/// equally.
#[test]
fn isolated_systems_keep_their_momenta() {
    let mut world = World3::new();
    let mut cases = truths::Cases::new(11);
    let [a, b, c, d, e, f] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(|mass| {
        let body = Body3::solid(mass, Inertia::cuboid(mass, [0.3, 0.5, 0.8]));
        let body = body
            .at(cases.vector::<f64, 3>(3.0))
            .moving(cases.vector::<f64, 3>(0.5));
        world.put(body.spinning(cases.vector::<f64, 3>(4.0)))
    });
    world.tie([a, b], PointGravity::new(3.0));
    world.tie([b, c], Spring::stiffness(2.0));
    world.tie([c, d], Spring::stiffness(5.0));
    let tether = Spring::stiffness(9.0).length(1.0).pulls_only().damping(0.1);
    world.tie([d, e], tether);
    world.tie([e, f], PointGravity::new(0.7));
    world.tie([f, c], |body: &Body3, _: f64| {
        body.position * (-1.0 / (1.0 + body.position.norm_squared()))
    });
    let (momentum, spin) = (world.momentum(), world.angular_momentum());
    let sizes = world.body_slice().iter().map(|body| body.momentum().norm());
    let scale = sizes.sum::<f64>();
    let mut worst = [0.0_f64; 2];
    for _ in 0..20_000 {
        world.step(0.01).unwrap();
        worst[0] = worst[0].max((world.momentum() - momentum).norm() / scale);
        worst[1] = worst[1].max((world.angular_momentum() - spin).norm() / spin.norm());
    }
    // measured: 1.4e-14 and 7.4e-13
    assert!(worst[0] < 1e-13 && worst[1] < 4e-12, "{worst:?}");
    // the bodies do move
    assert!(world[a].momentum().norm() > 1e-3);
}

/// Invalid input is rejected with an error that says what is wrong, and nothing changes.
#[test]
fn what_cannot_turn_is_refused() {
    let solid = |moments| Body3::solid(1.0, Inertia::principal(moments));
    let cuboid = Body3::solid(1.0, Inertia::cuboid(1.0, [1.0, 2.0, 3.0]));
    let zero = UnitQuaternion::new_unchecked(Quaternion::new(0.0, 0.0, 0.0, 0.0));
    let too_fast = cuboid.spinning([0.0, f64::INFINITY, 0.0]);
    for (body, says) in [
        (solid([1.0, -2.0, 2.0]), "-2"),
        (solid([1.0, 2.0, 9.0]), "9"),
        (solid([1.0, f64::NAN, 2.0]), "NaN"),
        (cuboid.turned(zero), "length 0"),
        (too_fast, "angular velocity"),
        (Body3::point(1.0).spinning([0.0, 3.0, 0.0]), "3 rad/s"),
    ] {
        let error = World3::new().add_body(body).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    let skewed = Matrix3::new(1.0, 0.5, 0.0, 0.1, 1.0, 0.0, 0.0, 0.0, 1.0);
    assert!(Inertia::tensor(skewed).is_err());

    let mut plane = World2::new();
    let point = plane.put(Body2::point(1.0));
    let engine = Thruster::new([1.0, 0.0]).mounted_at([0.0, 2.0]);
    let error = plane.add_force_on(point, engine).unwrap_err().to_string();
    assert!(error.contains("is 2;") && error.contains("point"));
    plane.pull_on(point, Thruster::new([1.0, 0.0]));
    plane.step(2.0).unwrap();
    let place = Vector2::new(2.0, 0.0);
    assert_abs_diff_eq!(plane[point].position, place, epsilon = 1e-15);
    // a force on all bodies may be mounted anywhere; it accelerates a point without rotating it
    plane.pull(engine);
    plane.step(1.0).unwrap();
    let velocity = Vector2::new(4.0, 0.0);
    assert_abs_diff_eq!(plane[point].velocity, velocity, epsilon = 1e-15);

    // a link acts between the centres
    let other = plane.put(Body2::point(1.0));
    let hooked = Mounted::new(Spring::stiffness(1.0), [0.0, 0.5]);
    let error = plane.add_link(point, other, hooked).unwrap_err();
    assert!(error.to_string().contains("0.5"), "{error}");

    let before = plane.clone();
    plane[point].set_angular_velocity(1.0);
    assert_eq!(plane.step(1.0), Err(StepError::PointSpins { body: point }));
    plane[point] = before[point];
    let solid = plane.put(Body2::solid(1.0, 2.0));
    plane[solid].set_inertia(-1.0);
    assert_eq!(plane.step(1.0), Err(StepError::Inertia { body: solid }));
    assert_eq!(plane.time(), before.time());
    assert!(Thruster::new([f64::NAN, 0.0]).check().is_err());
    assert!(ConstantTorque::<f64, 2>::new(f64::NAN).check().is_err());
    let torsion = TorsionSpring::<f64, 3>::stiffness(1.0);
    assert!(torsion.toward(zero).check().is_err());
}

/// Asserts that each body among many others moves as it does alone in a world.
fn assert_alike<const D: usize>(
    count: usize,
    (steps, dt): (u32, f64),
    world: impl Fn() -> World<f64, D>,
    add: impl Fn(&mut World<f64, D>, usize) -> BodyId,
) where
    f64: Real<D>,
{
    let mut many = world();
    let ids: Vec<_> = (0..count).map(|place| add(&mut many, place)).collect();
    many.run(dt, steps);
    for (place, id) in ids.into_iter().enumerate() {
        let mut alone = world();
        let other = add(&mut alone, place);
        alone.run(dt, steps);
        assert_eq!(many[id], alone[other], "{place}");
    }
}

/// Solids of many kinds, each with its own drag, and points among them move together as each of
/// them moves alone, with kicks and without.
#[test]
fn solids_among_many_turn_as_they_do_alone() {
    for kicked in [false, true] {
        let world = || {
            let mut world = World3::new();
            world.pull(UniformGravity::new([0.0, -9.81, 0.0]));
            if kicked {
                world.pull(|body: &Body3, _: f64| Vector3::y() * body.position.x.sin());
            }
            world
        };
        assert_alike(150, (5, 0.02), world, |world, place| {
            let number = place as f64;
            if place % 7 == 3 {
                return world.put(Body3::point(2.0).at([number, 0.0, 0.0]));
            }
            let edges = match place % 5 {
                0 => [0.2; 3],
                1 => [0.1, 0.1, 0.3],
                _ => [0.03 + 1e-3 * number, 0.15, 0.22],
            };
            let body = Body3::solid(1.0 + number % 3.0, Inertia::cuboid(1.2, edges));
            let spin = [number.sin(), 6.0 * number.cos(), 0.02 * number];
            let id = world.put(body.at([number, 0.0, 0.0]).spinning(spin));
            let drag = AngularDrag::rate(0.01 * (1.0 + (place % 20) as f64));
            world.pull_on(id, drag);
            id
        });
    }
}

/// Engines in the plane, on bodies with different laws, push as they do in worlds of their own.
#[test]
fn engines_among_many_push_as_they_do_alone() {
    assert_alike(12, (1, 0.5), World2::new, |world, place| {
        let number = place as f64;
        let body = Body2::solid(1.0 + number, 2.0).at([number, 1.0]);
        let id = world.put(body.spinning(0.3 * number));
        let engine = Thruster::new([0.2, 5.0 + number]).mounted_at([0.1, -1.0]);
        world.pull_on(id, engine);
        world.pull_on(id, LinearDrag::coefficient(0.2));
        id
    });
}

/// A body whose inertia changes between steps rotates as a new body with the new inertia.
#[test]
fn an_inertia_that_changes_is_turned_with() {
    let mut world = World3::new();
    let other = world.put(book().at([9.0; 3]));
    let id = world.put(book());
    world.step(0.1).unwrap();
    world[id].set_inertia(Inertia::cuboid(1.2, [0.2, 0.1, 0.3]));
    let mut anew = World3::new();
    let [same, changed] = [other, id].map(|id| anew.put(world[id]));
    world.step(0.1).unwrap();
    anew.step(0.1).unwrap();
    assert_eq!([world[other], world[id]], [anew[same], anew[changed]]);
}

/// Rotations that overflow are rejected under every scheme, and leave the world unchanged.
#[test]
fn turns_that_overflow_are_refused() {
    for scheme in Scheme::ALL {
        let mut world = World3::new();
        world.set_scheme(scheme);
        let id = world.put(book());
        let mut plane = World2::new();
        plane.set_scheme(scheme);
        let wheel = plane.put(Body2::solid(1.0, 1.0).spinning(1e200));
        assert!(plane.step(1e200).is_err(), "{scheme}");
        assert_eq!(plane[wheel].orientation(), 0.0);
        plane.step(1e-200).unwrap();

        world[id].set_angular_velocity([0.0, f64::NAN, 0.0].into());
        let error = world.step(0.1).unwrap_err();
        assert_eq!(error, StepError::State { body: id }, "{scheme}");
        world[id].set_angular_velocity([0.0, 0.0, 1e300].into());
        let spin = world[id].spin_angular_momentum();
        // a rotation by 1e300 rad gives some unit quaternion or an error, but never NaN
        if world.step(1.0).is_err() {
            assert_eq!(world[id].orientation(), UnitQuaternion::identity());
        }
        assert_eq!(world[id].spin_angular_momentum(), spin);
        let length = world[id].orientation().coords.norm();
        assert!((length - 1.0).abs() < 1e-14, "{scheme}: {length}");
    }
}

/// A spring hooked to a corner and a torque that depends on the angular velocity are of second
/// order.
#[test]
fn mounted_forces_and_closures_are_of_second_order() {
    let mut world = World2::new();
    let plate = world.put(Body2::solid(2.0, 0.3).spinning(1.0));
    let spring = Spring::stiffness(40.0).anchored_at([0.5, 1.0]);
    world.pull_on(plate, Mounted::new(spring, [0.5, 0.5]));
    let damped =
        |body: &Body2, _: f64| -0.1 * body.angular_velocity() * body.angular_velocity().abs();
    world.pull_on(plate, Torque::new(damped));
    let [coarse, fine, best] = [200, 400, 1 << 14].map(|steps| {
        let mut world = world.clone();
        world.run(2.0 / f64::from(steps), steps);
        (world[plate].position, world[plate].orientation())
    });
    let error = |end: (Vector2<f64>, f64)| (end.0 - best.0).norm() + (end.1 - best.1).abs();
    let observed = (error(coarse) / error(fine)).log2();
    assert!((observed - 2.0).abs() < 0.1, "{observed}");
}

/// In space the torque of a spring toward an orientation is the gradient of its energy, so the
/// energy stays within a band.
#[test]
fn torsion_in_space_conserves_energy() {
    let mut world = World3::new();
    let id = world.put(book().spinning([0.3, 0.2, -0.4]));
    let rest = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), 1.0);
    world.pull_on(id, TorsionSpring::stiffness(0.05).toward(rest));
    let start = world.energy().total();
    let mut worst = 0.0_f64;
    for _ in 0..20_000 {
        world.step(0.01).unwrap();
        worst = worst.max((world.energy().total() / start - 1.0).abs());
    }
    // measured: 2.5e-4
    assert!(worst < 1e-3, "{worst:e}");
}

/// Torques about one axis add: `φ = ωt + (τ₁ + τ₂) t²/(2I)`, in space as in the plane, under the
/// two schemes of increments.
#[test]
fn constant_torques_add_under_schemes_of_increments() {
    let inertia = Inertia::principal([2.0, 2.0, 2.0]);
    for scheme in [Scheme::Kinematic, Scheme::AverageAcceleration] {
        let (mut plane, mut space) = (World2::new(), World3::new());
        plane.set_scheme(scheme);
        space.set_scheme(scheme);
        let disc = plane.put(Body2::solid(1.0, 2.0).spinning(0.5));
        let ball = space.put(Body3::solid(1.0, inertia).spinning([0.0, 0.0, 0.5]));
        for torque in [1.0, 0.6] {
            plane.pull(ConstantTorque::new(torque));
            space.pull(ConstantTorque::new([0.0, 0.0, torque]));
        }
        plane.step(1.2).unwrap();
        space.step(1.2).unwrap();
        let angle = 0.5 * 1.2 + 0.5 * 0.8 * 1.2 * 1.2;
        // measured: 1.1e-16
        assert_abs_diff_eq!(plane[disc].orientation(), angle, epsilon = 5e-16);
        assert_abs_diff_eq!(space[ball].orientation().angle(), angle, epsilon = 5e-16);
        assert_abs_diff_eq!(space[ball].angular_velocity().z, 1.46, epsilon = 5e-16);
    }
}
