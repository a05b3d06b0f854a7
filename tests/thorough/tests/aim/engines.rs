//! Throws planned by the rules of engines, against loops that step these rules by hand.

use kinstep::aim::{AimError, EngineAim, Launch};
use kinstep::ballistics::{EngineError, EngineStep, Trajectory};
use kinstep::nalgebra::{SVector, Vector2};
use truths::Cases;
use truths::aims::direction;
use truths::scan::{compare, extreme, grid, zeros};

/// The loops, as published.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Rule {
    Rapier,
    Avian,
    Box2d,
    Unity,
    PhysX,
    Jolt,
    Godot,
    Bullet,
    Symplectic,
    Explicit,
}

const RULES: [Rule; 10] = [
    Rule::Rapier,
    Rule::Avian,
    Rule::Box2d,
    Rule::Unity,
    Rule::PhysX,
    Rule::Jolt,
    Rule::Godot,
    Rule::Bullet,
    Rule::Symplectic,
    Rule::Explicit,
];

/// A throw in an engine.
#[derive(Debug, Clone, Copy)]
struct Case<const D: usize> {
    rule: Rule,
    dt: f64,
    substeps: u32,
    damping: f64,
    gravity: SVector<f64, D>,
    from: SVector<f64, D>,
    target: SVector<f64, D>,
    velocity: SVector<f64, D>,
    acceleration: SVector<f64, D>,
    shooter: SVector<f64, D>,
}

impl<const D: usize> Case<D> {
    fn random(cases: &mut Cases, rule: Rule) -> Self {
        let has_substeps = matches!(rule, Rule::Rapier | Rule::Avian | Rule::Box2d);
        let substeps = if has_substeps {
            cases.uniform(1.0..9.0) as u32
        } else {
            1
        };
        let dt = cases.decades(1e-3, 0.1);
        let most = match rule {
            Rule::Bullet => 0.999,
            Rule::Rapier | Rule::Avian | Rule::Box2d => 10.0 / dt,
            _ => 0.999 / dt,
        };
        let damping = match cases.uniform(0.0..6.0) as u32 {
            0 => 0.0,
            1 => most * cases.decades(1e-2, 1.0),
            2 => cases.decades(1e-12, 1e-3),
            _ => cases.decades(1e-2, 1.0),
        };
        let mut down = SVector::<f64, D>::zeros();
        down[1] = -1.0;
        let gravity = match cases.uniform(0.0..8.0) as u32 {
            0 => SVector::zeros(),
            1 => direction::<D>(cases) * cases.decades(0.1, 30.0),
            _ => down * 9.81,
        };
        let size = cases.decades(0.1, 300.0);
        let from = direction::<D>(cases) * cases.decades(1e-2, 30.0);
        let mut case = Self {
            rule,
            dt,
            substeps,
            damping: damping.min(most),
            gravity,
            from,
            target: from + direction::<D>(cases) * size,
            velocity: SVector::zeros(),
            acceleration: SVector::zeros(),
            shooter: SVector::zeros(),
        };
        let mut vector = |scale: f64| direction::<D>(cases) * (scale * cases.decades(1e-2, 2.0));
        let pace = case.pace();
        let moves = [size / pace, size / pace / pace, size / pace].map(&mut vector);
        let kind = cases.uniform(0.0..5.0) as u32;
        if kind > 0 {
            case.velocity = moves[0];
        }
        if kind > 2 {
            case.acceleration = moves[1];
        }
        if kind > 3 {
            case.shooter = moves[2];
        }
        case
    }

    /// A time of such throws \[s\].
    fn pace(&self) -> f64 {
        let pull = self.gravity.norm();
        if pull > 0.0 {
            (2.0 * (self.target - self.from).norm() / pull).sqrt()
        } else {
            1.0
        }
    }

    fn step(&self) -> EngineStep<f64, D> {
        let step = match self.rule {
            Rule::Rapier => EngineStep::rapier(self.dt),
            Rule::Avian => EngineStep::avian(self.dt),
            Rule::Box2d => EngineStep::box2d(self.dt),
            Rule::Unity => EngineStep::unity(self.dt),
            Rule::PhysX => EngineStep::physx(self.dt),
            Rule::Jolt => EngineStep::jolt(self.dt),
            Rule::Godot => EngineStep::godot(self.dt),
            Rule::Bullet => EngineStep::bullet(self.dt),
            Rule::Symplectic => EngineStep::symplectic_euler(self.dt),
            Rule::Explicit => EngineStep::explicit_euler(self.dt),
        };
        (step.substeps(self.substeps))
            .damping(self.damping)
            .gravity(self.gravity)
    }

