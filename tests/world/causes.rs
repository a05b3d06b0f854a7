//! A failed step names its cause, and no order of bodies changes a motion.

use kinstep::Until;
use kinstep::nalgebra::{RealField, SVector, Vector2, convert};
use kinstep::trajectory::{Crossing, Plane};
use kinstep::{
    Body, Body2, BodyId, Effect, Force, LinearLaw, Real, Scheme, Spring, StepError, UniformGravity,
    World, World2,
};

fn number<T: RealField>(value: f64) -> T {
    convert(value)
}

/// A vector with the first components x and y.
fn vector<T: Real<D>, const D: usize>(x: f64, y: f64) -> SVector<T, D> {
    SVector::from_fn(|row, _| convert([x, y, 0.0][row]))
}

/// Rounding error of an angular velocity of 3 rad/s that is the sum of a few kicks.
const ROUNDING: f64 = 24.0 * f64::EPSILON;

/// An upward acceleration of all bodies, and a torque of 3 N·m on bodies that can rotate.
struct Fan;

impl Force<f64, 2> for Fan {
    fn acceleration(&self, _: &Body2, _: f64) -> Vector2<f64> {
        Vector2::new(0.0, 1.0)
    }

    fn torque(&self, body: &Body2, _: f64) -> Option<f64> {
        (!body.is_point()).then_some(3.0)
    }
}

/// A torque law of 3 N·m on bodies that can rotate, and no force.
struct Motor;

impl Force<f64, 2> for Motor {
    fn acceleration(&self, _: &Body2, _: f64) -> Vector2<f64> {
        Vector2::zeros()
    }

    fn effect(&self, body: &Body2, _: f64, _: f64) -> Effect<f64, 2> {
        let rate = if body.is_point() {
            0.0
        } else {
            3.0 / body.inertia()
        };
        Effect::AngularLaw(LinearLaw::gravity([rate]))
    }

    fn torque(&self, body: &Body2, _: f64) -> Option<f64> {
        (!body.is_point()).then_some(3.0)
    }
}

/// Asserts that `ω = τ t / I`, whichever body was added first.
fn turns<F: Force<f64, 2>>(scheme: Scheme, force: fn() -> F) {
    for point_first in [true, false] {
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_force(force()).unwrap();
        let point = || Body2::point(1.0);
        if point_first {
            world.add_body(point()).unwrap();
        }
        let solid = world.add_body(Body2::solid(1.0, 1.0)).unwrap();
        if !point_first {
            world.add_body(point()).unwrap();
        }
        let mut advanced = world.clone();
        world.step(1.0).unwrap();
        let what = format!("{scheme}, {}, {point_first}", std::any::type_name::<F>());
        let off = world[solid].angular_velocity() - 3.0;
        assert!(off.abs() < ROUNDING, "{what}: off by {off}");
        advanced.advance(1.0, 1e-9).unwrap();
        let off = advanced[solid].angular_velocity() - 3.0;
        assert!(off.abs() < 1e-9, "{what}: advance is off by {off}");
    }
}

#[test]
fn a_force_on_all_turns_what_can_turn_whichever_body_is_first() {
    for scheme in Scheme::ALL {
        turns(scheme, || Fan);
        turns(scheme, || Motor);
    }
}

/// A point that becomes a solid later rotates, under a force on all bodies and under a force of its
/// own.
#[test]
fn a_point_that_becomes_a_solid_turns() {
    for scheme in Scheme::ALL {
        for on_all in [true, false] {
            let mut world = World2::new();
            world.set_scheme(scheme);
            let body = world.add_body(Body2::point(1.0)).unwrap();
            let added = if on_all {
                world.add_force(Fan).is_ok()
            } else {
                world.add_force_on(body, Fan).is_ok()
            };
            assert!(added);
            world.step(1.0).unwrap();
            world[body].set_inertia(1.0);
            world.step(1.0).unwrap();
            let off = world[body].angular_velocity() - 3.0;
            assert!(
                off.abs() < ROUNDING,
                "{scheme}, on all: {on_all}: off by {off}"
            );
        }
    }
}

/// If a closure returns no finite number from some time on, it is named as the cause, not the rod
/// on which its body hangs.
#[test]
fn a_force_that_is_not_finite_is_named_beside_a_rod() {
    for scheme in Scheme::ALL {
        for (dt, closure_first) in [(0.1, true), (0.1, false), (1e-9, true), (1e-9, false)] {
            // from the start, or from a time within the step
            for from in [0.0, 1e-12] {
                fails_by_the_closure(scheme, dt, closure_first, from);
            }
        }
    }
}

