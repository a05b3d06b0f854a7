//! Throws by plain formulas, which share nothing with the planners.

use kinstep::nalgebra::SVector;
use kinstep::trajectory::{Plane, Trajectory};
use kinstep_flight::aim::{Aim, AimError, Attempt, Launch, Plan, QuadraticAim};
use kinstep_flight::{Ballistics, QuadraticAir};

use crate::aims::{MODELS, Model};
use crate::scan::grid;

/// A throw at a target, and the air it goes through.
#[derive(Debug, Clone, Copy)]
pub struct Throw<const D: usize> {
    pub model: Model,
    /// Drag rate γ \[1/s\]; in quadratic air `√(|g| κ)`, where a gravity of zero counts as 8 m/s².
    pub rate: f64,
    pub gravity: SVector<f64, D>,
    pub wind: SVector<f64, D>,
    pub from: SVector<f64, D>,
    pub target: SVector<f64, D>,
    pub velocity: SVector<f64, D>,
    pub acceleration: SVector<f64, D>,
    pub shooter: SVector<f64, D>,
}

/// Answer of the crate to a plan.
pub type Hits<const D: usize> = Result<Vec<Launch<D>>, AimError>;

/// A throw with a given time of flight.
#[derive(Debug, Clone, Copy)]
pub struct Moment<const D: usize> {
    pub time: f64,
    /// S \[s\] and S₁ \[s²\].
    pub carry: (f64, f64),
    /// Position of the target at this time, relative to the launch \[m\].
    pub r: SVector<f64, D>,
    /// Velocities at launch and at arrival, world frame \[m/s\].
    pub launched: SVector<f64, D>,
    pub arriving: SVector<f64, D>,
    /// Size of the terms of r \[m\].
    pub distance: f64,
    /// Sizes of the terms of the velocities at launch and at arrival \[m/s\].
    pub speed: f64,
    pub slowed: f64,
}

impl<const D: usize> Throw<D> {
    /// Everything at rest at the origin, without gravity, drag and wind.
    pub fn new(model: Model) -> Self {
        let zero = SVector::zeros();
        Self {
            model,
            rate: 0.0,
            gravity: zero,
            wind: zero,
            from: zero,
            target: zero,
            velocity: zero,
            acceleration: zero,
            shooter: zero,
        }
    }

    /// Parses a model and what differs from [`Throw::new`], as in
    /// `linear rate 2 gravity 0 -10 target 3 4`.
    pub fn of(text: &str) -> Self {
        let mut words = text.split_whitespace();
        let model = words.next().unwrap();
        let mut models = MODELS.into_iter().chain([Model::Quadratic]);
        let named = models.find(|named| format!("{named:?}").eq_ignore_ascii_case(model));
        let mut throw = Self::new(named.expect(text));
        while let Some(name) = words.next() {
            let mut number = || -> f64 { words.next().unwrap().parse().unwrap() };
            if name == "rate" {
                throw.rate = number();
                continue;
            }
            let vector = SVector::from_fn(|_, _| number());
            *match name {
                "gravity" => &mut throw.gravity,
                "wind" => &mut throw.wind,
                "from" => &mut throw.from,
                "target" => &mut throw.target,
                "velocity" => &mut throw.velocity,
                "acceleration" => &mut throw.acceleration,
                "shooter" => &mut throw.shooter,
                _ => panic!("no part of a throw: {name} in {text}"),
            } = vector;
        }
        throw
    }

    /// A typical time of such throws \[s\]: the time of a fall over the distance.
    pub fn pace(&self) -> f64 {
        self.fall_time((self.target - self.from).norm())
    }

    /// Time of a fall over the distance `size` without drag \[s\]; 1 s without gravity.
    pub fn fall_time(&self, size: f64) -> f64 {
        let time = (2.0 * size / self.gravity.norm()).sqrt();
        if time < f64::INFINITY { time } else { 1.0 }
    }

    /// A grid of times \[s\], from the shorter one of the pace and the time in which drag acts,
    /// divided by `spread`, to the longer one times `spread`, with some margin.
    pub fn times(&self, spread: f64, per_decade: f64) -> Vec<f64> {
        let pace = self.pace();
        let has_drag = self.rate * pace > 1e-5;
        let last = if has_drag { 1.0 / self.rate } else { pace };
        let (first, last) = (pace.min(last), pace.max(last));
        grid(first * 1.1 / spread, last * 1.3 * spread, per_decade)
    }

