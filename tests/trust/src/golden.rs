//! Results have the same bits: on every run, in a clone, on any number of threads, and, with
//! `libm`, in every build and on every machine.

use golden::scenes::{self, Scene};
use golden::{Bits, Snapshots};
use kinstep::Real;

#[cfg(feature = "libm")]
#[test]
fn every_build_gives_these_bits() {
    golden::check(&mut Snapshots::default()).unwrap();
}

/// A second run in the same process has other addresses and ends with the same bits.
#[cfg(not(feature = "libm"))]
#[test]
fn every_run_gives_the_same_bits() {
    let [one, other] = [(); 2].map(|()| golden::ends(&mut Snapshots::default()));
    assert_eq!(one, other);
}

/// A clone continues as its original does, whenever it was made; so does a world that was
/// overwritten by [`clone_from`](Clone::clone_from), whatever it was before, and a world that is
/// never read.
fn is_cloned<T: Real<D>, const D: usize>(scene: impl Fn() -> Scene<T, D>) {
    let mut original = scene();
    let mut written_over = scene();
    written_over.step(0);
    let mut clones = Vec::new();
    for step in 0..700 {
        original.step(step);
        if step % 150 == 40 {
            written_over.world.clone_from(&original.world);
            clones.push((step + 1, original.world.clone()));
            clones.push((step + 1, written_over.world.clone()));
        }
        if step > 640 {
            written_over.step(step);
        }
    }
    let end = Bits::of_world(&original.world);
    assert_eq!(Bits::of_world(&written_over.world), end);
    for (start, world) in clones {
        let mut clone = Scene { world, ..scene() };
        (start..700).for_each(|step| clone.step(step));
        assert_eq!(
            Bits::of_world(&clone.world),
            end,
            "cloned before step {start}"
        );
    }
}

#[test]
fn a_clone_goes_on_with_the_same_bits() {
    is_cloned(|| scenes::springs_in_wind::<f32, 3>(0.01));
    is_cloned(scenes::links_and_closures);
    is_cloned(scenes::books_and_tops::<f64>);
    is_cloned(scenes::planets);
    is_cloned(scenes::landers);
    is_cloned(scenes::charges_in_a_turning_frame);
    is_cloned(scenes::every_scheme);
    is_cloned(scenes::a_crowd);
}

/// One thread and three give the same answers; `swarm_threads` and `aim_batch` show that other
/// threads work.
#[cfg(feature = "rayon")]
#[test]
fn every_number_of_threads_gives_the_same_answers() {
    let [alone, together] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| [golden::of_crowds(), golden::of_aims()])
    });
    assert_eq!(alone, together);
}
