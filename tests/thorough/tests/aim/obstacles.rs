//! Arcs over obstacles are the lowest: compared with all times, on random throws and on whole
//! numbers, where terms cancel.

use kinstep::nalgebra::SVector;
use kinstep_flight::aim::{AimError, Launch, Plan};
use truths::Cases;
use truths::aims::{MODELS, Model, pick, special, whole};
use truths::plans::{is_next_to, root, wanted};
use truths::scan::zeros;
use truths::throws::{Moment, Throw};

/// Throws, points and expected answers: a hit, a hit at or after a time, an error, or `any`. `each`
/// stands for all models, `drag` for those with drag.
const IN_SPACE: &str = "
gravity pulls on the target by 1e-13 less, and along another line by what rounding makes of that: the way bends after 1e13 s:
vacuum gravity -2 3 -5 target 0 3 0 velocity 0 4 1 acceleration -1.9999999999998 2.9999999999997 -4.9999999999995 | 0 0 2 | after 1e12
vacuum gravity 0 -3 -2.5 target -6 0 3 velocity 3 0 4 acceleration 0 -2.9999999999997 -2.49999999999975 | 0 0 5.5 | after 1e12
vacuum gravity -2 -6 5 target 6 -5 2 velocity 6 -5 2 acceleration -1.9999999999998 -5.9999999999994 4.9999999999995 | 2.5 1.75 -2 | after 1e12

between launch and target at once or in the end, where all terms fade: what is left tells whether a flight passes:
each rate 2 gravity 0 -1 0 target -20 0 0 velocity 0 0 -0.5 | -20 0 0 | nothing

the flight all but rests beside the point, or is steep there: how high it passes is less than the rounding of its launch:
drag rate 0.7 gravity 20 -10 -30 wind 10 -5 -15 from 0 -1 4 target -0.625 -0.875 4.5 velocity -2 -3 5 acceleration -20 10 30 | -13.8125 5.8125 24.5, -13.8125 5.8125 24.5 | after 600
drag rate 0.5 gravity 0 -10 0 target 4 0 4 velocity 40 30 -40 acceleration 0 -10 0 | 2 0 2, 2 0 2 | hit

it is passed right after it gets between launch and target, before which no flight passes it at all:
linear rate 2 gravity 0 -10 0 wind 0 10 0 from 0.125 -0.625 -0.5 target 0.125 19.375 -0.5 velocity -1 -4 1 | -0.875 0.375 5.5 | at 3.51961218798

points over the way along the wind, but for the rounding of their coordinates:
drag rate 0.5 wind 0 -1 -2 from 8 24 4 target 8 23 2 | 8 24.025 4.05 | any
vacuum gravity 0 -1 0 from -40 50 0 target -40 50 -4 velocity 20 0 -4 acceleration 0 -0.99999999999999 0 shooter 0 0 -2 | -40.5 50 -0.5 | any

points straight over an end are not on the way, as far as rounding tells, also where the pull is along no axis:
linear rate 0.5 gravity 0 -8 0 target 2 0 -2 acceleration 0 -16 0 | -50 40 -40, 2 0 -2, 1 -4 -1 | hit
vacuum gravity -2.5 -3 0 target 3 -1.5 -1.5 velocity 0.5 1.5 0.5 acceleration 0 0 -0.625 | 1.5 -0.75 -0.75, 1.25 1.5 0, 2.5 0 1.5 | hit
";

const IN_THE_PLANE: &str = "
vacuum gravity 1 5 target -3 5 velocity -2.5 -1.5 acceleration 1.0000000000001 5.000000000000499 | -1.5 2.5 | after 1e12
vacuum gravity 0 -8 from 16 0 target 13.5 0.5 velocity -1.25 0.25 acceleration 0 -7.99999999999992 | 15.375 0.125, 14.125 0.375, 20.125 -3.625, 11 17 | after 1e12

all terms fade at once or in the end:
drag rate 2 gravity -3 3 wind 3 -3 from 3 6 target 3 9 velocity 0 -3 | 1.5 4.5 | any
drag rate 2 gravity 0 -1 wind 20 0 target 3 -4 velocity -3 4 | -23 4.5 | any
drag rate 2 gravity 0 -10 wind 0 10 from 0 -10 target 1 -9 velocity -1 -1 | -1 -16 | any
drag rate 2 gravity 0 -10 wind -0.5 2.5 target -0.5 2.5 velocity 0.5 -2.5 shooter 1 0 | 1 0 | any

