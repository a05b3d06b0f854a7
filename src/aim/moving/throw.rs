//! The throw as a function of the time of its hit.

use nalgebra::SVector;

use super::super::model::Model;
use super::super::task::Task;
use super::curve::Curve;
use super::jet::Quantity;
use crate::space::split;

/// The throw as a function of the time of the hit, each over that time: finite for short and long flights.
pub(super) struct Throw<Q, const D: usize> {
    /// `r/t`
    pub(super) way: [Q; D],
    /// `w/t` for `w = r - c S₁`, the direction of launch.
    pub(super) ahead: [Q; D],
    /// `S/t`
    pub(super) spread: Q,
    time: Q,
}

impl<const D: usize> Task<D> {
    /// The same without what is along up.
    pub(super) fn level(&self, up: &SVector<f64, D>) -> Self {
        let flat = |vector: &SVector<f64, D>| split(vector, up).1;
        let mut task = *self;
        task.air.constant = flat(&task.air.constant);
        let chase = &mut task.chase;
        (chase.start, chase.velocity) = (flat(&chase.start), flat(&chase.velocity));
        chase.acceleration = flat(&chase.acceleration);
        task
    }
}

impl<Q: Quantity, const D: usize> Throw<Q, D> {
    pub(super) fn new(task: &Task<D>, time: Q) -> Self {
        let (model, chase, c) = (task.air.model, &task.chase, &task.air.constant);
        let inverse = time.through(Curve::Inverse);
        let sink = time.through(Curve::Sink(model));
        let way = core::array::from_fn(|i| {
            inverse.scaled(chase.start[i])
                + Q::constant(chase.velocity[i])
                + time.scaled(0.5 * chase.acceleration[i])
        });
        Self {
            way,
            ahead: core::array::from_fn(|i| way[i] - sink.scaled(c[i])),
            spread: time.through(Curve::Spread(model)),
            time,
        }
    }

    /// `n · r/t`: what cancels of it does so once and for all times.
    pub(super) fn way_along(&self, task: &Task<D>, normal: &SVector<f64, D>) -> Q {
        let chase = &task.chase;
        let inverse = self.time.through(Curve::Inverse);
        inverse.scaled(chase.start.dot(normal))
            + Q::constant(chase.velocity.dot(normal))
            + self.time.scaled(0.5 * chase.acceleration.dot(normal))
    }

    /// `n · c S₁/t`
    pub(super) fn sunk_along(&self, task: &Task<D>, normal: &SVector<f64, D>) -> Q {
        let sink = self.time.through(Curve::Sink(task.air.model));
        sink.scaled(task.air.constant.dot(normal))
    }

    /// `w/t` without what the shooter's motion gives.
    pub(super) fn fired(&self, shooter: &SVector<f64, D>) -> [Q; D] {
        core::array::from_fn(|i| self.ahead[i] - self.spread.scaled(shooter[i]))
    }

    /// How much steeper the arrival is than a slope.
    pub(super) fn arriving_at(&self, task: &Task<D>, up: &SVector<f64, D>, slope: f64) -> Q {
        let flat = task.level(up);
        // where c does not turn the direction it needs no weight
        let is_turned = task.air.constant.dot(up) != 0.0
            || (slope != 0.0 && flat.air.constant != SVector::<f64, D>::zeros());
        let model = is_turned.then_some(task.air.model);
        let above = self.arriving(model, parts(task, |v| v.dot(up)));
        let level: [_; D] = core::array::from_fn(|i| self.arriving(model, parts(&flat, |v| v[i])));
        steepness(above, &level, slope)
    }

    /// A part of the direction of arrival: `r + c R` with the backward fall R, weighted with `e^-γt`; rational: `R = t²/2`,
    /// over t².
    fn arriving(&self, model: Option<Model>, [start, velocity, acceleration, pull]: [f64; 4]) -> Q {
        let time = self.time;
        match model {
            Some(Model::Linear(rate)) => {
                let way = polynomial(time, [start, velocity, acceleration]);
                way * time.through(Curve::Left(rate))
                    + time.through(Curve::Returned(rate)).scaled(pull)
            }
            _ => {
                let inverse = time.through(Curve::Inverse);
                inverse * (inverse.scaled(start) + Q::constant(velocity))
                    + Q::constant(0.5 * (acceleration + pull))
            }
        }
    }

