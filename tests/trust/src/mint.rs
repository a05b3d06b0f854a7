//! The plain values of mint go in wherever vectors do, and come out by `.into()`: what most mathematics crates convert to.

use ::mint::{Point3, Quaternion, Vector2, Vector3};
use kinstep::ballistics::{Ballistics, Trajectory};
use kinstep::nalgebra::{self, UnitQuaternion};
use kinstep::{
    Body, Body3, Inertia, LinearDrag, LinearLaw, Spring, Swarm, UniformGravity, World, World3,
};

type Checked = Result<(), Box<dyn std::error::Error>>;

fn vector(numbers: [f64; 3]) -> Vector3<f64> {
    numbers.into()
}

#[test]
fn a_world_takes_them_and_gives_them() -> Checked {
    let mut world = World3::new();
    world.add_force(UniformGravity::new(vector([0.0, -8.0, 0.0])))?;
    let ball = Body3::point(0.5)
        .at(vector([0.0, 1.0, 0.0]))
        .moving(vector([4.0, 2.0, 0.0]));
    let ball = world.add_body(ball)?;
    world.apply_impulse(ball, vector([0.0, 0.0, 1.0]))?;
    world.step(0.5)?;
    let (position, velocity) = (world[ball].position, world[ball].velocity);
    let drawn: Vector3<f64> = position.into();
    assert_eq!(drawn, vector([2.0, 1.0, 1.0]));
    let moves: Vector3<f64> = velocity.into();
    assert_eq!(moves, vector([4.0, -2.0, 2.0]));

    // all other builders take the same
    let wind = LinearDrag::rate(0.25).in_wind(vector([3.0, 0.0, 0.0]));
    assert_eq!(wind, LinearDrag::rate(0.25).in_wind([3.0, 0.0, 0.0]));
    let spring = Spring::<f64, 3>::stiffness(2.0);
    assert_eq!(
        spring.anchored_at(vector([1.0; 3])),
        spring.anchored_at([1.0; 3])
    );
    Ok(())
}

#[test]
fn the_plane_in_f32_takes_them_too() -> Checked {
    let mut world = World::<f32, 2>::new();
    let up = Vector2 { x: 0.0, y: 2.0 };
    let ball = world.add_body(Body::point(1.0).moving(up))?;
    world.step(0.5)?;
    let drawn: Vector2<f32> = world[ball].position.into();
    assert_eq!(drawn, Vector2 { x: 0.0, y: 1.0 });
    Ok(())
}

#[test]
fn aims_and_swarms_take_them() -> Checked {
    let air = Ballistics::new(vector([0.0, -9.81, 0.0])).with_drag_rate(0.25);
    let (from, target) = (vector([0.0, 2.0, 0.0]), vector([30.0, 0.0, 5.0]));
    let runs = vector([2.0, 0.0, 1.0]);
    let lead = air.aim(from, target).moving(runs).at_speed(30.0)?.direct;
    let as_arrays = air
        .aim([0.0, 2.0, 0.0], [30.0, 0.0, 5.0])
        .moving([2.0, 0.0, 1.0]);
    assert_eq!(lead, as_arrays.at_speed(30.0)?.direct);
    let thrown: Vector3<f64> = lead.velocity.into();
    assert_eq!(air.launch(from, thrown).velocity(0.0), lead.velocity);

    let mut swarm: Swarm<f64, 3> = Swarm::with_capacity(1);
    swarm.push(from, runs)?;
    swarm.step(&LinearLaw::gravity(vector([0.0, -8.0, 0.0])), 0.5)?;
    let drawn: Vec<Vector3<f64>> = swarm
        .positions()
        .iter()
        .map(|&place| place.into())
        .collect();
    assert_eq!(drawn, [vector([1.0, 1.0, 0.5])]);
    Ok(())
}

/// A point is named as one on its way in.
#[test]
fn a_point_goes_in_by_its_coordinates() {
    let point = Point3 {
        x: 1.0,
        y: 2.0,
        z: 3.0,
    };
    let body = Body3::point(1.0).at(nalgebra::Point3::from(point).coords);
    assert_eq!(Point3::from(<[f64; 3]>::from(body.position)), point);
}

/// An orientation goes in as a quaternion that is normalised by name, and comes out by `.into()`.
#[test]
fn orientations_are_converted_by_name() -> Checked {
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let lies = Quaternion {
        v: vector([half, 0.0, 0.0]),
        s: half,
    };
    let unit = UnitQuaternion::new_normalize(lies.into());
    let mut world = World3::new();
    let book = Body3::solid(1.2, Inertia::cuboid(1.2, vector([0.03, 0.15, 0.22]))).turned(unit);
    let book = world.add_body(book.spinning(vector([0.0, 1.0, 0.0])))?;
    let read: Quaternion<f64> = world[book].orientation().into();
    assert!((read.s - half).abs() <= f64::EPSILON && (read.v.x - half).abs() <= f64::EPSILON);
    let arm: Vector3<f64> = world[book].to_world(vector([0.0, 1.0, 0.0])).into();
    assert!((arm.z - 1.0).abs() <= 2.0 * f64::EPSILON);
    Ok(())
}
