//! Free rotation in space, compared with thirty digits.

use kinstep::Inertia;
use kinstep::nalgebra::{UnitQuaternion, Vector3};
use kinstep::rotation::Rotor;
use truths::Cases;
use truths::rotation::{Turning, any_orientation, difference, distance, fastest, special_cases};

/// Error of a step \[ε\]: of the rotation, starting from identity, and of the angular momentum in
/// the body.
fn error_of_step(moments: [f64; 3], spin: &Vector3<f64>, dt: f64) -> f64 {
    let still = UnitQuaternion::identity();
    let rotor = Rotor::new(&Inertia::principal(moments));
    let turned = rotor.turned(&still, spin, dt);
    let (truth, n) = Turning::new(moments, &still, spin).jump(dt);
    let found = Turning::new(moments, &turned, spin);
    let shift = distance(&n, &found.along()) / spin.norm();
    difference(&truth, &found.columns()).max(shift) / f64::EPSILON
}

/// The largest error of a step by this angle \[ε\] over all cases that `wanted` accepts.
fn worst_step(angle: f64, seed: u128, wanted: fn(&str) -> bool) -> f64 {
    let mut cases = Cases::new(seed);
    let mut worst = (0.0_f64, "");
    for (name, moments, m) in special_cases(&mut cases) {
        let spin = m * cases.decades(1e-3, 1e3);
        let sign = if cases.chance(0.5) { 1.0 } else { -1.0 };
        if !wanted(name) {
            continue;
        }
        let error = error_of_step(moments, &spin, sign * angle / fastest(moments, &spin));
        assert!(!error.is_nan(), "{name}");
        if error > worst.0 {
            worst = (error, name);
        }
    }
    println!("{angle} rad: {:.2} ε, {}", worst.0, worst.1);
    worst.0
}

#[test]
fn a_step_of_a_game_is_right_to_rounding() {
    assert!(worst_step(0.08, 2, |_| true) < 4.0); // measured: 0.8
}

#[test]
fn larger_steps_lose_a_rounding_of_the_angle() {
    assert!(worst_step(12.0, 3, |_| true) < 8.0 * 12.0); // measured: 44, near the separatrix
    let regular = |name: &str| name != "the separatrix";
    assert!(worst_step(480.0, 4, regular) < 4.0 * 480.0); // measured: 640
}

/// Near the separatrix the motion after many turns depends on rounding errors of the start; the
/// error is no larger than these explain.
#[test]
fn a_long_step_near_the_separatrix_is_as_good_as_its_conditioning() {
    let mut cases = Cases::new(5);
    let still = UnitQuaternion::identity();
    let mut worst = 0.0_f64;
    for (name, moments, m) in special_cases(&mut cases) {
        let off = Vector3::new(m.x.abs() * f64::EPSILON, 0.0, 0.0);
        if name != "the separatrix" {
            continue;
        }
        let dt = 100.0 / fastest(moments, &m);
        let truth = |m: Vector3<f64>| Turning::new(moments, &still, &m).jump(dt).0;
        let moved =
            difference(&truth(m), &truth(m + off)).max(difference(&truth(m), &truth(m - off)));
        let error = error_of_step(moments, &m, dt) * f64::EPSILON;
        worst = worst.max(error / (moved + 100.0 * f64::EPSILON));
    }
    println!("near the separatrix, 100 rad: {worst:.2} of the conditioning");
    assert!(worst < 4.0); // measured: 1.0
}

/// Error of a rotation by 20 rad about the middle axis with a disturbed spin `m`, in units of the
/// effect of rounding the start.
fn error_about_the_middle_axis(moments: [f64; 3], m: Vector3<f64>, rounding: f64) -> f64 {
    let still = UnitQuaternion::identity();
    let dt = f64::from((20.0 / fastest(moments, &m)) as f32);
    let truth = |m: Vector3<f64>| Turning::new(moments, &still, &m).jump(dt).0;
    let exact = truth(m);
    let moved =
        [Vector3::x(), Vector3::z()].map(|axis| difference(&exact, &truth(m + axis * rounding)));
    let conditioning = 1.0 + (moved[0] + moved[1]) / rounding;
    let found = if rounding > f64::EPSILON {
        let rotor = Rotor::new(&Inertia::principal(moments.map(|moment| moment as f32)));
        rotor
            .turned(&still.cast::<f32>(), &m.cast(), dt as f32)
            .cast()
    } else {
        Rotor::new(&Inertia::principal(moments)).turned(&still, &m, dt)
    };
    let found = Turning::new(moments, &found, &m);
    difference(&exact, &found.columns()) / rounding / conditioning
}

