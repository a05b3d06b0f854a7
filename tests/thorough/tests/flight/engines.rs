//! What engines do in closed form, against their loops.

use kinstep::ballistics::{Crossing, EngineError, EngineFlight, EngineStep, Plane, Trajectory};
use kinstep::nalgebra::{RealField, SVector, Vector2};
use kinstep::{Body2, LinearDrag, Scheme, UniformGravity, World2};
use truths::Cases;
use truths::engine_loop::{
    Map, Rule, damped_substeps, damping_first, damping_last, explicit, power, rapier, symplectic,
};
use truths::truth::{big, small};

/// A preset and the loop that it stands for.
struct Preset<T> {
    name: &'static str,
    step: fn(T) -> EngineStep<T, 1>,
    rule: fn(f64, u32, f64) -> Rule,
    /// What it takes when it is not told; 0 if it has none.
    substeps: u32,
}

fn presets<T: RealField + Copy>() -> [Preset<T>; 10] {
    let preset = |name, step, rule, substeps| Preset {
        name,
        step,
        rule,
        substeps,
    };
    [
        preset("Rapier", EngineStep::rapier, rapier, 4),
        preset("Avian", EngineStep::avian, damped_substeps, 6),
        preset("Box2D", EngineStep::box2d, damped_substeps, 4),
        preset("Unity", EngineStep::unity, damping_last, 0),
        preset("PhysX", EngineStep::physx, damping_last, 0),
        preset("Jolt", EngineStep::jolt, damping_last, 0),
        preset("Godot", EngineStep::godot, damping_first, 0),
        preset("Bullet", EngineStep::bullet, power, 0),
        preset(
            "symplectic Euler",
            EngineStep::symplectic_euler,
            symplectic,
            0,
        ),
        preset("explicit Euler", EngineStep::explicit_euler, explicit, 0),
    ]
}

/// A body along an axis under an engine.
#[derive(Clone, Copy, Debug)]
struct Throw {
    dt: f64,
    substeps: u32,
    damping: f64,
    x: f64,
    v: f64,
    a: f64,
}

impl Throw {
    /// With its numbers as `f32` has them.
    fn rounded(self) -> Self {
        let round = |number: f64| f64::from(number as f32);
        Self {
            dt: round(self.dt),
            damping: round(self.damping),
            x: round(self.x),
            v: round(self.v),
            a: round(self.a),
            ..self
        }
    }

    fn step<T: RealField + Copy>(&self, preset: &Preset<T>) -> EngineStep<T, 1> {
        let step = (preset.step)(narrow(self.dt))
            .damping(narrow(self.damping))
            .gravity([narrow::<T>(self.a)]);
        if preset.substeps > 0 {
            step.substeps(self.substeps)
        } else {
            step
        }
    }

    fn launch<T: RealField + Copy>(&self, preset: &Preset<T>) -> EngineFlight<T, 1> {
        self.step(preset)
            .launch([narrow::<T>(self.x)], [narrow::<T>(self.v)])
    }

    fn map<T>(&self, preset: &Preset<T>) -> Map {
        Map::of(&(preset.rule)(self.dt, self.substeps, self.damping))
    }

    /// Position, velocity, and how much each is made of.
    fn truth(&self, map: &Map, n: u64) -> [f64; 4] {
        let [x, v, a] = [self.x, self.v, self.a].map(big);
        let (all, sizes) = (map.times(n), map.sizes().times(n));
        // ε in ln q is n ε in ln qⁿ, which is all there is if it grows
        let stiff = small(&sizes.vv).ln().abs().clamp(1.0, 745.0);
        let growth = if small(&sizes.vv) > 1.0 { stiff } else { 1.0 };
        [
            small(&(&x + &v * &all.xv + &a * &all.xa)),
            small(&(&v * &all.vv + &a * &all.va)),
            self.x.abs()
                + (self.v.abs() * small(&sizes.xv) + self.a.abs() * small(&sizes.xa)) * growth,
            self.v.abs() * small(&sizes.vv) * stiff + self.a.abs() * small(&sizes.va) * growth,
        ]
    }
}

fn narrow<T: RealField + Copy>(number: f64) -> T {
    kinstep::nalgebra::convert(number)
}

fn widen<T: RealField + Copy>(number: T) -> f64 {
    kinstep::nalgebra::convert_unchecked(number)
}

