//! Throws planned by the rules of engines, compared with loops that step these rules by hand.

use kinstep::nalgebra::{SVector, Vector2};
use kinstep::trajectory::Trajectory;
use kinstep_flight::EngineStep;
use kinstep_flight::aim::{Aim, AimError, Launch, Plan};
use truths::Cases;
use truths::aims::{Model, direction};
use truths::engine_loop::{
    Map, Rule, damped_substeps, damping_first, damping_last, explicit, power, rapier, symplectic,
};
use truths::scan::{compare, least, zeros};
use truths::throws::Throw;
use truths::truth::small;

/// Engines: name, step, loop as published, and whether they have substeps.
type Preset<const D: usize> = (
    &'static str,
    fn(f64) -> EngineStep<D>,
    fn(f64, u32, f64) -> Rule,
    bool,
);

fn presets<const D: usize>() -> [Preset<D>; 10] {
    [
        ("Rapier", EngineStep::rapier, rapier, true),
        ("Avian", EngineStep::avian, damped_substeps, true),
        ("Box2D", EngineStep::box2d, damped_substeps, true),
        ("Unity", EngineStep::unity, damping_last, false),
        ("PhysX", EngineStep::physx, damping_last, false),
        ("Jolt", EngineStep::jolt, damping_last, false),
        ("Godot", EngineStep::godot, damping_first, false),
        ("Bullet", EngineStep::bullet, power, false),
        (
            "symplectic",
            EngineStep::symplectic_euler,
            symplectic,
            false,
        ),
        ("explicit", EngineStep::explicit_euler, explicit, false),
    ]
}

/// A throw in an engine; its drag rate is the damping.
#[derive(Debug, Clone, Copy)]
struct Case<const D: usize> {
    /// Index of its preset.
    rule: usize,
    dt: f64,
    substeps: u32,
    throw: Throw<D>,
}

impl<const D: usize> Case<D> {
    fn random(cases: &mut Cases, rule: usize) -> Self {
        let (name, _, _, has_substeps) = presets::<D>()[rule];
        let substeps = cases.uniform(1.0..9.0) as u32;
        let substeps = if has_substeps { substeps } else { 1 };
        let dt = cases.decades(1e-3, 0.1);
        let most = match name {
            "Bullet" => 0.999,
            _ if has_substeps => 10.0 / dt,
            _ => 0.999 / dt,
        };
        let damping = match cases.uniform(0.0..6.0) as u32 {
            0 => 0.0,
            1 => most * cases.decades(1e-2, 1.0),
            2 => cases.decades(1e-12, 1e-3),
            _ => cases.decades(1e-2, 1.0),
        };
        let mut throw = Throw::<D>::new(Model::Linear);
        throw.rate = damping.min(most);
        match cases.uniform(0.0..8.0) as u32 {
            0 => {}
            1 => throw.gravity = direction::<D>(cases) * cases.decades(0.1, 30.0),
            _ => throw.gravity[1] = -9.81,
        }
        let size = cases.decades(0.1, 300.0);
        throw.from = direction::<D>(cases) * cases.decades(1e-2, 30.0);
        throw.target = throw.from + direction::<D>(cases) * size;
        let pace = throw.pace();
        let mut vector = |scale: f64| direction::<D>(cases) * (scale * cases.decades(1e-2, 2.0));
        let moves = [size / pace, size / pace / pace, size / pace].map(&mut vector);
        let kind = cases.uniform(0.0..5.0) as u32;
        if kind > 0 {
            throw.velocity = moves[0];
        }
        if kind > 2 {
            throw.acceleration = moves[1];
        }
        if kind > 3 {
            throw.shooter = moves[2];
        }
        Self {
            rule,
            dt,
            substeps,
            throw,
        }
    }

    fn step(&self) -> EngineStep<D> {
        let step = presets::<D>()[self.rule].1(self.dt);
        (step.substeps(self.substeps))
            .damping(self.throw.rate)
            .gravity(self.throw.gravity)
    }

