//! Worlds of each kind do what the crate does, and refuse what they must.

use std::sync::Arc;

use kinstep::{Body, ConstantForce, Spring, UniformGravity, World};
use kinstep_common::bodies::{BodyRecord, Column, Part, Push};
use kinstep_common::contacts::{Material, Shape, SurfaceChange};
use kinstep_common::forces::{Given, Target};
use kinstep_common::{AnyWorld, Failure, Kind, Outcome};

/// The kinds of forces in the table.
const GRAVITY: u32 = 0;
const CONSTANT: u32 = 1;
const SPRING: u32 = 5;

fn kinds() -> impl Iterator<Item = AnyWorld> {
    let kinds = [(2, false), (3, false), (2, true), (3, true)];
    kinds
        .into_iter()
        .filter_map(|(dimensions, single)| AnyWorld::new(dimensions, single).ok())
}

/// A body that can turn.
fn ball(world: &AnyWorld, x: f64) -> BodyRecord {
    let moments = if world.dimensions() == 2 {
        [0.0, 0.0, 0.5]
    } else {
        [0.5; 3]
    };
    BodyRecord {
        mass: 2.0,
        position: [x, 1.0, 0.0],
        moments,
        ..BodyRecord::default()
    }
}

fn row(kind: u32, numbers: &[f64]) -> Given<'_> {
    Given::Row { kind, numbers }
}

fn failed<T: std::fmt::Debug>(outcome: Outcome<T>, kind: Kind, words: &str) {
    let failure: Failure = outcome.unwrap_err();
    assert!(
        failure.kind == kind && failure.message.contains(words),
        "{failure:?} has no {words}"
    );
}

/// By this crate and by the library itself.
#[test]
fn the_same_world_ends_in_the_same_bits() {
    let mut any = AnyWorld::new(2, false).unwrap();
    let mut own = World::<f64, 2>::new();
    let ids = [0.0, 3.0].map(|x| any.add_body(&ball(&any.clone(), x)).unwrap());
    let known = [0.0, 3.0].map(|x| own.add_body(Body::solid(2.0, 0.5).at([x, 1.0])).unwrap());
    any.add_force(&row(GRAVITY, &[0.0, -9.81, 0.0]), None, Target::Every)
        .unwrap();
    own.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let nan = f64::NAN;
    any.add_force(
        &row(SPRING, &[3.0, 0.1, nan, 0.0, 0.0, 0.0, 0.0]),
        None,
        Target::Link(ids),
    )
    .unwrap();
    own.add_link(known[0], known[1], Spring::stiffness(3.0).damping(0.1))
        .unwrap();
    let push = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    any.add_force(
        &row(CONSTANT, &push),
        Some([0.0, 0.2, 0.0]),
        Target::Body(ids[1]),
    )
    .unwrap();
    own.add_force_on(
        known[1],
        kinstep::Mounted::new(ConstantForce::new([1.0, 0.0]), [0.0, 0.2]),
    )
    .unwrap();
    any.push(ids[0], Push::ImpulseAt([0.5, 0.0, 0.0], [0.0, 1.2, 0.0]))
        .unwrap();
    own.apply_impulse_at(known[0], [0.5, 0.0], [0.0, 1.2])
        .unwrap();
    for _ in 0..50 {
        any.step(0.02).unwrap();
        own.step(0.02).unwrap();
    }
    for (id, known) in ids.into_iter().zip(known) {
        assert_eq!(any.body(id), Ok(BodyRecord::of(&own[known])));
    }
    assert_eq!(any.energy(), [own.energy().kinetic, own.energy().potential]);
    // and from its bytes
    let mut later = AnyWorld::from_scene(&any.scene().unwrap()).unwrap();
    later.step(0.5).unwrap();
    any.step(0.5).unwrap();
    assert_eq!(later.bodies(), any.bodies());
}

