//! Samples of a swarm are the positions to which its steps lead, equal to the bit.

use kinstep::nalgebra::{SMatrix, SVector, Vector2};
use kinstep::{Float, LinearLaw};
use kinstep_swarm::{Group, SwarmError};
use kinstep_swarm::{Swarm, Swarm2};
use truths::Cases;
use truths::widths::narrow;

/// A swarm of three groups that has made a step.
fn swarm<T: Float, const D: usize>(
    seed: u128,
    laws: &impl Fn(&Group<T>) -> LinearLaw<T, D>,
) -> Swarm<T, D> {
    let mut cases = Cases::new(seed);
    let mut swarm = Swarm::with_capacity(100);
    swarm.add_group(narrow(0.5)).unwrap();
    swarm.add_group(narrow(2.0)).unwrap();
    for body in 0..100 {
        let (position, velocity) = (cases.vector::<T, D>(20.0), cases.vector::<T, D>(20.0));
        let group = body * body % 7 % 3;
        swarm.push_into(group, position, velocity).unwrap();
    }
    swarm.step(laws, narrow(1.3)).unwrap();
    swarm
}

#[test]
fn samples_are_steps() {
    fn check<T: Float, const D: usize>(seed: u128) {
        let gravity = SVector::<T, D>::from_fn(|axis, _| narrow(axis as f64 - 3.0));
        let tide = SMatrix::<T, D, D>::from_fn(|row, column| narrow(0.1 * (row + column) as f64));
        for kind in 0..4 {
            let laws = |group: &Group<T>| {
                let mut law = LinearLaw::gravity(gravity) + LinearLaw::drag(group.mass);
                if kind > 0 {
                    law += LinearLaw::free().ramping(gravity * narrow::<T>(0.1));
                }
                if kind > 1 {
                    law += LinearLaw::spring(group.mass);
                }
                // the last group only has different attractions along different directions
                if kind > 2 && group.index == 2 {
                    law += LinearLaw::tidal(tide);
                }
                law
            };
            let there = swarm(seed, &laws);
            let times = [0.0, 1.0 / 60.0, -0.4, 3.0, 3.0, 40.0].map(narrow);
            let mut out = vec![SVector::zeros(); times.len() * there.len()];
            there.sample_at(&laws, &times, &mut out).unwrap();
            for (time, out) in times.into_iter().zip(out.chunks(there.len())) {
                let mut there = swarm(seed, &laws);
                there.step(&laws, time).unwrap();
                assert_eq!(there.positions(), out, "kind {kind} at {time}");
            }
        }
    }
    check::<f32, 1>(1);
    check::<f32, 2>(2);
    check::<f32, 3>(3);
    check::<f64, 2>(4);
    check::<f64, 3>(5);
    // a dimension without blocks of lanes
    check::<f64, 5>(6);
}

#[test]
fn bad_questions_say_what_is_wrong() {
    let law = LinearLaw::gravity([0.0, -9.81]);
    let mut swarm = Swarm2::with_capacity(3);
    let mut out = [Vector2::repeat(7.0); 4];
    let mut fails = |swarm: &Swarm2, law: &LinearLaw<f64, 2>, times: &[f64]| {
        let error = swarm.sample_at(law, times, &mut out).unwrap_err();
        let is_untouched = out.iter().all(|at| *at == Vector2::repeat(7.0));
        // these errors are found only in the results
        let is_late = matches!(
            error,
            SwarmError::NotFiniteAt { .. } | SwarmError::State { .. }
        );
        assert!(is_untouched || is_late, "{error}");
        error
    };
    assert_eq!(fails(&swarm, &law, &[1.0]), SwarmError::NoBodies);
    swarm.push([0.0, 0.0], [1.0, 1.0]).unwrap();
    swarm.push([0.0, 0.0], [1e300, 1.0]).unwrap();
    assert_eq!(fails(&swarm, &law, &[]), SwarmError::NoTimes);
    let error = fails(&swarm, &law, &[1.0]);
    let (bodies, times, room) = (2, 1, 4);
    assert_eq!(
        error,
        SwarmError::Length {
            bodies,
            times,
            room
        }
    );
    let text = "2 bodies at 1 times are 2 positions, and there is room for 4; it must be as many";
    assert_eq!(error.to_string(), text);
    let (index, time) = (1, f64::INFINITY);
    let error = fails(&swarm, &law, &[1.0, time]);
    assert_eq!(error, SwarmError::Time { index, time });
    let error = fails(&swarm, &LinearLaw::drag(f64::NEG_INFINITY), &[1.0, 2.0]);
    assert_eq!(error, SwarmError::Law { group: 0 });
    swarm.states_mut().1[0].x = f64::NAN;
    let error = fails(&swarm, &law, &[1.0, 1e10]);
    assert_eq!(error, SwarmError::State { body: 0 });
    swarm.states_mut().1[0].x = 0.0;
    let error = fails(&swarm, &law, &[1.0, 1e10]);
    assert_eq!(error, SwarmError::NotFiniteAt { body: 1, time: 1 });
    let text = "body 1 would not be at a finite position at time 1";
    assert_eq!(error.to_string(), text);
    // near the largest number, but not beyond
    swarm.sample_at(&law, &[1e7, 1.0], &mut out).unwrap();
    assert!((out[1].x / 1e307 - 1.0).abs() < 1e-15);
}
