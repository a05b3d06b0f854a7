//! States inside steps.

use super::problems::*;
use crate::{Columns, Solver, Workspace};

fn difference(one: &Columns, other: &Columns) -> f64 {
    one.x
        .iter()
        .zip(&other.x)
        .map(|(one, other)| (one - other).abs())
        .fold(0.0, f64::max)
}

/// Compares 12 points of each step with the step repeated up to that point: within 10 tolerances, with DOP853 30. Measured: at
/// most 17.
#[test]
fn states_inside_agree_with_shorter_steps() {
    for problem in [
        pendulum(),
        henon_heiles(),
        disturbed_kepler(),
        drag(),
        spring_and_drag(),
    ] {
        let m = 1e-10;
        let mut solver = problem.solver(m);
        let mut equations = problem.equations();
        let mut at = Columns::default();
        let mut worst = 0.0_f64;
        while solver.time() != problem.duration {
            step(&mut solver, &mut equations, problem.duration).unwrap();
            let (start, end) = (solver.last_time(), solver.time());
            for point in 1..=12 {
                let time = start + (end - start) * f64::from(point) / 13.0;
                solver.sample(&mut Workspace::default(), &mut equations, time, &mut at);
                let mut shorter = solver.clone();
                shorter
                    .shorten(&mut Workspace::default(), &mut equations, time)
                    .unwrap();
                assert_eq!(shorter.time(), time);
                worst = worst.max(difference(&at, shorter.state()));
            }
        }
        let most = if problem.reads_velocity { 30.0 } else { 10.0 };
        assert!(
            worst < most * m && worst > 0.0,
            "{:?}: {worst:e}",
            problem.x
        );
    }
}

/// States at the last float before the end of a step and the first after its start match the states at the ends.
#[test]
fn states_inside_meet_the_ends() {
    for problem in [henon_heiles(), spring_and_drag()] {
        let mut solver = problem.solver(1e-6);
        let mut equations = problem.equations();
        let mut at = Columns::default();
        for _ in 0..5 {
            let start = solver.state().clone();
            step(&mut solver, &mut equations, problem.duration).unwrap();
            let (time, end) = (solver.last_time(), solver.time());
            solver.sample(&mut Workspace::default(), &mut equations, end, &mut at);
            assert_eq!(at, *solver.state());
            solver.sample(&mut Workspace::default(), &mut equations, time, &mut at);
            assert_eq!(at, start);
            // a velocity of 20 over the distance of two floats
            solver.sample(
                &mut Workspace::default(),
                &mut equations,
                end.next_down(),
                &mut at,
            );
            assert!(difference(&at, solver.state()) < 100.0 * f64::EPSILON);
            solver.sample(
                &mut Workspace::default(),
                &mut equations,
                time.next_up(),
                &mut at,
            );
            assert!(difference(&at, &start) < 100.0 * f64::EPSILON);
        }
    }
}

/// The time within the last step at which the first coordinate is zero.
fn crossing(solver: &mut Solver<1>, equations: &mut Counted) -> Option<f64> {
    let mut at = Columns::default();
    let (mut low, mut high) = (solver.last_time(), solver.time());
    solver.sample(&mut Workspace::default(), equations, low, &mut at);
    let sign = at.x[0].is_sign_positive();
    if solver.state().x[0].is_sign_positive() == sign {
        return None;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        solver.sample(&mut Workspace::default(), equations, middle, &mut at);
        if at.x[0].is_sign_positive() == sign {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

/// Crossings are at odd quarters of the period `4 K(sin 1.5)/√9.81`, `K(k) = π/(2 M(1, √(1 - k²)))` with the
/// arithmetic–geometric mean M. Measured: 1.6e-10 s.
#[test]
fn crossings_of_the_pendulum() {
    let problem = pendulum();
    let (mut one, mut other) = (1.0, 1.5_f64.cos());
    for _ in 0..8 {
        (one, other) = ((one + other) / 2.0, (one * other).sqrt());
    }
    let quarter = core::f64::consts::FRAC_PI_2 / one / 9.81_f64.sqrt();
    let mut solver = problem.solver(1e-10);
    let mut equations = problem.equations();
    let mut crossings = 0;
    while solver.time() != problem.duration {
        step(&mut solver, &mut equations, problem.duration).unwrap();
        if let Some(time) = crossing(&mut solver, &mut equations) {
            let truth = f64::from(2 * crossings + 1) * quarter;
            assert!((time - truth).abs() < 1e-9, "{:e}", time - truth);
            crossings += 1;
        }
    }
    assert!(crossings >= 4, "{crossings}");
}
