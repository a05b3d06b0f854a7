//! What has to be zero when a moving target is hit.

use nalgebra::SVector;

use super::super::aim::Task;
use super::super::model::Model;
use super::curve::Curve;
use super::interval::Scalar;
use super::jet::Jet;

/// What a flight has to meet besides the target.
#[derive(Debug, Clone, Copy)]
pub(in super::super) enum Condition<const D: usize> {
    /// `|r| = s t`
    StraightLineSpeed(f64),
    /// `|v₀ - shooter| = s`, where s is known up to a relative error.
    Speed(f64, f64),
    /// `(v₀ - shooter) · (v(t) - r') = 0`: the speed changes with the time neither way.
    LeastSpeed,
    /// `d/dt (|r - c S₁ - shooter S| - s S) = 0`: how close a speed comes.
    Closest(f64),
    /// `v₀` has a slope against this up.
    Slope(SVector<f64, D>, f64),
    /// `v(t)` has.
    ArrivalSlope(SVector<f64, D>, f64),
    /// `n · v₀ = m` for this n and m.
    Component(SVector<f64, D>, f64),
    /// The arc is this share of `|r|` high.
    Curviness(f64),
    /// The flight passes this point.
    Through(SVector<f64, D>),
}

/// The throw as a function of the time of the hit, each over that time: finite for short and long flights.
struct Throw<S, const D: usize> {
    /// `r/t`
    way: [Jet<S>; D],
    /// `w/t` for `w = r - c S₁`, the direction of launch.
    ahead: [Jet<S>; D],
    /// `S/t`
    spread: Jet<S>,
    time: Jet<S>,
}

impl<const D: usize> Condition<D> {
    /// Its value at a time, or at all times of an interval.
    pub(super) fn at<S: Scalar>(&self, task: &Task<D>, time: S) -> Jet<S> {
        let (model, chase) = (task.air.model, &task.chase);
        let throw = Throw::new(task, time);
        match *self {
            Self::StraightLineSpeed(speed) => {
                squared(&throw.way) - Jet::constant(S::exact(speed).square())
            }
            Self::Speed(speed, grain) => {
                let fired = throw.fired(&chase.shooter);
                let speed = Jet::constant(S::rough(speed, grain).square());
                squared(&fired) - speed * throw.spread.square()
            }
            Self::LeastSpeed => throw.perpendicular(task, model),
            Self::Closest(speed) => throw.nearing(task, speed),
            Self::Slope(up, slope) => steepness(&throw.ahead, &up, slope),
            Self::ArrivalSlope(up, slope) => {
                let left = throw.time.along(Curve::Left(model));
                let turned = throw.time * throw.time.along(Curve::Turned(model));
                let arrival: [_; D] = core::array::from_fn(|i| {
                    throw.way[i] * left + turned.times(task.air.constant[i])
                });
                steepness(&arrival, &up, slope)
            }
            Self::Component(normal, speed) => {
                dot(&throw.ahead, &normal) - throw.spread.times(speed)
            }
            Self::Curviness(share) => {
                let height = throw.time.along(Curve::Arch(model)) * throw.inverse();
                height.times(task.air.constant.norm())
                    - squared(&throw.way).along(Curve::Root).times(share)
            }
            Self::Through(point) => throw.passing(task, &point),
        }
    }
}

impl<S: Scalar, const D: usize> Throw<S, D> {
    fn new(task: &Task<D>, time: S) -> Self {
        let time = Jet::time(time);
        let (model, chase, c) = (task.air.model, &task.chase, &task.air.constant);
        let inverse = time.along(Curve::Inverse);
        let sink = time.along(Curve::Sink(model));
        let way = core::array::from_fn(|i| {
            inverse.times(chase.start[i])
                + Jet::constant(S::exact(chase.velocity[i]))
                + time.times(0.5 * chase.acceleration[i])
        });
        Self {
            way,
            ahead: core::array::from_fn(|i| way[i] - sink.times(c[i])),
            spread: time.along(Curve::Spread(model)),
            time,
        }
    }

    fn inverse(&self) -> Jet<S> {
        self.time.along(Curve::Inverse)
    }

    /// `w/t` without what the shooter's motion gives.
    fn fired(&self, shooter: &SVector<f64, D>) -> [Jet<S>; D] {
        core::array::from_fn(|i| self.ahead[i] - self.spread.times(shooter[i]))
    }

