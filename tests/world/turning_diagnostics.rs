//! Diagnostics of rotating bodies: the reference agrees with a solution to 60 digits, ledgers close
//! with torques, and comparisons report errors of orientation.

use kinstep::diagnostics::{Ledger, Reference, compare_schemes};
use kinstep::nalgebra::{Quaternion, SVector, UnitQuaternion, Vector2, Vector3};
use kinstep::{
    AngularDrag, Body, Body2, Body3, Effect, Force, Inertia, LinearDrag, LinearLaw, QuadraticDrag,
    Real, Scheme, Spring, Thruster, UniformGravity, World, World2, World3,
};

use truths::top::{Top, Turning};

use crate::ledger::closes;

const HZ60: f64 = 1.0 / 60.0;

/// The torque of a weight \[N\] on a body with a fixed pivot; its centre of mass c is at `arm`
/// \[m\] from the pivot: `τ = R c × W`, `U = -W · R c`.
#[derive(Clone, Copy)]
struct Pivot {
    arm: Vector3<f64>,
    weight: Vector3<f64>,
}

impl Force<f64, 3> for Pivot {
    fn acceleration(&self, _: &Body3, _: f64) -> Vector3<f64> {
        Vector3::zeros()
    }

    fn effect(&self, _: &Body3, _: f64, _: f64) -> Effect<f64, 3> {
        Effect::Torque {
            depends_on_velocity: false,
        }
    }

    fn torque(&self, body: &Body3, _: f64) -> Option<Vector3<f64>> {
        Some(body.to_world(self.arm).cross(&self.weight))
    }

    fn potential_energy(&self, body: &Body3, _: f64) -> Option<f64> {
        Some(-self.weight.dot(&body.to_world(self.arm)))
    }
}

/// Any function as a torque \[N·m\], without a force.
struct Twist<F>(F);

impl<T, const D: usize, F> Force<T, D> for Twist<F>
where
    T: Real<D>,
    F: Fn(&Body<T, D>, T) -> T::Axial + Send + Sync + 'static,
{
    fn acceleration(&self, body: &Body<T, D>, _: T) -> SVector<T, D> {
        body.velocity * T::zero()
    }

    fn effect(&self, _: &Body<T, D>, _: T, _: T) -> Effect<T, D> {
        Effect::Torque {
            depends_on_velocity: true,
        }
    }

    fn torque(&self, body: &Body<T, D>, time: T) -> Option<T::Axial> {
        Some((self.0)(body, time))
    }
}

/// A torsion spring with a damper in the plane: `τ = m - d ω - k θ`.
#[derive(Clone, Copy)]
struct Torsion {
    motor: f64,
    damping: f64,
    stiffness: f64,
}

impl Force<f64, 2> for Torsion {
    fn acceleration(&self, _: &Body2, _: f64) -> Vector2<f64> {
        Vector2::zeros()
    }

    fn torque(&self, body: &Body2, _: f64) -> Option<f64> {
        let damping = self.damping * body.angular_velocity();
        Some(self.motor - damping - self.stiffness * body.orientation())
    }

    fn effect(&self, body: &Body2, _: f64, _: f64) -> Effect<f64, 2> {
        let inertia = body.inertia();
        let law =
            LinearLaw::gravity([self.motor / inertia]) + LinearLaw::drag(self.damping / inertia);
        Effect::AngularLaw(law + LinearLaw::spring(self.stiffness / inertia))
    }

    fn potential_energy(&self, body: &Body2, _: f64) -> Option<f64> {
        let angle = body.orientation();
        Some(0.5 * self.stiffness * angle * angle - self.motor * angle)
    }
}

/// A force \[N\] and the point \[m\] where it acts, both in the frame of the body.
#[derive(Clone, Copy)]
struct Engine<const D: usize> {
    thrust: SVector<f64, D>,
    mount: SVector<f64, D>,
}

impl<const D: usize> Force<f64, D> for Engine<D>
where
    f64: Real<D>,
{
    fn acceleration(&self, body: &Body<f64, D>, _: f64) -> SVector<f64, D> {
        body.to_world(self.thrust) / body.mass
    }

    fn torque(&self, body: &Body<f64, D>, _: f64) -> Option<<f64 as Real<D>>::Axial> {
        Some(Real::cross(
            &body.to_world(self.mount),
            &body.to_world(self.thrust),
        ))
    }
}

