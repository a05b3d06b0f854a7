//! The throw as a function of the time of its hit.

use nalgebra::SVector;

use super::super::course::Chase;
use super::super::model::Model;
use super::super::task::{Task, dot, sum};
use super::curve::Curve;
use super::jet::{Jet, Quantity};
use crate::space::split;

/// The velocity of launch as a function of the time of the hit, finite for short and long flights.
///
/// It carries a weight that keeps it simple, S/t under linear drag and 1 in the rational model:
///
/// ```text
/// v₀ S/t = r₀/t + v S/t + q S₁/t + γ a S₂/t
/// v₀ = r₀/t + (v + k r₀) + q t/2 + γ a t²/4
/// ```
pub(super) struct Throw<'a, Q, const D: usize> {
    task: &'a Task<D>,
    time: Q,
    launched: Sum<Q, D>,
}

/// `Σ V f(t)`
pub(super) struct Sum<Q, const D: usize> {
    vectors: [SVector<f64, D>; 4],
    functions: [Q; 4],
}

impl<Q: Quantity, const D: usize> Sum<Q, D> {
    /// Along a direction, or an axis: with these parts of the vectors.
    fn of(&self, parts: [f64; 4]) -> Q {
        let [a, b, c, d] = core::array::from_fn(|j| self.functions[j].scaled(parts[j]));
        a + b + (c + d)
    }

    fn along(&self, normal: &SVector<f64, D>) -> [f64; 4] {
        core::array::from_fn(|j| dot(normal, &self.vectors[j]))
    }

    /// Its part U along up less a slope times its length L across; zero where `U² - slope² L²` is, and U has the sign of the
    /// slope.
    ///
    /// What cancels late does so in the coefficients of `f f`, once for all times.
    pub(super) fn steeper(&self, up: &SVector<f64, D>, slope: f64) -> Q {
        let above = self.along(up);
        if slope == 0.0 {
            return self.of(above);
        }
        let level = self.vectors.map(|vector| split(&vector, up).1);
        let mut total = Q::constant(0.0);
        for j in 0..4 {
            let length = slope * level[j].norm();
            let square = sum(above[j], -length) * sum(above[j], length);
            if square != 0.0 {
                total = total + self.functions[j].squared().scaled(square);
            }
            for k in j + 1..4 {
                let other = slope * (slope * dot(&level[j], &level[k]));
                let product = 2.0 * sum(above[j] * above[k], -other);
                if product != 0.0 {
                    total = total + (self.functions[j] * self.functions[k]).scaled(product);
                }
            }
        }
        total
    }
}

impl<const D: usize> Sum<Jet<f64>, D> {
    /// A root of `steeper` to rounding, by one step for `U - slope L`; none if the slope is the opposite one.
    pub(super) fn polished(&self, up: &SVector<f64, D>, slope: f64, root: f64) -> Option<f64> {
        let above = self.of(self.along(up));
        let level = self.vectors.map(|vector| split(&vector, up).1);
        let level: [_; D] = core::array::from_fn(|i| self.of(level.map(|vector| vector[i])));
        let off = above - squared(&level).through(Curve::Root).scaled(slope);
        let polished = root - off.value / off.rate;
        let is_near = (polished - root).abs() <= 1e-6 * root;
        (slope == 0.0 || above.value * slope > 0.0).then_some(if is_near { polished } else { root })
    }
}

impl<'a, Q: Quantity, const D: usize> Throw<'a, Q, D> {
    pub(super) fn new(task: &'a Task<D>, time: Q) -> Self {
        let (model, chase) = (task.air.model, &task.chase);
        let inverse = time.through(Curve::Inverse);
        let (velocity, functions) = match model {
            Model::Linear(_) => {
                let curves = [Curve::Spread(model), Curve::Sink(model), Curve::Surge(model)];
                let [spread, sink, surge] = curves.map(|curve| time.through(curve));
                (chase.velocity, [inverse, spread, sink, surge])
            }
            Model::Rational(rate) => (
                (chase.velocity).zip_map(&chase.start, |v, start| sum(v, rate * start)),
                [
                    inverse,
                    Q::constant(1.0),
                    time.scaled(0.5),
                    time.squared().scaled(0.25),
                ],
            ),
        };
        let vectors = [chase.start, velocity, task.pull, task.growth];
        Self {
            task,
            time,
            launched: Sum { vectors, functions },
        }
    }

    /// Of launch velocities.
    pub(super) fn weight(&self) -> Q {
        self.launched.functions[1]
    }

    /// `n · v₀`, less a speed.
    pub(super) fn along(&self, normal: &SVector<f64, D>, less: f64) -> Q {
        let [start, velocity, pull, growth] = self.launched.along(normal);
        (self.launched).of([start, sum(velocity, -less), pull, growth])
    }

    /// v₀ as who throws sees it.
    pub(super) fn fired(&self) -> [Q; D] {
        let (shooter, vectors) = (&self.task.chase.shooter, &self.launched.vectors);
        core::array::from_fn(|i| {
            let [start, velocity, pull, growth] = vectors.map(|vector| vector[i]);
            (self.launched).of([start, sum(velocity, -shooter[i]), pull, growth])
        })
    }

    /// The velocity of launch.
    pub(super) fn launched(&self) -> &Sum<Q, D> {
        &self.launched
    }

