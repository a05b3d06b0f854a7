//! Closed forms and searches share nothing but the model: they have to find the same times.

use nalgebra::Vector3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::plan::Plan;
use super::super::problem::AimProblem;
use super::Condition;
use super::lined_up::Stage;
use crate::ballistics::Ballistics;

const CASES: usize = 1500;

/// A throw with a size of 10^±2 m in an air of any kind.
fn problem(random: &mut Pcg64Mcg) -> AimProblem<3> {
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
    let problem = if random.random_range(0..2) == 0 {
        air.aim(from, target).problem()
    } else {
        air.rational().aim(from, target).problem()
    };
    problem.expect("a throw")
}

fn assert_same(problem: &AimProblem<3>, plan: &Plan<f64, 3>, condition: &Condition<3>) {
    let closed: Vec<f64> = problem
        .plan(plan)
        .map_or(vec![], |times| times.iter().collect());
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
        let problem = problem(&mut random);
        let least = problem
            .fired(problem.with_least_speed::<f64>().expect("gravity"))
            .norm();
        let speed = least * 10.0_f64.powf(random.random_range(-0.2..0.7));
        assert_same(
            &problem,
            &Plan::Speed(speed),
            &Condition::Speed(speed, 1e-15),
        );
        assert_same(
            &problem,
            &Plan::Speed(speed),
            &Condition::LateSpeed(speed, 1e-15),
        );
        assert_same(&problem, &Plan::LeastSpeed, &Condition::LeastSpeed);
        assert_same(
            &problem,
            &Plan::StraightLineSpeed(speed),
            &Condition::StraightLineSpeed(speed),
        );
        let slope = random.random_range(-3.0..3.0);
        assert_same(&problem, &Plan::Slope(slope), &Condition::Slope(up, slope));
        assert_same(
            &problem,
            &Plan::ArrivalSlope(slope),
            &Condition::ArrivalSlope(up, slope),
        );
        if problem.air.constant.y < 0.0 {
            assert_same(
                &problem,
                &Plan::ClimbSpeed(speed),
                &Condition::Component(up, speed),
            );
        }
        let share = 10.0_f64.powf(random.random_range(-2.0..1.0));
        assert_same(
            &problem,
            &Plan::Curviness(share),
            &Condition::Curviness(share),
        );
        let offset = Vector3::from_fn(|_, _| random.random_range(-1.0..1.0));
        let point = problem.relative_target.start * random.random_range(0.05..0.95)
            + offset * 5.0
            + up * 3.0;
        let waypoint = super::super::still::Waypoint::new(&problem, &point);
        if waypoint.is_on_the_way() {
            let through = Plan::Through(point + problem.from);
            assert_same(&problem, &through, &Condition::Through(point));
            if problem.air.model.is_free() {
                assert_same(&problem, &through, &Condition::LinedUp(point, Stage::Early));
            }
        }
    }
}
