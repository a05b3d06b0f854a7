//! Motion along surfaces, in closed form.

use nalgebra::{RealField, SMatrix, SVector};

use super::held::Held;
use super::moving_ground::{MovingGround, gained, no_rates};
use super::obstacle::Obstacles;
use super::path::{BodyPath, Change, LegKind, LegSpin, PathLeg, swing};
use super::turning::Opposed;
use crate::ballistics::{Crossing, CrossingTimes, LawFlight, Plane, Trajectory, root_between};
use crate::flow::LinearLaw;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;

/// What acts on a body that surfaces hold, at the start of a leg.
pub(super) struct GroundMotion<T: Real<D>, const D: usize> {
    /// The law along the surfaces.
    law: LinearLaw<T, D>,
    /// Acceleration along the surfaces, relative to the first and without friction \[m/s²\], and its rate of change at a constant
    /// velocity \[m/s³\].
    pull: (SVector<T, D>, SVector<T, D>),
    /// The rounding error of the pull \[m/s²\].
    rounding: T,
    /// Velocity of the first surface and its belt, along all \[m/s\].
    surface: SVector<T, D>,
    /// Acceleration \[m/s²\] and jerk \[m/s³\] of the first surface, along all.
    rates: (SVector<T, D>, SVector<T, D>),
    /// How the first surface moves, if not at a constant velocity.
    moving: Option<MovingGround<T, D>>,
    /// The normal of the first surface.
    normal: SVector<T, D>,
    /// Acceleration by the friction of sliding \[m/s²\], and its rate of change \[m/s³\].
    friction: (T, T),
    /// Acceleration by rolling resistance, before the factor of the inertia \[m/s²\].
    rolling: T,
    /// Acceleration by the first surface \[m/s²\], and its rate of change \[m/s³\].
    reaction: (T, T),
    /// Whether it can roll: it turns, and only one surface holds it.
    rolls: bool,
    /// Whether it rolls on a curved surface, along which legs are short.
    creeps: bool,
}

impl<T: Real<D>, const D: usize> GroundMotion<T, D> {
    /// The motion of a body on the surfaces that hold it; none if no surface does. Removes surfaces that do not.
    pub(super) fn of(path: &mut BodyPath<T, D>, obstacles: &dyn Obstacles<T, D>) -> Option<Self> {
        let law = path.law;
        let (position, velocity) = (path.initial.position, path.initial.velocity);
        let acceleration = law.acceleration(&position, &velocity, T::zero());
        let start = path.start;
        let reactions = path.held.hold_back(|held| {
            let obstacle = obstacles.obstacle(held.number, start);
            obstacle.map_or(acceleration, |obstacle| acceleration - obstacle.rates().0)
        });
        let first = *path.held.iter().next()?;
        let is_one = path.held.iter().count() == 1;
        let along = path.held.along();
        let under = obstacles.obstacle(first.number, start)?;
        let moving = MovingGround::of(&under, &along);
        let (rates, rising) = moving.map_or_else(
            || (no_rates(), no_rates()),
            |moving| (moving.along, moving.across),
        );
        let slope = law.ramp - velocity * law.stiffness_per_mass + law.tide * velocity;
        // N' = -n · (j - K w), if one surface holds it
        let growth = if is_one {
            first.normal.dot(&(rising.1 - slope))
        } else {
            T::zero()
        };
        let (mut friction, mut rolling) = ((T::zero(), T::zero()), T::zero());
        for (held, reaction) in path.held.iter().zip(reactions) {
            let contact = held.contact;
            friction.0 += contact.friction * reaction;
            friction.1 += contact.friction * growth;
            rolling += contact.rolling * reaction;
        }
        let rolls = is_one && path.shape.turns();
        let weight = path.settling.map_or(T::one(), |(_, weight)| weight);
        let terms = [
            law.constant.norm(),
            (law.damping.abs() + law.gyration.norm()) * velocity.norm(),
            (law.stiffness_per_mass.abs() + law.tide.norm()) * position.norm(),
        ];
        let size = terms.into_iter().fold(T::zero(), |sum, term| sum + term);
        Some(Self {
            law: law_along(&law, &along, &position, &velocity),
            pull: (along * acceleration - rates.0, along * slope - rates.1),
            rounding: size * T::default_epsilon() * nalgebra::convert(32.0),
            surface: along * (under.velocity + first.belt),
            rates,
            moving,
            normal: first.normal,
            friction: (friction.0 * weight, friction.1 * weight),
            rolling: rolling * weight,
            reaction: (reactions[0], growth),
            rolls,
            creeps: rolls && first.part.is_none(),
        })
    }

