//! Closed forms and searches share nothing but the model: they have to find the same times.

use nalgebra::Vector3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::plan::Plan;
use super::super::throw::Aim;
use super::Condition;
use super::lined_up::Stage;
use crate::ballistics::Ballistics;

const CASES: usize = 1500;

/// A throw with a size of 10^±2 m in an air of any kind.
fn throw(random: &mut Pcg64Mcg) -> Aim<f64, 3> {
    let mut vector = |size: f64| Vector3::from_fn(|_, _| random.random_range(-size..size));
    let (start, wind) = (vector(1.0), vector(25.0));
    let start = start * 10.0_f64.powf(random.random_range(-1.0..2.0));
    let rate = match random.random_range(0..4) {
        0 => 0.0,
        _ => 10.0_f64.powf(random.random_range(-3.0..0.7)),
    };
    let wind = if random.random_range(0..3) == 0 {
        Vector3::zeros()
    } else {
        wind
    };
    let air = Ballistics::new([0.0, -9.81, 0.0])
        .with_drag_rate(rate)
        .with_wind(wind);
    let from = [1.0, 2.0, -3.0];
    let target = Vector3::from(from) + start;
    if random.random_range(0..2) == 0 {
        air.aim(from, target)
    } else {
        air.rational().aim(from, target)
    }
}

fn assert_same(aim: &Aim<f64, 3>, plan: &Plan<f64, 3>, condition: &Condition<3>) {
    let problem = aim.problem().expect("a throw");
    let closed: Vec<f64> = (aim.hits(plan).iter().flatten())
        .map(|launch| launch.time_of_flight)
        .collect();
    let searched: Vec<f64> = problem
        .times(condition)
        .unwrap_or_else(|_| panic!("no end: {condition:?} {problem:?} {closed:?}"))
        .iter()
        .collect();
    let close = closed.len() == searched.len()
        && closed
            .iter()
            .zip(&searched)
            .all(|(a, b)| (a - b).abs() <= 1e-7 * a);
    assert!(
        close,
        "{plan:?}: {closed:?} against {searched:?} for {problem:?}"
    );
}

#[test]
fn searches_find_what_closed_forms_find() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let up = Vector3::y();
    for _ in 0..CASES {
        let aim = throw(&mut random);
        let problem = aim.problem().expect("a throw");
        let least = aim.with_least_speed().expect("gravity").velocity.norm();
        let speed = least * 10.0_f64.powf(random.random_range(-0.2..0.7));
        let same = |plan, condition| assert_same(&aim, &plan, &condition);
        same(Plan::Speed(speed), Condition::Speed(speed, 1e-15));
        same(Plan::Speed(speed), Condition::LateSpeed(speed, 1e-15));
        same(Plan::LeastSpeed, Condition::LeastSpeed);
        let straight = Plan::StraightLineSpeed(speed);
        same(straight, Condition::StraightLineSpeed(speed));
        let slope = random.random_range(-3.0..3.0);
        same(Plan::Slope(slope), Condition::Slope(up, slope));
        same(
            Plan::ArrivalSlope(slope),
            Condition::ArrivalSlope(up, slope),
        );
        if problem.air.constant.y < 0.0 {
            same(Plan::ClimbSpeed(speed), Condition::Component(up, speed));
        }
        let share = 10.0_f64.powf(random.random_range(-2.0..1.0));
        same(Plan::Curviness(share), Condition::Curviness(share));
        let offset = Vector3::from_fn(|_, _| random.random_range(-1.0..1.0));
        let point = problem.relative_target.start * random.random_range(0.05..0.95)
            + offset * 5.0
            + up * 3.0;
        if super::super::still::Waypoint::new(&problem, &point).is_on_the_way() {
            let through = Plan::Through(point + problem.from);
            same(through, Condition::Through(point));
            if problem.air.model.is_free() {
                same(through, Condition::LinedUp(point, Stage::Early));
            }
        }
    }
}
