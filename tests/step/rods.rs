//! Rods and tethers: stable at any stiffness, with energy, momentum and angular momentum kept to rounding.

use kinstep::nalgebra::{Matrix2, SVector, Vector2, Vector3};
use kinstep::{
    Body, Body2, BodyId, ConstantForce, Float, ForceField, LinearDrag, MagneticField,
    QuadraticDrag, Real, Rod, RotatingFrame, Scheme, Spring, Tether, UniformGravity, World, World2,
    World3,
};
use truths::network_truth::{States, apart, states};

const FRAME: f64 = 1.0 / 60.0;
/// Of a mass of 1 kg that falls 1 m \[J\].
const FALL: f64 = 9.81;

/// The numbers of an axial quantity.
fn axial<T: Real<D>, const D: usize>(axial: T::Axial) -> Vector3<T> {
    Vector3::from(T::axial_numbers(&axial))
}

/// A point of the plane; in space the plane is tilted.
fn point<T: Real<D>, const D: usize>(x: f64, y: f64) -> SVector<T, D> {
    let numbers = if D == 2 {
        [x, y, 0.0]
    } else {
        [0.6 * x, y, 0.8 * x]
    };
    SVector::from_fn(|axis, _| kinstep::nalgebra::convert(numbers[axis]))
}

/// The stiffness of rods between masses m that rings with Ω = 1.8 √(k/m), as three in a row do, at so many radians in a frame.
fn stiffness(radians: f64, mass: f64) -> f64 {
    mass * (radians / FRAME / 1.8).powi(2)
}

fn gravity<T: Real<D> + Float, const D: usize>(world: &mut World<T, D>) {
    world
        .add_force(UniformGravity::new(point::<T, D>(0.0, -9.81)))
        .unwrap();
}

/// Bodies in a row from the origin on, at an angle from straight down, on rods of one length, the first fastened at the
/// origin. In space they turn about the vertical.
fn hanging<T: Real<D> + Float, const D: usize>(
    count: usize,
    (mass, length, angle): (f64, f64, f64),
    rod: Rod<T, D>,
) -> World<T, D> {
    let narrow = |number: f64| -> T { kinstep::nalgebra::convert(number) };
    let mut world = World::new();
    gravity(&mut world);
    let mut last: Option<BodyId> = None;
    for i in 1..=count {
        let reach = length * i as f64;
        let mut body = Body::<T, D>::point(narrow(mass))
            .at(point::<T, D>(reach * angle.sin(), -reach * angle.cos()));
        if D == 3 {
            // about the vertical, so that no rod is stretched
            let level = reach * angle.sin();
            body.velocity[0] = narrow(0.56 * level);
            body.velocity[2] = narrow(-0.42 * level);
        }
        let id = world.add_body(body).unwrap();
        let rod = rod.length(narrow(length));
        match last {
            Some(last) => world.add_link(last, id, rod).unwrap(),
            None => world.add_force_on(id, rod).unwrap(),
        };
        last = Some(id);
    }
    world
}

fn pendulum<const D: usize>(radians: f64) -> World<f64, D>
where
    f64: Real<D>,
{
    hanging::<f64, D>(3, (1.0, 1.0, 1.0), Rod::stiffness(stiffness(radians, 1.0)))
}

/// Six bodies in a bent row, on rods, free, each with a velocity of its own; the first at this place.
fn free_chain<const D: usize>(radians: f64, from: f64) -> World<f64, D>
where
    f64: Real<D>,
{
    let mut world = World::<f64, D>::new();
    let mut ids = vec![];
    for i in 0..6 {
        let i = f64::from(i);
        let mut body = Body::<f64, D>::point(1.0 + 0.3 * i)
            .at(point::<f64, D>(from + i, 0.3 * (i * 1.7).sin()));
        for axis in 0..D {
            body.velocity[axis] = (1.3 * i + 2.0 * axis as f64).sin();
        }
        ids.push(world.add_body(body).unwrap());
    }
    for pair in ids.windows(2) {
        let length = (world[pair[0]].position - world[pair[1]].position).norm();
        let rod = Rod::stiffness(stiffness(radians, 1.0)).length(length);
        world.add_link(pair[0], pair[1], rod).unwrap();
    }
    world
}

/// The largest deviation of the energy from that at the start \[J\], over equal steps; infinite if a step fails.
fn energy_error<const D: usize>(world: &World<f64, D>, dt: f64, steps: usize) -> f64
where
    f64: Real<D>,
{
    let mut world = world.clone();
    let before = world.energy().total();
    let mut worst = 0.0_f64;
    for _ in 0..steps {
        if world.step(dt).is_err() {
            return f64::INFINITY;
        }
        let change = (world.energy().total() - before).abs();
        worst = worst.max(if change.is_nan() {
            f64::INFINITY
        } else {
            change
        });
    }
    worst
}

/// The largest rise of the energy in a step, and the whole change \[J\].
fn energy_rise<const D: usize>(world: &World<f64, D>, dt: f64, steps: usize) -> [f64; 2]
where
    f64: Real<D>,
{
    let mut world = world.clone();
    let start = world.energy().total();
    let (mut last, mut worst) = (start, f64::NEG_INFINITY);
    for _ in 0..steps {
        if world.step(dt).is_err() {
            return [f64::INFINITY; 2];
        }
        let energy = world.energy().total();
        worst = worst.max(if energy.is_nan() {
            f64::INFINITY
        } else {
            energy - last
        });
        last = energy;
    }
    [worst, last - start]
}

/// The states after a second of classical Runge–Kutta steps.
fn by_runge_kutta<const D: usize>(world: &World<f64, D>, steps: u32) -> States<D>
where
    f64: Real<D>,
{
    let mut world = world.clone();
    world.set_scheme(Scheme::Rk4);
    for _ in 0..steps {
        world.step(1.0 / f64::from(steps)).unwrap();
    }
    states(&world)
}

