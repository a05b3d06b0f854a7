//! Tests of forces that jump.

use truths::sixteen::SWITCHES;

use super::problems::*;
use crate::jump::Ahead;
use crate::{Equations, Failure, Part, Solver, Workspace};

/// For a wind that switches seven times, the error is below 30 tolerances, and the number of
/// evaluations is bounded. Measured: 2156 evaluations, error 2.3e-11 m; without a search 3737
/// evaluations, error 9e-6 m.
#[test]
fn switching_wind() {
    for (m, most) in [
        (1e-4, 2000),
        (1e-6, 2000),
        (1e-8, 2800),
        (1e-10, 3500),
        (1e-12, 4500),
    ] {
        let (solver, error) = gusts().solved(m);
        let evaluations = solver.counts().evaluations;
        assert!(error < 30.0 * m, "{error:e} at {m:e}");
        assert!(evaluations <= most, "{evaluations} at {m:e}");
    }
}

/// The switching wind, which announces its changes.
struct Announced(Counted);

impl Equations for Announced {
    fn evaluate<const N: usize>(
        &mut self,
        part: Part,
        time: f64,
        at: [&[f64]; 3],
        a: &mut [f64],
        slopes: &mut [f64],
    ) {
        self.0.evaluate::<N>(part, time, at, a, slopes);
    }

    fn next_jump(&mut self, from: f64, to: f64) -> Option<[f64; 2]> {
        if from < to {
            let change = SWITCHES.into_iter().find(|change| from < *change)?;
            (change <= to).then_some([change.next_down(), change])
        } else {
            let change = SWITCHES.into_iter().rev().find(|change| from >= *change)?;
            (change > to).then_some([change, change.next_down()])
        }
    }
}

/// Announced changes save evaluations compared with a search.
#[test]
fn announced_changes_are_met_without_a_search() {
    let problem = gusts();
    let (searched, _) = problem.solved(1e-10);
    let mut solver = problem.solver(1e-10);
    let mut equations = Announced(problem.equations());
    while solver.time() != 10.0 {
        step(&mut solver, &mut equations, 10.0).unwrap();
    }
    for (got, truth) in solver.state().x.iter().zip(&problem.end) {
        assert!((got - truth).abs() < 1e-9, "{:e}", got - truth);
    }
    // measured: 0.72 of the evaluations
    assert!(10 * solver.counts().evaluations < 8 * searched.counts().evaluations);
    // in backward integration drag amplifies errors by e^13. measured: 7e-7 m
    let end = solver.state().clone();
    solver.begin(&problem.setup(1e-10), 10.0, &end);
    while solver.time() != 0.0 {
        step(&mut solver, &mut equations, 0.0).unwrap();
    }
    for (got, start) in solver.state().x.iter().zip(&problem.x) {
        assert!((got - start).abs() < 1e-5, "{:e}", got - start);
    }
}

/// A constant acceleration that announces a jump at every query; the function returns the jump for
/// a time.
struct Announcing<F>(F);

impl<F: Fn(f64) -> [f64; 2]> Equations for Announcing<F> {
    fn evaluate<const N: usize>(
        &mut self,
        _: Part,
        _: f64,
        _: [&[f64]; 3],
        a: &mut [f64],
        _: &mut [f64],
    ) {
        a.fill(1.0);
    }

    fn next_jump(&mut self, from: f64, _: f64) -> Option<[f64; 2]> {
        Some((self.0)(from))
    }
}

/// An announced jump of zero duration or in the past is ignored, and does not delay the steps.
#[test]
fn changes_that_are_none_are_passed() {
    for nonsense in [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY] {
        let mut solver = pendulum().solver(1e-6);
        let mut equations = Announcing(|from| [from + nonsense, from - nonsense]);
        let mut steps = 0;
        while solver.time() != 10.0 && steps < 1000 {
            step(&mut solver, &mut equations, 10.0).unwrap();
            steps += 1;
        }
        assert_eq!(solver.time(), 10.0, "{nonsense}");
    }
}

