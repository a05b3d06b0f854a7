//! Rigid bodies in a world: torques, engines, mounted forces.

use approx::assert_abs_diff_eq;
use kinstep::nalgebra::{UnitQuaternion, Vector2, Vector3};
use kinstep::{
    AngularDrag, Body, Body2, Body3, ConstantTorque, Force, Inertia, LinearDrag, LinearLaw,
    Mounted, Scheme, Spring, Thruster, Torque, TorsionSpring, UniformGravity, World, World2,
    World3,
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
    // measured: 1.9e-13 of 900 m
    assert!(
        (one.position - many.position).norm() < 8.0 * f64::EPSILON * 900.0,
        "{:e}",
        (one.position - many.position).norm()
    );
    assert!(
        (one.orientation() - many.orientation()).abs() < 1e-13,
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
    let spin = book().spin();
    assert!((once[id].spin() - spin * (-1.5_f64).exp()).norm() < 4.0 * f64::EPSILON * spin.norm());
    let off = once[id].orientation().angle_to(&world[id].orientation());
    assert!(off < 1e-12, "{off:e}");
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
        let (coarse, fine) = (error(scheme, 256), error(scheme, 512));
        let observed = (coarse / fine).log2();
        assert!(
            (observed - order).abs() < 0.25,
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

    fn law(&self, _body: &Body3) -> Option<LinearLaw<f64, 3>> {
        Some(LinearLaw::free())
    }

    fn torque(&self, body: &Body3, _time: f64) -> Option<Vector3<f64>> {
        Some(body.to_world(self.center).cross(&self.weight))
    }

    fn potential_energy(&self, body: &Body3, _time: f64) -> Option<f64> {
        Some(-self.weight.dot(&body.to_world(self.center)))
    }

    fn depends_on_velocity(&self) -> bool {
        false
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
    assert!(worst < 2e-3, "{worst:e}");
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
