//! Steps of the collocation, alone, in a simple loop.

use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::adaptive::ANY;
use crate::flow::LinearLaw;

mod dense;
mod exact;
mod limits;
mod moments;
mod order;
mod problems;

/// Equations whose rest is a closure of time, coordinates and velocities.
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
    fn evaluate(&mut self, _: f64, _: [&[f64]; 3], _: &mut [f64], _: &mut [f64]) {
        panic!("the collocation asks for the rest alone");
    }

    fn evaluate_rest(&mut self, time: f64, x: &[f64], v: &[f64], accelerations: &mut [f64]) {
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

fn setup<'a, const D: usize>(
    count: usize,
    laws: &'a [LinearLaw<f64, D>],
    length: f64,
) -> Setup<'a, D> {
    Setup {
        count,
        tail: &[],
        depends_on_velocity: true,
        laws,
        has_rest: true,
        norm: norm(length),
        is_sampled: false,
    }
}

fn state(x: &[f64], v: &[f64]) -> Columns {
    Columns {
        x: x.to_vec(),
        v: v.to_vec(),
        z: vec![],
    }
}

/// What a run took.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Work {
    steps: u32,
    rejected: u32,
    evaluations: u64,
}

/// Goes from one time to another; `each` sees the method and the end of every accepted step.
fn run<const D: usize>(
    radau: &mut Radau<D>,
    equations: &mut impl Equations,
    [from, to]: [f64; 2],
    first: f64,
    at: &mut Columns,
    mut each: impl FnMut(&Radau<D>, f64, &Columns),
) -> Work {
    let (mut time, mut h) = (from, Radau::<D>::rung(first));
    let mut carried = vec![[0.0; 2]; at.x.len()];
    let mut change = Columns::default();
    let mut work = Work::default();
    while time != to {
        let rest = to - time;
        let is_last = rest.abs() <= 1.01 * h.abs();
        let trial = Trial {
            time,
            h: if is_last { rest } else { h },
            state: at,
        };
        let length = trial.h;
        let outcome = radau.attempt::<ANY>(equations, &trial, &mut change);
        work.evaluations += outcome.evaluations;
        if outcome.error < 1.0 {
            work.steps += 1;
            radau.accept();
            time = if is_last { to } else { time + length };
            for (d, carried) in carried.iter_mut().enumerate() {
                let columns = [(&mut at.x[d], change.x[d]), (&mut at.v[d], change.v[d])];
                for ((value, change), carried) in columns.into_iter().zip(carried) {
                    let term = change + *carried;
                    let sum = *value + term;
                    *carried = term - (sum - *value);
                    *value = sum;
                }
            }
            each(radau, time, at);
        } else {
            work.rejected += 1;
        }
        let wanted = length * outcome.factor;
        if !is_last || wanted.abs() < h.abs() {
            h = Radau::<D>::rung(wanted);
        }
        assert!(
            work.steps + work.rejected < 1_000_000,
            "{outcome:?} at {time}"
        );
    }
    work
}
