//! Dry friction, falling with quadratic drag, and dashpots between two bodies are each exact alone,
//! for any step. Ropes only pull.

use kinstep::nalgebra::{SVector, Vector2, Vector3};
use kinstep::{
    Body, Body2, Body3, DryFriction, Force, ForceId, Increment, LinearDrag, QuadraticDrag,
    QuadraticFall, Real, Scheme, Spring, UniformGravity, World2, World3,
};
use truths::Cases;
use truths::build::{Build, stepped};
use truths::riccati::{Riccati, number};
use truths::truth::small;
use truths::widths::Width;

/// Unit vector that points down.
fn axis<const D: usize>() -> SVector<f64, D> {
    SVector::from_fn(|i, _| if i == 1 { -1.0 } else { 0.0 })
}

/// A body of 1 kg at the origin that moves along the axis.
fn thrown<T: Real<D> + Width, const D: usize>(speed: f64) -> Body<T, D> {
    Body::point(T::one()).moving(T::narrow_all(axis::<D>() * speed))
}

/// The larger one of the errors of velocity and of position, in units of ε times the given scales.
fn error<T: Real<D> + Width, const D: usize>(
    after: &Body<T, D>,
    [speed, way]: [f64; 2],
    [speed_scale, way_scale]: [f64; 2],
) -> f64 {
    let velocity = (after.velocity.map(T::wide) - axis::<D>() * speed).amax() / speed_scale;
    let position = (after.position.map(T::wide) - axis::<D>() * way).amax() / way_scale;
    velocity.max(position) / T::EPS
}

/// The largest errors of states and of increments under dry friction, with or without linear and
/// quadratic parts \[ε\]. Steps end before the stop or after it; some go backward.
fn worst_friction<T: Real<D> + Width, const D: usize>() -> [f64; 2] {
    let mut cases = Cases::new(11);
    let (mut worst, mut own) = (0.0_f64, 0.0_f64);
    let mut stops = 0;
    for _ in 0..150 {
        let mut part = |chance, from, to| match cases.chance(chance) {
            true => T::held(cases.decades(from, to)),
            false => 0.0,
        };
        let law @ [a, b, c] = [
            part(0.9, 1e-3, 1e2),
            part(0.5, 1e-6, 1e1),
            part(0.5, 1e-6, 1e1),
        ];
        let speed = T::held(cases.decades(1e-3, 1e2));
        let rate = (a + b * speed + c * speed * speed) / speed;
        if rate == 0.0 {
            continue;
        }
        // a backward step is so short that the speed stays finite: at most half of 1/(b + c r +
        // a/r)
        let dt = T::held(match cases.chance(0.5) {
            true => cases.signed_decades(1e-6, 0.5) / rate,
            false => cases.decades(0.1, 20.0) / rate,
        });
        let body = thrown::<T, D>(speed);
        let force = DryFriction::force(T::narrow(a))
            .with_linear_drag(T::narrow(b))
            .with_quadratic_drag(T::narrow(c));
        let after = stepped(force, body, dt);

        let mut truth = Riccati::new(law, speed);
        let mut stopped = truth.clone();
        if a > 0.0 && dt > 0.0 {
            stopped.advance_to_rest();
        }
        if a > 0.0 && dt > small(&stopped.time) && dt > 0.0 {
            truth = stopped;
            stops += 1;
            assert_eq!(after.velocity.amax(), T::zero(), "to the bit");
        } else {
            truth.advance(&number(dt));
        }
        let end = small(&truth.speed);
        let scale = speed.max(end) + small(&truth.deceleration()) * dt.abs();
        let ends = [end, small(&truth.way)];
        worst = worst.max(error(&after, ends, [scale, scale * dt.abs()]));

        // increments are exact relative to their own size, however small the step
        let Increment { velocity, position } = force.increment(&body, T::zero(), T::narrow(dt));
        let slowed = small(&(&truth.speed - number(speed)));
        let behind = small(&(&truth.way - number(speed) * number(dt)));
        for (got, truth) in [(velocity[1], slowed), (position[1], behind)] {
            own = own.max((-got.wide() / truth - 1.0).abs() / T::EPS);
        }
    }
    println!("friction: {worst:.2} ε, increments {own:.2} ε, {stops} stops");
    assert!(stops > 30);
    [worst, own]
}

