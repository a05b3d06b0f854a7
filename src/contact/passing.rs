//! What happens at the end of a leg: touches, and changes of the motion along a surface.

use nalgebra::{ComplexField, SVector};

use super::Answer;
use super::error::ContactError;
use super::held::Held;
use super::impulse::Approach;
use super::obstacle::{FoundTouch, Obstacle, Obstacles, Touching};
use super::path::{BodyPath, Change, LegKind, PathState, Shape, scaled};
use crate::ballistics::{FlatPart, Plane};
use crate::numbers::{from_f64, to_f64};
use crate::space::Real;

/// What happens to a body at a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ContactKind {
    /// It bounces off.
    Bounce,
    /// It stays on the surface, and moves along it: infinitely many bounces have ended, or it does not bounce.
    Settle,
    /// It begins to slide over the surface.
    Slide,
    /// Its sliding ends, and it rolls on.
    Roll,
    /// It comes to rest on the surface.
    Rest,
    /// It leaves the surface without a bounce: over an edge, or pulled off.
    Leave,
    /// It passes through the surface, as the answer to the contact says.
    Pass,
}

/// What happened at the end of a leg.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Passed<T, const D: usize> {
    pub(super) kind: ContactKind,
    /// The number of the obstacle.
    pub(super) number: usize,
    /// Unit normal, on the side of the body.
    pub(super) normal: SVector<T, D>,
    /// Change of the velocity of the body by the impulse \[m/s\].
    pub(super) push: SVector<T, D>,
}

impl<T: Real<D>, const D: usize> BodyPath<T, D> {
    /// Ends the leg after a time \[s\] at which [`end_before`](Self::end_before) says that it ends, and starts the next one.
    pub(super) fn pass(
        &mut self,
        time: T,
        obstacles: &dyn Obstacles<T, D>,
    ) -> Result<Option<Passed<T, D>>, ContactError<T>> {
        let kind = self.leg.kind;
        self.go_to(time);
        let touched = self.touched.take();
        // the bounces go on where a leg ends before them
        let settling = self.settling.take();
        self.settling = settling
            .map(|(rest, weight)| (rest - time, weight))
            .filter(|(rest, _)| *rest > T::zero() && self.found().is_none());
        let settling = settling.filter(|_| self.settling.is_none());
        let first = self.held.iter().next().copied();
        let passed = match self.found().filter(|found| found.time == time) {
            Some(found) => {
                let again = time == T::zero() && touched.is_some_and(|last| last.0 == found.number);
                self.touch(&found, again, obstacles)?
            }
            None => {
                self.change(settling.is_some(), obstacles);
                None
            }
        };
        self.begin_leg(obstacles);
        let now = self.leg.kind;
        if let Some(passed) = passed {
            let comes_to_rest = passed.kind == ContactKind::Settle && now == LegKind::Rest;
            let kind = if comes_to_rest {
                ContactKind::Rest
            } else {
                passed.kind
            };
            return Ok(Some(Passed { kind, ..passed }));
        }
        let Some(Held { number, normal, .. }) = first else {
            return Ok(None);
        };
        let kind = match now {
            LegKind::Slide | LegKind::Roll if settling.is_some() => ContactKind::Settle,
            LegKind::Rest if settling.is_some() => ContactKind::Rest,
            _ if now == kind => return Ok(None),
            LegKind::Flight => ContactKind::Leave,
            LegKind::Slide => ContactKind::Slide,
            LegKind::Roll => ContactKind::Roll,
            LegKind::Rest => ContactKind::Rest,
        };
        let push = SVector::zeros();
        Ok(Some(Passed {
            kind,
            number,
            normal,
            push,
        }))
    }

    /// Moves the start to a time of the leg \[s\].
    fn go_to(&mut self, time: T) {
        self.initial = self.state_at(time);
        self.extent = self.extent.max(self.initial.position.amax());
        self.start += to_f64(time);
        self.law.constant += self.law.ramp * time;
        self.passing = (self.passing.map(|(number, until)| (number, until - time)))
            .filter(|(_, until)| *until > T::zero());
    }

