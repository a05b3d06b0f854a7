//! Tests of laws combined with other forces.

use alloc::vec;
use alloc::vec::Vec;

use nalgebra::SVector;
use truths::sixteen::wind;

use crate::flow::LinearLaw;
use crate::tests::problems::norm;
use crate::{Columns, Equations, Part, Setup, Solver, Workspace};

pub(crate) struct Beside<const D: usize> {
    law: LinearLaw<f64, D>,
    rest: fn(f64, &[f64], &[f64], &mut [f64]),
    reads_velocity: bool,
    has_rest: bool,
    x: Vec<f64>,
    v: Vec<f64>,
    duration: f64,
    end: Vec<f64>,
    evaluations: u64,
    is_alone: bool,
}

impl<const D: usize> Equations for Beside<D> {
    fn evaluate<const N: usize>(
        &mut self,
        part: Part,
        time: f64,
        [x, v, _]: [&[f64]; 3],
        a: &mut [f64],
        _: &mut [f64],
    ) {
        self.evaluations += 1;
        a.fill(0.0);
        (self.rest)(time, x, v, a);
        if part == Part::BesideLaws {
            return;
        }
        let vector = |values: &[f64]| SVector::<f64, D>::from_fn(|axis, _| values[axis]);
        let law = self.law.acceleration(&vector(x), &vector(v), time);
        for axis in 0..D {
            a[axis] += law[axis];
        }
    }

    const MAY_BE_ONE_BODY: bool = true;

    fn is_one_body(&self) -> bool {
        self.is_alone
    }
}

impl<const D: usize> Beside<D> {
    fn solved(&mut self, m: f64) -> (Solver<D>, f64) {
        let laws = [self.law];
        let setup = Setup {
            tail: &[],
            reads_velocity: self.reads_velocity,
            laws: &laws,
            has_rest: self.has_rest,
            norm: norm(m),
            is_sampled: false,
        };
        let start = Columns {
            x: self.x.clone(),
            v: self.v.clone(),
            z: Vec::new(),
        };
        let mut solver = Solver::default();
        solver.begin(&setup, 0.0, &start);
        self.evaluations = 0;
        let (duration, mut work) = (self.duration, Workspace::default());
        while solver.time() != duration {
            solver.step(&mut work, self, duration).unwrap();
        }
        assert_eq!(solver.counts().evaluations, self.evaluations);
        let positions = solver.state().x.iter().zip(&self.end);
        let error = positions.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        (solver, error)
    }
}

fn strong_drag() -> Beside<2> {
    Beside {
        law: LinearLaw::drag(1e3),
        rest: |t, x, _, a| {
            a[0] = 1e3 * ((2.0 * x[1]).sin() + t.cos());
            a[1] = 1e3 * ((3.0 * x[0]).cos() - 0.5 * x[1]);
        },
        reads_velocity: true,
        has_rest: true,
        x: vec![1.0, 0.5],
        v: vec![0.0, 0.0],
        duration: 10.0,
        end: vec![6.663_856_566_997_762_5, 0.489_490_731_128_474_47],
        evaluations: 0,
        is_alone: false,
    }
}

fn magnet() -> Beside<2> {
    Beside {
        law: LinearLaw::gyrating(1e3),
        rest: |_, x, _, a| {
            let square = x[0] * x[0] + x[1] * x[1];
            a[0] = -x[0] * square;
            a[1] = -x[1] * square;
        },
        reads_velocity: true,
        has_rest: true,
        x: vec![1.0, 0.0],
        v: vec![1.0, 0.0],
        duration: 1.0,
        end: vec![1.000_828_060_880_792_7, 0.000_559_897_288_003_644_1],
        evaluations: 0,
        is_alone: false,
    }
}

fn duffing() -> Beside<1> {
    Beside {
        law: LinearLaw::spring(1e6),
        rest: |_, x, _, a| a[0] = -x[0] * x[0] * x[0],
        reads_velocity: false,
        has_rest: true,
        x: vec![1.0],
        v: vec![0.0],
        duration: 1.0,
        end: vec![0.562_068_908_933_465_3],
        evaluations: 0,
        is_alone: false,
    }
}

fn henon_heiles_law() -> Beside<2> {
    Beside {
        law: LinearLaw::spring(1.0),
        rest: |_, x, _, a| {
            a[0] = -2.0 * x[0] * x[1];
            a[1] = x[1] * x[1] - x[0] * x[0];
        },
        reads_velocity: false,
        has_rest: true,
        x: vec![0.0, 0.1],
        v: vec![0.5, 0.0],
        duration: 50.0,
        end: vec![0.077_172_648_941_314_8, 0.347_001_391_478_411_14],
        evaluations: 0,
        is_alone: false,
    }
}

fn gusts_with_linear_drag() -> Beside<2> {
    Beside {
        law: LinearLaw::drag(2.0) + LinearLaw::gravity([0.0, -9.81]),
        rest: |t, _, _, a| {
            let wind = wind(t);
            a[0] = 2.0 * wind[0];
            a[1] = 2.0 * wind[1];
        },
        reads_velocity: true,
        has_rest: true,
        x: vec![0.0, 0.0],
        v: vec![20.0, 15.0],
        duration: 10.0,
        end: vec![13.002_089_221_307_543, -32.523_991_450_008_06],
        evaluations: 0,
        is_alone: false,
    }
}

fn law_alone() -> Beside<2> {
    Beside {
        law: LinearLaw::drag(0.5) + LinearLaw::spring(25.0) + LinearLaw::gravity([0.0, -9.81]),
        rest: |_, _, _, _| {},
        reads_velocity: true,
        has_rest: false,
        x: vec![1.0, 0.0],
        v: vec![0.0, 2.0],
        duration: 10.0,
        end: vec![0.076_384_431_804_340_33, -0.373_018_149_600_357_84],
        evaluations: 0,
        is_alone: false,
    }
}

/// Under laws and other forces, the error at the end of the motion is less than 3 tolerances.
/// Measured: at most 1.03.
#[test]
fn laws_beside_the_rest() {
    fn check<const D: usize>(mut problem: Beside<D>) {
        for m in [1e-3, 1e-6, 1e-8, 1e-10] {
            let (_, error) = problem.solved(m);
            assert!(error < 3.0 * m, "{:?}: {error:e} at {m:e}", problem.law);
        }
    }
    check(henon_heiles_law());
    check(duffing());
    check(magnet());
    check(strong_drag());
    check(law_alone());
    check(gusts_with_linear_drag());
}

/// The code that is compiled for one body gives the same bits as the general code.
#[test]
fn the_code_for_one_body_has_the_bits_of_the_code_for_many() {
    fn check<const D: usize>(mut problem: Beside<D>, laws: bool, reads_velocity: bool) {
        if !laws {
            problem.law = LinearLaw::free();
        }
        problem.reads_velocity = reads_velocity;
        for m in [1e-4, 1e-9] {
            let [many, one] = [false, true].map(|is_alone| {
                problem.is_alone = is_alone;
                problem.solved(m).0
            });
            let engines = |solver: &Solver<D>| {
                let counts = solver.counts();
                [counts.nystrom, counts.dormand_prince, counts.collocation]
            };
            assert_eq!(engines(&one), engines(&many));
            assert_eq!(one.state(), many.state());
        }
    }
    check(strong_drag(), true, true);
    check(magnet(), true, true);
    check(duffing(), true, true);
    // these motions use DOP853 or the Runge–Kutta–Nyström pair alone
    check(magnet(), false, true);
    check(magnet(), false, false);
    check(duffing(), false, false);
}
