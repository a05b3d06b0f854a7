//! Tests of states inside steps.

use super::*;

/// Returns the maximum difference, in tolerances, between states inside steps and steps that end
/// there; and the difference between the end of a step and the sample at share 1, in ε of position
/// and velocity.
fn inside<const D: usize>(
    law: LinearLaw<f64, D>,
    [x, v]: [[f64; D]; 2],
    duration: f64,
    length: f64,
    rest: impl Fn(f64, &[f64], &[f64], &mut [f64]) + Copy,
) -> [f64; 2] {
    let mut radau = Method::new(&[law], length, true);
    let mut fresh = Method::new(&[law], 1e-2 * length, false);
    let mut at = state(&x, &v);
    let mut worst = [0.0_f64; 2];
    let mut equations = Rest::new(rest);
    let span = [0.0, duration];
    run(
        &mut radau,
        &mut equations,
        span,
        1e-4,
        &mut at,
        |radau, (start, from), h, end| {
            for share in [0.03, 0.2, 0.5, 0.77, 0.95] {
                let to = start + share * h;
                let mut exact = from.clone();
                let mut equations = Rest::new(rest);
                fresh.collocation.forget();
                run(
                    &mut fresh,
                    &mut equations,
                    [start, to],
                    to - start,
                    &mut exact,
                    |_, _, _, _| {},
                );
                let sample = radau.sample(from, h, share);
                for d in 0..D {
                    worst[0] = worst[0].max((exact.x[d] - sample.x[d]).abs() / length);
                }
            }
            let sample = radau.sample(from, h, 1.0);
            let size = |values: &[f64]| {
                values
                    .iter()
                    .fold(0.0_f64, |most, value| most.max(value.abs()))
            };
            let scales = [size(&end.x) + size(&from.x), size(&end.v) + size(&from.v)];
            for d in 0..D {
                let errors = [sample.x[d] - end.x[d], sample.v[d] - end.v[d]];
                for (error, scale) in errors.into_iter().zip(scales) {
                    worst[1] = worst[1].max(error.abs() / scale / f64::EPSILON);
                }
            }
            let sample = radau.sample(from, h, 0.0);
            assert_eq!((&sample.x, &sample.v), (&from.x, &from.v));
        },
    );
    println!("{length:e}: {worst:.2?}");
    worst
}

#[test]
fn states_inside_steps_keep_the_tolerance() {
    for length in [1e-4, 1e-7, 1e-10] {
        let pendulum = |_: f64, x: &[f64], _: &[f64], a: &mut [f64]| a[0] = -9.81 * x[0].sin();
        let told = [
            inside(
                LinearLaw::<f64, 1>::free(),
                [[3.0], [0.0]],
                5.0,
                length,
                pendulum,
            ),
            inside(
                LinearLaw::<f64, 2>::drag(1e3),
                [[1.0, 0.5], [0.0; 2]],
                2.0,
                length,
                |t, x, _, a| {
                    a[0] = 1e3 * ((2.0 * x[1]).sin() + t.cos());
                    a[1] = 1e3 * ((3.0 * x[0]).cos() - x[1] / 2.0);
                },
            ),
            inside(
                LinearLaw::<f64, 2>::gyrating(30.0),
                [[1.0, 0.0], [1.0, 0.0]],
                1.0,
                length,
                |_, x, _, a| {
                    let square = x[0] * x[0] + x[1] * x[1];
                    (a[0], a[1]) = (-x[0] * square, -x[1] * square);
                },
            ),
        ];
        assert!(
            told.iter().all(|[inside, end]| *inside < 1.0 && *end < 4.0),
            "{told:?}"
        );
    }
}
