//! Magnetic fields, rotating frames and lift are exact beside all other linear forces.

use approx::assert_abs_diff_eq;
use kinstep::Until;
use kinstep::nalgebra::{Complex, SMatrix, Vector1, Vector2, Vector3};
use kinstep::trajectory::{Crossing, Plane, Trajectory};
use kinstep::{
    Body2, Body3, Force, LinearDrag, LinearLaw, MagneticField, Magnus, Real, RotatingFrame, Scheme,
    Spring, StepError, UniformGravity, World2, World3,
};
use kinstep_swarm::Swarm;
use kinstep_swarm::SwarmError;
use truths::Cases;
use truths::build::{Build, thrown};
use truths::network_truth::{Net, states};
use truths::widths::Width;

/// One body under random linear forces, which rotate its velocity by up to 10,000 turns in a step.
fn random<T: Width, const D: usize>(cases: &mut Cases, dt: f64) -> Net<f64, D> {
    let vector = |cases: &mut Cases, from: f64, to: f64| -> [f64; D] {
        core::array::from_fn(|_| T::held(cases.signed_decades(from, to)))
    };
    let turn = |cases: &mut Cases, most: f64| -> [f64; 3] {
        let size = cases.decades(1e-4, most) / dt;
        let omega = [0; 3].map(|_| T::held(size * cases.uniform(-1.0..1.0)));
        if D == 2 { [omega[0], 0.0, 0.0] } else { omega }
    };
    let mut net = Net::<f64, D>::default();
    let mass = T::held(cases.decades(0.1, 10.0));
    net.body(mass, vector(cases, 1e-2, 1e2), vector(cases, 1e-2, 1e2));
    if cases.chance(0.8) {
        net.field(None, turn(cases, 6e4), vector(cases, 0.1, 10.0));
    }
    if cases.chance(0.5) {
        net.gravity(vector(cases, 0.1, 30.0));
    }
    if cases.chance(0.5) {
        let rate = T::held(cases.decades(1e-4, 100.0) / dt);
        net.drag(None, rate, vector(cases, 0.1, 30.0));
    }
    if cases.chance(0.5) {
        let stiffness = T::held(mass * (cases.decades(1e-4, 1e3) / dt).powi(2));
        let damping = T::held(cases.decades(1e-4, 10.0) / dt);
        net.anchor(0, stiffness, damping, vector(cases, 0.1, 30.0));
    }
    if cases.chance(0.4) {
        net.frame(turn(cases, 30.0), vector(cases, 0.1, 30.0));
    }
    if cases.chance(0.4) {
        net.lift(0.25, turn(cases, 1e3), vector(cases, 0.1, 30.0));
    }
    if cases.chance(0.3) {
        net.push(0, vector(cases, 1e-2, 1e2), vector(cases, 1e-3, 1e1));
    }
    net
}

/// The largest error of the steps that succeed, in units of ε times the sum of the conditioning and
/// the size of the initial state.
fn worst_of<T: Real<D> + Width, const D: usize>(seed: u128, count: usize) -> f64
where
    f64: Real<D>,
{
    let mut cases = Cases::new(seed);
    let mut errors = vec![];
    for _ in 0..count {
        let dt = T::held(cases.decades(1e-6, 1e3));
        let net = random::<T, D>(&mut cases, dt);
        let mut world = net.world::<T>();
        if world.step(T::narrow(dt)).is_ok() {
            errors.push(net.error_of(&states(&world), dt, T::EPS, 4, &mut cases));
        }
    }
    let worst = errors.iter().copied().fold(0.0, f64::max);
    println!("{} steps, worst {worst:.2} ε", errors.len());
    assert!(10 * errors.len() > 9 * count);
    worst
}

/// Sums of magnetic and electric field, gravity, drag, wind, spring, frame, lift and ramp are
/// exact, with any axes.
#[test]
fn sums_that_gyrate_are_exact() {
    for worst in [
        worst_of::<f64, 3>(70, 50),
        worst_of::<f64, 2>(71, 25),
        worst_of::<f32, 3>(72, 25),
        worst_of::<f32, 2>(73, 25),
    ] {
        assert!(worst < 4.0, "{worst} ε"); // measured: 0.9
    }
}