    /// Ends the leg by a blow at a time \[s\], which gives the body a velocity and a spin. A body that the blow does not lift stays
    /// on its surfaces.
    pub(super) fn strike(
        &mut self,
        time: T,
        (velocity, spin): (SVector<T, D>, T::Axial),
        obstacles: &dyn Obstacles<T, D>,
    ) {
        self.go_to(time);
        (self.initial.velocity, self.initial.spin) = (velocity, spin);
        (self.touched, self.settling, self.passing) = (None, None, None);
        self.push_off_held(None, obstacles);
        self.begin_leg(obstacles);
    }

    /// The end of a leg without a touch: of the last bounces, if it has `settled`.
    fn change(&mut self, settled: bool, obstacles: &dyn Obstacles<T, D>) {
        let along = self.held.along();
        let Some(first) = self.held.iter().next().copied() else {
            return;
        };
        let obstacle = obstacles.obstacle(first.number, self.start);
        let surface = obstacle.map_or_else(SVector::zeros, |obstacle| obstacle.velocity);
        let moving = along * (self.initial.velocity - surface);
        let gliding = moving - along * first.belt;
        let turns = self.shape.turns() && self.held.iter().count() == 1;
        match self.leg.change {
            Change::Sticks if turns => {
                self.initial.spin = self.rolling_spin(&first.normal, &gliding);
            }
            Change::Sticks => self.initial.velocity -= gliding,
            Change::Stops => {
                self.initial.velocity -= gliding;
                self.initial.spin = self.rolling_spin(&first.normal, &SVector::zeros());
            }
            Change::Lifts => {
                self.held.remove(&first.normal);
                if let Some(obstacle) = obstacle {
                    self.passing = Some((first.number, self.time_off(&obstacle, &first.normal)));
                }
            }
            Change::Edge(place) => {
                // past the edge by more than rounding
                let position = &mut self.initial.position;
                let size = position.amax() * T::default_epsilon();
                let step: T = size * nalgebra::convert(PAST_EDGE);
                if let Some(direction) = moving.try_normalize(T::zero()) {
                    *position += direction * step;
                }
                let over = self.held.iter().nth(place).copied().unwrap_or(first);
                self.held.remove(&over.normal);
            }
            // the bounces have ended: it stays
            Change::Continues if settled => {}
            Change::Continues => {
                if let Some(held) = self.held.take_curved() {
                    self.follow_curve(&held, obstacles);
                }
                self.follow_moving(obstacles);
            }
        }
    }

    /// How long a body that a surface has just ceased to press on is off it by less than rounding \[s\]: its height is `j t³/6`.
    fn time_off(&self, obstacle: &Obstacle<'_, T, D>, normal: &SVector<T, D>) -> T {
        let free = self
            .law
            .launch(self.initial.position, self.initial.velocity);
        let (_, jerk) = free.acceleration_and_jerk(T::zero());
        let jerk = to_f64(normal.dot(&(jerk - obstacle.rates().1)));
        let height = OFF * to_f64(self.extent * T::default_epsilon());
        if jerk > 0.0 {
            from_f64(ComplexField::cbrt(6.0 * height / jerk))
        } else {
            T::zero()
        }
    }

    /// Puts a body that has moved along surfaces that move under laws back onto them.
    fn follow_moving(&mut self, obstacles: &dyn Obstacles<T, D>) {
        let held = self.held;
        for held in held.iter() {
            let obstacle = obstacles.obstacle(held.number, self.start);
            let Some(obstacle) = obstacle.filter(|obstacle| obstacle.motion.is_some()) else {
                continue;
            };
            self.snap(&obstacle, held.part.as_ref(), &held.normal);
            let rising = (held.normal).dot(&(self.initial.velocity - obstacle.velocity));
            self.initial.velocity -= held.normal * rising;
        }
    }