/// The error in ε of what it is made of.
fn error<T: RealField + Copy>(value: T, truth: f64, size: f64) -> f64 {
    let off = (widen(value) - truth).abs();
    let epsilon = widen(T::default_epsilon());
    // below the smallest numbers there is no ε
    let least = if epsilon > 1e-10 { 1e-38 } else { 1e-290 };
    if off <= least {
        0.0
    } else {
        off / size / epsilon
    }
}

const DAMPINGS: [f64; 21] = [
    0.0,
    1e-300,
    1e-12,
    1e-9,
    1e-6,
    1e-5,
    1e-4,
    1e-3,
    0.05,
    0.1,
    0.3,
    0.9,
    1.0,
    3.0,
    10.0,
    29.9,
    49.99999999,
    50.0,
    60.0,
    240.0,
    1e3,
];
const STEPS: [u64; 11] = [0, 1, 2, 3, 10, 60, 600, 3600, 12_345, 100_000, 1_000_000];
const TIME_STEPS: [f64; 5] = [1.0 / 240.0, 1.0 / 60.0, 0.02, 1.0 / 30.0, 1.0];

/// Throws over all decades, damping and steps that games have.
fn throws<T>(preset: &Preset<T>, seed: u128) -> Vec<Throw> {
    let mut cases = Cases::new(seed);
    let mut throws = Vec::new();
    for damping in DAMPINGS {
        let damping = if preset.name == "Bullet" {
            damping.min(1.0)
        } else {
            damping
        };
        for dt in TIME_STEPS {
            let substeps = match preset.substeps {
                0 => 1,
                usual if cases.chance(0.5) => usual,
                _ => cases.uniform(1.0..12.0) as u32,
            };
            let still = cases.chance(0.2);
            throws.push(Throw {
                dt,
                substeps,
                damping: if cases.chance(0.3) {
                    (damping * cases.uniform(0.5..1.0)).min(1e3)
                } else {
                    damping
                },
                x: cases.signed_decades(1e-3, 1e3),
                v: if still {
                    0.0
                } else {
                    cases.signed_decades(1e-2, 1e3)
                },
                a: if cases.chance(0.1) {
                    0.0
                } else {
                    cases.signed_decades(1e-1, 1e2)
                },
            });
        }
    }
    throws
}

#[test]
fn repeated_squaring_is_the_loop() {
    for preset in presets::<f64>() {
        for throw in throws(&preset, 1) {
            let rule = (preset.rule)(throw.dt, throw.substeps, throw.damping);
            let map = Map::of(&rule);
            let [mut x, mut v, a] = [throw.x, throw.v, throw.a].map(big);
            for n in 1..=20 {
                (x, v) = rule(x, v, &a);
                let all = map.times(n);
                let [x0, v0] = [throw.x, throw.v].map(big);
                let (far, fast) = (
                    small(&(&x - (&x0 + &v0 * &all.xv + &a * &all.xa))),
                    small(&(&v - (&v0 * &all.vv + &a * &all.va))),
                );
                assert!(far.abs() < 1e-140 && fast.abs() < 1e-140, "{far} {fast}");
            }
        }
    }
}

/// Every preset against its loop, up to a million steps. Returns the worst position and velocity in ε.
fn worst_of<T: RealField + Copy>(preset: &Preset<T>, round: fn(Throw) -> Throw) -> [f64; 2] {
    let mut worst = [0.0_f64; 2];
    for throw in throws(preset, 7).into_iter().map(round) {
        let (flight, map) = (throw.launch(preset), throw.map(preset));
        for n in STEPS {
            let after = flight.after_steps(n);
            let [x, v, x_size, v_size] = throw.truth(&map, n);
            if !(x_size + v_size).is_finite() || x_size > 1e30 {
                // an Euler loop that explodes
                assert!(matches!(
                    throw.step(preset).check(),
                    Err(EngineError::Oscillates { .. })
                ));
                continue;
            }
            let errors = [
                error(after.position[0], x, x_size),
                error(after.velocity[0], v, v_size),
            ];
            for (worst, error) in worst.iter_mut().zip(errors) {
                *worst = worst.max(error);
                assert!(
                    error < 4.0,
                    "{}: {error} ε after {n} steps of {throw:?}: {after:?} is not {x}, {v}",
                    preset.name
                );
            }
        }
    }
    worst
}