    /// The leg that starts with this motion.
    pub(super) fn leg(
        &self,
        path: &BodyPath<T, D>,
        obstacles: &dyn Obstacles<T, D>,
    ) -> PathLeg<T, D> {
        let (gliding, slip) = self.gliding_and_slip(path);
        // a ball that pivots on a slope does not slip, but rounding makes its point of contact move
        let spins = T::axial_numbers(&path.initial.spin);
        let turning = (spins.into_iter()).fold(T::zero(), |sum, spin| sum + spin.abs());
        let turning = if self.rolls {
            turning * path.shape.radius
        } else {
            T::zero()
        };
        let speeds = path.initial.velocity.norm() + self.surface.norm() + turning;
        // where the normal turns between legs a ball that rolls slips a little at the start of each
        let least: T = if self.creeps {
            nalgebra::convert(LEAST_SLIP)
        } else {
            T::zero()
        };
        let still = speeds * least.max(T::default_epsilon() * nalgebra::convert(64.0));
        let is_at_rest = gliding.norm() <= still && self.pull.0.norm() <= self.rounding;
        let mut leg = if is_at_rest && !self.rolls {
            self.resting(path, self.friction.0.max(self.rounding))
        } else if self.friction.0 <= T::zero() {
            let kind = LegKind::Slide;
            PathLeg::endless(self.launch(path, self.law), kind, LegSpin::Constant)
        } else if slip.norm() > still {
            self.sliding(path, &slip)
        } else {
            self.sticking(path, &gliding, still)
        };
        if self.reaction.1 < T::zero() && (self.moving.is_none() || leg.kind != LegKind::Rest) {
            // N + N' t = 0
            leg.end_at(-self.reaction.0 / self.reaction.1, Change::Lifts);
        }
        if let Some((rest, _)) = path.settling {
            leg.end_at(rest, Change::Continues);
        }
        let mut belts = path.held.iter().flat_map(|held| held.belt.iter());
        let has_belt = belts.any(|component| !component.is_zero());
        leg.is_rough = self.moving.is_some() && leg.kind != LegKind::Rest;
        if leg.kind != LegKind::Rest || has_belt {
            leg.end_at(self.longest_leg(path), Change::Continues);
            for (place, held) in path.held.iter().enumerate() {
                if let Some(time) = edge(held, &leg, path.start, obstacles) {
                    leg.end_at(time, Change::Edge(place));
                }
            }
        }
        leg
    }

    /// The velocity of the centre relative to the surface, and that of the touching point \[m/s\], both along the surfaces.
    fn gliding_and_slip(&self, path: &BodyPath<T, D>) -> (SVector<T, D>, SVector<T, D>) {
        let gliding = path.held.along() * path.initial.velocity - self.surface;
        if !self.rolls {
            return (gliding, gliding);
        }
        let arm = -self.normal * path.shape.radius;
        (gliding, gliding + T::sweep(&path.initial.spin, &arm))
    }

    /// Velocity \[m/s\] and acceleration \[m/s²\] of a flight, less what the surface gains from the start of the leg on.
    fn over_surface(&self, flight: &LawFlight<T, D>, time: T) -> (SVector<T, D>, SVector<T, D>) {
        let (pull, slope) = &self.rates;
        (
            flight.velocity(time) - gained(&self.rates, time),
            flight.acceleration(time) - pull - slope * time,
        )
    }

    fn launch(&self, path: &BodyPath<T, D>, law: LinearLaw<T, D>) -> LawFlight<T, D> {
        let law = self.moving.map_or(law, |moving| moving.carried(law));
        law.launch(path.initial.position, path.initial.velocity)
    }

    /// A leg on which the touching point slides with a velocity \[m/s\].
    ///
    /// Friction opposes the slip. While the pull has its direction, so does the slip, and friction is one more constant (or
    /// ramping) acceleration. Otherwise the slip turns, and the leg is short.
    fn sliding(&self, path: &BodyPath<T, D>, slip: &SVector<T, D>) -> PathLeg<T, D> {
        let speed = slip.norm();
        let mobility = self.mobility(path);
        let (opposed, limit) =
            self.direction_of_resistance(slip, self.friction.0 * mobility, T::one());
        let mut leg = self.slide_along(path, &opposed);
        match limit {
            Some(limit) => {
                leg.end_at(limit, Change::Continues);
                leg.opposed = Some((opposed, self.friction.0));
            }
            None => self.end_where_it_sticks(&mut leg, &opposed.direction, (speed, mobility)),
        }
        leg
    }

