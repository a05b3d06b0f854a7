//! Reference solution for a network with a hundred digits: the matrix exponential of the equations
//! of all bodies. It shares no code with the modes.

use dashu_float::{FBig, round::mode::HalfEven};

use super::*;

type Big = FBig<HalfEven, 2>;

/// Number of bits. Each squaring loses one bit, and there are about 60 squarings.
const BITS: usize = 400;

fn big(value: f64) -> Big {
    let value = Big::try_from(value).expect("a finite number");
    value.with_precision(BITS).value()
}

fn small(value: &Big) -> f64 {
    value.to_f64().value()
}

/// Multiplies each input number by `1 + change`, with a new `change` each time.
struct Changes<'a>(&'a mut dyn FnMut() -> f64);

impl Changes<'_> {
    fn of(&mut self, value: f64) -> Big {
        let change = (self.0)();
        big(value) * (big(1.0) + big(change))
    }
}

/// Positions and velocities \[body\]\[axis\] at the end of a step.
type States<const D: usize> = [Vec<[f64; D]>; 2];

/// Returns the state after a step. `change` returns the relative change of each input number.
fn moved<const D: usize>(
    case: &Case<D>,
    time: f64,
    dt: f64,
    change: &mut dyn FnMut() -> f64,
) -> Vec<Big> {
    let mut changes = Changes(change);
    let n = case.masses.len();
    let size = 2 * n * D + 2; // positions, velocities, 1, the time
    let zero = big(0.0);
    let mut matrix = vec![vec![zero.clone(); size]; size];
    let [one, clock] = [size - 2, size - 1];
    let (place, speed) = (|body: usize, axis: usize| body * D + axis, n * D);
    matrix[clock][one] = big(1.0);
    for k in 0..n * D {
        matrix[k][speed + k] = big(1.0);
    }
    for (body, law) in case.own.iter().enumerate() {
        let (damping, stiffness) = (changes.of(law.damping), changes.of(law.stiffness_per_mass));
        for axis in 0..D {
            let at = place(body, axis);
            let row = &mut matrix[speed + at];
            row[at] -= &stiffness;
            row[speed + at] -= &damping;
            row[one] += changes.of(law.constant[axis]);
            row[clock] += changes.of(law.ramp[axis]);
            for other in 0..D {
                row[place(body, other)] += big(law.tide[(axis, other)]);
                row[speed + place(body, other)] += big(law.gyration[(axis, other)]);
            }
        }
    }
    let masses: Vec<Big> = case.masses.iter().map(|mass| changes.of(*mass)).collect();
    for link in &case.links {
        let reduced = big(link.reduced_mass);
        let stiffness = changes.of(link.law.stiffness_per_mass) * &reduced;
        let damping = changes.of(link.law.damping) * &reduced;
        let [first, second] = link.ends;
        for (end, sign) in [(first, 1.0), (second, -1.0)] {
            if end >= n {
                continue;
            }
            for axis in 0..D {
                let row = &mut matrix[speed + place(end, axis)];
                let force = [&link.law.constant, &link.law.ramp]
                    .map(|part| &reduced * big(sign * part[axis]) / &masses[end]);
                let [constant, ramp] = force;
                row[one] += constant;
                row[clock] += ramp;
                for (other, side) in [(first, -sign), (second, sign)] {
                    let part = |strength: &Big| strength * big(side) / &masses[end];
                    if other < n {
                        row[place(other, axis)] += part(&stiffness);
                        row[speed + place(other, axis)] += part(&damping);
                    } else {
                        let [start, motion] = case.fixed[other - n];
                        // x = start + motion (t - time)
                        row[one] +=
                            part(&stiffness) * (big(start[axis]) - big(motion[axis]) * big(time));
                        row[clock] += part(&stiffness) * big(motion[axis]);
                        row[one] += part(&damping) * big(motion[axis]);
                    }
                }
            }
        }
    }
    for (body, acceleration) in &case.applied {
        for axis in 0..D {
            matrix[speed + place(*body, axis)][one] += big(acceleration[axis]);
        }
    }
    let h = changes.of(dt);
    let mut start: Vec<Big> = (case.positions.iter().chain(&case.velocities))
        .flatten()
        .map(|component| changes.of(*component))
        .collect();
    start.extend([big(1.0), big(time)]);
    product_with_exponential(&matrix, &h, start)
}

