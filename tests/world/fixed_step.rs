//! Equal steps from frames of any length.

use approx::assert_abs_diff_eq;
use kinstep::nalgebra::Vector3;
use kinstep::{
    Body2, Body3, FixedStep, LinearDrag, Spring, StepError, UniformGravity, World, World2, World3,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn thrown() -> World3 {
    let mut world = World3::new();
    (world.add_force(UniformGravity::new([0.0, -9.81, 0.0]))).unwrap();
    (world.add_force(LinearDrag::rate(0.2).in_wind([3.0, 0.0, 0.0]))).unwrap();
    world.add_force(Spring::stiffness(4.0)).unwrap();
    world
}

/// The picture is one step behind the frames, on the exact path, for any lengths of frames.
#[test]
fn the_picture_is_on_the_exact_path() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut world = thrown();
    let ball = (world.add_body(Body3::point(0.5).moving([30.0, 8.0, 1.0]))).unwrap();
    let path = world.trajectory(ball).unwrap();
    use kinstep::trajectory::Trajectory;
    let mut fixed = FixedStep::new(1.0 / 60.0).at_most(100);
    let (mut elapsed, mut most) = (0.0, 0.0_f64);
    for frame in 0..2000 {
        let length = [1e-4, 0.004, 1.0 / 144.0, 1.0 / 60.0, 0.05, 0.3][frame % 6]
            * random.random_range(0.5..1.5);
        elapsed += length;
        assert_eq!(fixed.add(length), Ok(0.0));
        while fixed.is_due() {
            fixed.step(&mut world).unwrap();
        }
        let picture = fixed.drawn(&world).unwrap();
        if world.steps() > 0 {
            // one step behind
            assert_abs_diff_eq!(picture.time(), elapsed - 1.0 / 60.0, epsilon = 1e-10);
        }
        let exact: Vector3<f64> = path.position(picture.time());
        most = most.max((picture[ball].position - exact).norm());
    }
    // measured: 1.4e-12 after 130 s; positions are up to 30 m
    assert!(most < 1e-11, "{most:e}");
}

/// Frames that are whole numbers of steps get that many steps each, however the sums of their
/// lengths are rounded.
#[test]
fn frames_of_whole_steps_get_as_many_each() {
    for (step, frame, each) in [
        (1.0 / 60.0, 1.0 / 60.0, 1),
        (0.02, 0.1, 5),
        (0.1, 0.7, 7),
        (1e-3, 0.004, 4),
    ] {
        let (mut world, mut fixed) = (World2::new(), FixedStep::new(step));
        for frames in 1..=10_000 {
            fixed.add(frame).unwrap();
            while fixed.is_due() {
                fixed.step(&mut world).unwrap();
            }
            assert_eq!(world.steps(), frames * each, "{frame} s by {step} s");
        }
    }
}

/// If more steps are due than allowed, the time of the others is dropped and reported; the picture
/// moves evenly.
#[test]
fn a_long_frame_is_cut() {
    let (mut world, mut fixed) = (World2::new(), FixedStep::new(0.01).at_most(3));
    let dropped = fixed.add(1.004).unwrap();
    assert_abs_diff_eq!(dropped, 0.97, epsilon = 1e-12);
    let mut made = 0;
    while fixed.is_due() {
        fixed.step(&mut world).unwrap();
        made += 1;
    }
    assert_eq!(made, 3);
    assert_abs_diff_eq!(fixed.fraction(), 0.4, epsilon = 1e-12);
    assert_abs_diff_eq!(fixed.drawn(&world).unwrap().time(), 0.024, epsilon = 1e-15);
}

#[test]
fn bad_frames_are_refused_and_change_nothing() {
    let mut fixed = FixedStep::<f64, 2>::new(0.01);
    fixed.add(0.004).unwrap();
    for elapsed in [-1e-9, f64::NAN, f64::INFINITY] {
        let error = fixed.add(elapsed).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("a frame cannot last {elapsed} s")
        );
        let StepError::Frame { elapsed: told } = error else {
            panic!("{error}");
        };
        assert_eq!(told.to_bits(), elapsed.to_bits());
        assert_abs_diff_eq!(fixed.fraction(), 0.4, epsilon = 1e-12);
    }
    for step in [0.0, -0.01, f64::NAN, f64::INFINITY] {
        let mut fixed = FixedStep::<f64, 2>::new(step);
        let error = fixed.add(0.01).unwrap_err();
        assert!(matches!(error, StepError::FixedLength { .. }), "{error}");
        let says = format!("frames cannot be divided into steps of {step} s");
        assert_eq!(error.to_string(), says);
        assert!(!fixed.is_due(), "a loop would never end");
        assert_eq!(fixed.fraction(), 0.0);
    }
}

/// A force over one step acts on the picture, too; a picture shows the bodies that exist.
#[test]
fn bodies_come_and_go_between_a_step_and_its_picture() {
    let mut world = World2::new();
    let bodies: Vec<_> = (0..3)
        .map(|index| (world.add_body(Body2::point(2.0).at([f64::from(index), 0.0]))).unwrap())
        .collect();
    let mut fixed = FixedStep::new(0.5);
    fixed.add(0.75).unwrap();
    world.apply_force(bodies[2], [0.0, 16.0]).unwrap();
    fixed.step(&mut world).unwrap();
    world.remove_body(bodies[0]).unwrap();
    let new = world.add_body(Body2::point(1.0).at([7.0, 7.0])).unwrap();

    let picture = fixed.drawn(&world).unwrap();
    assert_eq!(picture.time(), 0.25);
    assert!(picture.body(bodies[0]).is_none());
    assert_eq!(picture[new].position.x, 7.0);
    assert_eq!(picture[bodies[1]].position.x, 1.0);
    // ½ a t² with a = 8 m/s²
    assert_eq!(picture[bodies[2]].position.y, 0.25);
    assert_eq!(world[bodies[2]].position.y, 1.0);
}