    fn aim(&self) -> Aim<D> {
        let Throw {
            from,
            target,
            velocity,
            acceleration,
            ..
        } = self.throw;
        let aim = self.step().aim(from, target).moving(velocity);
        aim.accelerating(acceleration)
            .shooter_moving(self.throw.shooter)
    }

    fn target_at(&self, time: f64) -> SVector<f64, D> {
        self.throw.target + (self.throw.velocity + self.throw.acceleration * (0.5 * time)) * time
    }

    /// The position that the engine's loop reaches, and the size of its terms.
    fn by_hand(&self, velocity: SVector<f64, D>, steps: u64) -> (SVector<f64, D>, f64) {
        let rule = presets::<D>()[self.rule].2(self.dt, self.substeps, self.throw.rate);
        let map = Map::of(&rule);
        let (all, sizes) = (map.times(steps), map.sizes().times(steps));
        let moved = velocity * small(&all.xv) + self.throw.gravity * small(&all.xa);
        let terms =
            velocity.norm() * small(&sizes.xv) + self.throw.gravity.norm() * small(&sizes.xa);
        (self.throw.from + moved, self.throw.from.norm() + terms)
    }

    /// The launch velocity that hits after a time, and the size of its terms; flights are linear in
    /// it.
    fn launched(&self, time: f64) -> (SVector<f64, D>, f64) {
        let zero = SVector::<f64, D>::zeros();
        let mut along = zero;
        along[0] = 1.0;
        let fallen = self.step().launch(zero, zero).position(time);
        let weightless = self.step().gravity(zero);
        let reach = weightless.launch(zero, along).position(time)[0];
        let way = self.target_at(time) - self.throw.from;
        let moved = (self.throw.target - self.throw.from).norm()
            + self.throw.velocity.norm() * time
            + self.throw.acceleration.norm() * time * time;
        ((way - fallen) / reach, (moved + fallen.norm()) / reach)
    }

    /// Speed of a hit relative to the shooter \[m/s\].
    fn speed(&self, time: f64) -> f64 {
        (self.launched(time).0 - self.throw.shooter).norm()
    }

    /// Checks that a launch hits.
    fn check(&self, launch: &Launch<D>) {
        let time = launch.time_of_flight;
        let flight = self.step().launch(self.throw.from, launch.velocity);
        let miss = (flight.position(time) - self.target_at(time)).norm();
        let fallen = (self.throw.gravity.norm() + self.throw.acceleration.norm()) * time * time;
        let way = (launch.velocity.norm() + self.throw.velocity.norm()) * time + fallen;
        let terms = way + self.throw.from.norm() + self.throw.target.norm();
        assert!(
            miss <= 1e-13 * terms,
            "{miss:e} of {terms}: {launch:?} {self:?}"
        );
    }
}

fn run<const D: usize>(seed: u128, count: usize) {
    let mut cases = Cases::new(seed);
    for (rule, (name, ..)) in presets::<D>().into_iter().enumerate() {
        let (mut hits, mut others) = (0, 0);
        for _ in 0..count {
            let case = Case::<D>::random(&mut cases, rule);
            in_time(&mut cases, &case);
            hits += usize::from(at_speeds(&mut cases, &case));
            if case.throw.gravity.norm() > 0.0 {
                others += by_other_plans(&mut cases, &case);
            }
        }
        println!("{D}-D {name}: {hits} hits of {count}");
        assert!(hits > count / 2, "{name}: {hits} hits of {count}");
        assert!(others > 2 * count, "{name}: {others} hits by other plans");
    }
}