/// Returns `exp(h A) s`.
fn product_with_exponential(matrix: &[Vec<Big>], h: &Big, start: Vec<Big>) -> Vec<Big> {
    let n = start.len();
    let zero = big(0.0);
    // in units of time that balance the matrix
    let most = (matrix.iter().flatten())
        .map(|entry| small(entry).abs())
        .fold(0.0, f64::max);
    let size = (most * n as f64).max(1.0) * small(h).abs();
    let halvings = (size.max(1e-30).log2().ceil() as isize + 8).max(0);
    let part = h.clone() >> halvings;
    let product = |a: &[Vec<Big>], b: &[Vec<Big>]| -> Vec<Vec<Big>> {
        let mut rows = vec![vec![zero.clone(); n]; n];
        for (row, sums) in rows.iter_mut().enumerate() {
            for k in 0..n {
                if a[row][k] == zero {
                    continue;
                }
                for (sum, entry) in sums.iter_mut().zip(&b[k]) {
                    if *entry != zero {
                        *sum += &a[row][k] * entry;
                    }
                }
            }
        }
        rows
    };
    let step: Vec<Vec<Big>> = (matrix.iter())
        .map(|row| row.iter().map(|entry| entry * &part).collect())
        .collect();
    let one = |i: usize, k: usize| big(f64::from(u8::from(i == k)));
    let mut sum: Vec<Vec<Big>> = (0..n)
        .map(|i| (0..n).map(|k| one(i, k)).collect())
        .collect();
    let mut term = sum.clone();
    for order in 1..22 {
        term = product(&term, &step);
        let inverse = big(1.0) / big(f64::from(order));
        for (sums, terms) in sum.iter_mut().zip(&mut term) {
            for (sum, term) in sums.iter_mut().zip(terms) {
                *term = &*term * &inverse;
                *sum = &*sum + &*term;
            }
        }
    }
    for _ in 0..halvings {
        sum = product(&sum, &sum);
    }
    (sum.iter())
        .map(|row| {
            row.iter()
                .zip(&start)
                .fold(big(0.0), |sum, (a, b)| sum + a * b)
        })
        .collect()
}

/// Returns the state after a step, with one rounding.
pub(super) fn truth<const D: usize>(case: &Case<D>, time: f64, dt: f64) -> Case<D> {
    let state = moved(case, time, dt, &mut || 0.0);
    let [positions, velocities] = split(case, &state);
    Case {
        positions,
        velocities,
        ..case.clone()
    }
}

fn split<const D: usize>(case: &Case<D>, state: &[Big]) -> States<D> {
    let n = case.masses.len();
    let part = |offset: usize| {
        (0..n)
            .map(|body| core::array::from_fn(|axis| small(&state[offset + body * D + axis])))
            .collect()
    };
    [part(0), part(n * D)]
}

/// Returns the maximum error of a component, in units of ε times the conditioning and times the
/// maximum initial value of the same kind. The conditioning is the maximum change of a result per
/// relative change of the inputs, if all input numbers change by the same relative amount with
/// random signs.
pub(super) fn error<const D: usize>(
    case: &Case<D>,
    time: f64,
    dt: f64,
    random: &mut Pcg64Mcg,
) -> f64 {
    const SAMPLES: usize = 3;
    const NUDGE: f64 = 1e-40;
    let exact = moved(case, time, dt, &mut || 0.0);
    let nudged: Vec<Vec<Big>> = (0..SAMPLES)
        .map(|_| {
            moved(case, time, dt, &mut || {
                if random.random() { NUDGE } else { -NUDGE }
            })
        })
        .collect();
    let after = case.after(time, dt);
    let size = |start: &[[f64; D]]| {
        start
            .iter()
            .flatten()
            .fold(0.0, |most: f64, c| most.max(c.abs()))
    };
    let n = case.masses.len() * D;
    let parts = [
        (0, &after.positions, &case.positions),
        (n, &after.velocities, &case.velocities),
    ];
    let mut worst = 0.0;
    for (offset, after, start) in parts {
        let mut scale: f64 = size(start);
        let mut error: f64 = 0.0;
        let components = after.iter().flatten();
        for (place, component) in components.enumerate() {
            let exact = &exact[offset + place];
            let moves = nudged
                .iter()
                .map(|state| small(&(&state[offset + place] - exact)).abs() / NUDGE);
            scale = moves.fold(scale, f64::max);
            let off = small(&(big(*component) - exact)).abs();
            error = if off <= error { error } else { off };
        }
        worst = f64::max(worst, error / (scale * f64::EPSILON));
    }
    worst
}
