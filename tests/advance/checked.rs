//! `advance_checked`: the error that a second run reports.

use kinstep::{Body3, Inertia, Torque, World2, World3};

use crate::{advanced, apart, assert_below};
use truths::build::Build;
use truths::sixteen::all;

/// Ratios of reported to true errors, and of evaluations to those of one run, are within bounds:
/// for all problems but the exact one, at tolerances of 1e-3 to 1e-9 m.
#[test]
fn what_a_second_run_tells() {
    let (mut told_in_true, mut work) = (Vec::new(), Vec::new());
    for problem in all().filter(|problem| problem.number != 13) {
        for tolerance in [1e-3, 1e-5, 1e-7, 1e-9] {
            let (mut once, mut twice) = (problem.world.clone(), problem.world.clone());
            let one = once.advance(problem.duration, tolerance).unwrap();
            let (told, both) = twice.advance_checked(problem.duration, tolerance).unwrap();
            // the finer run is kept
            let finer = advanced(&problem.world, problem.duration, 0.01 * tolerance);
            assert_eq!(twice.body_slice(), finer.body_slice());
            assert_eq!((twice.time(), twice.steps()), (problem.duration, 1));
            assert_eq!(told, apart(&once, &twice));
            work.push(both.evaluations as f64 / one.evaluations as f64);
            let error = problem.error(&once);
            // the truth is known to 2e-12 m, and only of the first of several bodies
            if error > 2e-11 && problem.bodies.len() == 1 {
                told_in_true.push(told / error);
            }
        }
    }
    for all in [&mut told_in_true, &mut work] {
        all.sort_by(f64::total_cmp);
    }
    let near = told_in_true.iter().filter(|it| (0.85..1.15).contains(*it));
    let (near, count) = (near.count(), told_in_true.len());
    let median = work[work.len() / 2];
    println!("{near} of {count}: {told_in_true:.2?}, work {median:.2} of {work:.2?}");
    assert!(count > 30 && 10 * near > 8 * count);
    assert!(told_in_true[0] > 0.1 && told_in_true[count - 1] < 10.0);
    // one run of 15,000 evaluations rejects many steps at a hundredth of 1e-7
    assert!(work[0] > 1.8 && work[work.len() - 2] < 4.0 && work[work.len() - 1] < 10.0);
}

/// Orientations count as arcs, and a call that fails changes nothing.
#[test]
fn a_brick_that_is_turned() {
    let mut world = World3::new();
    let brick = Body3::solid(2.0, Inertia::cuboid(2.0, [0.2, 0.3, 0.5]));
    let brick = world.put(brick.spinning([1.0, 2.0, 3.0]));
    let turn = Torque::new(|body: &Body3, _: f64| body.spin_angular_momentum() * -0.1);
    world.pull_on(brick, turn);
    let coarse = advanced(&world, 5.0, 1e-5);
    let (told, _) = world.clone().advance_checked(5.0, 1e-5).unwrap();
    let finest = advanced(&world, 5.0, 1e-13);
    let angle = coarse[brick]
        .orientation()
        .angle_to(&finest[brick].orientation());
    // the largest radius of gyration
    let arc = angle * ((0.3_f64.powi(2) + 0.5_f64.powi(2)) / 12.0).sqrt();
    assert_below("arc", arc, 1.1 * told);
    assert_below("told", told, 3.0 * arc);

    world.apply_force(brick, [1.0, 0.0, 0.0]).unwrap();
    let before = world.snapshot();
    for (duration, tolerance) in [(f64::NAN, 1e-6), (1.0, -1.0), (1.0, 0.0)] {
        assert!(world.advance_checked(duration, tolerance).is_err());
        assert_eq!(world.snapshot(), before);
    }
    // the force that was applied acts in both runs
    let mut once = world.clone();
    once.advance(0.5, 1e-11).unwrap();
    let (told, _) = world.advance_checked(0.5, 1e-9).unwrap();
    assert_below("apart", apart3(&once, &world), 1e-12);
    assert_below("told", told, 1e-8);
    let mut nothing = World2::new();
    assert_eq!(nothing.advance_checked(1.0, 1e-6).unwrap().0, 0.0);
}

fn apart3(one: &World3, other: &World3) -> f64 {
    one.ids()
        .map(|id| (one[id].position - other[id].position).norm())
        .fold(0.0, f64::max)
}
