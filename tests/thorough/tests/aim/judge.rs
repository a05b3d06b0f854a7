//! Checks the results of plans for all that may be wrong, each against a scan of all times.

use std::cell::RefCell;
use std::collections::HashMap;

use kinstep_flight::aim::{AimError, Launch, Plan};
use truths::aims::Model;
use truths::plans::{Tally, wanted};
use truths::scan::least;
use truths::throws::{Hits, Throw};

/// Checks plans of one throw: launches hit, no hit is missed or invented, least speeds, and
/// attempts.
pub(crate) fn judge<const D: usize>(tally: &mut Tally, throw: &Throw<D>, plans: &[Plan<D>]) {
    let times = Times {
        grid: throw.times(1e3, 16.0),
        speeds: RefCell::default(),
    };
    for plan in plans {
        let hits = throw.hits(plan);
        tally.check(throw, plan, &hits);
        let off = |time: f64| match *plan {
            _ if throw.model != Model::Quadratic => wanted(throw, plan, time),
            _ if throw.is_too_far(time) => f64::NAN,
            Plan::Time(given) => time / given - 1.0,
            Plan::Speed(given) => (times.speed(throw, time, 4.0 * given) / given).ln(),
            _ => f64::NAN,
        };
        tally.scan(throw, plan, &hits, &times.grid, &off);
        let fault = match *plan {
            Plan::LeastSpeed => least_fault(throw, &hits, &times),
            Plan::Speed(speed) => speed_fault(throw, &hits, speed)
                .or_else(|| attempt_fault(throw, speed, &times.grid)),
            _ => None,
        };
        if let Some(fault) = fault {
            tally.fail(plan, throw, &fault);
        }
    }
}

/// Asserts that the plans of one throw have no fault.
pub(crate) fn assert_right<const D: usize>(throw: &Throw<D>, plans: &[Plan<D>]) {
    let mut tally = Tally::default();
    judge(&mut tally, throw, plans);
    tally.report(&format!("{throw:?}"));
}

/// The times of the scan, and the speeds of the hits at these times, as far as they are known.
struct Times {
    grid: Vec<f64>,
    speeds: RefCell<HashMap<u64, f64>>,
}

impl Times {
    /// The speed of a hit at a time. If a lower bound is above `enough` \[m/s\], a number that is
    /// larger still and has its extremum where the bound has it. In quadratic air each speed takes
    /// a search.
    fn speed<const D: usize>(&self, throw: &Throw<D>, time: f64, enough: f64) -> f64 {
        let least = throw.least_speed(time);
        if least > enough {
            return 1e100 * least;
        }
        let known = self.speeds.borrow().get(&time.to_bits()).copied();
        known.unwrap_or_else(|| {
            let speed = throw.speed(time);
            self.speeds.borrow_mut().insert(time.to_bits(), speed);
            speed
        })
    }
}

/// What is wrong with the least speed, or with the reported limit of the speeds.
fn least_fault<const D: usize>(throw: &Throw<D>, hits: &Hits<D>, times: &Times) -> Option<String> {
    let told = match hits {
        Ok(hits) => (hits[0].velocity - throw.shooter).norm(),
        Err(AimError::NoLeastSpeed { limit }) => {
            let fades = throw.rate > 0.0
                && match throw.model {
                    Model::Quadratic => throw.gravity.norm() > 0.0,
                    model => model == Model::Linear,
                };
            let far = if fades { 50.0 } else { 1e6 };
            let late = times.grid[times.grid.len() - 1] * far / 1e3;
            let size = throw.stretched();
            let room = 1e-12 * throw.at(late).speed + 10.0 * size / late * (1.0 + 1.0 / late);
            let off = throw.speed(late) - limit;
            if off.abs() > room {
                return Some(format!("limit {limit}, but {off:e} off at {late}"));
            }
            *limit
        }
        Err(error) => return Some(format!("no least: {error}")),
    };
    let enough = 4.0 * told + throw.shooter.norm();
    let (time, speed) = least(&times.grid, &|time| times.speed(throw, time, enough));
    let rounding = 1e-13 * throw.at(time).speed;
    (told > speed * (1.0 + 1e-12) + rounding)
        .then(|| format!("least {speed} at {time}, not {told}"))
}

