//! Problems whose final state is known in quadruple precision.

use alloc::vec;
use alloc::vec::Vec;

use truths::sixteen::wind;

use crate::{Columns, Equations, Failure, Norm, Part, Setup, Solver, Workspace};

/// Function that computes accelerations from time, coordinates and velocities.
pub(crate) type Accelerate = fn(f64, &[f64], &[f64], &mut [f64]);

/// A problem without laws: its accelerations, its initial state, and the exact final state.
pub(crate) struct Problem {
    pub(crate) accelerate: Accelerate,
    pub(crate) reads_velocity: bool,
    pub(crate) x: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) duration: f64,
    pub(crate) end: Vec<f64>,
}

/// The equations of a problem, with a counter of evaluations.
pub(crate) struct Counted {
    pub(crate) accelerate: Accelerate,
    pub(crate) evaluations: u64,
}

impl Equations for Counted {
    fn evaluate<const N: usize>(
        &mut self,
        _: Part,
        time: f64,
        [x, v, _]: [&[f64]; 3],
        a: &mut [f64],
        _: &mut [f64],
    ) {
        self.evaluations += 1;
        (self.accelerate)(time, x, v, a);
    }
}

pub(crate) fn norm(length: f64) -> Norm {
    Norm {
        length,
        relative: 0.0,
        epsilon: f64::EPSILON,
    }
}

impl Problem {
    pub(crate) fn start(&self) -> Columns {
        Columns {
            x: self.x.clone(),
            v: self.v.clone(),
            z: Vec::new(),
        }
    }

    pub(crate) fn equations(&self) -> Counted {
        Counted {
            accelerate: self.accelerate,
            evaluations: 0,
        }
    }

    pub(crate) fn setup(&self, length: f64) -> Setup<'static, 1> {
        Setup {
            tail: &[],
            reads_velocity: self.reads_velocity,
            laws: &[],
            has_rest: true,
            norm: norm(length),
            is_sampled: false,
        }
    }

    pub(crate) fn solver(&self, length: f64) -> Solver<1> {
        let mut solver = Solver::default();
        solver.begin(&self.setup(length), 0.0, &self.start());
        solver
    }

    /// Solves the problem. Returns the solver at the end, and the maximum error of the known
    /// coordinates \[m\].
    pub(crate) fn solved(&self, length: f64) -> (Solver<1>, f64) {
        let mut solver = self.solver(length);
        let mut equations = self.equations();
        while solver.time() != self.duration {
            step(&mut solver, &mut equations, self.duration).unwrap();
        }
        assert_eq!(solver.counts().evaluations, equations.evaluations);
        let positions = solver.state().x.iter().zip(&self.end);
        let errors = positions.map(|(got, truth)| (got - truth).abs());
        let error = errors.fold(0.0, f64::max);
        (solver, error)
    }
}

/// Makes a step with a new workspace.
pub(crate) fn step<const D: usize>(
    solver: &mut Solver<D>,
    equations: &mut impl Equations,
    end: f64,
) -> Result<(), Failure> {
    solver.step(&mut Workspace::default(), equations, end)
}

pub(crate) fn drag() -> Problem {
    Problem {
        accelerate: |_, _, v, a| {
            let k = 9.81 / 1225.0 * v[0].hypot(v[1]);
            a[0] = -k * v[0];
            a[1] = -k * v[1] - 9.81;
        },
        reads_velocity: true,
        x: vec![0.0, 0.0],
        v: vec![30.0, 20.0],
        duration: 5.0,
        end: vec![
            94.878_017_783_971_36,
            -29.842_891_673_270_817,
            11.582_353_397_131_445,
            -24.253_292_992_917_14,
        ],
    }
}

pub(crate) fn pendulum() -> Problem {
    Problem {
        accelerate: |_, x, _, a| a[0] = -9.81 * x[0].sin(),
        reads_velocity: false,
        x: vec![3.0],
        v: vec![0.0],
        duration: 10.0,
        end: vec![2.925_055_675_699_929_3, 0.511_695_384_717_738_9],
    }
}

pub(crate) fn kepler() -> Problem {
    Problem {
        accelerate: |_, x, _, a| {
            let square = x[0] * x[0] + x[1] * x[1] + 1e-4;
            let cube = square * square.sqrt();
            a[0] = -x[0] / cube;
            a[1] = -x[1] / cube;
        },
        reads_velocity: false,
        x: vec![1.9, 0.0],
        v: vec![0.0, 0.229_415_733_870_561_77],
        duration: 20.0,
        end: vec![
            1.725_973_878_242_545_6,
            0.123_036_278_338_355_12,
            -0.321_068_102_057_883_5,
            0.229_659_831_461_251_82,
        ],
    }
}

