//! What programs look up in a world: its bodies with their ids, its forces with their parameters,
//! and ids that belong to their world.

use std::sync::Arc;

use kinstep::nalgebra::{SVector, Vector2};
use kinstep::{
    Body, Body2, BodyId, Force, ForceField, ForceId, Mounted, ParameterError, QuadraticDrag,
    SceneForce, Scheme, Spring, UniformGravity, World, World2,
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

/// Changing all bodies at once acts like changing each of them.
#[test]
fn bodies_written_to_at_once_are_as_those_written_to_one_by_one() {
    for scheme in Scheme::ALL {
        let (mut world, ..) = small_world();
        world.add_force(QuadraticDrag::coefficient(0.1)).unwrap();
        world.set_scheme(scheme);
        world.step(0.1).unwrap();
        let mut one_by_one = world.clone();
        // a body that was changed before, and has not been loaded yet
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

/// An id of another world finds nothing, even if its number exists in this world.
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
        (world.add_force_on(body, kinstep::ConstantForce::new([1.0, 0.0]))).unwrap_err();
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

/// Clones, overwritten worlds, and worlds from snapshots and scenes accept ids of their original,
/// and the original accepts theirs.
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

    // a world built in the same way has forces with the same numbers
    let (mut alike, ..) = small_world();
    alike.restore(&snapshot).unwrap();
    fits(&alike);
}

/// A user's force that implements torque, potential energy and check.
struct Swirl(f64);

impl Force<f64, 2> for Swirl {
    fn acceleration(&self, body: &Body2, _time: f64) -> Vector2<f64> {
        Vector2::new(-body.velocity.y, body.velocity.x) * self.0
    }

    fn torque(&self, _body: &Body2, time: f64) -> Option<f64> {
        Some(self.0 * time)
    }

    fn potential_energy(&self, body: &Body2, _time: f64) -> Option<f64> {
        Some(self.0 * body.position.x)
    }

    fn check(&self) -> Result<(), ParameterError<f64>> {
        ParameterError::unless_finite("the swirl", self.0)
    }

    fn check_on(&self, body: &Body2) -> Result<(), ParameterError<f64>> {
        ParameterError::unless_positive("the mass less one", body.mass - 1.0)
    }
}

#[test]
fn forces_are_read_by_their_ids() {
    let (mut world, bodies, [gravity, spring, link]) = small_world();
    let swirl = world.add_force_on(bodies[1], Swirl(2.0)).unwrap();
    let fold = (world.add_force(|body: &Body2, _: f64| -body.velocity)).unwrap();
    let listed: Vec<_> = world
        .forces()
        .map(|(id, force)| (id, force.name()))
        .collect();
    let names = ["UniformGravity", "Spring", "Spring", "Swirl", "closure"];
    assert_eq!(
        listed,
        [gravity, spring, link, swirl, fold]
            .into_iter()
            .zip(names)
            .collect::<Vec<_>>()
    );

    let read = |id| {
        world
            .force(id)
            .and_then(|force| force.downcast_ref::<Spring<f64, 2>>())
    };
    assert_eq!(read(spring).unwrap().anchor, Vector2::new(1.0, 0.0));
    assert_eq!(read(link).unwrap().stiffness, 2.0);
    assert!(read(gravity).is_none() && world.force(swirl).unwrap().is::<Swirl>());

    world.remove_body(bodies[0]).unwrap();
    assert!(world.force(spring).is_none() && world.force(gravity).is_some());
}

/// A boxed or shared force acts as the bare force, equal to the bit, under every scheme; it can be
/// found inside.
#[test]
fn boxed_and_shared_forces_act_as_themselves() {
    type Boxed = Box<dyn Force<f64, 2>>;
    type Shared = Arc<dyn Force<f64, 2>>;
    fn add(world: &mut World2, wrap: impl Fn(Boxed) -> Boxed) {
        let [a, b, c] = [1.5, 2.0, 3.0].map(|mass| {
            let body = Body2::solid(mass, 0.5).moving([mass, 1.0]).spinning(0.3);
            world.add_body(body.at([1.0, mass])).unwrap()
        });
        (world.add_force(wrap(Box::new(UniformGravity::new([0.0, -9.81]))))).unwrap();
        (world.add_force(wrap(Box::new(QuadraticDrag::coefficient(0.1))))).unwrap();
        world.add_force_on(a, wrap(Box::new(Swirl(0.4)))).unwrap();
        let field = ForceField::new(|x: &Vector2<f64>, _| -x);
        world.add_force_on(b, wrap(Box::new(field))).unwrap();
        let spring = Mounted::new(Spring::stiffness(3.0), [0.1, 0.0]);
        world.add_force_on(c, wrap(Box::new(spring))).unwrap();
        let link = (world.add_link(b, c, wrap(Box::new(Spring::stiffness(2.0))))).unwrap();
        let found = world.force(link).unwrap();
        assert!(found.is::<Spring<f64, 2>>() && !found.is::<Swirl>());
        assert_eq!(found.name(), "Spring");
    }
    for scheme in Scheme::ALL {
        let mut worlds = [(); 4].map(|()| World2::new());
        add(&mut worlds[0], |force| force);
        add(&mut worlds[1], |force| Box::new(force));
        add(&mut worlds[2], |force| Box::new(Shared::from(force)));
        // built-in forces as data
        add(&mut worlds[3], |force| match force.in_scene() {
            Some(SceneForce::AtCentre(force)) => Box::new(force),
            _ => force,
        });
        let mut ends = worlds
            .map(|mut world| {
                world.set_scheme(scheme);
                for _ in 0..5 {
                    world.step(0.01).unwrap();
                }
                (world.body_slice().to_vec(), world.energy())
            })
            .into_iter();
        let first = ends.next().unwrap();
        assert!(ends.all(|end| end == first), "{scheme}");
    }
    let mut world = World2::new();
    let refused = world
        .add_force(Boxed::from(Box::new(Swirl(f64::NAN))))
        .unwrap_err();
    assert!(
        refused.to_string().starts_with("Swirl: the swirl is NaN"),
        "{refused}"
    );
    let light = world.add_body(Body2::point(1.0)).unwrap();
    world
        .add_force_on(light, Shared::from(Box::new(Swirl(1.0)) as Boxed))
        .unwrap_err();
}

/// The acceleration and torque of a body agree with its change in a short step.
#[test]
fn the_net_acceleration_is_that_of_a_short_step() {
    fn check<const D: usize>(mut world: World<f64, D>, velocity: SVector<f64, D>)
    where
        f64: kinstep::Real<D>,
    {
        let ids: Vec<_> = world.ids().collect();
        world.add_force(QuadraticDrag::coefficient(0.3)).unwrap();
        world.add_force_on(ids[0], Spring::stiffness(5.0)).unwrap();
        (world.add_link(ids[1], ids[0], Spring::stiffness(7.0))).unwrap();
        world[ids[0]].velocity = velocity;
        world.apply_force(ids[1], velocity).unwrap();
        let before = world.clone();
        let dt = 1e-7;
        world.step(dt).unwrap();
        for id in ids {
            let change = (world[id].velocity - before[id].velocity) / dt;
            let acceleration = before.acceleration(id).unwrap();
            assert!(acceleration.norm() > 0.1);
            // 3e-8 is rounding of the difference, 1e-6 the change of the acceleration within the step
            assert!(
                (change - acceleration).norm() < 2e-6 * acceleration.norm(),
                "{change}"
            );
        }
    }
    let bodies = [Body2::point(1.0).at([1.0, 2.0]), Body2::point(3.0)];
    let mut plane = World2::new();
    for body in bodies {
        plane.add_body(body).unwrap();
    }
    check(plane, [3.0, 1.0].into());
    let mut space = World::<f64, 3>::new();
    (space.add_body(Body::point(1.0).at([1.0, 2.0, 0.5]))).unwrap();
    space.add_body(Body::point(3.0)).unwrap();
    check(space, [3.0, 1.0, -1.0].into());

    let (mut world, bodies, _) = small_world();
    let turning = world.add_body(Body2::solid(2.0, 0.5)).unwrap();
    world.add_force_on(turning, Swirl(4.0)).unwrap();
    world.step(0.5).unwrap();
    assert_eq!(
        (world.torque(turning), world.torque(bodies[0])),
        (Ok(2.0), Ok(0.0))
    );
    world.remove_body(turning).unwrap();
    assert!(world.torque(turning).is_err() && world.acceleration(turning).is_err());
}

/// Tags stay with their bodies when other bodies come and go.
#[test]
fn tags_stay_with_their_bodies() {
    let mut world = World2::new();
    let mut expected: Vec<(BodyId, u64)> = Vec::new();
    for round in 0_u64..200 {
        let body = world.add_body(Body2::point(1.0)).unwrap();
        assert_eq!(world.tag(body), Some(0));
        if round % 3 == 0 {
            world.set_tag(body, round).unwrap();
        }
        expected.push((body, if round % 3 == 0 { round } else { 0 }));
        if round % 4 > 1 {
            let (gone, _) = expected.swap_remove((round * 7) as usize % expected.len());
            world.remove_body(gone).unwrap();
            assert!(world.tag(gone).is_none() && world.set_tag(gone, 1).is_err());
        }
        if round % 20 == 7 {
            world = world.clone();
            world.step(0.1).unwrap();
        }
        assert!(
            expected
                .iter()
                .all(|&(body, tag)| world.tag(body) == Some(tag))
        );
    }
    world.clear();
    let body = world.add_body(Body2::point(1.0)).unwrap();
    assert_eq!(world.tag(body), Some(0));
}

/// A printed world shows its content, and no data that it keeps between steps.
#[test]
fn a_world_prints_what_it_contains() {
    let (mut world, bodies, [_, spring, link]) = small_world();
    world.add_force_on(bodies[1], Swirl(1.0)).unwrap();
    let fresh = format!("{world:?}");
    for part in [
        "time: 0.0",
        "scheme: FlowKick",
        "#2.0: Body { position: [[0.0, 0.0]]",
        "#0.0: UniformGravity { acceleration: [[0.0, -9.81]] } on every body",
        "#3.0: Swirl on #1.0",
        "anchor: [[0.0, 0.0]] } on #1.0, #2.0",
    ] {
        assert!(fresh.contains(part), "{part} is not in {fresh}");
    }
    assert!(!fresh.contains("tags") && !fresh.contains("applied_forces"));
    world.set_tag(bodies[2], 77).unwrap();
    world.apply_force(bodies[0], [0.0, 4.5]).unwrap();
    let told = format!("{world:?}");
    for part in [
        "tags: {BodyId(#2.0): 77}",
        "applied_forces: {BodyId(#0.0): [[0.0, 4.5]]}",
    ] {
        assert!(told.contains(part), "{part} is not in {told}");
    }
    world.remove_force(spring).unwrap();
    world.remove_force(link).unwrap();
    world.clear();
    world.step(0.25).unwrap();
    assert!(format!("{world:?}").len() < 160, "{world:?}");
}