/// A rotating frame alone is critical, with a double root everywhere: a straight line seen from the
/// frame, `x = R(-Ωt) (x₀ + (v₀ + Ω × x₀) t)`.
#[test]
fn a_frame_alone_is_a_straight_line_seen_from_it() {
    let mut worst = 0.0_f64;
    for (omega, dt) in [
        (1e-12, 1.0),
        (1e-3, 1.0),
        (0.7, 1.0),
        (7.292e-5, 3600.0),
        (2.0, -30.0),
        (5.0, 200.0),
    ] {
        let (x, v) = (Vector2::new(1.0, -2.0), Vector2::new(0.3, 0.4));
        let law = LinearLaw::<f64, 2>::rotating_frame(omega);
        let (mut position, mut velocity) = (x, v);
        law.flow(dt).advance(&mut position, &mut velocity, 0.0);
        let seen = |w: f64, r: Vector2<f64>| Vector2::new(-r.y * w, r.x * w);
        let outside = v + seen(omega, x);
        let (sin, cos) = (-omega * dt).sin_cos();
        let turned = |r: Vector2<f64>| Vector2::new(r.x * cos - r.y * sin, r.x * sin + r.y * cos);
        let there = turned(x + outside * dt);
        let rate = turned(outside) - seen(omega, there);
        // the law stores Ω² and 2Ω as separate numbers; their rounding splits the double root, so
        // the error is measured in units that grow with the square of the rotation
        let turns = 1.0 + omega * dt.abs();
        let scale = (x.norm() + outside.norm() * dt.abs()) * turns * turns;
        worst = worst.max((position - there).norm() / scale / f64::EPSILON);
        worst = worst.max(
            (velocity - rate).norm() / (scale * (omega + 1.0 / dt.abs()) + v.norm()) / f64::EPSILON,
        );
    }
    println!("frame: {worst:.2} ε");
    assert!(worst < 4.0); // measured: 0.4
}

/// A tide acts only by the symmetric part of its matrix.
#[test]
fn a_tide_is_the_symmetric_part_of_its_matrix() {
    let skewed = LinearLaw::<f64, 2>::tidal([[-4.0, 3.0], [1.0, -9.0]]);
    assert_eq!(skewed, LinearLaw::tidal([[-4.0, 2.0], [2.0, -9.0]]));
    let (place, at_rest) = (Vector2::new(3.0, 5.0), Vector2::zeros());
    let acceleration = skewed.acceleration(&place, &at_rest, 0.0);
    assert_eq!(acceleration, Vector2::new(-2.0, -39.0));
}

/// A very small angular velocity acts as zero, to rounding, and a step of zero changes nothing.
#[test]
fn limits_are_smooth() {
    let base = LinearLaw::<f64, 3>::gravity([1.0, -9.81, 2.0])
        + LinearLaw::drag(0.3).in_wind([3.0, 0.0, 1.0])
        + LinearLaw::spring(2.0);
    for dt in [1e-9, 0.01, 1.0, 50.0, -3.0] {
        for omega in [1e-300, 1e-30, 1e-17] {
            let turning = base + LinearLaw::gyrating(Vector3::new(omega, -omega, omega));
            let after = |law: &LinearLaw<f64, 3>| {
                let (mut x, mut v) = (Vector3::new(1.0, 2.0, 3.0), Vector3::new(-1.0, 5.0, 2.0));
                law.flow(dt).advance(&mut x, &mut v, 0.0);
                (x, v)
            };
            let (one, other) = (after(&base), after(&turning));
            let scale =
                16.0 * f64::EPSILON * (1.0 + dt.abs()) * (one.0.amax() + one.1.amax() + 8.0);
            assert_abs_diff_eq!(one.0, other.0, epsilon = scale);
            assert_abs_diff_eq!(one.1, other.1, epsilon = scale);
        }
    }
    let law = LinearLaw::<f64, 3>::rotating_frame([1.0, 2.0, 3.0]);
    let (mut x, mut v) = (Vector3::x(), Vector3::y());
    law.flow(0.0).advance(&mut x, &mut v, 0.0);
    assert_eq!((x, v), (Vector3::x(), Vector3::y()));
}