    pub fn air(&self) -> Ballistics<D> {
        (Ballistics::new(self.gravity).with_drag_rate(self.rate)).with_wind(self.wind)
    }

    pub fn aim(&self) -> Aim<D> {
        let aim = match self.model {
            Model::Rational => self.air().rational().aim(self.from, self.target),
            _ => self.air().aim(self.from, self.target),
        };
        (aim.moving(self.velocity).accelerating(self.acceleration)).shooter_moving(self.shooter)
    }

    /// Air with drag that grows with the square of the speed; its flights are right to rounding.
    pub fn quadratic_air(&self) -> QuadraticAir<D> {
        let pull = self.gravity.norm();
        let pull = if pull > 0.0 { pull } else { 8.0 };
        let coefficient = self.rate * (self.rate / pull);
        (QuadraticAir::new(self.gravity, coefficient).with_wind(self.wind)).within(0.0)
    }

    pub fn quadratic_aim(&self) -> QuadraticAim<D> {
        let aim = self.quadratic_air().aim(self.from, self.target);
        (aim.moving(self.velocity).accelerating(self.acceleration)).shooter_moving(self.shooter)
    }

    /// Answer of the crate to a plan.
    pub fn hits(&self, plan: &Plan<D>) -> Hits<D> {
        if self.model != Model::Quadratic {
            return self.aim().hits(plan).map(|hits| hits.to_vec());
        }
        let aim = self.quadratic_aim();
        match *plan {
            Plan::Time(time) => aim.in_time(time).map(|launch| vec![launch]),
            Plan::Speed(speed) => aim.hits_at_speed(speed).map(|hits| hits.to_vec()),
            Plan::LeastSpeed => aim.with_least_speed().map(|launch| vec![launch]),
            _ => unreachable!("no plan for quadratic air: {plan:?}"),
        }
    }

    pub fn attempt(&self, speed: f64) -> Result<Attempt<D>, AimError> {
        match self.model {
            Model::Quadratic => self.quadratic_aim().attempt(speed),
            _ => self.aim().attempt(speed),
        }
    }

    pub fn target_stays(&self) -> bool {
        self.velocity.norm() + self.acceleration.norm() == 0.0
    }

    /// Speed relative to the shooter of a launch that hits after this time \[m/s\].
    pub fn speed(&self, time: f64) -> f64 {
        (self.at(time).launched - self.shooter).norm()
    }

    /// Position at the end of a launch, by the flight of the crate \[m\].
    pub fn flown(&self, launch: &Launch<D>) -> SVector<f64, D> {
        let (from, velocity, time) = (self.from, launch.velocity, launch.time_of_flight);
        match self.model {
            Model::Rational => (self.air().rational().launch(from, velocity)).position(time),
            Model::Quadratic => (self.quadratic_air().launch(from, velocity)).position(time),
            _ => self.air().launch(from, velocity).position(time),
        }
    }

    /// Unit vector against gravity.
    pub fn up(&self) -> SVector<f64, D> {
        self.gravity * (-1.0 / self.gravity.norm())
    }

    /// `c = g + γ wind`
    pub fn constant(&self) -> SVector<f64, D> {
        self.gravity + self.wind * self.rate
    }

    /// `p = v₀ S + c S₁`
    pub fn carry(&self, t: f64) -> (f64, f64) {
        if self.model == Model::Rational {
            let share = 1.0 + 0.5 * self.rate * t;
            return (t / share, 0.5 * t * t / share);
        }
        let x = self.rate * t;
        if x > 0.5 {
            let s = -(-x).exp_m1() / self.rate;
            return (s, (t - s) / self.rate);
        }
        // Σ (-x)ⁿ / (n + 1)! and Σ (-x)ⁿ / (n + 2)!
        let (mut one, mut two, mut term) = (0.0, 0.0, 1.0);
        for n in 1..16 {
            one += term;
            term /= f64::from(n + 1);
            two += term;
            term *= -x;
        }
        (t * one, t * t * two)
    }

    /// Displacements in quadratic air: of a launch without gravity, divided by its velocity \[s\],
    /// and of a fall from rest, divided by gravity \[s²\].
    fn quadratic_carry(&self, launched: &SVector<f64, D>, t: f64) -> (f64, f64) {
        let drag = self.quadratic_air().coefficient();
        let x = drag * (launched - self.wind).norm() * t;
        let glide = if x > 0.0 { t * (x.ln_1p() / x) } else { t };
        let fallen = self.rate * t;
        // ln cosh x
        let fall = if fallen > 1e-3 {
            (fallen - 2_f64.ln() + (-2.0 * fallen).exp().ln_1p()) / (self.rate * self.rate)
        } else {
            0.5 * t * t
        };
        (glide, fall)
    }

