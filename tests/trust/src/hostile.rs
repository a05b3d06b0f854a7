//! Input that no world wrote is rejected with a message, and changes nothing.

use std::sync::Arc;

use kinstep::Until;
use kinstep::orbit::Orbit;
use kinstep::trajectory::{Crossing, Plane};
use kinstep::{
    Body2, Body3, BodyError, BodyId, ForceId, Mounted, RestoreError, Scene, Scheme, Snapshot,
    Spring, Thruster, UniformGravity, World, World2, World3,
};
use kinstep_swarm::Swarm;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Serialize, de::DeserializeOwned};

use crate::worlds::{Number, bits, body, forces, world};

/// A scene of four bodies, of which the second was removed, four forces, and a force for the next
/// step.
fn scene() -> Scene<f64, 2> {
    let (mut world, ids) = world::<f64, 2>(Scheme::FlowKick, 4);
    world.add_force(UniformGravity::new([0.0, -9.75])).unwrap();
    let engine = Thruster::new([0.5, 0.0]).mounted_at([0.25, 0.0]);
    world.add_force_on(ids[3], engine).unwrap();
    (world.add_link(ids[0], ids[2], Spring::stiffness(3.0))).unwrap();
    let mounted = Mounted::new(Spring::stiffness(0.5), [0.25, 0.0]);
    world.add_force_on(ids[3], mounted).unwrap();
    world.remove_body(ids[1]).unwrap();
    world.step(0.125).unwrap();
    world.apply_force(ids[0], [0.5, -0.25]).unwrap();
    world.scene().unwrap()
}

/// A scene of bodies that rotate in space, under every force.
fn spatial_scene() -> Scene<f64, 3> {
    let (mut world, _) = world::<f64, 3>(Scheme::FlowKick4, 5);
    for force in forces() {
        world.add_force(force).unwrap();
    }
    world.step(0.125).unwrap();
    world.scene().unwrap()
}

/// A world that must not change when other input is read.
fn witness() -> World2 {
    let (mut world, _) = world::<f64, 2>(Scheme::Rk4, 3);
    world.add_force(Spring::stiffness(1.0)).unwrap();
    world.step(0.1).unwrap();
    world
}

fn written<W: Serialize>(value: &W) -> String {
    ron::to_string(value).unwrap()
}

fn read<W: DeserializeOwned>(text: &str) -> Result<W, String> {
    ron::from_str(text).map_err(|error| error.to_string())
}

fn scene_read(text: &str) -> Result<(), String> {
    let world = read::<Scene<f64, 2>>(text)?.world();
    world.map(drop).map_err(|error| error.to_string())
}

/// Restores a snapshot in an existing world, which must stay unchanged if this fails.
fn snapshot_read<const D: usize>(text: &str) -> Result<(), String>
where
    f64: Number<D>,
{
    let snapshot = read::<Snapshot<f64, D>>(text)?;
    let (mut witness, _) = world::<f64, D>(Scheme::Rk4, 3);
    let before = bits(&witness);
    let restored = witness.restore(&snapshot);
    assert!(restored.is_ok() || bits(&witness) == before);
    restored.map_err(|error| error.to_string())
}

/// In each row, replaces the first word in the text by the second, reads the text, and looks for
/// the third in the error.
#[track_caller]
fn refused(text: &str, read: fn(&str) -> Result<(), String>, rows: &[(&str, &str, &str)]) {
    read(text).unwrap();
    for (part, wrong, says) in rows {
        assert!(text.contains(part), "{part} is not in {text}");
        let error = read(&text.replacen(part, wrong, 1)).expect_err(wrong);
        assert!(error.contains(says), "{wrong}: {error}");
    }
}

