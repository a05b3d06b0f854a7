//! Bodies that stop long before their step ends: their final state does not depend on the length of
//! the step.

use core::fmt::Debug;

use kinstep::nalgebra::{SVector, Vector2};
use kinstep::rotation::Rotor;
use kinstep::{
    AngularDrag, Body, Body2, Body3, DryFriction, Force, Inertia, LinearDrag, QuadraticDrag,
    QuadraticFall, Real, Scheme, Spring, TorsionSpring, World2,
};
use truths::Cases;
use truths::build::{Build, stepped_by};
use truths::riccati::{Riccati, number};
use truths::truth::{Big, big, small};
use truths::widths::Width;

/// Schemes that move a body by one force exactly.
const EXACT: [Scheme; 4] = [
    Scheme::FlowKick,
    Scheme::FlowKick4,
    Scheme::WeakKick,
    Scheme::Kinematic,
];

/// True position along the axis \[m\] and true speed \[m/s\] of a body, each with the scale of its
/// error.
type Truth = [[f64; 2]; 2];

fn unit<const D: usize>() -> SVector<f64, D> {
    SVector::from_fn(|i, _| if i == 1 { -1.0 } else { 0.0 })
}

/// Asserts that random cases of a force, a speed, a step and the truth agree within 8 ε in position
/// and velocity under the exact schemes, and in velocity under [`Scheme::AverageAcceleration`],
/// which takes it from the force as well.
fn assert_exact<T: Real<D> + Width, const D: usize, F: Force<T, D> + Debug + Copy + 'static>(
    (seed, count): (u128, u32),
    mut case: impl FnMut(&mut Cases) -> Option<(F, f64, f64, Truth)>,
) {
    let mut cases = Cases::new(seed);
    for _ in 0..count {
        let Some((force, speed, dt, truth)) = case(&mut cases) else {
            continue;
        };
        let body = Body::point(T::one()).moving(T::narrow_all(unit::<D>() * speed));
        for scheme in EXACT.into_iter().chain([Scheme::AverageAcceleration]) {
            let after = stepped_by(scheme, force, body, dt);
            let off = [after.position, after.velocity].map(|vector| vector.map(T::wide));
            let errors = [0, 1].map(|part| {
                let [size, scale] = truth[part];
                let off = (off[part] - unit::<D>() * size).amax();
                off / scale / T::EPS
            });
            let is_exact = scheme == Scheme::AverageAcceleration || errors[0] < 8.0;
            let at = (scheme, force, speed, dt);
            assert!(is_exact && errors[1] < 8.0, "{at:?}: {errors:?}");
        }
    }
}
/// The motion under a deceleration `a + b r + c r²` at the speed r, with or without the dry part.
fn friction_truth(law @ [a, b, c]: [f64; 3], speed: f64, dt: f64) -> Truth {
    if a > 0.0 {
        let mut motion = Riccati::new(law, speed);
        motion.advance_to_rest();
        if small(&motion.time) > dt {
            motion = Riccati::new(law, speed);
            motion.advance(&number(dt));
        }
        let (way, end) = (small(&motion.way), small(&motion.speed));
        let lost = a * dt + b * speed * dt;
        let scale = if end == 0.0 { 1e-300 } else { end + lost };
        return [[way, way], [end, scale]];
    }
    // r = r₀ e^(-bt) / (1 + c r₀ S), X = ln(1 + c r₀ S) / c
    let is_linear = c == 0.0;
    let [speed, b, c, t] = [speed, b, c, dt].map(number);
    let decay = &b * &t;
    let s = if small(&b) == 0.0 {
        t
    } else {
        -(-&decay).exp_m1() / &b
    };
    let grown = &c * &speed * &s;
    let way = small(&if is_linear {
        &speed * &s
    } else {
        grown.ln_1p() / &c
    });
    let end = small(&(&speed * (-&decay).exp() / (grown + number(1.0))));
    // rounding error of e^(-bt)
    let scale = end * (1.0 + small(&decay));
    [[way, way], [end, scale]]
}

