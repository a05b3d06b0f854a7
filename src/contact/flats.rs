//! Motion of a body along flat parts of surfaces: one closed form up to the next event.

use super::fall::{Fall, V};
use super::mobile::{Mobile, frame};
use super::parameters::SegmentKind;
use super::paths::TurningSlip;
use super::paths::Way;
use super::problem::{Solved, Touch};
use super::segments::{Flow, MOST_SUBSTEPS};

/// A motion in closed form.
struct Closed {
    way: Way<'static>,
    /// Time at which the slip ends, or at which rolling resistance stops the body \[s\]; `None` if
    /// neither happens.
    stop: Option<f64>,
    kind: SegmentKind,
}

/// Maximum difference of two directions that count as parallel.
const PARALLEL: f64 = 1e-11;

impl Flow<'_, '_> {
    /// Moves the body along its closed contacts with flat parts. `solved` contains the
    /// accelerations. Returns the duration of the segment \[s\].
    pub(super) fn follow_flats(
        &mut self,
        body: &mut Mobile,
        solved: &Solved,
        rest: f64,
        same: f64,
        struck: Option<Touch>,
    ) -> f64 {
        let touches = core::mem::take(&mut self.lists.touches);
        let followed = self.follow(body, &touches, solved, rest, same, struck);
        self.lists.touches = touches;
        followed.unwrap_or_else(|time| {
            // no closed form
            self.midpoint(body, time);
            let touches = core::mem::take(&mut self.lists.touches);
            if Self::kind_of(&touches, body, same) == SegmentKind::Rest {
                self.clock += time;
                self.record(None, SegmentKind::Rest, &touches, body);
                self.clock -= time;
            }
            self.lists.touches = touches;
            time
        })
    }

    /// Like [`follow_flats`](Self::follow_flats), but without a closed form it does not move the
    /// body, and returns the duration of a substep \[s\] as an error.
    fn follow(
        &mut self,
        body: &mut Mobile,
        touches: &[Touch],
        solved: &Solved,
        rest: f64,
        same: f64,
        struck: Option<Touch>,
    ) -> Result<f64, f64> {
        let first = &touches[0];
        let single = (touches.len() == 1).then_some(first);
        if single.is_some() {
            body.position -= first.normal * first.gap;
            body.memory.along = first.normal;
        }
        let are_still = touches.iter().all(|touch| touch.slip == V::zeros());
        let base = base(touches);
        let is_slow = base.is_some_and(|base| (body.velocity - base).norm() <= same);
        if let (true, true, Some(base)) = (are_still, is_slow, base)
            && touches.iter().any(|touch| touch.friction > 0.0)
        {
            body.velocity = base;
        }
        if !solved.is_settled && single.is_none() {
            // the body jams
            body.spin = V::zeros();
            if let (true, Some(base)) = (are_still, base) {
                body.velocity = base;
            }
        }
        let stops = match single {
            Some(touch) => self.single(body, touch, solved, (same, rest)),
            None => self.several(body, touches, solved, (base, rest)),
        };
        let Some(closed) = stops else {
            self.record(struck, Self::kind_of(touches, body, same), touches, body);
            let turns = touches
                .iter()
                .map(|touch| slipping(body, touch, solved))
                .map(|(slip, rate)| 0.05 * slip.norm() / rate.norm());
            let by_slip = turns.filter(|time| *time > 0.0).fold(rest, f64::min);
            let by_law = match self.law.motion {
                Some(motion) => 0.05 / motion.rate().max(f64::MIN_POSITIVE),
                None if self.law.drag > 0.0 => 0.05 / self.law.drag,
                None => f64::INFINITY,
            };
            let time = by_slip.min(by_law).max(self.span / MOST_SUBSTEPS).min(rest);
            return Err(time);
        };
        self.record(struck, closed.kind, touches, body);
        Ok(self.go(body, touches, (solved, &closed), rest))
    }

