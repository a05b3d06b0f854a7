//! Forces with bad parameters, and forces that return numbers that are not finite.

use kinstep::nalgebra::Vector2;
use kinstep::{
    AngularDrag, Body2, BuiltInForce, ConstantForce, ConstantTorque, DryFriction, Effect, Force,
    ForceField, ForceId, Increment, LinearDrag, MagneticField, Magnus, Motion, MutualGravity,
    PointGravity, QuadraticDrag, QuadraticFall, RotatingFrame, Scheme, Spring, Thruster,
    TorsionSpring, UniformGravity, World2,
};

use super::worlds::Set;
use super::{INF, NAN, NOT_FINITE, check, said};

type Made = BuiltInForce<f64, 2>;
/// Kind, parameter, requirement, and a function that makes the force with a value.
type Row = (&'static str, &'static str, Required, fn(f64) -> Made);
/// A requirement in words, and values that violate it.
type Required = (&'static str, &'static [f64]);

const FINITE: Required = ("finite", NOT_FINITE);
const NOT_NEGATIVE: Required = ("finite and not negative", &[NAN, INF, -INF, -0.5]);
const HALF_LIFE: Required = (
    "positive and finite, and so large that the square of its rate is finite",
    &[NAN, INF, -INF, -0.5, 0.0, 1e-200],
);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("UniformGravity", "the acceleration of gravity", FINITE, |x| UniformGravity::new([0.0, x]).into()),
    ("ConstantForce", "the force", FINITE, |x| ConstantForce::new([x, 0.0]).into()),
    ("ConstantForce", "the rate of the force", FINITE, |x| ConstantForce::new([0.0; 2]).ramping([x, 0.0]).into()),
    ("LinearDrag", "the drag rate", FINITE, |x| LinearDrag::rate(x).into()),
    ("LinearDrag", "the drag coefficient", FINITE, |x| LinearDrag::coefficient(x).into()),
    ("LinearDrag", "the wind", FINITE, |x| LinearDrag::rate(1.0).in_wind([0.0, x]).into()),
    ("QuadraticDrag", "the drag coefficient", NOT_NEGATIVE, |x| QuadraticDrag::coefficient(x).into()),
    ("QuadraticDrag", "the wind", FINITE, |x| QuadraticDrag::coefficient(1.0).in_wind([x, 0.0]).into()),
    ("QuadraticFall", "the acceleration of gravity", FINITE, |x| QuadraticFall::new([x, 0.0]).into()),
    ("QuadraticFall", "the drag coefficient", NOT_NEGATIVE, |x| QuadraticFall::new([0.0, -1.0]).with_coefficient(x).into()),
    ("Spring", "the stiffness", FINITE, |x| Spring::stiffness(x).into()),
    ("Spring", "the damping", FINITE, |x| Spring::stiffness(1.0).damping(x).into()),
    ("Spring", "the anchor", FINITE, |x| Spring::stiffness(1.0).anchored_at([x, 0.0]).into()),
    ("Spring", "the stiffness", NOT_NEGATIVE, |x| Spring::stiffness(x).length(1.0).pulls_only().into()),
    ("Spring", "the length", NOT_NEGATIVE, |x| Spring::stiffness(1.0).length(x).pulls_only().into()),
    ("Spring", "the stiffness", NOT_NEGATIVE, |x| Spring::stiffness(x).length(1.0).into()),
    ("Spring", "the length", NOT_NEGATIVE, |x| Spring::stiffness(1.0).length(x).into()),
    ("MagneticField", "the magnetic field", FINITE, |x| MagneticField::new(x).into()),
    ("MagneticField", "the charge", FINITE, |x| MagneticField::new(1.0).charge(x).into()),
    ("RotatingFrame", "the angular velocity of the frame", FINITE, |x| RotatingFrame::new(x).into()),
    ("Magnus", "the lift coefficient", FINITE, |x| Magnus::new(x, 1.0).into()),
    ("DryFriction", "the force of friction", NOT_NEGATIVE, |x| DryFriction::force(x).into()),
    ("PointGravity", "the strength of the attractor", FINITE, |x| PointGravity::new(x).into()),
    ("PointGravity", "the centre", FINITE, |x| PointGravity::new(1.0).centered_at([x, 0.0]).into()),
    ("RotatingFrame", "the point on the axis", FINITE, |x| RotatingFrame::new(1.0).about([x, 0.0]).into()),
    ("DryFriction", "the load", NOT_NEGATIVE, |x| DryFriction::sliding(0.1, x).into()),
    ("DryFriction", "the deceleration by friction", NOT_NEGATIVE, |x| DryFriction::deceleration(x).into()),
    ("MagneticField", "the electric field", FINITE, |x| MagneticField::new(1.0).with_electric_field([x, 0.0]).into()),
    ("Magnus", "the wind", FINITE, |x| Magnus::new(1.0, 1.0).in_wind([0.0, x]).into()),
    ("Spring", "the damping", NOT_NEGATIVE, |x| Spring::stiffness(1.0).length(1.0).damping(x).into()),
    ("Spring", "the damping", NOT_NEGATIVE, |x| Spring::stiffness(1.0).length(1.0).pulls_only().damping(x).into()),
    ("TorsionSpring", "the damping", FINITE, |x| TorsionSpring::stiffness(1.0).damping(x).into()),
    ("AngularDrag", "the angular drag coefficient", FINITE, |x| AngularDrag::coefficient(x).into()),
    ("ConstantTorque", "the torque", FINITE, |x| ConstantTorque::new(x).into()),
    ("TorsionSpring", "the stiffness", FINITE, |x| TorsionSpring::stiffness(x).into()),
    ("AngularDrag", "the angular drag rate", FINITE, |x| AngularDrag::rate(x).into()),
    ("Thruster", "the force", FINITE, |x| Thruster::new([x, 0.0]).into()),
    ("Thruster", "the throttle", FINITE, |x| Thruster::new([1.0, 0.0]).throttled(x).into()),
    ("MutualGravity", "the constant of gravitation", FINITE, |x| MutualGravity::new(x).into()),
    ("MutualGravity", "the length of softening", NOT_NEGATIVE, |x| MutualGravity::new(1.0).softened(x).into()),
    ("CriticalSpring", "the half-life", HALF_LIFE, |x| Spring::critically_damped(x).into()),
];

