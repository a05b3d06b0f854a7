//! The sixteen problems say the same as worlds, as bare equations and by their ends.

use truths::sixteen::{SWITCHES, SmoothProblem, all};

/// Midpoint rules of these many steps are extrapolated to steps of zero.
const PARTS: [u32; 8] = [2, 4, 6, 8, 10, 12, 14, 16];

/// One step of Gragg, Bulirsch and Stoer, of order 16.
fn extrapolated_step(problem: &SmoothProblem, time: f64, step: f64, y: &[f64]) -> Vec<f64> {
    let size = y.len();
    let mut slope = vec![0.0; size];
    let mut table: Vec<Vec<f64>> = Vec::new();
    for (row, &parts) in PARTS.iter().enumerate() {
        let h = step / f64::from(parts);
        (problem.slope)(time, y, &mut slope);
        let mut before = y.to_vec();
        let mut now: Vec<f64> = (0..size).map(|i| y[i] + h * slope[i]).collect();
        for part in 1..parts {
            (problem.slope)(time + f64::from(part) * h, &now, &mut slope);
            for i in 0..size {
                let next = before[i] + 2.0 * h * slope[i];
                before[i] = now[i];
                now[i] = next;
            }
        }
        // Neville's scheme in h²
        let mut newest = vec![now];
        for column in 1..=row {
            let ratio = f64::from(parts) / f64::from(PARTS[row - column]);
            let weight = 1.0 / (ratio * ratio - 1.0);
            let (fine, coarse) = (&newest[column - 1], &table[column - 1]);
            let better = |i: usize| fine[i] + (fine[i] - coarse[i]) * weight;
            let better = (0..size).map(better).collect();
            newest.push(better);
        }
        table = newest;
    }
    table.pop().unwrap()
}

/// The end of a problem by equal steps between switches of the wind.
fn end(problem: &SmoothProblem, most: f64) -> Vec<f64> {
    let switches = SWITCHES.iter().copied().filter(|_| problem.jumps());
    let mut y = problem.state();
    let mut time = 0.0;
    for end in switches.chain([problem.duration]) {
        let steps = ((end - time) / most).ceil();
        let length = (end - time) / steps;
        for step in 0..steps as u32 {
            // the last evaluation of a step is before a switch at its end
            let from = (time + f64::from(step) * length).next_up();
            y = extrapolated_step(problem, from, length.next_down(), &y);
        }
        time = end;
    }
    y
}

#[test]
fn bare_equations_lead_to_the_truths() {
    for problem in all() {
        // [s], by the fastest motion of each
        let step = match problem.number {
            6..=8 | 11 => 5e-4,
            16 => 1e-3,
            3 => 5e-3,
            _ => 0.02,
        };
        let end = end(&problem, step);
        let [x, y, vx, vy] = problem.truth;
        let (truth, last) = match problem.dimension {
            1 => (vec![x, vx], 1),
            _ => (vec![x, y, vx, vy], end.len() / 2),
        };
        let found = (0..problem.dimension).flat_map(|axis| [(axis, axis)]);
        let found =
            found.chain((0..problem.dimension).map(|axis| (problem.dimension + axis, last + axis)));
        for (which, place) in found {
            let error = (end[place] - truth[which]).abs() / truth[which].abs().max(1.0);
            println!("{} [{which}]: {error:.1e}", problem.number);
            assert!(error < 1e-9, "{}: {error:.1e}", problem.name);
        }
    }
}

#[test]
fn worlds_have_the_accelerations_of_the_bare_equations() {
    for problem in all() {
        let y = problem.state();
        let mut slope = vec![0.0; y.len()];
        (problem.slope)(0.0, &y, &mut slope);
        for (body, id) in problem.bodies.iter().enumerate() {
            let acceleration = problem.world.acceleration(*id).unwrap();
            let place = y.len() / 2 + body * problem.dimension;
            for axis in 0..problem.dimension {
                let (found, expected) = (acceleration[axis], slope[place + axis]);
                let tolerance = 4.0 * f64::EPSILON * expected.abs().max(1.0);
                assert!(
                    (found - expected).abs() <= tolerance,
                    "{}: {found} {expected}",
                    problem.name
                );
            }
        }
    }
}
