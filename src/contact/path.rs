//! The path of one body from contact to contact.

use nalgebra::{ComplexField, RealField, SVector};

use super::corner::Corner;
use super::error::ContactError;
use super::ground::GroundMotion;
use super::held::HeldSet;
use super::moving_ground::gained;
use super::obstacle::{FoundTouch, Obstacles, TouchSearch};
use super::turning::Opposed;
use crate::ballistics::{LawFlight, Trajectory};
use crate::flow::LinearLaw;
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;

/// The form of a body, as contacts know it: a point, or a ball.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shape<T> {
    /// \[m\]
    pub(super) radius: T,
    /// Inertia per mass, the square of the radius of gyration \[m²\]; zero for a body that does not turn.
    pub(super) inertia: T,
}

impl<T: RealField + Copy> Shape<T> {
    pub(super) fn point() -> Self {
        Self {
            radius: T::zero(),
            inertia: T::zero(),
        }
    }

    /// Whether forces along a surface turn it.
    pub(super) fn turns(&self) -> bool {
        self.radius > T::zero() && self.inertia > T::zero()
    }

    /// The change of the velocity of the touching point by an impulse of 1 m/s along the surface: `1 + r²/i`.
    pub(super) fn mobility(&self) -> T {
        if self.turns() {
            T::one() + self.radius * self.radius / self.inertia
        } else {
            T::one()
        }
    }
}

/// Position, velocity and angular velocity of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PathState<T: Real<D>, const D: usize> {
    pub(super) position: SVector<T, D>,
    pub(super) velocity: SVector<T, D>,
    pub(super) spin: T::Axial,
}

/// How the angular velocity changes along a leg.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum LegSpin<T: Real<D>, const D: usize> {
    Constant,
    /// By friction f: `ω' = arm × f`, with `∫ f dt = a t + b t²/2`.
    Sliding {
        arm: SVector<T, D>,
        force: SVector<T, D>,
        growth: SVector<T, D>,
    },
    /// With the velocity: `ω = ω_n n + n × (v - w - a t - j t²/2) / r`, on a surface of velocity w, acceleration a and jerk j.
    Rolling {
        normal: SVector<T, D>,
        surface: SVector<T, D>,
        rates: (SVector<T, D>, SVector<T, D>),
    },
}

/// How a body moves along a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum LegKind {
    /// Through the air.
    Flight,
    /// Along a surface, over which its lowest point slides.
    Slide,
    /// Along a surface, without sliding.
    Roll,
    /// It rests on a surface.
    Rest,
}

/// What ends a leg, other than a touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// The sliding ends: the body rolls, rests, or slides back.
    Sticks,
    /// The rolling ends.
    Stops,
    /// The pull towards the surface ends.
    Lifts,
    /// A surface ends: the one at this place among those that hold the body.
    Edge(usize),
    /// Nothing: the closed form holds no further.
    Continues,
}

/// The motion of a body until something happens to it, in closed form.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PathLeg<T: Real<D>, const D: usize> {
    pub(super) flight: LawFlight<T, D>,
    pub(super) kind: LegKind,
    pub(super) spin: LegSpin<T, D>,
    /// When the leg ends without a touch \[s\]; may be infinite.
    pub(super) limit: T,
    pub(super) change: Change,
    /// What friction opposes where the motion turns, and the friction \[m/s²\].
    pub(super) opposed: Option<(Opposed<T, D>, T)>,
    /// Whether the flight is off the surfaces that hold the body by more than rounding.
    pub(super) is_rough: bool,
}

/// The path of one body from contact to contact.
///
/// A leg depends on the state at its start alone, and so does its end: the search for touches looks at spans that begin with
/// the leg, whoever asks for how long. Steps of any length therefore give the same contacts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BodyPath<T: Real<D>, const D: usize> {
    /// The law on the body, its constant part as at the start of the leg.
    pub(super) law: LinearLaw<T, D>,
    pub(super) shape: Shape<T>,
    /// The time at which the leg starts \[s\].
    pub(super) start: f64,
    pub(super) initial: PathState<T, D>,
    pub(super) held: HeldSet<T, D>,
    /// The obstacle on which the leg starts, and its normal.
    pub(super) touched: Option<(usize, SVector<T, D>)>,
    /// The corner of a surface without flat parts that it is in, or was in last.
    pub(super) corner: Corner<T, D>,
    /// An obstacle that it does not touch before a time of the leg \[s\]: one that it passes through until it touches another, or
    /// one that it has just left.
    pub(super) passing: Option<(usize, T)>,
    /// While the last of infinitely many bounces end: for how long \[s\], and with what part of its weight the body slides.
    pub(super) settling: Option<(T, T)>,
    pub(super) leg: PathLeg<T, D>,
    /// Until when no touch was found \[s\].
    searched: T,
    found: Option<FoundTouch<T, D>>,
    /// The largest coordinate so far \[m\]: positions are rounded by an ε of it.
    pub(super) extent: T,
}

