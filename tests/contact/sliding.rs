//! Sliding by friction, and rest by friction.

use crate::{G, sphere};
use kinstep::contact::{Contact, ContactKind};
use kinstep::nalgebra::Vector3;
use kinstep::trajectory::Plane;
use kinstep::{Body3, LinearDrag, UniformGravity, World3};

/// A body that slides obliquely over a slope of angle α comes to rest where the textbook says, for
/// any length of the steps: with the angle ψ between motion and fall line, `κ = μ/tan α`,
/// `c = cos² ψ/2` and `s = sin² ψ/2`, after `u/a (c/(κ-1) + s/(κ+1))`. So does a ball that rolls
/// against rolling resistance, with 5/7 of the acceleration.
#[test]
fn an_oblique_slide_ends_where_the_textbook_says() {
    for (kappa, angle, rolls) in [
        (1.2, 1.0_f64, false),
        (2.0, 2.5, false),
        (3.0, 0.02, true),
        (10.0, 1.6, false),
        (1.01, 3.1, true),
        (1.5, 2.0, true),
    ] {
        let (mut world, [normal, down]) = slope(0.3, |tangent| {
            let (contact, most) = (Contact::new(0.0), kappa * tangent);
            if rolls {
                contact.with_friction(2.0).with_rolling(most)
            } else {
                contact.with_friction(most)
            }
        });
        let speed = 2.0;
        let start = (down * angle.cos() + Vector3::y() * angle.sin()) * speed;
        let body = if rolls {
            let ball = sphere(2.0, 0.1).at(normal * 0.1);
            ball.spinning(normal.cross(&start) / 0.1)
        } else {
            Body3::point(2.0)
        };
        let body = world.add_body(body.moving(start)).unwrap();
        let before = world[body].position;

        let pull = G * 0.3_f64.sin() * if rolls { 5.0 / 7.0 } else { 1.0 };
        let half = angle / 2.0;
        let (c, s) = (half.cos().powi(2), half.sin().powi(2));
        let time = speed / pull * (c / (kappa - 1.0) + s / (kappa + 1.0));
        let square = speed * speed / pull;
        let along = square * (c * c / (2.0 * kappa - 2.0) - s * s / (2.0 * kappa + 2.0));
        let across = c / (2.0 * kappa - 1.0) + s / (2.0 * kappa + 1.0);
        let place = before + down * along + Vector3::y() * (square * angle.sin() * across);
        for steps in [1, 7, 240] {
            let mut world = world.clone();
            let mut rest = f64::NAN;
            for _ in 0..steps {
                world.step(1.1 * time / f64::from(steps)).unwrap();
                let mut contacts = world.contacts().iter();
                if let Some(event) = contacts.find(|event| event.kind == ContactKind::Rest) {
                    rest = event.time / time - 1.0;
                }
            }
            let off = (world[body].position - place).norm() / square;
            let told = format!("κ = {kappa}, {steps} steps: rest {rest:.1e}, place {off:.1e}");
            assert!(rest.abs() < 1e-13 && off < 1e-13, "{told}");
        }
    }
}

/// A world with a slope of an angle \[rad\]; `contact` gets the tangent of the angle. Also the
/// normal and the fall line.
fn slope(angle: f64, contact: impl Fn(f64) -> Contact<f64>) -> (World3, [Vector3<f64>; 2]) {
    let normal = Vector3::new(angle.sin(), 0.0, angle.cos());
    let down = Vector3::new(angle.cos(), 0.0, -angle.sin());
    let mut world = World3::new();
    (world.add_force(UniformGravity::new([0.0, 0.0, -G]))).unwrap();
    (world.add_surface(Plane::new(normal, 0.0), contact(angle.tan()))).unwrap();
    (world, [normal, down])
}