    /// Displacement from the launch to the target at a time \[m\].
    fn way(&self, t: f64) -> SVector<f64, D> {
        self.target - self.from + (self.velocity + self.acceleration * (0.5 * t)) * t
    }

    /// Distance of the target from the end of a fall from rest in quadratic air \[m\].
    fn away(&self, t: f64) -> f64 {
        let fall = self.quadratic_carry(&self.wind, t).1;
        (self.way(t) - self.wind * t - self.gravity * fall).norm()
    }

    /// Whether a hit in quadratic air takes more speed than an `f32` holds, so that planners may
    /// give up: it takes at least `e^(κr)`.
    pub fn is_too_far(&self, t: f64) -> bool {
        self.model == Model::Quadratic && self.quadratic_air().coefficient() * self.away(t) > 80.0
    }

    /// Lower bound of the speed of every hit in quadratic air \[m/s\]; 0 in other air.
    ///
    /// The velocity w relative to a fall from rest has `w' ≤ -κw²/2`, so that `κ|r|t/2 ≤ ln(1 + κ|w₀|t/2)`.
    pub fn least_speed(&self, t: f64) -> f64 {
        let half = 0.5 * self.quadratic_air().coefficient();
        if self.model != Model::Quadratic || half == 0.0 {
            return 0.0;
        }
        (half * self.away(t)).exp_m1() / (half * t) - (self.shooter - self.wind).norm()
    }

    /// Distance of the target \[m\]. If quadratic drag acts alone, it is the distance that a launch
    /// that just reaches the target would cover without drag.
    pub fn stretched(&self) -> f64 {
        let size = (self.target - self.from).norm();
        let drag = self.quadratic_air().coefficient();
        if self.model == Model::Quadratic && self.gravity.norm() == 0.0 && drag > 0.0 {
            (drag * size).exp_m1() / drag
        } else {
            size
        }
    }

    /// `v = v₀ dS/dt + c dS₁/dt`
    fn carry_rates(&self, t: f64) -> (f64, f64) {
        let s = self.carry(t).0;
        if self.model == Model::Rational {
            let left = 1.0 / (1.0 + 0.5 * self.rate * t);
            return (left * left, 0.5 * s * (1.0 + left));
        }
        ((-self.rate * t).exp(), s)
    }

    /// The time at which S has the value `s`; NaN if it never has.
    pub fn time_of(&self, s: f64) -> f64 {
        let k = 0.5 * self.rate;
        match self.model == Model::Rational {
            true if k * s < 1.0 => s / (1.0 - k * s),
            false if self.rate == 0.0 => s,
            false if self.rate * s < 1.0 => -(-self.rate * s).ln_1p() / self.rate,
            _ => f64::NAN,
        }
    }

    /// Time and value of the maximum of `m S - q S₁`, for m, q > 0.
    pub fn top(&self, m: f64, q: f64) -> (f64, f64) {
        let k = 0.5 * self.rate;
        let time = if self.rate == 0.0 {
            m / q
        } else if self.model == Model::Rational {
            m / (0.5 * q * (1.0 + (1.0 + k * m / (0.5 * q)).sqrt()))
        } else {
            (self.rate * (m / q)).ln_1p() / self.rate
        };
        let (s, s1) = self.carry(time);
        (time, m * s - q * s1)
    }

    /// The throw that hits after a time of flight. In quadratic air its launch is the crate's: the
    /// tests of plans for a time check that such launches hit.
    pub fn at(&self, time: f64) -> Moment<D> {
        if self.model == Model::Quadratic {
            let launch = self.quadratic_aim().in_time(time);
            let velocity = launch.map_or(SVector::repeat(f64::NAN), |launch| launch.velocity);
            return self.with_launch(velocity, time);
        }
        let (s, s1) = self.carry(time);
        self.with_launch((self.way(time) - self.constant() * s1) / s, time)
    }