    /// `(v₀ - shooter) · (v(t) - r')`, each times what keeps it finite and simple.
    ///
    /// Linear, with `Y = e^-γt R`: `e^-γt r + c Y - S r'`, where `S - t e^-γt = γ Y`. Rational: `r + c t²/2 - t (1 + kt) r'`,
    /// over t².
    pub(super) fn perpendicular(&self, task: &Task<D>) -> Q {
        let (time, chase, c) = (self.time, &task.chase, &task.air.constant);
        let zero = SVector::<f64, D>::zeros();
        let arriving: [Q; D] = match task.air.model {
            // the target drifts as the flight ends: what is left is a share of r₀
            Model::Linear(rate)
                if chase.acceleration == zero && c - chase.velocity * rate == zero =>
            {
                core::array::from_fn(|i| Q::constant(chase.start[i]))
            }
            Model::Linear(rate) => {
                let left = time.through(Curve::Left(rate));
                let returned = time.through(Curve::Returned(rate));
                let late = time * ((time * left).scaled(0.5) - time * self.spread);
                core::array::from_fn(|i| {
                    left.scaled(chase.start[i])
                        + returned.scaled(c[i] - rate * chase.velocity[i])
                        + late.scaled(chase.acceleration[i])
                })
            }
            Model::Rational(rate) => {
                let square = time.through(Curve::Inverse).squared();
                core::array::from_fn(|i| {
                    let (velocity, acceleration) = (chase.velocity[i], chase.acceleration[i]);
                    square.scaled(chase.start[i])
                        + Q::constant(0.5 * (c[i] - acceleration) - rate * velocity)
                        - time.scaled(rate * acceleration)
                })
            }
        };
        let fired = self.fired(&chase.shooter);
        sum(core::array::from_fn::<_, D, _>(|i| fired[i] * arriving[i]))
    }

    /// `w · w' - s |w| dS/dt` over t, where w leaves out what the shooter's motion gives.
    pub(super) fn nearing(&self, task: &Task<D>, speed: f64) -> Q {
        let (model, spread) = (task.air.model, self.spread);
        let (left, sinking) = match model {
            Model::Linear(rate) => (self.time.through(Curve::Left(rate)), spread),
            Model::Rational(_) => (spread.squared(), (spread + spread.squared()).scaled(0.5)),
        };
        let fall = self.time * sinking;
        let fired = self.fired(&task.chase.shooter);
        let moving = sum(core::array::from_fn::<_, D, _>(|i| {
            let rate = self.target_velocity(task, i)
                - fall.scaled(task.air.constant[i])
                - left.scaled(task.chase.shooter[i]);
            fired[i] * rate
        }));
        moving - squared(&fired).through(Curve::Root) * left.scaled(speed)
    }

    fn target_velocity(&self, task: &Task<D>, i: usize) -> Q {
        Q::constant(task.chase.velocity[i]) + self.time.scaled(task.chase.acceleration[i])
    }
}

/// A part of where the target is, of its velocity and acceleration, and of c.
fn parts<const D: usize>(task: &Task<D>, of: impl Fn(&SVector<f64, D>) -> f64) -> [f64; 4] {
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

fn sum<Q: Quantity, const D: usize>(terms: [Q; D]) -> Q {
    let mut sum = terms[0];
    for &term in &terms[1..] {
        sum = sum + term;
    }
    sum
}

pub(super) fn squared<Q: Quantity, const D: usize>(vector: &[Q; D]) -> Q {
    sum(vector.map(Q::squared))
}

pub(super) fn dot<Q: Quantity, const D: usize>(vector: &[Q; D], fixed: &SVector<f64, D>) -> Q {
    sum::<_, D>(core::array::from_fn(|i| vector[i].scaled(fixed[i])))
}

/// What is above, less the slope times what is level.
pub(super) fn steepness<Q: Quantity, const D: usize>(above: Q, level: &[Q; D], slope: f64) -> Q {
    if slope == 0.0 {
        return above;
    }
    above - squared(level).through(Curve::Root).scaled(slope)
}