#[test]
fn friction_is_exact() {
    for [worst, own] in [worst_friction::<f64, 3>(), worst_friction::<f32, 2>()] {
        assert!(worst < 3.0 && own < 8.0); // measured: 1.2 and 2.0
    }
}

/// On a moving belt friction acts in any direction as along a line, in the frame of the belt.
#[test]
fn friction_on_a_belt() {
    let belt = Vector3::new(1.0, -2.0, 0.5);
    let along = Vector3::new(2.0, 3.0, 6.0) / 7.0;
    let friction = DryFriction::sliding(0.25, 8.0).on_surface_moving(belt);
    let body = Body3::point(0.5).moving(belt + along * 6.0);
    // the body is slowed by 4 m/s², from 6 m/s relative to the belt
    for dt in [0.1, 1.0, 1.5, 2.0, 100.0] {
        let after = stepped(friction, body, dt);
        let slid = f64::min(dt, 1.5);
        let velocity = belt + along * (6.0 - 4.0 * slid);
        let position = belt * dt + along * (6.0 * slid - 2.0 * slid * slid);
        let tolerance = 4.0 * f64::EPSILON * 8.0;
        assert!((after.velocity - velocity).amax() < tolerance, "{dt}");
        let off = (after.position - position).amax();
        assert!(off < tolerance * dt.max(1.0), "{dt}");
    }
    // the belt accelerates a body from rest to the velocity of the belt
    let after = stepped(friction, Body3::point(0.5), 100.0);
    assert!((after.velocity - belt).amax() < 4.0 * f64::EPSILON * belt.norm());
}

/// All constructors of dry friction give the same law.
#[test]
fn friction_by_each_constructor() {
    let body = Body2::point(2.0).moving([3.0, 4.0]);
    let of = |force: &dyn Force<f64, 2>| force.increment(&body, 0.0, 1.0);
    let by_force = of(&DryFriction::force(3.0));
    assert_eq!(by_force, of(&DryFriction::sliding(0.3, 10.0)));
    assert_eq!(by_force, of(&DryFriction::rolling(0.03, 100.0)));
    assert_eq!(by_force, of(&DryFriction::deceleration(1.5)));
    // without a dry part friction equals linear or quadratic drag
    let none = DryFriction::force(0.0);
    let linear = LinearDrag::coefficient(0.7);
    let quadratic = QuadraticDrag::coefficient(0.7);
    for (friction, drag, tolerance) in [
        (of(&none.with_linear_drag(0.7)), of(&linear), 4.0),
        (of(&none.with_quadratic_drag(0.7)), of(&quadratic), 16.0),
    ] {
        assert!((friction.velocity - drag.velocity).amax() < tolerance * f64::EPSILON);
        assert!((friction.position - drag.position).amax() < tolerance * f64::EPSILON);
    }
}