    /// Returns the motion along one part: sliding, rolling, or rest; `None` if it has no closed
    /// form.
    fn single(
        &self,
        body: &Mobile,
        touch: &Touch,
        solved: &Solved,
        (same, rest): (f64, f64),
    ) -> Option<Closed> {
        let base = touch.velocity + touch.belt;
        let drift = touch.normal * touch.normal.dot(&touch.velocity);
        let along = touch.along(&body.velocity);
        let turns = body.inverse.inertia > 0.0;
        let sticks = touch.slip == V::zeros() && touch.sticks();
        let share = match (sticks, turns) {
            (true, false) => 0.0,
            // 1/(1 + I/(m r²))
            (true, true) => body.rolling_share(),
            (false, _) => 1.0,
        };
        let relative = touch.along(&(body.velocity - base));
        let drag = self.law.drag * share;
        let is_turned = self.law.turning != V::zeros() || self.law.motion.is_some();
        let pull = if sticks && is_turned {
            touch.along(&solved.velocity) + along * drag
        } else {
            touch.along(&self.law.constant) * share
        };
        let arc = |velocity: V, constant: V, drag: f64| Way::Arc {
            velocity,
            constant,
            drag,
            drift,
        };
        if sticks {
            let resistance = touch.rolling * touch.push_out * body.inverse.mass * share;
            let now = pull - along * drag;
            let is_still = relative.norm() <= same;
            if share == 0.0 || is_still && (now.norm() <= resistance || now == V::zeros()) {
                let closed = Closed {
                    way: arc(touch.along(&base), V::zeros(), 0.0),
                    stop: None,
                    kind: SegmentKind::Rest,
                };
                // under other laws than constant acceleration and drag, the forces may cease to
                // balance
                return (self.law.motion.is_none() || base == V::zeros()).then_some(closed);
            }
            if self.law.motion.is_some() {
                return None;
            }
            if resistance == 0.0 {
                return Some(Closed {
                    way: arc(along, pull, drag),
                    stop: None,
                    kind: SegmentKind::Roll,
                });
            }
            if is_still {
                let rolls = pull - now.normalize() * resistance;
                return Some(Closed {
                    way: arc(along, rolls, drag),
                    stop: None,
                    kind: SegmentKind::Roll,
                });
            }
            return slowed(
                (touch, relative, resistance),
                (along, pull, drag),
                drift,
                rest,
            );
        }
        if self.law.motion.is_some() {
            return None;
        }
        if touch.slip == V::zeros() || touch.friction == 0.0 {
            // without friction, or if the slip is zero and starts now
            let gained = touch.along(&solved.velocity) + along * self.law.drag;
            let is_still = relative.norm() <= same && gained == V::zeros();
            let stop = None;
            return Some(Closed {
                way: arc(along, gained, self.law.drag),
                stop,
                kind: if is_still {
                    SegmentKind::Rest
                } else {
                    SegmentKind::Slide
                },
            });
        }
        let mass = body.inverse.tangential_mass();
        let size = touch.friction * touch.push_out;
        let (slip, rate) = slipping(body, touch, solved);
        let turning = slip.cross(&rate).norm() > PARALLEL * slip.norm() * rate.norm()
            || drag > 0.0 && slip.cross(&along).norm() > PARALLEL * slip.norm() * along.norm();
        if turning && (drag > 0.0 || self.law.turning != V::zeros()) {
            return None;
        }
        if turning {
            let turning = TurningSlip::new(&slip, &pull, size / mass);
            return Some(Closed {
                stop: turning.end.is_finite().then_some(turning.end),
                way: Way::Turn {
                    normal: touch.normal,
                    velocity: along,
                    pull,
                    drift,
                    share: mass * body.inverse.mass,
                    friction: size * body.inverse.mass,
                    slip,
                    turning,
                },
                kind: SegmentKind::Slide,
            });
        }
        let gained = touch.along(&solved.velocity) + along * drag;
        let direction = touch.slip;
        let turn = direction.dot(&touch_rate(touch, &solved.spin, body.radius()));
        let slows = Fall {
            height: slip.norm(),
            speed: direction.dot(&(gained - along * drag)),
            acceleration: 0.0,
            steady: turn,
            drag,
        };
        Some(Closed {
            way: arc(along, gained, drag),
            stop: slows.first(rest),
            kind: SegmentKind::Slide,
        })
    }