/// Every wrong part of a scene is rejected, with a message of its own.
#[rustfmt::skip]
#[test]
fn a_scene_that_is_wrong_is_refused() {
    let text = written(&scene());
    let start = text.find("position:(").unwrap();
    let position = &text[start..start + text[start..].find(',').unwrap()];
    refused(&text, scene_read, &[
        ("version:1,", "version:7,", "the format has version 7"),
        ("sum:0.125", "sum:NaN", "the time is NaN s"),
        ("sum:0.125", "sum:-inf", "the time is -inf s"),
        ("carried:0.0", "carried:inf", "the time is inf s"),
        ("owners:[0,3,2]", "owners:[0,3]", "names of the bodies: there are 2 names for 3"),
        ("owners:[0,3,2]", "owners:[0,3,0]", "names of the bodies: slot 0 is named twice"),
        ("owners:[0,3,2]", "owners:[0,3,4]", "names of the bodies: slot 4 is named, and there are 4"),
        ("vacant:[1]", "vacant:[2]", "names of the bodies: slot 2 is named twice"),
        ("vacant:[1]", "vacant:[1,1]", "names of the bodies: slot 1 is named twice"),
        ("vacant:[1]", "vacant:[4294967295]", "names of the bodies: slot 4294967295 is named"),
        ("vacant:[1]", "vacant:[]", "names of the bodies: slot 1 is neither full nor vacant"),
        ("owners:[0,1,2,3]", "owners:[0,1,1,3]", "names of the forces: slot 1 is named twice"),
        ("owners:[0,1,2,3]", "owners:[0,1,2]", "names of the forces: there are 3 names for 4"),
        ("mass:1.5", "mass:-1.5", "body #3.0: the mass is -1.5 kg"),
        ("mass:1.5", "mass:NaN", "body #3.0: the mass is NaN kg"),
        ("inertia:0.4", "inertia:-0.4", "body #3.0: "),
        ("inertia:0.4", "inertia:inf", "body #3.0: "),
        ("inertia:0.4", "inertia:0.0", "body #3.0: a point cannot spin"),
        (position, "position:(inf", "body #0.0: component 0 of the position is inf m"),
        ("position:(", "position:(NaN,0.0),velocity:(0.0,0.0),x:(", ""),
        ("One(1)", "One(3)", "force #1.0 acts on body number 3, and there are 3"),
        ("One(1)", "One(18446744073709551615)", "acts on body number 18446744073709551615"),
        ("Pair(0,2)", "Pair(0,9)", "force #2.0 acts on body number 9"),
        ("Pair(0,2)", "Pair(9,2)", "force #2.0 acts on body number 9"),
        ("Pair(0,2)", "Pair(2,2)", "force #2.0 links body #2.0 to itself"),
        ("One(1)", "One(0)", "Thruster #1.0: the distance of the mounting from the centre of a point"),
        ("-9.75", "NaN", "UniformGravity #0.0: the acceleration of gravity is NaN"),
        ("[(body:0,", "[(body:3,", "for the next step acts on body number 3, and there are 3"),
        ("-0.25)", "inf)", "component 1 of a force for the next step of body #0.0 is inf N"),
        ("forces:[", "forces:[AtCentre(UniformGravity((acceleration:(0.0,0.0)))),", "there are 5 forces, and 4 targets"),
        ("Every,", "", ""),
        ("version:1,", "", ""),
        ("version:1,", "version:1,version:1,", ""),
        ("scheme:FlowKick", "scheme:Magic", ""),
        ("scheme:FlowKick,", "scheme:FlowKick,more:1,", ""),
    ]);

    // the points at which a link acts
    let mut linked = World2::new();
    let [a, b] = [0.0, 2.0].map(|x| linked.add_body(Body2::solid(1.0, 0.2).at([x, 0.0])).unwrap());
    linked.add_link_at(a, [0.5, 0.25], b, [-0.5, 0.25], Spring::stiffness(3.0)).unwrap();
    let target = "PairAt(0,1,((0.5,0.25),(-0.5,0.25)))";
    refused(&written(&linked.scene().unwrap()), scene_read, &[
        (target, "PairAt(0,1,((NaN,0.25),(-0.5,0.25)))", "the mounting is NaN"),
        (target, "PairAt(0,1,((0.5,0.25),(-0.5,inf)))", "the mounting is inf"),
        (target, "PairAt(0,2,((0.5,0.25),(-0.5,0.25)))", "acts on body number 2"),
        (target, "PairAt(1,1,((0.5,0.25),(-0.5,0.25)))", "to itself"),
    ]);
}

