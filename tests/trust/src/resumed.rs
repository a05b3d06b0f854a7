//! A world that continues from a snapshot moves as without it, equal to the bit.

use std::fmt::Debug;
use std::sync::Arc;

use kinstep::Until;
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{Crossing, Plane};
use kinstep::{
    Body, Body2, Body3, BodyId, BuiltInForce, ConstantForce, Force, ForceField, ForceId, Inertia,
    LinearDrag, Mounted, MutualGravity, PointGravity, QuadraticDrag, RestoreError, Scene,
    SceneForce, Scheme, Snapshot, Spring, Torque, UniformGravity, World, World2, World3,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::worlds::{Number, bits, body, forces, number, vector, world};

/// Writes a value and reads it again, as a game would.
pub(crate) fn read_again<W: Serialize + DeserializeOwned>(value: &W) -> W {
    postcard::from_bytes(&postcard::to_allocvec(value).unwrap()).unwrap()
}

/// Asserts that a value written as text and read again is equal to the bit.
fn agree_in_text<W: Serialize + DeserializeOwned>(value: &W) {
    let bits = postcard::to_allocvec(value).unwrap();
    let json: W = serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap();
    assert_eq!(postcard::to_allocvec(&json).unwrap(), bits, "json");
    let ron: W = ron::from_str(&ron::to_string(value).unwrap()).unwrap();
    assert_eq!(postcard::to_allocvec(&ron).unwrap(), bits, "ron");
}

/// A further check in the middle of a run.
type Look<T, const D: usize> = fn(&World<T, D>);

fn in_text<T: Number<D>, const D: usize>(world: &World<T, D>) {
    agree_in_text(&world.scene().unwrap());
}

/// The i-th step length: lengths differ, and some are negative.
fn duration<T: Number<D>, const D: usize>(i: usize) -> T {
    number([0.016, 0.016, 0.016, 0.03, -0.01][i % 5])
}

fn steps<T: Number<D>, const D: usize>(world: &mut World<T, D>, count: usize) {
    for i in 0..count {
        // a step that fails leaves the world unchanged, and must fail in every copy
        let _ = world.step(duration::<T, D>(i));
    }
}

/// Asserts that a run continues in the same way from the world itself, from a snapshot and from a
/// scene.
#[track_caller]
fn resumes<T: Number<D>, const D: usize>(mut world: World<T, D>, look: Look<T, D>, what: &str) {
    let start = bits(&world);
    steps(&mut world, 23);
    let pushed = world.ids().next().unwrap();
    world.apply_force(pushed, vector::<T, D>(0.3, 0.2)).unwrap();
    assert_ne!(bits(&world), start, "{what}: nothing moves");

    look(&world);
    let snapshot = read_again(&world.snapshot());
    let scene = read_again(&world.scene().unwrap());
    let loaded = scene.world().unwrap();
    let mut returned = world.clone();
    steps(&mut returned, 11);
    returned.set_scheme(Scheme::ExplicitEuler);
    returned.restore(&snapshot).unwrap();
    assert_eq!(bits(&loaded), bits(&world), "{what}: as read");
    assert_eq!(bits(&returned), bits(&world), "{what}: as restored");

    let mut all = [world, returned, loaded];
    for world in &mut all {
        steps(world, 100);
        // ids that are given afterwards are the same
        let added = world.add_body(body(7)).unwrap();
        (world.add_force_on(added, Spring::stiffness(number(1.0)))).unwrap();
        let first = world.ids().next().unwrap();
        world.remove_body(first).unwrap();
        world.add_body(body(8)).unwrap();
        steps(world, 100);
    }
    let [world, returned, loaded] = all;
    assert_eq!(
        bits(&returned),
        bits(&world),
        "{what}: gone on from a snapshot"
    );
    assert_eq!(bits(&loaded), bits(&world), "{what}: gone on from a scene");
}

/// Checks a world of five bodies, the last of them fixed, and the forces of `add`, under each
/// scheme.
fn five<T: Number<D>, const D: usize>(
    look: Look<T, D>,
    what: &impl Debug,
    add: impl Fn(&mut World<T, D>, &[BodyId]),
) {
    for scheme in Scheme::ALL {
        let (mut world, ids) = world::<T, D>(scheme, 5);
        world[ids[4]] = world[ids[4]].fixed();
        add(&mut world, &ids);
        resumes(world, look, &format!("{scheme}, {what:?}"));
    }
}

/// Checks each force: on all bodies, on one, mounted, between two, on a group, on all but some,
/// from a fixed body, and at points of a link.
fn alone<T: Number<D>, const D: usize>(look: Look<T, D>) {
    for force in forces::<T, D>() {
        five(look, &force, |world, ids| {
            world.add_force(force).unwrap();
            world.add_force_on(ids[3], force).unwrap();
            let points = [vector::<T, D>(0.2, 0.7), vector(-0.1, 0.3)];
            let mounted = Mounted::new(force, points[0]);
            world.add_force_on(ids[1], mounted).unwrap();
            world.add_link(ids[0], ids[2], force).unwrap();
            world.add_force_except([ids[1], ids[3]], force).unwrap();
            let group = [ids[2], ids[0], ids[4]];
            world.add_force_on_each(group, force).unwrap();
            world.add_link(ids[3], ids[4], force).unwrap();
            (world.add_link_at(ids[1], points[0], ids[3], points[1], force)).unwrap();
        });
    }
}

#[test]
fn every_force_resumes() {
    alone::<f64, 2>(in_text);
    alone::<f64, 3>(in_text);
    alone::<f32, 3>(|_| ());
}

/// Checks a force between all bodies, which cannot act on fewer.
fn between<T: Number<D>, const D: usize>(look: Look<T, D>) {
    let gravity = MutualGravity::new(number(0.4)).softened(number(0.3));
    five::<T, D>(look, &gravity, |world, ids| {
        world.add_force(gravity).unwrap();
        (world.add_link(ids[0], ids[2], Spring::stiffness(number(2.0)))).unwrap();
    });
}

#[test]
fn forces_between_all_bodies_resume() {
    between::<f64, 2>(in_text);
    between::<f64, 3>(in_text);
    between::<f32, 3>(|_| ());
}

/// Checks all forces together on `count` bodies, after some forces were removed.
fn together<T: Number<D>, const D: usize>(count: usize, look: Look<T, D>) {
    for scheme in Scheme::ALL {
        let (mut world, ids) = world::<T, D>(scheme, count);
        let mut added = Vec::new();
        for (i, force) in forces::<T, D>().into_iter().enumerate() {
            added.push(match i % 3 {
                0 => world.add_force(force).unwrap(),
                1 => world.add_force_on(ids[i % count], force).unwrap(),
                _ => world
                    .add_link(ids[i % count], ids[(i + 4) % count], force)
                    .unwrap(),
            });
        }
        for pair in ids.windows(2).step_by(3) {
            (world.add_link(pair[0], pair[1], Spring::stiffness(number(0.5)))).unwrap();
        }
        world.remove_body(ids[5]).unwrap();
        world.remove_body(ids[0]).unwrap();
        let _ = world.remove_force(added[6]);
        world.remove_force(added[9]).unwrap();
        resumes(world, look, &format!("{scheme}, {count} bodies"));
    }
}

#[test]
fn all_forces_together_resume() {
    together::<f64, 2>(9, in_text);
    together::<f64, 2>(66, |_| ());
    together::<f64, 3>(9, in_text);
    together::<f32, 3>(9, |_| ());
}

/// Many points resume; they are stepped in columns.
#[test]
fn many_points() {
    for scheme in Scheme::ALL {
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
        world.add_force(LinearDrag::coefficient(0.2)).unwrap();
        world.add_force(QuadraticDrag::coefficient(0.01)).unwrap();
        for i in 0..100 {
            world.add_body(body(2 * i)).unwrap();
        }
        resumes(world, in_text, &format!("{scheme}"));
    }
}

/// Forces that are code are given again by their ids.
#[test]
fn code_is_given_again() {
    let pull = |body: &Body2, time: f64| -body.position * (1.0 + time.sin());
    let swirl = || ForceField::new(|x: &Vector2<f64>, _: f64| Vector2::new(-x.y, x.x));
    let twist = || Torque::new(|body: &Body2, _: f64| -body.orientation().sin());
    for scheme in Scheme::ALL {
        let (mut world, ids) = world::<f64, 2>(scheme, 5);
        let swirls = world.add_force(swirl()).unwrap();
        let pulls = world.add_force(pull).unwrap();
        let twists = world.add_force(twist()).unwrap();
        let drags = world.add_force(LinearDrag::rate(0.1)).unwrap();
        world.add_link(ids[0], ids[3], pull).unwrap();
        world.remove_force(swirls).unwrap();
        let given = world.add_link(ids[1], ids[2], swirl()).unwrap();
        steps(&mut world, 20);

        // the last link took the slot of the removed force, and is the first force that is code
        let (force, kind) = (given, "ForceField");
        assert_eq!(world.scene(), Err(RestoreError::Code { force, kind }));
        let snapshot = read_again(&world.snapshot());
        assert_eq!(snapshot.force_ids().count(), 5);
        let mut asked = Vec::new();
        let mut loaded = World::new();
        loaded
            .restore_with(&snapshot, |force| {
                asked.push(force);
                Some(match force {
                    _ if force == given => Arc::new(swirl()) as Arc<dyn Force<f64, 2>>,
                    _ if force == twists => Arc::new(twist()),
                    _ if force == drags => Arc::new(LinearDrag::rate(0.1)),
                    _ => Arc::new(pull),
                })
            })
            .unwrap();
        assert!(asked.contains(&pulls));
        assert!(asked.into_iter().eq(snapshot.force_ids()));
        steps(&mut world, 200);
        steps(&mut loaded, 200);
        assert_eq!(bits(&loaded), bits(&world), "{scheme}");
    }
}

/// A restored world has the ids of the snapshot: bodies and forces added since are gone, and their
/// ids are given again.
#[test]
fn what_was_added_since_goes() {
    let (mut world, ids) = world::<f64, 2>(Scheme::FlowKick, 3);
    let gravity = world.add_force(UniformGravity::new([0.0, -1.0])).unwrap();
    world.remove_body(ids[1]).unwrap();
    let snapshot = world.snapshot();

    let body_since = world.add_body(body(1)).unwrap();
    let force_since = world.add_force(LinearDrag::rate(0.3)).unwrap();
    (world.replace_force(gravity, UniformGravity::new([0.0, -2.0]))).unwrap();
    world.step(0.1).unwrap();
    world.restore(&snapshot).unwrap();
    assert_eq!(world.snapshot(), snapshot);
    assert!(world.body(body_since).is_none());
    assert!(world.remove_force(force_since).is_err());
    assert_eq!(world.add_body(body(1)).unwrap(), body_since);
    assert_eq!(world.add_force(LinearDrag::rate(0.3)).unwrap(), force_since);

    // a force that was replaced since stays replaced
    let before = world[ids[0]].velocity.y;
    world.remove_force(force_since).unwrap();
    world.step(1.0).unwrap();
    assert!((world[ids[0]].velocity.y - before + 2.0).abs() < 1e-15);
}

/// A different world becomes the one of the snapshot, and keeps nothing of its own.
#[test]
fn another_world_becomes_that_of_the_snapshot() {
    let (mut one, _) = world::<f64, 2>(Scheme::FlowKick, 3);
    let spring = one.add_force(Spring::stiffness(2.0)).unwrap();
    steps(&mut one, 10);
    let (mut other, _) = world::<f64, 2>(Scheme::Rk4, 90);
    other.add_force(UniformGravity::new([0.0, -1.0])).unwrap();
    steps(&mut other, 10);
    other
        .restore_with(&one.snapshot(), |force: ForceId| {
            (force == spring).then(|| Arc::new(Spring::stiffness(2.0)) as Arc<dyn Force<f64, 2>>)
        })
        .unwrap();
    assert_eq!(bits(&other), bits(&one));
    steps(&mut one, 50);
    steps(&mut other, 50);
    assert_eq!(bits(&other), bits(&one));
}

/// A snapshot takes at most 120 bytes for each body in the plane.
#[test]
fn a_snapshot_is_small() {
    let size = |count: usize| {
        let (mut world, ids) = world::<f64, 2>(Scheme::FlowKick, count);
        world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
        for id in ids.iter().step_by(3) {
            world.remove_body(*id).unwrap();
        }
        for i in 0..count / 3 {
            world.add_body(body(i)).unwrap();
        }
        steps(&mut world, 50);
        (bits(&world).len(), world.body_slice().len())
    };
    let ((few, bodies), (many, more_bodies)) = (size(1), size(20_001));
    let each = (many - few) as f64 / (more_bodies - bodies) as f64;
    // 64 bytes of these are the six numbers of the state, mass and inertia
    assert!((64.0..120.0).contains(&each), "{each} bytes");
}

/// The clock of a loaded world carries the rounding error of the time on.
#[test]
fn the_clock_carries_on() {
    let mut world = World2::new();
    for _ in 0..1000 {
        world.step(1.0 / 60.0).unwrap();
    }
    let mut loaded = read_again(&world.scene().unwrap()).world().unwrap();
    for _ in 0..100_000 {
        world.step(1.0 / 60.0).unwrap();
        loaded.step(1.0 / 60.0).unwrap();
    }
    assert_eq!(loaded.time().to_bits(), world.time().to_bits());
    assert_eq!(loaded.steps(), 101_000);
}

/// Negative zero, the smallest and the largest numbers keep all bits in every format.
#[test]
fn numbers_go_through_to_the_bit() {
    fn passes<T: Number<2> + Copy>(numbers: &[T]) {
        let mut world: World<T, 2> = World::new();
        for &x in numbers {
            let body = Body::point(number(1.0)).at([x, -x]).moving([-x, x]);
            world.add_body(body).unwrap();
        }
        agree_in_text(&world.snapshot());
    }
    let mut few = vec![0.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, 0.1, 1.0 / 3.0];
    let mut singles = vec![0.0, f32::MIN_POSITIVE, 1e-45, f32::MAX, 0.1, 1.0 / 3.0];
    // patterns of bits from a linear congruential generator
    let mut pattern = 1_u64;
    for _ in 0..2000 {
        pattern = pattern.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        few.push(f64::from_bits(pattern));
        singles.push(f32::from_bits((pattern >> 32) as u32));
    }
    few.retain(|number| number.is_finite());
    singles.retain(|number| number.is_finite());
    passes(&few);
    passes(&singles);
}

/// Accessors show the content of a snapshot and of a scene.
#[test]
fn a_snapshot_can_be_looked_at() {
    let (mut world, ids) = world::<f64, 3>(Scheme::Rk4, 4);
    let force = world.add_force(PointGravity::new(1.0)).unwrap();
    world.remove_body(ids[1]).unwrap();
    steps(&mut world, 4);
    let snapshot = world.snapshot();
    assert_eq!(snapshot.version(), 1);
    assert_eq!(snapshot.time(), world.time());
    assert_eq!(snapshot.steps(), 4);
    assert_eq!(snapshot.scheme(), Scheme::Rk4);
    assert_eq!(snapshot.body_slice(), world.body_slice());
    assert!(snapshot.ids().eq(world.ids()));
    assert!(snapshot.force_ids().eq([force]));
    let scene = world.scene().unwrap();
    assert_eq!((scene.version(), scene.time()), (1, world.time()));
    assert_eq!(scene.body_slice(), world.body_slice());
    assert_eq!(
        scene.forces(),
        [SceneForce::AtCentre(PointGravity::new(1.0).into())]
    );
}

/// A force that is mounted twice cannot be written; the error names it.
#[test]
fn what_cannot_be_written_is_named() {
    let (mut world, ids) = world::<f64, 2>(Scheme::FlowKick, 4);
    world.add_force(LinearDrag::rate(0.1)).unwrap();
    let once = Mounted::new(ConstantForce::new([1.0, 0.0]), [0.1, 0.2]);
    world.add_force_on(ids[1], once).unwrap();
    assert!(world.scene().is_ok());
    let centred = Mounted::new(ConstantForce::new([1.0, 0.0]), [0.0, 0.0]);
    let twice = Mounted::new(centred, [0.1, 0.2]);
    let force = world.add_force_on(ids[3], twice).unwrap();
    let error = world.scene().unwrap_err();
    let kind = "Mounted";
    assert_eq!(error, RestoreError::Code { force, kind });
    let says = "the force Mounted #2.0 cannot be written, for it is code, mounted twice, or not one of the crate: keep a \
                clone of the world instead, or a snapshot, which is restored with the forces of the program";
    assert_eq!(error.to_string(), says);
}

/// Tags are written to snapshots and scenes, and read again.
#[test]
fn tags_are_written_and_read() {
    let (mut world, ids) = world::<f64, 2>(Scheme::FlowKick, 4);
    world.set_tag(ids[1], u64::MAX).unwrap();
    world.set_tag(ids[3], 7).unwrap();
    world.remove_body(ids[0]).unwrap();
    let (snapshot, scene) = (world.snapshot(), world.scene().unwrap());
    let tags =
        |world: &World<f64, 2>| -> Vec<_> { ids.iter().map(|&body| world.tag(body)).collect() };
    let expected = [None, Some(u64::MAX), Some(0), Some(7)];
    assert_eq!(tags(&world), expected);
    assert_eq!(tags(&read_again(&scene).world().unwrap()), expected);
    let mut restored = World::new();
    restored.restore(&read_again(&snapshot)).unwrap();
    assert_eq!(tags(&restored), expected);
}

/// A world that is saved between the parts of a frame stores for how long its forces still act.
#[test]
fn forces_for_the_rest_of_a_frame_are_written_and_read() {
    let (mut world, ids) = world::<f64, 2>(Scheme::FlowKick, 4);
    world.add_force(LinearDrag::rate(0.1)).unwrap();
    world[ids[0]].velocity = [0.0, 1.0].into();
    world[ids[0]].position = [0.0, -0.1].into();
    let plane = Plane::new([0.0, 1.0], 0.0);
    let until = Until::crossing(ids[0], plane, Crossing::Ascending);
    world.apply_force(ids[1], [3.0, 1.0]).unwrap();
    world.step_until(0.5, &until).unwrap().unwrap();
    world.apply_force(ids[2], [3.0, 1.0]).unwrap();
    let (snapshot, scene) = (world.snapshot(), world.scene().unwrap());
    assert!(read_again(&snapshot) == snapshot && read_again(&scene) == scene);
    let mut restored = world.clone();
    restored.restore(&read_again(&snapshot)).unwrap();
    let mut loaded = read_again(&scene).world().unwrap();
    world.step(0.8).unwrap();
    for copy in [&mut restored, &mut loaded] {
        copy.step(0.8).unwrap();
        assert_eq!(copy.body_slice(), world.body_slice());
    }
}

/// Torques for the next step are written and read.
#[test]
fn torques_for_the_next_step_are_written_and_read() {
    let mut world = World3::new();
    let solid = |mass: f64| Body3::solid(mass, Inertia::sphere(mass, 1.0));
    let [a, b] = [1.0, 2.0].map(|mass| world.add_body(solid(mass)).unwrap());
    world.apply_force(a, [1.0, 0.0, 0.0]).unwrap();
    world.apply_torque(b, [0.25, -1.0, 3.0]).unwrap();
    world.apply_force(b, [0.0, 1.0, 0.0]).unwrap();
    let (snapshot, scene) = (world.snapshot(), world.scene().unwrap());
    agree_in_text(&scene);
    assert!(read_again(&snapshot) == snapshot && read_again(&scene) == scene);
    let mut restored = World::new();
    restored.restore(&read_again(&snapshot)).unwrap();
    let mut loaded = read_again(&scene).world().unwrap();
    world.step(0.8).unwrap();
    for copy in [&mut restored, &mut loaded] {
        copy.step(0.8).unwrap();
        assert_eq!(copy.body_slice(), world.body_slice());
    }
}

/// The points at which a link acts are written and read.
#[test]
fn points_of_links_are_written_and_read() {
    let mut world = World2::new();
    let [a, b] = [0.0, 2.0].map(|x| world.add_body(Body2::solid(1.0, 0.2).at([x, 0.0])).unwrap());
    (world.add_link_at(a, [0.5, 0.25], b, [-0.5, 0.25], Spring::stiffness(3.0))).unwrap();
    let scene = world.scene().unwrap();
    let text = ron::to_string(&scene).unwrap();
    let target = "PairAt(0,1,((0.5,0.25),(-0.5,0.25)))";
    assert!(text.contains(target), "{text}");
    agree_in_text(&scene);
    assert_eq!(read_again(&scene), scene);

    let loaded = |target_read: &str| {
        let scene: Scene<f64, 2> = ron::from_str(&text.replace(target, target_read)).unwrap();
        scene.world()
    };
    let centres = loaded("PairAt(0,1,((0.0,0.0),(-0.0,0.0)))").unwrap();
    assert_eq!(centres.snapshot(), loaded("Pair(0,1)").unwrap().snapshot());
}

/// A scene in the format of version 1, with all its fields, can still be read.
#[test]
fn what_was_written_once_is_read() {
    let text = "(version:1,world:(state:(scheme:FlowKick,clock:(time:(sum:1.5,carried:0.0),steps:3),\
        bodies:[(position:(1.0,2.0),velocity:(0.0,-1.0),mass:2.0,orientation:0.0,spin_angular_momentum:0.0,inertia:0.0,radius:0.5)],\
        body_names:(owners:[1],generations:[1,0],vacant:[0]),targets:[Every,One(0)],\
        force_names:(owners:[0,1],generations:[0,0],vacant:[]),pushes:[(body:0,force:(0.5,0.0),torque:0.0,left:None)],tags:[7],contacts:[]),\
        forces:[AtCentre(UniformGravity((acceleration:(0.0,-1.0)))),\
        AtPoint((force:Spring((stiffness:3.0,damping:0.0,length:Some(0.5),pulls_only:true,anchor:(0.0,0.0))),arm:(0.0,0.0)))]))";
    let scene: Scene<f64, 2> = ron::from_str(text).unwrap();
    assert_eq!(ron::to_string(&scene).unwrap(), text);
    // from before bodies stored their contacts
    let earlier = text.replace(",contacts:[]", "");
    assert_eq!(ron::from_str::<Scene<f64, 2>>(&earlier).unwrap(), scene);
    assert_eq!(scene.body_slice()[0].velocity.y, -1.0);
    let rope = Spring::stiffness(3.0).length(0.5).pulls_only();
    let spring: BuiltInForce<f64, 2> = rope.into();
    assert_eq!(
        scene.forces()[1],
        SceneForce::AtPoint(Mounted::new(spring, [0.0, 0.0]))
    );
    scene.world().unwrap().step(0.1).unwrap();

    let bytes = postcard::to_allocvec(&scene).unwrap();
    let read: Scene<f64, 2> = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(read, scene);
    // the state comes first, so it can be read alone
    let snapshot: Snapshot<f64, 2> = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(snapshot.body_slice(), scene.body_slice());
}
