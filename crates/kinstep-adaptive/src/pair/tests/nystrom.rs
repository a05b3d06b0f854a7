//! Tests of RKN 12(10): its coefficients equal the rounded rational numbers, its order conditions
//! hold, and its order is 12 in high-precision arithmetic.

use alloc::vec::Vec;

use dashu_float::{FBig, round::mode::HalfEven};

use super::rationals;
use crate::pair::tables::{MET, nystrom_weights};
use crate::pair::tables::{MOST_STAGES, Rkn, Table};

type Big = FBig<HalfEven, 2>;

/// 256 bits: 77 digits.
fn big(value: u32) -> Big {
    Big::from(value).with_precision(256).value()
}

fn small(value: &Big) -> f64 {
    value.to_f64().value()
}

/// Parses a rational of at most 77 digits.
fn parsed(text: &str) -> Big {
    let whole = |digits: &str| {
        digits.chars().fold(big(0), |sum, digit| {
            sum * big(10) + big(digit.to_digit(10).unwrap())
        })
    };
    let (size, is_negative) = match text.strip_prefix('-') {
        Some(size) => (size, true),
        None => (text, false),
    };
    let value = match size.split_once('/') {
        Some((above, below)) => whole(above) / whole(below),
        None => whole(size),
    };
    if is_negative { -value } else { value }
}

fn all(texts: &[&str]) -> Vec<Big> {
    texts.iter().map(|text| parsed(text)).collect()
}

/// Returns `Σ w_i c_i^k`.
fn moment(weights: &[Big], nodes: &[Big], power: u32) -> Big {
    weights
        .iter()
        .zip(nodes)
        .fold(big(0), |sum, (weight, node)| {
            sum + (0..power).fold(weight.clone(), |product, _| product * node)
        })
}

#[test]
fn constants_are_the_rationals_rounded() {
    for (stage, (numbers, texts)) in Rkn::POSITIONS.iter().zip(rationals::ROWS).enumerate() {
        let (numbers, zeros) = numbers.split_at(texts.len());
        assert!(texts.len() <= stage && zeros.iter().all(|zero| *zero == 0.0));
        for (number, text) in numbers.iter().zip(texts) {
            assert_eq!(*number, small(&parsed(text)), "{text}");
        }
    }
    let [position, velocity] = Rkn::CHANGE;
    let [[position_error, velocity_error]] = Rkn::ERRORS else {
        panic!("one estimate");
    };
    let columns: [(&[f64], &[&str]); 5] = [
        (&Rkn::NODES, &rationals::NODES),
        (&position, &rationals::POSITION),
        (&velocity, &rationals::VELOCITY),
        (position_error, &rationals::POSITION_ERROR),
        (velocity_error, &rationals::VELOCITY_ERROR),
    ];
    for (numbers, texts) in columns {
        assert_eq!(numbers.len(), texts.len());
        for (number, text) in numbers.iter().zip(texts) {
            assert_eq!(*number, small(&parsed(text)), "{text}");
        }
    }
}

#[test]
fn moments_are_those_of_orders_12_and_10() {
    let nodes = all(&rationals::NODES);
    for (row, node) in rationals::ROWS.iter().zip(&nodes) {
        // the coefficients were published with 53 digits
        let misfit = moment(&all(row), &nodes, 0) - node * node / big(2);
        assert!(small(&misfit).abs() < 1e-52);
    }
    let velocity = all(&rationals::VELOCITY);
    let position = all(&rationals::POSITION);
    for k in 0..=12 {
        let misfit = small(&(moment(&velocity, &nodes, k) - big(1) / big(k + 1))).abs();
        assert!(
            if k <= 11 {
                misfit < 1e-70
            } else {
                misfit > 1e-9
            },
            "{k}: {misfit:e}"
        );
        let misfit = moment(&position, &nodes, k) - big(1) / big((k + 1) * (k + 2));
        let misfit = small(&misfit).abs();
        assert!(
            if k <= 10 {
                misfit < 1e-70
            } else {
                misfit > 1e-10
            },
            "{k}: {misfit:e}"
        );
    }
    // the error weights are differences of two pairs of weights that agree up to order 10
    for (errors, most) in [
        (&rationals::VELOCITY_ERROR, 9),
        (&rationals::POSITION_ERROR, 8),
    ] {
        for k in 0..=most + 1 {
            let misfit = small(&moment(&all(errors), &nodes, k)).abs();
            assert!(
                if k <= most {
                    misfit < 1e-70
                } else {
                    misfit > 1e-9
                },
                "{k}: {misfit:e}"
            );
        }
    }
}

