//! Random plans for throws, and counts of their answers.

use std::collections::BTreeMap;

use kinstep::nalgebra::SVector;
use kinstep::trajectory::Plane;
use kinstep_flight::aim::{AimError, Plan};

use crate::Cases;
use crate::aims::{Model, direction, pick, whole};
use crate::scan::{Gap, compare, zeros};
use crate::throws::{Hits, Throw};

/// Parses a plan from its name and its numbers, as in `through 3 4`.
pub fn of<const D: usize>(text: &str) -> Plan<D> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap();
    let mut number = || -> f64 { words.next().unwrap().parse().unwrap() };
    match name {
        "least" => Plan::LeastSpeed,
        "speed" => Plan::Speed(number()),
        "through" => Plan::Through(SVector::from_fn(|_, _| number())),
        "slope" => Plan::Slope(number()),
        "arrival" => Plan::ArrivalSlope(number()),
        "curviness" => Plan::Curviness(number()),
        _ => panic!("no plan: {text}"),
    }
}

/// A slope that is often a special one: of the straight line, of the constant acceleration, or
/// level.
fn slope<const D: usize>(cases: &mut Cases, throw: &Throw<D>) -> f64 {
    let edge = match cases.uniform(0.0..10.0) as u32 {
        // plans for moving targets are solved by search, and not tested exactly at special slopes
        1..4 if !throw.target_stays() => cases.uniform(-3.0..3.0),
        0 => 0.0,
        1 => throw.slope_of(throw.target - throw.from),
        2 => throw.slope_of(throw.constant()),
        3 => -throw.slope_of(throw.constant()),
        4 => cases.signed_decades(1e-4, 1e4),
        _ => cases.uniform(-3.0..3.0),
    };
    let slope = match cases.uniform(0.0..3.0) as u32 {
        0 => edge,
        _ => edge * (1.0 + cases.signed_decades(1e-12, 1.0)),
    };
    if slope.is_finite() { slope } else { 1.0 }
}

/// A height above both ends, a random height, or the height of one of the ends.
fn height<const D: usize>(cases: &mut Cases, throw: &Throw<D>, normal: &SVector<f64, D>) -> f64 {
    let [a, b] = [throw.from, throw.target].map(|end| normal.dot(&end));
    let size = (throw.target - throw.from).norm();
    match cases.uniform(0.0..10.0) as u32 {
        0 => a,
        1 => b,
        2 => a + cases.uniform(-2.0..2.0) * size,
        3 => a.max(b) + size * cases.decades(1e-12, 1e-3),
        _ => a.max(b) + size * cases.decades(1e-3, 1e2),
    }
}

/// One plan of each kind. `least` is the least speed that is no drop, or 0.
pub fn all<const D: usize>(cases: &mut Cases, throw: &Throw<D>, least: f64) -> Vec<Plan<D>> {
    let (way, pace) = (throw.target - throw.from, throw.pace());
    let size = way.norm();
    let mut speed = least
        * match cases.uniform(0.0..4.0) as u32 {
            0 => 1.0 + cases.signed_decades(1e-15, 1e-3),
            1 => cases.decades(0.3, 1.0),
            _ => cases.decades(1.0, 1e2),
        };
    if !(speed > 0.0 && speed < f64::INFINITY) {
        speed = size / pace;
    }
    let mut plans = vec![
        Plan::Time(pace * cases.decades(1e-3, 1e3)),
        Plan::StraightLineSpeed(size / pace * cases.decades(1e-2, 1e2)),
        Plan::Speed(speed),
        Plan::LeastSpeed,
        Plan::ArcHeight(size * cases.decades(1e-6, 1e2)),
        Plan::Curviness(cases.decades(1e-6, 1e2)),
    ];
    if throw.constant().norm() > 0.0 {
        let foot = throw.from + way * cases.uniform(-0.3..1.3);
        let mut point = foot + throw.against() * (size * cases.signed_decades(1e-6, 10.0));
        let beside = direction::<D>(cases) * size;
        if cases.chance(0.3) {
            point += beside;
        }
        plans.push(Plan::Through(point));
        let mut normal = direction::<D>(cases) * cases.decades(0.1, 10.0);
        if normal.dot(&throw.constant()) > 0.0 && cases.chance(0.8) {
            normal = -normal;
        }
        let distance = height(cases, throw, &normal);
        plans.push(Plan::Touching(Plane::new(normal, distance)));
    }
    if throw.gravity.norm() > 0.0 {
        let pull = throw.gravity.norm();
        let climb = (2.0 * pull * size).sqrt() * cases.decades(1e-3, 1e2);
        plans.extend([
            Plan::Apex(height(cases, throw, &throw.up())),
            Plan::Slope(slope(cases, throw)),
            Plan::ArrivalSlope(slope(cases, throw)),
            Plan::ClimbSpeed(climb),
            Plan::Lob(cases.decades(1e-2, 1e2) / pace),
        ]);
    }
    plans
}

