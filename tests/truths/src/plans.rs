//! Random plans for throws, and what is counted of their answers.

use std::collections::BTreeMap;

use kinstep::aim::{AimError, Launch, Plan};
use kinstep::ballistics::Plane;
use kinstep::nalgebra::SVector;

use crate::Cases;
use crate::aims::{Model, direction, pick, whole};
use crate::scan::{Gap, compare, zeros};
use crate::throws::{Moment, Throw};

/// The slopes of a throw that stand on an edge: those of the straight line and of the pull, and level.
fn slope<const D: usize>(cases: &mut Cases, throw: &Throw<D>) -> f64 {
    let of = |v: SVector<f64, D>| {
        let (up, level) = throw.split(&v);
        up / level
    };
    let edge = match cases.uniform(0.0..10.0) as u32 {
        // what moves is searched for, and not on the very edge
        1..4 if !throw.target_stays() => cases.uniform(-3.0..3.0),
        0 => 0.0,
        1 => of(throw.target - throw.from),
        2 => of(throw.constant()),
        3 => -of(throw.constant()),
        4 => cases.signed_decades(1e-4, 1e4),
        _ => cases.uniform(-3.0..3.0),
    };
    let slope = match cases.uniform(0.0..3.0) as u32 {
        0 => edge,
        _ => edge * (1.0 + cases.signed_decades(1e-12, 1.0)),
    };
    if slope.is_finite() { slope } else { 1.0 }
}

/// A height above both ends, as it comes, or that of one of them.
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