/// Beside the middle axis a disturbance grows by e^(λt): this growth is as accurate as its
/// conditioning, however small the disturbance is.
#[test]
fn a_spin_about_the_middle_axis_is_as_good_as_its_conditioning() {
    let mut worst = [(0.0, 0.0); 2];
    // moments that are exact in f32
    for moments in [
        [0.875, 1.625, 2.25],
        [1.0, 1.125, 2.0],
        [1.0, 1.984375, 2.0],
    ] {
        for size in [0.0, 1e-16, 1e-13, 1e-10, 1e-7, 1e-5, 1e-3] {
            for (turn, along) in [(0.7_f64, 1.0), (2.6, -1.0)] {
                let [x, z] = [turn.cos(), turn.sin()].map(|part| f64::from((size * part) as f32));
                let m = Vector3::new(x, along, z);
                for (worst, rounding) in worst
                    .iter_mut()
                    .zip([f64::EPSILON, f64::from(f32::EPSILON)])
                {
                    let error = error_about_the_middle_axis(moments, m, rounding);
                    assert!(error < 4.0, "{moments:?}, {m:?}, {rounding}: {error}");
                    if error > worst.0 {
                        *worst = (error, size);
                    }
                }
            }
        }
    }
    println!("about the middle axis: {worst:?} of the conditioning"); // measured: 0.3 at most
}

/// A step is accurate from any orientation, for any mounting of the principal axes in any order.
/// The angular momentum in the body is rounded once, which rotates a body by up to `L dt / I₁` of
/// this rounding error.
#[test]
fn a_step_from_anywhere() {
    let mut cases = Cases::new(6);
    let mut worst = 0.0_f64;
    for (name, sorted, m) in special_cases(&mut cases) {
        let orientation = any_orientation(&mut cases);
        let mounting = any_orientation(&mut cases);
        // the principal axes that get the sorted moments
        let (first, step) = (cases.below(3), 1 + cases.below(2));
        let (mut moments, mut along) = ([0.0; 3], Vector3::zeros());
        for sorted_axis in 0..3 {
            let axis = (first + step * sorted_axis) % 3;
            moments[axis] = sorted[sorted_axis];
            along[axis] = m[sorted_axis];
        }
        let inertia = Inertia::principal(moments).turned(mounting);
        let axes = orientation * inertia.axes();
        let spin = axes * along;
        let dt = 0.08 / fastest(sorted, &m);
        let turned = Rotor::new(&inertia).turned(&orientation, &spin, dt);
        // the quaternion of the principal axes, multiplied in many digits
        let start = Turning::new(moments, &orientation, &spin).times(&inertia.axes());
        let truth = start.by_series(dt);
        let found = Turning::new(moments, &turned, &spin).times(&inertia.axes());
        let error = difference(&truth.columns(), &found.columns()) / f64::EPSILON;
        let error = error / (1.0 + m.norm() * dt / sorted[0]);
        assert!(!error.is_nan(), "{name}");
        worst = worst.max(error);
    }
    println!("from anywhere: {worst:.2} ε (1 + L dt/I₁)");
    assert!(worst < 8.0); // measured: 2.0
}