impl<T: Real<D>, const D: usize> BodyPath<T, D> {
    /// The path from a state at a time \[s\].
    pub(super) fn new(
        law: LinearLaw<T, D>,
        initial: PathState<T, D>,
        shape: Shape<T>,
        start: f64,
        obstacles: &dyn Obstacles<T, D>,
    ) -> Result<Self, ContactError<T>> {
        let flight = law.launch(initial.position, initial.velocity);
        let leg = PathLeg::endless(flight, LegKind::Flight, LegSpin::Constant);
        let mut path = Self {
            law,
            shape,
            start,
            initial,
            held: HeldSet::none(),
            touched: None,
            corner: Corner::none(),
            passing: None,
            settling: None,
            leg,
            searched: T::zero(),
            found: None,
            extent: initial.position.amax(),
        };
        path.push_out(obstacles);
        path.settle_where_it_rests(obstacles)?;
        path.begin_leg(obstacles);
        Ok(path)
    }

    /// The state at a time after the start of the leg \[s\].
    pub(super) fn state_at(&self, time: T) -> PathState<T, D> {
        let mut at = self.leg.flight.at(time);
        let mut pushed = SVector::zeros();
        if let Some((opposed, friction)) = &self.leg.opposed
            && let Some((once, twice)) = opposed.beyond_linear(time)
        {
            pushed = once * *friction;
            at.velocity -= pushed;
            at.position -= twice * *friction;
        }
        let spin = match self.leg.spin {
            LegSpin::Constant => self.initial.spin,
            LegSpin::Sliding { arm, force, growth } => {
                let half: T = nalgebra::convert(0.5);
                let linear = (force + growth * (time * half)) * time;
                self.initial.spin + T::cross(&arm, &(linear + pushed))
            }
            LegSpin::Rolling {
                normal,
                surface,
                rates,
            } => {
                let surface = surface + gained(&rates, time);
                self.rolling_spin(&normal, &(at.velocity - surface))
            }
        };
        PathState {
            position: at.position,
            velocity: at.velocity,
            spin,
        }
    }

    /// The mean of the angular velocity between two times of the leg \[s\].
    pub(super) fn mean_spin(&self, from: T, to: T) -> T::Axial {
        match self.leg.spin {
            LegSpin::Constant => self.initial.spin,
            LegSpin::Sliding { arm, force, growth } => {
                // the means of t and t²/2
                let [half, sixth]: [T; 2] = [0.5, 1.0 / 6.0].map(from_f64);
                let squares = from * from + from * to + to * to;
                let pushed = force * ((from + to) * half) + growth * (squares * sixth);
                self.initial.spin + T::cross(&arm, &pushed)
            }
            LegSpin::Rolling {
                normal,
                surface,
                rates,
            } => {
                let flight = &self.leg.flight;
                let middle = (from + to) * nalgebra::convert(0.5);
                let surface = surface + gained(&rates, middle);
                let moved = flight.position(to) - flight.position(from);
                self.rolling_spin(&normal, &(moved / (to - from) - surface))
            }
        }
    }

    /// The angular velocity of rolling with a velocity \[m/s\] over a surface; the part along the normal stays.
    pub(super) fn rolling_spin(
        &self,
        normal: &SVector<T, D>,
        velocity: &SVector<T, D>,
    ) -> T::Axial {
        let old = self.initial.spin;
        let pivoting = old - T::cross(normal, &T::sweep(&old, normal));
        let inverse = T::one() / self.shape.radius;
        pivoting + T::cross(&(normal * inverse), velocity)
    }

    /// Starts a leg from the state `initial`.
    pub(super) fn begin_leg(&mut self, obstacles: &dyn Obstacles<T, D>) {
        self.searched = T::zero();
        self.found = None;
        self.leg = match GroundMotion::of(self, obstacles) {
            Some(motion) => motion.leg(self, obstacles),
            None => {
                let flight = (self.law).launch(self.initial.position, self.initial.velocity);
                PathLeg::endless(flight, LegKind::Flight, LegSpin::Constant)
            }
        };
    }

    /// When the leg ends, if that is not after `time`; both from its start \[s\].
    pub(super) fn end_before(
        &mut self,
        time: T,
        obstacles: &dyn Obstacles<T, D>,
    ) -> Result<Option<T>, ContactError<T>> {
        let limit = self.leg.limit;
        let mut count = 0;
        while self.found.is_none() && self.searched < time && self.searched < limit {
            let to = self.window_end().min(limit);
            if count >= MOST_WINDOWS || to <= self.searched {
                let time = self.searched;
                return Err(ContactError::TooMany { count, time });
            }
            count += 1;
            self.found = self.first_touch((self.searched, to), obstacles)?;
            self.searched = to;
        }
        let end = self.found.map_or(limit, |found| found.time);
        Ok((end <= time).then_some(end))
    }

    /// The touch that ends the leg, if one does.
    pub(super) fn found(&self) -> Option<FoundTouch<T, D>> {
        self.found
    }