/// A step of a + b equals a step of a and a step of b; both are over eight decades and of either
/// sign.
#[test]
fn gyrating_laws_have_the_flow_property() {
    let mut cases = Cases::new(72);
    let mut worst = 0.0_f64;
    for _ in 0..4000 {
        let mut vector =
            |size: f64| -> Vector3<f64> { Vector3::from_fn(|_, _| cases.uniform(-size..size)) };
        let mut law = LinearLaw::<f64, 3>::gravity(vector(5.0)).ramping(vector(1.0))
            + LinearLaw::gyrating(vector(3.0));
        let (wind, omega, anchor) = (vector(3.0), vector(0.3), vector(3.0));
        let (x, v) = (vector(9.0), vector(9.0));
        if cases.chance(0.5) {
            law += LinearLaw::spring(cases.decades(1e-2, 10.0)).anchored_at(anchor);
        }
        if cases.chance(0.5) {
            law += LinearLaw::drag(cases.decades(1e-3, 0.5)).in_wind(wind);
        }
        if cases.chance(0.5) {
            law += LinearLaw::rotating_frame(omega);
        }
        let a = cases.signed_decades(1e-7, 10.0);
        let b = cases.signed_decades(1e-7, 10.0);
        let moved = |(mut x, mut v): (Vector3<f64>, Vector3<f64>), dt, time| {
            law.flow(dt).advance(&mut x, &mut v, time);
            (x, v)
        };
        let middle = moved((x, v), a, 0.0);
        let (twice, once) = (moved(middle, b, a), moved((x, v), a + b, 0.0));
        // the size of intermediate numbers, and the growth of an error in the second step
        let growth = |dt: f64| {
            let mut still = law;
            (still.constant, still.ramp) = (Vector3::zeros(), Vector3::zeros());
            (0..6)
                .map(|axis| {
                    let unit = |first: usize| {
                        Vector3::from_fn(|i, _| f64::from(u8::from(i + first == axis)))
                    };
                    let (mut x, mut v) = (unit(0), unit(3));
                    still.flow(dt).advance(&mut x, &mut v, 0.0);
                    x.norm() + v.norm()
                })
                .fold(1.0, f64::max)
        };
        let phase = 1.0 + 5.0 * (a.abs() + b.abs());
        let size = |(x, v): &(Vector3<f64>, Vector3<f64>)| x.norm() + v.norm();
        let push =
            (law.constant.norm() + law.ramp.norm() * (a.abs() + b.abs())) * (a.abs() + b.abs());
        let scale = phase * growth(b) * (growth(a) * (size(&(x, v)) + push) + size(&middle) + push);
        let error = (twice.0 - once.0).norm() + (twice.1 - once.1).norm();
        worst = worst.max(error / scale / f64::EPSILON);
    }
    println!("flow property: {worst:.2} ε");
    assert!(worst < 4.0); // measured: 0.5
}

/// The laws of forces give the accelerations of the forces; numbers that are not finite are
/// rejected.
#[test]
fn forces_and_their_laws_agree() {
    let body = thrown(0.4, [1.0, -2.0, 0.5], [3.0, 1.0, -2.0]);
    let forces: [&dyn Force<f64, 3>; 4] = [
        &MagneticField::new([0.3, -1.0, 2.0]).charge(-0.2),
        &MagneticField::new([0.0, 0.0, 2.0]).with_electric_field([1.0, 2.0, 3.0]),
        &RotatingFrame::new([0.1, 0.2, -0.3]).about([5.0, 0.0, 1.0]),
        &Magnus::new(0.01, [0.0, 30.0, 5.0]).in_wind([3.0, 0.0, 1.0]),
    ];
    for force in forces {
        let effect = force.effect(&body, 0.0, 0.0);
        let law = effect.law().unwrap();
        let one = law.acceleration(&body.position, &body.velocity, 2.0);
        let other = force.acceleration(&body, 2.0);
        assert_abs_diff_eq!(one, other, epsilon = 16.0 * f64::EPSILON * other.norm());
        assert!(force.check().is_ok() && effect.depends_on_velocity());
    }
    // 30 × 0.01 = 0.3 = 0.4 × 0.75: lift acts as a magnetic field of the opposite sign
    let flat = Body2::point(0.4).at([1.0, -2.0]).moving([3.0, 1.0]);
    let lift = Force::<f64, 2>::acceleration(&Magnus::new(0.01, 30.0), &flat, 0.0);
    let field = Force::<f64, 2>::acceleration(&MagneticField::new(-0.75), &flat, 0.0);
    assert_abs_diff_eq!(lift, field * 0.4, epsilon = 1e-15);
    let refused = MagneticField::new([0.0, f64::NAN, 0.0]);
    let refused = World3::new().add_force(refused).unwrap_err().to_string();
    assert!(refused.contains("the magnetic field is NaN"), "{refused}");
    let forces: [&dyn Force<f64, 3>; 5] = [
        &MagneticField::new([0.0; 3]).charge(f64::INFINITY),
        &RotatingFrame::new([f64::INFINITY, 0.0, 0.0]),
        &RotatingFrame::new([0.0; 3]).about([f64::NAN; 3]),
        &Magnus::new(f64::NAN, [0.0; 3]),
        &Magnus::new(1.0, [0.0; 3]).in_wind([f64::NAN; 3]),
    ];
    assert!(forces.iter().all(|force| force.check().is_err()));
}