/// One of each planner. `least` is the least speed that is no drop, or 0, and `pace` a time of such throws.
pub fn all<const D: usize>(
    cases: &mut Cases,
    throw: &Throw<D>,
    least: f64,
    pace: f64,
) -> Vec<Plan<f64, D>> {
    let way = throw.target - throw.from;
    let size = way.norm();
    let mut speed = match cases.uniform(0.0..4.0) as u32 {
        0 => least * (1.0 + cases.signed_decades(1e-15, 1e-3)),
        1 => least * cases.decades(0.3, 1.0),
        _ => least * cases.decades(1.0, 1e2),
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
    let constant = throw.constant();
    if constant.norm() > 0.0 {
        let against = constant * (-1.0 / constant.norm());
        let foot = throw.from + way * cases.uniform(-0.3..1.3);
        let point = foot + against * (size * cases.signed_decades(1e-6, 10.0));
        let beside = direction::<D>(cases) * size;
        let beside = beside * f64::from(u8::from(cases.chance(0.3)));
        plans.push(Plan::Through(point + beside));
        let mut normal = direction::<D>(cases) * cases.decades(0.1, 10.0);
        if normal.dot(&constant) > 0.0 && cases.chance(0.8) {
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

/// The same with whole numbers, and those of the throw itself.
pub fn special<const D: usize>(cases: &mut Cases, throw: &Throw<D>) -> Vec<Plan<f64, D>> {
    const WHOLE: [f64; 9] = [1.0, 2.0, 3.0, 4.0, 5.0, 8.0, 10.0, 0.5, 0.25];
    let way = throw.target - throw.from;
    let own = throw.velocity - throw.shooter;
    let speeds = [
        throw.velocity.norm(),
        own.norm(),
        (way * throw.rate + own).norm(),
        throw.wind.norm(),
        20.0,
        40.0,
    ];
    let speed = |cases: &mut Cases| {
        let speed = if cases.chance(0.5) {
            pick(cases, &speeds)
        } else {
            pick(cases, &WHOLE)
        };
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
        let point = if cases.chance(0.3) {
            throw.from + way * pick(cases, &WHOLE)
        } else {
            throw.from + whole::<D>(cases)
        };
        plans.push(Plan::Through(point));
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
        let of = |v: SVector<f64, D>| {
            let (up, level) = throw.split(&v);
            up / level
        };
        let slopes = [
            of(way),
            of(throw.velocity),
            of(throw.constant()),
            of(throw.acceleration),
            0.0,
            1.0,
            -1.0,
            0.5,
            -2.0,
        ];
        let slope = |cases: &mut Cases| {
            let slope = pick(cases, &slopes) * pick(cases, &[1.0, -1.0]);
            if slope.is_finite() { slope } else { 0.25 }
        };
        let top = throw
            .up()
            .dot(&throw.from)
            .max(throw.up().dot(&throw.target));
        let climbs = [throw.up().dot(&throw.velocity), 20.0];
        plans.extend([
            Plan::Apex(top + pick(cases, &[0.0, 1.0, 5.0, 20.0, -1.0])),
            Plan::Slope(slope(cases)),
            Plan::ArrivalSlope(slope(cases)),
            Plan::ClimbSpeed(
                Some(pick(cases, &climbs))
                    .filter(|climb| *climb > 0.0)
                    .unwrap_or(pick(cases, &WHOLE)),
            ),
            Plan::Lob(pick(cases, &WHOLE)),
        ]);
    }
    if throw.model == Model::Quadratic {
        plans.retain(|plan| matches!(plan, Plan::Time(_) | Plan::Speed(_) | Plan::LeastSpeed));
    }
    plans
}

/// Points to clear, of whole numbers: over the way, on it, under it, beside it, over its ends, and the same twice.
pub fn points<const D: usize>(cases: &mut Cases, throw: &Throw<D>) -> Vec<SVector<f64, D>> {
    let way = throw.target - throw.from;
    let against = -throw.constant();
    let beside = cases.chance(0.2);
    let mut points: Vec<SVector<f64, D>> = Vec::new();
    for _ in 0..pick(cases, &[1, 1, 2, 3, 4]) {
        let mut share = pick(cases, &[0.25, 0.5, 0.5, 0.75, 0.1]);
        if beside {
            share = pick(cases, &[0.0, 1.0, 2.0, -1.0]);
        }
        let foot = throw.from + way * share;
        let point = match cases.uniform(0.0..8.0) as u32 {
            0 => throw.from + whole::<D>(cases),
            1 => foot + whole::<D>(cases),
            2 => points.last().copied().unwrap_or(foot),
            3 => foot,
            _ => foot + against * pick(cases, &[1.0, 0.5, 0.25, 2.0, -0.5]),
        };
        points.push(point);
    }
    points
}

/// What was counted of one planner.
#[derive(Debug, Default, Clone)]
pub struct Count {
    pub cases: usize,
    pub hits: usize,
    pub several: usize,
    pub none: usize,
    /// Greatest distance from the target, and from what the plan wants, in ε of their terms.
    pub miss: f64,
    pub off: f64,
    pub failures: Vec<String>,
}

/// What was counted of all planners, by name.
#[derive(Debug, Default)]
pub struct Tally(pub BTreeMap<String, Count>);

impl Tally {
    pub fn of<const D: usize>(&mut self, plan: &Plan<f64, D>) -> &mut Count {
        let name = format!("{plan:?}");
        let name = name.split(['(', ' ']).next().unwrap_or_default();
        self.0.entry(name.to_string()).or_default()
    }

    /// Checks the lowest arc over some points: that it hits and passes over all of them, over one only just, and that no earlier
    /// one does.
    pub fn cleared<const D: usize>(
        &mut self,
        throw: &Throw<D>,
        points: &[SVector<f64, D>],
        answer: &Result<Launch<f64, D>, AimError<f64>>,
        grid: &[f64],
    ) {
        let count = self.0.entry("Clearing".to_string()).or_default();
        count.cases += 1;
        let fault = match *answer {
            Ok(launch) => {
                count.hits += 1;
                let miss = throw.miss(&launch) / f64::EPSILON;
                count.miss = count.miss.max(miss);
                let time = launch.time_of_flight;
                let there = throw.with_launch(launch.velocity, time);
                let heights = points.iter().filter_map(|point| throw.over(point, &there));
                let mut lowest = heights.fold(f64::INFINITY, f64::min);
                if throw.rate * time > 20.0 && !throw.target_stays() {
                    // where drag ends the flight only the time is right to rounding
                    lowest = 0.0;
                }
                count.off = count.off.max(lowest.abs() / f64::EPSILON);
                if miss > 1e-12 / f64::EPSILON || lowest.abs() > 1e-12 {
                    Some(format!("miss {miss:.1e}, over by {lowest:e}"))
                } else {
                    earlier(throw, points, time, grid)
                }
            }
            Err(error) => {
                count.none += 1;
                match error {
                    AimError::NothingInTheWay => (points.iter())
                        .position(|point| is_above_the_line(throw, point))
                        .map(|index| format!("point {index} is in the way"))
                        .or_else(|| earlier(throw, points, f64::INFINITY, grid)),
                    AimError::ClearAfter { time } => earlier(throw, points, f64::INFINITY, grid)
                        .or_else(|| not_from(throw, points, time, grid)),
                    AimError::NeverMet if !throw.target_stays() => clear(throw, points, grid),
                    AimError::NoTop if throw.constant().norm() == 0.0 => None,
                    AimError::Beside { index, .. } if throw.target_stays() => {
                        let way = throw.target - throw.from;
                        let along = throw.waypoint(&way, &points[index]).0;
                        let is_between =
                            along > 1e-12 && along < 1.0 - 1e-12 && !throw.is_along(&way);
                        is_between.then(|| format!("not beside, but at {along}"))
                    }
                    _ => Some(error.to_string()),
                }
            }
        };
        let told = fault.map(|fault| format!("{fault}: {answer:?} {points:?} {throw:?}"));
        count.failures.extend(told);
    }

    /// Checks every launch that a plan has.
    pub fn check<const D: usize>(
        &mut self,
        throw: &Throw<D>,
        plan: &Plan<f64, D>,
        hits: &Result<Vec<Launch<f64, D>>, AimError<f64>>,
    ) {
        let count = self.of(plan);
        count.cases += 1;
        let launches: &[_] = match hits {
            Ok(hits) => hits,
            Err(AimError::Unfinished { .. }) => {
                count
                    .failures
                    .push(format!("unfinished: {plan:?} {throw:?}"));
                &[]
            }
            Err(_) => &[],
        };
        count.hits += launches.len();
        count.several += usize::from(launches.len() > 1);
        count.none += usize::from(launches.is_empty());
        if hits.is_ok() && launches.is_empty() {
            count
                .failures
                .push(format!("no hit and no error: {plan:?} {throw:?}"));
        }
        if !launches.is_sorted_by(|a, b| a.time_of_flight <= b.time_of_flight) {
            count
                .failures
                .push(format!("order: {launches:?} {plan:?} {throw:?}"));
        }
        for launch in launches {
            let miss = throw.miss(launch) / f64::EPSILON;
            let there = throw.with_launch(launch.velocity, launch.time_of_flight);
            let off = throw.off(plan, &there).abs() / f64::EPSILON;
            count.miss = count.miss.max(miss);
            // 1e-12, in ε
            let bound = 1e-12 / f64::EPSILON;
            // the point beyond a target may be where drag ends the flight: there only the time is right to rounding
            let has_ended = throw.rate * launch.time_of_flight > 20.0
                && matches!(plan, Plan::Through(_))
                && !throw.target_stays();
            let is_unclear = has_ended || straddles(throw, plan, launch.time_of_flight);
            let off = if off > bound && is_unclear { 0.0 } else { off };
            if !off.is_nan() {
                count.off = count.off.max(off);
            }
            let hits = miss <= bound;
            if !hits || off > bound || launch.time_of_flight <= 0.0 {
                (count.failures).push(format!(
                    "miss {miss:.1e}, off {off:.1e}: {launch:?} {plan:?} {throw:?}"
                ));
            }
        }
    }

    /// Checks that a plan has the hits that are seen by looking at every time, and no other.
    pub fn scan<const D: usize>(
        &mut self,
        throw: &Throw<D>,
        plan: &Plan<f64, D>,
        hits: &Result<Vec<Launch<f64, D>>, AimError<f64>>,
        grid: &[f64],
    ) {
        self.scan_by(throw, plan, hits, grid, &|time| wanted(throw, plan, time));
    }

    /// The same for a function that is zero at hits.
    pub fn scan_by<const D: usize>(
        &mut self,
        throw: &Throw<D>,
        plan: &Plan<f64, D>,
        hits: &Result<Vec<Launch<f64, D>>, AimError<f64>>,
        grid: &[f64],
        value: &dyn Fn(f64) -> f64,
    ) {
        let gaps = zeros(grid, value);
        let times: Vec<f64> = (hits.iter().flat_map(|hits| hits.iter()))
            .map(|launch| launch.time_of_flight)
            .filter(|time| *time > grid[0] && *time < grid[grid.len() - 1])
            .collect();
        let (invented, missed) = compare(&gaps, &times);
        let missed: Vec<Gap> = (missed.into_iter())
            .filter(|gap| !all_but_stands(throw, plan, root(throw, plan, gap)))
            .collect();
        let invented: Vec<f64> = (invented.into_iter())
            .filter(|&time| !all_but_stands(throw, plan, time))
            .collect();
        // where the point is on the way has poles and ends, across which nothing is seen; that all hits pass it is checked
        let is_led_past = matches!(plan, Plan::Through(_)) && !throw.target_stays();
        let (invented, missed) = if is_led_past {
            let next_to = |gap: &Gap| gap.high < gap.low * (grid[1] / grid[0]) * 1.01;
            (Vec::new(), missed.into_iter().filter(next_to).collect())
        } else {
            (invented, missed)
        };
        if !(invented.is_empty() && missed.is_empty()) {
            self.of(plan).failures.push(format!(
                "invented {invented:?}, missed {missed:?}: {:?} {plan:?} {throw:?}",
                hits
            ));
        }
    }

    /// Prints what was counted, and the first failures of each planner. How many failures there are in all.
    pub fn told(&self, title: &str) -> usize {
        for (name, count) in &self.0 {
            println!(
                "{title} {name}: {} cases, {} hits, {} with several, {} without; miss {:.1} ε, off {:.1} ε, {} failures",
                count.cases,
                count.hits,
                count.several,
                count.none,
                count.miss,
                count.off,
                count.failures.len()
            );
        }
        for count in self.0.values() {
            for failure in count.failures.iter().take(TOLD) {
                println!("  {failure}");
            }
        }
        self.0.values().map(|count| count.failures.len()).sum()
    }

    pub fn report(&self, title: &str) {
        assert_eq!(self.told(title), 0, "failures: {title}");
    }
}

/// Failures of one planner that are printed.
const TOLD: usize = 20;

/// What is to be zero at a hit, as a function of its time.
fn wanted<const D: usize>(throw: &Throw<D>, plan: &Plan<f64, D>, time: f64) -> f64 {
    if matches!(plan, Plan::LeastSpeed) || throw.is_too_far(time) {
        return f64::NAN;
    }
    let at = throw.at(time);
    match *plan {
        // paths do not bend away from it
        Plan::Touching(plane) if is_along_pull(throw, &plane) => 1.0,
        Plan::Touching(plane) => {
            let (top, rise, wanted, scale) = throw.touch(&plane, &at);
            let places = throw.from.norm() + plane.distance.abs() / plane.normal.norm();
            if wanted < -1e-14 * places {
                // it is above the plane from the start
                return 1.0;
            }
            let wanted = wanted.max(0.0);
            if top <= time {
                return (rise - wanted) / scale;
            }
            // still rising: it is highest at the hit
            let side = if plane.normal.dot(&throw.constant()) > 0.0 {
                -1.0
            } else {
                1.0
            };
            let above = plane.normal.dot(&at.r) * side / plane.normal.norm();
            (above.min(rise) - wanted) / scale
        }
        Plan::Apex(_) if throw.up().dot(&throw.constant()) >= 0.0 => 1.0,
        Plan::Apex(height) => wanted(throw, &Plan::Touching(Plane::new(throw.up(), height)), time),
        Plan::Through(point) => {
            let along = throw.waypoint(&at.r, &point).0;
            if throw.is_along(&at.r) {
                return f64::NAN;
            }
            // a target that moves is hit after the point is passed
            if along > 0.0 && (throw.target_stays() || along < 1.0) {
                throw.off(plan, &at)
            } else {
                f64::NAN
            }
        }
        _ => throw.off(plan, &at),
    }
}

/// Whether a plane is along the constant acceleration, as far as rounding tells.
fn is_along_pull<const D: usize>(throw: &Throw<D>, plane: &Plane<f64, D>) -> bool {
    let c = throw.constant();
    plane.normal.dot(&c).abs() <= 8.0 * f64::EPSILON * plane.normal.norm() * c.norm()
}

/// An arc over all points that hits earlier than at a time, by looking at every time.
fn earlier<const D: usize>(
    throw: &Throw<D>,
    points: &[SVector<f64, D>],
    time: f64,
    grid: &[f64],
) -> Option<String> {
    for point in points {
        let plan = Plan::Through(*point);
        let next_to = |gap: &Gap| gap.high < gap.low * (grid[1] / grid[0]) * 1.01;
        let gaps = zeros(grid, &|time| wanted(throw, &plan, time));
        for gap in gaps.iter().filter(|gap| gap.certain && next_to(gap)) {
            let passing = root(throw, &plan, gap);
            let at = throw.at(passing);
            let is_over = |other: &SVector<f64, D>| {
                throw.over(other, &at).is_none_or(|height| height > -1e-13)
            };
            let is_on_the_way = throw.over(point, &at).is_some();
            if passing < time * (1.0 - 1e-9) && is_on_the_way && points.iter().all(is_over) {
                return Some(format!("earlier: {passing}"));
            }
        }
    }
    None
}

/// A time at which the flight passes over all points.
fn clear<const D: usize>(
    throw: &Throw<D>,
    points: &[SVector<f64, D>],
    grid: &[f64],
) -> Option<String> {
    let found = (grid.iter()).find(|&&time| is_clear(throw, points, &throw.at(time)));
    found.map(|time| format!("clear at {time}"))
}

/// What is wrong with a time from which flights pass over all points, and before which none does.
fn not_from<const D: usize>(
    throw: &Throw<D>,
    points: &[SVector<f64, D>],
    time: f64,
    grid: &[f64],
) -> Option<String> {
    // late, only the launch of the crate is known to more digits than the change takes
    let [before, after] = [-1e-6, 1e-6].map(|side| {
        let time = time * (1.0 + side);
        let launch = throw.aim().in_time(time).unwrap();
        is_clear(throw, points, &throw.with_launch(launch.velocity, time))
    });
    if before || !after {
        return Some(format!("clear before: {before}, after: {after}"));
    }
    let early = grid.partition_point(|early| *early < time * (1.0 - 1e-6));
    clear(throw, points, &grid[..early])
}

/// Whether a flight passes over all points, by more than rounding.
fn is_clear<const D: usize>(throw: &Throw<D>, points: &[SVector<f64, D>], at: &Moment<D>) -> bool {
    let mut heights = points.iter().filter_map(|point| throw.over(point, at));
    heights.all(|height| height > 1e-12)
}

/// Whether a point bars the earliest flights: it is between launch and target and above the line between them.
fn is_above_the_line<const D: usize>(throw: &Throw<D>, point: &SVector<f64, D>) -> bool {
    let way = throw.target - throw.from;
    let (along, height) = throw.waypoint(&way, point);
    let is_between = along > 1e-9 && along < 1.0 - 1e-9 && !throw.is_along(&way);
    is_between && height > 1e-9 * (way.norm() + point.norm() + throw.from.norm())
}

/// Where it changes sign.
fn root<const D: usize>(throw: &Throw<D>, plan: &Plan<f64, D>, gap: &Gap) -> f64 {
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

/// Whether a velocity is so little of its terms that the slope it has is rounding: dropped targets, or drag and wind that
/// stop it. Straight up there is no slope either.
fn all_but_stands<const D: usize>(throw: &Throw<D>, plan: &Plan<f64, D>, time: f64) -> bool {
    let at = throw.at(time);
    let unclear = |v: &SVector<f64, D>, scale: f64| {
        v.norm() < 1e-10 * scale || throw.split(v).1 < 1e-14 * scale
    };
    // on the line of the pull to rounding, every flight has its slope or the opposite one
    let along = throw.is_along(&at.r);
    match plan {
        // the target is at the height of the plane while the flight still rises
        Plan::Apex(height) => {
            throw.touch(&Plane::new(throw.up(), *height), &at).0 > time * (1.0 - 1e-9)
        }
        Plan::Touching(plane) => throw.touch(plane, &at).0 > time * (1.0 - 1e-9),
        Plan::Slope(_) | Plan::ArrivalSlope(_) if along => true,
        Plan::Slope(_) => unclear(&at.launched, at.speed),
        Plan::ArrivalSlope(_) => {
            let (left, sinking) = throw.carry_rates(time);
            unclear(
                &at.arriving,
                at.speed * left + throw.constant().norm() * sinking,
            )
        }
        _ => false,
    }
}

/// Whether a point is passed by a flight to the target at a time that rounds to this, or no longer by the next: as far as
/// rounding tells where along the way the point is.
fn straddles<const D: usize>(throw: &Throw<D>, plan: &Plan<f64, D>, time: f64) -> bool {
    let Plan::Through(point) = *plan else {
        return false;
    };
    let r = throw.at(time).r;
    let c = throw.constant().normalize();
    let across = |v: SVector<f64, D>| (v.norm() + throw.from.norm()) / (v - c * c.dot(&v)).norm();
    let grain = 32.0 * f64::EPSILON * (across(r) + across(point - throw.from));
    let [before, after] =
        [-grain, grain].map(|share| throw.off(plan, &throw.at(time * (1.0 + share))));
    let alike = before * after > 0.0;
    !alike
}
