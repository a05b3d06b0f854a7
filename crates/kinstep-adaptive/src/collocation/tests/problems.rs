//! Problems whose final state is known to more than 17 digits.

use super::*;

/// Solves a problem of one body. Returns the work, and the maximum error of a coordinate at the
/// end.
fn solved<const D: usize>(
    law: LinearLaw<f64, D>,
    [x, v]: [[f64; D]; 2],
    duration: f64,
    length: f64,
    truth: [[f64; D]; 2],
    rest: impl FnMut(f64, &[f64], &[f64], &mut [f64]),
) -> (Work, f64) {
    let mut radau = Method::new(&[law], length, false);
    let mut at = state(&x, &v);
    let mut equations = Rest::new(rest);
    let work = run(
        &mut radau,
        &mut equations,
        [0.0, duration],
        1e-4,
        &mut at,
        |_, _, _, _| {},
    );
    assert_eq!(work.evaluations, equations.evaluations);
    let error = (0..D)
        .map(|d| (at.x[d] - truth[0][d]).abs())
        .fold(0.0, f64::max);
    println!("{length:e}: {work:?}, error {error:e}");
    (work, error)
}

/// In strong drag the number of evaluations is that for the slow motion. Plain Runge–Kutta methods
/// need about 20,000 evaluations at any tolerance.
#[test]
fn strong_drag_takes_the_steps_of_the_slow_motion() {
    // measured: 850 evaluations and 0.001 tolerances; 1245 and 0.014; 1609 and 0.02
    for (length, most) in [(1e-6, 940), (1e-9, 1370), (1e-10, 1770)] {
        let truth = [
            [6.663_856_566_997_762_6, 4.894_907_311_284_745e-1],
            [-9.876_152_175_214_346e-3, 1.710_751_222_117_817e-1],
        ];
        let rest = |t: f64, x: &[f64], _: &[f64], a: &mut [f64]| {
            a[0] = 1e3 * ((2.0 * x[1]).sin() + t.cos());
            a[1] = 1e3 * ((3.0 * x[0]).cos() - x[1] / 2.0);
        };
        let start = [[1.0, 0.5], [0.0; 2]];
        let (work, error) = solved(LinearLaw::drag(1e3), start, 10.0, length, truth, rest);
        assert!(work.evaluations <= most && error < 0.1 * length);
    }
}

#[test]
fn a_magnetic_field_in_the_plane() {
    // measured: 1076 evaluations and 0.3 tolerances; 2320 and 0.07
    for (length, most) in [(1e-6, 1200), (1e-10, 2600)] {
        let truth = [
            [1.000_828_060_880_792_7, 5.598_972_880_036_441e-4],
            [5.598_956_348_406_883e-1, -8.275_617_101_643_062e-1],
        ];
        let rest = |_: f64, x: &[f64], _: &[f64], a: &mut [f64]| {
            let square = x[0] * x[0] + x[1] * x[1];
            (a[0], a[1]) = (-x[0] * square, -x[1] * square);
        };
        let start = [[1.0, 0.0], [1.0, 0.0]];
        let law = LinearLaw::<f64, 2>::gyrating(1e3);
        let (work, error) = solved(law, start, 1.0, length, truth, rest);
        assert!(work.evaluations <= most && error < 3.0 * length);
    }
}

/// Springs of 1000 rad/s are integrated within 30 tolerances: with a cubic force, and with a slow
/// driving force against a stiff cubic force.
#[test]
fn stiff_springs() {
    let law = LinearLaw::<f64, 1>::spring(1e6);
    // measured: 3280 evaluations and 0.002 tolerances; 9167 and 0.06
    for (length, most) in [(1e-6, 3600), (1e-10, 10_000)] {
        let truth = [[5.620_689_089_334_653e-1], [-8.270_906_792_529_825e2]];
        let rest = |_: f64, x: &[f64], _: &[f64], a: &mut [f64]| a[0] = -x[0] * x[0] * x[0];
        let (work, error) = solved(law, [[1.0], [0.0]], 1.0, length, truth, rest);
        assert!(work.evaluations <= most && error < 5.0 * length);
    }
    // measured: 6611 evaluations and 3.6 tolerances; 13089 and 10
    for (length, most) in [(1e-6, 7300), (1e-10, 14_500)] {
        let truth = [[2.831_166_206_135_944e-2], [1.101_480_210_961_622e-2]];
        let rest = |t: f64, x: &[f64], _: &[f64], a: &mut [f64]| {
            a[0] = 1e5 * t.cos() - 1e5 * x[0] * x[0] * x[0];
        };
        let (work, error) = solved(law, [[0.1], [0.0]], 5.0, length, truth, rest);
        assert!(work.evaluations <= most && error < 30.0 * length);
    }
}