/// A world with conservative forces only keeps its Jacobi energy, and returns to its start when it
/// is run back.
#[test]
fn a_world_keeps_its_jacobi_energy() {
    let mut world = World3::new();
    world.pull(UniformGravity::new([0.0, 0.0, -9.81]));
    world.pull(RotatingFrame::new([0.1, 0.3, 0.2]));
    let field = MagneticField::new([0.0, 1.0, 0.4]);
    world.pull(field.with_electric_field([0.5, 0.0, 0.0]));
    let start = thrown(0.7, [1.0, 2.0, 0.0], [0.0, 1.0, 3.0]);
    let ball = world.put(start);
    world.pull_on(ball, Spring::stiffness(8.0));
    let energy = world.energy().total();
    for scheme in [Scheme::FlowKick, Scheme::FlowKick4] {
        world.set_scheme(scheme);
        for dt in [1e-3, 0.1, 7.0, 300.0, -200.0] {
            world.step(dt).unwrap();
            let change = (world.energy().total() - energy).abs();
            // measured: 2e-13 of energies around 40 J
            assert!(change < 1e-11, "{scheme} {dt}: {change:e}");
        }
    }
    world.step(-world.time()).unwrap();
    assert!((world[ball].position - start.position).norm() < 1e-11);

    // with kicks in addition, the motion is of second order
    world.set_scheme(Scheme::FlowKick);
    world.pull(|body: &Body3, _: f64| body.position * -body.position.norm());
    let [coarse, fine, exact] = [50, 100, 2000].map(|steps| {
        let mut world = world.clone();
        world.run(1.0 / f64::from(steps), steps);
        world[ball].position
    });
    let order = ((coarse - exact).norm() / (fine - exact).norm()).log2();
    assert!((order - 2.0).abs() < 0.1, "{order}");
}

/// The trajectory of a charge in a field, under gravity and drag, agrees with steps, and a step
/// stops where the charge meets the ground.
#[test]
fn worlds_know_where_what_gyrates_will_be() {
    let mut world = World3::new();
    world.pull(UniformGravity::new([0.0, 0.0, -9.81]));
    world.pull(LinearDrag::rate(0.1));
    world.pull(MagneticField::new([0.3, 0.1, 1.5]));
    let ball = world.put(thrown(0.5, [0.0, 0.0, 2.0], [3.0, 1.0, 4.0]));
    let flight = world.trajectory(ball).unwrap();

    let mut stepped = world.clone();
    stepped.run(1.0 / 60.0, 120);
    let off = (flight.position(2.0) - stepped[ball].position).norm();
    assert!(off < 64.0 * f64::EPSILON * 20.0, "{off:e}");

    let ground = Plane::new([0.0, 0.0, 1.0], 0.0);
    let landing = flight.crossing(&ground, Crossing::Descending).unwrap();
    let until = Until::crossing(ball, ground, Crossing::Descending);
    let event = world.step_until(5.0, &until).unwrap().unwrap();
    assert!((event.time - landing.time).abs() < 1e-14);
    assert!(world[ball].position.z.abs() < 1e-14);
}

/// A step is rejected and changes nothing if it makes so many turns that no digit of the angle is
/// known. If damping has ended the rotation, there is an answer at any time.
#[test]
fn lost_phases_are_refused() {
    for dt in [1e17, 1e30, 1e50, 1e100, 1e300] {
        for spring in [0.0, 4.0] {
            let mut world = World2::new();
            let body = world.put(Body2::point(1.0).at([1.0, 2.0]).moving([0.7, 0.0]));
            world.pull(MagneticField::new(1.0));
            world.pull(Spring::stiffness(spring));
            let before = world[body];
            assert_eq!(world.step(dt), Err(StepError::PhaseLost { body, dt }));
            assert_eq!(world[body], before);

            let law = LinearLaw::gyrating(1.0) + LinearLaw::spring(spring);
            let mut swarm = Swarm::<f64, 2>::with_capacity(1);
            swarm.push([1.0, 2.0], [0.7, 0.0]).unwrap();
            let refused = Err(SwarmError::PhaseLost { group: 0, dt });
            assert_eq!(swarm.step(&law, dt), refused);

            // with drag the body comes to rest: at the anchor, or where field and drag have let it
            // drift
            world.pull(LinearDrag::rate(0.5));
            world.step(dt).unwrap();
            let start = if spring > 0.0 {
                Vector2::zeros()
            } else {
                // 0 = v - γ x + x × Ω from launch to rest
                let [v, rate] = [0.7, 0.5];
                Vector2::new(v * rate, -v) / (rate * rate + 1.0) + before.position
            };
            assert_abs_diff_eq!(world[body].position, start, epsilon = 1e-15);
            assert_eq!(world[body].velocity, Vector2::zeros());
        }
    }
}

