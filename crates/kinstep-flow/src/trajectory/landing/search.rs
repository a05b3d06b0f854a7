//! Search for the first contact by means of distances.

use core::ops::Range;

use nalgebra::{ComplexField, RealField, SVector};

use super::super::surface::{Nearest, Surface};
use super::super::trajectory::Trajectory;
use super::{Landing, MOST_QUERIES};
use crate::search::step_without_root;
use crate::trajectory::FlightError;

/// Finds the first contact of a ball with a surface in a time interval. A ball with radius zero is
/// a point.
///
/// The search steps forward by durations in which no contact is possible. With a gap g between
/// surface and ball, a speed v and a bound A of the acceleration, the ball cannot reach the surface
/// while `v t + A t²/2 < g`. If the surface is known to stay behind its tangent plane, only the
/// speed along the normal matters: such steps converge as Newton's method does. Newton's method
/// closes a gap that is less than a billionth of the scene, or within rounding.
pub(in super::super) fn first_contact<F, S, const D: usize>(
    flight: &F,
    surface: &S,
    radius: f64,
    span: Range<f64>,
) -> Result<Option<Landing<D>>, FlightError>
where
    F: Trajectory<D>,
    S: Surface<f64, D> + ?Sized,
{
    let limit = surface.largest_radius();
    if !(radius == 0.0 || (radius > 0.0 && radius.is_finite() && radius < limit)) {
        return Err(FlightError::Radius { radius, limit });
    }
    let mut search = Search {
        flight,
        surface,
        radius,
        end: span.end,
        queries: 0,
        pull: flight.acceleration_bound(span.start, span.end),
    };
    search.run(span.start)
}

struct Search<'a, F, S: ?Sized, const D: usize> {
    flight: &'a F,
    surface: &'a S,
    radius: f64,
    end: f64,
    queries: usize,
    /// Bound of the acceleration until the end of the interval \[m/s²\].
    pull: f64,
}

/// State of a flight at a time, and the nearest part of the surface.
#[derive(Clone, Copy)]
struct Look<const D: usize> {
    position: SVector<f64, D>,
    velocity: SVector<f64, D>,
    speed: f64,
    /// Gap between surface and ball \[m\].
    gap: f64,
    /// Rounding error of the gap \[m\].
    rounding: f64,
    /// Nearest point of the surface, if it is near.
    foot: Option<Foot<D>>,
}

/// The nearest point of a surface.
#[derive(Clone, Copy)]
struct Foot<const D: usize> {
    /// Unit normal from this point to the ball.
    normal: SVector<f64, D>,
    /// Distance that the ball may move while the surface certainly stays behind its tangent plane
    /// \[m\].
    room: f64,
    /// Curvature of the sphere that replaces the tangent plane, seen from the ball \[1/m\].
    curvature: f64,
}

impl<const D: usize> Look<D> {
    /// Returns the maximum gap that may be a rounding error \[m\].
    fn off(&self) -> f64 {
        4.0 * self.rounding
    }

    /// Returns the gap below which Newton's method is used \[m\].
    fn near(&self, radius: f64) -> f64 {
        (2.0 * self.rounding).max(NEAR * (self.position.amax() + radius))
    }
}

/// How a flight continues that starts in contact.
enum Start<const D: usize> {
    /// The flight lands immediately.
    Lands(Landing<D>),
    /// The flight has left the surface at this time \[s\].
    Leaves(f64, Look<D>),
}

/// Fraction of the size of the scene. Newton's method closes smaller gaps.
const NEAR: f64 = 1e-9;
/// Number of queries after which the bound of the acceleration is recomputed.
const AFRESH: usize = 8;
/// Number of queries after which steps become longer than proven.
const PATIENCE: usize = 512;
/// The steps are doubled after each further number of queries of this size.
const DOUBLED_AFTER: usize = 16;
/// Maximum number of steps of Newton's method.
const MOST_STEPS: usize = 16;
/// Distance that stands for an infinite distance \[m\].
const FARTHEST: f64 = 1e30;

