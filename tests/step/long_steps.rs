//! Bodies that stop long before their step ends: where they are does not depend on how long it was.

use kinstep::nalgebra::{RealField, SVector, Vector2, convert, try_convert};
use kinstep::rotation::Rotor;
use kinstep::{
    AngularDrag, Body, Body2, Body3, Buoyancy, ConstantPower, DryFriction, Force, Inertia,
    LinearDrag, QuadraticDrag, QuadraticFall, Real, Scheme, Spring, TorsionSpring, World, World2,
};
use truths::Cases;
use truths::riccati::{Riccati, number};
use truths::truth::{Big, Exact, big, small};

/// Schemes that move a body by one force exactly.
const EXACT: [Scheme; 5] = [
    Scheme::FlowKick,
    Scheme::FlowKick4,
    Scheme::FlowKick6,
    Scheme::WeakKick,
    Scheme::Kinematic,
];

/// One step of a world with nothing but this force.
fn stepped<T: Real<D>, const D: usize>(
    scheme: Scheme,
    force: impl Force<T, D> + 'static,
    body: Body<T, D>,
    dt: f64,
) -> Body<T, D> {
    let mut world = World::new();
    world.set_scheme(scheme);
    world.add_force(force).unwrap();
    let id = world.add_body(body).unwrap();
    let told = world.step(convert(dt));
    assert!(told.is_ok(), "{scheme}, {dt:e} s: {told:?}");
    world[id]
}

/// Where a body is to be along its axis \[m\], how fast \[m/s\], and how large a speed its error is measured by.
struct Truth {
    way: f64,
    speed: f64,
    scale: f64,
}