/// A slow spring beside a field and drag has an answer also after many times 2⁵² radians: the fast
/// part has decayed, and the rest creeps, or spirals, towards the anchor.
#[test]
fn a_slow_creep_beside_a_field_has_an_answer_at_any_time() {
    // γ, Ω, ω² and the time
    let cases = [
        [1.0, 1.0, 1e-17, 1e17],
        [2.0, -50.0, 1e-30, 3e33],
        [2.0, 50.0, -1e-20, 2e22],
        [0.3, 7.0, 1e-8, 2e12],
        [1.0, 1.0, 1e-150, 1e150],
        [1e120, 1e120, 1e100, 1e20],
        [1.0, 1e-300, 1e-40, 1e40],
        [1e-9, 1.0, 1e-17, 1e17],
        [1e-17, 1.0, 0.0, 1e21],
    ];
    for [damping, turning, stiffness, dt] in cases {
        // z'' = -b z' - ω² z with b = γ + iΩ has the slow root l = 2ω² / (b + √(b² - 4ω²)), and the fast one b - l
        let b = Complex::new(damping, turning);
        let square: Complex<f64> = 1.0 - 4.0 * stiffness / b / b;
        let root = b * square.sqrt();
        let creep: Complex<f64> = 2.0 * stiffness / (b + root);
        let fast = b - creep;
        let (x, v) = (Complex::new(1.0, 2.0), Complex::new(0.7, -0.3) * b);
        let left = (-creep * dt).exp();
        let after = (v + fast * x) / (fast - creep) * left;
        let speed = -creep * after;
        let tolerance = |size: f64| 32.0 * f64::EPSILON * size * (1.0 + (creep * dt).norm());

        let mut world = World2::new();
        let body = Body2::point(1.0).at([x.re, x.im]).moving([v.re, v.im]);
        let body = world.put(body);
        world.pull(MagneticField::new(turning));
        world.pull(LinearDrag::rate(damping));
        world.pull(Spring::stiffness(stiffness));
        world.step(dt).unwrap();
        let [x, v] = [world[body].position, world[body].velocity];
        let off = (x - Vector2::new(after.re, after.im)).norm();
        assert!(off <= tolerance(after.norm()), "{b} {stiffness:e}: {off:e}");
        let off = (v - Vector2::new(speed.re, speed.im)).norm();
        assert!(off <= tolerance(speed.norm()), "{b} {stiffness:e}: {off:e}");

        // an acceleration c + j t from rest: the response to an impulse, integrated once and twice
        let (pull, ramp) = (Complex::new(0.0, 2.0) * b, Complex::new(1.0, 0.0) * b / dt);
        let [way, area] = if stiffness == 0.0 {
            [dt.into(), (0.5 * dt * dt).into()]
        } else {
            let way = (1.0 - left) / creep;
            [way, (dt - way) / creep]
        };
        let way = way - 1.0 / fast;
        let area = area - (dt - 1.0 / fast) / fast;
        let after = (pull * way + ramp * area) / (fast - creep);
        let law = LinearLaw::gyrating(turning)
            + LinearLaw::drag(damping)
            + LinearLaw::spring(stiffness)
            + LinearLaw::gravity([pull.re, pull.im]).ramping([ramp.re, ramp.im]);
        let (mut x, mut v) = (Vector2::zeros(), Vector2::zeros());
        law.flow(dt).advance(&mut x, &mut v, 0.0);
        let off = (x - Vector2::new(after.re, after.im)).norm();
        assert!(off <= tolerance(after.norm()), "{b} {stiffness:e}: {off:e}");
    }
}