/// The order observed when `steps` steps in a second are halved, against Runge–Kutta.
fn order<const D: usize>(world: &World<f64, D>, scheme: Scheme, steps: u32) -> f64
where
    f64: Real<D>,
{
    let truth = by_runge_kutta(world, 16_384);
    let error = |steps: u32| {
        let mut world = world.clone();
        world.set_scheme(scheme);
        for _ in 0..steps {
            world.step(1.0 / f64::from(steps)).unwrap();
        }
        apart(&states(&world), &truth)[0]
    };
    let (coarse, fine) = (error(steps), error(2 * steps));
    let order = (coarse / fine).log2();
    println!("{scheme}: order {order:.3} (errors {coarse:.1e}, {fine:.1e})");
    order
}

/// Three rods of 1 m under bodies of 1 kg, released at a radian, over 100 s at 60 Hz. The implicit midpoint rule blows up
/// here from Ωh = 100 on, leapfrog from 2.
#[test]
fn a_triple_pendulum_keeps_its_energy_at_any_stiffness() {
    for radians in [0.1, 1.0, 10.0, 100.0, 1e3, 1e4] {
        let plane = energy_error(&pendulum::<2>(radians), FRAME, 6000) / FALL;
        let space = energy_error(&pendulum::<3>(radians), FRAME, 3000) / FALL;
        println!("Ωh {radians}: plane {plane:.1e}, space {space:.1e}");
        assert!(plane < 5e-12 && space < 5e-12);
    }
}

/// Fifty rods in 5 m and 1 kg, released level: it whips. Steps where Newton's method fails are halved.
#[test]
fn a_rope_of_fifty_rods_keeps_its_energy_at_any_stiffness() {
    for radians in [0.1, 1.0, 10.0, 100.0, 1e3, 1e4] {
        let rod = Rod::stiffness(stiffness(radians, 0.02));
        let world = hanging::<f64, 2>(50, (0.02, 0.1, 1.571), rod);
        let error = energy_error(&world, FRAME, 600) / FALL;
        println!("Ωh {radians}: {error:.1e}");
        assert!(error < 1e-10);
    }
    let rod = Rod::stiffness(stiffness(100.0, 0.02));
    let world = hanging::<f64, 3>(50, (0.02, 0.1, 1.571), rod);
    let error = energy_error(&world, FRAME, 120) / FALL;
    println!("space: {error:.1e}");
    assert!(error < 1e-10);
}

/// A bridge of triangles of 15 joints, held at both ends and loaded by its weight at once.
fn bridge(stiffness: f64, damping: f64) -> World2 {
    let mut world = World2::new();
    gravity(&mut world);
    let joint = |world: &mut World2, x: f64, y: f64, is_fixed: bool| {
        let body = Body2::point(1.0).at([x, y]);
        world
            .add_body(if is_fixed { body.fixed() } else { body })
            .unwrap()
    };
    let lower: Vec<BodyId> = (0..8)
        .map(|i| joint(&mut world, f64::from(i), 0.0, i == 0 || i == 7))
        .collect();
    let upper: Vec<BodyId> = (0..7)
        .map(|i| joint(&mut world, f64::from(i) + 0.5, 0.8, false))
        .collect();
    let mut bars: Vec<[BodyId; 2]> = vec![];
    bars.extend(lower.windows(2).map(|pair| [pair[0], pair[1]]));
    bars.extend(upper.windows(2).map(|pair| [pair[0], pair[1]]));
    for (i, &top) in upper.iter().enumerate() {
        bars.extend([[lower[i], top], [top, lower[i + 1]]]);
    }
    for [one, other] in bars {
        let length = (world[one].position - world[other].position).norm();
        let rod = Rod::stiffness(stiffness).length(length).damping(damping);
        world.add_link(one, other, rod).unwrap();
    }
    world
}

#[test]
fn a_bridge_keeps_its_energy_and_comes_to_rest_with_dampers() {
    for radians in [1.0, 10.0, 100.0, 1e3, 1e4] {
        let error = energy_error(&bridge(stiffness(radians, 1.0), 0.0), FRAME, 600) / FALL;
        println!("Ωh {radians}: {error:.1e}");
        assert!(error < 5e-12);
    }
    let mut world = bridge(1e5, 300.0);
    for _ in 0..3000 {
        world.step(FRAME).unwrap();
    }
    let speed = (world.body_slice().iter())
        .map(|body| body.velocity.norm())
        .fold(0.0, f64::max);
    println!("speed after 50 s: {speed:.1e} m/s");
    assert!(speed < 1e-9);
}

#[test]
fn a_free_chain_keeps_momentum_angular_momentum_and_energy() {
    fn judge<const D: usize>(radians: f64, from: f64)
    where
        f64: Real<D>,
    {
        let mut world = free_chain::<D>(radians, from);
        let (momentum, spin) = (world.momentum(), axial::<f64, D>(world.angular_momentum()));
        let energy = world.energy().total();
        let bodies = || world.body_slice().iter();
        let size: f64 = bodies().map(|body| body.momentum().norm()).sum();
        let lever: f64 = bodies()
            .map(|body| body.momentum().norm() * body.position.norm())
            .sum();
        for _ in 0..600 {
            world.step(FRAME).unwrap();
        }
        let momentum = (world.momentum() - momentum).norm() / size;
        let spin = (axial::<f64, D>(world.angular_momentum()) - spin).norm() / lever;
        let energy = (world.energy().total() / energy - 1.0).abs();
        println!(
            "D {D}, Ωh {radians}, from {from}: P {momentum:.1e}, L {spin:.1e}, E {energy:.1e}"
        );
        assert!(momentum < 1e-12 && spin < 1e-12);
        // a place is known to ε, and the energy to a tension times that; tensions grow with Ω, and places to a kilometre
        let rounding = 5e-12 * f64::max(1.0, radians / 30.0) * from.max(1.0);
        assert!(energy < rounding);
    }
    for radians in [0.5, 30.0, 1e4] {
        judge::<2>(radians, 0.0);
        judge::<3>(radians, 0.0);
    }
    judge::<2>(30.0, 1000.0);
    judge::<3>(30.0, 1000.0);
}