/// Returns the accelerations `x'' = -x - 2xy`, `y'' = -y + y² - x²`.
fn henon_heiles(at: &[Big; 2]) -> [Big; 2] {
    let [x, y] = at;
    [-x - big(2) * x * y, y * y - y - x * x]
}

/// Returns the state after a number of equal steps to t = 4, from position (0, 0.1) and velocity
/// (0.5, 0).
fn after(steps: u32) -> [Big; 4] {
    let rows: Vec<Vec<Big>> = rationals::ROWS.iter().map(|row| all(row)).collect();
    let (nodes, position, velocity) = (
        all(&rationals::NODES),
        all(&rationals::POSITION),
        all(&rationals::VELOCITY),
    );
    let h = big(4) / big(steps);
    let mut x = [big(0), big(1) / big(10)];
    let mut v = [big(1) / big(2), big(0)];
    for _ in 0..steps {
        let mut stages: Vec<[Big; 2]> = Vec::new();
        let sum = |weights: &[Big], stages: &[[Big; 2]], axis: usize| {
            weights
                .iter()
                .zip(stages)
                .fold(big(0), |sum, (weight, stage)| sum + weight * &stage[axis])
        };
        for (row, node) in rows.iter().zip(&nodes) {
            let at =
                [0, 1].map(|axis| &x[axis] + &h * (node * &v[axis] + &h * sum(row, &stages, axis)));
            stages.push(henon_heiles(&at));
        }
        for axis in 0..2 {
            x[axis] = &x[axis] + &h * (&v[axis] + &h * sum(&position, &stages, axis));
            v[axis] = &v[axis] + &h * sum(&velocity, &stages, axis);
        }
    }
    let ([x, y], [vx, vy]) = (x, v);
    [x, y, vx, vy]
}

/// The order of convergence is 12. Measured: 11.2, 11.8.
#[test]
fn the_order_is_12() {
    let truth = after(96);
    let errors = [8, 16, 32].map(|steps| {
        let differences = after(steps);
        differences
            .iter()
            .zip(&truth)
            .map(|(got, truth)| small(&(got - truth)).abs())
            .fold(0.0, f64::max)
    });
    let orders = [errors[0] / errors[1], errors[1] / errors[2]].map(f64::log2);
    assert!(errors[2] > 0.0);
    assert!(orders[0] > 11.0 && orders[1] > 11.5, "{orders:?}");
}

#[test]
fn the_dense_output_has_the_weights_of_the_pair_at_the_end() {
    // the sum of the absolute values of the terms of a row is below 0.2
    let [position, velocity] = nystrom_weights(1.0);
    let [position_known, velocity_known] = Rkn::CHANGE;
    for stage in 0..MOST_STAGES {
        assert!((position[stage] - position_known[stage]).abs() < 4.0 * f64::EPSILON);
        assert!((velocity[stage] - velocity_known[stage]).abs() < 4.0 * f64::EPSILON);
    }
    for row in nystrom_weights(0.0) {
        assert!(row.iter().all(|weight| weight.abs() < f64::EPSILON));
    }
    let half = [
        0.006_087_220_797_963_687,
        0.040_793_784_056_904_02,
        0.096_221_705_417_212_31,
        -0.069_255_882_052_706_68,
        0.054_592_687_330_870_894,
        -0.013_405_352_383_082_63,
        0.011_169_019_598_892_644,
        -0.002_092_769_994_886_052,
        0.001_312_242_468_987_698_2,
        -0.000_562_755_953_186_287_9,
        0.000_140_100_713_030_386_87,
    ];
    let [mut position, _] = nystrom_weights(0.5);
    position[15] += position[16];
    for (stage, weight) in MET.into_iter().zip(half) {
        assert!((position[stage] - weight).abs() < f64::EPSILON, "{stage}");
    }
}
