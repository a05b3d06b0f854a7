//! Times of touch against a look at all times.

use nalgebra::SVector;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::pair_touch::first_touch;
use crate::ballistics::{LawFlight, Trajectory};
use crate::flow::LinearLaw;
use crate::space::Real;

/// How deep a touch may be and be missed \[m\].
const DEPTH: f64 = 1e-9;

fn random_vector<const D: usize>(random: &mut Pcg64Mcg, size: f64) -> SVector<f64, D> {
    SVector::from_fn(|_, _| random.random_range(-size..size))
}

/// Gravity, each of the other parts of a law with probability 0.3, and gyration with its own.
fn random_law<const D: usize>(random: &mut Pcg64Mcg, gyrating: f64) -> LinearLaw<f64, D>
where
    f64: Real<D>,
{
    let mut law = LinearLaw::gravity(random_vector(random, 10.0));
    if random.random_bool(0.3) {
        law += LinearLaw::drag(random.random_range(-0.2..2.0)).in_wind(random_vector(random, 3.0));
    }
    if random.random_bool(0.3) {
        law += LinearLaw::spring(random.random_range(-0.5..40.0))
            .anchored_at(random_vector(random, 2.0));
    }
    if random.random_bool(gyrating) {
        let numbers: SVector<f64, 3> = random_vector(random, 6.0);
        let omega = <f64 as Real<D>>::axial_from(numbers.into());
        law += LinearLaw::gyrating(omega);
    }
    if random.random_bool(0.3) {
        law = law.ramping(random_vector(random, 2.0));
    }
    law
}

/// Two flights; half of the pairs have laws that differ in their constant part at most.
fn random_pair<const D: usize>(random: &mut Pcg64Mcg, gyrating: f64) -> [LawFlight<f64, D>; 2]
where
    f64: Real<D>,
{
    let first = random_law(random, gyrating);
    let mut second = random_law(random, gyrating);
    if random.random_bool(0.5) {
        let constant = second.constant;
        second = first;
        if random.random_bool(0.7) {
            second.constant = constant;
        }
    }
    [first, second].map(|law| law.launch(random_vector(random, 3.0), random_vector(random, 6.0)))
}

/// Distances at equally spaced times and at the minima between them.
fn distances(distance: impl Fn(f64) -> f64, end: f64) -> Vec<(f64, f64)> {
    const COUNT: usize = 32;
    let time = |index: usize| end * index as f64 / COUNT as f64;
    let mut found: Vec<_> = (0..=COUNT)
        .map(|index| (time(index), distance(time(index))))
        .collect();
    for index in 1..COUNT {
        if found[index].1 > found[index - 1].1.min(found[index + 1].1) {
            continue;
        }
        let (mut low, mut high) = (found[index - 1].0, found[index + 1].0);
        for _ in 0..36 {
            let part = 0.381_966 * (high - low);
            if distance(low + part) < distance(high - part) {
                high -= part;
            } else {
                low += part;
            }
        }
        let middle = 0.5 * (low + high);
        found.push((middle, distance(middle)));
    }
    found
}

/// Compares with all sampled distances: touches, misses, and the closest of both.
fn compare_with_samples<const D: usize>(seed: u64, count: usize, gyrating: f64)
where
    f64: Real<D>,
{
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (mut touches, mut misses, mut grazes, mut at_start) = (0, 0, 0, 0);
    for _ in 0..count {
        let [a, b] = random_pair::<D>(&mut random, gyrating);
        let end = 10.0_f64.powf(random.random_range(-1.5..0.7));
        let apart = |time: f64| a.position(time) - b.position(time);
        let samples = distances(|time| apart(time).norm(), end);
        let nearest = samples
            .iter()
            .fold(f64::INFINITY, |least, (_, length)| least.min(*length));
        // touches as deep as this, or misses by this
        let depth = 10.0_f64.powf(random.random_range(-9.5..0.5));
        let radius = nearest
            + if random.random_bool(0.6) {
                depth
            } else {
                -depth
            };
        if radius < 0.0 {
            continue;
        }
        let touch = first_touch(&a, &b, radius, 0.0..end).expect("within its budget");
        let until = touch.unwrap_or(end);
        if touch == Some(0.0) {
            at_start += 1;
            let offset = apart(0.0);
            let rate = offset.dot(&(a.velocity(0.0) - b.velocity(0.0)));
            assert!(offset.norm() < radius + 1e-14 && rate < 0.0);
            continue;
        }
        if apart(0.0).norm() < radius {
            // overlaps at the start: what follows has no simple check
            continue;
        }
        if let Some(time) = touch {
            touches += 1;
            let longer = first_touch(&a, &b, radius, 0.0..10.0 * end);
            assert_eq!(longer, Ok(touch), "the same bits, whatever the end");
            grazes += usize::from(depth < 1e-6);
            let offset = apart(time);
            let speed = (a.velocity(time) - b.velocity(time)).norm();
            let rate = offset.dot(&(a.velocity(time) - b.velocity(time))) / offset.norm();
            // rounding of two positions and of the time; measured: at most 3.0 ε, and -1.6e-5 m/s
            let sizes = radius + a.position(time).norm() + b.position(time).norm() + speed * time;
            let off = (offset.norm() - radius).abs() / (f64::EPSILON * sizes);
            assert!(off < 8.0 && rate < 0.0, "{off} ε at {time}, rate {rate}");
        } else {
            misses += 1;
        }
        for (time, length) in samples {
            let is_missed = time < until && length < radius - DEPTH;
            assert!(
                !is_missed,
                "{} m deep at {time}, before {touch:?}",
                radius - length
            );
        }
    }
    assert!(
        at_start > count / 100 && misses > count / 10,
        "{at_start} {misses}"
    );
    assert!(
        touches > count / 10 && grazes > count / 100,
        "{touches} {grazes}"
    );
}

#[test]
fn no_touch_in_the_plane_is_missed() {
    compare_with_samples::<2>(21, 50_000, 0.0);
}

#[test]
fn no_touch_in_space_is_missed() {
    compare_with_samples::<3>(22, 50_000, 0.0);
}

/// Fewer of them: the motion under gyration and a spring is expensive.
#[test]
fn no_touch_under_gyration_is_missed() {
    compare_with_samples::<2>(23, 1000, 0.7);
    compare_with_samples::<3>(24, 200, 0.7);
}
