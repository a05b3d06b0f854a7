//! The throw as a function of the time of its hit.

use nalgebra::SVector;

use super::super::model::Model;
use super::super::task::{Task, dot, sum};
use super::curve::Curve;
use super::jet::Quantity;
use crate::space::split;

/// The throw as a function of the time of the hit, each over that time: finite for short and long flights.
///
/// Launch velocities carry a weight that keeps them simple, S/t under linear drag and 1 in the rational model:
///
/// ```text
/// v₀ S/t = r₀/t + v S/t + q S₁/t + γ a S₂/t
/// v₀ = r₀/t + (v + k r₀) + q t/2 + γ a t²/4
/// ```
pub(super) struct Throw<Q, const D: usize> {
    /// Of launch velocities.
    pub(super) weight: Q,
    model: Model,
    time: Q,
    inverse: Q,
    /// What q and γ a are multiplied with.
    pulled: [Q; 2],
}

/// A component of r₀, of a velocity, of q and of γ a.
type Parts = [f64; 4];

impl<const D: usize> Task<D> {
    /// The same without what is along up.
    pub(super) fn level(&self, up: &SVector<f64, D>) -> Self {
        let flat = |vector: &SVector<f64, D>| {
            let (along, level) = split(vector, up);
            // a component that is only rounding is none
            level.zip_zip_map(vector, &(up * along), |level, all, off| {
                if sum(all, -off) == 0.0 { 0.0 } else { level }
            })
        };
        let mut task = *self;
        task.air.constant = flat(&task.air.constant);
        let chase = &mut task.chase;
        (chase.start, chase.velocity) = (flat(&chase.start), flat(&chase.velocity));
        chase.acceleration = flat(&chase.acceleration);
        (task.pull, task.growth) = (flat(&task.pull), flat(&task.growth));
        task
    }

    /// Along a direction, with the velocity less another one.
    fn parts(&self, normal: &SVector<f64, D>, less: f64) -> Parts {
        let [start, velocity, pull, growth] = [
            &self.chase.start,
            &self.chase.velocity,
            &self.pull,
            &self.growth,
        ]
        .map(|vector| dot(normal, vector));
        [start, sum(velocity, -less), pull, growth]
    }

    /// Along an axis, with the velocity less another one.
    fn component(&self, i: usize, less: &SVector<f64, D>) -> Parts {
        let velocity = sum(self.chase.velocity[i], -less[i]);
        [self.chase.start[i], velocity, self.pull[i], self.growth[i]]
    }
}

impl<Q: Quantity, const D: usize> Throw<Q, D> {
    pub(super) fn new(task: &Task<D>, time: Q) -> Self {
        let model = task.air.model;
        let (weight, pulled) = match model {
            Model::Linear(_) => (
                time.through(Curve::Spread(model)),
                [Curve::Sink(model), Curve::Surge(model)].map(|curve| time.through(curve)),
            ),
            Model::Rational(_) => (
                Q::constant(1.0),
                [time.scaled(0.5), time.squared().scaled(0.25)],
            ),
        };
        Self {
            weight,
            model,
            time,
            inverse: time.through(Curve::Inverse),
            pulled,
        }
    }

    /// A component of the velocity of launch.
    fn launched(&self, [start, velocity, pull, growth]: Parts) -> Q {
        let velocity = match self.model {
            Model::Linear(_) => self.weight.scaled(velocity),
            Model::Rational(rate) => Q::constant(sum(velocity, rate * start)),
        };
        let straight = self.inverse.scaled(start) + velocity;
        straight + self.pulled[0].scaled(pull) + self.pulled[1].scaled(growth)
    }

    /// `n · v₀`, less a speed.
    pub(super) fn launched_along(
        &self,
        task: &Task<D>,
        normal: &SVector<f64, D>,
        less: f64,
    ) -> Q {
        self.launched(task.parts(normal, less))
    }

    /// `v₀`, less a velocity.
    pub(super) fn fired(&self, task: &Task<D>, less: &SVector<f64, D>) -> [Q; D] {
        core::array::from_fn(|i| self.launched(task.component(i, less)))
    }

    /// `r/t`
    pub(super) fn way(&self, task: &Task<D>) -> [Q; D] {
        let chase = &task.chase;
        core::array::from_fn(|i| {
            self.inverse.scaled(chase.start[i])
                + Q::constant(chase.velocity[i])
                + self.time.scaled(0.5 * chase.acceleration[i])
        })
    }

