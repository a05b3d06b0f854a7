//! Closed forms of the steps of engines, compared with the loops of the engines.

use kinstep::nalgebra::Vector2;
use kinstep::trajectory::{Crossing, Plane, Trajectory};
use kinstep::{Body2, LinearDrag, Scheme, UniformGravity, World2};
use kinstep_flight::{EngineFlight, EngineStep};
use truths::Cases;
use truths::engine_loop::{
    Map, Rule, damped_substeps, damping_first, damping_last, explicit, power, rapier, symplectic,
};
use truths::truth::{big, small};

/// A preset and the loop that it stands for.
struct Preset {
    name: &'static str,
    step: fn(f64) -> EngineStep<1>,
    rule: fn(f64, u32, f64) -> Rule,
    /// Default number of substeps; 0 if the engine has no substeps.
    substeps: u32,
}

fn presets() -> [Preset; 10] {
    let preset = |name, step, rule, substeps| Preset {
        name,
        step,
        rule,
        substeps,
    };
    let symplectic_euler = EngineStep::symplectic_euler;
    [
        preset("Rapier", EngineStep::rapier, rapier, 4),
        preset("Avian", EngineStep::avian, damped_substeps, 6),
        preset("Box2D", EngineStep::box2d, damped_substeps, 4),
        preset("Unity", EngineStep::unity, damping_last, 0),
        preset("PhysX", EngineStep::physx, damping_last, 0),
        preset("Jolt", EngineStep::jolt, damping_last, 0),
        preset("Godot", EngineStep::godot, damping_first, 0),
        preset("Bullet", EngineStep::bullet, power, 0),
        preset("symplectic Euler", symplectic_euler, symplectic, 0),
        preset("explicit Euler", EngineStep::explicit_euler, explicit, 0),
    ]
}

