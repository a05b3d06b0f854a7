//! The modes of networks, and networks that have no modes.

use super::super::assembly::Assembly;
use super::super::eigen::{diagonalised, excess, norm_rounded};
use super::super::modes::Modes;
use super::super::wide_matrix::WideMatrix;
use super::*;
use crate::numbers::DoubleDouble;

/// The eigenvectors of graded matrices, and those of clustered eigenvalues, are orthogonal to 30
/// digits and satisfy the eigenvalue equation.
#[test]
fn eigenvectors_have_thirty_digits() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut worst = [0.0_f64; 2];
    for n in [1, 2, 3, 8, 20] {
        for decades in [0.0, 6.0, 12.0] {
            let rows: Vec<f64> = (0..n * n).map(|_| random.random_range(-1.0..1.0)).collect();
            let scales: Vec<f64> = (0..n)
                .map(|_| 10_f64.powf(-decades * random.random::<f64>()))
                .collect();
            let matrix = WideMatrix::from_fn(n, |a, b| {
                (0..n).fold(DoubleDouble::from(0.0), |sum, k| {
                    sum + DoubleDouble::product(rows[a * n + k], rows[b * n + k])
                        * DoubleDouble::product(scales[k], 1.0)
                })
            });
            let (values, transposed) = diagonalised(matrix.clone(), WideMatrix::one(n));
            let one = transposed.times(&transposed.transposed());
            worst[0] = worst[0].max(one.plus_scaled(&WideMatrix::one(n), -1.0).most());
            let diagonal = (transposed.times(&matrix)).times(&transposed.transposed());
            worst[1] = worst[1].max(diagonal.plus_scaled(&values, -1.0).most() / matrix.most());
        }
    }
    println!("{worst:?}");
    assert!(worst[0] < 1e-30 && worst[1] < 1e-29, "{worst:?}");
}

/// The length of rounded columns is equal to 1 to more digits than the entries have.
#[test]
fn rounded_columns_have_length_one() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    for (n, bound) in [(3, 2e-16), (8, 2e-18), (32, 1e-18), (64, 1e-18)] {
        let mut worst = 0.0_f64;
        for _ in 0..20 {
            let mut column: Vec<f64> = (0..n).map(|_| random.random_range(-1.0..1.0)).collect();
            let square = (column.iter()).fold(DoubleDouble::from(0.0), |sum, entry| {
                sum + DoubleDouble::product(*entry, *entry)
            });
            let length = square.root();
            for entry in &mut column {
                *entry = DoubleDouble::from(*entry).over(length).value();
            }
            let before = column.clone();
            norm_rounded(&mut column);
            worst = worst.max(excess(&column).abs());
            for (a, b) in before.iter().zip(&column) {
                assert!((a - b).abs() <= 3.0 * f64::EPSILON * a.abs());
            }
        }
        println!("{n}: {worst:e}");
        assert!(worst < bound, "{n}: {worst:e}");
    }
}

/// A free network has exactly one mode that coasts.
#[test]
fn a_free_network_coasts() {
    for n in [2, 5, 8] {
        let case = Case::<2>::chain(&vec![1e12; n - 1]);
        let laws = NetworkLaws {
            masses: &case.masses,
            own: &case.own,
            links: &case.links,
        };
        let modes = Modes::new(&laws).unwrap();
        let zeros = modes
            .laws
            .iter()
            .filter(|law| law.stiffness_per_mass == 0.0);
        assert_eq!(zeros.count(), 1);
        assert!(modes.laws[1].stiffness_per_mass > 0.0);
        for row in modes.by_mode.chunks(8).skip(1) {
            let sum: f64 = row.iter().sum();
            assert!(sum.abs() < 1e-15, "{sum:e}");
        }
    }
}

/// Several links between the same two bodies have the same stiffness matrix as one link with the
/// sum of their strengths.
#[test]
fn links_of_a_pair_add_before_anything_else() {
    let mut many = Case::<1>::chain(&[1.0, 2.0]);
    many.join([1, 0], 3.0, 0.0);
    many.join([1, 2], -0.5, 0.0);
    let once = Case::<1>::chain(&[4.0, 1.5]);
    let assembled = [many, once].map(|case| {
        let assembly = Assembly::new(&NetworkLaws {
            masses: &case.masses,
            own: &case.own,
            links: &case.links,
        });
        assembly.unwrap().stiffness.matrix
    });
    assert_eq!(assembled[0].high(), assembled[1].high());
}

