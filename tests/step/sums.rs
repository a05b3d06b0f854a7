//! Exact means exact: responses and sums of forces against hundreds of digits, and the flow property.

use kinstep::ballistics::Trajectory;
use kinstep::flow::{Response, log_ratio, phi_1, phi_2};
use kinstep::nalgebra::SVector;
use kinstep::{
    Body, Body2, Body3, BodyId, ConstantForce, Effect, Float, Force, Increment, LinearDrag,
    LinearLaw, Motion, QuadraticDrag, Real, Scheme, Spring, Swarm, UniformGravity, World, World2,
    World3,
};
use truths::Cases;
use truths::truth::{Big, Exact, big, small};

#[test]
fn the_truth_is_true() {
    // x = cos ωt, x = sin ωt / ω and v = e^(-γt)
    let exact = Exact::new(&big(0.0), &big(4.0), &big(1.5));
    assert!((small(&exact.xx) - 3.0_f64.cos()).abs() < 1e-15);
    assert!((small(&exact.xv) - 3.0_f64.sin() / 2.0).abs() < 1e-15);
    let exact = Exact::new(&big(0.5), &big(0.0), &big(3.0));
    assert!((small(&exact.vv) - (-1.5_f64).exp()).abs() < 1e-15);
    assert!((small(&exact.vj) - (3.0 + (-1.5_f64).exp_m1() / 0.5) / 0.5).abs() < 1e-13);
}

/// φ₁, φ₂ and `(d - ln(1 + d))/d²` over thirty decades, both signs.
#[test]
fn phi_functions_keep_two_epsilon() {
    let mut cases = Cases::new(2);
    let mut worst = [0.0_f64; 3];
    for _ in 0..1500 {
        let x = cases.signed_decades(1e-16, 600.0);
        let wide = big(x);
        let exp_m1 = wide.exp_m1();
        let square = &wide * &wide;
        let truths = [&exp_m1 / &wide, (&exp_m1 - &wide) / &square];
        for ((value, truth), worst) in [phi_1(x), phi_2(x)].into_iter().zip(truths).zip(&mut worst)
        {
            let truth = small(&truth);
            // a relative error of x is a relative error of e^x times x: that much is not ours
            *worst = worst.max((value / truth - 1.0).abs() / f64::EPSILON);
        }
        let d = if x > -0.999 {
            x
        } else {
            cases.decades(1e-3, 1e12)
        };
        let wide = big(d);
        let truth = small(&((&wide - wide.ln_1p()) / (&wide * &wide)));
        worst[2] = worst[2].max((log_ratio(d) / truth - 1.0).abs() / f64::EPSILON);
    }
    println!(
        "φ₁ {:.2} ε, φ₂ {:.2} ε, log ratio {:.2} ε",
        worst[0], worst[1], worst[2]
    );
    assert!(worst.iter().all(|&worst| worst < 3.0));
}

/// S, S₁ and S₂ in every regime, a third of the cases within 1e-16 to 0.3 of critical damping.
#[test]
fn responses_are_as_good_as_their_conditioning() {
    let mut cases = Cases::new(1);
    let mut worst = [0.0_f64; 3];
    for _ in 0..150 {
        let dt = cases.signed_decades(1e-6, 1e3);
        let g = cases.signed_decades(1e-12, 1e3);
        let z = if cases.chance(0.4) {
            g * g / 4.0 * (1.0 + cases.signed_decades(1e-16, 0.3))
        } else if cases.chance(0.8) {
            cases.decades(1e-24, 1e6)
        } else {
            -cases.decades(1e-24, 1e4)
        };
        let (damping, stiffness) = (g / dt, z / dt / dt);
        let (exact, sensitivities) = Exact::with_sensitivities(damping, stiffness, dt);
        let values = exact.values().map(small);
        let Response {
            velocity,
            position,
            ramp,
            ..
        } = Response::new(damping, stiffness, dt);
        for (worst, (value, column, power)) in
            worst
                .iter_mut()
                .zip([(velocity, 6, 1), (position, 2, 2), (ramp, 3, 3)])
        {
            let moved: f64 = sensitivities.iter().map(|by| by[column]).sum();
            let scale = values[column].abs() + moved;
            // all is computed in units of the step
            if scale / dt.abs().powi(power) < 1e300 {
                *worst = worst.max((value - values[column]).abs() / scale / f64::EPSILON);
            }
        }
    }
    println!(
        "S {:.2} ε, S₁ {:.2} ε, S₂ {:.2} ε",
        worst[0], worst[1], worst[2]
    );
    assert!(worst.iter().all(|&worst| worst < 2.0)); // measured: 0.8 each
}