#[rustfmt::skip]
#[test]
fn a_snapshot_that_is_wrong_is_refused() {
    let mut tagged = World2::new();
    let tags = [7, 0, u64::MAX];
    for tag in tags {
        let body = tagged.add_body(Body2::point(1.0)).unwrap();
        tagged.set_tag(body, tag).unwrap();
    }
    let text = written(&tagged.snapshot());
    refused(&text, snapshot_read::<2>, &[
        ("tags:[7,", "tags:[7,0,0,1,", "there are 6 tags for 3 bodies"),
        ("tags:[7,", "tags:[-7,", ""),
        ("radius:0.0", "radius:-1.0", "body #0.0: the radius is -1 m"),
        ("radius:0.0", "radius:NaN", "body #0.0: the radius is NaN m"),
    ]);

    // a force for the rest of a frame
    let (mut pushed, ids) = world::<f64, 2>(Scheme::FlowKick, 2);
    pushed[ids[0]] = Body2::point(1.0).at([0.0, -0.1]).moving([0.0, 1.0]);
    pushed.apply_force(ids[1], [3.0, 1.0]).unwrap();
    let until = Until::crossing(ids[0], Plane::new([0.0, 1.0], 0.0), Crossing::Ascending);
    pushed.step_until(0.5, &until).unwrap().unwrap();
    let text = written(&pushed.snapshot());
    let left = &text[text.find("left:Some").unwrap()..];
    let left = &left[..=left.find(')').unwrap()];
    refused(&text, snapshot_read::<2>, &[
        (left, "left:Some(0.0)", "for 0 s"),
        (left, "left:Some(-1.0)", "for -1 s"),
        (left, "left:Some(inf)", "for inf s"),
        (left, "left:Some(NaN)", "for NaN s"),
    ]);

    // a torque for the next step
    let mut turned = World2::new();
    let wheel = turned.add_body(Body2::solid(1.0, 2.0)).unwrap();
    turned.apply_torque(wheel, 3.0).unwrap();
    refused(&written(&turned.snapshot()), snapshot_read::<2>, &[
        ("torque:3.0", "torque:NaN", "component 0 of a torque for the next step of body #0.0 is NaN N·m"),
        ("torque:3.0", "torque:3.0,torque:3.0", "`torque`"),
    ]);

    // a quaternion that is not of unit length
    let mut solid = World3::new();
    solid.add_body(body::<f64, 3>(1).turned(kinstep::nalgebra::UnitQuaternion::identity())).unwrap();
    let upright = "orientation:(0.0,0.0,0.0,1.0)";
    refused(&written(&solid.snapshot()), snapshot_read::<3>, &[
        (upright, "orientation:(0.0,0.0,0.0,2.0)", "the orientation has length 2;"),
        (upright, "orientation:(0.0,0.0,0.0,0.0)", "the orientation has length 0;"),
        (upright, "orientation:(0.0,0.0,0.0,1.001)", "the orientation has length 1.001;"),
    ]);
}

/// Wrong swarms and orbits are rejected.
#[rustfmt::skip]
#[test]
fn other_things_that_are_wrong_are_refused() {
    let text = "(version:1,capacity:3,clock:(time:(sum:1.5,carried:0.0),steps:3),\
                groups:[(1.0,1),(2.0,1)],positions:[(1.0,2.0),(3.0,4.0)],velocities:[(0.0,0.0),(5.0,6.0)])";
    refused(text, |text| read::<Swarm<f64, 2>>(text).map(drop), &[
        ("version:1", "version:2", "version 2"),
        ("capacity:3", "capacity:1", "room for 1"),
        ("capacity:3", "capacity:9223372036854775807", "memory"),
        ("sum:1.5", "sum:NaN", "time"),
        ("carried:0.0", "carried:inf", "time"),
        ("(2.0,1)]", "(2.0,2)]", "hold 3"),
        ("(2.0,1)]", "(2.0,18446744073709551615)]", "hold"),
        ("(2.0,1)]", "(-2.0,1)]", "mass of group 1 is -2"),
        ("[(1.0,1),(2.0,1)]", "[]", "no group"),
        ("(3.0,4.0)", "(3.0,NaN)", "not finite"),
        ("(5.0,6.0)", "(inf,6.0)", "not finite"),
        ("(5.0,6.0)", "(5.0,6.0),(7.0,8.0)", "3 velocities"),
    ]);
    for end in 0..text.len() {
        assert!(read::<Swarm<f64, 2>>(&text[..end]).is_err(), "{end}");
    }
    let orbit = written(&Orbit::new(2.0, [1.0, 0.0], [0.0, 1.2]).unwrap());
    refused(&orbit, |text| read::<Orbit<f64, 2>>(text).map(drop), &[("mu:2.0", "mu:inf", "must be finite")]);
}