points over the launch but for the rounding of their coordinates:
drag rate 0.7 wind 0.625 -0.25 from 0 40 target 0.625 39.75 velocity 0 -6 | -0.046875 40.018750000000004, 0.03125 39.9875, -0.375 40.15 | nothing

the monkey behind a wall: the later the flight the lower, and an early one is straight at the wall, or all but passes it:
each rate 0.25 gravity 0 -10 target 50 10 acceleration 0 -10 | 25 7 | never
each rate 0.25 gravity 0 -10 target 50 10 acceleration 0 -10 | 25 5 | nothing
each rate 0.25 gravity 0 -10 target 50 10 velocity 0 30 acceleration 0 -10 | 25 7 | hit

a wall bars every flight until the target comes out from behind it, and no flight passes over its top: the time is told
(below it, through the top, over the launch and away on the other side; of two walls the last, also if they are close together):
each rate 0.25 gravity 0 -10 target 20 0 velocity -4 0 | 10 20 | clear 2.5
each rate 0.25 gravity 0 -10 target 20 5 velocity -40 0 | 10 5 | clear 0.25
each rate 0.25 gravity 0 -10 target 20 5 velocity -10 0 | 1 20 | clear 1.9
each rate 0.25 gravity 0 -10 target 20 0 velocity -4 0 | 10 20, 5 30 | clear 3.75
each rate 0.25 gravity 0 -10 target 20 0 velocity -4 0 | 10 20, 9.9999 20 | clear 2.500025

the target passes a point and then the launch within a ten-thousandth of the time: clear before it is over the launch:
linear rate 0.1 gravity 60 -60 wind 0 -1.5 target 0 -0.5 velocity -10 -20 acceleration 60 -60 | -15 14.6625, 30 -30.2, 3 -5.375 | clear
";

/// A throw over points, which is examined at many times.
struct Obstacles<'a, const D: usize> {
    throw: &'a Throw<D>,
    points: &'a [SVector<f64, D>],
    grid: Vec<f64>,
}

