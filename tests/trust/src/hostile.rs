//! What no world wrote is refused in words, and changes nothing.

use kinstep::{
    AddBodyError, Body3, BodyId, ForceId, Mounted, NamesError, ParameterError, RestoreError, Scene,
    Scheme, Snapshot, Spring, Thruster, UniformGravity, World2, World3,
};
use proptest::prelude::*;

use crate::worlds::{bits, body, forces, world};

/// Three bodies of which the second was removed, four forces, and a force for the next step.
fn scene() -> Scene<f64, 2> {
    let (mut world, ids) = world::<f64, 2>(Scheme::FlowKick, 4);
    world.add_force(UniformGravity::new([0.0, -9.75])).unwrap();
    world
        .add_force_on(ids[3], Thruster::new([0.5, 0.0]).mounted_at([0.25, 0.0]))
        .unwrap();
    world
        .add_link(ids[0], ids[2], Spring::stiffness(3.0))
        .unwrap();
    let mounted = Mounted::new(Spring::stiffness(0.5), [0.25, 0.0]);
    world.add_force_on(ids[3], mounted).unwrap();
    world.remove_body(ids[1]).unwrap();
    world.step(0.125).unwrap();
    world.apply_force(ids[0], [0.5, -0.25]).unwrap();
    world.scene().unwrap()
}

/// The same of bodies that turn in space.
fn spatial_scene() -> Scene<f64, 3> {
    let (mut world, _) = world::<f64, 3>(Scheme::FlowKick4, 5);
    for force in forces() {
        world.add_force(force).unwrap();
    }
    world.step(0.125).unwrap();
    world.scene().unwrap()
}

/// A world that what is read must not change.
fn witness() -> World2 {
    let (mut world, _) = world::<f64, 2>(Scheme::Rk4, 3);
    world.add_force(Spring::stiffness(1.0)).unwrap();
    world.step(0.1).unwrap();
    world
}