    /// Like [`at`](Self::at), with a given launch velocity.
    pub fn with_launch(&self, launched: SVector<f64, D>, time: f64) -> Moment<D> {
        let (s, s1) = match self.model {
            Model::Quadratic => self.quadratic_carry(&launched, time),
            _ => self.carry(time),
        };
        let (left, sinking) = self.carry_rates(time);
        let mut fast = self.velocity.norm() + 0.5 * self.acceleration.norm() * time;
        let mut pull = self.gravity.norm();
        match self.model {
            // the displacement is relative to the air
            Model::Quadratic => fast += self.wind.norm(),
            _ => pull += self.wind.norm() * self.rate,
        }
        let distance = (self.target - self.from).norm() + fast * time;
        let speed = (distance + pull * s1) / s + self.shooter.norm();
        Moment {
            time,
            carry: (s, s1),
            r: self.way(time),
            launched,
            arriving: launched * left + self.constant() * sinking,
            distance,
            speed,
            slowed: speed * left + pull * sinking,
        }
    }

    /// Distance of the end of a launch from the target, relative to the size of the terms in its
    /// sum.
    pub fn miss(&self, launch: &Launch<D>) -> f64 {
        let there = self.with_launch(launch.velocity, launch.time_of_flight);
        let off = self.flown(launch) - self.from - there.r;
        off.norm() / (there.speed * there.carry.0 + self.from.norm())
    }

    /// Unit vector against c.
    pub fn against(&self) -> SVector<f64, D> {
        self.constant() * (-1.0 / self.constant().norm())
    }

    /// Component of a vector across c.
    pub fn across(&self, v: &SVector<f64, D>) -> SVector<f64, D> {
        let against = self.against();
        let once = v - against * against.dot(v);
        once - against * against.dot(&once)
    }

    /// A point as a fraction α of the line from the launch to the target, and its height against c
    /// above this line; α is not finite if the line is along c.
    pub fn waypoint(&self, r: &SVector<f64, D>, point: &SVector<f64, D>) -> (f64, f64) {
        let (q, across) = (point - self.from, self.across(r));
        let along = self.across(&q).dot(&across) / across.norm_squared();
        (along, self.against().dot(&(q - r * along)))
    }

    /// S and S₁ at the time at which S is `glide`, and the ratio of the speed to the velocity
    /// across c. This time is known only to rounding, and the flight may be steep there.
    fn glided(&self, launched: &SVector<f64, D>, glide: f64) -> (f64, f64, f64) {
        let then = self.time_of(glide);
        let ((s, s1), (left, sinking)) = (self.carry(then), self.carry_rates(then));
        let velocity = launched * left + self.constant() * sinking;
        (s, s1, velocity.norm() / self.across(&velocity).norm())
    }

    /// Height of a flight above a point between launch and target, relative to the size of the
    /// terms; None for a point that is not between them, as far as rounding allows to tell. It is
    /// computed from the launch, which is accurate also for a far target.
    pub fn over(&self, point: &SVector<f64, D>, at: &Moment<D>) -> Option<f64> {
        let (against, q) = (self.against(), point - self.from);
        let level = self.across(&at.launched);
        let slow = level.norm();
        if self.is_along(&at.r) && (self.target_stays() || self.is_along(&at.launched)) {
            // every flight passes a point between the ends
            let top = against.dot(&at.r).max(0.0) - 1e-14 * at.distance;
            let rounding = 64.0 * f64::EPSILON * (q.norm() + self.from.norm());
            let is_passed_anyway = against.dot(&q) < top || self.across(&q).norm() > rounding;
            return (!is_passed_anyway).then(|| self.passing(point, at));
        }
        let glide = self.across(&q).dot(&level) / (slow * slow);
        let terms = q.norm() + self.from.norm() + at.launched.norm() * glide.abs();
        let grain = 64.0 * f64::EPSILON * terms / slow;
        let (s, s1, steep) = self.glided(&at.launched, glide);
        let fallen = self.constant().norm() * s1;
        let height = against.dot(&at.launched) * s - against.dot(&q) - fallen;
        let is_between = glide > grain && glide < at.carry.0 - grain;
        is_between.then(|| height / (terms * (1.0 + steep) + fallen))
    }