/// A ball that slides obliquely over a slope agrees with a Runge–Kutta method in 40,000 steps.
#[test]
fn a_ball_slides_obliquely_as_its_equation_says() {
    let (radius, mass, angle, friction) = (0.1, 0.5, 0.4_f64, 0.25);
    let inertia = 0.4 * mass * radius * radius;
    let (mut world, [normal, down]) = slope(angle, |_| Contact::new(0.0).with_friction(friction));
    let (velocity, spin) = (
        Vector3::y() * 3.0 - down * 0.5,
        Vector3::new(20.0, -11.0, 5.0),
    );
    let ball = sphere(mass, radius).at(normal * radius);
    let ball = ball.moving(velocity).spinning(spin);
    let ball = world.add_body(ball).unwrap();
    let resistance = friction * G * angle.cos();
    let slip = |v: &Vector3<f64>, w: &Vector3<f64>| v - w.cross(&normal) * radius;
    let rates = |v: &Vector3<f64>, w: &Vector3<f64>| {
        let force = -slip(v, w).normalize() * resistance;
        (
            down * (G * angle.sin()) + force,
            -normal.cross(&force) * (radius * mass / inertia),
        )
    };
    let (mut x, mut v, mut w) = (normal * radius, velocity, spin);
    let (count, duration) = (40_000, 0.3);
    let h = duration / f64::from(count);
    for _ in 0..count {
        let (a1, b1) = rates(&v, &w);
        let (a2, b2) = rates(&(v + a1 * (h / 2.0)), &(w + b1 * (h / 2.0)));
        let (a3, b3) = rates(&(v + a2 * (h / 2.0)), &(w + b2 * (h / 2.0)));
        let (a4, b4) = rates(&(v + a3 * h), &(w + b3 * h));
        x += v * h + (a1 + a2 + a3) * (h * h / 6.0);
        v += (a1 + a2 * 2.0 + a3 * 2.0 + a4) * (h / 6.0);
        w += (b1 + b2 * 2.0 + b3 * 2.0 + b4) * (h / 6.0);
    }
    assert!(slip(&v, &w).norm() > 0.3, "it still slides");
    for steps in [1, 18, 300] {
        let mut world = world.clone();
        (0..steps).for_each(|_| world.step(duration / f64::from(steps)).unwrap());
        let body = &world[ball];
        let off = [
            (body.position - x).norm(),
            (body.velocity - v).norm(),
            (body.angular_velocity() - w).norm() * radius,
        ];
        assert!(off.iter().all(|off| *off < 1e-12), "{steps} steps: {off:?}");
    }
}

/// A ball that rolls against resistance is deflected by a side wind:
/// `v' = s (-γ (v - w) - ρ g v/|v|)` with `s = 1/(1 + I/mr²)`. Its steps are of second order,
/// compared with a Runge–Kutta method; its rest is reported once.
#[test]
fn a_ball_that_rolls_in_side_wind_turns_as_its_equation_says() {
    const WIND: Vector3<f64> = Vector3::new(0.0, 0.0, 2.0);
    const RADIUS: f64 = 0.037;
    let share = 5.0 / 7.0;
    let rolling = |steps: u32, duration: f64| {
        let mut world: World3 = crate::falling();
        world
            .add_force(LinearDrag::rate(0.2).in_wind(WIND))
            .unwrap();
        let contact = Contact::new(0.6).with_friction(0.4).with_rolling(0.1);
        let ground = Plane::new([0.0, 1.0, 0.0], 0.0);
        world.add_surface(ground, contact).unwrap();
        let ball = crate::sphere(0.145, RADIUS).at([0.0, RADIUS, 0.0]);
        let ball = ball
            .moving([2.0, 0.0, 0.0])
            .spinning([0.0, 0.0, -2.0 / RADIUS]);
        let ball = world.add_body(ball).unwrap();
        let mut kinds = Vec::new();
        for _ in 0..steps {
            world.step(duration / f64::from(steps)).unwrap();
            kinds.extend(world.contacts().iter().map(|contact| contact.kind));
        }
        (world[ball], kinds)
    };
    // the motion until 1.6 s by a Runge–Kutta method
    let slope = |v: Vector3<f64>| ((v - WIND) * -0.2 - v.normalize() * (0.1 * crate::G)) * share;
    let (mut x, mut v, h) = (Vector3::zeros(), Vector3::new(2.0, 0.0, 0.0), 1e-3);
    for _ in 0..1600 {
        let k1 = slope(v);
        let k2 = slope(v + k1 * (0.5 * h));
        let k3 = slope(v + k2 * (0.5 * h));
        let k4 = slope(v + k3 * h);
        x += v * h + (k1 + k2 + k3) * (h * h / 6.0);
        v += (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0);
    }
    x.y = RADIUS;
    let mut before = f64::INFINITY;
    // measured: 1.8e-4, 4.6e-5, 1.2e-5, 2.9e-6
    for steps in [20, 40, 80, 160] {
        let error = (rolling(steps, 1.6).0.position - x).norm();
        assert!(
            error < 0.1 / f64::from(steps).powi(2) && error < 0.3 * before,
            "{steps}: {error:e}"
        );
        before = error;
    }
    for steps in [25, 300, 1200] {
        let (ball, kinds) = rolling(steps, 5.0);
        assert_eq!(ball.velocity, Vector3::zeros());
        assert_eq!(
            kinds
                .iter()
                .filter(|kind| **kind == ContactKind::Rest)
                .count(),
            1,
            "{kinds:?}"
        );
    }
}