    fn aim(&self) -> EngineAim<f64, D> {
        (self.step().aim(self.from, self.target))
            .moving(self.velocity)
            .accelerating(self.acceleration)
            .shooter_moving(self.shooter)
    }

    fn target_at(&self, time: f64) -> SVector<f64, D> {
        self.target + (self.velocity + self.acceleration * (0.5 * time)) * time
    }

    /// The engine's loop, and the sum of the sizes of all moves.
    fn by_hand(&self, velocity: SVector<f64, D>, steps: u64) -> (SVector<f64, D>, f64) {
        let (a, d, dt) = (self.gravity, self.damping, self.dt);
        let h = dt / f64::from(self.substeps);
        let (mut x, mut v, mut moved) = (self.from, velocity, self.from.norm());
        let mut walk = |x: &mut SVector<f64, D>, v: &SVector<f64, D>| {
            *x += v * h;
            moved += v.norm() * h;
        };
        for _ in 0..steps {
            for _ in 0..self.substeps {
                match self.rule {
                    Rule::Rapier => {
                        v += a * h;
                        walk(&mut x, &v);
                    }
                    Rule::Avian | Rule::Box2d => {
                        v = v / (1.0 + d * h) + a * h;
                        walk(&mut x, &v);
                    }
                    Rule::Unity | Rule::PhysX | Rule::Jolt => {
                        v = (v + a * h) * (1.0 - d * h).max(0.0);
                        walk(&mut x, &v);
                    }
                    Rule::Godot => {
                        v = v * (1.0 - d * h).max(0.0) + a * h;
                        walk(&mut x, &v);
                    }
                    Rule::Bullet => {
                        v = v * (1.0 - d).powf(h) + a * h;
                        walk(&mut x, &v);
                    }
                    Rule::Symplectic => {
                        v += (a - v * d) * h;
                        walk(&mut x, &v);
                    }
                    Rule::Explicit => {
                        walk(&mut x, &v);
                        v += (a - v * d) * h;
                    }
                }
            }
            if self.rule == Rule::Rapier {
                v /= 1.0 + d * dt;
            }
        }
        (x, moved)
    }

    /// The launch velocity that hits at a time and the size of its terms, as flights are linear in it.
    fn launched(&self, time: f64) -> (SVector<f64, D>, f64) {
        let zero = SVector::<f64, D>::zeros();
        let mut along = zero;
        along[0] = 1.0;
        let fallen = self.step().launch(zero, zero).position(time);
        let reach = (self.step().gravity(zero))
            .launch(zero, along)
            .position(time)[0];
        let way = self.target_at(time) - self.from;
        let moved = (self.target - self.from).norm()
            + self.velocity.norm() * time
            + self.acceleration.norm() * time * time;
        ((way - fallen) / reach, (moved + fallen.norm()) / reach)
    }

    /// The speed that a hit takes, as who throws sees it.
    fn speed(&self, time: f64) -> f64 {
        (self.launched(time).0 - self.shooter).norm()
    }

    /// Checks that a launch hits: on the curve, and where the loop has the body before and after.
    fn check(&self, launch: &Launch<f64, D>) {
        let time = launch.time_of_flight;
        let flight = self.step().launch(self.from, launch.velocity);
        let fallen = self.gravity.norm() * time * time;
        let way = self.from.norm() + launch.velocity.norm() * time + fallen + self.target.norm();
        let terms = way + self.velocity.norm() * time + self.acceleration.norm() * time * time;
        let miss = (flight.position(time) - self.target_at(time)).norm();
        assert!(
            miss <= 1e-13 * terms,
            "{miss:e} of {terms}: {launch:?} {self:?}"
        );
        let before = (time / self.dt).floor();
        if before > 2000.0 {
            return;
        }
        for steps in [before, before + 1.0] {
            let (by_hand, moved) = self.by_hand(launch.velocity, steps as u64);
            let off = (flight.position(steps * self.dt) - by_hand).norm();
            assert!(
                off <= 1e-12 * (moved + way),
                "{off:e} of {moved}: {launch:?} {self:?}"
            );
        }
    }
}

/// How often each kind of answer came.
#[derive(Debug, Default)]
struct Count {
    hits: usize,
    several: usize,
    out_of_range: usize,
    never: usize,
}

