//! What programs look for in a world: its bodies with their ids, its forces with their parameters, and ids that
//! know their world.

use kinstep::{
    Body2, BodyId, ConstantForce, ForceId, QuadraticDrag, Scheme, Spring, UniformGravity, World2,
};

/// Three bodies of 1, 2 and 3 kg under gravity; a spring on the first, a link between the others.
fn small_world() -> (World2, [BodyId; 3], [ForceId; 3]) {
    let mut world = World2::new();
    let bodies = [1.0, 2.0, 3.0].map(|mass| world.add_body(Body2::point(mass)).unwrap());
    let gravity = world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
    let spring = Spring::stiffness(3.0).anchored_at([1.0, 0.0]);
    let spring = world.add_force_on(bodies[0], spring).unwrap();
    let link = (world.add_link(bodies[1], bodies[2], Spring::stiffness(2.0))).unwrap();
    (world, bodies, [gravity, spring, link])
}

#[test]
fn bodies_come_with_their_ids() {
    let (mut world, bodies, _) = small_world();
    assert_eq!((world.len(), world.is_empty()), (3, false));
    assert!(world.ids().eq(bodies));
    assert!(world.ids().rev().eq(bodies.into_iter().rev()));
    assert_eq!((world.ids().len(), world.bodies().len()), (3, 3));

    world.remove_body(bodies[0]).unwrap();
    assert!(!world.contains(bodies[0]) && world.contains(bodies[2]));
    assert!(world.bodies().all(|(id, body)| world[id] == *body));
    assert!(world.bodies().rev().map(|(id, _)| id).eq(world.ids().rev()));
    assert!((world.bodies().map(|(_, body)| body)).eq(world.body_slice()));
    let again = world.bodies();
    assert_eq!(again.clone().count(), again.count());
}

/// What is written to all bodies at once acts as if it were written to each.
#[test]
fn bodies_written_to_at_once_are_as_those_written_to_one_by_one() {
    for scheme in Scheme::ALL {
        let (mut world, ..) = small_world();
        world.add_force(QuadraticDrag::coefficient(0.1)).unwrap();
        world.set_scheme(scheme);
        world.step(0.1).unwrap();
        let mut one_by_one = world.clone();
        // written to before, and not loaded yet
        let first = world.ids().next().unwrap();
        world[first].position.x += 1.0;
        one_by_one[first].position.x += 1.0;

        for (id, body) in world.bodies_mut() {
            body.velocity.x += body.mass;
            body.mass *= 1.5;
            assert_eq!(id == first, body.position.x > 0.5);
        }
        for id in one_by_one.ids().collect::<Vec<_>>() {
            let mass = one_by_one[id].mass;
            one_by_one[id].velocity.x += mass;
            one_by_one[id].mass *= 1.5;
        }
        for _ in 0..3 {
            world.step(0.1).unwrap();
            one_by_one.step(0.1).unwrap();
            assert_eq!(world.body_slice(), one_by_one.body_slice(), "{scheme}");
        }
        let (_, last) = world.bodies_mut().next_back().unwrap();
        last.mass = -1.0;
        assert!(world.step(0.1).is_err(), "{scheme}");
    }
}

#[test]
fn a_cleared_world_keeps_its_time_and_what_acts_on_all() {
    let (mut world, bodies, [gravity, spring, link]) = small_world();
    world.step(0.5).unwrap();
    world.apply_force(bodies[1], [1.0, 0.0]).unwrap();
    world.clear();
    assert!(world.is_empty() && world.body_slice().is_empty());
    assert!(bodies.iter().all(|&body| world.body(body).is_none()));
    assert!(world.remove_force(spring).is_err() && world.remove_force(link).is_err());
    assert_eq!((world.time(), world.steps()), (0.5, 1));

    let body = world.add_body(Body2::point(1.0)).unwrap();
    assert!(!bodies.contains(&body), "an id is never given again");
    world.step(1.0).unwrap();
    assert_eq!(world[body].velocity.y, -9.81);
    world.remove_force(gravity).unwrap();
}

/// An id of another world finds nothing, even where it would fit.
#[test]
#[cfg(debug_assertions)]
fn an_id_of_another_world_is_refused() {
    let (mut world, bodies, forces) = small_world();
    let (other, other_bodies, other_forces) = small_world();
    assert_eq!(
        (bodies, forces),
        (other_bodies, other_forces),
        "ids compare as numbers"
    );
    for body in other_bodies {
        assert!(world.body(body).is_none() && world.body_mut(body).is_none());
        assert!(!world.contains(body));
        let error = world.remove_body(body).unwrap_err();
        assert!(
            error.to_string().contains("belongs to another world"),
            "{error}"
        );
        world.apply_impulse(body, [1.0, 0.0]).unwrap_err();
        (world.add_force_on(body, ConstantForce::new([1.0, 0.0]))).unwrap_err();
    }
    for force in other_forces {
        let error = world.remove_force(force).unwrap_err();
        assert!(
            error.to_string().contains("belongs to another world"),
            "{error}"
        );
        world
            .replace_force(force, Spring::stiffness(1.0))
            .unwrap_err();
    }
    assert!(other.bodies().all(|(id, _)| other.contains(id)));
}

/// Clones, overwritten worlds, and worlds of snapshots and scenes accept ids of their origin, and it theirs.
#[test]
fn worlds_of_one_origin_accept_the_same_ids() {
    let (mut world, bodies, forces) = small_world();
    let fits = |world: &World2| {
        let mut world = world.clone();
        world.step(0.1).unwrap();
        assert!(bodies.iter().all(|&body| world.contains(body)));
        assert!(world.bodies().all(|(id, _)| world.contains(id)));
        for force in forces {
            world.replace_force(force, Spring::stiffness(1.0)).unwrap();
        }
    };
    let (snapshot, scene) = (world.snapshot(), world.scene().unwrap());
    let (mut overwritten, ..) = small_world();
    overwritten.clone_from(&world);
    fits(&overwritten);
    fits(&scene.world().unwrap());
    let added = overwritten.add_body(Body2::point(1.0)).unwrap();
    world.clone_from(&overwritten);
    assert!(world.contains(added));
    world.restore(&snapshot).unwrap();
    fits(&world);
    assert!(snapshot.ids().all(|body| world.contains(body)));

    // a world built alike has the same forces, by number
    let (mut alike, ..) = small_world();
    alike.restore(&snapshot).unwrap();
    fits(&alike);
}
