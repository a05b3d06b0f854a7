//! How many evaluations a plan takes.

use core::cell::Cell;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::*;

/// Mean evaluations of f for both arcs at a speed, and for the least speed, over targets up to `farthest |c|/γ²` away.
fn evaluations(farthest: f64, rational: bool) -> (f64, f64) {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let (calls, mut arcs, mut least, mut count) = (Cell::new(0), 0, 0, 0);
    for _ in 0..2000 {
        let (rate, c) = (0.3_f64, 9.81);
        let distance = farthest * random.random_range(0.01..1.0) * c / (rate * rate);
        let sine: f64 = random.random_range(-0.85..1.0);
        let product = distance * c;
        let gram = FastProfile {
            rr: distance * distance,
            rc: sine * product,
            cc: c * c,
            product,
        };
        let (model, k) = (DragModel::Linear(rate), 0.5 * rate);
        let at = |time| {
            calls.set(calls.get() + 1);
            gram.linear(rate, time)
        };
        calls.set(0);
        let Some((time, _)) = gram.bottom(model, at) else {
            continue;
        };
        least += calls.get();
        let slowest = gram.linear(rate, time).square.value;
        let target = slowest * random.random_range(1.05..5.0_f64).powi(2);
        calls.set(0);
        let both = |time: Pair| {
            calls.set(calls.get() + 1);
            if rational {
                gram.rational_both(k, time)
            } else {
                gram.linear_both(rate, time)
            }
        };
        let model = if rational {
            DragModel::Rational(k)
        } else {
            model
        };
        if gram.roots(target, model, both).is_some() {
            arcs += calls.get();
            count += 1;
        }
    }
    assert!(count > 1000, "{count}");
    (
        f64::from(arcs) / f64::from(count),
        f64::from(least) / 2000.0,
    )
}

/// The published means are 5.0 and 3.5 under linear drag near by, 5.2 and 3.8 farther away, and 3.4 in the rational
/// model.
#[test]
fn plans_take_few_evaluations() {
    for (farthest, arcs, least) in [(0.3, 5.0, 3.5), (2.0, 5.2, 3.8)] {
        let (found, lowest) = evaluations(farthest, false);
        println!("{farthest}: {found} for both arcs, {lowest} for the least speed");
        assert!(found < arcs + 1.0 && lowest < least + 1.0);
    }
    let (found, _) = evaluations(0.3, true);
    println!("rational: {found} for both arcs");
    assert!(found < 3.4 + 1.0);
}