/// Plans with whole numbers, and with numbers of the throw itself.
pub fn special<const D: usize>(cases: &mut Cases, throw: &Throw<D>) -> Vec<Plan<D>> {
    const WHOLE: [f64; 9] = [1.0, 2.0, 3.0, 4.0, 5.0, 8.0, 10.0, 0.5, 0.25];
    let way = throw.target - throw.from;
    let own = throw.velocity - throw.shooter;
    let speeds = [throw.velocity, own, way * throw.rate + own, throw.wind];
    let speeds = [speeds.map(|v| v.norm()).as_slice(), &[20.0, 40.0]].concat();
    let speed = |cases: &mut Cases| {
        let from = [&speeds[..], &WHOLE][usize::from(!cases.chance(0.5))];
        let speed = pick(cases, from);
        if speed > 0.0 { speed } else { 10.0 }
    };
    let mut plans = vec![
        Plan::Time(pick(cases, &WHOLE)),
        Plan::StraightLineSpeed(speed(cases)),
        Plan::Speed(speed(cases)),
        Plan::Speed(speed(cases)),
        Plan::LeastSpeed,
        Plan::ArcHeight(pick(cases, &WHOLE)),
        Plan::Curviness(pick(cases, &WHOLE)),
    ];
    if throw.constant().norm() > 0.0 {
        let there = match cases.chance(0.3) {
            true => way * pick(cases, &WHOLE),
            false => whole::<D>(cases),
        };
        plans.push(Plan::Through(throw.from + there));
        let mut normal = whole::<D>(cases);
        if cases.chance(0.3) {
            normal = throw.constant() * pick(cases, &[-1.0, 1.0, -0.5]);
        }
        if normal.norm() > 0.0 {
            let distance = normal.dot(&throw.from) + pick(cases, &[0.0, 1.0, 4.0, -1.0, 20.0]);
            plans.push(Plan::Touching(Plane::new(normal, distance)));
        }
    }
    if throw.gravity.norm() > 0.0 {
        let own = [way, throw.velocity, throw.constant(), throw.acceleration];
        let own = own.map(|v| throw.slope_of(v));
        let slopes = [own.as_slice(), &[0.0, 1.0, -1.0, 0.5, -2.0]].concat();
        let slope = |cases: &mut Cases| {
            let slope = pick(cases, &slopes) * pick(cases, &[1.0, -1.0]);
            if slope.is_finite() { slope } else { 0.25 }
        };
        let up = throw.up();
        let top = up.dot(&throw.from).max(up.dot(&throw.target));
        let climbs = [up.dot(&throw.velocity), 20.0];
        let climb = Some(pick(cases, &climbs)).filter(|climb| *climb > 0.0);
        let climb = climb.unwrap_or(pick(cases, &WHOLE));
        plans.extend([
            Plan::Apex(top + pick(cases, &[0.0, 1.0, 5.0, 20.0, -1.0])),
            Plan::Slope(slope(cases)),
            Plan::ArrivalSlope(slope(cases)),
            Plan::ClimbSpeed(climb),
            Plan::Lob(pick(cases, &WHOLE)),
        ]);
    }
    if throw.model == Model::Quadratic {
        plans.retain(|plan| matches!(plan, Plan::Time(_) | Plan::Speed(_) | Plan::LeastSpeed));
    }
    plans
}

/// Counts of one planner.
#[derive(Debug, Default)]
struct Count {
    cases: usize,
    hits: usize,
    several: usize,
    none: usize,
    /// Largest distance from the target, and largest residual of the plan, in ε of their terms.
    miss: f64,
    off: f64,
}