    /// `r/t`
    pub(super) fn way(&self) -> [Q; D] {
        let (chase, inverse) = (&self.task.chase, self.launched.functions[0]);
        core::array::from_fn(|i| {
            inverse.scaled(chase.start[i])
                + Q::constant(chase.velocity[i])
                + self.time.scaled(0.5 * chase.acceleration[i])
        })
    }

    /// The direction of arrival: `r + c R` with the backward fall R, weighted with `e^-γt`; rational: `R = t²/2`, over t².
    pub(super) fn arriving(&self, up: &SVector<f64, D>, slope: f64) -> Sum<Q, D> {
        let Chase {
            start,
            velocity,
            acceleration,
            ..
        } = self.task.chase;
        let (time, inverse) = (self.time, self.launched.functions[0]);
        let c = self.task.air.constant;
        // where c does not turn the direction it needs no weight
        let is_turned = dot(&c, up) != 0.0 || (slope != 0.0 && split(&c, up).1.norm() != 0.0);
        match self.task.air.model {
            Model::Linear(rate) if is_turned => {
                let left = time.through(Curve::Left(rate));
                let later = time * left;
                Sum {
                    vectors: [start, velocity, acceleration, c],
                    functions: [
                        left,
                        later,
                        (time * later).scaled(0.5),
                        time.through(Curve::Returned(rate)),
                    ],
                }
            }
            _ => Sum {
                vectors: [
                    start,
                    velocity,
                    acceleration.zip_map(&c, sum),
                    SVector::zeros(),
                ],
                functions: [
                    inverse.squared(),
                    inverse,
                    Q::constant(0.5),
                    Q::constant(0.0),
                ],
            },
        }
    }

    /// `(v₀ - shooter) · (v(t) - r')`, each times what keeps it finite and simple.
    ///
    /// Linear, with `Y = e^-γt R`: `S (v(t) - r') = e^-γt r₀ - q Y - γ a (S₁ S - e^-γt S₂)`. Rational: `r₀/t² - q/2 - γ a t/2`.
    pub(super) fn perpendicular(&self) -> Q {
        let [inverse, weight, sink, surge] = self.launched.functions;
        let (start, pull, growth) = match self.task.air.model {
            Model::Linear(rate) => {
                let left = self.time.through(Curve::Left(rate));
                let late = self.time * (self.time * (sink * weight) - surge * left);
                (left, self.time.through(Curve::Returned(rate)), late)
            }
            Model::Rational(_) => (
                inverse.squared(),
                Q::constant(0.5),
                self.time.scaled(0.5),
            ),
        };
        let fired = self.fired();
        let Task {
            chase,
            pull: q,
            growth: more,
            ..
        } = self.task;
        total(core::array::from_fn::<_, D, _>(|i| {
            let nearing = start.scaled(chase.start[i]) - pull.scaled(q[i]);
            fired[i] * (nearing - growth.scaled(more[i]))
        }))
    }

    /// `w · w' - s |w| dS/dt` for `w = (v₀ - shooter) S`, both over t, or over S and `dS/dt = 1/(1 + kt)²` also over its root.
    ///
    /// `S' = e^-γt`, `S₁' = S`, `S₂' = S₁`; rational, with `A = 1/(1 + kt)`: `S' = A²`, `S₁' = tA (1 + A)/2`,
    /// `S₂' = t²A (2 + A)/4`.
    pub(super) fn nearing(&self, speed: f64) -> Q {
        let (time, [_, weight, sink, _]) = (self.time, self.launched.functions);
        let model = self.task.air.model;
        let [left, glide, fall] = match model {
            Model::Linear(rate) => [
                time.through(Curve::Left(rate)),
                time * weight,
                time * sink,
            ],
            Model::Rational(_) => {
                let share = time.through(Curve::Spread(model));
                [
                    share,
                    time * (Q::constant(0.5) + share.scaled(0.5)),
                    time.squared() * (Q::constant(0.5) + share.scaled(0.25)),
                ]
            }
        };
        let (fired, task) = (self.fired(), self.task);
        let velocity = task.chase.velocity - task.chase.shooter;
        let moving = total(core::array::from_fn::<_, D, _>(|i| {
            let slowed = left.scaled(velocity[i]) + glide.scaled(task.pull[i]);
            fired[i] * (slowed + fall.scaled(task.growth[i]))
        }));
        moving - squared(&fired).through(Curve::Root) * left.scaled(speed)
    }
}

/// `r₀ + r' t + r'' t²/2`
pub(super) fn polynomial<Q: Quantity>(time: Q, [start, velocity, acceleration]: [f64; 3]) -> Q {
    Q::constant(start) + time * (Q::constant(velocity) + time.scaled(0.5 * acceleration))
}

fn total<Q: Quantity, const D: usize>(terms: [Q; D]) -> Q {
    let mut total = terms[0];
    for &term in &terms[1..] {
        total = total + term;
    }
    total
}

pub(super) fn squared<Q: Quantity, const D: usize>(vector: &[Q; D]) -> Q {
    total(vector.map(Q::squared))
}

pub(super) fn scalar<Q: Quantity, const D: usize>(vector: &[Q; D], fixed: &SVector<f64, D>) -> Q {
    total::<_, D>(core::array::from_fn(|i| vector[i].scaled(fixed[i])))
}