fn friction<T: Real<D> + Width, const D: usize>() {
    assert_exact::<T, D, _>((41, 300), |cases| {
        let mut part = |chance, from, to| {
            let value = T::held(cases.decades(from, to));
            if cases.chance(chance) { value } else { 0.0 }
        };
        let law @ [a, b, c] = [
            part(0.6, 1e-3, 1e2),
            part(0.5, 1e-3, 1e1),
            part(0.5, 1e-3, 1e1),
        ];
        let speed = T::held(cases.decades(1e-2, 1e2));
        let dt = T::held(cases.decades(1e-6, 1e11));
        if law == [0.0; 3] || b * dt > 80.0 && a == 0.0 {
            // no force acts, or the final speed is too small for f32
            return None;
        }
        let friction = DryFriction::force(T::narrow(a))
            .with_linear_drag(T::narrow(b))
            .with_quadratic_drag(T::narrow(c));
        Some((friction, speed, dt, friction_truth(law, speed, dt)))
    });
}

fn drag<T: Real<D> + Width, const D: usize>() {
    assert_exact::<T, D, _>((42, 500), |cases| {
        let c = T::held(cases.decades(1e-4, 1e2));
        let speed = T::held(cases.decades(1e-2, 1e3));
        let dt = T::held(cases.decades(1e-6, 1e11));
        let drag = QuadraticDrag::coefficient(T::narrow(c));
        Some((drag, speed, dt, friction_truth([0.0, 0.0, c], speed, dt)))
    });
}

/// Bodies thrown up or down, which end at the terminal speed: `s' = g - κ s |s|`, with `unit`
/// downwards.
fn fall<T: Real<D> + Width, const D: usize>() {
    assert_exact::<T, D, _>((44, 200), |cases| {
        let [g, c] = [(1e-1, 1e2), (1e-4, 1e1)].map(|(from, to)| T::held(cases.decades(from, to)));
        let speed = T::held(cases.signed_decades(1e-2, 1e2));
        let dt = T::held(cases.decades(1e-6, 1e11));
        let (mut way, mut left, mut start) = (number(0.0), number(dt), number(speed));
        let (mut lost, mut end) = (0.0, None);
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
        let fall =
            QuadraticFall::new(T::narrow_all(unit::<D>() * g)).with_coefficient(T::narrow(c));
        let scale = end.abs() + f64::min(g * dt, (g / c).sqrt()) + f64::max(-speed, 0.0);
        // errors are relative to the length of the path up and down
        let reach = way.abs() + 2.0 * lost;
        Some((fall, speed, dt, [[way, reach], [end, scale]]))
    });
}

#[test]
fn what_stops_is_exact_over_any_step() {
    friction::<f64, 3>();
    friction::<f32, 2>();
    drag::<f64, 2>();
    drag::<f32, 3>();
    fall::<f64, 2>();
    fall::<f32, 3>();
}

/// A body stops in the same state beside other bodies with more forces: in columns or not, pushed
/// or not.
#[test]
fn neighbours_do_not_matter() {
    let friction = DryFriction::deceleration(0.3);
    let spring = Spring::stiffness(2.0);
    let each = EXACT
        .into_iter()
        .flat_map(|scheme| [(scheme, false), (scheme, true)]);
    for (scheme, turns) in each {
        let body = |i: usize| {
            // bodies that rotate are not stored in columns
            let solid = Body2::solid(2.0, 1.0).spinning(0.3);
            let body = if turns { solid } else { Body2::point(2.0) };
            body.moving([1.0 + i as f64, -0.5]).at([3.0, i as f64])
        };
        for is_common in [true, false] {
            let mut world = World2::new();
            world.set_scheme(scheme);
            if is_common {
                world.pull(friction);
            }
            let ids: Vec<_> = (0..150).map(|i| world.put(body(i))).collect();
            for (i, &id) in ids.iter().enumerate() {
                if !is_common {
                    world.pull_on(id, friction);
                }
                match i % 10 {
                    3 => drop(world.pull_on(id, spring)),
                    5 => drop(world.pull_on(id, |_: &Body2, _| Vector2::new(0.3, 0.0))),
                    7 => world.apply_force(id, [0.2, 0.1]).unwrap(),
                    _ => {}
                }
            }
            if turns {
                world.tie([ids[20], ids[21]], spring);
            }
            world.step(1e7).unwrap();
            for (i, id) in ids.iter().enumerate() {
                if [3, 5, 7].contains(&(i % 10)) || turns && [20, 21].contains(&i) {
                    continue;
                }
                let alone = stepped_by(scheme, friction, body(i), 1e7);
                assert_eq!(world[*id], alone, "{scheme} {i}");
            }
        }
    }
}