/// A jump that is always announced for the present time, or for the next float, makes a step fail.
#[test]
fn a_change_that_is_always_there_is_an_error() {
    for (is_now, begin) in [(true, 0.0), (true, 5.0), (false, 5.0)] {
        let problem = pendulum();
        let mut solver = problem.solver(1e-6);
        solver.begin(&problem.setup(1e-6), begin, &problem.start());
        let mut equations = Announcing(|from: f64| {
            let at = if is_now { from } else { from.next_up() };
            [at, at.next_up()]
        });
        let mut steps = 0;
        let failure = loop {
            steps += 1;
            assert!(steps < 1000);
            if let Err(failure) = step(&mut solver, &mut equations, 10.0) {
                break failure;
            }
        };
        assert!(matches!(failure, Failure::TooShort { .. }), "{failure:?}");
    }
}

#[test]
fn a_jump_that_lies_behind_is_forgotten() {
    let mut ahead = Ahead::default();
    let mut equations = pendulum().equations();
    for (time, end, is_kept) in [
        (0.5, 2.0, true),
        (1.0, 2.0, true),
        (1.5, 2.0, false),
        (1.5, 0.0, false),
        (0.5, 0.0, false),
    ] {
        ahead.found = Some([1.0, 1.25]);
        ahead.look::<1>(&mut equations, time, end);
        assert_eq!(ahead.found.is_some(), is_kept, "{time} {end}");
        assert_eq!(ahead.target(time, end), if is_kept { 1.0 } else { end });
    }
}

/// Evaluates the forces at the start, and searches a step of length h from the present state for a
/// jump, with a new workspace.
fn search(solver: &mut Solver<1>, equations: &mut impl Equations, h: f64) -> bool {
    let mut work = Workspace::default();
    work.fit(solver.state().x.len(), 0);
    solver.evaluate(equations).unwrap();
    solver.search(&mut work, equations, h)
}

/// A search in smooth forces needs at most 9 evaluations: one at the end of the step, five for
/// halvings, and up to three more if the force does not change evenly.
#[test]
fn a_search_in_smooth_forces_is_short() {
    for problem in [pendulum(), kepler(), henon_heiles(), drag()] {
        let mut solver = problem.solver(1e-6);
        let mut equations = problem.equations();
        for _ in 0..5 {
            step(&mut solver, &mut equations, problem.duration).unwrap();
            let h = solver.time() - solver.last_time();
            let before = solver.counts().evaluations + 1;
            assert!(!search(&mut solver, &mut equations, h));
            let taken = solver.counts().evaluations - before;
            assert!((6..=9).contains(&taken), "{taken}");
        }
    }
}

/// An acceleration that grows by one per second, and jumps by `by` at the time `at`.
struct Jumping {
    at: f64,
    by: f64,
}

impl Equations for Jumping {
    fn evaluate<const N: usize>(
        &mut self,
        part: Part,
        time: f64,
        at: [&[f64]; 3],
        a: &mut [f64],
        slopes: &mut [f64],
    ) {
        let _ = (part, at, slopes);
        a.fill(time + if time < self.at { 0.0 } else { self.by });
    }
}

/// A jump anywhere in a step of 1 s is found if it is at least half of the change of the force in
/// an eighth of the step, or, with the opposite sign, if it is larger than the change in the whole
/// step.
#[test]
fn jumps_are_found_beside_a_change() {
    for size in [0.0625, 0.1, 0.3, 1.0, 3.0, 1e3, 1e6] {
        for by in [size, -1.0 - size] {
            for place in 1..97 {
                let at = f64::from(place) / 97.0;
                let mut equations = Jumping { at, by };
                let mut solver = pendulum().solver(1e-6);
                let is_found = search(&mut solver, &mut equations, 1.0);
                assert!(is_found, "a jump of {by} at {at}");
                assert_eq!(solver.ahead.found, Some([at.next_down(), at]));
            }
        }
    }
}