impl<const D: usize> Obstacles<'_, D> {
    /// What is wrong with an answer. The lowest arc hits and passes over all points, over one only
    /// just, and no earlier arc does.
    fn fault(&self, answer: Result<Launch<D>, AimError>) -> Option<String> {
        let throw = self.throw;
        match answer {
            Ok(launch) => {
                let (miss, time) = (throw.miss(&launch), launch.time_of_flight);
                let there = throw.with_launch(launch.velocity, time);
                let heights = (self.points.iter()).filter_map(|point| throw.over(point, &there));
                let mut lowest = heights.fold(f64::INFINITY, f64::min);
                if throw.rate * time > 20.0 && !throw.target_stays() {
                    // where drag ends the flight only the time is right to rounding
                    lowest = 0.0;
                }
                // measured: 6e-16, and 6e-15 over points on usual throws
                let is_right = miss <= 1e-12 && lowest.abs() <= 1e-12;
                let wrong = (!is_right).then(|| format!("miss {miss:.1e}, over by {lowest:e}"));
                wrong.or_else(|| self.earlier(time))
            }
            Err(AimError::NothingInTheWay) => (self.points.iter())
                .position(|point| self.is_above_the_line(point))
                .map(|index| format!("point {index} is in the way"))
                .or_else(|| self.earlier(f64::INFINITY)),
            Err(AimError::ClearAfter { time }) => {
                self.earlier(f64::INFINITY).or_else(|| self.not_from(time))
            }
            Err(AimError::NeverMet) if !throw.target_stays() => self.clear(f64::INFINITY),
            Err(AimError::NoTop) if throw.constant().norm() == 0.0 => None,
            Err(AimError::Beside { index, .. }) if throw.target_stays() => {
                let way = throw.target - throw.from;
                let along = throw.waypoint(&way, &self.points[index]).0;
                let is_between = along > 1e-12 && along < 1.0 - 1e-12 && !throw.is_along(&way);
                is_between.then(|| format!("not beside, but at {along}"))
            }
            Err(error) => Some(error.to_string()),
        }
    }

    /// Finds an arc over all points that hits before a time.
    fn earlier(&self, time: f64) -> Option<String> {
        let (throw, grid) = (self.throw, &self.grid);
        for point in self.points {
            let plan = Plan::Through(*point);
            let gaps = zeros(grid, &|time| wanted(throw, &plan, time));
            for gap in (gaps.iter()).filter(|gap| gap.certain && is_next_to(gap, grid)) {
                let passing = root(throw, &plan, gap);
                let at = throw.at(passing);
                let is_on_the_way = throw.over(point, &at).is_some();
                let is_earlier = passing < time * (1.0 - 1e-9);
                if is_earlier && is_on_the_way && self.is_over(&at, -1e-13) {
                    return Some(format!("earlier: {passing}"));
                }
            }
        }
        None
    }

    /// Finds a time before `until` at which the flight passes over all points, by more than
    /// rounding.
    fn clear(&self, until: f64) -> Option<String> {
        let mut times = self.grid.iter().take_while(|time| **time < until);
        let found = times.find(|&&time| self.is_over(&self.throw.at(time), 1e-12));
        found.map(|time| format!("clear at {time}"))
    }

    /// What is wrong with a time from which on flights pass over all points, and before which none
    /// does.
    fn not_from(&self, time: f64) -> Option<String> {
        // at late times only the crate's launch has more correct digits than this change needs
        let [before, after] = [1.0 - 1e-6, 1.0 + 1e-6].map(|share| {
            let launch = self.throw.aim().in_time(time * share).unwrap();
            let at = (self.throw).with_launch(launch.velocity, launch.time_of_flight);
            self.is_over(&at, 1e-12)
        });
        let wrong = before || !after;
        let wrong = wrong.then(|| format!("clear before: {before}, after: {after}"));
        wrong.or_else(|| self.clear(time * (1.0 - 1e-6)))
    }

    fn is_over(&self, at: &Moment<D>, least: f64) -> bool {
        let mut heights = (self.points.iter()).filter_map(|point| self.throw.over(point, at));
        heights.all(|height| height > least)
    }

    /// Whether a point is in the way of the earliest flights: it is between launch and target and
    /// above the line between them.
    fn is_above_the_line(&self, point: &SVector<f64, D>) -> bool {
        let (throw, way) = (self.throw, self.throw.target - self.throw.from);
        let (along, height) = throw.waypoint(&way, point);
        let is_between = along > 1e-9 && along < 1.0 - 1e-9 && !throw.is_along(&way);
        is_between && height > 1e-9 * (way.norm() + point.norm() + throw.from.norm())
    }
}

/// The answer of the crate, checked at every time of a grid.
fn cleared<const D: usize>(
    throw: &Throw<D>,
    points: &[SVector<f64, D>],
) -> Result<Launch<D>, AimError> {
    let answer = throw.aim().clearing(points);
    let grid = throw.times(1e3, 16.0);
    let fault = Obstacles {
        throw,
        points,
        grid,
    }
    .fault(answer);
    // answers after 10⁶ s are not checked
    let is_late = matches!(answer, Err(AimError::ClearAfter { time }) if time > 1e6);
    assert!(
        is_late || fault.is_none(),
        "{fault:?} {answer:?} {points:?} {throw:?}"
    );
    answer
}

fn assert_cleared<const D: usize>(rows: &str) {
    for row in rows.lines().filter(|row| row.contains('|')) {
        let [text, points, told] = core::array::from_fn(|part| row.split('|').nth(part).unwrap());
        let points: Vec<SVector<f64, D>> = (points.split(','))
            .map(|point| {
                let mut numbers = point.split_whitespace().map(|word| word.parse().unwrap());
                SVector::from_fn(|_, _| numbers.next().unwrap())
            })
            .collect();
        let mut told = told.split_whitespace();
        let (kind, number) = (told.next().unwrap(), told.next());
        let number: Option<f64> = number.map(|word| word.parse().unwrap());
        let (model, rest) = text.split_once(' ').unwrap();
        let models = match model {
            "each" => &["vacuum", "linear", "rational"][..],
            "drag" => &["linear", "rational"],
            _ => &[model],
        };
        for model in models {
            let mut throw = Throw::<D>::of(&format!("{model} {rest}"));
            if throw.model == Model::Vacuum {
                throw.rate = 0.0;
            }
            let answer = cleared(&throw, &points);
            let is_right = match (kind, answer) {
                ("any", _) | ("hit", Ok(_)) => true,
                ("after", Ok(launch)) => launch.time_of_flight > number.unwrap(),
                ("at", Ok(launch)) => (launch.time_of_flight - number.unwrap()).abs() < 1e-9,
                ("nothing", answer) => answer == Err(AimError::NothingInTheWay),
                ("never", answer) => answer == Err(AimError::NeverMet),
                ("clear", Err(AimError::ClearAfter { time })) => {
                    number.is_none_or(|since| (time - since).abs() < 1e-12 * since)
                }
                _ => false,
            };
            assert!(is_right, "{row}: {answer:?} of {throw:?}");
        }
    }
}