#[test]
fn rods_are_of_second_order() {
    let plane = order(
        &hanging::<f64, 2>(3, (1.0, 1.0, 1.0), Rod::stiffness(150.0)),
        Scheme::FlowKick,
        512,
    );
    let damped = Rod::stiffness(150.0).damping(2.0);
    let space = order(
        &hanging::<f64, 3>(3, (1.0, 1.0, 1.0), damped),
        Scheme::FlowKick,
        512,
    );
    let chain = order(&free_chain::<3>(0.3, 0.0), Scheme::FlowKick, 512);
    for order in [plane, space, chain] {
        assert!((order - 2.0).abs() < 0.1, "{order}");
    }
}

#[test]
fn composed_rods_are_of_fourth_and_sixth_order() {
    let plane = hanging::<f64, 2>(3, (1.0, 1.0, 1.0), Rod::stiffness(150.0));
    let space = free_chain::<3>(0.3, 0.0);
    for (scheme, steps, expected) in [
        (Scheme::FlowKick4, 256, 4.0),
        (Scheme::FlowKick6, 64, 6.0),
        (Scheme::WeakKick, 256, 4.0),
    ] {
        for order in [order(&plane, scheme, steps), order(&space, scheme, steps)] {
            assert!((order - expected).abs() < 0.2, "{scheme}: {order}");
        }
    }
}

/// The slow motion of stiff rods is that of rigid ones, to second order in the step: a pendulum of one rod of 2 m, by the
/// elliptic period.
#[test]
fn a_stiff_rod_swings_as_a_rigid_one() {
    let error = |dt: f64| {
        let mut world = World2::new();
        gravity(&mut world);
        // swings out by 60°: T = 2π √(l/g) / agm(1, cos(θ/2))
        let angle = core::f64::consts::PI / 3.0;
        let start = Vector2::new(angle.sin(), -angle.cos()) * 2.0;
        let bob = world.add_body(Body2::point(1.0).at(start)).unwrap();
        world
            .add_force_on(bob, Rod::stiffness(1e9).length(2.0))
            .unwrap();
        let (mut a, mut g) = (1.0, (angle / 2.0).cos());
        for _ in 0..6 {
            (a, g) = (0.5 * (a + g), f64::sqrt(a * g));
        }
        let period = core::f64::consts::TAU * f64::sqrt(2.0 / 9.81) / a;
        let steps = (period / dt).round();
        for _ in 0..steps as u32 {
            world.step(period / steps).unwrap();
        }
        (world[bob].position - start).norm()
    };
    let [coarse, fine] = [error(0.02), error(0.01)];
    let order = (coarse / fine).log2();
    println!("{coarse:.1e} m, {fine:.1e} m, order {order:.2}");
    assert!(coarse < 1e-2 && order > 1.5);
}

#[test]
fn two_seconds_and_back_return_to_the_start() {
    fn judge<const D: usize>(world: &World<f64, D>, name: &str)
    where
        f64: Real<D>,
    {
        let start = states(world);
        let mut world = world.clone();
        for dt in [FRAME, -FRAME] {
            for _ in 0..120 {
                world.step(dt).unwrap();
            }
        }
        let [position, _] = apart(&states(&world), &start);
        println!("{name}, D {D}: {position:.1e} m");
        assert!(position < 1e-12);
    }
    for radians in [1.0, 100.0] {
        judge(&pendulum::<2>(radians), "pendulum");
        judge(&free_chain::<3>(radians, 0.0), "chain");
    }
    let mut slowed = pendulum::<2>(10.0);
    slowed
        .add_force(LinearDrag::rate(0.3).in_wind([2.0, 0.0]))
        .unwrap();
    judge(&slowed, "drag");
    judge(&bridge(1e6, 0.0), "bridge");
}

/// With dampers along rods and tethers the energy never rises but by rounding, and falls.
#[test]
fn dashpots_never_raise_the_energy() {
    for radians in [1.0, 100.0, 1e4] {
        let k = stiffness(radians, 1.0);
        // 5 % of critical damping of the fastest ringing
        let b = 0.1 * k * FRAME / radians;
        let rods = hanging::<f64, 2>(3, (1.0, 1.0, 1.0), Rod::stiffness(k).damping(b));
        let [rise, change] = energy_rise(&rods, FRAME, 1200);
        println!(
            "Ωh {radians}: rods {:.1e}, in all {:.1e}",
            rise / FALL,
            change / FALL
        );
        assert!(rise / FALL < 1e-14 && change < 0.0);
        let rods = hanging::<f64, 3>(3, (1.0, 1.0, 1.0), Rod::stiffness(k).damping(100.0 * b));
        let [rise, change] = energy_rise(&rods, FRAME, 600);
        println!(
            "Ωh {radians}: far above critical {:.1e}, in all {:.1e}",
            rise / FALL,
            change / FALL
        );
        assert!(rise / FALL < 1e-14 && change < 0.0);

        let mut jumper = World2::new();
        gravity(&mut jumper);
        let body = jumper
            .add_body(Body2::point(1.0).at([0.4, 1.0]).moving([1.0, 0.0]))
            .unwrap();
        jumper
            .add_force_on(body, Tether::stiffness(k).length(2.0).damping(b))
            .unwrap();
        let [rise, change] = energy_rise(&jumper, FRAME, 1200);
        println!(
            "Ωh {radians}: tether {:.1e}, in all {:.1e}",
            rise / FALL,
            change / FALL
        );
        assert!(rise / FALL < 1e-14 && change < 0.0);
    }
}

/// Ropes that go slack and taut: no energy is won or lost at the change.
#[test]
fn tethers_keep_their_energy_through_slack() {
    for k in [50.0, 1e4, 1e8] {
        let mut world = World2::new();
        gravity(&mut world);
        let first = world
            .add_body(Body2::point(1.0).at([0.4, 1.0]).moving([1.0, 0.0]))
            .unwrap();
        let second = world.add_body(Body2::point(0.5).at([1.0, 0.5])).unwrap();
        world
            .add_force_on(first, Tether::stiffness(k).length(2.0))
            .unwrap();
        world
            .add_link(first, second, Tether::stiffness(k).length(1.0))
            .unwrap();
        let (mut slack, mut taut) = (false, false);
        let mut followed = world.clone();
        for _ in 0..600 {
            if followed.step(FRAME).is_err() {
                break;
            }
            let is_slack = followed[first].position.norm() < 2.0;
            (slack, taut) = (slack || is_slack, taut || !is_slack);
        }
        assert!(slack && taut);
        let error = energy_error(&world, FRAME, 3000) / FALL;
        println!("k {k:.0e}: {error:.1e}");
        // a place is known to ε, and the energy to a tension times that, which grows with √k
        assert!(error < f64::max(5e-12, 5e-15 * k.sqrt()));
    }
}