    /// A leg on which friction opposes a direction.
    fn slide_along(&self, path: &BodyPath<T, D>, opposed: &Opposed<T, D>) -> PathLeg<T, D> {
        let force = opposed.direction * self.friction.0;
        let growth = opposed.direction * self.friction.1 + opposed.turning * self.friction.0;
        let mut law = self.law;
        law.constant -= force;
        law.ramp -= growth;
        let spin = if self.rolls {
            // ω' = (-r n) × (-F d) / i
            let arm = self.normal * (path.shape.radius / path.shape.inertia);
            LegSpin::Sliding { arm, force, growth }
        } else {
            LegSpin::Constant
        };
        PathLeg::endless(self.launch(path, law), LegKind::Slide, spin)
    }

    /// Ends a leg where the speed of sliding along a direction becomes zero:
    /// `s(t) = s + (v(t) - v) · d - (m - 1) (F t + F' t²/2)`, with the mobility m.
    fn end_where_it_sticks(
        &self,
        leg: &mut PathLeg<T, D>,
        direction: &SVector<T, D>,
        (speed, mobility): (T, T),
    ) {
        let flight = leg.flight;
        let spun = mobility - T::one();
        let launched = flight.velocity(T::zero()).dot(direction);
        let (force, growth) = self.friction;
        let half: T = nalgebra::convert(0.5);
        let slip = |time: f64| {
            let time: T = from_f64(time);
            let (velocity, acceleration) = self.over_surface(&flight, time);
            let turned = spun * (force + growth * time * half) * time;
            let rate = acceleration.dot(direction) - spun * (force + growth * time);
            let gained = velocity.dot(direction) - launched;
            (to_f64(speed + gained - turned), to_f64(rate))
        };
        leg.end_at_zero(slip, swing(&self.law), Change::Sticks);
    }

    /// A leg that starts without sliding: at rest, rolling, or about to slide.
    fn sticking(&self, path: &BodyPath<T, D>, gliding: &SVector<T, D>, still: T) -> PathLeg<T, D> {
        let pull = self.pull.0.norm();
        // rolling takes a friction of i / (i + r²) of the pull; rest all of it
        let mobility = self.mobility(path);
        let share = if self.rolls {
            T::one() / mobility
        } else {
            T::one()
        };
        if pull * share > self.friction.0 {
            let direction = self.pull.0 / pull;
            let mut leg = self.slide_along(path, &Opposed::constant(direction));
            self.end_where_it_sticks(&mut leg, &direction, (T::zero(), mobility));
            return leg;
        }
        let is_still = gliding.norm() <= still;
        let holds = if self.rolls {
            self.rolling.max(self.rounding)
        } else {
            self.friction.0
        };
        if is_still && pull <= holds {
            return self.resting(path, holds);
        }
        self.rolling(path, gliding, is_still)
    }

    /// A leg on which a ball rolls: `(1 + i/r²) v' = pull - ρ N d`.
    fn rolling(
        &self,
        path: &BodyPath<T, D>,
        gliding: &SVector<T, D>,
        is_still: bool,
    ) -> PathLeg<T, D> {
        let mobility = self.mobility(path);
        // r²/(i + r²)
        let factor = (mobility - T::one()) / mobility;
        let moving = if is_still { &self.pull.0 } else { gliding };
        let (opposed, limit) = if self.rolling > T::zero() {
            self.direction_of_resistance(moving, self.rolling, factor)
        } else {
            (Opposed::constant(SVector::zeros()), None)
        };
        let direction = opposed.direction;
        let mut law = self.law;
        law.constant = (law.constant - direction * self.rolling) * factor;
        law.ramp = (law.ramp - opposed.turning * self.rolling) * factor;
        law.damping *= factor;
        law.stiffness_per_mass *= factor;
        law.gyration *= factor;
        law.tide *= factor;
        law.constant += self.rates.0 * (T::one() - factor);
        law.ramp += self.rates.1 * (T::one() - factor);
        let spin = LegSpin::Rolling {
            normal: self.normal,
            surface: self.surface,
            rates: self.rates,
        };
        let mut leg = PathLeg::endless(self.launch(path, law), LegKind::Roll, spin);
        if let Some(limit) = limit {
            leg.end_at(limit, Change::Continues);
            leg.opposed = Some((opposed, self.rolling * factor));
        } else if self.rolling > T::zero() {
            let (flight, surface) = (leg.flight, self.surface.dot(&direction));
            let speed = |time: f64| {
                let time: T = from_f64(time);
                let (velocity, acceleration) = self.over_surface(&flight, time);
                let speed = velocity.dot(&direction) - surface;
                (to_f64(speed), to_f64(acceleration.dot(&direction)))
            };
            leg.end_at_zero(speed, swing(&self.law), Change::Stops);
        }
        leg
    }