/// A step of a + b equals a step of a and a step of b: over eight decades, through the stop, and
/// backward.
#[test]
fn friction_has_the_flow_property() {
    let mut cases = Cases::new(12);
    let mut worst = 0.0_f64;
    for _ in 0..20_000 {
        let friction = DryFriction::deceleration(cases.decades(1e-2, 1e1))
            .with_linear_drag(cases.decades(1e-4, 1.0))
            .with_quadratic_drag(cases.decades(1e-4, 1.0))
            .on_surface_moving([cases.uniform(-3.0..3.0), 0.0]);
        let body = Body2::point(1.0).moving([cases.uniform(-9.0..9.0), cases.uniform(-9.0..9.0)]);
        let increment = friction.increment(&body, 0.0, 1e9).velocity;
        // deceleration divided by the speed relative to the belt [1/s]
        let rate = friction.acceleration(&body, 0.0).norm() / increment.norm();
        let a = (cases.signed_decades(1e-8 / rate, 1e1 / rate)).max(-0.2 / rate);
        // a body that has stopped cannot be run back, so b is positive
        let b = cases.decades(1e-8 / rate, 1e1 / rate);
        let twice = stepped(friction, stepped(friction, body, a), b);
        let once = stepped(friction, body, a + b);
        let speed = 12.0 + 12.0;
        worst = worst.max((twice.velocity - once.velocity).amax() / speed / f64::EPSILON);
        let way = speed * (a.abs() + b.abs()).max(1e-6);
        worst = worst.max((twice.position - once.position).amax() / way / f64::EPSILON);
    }
    println!("flow property of friction: {worst:.2} ε");
    assert!(worst < 4.0); // measured: 1.1 at most
}

#[test]
fn friction_at_its_limits() {
    let moving = Body2::point(2.0).moving([3.0, 4.0]);
    // without friction, in a step of zero, or at rest friction does nothing
    let none = stepped(DryFriction::force(0.0), moving, 3.0);
    assert_eq!(none, moving.at([9.0, 12.0]));
    assert_eq!(stepped(DryFriction::force(5.0), moving, 0.0), moving);
    let still = Body2::point(2.0).at([1.0, 1.0]);
    for dt in [-5.0, 1e-9, 1e9] {
        assert_eq!(stepped(DryFriction::force(5.0), still, dt), still);
    }
    let acceleration = DryFriction::force(5.0).acceleration(&still, 0.0);
    assert_eq!(acceleration, Vector2::zeros());
    // a step that ends exactly at the stop: from 5 m/s at 2.5 m/s²
    let stopped = stepped(DryFriction::force(5.0), moving, 2.0);
    assert_eq!(stopped, Body2::point(2.0).at([3.0, 4.0]));
    // a step back from before the stop; closer to the stop rounding would lose the direction of
    // motion
    let nearly = stepped(DryFriction::force(5.0), moving, 1.5);
    let back = stepped(DryFriction::force(5.0), nearly, -1.5);
    assert!((back.velocity - moving.velocity).amax() < 8.0 * f64::EPSILON * 5.0);
    // under quadratic drag the speed was infinite at an earlier time; a step beyond it gives no
    // finite number
    let thrown = DryFriction::force(5.0).with_quadratic_drag(0.4);
    for dt in [-1.0, -10.0, -1e6] {
        let increment = thrown.increment(&moving, 0.0, dt);
        assert!(increment.velocity.iter().all(|v| v.is_infinite()), "{dt}");
    }
    // rounding never reverses the velocity
    let mut cases = Cases::new(13);
    for _ in 0..20_000 {
        let friction = DryFriction::deceleration(cases.decades(1e-2, 1e1))
            .with_quadratic_drag(cases.decades(1e-4, 1.0));
        let mut world = World2::new();
        world.pull(friction);
        let id = world.put(Body2::point(1.0).moving([7.0, 0.0]));
        let mut before = 7.0;
        for _ in 0..5 {
            world.step(cases.decades(1e-3, 1e1)).unwrap();
            let speed = world[id].velocity.x;
            assert!((0.0..=before).contains(&speed));
            before = speed;
        }
    }
}