    /// Puts a body that has crept along a tangent plane back onto the curved surface.
    fn follow_curve(&mut self, held: &Held<T, D>, obstacles: &dyn Obstacles<T, D>) {
        let Some(obstacle) = obstacles.obstacle(held.number, self.start) else {
            return;
        };
        let seen = self.initial.position - obstacle.moved;
        let Some((position, normal)) = obstacle.onto((&seen, self.shape.radius), &held.normal)
        else {
            return;
        };
        self.initial.position = position + obstacle.moved;
        self.touched = Some((held.number, normal));
        let speed = normal.dot(&(self.initial.velocity - obstacle.velocity));
        if speed < T::zero() {
            self.initial.velocity -= normal * speed;
        }
    }

    /// A touch: the impulse, and whether the body stays on the surface, as it does if it has not left since it touched `again`.
    fn touch(
        &mut self,
        found: &FoundTouch<T, D>,
        again: bool,
        obstacles: &dyn Obstacles<T, D>,
    ) -> Result<Option<Passed<T, D>>, ContactError<T>> {
        let FoundTouch { number, normal, .. } = *found;
        let Some(mut obstacle) = obstacles.obstacle(number, self.start) else {
            return Ok(None);
        };
        let answer = self.answer(&obstacle, (number, &normal), obstacles)?;
        if answer.passes {
            self.initial.velocity += answer.push;
            self.passing = Some((number, from_f64(f64::INFINITY)));
            self.push_off_held(Some((number, normal)), obstacles);
            return Ok(Some(Passed {
                kind: ContactKind::Pass,
                number,
                normal,
                push: answer.push,
            }));
        }
        self.passing = None;
        obstacle.contact = answer.contact;
        let belt = answer.belt_along(&normal);
        let part = self.flat_part(&obstacle, &normal);
        self.snap(&obstacle, part.as_ref(), &normal);
        if part.is_none() && self.shape.radius == T::zero() {
            let point = self.initial.position - obstacle.moved;
            let off = obstacle.off(self.extent) * nalgebra::convert(OFF_CORNER);
            self.corner.touch(number, (point, normal), off);
        }
        let push = self.bounce(&obstacle, &normal, &belt) + answer.push;
        self.initial.velocity += answer.push;
        self.push_off_held(Some((number, normal)), obstacles);
        let pull = -normal.dot(&self.acceleration_seen_by(&obstacle));
        let state = &self.initial;
        let speed = normal.dot(&(state.velocity - obstacle.velocity));
        self.touched = Some((number, normal));
        let mut kind = ContactKind::Bounce;
        let leaving = (to_f64(speed), to_f64(pull));
        // over a hollow a hop is shorter than its speed says
        let is_short =
            part.is_none() && 2.0 * leaving.0 < self.shortest_hop(&obstacle, leaving.1) * leaving.1;
        let stays = is_short || self.settles(&obstacle, &normal, leaving);
        let has_not_left = again && push.iter().all(T::is_zero) && pull > T::zero();
        if (stays || has_not_left)
            && (part.is_some() || !self.hops(&obstacle, &normal, (speed, pull)))
        {
            self.held.insert(Held {
                number,
                normal,
                part,
                contact: answer.contact,
                belt,
            });
            self.settle(&obstacle, (speed, pull));
            if self.settling.is_none() {
                kind = ContactKind::Settle;
            }
        }
        Ok(Some(Passed {
            kind,
            number,
            normal,
            push,
        }))
    }

    /// The acceleration of the body by its law, as seen from an obstacle \[m/s²\].
    fn acceleration_seen_by(&self, obstacle: &Obstacle<'_, T, D>) -> SVector<T, D> {
        let PathState {
            position, velocity, ..
        } = &self.initial;
        self.law.acceleration(position, velocity, T::zero()) - obstacle.rates().0
    }