    /// Returns the motion along several parts, which has a constant acceleration; `None` if it has
    /// no closed form.
    fn several(
        &self,
        body: &Mobile,
        touches: &[Touch],
        solved: &Solved,
        (base, rest): (Option<V>, f64),
    ) -> Option<Closed> {
        let are_still = touches.iter().all(|touch| touch.slip == V::zeros());
        let size = solved.velocity.norm() + body.radius() * solved.spin.norm();
        let turns = touches.iter().any(|touch| {
            let (slip, rate) = slipping(body, touch, solved);
            touch.friction > 0.0
                && touch.slip != V::zeros()
                && slip.cross(&rate).norm() > PARALLEL * slip.norm() * size
        });
        let rests = base.is_some_and(|base| body.velocity == base);
        let drags = self.law.drag > 0.0 && body.velocity != V::zeros();
        if turns || drags || !solved.is_settled && !are_still || self.law.motion.is_some() && !rests
        {
            return None;
        }
        let is_rounding = solved.velocity.norm() <= 64.0 * f64::EPSILON * self.law.constant.norm();
        let gained = if is_rounding {
            V::zeros()
        } else {
            solved.velocity
        };
        let stops = touches.iter().filter_map(|touch| {
            let (slip, rate) = slipping(body, touch, solved);
            if touch.slip == V::zeros() || touch.friction == 0.0 {
                return None;
            }
            Fall {
                height: slip.norm(),
                speed: touch.slip.dot(&rate),
                acceleration: 0.0,
                steady: 0.0,
                drag: 0.0,
            }
            .first(rest)
        });
        let rests = rests && gained == V::zeros();
        let grips = are_still && touches.iter().any(|touch| touch.friction > 0.0);
        Some(Closed {
            stop: stops.reduce(f64::min),
            way: Way::Arc {
                velocity: body.velocity,
                constant: gained,
                drag: 0.0,
                drift: V::zeros(),
            },
            kind: match (rests, grips && body.inverse.inertia > 0.0) {
                (true, _) => SegmentKind::Rest,
                (false, true) => SegmentKind::Roll,
                (false, false) => SegmentKind::Slide,
            },
        })
    }

    /// Moves the body along a motion in closed form to its first event. Returns the duration \[s\].
    fn go(
        &mut self,
        body: &mut Mobile,
        touches: &[Touch],
        (solved, closed): (&Solved, &Closed),
        rest: f64,
    ) -> f64 {
        let first = &touches[0];
        let single = touches.len() == 1;
        let way = &closed.way;
        let mut end = rest.min(closed.stop.unwrap_or(f64::INFINITY));
        let mut is_stop = closed.stop.is_some_and(|stop| stop <= rest);
        let moves = match way {
            Way::Arc {
                velocity,
                constant,
                drift,
                ..
            } => velocity + drift != V::zeros() || *constant != V::zeros(),
            _ => true,
        };
        if moves {
            for touch in touches {
                for side in touch.sides() {
                    if let Some(time) = self.side_end(way, side, &touch.velocity, end) {
                        (end, is_stop) = (time, false);
                    }
                }
            }
        }
        let others_move =
            (0..self.ground.count()).any(|part| self.ground.velocity(part) != V::zeros());
        if moves || others_move {
            let lift = touches
                .iter()
                .fold(V::zeros(), |sum, touch| sum + touch.normal);
            let lift = lift * (4.0 * self.tolerance);
            let time = self.first_touch((&body.position, &lift), way, body, end);
            if time < end {
                (end, is_stop) = (time, false);
            }
        }
        (self.way, self.from) = (Some(*way), body.position);
        let (moved, velocity) = way.at(end);
        let (before, spin_before) = (body.velocity, body.spin);
        body.position += moved;
        body.velocity = velocity;
        let rolls = matches!(closed.kind, SegmentKind::Roll | SegmentKind::Rest);
        let pull = self.law.constant * end;
        for touch in touches {
            let by_change = single && (matches!(way, Way::Turn { .. }) || touch.rolling > 0.0);
            let grip = if by_change && self.law.drag == 0.0 {
                touch.along(&(velocity - before - pull)) * body.mass
            } else {
                touch.grip * end
            };
            self.hold(touch.part, touch.push_out * end, grip);
        }
        let turns = body.inverse.inertia > 0.0;
        let normal = first.normal;
        let base = first.velocity + first.belt;
        let upright = normal * normal.dot(&spin_before);
        if single && rolls && is_stop {
            // rolling resistance has stopped the body
            body.velocity = base;
        }
        if single && (is_stop || rolls && first.friction > 0.0) {
            if turns {
                let roll = normal.cross(&first.along(&(body.velocity - base))) / body.radius();
                body.spin = upright + roll;
            } else if first.friction > 0.0 {
                body.velocity = base;
            }
        } else if let Way::Turn { turning, slip, .. } = way {
            let change = turning.at(end).1 - slip - (velocity - before);
            if turns {
                body.spin -= normal.cross(&change) / body.radius();
            }
        } else if solved.is_settled || single {
            body.spin += solved.spin * end;
        }
        if is_stop && !single {
            // removes the rounding error of a slip that ended
            let gained = (solved.velocity.norm() + body.radius() * solved.spin.norm()) * end;
            let small =
                64.0 * f64::EPSILON * (before.norm() + body.radius() * spin_before.norm() + gained);
            if body.spin.norm() * body.radius() < small {
                body.spin = V::zeros();
            }
        }
        if turns {
            let turned = match way {
                _ if single && rolls && first.friction > 0.0 => {
                    upright * end
                        + normal.cross(&first.along(&(moved - base * end))) / body.radius()
                }
                Way::Turn { turning, .. } => {
                    let slipped = turning.at(end).0 - first.along(&(moved - base * end));
                    upright * end - normal.cross(&slipped) / body.radius()
                }
                _ => (spin_before + body.spin) * (0.5 * end),
            };
            body.turn(&turned);
        }
        end
    }

