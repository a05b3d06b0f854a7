//! The search by distances.

use core::ops::Range;

use nalgebra::{ComplexField, RealField, SVector};

use super::super::surface::{Nearest, Surface};
use super::super::trajectory::Trajectory;
use super::{Landing, LandingError, MOST_QUERIES};
use crate::numbers::{from_f64, to_f64};
use crate::search::step_without_root;

/// The first contact of a ball with a surface in a span; of a point if the radius is zero.
///
/// The search steps forward by times in which no contact can be. With a gap g between surface and ball, a speed v and a bound A of the
/// acceleration, the ball cannot get there while `v t + A t²/2 < g`. If the surface is known to stay behind its tangent plane, what
/// counts is the speed along the normal alone: such steps converge as Newton's method does. A gap of a billionth of the scene, or of
/// rounding, is closed by Newton's method.
pub(in super::super) fn first_contact<F, S, T, const D: usize>(
    flight: &F,
    surface: &S,
    radius: T,
    span: Range<T>,
) -> Result<Option<Landing<T, D>>, LandingError<T>>
where
    F: Trajectory<T, D>,
    S: Surface<T, D> + ?Sized,
    T: RealField + Copy,
{
    let limit = surface.largest_radius();
    let is_valid = radius >= T::zero() && radius.is_finite();
    if !(is_valid && (radius == T::zero() || radius < limit)) {
        let length = radius;
        return Err(LandingError::Length { length, limit });
    }
    let mut search = Search {
        flight,
        surface,
        radius: to_f64(radius),
        end: to_f64(span.end),
        queries: 0,
        pull: 0.0,
    };
    search.run(to_f64(span.start))
}

struct Search<'a, F, S: ?Sized> {
    flight: &'a F,
    surface: &'a S,
    radius: f64,
    end: f64,
    queries: usize,
    /// A bound of the acceleration to the end \[m/s²\].
    pull: f64,
}

/// A flight at a time, and what the surface says there.
#[derive(Clone, Copy)]
struct Look<T, const D: usize> {
    position: SVector<T, D>,
    velocity: SVector<T, D>,
    speed: f64,
    /// From the surface to the ball \[m\].
    gap: f64,
    /// The rounding of the gap \[m\].
    rounding: f64,
    /// What is known about the nearest point, if it is near.
    foot: Option<Foot<T, D>>,
}

/// The nearest point of a surface.
#[derive(Clone, Copy)]
struct Foot<T, const D: usize> {
    /// The unit normal from it to the ball.
    normal: SVector<T, D>,
    /// How far the ball may move, and the surface stays behind the tangent plane \[m\].
    room: f64,
    /// The curvature of the sphere in place of that plane, about the ball \[1/m\].
    curvature: f64,
}

impl<T: RealField + Copy, const D: usize> Look<T, D> {
    /// The speed at which the ball gets nearer to the nearest point, if that is known \[m/s\].
    fn approach(&self) -> Option<f64> {
        Some(-to_f64(self.foot?.normal.dot(&self.velocity)))
    }

    /// Whether the ball is as near as its distance can tell.
    fn is_touching(&self) -> bool {
        self.gap <= 4.0 * self.rounding
    }

    /// The gap below which Newton's method closes it \[m\].
    fn near(&self, radius: f64) -> f64 {
        let scene = to_f64(self.position.amax()) + radius;
        (8.0 * self.rounding).max(NEAR * scene)
    }
}

/// Gaps of less than this part of the size of the scene are closed by Newton's method.
const NEAR: f64 = 1e-9;
/// The bound of the acceleration is found anew after so many queries.
const AFRESH: usize = 8;
/// After so many queries steps become longer than what is proven, and twice as long after each so many more.
const PATIENCE: usize = 512;
const DOUBLED_AFTER: usize = 16;
/// The most steps of Newton's method.
const MOST_STEPS: usize = 16;