fn fails_by_the_closure(scheme: Scheme, dt: f64, closure_first: bool, from: f64) {
    let mut world = World2::new();
    world.set_scheme(scheme);
    let hook = world.add_body(Body2::point(1.0).fixed()).unwrap();
    let lamp = (world.add_body(Body2::solid(1.0, 1.0).at([0.0, -1.0]))).unwrap();
    let far = world.add_body(Body2::point(1.0).at([1.0, -1.0])).unwrap();
    let failing =
        move |_: &Body2, time: f64| Vector2::new(if time < from { 0.0 } else { f64::NAN }, 0.0);
    let early = closure_first.then(|| world.add_force_on(far, failing).unwrap());
    let rod = || Spring::stiffness(100.0).length(1.0);
    world
        .add_link_at(lamp, [0.0, 0.1], hook, [0.0, 0.0], rod())
        .unwrap();
    (world.add_link(far, lamp, Spring::stiffness(100.0).length(1.0).pulls_only())).unwrap();
    let closure = early.unwrap_or_else(|| world.add_force_on(far, failing).unwrap());
    let before = world.body_slice().to_vec();
    let error = world.step(dt);
    let what = format!("{scheme}, {dt} s, {closure_first}, from {from} s: {error:?}");
    assert!(error.is_ok() || world.body_slice() == before, "{what}");
    let (body, kind) = (far, Some("closure"));
    let expected = StepError::NotFinite {
        body,
        force: Some(closure),
        kind,
    };
    if from == 0.0 {
        assert_eq!(error, Err(expected), "{what}");
    } else if error.is_err() {
        // some schemes evaluate forces only at the start of a step
        assert!(
            !matches!(error, Err(StepError::UnsolvedSpring { .. })),
            "{what}"
        );
    }
}

/// A rod that is the cause is still named: in a chain of very unequal masses that move at 10 km/s,
/// in a step of 10 s.
#[test]
fn a_rod_without_a_step_is_named_beside_a_closure() {
    let mut found = 0;
    for case in 0..2000 {
        let mut world = World2::new();
        let mut last = world.add_body(Body2::point(1.0).fixed()).unwrap();
        for i in 0..4 {
            let (sin, cos) = (f64::from(case) * (1.7 + f64::from(i))).sin_cos();
            let body = Body2::point(10_f64.powf(6.0 * sin)).at([f64::from(i), cos]);
            let body = world.add_body(body.moving([1e4 * sin, 1e4 * cos])).unwrap();
            let rod = Spring::stiffness(1e8).length(1.0);
            world.add_link(body, last, rod).unwrap();
            last = body;
        }
        (world.add_force_on(last, |_: &Body2, _: f64| Vector2::new(1.0, 0.0))).unwrap();
        if let Err(error) = world.step(10.0) {
            let is_rod = matches!(error, StepError::UnsolvedSpring { kind: "Spring", .. });
            assert!(is_rod, "{error}");
            found += 1;
        }
    }
    assert!(found > 0);
}

/// A chain of bodies with the given masses, hung from a fixed body by springs with dampers. The
/// springs kick, because they are too many for one flow, or act off the centres of the bodies.
fn chain<T: Real<D>, const D: usize>(
    masses: &[f64],
    spring: Spring<T, D>,
    inertia: Option<T::Inertia>,
) -> (World<T, D>, Vec<BodyId>) {
    let mut world = World::new();
    world
        .add_force(UniformGravity::new(vector::<T, D>(0.0, -9.81)))
        .unwrap();
    let hook = world.add_body(Body::point(number(1.0)).fixed()).unwrap();
    let mut ids = vec![hook];
    for (i, &mass) in masses.iter().enumerate() {
        let body = match inertia {
            Some(inertia) => Body::solid(number(mass), inertia),
            None => Body::point(number(mass)),
        };
        let body = world
            .add_body(body.at(vector::<T, D>(0.01 * i as f64, -(i as f64) - 1.0)))
            .unwrap();
        if inertia.is_some() {
            let arms = [vector(0.0, -0.2), vector::<T, D>(0.1, 0.3)];
            // the hook is a point
            let on_last = if i == 0 { vector(0.0, 0.0) } else { arms[0] };
            world
                .add_link_at(ids[i], on_last, body, arms[1], spring)
                .unwrap();
        } else {
            world.add_link(ids[i], body, spring).unwrap();
        }
        ids.push(body);
    }
    (world, ids)
}