fn in_time<const D: usize>(cases: &mut Cases, case: &Case<D>) {
    let steps = cases.decades(1.0, 1000.0) as u64;
    let launch = case.aim().in_steps(steps).unwrap();
    let time = steps as f64 * case.dt;
    assert_eq!(launch.time_of_flight, time);
    let (hit, moved) = case.by_hand(launch.velocity, steps);
    let miss = (hit - case.target_at(time)).norm();
    let terms = moved + case.target_at(time).norm() + case.throw.gravity.norm() * time * time;
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

/// Checks plans that have no other tests here: all their hits hit, climbs and slopes are those
/// found at all times, and apexes are as high as requested. Returns the number of hits.
fn by_other_plans<const D: usize>(cases: &mut Cases, case: &Case<D>) -> usize {
    let (aim, throw) = (case.aim(), &case.throw);
    let up = -throw.gravity.normalize();
    let pace = throw.pace();
    let size = (throw.target - throw.from).norm();
    let (climb, slope) = (
        size / pace * cases.decades(0.3, 3.0),
        cases.uniform(-3.0..3.0),
    );
    let top = up.dot(&throw.from).max(up.dot(&throw.target)) + size * cases.decades(0.05, 3.0);
    let middle = throw.from + (throw.target - throw.from) * cases.uniform(0.2..0.8);
    let plans = [
        Plan::ClimbSpeed(climb),
        Plan::Slope(slope),
        Plan::Apex(top),
        Plan::ArrivalSlope(-slope),
        Plan::ArcHeight(size * cases.decades(0.05, 1.0)),
        Plan::Curviness(cases.decades(0.05, 1.0)),
        Plan::Through(middle + up * (size * cases.decades(0.05, 1.0))),
        Plan::StraightLineSpeed(2.0 * throw.velocity.norm() + size / pace),
    ];
    let times = throw.times(1e3, 16.0);
    let mut count = 0;
    for plan in &plans {
        let hits = aim.hits(plan);
        assert!(
            !matches!(hits, Err(AimError::Unfinished { .. })),
            "{plan:?} {case:?}"
        );
        let found: Vec<f64> = (hits.iter().flat_map(|hits| hits.iter()))
            .inspect(|launch| case.check(launch))
            .map(|launch| launch.time_of_flight)
            .collect();
        count += found.len();
        if let Plan::Apex(height) = plan {
            for launch in hits.iter().flat_map(|hits| hits.iter()) {
                let flight = case.step().launch(throw.from, launch.velocity);
                let height_at = |time: f64| up.dot(&flight.position(time));
                let (mut from, mut to) = (0.0, launch.time_of_flight);
                for _ in 0..100 {
                    let third = (to - from) / 3.0;
                    if height_at(from + third) < height_at(to - third) {
                        from += third;
                    } else {
                        to -= third;
                    }
                }
                let flown = launch.velocity.norm() * from;
                let terms = size + throw.from.norm() + height.abs() + flown;
                let off = (height_at(from) - height).abs();
                assert!(off < 1e-11 * terms, "{off:e}: {plan:?} {launch:?} {case:?}");
            }
        }
        let value = |time: f64| {
            let (launched, terms) = case.launched(time);
            let rise = up.dot(&launched);
            match plan {
                Plan::ClimbSpeed(climb) => (rise - climb) / (terms + climb),
                Plan::Slope(slope) => (rise - slope * (launched - up * rise).norm()) / terms,
                _ => f64::NAN,
            }
        };
        if let Plan::ClimbSpeed(_) | Plan::Slope(_) = plan {
            let within = |time: &&f64| **time > times[0] && **time < times[times.len() - 1];
            let found: Vec<f64> = found.iter().filter(within).copied().collect();
            let (mut invented, mut missed) = compare(&zeros(&times, &value), &found);
            invented.retain(|time| value(*time).abs() > 1e-12);
            missed.retain(|gap| value(gap.low).abs().max(value(gap.high).abs()) > 1e-12);
            assert!(
                invented.is_empty() && missed.is_empty(),
                "invented {invented:?}, missed {missed:?} of {found:?}: {plan:?} {case:?}"
            );
        }
    }
    count
}

/// Checks least speeds and hits at a speed against all times. Returns whether there is a hit.
fn at_speeds<const D: usize>(cases: &mut Cases, case: &Case<D>) -> bool {
    let aim = case.aim();
    let times = case.throw.times(1e3, 16.0);
    let least = least(&times, &|time| case.speed(time));
    let terms = case.launched(least.0).1 + case.throw.shooter.norm();
    let is_within = least.0 > times[2] && least.0 < times[times.len() - 3];
    match aim.with_least_speed() {
        Ok(launch) => {
            case.check(&launch);
            let found = (launch.velocity - case.throw.shooter).norm();
            let is_least = found <= least.1 * (1.0 + 1e-12) + 1e-13 * terms;
            assert!(is_least || !is_within, "{found}, not {least:?}: {case:?}");
        }
        Err(AimError::NoLeastSpeed { limit }) => {
            let is_less = limit <= least.1 * (1.0 + 1e-9) + 1e-12 * terms;
            assert!(is_less, "{limit} {least:?}: {case:?}");
        }
        Err(error) => panic!("{error}: {case:?}"),
    }
    let mut known = least.1;
    if known <= 1e-3 * terms {
        known = (case.throw.target - case.throw.from).norm() / case.throw.pace();
    }
    let speed = match cases.uniform(0.0..4.0) as u32 {
        0 => known * cases.decades(0.3, 1.0),
        _ => known * cases.decades(1.0, 30.0),
    };
    let hits = aim.hits(&Plan::Speed(speed));
    let mut found = Vec::new();
    for launch in hits.iter().flat_map(|hits| hits.iter()) {
        case.check(launch);
        let own = (launch.velocity - case.throw.shooter).norm();
        let terms = case.launched(launch.time_of_flight).1 + case.throw.shooter.norm() + speed;
        assert!(
            (own - speed).abs() <= 1e-12 * terms,
            "{own}, not {speed}: {case:?}"
        );
        found.push(launch.time_of_flight);
    }
    found.retain(|time| *time > times[0] && *time < times[times.len() - 1]);
    // against brute force over all times
    let value = |time: f64| {
        let (velocity, terms) = case.launched(time);
        let terms = terms + case.throw.shooter.norm() + speed;
        ((velocity - case.throw.shooter).norm() - speed) / terms
    };
    let (invented, missed) = compare(&zeros(&times, &value), &found);
    assert!(
        invented.is_empty() && missed.is_empty(),
        "invented {invented:?}, missed {missed:?} of {found:?}: {speed} {case:?}"
    );
    let attempt = aim.attempt(speed);
    match &hits {
        Ok(hits) => {
            let arcs = aim.at_speed(speed).unwrap();
            assert_eq!([arcs.direct, arcs.lofted], [hits[0], hits[hits.len() - 1]]);
            let earliest = aim.earliest_at_speed(speed).unwrap();
            case.check(&earliest);
            let [time, first] = [earliest, arcs.direct].map(|launch| launch.time_of_flight);
            let apart = (time / first - 1.0).abs();
            let flat = value(time).abs() + value(first).abs();
            assert!(apart <= 1e-9 || flat <= 1e-13, "{apart:e} apart: {case:?}");
            assert_eq!(attempt.unwrap().launch, arcs.direct);
        }
        Err(AimError::OutOfRange {
            speed: given,
            least_speed,
        }) => {
            let is_told = *given == speed && *least_speed >= speed * (1.0 - 1e-12);
            assert!(is_told, "{given} {least_speed}: {case:?}");
            assert!(attempt.unwrap().miss > 0.0, "{attempt:?} {case:?}");
        }
        Err(error) => assert_eq!(*error, AimError::NeverMet, "{speed} {case:?}"),
    }
    hits.is_ok()
}

#[test]
fn throws_by_the_rules_of_engines_hit() {
    run::<3>(401, 60);
    run::<2>(402, 30);
}

/// The long run of the same test.
#[test]
#[ignore = "minutes"]
fn many_throws_by_the_rules_of_engines_hit() {
    run::<3>(403, 2000);
    run::<2>(404, 1000);
}

/// If damping takes all of the velocity in the first step, no launch hits.
#[test]
fn what_the_first_step_stops_meets_nothing() {
    for step in [
        EngineStep::unity(0.5),
        EngineStep::godot(0.5),
        EngineStep::symplectic_euler(0.5),
    ] {
        let aim = step.damping(2.0).aim([0.0, 0.0], [3.0, 4.0]);
        for answer in [
            aim.in_time(1.0),
            aim.in_steps(2),
            aim.at_speed(9.0).map(|arcs| arcs.direct),
            aim.earliest_at_speed(9.0),
            aim.with_least_speed(),
            aim.attempt(9.0).map(|attempt| attempt.launch),
        ] {
            assert_eq!(answer, Err(AimError::NeverMet));
        }
    }
    // explicit Euler moves the body first
    let aim = EngineStep::explicit_euler(0.5)
        .damping(2.0)
        .aim([0.0, 0.0], [3.0, 4.0]);
    assert_eq!(aim.in_steps(7).unwrap().velocity, Vector2::new(6.0, 8.0));
    assert!(aim.at_speed(10.5).is_ok() && aim.at_speed(9.5).is_err());
}

/// An Euler rule that reverses the velocity in every step hits on whole steps, and has no curve.
#[test]
fn what_oscillates_hits_on_whole_steps_only() {
    let step = EngineStep::explicit_euler(0.5)
        .damping(3.0)
        .gravity([0.0, -10.0]);
    let aim = step.aim([0.0, 0.0], [3.0, 4.0]).moving([1.0, 0.0]);
    let launch = aim.in_steps(3).unwrap();
    let hit = step.launch([0.0, 0.0], launch.velocity).after_steps(3);
    assert!((hit.position - Vector2::new(4.5, 4.0)).norm() < 1e-14);
    let oscillates = step.check().unwrap_err();
    assert_eq!(
        (oscillates.parameter, oscillates.value),
        ("the damping in a step", 1.5)
    );
    let oscillates = AimError::Parameter(oscillates);
    assert_eq!(aim.in_time(1.5), Err(oscillates));
    assert_eq!(aim.at_speed(9.0), Err(oscillates));
    // each step multiplies the velocity by -1, so the body is back after an even number of steps
    let back = EngineStep::<2>::explicit_euler(0.5)
        .damping(4.0)
        .aim([0.0, 0.0], [3.0, 4.0]);
    assert_eq!(back.in_steps(2), Err(AimError::NeverMet));
    assert!(back.in_steps(3).is_ok());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let step = EngineStep::<2>::rapier(1.0 / 60.0).gravity([0.0, -9.81]);
    let aim = step.aim([0.0, 0.0], [3.0, 4.0]);
    assert_eq!(aim.in_steps(0), Err(AimError::Time { time: 0.0 }));
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(aim.in_time(bad), Err(AimError::Time { .. })));
        for answer in [
            aim.at_speed(bad).map(|arcs| arcs.direct),
            aim.earliest_at_speed(bad),
            aim.attempt(bad).map(|attempt| attempt.launch),
        ] {
            assert!(matches!(answer, Err(AimError::Speed { .. })), "{answer:?}");
        }
    }
    let negative = AimError::Parameter(step.damping(-1.0).check().unwrap_err());
    let refused = step.damping(-1.0).aim([0.0, 0.0], [3.0, 4.0]);
    let [here, far] = [[0.0, 0.0], [1e300, 0.0]].map(|target| step.aim([0.0, 0.0], target));
    let fast = aim.moving([1e308, 0.0]);
    let nowhere = step.aim([0.0, 0.0], [f64::NAN, 4.0]).in_steps(3);
    assert!(matches!(nowhere, Err(AimError::NotFinite { axis: 0, .. })));
    for (answer, told) in [
        (refused.in_time(1.0), negative),
        (refused.in_steps(1), negative),
        (here.in_time(1.0), AimError::Coincides),
        // numbers that overflow
        (far.earliest_at_speed(1.0), AimError::Extreme),
        (fast.in_steps(u64::MAX), AimError::Extreme),
    ] {
        assert_eq!(answer, Err(told));
    }
}