pub(crate) fn henon_heiles() -> Problem {
    Problem {
        accelerate: |_, x, _, a| {
            a[0] = -x[0] - 2.0 * x[0] * x[1];
            a[1] = -x[1] + x[1] * x[1] - x[0] * x[0];
        },
        reads_velocity: false,
        x: vec![0.0, 0.1],
        v: vec![0.5, 0.0],
        duration: 50.0,
        end: vec![
            0.077_172_648_941_314_8,
            0.347_001_391_478_411_14,
            0.379_706_895_375_594_2,
            -0.111_857_760_766_609_65,
        ],
    }
}

pub(crate) fn chain() -> Problem {
    let (mut x, mut v) = (Vec::new(), Vec::new());
    for i in 1..=20_i32 {
        x.extend([f64::from(i), 0.0]);
        v.extend([
            f64::from((3 * (i - 1)) % 7 - 3) / 4.0,
            f64::from((7 * (i - 1)) % 5 - 2) / 2.0,
        ]);
    }
    Problem {
        accelerate: |_, x, _, a| {
            a.fill(0.0);
            for link in 0..=20 {
                let at = |body: usize| match body {
                    0 => [0.0, 0.0],
                    21 => [21.0, 0.0],
                    _ => [x[2 * body - 2], x[2 * body - 1]],
                };
                let (one, other) = (at(link), at(link + 1));
                let d = [other[0] - one[0], other[1] - one[1]];
                let length = (d[0] * d[0] + d[1] * d[1]).sqrt();
                let s = length - 1.0;
                let force = (100.0 * s + 1e4 * s * s * s) / length;
                for axis in 0..2 {
                    if link > 0 {
                        a[2 * link - 2 + axis] += force * d[axis];
                    }
                    if link < 20 {
                        a[2 * link + axis] -= force * d[axis];
                    }
                }
            }
        },
        reads_velocity: false,
        x,
        v,
        duration: 5.0,
        end: vec![1.016_656_410_887_36, -0.184_585_209_428_781_45],
    }
}

pub(crate) fn disturbed_kepler() -> Problem {
    Problem {
        accelerate: |t, x, _, a| {
            let square = x[0] * x[0] + x[1] * x[1];
            let cube = square * square.sqrt();
            a[0] = -x[0] / cube + 1e-4 * (0.3 * t).cos();
            a[1] = -x[1] / cube + 1e-4 * x[0].sin();
        },
        reads_velocity: false,
        x: vec![0.5, 0.0],
        v: vec![0.0, 3.0_f64.sqrt()],
        duration: 50.0,
        end: vec![
            0.280_039_165_799_656_76,
            -0.549_921_390_120_711_7,
            1.025_073_354_988_981,
            1.092_230_116_792_174,
        ],
    }
}

pub(crate) fn gusts() -> Problem {
    Problem {
        accelerate: |t, _, v, a| {
            let wind = wind(t);
            let u = [v[0] - wind[0], v[1] - wind[1]];
            let k = 0.05 * u[0].hypot(u[1]);
            a[0] = -k * u[0];
            a[1] = -k * u[1] - 9.81;
        },
        reads_velocity: true,
        x: vec![0.0, 0.0],
        v: vec![20.0, 15.0],
        duration: 10.0,
        end: vec![
            28.586_345_161_681_617,
            -90.885_763_788_632_59,
            2.838_726_235_412_679,
            -12.861_149_330_137_188,
        ],
    }
}

pub(crate) fn spring_and_drag() -> Problem {
    Problem {
        accelerate: |_, x, v, a| {
            let k = 0.05 * v[0].hypot(v[1]);
            a[0] = -100.0 * x[0] - k * v[0];
            a[1] = -100.0 * x[1] - 9.81 - k * v[1];
        },
        reads_velocity: true,
        x: vec![1.0, 0.0],
        v: vec![0.0, 20.0],
        duration: 10.0,
        end: vec![
            0.220_713_668_003_669_5,
            -0.268_832_400_230_830_6,
            1.279_998_079_016_717_4,
            3.156_365_779_237_294,
        ],
    }
}