/// A force with a bad parameter is rejected by its name, in whatever way it is added to a world.
#[test]
fn a_force_with_a_bad_parameter_is_refused_by_its_name() {
    for (kind, parameter, (required, values), force) in ROWS {
        let reason = format!("{parameter} is {{}}; it must be {required}");
        let added = format!("{kind}: {reason}");
        let replaced = format!("{kind} in place of force #0.0: {reason}");
        for &value in *values {
            let untouched = Set::new(Scheme::FlowKick);
            let mut set = untouched.clone();
            let (world, [a, b, c]) = (&mut set.world, set.bodies);
            let force = || force(value);
            check(&said(world.add_force(force())), &added, value);
            check(&said(world.add_force_on(c, force())), &added, value);
            check(&said(world.add_force_on_each([c], force())), &added, value);
            check(&said(world.add_force_except([a], force())), &added, value);
            check(&said(world.add_link(a, b, force())), &added, value);
            let in_place = said(world.replace_force(set.gravity, force()));
            check(&in_place, &replaced, value);
            set.goes_on_as(untouched, &added);
        }
    }
}

/// A spring with a rest length acts along the line between its bodies: an anchor is rejected in a
/// link, and accepted in a force on one body.
#[test]
fn an_anchor_in_a_link_with_a_rest_length_is_refused() {
    let anchored = Spring::stiffness(2.0).anchored_at([3.0, -4.0]);
    let reason = "the distance of the anchor from the origin is {}; it must be zero in a link with a rest length, which acts \
                  along the line between the bodies";
    for spring in [anchored.length(1.0), anchored.pulls_only()] {
        let untouched = Set::new(Scheme::FlowKick);
        let mut set = untouched.clone();
        let (world, [a, b, c]) = (&mut set.world, set.bodies);
        let refused = format!("Spring: {reason}");
        check(&said(world.add_link(a, b, spring)), &refused, 5.0);
        check(
            &said(world.add_link_at(b, [0.0; 2], c, [0.1; 2], spring)),
            &refused,
            5.0,
        );
        set.goes_on_as(untouched, &refused);

        let mut world = World2::new();
        let [a, b] = [0.0, 1.0].map(|x| world.add_body(Body2::point(1.0).at([x, 0.0])).unwrap());
        let link = world.add_link(a, b, anchored).unwrap();
        let refused = format!("Spring in place of force {link}: {reason}");
        check(&said(world.replace_force(link, spring)), &refused, 5.0);
        world.add_force_on(a, spring).unwrap();
    }
}