/// Inertia of a book of 1.2 kg and 3 × 15 × 22 cm.
fn book() -> Inertia<f64> {
    Inertia::cuboid(1.2, [0.03, 0.15, 0.22])
}

/// The angle \[rad\] between the orientation of a body and its true orientation.
fn angle_off(body: &Body3, truth: &Turning) -> f64 {
    let ought = UnitQuaternion::new_normalize(Quaternion::from(truth.lies()));
    let [one, other] = [ought.coords, body.orientation().coords];
    let (difference, sum) = ((one - other).norm(), (one + other).norm());
    4.0 * difference.min(sum).atan2(difference.max(sum))
}

/// A world of one body at the origin and one force; a second force, which is zero, makes the world
/// not linear.
fn world_of(body: Body3, force: impl Force<f64, 3> + 'static) -> World3 {
    let mut world = World3::new();
    world.add_body(body).unwrap();
    world.add_force(force).unwrap();
    let nothing = |_: &Body3, _: f64| Vector3::zeros();
    world.add_force(nothing).unwrap();
    world
}

/// The reference rotates bodies as Euler's equations do, which are solved in the frame of the body:
/// a free body near its middle axis, which flips, and a heavy asymmetric top.
#[test]
fn integration_turns_bodies_to_rounding() {
    let moments = book().moments();
    let free = Top {
        moments: moments.into(),
        arm: [0.0; 3],
        weight: [0.0; 3],
    };
    let heavy = Top {
        moments: [0.011, 0.016, 0.007],
        arm: [0.01, -0.02, 0.1],
        weight: [0.0, 1.0, -4.0],
    };
    // measured 6.6e-14, 6.2e-14 and 5.8e-13 rad after 4 s
    for (top, rate, bound) in [
        (&free, [3.0, 2.0, 5.0], 2e-13),
        (&heavy, [1.0, 2.0, 9.0], 2e-13),
        // its distance from the middle axis grows 300-fold before each flip, and so do rounding
        // errors
        (&free, [0.01, 6.0, 0.02], 2e-12),
    ] {
        let pivot = Pivot {
            arm: top.arm.into(),
            weight: top.weight.into(),
        };
        let body = Body3::solid(1.2, Inertia::principal(top.moments)).spinning(rate);
        let mut truth = top.spinning(body.spin_angular_momentum().into());
        let world = world_of(body, pivot);
        let mut reference = Reference::new(&world);
        assert!(!reference.is_exact());
        let mut worst = (0.0_f64, 0.0_f64);
        for _ in 0..8 {
            reference.advance(0.5).unwrap();
            top.advance(&mut truth, 0.5, 10);
            let body = reference.world().body_slice()[0];
            let momentum =
                body.to_world(Vector3::from(truth.momentum())) - body.spin_angular_momentum();
            worst.0 = worst.0.max(angle_off(&body, &truth));
            worst.1 = worst
                .1
                .max(momentum.norm() / body.spin_angular_momentum().norm());
        }
        println!("{rate:?}: {worst:?}");
        assert!(worst.0 < bound, "{rate:?}: {worst:?}");
        assert!(worst.1 < bound, "{rate:?}: {worst:?}");
    }
}

/// A heavy top keeps its energy, and its angular momentum along the weight, over half a minute.
#[test]
fn a_heavy_top_keeps_what_it_should() {
    let weight = Vector3::new(1.0, -2.0, -3.5);
    let pivot = Pivot {
        arm: Vector3::new(0.01, -0.02, 0.1),
        weight,
    };
    let body = Body3::solid(0.4, Inertia::principal([0.011, 0.016, 0.007]))
        .turned(UnitQuaternion::from_scaled_axis(Vector3::new(
            0.5, 0.2, 0.0,
        )))
        .spinning([1.0, 2.0, 30.0]);
    let world = world_of(body, pivot);
    let (energy, upright) = (
        world.energy().total(),
        body.spin_angular_momentum().dot(&weight),
    );
    assert!(energy > 1.0 && upright < -0.1, "{energy} {upright}");
    for stride in [0.1, 0.03] {
        let mut reference = Reference::new(&world);
        let mut worst = (0.0_f64, 0.0_f64);
        while reference.world().time() < 30.0 {
            reference.advance(stride).unwrap();
            let now = reference.world();
            worst.0 = worst.0.max((now.energy().total() / energy - 1.0).abs());
            worst.1 = worst.1.max(
                (now.body_slice()[0].spin_angular_momentum().dot(&weight) / upright - 1.0).abs(),
            );
        }
        println!("stride {stride}: {worst:?}");
        // measured 6e-15, and 2 ε
        assert!(worst.0 < 4e-14, "{stride}: {worst:?}");
        assert!(worst.1 < 16.0 * f64::EPSILON, "{stride}: {worst:?}");
    }
}