    /// `dS/dt` and `dS₁/dt`, the latter over t.
    fn rates(&self, model: Model) -> [Jet<S>; 2] {
        let spread = self.spread;
        match model {
            Model::Linear(_) => [self.time.along(Curve::Left(model)), spread],
            Model::Rational(_) => {
                let half = (spread + spread.square()).times(0.5);
                [spread.square(), half]
            }
        }
    }

    /// `(w - shooter S) · (S v(t) - S r')` over t², with `S v(t) = w dS/dt + c S dS₁/dt`.
    fn perpendicular(&self, task: &Task<D>, model: Model) -> Jet<S> {
        let [left, sinking] = self.rates(model);
        let fall = self.time * self.spread * sinking;
        let fired = self.fired(&task.chase.shooter);
        sum(core::array::from_fn::<_, D, _>(|i| {
            let arriving = self.ahead[i] * left + fall.times(task.air.constant[i])
                - self.spread * self.target_velocity(task, i);
            fired[i] * arriving
        }))
    }

    /// `w · w' - s |w| dS/dt` over t, where w leaves out what the shooter's motion gives.
    fn nearing(&self, task: &Task<D>, speed: f64) -> Jet<S> {
        let [left, sinking] = self.rates(task.air.model);
        let fall = self.time * sinking;
        let fired = self.fired(&task.chase.shooter);
        let moving = sum(core::array::from_fn::<_, D, _>(|i| {
            let rate = self.target_velocity(task, i)
                - fall.times(task.air.constant[i])
                - left.times(task.chase.shooter[i]);
            fired[i] * rate
        }));
        moving - squared(&fired).along(Curve::Root) * left.times(speed)
    }

    fn target_velocity(&self, task: &Task<D>, i: usize) -> Jet<S> {
        Jet::constant(S::exact(task.chase.velocity[i]))
            + self.time.times(task.chase.acceleration[i])
    }

    /// `α S₁(t) - S₁(τ) - β` with `S(τ) = α S(t)`, where `q = α r - β c` apart from what is across r and c.
    fn passing(&self, task: &Task<D>, point: &SVector<f64, D>) -> Jet<S> {
        let (c, model) = (&task.air.constant, task.air.model);
        let square = c.norm_squared();
        let across = |vector: &SVector<f64, D>| vector - c * (c.dot(vector) / square);
        let r = |i: usize, [start, velocity, acceleration]: &[SVector<f64, D>; 3]| {
            Jet::constant(S::exact(start[i]))
                + self.time
                    * (Jet::constant(S::exact(velocity[i]))
                        + self.time.times(0.5 * acceleration[i]))
        };
        let target = [
            task.chase.start,
            task.chase.velocity,
            task.chase.acceleration,
        ];
        let beside = target.map(|vector| across(&vector));
        let way: [_; D] = core::array::from_fn(|i| r(i, &target));
        let way_across: [_; D] = core::array::from_fn(|i| r(i, &beside));
        let share = dot(&way_across, &across(point)) * squared(&way_across).along(Curve::Inverse);
        let above =
            (share * dot(&way, c) - Jet::constant(S::exact(point.dot(c)))).times(1.0 / square);
        let glide = share * self.time.along(Curve::Glide(model));
        share * self.time.along(Curve::Sunk(model)) - glide.along(Curve::Fall(model)) - above
    }
}

fn sum<S: Scalar, const D: usize>(terms: [Jet<S>; D]) -> Jet<S> {
    let mut sum = terms[0];
    for &term in &terms[1..] {
        sum = sum + term;
    }
    sum
}

fn squared<S: Scalar, const D: usize>(vector: &[Jet<S>; D]) -> Jet<S> {
    sum(vector.map(Jet::square))
}

fn dot<S: Scalar, const D: usize>(vector: &[Jet<S>; D], fixed: &SVector<f64, D>) -> Jet<S> {
    sum::<_, D>(core::array::from_fn(|i| vector[i].times(fixed[i])))
}

/// `d · up - a |d across up|`
fn steepness<S: Scalar, const D: usize>(
    direction: &[Jet<S>; D],
    up: &SVector<f64, D>,
    slope: f64,
) -> Jet<S> {
    let above = dot(direction, up);
    if slope == 0.0 {
        return above;
    }
    let across: [_; D] = core::array::from_fn(|i| direction[i] - above.times(up[i]));
    above - squared(&across).along(Curve::Root).times(slope)
}