/// The largest errors of falling with quadratic drag, forward and backward \[ε\]: up and down,
/// through the apex, above the terminal speed and at it, in wind.
fn worst_fall<T: Real<D> + Width, const D: usize>() -> [f64; 2] {
    let mut cases = Cases::new(15);
    let mut worst = [0.0_f64; 2];
    let mut apexes = 0;
    for _ in 0..120 {
        let gravity = T::held(cases.decades(0.1, 30.0));
        let drag = T::held(cases.decades(1e-6, 1.0));
        let terminal = (gravity / drag).sqrt();
        let speed = T::held(cases.signed_decades(1e-3, 20.0) * terminal);
        let is_calm = cases.chance(0.5);
        let wind = if is_calm { 0.0 } else { T::held(speed / 4.0) };
        let time_scale = terminal / gravity;
        let dt = T::held(match cases.chance(0.4) {
            true => cases.signed_decades(1e-6, 6.0) * time_scale,
            false => cases.uniform(-3.0..3.0) * time_scale,
        });
        // gravity and part of the wind are along the axis; the other part of the wind is across
        let down = |number: f64| T::narrow_all::<D>(axis::<D>() * number);
        let across = SVector::<T, D>::from_fn(|i, _| T::narrow(if i == 0 { 5.0 } else { 0.0 }));
        let fall = QuadraticFall::new(down(gravity))
            .with_coefficient(T::narrow(drag))
            .in_wind(down(wind) + across);
        let through = speed - wind;

        // the true motion has one segment, or two if it passes the apex
        let mut rises = through < 0.0 || (through == 0.0 && dt < 0.0);
        let sign = |rises| if rises { -1.0 } else { 1.0 };
        let law = |rises: bool| [-sign(rises) * gravity, 0.0, drag];
        let through = sign(rises) * through;
        let mut leg = Riccati::new(law(rises), through);
        let turns = if rises {
            dt > 0.0
        } else {
            dt < 0.0 && through < terminal
        };
        let mut apex = leg.clone();
        if turns {
            apex.advance_to_rest();
        }
        // time at which the speed was infinite; a backward step reaches back at most to half of it
        let birth = |speed: f64, rises: bool| match rises {
            true => -time_scale * (terminal / speed.max(1e-300)).atan(),
            false if speed > terminal => -time_scale * (terminal / speed).atanh(),
            false => f64::NEG_INFINITY,
        };
        if turns && dt.abs() > small(&apex.time).abs() {
            apexes += 1;
            let left = number(dt) - &apex.time;
            if small(&left) < 0.0 && small(&left) < 0.5 * birth(0.0, true) {
                continue;
            }
            rises = !rises;
            let law = law(rises).map(number);
            leg = Riccati {
                law,
                way: -apex.way,
                ..apex
            };
            leg.advance(&left);
        } else if dt < 0.5 * birth(through, rises) {
            continue;
        } else {
            leg.advance(&number(dt));
        }
        let after = stepped(fall, thrown::<T, D>(speed), dt);
        let end = sign(rises) * small(&leg.speed);
        let way = sign(rises) * small(&leg.way) + wind * dt;
        let pull = small(&leg.deceleration()).abs() * dt.abs();
        let fast = speed.abs().max(end.abs()) + wind.abs() + pull;
        let which = usize::from(dt < 0.0);
        let error = error(&after, [end + wind, way], [fast, fast * dt.abs()]);
        worst[which] = worst[which].max(error);
    }
    println!("fall: forward and backward {worst:.2?} ε, {apexes} apexes");
    assert!(apexes > 30);
    worst
}

#[test]
fn falling_is_exact() {
    for worst in [worst_fall::<f64, 3>(), worst_fall::<f32, 2>()] {
        assert!(worst[0] < 3.0 && worst[1] < 3.0); // measured: 1.7 and 0.8
    }
}