/// The corner where γ²/4 and ω² cancel: heavy damping, critical to a few parts in a million. Their
/// difference is rounded once, so what is left is the conditioning of `e^(-γ dt/2)`.
#[test]
fn heavy_damping_near_critical() {
    let mut cases = Cases::new(6);
    let mut worst = 0.0_f64;
    for _ in 0..40 {
        let dt = cases.decades(1e-3, 1e3);
        let g = cases.uniform(100.0..900.0);
        let damping = g / dt;
        let stiffness = (g * g / 4.0 + cases.signed_decades(1e-6, 10.0)) / dt / dt;
        let exact = Exact::new(&big(damping), &big(stiffness), &big(dt));
        let response = Response::new(damping, stiffness, dt).velocity;
        let error = (response / small(&exact.vc) - 1.0).abs() / f64::EPSILON;
        worst = worst.max(error / (1.0 + g / 2.0));
    }
    println!("S near critical: {worst:.2} ε (1 + γh/2)");
    assert!(worst < 4.0); // measured: 1.0; 28 where the difference of rounded squares is taken
}

/// One axis of a random sum of linear forces: what the world is given, and the same in many digits.
struct Sum<T: Real<D>, const D: usize>
where
    f64: Real<D>,
{
    world: World<T, D>,
    damping: Vec<Big>,
    stiffness: Vec<Big>,
    /// Constant accelerations on the first axis.
    constant: Vec<Big>,
    ramp: Big,
    body: Body<f64, D>,
    id: BodyId,
    /// The sum of the laws, for a swarm and for a flight.
    law: LinearLaw<T, D>,
}