/// Measured over six sets of throws: position 3.3 ε, velocity 2.7 ε; in `f32` half an ε, as all is computed in `f64`.
#[test]
fn whole_steps_are_the_loop_to_4_epsilon() {
    for preset in presets::<f64>() {
        let [x, v] = worst_of(&preset, |throw| throw);
        println!("{:16} f64  x {x:.2} ε  v {v:.2} ε", preset.name);
    }
    for preset in presets::<f32>() {
        let [x, v] = worst_of(&preset, Throw::rounded);
        println!("{:16} f32  x {x:.2} ε  v {v:.2} ε", preset.name);
        assert!(x < 0.51 && v < 0.51);
    }
}

/// A million additions lose what one evaluation keeps.
#[test]
fn a_million_steps_are_better_than_the_loop() {
    let (dt, a, d) = (0.02, -9.81, 1e-3);
    let flight = EngineStep::unity(dt).damping(d).gravity([a]);
    let flight = flight.launch([0.0], [300.0]);
    let map = Map::of(&damping_last(dt, 1, d)).times(1_000_000);
    let truth = small(&(big(300.0) * map.xv + big(a) * map.xa));
    let (mut x, mut v) = (0.0, 300.0);
    for _ in 0..1_000_000 {
        v = (v + a * dt) * (1.0 - d * dt);
        x += v * dt;
    }
    let [ours, loops] =
        [flight.after_steps(1_000_000).position.x, x].map(|x: f64| (x / truth - 1.0).abs());
    println!("relative error after a million steps: {ours:.1e}, the loop {loops:.1e}");
    assert!(ours < 4.0 * f64::EPSILON);
    assert!(loops > 100.0 * ours.max(f64::EPSILON));
}

/// At whole steps the curve is where the steps are, and reports what they report. Between them it turns evenly.
fn curve_of<T: RealField + Copy>(preset: &Preset<T>, round: fn(Throw) -> Throw) -> [f64; 2] {
    let mut worst = [0.0_f64; 2];
    for throw in throws(preset, 3).into_iter().map(round) {
        let (flight, map) = (throw.launch(preset), throw.map(preset));
        if throw.step(preset).check().is_err() {
            continue;
        }
        for n in STEPS {
            let after = flight.after_steps(n);
            let [_, _, x_size, v_size] = throw.truth(&map, n);
            let (x, v) = (flight.position(after.time), flight.velocity(after.time));
            // explicit Euler starts by one step without gravity, as its curve does by cancellation; and ε of the
            // time is ε of the way, and of what damping leaves
            let x_size = x_size + throw.a.abs() * throw.dt * throw.dt;
            let v_size = v_size + throw.v.abs() * 0.4 + throw.a.abs() * throw.dt;
            let errors = [
                error(x[0], widen(after.position[0]), x_size),
                error(v[0], widen(after.velocity[0]), v_size),
            ];
            // measured: 4 ε
            for (worst, error) in worst.iter_mut().zip(errors) {
                *worst = worst.max(error);
                assert!(
                    error < 8.0,
                    "{}: {error} ε at step {n} of {throw:?}",
                    preset.name
                );
            }
        }
    }
    worst
}

#[test]
fn the_curve_goes_through_all_steps() {
    for preset in presets::<f64>() {
        let [x, v] = curve_of(&preset, |throw| throw);
        println!("{:16} f64  x {x:.2} ε  v {v:.2} ε", preset.name);
    }
    for preset in presets::<f32>() {
        let [x, v] = curve_of(&preset, Throw::rounded);
        println!("{:16} f32  x {x:.2} ε  v {v:.2} ε", preset.name);
    }
}