    /// A leg at rest relative to the surface, until the pull exceeds what holds the body: `|p + p' t| = F + F' t`.
    fn resting(&self, path: &BodyPath<T, D>, holds: T) -> PathLeg<T, D> {
        if let Some(moving) = &self.moving {
            return moving.resting(path, &self.normal, holds / self.reaction.0);
        }
        let free = LinearLaw::free();
        let mut leg = PathLeg::endless(self.launch(path, free), LegKind::Rest, LegSpin::Constant);
        let (pull, slope) = self.pull;
        let growth = if self.friction.0 > T::zero() {
            self.friction.1 * (holds / self.friction.0)
        } else {
            T::zero()
        };
        let a = slope.norm_squared() - growth * growth;
        let b = pull.dot(&slope) - holds * growth;
        let c = pull.norm_squared() - holds * holds;
        let root = (b * b - a * c).max(T::zero()).sqrt() + b;
        if b * b >= a * c && root > T::zero() && (slope.norm() > T::zero() || growth < T::zero()) {
            // never shorter than what rounding makes of it
            let shortest: T = nalgebra::convert(SHORTEST_REST);
            leg.end_at((-c / root).max(shortest), Change::Continues);
        }
        leg
    }

    /// The direction that a resistance \[m/s²\] opposes, for a velocity \[m/s\], and for how long, if the velocity turns. A
    /// factor of the inertia slows the response to pull and resistance.
    ///
    /// Where the pull is constant, the motion at the end is exact; elsewhere the direction is that of the middle.
    fn direction_of_resistance(
        &self,
        velocity: &SVector<T, D>,
        resistance: T,
        factor: T,
    ) -> (Opposed<T, D>, Option<T>) {
        let speed = velocity.norm();
        let direction = velocity / speed;
        let pull = self.pull.0 * factor;
        let (along, resistance) = (pull.dot(&direction), resistance * factor);
        let across = (pull - direction * along).norm();
        let slowing = resistance - along;
        let left = speed / slowing;
        let is_steady = self.is_steady();
        let small: T = nalgebra::convert(1e-7);
        let little = if is_steady {
            T::default_epsilon()
        } else {
            small
        };
        let is_over = slowing > T::zero() && across * left <= speed * little;
        if across <= self.rounding || is_over || self.creeps {
            return (Opposed::constant(direction), None);
        }
        let [turn, shrink]: [T; 2] = [MOST_TURN, 0.25].map(nalgebra::convert);
        let limit = (speed * turn / across).min(speed * shrink / slowing.abs());
        if is_steady && let Some(exact) = Opposed::on_slope(velocity, &pull, resistance, limit) {
            return (exact, Some(limit));
        }
        let change = pull - direction * resistance;
        let half: T = nalgebra::convert(0.5);
        let middle = velocity + change * (limit * half);
        (Opposed::constant(middle.normalize()), Some(limit))
    }

    /// Whether pull and push stay as they are wherever the body goes: gravity on a slope.
    fn is_steady(&self) -> bool {
        let law = &self.law;
        self.moving.is_none()
            && law.damping == T::zero()
            && law.stiffness_per_mass == T::zero()
            && law.is_isotropic()
            && self.pull.1.iter().all(T::is_zero)
            && self.friction.1 == T::zero()
    }

    /// The change of the velocity of the touching point by an impulse of 1 m/s along the surface.
    fn mobility(&self, path: &BodyPath<T, D>) -> T {
        if self.rolls {
            path.shape.mobility()
        } else {
            T::one()
        }
    }

    /// The longest time for which a leg is exact, or near the surface \[s\].
    fn longest_leg(&self, path: &BodyPath<T, D>) -> T {
        let swing = swing(&self.law);
        let is_curved = path.held.iter().any(|held| held.part.is_none());
        let changes_hold = self.friction.0 > T::zero() && (self.rolls || !path.law.is_isotropic());
        let of_ground = (self.moving.as_ref()).map_or(f64::INFINITY, MovingGround::longest_leg);
        from_f64(if is_curved {
            CREEP
        } else if changes_hold {
            of_ground.min(0.125 / swing)
        } else {
            of_ground
        })
    }
}