#[test]
fn falling_has_the_flow_property() {
    let mut cases = Cases::new(16);
    let mut worst = 0.0_f64;
    for _ in 0..20_000 {
        let terminal = cases.decades(1.0, 100.0);
        let fall = QuadraticFall::new([0.0, -9.81])
            .with_terminal_speed(terminal)
            .in_wind([3.0, cases.uniform(-3.0..3.0)]);
        let body = Body2::point(0.3).moving([1.0, cases.uniform(-30.0..30.0)]);
        let time_scale = terminal / 9.81;
        let a = cases.decades(1e-6, 1e2) * time_scale;
        // no step goes back beyond the start, nor back to it if rounding has lost the start
        let b = match cases.signed_decades(1e-6, 1e2) * time_scale {
            b if b < 0.0 && a > time_scale => continue,
            b => b.max(-a),
        };
        let twice = stepped(fall, stepped(fall, body, a), b);
        let once = stepped(fall, body, a + b);
        let speed = 2.0 * (33.0 + terminal) * (1.0 + (33.0 / terminal));
        let ways = speed * (a + b.abs());
        // backward in time, drag makes errors grow
        let grown = f64::exp(if b < 0.0 { 2.0 * a / time_scale } else { 0.0 });
        let speed = speed * grown;
        worst = worst.max((twice.velocity - once.velocity).amax() / speed / f64::EPSILON);
        worst = worst.max((twice.position - once.position).amax() / ways / grown / f64::EPSILON);
    }
    println!("flow property of falling: {worst:.2} ε");
    assert!(worst < 4.0); // measured: 1.1 at most
}

#[test]
fn falling_at_its_limits() {
    let thrown = Body2::point(2.0).at([0.0, 1.0]).moving([5.0, 8.0]);
    // without air the path is a parabola
    let after = stepped(QuadraticFall::new([0.0, -10.0]), thrown, 2.0);
    assert_eq!(after, thrown.at([10.0, -3.0]).moving([5.0, -12.0]));
    // without gravity there is no direction of fall, and no drag
    let weightless = QuadraticFall::new([0.0, 0.0]).with_coefficient(1.0);
    let after = stepped(weightless, thrown, 2.0);
    assert_eq!(after, thrown.at([10.0, 17.0]));
    // at the terminal speed the velocity stays constant, also in wind
    let still = QuadraticFall::new([0.0, -10.0]).with_terminal_speed(8.0);
    let fall = still.in_wind([0.0, 2.0]);
    let at_terminal = thrown.moving([5.0, -6.0]);
    for dt in [1e-3, 1.0, 1e5, -1.0] {
        let after = stepped(fall, at_terminal, dt);
        assert_eq!(after.velocity, at_terminal.velocity);
    }
    // a step that ends exactly at the apex: it is τ atan(v/u) after the start and ln(1 + (v/u)²)
    // u²/2g above it
    let apex = stepped(still, thrown, 0.8 * 1.0_f64.atan());
    assert!(apex.velocity.y.abs() < 4.0 * f64::EPSILON * 8.0);
    assert!((apex.position.y - 1.0 - 3.2 * 2.0_f64.ln()).abs() < 4.0 * f64::EPSILON * 8.0);
    assert_eq!(stepped(still, thrown, 0.0), thrown);
    // at an earlier time the body rose infinitely fast
    for dt in [-0.63, -1.0, -1e4] {
        let increment = still.increment(&thrown, 0.0, dt);
        assert_eq!(increment.velocity.y, f64::INFINITY, "{dt}");
        assert_eq!(increment.velocity.x, 0.0, "{dt}");
    }
    // a body that falls faster than the terminal speed fell infinitely fast at an earlier time
    let fast = thrown.moving([0.0, -16.0]);
    let increment = still.increment(&fast, 0.0, -0.45);
    assert_eq!(increment.velocity.y, f64::NEG_INFINITY);
    assert!(stepped(still, fast, -0.43).velocity.y < -16.0);
}

