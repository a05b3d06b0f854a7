//! Tests of `EngineStep::rapier` against Rapier itself.

use kinstep_flight::EngineStep;

const FROM: [f64; 3] = [1.0, 20.0, -3.0];
const THROWN: [f64; 3] = [14.0, 22.0, 3.0];
const STEPS: u64 = 600;

/// Parameters of a flight without contacts.
#[derive(Debug, Clone, Copy)]
struct Case {
    dt: f64,
    substeps: u32,
    damping: f64,
    gravity: [f64; 3],
}

fn cases() -> impl Iterator<Item = Case> {
    let dampings = [0.0, 0.1, 1.0, 10.0];
    let steps = [1.0 / 30.0, 1.0 / 60.0, 1.0 / 240.0];
    let gravities = [[0.0, -9.81, 0.0], [2.0, -9.0, 1.5]];
    let settings = dampings.into_iter().flat_map(move |damping| {
        (steps.into_iter()).flat_map(move |dt| [1, 2, 4, 8].map(|substeps| (damping, dt, substeps)))
    });
    settings.flat_map(move |(damping, dt, substeps)| {
        gravities.map(|gravity| Case {
            dt,
            substeps,
            damping,
            gravity,
        })
    })
}

/// Position and velocity.
type State<T> = [[T; 3]; 2];

/// Rapier with `f64` and Rapier with `f32` are two crates with separate types.
macro_rules! states_of_the_engine {
    ($name:ident, $engine:ident, $scalar:ty) => {
        fn $name(case: &Case) -> Vec<State<$scalar>> {
            use $engine::prelude::*;
            let round = |v: [f64; 3]| Vector::from(v.map(|c| c as $scalar));
            let mut world = PhysicsWorld::new();
            world.gravity = round(case.gravity);
            world.integration_parameters.dt = case.dt as $scalar;
            world.integration_parameters.num_solver_iterations = case.substeps as usize;
            let body = RigidBodyBuilder::dynamic()
                .translation(round(FROM))
                .linvel(round(THROWN))
                .linear_damping(case.damping as $scalar)
                .additional_mass(1.0)
                .can_sleep(false);
            let body = world.insert_body(body);
            let states = (0..STEPS).map(|_| {
                world.step();
                let body = &world.bodies[body];
                let (x, v) = (body.translation(), body.linvel());
                [[x.x, x.y, x.z], [v.x, v.y, v.z]]
            });
            states.collect()
        }
    };
}
states_of_the_engine!(rapier_f64, rapier3d_f64, f64);
states_of_the_engine!(rapier_f32, rapier3d, f32);

#[test]
fn in_f64_it_is_where_it_was_told_to_be() {
    let mut worst = 0.0_f64;
    for case in cases() {
        let step = EngineStep::rapier(case.dt).substeps(case.substeps);
        let step = step.damping(case.damping).gravity(case.gravity);
        let flight = step.launch(FROM, THROWN);
        for (n, [x, v]) in (1..).zip(rapier_f64(&case)) {
            let told = flight.after_steps(n);
            for axis in 0..3 {
                let (far, fast) = (x[axis].abs().max(1.0), v[axis].abs().max(1.0));
                let off = (told.position[axis] - x[axis]).abs() / far;
                let off = off.max((told.velocity[axis] - v[axis]).abs() / fast);
                worst = worst.max(off);
                assert!(off < 1e-11, "{off:e} after {n} steps of {case:?}");
            }
        }
    }
    println!("f64: {worst:.1e} of the way");
}

/// Maximum errors of position and velocity of the rule as a loop in `f32`.
fn rounding_of_a_loop(case: &Case, axis: usize) -> [f64; 2] {
    let round = |number: f64| number as f32;
    let (dt, d, a) = (
        round(case.dt),
        round(case.damping),
        round(case.gravity[axis]),
    );
    let h = dt / case.substeps as f32;
    let exact = EngineStep::rapier(f64::from(dt)).substeps(case.substeps);
    let exact = exact.damping(f64::from(d)).gravity([f64::from(a)]);
    let exact = exact.launch(
        [f64::from(round(FROM[axis]))],
        [f64::from(round(THROWN[axis]))],
    );
    let (mut x, mut v) = (round(FROM[axis]), round(THROWN[axis]));
    let mut worst = [0.0_f64; 2];
    for n in 1..=STEPS {
        for _ in 0..case.substeps {
            v += a * h;
            x += v * h;
        }
        v *= 1.0 / (1.0 + dt * d);
        let after = exact.after_steps(n);
        worst[0] = worst[0].max((f64::from(x) - after.position.x).abs());
        worst[1] = worst[1].max((f64::from(v) - after.velocity.x).abs());
    }
    worst
}

#[test]
fn in_f32_it_is_off_by_the_engines_own_rounding() {
    let (mut worst, mut most) = ([0.0_f64; 2], 0.0_f64);
    for case in cases() {
        let gravity = case.gravity.map(|c| c as f32);
        let [dt, damping] = [case.dt, case.damping].map(|number| f64::from(number as f32));
        let step = EngineStep::rapier(dt).substeps(case.substeps);
        let step = step.damping(damping).gravity(gravity);
        let flight = step.launch(FROM.map(|c| c as f32), THROWN.map(|c| c as f32));
        let rounding: [[f64; 2]; 3] = core::array::from_fn(|axis| rounding_of_a_loop(&case, axis));
        for (n, [x, v]) in (1..).zip(rapier_f32(&case)) {
            let told = flight.after_steps(n);
            for axis in 0..3 {
                let off = [
                    (told.position[axis] - f64::from(x[axis])).abs(),
                    (told.velocity[axis] - f64::from(v[axis])).abs(),
                ];
                // rounding errors of the engine's own numbers
                let ours = [told.position[axis], told.velocity[axis]]
                    .map(|number| f64::from(f32::EPSILON) * number.abs());
                for which in 0..2 {
                    worst[which] = worst[which].max(off[which]);
                    let allowed = rounding[axis][which] + ours[which];
                    most = most.max(off[which] / allowed.max(f64::MIN_POSITIVE));
                    assert!(
                        off[which] <= 1.5 * allowed,
                        "{off:?} of {allowed:e} after {n} steps of {case:?}"
                    );
                }
            }
        }
    }
    println!(
        "f32: {:.1e} m, {:.1e} m/s; {most:.2} of what a loop rounds",
        worst[0], worst[1]
    );
}
