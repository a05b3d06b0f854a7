//! Bad input to calls of a world.

use kinstep::Until;
use kinstep::contact::Contact;
use kinstep::trajectory::{Crossing, Plane, Sphere};
use kinstep::{
    Body2, BodyId, ConstantForce, ForceId, LinearDrag, Scheme, Spring, SurfaceId, Thruster,
    UniformGravity, World2,
};

use super::{INF, NAN, NONE, NOT_FINITE, Said, check, said};

/// Points #0.0 and #1.0 with a link, and the solid #2.0, which move under gravity; and ids of
/// removed objects, whose slots other objects have taken.
#[derive(Clone)]
pub(crate) struct Set {
    pub(crate) world: World2,
    pub(crate) bodies: [BodyId; 3],
    pub(crate) gravity: ForceId,
    gone: BodyId,
    gone_force: ForceId,
    gone_surface: SurfaceId,
}

impl Set {
    pub(crate) fn new(scheme: Scheme) -> Self {
        let mut world = World2::new();
        world.set_scheme(scheme);
        let gravity = world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
        let bodies = [
            Body2::point(1.0).moving([1.0, 2.0]),
            Body2::point(2.0).at([3.0, 4.0]),
            Body2::solid(3.0, 0.5).at([6.0, 5.0]).spinning(1.0),
        ];
        let bodies = bodies.map(|body| world.add_body(body).unwrap());
        let link = Spring::stiffness(5.0);
        world.add_link(bodies[0], bodies[1], link).unwrap();
        let gone = world.add_body(Body2::point(1.0)).unwrap();
        let gone_force = world.add_force_on(gone, Spring::stiffness(1.0)).unwrap();
        world.remove_body(gone).unwrap();
        world.add_body(Body2::point(7.0)).unwrap();
        let plane = Plane::new([0.0, 1.0], -1e3);
        let gone_surface = world.add_surface(plane, Contact::new(0.5)).unwrap();
        world.remove_surface(gone_surface).unwrap();
        for _ in 0..3 {
            world.step(0.1).unwrap();
        }
        world.apply_force(bodies[1], [0.5, 0.25]).unwrap();
        Self {
            world,
            bodies,
            gravity,
            gone,
            gone_force,
            gone_surface,
        }
    }

    /// All from which a step starts, as text, because NaN is not equal to itself.
    pub(crate) fn state(&self) -> String {
        format!("{:?}", self.world.snapshot())
    }

    /// Asserts that the world is equal to another one, and continues in the same way.
    #[track_caller]
    pub(crate) fn goes_on_as(mut self, mut other: Self, what: &str) {
        assert_eq!(self.state(), other.state(), "{what}");
        for dt in [0.1, 0.1, -0.05] {
            self.world.step(dt).unwrap();
            other.world.step(dt).unwrap();
        }
        assert_eq!(self.state(), other.state(), "{what}");
        let count = |set: &Self| set.world.forces().count();
        assert_eq!(count(&self), count(&other), "{what}");
    }
}

type Call = fn(&mut Set, f64) -> Said;
type Row = (&'static [f64], &'static str, Call);

const NO_BODY: &str =
    "there is no body #3.0 in this world: it was removed, or it belongs to another world";
const NO_FORCE: &str = "there is no force #2.0 in this world: it or its body was removed, or it belongs to another world";
const NO_SURFACE: &str =
    "there is no surface #0 in this world: it was removed, or it belongs to another world";
const MASSES: &[f64] = &[NAN, -INF, 0.0, -1.5];

fn added(set: &mut Set, body: Body2) -> Said {
    said(set.world.add_body(body))
}

fn awaited(set: &mut Set, until: Until<f64, 2>) -> Said {
    said(set.world.step_until(0.1, &until))
}

