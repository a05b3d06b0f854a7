//! Throws at moving targets, planned by the engine's rule and made in Rapier itself.

use kinstep::nalgebra::Vector3;
use kinstep::trajectory::Trajectory;
use kinstep_flight::Ballistics;
use kinstep_flight::aim::{AimError, Launch};
use rapier_preview::{Game, Settings, Target};

const FROM: Vector3<f64> = Vector3::new(0.5, 1.6, -1.0);
/// Launch speed \[m/s\].
const SPEED: f64 = 40.0;

fn targets() -> [Target; 4] {
    [
        ([24.0, 7.0, -6.0], [1.5, 0.5, 6.0]),
        ([-20.0, 0.5, 3.0], [4.0, 0.0, -3.0]),
        ([0.5, 12.0, -1.0], [0.0, 0.25, 0.0]),
        ([5.0, 1.0, 18.0], [0.0; 3]),
    ]
    .map(|(position, velocity)| Target {
        position: position.into(),
        velocity: velocity.into(),
    })
}

fn settings() -> impl Iterator<Item = Settings> {
    let steps = [1.0 / 120.0, 1.0 / 60.0, 1.0 / 30.0];
    steps.into_iter().flat_map(|dt| {
        [0.0, 0.1, 0.4, 1.0].into_iter().flat_map(move |damping| {
            [1, 4].map(|substeps| Settings {
                dt,
                substeps,
                damping,
            })
        })
    })
}

/// Low and high trajectories to each target under all settings.
fn throws() -> impl Iterator<Item = (Settings, Target, Launch<3>)> {
    settings().flat_map(|settings| {
        targets().into_iter().flat_map(move |target| {
            let arcs = settings.aim(FROM, &target).at_speed(SPEED).unwrap();
            [arcs.direct, arcs.lofted].map(|launch| (settings, target, launch))
        })
    })
}

/// Approximate length of the path \[m\], with which rounding errors scale.
fn way(launch: &Launch<3>) -> f64 {
    SPEED * launch.time_of_flight
}

#[test]
fn at_a_speed_the_engines_curve_goes_through_the_target() {
    let mut worst = 0.0_f64;
    for (settings, target, launch) in throws() {
        let speed = launch.velocity.norm();
        assert!(
            (speed - SPEED).abs() <= 8.0 * f64::EPSILON * SPEED,
            "{speed}"
        );
        let flight = settings.told().launch(FROM, launch.velocity);
        let time = launch.time_of_flight;
        let off = (flight.position(time) - target.at(time)).norm() / way(&launch);
        worst = worst.max(off);
        assert!(
            // measured: 1.7 ε
            off <= 8.0 * f64::EPSILON,
            "{off:e} of the way, {settings:?}"
        );
    }
    println!("{:.1} ε of the way", worst / f64::EPSILON);
}

#[test]
fn on_a_step_rapier_hits_within_its_own_rounding() {
    let (mut worst, mut most) = (0.0_f64, 0.0_f64);
    for (settings, target, launch) in throws() {
        let host = settings.told();
        let step = host
            .launch(FROM, launch.velocity)
            .first_step_after(launch.time_of_flight);
        let velocity = settings.aim(FROM, &target).in_steps(step).unwrap().velocity;
        // the hit is delayed to the next whole step, so the speed changes only a little
        assert!((velocity.norm() / SPEED - 1.0).abs() < 2.0 / step as f64);

        let mut game = Game::new(&settings, FROM, velocity, &target);
        for _ in 0..step {
            game.step();
        }
        let miss = f64::from((game.ball() - game.drone()).norm());
        // bound: each substep rounds a position of this size, always in one direction; measured:
        // 0.46 of that, 3.2 mm
        let rounding = f64::from(f32::EPSILON / 2.0) * way(&launch);
        let rounding = rounding * (step * u64::from(settings.substeps)) as f64;
        (worst, most) = (worst.max(miss), most.max(miss / rounding));
        assert!(miss <= rounding, "{miss:e} m of {rounding:e}, {settings:?}");
    }
    println!("{worst:.1e} m; {most:.2} of what so many steps may round");
}