/// A body that an engine moves along one axis.
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
    fn step(&self, preset: &Preset) -> EngineStep<1> {
        let step = (preset.step)(self.dt)
            .damping(self.damping)
            .gravity([self.a]);
        if preset.substeps > 0 {
            step.substeps(self.substeps)
        } else {
            step
        }
    }

    fn launch(&self, preset: &Preset) -> EngineFlight<1> {
        self.step(preset).launch([self.x], [self.v])
    }

    fn map(&self, preset: &Preset) -> Map {
        Map::of(&(preset.rule)(self.dt, self.substeps, self.damping))
    }

    /// Position and velocity after n steps, and the sum of the sizes of the terms of each.
    fn truth(&self, map: &Map, n: u64) -> [f64; 4] {
        let [x, v, a] = [self.x, self.v, self.a].map(big);
        let (all, sizes) = (map.times(n), map.sizes().times(n));
        // an error of ε in ln q is an error of n ε in ln qⁿ; it dominates if qⁿ grows
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

/// The error in units of ε times the size of the terms.
fn error(value: f64, truth: f64, size: f64) -> f64 {
    let off = (value - truth).abs();
    // near the smallest numbers a relative error is undefined
    if off <= 1e-290 {
        0.0
    } else {
        off / size / f64::EPSILON
    }
}

const DAMPINGS: [f64; 21] = [
    0.0, 1e-300, 1e-12, 1e-9, 1e-6, 1e-5, 1e-4, 1e-3, 0.05, 0.1, 0.3, 0.9, 1.0, 3.0, 10.0, 29.9,
    49.9999999, 50.0, 60.0, 240.0, 1e3,
];
const STEPS: [u64; 11] = [0, 1, 2, 3, 10, 60, 600, 3600, 12_345, 100_000, 1_000_000];
const TIME_STEPS: [f64; 5] = [1.0 / 240.0, 1.0 / 60.0, 0.02, 1.0 / 30.0, 1.0];

/// Throws over many decades, with dampings and steps as in games.
fn throws(preset: &Preset, seed: u128) -> Vec<Throw> {
    let mut cases = Cases::new(seed);
    let mut throws = Vec::new();
    for damping in DAMPINGS {
        let most = if preset.name == "Bullet" { 1.0 } else { 1e3 };
        for dt in TIME_STEPS {
            let substeps = match preset.substeps {
                0 => 1,
                usual if cases.chance(0.5) => usual,
                _ => cases.uniform(1.0..12.0) as u32,
            };
            let share = if cases.chance(0.3) {
                cases.uniform(0.5..1.0)
            } else {
                1.0
            };
            let is_still = cases.chance(0.2);
            let v = if is_still {
                0.0
            } else {
                cases.signed_decades(1e-2, 1e3)
            };
            let is_free = cases.chance(0.1);
            throws.push(Throw {
                dt,
                substeps,
                damping: damping.min(most) * share,
                x: cases.signed_decades(1e-3, 1e3),
                v,
                a: if is_free {
                    0.0
                } else {
                    cases.signed_decades(1e-1, 1e2)
                },
            });
        }
    }
    throws
}

/// Compares a preset with its loop, up to a million steps: positions and velocities after whole
/// steps, and those of the curve at the same times.
fn check(preset: &Preset, seed: u128, bound: f64) {
    for throw in throws(preset, seed) {
        let (flight, map) = (throw.launch(preset), throw.map(preset));
        let has_curve = throw.step(preset).check().is_ok();
        for n in STEPS {
            let after = flight.after_steps(n);
            let [x, v, x_size, v_size] = throw.truth(&map, n);
            if !(x_size + v_size).is_finite() || x_size > 1e30 {
                // an Euler loop that diverges
                let refused = throw.step(preset).check();
                assert!(refused.is_err_and(|error| error.parameter == "the damping in a step"));
                continue;
            }
            let told = || {
                format!(
                    "{}, {n} steps of {throw:?}: {after:?}, {x}, {v}",
                    preset.name
                )
            };
            let off = error(after.position[0], x, x_size);
            let off = off.max(error(after.velocity[0], v, v_size));
            assert!(off < bound, "{off} ε: {}", told());
            if !has_curve {
                continue;
            }
            // explicit Euler starts with a step without gravity, which the curve reproduces by
            // cancellation; and rounding the time by ε changes the displacement and the decay by
            // about ε
            let x_size = x_size + throw.a.abs() * throw.dt * throw.dt;
            let v_size = v_size + throw.v.abs() * 0.4 + throw.a.abs() * throw.dt;
            let (x, v) = (
                flight.position(after.time)[0],
                flight.velocity(after.time)[0],
            );
            let off = error(x, after.position[0], x_size);
            let off = off.max(error(v, after.velocity[0], v_size));
            // measured: 4 ε
            assert!(off < 8.0, "curve {off} ε: {}", told());
        }
    }
}

/// Whole steps agree with the loop to 4 ε, and are on the curve. Measured over six sets of throws:
/// position 3.3 ε, velocity 2.7 ε.
#[test]
fn whole_steps_are_the_loop_to_4_epsilon_and_on_the_curve() {
    for preset in presets() {
        check(&preset, 7, 4.0);
    }
}

#[test]
fn the_tangent_is_the_derivative_and_the_acceleration_that_of_the_tangent() {
    for preset in presets() {
        for throw in throws(&preset, 5) {
            if throw.step(&preset).check().is_err() || throw.damping * throw.dt > 0.5 {
                continue;
            }
            let flight = throw.launch(&preset);
            let (time, h) = (2.3 * throw.dt, 1e-3 * throw.dt);
            let slope = (flight.position(time + h) - flight.position(time - h)) / (2.0 * h);
            let turn = (flight.tangent(time + h) - flight.tangent(time - h)) / (2.0 * h);
            let speed = throw.v.abs() + throw.a.abs() * throw.dt;
            // the difference quotient has errors of rounding / h and of order h²
            let rounding = f64::EPSILON * (throw.x.abs() + speed * throw.dt) / h;
            let off = (slope - flight.tangent(time)).norm();
            assert!(off <= 1e-6 * speed + 4.0 * rounding, "{off} {throw:?}");
            let off = (turn - flight.acceleration(time)).norm();
            assert!(off <= 1e-5 * speed / throw.dt, "{off} {throw:?}");
        }
    }
}

/// If `d dt > 1`, an Euler rule reverses the velocity in every step: results at whole steps are
/// right, and no curve exists between them.
#[test]
fn euler_that_oscillates_has_steps_but_no_curve() {
    for preset in presets() {
        if !preset.name.ends_with("Euler") {
            continue;
        }
        for damping in [50.5, 60.0, 75.0, 99.0, 99.999999, 100.0, 100.1, 120.0] {
            let (dt, substeps, x, v, a) = (0.02, 1, 1.0, 30.0, -9.81);
            let throw = Throw {
                dt,
                substeps,
                damping,
                x,
                v,
                a,
            };
            let refused = throw.step(&preset).check().unwrap_err();
            assert_eq!(
                (refused.parameter, refused.value),
                ("the damping in a step", damping * dt)
            );
            let (flight, map) = (throw.launch(&preset), throw.map(&preset));
            for n in [0, 1, 2, 3, 4, 7, 100, 101] {
                let [x, v, x_size, v_size] = throw.truth(&map, n);
                let after = flight.after_steps(n);
                let off = error(after.position.x, x, x_size);
                let off = off.max(error(after.velocity.x, v, v_size));
                assert!(off < 4.0, "{off} ε after {n} of {throw:?}");
            }
            assert!(flight.position(0.01).x.is_nan() && flight.velocity(0.01).x.is_nan());
            let ground = Plane::new([1.0], 0.0);
            assert!(flight.crossing(&ground, Crossing::Any).is_none());
            assert!(flight.apex().is_none());
            assert!(flight.bounds(0.0..1.0).is_err());
        }
    }
}

/// The Euler presets equal the schemes of this crate.
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
            let off = (world[id].position - after.position).norm();
            let off = off.max((world[id].velocity - after.velocity).norm());
            assert!(off < 1e-12, "{scheme:?}: {off}");
        }
    }
}

/// Landing and apex are on the curve, and `first_step_after` returns the step in which the game
/// sees the landing.
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
        // the event equals the curve at its time, except for rounding next to the plane
        assert!((landing.position - flight.position(landing.time)).norm() < 1e-12);
        assert_eq!(landing.velocity, flight.velocity(landing.time));
    }
}