    /// Returns the time at which the path crosses a side of the flat part \[s\]; `None` if it
    /// crosses this side not before `end`.
    fn side_end(&self, way: &Way<'_>, side: &(V, f64), surface: &V, end: f64) -> Option<f64> {
        const MOST_ROUNDS: usize = 60;
        let mut time = 0.0;
        for _ in 0..MOST_ROUNDS {
            let (moved, velocity) = way.at(time);
            let room = side.1 + 2.0 * self.tolerance + side.0.dot(&(moved - surface * time));
            let mut fall = way.fall(&side.0, &velocity, surface, time, end - time);
            fall.height = room.max(0.0);
            let step = fall.first(end - time)?;
            time += step;
            if way.is_arc() || step <= f64::EPSILON * time || room <= 0.0 {
                break;
            }
        }
        (time < end).then_some(time)
    }
}

/// Returns the velocity of a body at rest on its contacts; `None` if the contacts require different
/// velocities.
fn base(touches: &[Touch]) -> Option<V> {
    match touches {
        [touch] => Some(touch.velocity + touch.belt),
        _ => frame(touches).filter(|_| touches.iter().all(|touch| touch.belt == V::zeros())),
    }
}

/// Returns the rate of change of the slip that an angular acceleration `spin` causes \[m/s²\].
fn touch_rate(touch: &Touch, spin: &V, radius: f64) -> V {
    touch.normal.cross(spin) * radius
}

/// Returns the slip at a contact \[m/s\], and its rate of change \[m/s²\].
fn slipping(body: &Mobile, touch: &Touch, solved: &Solved) -> (V, V) {
    let slip = if touch.slip == V::zeros() {
        V::zeros()
    } else {
        let relative = body.velocity - touch.velocity - touch.belt;
        touch.along(&relative) + touch.normal.cross(&body.spin) * body.radius()
    };
    let sticks = touch.slip == V::zeros() && touch.sticks();
    let rate = if sticks || touch.friction == 0.0 {
        V::zeros()
    } else {
        touch.along(&solved.velocity) + touch_rate(touch, &solved.spin, body.radius())
    };
    (slip, rate)
}

/// Returns the motion of a body that rolls against rolling resistance, along a line or a curve;
/// `None` if it has no closed form.
fn slowed(
    (touch, relative, resistance): (&Touch, V, f64),
    (along, pull, drag): (V, V, f64),
    drift: V,
    rest: f64,
) -> Option<Closed> {
    let kind = SegmentKind::Roll;
    let direction = relative.normalize();
    let turns = |other: &V| direction.cross(other).norm() > PARALLEL * other.norm();
    if turns(&pull) || drag > 0.0 && turns(&along) {
        if drag > 0.0 {
            return None;
        }
        let turning = TurningSlip::new(&relative, &pull, resistance);
        return Some(Closed {
            stop: turning.end.is_finite().then_some(turning.end),
            way: Way::Turn {
                normal: touch.normal,
                velocity: along,
                pull,
                drift,
                share: 1.0,
                friction: resistance,
                slip: relative,
                turning,
            },
            kind,
        });
    }
    let constant = pull - direction * resistance;
    let slows = Fall {
        height: relative.norm(),
        speed: direction.dot(&(constant - along * drag)),
        acceleration: 0.0,
        steady: 0.0,
        drag,
    };
    Some(Closed {
        way: Way::Arc {
            velocity: along,
            constant,
            drag,
            drift,
        },
        stop: slows.first(rest),
        kind,
    })
}