fn run<const D: usize>(seed: u128, count: usize) {
    let mut cases = Cases::new(seed);
    for rule in RULES {
        let mut told = Count::default();
        for _ in 0..count {
            let case = Case::<D>::random(&mut cases, rule);
            in_time(&mut cases, &case);
            at_speeds(&mut cases, &case, &mut told);
        }
        println!("{D}-D {rule:?}: {told:?}");
        assert!(told.hits > count / 2, "{rule:?}: {told:?}");
    }
}

fn in_time<const D: usize>(cases: &mut Cases, case: &Case<D>) {
    let steps = cases.decades(1.0, 1000.0) as u64;
    let launch = case.aim().in_steps(steps).unwrap();
    let time = steps as f64 * case.dt;
    assert_eq!(launch.time_of_flight, time);
    let (hit, moved) = case.by_hand(launch.velocity, steps);
    let miss = (hit - case.target_at(time)).norm();
    let terms = moved + case.target_at(time).norm() + case.gravity.norm() * time * time;
    assert!(
        miss <= 1e-12 * terms,
        "{miss:e} of {terms}: {launch:?} {case:?}"
    );
    // the curve goes through the same point
    let same = case.aim().in_time(time).unwrap();
    case.check(&same);
    let apart = (same.velocity - launch.velocity).norm();
    let speed = case.launched(time).1 + launch.velocity.norm();
    assert!(apart <= 1e-12 * speed, "{apart:e} of {speed}: {case:?}");
    let launch = case.aim().in_time(time * cases.uniform(0.3..1.7)).unwrap();
    case.check(&launch);
}

fn at_speeds<const D: usize>(cases: &mut Cases, case: &Case<D>, told: &mut Count) {
    let aim = case.aim();
    let pace = case.pace();
    let late = if case.damping * pace > 1e-3 {
        1.0 / case.damping
    } else {
        pace
    };
    let times = grid(pace.min(late) * 1e-3, pace.max(late) * 1e3, 16.0);
    let least = (times.windows(3))
        .map(|near| extreme(&|time| case.speed(time), near[0], near[2], 1.0))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap_or_default();
    let terms = case.launched(least.0).1 + case.shooter.norm();
    let is_within = least.0 > times[2] && least.0 < times[times.len() - 3];
    match aim.with_least_speed() {
        Ok(launch) => {
            case.check(&launch);
            let found = (launch.velocity - case.shooter).norm();
            let is_least = found <= least.1 * (1.0 + 1e-12) + 1e-13 * terms;
            assert!(is_least || !is_within, "{found}, not {least:?}: {case:?}");
        }
        Err(AimError::NoLeastSpeed { limit }) => {
            assert!(
                limit <= least.1 * (1.0 + 1e-9) + 1e-12 * terms,
                "{limit} {least:?}: {case:?}"
            );
        }
        Err(error) => panic!("{error}: {case:?}"),
    }
    let known = if least.1 > 1e-3 * terms {
        least.1
    } else {
        (case.target - case.from).norm() / pace
    };
    let speed = match cases.uniform(0.0..4.0) as u32 {
        0 => known * cases.decades(0.3, 1.0),
        _ => known * cases.decades(1.0, 30.0),
    };
    let hits = aim.hits_at_speed(speed);
    let launches: Vec<_> = hits.iter().flat_map(|hits| hits.iter().copied()).collect();
    let found: Vec<f64> = (launches.iter())
        .map(|launch| launch.time_of_flight)
        .filter(|time| *time > times[0] && *time < times[times.len() - 1])
        .collect();
    for launch in &launches {
        case.check(launch);
        let own = (launch.velocity - case.shooter).norm();
        let terms = case.launched(launch.time_of_flight).1 + case.shooter.norm();
        assert!(
            (own - speed).abs() <= 1e-12 * (terms + speed),
            "{own}, not {speed}: {case:?}"
        );
    }
    // against brute force over all times
    let value = |time: f64| {
        let (velocity, terms) = case.launched(time);
        let terms = terms + case.shooter.norm() + speed;
        ((velocity - case.shooter).norm() - speed) / terms
    };
    let (invented, missed) = compare(&zeros(&times, &value), &found);
    assert!(
        invented.is_empty() && missed.is_empty(),
        "invented {invented:?}, missed {missed:?} of {found:?}: {speed} {case:?}"
    );
    match hits {
        Ok(hits) => {
            told.hits += 1;
            told.several += usize::from(hits.len() > 1);
            let arcs = aim.at_speed(speed).unwrap();
            assert_eq!([arcs.direct, arcs.lofted], [hits[0], hits[hits.len() - 1]]);
            let earliest = aim.earliest_at_speed(speed).unwrap();
            case.check(&earliest);
            let apart = (earliest.time_of_flight / arcs.direct.time_of_flight - 1.0).abs();
            let flat =
                value(earliest.time_of_flight).abs() + value(arcs.direct.time_of_flight).abs();
            assert!(apart <= 1e-9 || flat <= 1e-13, "{apart:e} apart: {case:?}");
            assert_eq!(aim.attempt(speed).unwrap().launch, earliest);
        }
        Err(AimError::OutOfRange {
            speed: given,
            least_speed,
        }) => {
            told.out_of_range += 1;
            assert_eq!(given, speed);
            assert!(
                least_speed >= speed * (1.0 - 1e-12),
                "{least_speed}: {case:?}"
            );
            let attempt = aim.attempt(speed).unwrap();
            assert!(attempt.miss > 0.0, "{attempt:?} {case:?}");
        }
        Err(AimError::NeverMet) => told.never += 1,
        Err(error) => panic!("{error}: {speed} {case:?}"),
    }
}