#[rustfmt::skip]
const ROWS: &[Row] = &[
    (MASSES, "the mass is {} kg; it must be positive, or infinite for a fixed body", |set, x| added(set, Body2::point(x))),
    (NOT_FINITE, "component 1 of the position is {} m; it must be finite", |set, x| added(set, Body2::point(1.0).at([0.0, x]))),
    (NOT_FINITE, "component 0 of the velocity is {} m/s; it must be finite",
     |set, x| added(set, Body2::point(1.0).moving([x, 0.0]))),
    (&[NAN, INF, -INF], "the moment of inertia [kg m²] is {}; it must be finite and not negative", |set, x| added(set, Body2::solid(1.0, x))),
    (&[-1.0], "the moment of inertia [kg m²] is {}; it must be finite and not negative", |set, x| added(set, Body2::solid(1.0, x))),
    (&[NAN, INF], "component 0 of the angular velocity is not finite", |set, x| added(set, Body2::solid(1.0, 1.0).spinning(x))),
    (&[2.5], "a point cannot spin; make it a solid, or leave out its angular velocity of {} rad/s",
     |set, x| added(set, Body2::point(1.0).spinning(x))),
    (&[NAN], "the orientation has length {}; it must be a unit quaternion, or a finite angle",
     |set, x| added(set, Body2::solid(1.0, 1.0).turned(x))),
    (&[NAN, INF, -0.5], "the radius is {} m; it must be finite and not negative", |set, x| added(set, Body2::point(1.0).round(x))),
    (NOT_FINITE, "component 1 is {}; it must be finite", |set, x| said(set.world.apply_impulse(set.bodies[0], [0.0, x]))),
    (NOT_FINITE, "component 0 is {}; it must be finite",
     |set, x| said(set.world.apply_impulse_at(set.bodies[2], [x, 0.0], [0.0, 0.0]))),
    (NOT_FINITE, "component 1 is {}; it must be finite",
     |set, x| said(set.world.apply_impulse_at(set.bodies[2], [1.0, 0.0], [0.0, x]))),
    (NOT_FINITE, "component 0 is {}; it must be finite", |set, x| said(set.world.apply_force(set.bodies[0], [x, 0.0]))),
    (NOT_FINITE, "the step is {} s; it must be finite, and so must the time after it", |set, x| said(set.world.step(x))),
    (NOT_FINITE, "the step is {} s; it must be finite, and so must the time after it", |set, x| said(set.world.advance(x, 1e-6))),
    (&[NAN, INF, 0.0, -1.0], "the tolerance is {} m and 0 of the distance; both must be finite and not negative, and one positive",
     |set, x| said(set.world.advance(0.1, x))),
    (&[-INF, -1.0], "the step is {} s; looking for events needs one that is not negative", |set, x| {
        said(set.world.step_until(x, &Until::apex(set.bodies[0], [0.0, 1.0])))
    }),
    (&[NAN, INF], "the step is {} s; it must be finite, and so must the time after it", |set, x| {
        said(set.world.step_until(x, &Until::apex(set.bodies[0], [0.0, 1.0])))
    }),
    (NOT_FINITE, "what is waited for has a number that is NaN or infinite, or a negative radius",
     |set, x| awaited(set, Until::apex(set.bodies[0], [x, 1.0]))),
    (NOT_FINITE, "what is waited for has a number that is NaN or infinite, or a negative radius", |set, x| {
        awaited(set, Until::crossing(set.bodies[0], Plane::new([0.0, 1.0], x), Crossing::Any))
    }),
    (NOT_FINITE, "what is waited for has a number that is NaN or infinite, or a negative radius", |set, x| {
        awaited(set, Until::sphere(set.bodies[0], Sphere::new([0.0, 0.0], x), Crossing::Any))
    }),
    (&[NAN, 1.5, -0.5], "the restitution is {}; it must be between 0 and 1", |set, x| {
        said(set.world.add_surface(Plane::new([0.0, 1.0], -9.0), Contact::new(x)))
    }),
    (NONE, NO_BODY, |set, _| awaited(set, Until::apex(set.gone, [0.0, 1.0]))),
    (NONE, NO_BODY, |set, _| said(set.world.remove_body(set.gone))),
    (NONE, NO_BODY, |set, _| said(set.world.add_force_on(set.gone, Spring::stiffness(1.0)))),
    (NONE, NO_BODY, |set, _| said(set.world.add_force_on_each([set.bodies[0], set.gone], Spring::stiffness(1.0)))),
    (NONE, NO_BODY, |set, _| said(set.world.add_force_except([set.gone, set.bodies[0]], Spring::stiffness(1.0)))),
    (NONE, NO_BODY, |set, _| said(set.world.add_link(set.gone, set.bodies[0], Spring::stiffness(1.0)))),
    (NONE, NO_BODY, |set, _| said(set.world.add_link(set.bodies[0], set.gone, Spring::stiffness(1.0)))),
    (NONE, NO_BODY, |set, _| said(set.world.apply_impulse(set.gone, [1.0, 0.0]))),
    (NONE, NO_BODY, |set, _| said(set.world.apply_impulse_at(set.gone, [1.0, 0.0], [0.0, 0.0]))),
    (NONE, NO_BODY, |set, _| said(set.world.apply_force(set.gone, [1.0, 0.0]))),
    (NONE, NO_BODY, |set, _| said(set.world.set_tag(set.gone, 1))),
    (NONE, NO_BODY, |set, _| said(set.world.set_layers(set.gone, 1))),
    (NONE, NO_BODY, |set, _| said(set.world.trajectory(set.gone))),
    (NONE, NO_BODY, |set, _| said(set.world.acceleration(set.gone))),
    (NONE, NO_FORCE, |set, _| said(set.world.remove_force(set.gone_force))),
    (NONE, NO_FORCE, |set, _| said(set.world.replace_force(set.gone_force, Spring::stiffness(1.0)))),
    (NONE, NO_SURFACE, |set, _| said(set.world.remove_surface(set.gone_surface))),
    (NONE, NO_SURFACE, |set, _| said(set.world.set_contact(set.gone_surface, Contact::new(0.1)))),
    (NONE, "body #0.0 cannot be linked to itself", |set, _| {
        said(set.world.add_link(set.bodies[0], set.bodies[0], Spring::stiffness(1.0)))
    }),
    // a point cannot be rotated
    (&[2.0], "Thruster: the distance of the mounting from the centre of a point is {}; it must be zero, for a point cannot be turned", |set, x| {
        said(set.world.add_force_on(set.bodies[0], Thruster::new([1.0, 0.0]).mounted_at([0.0, x])))
    }),
    (&[2.0], "Thruster: the distance of the mounting from the centre of a point is {}; it must be zero, for a point cannot be turned", |set, x| {
        said(set.world.add_force_on_each([set.bodies[2], set.bodies[0]], Thruster::new([1.0, 0.0]).mounted_at([0.0, x])))
    }),
];