#[test]
fn steps_are_counted_as_they_are_timed() {
    fn count(dts: &[f64], counts: &[u64]) {
        for dt in dts {
            let flight = EngineStep::<1>::unity(*dt).launch([0.0], [1.0]);
            for &n in counts {
                let time = flight.after_steps(n).time;
                let first = flight.first_step_after(time);
                assert_eq!(flight.after_steps(first).time, time, "{n} steps of {dt}");
                assert!(first == 0 || flight.after_steps(first - 1).time < time);
                let later = time + 0.4 * dt;
                if later > time && n < 1 << 20 {
                    assert_eq!(flight.first_step_after(later), n + 1);
                }
            }
            assert_eq!(flight.first_step_after(-1.0), 0);
            assert_eq!(flight.first_step_after(f64::NAN), 0);
        }
    }
    let dts = [1.0 / 60.0, 0.02, 1.0 / 240.0, 0.1, 1.0, 3e-7];
    let counts = [0, 1, 2, 3, 7, 49, 50, 600, 12_345, 1_000_003, 1 << 40];
    count(&dts, &counts);
    let flight = EngineStep::<1>::unity(0.02).launch([0.0], [1.0]);
    assert_eq!(flight.first_step_after(f64::INFINITY), u64::MAX);
}

/// Compares eq. (23) and (24) of "Precise Trajectories in Games", and its code in `f32`, with the
/// loop of the article.
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
    // the two terms of eq. (23), times dt
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
        // the code as printed has no launch velocity
        let off = launch + gravity - x;
        assert!((off - known).abs() < 0.005, "(23) from {v0} m/s: {off}");
        assert!((off - (v0 - v) * dt / 2.0).abs() < 0.01);
    }
    let [x, _] = loop_after(0.0, 50.0);
    let parabola = 50.0 * time + 0.5 * a * time * time;
    assert!(
        (parabola - x - 5.886).abs() < 1e-6,
        "(24): {}",
        parabola - x
    );
    // eq. (24) is the limit of eq. (23) for small drag
    let (launch, gravity) = equation_23(1e-6, 50.0);
    let change = launch + gravity - parabola;
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
        assert!(off.abs() > least, "{off}");
    }
    assert!(code(1e-6, 50.0).is_nan());
}

#[test]
fn bad_input_is_refused() {
    type Step = EngineStep<2>;
    const OSCILLATES: &str =
        "the damping in a step is 1.002; it must be less than turns the velocity round";
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let good = Step::rapier(1.0 / 60.0).damping(0.1).gravity([0.0, -9.81]);
    let (heavy, bullet) = (Step::explicit_euler(0.02), Step::bullet(0.02));
    for step in [good, heavy.damping(50.0)] {
        assert_eq!(step.check(), Ok(()));
    }
    let refused = [
        (Step::unity(0.0), "the step [s] is 0;"),
        (Step::unity(-0.01), "the step [s] is -0.01;"),
        (Step::unity(nan), "the step [s] is NaN;"),
        (Step::unity(inf), "the step [s] is inf;"),
        (
            good.substeps(0),
            "the number of substeps is 0; it must be at least one",
        ),
        (
            Step::godot(0.02).substeps(3),
            "the number of substeps is 3; it must be one",
        ),
        (good.damping(-0.1), "the damping [1/s] is -0.1;"),
        (good.damping(nan), "the damping [1/s] is NaN;"),
        (good.damping(inf), "the damping [1/s] is inf;"),
        (
            bullet.damping(-0.1),
            "the damping is -0.1; it must be from 0 to 1, for in Bullet",
        ),
        (
            bullet.damping(1.1),
            "the damping is 1.1; it must be from 0 to 1, for in Bullet",
        ),
        (
            bullet.damping(nan),
            "the damping is NaN; it must be from 0 to 1, for in Bullet",
        ),
        (heavy.damping(50.1), OSCILLATES),
        (
            good.gravity([0.0, nan]),
            "a component of gravity [m/s²] is NaN;",
        ),
    ];
    for (step, words) in refused {
        let error = step.check().unwrap_err().to_string();
        assert!(error.starts_with(words), "{error}");
        // an invalid flight has no positions and no events, but it has its initial position
        let nowhere = step.launch([0.0, 1.0], [1.0, 2.0]);
        assert!(
            nowhere.position(1.0).y.is_nan() && nowhere.apex().is_none(),
            "{error}"
        );
        assert_eq!(nowhere.after_steps(0).position, Vector2::new(0.0, 1.0));
        assert!(
            nowhere.after_steps(3).position.y.is_nan() || words == OSCILLATES,
            "{error}"
        );
    }

    // a damping near the largest number
    for preset in presets() {
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
    // `speed_cap` returns an engine's limit on speed
    assert_eq!(EngineStep::<3>::rapier(0.02).speed_cap(), Some(400.0));
    assert_eq!(EngineStep::<2>::jolt(0.02).speed_cap(), Some(500.0));
    assert_eq!(EngineStep::<3>::godot(0.02).speed_cap(), None);
}
