use std::vec::Vec;

use super::*;

/// The polynomial `± (t - a)(t - b)(t - c)`.
struct Cubic {
    roots: [f64; 3],
    sign: f64,
}

impl Cubic {
    /// Returns the value, and the first and second derivative.
    fn derivatives(&self, time: f64) -> [f64; 3] {
        let [a, b, c] = self.roots.map(|root| time - root);
        let second = 2.0 * (a + b + c);
        [a * b * c, a * b + b * c + c * a, second].map(|value| self.sign * value)
    }
}

impl Curve for Cubic {
    fn at(&self, time: f64) -> (f64, f64) {
        let [value, rate, _] = self.derivatives(time);
        (value, rate)
    }

    fn look(&self, from: f64, time: f64, to: f64) -> Look {
        let [value, rate, _] = self.derivatives(time);
        // the second derivative is linear
        let ends = [from, to].map(|end| self.derivatives(end)[2]);
        let bend = ends[0].abs().max(ends[1].abs());
        Look {
            value,
            rate,
            low: (-ends[0].min(ends[1])).max(0.0),
            high: ends[0].max(ends[1]).max(0.0),
            steep: rate.abs() + bend * (to - time).max(time - from),
            terms: 1.0,
        }
    }
}

/// A root at the common end of two intervals, where the value is exactly zero, is found once,
/// whether the function rises or falls there.
#[test]
fn roots_at_the_borders_of_intervals_are_found_once() {
    let mut count = 0;
    for (from, to) in [(0.0, 8.0), (0.5, 7.5), (1.0, 5.0)] {
        let quarters: Vec<f64> = (1..32).map(|quarter| f64::from(quarter) / 4.0).collect();
        for (i, &a) in quarters.iter().enumerate() {
            for (j, &b) in quarters.iter().enumerate().skip(i + 1) {
                for &c in &quarters[j + 1..] {
                    for sign in [1.0, -1.0] {
                        let cubic = Cubic {
                            roots: [a, b, c],
                            sign,
                        };
                        let mut found = Vec::new();
                        let end = roots(&cubic, from, to, |root| {
                            found.push(root);
                            false
                        });
                        let inside = [a, b, c]
                            .into_iter()
                            .filter(|root| *root > from && *root < to);
                        let off = |(one, other): (&f64, f64)| (one - other).abs();
                        let inside: Vec<f64> = inside.collect();
                        let ours: Vec<f64> = (found.iter().copied())
                            .filter(|root| *root > from && *root < to)
                            .collect();
                        let is_right = ours.len() == inside.len()
                            && ours
                                .iter()
                                .zip(inside.iter().copied())
                                .all(|pair| off(pair) < 1e-12);
                        assert!(
                            end.is_ok() && is_right,
                            "{from} {to} {sign} {a} {b} {c}: {found:?}"
                        );
                        count += ours.len();
                    }
                }
            }
        }
    }
    assert!(count > 50_000, "{count}");
}

/// A change of sign is reported; a touch, and a zero at the start, are not reported.
#[test]
fn only_changes_of_sign_are_told() {
    let touch = Cubic {
        roots: [2.0, 2.0, 5.0],
        sign: 1.0,
    };
    let change = |from| first_change(&touch, [from, f64::INFINITY], 1.0, &mut 0.0, |_| true);
    let found = change(0.0);
    let found = found.unwrap().unwrap();
    assert!((found - 5.0).abs() < 1e-12, "{found}");
    assert_eq!(change(5.0), Ok(None));
}

/// A root near a pole is right to rounding. For `ln((t - 1)/w)`, Newton's method leaves the bracket
/// until bisection is near w, where the function is still curved.
#[test]
fn roots_beside_a_pole_are_right_to_rounding() {
    for width in [1e-3, 1e-6, 1e-9, 1e-12] {
        let root = root_between(
            |time| {
                let past = time - 1.0;
                (ComplexField::ln(past / width), 1.0 / past)
            },
            (1.0, 1e3),
            true,
            f64::NAN,
        );
        // measured: 0
        let off = ComplexField::abs(root - (1.0 + width)) / f64::EPSILON;
        assert!(off <= 2.0, "{width:e}: {off} ε");
    }
}
