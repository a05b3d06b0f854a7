//! Vectors of glam and mint are accepted wherever those of nalgebra and arrays are, and results
//! convert to them by `.into()`: those of flights and aims, which are computed in `f64`, to vectors
//! of `f64`.

use glam::{DQuat, DVec2, DVec3, Vec2, Vec3, Vec3A};
use kinstep::nalgebra::{self, UnitQuaternion, Vector3};
use kinstep::orbit::Orbit;
use kinstep::trajectory::{Plane, Trajectory};
use kinstep::{
    Body, Body2, Body3, BodyError, ConstantForce, Inertia, LinearDrag, LinearLaw, MagneticField,
    Spring, Thruster, UniformGravity, World, World2, World3,
};
use kinstep_flight::aim::Order;
use kinstep_flight::{Ballistics, EngineStep};
use kinstep_swarm::Swarm;

type Checked = Result<(), Box<dyn std::error::Error>>;

/// Makes a world by every kind of call that takes a vector, and steps it once.
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

#[test]
fn a_world_takes_them_and_gives_them() -> Checked {
    let (ball, book) = stepped!(f64, DVec3::from_array);
    assert_eq!((ball, book), stepped!(f64, Vector3::from));
    assert_eq!((ball, book), stepped!(f64, mint::Vector3::from));
    assert!(ball.position.x > 0.5);
    let position = <[f64; 3]>::from(ball.position);
    assert_eq!(DVec3::from(ball.position).to_array(), position);
    let read: mint::Vector3<f64> = ball.position.into();
    assert_eq!(read, position.into());

    let (ball, book) = stepped!(f32, Vec3::from_array);
    assert_eq!((ball, book), stepped!(f32, Vector3::from));
    assert_eq!((ball, book), stepped!(f32, Vec3A::from_array));
    assert_eq!((ball, book), stepped!(f32, mint::Vector3::from));

    // in the plane
    let up = mint::Vector2 { x: 0.0, y: 2.0 };
    let mut world = World2::new();
    let balls = [
        Body2::point(1.0).moving(up),
        Body2::point(1.0).moving(DVec2::Y * 2.0),
    ];
    let [one, other] = balls.map(|ball| world.add_body(ball).unwrap());
    world.step(0.5)?;
    assert_eq!(DVec2::from(world[one].position), DVec2::Y);
    assert_eq!(world[one], world[other]);
    Ok(())
}

/// A throw at a moving target past a wall, its flight and its orbit.
macro_rules! thrown {
    ($vector:expr) => {{
        let vector = $vector;
        let down = vector([0.0, -9.81, 0.0]);
        let air = (Ballistics::new(down).with_drag_rate(0.25)).with_wind(vector([3.0, 0.0, 0.0]));
        let (from, target) = (vector([0.0, 2.0, 0.0]), vector([40.0, 0.0, 10.0]));
        let runs = vector([2.0, 0.0, 1.0]);
        let aim = (air.aim(from, target).moving(runs)).accelerating(vector([0.0; 3]));
        let lead = (aim.shooter_moving(vector([0.0; 3])).at_speed(35.0)?).direct;
        let wall = [vector([20.0, 9.0, 5.0]), vector([25.0, 8.0, 6.0])];
        let over = air.aim(from, target).clearing(&wall)?;
        let closest = (air.launch(from, lead.velocity)).closest_approach(target, 0.0..5.0)?;
        let height = Plane::new(vector([0.0, 1.0, 0.0]), 0.0).height(vector([7.0, 3.0, 1.0]));
        let host = EngineStep::rapier(1.0 / 60.0).gravity(down);
        let hosted = host.launch(from, runs).position(1.0);
        let orbit = Orbit::new(1.0, target, runs)?;
        let law = LinearLaw::gravity(down) + LinearLaw::drag(0.5).in_wind(runs);
        let mut swarm: Swarm<f64, 3> = Swarm::with_capacity(1);
        swarm.push(from, runs)?;
        swarm.step(&law, 0.5)?;
        let order = Order::new(from, target).moving(runs);
        (
            lead,
            over,
            closest,
            height,
            hosted,
            orbit,
            order,
            swarm.positions()[0],
        )
    }};
}

#[test]
fn aims_flights_and_swarms_take_them() -> Checked {
    let by_arrays = thrown!(|numbers: [f64; 3]| numbers);
    assert_eq!(thrown!(DVec3::from_array), by_arrays);
    assert_eq!(thrown!(mint::Vector3::from), by_arrays);
    // vectors of `f32`, too, and points
    let thrown = Ballistics::new(Vec2::NEG_Y).launch(mint::Point2::from([1.5, 2.0]), Vec2::ONE);
    assert_eq!(DVec2::from(thrown.position(0.0)), DVec2::new(1.5, 2.0));
    assert_eq!(DVec2::from(thrown.velocity(0.0)), DVec2::ONE);
    let aligned = Ballistics::new(Vec3A::NEG_Y).launch(Vec3::X, mint::Vector3::from([1.0_f32; 3]));
    assert_eq!(DVec3::from(aligned.at(0.0).velocity), DVec3::ONE);
    let flight = LinearLaw::gravity(Vec2::NEG_Y).launch(Vec2::ZERO, Vec2::ONE);
    assert_eq!(DVec2::from(flight.velocity(0.0)), DVec2::ONE);
    Ok(())
}

/// A closure converts its result to a vector of nalgebra by `.into()`. A point is converted by
/// name.
#[test]
fn a_force_may_be_written_in_them() -> Checked {
    let mut world = World3::new();
    let point = mint::Point3::from([1.0, 0.0, 0.0]);
    let ball = Body3::point(1.0).at(nalgebra::Point3::from(point).coords);
    let ball = world.add_body(ball)?;
    world.add_force_on(ball, |body: &Body3, _time: f64| {
        let place = DVec3::from(body.position);
        (-4.0 * place).into()
    })?;
    world.step(0.01)?;
    assert!(world[ball].velocity.x < 0.0);
    Ok(())
}

/// An orientation of glam is converted by `.into()`; one of mint is converted by name, and
/// normalised.
#[test]
fn orientations_are_converted_by_name() -> Checked {
    let lies = DQuat::from_rotation_y(0.5);
    let plain = mint::Quaternion::from([lies.x, lies.y, lies.z, lies.w]);
    let inertia = Inertia::cuboid(1.2, [0.03, 0.15, 0.22]);
    let mut world = World3::new();
    for unit in [lies.into(), UnitQuaternion::new_normalize(plain.into())] {
        let book = world.add_body(Body3::solid(1.2, inertia).turned(unit))?;
        let read = DQuat::from(world[book].orientation());
        assert!((read - lies).length() <= 2.0 * f64::EPSILON);
        let read: mint::Quaternion<f64> = world[book].orientation().into();
        assert!((read.s - lies.w).abs() <= f64::EPSILON);
    }
    let nohow = Body3::solid(1.2, inertia).turned(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0).into());
    let refused = world.add_body(nohow);
    assert!(matches!(refused, Err(BodyError::Orientation { .. })));
    Ok(())
}
