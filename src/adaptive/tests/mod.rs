//! Tests of the solver.

mod problems;

use problems::*;

#[test]
fn work_of_all() {
    for (name, problem) in [
        ("1", drag()),
        ("2", pendulum()),
        ("3", kepler()),
        ("4", henon_heiles()),
        ("9", chain()),
        ("12", disturbed_kepler()),
        ("10", gusts()),
        ("15", spring_and_drag()),
    ] {
        for m in [1e-3, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12] {
            let (solver, error) = problem.solved(m);
            let counts = solver.counts();
            std::println!("{name} {m:e}: error/m {:.3} {counts:?}", error / m);
        }
    }
}