/// Compares the exact flow of a world with the integration of the same world, which a force of zero
/// makes not linear; the two share no code. Returns the largest differences of position and
/// velocity, of the axes of the body, and of the spin angular momentum relative to its initial
/// value.
fn references_agree<const D: usize>(lawful: &World<f64, D>, dts: [f64; 5]) -> [f64; 3]
where
    f64: Real<D>,
{
    let mut other = lawful.clone();
    let nothing = |_: &Body<f64, D>, _: f64| SVector::zeros();
    other.add_force(nothing).unwrap();
    let [mut exact, mut integrated] = [lawful, &other].map(Reference::new);
    let numbers =
        |body: &Body<f64, D>| Vector3::from(f64::axial_numbers(&body.spin_angular_momentum()));
    let start = numbers(&lawful.body_slice()[0]).norm();
    let mut worst = [0.0_f64; 3];
    for dt in dts {
        exact.advance(dt).unwrap();
        integrated.advance(dt).unwrap();
        assert!(exact.is_exact() && !integrated.is_exact());
        let [a, b] = [&exact, &integrated].map(|reference| reference.world().body_slice()[0]);
        let moved = (a.position - b.position).norm() + (a.velocity - b.velocity).norm();
        let axis = |axis: usize, body: &Body<f64, D>| {
            body.to_body(SVector::<f64, D>::from_fn(|row, _| {
                f64::from(u8::from(row == axis))
            }))
        };
        let turned = (0..2).map(|i| (axis(i, &a) - axis(i, &b)).norm()).sum();
        let spins = (numbers(&a) - numbers(&b)).norm() / start;
        println!("{dt}: {moved:e} {turned:e} {spins:e}");
        worst = [
            moved.max(worst[0]),
            f64::max(turned, worst[1]),
            spins.max(worst[2]),
        ];
    }
    worst
}

/// The exact and the integrated reference agree: in the plane on torques with laws of the angle,
/// and on an engine beside gravity, drag, a spring and such laws; in space on bodies that rotate
/// freely or against drag along their angular momentum.
#[test]
fn the_two_references_agree_about_what_turns() {
    let mut angle = World2::new();
    let body = Body2::solid(2.0, 0.5).turned(1.0).spinning(-3.0);
    angle.add_body(body).unwrap();
    let torsion = Torsion {
        motor: 0.4,
        damping: 0.05,
        stiffness: 2.0,
    };
    angle.add_force(torsion).unwrap();
    angle.add_force(AngularDrag::rate(0.1)).unwrap();
    let spring = Spring::stiffness(3.0).anchored_at([1.0, 0.0]);
    angle.add_force(spring).unwrap();
    let [_, turned, spins] = references_agree(&angle, [0.01, 3.0, 20.0, -7.0, 1e-9]);
    // measured 3e-15 and 6e-16
    assert!(turned < 2e-14 && spins < 6e-15, "{turned:e} {spins:e}");

    let mut engine = World2::new();
    let body = Body2::solid(1.5, 0.5).turned(0.3).spinning(-1.0);
    let body = engine.add_body(body).unwrap();
    engine.add_force(UniformGravity::new([0.0, -1.62])).unwrap();
    engine.add_force(LinearDrag::rate(0.1)).unwrap();
    let spring = Spring::stiffness(2.0).damping(0.1);
    engine.add_force_on(body, spring).unwrap();
    engine.add_force(AngularDrag::rate(0.2)).unwrap();
    let jet = Thruster::new([0.5, 3.0]).mounted_at([0.2, -0.5]);
    engine.add_force_on(body, jet).unwrap();
    let [moved, ..] = references_agree(&engine, [0.01, 3.0, 10.0, -5.0, 1e-9]);
    // positions are up to 3 m and velocities up to 4 m/s
    assert!(moved < 1e-13, "{moved:e}");

    for inertia in [Inertia::principal([0.02; 3]), book()] {
        let mut free = World3::new();
        let body = Body3::solid(1.2, inertia).spinning([1.0, -2.0, 3.0]);
        free.add_body(body).unwrap();
        free.add_force(AngularDrag::rate(0.1)).unwrap();
        let [_, turned, spins] = references_agree(&free, [0.01, 1.0, 5.0, -2.0, 1e-9]);
        // measured 8e-15 and 2e-16
        assert!(turned < 4e-14 && spins < 2e-15, "{turned:e} {spins:e}");
    }
}