#[test]
fn the_tangent_is_the_derivative_and_the_acceleration_that_of_the_tangent() {
    for preset in presets::<f64>() {
        for throw in throws(&preset, 5) {
            if throw.step(&preset).check().is_err() || throw.damping * throw.dt > 0.5 {
                continue;
            }
            let flight = throw.launch(&preset);
            let (time, h) = (2.3 * throw.dt, 1e-3 * throw.dt);
            let slope = (flight.position(time + h) - flight.position(time - h)) / (2.0 * h);
            let turn = (flight.tangent(time + h) - flight.tangent(time - h)) / (2.0 * h);
            let speed = throw.v.abs() + throw.a.abs() * throw.dt;
            // the difference quotient is off by rounding / h and by h²
            let rounding = f64::EPSILON * (throw.x.abs() + speed * throw.dt) / h;
            let off = (slope - flight.tangent(time)).norm();
            assert!(off <= 1e-6 * speed + 4.0 * rounding, "{off} {throw:?}");
            let off = (turn - flight.acceleration(time)).norm();
            assert!(off <= 1e-5 * speed / throw.dt, "{off} {throw:?}");
        }
    }
}

#[test]
fn vanishing_damping_is_no_special_case() {
    for preset in presets::<f64>() {
        let throw = |damping| Throw {
            dt: 0.02,
            substeps: 4,
            damping,
            x: 1.0,
            v: 30.0,
            a: -9.81,
        };
        let free = throw(0.0).launch(&preset);
        for damping in [1e-300, 1e-20, 1e-16, 1e-12, 1e-9, 1e-6] {
            let damped = throw(damping).launch(&preset);
            for n in [1, 10, 3000] {
                let (one, other) = (free.after_steps(n), damped.after_steps(n));
                let time = n as f64 * 0.02;
                let size = 1.0 + 30.0 * time + 9.81 * time * time;
                let bound = (8.0 * f64::EPSILON + damping * (time + 0.02)) * size;
                assert!((one.position - other.position).norm() <= bound);
                assert!((free.position(time) - damped.position(time)).norm() <= bound);
            }
        }
    }
}

/// Where all velocity is lost in a step, it is lost in the first, and not before.
#[test]
fn a_step_may_take_the_whole_velocity() {
    let throw = Throw {
        dt: 0.02,
        substeps: 1,
        damping: 80.0,
        x: 1.0,
        v: 30.0,
        a: -9.81,
    };
    for preset in presets::<f64>() {
        match preset.name {
            "Unity" | "PhysX" | "Jolt" => {
                let flight = throw.launch(&preset);
                assert_eq!(flight.velocity(0.0).x, 30.0);
                for n in [1, 2, 1000] {
                    let after = flight.after_steps(n);
                    assert_eq!((after.position.x, after.velocity.x), (1.0, 0.0));
                    assert_eq!(flight.position(after.time).x, 1.0);
                    assert!(flight.velocity(after.time).x.abs() < 1e-15);
                }
            }
            "Godot" => {
                let fall = -9.81 * 0.02;
                let flight = throw.launch(&preset);
                for n in [1, 2, 1000] {
                    let after = flight.after_steps(n);
                    let way = 1.0 + fall * 0.02 * n as f64;
                    assert!((after.position.x - way).abs() < 1e-15 * way.abs().max(1.0));
                    assert!((after.velocity.x - fall).abs() < 1e-16);
                    assert!((flight.position(after.time).x - way).abs() < 1e-13);
                }
            }
            _ => {}
        }
    }
}

/// Beyond `d dt = 1` Euler turns the velocity round: right at whole steps, and nothing in between.
#[test]
fn euler_that_oscillates_has_steps_but_no_curve() {
    let mut worst = 0.0_f64;
    for preset in presets::<f64>() {
        if !preset.name.ends_with("Euler") {
            continue;
        }
        for damping in [50.5, 60.0, 75.0, 99.0, 99.999999, 100.0, 100.1, 120.0] {
            let throw = Throw {
                dt: 0.02,
                substeps: 1,
                damping,
                x: 1.0,
                v: 30.0,
                a: -9.81,
            };
            assert_eq!(
                throw.step(&preset).check(),
                Err(EngineError::Oscillates { damping, dt: 0.02 })
            );
            let (flight, map) = (throw.launch(&preset), throw.map(&preset));
            for n in [0, 1, 2, 3, 4, 7, 100, 101] {
                let [x, v, x_size, v_size] = throw.truth(&map, n);
                let after = flight.after_steps(n);
                let off = error(after.position.x, x, x_size);
                let off = off.max(error(after.velocity.x, v, v_size));
                worst = worst.max(off);
                assert!(off < 4.0, "{off} ε after {n} of {throw:?}");
            }
            assert!(flight.position(0.01).x.is_nan() && flight.velocity(0.01).x.is_nan());
            let ground = Plane::new([1.0], 0.0);
            assert!(flight.crossing(&ground, Crossing::Any).is_none());
            assert!(flight.apex().is_none());
            assert!(flight.bounds(0.0..1.0).is_err());
        }
    }
    println!("worst {worst:.2} ε");
}