/// A step of a + b equals a step of a and a step of b, over nine decades and both signs.
#[test]
fn steps_add_up() {
    let mut cases = Cases::new(7);
    let mut worst = 0.0_f64;
    for (name, moments, m) in special_cases(&mut cases) {
        if name == "the separatrix" || name == "a thin rod" || name == "a steady spin" {
            // there rounding errors of the orientation between the two steps grow
            continue;
        }
        let rotor = Rotor::new(&Inertia::principal(moments));
        let orientation = any_orientation(&mut cases);
        let spin = orientation * m;
        for _ in 0..20 {
            let [a, b] = [0; 2].map(|_| cases.signed_decades(1e-7, 500.0) / fastest(moments, &m));
            let once = rotor.turned(&orientation, &spin, a + b);
            let twice = rotor.turned(&rotor.turned(&orientation, &spin, a), &spin, b);
            let off = once.angle_to(&twice);
            let angle = (a.abs() + b.abs()) * fastest(moments, &m);
            worst = worst.max(off / (1.0 + angle) / f64::EPSILON);
        }
    }
    println!("once and twice: {worst:.2} ε (1 + angle)");
    assert!(worst < 16.0); // measured: 4.2
}

#[test]
fn single_precision_loses_its_own_rounding_only() {
    let mut cases = Cases::new(8);
    let mut worst = 0.0_f64;
    for (name, moments, m) in special_cases(&mut cases) {
        if name == "a thin rod" {
            continue;
        }
        let orientation: UnitQuaternion<f32> = any_orientation(&mut cases).cast();
        let spin: Vector3<f32> = m.cast();
        let moments = moments.map(|moment| moment as f32);
        let dt = (0.08 / fastest(moments.map(f64::from), &m)) as f32;
        let turned = Rotor::new(&Inertia::principal(moments)).turned(&orientation, &spin, dt);
        let start = Turning::new(moments.map(f64::from), &orientation.cast(), &spin.cast());
        let truth = start.by_series(f64::from(dt));
        worst = worst.max(truth.distance(&turned.cast()));
    }
    println!("f32: {worst:.1e}");
    assert!(worst < 2.0 * f64::from(f32::EPSILON)); // measured: 7.9e-8
}

/// With extreme numbers no step hangs or panics; a body without inertia keeps its orientation.
#[test]
fn extreme_numbers() {
    let orientation = UnitQuaternion::from_euler_angles(0.3, 0.2, 0.1);
    let large = [1e200, f64::MAX, f64::INFINITY, f64::NAN];
    let spins = [&[0.0, 5e-324, 1e-200, 1.0], &large[..]].concat();
    let infinite = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let steps = [&[0.0, -1.0, 1e-300, 1e300], &infinite[..]].concat();
    let inertias = [
        [0.0, 0.0, 0.0],
        [1.0, 1.0, 1.0],
        [1.0, 1.0, 2.0],
        [1.0, 2.0, 2.5],
        [0.0, 1.0, 1.0],
        [0.0, 1.0, 2.0],
        [-1.0, 1.0, 2.0],
        [5e-324, 1e300, f64::MAX],
        [f64::NAN, 1.0, 2.0],
        [1.0, 2.0, f64::INFINITY],
    ];
    for moments in inertias {
        let rotor = Rotor::new(&Inertia::principal(moments));
        for &size in &spins {
            for &dt in &steps {
                for m in [[1.0, 1.0, 1.0], [0.0, 1.0, 0.0], [1.0, -1e-9, 0.0]] {
                    let _ = rotor.turned(&orientation, &(Vector3::from(m) * size), dt);
                }
            }
        }
    }
    let point = Rotor::new(&Inertia::<f64>::point());
    let turned = point.turned(&orientation, &Vector3::new(1.0, 2.0, 3.0), 1.0);
    assert_eq!(turned, orientation);
    // the motion is the same if squares would overflow or underflow
    let rotor = Rotor::new(&Inertia::principal([1.0, 2.0, 2.5]));
    let m = Vector3::new(0.3, 0.8, -0.4);
    let usual = rotor.turned(&orientation, &m, 0.7);
    for scale in [1e-250, 1e250] {
        let turned = rotor.turned(&orientation, &(m * scale), 0.7 / scale);
        assert!(turned.angle_to(&usual) < 8.0 * f64::EPSILON);
    }
}