#[test]
fn throws_by_the_rules_of_engines_hit() {
    run::<3>(401, 60);
    run::<2>(402, 30);
}

/// The whole run.
#[test]
#[ignore = "minutes"]
fn many_throws_by_the_rules_of_engines_hit() {
    run::<3>(403, 2000);
    run::<2>(404, 1000);
}

/// In `f32` a launch is rounded, and the flight misses by as much.
#[test]
fn throws_in_f32_hit_within_its_rounding() {
    let mut cases = Cases::new(405);
    let mut worst = 0.0_f64;
    for number in 0..6000 {
        let mut case = Case::<3>::random(&mut cases, RULES[number % RULES.len()]);
        let round = |number: f64| f64::from(number as f32);
        for vector in [
            &mut case.gravity,
            &mut case.from,
            &mut case.target,
            &mut case.velocity,
        ] {
            *vector = vector.map(round);
        }
        (case.dt, case.damping) = (round(case.dt), round(case.damping));
        (case.acceleration, case.shooter) = (SVector::zeros(), SVector::zeros());
        let narrow = |vector: SVector<f64, 3>| vector.map(|number| number as f32);
        let step: EngineStep<f32, 3> = match case.rule {
            Rule::Rapier => EngineStep::rapier(case.dt as f32),
            Rule::Avian => EngineStep::avian(case.dt as f32),
            Rule::Box2d => EngineStep::box2d(case.dt as f32),
            Rule::Unity => EngineStep::unity(case.dt as f32),
            Rule::PhysX => EngineStep::physx(case.dt as f32),
            Rule::Jolt => EngineStep::jolt(case.dt as f32),
            Rule::Godot => EngineStep::godot(case.dt as f32),
            Rule::Bullet => EngineStep::bullet(case.dt as f32),
            Rule::Symplectic => EngineStep::symplectic_euler(case.dt as f32),
            Rule::Explicit => EngineStep::explicit_euler(case.dt as f32),
        };
        let step = (step.substeps(case.substeps).damping(case.damping as f32))
            .gravity(narrow(case.gravity));
        let aim = (step.aim(narrow(case.from), narrow(case.target))).moving(narrow(case.velocity));
        let Ok(least) = aim.with_least_speed() else {
            continue;
        };
        // the least speed, rounded, hits
        let speeds = [1.0, 1.5, 4.0].map(|more| more * least.velocity.norm());
        let hits = speeds.map(|speed| aim.at_speed(speed).map(|arcs| [arcs.direct, arcs.lofted]));
        let hits: Vec<_> = hits
            .iter()
            .flat_map(|hits| hits.as_ref().unwrap())
            .collect();
        for launch in hits
            .into_iter()
            .chain([&aim.in_time(case.pace() as f32).unwrap()])
        {
            let (velocity, time) = (
                launch.velocity.map(f64::from),
                f64::from(launch.time_of_flight),
            );
            let hit = case.step().launch(case.from, velocity).position(time);
            let speed = velocity.norm() + case.velocity.norm() + case.gravity.norm() * time;
            let miss = (hit - case.target_at(time)).norm() / (speed * time + case.target.norm());
            worst = worst.max(miss / f64::from(f32::EPSILON));
        }
    }
    println!("{worst:.2} ε of the way");
    assert!(worst < 2.0, "{worst}");
}