#[test]
fn a_body_is_set_whole_or_not_at_all() {
    for mut world in kinds() {
        let id = world.add_body(&ball(&world.clone(), 1.0)).unwrap();
        let is_plane = world.dimensions() == 2;
        if !is_plane {
            failed(
                world.set_body(id, Part::Orientation([2.0, 0.0, 0.0, 0.0])),
                Kind::Invalid,
                "length 2",
            );
        } else {
            failed(
                world.set_body(id, Part::Velocity([0.0, 0.0, 1.0])),
                Kind::Invalid,
                "z of the velocity is 1",
            );
            failed(
                world.set_body(id, Part::AngularVelocity([1.0, 0.0, 0.0])),
                Kind::Invalid,
                "x of the angular velocity",
            );
        }
        let before = world.body(id).unwrap();
        failed(world.set_body(id, Part::Mass(-1.0)), Kind::Invalid, "-1 kg");
        failed(
            world.set_body(id, Part::Position([f64::NAN, 0.0, 0.0])),
            Kind::Invalid,
            "NaN",
        );
        failed(
            world.set_body(id, Part::Radius(-0.5)),
            Kind::Invalid,
            "-0.5 m",
        );
        assert_eq!(world.body(id), Ok(before));
        world
            .set_body(id, Part::AngularVelocity([0.0, 0.0, 0.5]))
            .unwrap();
        let moments = before.moments.map(|moment| 2.0 * moment);
        world
            .set_body(id, Part::Inertia(moments, [0.0; 4]))
            .unwrap();
        assert_eq!(world.body(id).unwrap().angular_velocity, [0.0, 0.0, 0.5]);

        let point = world
            .add_body(&BodyRecord {
                mass: 1.0,
                ..BodyRecord::default()
            })
            .unwrap();
        failed(
            world.set_body(point, Part::AngularVelocity([0.0, 0.0, 1.0])),
            Kind::Invalid,
            "a point cannot spin",
        );
        world.remove_body(point).unwrap();
        failed(
            world.set_body(point, Part::Mass(1.0)),
            Kind::NoSuchBody,
            "no body",
        );
        failed(
            world.push(point, Push::Force([1.0, 0.0, 0.0])),
            Kind::NoSuchBody,
            "no body",
        );
    }
}

#[test]
fn columns_are_set_whole_or_not_at_all() {
    for mut world in kinds() {
        let width = world.dimensions();
        let records = [
            ball(&world, 0.0),
            ball(&world, 1.0),
            BodyRecord {
                mass: -1.0,
                ..BodyRecord::default()
            },
        ];
        failed(
            world.add_bodies(&records),
            Kind::Invalid,
            "body 2 of those given",
        );
        assert!(world.is_empty());
        let ids = world.add_bodies(&records[..2]).unwrap();
        assert_eq!(world.ids(), ids);
        let mut numbers = vec![0.5; 2 * width];
        world.set_column(Column::Velocities, &numbers).unwrap();
        assert_eq!(world.body(ids[1]).unwrap().velocity[0], 0.5);
        failed(
            world.set_column(Column::Velocities, &numbers[1..]),
            Kind::Invalid,
            "2 bodies",
        );
        numbers.fill(0.25);
        numbers[width] = f64::INFINITY;
        failed(
            world.set_column(Column::Velocities, &numbers),
            Kind::Invalid,
            "inf",
        );
        let mut read = Vec::new();
        world.read_column(Column::Velocities, &mut read);
        assert_eq!(read, vec![0.5; 2 * width]);
    }
}

