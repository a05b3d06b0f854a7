//! Comparison of moments and tables with high-precision values.

use dashu_float::{FBig, round::mode::HalfEven};
use nalgebra::{Matrix3, SMatrix};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::collocation::moments::{COUNT, of_matrices, of_numbers};

type Big = FBig<HalfEven, 2>;
type Wide = Vec<Vec<Big>>;

fn big(value: f64, bits: usize) -> Big {
    let value = Big::try_from(value).expect("a finite number");
    value.with_precision(bits).value()
}

fn times(a: &Wide, b: &Wide) -> Wide {
    let entry = |row: &Vec<Big>, column: usize| {
        let mut terms = row.iter().zip(b).map(|(a, b)| a * &b[column]);
        let first = terms.next().expect("an axis");
        terms.fold(first, |sum, term| sum + term)
    };
    let columns = 0..b.len();
    let rows = a.iter();
    rows.map(|row| columns.clone().map(|column| entry(row, column)).collect())
        .collect()
}

fn each(a: &Wide, b: &Wide, with: impl Fn(&Big, &Big) -> Big) -> Wide {
    let rows = a.iter().zip(b);
    rows.map(|(a, b)| a.iter().zip(b).map(|(a, b)| with(a, b)).collect())
        .collect()
}

/// Returns the moments from their power series, with enough digits to survive cancellation. γ, ω²,
/// t and the last entry of the tide are multiplied by `1 + changes`.
pub(super) fn truth<const D: usize>(
    law: &LinearLaw<f64, D>,
    time: &Big,
    changes: [f64; 4],
) -> Vec<Wide> {
    let stiff = law.stiffness_per_mass.abs() + law.tide.abs().sum();
    let size =
        (law.damping.abs() + law.gyration.abs().sum() + stiff.sqrt()) * time.to_f64().value().abs();
    let bits = 300 + (6.0 * size) as usize;
    let terms = 60 + (4.0 * size) as u32;
    let [drag, spring, clock, last] = changes.map(|change| big(1.0, bits) + big(change, bits));
    let time = time.clone().with_precision(bits).value() * clock;
    let matrix = |diagonal: f64, other: &SMatrix<f64, D, D>, scale: &Big| -> Wide {
        let entry = |row: usize, column: usize| {
            let diagonal = if row == column { diagonal } else { 0.0 };
            (big(diagonal, bits) - big(other[(row, column)], bits)) * scale
        };
        let columns = |row: usize| (0..D).map(|column| entry(row, column)).collect();
        (0..D).map(columns).collect()
    };
    let damping = matrix(law.damping, &law.gyration, &(drag * &time));
    let spring = spring * &time * &time;
    let mut stiffness = matrix(law.stiffness_per_mass, &law.tide, &spring);
    let entry = big(law.tide[(D - 1, D - 1)], bits) * &spring;
    stiffness[D - 1][D - 1] += &entry - entry.clone() * last;
    let none = matrix(0.0, &SMatrix::zeros(), &big(1.0, bits));
    let one = matrix(1.0, &SMatrix::zeros(), &big(1.0, bits));

    let scaled = |a: &Wide, by: &Big| each(a, a, |a, _| a * by);
    let mut inverse = vec![big(1.0, bits)];
    for n in 1..terms as usize + COUNT {
        let next = &inverse[n - 1] / big(n as f64, bits);
        inverse.push(next);
    }
    let (mut before, mut term) = (none.clone(), one.clone());
    let mut m = vec![none.clone(); COUNT];
    for n in 0..terms as usize {
        for i in [COUNT - 2, COUNT - 1] {
            m[i] = each(&m[i], &scaled(&term, &inverse[n + i]), |a, b| a + b);
        }
        let next = each(
            &times(&damping, &term),
            &times(&stiffness, &before),
            |a, b| -(a + b),
        );
        (before, term) = (term, next);
    }
    for i in (0..COUNT - 2).rev() {
        let pull = each(
            &times(&m[i + 1], &damping),
            &times(&m[i + 2], &stiffness),
            |a, b| a + b,
        );
        m[i] = each(&scaled(&one, &inverse[i]), &pull, |a, b| a - b);
    }
    m
}

fn size(matrix: &Wide) -> f64 {
    let squares = matrix.iter().flatten();
    squares
        .map(|entry| entry.to_f64().value().powi(2))
        .sum::<f64>()
        .sqrt()
}

