//! The original formulas of the planners, as their authors wrote them, and cases without an answer
//! by these formulas.

use kinstep::nalgebra::{Vector2, Vector3};
use kinstep::{Body3, LinearDrag, UniformGravity, World3};
use kinstep_flight::Ballistics;
use kinstep_flight::aim::AimError;

const GRAVITY: f64 = 9.81;

/// "the one coming down, which is obviously the larger t"
fn solve_poly(a: f64, b: f64, c: f64) -> f64 {
    (-b - (b * b - 4.0 * a * c).sqrt()) / (2.0 * a)
}

/// The water balloon: thrown from `b0` at a player at `p0` who runs with the level velocity `n`.
fn balloon(b0: Vector3<f64>, p0: Vector3<f64>, n: Vector3<f64>) -> (Vector3<f64>, f64) {
    let mut f = p0 - b0;
    f.y = f.norm() * 0.5;
    let t = solve_poly(-GRAVITY / 2.0, f.y, b0.y - p0.y);
    f.z = (p0.z - b0.z) / t + n.z;
    f.x = (p0.x - b0.x) / t + n.x;
    (f, t)
}

#[test]
fn water_balloons_are_lobs() {
    let air = Ballistics::new([0.0, -GRAVITY, 0.0]);
    let from = Vector3::new(1.0, 2.0, 3.0);
    for player in [[13.0, 0.5, -7.0], [1.5, 2.0, 30.0], [-20.0, 6.0, 3.0]] {
        for running in [[0.0; 3], [4.0, 0.0, -3.0]] {
            let (velocity, time) = balloon(from, player.into(), running.into());
            let launch = air.aim(from, player).moving(running).lob(0.5).unwrap();
            assert!((launch.time_of_flight - time).abs() < 1e-14 * time);
            assert!((launch.velocity - velocity).norm() < 1e-14 * velocity.norm());
        }
    }
}

#[test]
fn water_balloons_that_climb_too_little_are_refused_in_words() {
    let air = Ballistics::new([0.0, -GRAVITY, 0.0]);
    let (from, roof) = (Vector3::zeros(), Vector3::new(1.0, 8.0, 0.0));
    assert!(balloon(from, roof, Vector3::zeros()).1.is_nan());
    let error = air.aim(from, roof).lob(0.5).unwrap_err();
    let least = (2.0 * GRAVITY * 8.0_f64).sqrt();
    match error {
        AimError::TooSlowAClimb {
            climb_speed,
            least: told,
        } => {
            assert!((climb_speed - 0.5 * 65.0_f64.sqrt()).abs() < 1e-14);
            assert!((told - least).abs() < 1e-14 * least);
        }
        other => panic!("{other}"),
    }
    // the reported least speed is enough
    assert!(air.aim(from, roof).with_climb_speed(least).is_ok());
}

#[test]
fn two_angles_are_direct_and_lofted() {
    let air = Ballistics::new([0.0, -GRAVITY]);
    let v = 25.0_f64;
    for [x, y] in [[30.0, 5.0], [-30.0, 5.0], [12.0, -20.0], [-40.0, -3.0]] {
        let dis = v.powi(4) - 2.0 * v * v * GRAVITY * y - GRAVITY * GRAVITY * x * x;
        assert!(dis > 0.0);
        let arcs = air.aim([0.0, 0.0], [x, y]).at_speed(v).unwrap();
        let angle = |sign: f64| ((v * v + sign * dis.sqrt()) / (GRAVITY * x)).atan();
        let side = f64::signum(x);
        for (sign, launch) in [(-1.0, arcs.direct), (1.0, arcs.lofted)] {
            let theta = angle(sign);
            let expected = Vector2::new(side * v * theta.cos(), side * v * theta.sin());
            assert!((launch.velocity - expected).norm() < 1e-13 * v, "{x} {y}");
        }
    }
}

#[test]
fn two_angles_also_where_the_formula_has_none() {
    let air = Ballistics::new([0.0, -GRAVITY]);
    // straight up the formula divides by zero
    let arcs = air.aim([0.0, 0.0], [0.0, 10.0]).at_speed(20.0).unwrap();
    for (launch, sign) in [(arcs.direct, -1.0), (arcs.lofted, 1.0)] {
        let time = (20.0 + sign * (400.0 - 20.0 * GRAVITY).sqrt()) / GRAVITY;
        assert!((launch.velocity - Vector2::new(0.0, 20.0)).norm() < 1e-14);
        assert!((launch.time_of_flight - time).abs() < 1e-14);
    }
    // at exactly the least speed, where the formula needs a positive root
    let least = air.aim([0.0, 0.0], [40.0, 0.0]).with_least_speed().unwrap();
    let speed = (40.0 * GRAVITY).sqrt();
    let arcs = air.aim([0.0, 0.0], [40.0, 0.0]).at_speed(speed).unwrap();
    assert!((arcs.direct.velocity - least.velocity).norm() < 1e-7 * speed);
    assert!((arcs.direct.velocity.norm() - speed).abs() < 1e-14 * speed);
    // out of reach, the error states the speed that would reach
    match air.aim([0.0, 0.0], [40.0, 0.0]).at_speed(10.0) {
        Err(AimError::OutOfRange { least_speed, .. }) => {
            assert!((least_speed - speed).abs() < 1e-14 * speed);
        }
        other => panic!("{other:?}"),
    }
}

/// Launches hit in a world, in one step or in a thousand, of equal lengths or not.
#[test]
fn launches_hit_in_worlds_whatever_the_step() {
    let (from, target) = ([0.0, 2.0, 0.0], Vector3::new(40.0, 1.0, 10.0));
    let wind = [3.0, 0.5, -2.0];
    let air = (Ballistics::new([0.0, -GRAVITY, 0.0]).with_drag_rate(0.28)).with_wind(wind);
    let aim = air.aim(from, target);
    let launches = [
        aim.in_time(2.5).unwrap(),
        aim.at_speed(40.0).unwrap().lofted,
        aim.with_least_speed().unwrap(),
        aim.with_apex(12.0).unwrap(),
    ];
    for launch in launches {
        let time = launch.time_of_flight;
        let uneven = (1..=7).map(|part| time * f64::from(part) / 28.0);
        for steps in [vec![time], uneven.collect(), vec![time / 1000.0; 1000]] {
            let mut world = World3::new();
            let gravity = UniformGravity::new([0.0, -GRAVITY, 0.0]);
            world.add_force(gravity).unwrap();
            let drag = LinearDrag::rate(0.28).in_wind(wind);
            world.add_force(drag).unwrap();
            let body = Body3::point(0.145).at(from).moving(launch.velocity);
            let ball = world.add_body(body).unwrap();
            for dt in &steps {
                world.step(*dt).unwrap();
            }
            let off = (world[ball].position - target).norm();
            let scale = target.norm() + launch.velocity.norm() * time;
            // measured: 1e-14 in a thousand steps
            assert!(off < 1e-12 * scale, "{} steps: {off:e}", steps.len());
        }
    }
}
