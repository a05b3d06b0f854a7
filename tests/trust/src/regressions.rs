//! What the adversary found, kept: each was a NaN, or a state that could not be gone back to.

use std::time::Duration;

use kinstep::aim::AimError;
use kinstep::ballistics::{Ballistics, LandingError, SpanError, Terrain, Trajectory};
use kinstep::nalgebra::{Matrix3, Vector3};
use kinstep::orbit::Orbit;
use kinstep::swarm::SwarmError;
use kinstep::{Body2, LinearLaw, Spring, StepError, Swarm, World2};

use crate::adversary::{AIMS, FLIGHTS, SWARMS, WORLDS, attack};
use truths::effort::Effort;

/// Without an attractor the shape of the way was 0/0.
#[test]
fn an_orbit_about_nothing_has_a_shape() {
    let past = Orbit::new(0.0, [3.0, 4.0], [1.0, 0.0]).unwrap();
    assert_eq!(
        (past.eccentricity(), past.semi_major_axis()),
        (f64::INFINITY, 0.0)
    );
    assert_eq!(past.periapsis(), 4.0);
    let through = Orbit::new(0.0, [3.0, 4.0], [6.0, 8.0]).unwrap();
    assert_eq!(
        (through.eccentricity(), through.semi_major_axis()),
        (1.0, 0.0)
    );
    let at_rest = Orbit::new(0.0, [3.0, 4.0], [0.0, 0.0]).unwrap();
    assert_eq!(
        (at_rest.eccentricity(), at_rest.semi_major_axis()),
        (1.0, 0.0)
    );
    assert_eq!((at_rest.periapsis(), at_rest.period()), (5.0, None));
}

/// Steps that are finite summed up to a time that is not, and its snapshot was refused.
#[test]
fn a_clock_does_not_run_to_infinity() {
    let mut world = World2::new();
    world.add_body(Body2::point(1.0)).unwrap();
    world.step(f64::MAX).unwrap();
    let snapshot = world.snapshot();
    assert_eq!(
        world.step(f64::MAX),
        Err(StepError::Duration { dt: f64::MAX })
    );
    assert_eq!((world.time(), world.steps()), (f64::MAX, 1));
    world.restore(&snapshot).unwrap();

    let mut swarm: Swarm<f64, 2> = Swarm::with_capacity(1);
    swarm.push([0.0, 0.0], [0.0, 0.0]).unwrap();
    let dt = f64::MAX;
    swarm.step(&LinearLaw::free(), dt).unwrap();
    assert_eq!(
        swarm.step(&LinearLaw::free(), dt),
        Err(SwarmError::Duration { dt })
    );
    let nothing = |_: &kinstep::swarm::Block<'_, f64, 2>, _: &mut [_]| {};
    let kicked = swarm.steps_kicked(&LinearLaw::free(), &nothing, 0.5 * dt, 2);
    assert_eq!(kicked, Err(SwarmError::Duration { dt: 0.5 * dt }.into()));
    assert_eq!(swarm.time(), f64::MAX);
}

/// A spin so fast that the squares of a quaternion's numbers were too large left an orientation of length 0.
#[test]
fn an_orientation_keeps_its_length() {
    attack(&WORLDS, &FAST_SPIN);
}