#[test]
fn functions_act_as_forces() {
    for mut world in kinds() {
        let id = world.add_body(&ball(&world.clone(), 1.0)).unwrap();
        let pull: kinstep_common::forces::OfBody =
            Arc::new(|body, time| [-body.position[0], time * 0.0, 0.0]);
        world
            .add_force(&Given::Function(pull), None, Target::Body(id))
            .unwrap();
        world
            .add_force(
                &Given::Torque(Arc::new(|_, _| [0.0, 0.0, 0.5])),
                None,
                Target::Every,
            )
            .unwrap();
        let well = Given::Field(
            Arc::new(|x, _| [-x[0], 0.0, 0.0]),
            Some(Arc::new(|x, _| 0.5 * x[0] * x[0])),
        );
        let field = world.add_force(&well, None, Target::Each(&[id])).unwrap();
        assert_eq!(world.energy()[1], 0.5);
        let [acceleration, torque] = world.acceleration_and_torque(id).unwrap();
        assert_eq!((acceleration[0], torque[2]), (-1.0, 0.5));
        world.step(0.1).unwrap();
        assert!(world.body(id).unwrap().velocity[0] < -0.09);
        failed(world.scene(), Kind::Invalid, "");
        world.remove_force(field).unwrap();
        failed(world.remove_force(field), Kind::NoSuchForce, "no force");
        // an error of a function is NaN: the step fails, and nothing has changed
        let before = world.bodies();
        world
            .add_force(
                &Given::Function(Arc::new(|_, _| [f64::NAN; 3])),
                None,
                Target::Except(&[]),
            )
            .unwrap();
        failed(world.step(0.1), Kind::Step, "finite");
        assert_eq!(world.bodies(), before);
    }
}

