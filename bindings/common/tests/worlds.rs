//! Forces that are replaced by names, and ground that is a function.

use std::sync::Arc;

use kinstep_common::bodies::BodyRecord;
use kinstep_common::contacts::{Material, Shape};
use kinstep_common::forces::Target;
use kinstep_common::{AnyWorld, Kind};
use serde_json::json;

#[test]
fn a_force_is_replaced_by_names() {
    let mut world = AnyWorld::new(2, false).unwrap();
    let spring = |stiffness: f64| json!({ "Spring": { "stiffness": stiffness } });
    let force = world
        .add_named_force(spring(1.0), None, Target::Every)
        .unwrap();
    world.replace_named_force(force, spring(4.0), None).unwrap();
    let written = world.write_force(force, serde_json::value::Serializer);
    assert!(written.unwrap().unwrap().to_string().contains("4.0"));
    let wrong = world.replace_named_force(force, json!({ "Sprong": {} }), None);
    assert!(wrong.unwrap_err().message.contains("`Spring`"));
    let stale = world.replace_named_force(force + 1, spring(1.0), None);
    assert_eq!(stale.unwrap_err().kind, Kind::NoSuchForce);
}

#[test]
fn a_body_lands_on_ground_of_known_curvature() {
    let mut world = AnyWorld::new(2, false).unwrap();
    let ground = |curvature| Shape::Ground {
        up: [0.0, 1.0, 0.0],
        height: Arc::new(|_| 0.5),
        steepest: 0.0,
        curvature,
    };
    let refused = world.add_surface(ground(None), Material::default());
    assert!(refused.unwrap_err().message.contains("with_curvature"));
    world
        .add_surface(ground(Some(0.0)), Material::default())
        .unwrap();
    let body = BodyRecord {
        mass: 1.0,
        position: [0.0, 1.5, 0.0],
        velocity: [0.0, -2.0, 0.0],
        ..BodyRecord::default()
    };
    let body = world.add_body(&body).unwrap();
    world.step(1.0).unwrap();
    assert!((world.body(body).unwrap().position[1] - 0.5).abs() < 1e-12);
}
