//! Anything is asked of everything: no panic, no search without an end, no NaN called an answer, and what fails
//! changes nothing.
//!
//! The same calls are made by proptest and by the fuzzers of `fuzz`. `PROPTEST_CASES=100000` asks for more of them.

mod aim_calls;
mod closed_forms;
mod draw;
mod flight_calls;
mod parts;
mod swarm_calls;
mod world_calls;

use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use aim_calls::of_aims;
use closed_forms::{of_forces, of_laws, of_orbits, of_turns};
use draw::Draw;
use flight_calls::of_flights;
use swarm_calls::of_swarms;
use world_calls::of_worlds;

use truths::effort::Effort;

/// Cases of the longer kinds of calls.
const CASES: u32 = if cfg!(debug_assertions) { 20 } else { 200 };

/// The work that a case may take. A `Reference` takes its 2^24 evaluations for each body before it says that a motion
/// is too stiff, about 6 s of work, and a case asks for several of them: the longest takes 20 s.
const PATIENCE: Duration = Duration::from_secs(80);

type Calls = fn(&mut Draw);

pub(crate) const WORLDS: [Calls; 4] = [
    of_worlds::<f64, 2>,
    of_worlds::<f64, 3>,
    of_worlds::<f32, 2>,
    of_worlds::<f32, 3>,
];
pub(crate) const FLIGHTS: [Calls; 4] = [
    of_flights::<f64, 2>,
    of_flights::<f64, 3>,
    of_flights::<f32, 2>,
    of_flights::<f32, 3>,
];
pub(crate) const AIMS: [Calls; 4] = [
    of_aims::<f64, 2>,
    of_aims::<f64, 3>,
    of_aims::<f32, 2>,
    of_aims::<f32, 3>,
];
pub(crate) const SWARMS: [Calls; 4] = [
    of_swarms::<f64, 2>,
    of_swarms::<f64, 3>,
    of_swarms::<f32, 2>,
    of_swarms::<f32, 3>,
];
pub(crate) const CLOSED_FORMS: [Calls; 14] = [
    of_orbits::<f64, 2>,
    of_orbits::<f64, 3>,
    of_orbits::<f32, 2>,
    of_orbits::<f32, 3>,
    of_laws::<f64, 2>,
    of_laws::<f64, 3>,
    of_laws::<f32, 2>,
    of_laws::<f32, 3>,
    of_forces::<f64, 2>,
    of_forces::<f64, 3>,
    of_forces::<f32, 2>,
    of_forces::<f32, 3>,
    of_turns::<f64>,
    of_turns::<f32>,
];

/// The calls that these bytes say; the first says of which kind.
pub(crate) fn attack(kinds: &[Calls], bytes: &[u8]) {
    let Some((&kind, bytes)) = bytes.split_first() else {
        return;
    };
    let start = Effort::begin();
    kinds[usize::from(kind) % kinds.len()](&mut Draw::new(bytes));
    let took = start.spent();
    assert!(took < PATIENCE, "{took:?}");
}

fn bytes(count: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..count)
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases: std::env::var("PROPTEST_CASES")
            .ok()
            .and_then(|count| count.parse().ok())
            .unwrap_or(cases),
        failure_persistence: None,
        // in milliseconds: cases that fail for their time would be made smaller for many minutes
        max_shrink_time: 60_000,
        // the same cases on every run; `PROPTEST_CASES` asks for more of them
        rng_seed: RngSeed::Fixed(9),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn closed_forms(bytes in bytes(200)) {
        attack(&CLOSED_FORMS, &bytes);
    }
}

proptest! {
    #![proptest_config(config(CASES))]

    #[test]
    fn worlds(bytes in bytes(700)) {
        attack(&WORLDS, &bytes);
    }

    #[test]
    fn flights(bytes in bytes(300)) {
        attack(&FLIGHTS, &bytes);
    }

    #[test]
    fn aims(bytes in bytes(300)) {
        attack(&AIMS, &bytes);
    }

    #[test]
    fn swarms(bytes in bytes(400)) {
        attack(&SWARMS, &bytes);
    }
}