/// A damper between two bodies is exact for any step: their relative velocity decays at the rate
/// c/μ.
#[test]
fn a_dashpot_between_two_bodies_is_exact() {
    let first = Body3::point(2.0).at([0.0, 1.0, 0.0]);
    let second = Body3::point(6.0).at([1.0, 0.0, 2.0]);
    let bodies = [(first, [4.0, -1.0, 0.5]), (second, [-2.0, 3.0, 0.0])];
    let bodies = bodies.map(|(body, velocity)| body.moving(velocity));
    // μ = 3/2 kg
    let rate = 0.6 / 1.5;
    let relative = bodies[0].velocity - bodies[1].velocity;
    let together = (bodies[0].velocity * 2.0 + bodies[1].velocity * 6.0) / 8.0;
    let times = [-2.0, 1e-6, 0.1, 1.0, 30.0, 1e3];
    for (dt, steps) in times.map(|dt| [(dt, 1), (dt, 7)]).concat() {
        let mut world = World3::new();
        let ids = bodies.map(|body| world.put(body));
        world.tie(ids, LinearDrag::coefficient(0.6));
        world.run(dt / f64::from(steps), steps);
        let (left, way) = ((-rate * dt).exp(), -(-rate * dt).exp_m1() / rate);
        for ((id, body), share) in ids.into_iter().zip(bodies).zip([0.75, -0.25]) {
            let velocity = together + relative * (share * left);
            let position = body.position + together * dt + relative * (share * way);
            // measured: 2.3 ε
            let scale = 8.0 * f64::EPSILON * relative.norm() * left.max(1.0);
            assert!((world[id].velocity - velocity).amax() < scale, "{dt}");
            let scale = scale * dt.abs().max(1.0);
            assert!((world[id].position - position).amax() < scale, "{dt}");
        }
    }
}

/// Beside gravity, sliding friction and a rope are of second order.
#[test]
fn beside_gravity_they_are_second_order() {
    let friction = DryFriction::force(1.5).with_quadratic_drag(0.05);
    let rope = Spring::stiffness(3.0)
        .pulls_only()
        .damping(0.5)
        .anchored_at([0.0, 1.0]);
    let add: [&dyn Fn(&mut World2) -> ForceId; 2] =
        [&|world| world.pull(friction), &|world| world.pull(rope)];
    for add in add {
        let run = |steps: u32, scheme| {
            let mut world = World2::new();
            world.set_scheme(scheme);
            world.pull(UniformGravity::new([-1.0, -0.5]));
            add(&mut world);
            let id = world.put(Body2::point(1.0).at([1.0, 0.0]).moving([9.0, 2.0]));
            world.run(2.0 / f64::from(steps), steps);
            world[id].position
        };
        let truth = run(4096, Scheme::Rk4);
        let error = |steps| (run(steps, Scheme::FlowKick) - truth).norm();
        let order = (error(64) / error(128)).log2();
        assert!((order - 2.0).abs() < 0.05, "{order}");
    }
}

#[test]
fn a_rope_pulls_only() {
    let rope = Spring::stiffness(50.0)
        .length(2.0)
        .pulls_only()
        .damping(10.0);
    let rope = rope.anchored_at([1.0, 0.0]);
    let at = |x: f64, v: f64| {
        let body = Body2::point(2.0).at([x, 0.0]).moving([v, 7.0]);
        let energy = rope.potential_energy(&body, 0.0).unwrap();
        (Force::acceleration(&rope, &body, 0.0), energy)
    };
    // slack, or just as long as the rope: no force at any speed
    assert_eq!(at(2.5, 100.0), (Vector2::zeros(), 0.0));
    assert_eq!(at(3.0, 100.0), (Vector2::zeros(), 0.0));
    // at the anchor the rope has no direction, and no force
    let nowhere = Spring::stiffness(1.0)
        .pulls_only()
        .acceleration(&Body2::point(1.0), 0.0);
    assert_eq!(nowhere, Vector2::zeros());
    // stretched by half a metre: 25 N, and a damping of 10 N s/m along the line only
    assert_eq!(at(3.5, 0.0), (Vector2::new(-12.5, 0.0), 6.25));
    assert_eq!(at(3.5, 1.0), (Vector2::new(-17.5, 0.0), 6.25));
    assert_eq!(at(3.5, -2.0).0, Vector2::new(-2.5, 0.0));
    // the body returns faster than the damper allows: the rope is slack and does not push
    assert_eq!(at(3.5, -3.0).0, Vector2::zeros());
}