    /// What happens where the body touches an obstacle.
    fn answer(
        &self,
        obstacle: &Obstacle<'_, T, D>,
        (number, normal): (usize, &SVector<T, D>),
        obstacles: &dyn Obstacles<T, D>,
    ) -> Result<Answer<T, D>, ContactError<T>> {
        let answer = obstacles.answer(&Touching {
            number,
            time: self.start,
            point: self.initial.position - normal * self.shape.radius,
            normal: *normal,
            velocity: self.initial.velocity - obstacle.velocity,
            contact: obstacle.contact,
        });
        let surface = number;
        (answer.is_valid().then_some(answer)).ok_or(ContactError::Answer { surface })
    }

    /// The flat part of an obstacle where the body touches it, for its centre.
    fn flat_part(
        &self,
        obstacle: &Obstacle<'_, T, D>,
        normal: &SVector<T, D>,
    ) -> Option<FlatPart<T, D>> {
        let point = self.initial.position - normal * self.shape.radius - obstacle.moved;
        obstacle.surface.flat_part(&point, normal)
    }

    /// Moves the body onto the surface, which it is off by rounding.
    fn snap(
        &mut self,
        obstacle: &Obstacle<'_, T, D>,
        part: Option<&FlatPart<T, D>>,
        normal: &SVector<T, D>,
    ) {
        let Some(part) = part else { return };
        let arm = normal * self.shape.radius + obstacle.moved;
        let foot = part.plane.foot(&(self.initial.position - arm));
        self.initial.position = foot + arm;
    }

    /// Applies the impulse of a touch; returns the change of the velocity.
    fn bounce(
        &mut self,
        obstacle: &Obstacle<'_, T, D>,
        normal: &SVector<T, D>,
        belt: &SVector<T, D>,
    ) -> SVector<T, D> {
        let shape = self.shape;
        let arm = -normal * shape.radius;
        let state = &mut self.initial;
        let sweep = if shape.turns() {
            T::sweep(&state.spin, &arm)
        } else {
            SVector::zeros()
        };
        // an impulse on a mass of 1 kg is a change of velocity
        let mobility = shape.mobility();
        let relative = state.velocity - obstacle.velocity - belt;
        let approach = Approach::new(relative, *normal, T::one());
        let push = approach.map_or_else(SVector::zeros, |approach| {
            (approach.sweeping(&sweep)).impulse(&obstacle.contact, |push| push * mobility)
        });
        state.velocity += push;
        if shape.turns() {
            state.spin += scaled::<T, D>(&T::cross(&arm, &push), T::one() / shape.inertia);
        }
        push
    }

    /// After an impulse, by the surface `by` or another body: leaves the surfaces that it pushes the body off. Pushed into
    /// others, the body stops on them, or bounces off them if the impulse is that of another body.
    fn push_off_held(
        &mut self,
        by: Option<(usize, SVector<T, D>)>,
        obstacles: &dyn Obstacles<T, D>,
    ) {
        let held = self.held;
        let is_by = |held: &Held<T, D>| {
            by.is_some_and(|(number, normal)| held.number == number && held.is_like(&normal))
        };
        for other in held.iter().filter(|held| !is_by(held)) {
            let Some(mut obstacle) = obstacles.obstacle(other.number, self.start) else {
                continue;
            };
            obstacle.contact = other.contact;
            let state = self.initial;
            let rising = other.normal.dot(&(state.velocity - obstacle.velocity));
            let acceleration = self.acceleration_seen_by(&obstacle);
            let speed = (
                to_f64(rising.abs()),
                -to_f64(other.normal.dot(&acceleration)),
            );
            let stays = self.settles(&obstacle, &other.normal, speed);
            if rising > T::zero() && !stays {
                self.held.remove(&other.normal);
            } else if by.is_none() && !stays {
                // another body pushes it into the surface: it touches that at once
                self.held.remove(&other.normal);
                self.touched = Some((other.number, other.normal));
            } else {
                self.initial.velocity -= other.normal * rising;
            }
        }
    }