/// Every way to be wrong, and what is said of it.
#[test]
fn everything_that_is_wrong_is_told() {
    let text = ron::to_string(&scene()).unwrap();
    let whole: Scene<f64, 2> = ron::from_str(&text).unwrap();
    whole.world().unwrap();
    let mut witness = witness();
    let before = bits(&witness);
    // what is written in place of what, and what is said of it
    for (part, wrong, said) in [
        ("version:1,", "version:7,", "the format has version 7"),
        ("sum:0.125", "sum:NaN", "the time is NaN s"),
        ("sum:0.125", "sum:-inf", "the time is -inf s"),
        ("carried:0.0", "carried:inf", "the time is inf s"),
        (
            "owners:[0,3,2]",
            "owners:[0,3]",
            "names of the bodies: there are 2 names for 3",
        ),
        (
            "owners:[0,3,2]",
            "owners:[0,3,0]",
            "names of the bodies: slot 0 is named twice",
        ),
        (
            "owners:[0,3,2]",
            "owners:[0,3,4]",
            "names of the bodies: slot 4 is named, and there are 4",
        ),
        (
            "vacant:[1]",
            "vacant:[2]",
            "names of the bodies: slot 2 is named twice",
        ),
        (
            "vacant:[1]",
            "vacant:[1,1]",
            "names of the bodies: slot 1 is named twice",
        ),
        (
            "vacant:[1]",
            "vacant:[4294967295]",
            "names of the bodies: slot 4294967295 is named",
        ),
        (
            "vacant:[1]",
            "vacant:[]",
            "names of the bodies: slot 1 is neither full nor vacant",
        ),
        (
            "owners:[0,1,2,3]",
            "owners:[0,1,1,3]",
            "names of the forces: slot 1 is named twice",
        ),
        (
            "owners:[0,1,2,3]",
            "owners:[0,1,2]",
            "names of the forces: there are 3 names for 4",
        ),
        ("mass:1.5", "mass:-1.5", "body #3.0: the mass is -1.5 kg"),
        ("mass:1.5", "mass:NaN", "body #3.0: the mass is NaN kg"),
        ("inertia:0.4", "inertia:-0.4", "body #3.0: "),
        ("inertia:0.4", "inertia:inf", "body #3.0: "),
        (
            "inertia:0.4",
            "inertia:0.0",
            "body #3.0: a point cannot spin",
        ),
        (
            "position:(",
            "position:(NaN,0.0),velocity:(0.0,0.0),x:(",
            "",
        ),
        (
            "One(1)",
            "One(3)",
            "force #1.0 acts on body number 3, and there are 3",
        ),
        (
            "One(1)",
            &format!("One({})", usize::MAX),
            &format!("acts on body number {}", usize::MAX),
        ),
        ("Pair(0,2)", "Pair(0,9)", "force #2.0 acts on body number 9"),
        ("Pair(0,2)", "Pair(9,2)", "force #2.0 acts on body number 9"),
        (
            "Pair(0,2)",
            "Pair(2,2)",
            "force #2.0 links body #2.0 to itself",
        ),
        (
            "One(1)",
            "One(0)",
            "Thruster #1.0: the distance of the mounting from the centre of a point",
        ),
        (
            "-9.75",
            "NaN",
            "UniformGravity #0.0: the acceleration of gravity is NaN",
        ),
        (
            "[(body:0,",
            "[(body:3,",
            "for the next step acts on body number 3, and there are 3",
        ),
        (
            "-0.25)",
            "inf)",
            "component 1 of a force for the next step of body #0.0 is inf N",
        ),
        (
            "forces:[",
            "forces:[AtCentre(UniformGravity((acceleration:(0.0,0.0)))),",
            "there are 5 forces, and 4 targets",
        ),
        ("Every,", "", ""),
        ("version:1,", "", ""),
        ("version:1,", "version:1,version:1,", ""),
        ("scheme:FlowKick", "scheme:Magic", ""),
        ("scheme:FlowKick,", "scheme:FlowKick,more:1,", ""),
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
        let hostile = text.replacen(part, wrong, 1);
        let read = ron::from_str::<Scene<f64, 2>>(&hostile);
        let error = match &read {
            // an empty word: refused, by the format or here
            Err(error) if said.is_empty() => error.to_string(),
            Err(error) => panic!("{wrong}: {error}"),
            Ok(scene) => scene.world().expect_err(wrong).to_string(),
        };
        assert!(error.contains(said), "{wrong}: {error}");
    }
    // a position is told by its axis
    let at = text.find("position:(").unwrap() + "position:(".len();
    let end = at + text[at..].find(',').unwrap();
    let hostile = format!("{}inf{}", &text[..at], &text[end..]);
    let read: Scene<f64, 2> = ron::from_str(&hostile).unwrap();
    let error = read.world().unwrap_err().to_string();
    assert!(
        error.contains("body #0.0: component 0 of the position is inf m"),
        "{error}"
    );

    // a world refuses the same, and is as it was
    let snapshot: Snapshot<f64, 2> =
        postcard::from_bytes(&postcard::to_allocvec(&read).unwrap()).unwrap();
    let reason = AddBodyError::Position {
        axis: 0,
        value: f64::INFINITY,
    };
    let body = snapshot.ids().next().unwrap();
    assert_eq!(
        witness.restore(&snapshot),
        Err(RestoreError::Body { body, reason })
    );
    assert_eq!(bits(&witness), before);
}

/// A quaternion that is none does not get in.
#[test]
fn no_orientation_is_refused() {
    let mut world = World3::new();
    let solid = body::<f64, 3>(1).turned(kinstep::nalgebra::UnitQuaternion::identity());
    world.add_body(solid).unwrap();
    let text = ron::to_string(&world.snapshot()).unwrap();
    let part = "orientation:(0.0,0.0,0.0,1.0)";
    assert!(text.contains(part), "{text}");
    for (wrong, length) in [("2.0", 2.0), ("0.0", 0.0), ("1.001", 1.001)] {
        let hostile = text.replacen("0.0,0.0,0.0,1.0", &format!("0.0,0.0,0.0,{wrong}"), 1);
        let snapshot: Snapshot<f64, 3> = ron::from_str(&hostile).unwrap();
        let body = snapshot.ids().next().unwrap();
        assert_eq!(
            World3::new().restore(&snapshot),
            Err(RestoreError::Body {
                body,
                reason: AddBodyError::Orientation { length }
            })
        );
    }
}