/// The Euler presets are the schemes of this crate.
#[test]
fn euler_is_the_scheme_of_that_name() {
    for (scheme, step) in [
        (Scheme::SymplecticEuler, EngineStep::symplectic_euler(0.01)),
        (Scheme::ExplicitEuler, EngineStep::explicit_euler(0.01)),
    ] {
        let mut world = World2::new();
        world.set_scheme(scheme);
        world.add_force(UniformGravity::new([0.3, -9.81])).unwrap();
        world.add_force(LinearDrag::rate(0.7)).unwrap();
        let body = Body2::point(1.0).at([1.0, 2.0]).moving([30.0, 8.0]);
        let id = world.add_body(body).unwrap();
        let step = step.damping(0.7).gravity([0.3, -9.81]);
        let flight = step.launch([1.0, 2.0], [30.0, 8.0]);
        for n in 1..=200 {
            world.step(0.01).unwrap();
            let after = flight.after_steps(n);
            assert!(
                (world[id].position - after.position).norm() < 1e-12,
                "{scheme:?}"
            );
            assert!(
                (world[id].velocity - after.velocity).norm() < 1e-12,
                "{scheme:?}"
            );
        }
    }
}

/// What a game asks: where it lands, and in which step that is seen.
#[test]
fn events_happen_on_the_curve_and_are_seen_in_steps() {
    let ground = Plane::new([0.0, 1.0], 0.0);
    let mut cases = Cases::new(11);
    for _ in 0..300 {
        let step = EngineStep::rapier(1.0 / 60.0)
            .substeps(4)
            .damping(cases.decades(1e-6, 2.0));
        let flight = step
            .gravity([0.0, -9.81])
            .launch([0.0, 1.5], [12.0, cases.uniform(0.5..40.0)]);
        let landing = flight.crossing(&ground, Crossing::Descending).unwrap();
        assert!(landing.position.y.abs() < 1e-12);
        let seen = flight.first_step_after(landing.time);
        assert!(flight.after_steps(seen).position.y <= 1e-12);
        assert!(flight.after_steps(seen - 1).position.y > 0.0);

        let apex = flight.apex().unwrap();
        assert!(flight.tangent(apex.time).y.abs() < 1e-12);
        let highest = (0..seen).map(|n| flight.after_steps(n).position.y);
        let highest = highest.fold(f64::MIN, f64::max);
        assert!(highest <= apex.position.y + 1e-12 && highest > apex.position.y - 1e-3);

        let inside = flight.bounds(0.0..landing.time).unwrap();
        assert!((inside.max.y - apex.position.y).abs() < 1e-12);
        for (index, point) in flight.sample(0.0, 0.05, 40).enumerate() {
            assert!((point - flight.position(0.05 * index as f64)).norm() < 1e-12);
        }
        // what it is asked at a time is what it says of that time, but for rounding beside the plane
        assert!((landing.position - flight.position(landing.time)).norm() < 1e-12);
        assert_eq!(landing.velocity, flight.velocity(landing.time));
    }
}

#[test]
fn steps_are_counted_as_they_are_timed() {
    fn count<T: RealField + Copy>(dts: &[f64], counts: &[u64]) {
        for dt in dts {
            let flight = EngineStep::<T, 1>::unity(narrow(*dt)).launch([T::zero()], [T::one()]);
            for &n in counts {
                let time = flight.after_steps(n).time;
                let first = flight.first_step_after(time);
                assert_eq!(flight.after_steps(first).time, time, "{n} steps of {dt}");
                assert!(first == 0 || flight.after_steps(first - 1).time < time);
                let later = time + narrow::<T>(0.4 * dt);
                if later > time && n < 1 << 20 {
                    assert_eq!(flight.first_step_after(later), n + 1);
                }
            }
            assert_eq!(flight.first_step_after(narrow(-1.0)), 0);
            assert_eq!(flight.first_step_after(narrow(f64::NAN)), 0);
        }
    }
    let dts = [1.0 / 60.0, 0.02, 1.0 / 240.0, 0.1, 1.0, 3e-7];
    let counts = [0, 1, 2, 3, 7, 49, 50, 600, 12_345, 1_000_003, 1 << 40];
    count::<f64>(&dts, &counts);
    count::<f32>(&dts, &counts);
    let flight = EngineStep::<f64, 1>::unity(0.02).launch([0.0], [1.0]);
    assert_eq!(flight.first_step_after(f64::INFINITY), u64::MAX);
}