    /// Whether a body that leaves with a speed along the normal, and is pulled back, stays: the next bounce rises by no more
    /// than rounding, or all bounces end within `8 √ε` seconds.
    fn settles(
        &self,
        obstacle: &Obstacle<'_, T, D>,
        normal: &SVector<T, D>,
        (speed, pull): (f64, f64),
    ) -> bool {
        if pull <= 0.0 {
            return false;
        }
        let plane = Plane::through(self.initial.position, *normal);
        let of_path = 4.0 * to_f64(self.extent * T::default_epsilon());
        let rounding = plane.tolerance(&self.initial.position).max(of_path);
        let short = 8.0 * ComplexField::sqrt(to_f64(T::default_epsilon()));
        let loss = 1.0 - to_f64(obstacle.contact.restitution);
        speed * speed <= 128.0 * rounding * pull || 2.0 * speed <= short * pull * loss
    }

    /// The shortest hop on a curved surface \[s\], under a pull \[m/s²\]: it rises far beyond rounding, also over a hollow.
    fn shortest_hop(&self, obstacle: &Obstacle<'_, T, D>, pull: f64) -> f64 {
        let rounding = to_f64(obstacle.off(self.extent));
        // on level ground a hop of time t rises by g t²/8
        HOP.max(ComplexField::sqrt(8.0 * LEAST_RISE * rounding / pull))
    }

    /// On a curved surface: hops on, if it moves along the surface. The energy of the hop is taken from the motion along the
    /// surface.
    fn hops(
        &mut self,
        obstacle: &Obstacle<'_, T, D>,
        normal: &SVector<T, D>,
        (speed, pull): (T, T),
    ) -> bool {
        let shortest: T = from_f64(0.5 * self.shortest_hop(obstacle, to_f64(pull)));
        let hop = (pull * shortest).max(speed);
        let relative = self.initial.velocity - obstacle.velocity;
        let along = relative - normal * speed;
        let (energy, price) = (along.norm_squared(), hop * hop - speed * speed);
        if energy < price * nalgebra::convert(4.0) {
            return false;
        }
        let kept = (T::one() - price / energy).sqrt();
        self.initial.velocity = obstacle.velocity + along * kept + normal * hop;
        // falling onto the surface and leaving it is what the weight does to it in the meantime
        self.resist_rolling(obstacle, normal, hop + hop);
        true
    }

    /// Rolling resistance during an impulse along the normal \[m/s\], as a blow on the spin: `Δω = -ρ r N/i`. Friction passes it on
    /// to the velocity at the next touch.
    fn resist_rolling(
        &mut self,
        obstacle: &Obstacle<'_, T, D>,
        normal: &SVector<T, D>,
        impulse: T,
    ) {
        let Shape { radius, inertia } = self.shape;
        let resistance = obstacle.contact.rolling * impulse;
        if !(self.shape.turns() && resistance > T::zero()) {
            return;
        }
        let rolling = T::sweep(&self.initial.spin, &(normal * radius));
        if let Some(direction) = rolling.try_normalize(T::zero()) {
            let most = rolling.norm();
            let lost = (resistance * radius * radius / inertia).min(most);
            self.initial.spin += T::cross(&(normal / -radius), &(direction * lost));
        }
    }

    /// Lets the body stay on the surface. The rest of infinitely many bounces, the first of speed v, takes `2 v/(g (1 - e))`, and
    /// their impulses sum to `(1 + e) v/(1 - e)`: it slides for this time with `(1 + e)/2` of its weight.
    fn settle(&mut self, obstacle: &Obstacle<'_, T, D>, (speed, pull): (T, T)) {
        let restitution = obstacle.contact.restitution;
        let rest = speed * nalgebra::convert(2.0) / (pull * (T::one() - restitution));
        let weight = (T::one() + restitution) * nalgebra::convert(0.5);
        self.settling = (rest > T::zero() && rest.is_finite()).then_some((rest, weight));
        let gliding = self.held.along() * (self.initial.velocity - obstacle.velocity);
        self.initial.velocity = obstacle.velocity + gliding;
    }

