//! glam's values go in wherever vectors do, and come out as they are: each call beside the same with arrays.

use ::glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3, Vec3A};
use kinstep::aim::Order;
use kinstep::ballistics::{Ballistics, EngineStep, Plane, Trajectory};
use kinstep::nalgebra::{UnitQuaternion, Vector3};
use kinstep::orbit::Orbit;
use kinstep::{
    AddBodyError, Body, Body2, Body3, ConstantForce, Inertia, LinearDrag, LinearLaw, MagneticField,
    Spring, Swarm, Thruster, UniformGravity, World, World2, World3,
};

/// A world of every kind of call that takes a vector, stepped once.
macro_rules! stepped {
    ($number:ty, $vector:expr) => {{
        let vector = $vector;
        let mut world = World::<$number, 3>::new();
        world.add_force(UniformGravity::new(vector([0.0, -9.81, 0.0])))?;
        world.add_force(LinearDrag::rate(0.25).in_wind(vector([3.0, 0.0, 1.0])))?;
        let ball = Body::<$number, 3>::point(0.5).at(vector([0.0, 1.5, 0.25]));
        let ball = world.add_body(ball.moving(vector([30.0, 8.0, -1.0])))?;
        let spring = Spring::stiffness(4.0).anchored_at(vector([0.0, 2.0, 0.0]));
        world.add_force_on(ball, spring)?;
        world.add_force_on(ball, ConstantForce::new(vector([0.0, 0.5, 0.0])))?;
        world.add_force_on(ball, MagneticField::new(vector([0.0, 0.0, 1.5])))?;
        world.apply_impulse(ball, vector([0.0, 1.0, 0.0]))?;
        world.apply_force(ball, vector([0.0, 2.0, 0.0]))?;
        let book = Body::<$number, 3>::solid(1.2, Inertia::cuboid(1.2, vector([0.03, 0.15, 0.22])));
        let book = world.add_body(book.spinning(vector([0.01, 6.0, 0.02])))?;
        let jet = Thruster::new(vector([0.0, 4.0, 0.0])).mounted_at(vector([0.5, -1.0, 0.0]));
        world.add_force_on(book, jet)?;
        world.apply_impulse_at(book, vector([0.0, 0.1, 0.0]), vector([0.1, 0.0, 0.0]))?;
        world.step(0.02)?;
        (world[ball], world[book])
    }};
}

type Checked = Result<(), Box<dyn std::error::Error>>;

#[test]
fn a_world_takes_them_and_gives_them() -> Checked {
    let (ball, book) = stepped!(f64, DVec3::from_array);
    assert_eq!((ball, book), stepped!(f64, Vector3::from));
    assert_eq!(
        DVec3::from(ball.position).to_array(),
        <[f64; 3]>::from(ball.position)
    );
    assert_eq!(
        DVec3::from(book.angular_velocity()).y,
        book.angular_velocity().y
    );
    assert!(DVec3::from(ball.position).x > 0.5);

    let (ball, book) = stepped!(f32, Vec3::from_array);
    assert_eq!((ball, book), stepped!(f32, Vector3::from));
    assert_eq!((ball, book), stepped!(f32, Vec3A::from_array));
    assert_eq!(
        Vec3::from(ball.velocity).to_array(),
        <[f32; 3]>::from(ball.velocity)
    );
    Ok(())
}

#[test]
fn the_plane_takes_them_too() -> Checked {
    let mut world = World2::new();
    world.add_force(UniformGravity::new(DVec2::new(0.0, -9.81)))?;
    let ball = world.add_body(Body2::point(1.0).at(DVec2::Y).moving(DVec2::new(3.0, 4.0)))?;
    world.step(0.5)?;
    assert_eq!(
        DVec2::from(world[ball].velocity),
        DVec2::new(3.0, 4.0 - 9.81 * 0.5)
    );

    let law = LinearLaw::gravity(Vec2::NEG_Y) + LinearLaw::drag(0.5).in_wind(Vec2::X);
    let flight = law.launch(Vec2::ZERO, Vec2::ONE);
    assert_eq!(Vec2::from(flight.velocity(0.0)), Vec2::ONE);
    Ok(())
}

