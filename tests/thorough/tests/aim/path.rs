//! Targets whose positions are functions of time: targets in uniform motion are hit as by their own
//! planners, and on winding paths no hit is missed or invented.

use std::cell::Cell;

use kinstep::nalgebra::{Vector2, Vector3};
use kinstep::trajectory::Trajectory;
use kinstep_flight::Ballistics;
use kinstep_flight::aim::{AimError, Given, Launch, Plan};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

#[test]
fn an_even_motion_is_hit_as_by_its_own_planner() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut counts = [0; 5];
    for case in 0..2000 {
        let mut vector = |size: f64| Vector3::from_fn(|_, _| random.random_range(-size..size));
        let (from, target, velocity) = (vector(5.0), vector(60.0), vector(15.0));
        let (wind, gravity) = (vector(6.0), Vector3::new(0.0, -9.81, 0.0));
        let rate = [0.0, 0.03, 0.4][case % 3];
        let air = Ballistics::new(gravity)
            .with_drag_rate(rate)
            .with_wind(wind);
        let speed = random.random_range(5.0..60.0);
        let path = |time: f64| target + velocity * time;
        let aim = air.aim_at_path(from, path, velocity.norm());
        let even = air.aim(from, target).moving(velocity);
        assert_eq!(
            aim.in_time(3.0).unwrap().time_of_flight,
            even.in_time(3.0).unwrap().time_of_flight
        );

        let all = match even.hits(&Plan::Speed(speed)) {
            Ok(hits) => hits.to_vec(),
            Err(AimError::OutOfRange { .. } | AimError::NeverMet) => Vec::new(),
            Err(error) => panic!("{error}"),
        };
        // a time limit between the hits, and one beyond all of them
        for within in [2.0, 40.0] {
            let right: Vec<&Launch<3>> = (all.iter())
                .filter(|hit| hit.time_of_flight <= within)
                .collect();
            let found = aim.hits_at_speed(speed, within).unwrap();
            assert_eq!(found.len(), right.len(), "case {case}: {found:?} {right:?}");
            for (hit, right) in found.iter().zip(&right) {
                let off = hit.time_of_flight / right.time_of_flight - 1.0;
                // measured: 2e-15
                assert!(off.abs() < 1e-13, "case {case}: {off:e}");
                assert!((hit.velocity.norm() - speed).abs() < 1e-9 * speed);
                let end = air.launch(from, hit.velocity).position(hit.time_of_flight);
                assert!((end - path(hit.time_of_flight)).norm() < 1e-10);
            }
            let first = aim.earliest_at_speed(speed, within).ok();
            assert_eq!(first, found.first().copied());
            match aim.at_speed(speed, within) {
                Ok(arcs) => assert_eq!(Some(&arcs.lofted), found.last()),
                Err(error) => assert_eq!((error, found.len()), (AimError::NeverMet, 0)),
            }
            counts[found.len()] += 1;
        }
    }
    // measured: 2130 without a hit, 806 with one, 1064 with two
    assert!(counts[..3].iter().all(|count| *count > 500), "{counts:?}");
}

/// A bird on a circle, and a tank on hills: the hits are all changes of sign of the gap among
/// 100,000 times, and no others.
#[test]
fn winding_paths_lose_no_hit() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let (mut most, mut calls) = (0, Vec::new());
    for case in 0..60 {
        let mut number = |low: f64, high: f64| random.random_range(low..high);
        let (radius, turns) = (number(2.0, 20.0), number(0.2, 3.0));
        let (far, high) = (number(5.0, 40.0), number(-5.0, 20.0));
        let asked = Cell::new(0);
        let bird = |time: f64| {
            asked.set(asked.get() + 1);
            let (sin, cos) = (turns * time).sin_cos();
            Vector2::new(far + radius * cos, high + radius * sin)
        };
        let air = Ballistics::new([0.0, -9.81]).with_drag_rate(0.1);
        let (speed, within) = (number(10.0, 30.0), 6.0);
        let aim = air.aim_at_path([0.0, 0.0], bird, radius * turns * (1.0 + 1e-12));
        let found = aim.hits_at_speed(speed, within).unwrap();
        calls.push(asked.get());

        let is_near = |step: u32| {
            let time = within * f64::from(step) / 1e5;
            aim.in_time(time).unwrap().velocity.norm() < speed
        };
        let signs: Vec<bool> = (1..=100_000).map(is_near).collect();
        let changes: Vec<f64> = (signs.windows(2).enumerate())
            .filter(|(_, pair)| pair[0] != pair[1])
            .map(|(step, _)| within * (step as f64 + 1.5) / 1e5)
            .collect();
        assert_eq!(
            found.len(),
            changes.len(),
            "case {case}: {found:?} {changes:?}"
        );
        for (hit, time) in found.iter().zip(changes) {
            assert!((hit.time_of_flight - time).abs() < 1e-4, "case {case}");
        }
        most = most.max(found.len());
    }
    // measured: 179 queries in the mean, and 862 at most
    let (mean, worst) = (
        calls.iter().sum::<usize>() / calls.len(),
        calls.iter().max(),
    );
    assert!(mean < 300 && worst < Some(&2000), "{calls:?}");
    assert!(most >= 4, "{most}");
}

#[test]
fn what_makes_no_sense_says_why() {
    let air = Ballistics::new([0.0, -9.81]);
    let runs = |time: f64| Vector2::new(20.0 + 30.0 * time, 0.0);
    let slow = air.aim_at_path([0.0, 0.0], runs, 10.0);
    let error = slow.earliest_at_speed(40.0, 60.0).unwrap_err();
    assert!(
        matches!(error, AimError::TargetFaster { fastest: 10.0, .. }),
        "{error:?}"
    );
    let told = error.to_string();
    assert!(
        told.contains("the target moves at 30 m/s; it was said to be never faster than 10 m/s"),
        "{told}"
    );
    let aim = air.aim_at_path([0.0, 0.0], runs, 30.0);
    assert_eq!(aim.earliest_at_speed(15.0, 60.0), Err(AimError::NeverMet));
    assert_eq!(aim.in_time(0.0), Err(AimError::Time { time: 0.0 }));
    assert_eq!(
        aim.at_speed(-1.0, 9.0),
        Err(AimError::Speed { speed: -1.0 })
    );
    assert_eq!(aim.at_speed(9.0, -1.0), Err(AimError::Time { time: -1.0 }));
    let here = air.aim_at_path([20.0, 0.0], runs, 30.0);
    assert_eq!(here.at_speed(9.0, 9.0), Err(AimError::Coincides));
    let leaves = |time: f64| Vector2::new(100.0, if time > 1.0 { f64::INFINITY } else { 0.0 });
    let error = air
        .aim_at_path([0.0, 0.0], leaves, 30.0)
        .at_speed(40.0, 9.0);
    let (given, axis, value) = (Given::Target, 1, f64::INFINITY);
    assert_eq!(error, Err(AimError::NotFinite { given, axis, value }));
}