    /// The first touch of any obstacle within a span.
    fn first_touch(
        &self,
        (from, to): (T, T),
        obstacles: &dyn Obstacles<T, D>,
    ) -> Result<Option<FoundTouch<T, D>>, ContactError<T>> {
        let raised = self.raised(to);
        let is_start = from == T::zero();
        let side = self.touched.filter(|_| is_start);
        let search = TouchSearch {
            flight: self.leg.flight,
            raised,
            rounding: 4.0 * to_f64(self.extent * T::default_epsilon()),
            radius: self.shape.radius,
            held: &self.held,
            corner: is_start.then_some(&self.corner),
            passing: self.passing,
            number: 0,
            side: None,
        };
        first_of_all(&search, side, self.start, (from, to), obstacles)
    }

    /// The place at which a body stops that other forces have moved from one point to another through a surface \[m\]; none if
    /// nothing is between. A search that fails finds nothing.
    pub(super) fn stop_between(
        &self,
        from: &SVector<T, D>,
        to: &SVector<T, D>,
        obstacles: &dyn Obstacles<T, D>,
    ) -> Option<SVector<T, D>> {
        let straight = LinearLaw::free().launch(*from, to - from);
        let held = HeldSet::none();
        let search = TouchSearch {
            flight: straight,
            raised: straight,
            rounding: 4.0 * to_f64(self.extent * T::default_epsilon()),
            radius: self.shape.radius,
            held: &held,
            corner: None,
            passing: self.passing,
            number: 0,
            side: None,
        };
        let whole = (T::zero(), T::one());
        let found = first_of_all(&search, None, self.start, whole, obstacles);
        Some(straight.position(found.ok()??.time))
    }

    /// The flight of this leg, raised off the surfaces that hold the body by more than rounding until a time \[s\].
    fn raised(&self, until: T) -> LawFlight<T, D> {
        let flight = self.leg.flight;
        if self.held.is_empty() {
            return flight;
        }
        let start = flight.at(T::zero());
        let until = until.min(nalgebra::convert(1e6));
        let reach = flight.acceleration(T::zero()).norm() * until * until;
        let size = start.position.amax() + start.velocity.norm() * until + reach;
        let rounding = T::default_epsilon() * nalgebra::convert(RAISE);
        let height = if self.leg.is_rough {
            size * rounding.max(nalgebra::convert(ROUGH))
        } else {
            size * rounding
        };
        let up = (self.held.iter()).fold(SVector::zeros(), |sum, held| sum + held.normal);
        flight.translated(&(up * height))
    }

    /// The end of the next span in which touches are searched for: the first is at most a quarter of a second long, and
    /// at most 16 radians of the law; later ones double what is searched.
    fn window_end(&self) -> T {
        let swing = swing(&self.law);
        let longest = 16.0 / swing;
        let first = (16.0 / (swing + to_f64(self.law.damping.abs()))).min(0.25);
        let searched = to_f64(self.searched);
        from_f64(searched + searched.min(longest).max(first))
    }
}

/// The first touch of any obstacle within a span. The body has just touched the obstacle of a number and normal, if that is given.
fn first_of_all<T: RealField + Copy, const D: usize>(
    search: &TouchSearch<'_, T, D>,
    touched: Option<(usize, SVector<T, D>)>,
    start: f64,
    (from, to): (T, T),
    obstacles: &dyn Obstacles<T, D>,
) -> Result<Option<FoundTouch<T, D>>, ContactError<T>> {
    let mut first: Option<FoundTouch<T, D>> = None;
    for number in 0..obstacles.count() {
        let Some(obstacle) = obstacles.obstacle(number, start) else {
            continue;
        };
        let passing = search.passing.filter(|passing| passing.0 == number);
        let from = passing.map_or(from, |(_, until)| from.max(until));
        let last = first.map_or(to, |first| first.time);
        if last <= from {
            continue;
        }
        let side = (touched.filter(|touched| touched.0 == number)).map(|(_, normal)| normal);
        let search = TouchSearch {
            number,
            side,
            ..*search
        };
        let touch = obstacle.first_touch(&search, (from, last));
        if let Some((time, normal)) = touch.map_err(|error| error.at(number))? {
            first = Some(FoundTouch {
                time,
                number,
                normal,
            });
        }
    }
    Ok(first)
}

/// The most spans of a leg that one call searches.
const MOST_WINDOWS: usize = 100_000;

/// How far a body on a surface is raised off it for the search for others, in rounding errors of coordinates.
const RAISE: f64 = 256.0;
/// The same for a flight that follows surfaces that move, in parts of coordinates.
const ROUGH: f64 = 1e-9;

/// The rate at which a law swings and turns a body \[rad/s\]; zero if it does neither.
pub(super) fn swing<T: RealField + Copy, const D: usize>(law: &LinearLaw<T, D>) -> f64 {
    let law = law.wide();
    ComplexField::sqrt(law.stiffness_per_mass.abs() + law.tide.norm()) + law.gyration.norm()
}

/// An axial quantity times a number.
pub(super) fn scaled<T: Real<D>, const D: usize>(axial: &T::Axial, by: T) -> T::Axial {
    T::axial_from(T::axial_numbers(axial).map(|number| number * by))
}