impl<F, S: ?Sized> Search<'_, F, S> {
    fn run<T, const D: usize>(
        &mut self,
        start: f64,
    ) -> Result<Option<Landing<T, D>>, LandingError<T>>
    where
        F: Trajectory<T, D>,
        S: Surface<T, D>,
        T: RealField + Copy,
    {
        self.pull = to_f64((self.flight).acceleration_bound(from_f64(start), from_f64(self.end)));
        let mut time = start;
        let mut look = self.look(time)?;
        if look.is_touching() {
            let (left, now) = match self.leave(time, &look)? {
                Left::Lands(landing) => return Ok(Some(landing)),
                Left::At(time, look) => (time, look),
            };
            (time, look) = (left, now);
        }
        let mut clear = time;
        loop {
            if look.gap <= look.near(self.radius)
                && let Some(landing) = self.close((clear, time), &look)?
            {
                return Ok(landing);
            }
            let proven = self.clear_time(time, &look);
            if proven > self.end - time {
                return Ok(None);
            }
            // a flight along the surface goes on by what rounding hides, and by more with the queries
            let late = self.queries.saturating_sub(PATIENCE) / DOUBLED_AFTER;
            let hidden = step_without_root(look.rounding, look.speed, self.pull)
                .max(f64::EPSILON * ComplexField::abs(time))
                * ComplexField::powi(2.0, late as i32);
            let step = proven.max(hidden).min(self.end - time);
            if step <= 0.0 {
                return Ok(None);
            }
            let next = self.look(time + step)?;
            if step > proven && self.is_inside(&look) != self.is_inside(&next) {
                return Ok(Some(self.between((time, &look), time + step)));
            }
            clear = time;
            (time, look) = (time + step, next);
        }
    }

    /// The landing between a time and a later one on the other side of the surface, by bisection.
    fn between<T, const D: usize>(
        &self,
        (mut from, look): (f64, &Look<T, D>),
        mut to: f64,
    ) -> Landing<T, D>
    where
        F: Trajectory<T, D>,
        S: Surface<T, D>,
        T: RealField + Copy,
    {
        let side = self.is_inside(look);
        loop {
            let middle = 0.5 * (from + to);
            if middle <= from || middle >= to {
                break;
            }
            let position = self.flight.position(from_f64(middle));
            if self.surface.is_inside(&position) == side {
                from = middle;
            } else {
                to = middle;
            }
        }
        let normal = look
            .foot
            .map_or_else(|| -look.velocity.normalize(), |foot| foot.normal);
        self.landing(to, if side { -normal } else { normal })
    }

    /// A time from now on in which the ball certainly meets nothing \[s\].
    fn clear_time<T, const D: usize>(&mut self, time: f64, look: &Look<T, D>) -> f64
    where
        F: Trajectory<T, D>,
        T: RealField + Copy,
    {
        if self.queries % AFRESH == 0 {
            let (from, to) = (from_f64(time), from_f64(self.end));
            self.pull = to_f64(self.flight.acceleration_bound(from, to));
        }
        let (speed, pull) = (look.speed, self.pull);
        let gap = look.gap - look.rounding;
        if gap <= 0.0 {
            return 0.0;
        }
        if gap >= FARTHEST {
            return f64::INFINITY;
        }
        let within = |length: f64| {
            if length == f64::INFINITY {
                f64::INFINITY
            } else {
                step_without_root(length, speed, pull)
            }
        };
        let any_way = within(gap);
        let (Some(foot), Some(approach)) = (look.foot, look.approach()) else {
            return any_way;
        };
        // along a bent surface what is gained on the plane is lost by κ w²/2
        let mut last = within(foot.room).min(self.end - time);
        let mut bend = pull;
        if foot.curvature > 0.0 {
            last = last.min(within(1.0 / foot.curvature));
            let fastest = speed + 0.5 * pull * last;
            bend += foot.curvature * fastest * fastest;
        }
        let step = step_without_root(gap, approach, bend);
        let to_end = self.end - time;
        if step >= to_end && last >= to_end {
            f64::INFINITY
        } else {
            any_way.max(step.min(last))
        }
    }

    /// The flight and the surface at a time.
    fn look<T, const D: usize>(&mut self, time: f64) -> Result<Look<T, D>, LandingError<T>>
    where
        F: Trajectory<T, D>,
        S: Surface<T, D>,
        T: RealField + Copy,
    {
        if self.queries == MOST_QUERIES {
            let (queries, time) = (self.queries, from_f64(time));
            return Err(LandingError::Unfinished { queries, time });
        }
        self.queries += 1;
        let at = from_f64::<T>(time);
        let (position, velocity) = (self.flight.position(at), self.flight.tangent(at));
        let speed = to_f64(velocity.norm());
        let left = self.end - time;
        let reach = self.radius + (speed + 0.5 * self.pull * left) * left;
        // position and displacement since launch are both rounded
        let size = to_f64(position.amax()) + speed * ComplexField::abs(time) + self.radius;
        let own = size * to_f64(T::default_epsilon());
        let rounding = 4.0 * own.max(to_f64(self.surface.rounding(from_f64(size))));
        let refused = |distance: T, normal: T| {
            let time = at;
            Err(LandingError::Answer {
                time,
                distance,
                normal,
            })
        };
        let nan = from_f64::<T>(f64::NAN);
        let reach = from_f64::<T>(reach.min(FARTHEST));
        let (distance, foot) = match self.surface.nearest(&position, reach) {
            Nearest::Unknown => return refused(nan, nan),
            Nearest::Beyond(distance) if distance >= T::zero() => (to_f64(distance), None),
            Nearest::Beyond(distance) => return refused(distance, nan),
            Nearest::At {
                distance,
                normal,
                open,
                curvature,
            } => {
                let length = normal.norm();
                let is_valid = distance >= T::zero() && distance.is_finite();
                if !(is_valid && length > from_f64(0.5) && length.is_finite()) {
                    return refused(distance, length);
                }
                let (far, bend) = (to_f64(distance), to_f64(curvature));
                let inward = 1.0 - bend * far;
                let foot = Foot {
                    normal: normal / length,
                    room: if open >= from_f64(FARTHEST) {
                        f64::INFINITY
                    } else {
                        (to_f64(open) - self.radius).max(0.0)
                    },
                    curvature: if inward > 0.0 {
                        bend / inward
                    } else {
                        f64::INFINITY
                    },
                };
                (far, Some(foot))
            }
        };
        Ok(Look {
            position,
            velocity,
            speed,
            gap: distance - self.radius,
            rounding,
            foot,
        })
    }

    /// Whether a flying point is inside the surface; a ball never is.
    fn is_inside<T, const D: usize>(&self, look: &Look<T, D>) -> bool
    where
        S: Surface<T, D>,
        T: RealField + Copy,
    {
        self.radius == 0.0 && self.surface.is_inside(&look.position)
    }

    fn landing<T, const D: usize>(&self, time: f64, normal: SVector<T, D>) -> Landing<T, D>
    where
        F: Trajectory<T, D>,
        T: RealField + Copy,
    {
        let event = self.flight.at(from_f64(time));
        Landing {
            time: event.time,
            position: event.position,
            velocity: event.velocity,
            normal,
        }
    }

    /// The landing that closes a small gap, found by Newton's method; none if the ball passes by. The inner answer is none if the
    /// landing is later than the end.
    fn close<T, const D: usize>(
        &mut self,
        (clear, start): (f64, f64),
        look: &Look<T, D>,
    ) -> Result<Option<Option<Landing<T, D>>>, LandingError<T>>
    where
        F: Trajectory<T, D>,
        S: Surface<T, D>,
        T: RealField + Copy,
    {
        let Some(first) = look.foot else {
            return Ok(None);
        };
        let side = |foot: Option<Foot<T, D>>| {
            foot.map_or(1.0, |foot| to_f64(foot.normal.dot(&first.normal)))
        };
        let (mut time, mut now, mut gap) = (start, *look, look.gap);
        let mut is_met = false;
        for _ in 0..MOST_STEPS {
            // a normal at the rounding of its foot has any direction
            let foot = now.foot.filter(|_| side(now.foot) > 0.99).unwrap_or(first);
            let approach = -to_f64(foot.normal.dot(&now.velocity));
            let is_closing = approach > 1e-6 * now.speed;
            if !is_closing {
                return Ok(None);
            }
            let step = gap / approach;
            let next = time + step;
            let is_last = ComplexField::abs(step) <= 2.0 * f64::EPSILON * ComplexField::abs(next);
            if is_met || is_last || ComplexField::abs(gap) <= 0.25 * now.rounding {
                let is_inside = self.is_inside(look);
                let normal = if self.radius == 0.0 {
                    first.normal
                } else {
                    foot.normal
                };
                let landing =
                    self.landing(next.max(clear), if is_inside { -normal } else { normal });
                return Ok(Some((next <= self.end).then_some(landing)));
            }
            if next > self.end + (self.end - start) {
                return Ok(None);
            }
            let then = self.look(next)?;
            let distance = then.gap + self.radius;
            let there = RealField::copysign(distance, side(then.foot)) - self.radius;
            let converges = ComplexField::abs(there) < 0.5 * ComplexField::abs(gap);
            // what does not is rounding, or another part of the surface
            if !converges && !then.is_touching() {
                return Ok(None);
            }
            is_met = !converges;
            if converges {
                (time, now, gap) = (next, then, there);
            }
        }
        Ok(None)
    }

    /// Whether a point that is off the surface is on the side to which it must not leave: inside, or, of a surface without an inside,
    /// on the side that a normal points away from.
    fn is_beyond<T, const D: usize>(&self, look: &Look<T, D>, normal: &SVector<T, D>) -> bool
    where
        S: Surface<T, D>,
        T: RealField + Copy,
    {
        let Some(foot) = look.foot.filter(|_| self.radius == 0.0) else {
            return false;
        };
        let mirrored = look.position - foot.normal * from_f64::<T>(2.0 * look.gap);
        self.is_inside(look)
            || (!self.surface.is_inside(&mirrored) && foot.normal.dot(normal) < T::zero())
    }

    /// What becomes of a ball that starts in contact: it lands at once, unless it leaves the surface to the outside.
    fn leave<T, const D: usize>(
        &mut self,
        start: f64,
        first: &Look<T, D>,
    ) -> Result<Left<T, D>, LandingError<T>>
    where
        F: Trajectory<T, D>,
        S: Surface<T, D>,
        T: RealField + Copy,
    {
        let Some(foot) = first.foot else {
            return Ok(Left::At(start, *first));
        };
        let deep = first.gap.min(0.0);
        let mut step = 0.0_f64;
        loop {
            let here = start + step;
            let look = self.look(here)?;
            let off = 4.0 * look.rounding;
            let gap = if look.gap > off && self.is_beyond(&look, &foot.normal) {
                -look.gap
            } else {
                look.gap
            };
            if step > 0.0 && gap > off {
                return Ok(Left::At(here, look));
            }
            let goes_in = step > 0.0 && gap < deep - off;
            if goes_in || here >= self.end {
                // from inside the normal is reliable as soon as the gap is more than rounding
                let inward = look.foot.filter(|_| goes_in && self.radius == 0.0);
                let outward = match inward {
                    Some(foot) => -foot.normal,
                    None if self.is_inside(first) => -foot.normal,
                    None => foot.normal,
                };
                return Ok(Left::Lands(self.landing(start, outward)));
            }
            // by what rounding hides, and then by as much again; out of a deep start no farther than it can get
            let least =
                step_without_root(look.rounding, look.speed, self.pull).min(self.end - start);
            let least = least
                .max(8.0 * f64::EPSILON * ComplexField::abs(here))
                .max(1e-14 * (self.end - start));
            let way_out = self.clear_time(
                here,
                &Look {
                    gap: -gap,
                    foot: None,
                    ..look
                },
            );
            let more = if gap < -4.0 * look.rounding {
                way_out
            } else {
                step
            };
            step = (step + more.max(least)).min(self.end - start);
        }
    }
}

/// How a flight that starts in contact goes on.
enum Left<T, const D: usize> {
    /// It lands at once.
    Lands(Landing<T, D>),
    /// It is off the surface at a time.
    At(f64, Look<T, D>),
}

/// What counts as infinitely far \[m\].
const FARTHEST: f64 = 1e30;