impl<T: Real<D> + Float, const D: usize> Sum<T, D>
where
    f64: Real<D>,
{
    /// Adds a force to the world, and its law to the sum.
    fn add(&mut self, force: impl Force<T, D> + 'static) {
        let effect = force.effect(&self.world[self.id], T::zero(), T::zero());
        self.law += effect.law().unwrap();
        self.world.add_force(force).unwrap();
    }

    fn random(cases: &mut Cases, round: fn(f64) -> f64) -> Self {
        let narrow = |value: f64| -> T { kinstep::nalgebra::convert(value) };
        let vector = |cases: &mut Cases, from, to| -> SVector<f64, D> {
            SVector::from_fn(|_, _| round(cases.signed_decades(from, to)))
        };
        let mass = round(cases.decades(0.01, 100.0));
        let body = Body::<f64, D>::point(mass)
            .at(vector(cases, 1e-3, 1e3))
            .moving(vector(cases, 1e-3, 1e3));
        let mut world = World::new();
        let id = world
            .add_body(
                Body::point(narrow(mass))
                    .at(body.position.map(narrow))
                    .moving(body.velocity.map(narrow)),
            )
            .unwrap();
        let mut sum = Self {
            world,
            damping: vec![],
            stiffness: vec![],
            constant: vec![],
            ramp: big(0.0),
            body,
            id,
            law: LinearLaw::free(),
        };
        let mass = big(mass);
        if cases.chance(0.8) {
            let g = vector(cases, 0.1, 30.0);
            sum.add(UniformGravity::new(g.map(narrow)));
            sum.constant.push(big(g[0]));
        }
        if cases.chance(0.5) {
            let (force, rate) = (vector(cases, 1e-2, 1e2), vector(cases, 1e-3, 1e1));
            sum.add(ConstantForce::new(force.map(narrow)).ramping(rate.map(narrow)));
            sum.constant.push(big(force[0]) / &mass);
            sum.ramp = big(rate[0]) / &mass;
        }
        if cases.chance(0.2) {
            // one spring, critically damped to 1e-16 .. 0.3, and nothing else that moves with the body
            let stiffness = round(cases.decades(1e-3, 1e3));
            let gap = 1.0 + cases.signed_decades(1e-16, 0.3);
            let damping = round(2.0 * (stiffness * small(&mass)).sqrt() * gap);
            let spring = Spring::stiffness(narrow(stiffness)).damping(narrow(damping));
            sum.add(spring);
            sum.stiffness.push(big(stiffness) / &mass);
            sum.damping.push(big(damping) / &mass);
            return sum;
        }
        while cases.chance(0.6) {
            let strength = round(cases.decades(1e-4, 1e1));
            let wind = vector(cases, 0.1, 30.0);
            let rate = if cases.chance(0.5) {
                sum.add(LinearDrag::rate(narrow(strength)).in_wind(wind.map(narrow)));
                big(strength)
            } else {
                let drag = LinearDrag::coefficient(narrow(strength)).in_wind(wind.map(narrow));
                sum.add(drag);
                big(strength) / &mass
            };
            sum.constant.push(&rate * big(wind[0]));
            sum.damping.push(rate);
        }
        while cases.chance(0.6) {
            let (stiffness, damping) = (
                round(cases.decades(1e-4, 1e3)),
                round(cases.decades(1e-4, 1e2)),
            );
            let damping = if cases.chance(0.5) { damping } else { 0.0 };
            let anchor = vector(cases, 0.1, 100.0);
            let spring = Spring::stiffness(narrow(stiffness)).damping(narrow(damping));
            sum.add(spring.anchored_at(anchor.map(narrow)));
            let stiffness = big(stiffness) / &mass;
            sum.constant.push(&stiffness * big(anchor[0]));
            sum.stiffness.push(stiffness);
            sum.damping.push(big(damping) / &mass);
        }
        sum
    }

    /// The largest error of position and velocity after `dt`, of a world, a flight and a swarm, in units of ε times
    /// the conditioning: what rounding the answer, and each number that goes in, by one ε can do,
    /// `|out| + Σ |p ∂out/∂p|`.
    fn error_after(mut self, dt: f64, epsilon: f64) -> f64 {
        let total = |terms: &[Big]| terms.iter().fold(big(0.0), |sum, term| sum + term);
        let (damping, stiffness) = (total(&self.damping), total(&self.stiffness));
        let state = |exact: &Exact| {
            let c = total(&self.constant);
            let [x, v] = [self.body.position[0], self.body.velocity[0]].map(big);
            [
                &exact.xx * &x + &exact.xv * &v + &exact.xc * &c + &exact.xj * &self.ramp,
                &exact.vx * &x + &exact.vv * &v + &exact.vc * &c + &exact.vj * &self.ramp,
            ]
        };
        let size = |terms: &[Big]| terms.iter().map(|term| small(term).abs()).sum::<f64>();
        let exact = Exact::new(&damping, &stiffness, &big(dt));
        let truth = state(&exact);
        let [xx, xv, xc, xj, vx, vv, vc, vj] = exact.values().map(|value| small(value).abs());
        let inputs = [
            self.body.position[0].abs(),
            self.body.velocity[0].abs(),
            size(&self.constant),
            small(&self.ramp).abs(),
        ];
        let scale = |row: [f64; 4]| row.iter().zip(inputs).map(|(a, b)| a * b).sum::<f64>();
        let mut scales = [scale([xx, xv, xc, xj]), scale([vx, vv, vc, vj])];
        for (scale, truth) in scales.iter_mut().zip(&truth) {
            *scale += small(truth).abs();
        }
        let nudge = big(1.0) >> 300;
        let nudged = big(1.0) + &nudge;
        for (moved, weight) in [
            (
                Exact::new(&(&damping * &nudged), &stiffness, &big(dt)),
                size(&self.damping) / small(&damping),
            ),
            (
                Exact::new(&damping, &(&stiffness * &nudged), &big(dt)),
                size(&self.stiffness) / small(&stiffness),
            ),
            (Exact::new(&damping, &stiffness, &(big(dt) * &nudged)), 1.0),
        ] {
            let moved = state(&moved);
            for ((scale, moved), truth) in scales.iter_mut().zip(&moved).zip(&truth) {
                let sensitivity = small(&((moved - truth) / &nudge)).abs();
                *scale += if weight.is_finite() {
                    sensitivity * weight
                } else {
                    0.0
                };
            }
        }
        let (dt, start) = (
            kinstep::nalgebra::convert::<f64, T>(dt),
            self.world[self.id],
        );
        self.world.step(dt).unwrap();
        let stepped = self.world[self.id];
        let flight = self.law.launch(start.position, start.velocity).at(dt);
        let mut swarm = Swarm::with_capacity(1);
        swarm.push(start.position, start.velocity).unwrap();
        swarm.step(&self.law, dt).unwrap();
        let ends = [
            [stepped.position[0], stepped.velocity[0]],
            [flight.position[0], flight.velocity[0]],
            [swarm.positions()[0][0], swarm.velocities()[0][0]],
        ];
        // what is smaller becomes zero
        let faded = if epsilon > f64::EPSILON {
            f64::from(f32::MIN_POSITIVE)
        } else {
            f64::MIN_POSITIVE
        } / epsilon;
        let errors = ends.iter().flat_map(|end| {
            let scaled = end.iter().zip(&truth).zip(&scales);
            scaled.map(|((value, truth), scale)| {
                let value: f64 = kinstep::nalgebra::try_convert(*value).unwrap();
                let error = (value - small(truth)).abs() - faded;
                error.max(0.0) / scale / epsilon
            })
        });
        errors.fold(0.0, f64::max)
    }
}

