//! A swarm on many threads has the same results, equal to the bit.
#![cfg(feature = "rayon")]

use std::sync::atomic::{AtomicUsize, Ordering};

use kinstep::nalgebra::Vector3;
use kinstep::{Float, LinearLaw};
use kinstep_swarm::{Block, Swarm};
use rayon::ThreadPoolBuilder;
use truths::widths::narrow;

const COUNT: usize = 300_000;

fn swarm<T: Float>() -> Swarm<T, 3> {
    let number = |i: usize| narrow::<T>((i as f64 * 0.7).sin() * 50.0);
    let mut swarm = Swarm::with_capacity(COUNT + 1000);
    swarm.add_group(narrow(3.0)).unwrap();
    for i in 0..COUNT {
        let at = |offset: usize| Vector3::from_fn(|axis, _| number(i + 5 * axis + offset));
        swarm.push_into(i % 2, at(0), at(1)).unwrap();
    }
    swarm
}

/// The swarm after steps of both kinds on this number of threads, and the number of threads that
/// worked.
fn after<T: Float>(threads: usize) -> (Swarm<T, 3>, usize) {
    let number = narrow::<T>;
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    let worked = AtomicUsize::new(0);
    // slow enough that other threads take part
    let pull = |block: &Block<'_, T, 3>, accelerations: &mut [Vector3<T>]| {
        worked.fetch_or(
            1 << rayon::current_thread_index().unwrap_or(0),
            Ordering::Relaxed,
        );
        for (x, acceleration) in block.positions.iter().zip(accelerations) {
            *acceleration -= x / (T::one() + x.norm().sin().exp() + x.norm_squared());
        }
    };
    let law =
        LinearLaw::gravity([T::zero(), number(-9.81), T::zero()]) + LinearLaw::drag(number(0.1));
    let swarm = pool.install(|| {
        let mut swarm = swarm::<T>();
        swarm.step(&law, number(0.02)).unwrap();
        swarm.step_kicked(&law, &pull, number(0.02)).unwrap();
        swarm.steps_kicked(&law, &pull, number(-0.01), 3).unwrap();
        swarm
            .step(&(law + LinearLaw::spring(number(0.3))), number(5.0))
            .unwrap();
        swarm
    });
    (swarm, worked.into_inner().count_ones() as usize)
}

#[test]
fn the_bits_are_the_same_on_any_number_of_threads() {
    fn check<T: Float>() {
        let (alone, by_one) = after::<T>(1);
        assert_eq!(by_one, 1);
        for threads in [2, 3, 7] {
            let (together, by) = after::<T>(threads);
            assert!(by > 1, "only one of {threads} threads has worked");
            assert!(alone == together, "{threads} threads");
        }
    }
    check::<f32>();
    check::<f64>();
}

/// If several bodies would get positions that are not finite, the error names the first of them,
/// whichever thread fails first.
#[test]
fn the_first_offender_is_named() {
    let spoil = |block: &Block<'_, f32, 3>, accelerations: &mut [Vector3<f32>]| {
        for (acceleration, place) in accelerations.iter_mut().zip(block.first..) {
            // slow, so that other threads take part
            acceleration.x = (place as f32).sqrt().sin().exp();
            if place >= 120_017 {
                acceleration.x = f32::NAN;
            }
        }
    };
    let pool = ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let mut swarm = swarm::<f32>();
    let before = swarm.clone();
    let error = pool.install(|| swarm.step_kicked(&LinearLaw::free(), &spoil, 0.1));
    let error = error.expect_err("NaN is no state").to_string();
    assert!(error.contains("120017"), "{error}");
    assert_eq!(swarm.positions(), before.positions());
}