/// Slack all the time is free fall, taut all the time a rod.
#[test]
fn slack_tethers_do_nothing_and_taut_ones_are_rods() {
    let mut world = World2::new();
    gravity(&mut world);
    let start = Body2::point(2.0).at([0.3, 1.0]).moving([0.4, 2.0]);
    let body = world.add_body(start).unwrap();
    let other = world.add_body(Body2::point(1.0).at([1.0, 1.0])).unwrap();
    world
        .add_force_on(body, Tether::stiffness(1e6).length(50.0).damping(3.0))
        .unwrap();
    world
        .add_link(body, other, Tether::stiffness(1e6).length(50.0))
        .unwrap();
    for _ in 0..60 {
        world.step(FRAME).unwrap();
    }
    let fall = start.position + start.velocity - Vector2::new(0.0, 0.5 * 9.81);
    let error = (world[body].position - fall).norm();
    println!("slack: {error:.1e} m");
    assert!(error < 1e-13);

    // swung round so fast that it never goes slack
    let mut ropes = World2::new();
    let ball = ropes
        .add_body(Body2::point(1.0).at([1.2, 0.0]).moving([0.0, 8.0]))
        .unwrap();
    let mut rods = ropes.clone();
    ropes
        .add_force_on(ball, Tether::stiffness(300.0).length(1.0))
        .unwrap();
    rods.add_force_on(ball, Rod::stiffness(300.0).length(1.0))
        .unwrap();
    let order = order(&ropes, Scheme::FlowKick, 512);
    assert!((order - 2.0).abs() < 0.1, "{order}");
    for _ in 0..120 {
        ropes.step(FRAME).unwrap();
        rods.step(FRAME).unwrap();
    }
    let error = (ropes[ball].position - rods[ball].position).norm();
    println!("taut: {error:.1e} m");
    assert!(error < 1e-13);
}

/// On a line the rule is the implicit midpoint rule of a damped oscillator about its rest length.
#[test]
fn on_a_line_a_step_is_the_midpoint_rule() {
    for radians in [0.1, 1.0, 30.0, 1e3] {
        for damping in [0.0, 0.3] {
            // reduced mass 2/3 kg
            let (mass, omega) = (2.0 / 3.0, radians / FRAME);
            let (k, b) = (mass * omega * omega, damping * mass * omega);
            let mut world = World2::new();
            // so little that no step could carry the ends past each other
            let first = f64::min(0.1, 0.3 / radians);
            let start = Body2::point(1.0).at([0.5 + first, 0.0]);
            let one = world.add_body(start).unwrap();
            let other = world.add_body(Body2::point(2.0).at([-0.5, 0.0])).unwrap();
            world
                .add_link(one, other, Rod::stiffness(k).length(1.0).damping(b))
                .unwrap();
            let half = Matrix2::new(0.0, 1.0, -omega * omega, -damping * omega) * (0.5 * FRAME);
            let step =
                (Matrix2::identity() - half).try_inverse().unwrap() * (Matrix2::identity() + half);
            let mut stretch = Vector2::new(first, 0.0);
            let mut worst = [0.0_f64; 2];
            for _ in 0..200 {
                world.step(FRAME).unwrap();
                stretch = step * stretch;
                let separation = world[one].position - world[other].position;
                worst[0] = worst[0].max((separation.x - 1.0 - stretch.x).abs());
                worst[1] = worst[1].max(separation.y.abs());
            }
            println!("Ωh {radians}, b {damping} μΩ: {:.1e} m", worst[0]);
            assert!(worst[0] < 1e-12 && worst[1] == 0.0);
        }
    }
}

/// The equations of one step, put in: `x₁ - x₀ = h (v₀ + v₁)/2`, `m (v₁ - v₀)/h = Σ F + m g`, with `F = -T e`,
/// `e = (d₀ + d₁)/(r₀ + r₁)`, `T = k ((r₀ + r₁)/2 - l) + b (r₁ - r₀)/h`.
#[test]
fn a_step_solves_the_equations_of_the_rule() {
    fn judge<const D: usize>(radians: f64, damping: f64)
    where
        f64: Real<D>,
    {
        let k = stiffness(radians, 1.0);
        let b = damping * k * FRAME / radians;
        let mut world = hanging::<f64, D>(4, (1.5, 1.0, 0.8), Rod::stiffness(k).damping(b));
        world.step(FRAME).unwrap();
        let before = states(&world);
        world.step(FRAME).unwrap();
        let after = states(&world);
        let mut forces = [SVector::<f64, D>::zeros(); 4];
        let mut greatest = 1.5 * 9.81;
        for i in 0..4 {
            let from = |states: &States<D>| {
                if i == 0 {
                    SVector::zeros()
                } else {
                    states[i - 1][0]
                }
            };
            let (start, end) = (before[i][0] - from(&before), after[i][0] - from(&after));
            let (r0, r1) = (start.norm(), end.norm());
            let tension = k * (0.5 * (r0 + r1) - 1.0) + b * (r1 - r0) / FRAME;
            let force = (start + end) * (-tension / (r0 + r1));
            forces[i] += force;
            if i > 0 {
                forces[i - 1] -= force;
            }
            greatest = f64::max(greatest, tension.abs());
        }
        let mut worst = [0.0_f64; 2];
        for i in 0..4 {
            let moved = after[i][0] - before[i][0] - (before[i][1] + after[i][1]) * (0.5 * FRAME);
            worst[0] = worst[0].max(moved.norm());
            let needed = (after[i][1] - before[i][1]) * (1.5 / FRAME);
            let left = needed - forces[i] - point::<f64, D>(0.0, -9.81) * 1.5;
            worst[1] = worst[1].max(left.norm());
        }
        println!(
            "D {D}, Ωh {radians}, b {damping}: {:.1e} m, {:.1e} N of {greatest:.1e} N",
            worst[0], worst[1]
        );
        // a tension is known to k ε of the place
        assert!(worst[0] < 4e-15 && worst[1] < 1e-12 * greatest + 1e-14 * k);
    }
    for radians in [0.3, 3.0, 30.0, 1e3] {
        for damping in [0.0, 0.1] {
            judge::<2>(radians, damping);
            judge::<3>(radians, damping);
        }
    }
}