/// A force that is there no more is named, and nothing has changed.
#[test]
fn a_force_that_is_gone_is_named() {
    let mut world = witness();
    let force = world.add_force(UniformGravity::new([0.0, -1.0])).unwrap();
    let snapshot = world.snapshot();
    world.remove_force(force).unwrap();
    // the slot is filled again, under another name
    world.add_force(UniformGravity::new([0.0, -1.0])).unwrap();
    world.step(0.1).unwrap();
    let before = bits(&world);
    assert_eq!(
        world.restore(&snapshot),
        Err(RestoreError::ForceGone { force })
    );
    assert_eq!(bits(&world), before);
    let gone = |_: ForceId| None;
    let error = world.restore_with(&snapshot, gone).unwrap_err();
    assert!(matches!(error, RestoreError::ForceGone { .. }));
    assert_eq!(bits(&world), before);
}

/// A body that was given numbers it cannot be stepped with: a step refuses it, and so does going back to it.
#[test]
fn numbers_that_were_written_to_a_body_are_checked() {
    let mut world = World3::new();
    let id = world.add_body(Body3::point(1.0)).unwrap();
    world[id].mass = -2.0;
    let snapshot = world.snapshot();
    world[id].mass = 1.0;
    let reason = AddBodyError::Mass { mass: -2.0 };
    assert_eq!(
        world.restore(&snapshot),
        Err(RestoreError::Body { body: id, reason })
    );
    assert_eq!(world[id].mass, 1.0);
}

/// A newer version may have any shape: its number is told in every format.
#[test]
fn another_version_is_told_whatever_follows() {
    let told = |snapshot: Snapshot<f64, 2>| {
        let mut world = witness();
        let before = bits(&world);
        assert_eq!(snapshot.version(), 300);
        let found = 300;
        assert_eq!(
            world.restore(&snapshot),
            Err(RestoreError::Version { found, known: 3 })
        );
        assert_eq!(bits(&world), before);
        assert!(snapshot.body_slice().is_empty());
        // it cannot be passed on as something it is not
        assert!(postcard::to_allocvec(&snapshot).is_err());
    };
    let told_of_scene = |scene: Scene<f64, 2>| {
        let error = scene.world().unwrap_err();
        assert_eq!(
            error,
            RestoreError::Version {
                found: 300,
                known: 3
            }
        );
    };
    let json = r#"{"version":300,"world":{"new":[1,null,{"a":"b"}]},"more":[{}]}"#;
    let text = "(version:300,world:(new:[1,(a:'b')],other:Some(Thing(x:1))),more:{1:2})";
    // 300 in seven bits each, then what is no world of ours
    let bytes = [0xAC, 0x02, 0xFF, 0xFF, 0x00];
    told(serde_json::from_str(json).unwrap());
    told(ron::from_str(text).unwrap());
    told(postcard::from_bytes(&bytes).unwrap());
    told(postcard::from_bytes(&bytes[..2]).unwrap());
    told_of_scene(serde_json::from_str(json).unwrap());
    told_of_scene(ron::from_str(text).unwrap());
    told_of_scene(postcard::from_bytes(&bytes).unwrap());
}

/// Tools that sort the names of fields do no harm.
#[test]
fn fields_may_come_in_any_order() {
    let scene = scene();
    let sorted = serde_json::to_value(&scene).unwrap();
    assert_eq!(
        serde_json::from_value::<Scene<f64, 2>>(sorted).unwrap(),
        scene
    );
}

/// Lengths are only claims: none is believed before its values are there.
#[test]
fn lengths_are_not_believed() {
    let bytes = postcard::to_allocvec(&scene()).unwrap();
    // the number 2⁶⁴ - 1 in seven bits each
    let mut length = [0xFF; 10];
    length[9] = 0x01;
    let mut refused = 0;
    for at in 0..bytes.len() {
        let hostile = [&bytes[..at], &length, &bytes[at + 1..]].concat();
        match postcard::from_bytes::<Scene<f64, 2>>(&hostile) {
            Err(_) => refused += 1,
            Ok(scene) => survive(scene.world().ok()),
        }
    }
    assert!(refused > 0);
}