/// Counts of all planners, by name, and their failures.
#[derive(Debug, Default)]
pub struct Tally {
    counts: BTreeMap<String, Count>,
    failures: Vec<String>,
}

impl Tally {
    /// Records a failure of a plan.
    pub fn fail<const D: usize>(&mut self, plan: &Plan<D>, throw: &Throw<D>, fault: &str) {
        (self.failures).push(format!("{fault}: {plan:?} {throw:?}"));
    }

    /// Checks every launch of a plan.
    pub fn check<const D: usize>(&mut self, throw: &Throw<D>, plan: &Plan<D>, hits: &Hits<D>) {
        let launches = hits.as_deref().unwrap_or_default();
        let name = format!("{plan:?}");
        let name = name.split(['(', ' ']).next().unwrap_or_default();
        let mut count = self.counts.remove(name).unwrap_or_default();
        count.cases += 1;
        count.hits += launches.len();
        count.several += usize::from(launches.len() > 1);
        count.none += usize::from(launches.is_empty());
        if let Err(AimError::Unfinished { .. }) = hits {
            self.fail(plan, throw, "unfinished");
        }
        if hits.is_ok() && launches.is_empty() {
            self.fail(plan, throw, "no hit and no error");
        }
        if !launches.is_sorted_by(|a, b| a.time_of_flight <= b.time_of_flight) {
            self.fail(plan, throw, &format!("order {launches:?}"));
        }
        for launch in launches {
            let time = launch.time_of_flight;
            let miss = throw.miss(launch) / f64::EPSILON;
            let there = throw.with_launch(launch.velocity, time);
            let off = throw.off(plan, &there).abs() / f64::EPSILON;
            // the point beyond a target may be where drag ends the flight: there only the time is right to rounding
            let has_ended = throw.rate * time > 20.0
                && matches!(plan, Plan::Through(_))
                && !throw.target_stays();
            let is_unclear = off > BOUND && (has_ended || straddles(throw, plan, time));
            let off = if is_unclear { 0.0 } else { off };
            (count.miss, count.off) = (count.miss.max(miss), count.off.max(off));
            let is_hit = miss <= BOUND && time > 0.0;
            if !is_hit || off > BOUND {
                let fault = format!("miss {miss:.1e}, off {off:.1e}: {launch:?}");
                self.fail(plan, throw, &fault);
            }
        }
        self.counts.insert(name.to_string(), count);
    }

    /// Checks that a plan has the hits that a scan of all times finds, where a value is zero, and
    /// no others.
    pub fn scan<const D: usize>(
        &mut self,
        throw: &Throw<D>,
        plan: &Plan<D>,
        hits: &Hits<D>,
        grid: &[f64],
        value: &dyn Fn(f64) -> f64,
    ) {
        let times: Vec<f64> = (hits.iter().flatten())
            .map(|launch| launch.time_of_flight)
            .filter(|time| *time > grid[0] && *time < grid[grid.len() - 1])
            .collect();
        let (mut invented, mut missed) = compare(&zeros(grid, value), &times);
        missed.retain(|gap| !all_but_stands(throw, plan, root(throw, plan, gap)));
        invented.retain(|&time| !all_but_stands(throw, plan, time));
        // the position of the point along the way has poles and ends, where a scan finds nothing;
        // another check covers that all hits pass the point
        if matches!(plan, Plan::Through(_)) && !throw.target_stays() {
            missed.retain(|gap| is_next_to(gap, grid));
            invented.clear();
        }
        if !(invented.is_empty() && missed.is_empty()) {
            let fault = format!("invented {invented:?}, missed {missed:?}: {hits:?}");
            self.fail(plan, throw, &fault);
        }
    }

    /// Prints the counts and the failures; asserts that there are none.
    pub fn report(&self, title: &str) {
        self.report_up_to(title, 0);
    }

    /// Prints the counts and the failures; asserts that there are at most `known`.
    pub fn report_up_to(&self, title: &str, known: usize) {
        for (name, count) in &self.counts {
            println!("{title} {name}: {count:.1?}");
        }
        for failure in self.failures.iter().take(100) {
            println!("  {failure}");
        }
        let (failures, plans) = (
            self.failures.len(),
            self.counts.values().map(|count| count.cases),
        );
        println!("{title}: {failures} of {} plans fail", plans.sum::<usize>());
        assert!(failures <= known, "failures: {title}");
    }
}