/// What is wrong with the two arcs at a speed, or with the reason for a rejection.
fn speed_fault<const D: usize>(throw: &Throw<D>, hits: &Hits<D>, speed: f64) -> Option<String> {
    match hits {
        Ok(hits) => {
            let arcs = match throw.model {
                Model::Quadratic => throw.quadratic_aim().at_speed(speed),
                _ => throw.aim().at_speed(speed),
            };
            let ends = arcs.map(|arcs| [arcs.direct, arcs.lofted]);
            (ends != Ok([hits[0], hits[hits.len() - 1]])).then(|| format!("{ends:?} of {hits:?}"))
        }
        Err(AimError::OutOfRange { least_speed, .. }) => {
            let least = match throw.hits(&Plan::LeastSpeed) {
                Ok(hits) => (hits[0].velocity - throw.shooter).norm(),
                Err(AimError::NoLeastSpeed { limit }) => limit,
                Err(error) => return Some(error.to_string()),
            };
            let is_least = (least_speed - least).abs() <= 1e-12 * least;
            let is_more = *least_speed >= speed * (1.0 - 1e-13);
            (!(is_least && is_more)).then(|| format!("told {least_speed}, least {least}"))
        }
        Err(error) => Some(error.to_string()),
    }
}

/// What is wrong with an attempt.
pub(crate) fn attempt_fault<const D: usize>(
    throw: &Throw<D>,
    speed: f64,
    times: &[f64],
) -> Option<String> {
    let attempt = match throw.attempt(speed) {
        Ok(attempt) => attempt,
        Err(error) => return Some(format!("attempt: {error}")),
    };
    let launch = attempt.launch;
    let own = (launch.velocity - throw.shooter).norm();
    // the launch velocity is the sum of the shooter's velocity and the speed, rounded
    let rounding = 1e-12 * speed + 4.0 * f64::EPSILON * launch.velocity.norm();
    if (own - speed).abs() > rounding && attempt.miss > 0.0 {
        return Some(format!("attempt at {own}"));
    }
    let there = throw.with_launch(launch.velocity, launch.time_of_flight);
    let off = passes_by(throw, &launch);
    let way = there.speed * there.carry.0;
    let scale = way + throw.from.norm() + there.distance;
    if launch.time_of_flight > 0.0 && (off - attempt.miss).abs() > 1e-12 * scale {
        return Some(format!("attempt misses by {off}, not {attempt:?}"));
    }
    let (nearest, room) = if throw.model == Model::Quadratic {
        let room = 1e-9 * (there.distance + throw.from.norm()) + 1e-13 * way;
        (nearest_about(throw, &launch), room)
    } else {
        nearest(throw, speed, times)
    };
    (attempt.miss > nearest.max(0.0) + room).then(|| format!("attempt {attempt:?}, not {nearest}"))
}

/// The distance of a launch from the target at its end.
fn passes_by<const D: usize>(throw: &Throw<D>, launch: &Launch<D>) -> f64 {
    let there = throw.with_launch(launch.velocity, launch.time_of_flight);
    (throw.flown(launch) - throw.from - there.r).norm()
}

/// The smallest miss over all times, and its rounding error.
fn nearest<const D: usize>(throw: &Throw<D>, speed: f64, times: &[f64]) -> (f64, f64) {
    let miss = |time: f64| (throw.speed(time) - speed) * throw.carry(time).0;
    let best = least(times, &miss);
    let at = throw.at(best.0);
    let least = (best.1).min(at.r.norm().max((throw.target - throw.from).norm()));
    let room = 1e-11 * (at.speed * at.carry.0 + throw.from.norm());
    (least, room)
}

/// The smallest miss of launches in nearly the same direction that pass at nearly the same time.
fn nearest_about<const D: usize>(throw: &Throw<D>, launch: &Launch<D>) -> f64 {
    let own = launch.velocity - throw.shooter;
    let mut least = f64::INFINITY;
    for (axis, turn) in (0..D).flat_map(|axis| [-1e-2, -1e-4, 0.0, 1e-4, 1e-2].map(|by| (axis, by)))
    {
        let mut turned = own;
        turned[axis] += turn * own.norm();
        let velocity = throw.shooter + turned.normalize() * own.norm();
        for share in [0.99, 0.9999, 1.0, 1.0001, 1.01] {
            let time_of_flight = launch.time_of_flight * share;
            let other = Launch {
                velocity,
                time_of_flight,
            };
            least = least.min(passes_by(throw, &other));
        }
    }
    least
}