/// Position in Rapier with `f64`, whose rounding errors are far below those of `f32`.
fn rapier_f64(settings: &Settings, velocity: Vector3<f64>, steps: u64) -> Vector3<f64> {
    use rapier3d_f64::prelude::*;
    let mut world = PhysicsWorld::new();
    world.gravity = Settings::gravity().into();
    world.integration_parameters.dt = settings.dt.into();
    world.integration_parameters.num_solver_iterations = settings.substeps as usize;
    let ball = RigidBodyBuilder::dynamic()
        .translation(FROM.into())
        .linvel(velocity.into())
        .linear_damping(settings.damping.into())
        .additional_mass(1.0)
        .can_sleep(false);
    let ball = world.insert_body(ball);
    for _ in 0..steps {
        world.step();
    }
    world.bodies[ball].translation().into()
}

#[test]
fn on_a_step_rapier_in_f64_hits_the_point() {
    let mut worst = 0.0_f64;
    for (settings, target, launch) in throws() {
        let host = settings.told();
        let flight = host.launch(FROM, launch.velocity);
        let step = flight.first_step_after(launch.time_of_flight);
        let velocity = settings.aim(FROM, &target).in_steps(step).unwrap().velocity;
        let hit = rapier_f64(&settings, velocity, step);
        let then = target.at(step as f64 * f64::from(settings.dt));
        let off = (hit - then).norm() / way(&launch);
        worst = worst.max(off);
        // measured: 2.8e-14
        assert!(off < 1e-13, "{off:e} of the way, {settings:?}");
    }
    println!("{worst:.1e} of the way");
}

/// Throws that are planned by the formulas of a textbook, without the engine's steps, miss the
/// target.
#[test]
fn the_textbooks_throw_misses() {
    let settings = Settings {
        dt: 1.0 / 60.0,
        substeps: 4,
        damping: 0.4,
    };
    let target = &targets()[0];
    let parabola = Ballistics::new(Settings::gravity());
    let drag = parabola.with_drag_rate(0.4);
    let passes = [drag, parabola].map(|air| {
        let aim = air.aim(FROM, target.position).moving(target.velocity);
        let launch = aim.at_speed(SPEED).unwrap().lofted;
        let steps = (2.0 * launch.time_of_flight / f64::from(settings.dt)) as u64;
        Game::new(&settings, FROM, launch.velocity, target).closest_pass(steps)
    });
    // measured: 0.197 m and 23.5 m
    assert!(passes[0] > 0.05 && passes[1] > 1.0, "{passes:?}");
}

#[test]
fn what_cannot_be_planned_is_refused() {
    let settings = Settings {
        dt: 1.0 / 60.0,
        substeps: 4,
        damping: 0.4,
    };
    let refused = settings
        .told()
        .damping(-1.0)
        .aim(FROM, targets()[0].position);
    let told = refused.at_speed(SPEED).unwrap_err().to_string();
    assert_eq!(
        told,
        "the damping [1/s] is -1; it must be finite and not negative"
    );
    let refused = settings.told().substeps(0);
    assert!(
        refused
            .aim(FROM, targets()[0].position)
            .in_steps(1)
            .is_err()
    );
    for target in targets() {
        let at_speed = |speed| settings.aim(FROM, &target).at_speed(speed);
        let Err(AimError::OutOfRange { speed, least_speed }) = at_speed(5.0) else {
            panic!("{:?}", at_speed(5.0));
        };
        assert_eq!(speed, 5.0);
        // a plan exists slightly above the least speed, and none slightly below it
        assert!(at_speed(least_speed * (1.0 + 1e-9)).is_ok());
        assert!(at_speed(least_speed * (1.0 - 1e-9)).is_err());
    }
}
