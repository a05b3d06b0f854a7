//! Runs that together use all code that computes, and the final bits of each run with the feature
//! `libm`, which are the same in every build and on every machine. Halfway each world and swarm is
//! written as a snapshot, and continues from what is read.
//!
//! ```text
//! cargo run --release -p golden --features libm
//! ```

mod adaptive;
mod answers;
mod bits;
pub mod edits;
mod ground;
pub mod scenes;
mod snapshots;
mod swarm;

pub use answers::{of_aims, of_crowds};
use answers::{of_flights, of_orbits_and_turns};
pub use bits::Bits;
use kinstep::World;
use scenes::{STEPS, Scene};
pub use snapshots::{Kept, Snapshots};
use swarm::a_swarm;

/// Steps a scene to its end and returns the bits of the final state.
fn end<T: Kept<D>, const D: usize>(
    start: impl Fn() -> Scene<T, D>,
    snapshots: &mut Snapshots,
) -> u64 {
    let mut scene = start();
    (0..STEPS / 2).for_each(|step| scene.step(step));
    scene.world = match scene.world.scene() {
        Ok(whole) => snapshots.pass(&whole).world().unwrap(),
        // some forces are code: take them from a new world
        Err(_) => {
            let mut world: World<T, D> = start().world;
            let state = snapshots.pass(&scene.world.snapshot());
            world.restore(&state).unwrap();
            world
        }
    };
    (STEPS / 2..STEPS).for_each(|step| scene.step(step));
    Bits::of_world(&scene.world)
}

/// Makes a run and returns the bits of its final state.
type Run = fn(&mut Snapshots) -> u64;

/// Each run, and its final bits with the feature `libm`.
#[rustfmt::skip]
const RUNS: [(&str, u64, Run); 27] = [
    ("springs in wind, 3-D, f64", 0x6337_FD54_8F87_D6E0, |s| {
        end(|| scenes::springs_in_wind::<f64, 3>(1.0 / 60.0), s)
    }),
    ("springs in wind, 2-D, f32, backwards", 0x869D_F66B_E5C5_58B9, |s| {
        end(|| scenes::springs_in_wind::<f32, 2>(-1.0 / 60.0), s)
    }),
    ("links and closures", 0xE32E_2827_605C_3198, |s| end(scenes::links_and_closures, s)),
    ("networks and ropes, 3-D, f64", 0x9A60_DC47_4CB2_8742, |s| {
        end(|| scenes::networks_and_ropes::<f64, 3>(1.0 / 60.0), s)
    }),
    ("networks and ropes, 2-D, f32", 0xA0AC_DFEB_83D2_EB0A, |s| {
        end(|| scenes::networks_and_ropes::<f32, 2>(1.0 / 60.0), s)
    }),
    ("books and tops, f64", 0xF883_2200_E7B7_552D, |s| end(scenes::books_and_tops::<f64>, s)),
    ("books and tops, f32", 0x7F51_577F_B665_B274, |s| end(scenes::books_and_tops::<f32>, s)),
    ("planets", 0xB87C_E267_13C9_D1C3, |s| end(scenes::planets, s)),
    ("landers", 0xDFC5_A1DD_89B6_00B8, |s| end(scenes::landers, s)),
    ("charges in a turning frame", 0x7BD4_228F_496C_AF7A, |s| {
        end(scenes::charges_in_a_turning_frame, s)
    }),
    ("every scheme", 0xCE82_B611_5521_B22C, |s| end(scenes::every_scheme, s)),
    ("a crowd", 0x7BF5_C95E_469A_7389, |s| end(scenes::a_crowd, s)),
    ("a swarm", 0xD827_3AA7_69CA_0BE2, a_swarm),
    ("aims", 0xB528_0D49_A257_E6B8, |_| of_aims()),
    ("flights", 0xD87D_B332_6A15_DD9E, |_| of_flights()),
    ("orbits and turns, f64", 0x0C32_6EDD_F72C_E4A3, |_| of_orbits_and_turns::<f64>()),
    ("orbits and turns, f32", 0xCF91_FC9A_8156_7880, |_| of_orbits_and_turns::<f32>()),
    ("crowds", 0xD112_417F_3E6A_288C, |_| of_crowds()),
    ("an orbit to a tolerance", 0x42C4_9914_DEBE_CAC2, adaptive::an_orbit),
    ("a throw in wind to a tolerance", 0x6990_16B5_7043_2179, adaptive::a_throw_in_wind),
    ("a charge in a well to a tolerance", 0x60EB_B7CD_BC82_FD72, adaptive::a_charge_in_a_well),
    ("a level of chains and tiles", 0xBD50_438B_FFEC_B63A, ground::a_level),
    ("balls on terrain", 0x7E8F_AF37_E878_239A, ground::a_terrain),
    ("a pile and a rope on ground", 0x4CC9_FCB2_DFF2_3FA7, ground::a_pile),
    ("free bodies edited at random", 0xD469_656B_C01D_FBB8, |_| edits::of_free_bodies()),
    ("tied bodies edited at random", 0x2A9D_2AF3_F21E_DD75, |_| edits::of_tied_bodies()),
    ("the same in space", 0x90A7_2FF1_756F_A919, |_| edits::of_tied_bodies_in_space()),
];

/// The name of each run, and its final bits with the feature `libm`.
pub fn expected() -> impl Iterator<Item = (&'static str, u64)> {
    RUNS.into_iter().map(|(name, bits, _)| (name, bits))
}

/// The final bits of a run, and those with the feature `libm`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct End {
    pub name: &'static str,
    pub expected: u64,
    pub bits: u64,
}

/// Makes all runs.
#[must_use]
pub fn ends(snapshots: &mut Snapshots) -> Vec<End> {
    let end = |(name, expected, run): (_, _, Run)| End {
        name,
        expected,
        bits: run(snapshots),
    };
    RUNS.map(end).to_vec()
}

/// Makes all runs and reports the result. The error has a line for each run with other final bits,
/// and one if the snapshots written differ from those read.
///
/// # Errors
///
/// If anything differs.
pub fn check(snapshots: &mut Snapshots) -> Result<String, String> {
    let ends = ends(snapshots);
    let mut lines: Vec<String> = (ends.iter())
        .filter(|end| end.bits != end.expected)
        .map(|end| format!("{}: ended in {:#018X}", end.name, end.bits))
        .collect();
    if snapshots.differ() {
        lines.push("the snapshots written differ from those read".into());
    }
    match &lines[..] {
        [] => Ok(format!("{} runs ended in the expected bits", ends.len())),
        lines => Err(lines.join("\n")),
    }
}