/// A force fixed in a body that rotates uniformly moves it in circles:
/// `v = (F/mω) (sin ωt, 1 - cos ωt)`.
#[test]
fn forces_see_how_bodies_lie() {
    let (rate, thrust, mass) = (2.0_f64, 3.0_f64, 1.5_f64);
    let mut world = World2::new();
    let body = (world.add_body(Body2::solid(mass, 0.5).spinning(rate))).unwrap();
    let engine = Engine {
        thrust: Vector2::new(thrust, 0.0),
        mount: Vector2::new(-0.5, 0.0),
    };
    world.add_force(engine).unwrap();
    let mut reference = Reference::new(&world);
    for time in [1.0_f64, 2.0, 3.0, 4.0, 5.0] {
        reference.advance(1.0).unwrap();
        let (sin, cos) = (rate * time).sin_cos();
        let ought = Vector2::new(sin, 1.0 - cos) * (thrust / mass / rate);
        let off = (reference.world()[body].velocity - ought).norm();
        println!("{time}: {off:e}");
        // measured 23 ε
        assert!(off < 64.0 * f64::EPSILON, "{off:e}");
    }
}

/// Laws, kicks that depend on angular velocity or not, an engine, and a point, which cannot rotate.
fn turning_plane() -> World2 {
    let mut world = World2::new();
    let lander = Body2::solid(1.5, 0.4)
        .at([0.0, 2.0])
        .turned(0.3)
        .spinning(1.0);
    let lander = world.add_body(lander).unwrap();
    let wheel = (world.add_body(Body2::solid(0.7, 0.1).spinning(-4.0))).unwrap();
    let point = (world.add_body(Body2::point(1.0).moving([1.0, 0.0]))).unwrap();
    world.add_force(UniformGravity::new([0.0, -1.6])).unwrap();
    world.add_force(QuadraticDrag::coefficient(0.05)).unwrap();
    world.add_force(AngularDrag::rate(0.2)).unwrap();
    let engine = Engine {
        thrust: Vector2::new(0.1, 3.0),
        mount: Vector2::new(0.05, -1.0),
    };
    world.add_force_on(lander, engine).unwrap();
    let torsion = Torsion {
        motor: 0.3,
        damping: 0.02,
        stiffness: 1.5,
    };
    world.add_force_on(wheel, torsion).unwrap();
    world
        .add_force(Twist(|body: &Body2, time: f64| {
            let rate = body.angular_velocity();
            -0.1 * rate * rate.abs() - 0.5 * body.orientation().sin() + 0.2 * time.cos()
        }))
        .unwrap();
    (world.add_link(wheel, point, Spring::stiffness(2.0))).unwrap();
    world
}

/// A heavy top, a tumbling body with an engine and several kinds of drag, and a point.
fn turning_space() -> World3 {
    let mut world = World3::new();
    let top =
        Body3::solid(0.4, Inertia::principal([0.011, 0.016, 0.007])).spinning([1.0, 2.0, 9.0]);
    let top = world.add_body(top).unwrap();
    let book = Body3::solid(1.2, book())
        .moving([0.0, 1.0, 0.0])
        .spinning([0.5, 6.0, 0.02]);
    let book = world.add_body(book).unwrap();
    let point = world.add_body(Body3::point(1.0)).unwrap();
    let pivot = Pivot {
        arm: Vector3::new(0.01, -0.02, 0.1),
        weight: Vector3::new(0.0, 0.0, -4.0),
    };
    world.add_force_on(top, pivot).unwrap();
    world.add_force(AngularDrag::rate(0.2)).unwrap();
    world.add_force(LinearDrag::rate(0.1)).unwrap();
    let engine = Engine {
        thrust: Vector3::new(0.1, 0.0, 1.0),
        mount: Vector3::new(0.0, 0.02, 0.0),
    };
    world.add_force_on(book, engine).unwrap();
    world
        .add_force(Twist(|body: &Body3, time: f64| {
            body.angular_velocity() * -1e-3 + Vector3::new(0.0, 0.01 * time.sin(), 0.0)
        }))
        .unwrap();
    world.add_link(book, point, Spring::stiffness(2.0)).unwrap();
    world
}