/// Any sum of gravity, constants, ramps, drags, winds, springs and dampers, one step of any length.
fn worst_sum<T: Real<D> + Float, const D: usize>(round: fn(f64) -> f64, epsilon: f64) -> [f64; 2]
where
    f64: Real<D>,
{
    let mut cases = Cases::new(7);
    let mut errors = Vec::new();
    for _ in 0..150 {
        let dt = round(cases.decades(1e-6, 1e3));
        let sum = Sum::<T, D>::random(&mut cases, round);
        errors.push(sum.error_after(dt, epsilon));
    }
    errors.sort_by(f64::total_cmp);
    println!(
        "median {:.2} ε, worst {:.2} ε",
        errors[errors.len() / 2],
        errors[errors.len() - 1]
    );
    [errors[errors.len() / 2], errors[errors.len() - 1]]
}

#[test]
fn sums_of_linear_forces_are_exact_f64() {
    let (keep, epsilon) = (|value| value, f64::EPSILON);
    for [_, worst] in [
        worst_sum::<f64, 2>(keep, epsilon),
        worst_sum::<f64, 3>(keep, epsilon),
    ] {
        assert!(worst < 32.0, "{worst} ε"); // measured: 1.9
    }
}

#[test]
fn sums_of_linear_forces_are_exact_f32() {
    let (round, epsilon) = (|value| f64::from(value as f32), f64::from(f32::EPSILON));
    for [_, worst] in [
        worst_sum::<f32, 2>(round, epsilon),
        worst_sum::<f32, 3>(round, epsilon),
    ] {
        assert!(worst < 32.0, "{worst} ε"); // measured: 0.9
    }
}

/// How large numbers get on the way: the flow applied without any cancellation, with its phase.
fn reach(law: &LinearLaw<f64, 2>, dt: f64, [x, v]: [f64; 2]) -> [f64; 2] {
    let flow = law.flow(dt);
    let columns = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|[x, v]| {
        let (mut position, mut velocity) = (SVector::from([x, x]), SVector::from([v, v]));
        flow.advance(&mut position, &mut velocity, 0.0);
        [position.amax(), velocity.amax()]
    });
    let phase = 1.0 + (law.damping * dt).abs() + law.stiffness_per_mass.abs().sqrt() * dt.abs();
    core::array::from_fn(|row| {
        // a column holds the shift too; counting it thrice only widens the scale
        phase * (columns[0][row] + columns[1][row] * x + columns[2][row] * v) + [x, v][row]
    })
}

