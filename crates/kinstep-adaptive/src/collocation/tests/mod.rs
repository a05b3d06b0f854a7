//! Tests of collocation steps alone, in a simple loop.

use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::equations::Largest;
use crate::flow::LinearLaw;
use crate::{ANY, Equations, Norm, Part, Workspace};

mod dense;
mod exact;
mod limits;
mod moments;
mod order;
mod problems;

/// Equations whose accelerations N are a closure of time, coordinates and velocities.
struct Rest<F> {
    rest: F,
    evaluations: u64,
}

impl<F: FnMut(f64, &[f64], &[f64], &mut [f64])> Rest<F> {
    fn new(rest: F) -> Self {
        Self {
            rest,
            evaluations: 0,
        }
    }
}

impl<F: FnMut(f64, &[f64], &[f64], &mut [f64])> Equations for Rest<F> {
    fn evaluate<const N: usize>(
        &mut self,
        part: Part,
        time: f64,
        [x, v, _]: [&[f64]; 3],
        accelerations: &mut [f64],
        _: &mut [f64],
    ) {
        assert_eq!(part, Part::BesideLaws);
        self.evaluations += 1;
        (self.rest)(time, x, v, accelerations);
    }
}

fn norm(length: f64) -> Norm {
    Norm {
        length,
        relative: 0.0,
        epsilon: f64::EPSILON,
    }
}

/// The method alone, with the data that a driver would provide.
struct Method<const D: usize> {
    collocation: Collocation<D>,
    laws: Vec<LinearLaw<f64, D>>,
    work: Workspace<D>,
    norm: Norm,
}

impl<const D: usize> Method<D> {
    fn new(laws: &[LinearLaw<f64, D>], length: f64, is_sampled: bool) -> Self {
        let mut collocation = Collocation::default();
        collocation.begin(is_sampled);
        Self {
            collocation,
            laws: laws.to_vec(),
            work: Workspace::default(),
            norm: norm(length),
        }
    }

    /// Tries a step. Returns the error, the coordinate with this error, the factor of the length, and the number of evaluations.
    fn attempt(
        &mut self,
        equations: &mut impl Equations,
        [time, h]: [f64; 2],
        start: &Columns,
    ) -> (Largest, f64, u64) {
        let step = Attempt {
            time,
            h,
            latest: f64::INFINITY,
            start,
            norm: &self.norm,
            lasting: h.abs(),
        };
        let mut evaluations = 0;
        let Self {
            collocation,
            laws,
            work,
            ..
        } = self;
        work.fit(start.x.len(), 0);
        let (largest, factor) =
            collocation.attempt::<ANY>(equations, &step, laws, work, &mut evaluations);
        (largest, factor, evaluations)
    }

    /// Returns the state at a share of the last step, which started at `start`.
    fn sample(&self, start: &Columns, h: f64, share: f64) -> Columns {
        let mut at = start.clone();
        self.collocation
            .sample(&self.work.tables, h, share, &mut at);
        at
    }
}

fn state(x: &[f64], v: &[f64]) -> Columns {
    Columns {
        x: x.to_vec(),
        v: v.to_vec(),
        z: vec![],
    }
}

/// Numbers of steps and evaluations of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Work {
    steps: u32,
    rejected: u32,
    evaluations: u64,
}

/// Integrates from one time to another. `each` receives the method, the start and the length of
/// every accepted step, and the state at its end.
fn run<const D: usize>(
    method: &mut Method<D>,
    equations: &mut impl Equations,
    [from, to]: [f64; 2],
    first: f64,
    at: &mut Columns,
    mut each: impl FnMut(&Method<D>, (f64, &Columns), f64, &Columns),
) -> Work {
    let (mut time, mut h) = (from, Collocation::<D>::rung(first));
    let mut carried = vec![[0.0; 2]; at.x.len()];
    let mut work = Work::default();
    while time != to {
        let rest = to - time;
        let is_last = rest.abs() <= 1.01 * h.abs();
        let length = if is_last { rest } else { h };
        let (largest, factor, evaluations) = method.attempt(equations, [time, length], at);
        work.evaluations += evaluations;
        if largest.error < 1.0 {
            work.steps += 1;
            method.collocation.accept(length);
            let start = (time, at.clone());
            time = if is_last { to } else { time + length };
            let change = &method.work.change;
            for (d, carried) in carried.iter_mut().enumerate() {
                let columns = [(&mut at.x[d], change.x[d]), (&mut at.v[d], change.v[d])];
                for ((value, change), carried) in columns.into_iter().zip(carried) {
                    let term = change + *carried;
                    let sum = *value + term;
                    *carried = term - (sum - *value);
                    *value = sum;
                }
            }
            each(method, (start.0, &start.1), length, at);
        } else {
            work.rejected += 1;
        }
        let wanted = length * factor;
        if !is_last || wanted.abs() < h.abs() {
            h = Collocation::<D>::rung(wanted);
        }
        assert!(
            work.steps + work.rejected < 1_000_000,
            "{largest:?} at {time}"
        );
    }
    work
}

#[test]
fn rungs_are_quarter_powers_of_two_not_above_the_length() {
    let rung = Collocation::<2>::rung;
    for k in -200..200 {
        let exact = 2_f64.powf(f64::from(k) / 4.0);
        let above = exact * (1.0 + 4.0 * f64::EPSILON);
        for sign in [1.0, -1.0] {
            let told = rung(sign * above);
            assert!((told - sign * exact).abs() < 2.0 * f64::EPSILON * exact);
            assert_eq!(rung(told), told);
            assert_eq!(rung(told * 1.18), told);
            assert!(rung(told * 0.999).abs() < told.abs());
        }
    }
    assert_eq!(
        [1.0, 0.5, 6.0, -8.5].map(rung),
        [1.0, 0.5, 4.0 * 2_f64.sqrt(), -8.0]
    );
    for odd in [0.0, -0.0, 1e-310, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(rung(odd).to_bits(), odd.to_bits());
    }
    assert!(rung(f64::NAN).is_nan());
}