/// Two bodies with a damper or friction between them stop at positions that do not depend on the
/// length of the step.
#[test]
fn links_over_any_step() {
    let mut worst = [0.0_f64; 2];
    for scheme in EXACT {
        for dt in [1e-6, 1e-2, 1.0, 1e3, 1e7, 1e11] {
            // a relative speed of 8 m/s, and a reduced mass of 3/4 kg
            let left = (big(-0.4) * big(dt)).exp();
            let way = small(&((big(1.0) - &left) * big(8.0) / big(0.4)));
            let dashpot = (way, small(&left) * 8.0);
            let q = big(0.5) * big(8.0) * big(dt);
            let way = small(&(q.ln_1p() / big(0.5)));
            let drag = (way, small(&(big(8.0) / (q + big(1.0)))));
            let t = dt.min(2.0);
            let rest = (8.0 * t - 2.0 * t * t, 8.0 - 4.0 * t);
            for (which, (way, speed)) in [dashpot, drag, rest].into_iter().enumerate() {
                let mut world = World2::new();
                world.set_scheme(scheme);
                let ids = [(1.0, 6.0), (3.0, -2.0)]
                    .map(|(mass, speed)| world.put(Body2::point(mass).moving([speed, 0.0])));
                match which {
                    0 => world.tie(ids, LinearDrag::coefficient(0.3)),
                    1 => world.tie(ids, QuadraticDrag::coefficient(0.375)),
                    _ => world.tie(ids, DryFriction::force(3.0)),
                };
                world.step(dt).unwrap();
                // the centre of mass stays; displacements of the masses 1 and 3 are as 3 to 1
                for (id, share) in ids.into_iter().zip([0.75, -0.25]) {
                    let [x, v] = [world[id].position.x, world[id].velocity.x];
                    // the velocity of the centre of mass is a sum that cancels; in a network it has
                    // the rounding errors of its terms
                    let drift = if which == 0 { 6.0 * dt } else { 0.0 };
                    worst[0] = worst[0].max((x - way * share).abs() / (way + drift) / f64::EPSILON);
                    let off = (v - speed * share).abs();
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

/// Under angular drag `ω = ω₀ e^(-γt)` and the angle `ω₀ (1 - e^(-γt)) / γ` keep their digits,
/// however small ω is.
#[test]
fn angular_drag_keeps_the_digits_of_what_is_left() {
    fn worst<T: Width>() -> f64 {
        let mut cases = Cases::new(46);
        let mut worst = 0.0_f64;
        for _ in 0..300 {
            let rate = T::held(cases.decades(1e-3, 1e1));
            let dt = T::held(cases.decades(1e-3, 70.0) / rate);
            let decay = big(rate) * big(dt);
            let left = (-&decay).exp();
            let turn = 5.0 * small(&((big(1.0) - &left) / big(rate)));
            let (left, fades) = (5.0 * small(&left), 1.0 + small(&decay));
            let (speed, drag) = (T::narrow(5.0), AngularDrag::rate(T::narrow(rate)));
            for scheme in EXACT {
                let wheel = Body::<T, 2>::solid(T::one(), T::narrow(0.5)).spinning(speed);
                let after = stepped_by(scheme, drag, wheel, dt);
                let off = (after.angular_velocity().wide() - left).abs() / left / fades;
                worst = worst.max(off.max((after.orientation().wide() - turn).abs() / turn));
                // about an axis of a solid
                let solid = Inertia::cuboid(T::one(), [0.3, 0.4, 0.5].map(T::narrow));
                let top = Body::<T, 3>::solid(T::one(), solid);
                let top = top.spinning([T::zero(), T::zero(), speed]);
                let spin = top.spin_angular_momentum().z.wide() / 5.0;
                let after = stepped_by(scheme, drag, top, dt);
                let off = after.spin_angular_momentum().z.wide() / spin - left;
                worst = worst.max(off.abs() / left / fades);
            }
        }
        worst / T::EPS
    }
    let worst = [worst::<f64>(), worst::<f32>()];
    println!("angular drag: {worst:.2?} ε");
    assert!(worst.iter().all(|&worst| worst < 8.0));
}

/// Forces that slow a body bring it to rest, however long the step: rotation in the plane, rotation
/// in space, and sliding.
#[test]
fn what_slows_ends_at_rest_after_the_longest_steps() {
    // angular drag: 0.6 ε measured
    let close = |value: f64, truth: f64| (value - truth).abs() <= 2.0 * f64::EPSILON * truth;
    for scheme in EXACT {
        for dt in [1e30, 1e100, 1e160, 1e200, 1e300] {
            let wheel = Body2::solid(1.0, 2.0).spinning(3.0).turned(1.0);
            for damping in [0.5, 50.0] {
                let spring = TorsionSpring::stiffness(8.0).damping(damping);
                let after = stepped_by(scheme, spring, wheel, dt);
                // measured: 0.5 ε of the start
                let is_upright = after.orientation().abs() <= f64::EPSILON;
                let is_at_rest = is_upright && after.angular_velocity() == 0.0;
                assert!(is_at_rest, "{scheme}, {dt:e} s: {spring:?} {after:?}");
            }
            let after = stepped_by(scheme, AngularDrag::rate(0.5), wheel, dt);
            let is_at_rest = close(after.orientation(), 7.0) && after.angular_velocity() == 0.0;
            assert!(is_at_rest, "{scheme}, {dt:e} s: {after:?}");

            // X = ln(1 + c r₀ t) / c and r = r₀ / (1 + c r₀ t), with c = 0.1 1/m
            let sledge = Body2::point(2.0).moving([3.0, 4.0]);
            let resistance = DryFriction::force(0.0).with_quadratic_drag(0.2);
            let after = stepped_by(scheme, resistance, sledge, dt);
            let grown = 1.0 + 0.5 * dt;
            let speed = if dt < 1e292 { 5.0 / grown } else { 0.0 };
            let (way, end) = (after.position.norm(), after.velocity.amax() / 0.8);
            let is_right = close(way, grown.ln() / 0.1) && close(end, speed);
            assert!(is_right, "{scheme}, {dt:e} s: {after:?}");

            let brick = Inertia::cuboid(1.0, [0.1, 0.2, 0.3]);
            for rates in [[1.0, 2.0, 3.0], [0.0, 0.0, 3.0]] {
                let brick = Body3::solid(1.0, brick).spinning(rates);
                let after = stepped_by(scheme, AngularDrag::rate(0.5), brick, dt);
                // the orientation of free rotation over 2 s; measured: 0 to 4.5 ε of a rotation by
                // some 15 rad
                let rotor = Rotor::new(&brick.inertia());
                let lies = rotor.turned(&brick.orientation(), &brick.spin_angular_momentum(), 2.0);
                let off = lies.angle_to(&after.orientation());
                let is_at_rest = after.spin_angular_momentum().norm() == 0.0;
                let off = off / f64::EPSILON;
                assert!(is_at_rest && off <= 100.0, "{scheme}, {dt:e} s: {off}");
            }
        }
    }
}