#[rustfmt::skip]
const FAST_SPIN: [u8; 446] = [
    31, 69, 46, 183, 55, 153, 68, 23, 1, 52, 150, 1, 123, 69, 145, 163, 254, 229, 180, 114,
    253, 25, 47, 113, 16, 78, 222, 43, 12, 24, 125, 150, 197, 59, 74, 92, 19, 233, 65, 101,
    97, 141, 49, 43, 8, 201, 235, 130, 46, 35, 70, 105, 150, 65, 106, 117, 113, 90, 243, 208,
    149, 239, 111, 62, 151, 225, 195, 168, 231, 190, 95, 51, 212, 59, 126, 199, 211, 149, 243, 220,
    160, 124, 48, 162, 19, 84, 27, 13, 159, 83, 65, 159, 178, 160, 18, 50, 252, 90, 221, 242,
    120, 250, 192, 216, 222, 193, 228, 0, 194, 253, 192, 219, 131, 180, 211, 156, 213, 97, 205, 213,
    57, 0, 91, 233, 120, 156, 69, 39, 4, 217, 181, 241, 19, 227, 42, 255, 65, 229, 188, 69,
    183, 61, 149, 242, 180, 253, 210, 201, 43, 67, 185, 26, 116, 14, 156, 170, 122, 212, 56, 201,
    25, 254, 113, 128, 64, 159, 240, 196, 106, 112, 107, 88, 138, 120, 203, 17, 223, 160, 150, 254,
    110, 56, 101, 40, 206, 219, 216, 129, 68, 191, 52, 171, 181, 204, 219, 146, 67, 252, 219, 175,
    151, 2, 175, 122, 29, 124, 87, 226, 94, 46, 173, 16, 21, 160, 191, 77, 236, 12, 13, 136,
    2, 245, 101, 189, 221, 60, 214, 150, 223, 46, 229, 138, 206, 110, 160, 160, 122, 215, 135, 109,
    90, 248, 108, 33, 28, 253, 125, 182, 22, 63, 193, 141, 38, 173, 103, 209, 27, 138, 241, 213,
    148, 36, 130, 4, 16, 143, 107, 100, 67, 247, 218, 180, 123, 97, 219, 145, 64, 32, 41, 83,
    121, 64, 87, 49, 147, 5, 217, 40, 132, 184, 103, 234, 17, 204, 73, 201, 143, 110, 144, 199,
    200, 135, 32, 197, 177, 188, 245, 142, 37, 3, 1, 112, 71, 110, 163, 92, 248, 52, 163, 228,
    101, 246, 238, 77, 238, 237, 179, 18, 79, 102, 126, 217, 45, 161, 196, 166, 52, 254, 247, 249,
    212, 174, 164, 43, 28, 241, 190, 110, 241, 18, 128, 146, 131, 112, 142, 112, 194, 138, 3, 80,
    255, 147, 231, 176, 234, 136, 120, 205, 47, 232, 252, 30, 200, 227, 215, 96, 77, 110, 25, 125,
    16, 36, 118, 47, 34, 86, 94, 22, 78, 166, 156, 248, 219, 244, 249, 241, 174, 229, 16, 60,
    134, 182, 200, 50, 33, 102, 62, 23, 29, 175, 157, 249, 122, 188, 179, 241, 217, 77, 215, 163,
    74, 35, 12, 152, 239, 32, 0, 171, 139, 72, 115, 56, 250, 47, 179, 119, 147, 128, 43, 183,
    226, 71, 182, 107, 39, 54,
];

/// A world whose forces came and went steps as one made anew of those that are left, in the order they have now.
#[test]
fn forces_add_up_in_the_order_they_have() {
    for case in 0..20 {
        let number = |k: i32| 1.0 / f64::from(3 + 7 * case + k);
        let mut world = World2::new();
        let bodies = [1.0, 2.0].map(|x| {
            let body = Body2::point(number(1)).at([x, number(2)]);
            world.add_body(body).unwrap()
        });
        let spring = |k: i32| Spring::stiffness(number(k)).anchored_at([number(k + 1), number(k)]);
        let first = world.add_force_on(bodies[0], spring(3)).unwrap();
        let other = world.add_force_on(bodies[1], spring(4)).unwrap();
        for k in 5..9 {
            world.add_force(spring(k)).unwrap();
        }
        let same_as_made_anew = |world: &mut World2| {
            let mut anew = world.scene().unwrap().world().unwrap();
            let stepped = (world.step(0.1), anew.step(0.1));
            assert_eq!(stepped, (Ok(()), Ok(())));
            assert_eq!(world.body_slice(), anew.body_slice(), "{case}");
        };
        same_as_made_anew(&mut world);
        world.remove_force(first).unwrap();
        same_as_made_anew(&mut world);
        world.remove_body(bodies[0]).unwrap();
        same_as_made_anew(&mut world);
        world.remove_force(other).unwrap();
        same_as_made_anew(&mut world);
        let more = [(); 2].map(|()| world.add_body(Body2::point(number(1))).unwrap());
        world.add_force_on(more[0], spring(10)).unwrap();
        world.add_force(spring(11)).unwrap();
        same_as_made_anew(&mut world);
        world.remove_body(more[0]).unwrap();
        same_as_made_anew(&mut world);
    }
}

