//! Energy and momentum are conserved for long times.

use super::*;

/// Returns a moving chain, anchored at one end, whose fastest mode has 1 rad/s.
fn chain(n: usize) -> Case<1> {
    let mut case = Case::<1>::chain(&vec![1.0; n - 1]);
    case.own[0].stiffness_per_mass = 0.5;
    let fastest = case.network().largest_frequency();
    let scale = 1.0 / (fastest * fastest);
    case.own[0].stiffness_per_mass *= scale;
    for link in &mut case.links {
        link.law.stiffness_per_mass *= scale;
    }
    case.stir(&mut Pcg64Mcg::seed_from_u64(21));
    case
}

/// Returns the relative change of the energy in `steps` steps.
fn drift(mut case: Case<1>, dt: f64, steps: u32) -> f64 {
    let mut network = case.network();
    let before = case.energy();
    for _ in 0..steps {
        case.step(&mut network, 0.0, dt);
    }
    (case.energy() / before - 1.0).abs()
}

#[test]
fn no_energy_drifts_in_many_steps() {
    for (n, steps, bound) in [
        (3, 500_000, 2e-11),
        (8, 700_000, 4e-12),
        (32, 100_000, 5e-12),
    ] {
        for angle in [0.7, 3.0, 30.0] {
            let drift = drift(chain(n), angle, steps);
            println!("{n} {angle}: {drift:e}");
            assert!(drift < bound, "{n} {angle}: {drift:e}");
        }
    }
}

#[test]
fn steps_of_a_billion_radians_keep_the_energy() {
    let drift = drift(chain(8), 1e9, 100_000);
    println!("{drift:e}");
    assert!(drift < 5e-12, "{drift:e}");
}

#[test]
fn a_free_network_keeps_its_momentum_far_from_the_origin() {
    for angle in [0.05, 3.0, 30.0] {
        let mut case = chain(8);
        case.own[0].stiffness_per_mass = 0.0;
        case.positions
            .iter_mut()
            .for_each(|place| place[0] += 1000.0);
        let mut network = case.network();
        let momentum = |case: &Case<1>| case.velocities.iter().map(|v| v[0]).sum::<f64>();
        let size: f64 = case.velocities.iter().map(|v| v[0].abs()).sum();
        let before = momentum(&case);
        for _ in 0..300_000 {
            case.step(&mut network, 0.0, angle);
        }
        let change = (momentum(&case) - before).abs() / size;
        println!("{angle}: {change:e}");
        assert!(change < 2e-12, "{angle}: {change:e}");
    }
}

#[test]
fn ten_thousand_steps_and_back() {
    for n in [3, 8, 20] {
        for angle in [0.3, 3.0, 30.0] {
            let start = chain(n);
            let (mut case, mut network) = (start.clone(), start.network());
            for dt in [angle, -angle] {
                for _ in 0..10_000 {
                    case.step(&mut network, 0.0, dt);
                }
            }
            let apart = case.apart(&start);
            println!("{n} {angle}: {apart:e}");
            assert!(apart < 5e-12, "{n} {angle}: {apart:e}");
        }
    }
}

/// A network that hangs at rest remains at rest.
#[test]
fn rest_is_kept() {
    let mut case = Case::<2>::chain(&[40.0, 30.0, 50.0]);
    for law in &mut case.own {
        *law += LinearLaw::gravity([0.0, -8.0]) + LinearLaw::drag(0.1);
    }
    case.join([4, 0], 16.0, 0.0);
    case.fixed = vec![[[1000.0, 500.0], [0.0, 0.0]]];
    let below = [2.0, 0.6, 0.533_333_333_333_333_3, 0.16];
    let mut height = 500.0;
    for (place, drop) in case.positions.iter_mut().zip(below) {
        height -= drop;
        *place = [1000.0, height];
    }
    let (start, mut network) = (case.clone(), case.network());
    for _ in 0..1000 {
        case.step(&mut network, 0.0, 1.0 / 60.0);
    }
    let apart = case.apart(&start);
    println!("{apart:e}");
    // measured: 1.7e-12; the positions are rounded to multiples of 1.1e-13, so at the start they
    // differ from equilibrium by as much
    assert!(apart < 7e-12, "{apart:e}");
}