#[test]
fn books_close_with_torques() {
    // measured 7e-16 of the turnover at worst
    closes(&turning_plane(), 200, 1e-14, 20.0..1e4);
    closes(&turning_space(), 200, 1e-14, 2.0..1e4);
    let mut single = World::<f32, 3>::new();
    let body = Body::<f32, 3>::solid(1.0, Inertia::principal([0.01, 0.02, 0.03]));
    single.add_body(body.spinning([1.0, 2.0, 3.0])).unwrap();
    let drag = |body: &Body<f32, 3>, _: f32| body.angular_velocity() * -1e-3_f32;
    single.add_force(Twist(drag)).unwrap();
    // measured 9e-9
    closes(&single, 300, 4e-8, 0.0..1e4);
}

/// The energy `E = ½ I ω²` falls as `e^(-2γt)`, by the work of the drag. A motor does the work
/// `τ Δθ`, which comes from its potential energy.
#[test]
fn the_work_of_torques_is_what_the_textbook_says() {
    let (inertia, rate, damping, time) = (0.5_f64, 8.0_f64, 0.3_f64, 2.0_f64);
    let mut world = World2::new();
    (world.add_body(Body2::solid(1.0, inertia).spinning(rate))).unwrap();
    let drag = world.add_force(AngularDrag::rate(damping)).unwrap();
    let mut ledger = Ledger::new(&world);
    for _ in 0..8 {
        ledger.step(&mut world, time / 8.0).unwrap();
    }
    let lost = 0.5 * inertia * rate * rate * (-2.0 * damping * time).exp_m1();
    let work = ledger.entry(drag).unwrap().work;
    println!("drag {:e}", work / lost - 1.0);
    assert!((work / lost - 1.0).abs() < 1e-14, "{work} {lost}");

    let motor = Torsion {
        motor: 0.7,
        damping: 0.0,
        stiffness: 0.0,
    };
    let mut world = World2::new();
    let wheel = (world.add_body(Body2::solid(1.0, inertia).spinning(1.0))).unwrap();
    let motor = world.add_force(motor).unwrap();
    let mut ledger = Ledger::new(&world);
    for _ in 0..8 {
        ledger.step(&mut world, time / 8.0).unwrap();
    }
    let entry = ledger.entry(motor).unwrap();
    let turned = world[wheel].orientation();
    println!(
        "motor {:e} {:e}",
        entry.work / (0.7 * turned) - 1.0,
        entry.supply()
    );
    assert!(
        (entry.work / (0.7 * turned) - 1.0).abs() < 1e-14,
        "{entry:?}"
    );
    assert!(entry.supply().abs() < 1e-14, "{entry:?}");
}

/// A body that becomes a point between steps, gets another orientation and becomes a solid again:
/// the ledger records these changes as from outside.
#[test]
fn bodies_may_change_their_inertia_between_steps() {
    let mut world = World2::new();
    let body = (world.add_body(Body2::solid(1.0, 0.5).spinning(2.0))).unwrap();
    world.add_body(Body2::point(1.0)).unwrap();
    let torsion = Torsion {
        motor: 0.0,
        damping: 0.1,
        stiffness: 2.0,
    };
    world.add_force(torsion).unwrap();
    let mut ledger = Ledger::new(&world);
    ledger.step(&mut world, 0.1).unwrap();
    let before = world.energy().total();
    world[body].set_angular_velocity(0.0);
    world[body].set_inertia(0.0);
    world[body].set_orientation(1.0);
    ledger.step(&mut world, 0.1).unwrap();
    world[body].set_inertia(0.25);
    world[body].set_angular_velocity(3.0);
    ledger.step(&mut world, 0.1).unwrap();
    let balance = ledger.balance();
    let given = 0.5 * 2.0 - before + 0.5 * 0.25 * 9.0;
    assert!(
        (balance.from_outside.total() - given).abs() < 1e-14,
        "{balance:?}"
    );
    assert!(
        balance.imbalance.total().abs() < 1e-14 * balance.turnover,
        "{balance:?}"
    );
    assert!(world[body].orientation() > 1.1);
}

