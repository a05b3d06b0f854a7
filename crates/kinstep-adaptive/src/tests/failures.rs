//! Steps that fail, and states inside steps.

use super::TOLERANCES;
use super::problems::*;
use crate::{Columns, Failure, MOST_EVALUATIONS, Solver, Workspace};

/// If a force becomes NaN or infinite, the step fails, and the state is that before the failed
/// step.
#[test]
fn a_force_that_is_not_finite_is_an_error() {
    for (reads_velocity, bad) in [
        (
            false,
            (|t, _, _, a| a[0] = if t > 1.0 { f64::NAN } else { 1.0 }) as Accelerate,
        ),
        (true, |t, _, _, a| {
            a[0] = if t > 1.0 { f64::NAN } else { 1.0 }
        }),
        (true, |t, _, _, a| {
            a[0] = if t > 1.0 { f64::INFINITY } else { 1.0 }
        }),
    ] {
        let mut problem = pendulum();
        problem.accelerate = bad;
        problem.reads_velocity = reads_velocity;
        let mut solver = problem.solver(1e-6);
        let mut equations = problem.equations();
        let failure = loop {
            let (time, before) = (solver.time(), solver.state().clone());
            if let Err(failure) = step(&mut solver, &mut equations, 10.0) {
                assert_eq!((solver.time(), solver.state()), (time, &before));
                break failure;
            }
        };
        assert!(
            matches!(failure, Failure::NotFinite { time, coordinate: 0 } if time <= 1.0),
            "{failure:?}"
        );
        assert!(solver.time() > 0.9);
    }
}

/// A step with a stage at which the force is not finite is rejected, and a shorter step succeeds,
/// because the force is finite on the true path.
#[test]
fn a_step_with_a_stage_that_is_not_finite_is_refused() {
    for reads_velocity in [false, true] {
        let mut problem = pendulum();
        problem.accelerate = |_, x, _, a| {
            a[0] = if x[0].abs() > 3.000_01 {
                f64::NAN
            } else {
                -9.81 * x[0].sin()
            }
        };
        problem.reads_velocity = reads_velocity;
        let (solver, error) = problem.solved(1e-8);
        assert!(error < 1e-6, "{error:e}");
        assert!(solver.state().x[0].is_finite());
    }
}

/// The failure states the coordinate whose acceleration is not finite at the start.
#[test]
fn the_coordinate_that_is_not_finite_is_named() {
    let mut problem = kepler();
    problem.accelerate = |_, _, _, a| {
        a[0] = 0.0;
        a[1] = f64::NAN;
    };
    let mut solver = problem.solver(1e-6);
    let failure = step(&mut solver, &mut problem.equations(), 1.0).unwrap_err();
    let named = Failure::NotFinite {
        time: 0.0,
        coordinate: 1,
    };
    assert_eq!(failure, named);
}

/// Under a force that is different at every evaluation, the solver ends within ten million
/// evaluations.
#[test]
fn noise_is_an_error() {
    let mut problem = pendulum();
    problem.accelerate = |t, x, _, a| {
        a[0] = f64::from((t.to_bits() ^ x[0].to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15) as u32)
    };
    let mut solver = problem.solver(1e-9);
    let mut equations = problem.equations();
    let mut steps = 0;
    while step(&mut solver, &mut equations, 10.0).is_ok() && solver.time() != 10.0 && steps < 10_000
    {
        steps += 1;
    }
    assert!(equations.evaluations < 10_000_000);
}

/// If a vibration is so fast that steps hardly progress, the solver fails long before the maximum
/// number of evaluations.
#[test]
fn steps_that_do_not_get_on_are_an_error() {
    let mut problem = pendulum();
    problem.accelerate = |t, x, _, a| a[0] = if t > 1.0 { -1e26 * x[0] } else { -x[0] };
    let mut solver = problem.solver(1e-6);
    let mut equations = problem.equations();
    let failure = loop {
        if let Err(failure) = step(&mut solver, &mut equations, 10.0) {
            break failure;
        }
    };
    assert!(solver.time() < 1.01, "{failure:?}");
    assert!(equations.evaluations < MOST_EVALUATIONS / 4, "{failure:?}");
}

/// The fall of a body into a fixed point of attraction ends within 100 000 evaluations.
#[test]
fn a_fall_into_a_singular_point_ends() {
    let mut problem = pendulum();
    problem.accelerate = |_, x, _, a| a[0] = -1.0 / (x[0] * x[0].abs());
    for m in TOLERANCES {
        let mut solver = problem.solver(m);
        let mut equations = problem.equations();
        while step(&mut solver, &mut equations, 10.0).is_ok() && solver.time() != 10.0 {}
        assert!(equations.evaluations < 100_000);
    }
}

#[test]
fn ends_of_all_sizes() {
    for end in [0.0, 5e-324, 1e-300, 1e-9, -1e-9, -5.0] {
        let problem = pendulum();
        let mut solver = problem.solver(1e-6);
        let mut equations = problem.equations();
        for _ in 0..1000 {
            step(&mut solver, &mut equations, end).unwrap();
            if solver.time() == end {
                break;
            }
        }
        assert_eq!(solver.time(), end);
    }
    for end in [f64::NAN, f64::INFINITY, -f64::INFINITY] {
        let problem = pendulum();
        let mut solver = problem.solver(1e-6);
        assert!(step(&mut solver, &mut problem.equations(), end).is_err());
    }
    // a constant force acts for a time whose square overflows
    let mut problem = pendulum();
    problem.accelerate = |_, _, _, a| a[0] = 1.0;
    let mut solver = problem.solver(1e-6);
    for _ in 0..100 {
        if step(&mut solver, &mut problem.equations(), 1e300).is_err() {
            break;
        }
    }
}

/// Steps with invalid tolerances succeed, because the smallest valid tolerance is used instead.
#[test]
fn tolerances_of_all_sizes() {
    for m in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300] {
        let problem = henon_heiles();
        let mut solver = problem.solver(m);
        let mut equations = problem.equations();
        for _ in 0..20 {
            step(&mut solver, &mut equations, 1.0).unwrap();
        }
    }
}

// States inside steps.

fn difference(one: &Columns, other: &Columns) -> f64 {
    one.x
        .iter()
        .zip(&other.x)
        .map(|(one, other)| (one - other).abs())
        .fold(0.0, f64::max)
}

/// States at 12 points inside each step agree with the step repeated up to that point, within 10
/// tolerances, and for DOP853 within 30. Measured: at most 17.
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

/// States inside a step are exact at its ends, and continuous: at the float before the end and at
/// the float after the start they differ by rounding.
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
            // a velocity of 20 times the difference of two floats
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

/// Returns the time within the last step at which the first coordinate is zero; `None` if there is
/// none.
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

/// The pendulum is at zero at odd multiples of a quarter of its period `4 K(sin 1.5)/√9.81`, where
/// `K(k) = π/(2 M(1, √(1 - k²)))` with the arithmetic–geometric mean M. Measured error: 1.6e-10 s.
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