    /// How much steeper the arrival is than a slope.
    pub(super) fn arriving_at(&self, task: &Task<D>, up: &SVector<f64, D>, slope: f64) -> Q {
        let flat = task.level(up);
        // where c does not turn the direction it needs no weight
        let is_turned = dot(&task.air.constant, up) != 0.0
            || (slope != 0.0 && flat.air.constant != SVector::<f64, D>::zeros());
        let model = is_turned.then_some(task.air.model);
        let above = self.arriving(model, parts(task, |v| dot(v, up)));
        let level: [_; D] = core::array::from_fn(|i| self.arriving(model, parts(&flat, |v| v[i])));
        steepness(above, &level, slope)
    }

    /// A part of the direction of arrival: `r + c R` with the backward fall R, weighted with `e^-γt`; rational: `R = t²/2`,
    /// over t².
    fn arriving(&self, model: Option<Model>, [start, velocity, acceleration, pull]: Parts) -> Q {
        let (time, inverse) = (self.time, self.inverse);
        match model {
            Some(Model::Linear(rate)) => {
                let way = polynomial(time, [start, velocity, acceleration]);
                way * time.through(Curve::Left(rate))
                    + time.through(Curve::Returned(rate)).scaled(pull)
            }
            _ => {
                inverse * (inverse.scaled(start) + Q::constant(velocity))
                    + Q::constant(0.5 * sum(acceleration, pull))
            }
        }
    }

    /// `(v₀ - shooter) · (v(t) - r')`, each times what keeps it finite and simple.
    ///
    /// Linear, with `Y = e^-γt R`: `S (v(t) - r') = e^-γt r₀ - q Y - γ a (S₁ S - e^-γt S₂)`. Rational: `r₀/t² - q/2 - γ a t/2`.
    pub(super) fn perpendicular(&self, task: &Task<D>) -> Q {
        let shooter = &task.chase.shooter;
        let (start, pull, growth) = match self.model {
            Model::Linear(rate) => {
                let left = self.time.through(Curve::Left(rate));
                let [sink, surge] = self.pulled;
                let late = self.time * (self.time * (sink * self.weight) - surge * left);
                (left, self.time.through(Curve::Returned(rate)), late)
            }
            Model::Rational(_) => (
                self.inverse.squared(),
                Q::constant(0.5),
                self.time.scaled(0.5),
            ),
        };
        let fired = self.fired(task, shooter);
        total(core::array::from_fn::<_, D, _>(|i| {
            let [start_i, _, pull_i, growth_i] = task.component(i, shooter);
            fired[i] * (start.scaled(start_i) - pull.scaled(pull_i) - growth.scaled(growth_i))
        }))
    }

    /// `w · w' - s |w| dS/dt` for `w = (v₀ - shooter) S`, both over t, or over S and `dS/dt = 1/(1 + kt)²` also over its root.
    ///
    /// `S' = e^-γt`, `S₁' = S`, `S₂' = S₁`; rational, with `A = 1/(1 + kt)`: `S' = A²`, `S₁' = tA (1 + A)/2`,
    /// `S₂' = t²A (2 + A)/4`.
    pub(super) fn nearing(&self, task: &Task<D>, speed: f64) -> Q {
        let (time, shooter) = (self.time, &task.chase.shooter);
        let [left, glide, fall] = match self.model {
            Model::Linear(rate) => [
                time.through(Curve::Left(rate)),
                time * self.weight,
                time * self.pulled[0],
            ],
            Model::Rational(_) => {
                let share = time.through(Curve::Spread(self.model));
                [
                    share,
                    time * (Q::constant(0.5) + share.scaled(0.5)),
                    time.squared() * (Q::constant(0.5) + share.scaled(0.25)),
                ]
            }
        };
        let fired = self.fired(task, shooter);
        let moving = total(core::array::from_fn::<_, D, _>(|i| {
            let [_, velocity, pull, growth] = task.component(i, shooter);
            fired[i] * (left.scaled(velocity) + glide.scaled(pull) + fall.scaled(growth))
        }));
        moving - squared(&fired).through(Curve::Root) * left.scaled(speed)
    }
}

/// A part of where the target is, of its velocity and acceleration, and of c.
fn parts<const D: usize>(task: &Task<D>, of: impl Fn(&SVector<f64, D>) -> f64) -> Parts {
    let chase = &task.chase;
    [
        chase.start,
        chase.velocity,
        chase.acceleration,
        task.air.constant,
    ]
    .map(|vector| of(&vector))
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

pub(super) fn along<Q: Quantity, const D: usize>(vector: &[Q; D], fixed: &SVector<f64, D>) -> Q {
    total::<_, D>(core::array::from_fn(|i| vector[i].scaled(fixed[i])))
}

/// What is above, less the slope times what is level.
pub(super) fn steepness<Q: Quantity, const D: usize>(above: Q, level: &[Q; D], slope: f64) -> Q {
    if slope == 0.0 {
        return above;
    }
    above - squared(level).through(Curve::Root).scaled(slope)
}