/// Cut anywhere it is refused.
#[test]
fn what_is_cut_short_is_refused() {
    let (scene, spatial) = (scene(), spatial_scene());
    let bytes = postcard::to_allocvec(&scene).unwrap();
    for end in 0..bytes.len() {
        assert!(
            postcard::from_bytes::<Scene<f64, 2>>(&bytes[..end]).is_err(),
            "{end}"
        );
    }
    let bytes = postcard::to_allocvec(&spatial).unwrap();
    for end in 0..bytes.len() {
        assert!(
            postcard::from_bytes::<Scene<f64, 3>>(&bytes[..end]).is_err(),
            "{end}"
        );
    }
    let text = ron::to_string(&scene).unwrap();
    for end in 0..text.len() {
        assert!(
            ron::from_str::<Scene<f64, 2>>(&text[..end]).is_err(),
            "{end}"
        );
    }
    let text = serde_json::to_string(&scene).unwrap();
    for end in 0..text.len() {
        assert!(
            serde_json::from_str::<Scene<f64, 2>>(&text[..end]).is_err(),
            "{end}"
        );
    }
}

/// Names of hostile snapshots, before anything is checked.
#[test]
fn accessors_do_not_believe_either() {
    let text = ron::to_string(&witness().snapshot()).unwrap();
    let hostile = text.replacen("owners:[0,1,2]", "owners:[0,9,4294967295]", 1);
    assert_ne!(hostile, text);
    let snapshot: Snapshot<f64, 2> = ron::from_str(&hostile).unwrap();
    let ids: Vec<BodyId> = snapshot.ids().collect();
    assert_eq!(ids.len(), 1);
    let error = World2::new().restore(&snapshot).unwrap_err();
    let named = NamesError::OutOfRange { slot: 9, slots: 3 };
    assert_eq!(error, RestoreError::BodyNames(named));
}

/// A parameter that is wrong comes with its force.
#[test]
fn a_force_is_checked_as_when_it_is_added() {
    let mut world = witness();
    let snapshot = world.snapshot();
    let force = snapshot.force_ids().next().unwrap();
    let error = world.restore_with(&snapshot, |_| {
        Some(std::sync::Arc::new(Spring::stiffness(f64::NAN)))
    });
    match error.unwrap_err() {
        RestoreError::Parameter {
            force: named,
            kind,
            reason: ParameterError {
                parameter, value, ..
            },
        } => {
            let expected = (force, "Spring", "the stiffness");
            assert_eq!((named, kind, parameter), expected);
            assert!(value.is_nan());
        }
        other => panic!("{other}"),
    }
}

/// Whatever got in can be stepped, or says why not, and is written as what it is.
fn survive<const D: usize>(world: Option<kinstep::World<f64, D>>)
where
    f64: crate::worlds::Number<D>,
{
    let Some(mut world) = world else { return };
    for _ in 0..3 {
        let before = bits(&world);
        if world.step(0.01).is_err() {
            assert_eq!(bits(&world), before);
        }
        assert!(world.body_slice().iter().all(|body| {
            body.position
                .iter()
                .chain(&body.velocity)
                .all(|x| x.is_finite())
        }));
    }
    let again = world.scene().unwrap().world().unwrap();
    assert_eq!(bits(&again), bits(&world));
    let added = world.add_body(body(2)).unwrap();
    assert_eq!(world.ids().filter(|id| *id == added).count(), 1);
    let ids: Vec<_> = world.ids().collect();
    for id in ids {
        world.remove_body(id).unwrap();
    }
    assert!(world.body_slice().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Bytes that were changed anywhere: refused, or a sound world.
    #[test]
    fn changed_bytes_do_no_harm(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        spatial in any::<bool>(),
    ) {
        thread_local! {
            static SCENES: [Vec<u8>; 2] = [
                postcard::to_allocvec(&scene()).unwrap(),
                postcard::to_allocvec(&spatial_scene()).unwrap(),
            ];
        }
        let mut bytes = SCENES.with(|scenes| scenes[usize::from(spatial)].clone());
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if spatial {
            let read = postcard::from_bytes::<Scene<f64, 3>>(&bytes);
            survive(read.ok().and_then(|scene| scene.world().ok()));
        } else {
            let read = postcard::from_bytes::<Scene<f64, 2>>(&bytes);
            survive(read.ok().and_then(|scene| scene.world().ok()));
        }
    }
}
