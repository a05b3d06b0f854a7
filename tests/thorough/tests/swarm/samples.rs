//! Samples of a swarm are where its steps would lead, to the bit.

use kinstep::nalgebra::{SMatrix, SVector, Vector2, convert};
use kinstep::swarm::{Group, SampleError};
use kinstep::{Float, LinearLaw, Swarm, Swarm2};
use truths::Cases;
use truths::memory::taken_on_one_thread;

/// A swarm of three groups, in the middle of its life.
fn swarm<T: Float, const D: usize>(
    seed: u128,
    laws: &impl Fn(&Group<T>) -> LinearLaw<T, D>,
) -> Swarm<T, D> {
    let mut cases = Cases::new(seed);
    let mut swarm = Swarm::with_capacity(100);
    swarm.add_group(convert(0.5)).unwrap();
    swarm.add_group(convert(2.0)).unwrap();
    for body in 0..100 {
        let mut vector = || SVector::<T, D>::from_fn(|_, _| convert(cases.uniform(-20.0..20.0)));
        let (position, velocity) = (vector(), vector());
        swarm
            .push_into(body * body % 7 % 3, position, velocity)
            .unwrap();
    }
    swarm.step(laws, convert(1.3)).unwrap();
    swarm
}

fn samples_are_steps<T: Float, const D: usize>(seed: u128) {
    let gravity = SVector::<T, D>::from_fn(|axis, _| convert(axis as f64 - 3.0));
    let matrix = |entry: fn(usize, usize) -> f64| {
        SMatrix::<T, D, D>::from_fn(|row, column| convert(entry(row, column)))
    };
    for kind in 0..4 {
        let laws = |group: &Group<T>| {
            let mut law = LinearLaw::gravity(gravity) + LinearLaw::drag(group.mass);
            if kind > 0 {
                law += LinearLaw::free().ramping(gravity * convert::<f64, T>(0.1));
            }
            if kind > 1 {
                law += LinearLaw::spring(group.mass);
            }
            // the last group alone is pulled differently along different directions
            if kind > 2 && group.index == 2 {
                law += LinearLaw::tidal(matrix(|row, column| 0.1 * (row + column) as f64));
            }
            law
        };
        let there = swarm(seed, &laws);
        let times = [0.0, 1.0 / 60.0, -0.4, 3.0, 3.0, 40.0].map(convert);
        let mut out = vec![SVector::zeros(); times.len() * there.len()];
        there.sample_at(&laws, &times, &mut out).unwrap();
        for (time, out) in times.into_iter().zip(out.chunks(there.len())) {
            let mut there = swarm(seed, &laws);
            there.step(&laws, time).unwrap();
            assert_eq!(there.positions(), out, "kind {kind} at {time}");
        }
    }
}

#[test]
fn samples_are_steps_f32() {
    samples_are_steps::<f32, 1>(1);
    samples_are_steps::<f32, 2>(2);
    samples_are_steps::<f32, 3>(3);
}

#[test]
fn samples_are_steps_f64() {
    samples_are_steps::<f64, 2>(4);
    samples_are_steps::<f64, 3>(5);
    // of no block of lanes
    samples_are_steps::<f64, 5>(6);
}

#[test]
fn samples_do_not_allocate() {
    let law = |_: &Group<f64>| LinearLaw::gravity([0.0, -9.81]) + LinearLaw::drag(0.1);
    let swarm = swarm(7, &law);
    let mut out = vec![Vector2::zeros(); 300];
    let seen = taken_on_one_thread(|| {
        swarm.sample_at(&law, &[0.1, 0.2, 0.3], &mut out).unwrap();
    });
    assert_eq!(seen.count_total, 0);
}

#[test]
fn bad_questions_say_what_is_wrong() {
    let law = LinearLaw::gravity([0.0, -9.81]);
    let mut swarm = Swarm2::with_capacity(3);
    let mut out = [Vector2::repeat(7.0); 4];
    let sample = |swarm: &Swarm2, law: &LinearLaw<f64, 2>, times: &[f64], out: &mut [_]| {
        swarm.sample_at(law, times, out).unwrap_err()
    };
    assert_eq!(
        sample(&swarm, &law, &[1.0], &mut out),
        SampleError::NoBodies
    );
    swarm.push([0.0, 0.0], [1.0, 1.0]).unwrap();
    swarm.push([0.0, 0.0], [1e300, 1.0]).unwrap();
    assert_eq!(sample(&swarm, &law, &[], &mut out), SampleError::NoTimes);
    let error = sample(&swarm, &law, &[1.0], &mut out);
    assert_eq!(
        error,
        SampleError::Length {
            bodies: 2,
            times: 1,
            room: 4
        }
    );
    let text = "2 bodies at 1 times are 2 positions, and there is room for 4; it must be as many";
    assert_eq!(error.to_string(), text);
    let error = sample(&swarm, &law, &[1.0, f64::INFINITY], &mut out);
    assert_eq!(
        error,
        SampleError::Time {
            index: 1,
            time: f64::INFINITY
        }
    );
    let error = sample(
        &swarm,
        &LinearLaw::drag(f64::NEG_INFINITY),
        &[1.0, 2.0],
        &mut out,
    );
    assert_eq!(error, SampleError::Law { group: 0 });
    assert!(
        out.iter().all(|at| *at == Vector2::repeat(7.0)),
        "nothing is written"
    );
    let error = sample(&swarm, &law, &[1.0, 1e10], &mut out);
    assert_eq!(error, SampleError::NotFinite { body: 1, time: 1 });
    assert_eq!(
        error.to_string(),
        "body 1 would not be at a finite position at time 1"
    );
    swarm.states_mut().1[0].x = f64::NAN;
    let error = sample(&swarm, &law, &[1.0, 1e10], &mut out);
    assert_eq!(error, SampleError::State { body: 0 });
    // near the end of the numbers, but not beyond
    swarm.states_mut().1[0].x = 0.0;
    swarm.sample_at(&law, &[1e7, 1.0], &mut out).unwrap();
    assert!((out[1].x / 1e307 - 1.0).abs() < 1e-15);
}