/// Every linear force, and sums of them: a step of a + b is a step of a and a step of b.
#[test]
fn laws_have_the_flow_property() {
    let mut cases = Cases::new(3);
    let mut worst = 0.0_f64;
    for _ in 0..20_000 {
        let body = Body2::point(cases.decades(0.1, 10.0))
            .at([cases.uniform(-9.0..9.0), cases.uniform(-9.0..9.0)])
            .moving([cases.uniform(-9.0..9.0), cases.uniform(-9.0..9.0)]);
        let mut pair = || [cases.uniform(-5.0..5.0), cases.uniform(-5.0..5.0)];
        let forces: [&dyn Force<f64, 2>; 6] = [
            &UniformGravity::new(pair()),
            &ConstantForce::new(pair()).ramping(pair()),
            &LinearDrag::rate(0.02).in_wind(pair()),
            &LinearDrag::coefficient(3.0).in_wind(pair()),
            &Spring::stiffness(5.0).anchored_at(pair()),
            &Spring::stiffness(0.1).damping(7.0).anchored_at(pair()),
        ];
        let alone = cases.uniform(0.0..9.0) as usize;
        let law: LinearLaw<f64, 2> = match forces.get(alone) {
            Some(force) => force.effect(&body, 0.0, 0.0).law().unwrap(),
            None => (forces.iter().filter(|_| cases.chance(0.5)))
                .map(|force| force.effect(&body, 0.0, 0.0).law().unwrap())
                .sum(),
        };
        // eight decades; backward only as far as drag leaves something to go back to
        let rate = law.damping.max(0.1);
        let a = cases.signed_decades(1e-7 / rate, 10.0 / rate);
        let b = cases.signed_decades(1e-7 / rate, 10.0 / rate);

        let (mut x, mut v) = (body.position, body.velocity);
        law.flow(a).advance(&mut x, &mut v, 0.0);
        law.flow(b).advance(&mut x, &mut v, a);
        let (mut whole_x, mut whole_v) = (body.position, body.velocity);
        law.flow(a + b).advance(&mut whole_x, &mut whole_v, 0.0);

        let start = [body.position.amax(), body.velocity.amax()];
        // the time of the second start matters to a ramp: let its law begin at the later value
        let later = LinearLaw::gravity(law.ramp * a.abs()) + law;
        let scale = reach(&later, b, reach(&law, a, start));
        worst = worst.max((x - whole_x).amax() / scale[0] / f64::EPSILON);
        worst = worst.max((v - whole_v).amax() / scale[1] / f64::EPSILON);
    }
    println!("flow property: {worst:.2} ε");
    assert!(worst < 8.0);
}

#[test]
fn quadratic_drag_has_the_flow_property() {
    let mut cases = Cases::new(4);
    let mut worst = 0.0_f64;
    for _ in 0..20_000 {
        let drag = QuadraticDrag::coefficient(cases.decades(1e-3, 10.0))
            .in_wind([cases.uniform(-9.0..9.0), 0.0]);
        let body = Body2::point(1.0)
            .at([1.0, -2.0])
            .moving([cases.uniform(-99.0..99.0), 5.0]);
        let moved = |mut body: Body2, dt: f64| {
            let increment = drag.increment(&body, 0.0, dt);
            body.position += body.velocity * dt + increment.position;
            body.velocity += increment.velocity;
            body
        };
        // backward, the speed must stay finite: q > -1/2
        let q_per_second = -drag.acceleration(&body, 0.0).norm() / body.velocity.norm();
        let a = match cases.signed_decades(1e-6, 1e2) {
            a if a < 0.0 => a.max(0.2 / q_per_second),
            a => a,
        };
        let b = match cases.signed_decades(1e-6, 1e2) {
            b if b < 0.0 => b.max(0.2 / q_per_second),
            b => b,
        };
        let (twice, once) = (moved(moved(body, a), b), moved(body, a + b));
        let path = body.position.amax() + 300.0 * (a.abs() + b.abs());
        worst = worst.max((twice.position - once.position).amax() / path / f64::EPSILON);
        worst = worst.max((twice.velocity - once.velocity).amax() / 300.0 / f64::EPSILON);
    }
    println!("flow property of quadratic drag: {worst:.2} ε");
    assert!(worst < 8.0);
}

/// Before the speed was infinite there was no motion: no finite number is made up for it.
#[test]
fn quadratic_drag_cannot_be_run_back_for_ever() {
    let body = Body2::point(1.0).moving([10.0, 0.0]);
    let drag = QuadraticDrag::coefficient(0.1);
    for dt in [-1.0, -1.5, -100.0] {
        let increment = drag.increment(&body, 0.0, dt);
        assert_eq!(increment.velocity.x, f64::INFINITY, "{dt}");
        assert!(!increment.position.x.is_finite(), "{dt}");
    }
}

/// Masses as far apart as numbers go.
#[test]
fn the_reduced_mass_of_unequal_bodies() {
    let (light, heavy) = (Body2::point(1e-300), Body2::point(1e300));
    assert_eq!(light.relative_to(&heavy).mass, 1e-300);
    assert_eq!(heavy.relative_to(&light).mass, 1e-300);
    assert_eq!(Body2::point(3.0).relative_to(&Body2::point(6.0)).mass, 2.0);
    assert_eq!(
        Body2::point(1e308).relative_to(&Body2::point(1e308)).mass,
        5e307
    );
}