/// A force that no longer exists is named in the error, and nothing changes.
#[test]
fn a_force_that_is_gone_is_named() {
    let mut world = witness();
    let force = world.add_force(UniformGravity::new([0.0, -1.0])).unwrap();
    let snapshot = world.snapshot();
    world.remove_force(force).unwrap();
    // the slot is filled again, with another id
    world.add_force(UniformGravity::new([0.0, -1.0])).unwrap();
    world.step(0.1).unwrap();
    let before = bits(&world);
    let gone = Err(RestoreError::ForceGone { force });
    assert_eq!(world.restore(&snapshot), gone);
    assert_eq!(bits(&world), before);
    let error = world.restore_with(&snapshot, |_: ForceId| None);
    assert!(matches!(error, Err(RestoreError::ForceGone { .. })));
    // a force with an invalid parameter is rejected, too
    let error = world.restore_with(&snapshot, |_| Some(Arc::new(Spring::stiffness(f64::NAN))));
    let sentence = "Spring #0.0: the stiffness is NaN; it must be finite";
    assert_eq!(error.unwrap_err().to_string(), sentence);
    assert_eq!(bits(&world), before);
}

/// A snapshot of a body that was given an invalid mass cannot be restored.
#[test]
fn numbers_that_were_written_to_a_body_are_checked() {
    let mut world = World3::new();
    let body = world.add_body(Body3::point(1.0)).unwrap();
    world[body].mass = -2.0;
    let snapshot = world.snapshot();
    world[body].mass = 1.0;
    let reason = BodyError::Mass { mass: -2.0 };
    let refused = Err(RestoreError::Body { body, reason });
    assert_eq!(world.restore(&snapshot), refused);
    assert_eq!(world[body].mass, 1.0);
}

/// A newer version may have any content: its number is reported in every format.
#[test]
fn another_version_is_told_whatever_follows() {
    let json = r#"{"version":300,"world":{"new":[1,null,{"a":"b"}]},"more":[{}]}"#;
    let text = "(version:300,world:(new:[1,(a:'b')],other:Some(Thing(x:1))),more:{1:2})";
    // 300 in groups of seven bits, then bytes that are no world of ours
    let bytes = [0xAC, 0x02, 0xFF, 0xFF, 0x00];
    let (found, known) = (300, 1);
    let version = RestoreError::Version { found, known };
    let told = |snapshot: Snapshot<f64, 2>| {
        let mut world = witness();
        let before = bits(&world);
        assert_eq!(snapshot.version(), 300);
        assert_eq!(world.restore(&snapshot), Err(version));
        assert_eq!(bits(&world), before);
        assert!(snapshot.body_slice().is_empty());
        // it cannot be written as a snapshot of this version
        assert!(postcard::to_allocvec(&snapshot).is_err());
    };
    told(serde_json::from_str(json).unwrap());
    told(ron::from_str(text).unwrap());
    told(postcard::from_bytes(&bytes).unwrap());
    told(postcard::from_bytes(&bytes[..2]).unwrap());
    let told = |scene: Scene<f64, 2>| assert_eq!(scene.world().unwrap_err(), version);
    told(serde_json::from_str(json).unwrap());
    told(ron::from_str(text).unwrap());
    told(postcard::from_bytes(&bytes).unwrap());
}

/// Fields may come in any order, as from tools that sort them by name.
#[test]
fn fields_may_come_in_any_order() {
    let scene = scene();
    let sorted = serde_json::to_value(&scene).unwrap();
    let read: Scene<f64, 2> = serde_json::from_value(sorted).unwrap();
    assert_eq!(read, scene);
}