/// The error names a body that moves, its link, and the length of a step that is short enough.
fn names_the_link<T: Real<D>, const D: usize>(
    scheme: Scheme,
    masses: &[f64],
    spring: Spring<T, D>,
    inertia: Option<T::Inertia>,
    dt: f64,
) {
    let (mut world, ids) = chain(masses, spring, inertia);
    world.set_scheme(scheme);
    let error = (0..20_000).find_map(|_| world.step(number(dt)).err());
    let what = format!("{scheme}, {spring:?}, {inertia:?}: {error:?}");
    let Some(StepError::Unstable {
        body,
        force,
        kind,
        dt: told,
        longest,
    }) = error
    else {
        panic!("{what}");
    };
    assert!(ids[1..].contains(&body), "{what}");
    assert!(world.force(force).is_some(), "{what}");
    assert!(kind == "Spring" && told == number(dt), "{what}");
    assert!(longest > T::zero() && longest < told, "{what}");
    let text = error.unwrap().to_string();
    assert!(
        text.contains("Spring") && text.contains("shorter than"),
        "{text}"
    );
    if scheme == Scheme::ExplicitEuler {
        return; // no step is short enough for explicit Euler
    }

    let (mut world, _) = chain(masses, spring, inertia);
    world.set_scheme(scheme);
    for _ in 0..3000 {
        world.step(longest * number(0.98)).unwrap();
    }
    let far = world.body_slice().iter().map(|body| body.position.norm());
    let far = far.fold(T::zero(), |far, next| far.max(next));
    // the chain has only swung
    assert!(
        far < number(3.0 * masses.len() as f64),
        "{what}: at {far} m"
    );
}

#[test]
fn a_link_that_kicks_too_hard_is_named() {
    let equal = [0.01; 70];
    let unequal: Vec<f64> = (0..70).map(|i| [0.01, 3.0, 0.2][i % 3]).collect();
    for scheme in [
        Scheme::FlowKick,
        Scheme::VelocityVerlet,
        Scheme::SymplecticEuler,
        Scheme::Rk4,
    ] {
        for masses in [&equal[..], &unequal] {
            let stiff = Spring::stiffness(1e5);
            names_the_link::<f64, 2>(scheme, masses, stiff, None, 0.05);
            names_the_link::<f64, 3>(scheme, masses, Spring::stiffness(1e5), None, 0.05);
            names_the_link::<f32, 2>(scheme, masses, Spring::stiffness(1e5), None, 0.05);
        }
        names_the_link::<f64, 2>(scheme, &[1.0; 3], Spring::stiffness(1e5), Some(0.002), 0.05);
    }
    let damper = Spring::stiffness(0.1).damping(10.0);
    names_the_link::<f64, 2>(Scheme::Rk4, &equal, damper, None, 0.05);
}

/// A point with a spin, or with an orientation that is not finite, is rejected by each scheme,
/// whatever else is in the world.
#[test]
fn a_point_with_a_rotation_is_refused_in_any_world() {
    let nan = f64::NAN;
    for scheme in Scheme::ALL {
        for others in [0, 1, 100] {
            for given in [[2.0, 0.0], [0.0, nan], [2.0, nan], [nan, 0.0]] {
                let mut world = World2::new();
                world.set_scheme(scheme);
                world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
                for i in 0..others {
                    let solid = Body2::solid(1.0, 1.0).at([i as f64, 0.0]);
                    world.add_body(solid).unwrap();
                }
                let point = world.add_body(Body2::point(1.0)).unwrap();
                world.step(0.1).unwrap();
                let [spin, orientation] = given;
                world[point].set_orientation(orientation);
                world[point].set_angular_velocity(spin);
                let error = world.step(0.1);
                let what = format!("{scheme}, {others} others, {given:?}: {error:?}");
                let expected = match error {
                    Err(StepError::PointSpins { body }) => body == point && orientation == 0.0,
                    Err(StepError::State { body }) => body == point && orientation.is_nan(),
                    _ => false,
                };
                assert!(expected, "{what}");
                assert!(world.clone().advance(0.1, 1e-9).is_err(), "{what}");
            }
        }
    }
}

/// A body that was written to is checked before events are looked for: no event is reported at a
/// position that is not finite.
#[test]
fn no_event_is_told_of_a_body_that_was_spoiled() {
    let numbers = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1.0];
    let pairs = || numbers.iter().flat_map(|&x| numbers.map(|y| [x, y]));
    for spoiled in pairs().filter(|pair| pair.iter().any(|x| !x.is_finite())) {
        for velocity in [[486.5, 0.0], [-3.0, -1.0], [0.0, 1.0]] {
            for which in [Crossing::Any, Crossing::Ascending, Crossing::Descending] {
                let mut world = World2::new();
                let body = world.add_body(Body2::point(1.0).moving(velocity)).unwrap();
                let until = Until::crossing(body, Plane::new([1.0, 1.0], 5.0), which);
                world[body].position = spoiled.into();
                let what = format!("{spoiled:?}, {velocity:?}, {which:?}");
                let expected = StepError::State { body };
                let told = world.step_until(0.1, &until);
                assert_eq!(told, Err(expected), "{what}");
                assert!(world.advance_until(0.1, 1e-9, &until).is_err(), "{what}");
            }
        }
    }
}
