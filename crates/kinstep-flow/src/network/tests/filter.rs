//! Tests of filtered kicks.

use super::*;

fn network() -> (Case<2>, Network<2>) {
    let mut case = Case::<2>::chain(&[100.0, 50.0, 200.0]);
    case.own[1].stiffness_per_mass = 3.0;
    case.stir(&mut Pcg64Mcg::seed_from_u64(31));
    let network = case.network();
    (case, network)
}

#[test]
fn short_steps_are_not_filtered() {
    let (case, mut network) = network();
    let h = 1.49 / network.largest_frequency();
    assert!(!network.needs_filter(h) && !network.needs_filter(-h));
    assert!(network.needs_filter(1.01 * h) && network.needs_filter(-1.01 * h));
    let (mut positions, mut changes) = (case.positions.clone(), case.velocities.clone());
    network.filter_positions(h, 0.0, &mut positions, &[], &[]);
    network.filter_changes(h, &mut changes);
    assert_eq!((positions, changes), (case.positions, case.velocities));
}

/// The filter does not move a network at equilibrium, with moving fixed ends, gravity and applied
/// accelerations, far away from the origin. It moves a body that is out of equilibrium near to it.
#[test]
fn positions_at_rest_are_not_moved() {
    let mut case = Case::<1>::of(&[1.0, 2.0]);
    case.join([0, 1], 100.0, 2.0);
    case.join([0, 2], 50.0, 1.0);
    case.join([1, 3], 70.0, 1.4);
    let far = 1000.0;
    case.fixed = vec![[[far - 1.0], [0.25]], [[far + 1.0], [0.25]]];
    case.applied = vec![(1, [3.0])];
    for law in &mut case.own {
        law.constant[0] = -1.0;
    }
    // all bodies move at the velocity of the ends: 150 a - 100 b = 50 e₁ - 1, -100 a + 170 b = 70 e₂ + 4
    let rest = |right: [f64; 2]| {
        let determinant = 150.0 * 170.0 - 100.0 * 100.0;
        [
            (right[0] * 170.0 + right[1] * 100.0) / determinant,
            (right[1] * 150.0 + right[0] * 100.0) / determinant,
        ]
    };
    let [a, b] = rest([-50.0 - 1.0, 70.0 + 4.0]);
    let mut positions = vec![[far + a], [far + b]];
    let before = positions.clone();
    let mut network = case.network();
    network.filter_positions(10.0, 0.0, &mut positions, &case.fixed, &case.applied);
    for (after, before) in positions.iter().zip(&before) {
        assert!((after[0] - before[0]).abs() < 1e-12, "{after:?} {before:?}");
    }
    positions[0][0] += 0.1;
    network.filter_positions(10.0, 0.0, &mut positions, &case.fixed, &case.applied);
    assert!((positions[0][0] - before[0][0]).abs() < 0.02);
}

/// Both filters are the same matrix, and a filtered kick has the same momentum as before.
#[test]
fn both_filters_are_the_same() {
    let mut case = Case::<1>::of(&[1.0, 2.0, 0.5]);
    case.join([0, 1], 100.0, 0.0);
    case.join([1, 2], 50.0, 0.0);
    let mut network = case.network();
    for h in [0.3, 1.0, 30.0] {
        for body in 0..3 {
            let mut kicks = vec![[0.0]; 3];
            kicks[body] = [1.0];
            let mut places = kicks.clone();
            network.filter_changes(h, &mut kicks);
            network.filter_positions(h, 0.0, &mut places, &[], &[]);
            let momentum: f64 = kicks.iter().zip(&case.masses).map(|(v, m)| v[0] * m).sum();
            assert!((momentum - case.masses[body]).abs() < 1e-14);
            for (kick, place) in kicks.iter().zip(&places) {
                assert!((kick[0] - place[0]).abs() < 1e-14);
            }
        }
    }
}

/// If two bodies are joined by a spring, only the stiff mode is filtered, by the factor
/// `sin(ω h)/(ω h)`.
#[test]
fn the_share_is_that_of_a_mean() {
    let mut case = Case::<1>::of(&[1.0, 1.0]);
    case.join([0, 1], 50.0, 0.0); // ω = 10
    let mut network = case.network();
    assert!((network.largest_frequency() - 10.0).abs() < 1e-14);
    let mut kicks = vec![[1.0], [-1.0]];
    network.filter_changes(0.4, &mut kicks);
    let share = 4.0_f64.sin() / 4.0;
    assert!((kicks[0][0] - share).abs() < 1e-15 && (kicks[1][0] + share).abs() < 1e-15);
}

/// A clone of a network, and a network that was overwritten by `clone_from`, step with the same
/// bits as the original.
#[test]
fn clones_step_with_the_same_bits() {
    for damping in [0.0, 0.3] {
        let (mut case, _) = network();
        case.own[0].damping = damping;
        let mut network = case.network();
        case.step(&mut network, 0.0, 0.1);
        let (mut other, mut clone) = (case.clone(), network.clone());
        let mut third = case.network();
        third.clone_from(&network);
        let mut last = case.clone();
        for _ in 0..10 {
            case.step(&mut network, 0.0, 0.1);
            other.step(&mut clone, 0.0, 0.1);
            last.step(&mut third, 0.0, 0.1);
        }
        assert_eq!(case.apart(&other), 0.0);
        assert_eq!(case.apart(&last), 0.0);
    }
}

#[test]
fn a_step_allocates_nothing() {
    let (mut case, mut network) = network();
    let mut copy = network.clone();
    case.step(&mut network, 0.0, 0.1);
    let counted = allocation_counter::measure(|| {
        for dt in [0.1, 0.2, 0.1] {
            case.step(&mut network, 0.0, dt);
        }
        copy.clone_from(&network);
    });
    assert_eq!(counted.count_total, 0);
}