/// Returns the maximum error of `m₁` to `m₁₀`, in ε of their size plus the effect of relative
/// changes of ε in the law and in t.
fn worst<const D: usize>(law: &LinearLaw<f64, D>, time: f64) -> f64 {
    let told = if law.is_isotropic() {
        let numbers = of_numbers(law.damping, law.stiffness_per_mass, time);
        numbers.map(|moment| SMatrix::identity() * moment)
    } else {
        of_matrices(law, time)
    };
    let time = &big(time, 60);
    let truths = truth(law, time, [0.0; 4]);
    let step = 2_f64.powi(-40);
    let changed = [0, 1, 2, 3].map(|which| {
        let mut changes = [0.0; 4];
        changes[which] = step;
        truth(law, time, changes)
    });
    let mut worst = 0.0_f64;
    for i in 1..COUNT {
        let difference = |a: &Wide, b: &Wide| size(&each(a, b, |a, b| a - b));
        let condition: f64 = changed
            .iter()
            .map(|other| difference(&other[i], &truths[i]))
            .sum();
        let scale = size(&truths[i]) + condition / step;
        let bits = 300;
        let told: Wide = (0..D)
            .map(|row| {
                (0..D)
                    .map(|column| big(told[i][(row, column)], bits))
                    .collect()
            })
            .collect();
        worst = worst.max(difference(&told, &truths[i]) / scale / f64::EPSILON);
    }
    worst
}

fn law<const D: usize>(damping: f64, stiffness: f64) -> LinearLaw<f64, D> {
    let mut law = LinearLaw::free();
    (law.damping, law.stiffness_per_mass) = (damping, stiffness);
    law
}

#[test]
fn moments_of_drag_and_springs_have_all_digits() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut most = [0.0_f64; 6];
    for case in 0..240 {
        let mut size = |low: f64, high: f64| 10_f64.powf(random.random_range(low..high));
        let (g, w) = (size(-8.0, 3.0), size(-8.0, 3.0));
        let kind = case % most.len();
        let (damping, stiffness) = match kind {
            0 => (g, w * w),
            1 => (g, 0.0),
            // near the limits between the methods
            2 => (size(-1.0, 1.5), size(-1.0, 2.5)),
            // near critical damping
            3 => (g, 0.25 * g * g * (1.0 + 1.0 - size(-12.0, 0.0) * 2.0)),
            // negative damping, and repulsion
            4 => (-g.min(300.0), w * w),
            _ => (g, -(w * w).min(1e4)),
        };
        let error = worst(&law::<1>(damping, stiffness), 1.0);
        assert!(error < 64.0, "{error}: {damping:e} {stiffness:e}");
        most[kind] = most[kind].max(error);
    }
    println!("{most:.1?} ε"); // 12.0, 14.9, 5.3, 2.3, 1.6, 15.6
}

fn field([x, y, z]: [f64; 3]) -> Matrix3<f64> {
    Matrix3::new(0.0, z, -y, -z, 0.0, x, y, -x, 0.0)
}

#[test]
fn moments_of_fields_have_all_digits() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let mut most = [0.0_f64; 6];
    for case in 0..72 {
        let mut size = |low: f64, high: f64| 10_f64.powf(random.random_range(low..high));
        let (g, w, turning) = (size(-8.0, 2.0), size(-8.0, 2.0), size(-8.0, 3.0));
        let kind = case % most.len();
        let drag = if case % 2 == 0 { g } else { 0.0 };
        let error = match kind {
            0 | 1 => {
                let stiffness = if kind == 0 { 0.0 } else { w * w };
                let mut law = law::<2>(drag, stiffness);
                law.gyration = SMatrix::from([[0.0, -turning], [turning, 0.0]]);
                worst(&law, 1.0)
            }
            2 | 3 => {
                let axis = [size(-2.0, 1.0), size(-2.0, 1.0), size(-1.0, 2.0)];
                let mut law = law::<3>(drag, 0.0);
                law.gyration = field(axis);
                if kind == 3 {
                    // a rotating frame
                    law.tide = -(law.gyration * law.gyration);
                    law.gyration *= 2.0;
                }
                worst(&law, 1.0)
            }
            _ => {
                let mut law = law::<3>(drag.min(30.0), 0.0);
                law.gyration = field([size(-2.0, 1.5), size(-2.0, 1.0), size(-2.0, 1.0)]);
                let tide = Matrix3::from_fn(|_, _| size(-2.0, 2.0));
                law.tide = -(tide + tide.transpose()) / 10.0;
                if kind == 5 {
                    law.gyration.fill(0.0);
                }
                worst(&law, 1.0)
            }
        };
        most[kind] = most[kind].max(error);
    }
    println!("{most:.1?} ε"); // 0.7, 3.5, 31.5, 86.5, 1.8, 1.2
    assert!(most.iter().all(|error| *error < 128.0));
}