/// Damping that takes all of the velocity in the first step: no launch gets anywhere.
#[test]
fn what_the_first_step_stops_meets_nothing() {
    for step in [
        EngineStep::unity(0.5),
        EngineStep::godot(0.5),
        EngineStep::symplectic_euler(0.5),
    ] {
        let aim = step.damping(2.0).aim([0.0, 0.0], [3.0, 4.0]);
        assert_eq!(aim.in_time(1.0), Err(AimError::NeverMet));
        assert_eq!(aim.in_steps(2), Err(AimError::NeverMet));
        assert_eq!(aim.at_speed(9.0), Err(AimError::NeverMet));
        assert_eq!(aim.earliest_at_speed(9.0), Err(AimError::NeverMet));
        assert_eq!(aim.with_least_speed(), Err(AimError::NeverMet));
        assert_eq!(aim.attempt(9.0), Err(AimError::NeverMet));
    }
    // explicit Euler moves the body first
    let aim = EngineStep::explicit_euler(0.5)
        .damping(2.0)
        .aim([0.0, 0.0], [3.0, 4.0]);
    assert_eq!(aim.in_steps(7).unwrap().velocity, Vector2::new(6.0, 8.0));
    assert!(aim.at_speed(10.5).is_ok() && aim.at_speed(9.5).is_err());
}

/// An Euler rule that turns the velocity round in every step hits on whole steps, and has no curve.
#[test]
fn what_oscillates_hits_on_whole_steps_only() {
    let step = EngineStep::explicit_euler(0.5)
        .damping(3.0)
        .gravity([0.0, -10.0]);
    let aim = step.aim([0.0, 0.0], [3.0, 4.0]).moving([1.0, 0.0]);
    let launch = aim.in_steps(3).unwrap();
    let hit = step.launch([0.0, 0.0], launch.velocity).after_steps(3);
    assert!((hit.position - Vector2::new(4.5, 4.0)).norm() < 1e-14);
    let oscillates = AimError::Engine(EngineError::Oscillates {
        damping: 3.0,
        dt: 0.5,
    });
    assert_eq!(aim.in_time(1.5), Err(oscillates));
    assert_eq!(aim.at_speed(9.0), Err(oscillates));
    // -1 at the even steps: it is back
    let back = EngineStep::<f64, 2>::explicit_euler(0.5)
        .damping(4.0)
        .aim([0.0, 0.0], [3.0, 4.0]);
    assert_eq!(back.in_steps(2), Err(AimError::NeverMet));
    assert!(back.in_steps(3).is_ok());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let step = EngineStep::<f64, 2>::rapier(1.0 / 60.0).gravity([0.0, -9.81]);
    let aim = step.aim([0.0, 0.0], [3.0, 4.0]);
    assert_eq!(aim.in_time(0.0), Err(AimError::Time { time: 0.0 }));
    assert_eq!(aim.in_time(-1.0), Err(AimError::Time { time: -1.0 }));
    assert!(matches!(aim.in_time(f64::NAN), Err(AimError::Time { .. })));
    assert_eq!(aim.in_steps(0), Err(AimError::Time { time: 0.0 }));
    for speed in [0.0, -1.0, f64::INFINITY] {
        assert_eq!(aim.at_speed(speed), Err(AimError::Speed { speed }));
        assert_eq!(aim.earliest_at_speed(speed), Err(AimError::Speed { speed }));
        assert_eq!(aim.attempt(speed), Err(AimError::Speed { speed }));
    }
    let negative = AimError::Engine(EngineError::Damping { damping: -1.0 });
    let refused = step.damping(-1.0).aim([0.0, 0.0], [3.0, 4.0]);
    assert_eq!(refused.in_time(1.0), Err(negative));
    assert_eq!(refused.in_steps(1), Err(negative));
    assert_eq!(
        step.aim([1.0, 2.0], [1.0, 2.0]).in_time(1.0),
        Err(AimError::Coincides)
    );
    let nowhere = step.aim([0.0, 0.0], [f64::NAN, 4.0]);
    assert!(matches!(
        nowhere.in_steps(3),
        Err(AimError::NotFinite { axis: 0, .. })
    ));
    // numbers that overflow
    assert_eq!(
        step.aim([0.0, 0.0], [1e300, 0.0]).at_speed(1.0),
        Err(AimError::Extreme)
    );
    let late = aim.moving([1e308, 0.0]).in_steps(u64::MAX);
    assert!(matches!(late, Err(AimError::Extreme)), "{late:?}");
}