/// Lengths are not trusted before their values are there.
#[test]
fn lengths_are_not_believed() {
    let bytes = postcard::to_allocvec(&scene()).unwrap();
    // the number 2⁶⁴ - 1 in groups of seven bits
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

/// Accessors do not trust the ids of a hostile snapshot, which has not been checked yet.
#[test]
fn accessors_do_not_believe_either() {
    let text = written(&witness().snapshot());
    let hostile = text.replacen("owners:[0,1,2]", "owners:[0,9,4294967295]", 1);
    let snapshot: Snapshot<f64, 2> = read(&hostile).unwrap();
    let ids: Vec<BodyId> = snapshot.ids().collect();
    assert_eq!(ids.len(), 1);
    let error = World2::new().restore(&snapshot).unwrap_err();
    let (of, slot, slots) = ("bodies", 9, 3);
    assert_eq!(error, RestoreError::NoSlot { of, slot, slots });
    let says = "the names of the bodies: slot 9 is named, and there are 3";
    assert_eq!(error.to_string(), says);
}

/// Asserts that an accepted world can be stepped or fails unchanged, and that it is written as it
/// is.
fn survive<const D: usize>(world: Option<World<f64, D>>)
where
    f64: Number<D>,
{
    let Some(mut world) = world else { return };
    for dt in [0.01, 0.01, -0.5] {
        let before = bits(&world);
        if world.step(dt).is_err() {
            assert_eq!(bits(&world), before);
        }
        let mut bodies = world.body_slice().iter();
        let is_finite = |x: &f64| x.is_finite();
        assert!(bodies.all(|body| body.position.iter().chain(&body.velocity).all(is_finite)));
    }
    let _ = world.energy();
    let again = world.scene().unwrap().world().unwrap();
    assert_eq!(bits(&again), bits(&world));
    let added = world.add_body(body(2)).unwrap();
    assert_eq!(world.ids().filter(|id| *id == added).count(), 1);
    for id in world.ids().collect::<Vec<_>>() {
        world.remove_body(id).unwrap();
    }
    assert!(world.body_slice().is_empty());
}

/// The value in Postcard, RON and JSON.
fn formats<W: Serialize>(value: &W) -> [Vec<u8>; 3] {
    let json = serde_json::to_vec(value).unwrap();
    let bytes = postcard::to_allocvec(value).unwrap();
    [bytes, written(value).into_bytes(), json]
}

fn read_bytes<W: DeserializeOwned>(format: usize, bytes: &[u8]) -> Option<W> {
    match format {
        0 => postcard::from_bytes(bytes).ok(),
        1 => ron::de::from_bytes(bytes).ok(),
        _ => serde_json::from_slice(bytes).ok(),
    }
}

/// Data that is cut anywhere is rejected; data that is changed anywhere is rejected or gives a
/// valid world.
#[test]
fn changed_bytes_do_no_harm() {
    fn check<const D: usize>(scene: &Scene<f64, D>)
    where
        f64: Number<D>,
    {
        let mut random = Pcg64Mcg::seed_from_u64(D as u64);
        let (witness, _) = world::<f64, D>(Scheme::FlowKick, 4);
        let unchanged = bits(&witness);
        for (format, whole) in formats(scene).iter().enumerate() {
            let step = if format == 0 || D == 2 { 1 } else { 97 };
            for end in (0..whole.len()).step_by(step) {
                let cut = read_bytes::<Scene<f64, D>>(format, &whole[..end]);
                assert!(cut.is_none(), "{format}: {end}");
            }
            for _ in 0..2000 {
                let mut bytes = whole.clone();
                for _ in 0..random.random_range(1..4) {
                    let at = random.random_range(0..bytes.len());
                    let end = (at + random.random_range(1..32)).min(bytes.len());
                    match random.random_range(0..4) {
                        0 => drop(bytes.drain(at..(at + 8).min(end))),
                        1 => drop(
                            bytes.splice(
                                at..at,
                                whole[at.min(whole.len() - 1)..]
                                    .iter()
                                    .copied()
                                    .take(end - at),
                            ),
                        ),
                        // in text, another digit or sign, so that it can still be read
                        2 if format > 0 => {
                            bytes[at] = b"0123456789-.,e"[random.random_range(0..14)]
                        }
                        _ => bytes[at] = random.random(),
                    }
                }
                survive(
                    read_bytes::<Scene<f64, D>>(format, &bytes)
                        .and_then(|scene| scene.world().ok()),
                );
                if let Some(snapshot) = read_bytes::<Snapshot<f64, D>>(format, &bytes) {
                    let _ = (snapshot.ids().count(), snapshot.force_ids().count());
                    let mut witness = witness.clone();
                    if witness.restore(&snapshot).is_err() {
                        assert_eq!(bits(&witness), unchanged);
                    }
                }
            }
        }
    }
    check(&scene());
    check(&spatial_scene());
}