#[test]
fn where_terms_cancel() {
    assert_cleared::<3>(IN_SPACE);
    assert_cleared::<2>(IN_THE_PLANE);
}

/// A point above a target at rest, along the constant acceleration, is beside all flights to it.
#[test]
fn points_straight_over_a_target_that_stays_are_beside_the_way() {
    let stays = Throw::<3>::of("vacuum gravity -2.5 -3 0 target 3 -1.5 -1.5");
    for part in [0.1, 0.3, 0.7, 1.0, 3.0] {
        let answer = stays.aim().clearing(&[stays.target - stays.gravity * part]);
        let is_beside = matches!(answer, Err(AimError::Beside { index: 0, .. }));
        assert!(is_beside, "{answer:?}");
    }
}

/// Checks arcs over random points on random throws, at every time of a grid.
fn run<const D: usize>(
    throws: fn(&mut Cases, Model) -> Throw<D>,
    points: fn(&mut Cases, &Throw<D>) -> Vec<SVector<f64, D>>,
    seed: u128,
    count: usize,
) {
    for model in MODELS {
        let mut cases = Cases::new(seed);
        let mut throw = || {
            let throw = throws(&mut cases, model);
            let points = points(&mut cases, &throw);
            cleared(&throw, &points).is_ok()
        };
        let hits = (0..count).filter(|_| throw()).count();
        assert!(hits > count / 8, "{hits} of {count}");
    }
}

/// Throws in winds that blow in games.
fn usual<const D: usize>(cases: &mut Cases, model: Model) -> Throw<D> {
    let mut vector = |size: f64| SVector::from_fn(|_, _| cases.uniform(-size..size));
    let [wind, from, velocity] = [8.0, 5.0, 6.0].map(&mut vector);
    let mut throw = Throw {
        wind,
        from,
        ..Throw::new(model)
    };
    throw.target = from + vector(40.0);
    throw.gravity[1] = -9.81;
    if model != Model::Vacuum {
        throw.rate = cases.decades(1e-3, 2.0);
    }
    if cases.chance(0.3) {
        throw.velocity = velocity;
    }
    throw
}

/// Up to four points along the line to the target, above it and below it.
fn along<const D: usize>(cases: &mut Cases, throw: &Throw<D>) -> Vec<SVector<f64, D>> {
    let (way, up) = (throw.target - throw.from, -throw.constant().normalize());
    let count = cases.uniform(1.0..5.0) as usize;
    let mut point =
        || throw.from + way * cases.uniform(0.05..0.95) + up * cases.uniform(-4.0..12.0);
    (0..count).map(|_| point()).collect()
}

/// Points of whole numbers: above the line to the target, on it, below it, beside it, above its
/// ends, and the same point twice.
fn whole_points<const D: usize>(cases: &mut Cases, throw: &Throw<D>) -> Vec<SVector<f64, D>> {
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

#[test]
fn the_lowest_arc_over_random_points() {
    run::<3>(usual, along, 91, 1000);
    run::<2>(usual, along, 92, 1000);
}

#[test]
fn the_lowest_arc_over_special_points() {
    run::<3>(special, whole_points, 94, 400);
    run::<2>(special, whole_points, 95, 400);
}

/// The test above for 120,000 throws. Measured: no failure. About a fifth of the throws have an
/// answer.
#[test]
#[ignore = "takes minutes"]
fn the_lowest_arc_over_many_special_points() {
    run::<3>(special, whole_points, 96, 20_000);
    run::<2>(special, whole_points, 97, 20_000);
}