/// What hangs at rest stays at rest, in still air too.
#[test]
fn what_rests_stays_at_rest() {
    for radians in [1.0, 100.0, 1e4] {
        for (rate, damping) in [(0.0, 0.0), (0.7, 0.0), (50.0, 2.0)] {
            let k = stiffness(radians, 1.0);
            let mut world = World2::new();
            gravity(&mut world);
            world.add_force(LinearDrag::rate(rate)).unwrap();
            let mut y = 0.0;
            let mut last: Option<BodyId> = None;
            for carried in [3.0, 2.0, 1.0] {
                y -= 1.0 + carried * 9.81 / k;
                let id = world.add_body(Body2::point(1.0).at([0.0, y])).unwrap();
                let rod = Rod::stiffness(k).length(1.0).damping(damping);
                match last {
                    Some(last) => world.add_link(last, id, rod).unwrap(),
                    None => world.add_force_on(id, rod).unwrap(),
                };
                last = Some(id);
            }
            let start = states(&world);
            for _ in 0..600 {
                world.step(FRAME).unwrap();
            }
            let [position, velocity] = apart(&states(&world), &start);
            println!("Ωh {radians}, drag {rate}: {position:.1e} m, {velocity:.1e} m/s");
            // the start rests to ε in the place: a force of k ε, which rings
            assert!(position < 1e-13 && velocity < 1e-14 + 4e-15 * k.sqrt());
        }
    }
}

/// Drag in wind, fields, frames, anchors, ramps and linear links in one component with rods: of second order, and reversible.
#[test]
fn laws_beside_rods_keep_second_order() {
    let start = hanging::<f64, 2>(3, (1.0, 1.0, 1.0), Rod::stiffness(150.0));
    let base = || start.clone();
    let mut cases: Vec<(&str, World2)> = vec![];
    let mut world = base();
    world
        .add_force(LinearDrag::rate(0.8).in_wind([5.0, 1.0]))
        .unwrap();
    cases.push(("drag in wind", world));
    let mut world = base();
    let ids: Vec<BodyId> = world.ids().collect();
    world.add_force_on(ids[1], MagneticField::new(3.0)).unwrap();
    cases.push(("field on one", world));
    let mut world = base();
    world
        .add_force(RotatingFrame::new(0.8).about([0.3, 0.0]))
        .unwrap();
    cases.push(("frame", world));
    let mut world = base();
    let ramp = ConstantForce::new([1.0, 0.5]).ramping([-4.0, 3.0]);
    world.add_force_on(ids[2], ramp).unwrap();
    world
        .add_force_on(
            ids[0],
            Spring::stiffness(20.0).damping(0.4).anchored_at([1.0, 1.0]),
        )
        .unwrap();
    cases.push(("ramp and anchor", world));
    let mut world = base();
    let link = Spring::stiffness(20.0).damping(0.5).anchored_at([0.3, 0.1]);
    world.add_link(ids[0], ids[2], link).unwrap();
    let beside = world.add_body(Body2::point(2.0).at([3.0, 0.0])).unwrap();
    world
        .add_link(ids[1], beside, Spring::stiffness(5.0))
        .unwrap();
    cases.push(("linear links", world));
    let mut world = base();
    let cart = world
        .add_body(Body2::point(1.0).at([-1.0, 0.5]).moving([1.5, 0.2]).fixed())
        .unwrap();
    world
        .add_link(cart, ids[1], Rod::stiffness(90.0).length(2.0).damping(0.5))
        .unwrap();
    cases.push(("moving support", world));
    for (name, world) in cases {
        print!("{name}: ");
        let order = order(&world, Scheme::FlowKick, 512);
        assert!((order - 2.0).abs() < 0.1, "{name}: {order}");
    }
}

#[test]
fn kicks_beside_rods_keep_their_order() {
    let start = hanging::<f64, 2>(3, (1.0, 1.0, 1.0), Rod::stiffness(150.0));
    let base = || start.clone();
    let mut cases: Vec<(&str, World2)> = vec![];
    let mut world = base();
    let sines = |x: &Vector2<f64>, time: f64| x.map(|x| (1.3 * x).sin() * (2.0 + time));
    world.add_force(ForceField::new(sines)).unwrap();
    cases.push(("field", world));
    let mut world = base();
    world
        .add_force(QuadraticDrag::coefficient(0.3).in_wind([3.0, 0.0]))
        .unwrap();
    cases.push(("quadratic drag", world));
    let mut world = base();
    let ids: Vec<BodyId> = world.ids().collect();
    let crooked = |body: &Body2, _: f64| body.position * -body.position.norm();
    world.add_link(ids[0], ids[2], crooked).unwrap();
    cases.push(("link", world));
    for (name, world) in cases {
        print!("{name}: ");
        let second = order(&world, Scheme::FlowKick, 512);
        let fourth = order(&world, Scheme::FlowKick4, 256);
        assert!((second - 2.0).abs() < 0.1, "{name}: {second}");
        assert!((fourth - 4.0).abs() < 0.3, "{name}: {fourth}");
        let sixth = order(&world, Scheme::FlowKick6, 64);
        assert!((sixth - 6.0).abs() < 0.3, "{name}: {sixth}");
    }
}

