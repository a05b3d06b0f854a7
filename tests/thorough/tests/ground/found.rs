//! Scenes that once failed, made as small as possible.

use kinstep::contact::Contact;
use kinstep::nalgebra::Vector2;
use kinstep::trajectory::AlignedBox;
use kinstep::{Body2f, UniformGravity, World2f};

use super::random::{Measured, run_seed};

/// In single precision, 100 m from the origin, a point that slid over flush tiles stopped at a
/// seam.
#[test]
fn a_point_slides_over_seams() {
    for count in [2, 3, 8, 9, 16] {
        for far in [100.0_f32, 1000.0] {
            let mut world = World2f::new();
            world.add_force(UniformGravity::new([0.0, -9.81])).unwrap();
            for index in 0..count {
                let tile = AlignedBox::around([far + index as f32, -0.5], [0.5, 0.5]);
                world.add_surface(tile, Contact::new(0.0)).unwrap();
            }
            let point = Body2f::point(1.0).at([far, 0.0]).moving([1.0, 0.0]);
            let point = world.add_body(point).unwrap();
            for step in 0..80 {
                world.step(1.0 / 60.0).unwrap();
                let at = world[point];
                let told = format!("{count} tiles at {far} m: step {step}, {at:?}");
                assert_eq!(at.velocity, Vector2::new(1.0, 0.0), "{told}");
            }
        }
    }
}

/// These scenes once failed, for the following reasons:
///
/// - Balls between two others used up their events and moved on alone, into the others.
/// - Balls got their speed after a group had formed without them.
/// - Slow balls crept into others in single precision.
/// - In a pile, walls were farther away than a body came by its own speed, and balls that rolled
///   over corners sank into them.
/// - A ball whose segment was cut short stayed where its bounces ended.
/// - Tied balls were pushed out of one surface into another, which gave energy.
/// - Balls that overlapped went deeper with each hop.
/// - Balls met others where these would have been without their hops.
#[test]
fn balls_do_not_overlap() {
    for seed in [
        1948, 2856, 3000, 14472, 20236, 3818, 4926, 5932, 6026, 8140, 20778, 61869, 69336, 72076,
        74681, 86536,
    ] {
        let mut measured = Measured::default();
        assert_eq!(run_seed(seed, &mut measured), Ok(()), "{seed}");
        assert!(measured.scenes == 1 && measured.steps > 20, "{measured:?}");
    }
}