/// The same in a world, forward and backward in time, with forces on every rung fused.
#[test]
fn a_world_of_linear_forces_has_the_flow_property() {
    let mut cases = Cases::new(5);
    for _ in 0..200 {
        let mut once = World3::new();
        once.add_force(UniformGravity::new([0.0, -9.81, 0.0]))
            .unwrap();
        once.add_force(LinearDrag::rate(0.2).in_wind([3.0, 0.0, 1.0]))
            .unwrap();
        let ball = once
            .add_body(
                Body3::point(0.5)
                    .at([1.0, 2.0, 3.0])
                    .moving([9.0, 5.0, -2.0]),
            )
            .unwrap();
        once.add_force_on(ball, Spring::stiffness(4.0).damping(0.1))
            .unwrap();
        once.add_force_on(
            ball,
            ConstantForce::new([1.0, 0.0, 0.0]).ramping([0.0, 0.1, 0.0]),
        )
        .unwrap();
        let mut often = once.clone();
        let total = cases.uniform(-10.0..50.0);
        once.step(total).unwrap();
        for _ in 0..10 {
            often.step(total / 10.0).unwrap();
        }
        // measured: 4e-14
        let difference = (once[ball].position - often[ball].position).norm();
        assert!(
            difference < 1e-12 * once[ball].position.norm().max(10.0),
            "{total}: {difference:e}"
        );
    }
}

#[test]
fn corners_of_the_step() {
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    world.add_force(LinearDrag::rate(0.5)).unwrap();
    let start = Body2::point(1.0).at([1.0, 2.0]).moving([3.0, 4.0]);
    let body = world.add_body(start).unwrap();
    world.step(0.0).unwrap();
    assert_eq!(world[body], start);
    world.step(1e-300).unwrap();
    assert_eq!(world[body], start);

    // a free body coasts for any time that leaves it finite; its unused response overflows
    let mut empty = World::<f32, 2>::new();
    let body = empty.add_body(Body::point(1.0).moving([1.0, 0.0])).unwrap();
    empty.step(1e30).unwrap();
    assert_eq!(empty[body].position.x, 1e30);

    // with drag alone a body stops at v/γ, however long it is left
    let mut stopping = World2::new();
    stopping.add_force(LinearDrag::rate(0.5)).unwrap();
    let body = stopping.add_body(start).unwrap();
    stopping.step(1e200).unwrap();
    assert_eq!(
        stopping[body].position,
        SVector::from([1.0 + 6.0, 2.0 + 8.0])
    );
}

/// A damped spring brings a body to rest at its anchor, in however long a step.
#[test]
fn damped_springs_end_at_rest() {
    for dt in [1e5, 1e30, 1e160, 1e300] {
        for damping in [0.1, 4.0, 50.0] {
            let mut world = World2::new();
            let spring = Spring::stiffness(4.0).damping(damping);
            world.add_force(spring.anchored_at([3.0, 0.0])).unwrap();
            let start = Body2::point(1.0).at([1.0, 2.0]).moving([3.0, 4.0]);
            let body = world.add_body(start).unwrap();
            world.step(dt).unwrap();
            assert_eq!(world[body].position, SVector::from([3.0, 0.0]));
            assert_eq!(world[body].velocity, SVector::from([0.0, 0.0]));
        }
    }
}

/// A force of one's own that knows its integral, `a = cos t`: exact alone, for it is told the time.
#[test]
fn an_exact_motion_of_ones_own() {
    struct Tide;
    impl Force<f64, 2> for Tide {
        fn acceleration(&self, _body: &Body2, time: f64) -> SVector<f64, 2> {
            SVector::from([time.cos(), 0.0])
        }

        fn effect(&self, body: &Body2, time: f64, dt: f64) -> Effect<f64, 2> {
            let (velocity, position) = (
                (time + dt).sin() - time.sin(),
                time.cos() - (time + dt).cos() - dt * time.sin(),
            );
            let increment = Increment {
                velocity: SVector::from([velocity, 0.0]),
                position: SVector::from([position, 0.0]),
            };
            Effect::Motion(Motion::from_increment(increment, &body.velocity, dt))
        }
    }
    for scheme in [
        Scheme::FlowKick,
        Scheme::Kinematic,
        Scheme::FlowKick4,
        Scheme::FlowKick6,
        Scheme::WeakKick,
    ] {
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_force(Tide).unwrap();
        let body = world.add_body(Body2::point(3.0)).unwrap();
        for _ in 0..100 {
            world.step(0.7).unwrap();
        }
        let time = world.time();
        assert!(
            (world[body].velocity.x - time.sin()).abs() < 1e-14,
            "{scheme}"
        );
        assert!(
            (world[body].position.x - (1.0 - time.cos())).abs() < 1e-12,
            "{scheme}"
        );
    }
}