/// What does no work takes none: fields, frames, anchors and linear links in one component with stiff rods.
#[test]
fn conservative_laws_beside_rods_keep_the_energy() {
    for radians in [1.0, 100.0, 1e4] {
        let mut cases: Vec<(&str, World2)> = vec![];
        let start = pendulum::<2>(radians);
        let base = || start.clone();
        let ids: Vec<BodyId> = base().ids().collect();
        let mut world = base();
        world.add_force_on(ids[1], MagneticField::new(3.0)).unwrap();
        cases.push(("field on one", world));
        let mut world = base();
        world
            .add_force(RotatingFrame::new(0.8).about([0.3, 0.0]))
            .unwrap();
        cases.push(("frame", world));
        let mut world = base();
        world
            .add_force_on(ids[2], Spring::stiffness(70.0).anchored_at([1.0, 1.0]))
            .unwrap();
        world
            .add_link(ids[0], ids[2], Spring::stiffness(stiffness(radians, 1.0)))
            .unwrap();
        cases.push(("anchor and link", world));
        let mut world = base();
        let hook = world
            .add_body(Body2::point(1.0).at([2.0, 0.5]).fixed())
            .unwrap();
        let length = (world[hook].position - world[ids[1]].position).norm();
        world
            .add_link(hook, ids[1], Tether::stiffness(500.0).length(length))
            .unwrap();
        cases.push(("hook", world));
        let mut world = base();
        world
            .add_force_on(ids[2], ConstantForce::new([3.0, 4.0]))
            .unwrap();
        cases.push(("constant force", world));
        for (name, world) in cases {
            let size = world.energy().total().abs().max(FALL);
            let error = energy_error(&world, FRAME, 1000) / size;
            println!("Ωh {radians}, {name}: {error:.1e}");
            assert!(error < 1e-11, "{name}");
        }
        let mut world = pendulum::<3>(radians);
        world
            .add_force(MagneticField::new([1.0, -2.0, 0.5]))
            .unwrap();
        let error = energy_error(&world, FRAME, 1000) / FALL;
        println!("Ωh {radians}, field in space: {error:.1e}");
        assert!(error < 1e-11);
    }
}

/// A sheet of 5 × 5 bodies: every body has up to eight rods, and loops.
#[test]
fn a_mesh_keeps_its_energy() {
    let mut world = World3::new();
    gravity(&mut world);
    let mut ids = vec![];
    for i in 0..25 {
        let (x, y) = (f64::from(i % 5), f64::from(i / 5));
        let body = Body::<f64, 3>::point(0.1).at([x, 0.1 * (x * y).sin(), y]);
        ids.push(
            world
                .add_body(if i == 0 || i == 4 { body.fixed() } else { body })
                .unwrap(),
        );
    }
    for i in 0..25_usize {
        for (right, down) in [(1, 0), (0, 1), (1, 1)] {
            if i % 5 + right < 5 && i / 5 + down < 5 {
                let other = ids[i + right + 5 * down];
                let length = (world[ids[i]].position - world[other].position).norm();
                world
                    .add_link(ids[i], other, Rod::stiffness(2e4).length(length))
                    .unwrap();
            }
        }
    }
    let error = energy_error(&world, FRAME, 200) / FALL;
    println!("{error:.1e}");
    assert!(error < 1e-11);
}

/// Masses from a milligram to a thousand tons on one chain.
#[test]
fn masses_far_apart_keep_momentum_and_energy() {
    let mut world = World2::new();
    let mut ids = vec![];
    for (i, mass) in [1e6, 1e-6, 1.0, 1e3, 1e-3, 1e6].into_iter().enumerate() {
        let i = i as f64;
        let body = Body2::point(mass)
            .at([i, 0.2 * (2.0 * i).sin()])
            .moving([0.1 * i.cos(), i.sin()]);
        ids.push(world.add_body(body).unwrap());
    }
    for pair in ids.windows(2) {
        let length = (world[pair[0]].position - world[pair[1]].position).norm();
        world
            .add_link(pair[0], pair[1], Rod::stiffness(1e5).length(length))
            .unwrap();
    }
    let (momentum, energy) = (world.momentum(), world.energy().total());
    let size: f64 = world
        .body_slice()
        .iter()
        .map(|body| body.momentum().norm())
        .sum();
    for _ in 0..300 {
        world.step(FRAME).unwrap();
    }
    let momentum = (world.momentum() - momentum).norm() / size;
    let energy = (world.energy().total() / energy - 1.0).abs();
    println!("P {momentum:.1e}, E {energy:.1e}");
    assert!(momentum < 1e-12 && energy < 1e-11);
}

#[test]
fn rods_in_singles_keep_their_energy_to_their_rounding() {
    for radians in [1.0, 30.0] {
        let rod = Rod::<f32, 2>::stiffness(stiffness(radians, 1.0) as f32);
        let mut world = hanging::<f32, 2>(3, (1.0, 1.0, 1.0), rod);
        let before = world.energy().total();
        let mut worst = 0.0_f32;
        for _ in 0..600 {
            world.step(1.0 / 60.0).unwrap();
            worst = worst.max((world.energy().total() - before).abs());
        }
        println!("Ωh {radians}: {:.1e}", worst / 9.81);
        // a place is known to 1e-7 m
        assert!(worst / 9.81 < 1.2e-5); // measured: 2.9e-6
    }
}