impl<F: Trajectory<D>, S: Surface<f64, D> + ?Sized, const D: usize> Search<'_, F, S, D> {
    fn run(&mut self, start: f64) -> Result<Option<Landing<D>>, FlightError> {
        let (mut time, mut look) = (start, self.look(start)?);
        if look.gap <= look.off() {
            match self.leave(time, &look)? {
                Start::Lands(landing) => return Ok(Some(landing)),
                Start::Leaves(left, now) => (time, look) = (left, now),
            }
        }
        let mut clear = time;
        loop {
            if look.gap <= look.near(self.radius)
                && let Some(landing) = self.close((clear, time), &look)?
            {
                return Ok(landing);
            }
            if look.gap <= look.rounding {
                return Ok(Some(self.landing(time, self.outward(&look))));
            }
            let proven = self.clear_time(time, &look);
            if proven > self.end - time {
                return Ok(None);
            }
            // along the surface the flight advances by the time that rounding hides, and by more
            // after many queries
            let late = self.queries.saturating_sub(PATIENCE) as f64 / DOUBLED_AFTER as f64;
            let hidden = self.hidden_time(time, &look) * ComplexField::exp2(late);
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

    /// Computes the state of the flight at a time, and queries the surface there.
    fn look(&mut self, time: f64) -> Result<Look<D>, FlightError> {
        let queries = self.queries;
        if queries == MOST_QUERIES {
            return Err(FlightError::Unfinished {
                steps: queries,
                time,
            });
        }
        self.queries += 1;
        let (position, velocity) = (self.flight.position(time), self.flight.tangent(time));
        let speed = velocity.norm();
        let left = self.end - time;
        let reach = self.radius + (speed + 0.5 * self.pull * left) * left;
        // both the position and the displacement since launch are rounded
        let size = position.amax() + speed * ComplexField::abs(time) + self.radius;
        let rounding = (4.0 * size * f64::EPSILON).max(self.surface.rounding(size));
        let refused = |distance: f64, normal: f64| FlightError::InvalidSurface {
            time,
            distance,
            normal,
        };
        let (distance, foot) = match self.surface.nearest(&position, reach.min(FARTHEST)) {
            Nearest::Beyond(distance) if distance >= 0.0 => (distance, None),
            Nearest::Beyond(distance) => return Err(refused(distance, f64::NAN)),
            Nearest::Unknown => return Err(refused(f64::NAN, f64::NAN)),
            Nearest::At {
                distance,
                normal,
                open,
                curvature,
            } => {
                let length = normal.norm();
                if !(distance >= 0.0 && distance.is_finite() && length > 0.5 && length.is_finite())
                {
                    return Err(refused(distance, length));
                }
                let inward = 1.0 - curvature * distance;
                let foot = Foot {
                    normal: normal / length,
                    room: if open >= FARTHEST {
                        f64::INFINITY
                    } else {
                        (open - self.radius).max(0.0)
                    },
                    curvature: if inward > 0.0 {
                        curvature / inward
                    } else {
                        f64::INFINITY
                    },
                };
                (distance, Some(foot))
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

    /// Returns a duration from `time` on in which the ball certainly has no contact \[s\].
    fn clear_time(&mut self, time: f64, look: &Look<D>) -> f64 {
        if self.queries.is_multiple_of(AFRESH) {
            self.pull = self.flight.acceleration_bound(time, self.end);
        }
        let (speed, pull, to_end) = (look.speed, self.pull, self.end - time);
        let gap = look.gap - look.rounding;
        if gap <= 0.0 {
            return 0.0;
        }
        if gap >= FARTHEST {
            return f64::INFINITY;
        }
        let any_way = step_without_root(gap, speed, pull);
        let Some(foot) = look.foot else {
            return any_way;
        };
        // the distance to a curved surface is smaller than the distance to its tangent plane by at
        // most κ w²/2
        let mut last = to_end;
        if foot.room < f64::INFINITY {
            last = last.min(step_without_root(foot.room, speed, pull));
        }
        let mut bend = pull;
        if foot.curvature > 0.0 {
            last = last.min(step_without_root(1.0 / foot.curvature, speed, pull));
            let fastest = speed + 0.5 * pull * last;
            bend += foot.curvature * fastest * fastest;
        }
        let step = step_without_root(gap, -foot.normal.dot(&look.velocity), bend);
        if step >= to_end && last >= to_end {
            f64::INFINITY
        } else {
            any_way.max(step.min(last))
        }
    }

    /// Returns the duration in which a ball moves by at most the rounding error \[s\].
    fn hidden_time(&self, time: f64, look: &Look<D>) -> f64 {
        let hidden = step_without_root(look.rounding, look.speed, self.pull);
        hidden.max(f64::EPSILON * ComplexField::abs(time))
    }

    /// Whether a point is inside the surface; false for a ball.
    fn is_inside(&self, look: &Look<D>) -> bool {
        self.radius == 0.0 && self.surface.is_inside(&look.position)
    }

    /// Returns the unit normal of a landing: outward if the surface has an inside, else towards the
    /// side of the flight.
    fn outward(&self, look: &Look<D>) -> SVector<f64, D> {
        let normal = (look.foot).map_or_else(|| -look.velocity.normalize(), |foot| foot.normal);
        if self.is_inside(look) {
            -normal
        } else {
            normal
        }
    }

    fn landing(&self, time: f64, normal: SVector<f64, D>) -> Landing<D> {
        let event = self.flight.at(time);
        Landing {
            time,
            position: event.position,
            velocity: event.velocity,
            normal,
        }
    }

    /// Finds the landing between a time and a later time at which the flight is on the other side
    /// of the surface, by bisection.
    fn between(&self, (mut from, look): (f64, &Look<D>), mut to: f64) -> Landing<D> {
        let side = self.is_inside(look);
        loop {
            let middle = 0.5 * (from + to);
            if middle <= from || middle >= to {
                break;
            }
            if self.surface.is_inside(&self.flight.position(middle)) == side {
                from = middle;
            } else {
                to = middle;
            }
        }
        self.landing(to, self.outward(look))
    }

    /// Closes a small gap by Newton's method. Returns `None` if the ball passes without contact,
    /// and `Some(None)` if the landing is after the end of the interval. The flight has no contact
    /// before the time `clear`.
    fn close(
        &mut self,
        (clear, start): (f64, f64),
        look: &Look<D>,
    ) -> Result<Option<Option<Landing<D>>>, FlightError> {
        let Some(first) = look.foot else {
            return Ok(None);
        };
        let side = |foot: Option<Foot<D>>| foot.map_or(1.0, |foot| foot.normal.dot(&first.normal));
        let (mut time, mut now, mut gap) = (start, *look, look.gap);
        for _ in 0..MOST_STEPS {
            // if the gap is only rounding, the direction of the normal is arbitrary
            let foot = now.foot.filter(|_| side(now.foot) > 0.99).unwrap_or(first);
            let approach = -foot.normal.dot(&now.velocity);
            let is_closing = approach > 1e-6 * now.speed;
            let step = gap / approach;
            let next = time + step;
            if !is_closing || next > self.end + (self.end - start) {
                return Ok(None);
            }
            let is_last = ComplexField::abs(step) <= 2.0 * f64::EPSILON * ComplexField::abs(next);
            let mut landed = is_last.then_some(next);
            if !is_last {
                let then = self.look(next)?;
                let distance = then.gap + self.radius;
                let there = RealField::copysign(distance, side(then.foot)) - self.radius;
                if ComplexField::abs(there) < 0.5 * ComplexField::abs(gap) {
                    (time, now, gap) = (next, then, there);
                } else if then.gap > then.off() {
                    // the nearest point is on another part of the surface
                    return Ok(None);
                } else {
                    let is_better = ComplexField::abs(there) < ComplexField::abs(gap);
                    landed = Some(if is_better { next } else { time });
                }
            }
            if let Some(time) = landed {
                let normal = if self.radius == 0.0 {
                    self.outward(look)
                } else {
                    foot.normal
                };
                let landing = (time <= self.end).then(|| self.landing(time.max(clear), normal));
                return Ok(Some(landing));
            }
        }
        Ok(None)
    }

    /// Returns how a ball that starts in contact continues. It lands immediately, unless it leaves
    /// the surface to the outside.
    fn leave(&mut self, start: f64, first: &Look<D>) -> Result<Start<D>, FlightError> {
        if first.foot.is_none() {
            return Ok(Start::Leaves(start, *first));
        }
        let outward = self.outward(first);
        let deep = first.gap.min(0.0);
        let mut step = 0.0;
        loop {
            let here = start + step;
            let look = self.look(here)?;
            let off = look.off();
            let gap = if look.gap > off && self.is_beyond(&look, &outward) {
                -look.gap
            } else {
                look.gap
            };
            if step > 0.0 && gap > off {
                return Ok(Start::Leaves(here, look));
            }
            let goes_in = step > 0.0 && gap < deep - off;
            if goes_in || here >= self.end {
                // for a start inside, the normal is reliable as soon as the gap exceeds the
                // rounding error
                let inward = look.foot.filter(|_| goes_in && self.radius == 0.0);
                let outward = inward.map_or(outward, |foot| -foot.normal);
                return Ok(Start::Lands(self.landing(start, outward)));
            }
            // steps by the time that rounding hides, and later by more; from a deep start, by the
            // time in which the point is certainly inside
            let late = self.queries as f64 / 2.0;
            let hidden = self.hidden_time(here, &look) * ComplexField::exp2(late);
            let way_out = if gap < -off {
                let (gap, foot) = (-gap, None);
                self.clear_time(here, &Look { gap, foot, ..look })
            } else {
                0.0
            };
            step = (step + way_out.max(hidden)).min(self.end - start);
        }
    }

    /// Whether a point off the surface is on the forbidden side: inside, or, if the surface has no
    /// inside, on the side opposite to `normal`.
    fn is_beyond(&self, look: &Look<D>, normal: &SVector<f64, D>) -> bool {
        let Some(foot) = look.foot.filter(|_| self.radius == 0.0) else {
            return false;
        };
        let mirrored = look.position - foot.normal * (2.0 * look.gap);
        self.is_inside(look)
            || (!self.surface.is_inside(&mirrored) && foot.normal.dot(normal) < 0.0)
    }
}