#[test]
fn aims_and_flights_take_them() -> Checked {
    let air = Ballistics::new(DVec3::new(0.0, -9.81, 0.0)).with_drag_rate(0.25);
    let air = air.with_wind(DVec3::X * 3.0);
    let (from, target) = (DVec3::Y * 2.0, DVec3::new(40.0, 0.0, 10.0));
    let runs = DVec3::new(2.0, 0.0, 1.0);
    let aim = air.aim(from, target).moving(runs).accelerating(DVec3::ZERO);
    let lead = aim.shooter_moving(DVec3::ZERO).at_speed(35.0)?.direct;
    let flight = air.launch(from, DVec3::from(lead.velocity));
    let off =
        DVec3::from(flight.position(lead.time_of_flight)) - (target + runs * lead.time_of_flight);
    // as arrays hit; within the aim's own rounding
    assert!(off.length() < 16.0 * f64::EPSILON * 40.0, "{off}");

    let wall = [DVec3::new(20.0, 9.0, 5.0), DVec3::new(25.0, 8.0, 6.0)];
    let over = air.aim(from, target).clearing(&wall)?;
    assert_eq!(
        over,
        air.aim(from, target)
            .clearing(&wall.map(|point| point.to_array()))?
    );
    let order = Order::new(from, target).moving(runs);
    assert_eq!(
        order,
        Order::new(from.to_array(), target.to_array()).moving(runs.to_array())
    );

    let ground = Plane::new(DVec3::Y, 0.0);
    assert_eq!(ground.height(DVec3::new(7.0, 3.0, 1.0)), 3.0);
    assert!(flight.closest_approach(target, 0.0..5.0)?.distance < 40.0);
    let host = EngineStep::rapier(1.0_f32 / 60.0).gravity(Vec3::NEG_Y * 9.81);
    assert_eq!(
        Vec3::from(host.launch(Vec3::Y, Vec3::X).position(0.0)),
        Vec3::Y
    );
    let orbit = Orbit::new(1.0, DVec3::X, DVec3::Y)?;
    assert_eq!(DVec3::from(orbit.position), DVec3::X);
    Ok(())
}

#[test]
fn a_swarm_takes_them_and_gives_slices() -> Checked {
    let mut sparks: Swarm<f32, 3> = Swarm::with_capacity(2);
    sparks.push(Vec3::new(0.0, 2.0, 0.0), Vec3::ONE)?;
    sparks.push(Vec3::ZERO, Vec3::X)?;
    sparks.step(&LinearLaw::gravity(Vec3::NEG_Y * 8.0), 0.5)?;
    let drawn: Vec<Vec3> = sparks
        .positions()
        .iter()
        .map(|&place| place.into())
        .collect();
    assert_eq!(drawn, [Vec3::new(0.5, 1.5, 0.5), Vec3::new(0.5, -1.0, 0.0)]);
    Ok(())
}

/// A closure returns nalgebra's vector: `.into()` says so.
#[test]
fn a_force_may_be_written_in_them() -> Checked {
    let mut world = World3::new();
    let ball = world.add_body(Body3::point(1.0).at(DVec3::X))?;
    world.add_force_on(ball, |body: &Body3, _time: f64| {
        let place = DVec3::from(body.position);
        (-4.0 * place).into()
    })?;
    world.step(0.01)?;
    assert!(world[ball].velocity.x < 0.0);
    Ok(())
}

/// An orientation goes in by `UnitQuaternion::from`, or `.into()` where a body asks for one, and is normalised then.
#[test]
fn orientations_are_converted_by_name() -> Checked {
    let lies = DQuat::from_rotation_y(0.5);
    let inertia = Inertia::cuboid(1.2, [0.03, 0.15, 0.22]);
    let mut world = World3::new();
    let book = world.add_body(Body3::solid(1.2, inertia).turned(lies.into()))?;
    let read = DQuat::from(world[book].orientation());
    assert!((read - lies).length() <= 2.0 * f64::EPSILON);
    world[book].set_orientation(UnitQuaternion::from(lies * lies));
    let arm = DVec3::from(world[book].to_world(DVec3::X));
    assert!((arm - (lies * lies) * DVec3::X).length() <= 4.0 * f64::EPSILON);

    let small = Body::<f32, 3>::solid(1.2, Inertia::cuboid(1.2, Vec3::ONE));
    let lies = Quat::from_rotation_x(1.0);
    assert!(
        (Quat::from(small.turned(lies.into()).orientation()) - lies).length() < 2.0 * f32::EPSILON
    );
    Ok(())
}

#[test]
fn what_is_no_number_is_refused_as_ever() {
    let mut world = World3::new();
    let nowhere = Body3::point(1.0).at(DVec3::new(0.0, f64::NAN, 0.0));
    assert!(matches!(
        world.add_body(nowhere),
        Err(AddBodyError::Position { axis: 1, .. })
    ));
    let inertia = Inertia::cuboid(1.0, [1.0; 3]);
    let nohow = Body3::solid(1.0, inertia).turned(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0).into());
    assert!(matches!(
        world.add_body(nohow),
        Err(AddBodyError::Orientation { .. })
    ));
}