/// In space the creep across a field is that in the plane, and the creep along the field is that
/// without a field.
#[test]
fn a_slow_creep_along_a_field_has_none_of_it() {
    let axes = [[2.0, 1.0, -2.0], [-2.0, 2.0, -1.0], [1.0, 2.0, 2.0]];
    let [one, other, axis] = axes.map(|direction| Vector3::from(direction) / 3.0);
    for [damping, turning, stiffness, dt] in [
        [1.0, 1.0, 1e-17, 1e17],
        [2.0, -50.0, 1e-30, 1e32],
        [2.0, 50.0, -1e-20, 1e21],
        [1.0, 1e9, 1e-17, 1e20],
    ] {
        let law = LinearLaw::<f64, 2>::drag(damping) + LinearLaw::spring(stiffness);
        let flow = (law + LinearLaw::gyrating(turning)).flow(dt);
        let (mut x, mut v) = (Vector2::new(1.0, 2.0), Vector2::new(0.7, -0.3) * damping);
        let in_space = |x: &Vector2<f64>, along: f64| one * x.x + other * x.y + axis * along;
        let (mut place, mut velocity) = (in_space(&x, -3.0), in_space(&v, 0.4 * damping));
        flow.advance(&mut x, &mut v, 0.0);

        let law = LinearLaw::<f64, 1>::drag(damping) + LinearLaw::spring(stiffness);
        let (mut along, mut rate) = (Vector1::new(-3.0), Vector1::new(0.4 * damping));
        law.flow(dt).advance(&mut along, &mut rate, 0.0);

        let law = LinearLaw::<f64, 3>::drag(damping) + LinearLaw::spring(stiffness);
        let flow = (law + LinearLaw::gyrating(axis * turning)).flow(dt);
        flow.advance(&mut place, &mut velocity, 0.0);
        let off = (place - in_space(&x, along.x)).norm();
        let tolerance = 64.0 * f64::EPSILON * (x.norm() + along.norm());
        assert!(off < tolerance, "{turning} {stiffness:e}: {off:e}");
        let off = (velocity - in_space(&v, rate.x)).norm();
        let tolerance = 64.0 * f64::EPSILON * (v.norm() + rate.norm());
        assert!(off <= tolerance, "{turning} {stiffness:e}: {off:e}");
    }
}

/// Without a field, each axis of a tide creeps by a law of its own.
#[test]
fn a_slow_creep_in_a_tide_is_that_of_each_axis() {
    let rates = [1e-18, -3e-18, 0.0];
    let tide = SMatrix::<f64, 3, 3>::from_diagonal(&Vector3::from(rates));
    let pull = LinearLaw::drag(1.0) + LinearLaw::gravity([1.0, 2.0, 3.0]);
    for dt in [1e17, 5e17, 3e18] {
        let (mut x, mut v) = (Vector3::new(1.0, 2.0, -3.0), Vector3::new(-4.0, 5.0, 6.0));
        let (start, speed) = (x, v);
        (pull + LinearLaw::tidal(tide))
            .flow(dt)
            .advance(&mut x, &mut v, 0.0);
        for axis in 0..3 {
            let law = LinearLaw::<f64, 1>::drag(1.0)
                + LinearLaw::spring(-rates[axis])
                + LinearLaw::gravity([pull.constant[axis]]);
            let (mut along, mut rate) = ([start[axis]].into(), [speed[axis]].into());
            law.flow(dt).advance(&mut along, &mut rate, 0.0);
            assert!((x[axis] / along.x - 1.0).abs() < 1e-14, "{axis} {dt:e}");
            let scale = rate.x.abs() + f64::EPSILON;
            assert!((v[axis] - rate.x).abs() < 1e-14 * scale, "{axis} {dt:e}");
        }
    }
}

/// A field rotates the velocity by the angle Ω t for any Ω, also where Ω² overflows or underflows.
#[test]
fn a_field_of_any_size_turns() {
    for turning in [1e-280, 1e-170, 1e-120, 1.0, 1e160, 1e280] {
        for angle in [0.1_f64, 3.0, 40.0] {
            let flow = LinearLaw::gyrating(turning).flow(angle / turning);
            let (mut x, mut v) = (Vector2::zeros(), Vector2::new(1.0, 0.0));
            flow.advance(&mut x, &mut v, 0.0);
            let end = Vector2::new(angle.cos(), -angle.sin());
            let way = Vector2::new(angle.sin(), angle.cos() - 1.0);
            let tolerance = 4.0 * f64::EPSILON * (1.0 + angle);
            assert!((v - end).norm() < tolerance, "{turning:e} {angle}: {v}");
            let off = (x * turning - way).norm();
            assert!(off < tolerance, "{turning:e} {angle}: {off:e}");
        }
    }
}