/// Checks the order of convergence of the orientations at the end, as comparisons report their
/// errors.
fn orders<const D: usize>(world: &World<f64, D>, expected: [(Scheme, f64, u64); 9])
where
    f64: Real<D>,
{
    for (scheme, order, steps) in expected {
        let error = |steps: u64| {
            let comparison = compare_schemes(world, 2.0 / steps as f64, steps, &[scheme]).unwrap();
            assert!(!comparison.is_exact);
            assert!(comparison.orientation_uncertainty < 1e-13, "{comparison}");
            comparison.runs[0].orientation_error.unwrap()
        };
        let (coarse, fine) = (error(steps), error(2 * steps));
        let observed = (coarse / fine).log2();
        println!("{D} {scheme:20} {observed:6.3}  (errors {coarse:.1e}, {fine:.1e})");
        // measured within 0.08
        assert!(
            (observed - order).abs() < 0.1,
            "{scheme}: order {observed}, not {order}"
        );
    }
}

const ORDERS: [(Scheme, f64, u64); 9] = [
    (Scheme::ExplicitEuler, 1.0, 800),
    (Scheme::SymplecticEuler, 1.0, 800),
    (Scheme::VelocityVerlet, 2.0, 100),
    (Scheme::Rk4, 4.0, 400),
    (Scheme::Kinematic, 1.0, 800),
    (Scheme::AverageAcceleration, 1.0, 800),
    (Scheme::FlowKick, 2.0, 400),
    (Scheme::FlowKick4, 4.0, 50),
    (Scheme::WeakKick, 4.0, 50),
];

#[test]
fn schemes_keep_their_orders_in_the_plane() {
    let mut world = World2::new();
    let body = Body2::solid(1.0, 0.5).turned(0.4).spinning(2.0);
    world.add_body(body).unwrap();
    let swing = Twist(|body: &Body2, time: f64| -1.5 * body.orientation().sin() + 0.3 * time.cos());
    world.add_force(swing).unwrap();
    orders(&world, ORDERS);
    // with a torque that depends on angular velocity, velocity Verlet is of first order
    let drag = |body: &Body2, _: f64| {
        let rate = body.angular_velocity();
        -0.3 * rate.powi(3)
    };
    world.add_force(Twist(drag)).unwrap();
    let mut expected = ORDERS;
    expected[2] = (Scheme::VelocityVerlet, 1.0, 800);
    orders(&world, expected);
}

#[test]
fn schemes_keep_their_orders_in_space() {
    let mut world = World3::new();
    let ball = Body3::solid(1.0, Inertia::principal([0.01; 3])).spinning([0.3, 1.0, 2.0]);
    world.add_body(ball).unwrap();
    let pivot = Pivot {
        arm: Vector3::new(0.01, -0.02, 0.1),
        weight: Vector3::new(0.2, 0.0, -0.5),
    };
    world.add_force(pivot).unwrap();
    orders(&world, ORDERS);
}