/// The longest leg on a curved surface \[s\].
const CREEP: f64 = 5e-4;
/// The slip of a ball on a curved surface that counts as none, in parts of its speed.
const LEAST_SLIP: f64 = 1e-7;
/// The shortest leg at rest under a pull that grows \[s\].
const SHORTEST_REST: f64 = 1e-6;
/// The angle by which a slip may turn within a leg \[rad\].
const MOST_TURN: f64 = 1.0 / 64.0;

/// A law whose motion stays along surfaces: across them the velocity is constant, and so is what acts along them by it.
fn law_along<T: RealField + Copy, const D: usize>(
    law: &LinearLaw<T, D>,
    along: &SMatrix<T, D, D>,
    position: &SVector<T, D>,
    velocity: &SVector<T, D>,
) -> LinearLaw<T, D> {
    let off = position - along * position;
    let rising = velocity - along * velocity;
    let (damping, stiffness) = (law.damping, law.stiffness_per_mass);
    let mut held = *law;
    held.constant = along * (law.constant + law.gyration * rising + law.tide * off)
        + rising * damping
        + off * stiffness;
    held.ramp = along * (law.ramp + law.tide * rising) + rising * stiffness;
    if !law.is_isotropic() {
        held.gyration = along * law.gyration * along;
        held.tide = along * law.tide * along;
    }
    held
}

/// When a flight along a surface passes an edge of it \[s\].
fn edge<T: Real<D>, const D: usize>(
    held: &Held<T, D>,
    leg: &PathLeg<T, D>,
    start: f64,
    obstacles: &dyn Obstacles<T, D>,
) -> Option<T> {
    let part = held.part?;
    let obstacle = obstacles.obstacle(held.number, start)?;
    let flight = obstacle.seen_from_here(&leg.flight);
    let times = part
        .edges
        .iter()
        .flatten()
        .filter_map(|edge: &Plane<T, D>| {
            let height = flight.height_over(edge);
            let (above, rate) = crate::ballistics::Height::at(&height, 0.0);
            let tolerance = flight.tolerance(edge, T::zero());
            if above >= -tolerance && rate > 0.0 {
                return Some(T::zero());
            }
            let end = to_f64(leg.limit);
            let mut times = CrossingTimes::new(height, Crossing::Ascending, 0.0, end, tolerance);
            times.next().map(from_f64)
        });
    times.reduce(T::min)
}

impl<T: Real<D>, const D: usize> PathLeg<T, D> {
    /// A leg that nothing but a touch ends.
    pub(super) fn endless(flight: LawFlight<T, D>, kind: LegKind, spin: LegSpin<T, D>) -> Self {
        Self {
            flight,
            kind,
            spin,
            limit: from_f64(f64::INFINITY),
            change: Change::Continues,
            opposed: None,
            is_rough: false,
        }
    }

    /// Ends it at a time \[s\], if it does not end before.
    pub(super) fn end_at(&mut self, time: T, change: Change) {
        if time < self.limit {
            (self.limit, self.change) = (time.max(T::zero()), change);
        }
    }

    /// Ends it where a speed that is not negative at its start becomes zero. The function returns the speed and its rate.
    ///
    /// Without swings the speed has at most one turn, and spans that double find its zero.
    pub(super) fn end_at_zero(
        &mut self,
        speed: impl Fn(f64) -> (f64, f64),
        swing: f64,
        change: Change,
    ) {
        let (start, rate) = speed(0.0);
        let longest = 0.125 / swing;
        let mut to = if rate < 0.0 && start > 0.0 {
            -start / rate
        } else {
            longest.min(1.0)
        };
        let mut from = 0.0;
        // a speed of zero that grows is positive at first
        if start <= 0.0 {
            while speed(to).0 <= 0.0 && to > 1e-12 {
                to *= 0.5;
            }
            from = to;
        }
        for _ in 0..MOST_SPANS {
            if speed(to).0 < 0.0 {
                let zero = root_between(&speed, (from, to), false, None);
                self.end_at(from_f64(zero), change);
                return;
            }
            let next = to + to.min(longest);
            if !(next < f64::MAX && next > to) || to >= to_f64(self.limit) {
                return;
            }
            (from, to) = (to, next);
        }
        if longest < f64::INFINITY {
            self.end_at(from_f64(to), Change::Continues);
        }
    }
}

/// The most spans in which a zero is searched for.
const MOST_SPANS: usize = 2048;