/// The square of a plane's normal was no number in `f32`, and a body that landed on it was nowhere.
#[test]
fn a_plane_of_a_tiny_normal_is_landed_on() {
    attack(
        &WORLDS,
        &[
            0x67, 0x43, 0x60, 0x5e, 0x30, 0x38, 0xc9, 0x10, 0xdb, 0xa5, 0xb6, 0x7f, 0x8b, 0x29,
            0x65, 0x01, 0xe3, 0xa6, 0x99, 0xac, 0x85, 0xc5, 0x3e, 0x14, 0xc2, 0x6a, 0x95, 0x87,
            0x7c, 0x38, 0x58, 0x23,
        ],
    );
}

/// A law so quick that its numbers overflow was looked along for minutes, from the start and no farther.
#[test]
fn what_is_too_quick_to_follow_is_not_followed() {
    let start = Effort::begin();
    attack(
        &SWARMS,
        &[
            185, 250, 232, 190, 187, 66, 150, 166, 16, 209, 201, 1, 113, 196, 27, 168, 231, 149,
            118, 151, 2, 105, 105, 20, 87, 69, 105, 234, 22, 148, 169, 165, 84, 132, 196, 26, 242,
            115, 34, 149, 92, 55, 229, 75, 178, 203, 236, 192, 51, 36, 206, 89, 106, 69, 44, 123,
            166, 223, 126, 142, 122,
        ],
    );
    assert!(start.spent() < Duration::from_secs(5));
}

/// Questions that no number tells an answer to were not counted, and a landing was looked for without an end.
#[test]
fn a_search_that_gets_nowhere_ends() {
    let start = Effort::begin();
    attack(
        &FLIGHTS,
        &[
            19, 172, 211, 69, 214, 44, 193, 170, 213, 124, 95, 45, 149, 57, 200, 42, 107, 200, 188,
            212, 224, 38, 41, 201, 50, 202, 15, 38, 89, 89, 76, 51, 195, 66, 135, 24, 19, 154, 20,
            208, 53, 107, 113, 90, 103, 17, 228, 255, 71, 212, 124, 245, 104, 221, 216, 151, 143,
            190, 60, 185, 149,
        ],
    );
    assert!(start.spent() < Duration::from_secs(5));
}

/// With hardly any drag the nearest that a slow throw came to its target was at a time that no `f32` holds.
#[test]
fn an_attempt_is_at_a_time_that_there_is() {
    attack(&AIMS, &SLOW_ATTEMPT);
}

#[rustfmt::skip]
const SLOW_ATTEMPT: [u8; 312] = [
    206, 154, 175, 185, 238, 35, 183, 143, 82, 2, 246, 105, 57, 112, 248, 147, 140, 185, 100, 219,
    242, 45, 82, 37, 159, 173, 200, 28, 4, 233, 204, 24, 43, 23, 2, 75, 50, 123, 48, 229,
    22, 74, 104, 252, 184, 237, 240, 157, 217, 41, 246, 192, 190, 72, 199, 188, 7, 183, 196, 64,
    170, 125, 191, 50, 195, 46, 119, 241, 228, 71, 48, 230, 206, 117, 204, 217, 154, 209, 161, 209,
    175, 203, 59, 1, 185, 125, 234, 96, 238, 184, 6, 30, 35, 194, 242, 208, 183, 226, 249, 41,
    143, 209, 110, 32, 82, 208, 51, 3, 2, 119, 149, 73, 246, 179, 202, 211, 105, 44, 250, 239,
    57, 252, 177, 240, 112, 247, 206, 253, 248, 93, 70, 104, 147, 136, 13, 20, 140, 252, 206, 162,
    185, 79, 236, 58, 100, 76, 238, 88, 219, 236, 135, 9, 242, 188, 109, 137, 45, 75, 98, 146,
    82, 9, 248, 165, 37, 225, 115, 50, 159, 34, 229, 188, 173, 246, 119, 168, 200, 71, 88, 45,
    28, 1, 46, 151, 4, 119, 16, 227, 233, 145, 237, 17, 204, 40, 108, 129, 24, 25, 235, 208,
    43, 117, 215, 109, 23, 254, 14, 245, 2, 63, 1, 156, 75, 13, 172, 126, 50, 213, 73, 78,
    123, 18, 203, 2, 48, 166, 9, 108, 229, 28, 49, 129, 22, 213, 76, 111, 74, 111, 97, 19,
    104, 254, 205, 123, 252, 4, 53, 75, 184, 225, 0, 164, 237, 137, 33, 150, 240, 152, 253, 154,
    157, 44, 254, 133, 217, 66, 30, 221, 41, 126, 183, 149, 246, 242, 31, 139, 192, 241, 75, 250,
    190, 16, 73, 26, 72, 94, 108, 201, 199, 87, 50, 185, 188, 167, 163, 205, 7, 128, 199, 246,
    183, 150, 53, 180, 196, 142, 173, 154, 64, 88, 87, 142,
];