/// "Precise Trajectories in Games": eq. (23) and (24), and the code in `f32`, beside the loop of the article.
#[test]
fn figures_of_the_article() {
    let (dt, time, a) = (0.02_f64, 60.0, -9.81);
    let loop_after = |d: f64, v0: f64| {
        let (mut x, mut v) = (0.0, v0);
        for _ in 0..3000 {
            v = (v + a * dt) * (1.0 - d * dt);
            x += v * dt;
        }
        let ours = EngineStep::unity(dt).damping(d).gravity([a]);
        let after = ours.launch([0.0], [v0]).after_steps(3000);
        assert!((after.position.x - x).abs() < 1e-9 && (after.velocity.x - v).abs() < 1e-9);
        [after.position.x, after.velocity.x]
    };
    // eq. (23), times dt, with its two terms
    let equation_23 = |d: f64, v0: f64| {
        let (frames, left) = (time / dt, 1.0 - d * dt);
        let (log, power) = (left.ln(), left.powf(time / dt));
        let launch = v0 * (power - 1.0) / log * dt;
        let gravity = a / d * (d * dt - 1.0) * (power - frames * log - 1.0) / log * dt;
        (launch, gravity)
    };
    for (v0, known) in [(0.0, 0.976), (50.0, 1.47), (300.0, 3.97)] {
        let [x, v] = loop_after(0.1, v0);
        let (launch, gravity) = equation_23(0.1, v0);
        let off = launch + gravity - x;
        println!("(23) from {v0} m/s: off by {off:.4} m");
        assert!((off - known).abs() < 0.005);
        assert!((off - (v0 - v) * dt / 2.0).abs() < 0.01);
        // as printed, the code has no launch velocity
        println!("  as printed: off by {:.1} m", gravity - x);
        assert!((gravity - x - (off - launch)).abs() < 1e-9);
    }
    let [x, _] = loop_after(0.0, 50.0);
    let off = 50.0 * time + 0.5 * a * time * time - x;
    println!("(24): off by {off:.4} m");
    assert!((off - 5.886).abs() < 1e-6);
    // it is the limit of (23)
    let (launch, gravity) = equation_23(1e-6, 50.0);
    let change = launch + gravity - (50.0 * time + 0.5 * a * time * time);
    assert!((change - (loop_after(1e-6, 50.0)[0] - x)).abs() < 1e-3);

    // the code in f32, with the launch velocity put back
    let code = |drag: f32, v0: f32| {
        let (dt, time, a) = (0.02_f32, 60.0_f32, -9.81_f32);
        let frame_drag = 1.0 - drag * dt;
        let frames = time / dt;
        let log = f64::from(frame_drag).ln() as f32;
        let power = frame_drag.powf(frames);
        let factor = (drag * dt - 1.0) * (power - frames * log - 1.0) / (drag * log);
        v0 * ((power - 1.0) / log) * dt + a * factor * dt
    };
    for (drag, least) in [(1e-5_f32, 1000.0), (1e-4, 100.0), (1e-3, 10.0), (1e-2, 1.0)] {
        let truth = loop_after(f64::from(drag), 50.0)[0];
        let off = f64::from(code(drag, 50.0)) - truth;
        let ours = EngineStep::unity(0.02_f32).damping(drag).gravity([-9.81]);
        let ours = ours.launch([0.0], [50.0]).after_steps(3000).position.x;
        let ours_off = f64::from(ours) - truth;
        println!("f32, d = {drag}: the code {off:.3} m, ours {ours_off:.5} m");
        assert!(off.abs() > least, "{off}");
        // its dt and gravity are those of f32
        assert!(ours_off.abs() < 4.0 * f64::from(f32::EPSILON) * 17_658.0);
    }
    assert!(code(1e-6, 50.0).is_nan());
}

