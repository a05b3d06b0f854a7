//! The errors of [`Decays`], compared to 60 digits, in units of the last place, and its values at
//! the limits of the number range.

use dashu_float::{FBig, round::mode::HalfEven};

use super::{Decay, Decays};
use crate::numbers::{Float, from_f64, to_f64};

type Big = FBig<HalfEven, 2>;

/// Returns the exact value with 256 bits. The difference `t - S` loses as many bits as x has
/// leading zeros.
fn big(value: f64) -> Big {
    Big::try_from(value)
        .expect("a finite number")
        .with_precision(256)
        .value()
}

/// Returns the exact values of `e^(-γt)`, `S` and `S₁`.
fn truth(rate: f64, time: f64) -> [Big; 3] {
    let (rate, time) = (big(rate), big(time));
    let x = &rate * &time;
    let s = -(-&x).exp_m1() / &rate;
    let s1 = (&time - &s) / &rate;
    [(-x).exp(), s, s1]
}

fn numbers<T: Float>(decay: Decay<T>) -> [f64; 3] {
    [decay.left, decay.velocity, decay.position].map(to_f64)
}

/// Returns the maximum error of each function in units of its last place, for `x = -γt` between
/// `from` and `to`.
fn worst<T: Float>(rate: f64, from: f64, to: f64) -> [f64; 3] {
    let decays = Decays::<T>::new(from_f64(rate));
    let epsilon = to_f64(T::default_epsilon());
    let mut worst = [0.0_f64; 3];
    let count = 500;
    for index in 0..count {
        let x = from + (to - from) * (f64::from(index) + 0.37) / f64::from(count);
        let time: T = from_f64(-x / rate);
        let found = numbers(decays.after(time));
        let truth = truth(rate, to_f64(time));
        for ((worst, value), truth) in worst.iter_mut().zip(found).zip(&truth) {
            let size = truth.to_f64().value().abs();
            let unit = epsilon * 2_f64.powi(size.log2().floor() as i32);
            let error = (big(value) - truth).to_f64().value().abs();
            *worst = worst.max(error / unit);
        }
    }
    worst
}

/// Returns the maximum errors in several intervals of x.
fn worst_of<T: Float>(stretches: &[[f64; 2]]) -> [f64; 3] {
    let worsts = stretches.iter().map(|[from, to]| {
        // with γ = 1 products are exact, and x has no error
        let worst = worst::<T>(1.0, *from, *to);
        println!("{from} to {to}: {worst:.2?}");
        worst
    });
    worsts.fold([0.0; 3], |all, one| {
        core::array::from_fn(|which| f64::max(all[which], one[which]))
    })
}

/// The errors of `e^x`, `x φ₁(x)` and `x² φ₂(x)` are a few units of the last place, wherever the
/// values are normal numbers.
#[test]
fn decays_are_exact() {
    let stretches = [
        [-1e-12, 1e-12],
        [-0.9, 0.0],
        [0.0, 0.9],
        [-1.5, -0.9],
        [0.9, 1.5],
        [-20.0, -1.5],
        [1.5, 20.0],
        [-86.0, -20.0],
        [20.0, 88.0],
    ];
    let [left, velocity, position] = worst_of::<f32>(&stretches);
    assert!(left < 4.0 && velocity < 3.0 && position < 5.0); // measured: 2.6, 1.3 and 2.9
    let far = [[-708.0, -86.0], [88.0, 709.7]];
    let stretches = [&stretches[..], &far].concat();
    let [left, velocity, position] = worst_of::<f64>(&stretches);
    assert!(left < 4.0 && velocity < 3.0 && position < 5.0); // measured: 2.0, 1.3 and 2.5
}

/// Without drag, and with negligible drag, `S = t` and `S₁ = t²/2`.
#[test]
fn a_small_rate_has_its_limit() {
    fn check<T: Float>(rates: &[f64]) {
        for rate in rates {
            for time in [-3.0, 0.0, 1e-30, 0.5, 7.0] {
                let found = numbers(Decays::<T>::new(from_f64(*rate)).after(from_f64(time)));
                let time: f64 = to_f64(from_f64::<T>(time));
                assert_eq!(found[..2], [1.0, time], "{rate}");
                let half = to_f64(from_f64::<T>(time * time * 0.5));
                assert!((found[2] - half).abs() <= to_f64(T::default_epsilon()) * half);
            }
        }
    }
    check::<f64>(&[0.0, -0.0, f64::from_bits(1), 1e-310, 1e-300, 1e-20]);
    check::<f32>(&[0.0, -0.0, f64::from(f32::from_bits(1)), 1e-30, 1e-12]);
}

/// After a very long time, velocity and position are at their limits; at a very long negative time
/// they are infinite.
#[test]
fn long_times_have_their_limits() {
    fn check<T: Float>(long: f64) {
        let decays = Decays::<T>::new(from_f64(2.0));
        for time in [1000.0, 1e6, long] {
            let [left, velocity, position] = numbers(decays.after(from_f64(time)));
            assert_eq!((left, velocity), (0.0, 0.5));
            let truth = (to_f64(from_f64::<T>(time)) - 0.5) * 0.5;
            assert!((position - truth).abs() <= to_f64(T::default_epsilon()) * truth);
            let [left, velocity, position] = numbers(decays.after(from_f64(-time)));
            assert_eq!((left, velocity), (f64::INFINITY, f64::NEG_INFINITY));
            assert_eq!(position, f64::INFINITY);
        }
        let [left, velocity, position] = numbers(decays.after(from_f64(f64::INFINITY)));
        assert_eq!((left, velocity, position), (0.0, 0.5, f64::INFINITY));
        let nowhere = numbers(decays.after(from_f64(f64::NEG_INFINITY)));
        assert!(nowhere.iter().all(|number| !number.is_finite()));
        let nothing = numbers(decays.after(from_f64(f64::NAN)));
        assert!(nothing.iter().all(|number| number.is_nan()));
    }
    check::<f64>(1e300);
    check::<f32>(1e37);
}