/// Rods between coincident bodies, of no length, of no stiffness; two rods of a pair, and a rod that is taken away.
#[test]
fn degenerate_rods_are_harmless() {
    let mut world = World2::new();
    let ids: Vec<BodyId> = (0..4)
        .map(|i| {
            world
                .add_body(Body2::point(1.0).at([f64::from(i / 2), 0.0]))
                .unwrap()
        })
        .collect();
    // 0 and 1 coincide at rest: there is no direction, and no force
    world
        .add_link(ids[0], ids[1], Rod::stiffness(1e4).length(1.0))
        .unwrap();
    world.add_link(ids[2], ids[3], Rod::stiffness(1e4)).unwrap();
    world
        .add_link(ids[1], ids[2], Rod::stiffness(0.0).length(3.0))
        .unwrap();
    let start = states(&world);
    for _ in 0..10 {
        world.step(FRAME).unwrap();
    }
    assert_eq!(states(&world), start);

    // one rod, or two halves of it
    let mut whole = World2::new();
    let one = whole
        .add_body(Body2::point(1.0).at([1.1, 0.2]).moving([0.0, 2.0]))
        .unwrap();
    let other = whole.add_body(Body2::point(2.0)).unwrap();
    let mut halves = whole.clone();
    let rod = whole
        .add_link(one, other, Rod::stiffness(2e3).length(1.0).damping(0.4))
        .unwrap();
    let half = Rod::stiffness(1e3).length(1.0).damping(0.2);
    halves.add_link(one, other, half).unwrap();
    halves.add_link(other, one, half).unwrap();
    for _ in 0..60 {
        whole.step(FRAME).unwrap();
        halves.step(FRAME).unwrap();
    }
    let [position, velocity] = apart(&states(&whole), &states(&halves));
    println!("one rod and two halves: {position:.1e} m, {velocity:.1e} m/s");
    assert!(position < 1e-13 && velocity < 1e-12);

    // without it they fly on
    whole.remove_force(rod).unwrap();
    let start = whole[one];
    whole.step(2.0).unwrap();
    assert!((whole[one].position - start.position - start.velocity * 2.0).norm() < 1e-14);
}

/// A rod to a fixed body at rest is one to a point.
#[test]
fn a_fixed_body_is_an_anchor() {
    let rod = Rod::stiffness(1e5).length(1.0).damping(3.0);
    let mut linked = hanging::<f64, 2>(3, (1.0, 1.0, 1.0), rod);
    let last = linked.ids().last().unwrap();
    let mut anchored = linked.clone();
    let place = [4.0, -1.0];
    let hook = linked
        .add_body(Body2::point(1.0).at(place).fixed())
        .unwrap();
    linked
        .add_link(hook, last, Tether::stiffness(700.0).length(2.0))
        .unwrap();
    let tether = Tether::stiffness(700.0).length(2.0).anchored_at(place);
    anchored.add_force_on(last, tether).unwrap();
    for _ in 0..60 {
        linked.step(FRAME).unwrap();
        anchored.step(FRAME).unwrap();
    }
    let [position, _] = apart(&states(&linked)[..3], &states(&anchored));
    println!("{position:.1e} m");
    assert!(position < 1e-11);
    assert_eq!(linked[hook].position, Vector2::from(place));
}

/// A force over one step, an impulse, another mass: as in a world that was made so.
#[test]
fn what_changes_between_steps_counts() {
    let mut world = pendulum::<2>(30.0);
    let ids: Vec<BodyId> = world.ids().collect();
    world.step(FRAME).unwrap();

    let mut constant = world.clone();
    let push = constant
        .add_force_on(ids[2], ConstantForce::new([30.0, -4.0]))
        .unwrap();
    constant.step(FRAME).unwrap();
    constant.remove_force(push).unwrap();
    world.apply_force(ids[2], [30.0, -4.0]).unwrap();
    world.step(FRAME).unwrap();
    let [position, velocity] = apart(&states(&world), &states(&constant));
    println!("force over a step: {position:.1e} m, {velocity:.1e} m/s");
    assert!(position < 1e-14 && velocity < 1e-12);

    world[ids[1]].mass = 0.4;
    world.apply_impulse(ids[0], [1.0, 2.0]).unwrap();
    let rod = Rod::stiffness(stiffness(30.0, 1.0));
    let mut fresh = hanging::<f64, 2>(3, (1.0, 1.0, 1.0), rod);
    for ((_, body), from) in fresh.bodies_mut().zip(world.body_slice()) {
        *body = *from;
    }
    for _ in 0..10 {
        world.step(FRAME).unwrap();
        fresh.step(FRAME).unwrap();
    }
    let [position, velocity] = apart(&states(&world), &states(&fresh));
    println!("another mass: {position:.1e} m, {velocity:.1e} m/s");
    assert!(position < 1e-13 && velocity < 1e-11);
}

/// Clones, snapshots and scenes continue with the same bits.
#[test]
fn copies_of_a_world_of_rods_step_with_the_same_bits() {
    for mut world in [pendulum::<2>(100.0), bridge(1e6, 10.0)] {
        let mut fresh = world.clone();
        world.step(FRAME).unwrap();
        fresh.step(FRAME).unwrap();
        let (mut cloned, snapshot) = (world.clone(), world.snapshot());
        let mut loaded = world.scene().unwrap().world().unwrap();
        let mut over = free_chain::<2>(3.0, 0.0);
        over.step(FRAME).unwrap();
        over.clone_from(&world);
        let run = |world: &mut World2| {
            for dt in [FRAME, FRAME, 0.05, -0.01, FRAME] {
                world.step(dt).unwrap();
            }
            states(world)
        };
        let expected = run(&mut world);
        for copy in [&mut fresh, &mut cloned, &mut loaded, &mut over] {
            assert_eq!(run(copy), expected);
        }
        world.restore(&snapshot).unwrap();
        assert_eq!(run(&mut world), expected);
    }
}

/// Bodies and rods in another order move the same but for rounding.
#[test]
fn the_order_of_bodies_and_rods_changes_nothing_but_rounding() {
    let make = |order: [usize; 5]| {
        let mut world = World2::new();
        gravity(&mut world);
        let mut ids = [None; 5];
        for i in order {
            let x = i as f64;
            let body = Body2::point(1.0 + 0.2 * x).at([x, 0.4 * x.sin()]);
            ids[i] = Some(world.add_body(body).unwrap());
        }
        let ids = ids.map(Option::unwrap);
        for i in order {
            if i > 0 {
                let length = (world[ids[i]].position - world[ids[i - 1]].position).norm();
                world
                    .add_link(ids[i - 1], ids[i], Rod::stiffness(3e4).length(length))
                    .unwrap();
            }
        }
        world
            .add_force_on(
                ids[0],
                Rod::stiffness(3e4).length(1.0).anchored_at([-1.0, 0.0]),
            )
            .unwrap();
        for _ in 0..60 {
            world.step(FRAME).unwrap();
        }
        ids.map(|id| world[id].position)
    };
    let (one, other) = (make([0, 1, 2, 3, 4]), make([3, 0, 4, 2, 1]));
    let worst = (one.iter().zip(&other))
        .map(|(one, other)| (one - other).norm())
        .fold(0.0, f64::max);
    println!("{worst:.1e} m");
    assert!(worst < 1e-11);
}