#[test]
fn a_world_is_linear_as_far_as_what_turns_is_solved() {
    let mut plane = World2::new();
    let wheel = plane.add_body(Body2::solid(1.0, 0.5)).unwrap();
    let point = plane.add_body(Body2::point(1.0)).unwrap();
    let mut space = World3::new();
    let book = space.add_body(Body3::solid(1.2, book())).unwrap();
    assert!(plane.is_linear() && space.is_linear());
    plane.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    plane.add_force(AngularDrag::rate(0.1)).unwrap();
    space.add_force(AngularDrag::rate(0.1)).unwrap();
    space.add_force(LinearDrag::rate(0.1)).unwrap();
    let torsion = Torsion {
        motor: 0.1,
        damping: 0.1,
        stiffness: 2.0,
    };
    plane.add_force(torsion).unwrap();
    assert!(plane.is_linear() && space.is_linear());
    // a torque without a law makes a world not linear only if it acts on a body that can rotate
    (plane.add_force_on(point, Twist(|_: &Body2, _: f64| 1.0))).unwrap();
    assert!(plane.is_linear());
    let twist = (plane.add_force_on(wheel, Twist(|_: &Body2, _: f64| 1.0))).unwrap();
    assert!(!plane.is_linear());
    plane.remove_force(twist).unwrap();
    (plane.add_link(wheel, point, Spring::stiffness(1.0))).unwrap();
    assert!(plane.is_linear());
    let link = plane.add_link(wheel, point, Spring::stiffness(1.0).length(1.0));
    assert!(!plane.is_linear());
    plane.remove_force(link.unwrap()).unwrap();
    let drag = plane.add_force_on(point, QuadraticDrag::coefficient(0.1));
    assert!(!plane.is_linear());
    plane.remove_force(drag.unwrap()).unwrap();
    assert!(plane.is_linear() && World2::new().is_linear());
    (plane.add_link_at(wheel, [0.1, 0.0], point, [0.0; 2], Spring::stiffness(1.0))).unwrap();
    assert!(!plane.is_linear());
    // in space only drag has a law, and a force along a rotating axis has no exact solution
    let engine = Thruster::new(Vector3::x());
    let engine = space.add_force_on(book, engine).unwrap();
    assert!(!space.is_linear());
    space.remove_force(engine).unwrap();
    assert!(space.is_linear());
    struct Motor;
    impl Force<f64, 3> for Motor {
        fn acceleration(&self, _: &Body3, _: f64) -> Vector3<f64> {
            Vector3::zeros()
        }
        fn torque(&self, _: &Body3, _: f64) -> Option<Vector3<f64>> {
            Some(Vector3::z())
        }
        fn effect(&self, _: &Body3, _: f64, _: f64) -> Effect<f64, 3> {
            Effect::AngularLaw(LinearLaw::gravity([1.0]))
        }
    }
    space.add_force_on(book, Motor).unwrap();
    assert!(!space.is_linear());
}

/// Comparisons report errors of orientation if a body can rotate, and only then.
#[test]
fn comparisons_tell_how_bodies_lie() {
    let schemes = [Scheme::SymplecticEuler, Scheme::FlowKick];
    let mut points = World2::new();
    points.add_body(Body2::point(1.0).at([1.0, 0.0])).unwrap();
    points.add_force(Spring::stiffness(4.0)).unwrap();
    let comparison = compare_schemes(&points, HZ60, 60, &schemes).unwrap();
    assert!(
        comparison
            .runs
            .iter()
            .all(|run| run.orientation_error.is_none())
    );
    assert!(!comparison.to_string().contains("angle"), "{comparison}");

    let mut wheel = World2::new();
    wheel.add_body(Body2::solid(1.0, 0.5).turned(1.0)).unwrap();
    let torsion = Torsion {
        motor: 0.0,
        damping: 0.0,
        stiffness: 2.0,
    };
    wheel.add_force(torsion).unwrap();
    let comparison = compare_schemes(&wheel, HZ60, 600, &schemes).unwrap();
    assert!(comparison.is_exact && comparison.orientation_uncertainty == 0.0);
    let [euler, flow] = &comparison.runs[..] else {
        panic!("two were asked for");
    };
    assert!(flow.worst_orientation_error < Some(1e-13), "{comparison}");
    assert!(euler.orientation_error > Some(1e-4), "{comparison}");
    assert!(
        euler.worst_orientation_error >= euler.orientation_error,
        "{comparison}"
    );
    assert!(
        comparison.to_string().contains("angle [rad]"),
        "{comparison}"
    );

    // in space the error is the angle of the rotation from one orientation to the other
    let mut world = turning_space();
    let mut reference = Reference::new(&world);
    reference.advance(1.0).unwrap();
    world.set_scheme(Scheme::VelocityVerlet);
    let comparison = compare_schemes(&world, 0.05, 20, &[Scheme::VelocityVerlet]).unwrap();
    for _ in 0..20 {
        world.step(0.05).unwrap();
    }
    let angles = world
        .body_slice()
        .iter()
        .zip(reference.world().body_slice());
    let largest = angles
        .map(|(one, other)| one.orientation().angle_to(&other.orientation()))
        .fold(0.0, f64::max);
    let told = comparison.runs[0].orientation_error.unwrap();
    assert!(
        largest > 0.01 && (told - largest).abs() < 1e-12,
        "{told} {largest}"
    );
}