/// A step that fails is still due, and the world is drawn as it is.
#[test]
fn a_step_that_fails_is_still_due() {
    let mut world = World2::new();
    let body = world.add_body(Body2::point(1.0)).unwrap();
    let mut fixed = FixedStep::new(0.5);
    fixed.add(0.75).unwrap();
    world[body].velocity.x = f64::NAN;
    assert!(matches!(
        fixed.step(&mut world),
        Err(StepError::State { .. })
    ));
    assert!(fixed.is_due());
    world[body].velocity.x = 4.0;
    assert_eq!(fixed.drawn(&world).unwrap()[body].position.x, 0.0);
    fixed.step(&mut world).unwrap();
    assert_eq!(fixed.drawn(&world).unwrap()[body].position.x, 1.0);
    // a world that was stepped elsewhere is drawn as it is
    world.step(0.5).unwrap();
    assert_eq!(fixed.drawn(&world).unwrap()[body].position.x, 4.0);
}

/// In `f32`, over an hour at 60 Hz, no frame is lost.
#[test]
fn an_hour_in_f32() {
    let (mut world, mut fixed) = (World::<f32, 2>::new(), FixedStep::new(1.0 / 60.0));
    for _ in 0..216_000 {
        fixed.add(1.0 / 60.0).unwrap();
        while fixed.is_due() {
            fixed.step(&mut world).unwrap();
        }
    }
    assert_eq!(world.steps(), 216_000);
}

/// A ball that bounces in steps of any length is drawn on the exact path of its bounces, never below the ground.
#[test]
fn bounces_within_a_step_are_drawn_where_they_are() {
    use kinstep::Until;
    use kinstep::trajectory::{Crossing, Plane};
    let mut world = World2::new();
    world.add_force(UniformGravity::new([0.0, -8.0])).unwrap();
    let ball = (world.add_body(Body2::point(1.0).at([0.0, 1.0]).moving([1.0, 0.0]))).unwrap();
    let ground = Until::crossing(ball, Plane::new([0.0, 1.0], 0.0), Crossing::Descending);
    let mut fixed = FixedStep::new(1.25); // s: one or two bounces in each
    let mut elapsed = 0.0;
    for frame in 0..500 {
        let length = [0.03, 0.07, 0.5, 1e-3, 1.3, 2.6][frame % 6];
        elapsed += length;
        fixed.add(length).unwrap();
        while fixed.is_due() {
            while fixed.step_until(&mut world, &ground).unwrap().is_some() {
                world[ball].velocity.y *= -1.0;
            }
        }
        let picture = fixed.drawn(&world).unwrap();
        if world.time() > 0.0 {
            assert_abs_diff_eq!(picture.time(), elapsed - 1.25, epsilon = 1e-10);
        }
        // half a second down, half a second up
        let phase = (picture.time() + 0.5).rem_euclid(1.0) - 0.5;
        let exact = 1.0 - 4.0 * phase * phase;
        let drawn = picture[ball].position;
        // measured: 6e-13, of a time of 370 s
        assert_abs_diff_eq!(drawn.y, exact, epsilon = 1e-11);
        assert_abs_diff_eq!(drawn.x, picture.time(), epsilon = 1e-11);
        assert!(drawn.y >= 0.0, "{}", drawn.y);
    }
}

/// Forces over a step act before and after its event; the rest of a step is still due if it fails;
/// `step` makes the rest, too.
#[test]
fn the_rest_of_a_step_is_made_by_either_call() {
    use kinstep::Until;
    use kinstep::trajectory::{Crossing, Plane};
    let mut world = World2::new();
    let cart = world.add_body(Body2::point(2.0)).unwrap();
    let mark = Until::crossing(cart, Plane::new([1.0, 0.0], 0.25), Crossing::Ascending);
    let mut fixed = FixedStep::new(1.0);
    fixed.add(1.5).unwrap();
    world.apply_force(cart, [4.0, 0.0]).unwrap(); // x = t²
    let event = fixed.step_until(&mut world, &mark).unwrap().unwrap();
    assert_abs_diff_eq!(event.time, 0.5, epsilon = 1e-15);
    assert!(fixed.is_due());
    assert_abs_diff_eq!(fixed.drawn(&world).unwrap()[cart].position.x, 0.25);

    let nowhere = Until::crossing(cart, Plane::new([1.0, 0.0], f64::NAN), Crossing::Any);
    assert!(fixed.step_until(&mut world, &nowhere).is_err());
    assert!(fixed.is_due());
    fixed.step(&mut world).unwrap();
    assert!(!fixed.is_due());
    assert_abs_diff_eq!(world.time(), 1.0);
    assert_abs_diff_eq!(world[cart].position.x, 1.0, epsilon = 1e-15);
    assert_abs_diff_eq!(fixed.drawn(&world).unwrap()[cart].position.x, 0.25);
    // the step after it has no force
    fixed.step(&mut world).unwrap();
    assert_abs_diff_eq!(world[cart].position.x, 3.0, epsilon = 1e-14);
}