/// A crossing so far out that its place on the plane could not be computed was nowhere.
#[test]
fn a_crossing_at_the_end_of_the_numbers_is_somewhere() {
    attack(
        &SWARMS,
        &[
            36, 86, 195, 200, 242, 55, 146, 92, 143, 8, 9, 116, 194, 52, 179, 93, 59, 43, 188, 64,
            91, 87, 9, 17, 81, 163, 247, 252, 45, 235, 119, 52, 37, 213, 98, 43, 60, 28, 54, 225,
            132, 59, 102, 112, 109, 168, 249, 237,
        ],
    );
}

/// At a speed of next to nothing, through quadratic drag, targets far away were hit after more time than `f32` holds; and
/// what came closest missed by more metres.
#[test]
fn a_hit_is_at_a_time_that_there_is() {
    let still = Ballistics::<f32, 2>::new([0.0, 0.0]);
    let far = still.quadratic().aim([0.0, 0.0], [-1e37, 0.0]);
    assert_eq!(far.hits_at_speed(1e-7), Err(AimError::Extreme));
    assert_eq!(far.attempt(1e-7), Err(AimError::Extreme));
    let across = Ballistics::<f32, 2>::new([0.0, -9.81]).aim([-3e38, 3e38], [3e38, 3e38]);
    assert_eq!(across.attempt(1e-7), Err(AimError::Extreme));
}

/// Ten thousand arcs of an extreme law, each of a thousand looks that led nowhere, took half a minute.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "a million looks take long without optimisation"
)]
fn a_search_for_turns_ends() {
    let start = Effort::begin();
    attack(
        &SWARMS,
        &[
            145, 3, 50, 164, 172, 252, 207, 24, 190, 208, 159, 180, 77, 201, 3, 212, 105, 157, 44,
            209, 141, 114, 40, 103, 154, 82, 182, 98, 161, 11, 208, 80, 228, 228, 220, 249, 5, 133,
            139, 79, 129, 170, 97, 127, 155, 168, 196, 132, 247, 123, 45, 68, 119, 150, 85, 2, 109,
            253, 149, 165, 139, 183, 210,
        ],
    );
    assert!(start.spent() < Duration::from_secs(15));
}

/// The box and the length of a path of a million swings took half a minute each.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "a hundred thousand looks take long without optimisation"
)]
fn a_path_too_long_to_be_measured_is_said_to_be() {
    let start = Effort::begin();
    let stiff = LinearLaw::tidal(Matrix3::repeat(-900.0_f32)).launch([1.0, 0.0, 0.0], [0.0; 3]);
    let length = stiff.arc_length(-1700.0..460.0);
    assert!(
        matches!(length, Err(SpanError::Unfinished { steps: 2500, .. })),
        "{length:?}"
    );
    let pull = Vector3::new(-1.0, 120.0, 5300.0);
    let stiff = LinearLaw::tidal(-pull * pull.transpose());
    let stiff = stiff.launch([0.5, 0.5, 0.5], [-90.0, 0.5, -90.0]);
    let bounds = stiff.bounds(-3700.0..-40.0);
    assert!(
        matches!(bounds, Err(SpanError::Unfinished { .. })),
        "{bounds:?}"
    );
    // three minutes and a half; no digit of its angle is known
    let stiff = LinearLaw::tidal(Matrix3::repeat(-3e172)).launch([0.0; 3], [-1700.0; 3]);
    let terrain = Terrain::new([0.0, 1.0, 0.0], |x: &Vector3<f64>| x.x.sin(), 1.0);
    let landing = stiff.landing(&terrain, 0.0..2500.0);
    assert!(
        matches!(landing, Err(LandingError::Span(SpanError::NotFinite))),
        "{landing:?}"
    );
    assert!(start.spent() < Duration::from_secs(30));
}
