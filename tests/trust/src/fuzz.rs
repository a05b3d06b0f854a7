//! Targets for fuzzers, with a random engine where there is none.
//!
//! ```text
//! BOLERO_RANDOM_TEST_TIME_MS=200000 BOLERO_RANDOM_ITERATIONS=1000000000 cargo test -p trust --release fuzz
//! cargo bolero test -p trust fuzz::snapshots_of_bytes
//! ```

use std::sync::LazyLock;

use kinstep::{Scene, Scheme, Snapshot, World};

use crate::adversary::{AIMS, CLOSED_FORMS, FLIGHTS, SWARMS, WORLDS, attack};
use crate::worlds::{Number, bits, forces, world};

/// What is written, in three formats: postcard, RON and JSON.
type Written = [Vec<u8>; 3];

fn written<V: serde::Serialize>(value: &V) -> Written {
    [
        postcard::to_allocvec(value).unwrap(),
        ron::to_string(value).unwrap().into_bytes(),
        serde_json::to_vec(value).unwrap(),
    ]
}

fn read<V: serde::de::DeserializeOwned>(format: usize, bytes: &[u8]) -> Option<V> {
    match format {
        0 => postcard::from_bytes(bytes).ok(),
        1 => ron::de::from_bytes(bytes).ok(),
        _ => serde_json::from_slice(bytes).ok(),
    }
}

fn full<const D: usize>() -> World<f64, D>
where
    f64: Number<D>,
{
    let (mut world, ids) = world(Scheme::FlowKick, 4);
    for force in forces() {
        world.add_force(force).unwrap();
    }
    world.remove_body(ids[1]).unwrap();
    world.step(0.01).unwrap();
    world
}

static SCENES: LazyLock<[Written; 2]> = LazyLock::new(|| {
    [
        written(&full::<2>().scene().unwrap()),
        written(&full::<3>().scene().unwrap()),
    ]
});

static SNAPSHOTS: LazyLock<[Written; 2]> = LazyLock::new(|| {
    [
        written(&full::<2>().snapshot()),
        written(&full::<3>().snapshot()),
    ]
});

/// Something that was written, changed as the bytes say: overwritten, cut, put in twice; or the bytes themselves.
fn changed(whole: &[u8], bytes: &[u8]) -> Vec<u8> {
    let Some((&how, rest)) = bytes.split_first() else {
        return whole.to_vec();
    };
    if how == 0xFF {
        return rest.to_vec();
    }
    let mut text = whole.to_vec();
    for change in rest.chunks_exact(4) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % text.len().max(1);
        match change[2] % 4 {
            _ if text.is_empty() => {}
            0 | 1 => text[at] = change[3],
            2 => drop(text.drain(at..(at + usize::from(change[3] % 8)).min(text.len()))),
            _ => {
                let piece = text[at..(at + usize::from(change[3] % 32)).min(text.len())].to_vec();
                text.splice(at..at, piece);
            }
        }
    }
    text
}

/// A world that was let in can be stepped or says why not, and is never left in a state that is not finite.
fn survive<const D: usize>(world: &mut World<f64, D>)
where
    f64: Number<D>,
{
    for dt in [0.01, -0.5] {
        let before = bits(world);
        if world.step(dt).is_err() {
            assert_eq!(bits(world), before);
        }
        let finite = |x: &f64| x.is_finite();
        let mut bodies = world.body_slice().iter();
        assert!(bodies.all(|body| body.position.iter().chain(&body.velocity).all(finite)));
    }
    let _ = world.energy();
}

fn scene<const D: usize>(format: usize, bytes: &[u8])
where
    f64: Number<D>,
{
    let Some(scene) = read::<Scene<f64, D>>(format, bytes) else {
        return;
    };
    let _ = (
        scene.version(),
        scene.time(),
        scene.body_slice(),
        scene.forces(),
    );
    match scene.world() {
        Ok(mut world) => survive(&mut world),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn snapshot<const D: usize>(format: usize, bytes: &[u8])
where
    f64: Number<D>,
{
    let Some(snapshot) = read::<Snapshot<f64, D>>(format, bytes) else {
        return;
    };
    let _ = (
        snapshot.ids().count(),
        snapshot.force_ids().count(),
        snapshot.time(),
    );
    let mut world = full::<D>();
    let before = bits(&world);
    match world.restore(&snapshot) {
        Ok(()) => survive(&mut world),
        Err(_) => assert_eq!(bits(&world), before),
    }
}

#[test]
fn snapshots_of_bytes() {
    bolero::check!().for_each(|bytes: &[u8]| {
        let Some((&kind, bytes)) = bytes.split_first() else {
            return;
        };
        let (format, space) = (usize::from(kind) % 3, usize::from(kind / 3) % 2);
        let text = changed(&SNAPSHOTS[space][format], bytes);
        [snapshot::<2>, snapshot::<3>][space](format, &text);
    });
}

#[test]
fn scenes_of_bytes() {
    bolero::check!().for_each(|bytes: &[u8]| {
        let Some((&kind, bytes)) = bytes.split_first() else {
            return;
        };
        let (format, space) = (usize::from(kind) % 3, usize::from(kind / 3) % 2);
        let text = changed(&SCENES[space][format], bytes);
        [scene::<2>, scene::<3>][space](format, &text);
    });
}

#[test]
fn calls_of_bytes() {
    bolero::check!().for_each(|bytes: &[u8]| {
        let Some((&kind, bytes)) = bytes.split_first() else {
            return;
        };
        match kind % 5 {
            0 => attack(&WORLDS, bytes),
            1 => attack(&SWARMS, bytes),
            2 => attack(&FLIGHTS, bytes),
            3 => attack(&AIMS, bytes),
            _ => attack(&CLOSED_FORMS, bytes),
        }
    });
}