#[test]
fn a_call_with_bad_input_says_what_is_wrong_and_changes_nothing() {
    for scheme in Scheme::ALL {
        for (values, sentence, call) in ROWS {
            for &value in *values {
                let untouched = Set::new(scheme);
                let mut set = untouched.clone();
                check(&call(&mut set, value), sentence, value);
                set.goes_on_as(untouched, sentence);
            }
        }
    }
}

type Spoil = (&'static [f64], &'static str, fn(&mut Body2, f64));

const STATE: &str = "the state of body #2.0 was set to a number that is not finite, or its orientation to a quaternion that is \
                     not of length 1";

/// Numbers that are written into a body are checked by the next step.
#[rustfmt::skip]
const SPOILS: &[Spoil] = &[
    (MASSES, "the mass of body #2.0 was set to {} kg; it must be positive, or infinite for a fixed body", |body, x| body.mass = x),
    (NOT_FINITE, STATE, |body, x| body.position.x = x),
    (NOT_FINITE, STATE, |body, x| body.velocity.y = x),
    (&[NAN, INF], STATE, |body, x| body.set_orientation(x)),
    (&[NAN, -1.0], "the inertia of body #2.0 was set to one that no body can have", |body, x| body.set_inertia(x)),
];

#[test]
fn a_body_that_was_spoiled_is_named_by_a_step() {
    for scheme in Scheme::ALL {
        for (values, sentence, spoil) in SPOILS {
            for &value in *values {
                let untouched = Set::new(scheme);
                let mut set = untouched.clone();
                let body = set.bodies[2];
                spoil(&mut set.world[body], value);
                let spoiled = set.state();
                check(&said(set.world.step(0.1)), sentence, value);
                check(&said(set.world.advance(0.1, 1e-6)), sentence, value);
                if sentence.starts_with("the mass") {
                    let impulse = said(set.world.apply_impulse(body, [1.0, 0.0]));
                    check(&impulse, sentence, value);
                }
                assert_eq!(set.state(), spoiled, "{sentence}");
                set.world[body] = untouched.world[body];
                set.goes_on_as(untouched, sentence);
            }
        }
    }
}