    /// Pushes a ball that starts in surfaces out of them, one after the other.
    pub(super) fn push_out(&mut self, obstacles: &dyn Obstacles<T, D>) {
        for number in 0..obstacles.count() {
            let obstacle = obstacles.obstacle(number, self.start);
            let position = &mut self.initial.position;
            let way = obstacle.and_then(|obstacle| obstacle.way_out(position, self.shape.radius));
            if let Some(way) = way {
                *position += way;
            }
        }
    }

    /// A body that starts at rest on a surface, or moves along it, stays on it. One that starts on a surface and moves off it, or
    /// into it, counts as one that has just touched it.
    pub(super) fn settle_where_it_rests(
        &mut self,
        obstacles: &dyn Obstacles<T, D>,
    ) -> Result<(), ContactError<T>> {
        let velocity = self.initial.velocity;
        for number in 0..obstacles.count() {
            let Some(obstacle) = obstacles.obstacle(number, self.start) else {
                continue;
            };
            let acceleration = self.acceleration_seen_by(&obstacle);
            let Some(normal) = self.normal_of_support(&obstacle, number, &acceleration)? else {
                continue;
            };
            let relative = velocity - obstacle.velocity;
            let rising = normal.dot(&relative);
            let rounding = (velocity.norm() + obstacle.velocity.norm()) * T::default_epsilon();
            let is_met = obstacle
                .only_from
                .is_none_or(|side| normal.dot(&side) > T::zero());
            if !is_met || normal.dot(&acceleration) >= T::zero() {
                continue;
            }
            if rising.abs() > rounding * nalgebra::convert(16.0) {
                // on the surface to rounding, and about to leave or to touch it: not inside
                self.touched.get_or_insert((number, normal));
            } else {
                let answer = self.answer(&obstacle, (number, &normal), obstacles)?;
                if answer.passes {
                    continue;
                }
                let part = self.flat_part(&obstacle, &normal);
                self.snap(&obstacle, part.as_ref(), &normal);
                self.initial.velocity -= normal * rising;
                self.held.insert(Held {
                    number,
                    normal,
                    part,
                    contact: answer.contact,
                    belt: answer.belt_along(&normal),
                });
            }
        }
        Ok(())
    }

    /// The normal of an obstacle on which the body is, to rounding, and onto which it is pulled.
    fn normal_of_support(
        &self,
        obstacle: &Obstacle<'_, T, D>,
        number: usize,
        acceleration: &SVector<T, D>,
    ) -> Result<Option<SVector<T, D>>, ContactError<T>> {
        let position = self.initial.position - obstacle.moved;
        let radius = self.shape.radius;
        if let Some(plane) = obstacle.surface.plane() {
            let size = plane.normal.norm();
            let tolerance = from_f64::<T>(plane.tolerance(&position)) * nalgebra::convert(4.0);
            let height = plane.height(position);
            let is_on = (height.abs() - radius * size).abs()
                <= tolerance + radius * size * T::default_epsilon();
            let up = plane.normal / size;
            // a point is on the side from which it is pulled
            let is_below = if radius > T::zero() {
                height < T::zero()
            } else {
                up.dot(acceleration) > T::zero()
            };
            let normal = if is_below { -up } else { up };
            return Ok(is_on.then_some(normal));
        }
        // the place of a surface that moves is rounded, too
        let path = obstacle.velocity.amax() * from_f64::<T>(self.start.abs());
        let moved = obstacle.moved.amax() + path;
        let support = obstacle.support((&position, radius), acceleration, moved);
        support.map_err(|error| error.at(number))
    }
}

/// The height at which a body is off a surface that ceases to press on it, in rounding errors of its coordinates.
const OFF: f64 = 4096.0;
/// The distance at which a body is off a side of a corner, in distances at which it counts as off a surface.
const OFF_CORNER: f64 = 8.0;
/// How far a body is moved past an edge, in rounding errors of its coordinates.
const PAST_EDGE: f64 = 256.0;
/// The shortest hop on a curved surface \[s\].
const HOP: f64 = 4e-3;
/// How high it rises at least, in distances at which a body counts as off the surface.
const LEAST_RISE: f64 = 64.0;