#[test]
fn a_step_of_rods_allocates_nothing() {
    let mut worlds = vec![pendulum::<2>(100.0), bridge(1e6, 10.0)];
    let rope = Rod::stiffness(stiffness(100.0, 0.02));
    worlds.push(hanging::<f64, 2>(50, (0.02, 0.1, 1.571), rope));
    for mut world in worlds {
        world.step(FRAME).unwrap();
        world.step(0.5 * FRAME).unwrap();
        let id = world.ids().last().unwrap();
        for step in 0..60 {
            world[id].velocity.x += 0.1;
            let dt = if step % 7 == 0 { -0.01 } else { FRAME };
            let counted = allocation_counter::measure(|| world.step(dt).unwrap());
            assert_eq!(counted.count_total, 0);
        }
    }
}

/// A step of zero changes no bit, and one of minutes ends: with its energy, or with an error.
#[test]
fn steps_of_zero_and_of_minutes() {
    for radians in [1.0, 1e4] {
        let mut world = pendulum::<2>(radians);
        let start = states(&world);
        world.step(0.0).unwrap();
        assert_eq!(states(&world), start);
        let before = world.energy().total();
        for dt in [1.0, -10.0, 1000.0] {
            let started = states(&world);
            match world.step(dt) {
                Ok(()) => {
                    let change = (world.energy().total() - before) / FALL;
                    println!("Ωh {radians}, {dt} s: energy {change:.1e}");
                    assert!(change.abs() < 1e-9);
                }
                Err(error) => {
                    println!("Ωh {radians}, {dt} s: {error}");
                    assert_eq!(states(&world), started);
                }
            }
        }
    }
}

/// A step that has no answer is refused, and leaves the world as it was; none hangs.
#[test]
fn absurd_rods_neither_panic_nor_hang() {
    let mut refused = 0;
    for k in [1e-300, 1e-3, 1e8, 1e16, 1e100, 1e300] {
        for speed in [0.0, 1e3, 1e10, 1e150, 1e200] {
            for (length, b, mass, dt) in [
                (1.0, 0.0, 1.0, FRAME),
                (1e-12, 1e5, 1.0, 1.0),
                (1e200, 0.0, 1e-200, 1e-3),
                (0.0, 1e300, 1e9, -7.0),
            ] {
                let mut world = World2::new();
                gravity(&mut world);
                let start = Body2::point(mass)
                    .at([1.0, 0.1])
                    .moving([speed, -0.3 * speed]);
                let one = world.add_body(start).unwrap();
                let two = world
                    .add_body(Body2::point(1.0).at([2.0, 0.0]).moving([0.0, speed]))
                    .unwrap();
                let three = world.add_body(Body2::point(1.0).at([2.0, 1.0])).unwrap();
                let rod = Rod::stiffness(k).length(length).damping(b);
                world.add_force_on(one, rod).unwrap();
                world.add_link(one, two, rod).unwrap();
                world
                    .add_link(two, three, Tether::stiffness(k).length(length).damping(b))
                    .unwrap();
                for _ in 0..2 {
                    let (before, time) = (states(&world), world.time());
                    match world.step(dt) {
                        Ok(()) => {
                            let is_finite = |state: &[Vector2<f64>; 2]| {
                                state.iter().flatten().all(|number| number.is_finite())
                            };
                            assert!(states(&world).iter().all(is_finite));
                        }
                        Err(error) => {
                            refused += 1;
                            assert!(!error.to_string().is_empty());
                            assert_eq!((states(&world), world.time()), (before, time));
                        }
                    }
                }
            }
        }
    }
    println!("{refused} steps refused of 240");
    assert!(refused > 0);
}

/// A rod so stiff and a body so fast that no double holds the force.
#[test]
fn a_step_without_an_answer_is_refused() {
    let mut world = World2::new();
    let body = world
        .add_body(Body2::point(1.0).at([1.0, 0.0]).moving([3e200, 1e200]))
        .unwrap();
    world
        .add_force_on(body, Rod::stiffness(1e300).length(1.0))
        .unwrap();
    let before = world[body];
    let error = world.step(1.0).unwrap_err();
    println!("{error}");
    assert_eq!((world[body], world.time(), world.steps()), (before, 0.0, 0));
    // and it can go on
    world[body].velocity = Vector2::zeros();
    world[body].position = Vector2::new(1.0, 0.0);
    world.step(1.0).unwrap();
    assert_eq!(world[body].position, Vector2::new(1.0, 0.0));
}

/// A mass that is changed by hand counts in the next step, however many bodies rods hold.
#[test]
fn a_mass_changed_by_hand_counts_in_long_ropes() {
    let rope = |first: f64| {
        let mut world = World2::new();
        world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
        let rod = Rod::stiffness(1e4).length(0.1);
        let ids: Vec<BodyId> = (1..=70)
            .map(|i| {
                let mass = if i == 1 { first } else { 0.1 };
                let body = Body2::point(mass).at([0.1 * f64::from(i), 0.0]);
                world.add_body(body).unwrap()
            })
            .collect();
        world.add_force_on(ids[0], rod).unwrap();
        for pair in ids.windows(2) {
            world.add_link(pair[0], pair[1], rod).unwrap();
        }
        (world, ids)
    };
    let (mut changed, ids) = rope(0.1);
    changed.step(0.0).unwrap();
    changed.step(FRAME).unwrap();
    changed.step(-FRAME).unwrap();
    changed[ids[0]].mass = 5.0;
    let (mut anew, _) = rope(5.0);
    let bodies = changed.body_slice().to_vec();
    for ((_, body), of_changed) in anew.bodies_mut().zip(bodies) {
        *body = of_changed;
    }
    changed.step(FRAME).unwrap();
    anew.step(FRAME).unwrap();
    assert!(
        states(&changed) == states(&anew),
        "the mass of before is used"
    );
}