#[test]
fn bad_input_is_refused() {
    let good = EngineStep::rapier(1.0 / 60.0)
        .damping(0.1)
        .gravity([0.0, -9.81]);
    assert_eq!(good.check(), Ok(()));
    let nan = |error: Result<(), EngineError<f64>>| error.unwrap_err().to_string();
    for dt in [0.0, -0.01, f64::NAN, f64::INFINITY] {
        let step = EngineStep::<f64, 2>::unity(dt);
        assert!(matches!(step.check(), Err(EngineError::TimeStep { .. })));
        assert!(nan(step.check()).starts_with("the step is"));
    }
    assert_eq!(
        good.substeps(0).check(),
        Err(EngineError::NoSubsteps { engine: "Rapier" })
    );
    let godot = EngineStep::<f64, 2>::godot(0.02).substeps(3);
    let refused = EngineError::Substeps {
        engine: "Godot",
        substeps: 3,
    };
    assert_eq!(godot.check(), Err(refused));
    assert_eq!(
        refused.to_string(),
        "Godot takes its step as a whole, and was given 3 substeps"
    );
    for damping in [-0.1, f64::NAN, f64::INFINITY] {
        let error = good.damping(damping).check();
        assert!(matches!(error, Err(EngineError::Damping { .. })));
    }
    for damping in [-0.1, 1.1, f64::NAN] {
        let bullet = EngineStep::<f64, 2>::bullet(0.02).damping(damping);
        assert!(matches!(
            bullet.check(),
            Err(EngineError::DampingShare { .. })
        ));
        assert!(bullet.launch([0.0; 2], [1.0; 2]).position(1.0).x.is_nan());
    }
    let heavy = EngineStep::<f64, 2>::explicit_euler(0.02);
    assert_eq!(heavy.damping(50.0).check(), Ok(()));
    assert!(heavy.damping(50.1).check().is_err());
    let error = good.gravity([0.0, f64::NAN]).check();
    assert!(matches!(error, Err(EngineError::Gravity { axis: 1, .. })));

    // what is refused has no positions and no events, but still starts where it starts
    let nowhere = good.substeps(0).launch([0.0, 1.0], [1.0, 2.0]);
    assert!(nowhere.after_steps(3).position.x.is_nan() && nowhere.position(1.0).x.is_nan());
    assert_eq!(nowhere.after_steps(0).position, Vector2::new(0.0, 1.0));
    assert!(nowhere.apex().is_none());

    // the greatest numbers there are
    for preset in presets::<f64>() {
        if preset.name == "Bullet" || preset.name.ends_with("Euler") {
            continue;
        }
        let step = (preset.step)(1.0).damping(1e308).gravity([-9.81]);
        assert_eq!(step.check(), Ok(()));
        let flight = step.launch([1.0], [1e3]);
        for n in [1, 2, 1_000_000, u64::MAX] {
            let after = flight.after_steps(n);
            assert!(after.position.x.is_finite() && after.velocity.x.is_finite());
            assert!(flight.position(after.time).x.is_finite());
        }
    }
}

#[test]
fn limits_on_speed_are_told() {
    assert_eq!(EngineStep::<f64, 3>::rapier(0.02).speed_cap(), Some(400.0));
    assert_eq!(EngineStep::<f32, 2>::jolt(0.02).speed_cap(), Some(500.0));
    assert_eq!(EngineStep::<f64, 3>::godot(0.02).speed_cap(), None);
}

/// As it is written by those who use it.
#[test]
fn call_sites() {
    let (p0, v0) = ([0.0, 1.5, 0.0], [12.0, 9.0, 3.0]);
    let host = EngineStep::rapier(1.0 / 60.0)
        .substeps(4)
        .damping(0.1)
        .gravity([0.0, -9.81, 0.0])
        .launch(p0, v0);
    let difference = host.after_steps(600).position - host.position(10.0);
    assert!(difference.norm() < 1e-12);
    assert_eq!(host.step().time_step(), 1.0 / 60.0);
    // without gravity and damping a body coasts, in any dimension
    let coasting: EngineFlight<f32, 4> = EngineStep::box2d(0.02).launch([0.0; 4], [1.0; 4]);
    assert!((coasting.position(3.0) - SVector::repeat(3.0)).norm() < 1e-5);
}