/// A rope without a length has length zero and pulls at any distance. The anchor is the point where
/// the rope is fastened.
#[test]
fn a_rope_without_a_length_has_length_zero() {
    let spring = Spring::stiffness(2.0).damping(0.3).anchored_at([1.0, 0.5]);
    let (rope, of_no_length) = (spring.pulls_only(), spring.length(0.0).pulls_only());
    let body = Body2::point(2.0).at([3.0, -2.0]).moving([4.0, 1.0]);
    assert_eq!(
        rope.effect(&body, 0.0, 0.1),
        of_no_length.effect(&body, 0.0, 0.1)
    );
    assert_eq!(
        rope.acceleration(&body, 0.0),
        of_no_length.acceleration(&body, 0.0)
    );
    let energy = rope.potential_energy(&body, 0.0);
    assert_eq!(energy, of_no_length.potential_energy(&body, 0.0));
    // without damping the rope exerts the force of the linear spring; its damping acts only along
    // the line
    assert!((energy.unwrap() - spring.potential_energy(&body, 0.0).unwrap()).abs() < 1e-14);
    let damped = rope.acceleration(&body, 0.0) - spring.acceleration(&body, 0.0);
    assert!(damped.norm() > 0.1 && damped.dot(&(body.position - spring.anchor)).abs() < 1e-14);
}

#[test]
fn bad_numbers_are_refused() {
    fn told(force: impl Force<f64, 2> + Clone + 'static) -> String {
        let error = force.check().unwrap_err();
        assert!(World2::new().add_force(force).is_err());
        error.to_string()
    }
    let (friction, fall) = (DryFriction::force(1.0), QuadraticFall::new([0.0, -9.81]));
    let rod = Spring::stiffness(1.0).length(1.0);
    let tether = rod.pulls_only();
    let (nowhere, above) = ([f64::NAN, 0.0], [0.0, f64::NAN]);
    let all = [
        told(DryFriction::force(-1.0)),
        told(DryFriction::sliding(f64::NAN, 1.0)),
        told(DryFriction::rolling(0.1, -2.0)),
        told(DryFriction::deceleration(-2.0)),
        told(friction.with_linear_drag(-0.1)),
        told(friction.with_quadratic_drag(f64::INFINITY)),
        told(fall.with_coefficient(-1.0)),
        told(Spring::stiffness(-1.0).pulls_only()),
        told(tether.damping(-1.0)),
        told(tether.length(f64::NAN)),
        told(Spring::stiffness(f64::INFINITY).length(1.0)),
        told(rod.damping(-1.0)),
        told(rod.length(-0.5)),
        told(friction.on_surface_moving(above)),
        told(QuadraticFall::new(above)),
        told(fall.in_wind(above)),
        told(tether.anchored_at(nowhere)),
        told(rod.anchored_at(nowhere)),
        told(fall.with_terminal_speed(0.0)),
    ];
    let expected = "the force of friction is -1; it must be finite and not negative
the coefficient of friction is NaN; it must be finite and not negative
the load is -2; it must be finite and not negative
the deceleration by friction is -2; it must be finite and not negative
the coefficient of linear drag is -0.1; it must be finite and not negative
the coefficient of quadratic drag is inf; it must be finite and not negative
the drag coefficient is -1; it must be finite and not negative
the stiffness is -1; it must be finite and not negative
the damping is -1; it must be finite and not negative
the length is NaN; it must be finite and not negative
the stiffness is inf; it must be finite and not negative
the damping is -1; it must be finite and not negative
the length is -0.5; it must be finite and not negative
the velocity of the surface is NaN; it must be finite
the acceleration of gravity is NaN; it must be finite
the wind is NaN; it must be finite
the anchor is NaN; it must be finite
the anchor is NaN; it must be finite
the terminal speed is 0; it must be finite and positive";
    assert_eq!(all.join("\n"), expected);
}