/// Under gravity alone nothing divides by the mass; it is checked all the same.
#[test]
fn a_mass_that_nothing_asks_for_is_checked() {
    for scheme in Scheme::ALL {
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
        let body = world.add_body(Body2::point(1.0)).unwrap();
        world[body].mass = 0.0;
        let sentence = "the mass of body #0.0 was set to {} kg…";
        check(&said(world.step(0.1)), sentence, 0.0);
    }
}

#[test]
#[should_panic(expected = "there is no body")]
fn indexing_with_a_stale_id_panics_as_documented() {
    let set = Set::new(Scheme::FlowKick);
    let _ = set.world[set.gone];
}

/// A failed step does not use up the forces applied for it.
#[test]
fn an_applied_force_survives_a_failed_step() {
    let mut world = World2::new();
    let body = world.add_body(Body2::point(2.0)).unwrap();
    world.apply_force(body, [4.0, 0.0]).unwrap();
    assert!(world.step(NAN).is_err());
    let nan = world.add_force(|_: &Body2, _: f64| [NAN, 0.0].into());
    assert!(world.step(1.0).is_err());
    world.remove_force(nan.unwrap()).unwrap();
    world.step(1.0).unwrap();
    assert_eq!(world[body].velocity.x, 2.0);
}

/// A step in place and a step through a second buffer have equal results, to the bit.
#[test]
fn in_place_or_not_is_the_same() {
    let mut world = World2::new();
    for i in 0..300 {
        let i = f64::from(i);
        let body = Body2::point(1.0 + i % 3.0).at([i, 1.0]).moving([1.0, i]);
        world.add_body(body).unwrap();
    }
    world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let wind = LinearDrag::coefficient(0.3).in_wind([2.0, 0.0]);
    world.add_force(wind).unwrap();
    let ramp = ConstantForce::new([1.0, 0.0]).ramping([0.1, 0.0]);
    world.add_force(ramp).unwrap();
    let first = world.ids().next().unwrap();
    world.add_force_on(first, Spring::stiffness(2.0)).unwrap();
    let mut buffered = world.clone();
    for _ in 0..50 {
        world.step(0.3).unwrap();
        // a force of zero counts as an applied force
        buffered.apply_force(first, [0.0, 0.0]).unwrap();
        buffered.step(0.3).unwrap();
        assert_eq!(world.body_slice(), buffered.body_slice());
    }
}

/// Bodies would fall through a plane without a direction.
#[test]
fn a_plane_needs_a_direction() {
    let mut world = World2::new();
    for (normal, distance, words) in [
        ([0.0, 0.0], 0.0, "the length of the normal is 0"),
        ([f64::NAN, 1.0], 0.0, "a component of the normal is NaN"),
        (
            [0.0, 1.0],
            f64::INFINITY,
            "the distance of the plane is inf",
        ),
    ] {
        let plane = Plane::new(normal, distance);
        let error = world.add_surface(plane, Contact::new(0.5)).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
}