#[cfg(feature = "json")]
#[test]
fn forces_have_names() {
    for mut world in kinds() {
        let text = r#"{"Spring": {"stiffness": 3.0, "damping": 0.5}}"#;
        let id = world.add_json_force(text, None, Target::Every).unwrap();
        let written = world.json_force(id).unwrap().unwrap();
        assert!(
            written.contains("Spring") && written.contains("0.5"),
            "{written}"
        );
        let wrong = world.add_json_force(r#"{"Spring": {"stifness": 3.0}}"#, None, Target::Every);
        failed(
            wrong,
            Kind::Invalid,
            "unknown field `stifness`, expected one of `stiffness`",
        );
        failed(
            world.add_json_force(r#"{"Sprung": {}}"#, None, Target::Every),
            Kind::Invalid,
            "expected one of `UniformGravity`",
        );
    }
}

#[cfg(feature = "json")]
#[test]
fn a_force_is_replaced_by_names() {
    for mut world in kinds() {
        let spring = |stiffness: f64| serde_json::json!({ "Spring": { "stiffness": stiffness } });
        let force = world
            .add_named_force(spring(1.0), None, Target::Every)
            .unwrap();
        world.replace_named_force(force, spring(4.0), None).unwrap();
        assert!(world.json_force(force).unwrap().unwrap().contains("4.0"));
        let wrong = world.replace_named_force(force, serde_json::json!({ "Sprong": {} }), None);
        failed(wrong, Kind::Invalid, "`Spring`");
        let stale = world.replace_named_force(force + 1, spring(1.0), None);
        failed(stale, Kind::NoSuchForce, "no force");
    }
}

#[test]
fn a_body_lands_on_ground_that_is_a_function() {
    for mut world in kinds() {
        let ground = |curvature| Shape::Ground {
            up: [0.0, 1.0, 0.0],
            height: Arc::new(|_| 0.5),
            steepest: 0.0,
            curvature,
        };
        failed(
            world.add_surface(ground(f64::NAN), Material::default()),
            Kind::Invalid,
            "curvature of the ground is NaN",
        );
        world.add_surface(ground(0.0), Material::default()).unwrap();
        let record = BodyRecord {
            mass: 1.0,
            position: [0.0, 1.5, 0.0],
            velocity: [0.0, -2.0, 0.0],
            ..BodyRecord::default()
        };
        let body = world.add_body(&record).unwrap();
        world.step(1.0).unwrap();
        assert!((world.body(body).unwrap().position[1] - 0.5).abs() < 1e-6);
    }
}

#[test]
fn surfaces_hold_bodies() {
    for mut world in kinds() {
        world
            .add_force(&row(GRAVITY, &[0.0, -10.0, 0.0]), None, Target::Every)
            .unwrap();
        let rubber = Material {
            restitution: 0.5,
            ..Material::default()
        };
        let floor = world
            .add_surface(
                Shape::Plane {
                    normal: [0.0, 1.0, 0.0],
                    distance: 0.0,
                },
                rubber,
            )
            .unwrap();
        let start = BodyRecord {
            mass: 1.0,
            position: [0.0, 1.0, 0.0],
            ..BodyRecord::default()
        };
        let id = world.add_body(&start).unwrap();
        world.step(0.5).unwrap();
        let contact = world.contacts().unwrap()[0];
        assert!((contact.time - 0.2_f64.sqrt()).abs() < 1e-6 && contact.body == id);
        world.step(10.0).unwrap();
        assert_eq!(world.held_by(id), Ok(vec![floor]));
        assert!(world.body(id).unwrap().position[1].abs() < 1e-6);
        let ball = |radius| Shape::Ball {
            center: [0.0, 9.0, 0.0],
            radius,
        };
        failed(
            world.add_surface(ball(-1.0), rubber),
            Kind::Invalid,
            "the radius of the ball is -1",
        );
        if world.is_single() {
            failed(
                world.add_surface(ball(1e300), rubber),
                Kind::Invalid,
                "the radius of the ball is inf",
            );
        }
        let flat = Shape::Box {
            center: [0.0; 3],
            half_extents: [1.0, f64::NAN, 0.0],
            orientation: [0.0; 4],
        };
        failed(
            world.add_surface(flat, rubber),
            Kind::Invalid,
            "half an edge of the box is NaN",
        );
        failed(
            world.change_surface(floor + 1, SurfaceChange::default()),
            Kind::NoSuchSurface,
            "no surface",
        );
        // nothing of a change that is refused is made
        let wrong = SurfaceChange {
            material: Some(Material {
                restitution: 0.75,
                ..rubber
            }),
            velocity: Some([f64::NAN, 0.0, 0.0]),
            one_way: Some(Some([f64::INFINITY, 0.0, 0.0])),
            layers: Some(0),
        };
        let before = world.clone();
        failed(
            world.change_surface(floor, wrong),
            Kind::Invalid,
            "velocity is NaN",
        );
        let wrong = SurfaceChange {
            velocity: None,
            ..wrong
        };
        failed(
            world.change_surface(floor, wrong),
            Kind::Invalid,
            "side is inf",
        );
        let [falls, fell] = [&mut world.clone(), &mut before.clone()].map(|world| {
            let id = world.add_body(&start).unwrap();
            world.step(2.0).unwrap();
            world.body(id).unwrap()
        });
        assert_eq!(falls, fell);
        let chain = Shape::Chain {
            points: &[0.0, 0.0, 1.0, 0.0],
            is_closed: false,
        };
        assert_eq!(
            world.add_surface(chain, rubber).is_ok(),
            world.dimensions() == 2
        );
    }
}

#[test]
fn bytes_fit_their_kind_of_world() {
    let mut saved: Vec<(usize, bool, Vec<u8>)> = Vec::new();
    for mut world in kinds() {
        world.add_body(&ball(&world.clone(), 0.5)).unwrap();
        saved.push((
            world.dimensions(),
            world.is_single(),
            world.snapshot().unwrap(),
        ));
    }
    for (mut world, own) in kinds().zip(0..) {
        for (index, (_, _, bytes)) in saved.iter().enumerate() {
            let restored = world.restore(bytes);
            if index == own {
                assert_eq!(restored, Ok(()));
            } else {
                failed(restored, Kind::Restore, "dimensions");
            }
        }
        failed(world.restore(&saved[own].2[..5]), Kind::Restore, "");
    }
    failed(AnyWorld::new(4, false), Kind::Invalid, "not 4");
}