/// Largest error of a hit that is allowed, in ε: 1e-12.
const BOUND: f64 = 1e-12 / f64::EPSILON;

/// Residual of a plan as a function of the time of flight; it is zero at a hit.
pub fn wanted<const D: usize>(throw: &Throw<D>, plan: &Plan<D>, time: f64) -> f64 {
    if matches!(plan, Plan::LeastSpeed) || throw.is_too_far(time) {
        return f64::NAN;
    }
    let at = throw.at(time);
    match *plan {
        Plan::Touching(plane) => {
            let (c, length) = (throw.constant(), plane.normal.norm());
            let (top, rise, wanted, scale) = throw.touch(&plane, &at);
            let places = throw.from.norm() + plane.distance.abs() / length;
            // paths that do not bend away from the plane, as far as rounding tells, or that start
            // above it
            let is_along = plane.normal.dot(&c).abs() <= 8.0 * f64::EPSILON * length * c.norm();
            if is_along || wanted < -1e-14 * places {
                return 1.0;
            }
            // the flight still rises: it is highest at the hit
            let above = plane.normal.dot(&at.r) * throw.side(&plane) / length;
            let most = if top <= time { rise } else { above.min(rise) };
            (most - wanted.max(0.0)) / scale
        }
        Plan::Apex(_) if throw.up().dot(&throw.constant()) >= 0.0 => 1.0,
        Plan::Apex(height) => wanted(throw, &Plan::Touching(Plane::new(throw.up(), height)), time),
        Plan::Through(point) => {
            let along = throw.waypoint(&at.r, &point).0;
            // a moving target is hit after the point is passed
            let is_passed = along > 0.0 && (throw.target_stays() || along < 1.0);
            let is_clear = is_passed && !throw.is_along(&at.r);
            if is_clear {
                throw.off(plan, &at)
            } else {
                f64::NAN
            }
        }
        _ => throw.off(plan, &at),
    }
}

/// Whether a gap is between two consecutive times of a grid.
pub fn is_next_to(gap: &Gap, grid: &[f64]) -> bool {
    gap.high < gap.low * (grid[1] / grid[0]) * 1.01
}

/// The time at which the residual changes its sign within a gap.
pub fn root<const D: usize>(throw: &Throw<D>, plan: &Plan<D>, gap: &Gap) -> f64 {
    let (mut low, mut high) = (gap.low, gap.high);
    let side = wanted(throw, plan, low);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if wanted(throw, plan, middle) * side > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// Whether a velocity is so small against its terms that its slope is a rounding error: for dropped
/// targets, or where drag and wind stop the flight. A vertical velocity has no slope either.
fn all_but_stands<const D: usize>(throw: &Throw<D>, plan: &Plan<D>, time: f64) -> bool {
    let at = throw.at(time);
    let (v, scale) = match *plan {
        // the target is at the height of the plane while the flight still rises
        Plan::Apex(height) => {
            return all_but_stands(throw, &Plan::Touching(Plane::new(throw.up(), height)), time);
        }
        Plan::Touching(plane) => return throw.touch(&plane, &at).0 > time * (1.0 - 1e-9),
        Plan::Slope(_) => (at.launched, at.speed),
        Plan::ArrivalSlope(_) => (at.arriving, at.slowed),
        _ => return false,
    };
    // on the line of the constant acceleration every flight has its slope or the opposite one
    throw.is_along(&at.r) || v.norm() < 1e-10 * scale || throw.split(&v).1 < 1e-14 * scale
}

/// Whether a flight to the target passes a point at a time that rounds to this one, or no longer at
/// the next: as far as rounding tells where along the way the point is.
fn straddles<const D: usize>(throw: &Throw<D>, plan: &Plan<D>, time: f64) -> bool {
    let Plan::Through(point) = *plan else {
        return false;
    };
    let across = |v: SVector<f64, D>| (v.norm() + throw.from.norm()) / throw.across(&v).norm();
    let grain = 32.0 * f64::EPSILON * (across(throw.at(time).r) + across(point - throw.from));
    let [before, after] =
        [-grain, grain].map(|share| throw.off(plan, &throw.at(time * (1.0 + share))));
    before * after <= 0.0 || (before * after).is_nan()
}