/// A user's force, whose results may be not finite.
#[derive(Clone, Copy)]
struct Own {
    acceleration: f64,
    velocity: f64,
    position: f64,
    torque: f64,
}

const SOUND: Own = Own {
    acceleration: 0.1,
    velocity: 0.1,
    position: 0.1,
    torque: 0.1,
};

impl Force<f64, 2> for Own {
    fn acceleration(&self, _: &Body2, _: f64) -> Vector2<f64> {
        Vector2::new(0.0, self.acceleration)
    }

    fn effect(&self, body: &Body2, _: f64, dt: f64) -> Effect<f64, 2> {
        let increment = Increment {
            velocity: Vector2::new(0.0, self.velocity),
            position: Vector2::new(0.0, self.position),
        };
        Effect::Motion(Motion::from_increment(increment, &body.velocity, dt))
    }

    fn torque(&self, _: &Body2, _: f64) -> Option<f64> {
        Some(self.torque)
    }
}

fn own(set: &mut Set, own: Own) -> ForceId {
    // the error must name the force that fails, not the valid one before it
    let before = set.world.add_force_on(set.bodies[2], SOUND).unwrap();
    let force = set.world.add_force_on(set.bodies[2], own).unwrap();
    assert_ne!(before, force);
    force
}

type Failing = (
    &'static [Scheme],
    usize,
    &'static str,
    fn(&mut Set, f64) -> ForceId,
);

/// Schemes under which the force fails, index of the named body, kind, and a function that adds the
/// force.
#[rustfmt::skip]
const FAILING: &[Failing] = &[
    (&Scheme::ALL, 1, "closure",
     |set, x| set.world.add_force_on(set.bodies[1], move |_: &Body2, _: f64| Vector2::new(x, 0.0)).unwrap()),
    (&Scheme::ALL, 1, "closure", |set, x| {
        set.world.add_link(set.bodies[1], set.bodies[2], move |_: &Body2, _: f64| Vector2::new(0.0, x)).unwrap()
    }),
    (&Scheme::ALL, 2, "ForceField", |set, x| {
        set.world.add_force_on(set.bodies[2], ForceField::new(move |_: &Vector2<f64>, _: f64| Vector2::new(x, 0.0))).unwrap()
    }),
    (&[Scheme::Rk4], 2, "Own", |set, acceleration| own(set, Own { acceleration, ..SOUND })),
    (&[Scheme::FlowKick], 2, "Own", |set, velocity| own(set, Own { velocity, ..SOUND })),
    (&[Scheme::FlowKick], 2, "Own", |set, position| own(set, Own { position, ..SOUND })),
    (&[Scheme::FlowKick, Scheme::Rk4], 2, "Own", |set, torque| own(set, Own { torque, ..SOUND })),
];

/// The step fails and names the body and the force; without this force the world continues as if it
/// had never been there.
#[test]
fn a_force_that_returns_no_number_is_named_by_a_step() {
    for (schemes, body, kind, add) in FAILING {
        for &scheme in *schemes {
            for &value in NOT_FINITE {
                let mut set = Set::new(scheme);
                let force = add(&mut set, value);
                let never = set.clone();
                let sentence = format!(
                    "the step would leave body #{body}.0 in a state that is not finite, by the force {kind} {force}"
                );
                check(&said(set.world.step(0.1)), &sentence, value);
                let untouched = [set, never].map(|mut set| {
                    set.world.remove_force(force).unwrap();
                    set
                });
                let [set, never] = untouched;
                set.goes_on_as(never, &sentence);
            }
        }
    }
}