    /// Residual of a plan, relative to the size of the terms of its sum: zero at a solution. NaN if
    /// the plan makes no sense.
    pub fn off(&self, plan: &Plan<D>, at: &Moment<D>) -> f64 {
        let (s, s1) = at.carry;
        let speed = (at.launched - self.shooter).norm();
        let steepness = |v: &SVector<f64, D>, slope: f64, scale: f64| {
            let (up, level) = self.split(v);
            (up - slope * level) / ((1.0 + slope.abs()) * scale)
        };
        // height above the straight line: S₁(t)/S(t) S(τ) - S₁(τ)
        let arch = |height: f64, scale: f64| {
            let top = self.constant().norm() * self.top(s1 / s, 1.0).1;
            (top - height) / (top + scale)
        };
        match *plan {
            Plan::Time(time) => at.time / time - 1.0,
            Plan::StraightLineSpeed(given) => {
                let way = given * at.time;
                (at.r.norm() - way) / (at.distance + way)
            }
            // where drag is steep, the terms change faster with time than the speed does
            Plan::Speed(given) if self.model == Model::Quadratic => {
                (speed - given) / (speed + given)
            }
            Plan::Speed(given) => (speed - given) / at.speed,
            Plan::Through(point) => self.passing(&point, at),
            Plan::Touching(plane) => {
                let (_, rise, wanted, scale) = self.touch(&plane, at);
                (rise - wanted) / scale
            }
            Plan::Apex(height) => self.off(&Plan::Touching(Plane::new(self.up(), height)), at),
            Plan::ArcHeight(height) => arch(height, height),
            Plan::Curviness(share) => arch(share * at.r.norm(), share * at.distance),
            Plan::Slope(slope) => steepness(&at.launched, slope, at.speed),
            Plan::ArrivalSlope(slope) => steepness(&at.arriving, slope, at.slowed),
            Plan::ClimbSpeed(climb) => (self.up().dot(&at.launched) - climb) / (at.speed + climb),
            Plan::Lob(factor) => {
                let climb = factor * (self.target - self.from).norm();
                self.off(&Plan::ClimbSpeed(climb), at)
            }
            _ => f64::NAN,
        }
    }

    /// Height of a flight above a point where it passes over it, relative to the size of the terms.
    fn passing(&self, point: &SVector<f64, D>, at: &Moment<D>) -> f64 {
        let (c, against, q) = (self.constant(), self.against(), point - self.from);
        if self.is_along(&at.r) {
            // the flight goes up to the point, and back
            let climb = against.dot(&at.launched);
            let rise = self.top(climb.abs(), c.norm()).1 * climb.signum();
            let scale = rise.abs() + q.norm() + self.from.norm() + at.distance;
            return (rise - against.dot(&q)) / scale;
        }
        let (along, height) = self.waypoint(&at.r, point);
        let (s, s1, steep) = self.glided(&at.launched, along * at.carry.0);
        let way = at.launched * s + c * s1 - at.r * along;
        let place = q.norm() + self.from.norm() + along.abs() * at.distance;
        let scale = at.speed * s + c.norm() * s1 + place * (1.0 + steep);
        (against.dot(&way) - height) / scale
    }

    /// Whether a displacement is along the constant acceleration, within rounding.
    pub fn is_along(&self, r: &SVector<f64, D>) -> bool {
        self.across(r).norm() <= 64.0 * f64::EPSILON * r.norm()
    }

    pub fn slope_of(&self, v: SVector<f64, D>) -> f64 {
        let (up, level) = self.split(&v);
        up / level
    }

    /// Upward component of a vector, and size of its level part.
    pub fn split(&self, v: &SVector<f64, D>) -> (f64, f64) {
        let up = self.up();
        let level = v - up * up.dot(v);
        (up.dot(v), (level - up * up.dot(&level)).norm())
    }

    /// The sign for which the normal of a plane points against c.
    pub fn side(&self, plane: &Plane<f64, D>) -> f64 {
        if plane.normal.dot(&self.constant()) > 0.0 {
            -1.0
        } else {
            1.0
        }
    }

    /// Time of the highest point of a flight below a plane, its rise until then, the rise that
    /// touches the plane, and the size of the terms. For a launch away from the plane the rise is
    /// negative.
    pub fn touch(&self, plane: &Plane<f64, D>, at: &Moment<D>) -> (f64, f64, f64, f64) {
        let length = plane.normal.norm();
        let side = self.side(plane);
        let normal = plane.normal * (side / length);
        let (launch, distance) = (normal.dot(&self.from), side * plane.distance / length);
        let climb = normal.dot(&at.launched);
        let (time, rise) = self.top(climb.abs(), -normal.dot(&self.constant()));
        let scale = rise + launch.abs() + distance.abs() + at.distance + self.from.norm();
        // the relative rounding error of the rise is twice that of the climb, or more if the climb
        // is small
        let ratio = (at.speed / climb.abs()).min(1e15);
        let shaken = rise * ratio * (1.0 + f64::EPSILON * ratio);
        let rise = if climb < 0.0 { -rise } else { rise };
        (time, rise, distance - launch, scale + shaken)
    }
}
