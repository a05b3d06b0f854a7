//! Tests of the solver.

mod failures;
mod jumps;
mod laws;
pub(super) mod problems;

use problems::*;

/// Tolerances \[m\].
const TOLERANCES: [f64; 5] = [1e-4, 1e-6, 1e-8, 1e-10, 1e-12];

/// The error at the end of the motion is less than 30 tolerances. Measured: at most 2.8 with
/// velocity-independent forces.
#[test]
fn errors_are_of_the_size_of_the_tolerance() {
    for problem in [
        pendulum(),
        henon_heiles(),
        chain(),
        disturbed_kepler(),
        kepler(),
    ] {
        for m in TOLERANCES {
            let (solver, error) = problem.solved(m);
            assert!(error < 30.0 * m, "{:?}: {error:e} at {m:e}", problem.x);
            assert_eq!(solver.counts().dormand_prince, 0);
        }
    }
    // measured: at most 2.2 tolerances
    for problem in [drag(), spring_and_drag()] {
        for m in TOLERANCES {
            let (solver, error) = problem.solved(m);
            assert!(error < 10.0 * m, "{:?}: {error:e} at {m:e}", problem.x);
            assert_eq!(solver.counts().nystrom, 0);
        }
    }
}

/// The number of evaluations exceeds the measured number by at most a tenth.
#[test]
fn evaluations_to_a_tolerance_of_1e_10() {
    for (problem, expected) in [
        (pendulum(), 950),
        (kepler(), 1983),
        (henon_heiles(), 1276),
        (chain(), 2913),
        (disturbed_kepler(), 2643),
    ] {
        let (solver, _) = problem.solved(1e-10);
        let evaluations = solver.counts().evaluations;
        assert!(10 * evaluations <= 11 * expected, "{evaluations}");
    }
}

/// A motion that is integrated forward and back again ends at the start, within 100 tolerances.
#[test]
fn the_way_back_leads_to_the_start() {
    for problem in [drag(), pendulum(), henon_heiles(), chain()] {
        let (there, _) = problem.solved(1e-9);
        let mut back = problem.solver(1e-9);
        let setup = problem.setup(1e-9);
        back.begin(&setup, problem.duration, there.state());
        let mut equations = problem.equations();
        while back.time() != 0.0 {
            step(&mut back, &mut equations, 0.0).unwrap();
        }
        for (got, start) in back.state().x.iter().zip(&problem.x) {
            assert!((got - start).abs() < 1e-7, "{:?}: {got} {start}", problem.x);
        }
    }
}

/// A used solver gives the same bits as a new one.
#[test]
fn a_second_beginning_has_the_same_bits() {
    let problem = kepler();
    let (mut solver, _) = problem.solved(1e-6);
    let state = solver.state().clone();
    solver.begin(&problem.setup(1e-6), 0.0, &problem.start());
    let mut equations = problem.equations();
    while solver.time() != problem.duration {
        step(&mut solver, &mut equations, problem.duration).unwrap();
    }
    assert_eq!(*solver.state(), state);
}

#[test]
fn a_free_body_takes_one_step() {
    let mut problem = pendulum();
    problem.accelerate = |_, _, _, a| a[0] = -9.81;
    problem.v[0] = 2.0;
    problem.end = [3.0 + 20.0 - 490.5].to_vec();
    let (solver, error) = problem.solved(1e-9);
    assert!(error < 4.0 * f64::EPSILON * 490.5, "{error:e}");
    assert_eq!(solver.counts().nystrom, 1);
}