#[test]
fn what_cannot_be_solved_is_told() {
    assert_eq!(
        Case::<1>::chain(&[1.0; 64]).tried().err(),
        Some(NotSolved::TooManyBodies)
    );
    assert!(Case::<1>::chain(&[1.0; 63]).tried().is_ok());
    let damped = |n: usize| {
        let mut case = Case::<1>::chain(&vec![1.0; n - 1]);
        case.own[0].damping = 1.0;
        case.tried().err()
    };
    assert_eq!(damped(33), Some(NotSolved::TooManyDamped));
    assert_eq!(damped(32), None);
    let mut case = Case::<2>::chain(&[1.0, 1.0]);
    case.own[1] += LinearLaw::gyrating(1.0);
    assert_eq!(case.tried().err(), Some(NotSolved::Anisotropic));
    for bad in [f64::NAN, f64::INFINITY, 1e305] {
        let mut case = Case::<2>::chain(&[1.0, 1.0]);
        case.links[0].law.stiffness_per_mass = bad;
        assert_eq!(case.tried().err(), Some(NotSolved::NotFinite));
        let mut case = Case::<2>::chain(&[1.0, 1.0]);
        case.own[0].damping = bad;
        assert_eq!(case.tried().err(), Some(NotSolved::NotFinite));
    }
    for mass in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let mut case = Case::<2>::chain(&[1.0, 1.0]);
        case.masses[2] = mass;
        assert_eq!(case.tried().err(), Some(NotSolved::NotFinite));
    }
}

/// No input numbers cause a panic or an endless loop.
#[test]
fn any_numbers_may_go_in() {
    let numbers = [
        0.0,
        -1.0,
        1.0,
        1e-320,
        1e-300,
        1e-160,
        1e160,
        1e300,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut solved = 0;
    for _ in 0..3000 {
        let mut any = || {
            let is_usual = random.random::<f64>() < 0.8;
            numbers[random.random_range(0..if is_usual { 3 } else { numbers.len() })]
        };
        let mut case = Case::<2>::of(&[any().abs(), 1.0, any().abs()]);
        for ends in [[0, 1], [1, 2], [2, 3], [7, 9], [0, 0]] {
            case.links.push(LinkLaw {
                ends,
                reduced_mass: any(),
                law: LinearLaw::spring(any()) + LinearLaw::drag(any()),
            });
        }
        case.own[0] += LinearLaw::spring(any()) + LinearLaw::gravity([any(), any()]);
        case.positions[1] = [any(), any()];
        case.fixed = vec![[[any(), 0.0], [0.0, any()]]];
        let Ok(mut network) = case.tried() else {
            continue;
        };
        solved += 1;
        case.step(&mut network, any(), any());
        network.filter_positions(
            any(),
            any(),
            &mut case.positions,
            &case.fixed,
            &[(9, [0.0; 2])],
        );
        network.filter_changes(any(), &mut case.velocities);
    }
    println!("{solved} solved");
    assert!(solved > 20);
}

/// After a step whose length is NaN, all components of the state are NaN, whether it is the first
/// step or a later step.
#[test]
fn a_time_that_is_nan_gives_nan() {
    for damping in [0.0, 0.5] {
        let mut case = Case::<2>::chain(&[1.0, 2.0]);
        case.own[0].damping = damping;
        case.stir(&mut Pcg64Mcg::seed_from_u64(4));
        let mut network = case.network();
        for dt in [f64::NAN, 0.1, f64::NAN, f64::NAN] {
            let mut after = case.clone();
            after.step(&mut network, 0.0, dt);
            let components = after.positions.iter().chain(&after.velocities).flatten();
            let nans = components.filter(|component| component.is_nan()).count();
            assert_eq!(nans, if dt.is_nan() { 12 } else { 0 });
        }
    }
}