/// The worst errors of position and velocity under the exact schemes, in ε of the displacement and of the scale of the
/// velocity; and of the velocity under [`Scheme::AverageAcceleration`], which takes it from the force as well.
fn worst_of<T: Real<D>, const D: usize>(
    force: &(impl Force<T, D> + Copy + 'static),
    body: Body<T, D>,
    unit: &SVector<f64, D>,
    dt: f64,
    truth: &Truth,
    epsilon: f64,
) -> [f64; 2] {
    let wide = |vector: SVector<T, D>| -> SVector<f64, D> {
        vector.map(|value| try_convert(value).expect("a number"))
    };
    let mut worst = [0.0_f64; 2];
    for scheme in EXACT.into_iter().chain([Scheme::AverageAcceleration]) {
        let after = stepped(scheme, *force, body, dt);
        if scheme != Scheme::AverageAcceleration {
            let off = (wide(after.position) - unit * truth.way).amax();
            worst[0] = worst[0].max(off / truth.way.abs() / epsilon);
        }
        let off = (wide(after.velocity) - unit * truth.speed).amax();
        if off > 0.0 {
            worst[1] = worst[1].max(off / truth.scale / epsilon);
        }
    }
    worst
}

/// 10.1 m/s against 4.9 m/s² end after 2.06 s and 10.409 m, and 100 m/s against drag of 0.1/m end nowhere.
#[test]
fn figures_that_were_wrong() {
    let sledge = Body::<f32, 2>::point(1.0).moving([10.1, 0.0]);
    let friction = DryFriction::deceleration(4.9_f32);
    let (speed, a) = (big(f64::from(10.1_f32)), big(f64::from(4.9_f32)));
    let stop = small(&(&speed * &speed / (a * big(2.0))));
    for dt in [3600.0, 86_400.0, 1e7, 1e8, 1e9, 1e11] {
        let truth = Truth {
            way: stop,
            speed: 0.0,
            scale: 1.0,
        };
        let unit = [1.0, 0.0].into();
        let [way, speed] = worst_of(
            &friction,
            sledge,
            &unit,
            dt,
            &truth,
            f64::from(f32::EPSILON),
        );
        assert!(way < 1.0 && speed == 0.0, "{dt}: {way}"); // measured: 0.4
    }
    let ball = |dt: f64| {
        let q = big(f64::from(0.1_f32)) * big(100.0) * big(dt);
        let way = q.ln_1p() / big(f64::from(0.1_f32));
        (small(&way), small(&(big(100.0) / (q + big(1.0)))))
    };
    for dt in [1e3, 1e5, 1e9] {
        let drag = QuadraticDrag::coefficient(0.1_f32);
        let body = Body::<f32, 2>::point(1.0).moving([100.0, 0.0]);
        let (way, speed) = ball(dt);
        let truth = Truth {
            way,
            speed,
            scale: speed,
        };
        let epsilon = f64::from(f32::EPSILON);
        let worst = worst_of(&drag, body, &[1.0, 0.0].into(), dt, &truth, epsilon);
        assert!(worst[0] < 1.0 && worst[1] < 1.0, "{dt}: {worst:?}");
    }
}

/// A law, a speed and a time; `[0.0; 3]` is as much as no friction.
fn friction_truth(law @ [a, b, c]: [f64; 3], speed: f64, dt: f64) -> Truth {
    if a > 0.0 {
        let mut rest = Riccati::new(law, speed);
        rest.advance_to_rest();
        let mut motion = if small(&rest.time) <= dt {
            rest
        } else {
            let mut motion = Riccati::new(law, speed);
            motion.advance(&number(dt));
            motion
        };
        let end = small(&motion.speed);
        let lost = a * dt + b * speed * dt;
        motion.speed = number(0.0);
        return Truth {
            way: small(&motion.way),
            speed: end,
            scale: if end == 0.0 { 1e-300 } else { end + lost },
        };
    }
    // r = r₀ e^(-bt) / (1 + c r₀ S), X = ln(1 + c r₀ S) / c
    let [speed, b, c, t] = [speed, b, c, dt].map(number);
    let decay = &b * &t;
    let s = if small(&b) == 0.0 {
        t
    } else {
        -(-&decay).exp_m1() / &b
    };
    let grown = &c * &speed * &s;
    let way = if small(&c) == 0.0 {
        &speed * &s
    } else {
        grown.ln_1p() / &c
    };
    let end = small(&(&speed * (-&decay).exp() / (grown + number(1.0))));
    Truth {
        way: small(&way),
        speed: end,
        // of e^(-bt)
        scale: end * (1.0 + small(&decay)),
    }
}

fn unit<const D: usize>() -> SVector<f64, D> {
    SVector::from_fn(|i, _| if i == 1 { -1.0 } else { 0.0 })
}

/// A body of 1 kg at the origin.
fn thrown<T: Real<D>, const D: usize>(speed: f64) -> Body<T, D> {
    Body::point(T::one()).moving((unit::<D>() * speed).map(|value| convert::<f64, T>(value)))
}

fn worst_friction<T: Real<D>, const D: usize>(round: fn(f64) -> f64, epsilon: f64) -> [f64; 2] {
    let mut cases = Cases::new(41);
    let mut worst = [0.0_f64; 2];
    for _ in 0..300 {
        let mut part = |chance, from, to| {
            let value = round(cases.decades(from, to));
            if cases.chance(chance) { value } else { 0.0 }
        };
        let law @ [a, b, c] = [
            part(0.6, 1e-3, 1e2),
            part(0.5, 1e-3, 1e1),
            part(0.5, 1e-3, 1e1),
        ];
        let speed = round(cases.decades(1e-2, 1e2));
        let dt = round(cases.decades(1e-6, 1e11));
        if law == [0.0; 3] || b * dt > 80.0 && a == 0.0 {
            // nothing acts, or nothing that f32 could hold is left
            continue;
        }
        let friction = DryFriction::force(convert::<f64, T>(a))
            .with_linear_drag(convert(b))
            .with_quadratic_drag(convert(c));
        let truth = friction_truth(law, speed, dt);
        let found = worst_of(&friction, thrown(speed), &unit(), dt, &truth, epsilon);
        if found[0] > worst[0] || found[1] > worst[1] {
            println!("{law:?} {speed} {dt}: {found:.2?}");
        }
        worst = [worst[0].max(found[0]), worst[1].max(found[1])];
    }
    worst
}

fn worst_drag<T: Real<D>, const D: usize>(round: fn(f64) -> f64, epsilon: f64) -> [f64; 2] {
    let mut cases = Cases::new(42);
    let mut worst = [0.0_f64; 2];
    for _ in 0..500 {
        let c = round(cases.decades(1e-4, 1e2));
        let speed = round(cases.decades(1e-2, 1e3));
        let dt = round(cases.decades(1e-6, 1e11));
        let drag = QuadraticDrag::coefficient(convert::<f64, T>(c));
        let truth = friction_truth([0.0, 0.0, c], speed, dt);
        let found = worst_of(&drag, thrown(speed), &unit(), dt, &truth, epsilon);
        worst = [worst[0].max(found[0]), worst[1].max(found[1])];
    }
    worst
}

/// `v² = v₀² + 2 p t`, `X = (v³ - v₀³) / 3p`.
fn worst_power<T: Real<D>, const D: usize>(round: fn(f64) -> f64, epsilon: f64) -> [f64; 2] {
    let mut cases = Cases::new(43);
    let mut worst = [0.0_f64; 2];
    for _ in 0..500 {
        let power = round(cases.signed_decades(1e-3, 1e3));
        let speed = round(cases.decades(1e-2, 1e2));
        let dt = round(cases.decades(1e-6, 1e11));
        let [p, v] = [power, speed].map(big);
        let square = &v * &v + big(2.0) * &p * big(dt);
        let end = if small(&square) <= 0.0 {
            big(0.0)
        } else {
            square.sqrt()
        };
        let way = small(&((&end * &end * &end - &v * &v * &v) / (big(3.0) * &p)));
        let end = small(&end);
        let truth = Truth {
            way,
            speed: end,
            scale: if end == 0.0 {
                1e-300
            } else {
                end + power.abs() * dt / end
            },
        };
        let engine = ConstantPower::new(convert::<f64, T>(power));
        let found = worst_of(&engine, thrown(speed), &unit(), dt, &truth, epsilon);
        worst = [worst[0].max(found[0]), worst[1].max(found[1])];
    }
    worst
}

/// Thrown up or down, at the terminal speed in the end; `s' = g - κ s |s|`, `unit` downwards.
fn worst_fall<T: Real<D>, const D: usize>(round: fn(f64) -> f64, epsilon: f64) -> [f64; 2] {
    let mut cases = Cases::new(44);
    let mut worst = [0.0_f64; 2];
    for _ in 0..200 {
        let (g, c) = (
            round(cases.decades(1e-1, 1e2)),
            round(cases.decades(1e-4, 1e1)),
        );
        let speed = round(cases.signed_decades(1e-2, 1e2));
        let dt = round(cases.decades(1e-6, 1e11));
        let (mut way, mut left, mut start) = (number(0.0), number(dt), number(speed));
        let mut lost = 0.0;
        let mut end = None;
        if speed < 0.0 {
            let mut apex = Riccati::new([g, 0.0, c], -speed);
            apex.advance_to_rest();
            if small(&apex.time) > dt {
                apex = Riccati::new([g, 0.0, c], -speed);
                apex.advance(&left);
                end = Some(-apex.speed.clone());
            }
            lost = small(&apex.way);
            left -= &apex.time;
            way -= apex.way;
            start = number(0.0);
        }
        let (g_big, c_big) = (number(g), number(c));
        let end = end.unwrap_or_else(|| {
            // with u = √(g/κ): β = s/u, η = √(gκ) t, X = (η + ln(½ ((1 + β) + (1 - β) e^(-2η)))) / κ
            let terminal = (&g_big / &c_big).sqrt();
            let eta = (&g_big * &c_big).sqrt() * &left;
            let beta = &start / &terminal;
            let (more, less) = (number(1.0) + &beta, number(1.0) - &beta);
            let faded = &less * (number(-2.0) * &eta).exp();
            let half: Big = (&more + &faded) / number(2.0);
            way += (eta + (half - number(1.0)).ln_1p()) / &c_big;
            terminal * (&more - &faded) / (more + faded)
        });
        let (way, end) = (small(&way), small(&end));
        let fall = QuadraticFall::new(unit::<D>().map(|part| convert::<f64, T>(part * g)))
            .with_coefficient(convert(c));
        let truth = Truth {
            way,
            speed: end,
            scale: end.abs()
                + f64::min(g * dt, (g / c).sqrt())
                + if speed < 0.0 { -speed } else { 0.0 },
        };
        let mut found = worst_of(&fall, thrown(speed), &unit(), dt, &truth, epsilon);
        // what comes back is as right as the way there and back
        found[0] *= way.abs() / (way.abs() + 2.0 * lost);
        if found[0] > worst[0] || found[1] > worst[1] {
            println!("{g} {c} {speed} {dt}: {found:.2?}");
        }
        worst = [worst[0].max(found[0]), worst[1].max(found[1])];
    }
    worst
}

/// Deep under water, where it rises and drag is linear; and at the surface, where it comes to rest at its waterline.
fn worst_float<T: Real<D>, const D: usize>(round: fn(f64) -> f64, epsilon: f64) -> [f64; 2] {
    let mut cases = Cases::new(45);
    let mut worst = [0.0_f64; 2];
    for case in 0..200 {
        let drag = round(cases.decades(1e-2, 1e1));
        let dt = round(cases.decades(1e-6, 1e11));
        let up = unit::<D>();
        let (lift, gravity, height, speed, law) = if case % 2 == 0 {
            // heavier than water: it sinks for ever
            let (lift, gravity) = (2.0, 9.0);
            let speed = -round(cases.decades(1e-2, 1e2));
            (lift, gravity, 1.0, speed, [drag, 0.0, lift - gravity])
        } else {
            // half immersed it would float at the origin; it is let go there, pushed
            let speed = round(cases.signed_decades(1e-3, 0.1));
            (8.0, 4.0, 4.0, speed, [drag, 2.0, 0.0])
        };
        let water = Buoyancy::new(
            up.map(|part| convert::<f64, T>(part * lift)),
            convert(height),
        )
        .with_gravity(convert(gravity))
        .with_drag(convert(drag))
        // the body is 1e4 below the surface, or at it
        .surface_at(convert(if case % 2 == 0 { 1e4 } else { 0.0 }));
        let (exact, sensitivities) = Exact::with_sensitivities(law[0], law[1], dt);
        let way = small(&(&exact.xv * big(speed) + &exact.xc * big(law[2])));
        let end = small(&(&exact.vv * big(speed) + &exact.vc * big(law[2])));
        if way.abs() < 1e-30 || end.abs() < 1e-30 {
            // nothing is left of it
            continue;
        }
        let moved = |from: usize| -> f64 {
            let each = sensitivities.iter();
            each.map(|s| s[from] * speed.abs() + s[from + 1] * law[2].abs())
                .sum()
        };
        let truth = Truth {
            way: way.abs() + moved(1),
            speed: end,
            scale: end.abs() + moved(5),
        };
        let mut found = [0.0_f64; 2];
        for scheme in EXACT {
            let after = stepped(scheme, water, thrown::<T, D>(speed), dt);
            let [x, v]: [f64; 2] = [after.position, after.velocity]
                .map(|vector| try_convert(vector[1]).expect("a number"));
            found[0] = found[0].max((-x - way).abs() / truth.way / epsilon);
            found[1] = found[1].max((-v - end).abs() / truth.scale / epsilon);
        }
        if found[0] > worst[0] || found[1] > worst[1] {
            println!("{case} {law:?} {speed} {dt}: {found:.2?}");
        }
        worst = [worst[0].max(found[0]), worst[1].max(found[1])];
    }
    worst
}

fn rounded(value: f64) -> f64 {
    f64::from(value as f32)
}

/// Asserts that all errors are below 8 ε, after printing them.
fn within_eight(name: &str, worst: [[f64; 2]; 2]) {
    println!("{name}: f64 {:.2?}, f32 {:.2?}", worst[0], worst[1]);
    for error in worst.as_flattened() {
        assert!(*error < 8.0, "{name}");
    }
}

const NARROW: f64 = f32::EPSILON as f64;

#[test]
fn friction_over_any_step() {
    let wide = worst_friction::<f64, 3>(|value| value, f64::EPSILON);
    within_eight(
        "friction",
        [wide, worst_friction::<f32, 2>(rounded, NARROW)],
    );
}

#[test]
fn quadratic_drag_over_any_step() {
    let wide = worst_drag::<f64, 2>(|value| value, f64::EPSILON);
    within_eight("drag", [wide, worst_drag::<f32, 3>(rounded, NARROW)]);
}

#[test]
fn power_over_any_step() {
    let wide = worst_power::<f64, 3>(|value| value, f64::EPSILON);
    within_eight("power", [wide, worst_power::<f32, 2>(rounded, NARROW)]);
}

#[test]
fn falling_over_any_step() {
    let wide = worst_fall::<f64, 2>(|value| value, f64::EPSILON);
    within_eight("fall", [wide, worst_fall::<f32, 3>(rounded, NARROW)]);
}

#[test]
fn floating_over_any_step() {
    let wide = worst_float::<f64, 3>(|value| value, f64::EPSILON);
    within_eight("float", [wide, worst_float::<f32, 2>(rounded, NARROW)]);
}

/// Bodies beside others, on which more acts: in columns and not, pushed and not.
#[test]
fn neighbours_do_not_matter() {
    let friction = DryFriction::deceleration(0.3);
    let spring = Spring::stiffness(2.0);
    for (scheme, turns) in EXACT
        .into_iter()
        .flat_map(|scheme| [(scheme, false), (scheme, true)])
    {
        let body = |i: u32| {
            // bodies that turn are not kept in columns
            let body = if turns {
                Body2::solid(2.0, 1.0).spinning(0.3)
            } else {
                Body2::point(2.0)
            };
            let body = body.moving([1.0 + f64::from(i), -0.5]);
            body.at([3.0, f64::from(i)])
        };
        for is_common in [true, false] {
            let mut world = World2::new();
            world.set_scheme(scheme);
            if is_common {
                world.add_force(friction).unwrap();
            }
            let ids: Vec<_> = (0..150).map(|i| world.add_body(body(i)).unwrap()).collect();
            for (i, id) in ids.iter().enumerate() {
                if !is_common {
                    world.add_force_on(*id, friction).unwrap();
                }
                if i % 10 == 3 {
                    world.add_force_on(*id, spring).unwrap();
                }
                if i % 10 == 5 {
                    world
                        .add_force_on(*id, |_: &Body2, _| Vector2::new(0.3, 0.0))
                        .unwrap();
                }
                if i % 10 == 7 {
                    world.apply_force(*id, [0.2, 0.1]).unwrap();
                }
            }
            if turns {
                world.add_link(ids[20], ids[21], spring).unwrap();
            }
            world.step(1e7).unwrap();
            for (i, id) in ids.iter().enumerate() {
                if [3, 5, 7].contains(&(i % 10)) || turns && [20, 21].contains(&i) {
                    continue;
                }
                let alone = stepped(scheme, friction, body(u32::try_from(i).unwrap()), 1e7);
                assert_eq!(world[*id], alone, "{scheme} {i}");
            }
        }
    }
}

/// Two bodies with a damper between them, or friction: where they stop does not depend on how long the step is.
#[test]
fn links_over_any_step() {
    let speeds = [6.0, -2.0];
    let masses = [1.0, 3.0];
    let mut worst = [0.0_f64; 2];
    for scheme in EXACT {
        for dt in [1e-6, 1e-2, 1.0, 1e3, 1e7, 1e11] {
            // 8 m/s apart, a mass of 3/4 kg between them
            let dashpot = |t: f64| {
                let left = (big(-0.4) * big(t)).exp();
                let way = small(&((big(1.0) - &left) * big(8.0) / big(0.4)));
                (way, small(&left) * 8.0)
            };
            let drag = |t: f64| {
                let q = big(0.5) * big(8.0) * big(t);
                (
                    small(&(q.ln_1p() / big(0.5))),
                    small(&(big(8.0) / (q + big(1.0)))),
                )
            };
            let rest = |t: f64| {
                let t = t.min(2.0);
                (8.0 * t - 2.0 * t * t, 8.0 - 4.0 * t)
            };
            for (which, (way, speed)) in [dashpot(dt), drag(dt), rest(dt)].into_iter().enumerate() {
                let mut world = World2::new();
                world.set_scheme(scheme);
                let ids: Vec<_> = (speeds.iter().zip(masses))
                    .map(|(&speed, mass)| {
                        world
                            .add_body(Body2::point(mass).moving([speed, 0.0]))
                            .unwrap()
                    })
                    .collect();
                match which {
                    0 => world.add_link(ids[0], ids[1], LinearDrag::coefficient(0.3)),
                    1 => world.add_link(ids[0], ids[1], QuadraticDrag::coefficient(0.375)),
                    _ => world.add_link(ids[0], ids[1], DryFriction::force(3.0)),
                }
                .unwrap();
                world.step(dt).unwrap();
                // the centre of mass stays; masses of 1 and 3 share 3 to 1
                for (id, share) in ids.iter().zip([0.75, -0.25]) {
                    let Body {
                        position, velocity, ..
                    } = world[*id];
                    // the velocity of the centre of mass is a sum that cancels; a network has it to a rounding of its terms
                    let drift = if which == 0 { 6.0 * dt } else { 0.0 };
                    let off = (position.x - way * share).abs() / (way + drift) / f64::EPSILON;
                    worst[0] = worst[0].max(off);
                    let off = (velocity.x - speed * share).abs();
                    if off > 0.0 {
                        let scale = speed * (1.0 + 0.4 * dt) + 4.0 * dt.min(2.0);
                        worst[1] = worst[1].max(off / scale / f64::EPSILON);
                    }
                }
            }
        }
    }
    println!("links: {worst:.2?} ε");
    assert!(worst[0] < 8.0 && worst[1] < 8.0);
}

/// `ω = ω₀ e^(-γt)`, and the angle or the turn `ω₀ (1 - e^(-γt)) / γ`: of the first digit of what is left, too.
#[test]
fn angular_drag_keeps_the_digits_of_what_is_left() {
    fn worst<T: RealField + Copy>(round: fn(f64) -> f64, epsilon: f64) -> f64 {
        let wide = |value: T| -> f64 { try_convert(value).expect("a number") };
        let mut cases = Cases::new(46);
        let mut worst = 0.0_f64;
        for _ in 0..300 {
            let rate = round(cases.decades(1e-3, 1e1));
            let dt = round(cases.decades(1e-3, 70.0) / rate);
            let decay = big(rate) * big(dt);
            let left = (-&decay).exp();
            let fades = small(&decay);
            let turn = 5.0 * small(&((big(1.0) - &left) / big(rate)));
            let left = 5.0 * small(&left);
            let speed: T = convert(5.0);
            for scheme in EXACT {
                let drag = AngularDrag::rate(convert::<f64, T>(rate));
                let wheel = Body::<T, 2>::solid(T::one(), convert(0.5)).spinning(speed);
                let after = stepped(scheme, drag, wheel, dt);
                let off = (wide(after.angular_velocity()) - left).abs() / left;
                worst = worst.max(off / (1.0 + fades) / epsilon);
                let off = (wide(after.orientation()) - turn).abs() / turn;
                worst = worst.max(off / epsilon);
                // about an axis of a solid
                let solid = Inertia::cuboid(T::one(), [0.3, 0.4, 0.5].map(convert::<f64, T>));
                let top =
                    Body::<T, 3>::solid(T::one(), solid).spinning([T::zero(), T::zero(), speed]);
                let spin = wide(top.spin_angular_momentum().z) / 5.0;
                let after = stepped(scheme, drag, top, dt);
                let off = (wide(after.spin_angular_momentum().z) / spin - left).abs() / left;
                worst = worst.max(off / (1.0 + fades) / epsilon);
            }
        }
        worst
    }
    let wide = worst::<f64>(|value| value, f64::EPSILON);
    let narrow = worst::<f32>(rounded, NARROW);
    println!("angular drag: f64 {wide:.2} ε, f32 {narrow:.2} ε");
    assert!(wide < 8.0 && narrow < 8.0);
}

/// What slows a body brings it to rest, in however long a step: turning in the plane, turning in space, sliding.
#[test]
fn what_slows_ends_at_rest_after_the_longest_steps() {
    // angular drag: 0.6 ε measured
    let close = |value: f64, truth: f64| (value - truth).abs() <= 2.0 * f64::EPSILON * truth;
    let mut wrong = Vec::new();
    for scheme in EXACT {
        for dt in [1e30, 1e100, 1e160, 1e200, 1e300] {
            let wheel = Body2::solid(1.0, 2.0).spinning(3.0).turned(1.0);
            for damping in [0.5, 50.0] {
                let spring = TorsionSpring::stiffness(8.0).damping(damping);
                let after = stepped(scheme, spring, wheel, dt);
                // measured: 0.5 ε of the start
                if after.orientation().abs() > f64::EPSILON || after.angular_velocity() != 0.0 {
                    wrong.push(format!("{scheme}, {dt:e} s: {spring:?} {after:?}"));
                }
            }
            let after = stepped(scheme, AngularDrag::rate(0.5), wheel, dt);
            if !close(after.orientation(), 7.0) || after.angular_velocity() != 0.0 {
                wrong.push(format!("{scheme}, {dt:e} s: angular drag {after:?}"));
            }

            // X = ln(1 + c r₀ t) / c and r = r₀ / (1 + c r₀ t), with c = 0.1 1/m
            let sledge = Body2::point(2.0).moving([3.0, 4.0]);
            let resistance = DryFriction::force(0.0).with_quadratic_drag(0.2);
            let after = stepped(scheme, resistance, sledge, dt);
            let grown = 1.0 + 0.5 * dt;
            let speed = if dt < 1e292 { 5.0 / grown } else { 0.0 };
            let (way, end) = (after.position.norm(), after.velocity.amax() / 0.8);
            if !(close(way, grown.ln() / 0.1) && close(end, speed)) {
                wrong.push(format!("{scheme}, {dt:e} s: friction {after:?}"));
            }

            let brick = Inertia::cuboid(1.0, [0.1, 0.2, 0.3]);
            for rates in [[1.0, 2.0, 3.0], [0.0, 0.0, 3.0]] {
                let brick = Body3::solid(1.0, brick).spinning(rates);
                let after = stepped(scheme, AngularDrag::rate(0.5), brick, dt);
                // as far as freely in 2 s
                let rotor = Rotor::new(&brick.inertia());
                let lies = rotor.turned(&brick.orientation(), &brick.spin_angular_momentum(), 2.0);
                let off = lies.angle_to(&after.orientation());
                // measured: 0 to 4.5 ε of the turn of some 15 rad
                if after.spin_angular_momentum().norm() != 0.0 || off > 100.0 * f64::EPSILON {
                    wrong.push(format!("{scheme}, {dt:e} s: in space {off:e} {after:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
