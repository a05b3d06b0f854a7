//! Many throws at once have the answers of each throw alone.

use std::hint::black_box;

use kinstep::nalgebra::{SVector, Vector3};
use kinstep::trajectory::Plane;
use kinstep_flight::Ballistics;
use kinstep_flight::aim::{Aim, AimError, Launch, Order, Plan};
use truths::Cases;
use truths::memory::taken_on_one_thread;

type Answer<const D: usize> = Result<Launch<D>, AimError>;

const FROM: [f64; 3] = [1.0, 2.0, -3.0];

fn air() -> Ballistics<3> {
    Ballistics::new([0.0, -9.81, 0.0])
        .with_drag_rate(0.28)
        .with_wind([3.0, 0.5, -1.0])
}

/// All kinds of orders, possible and impossible ones.
fn orders<const D: usize>(count: usize) -> Vec<Order<D>> {
    let mut cases = Cases::new(17);
    let mut vector = |scale: f64| SVector::<f64, D>::from_fn(|_, _| cases.uniform(-scale..scale));
    let mut order = |number| {
        let order = Order::new(vector(3.0), vector(60.0));
        match number % 16 {
            3 => order.moving(vector(8.0)),
            7 => order.shooter_moving(vector(5.0)),
            9 => order.moving(vector(8.0)).accelerating(vector(2.0)),
            11 => Order::new(order.from, vector(60e3)),
            13 => Order::new(order.from, order.from),
            14 => order.moving(SVector::<f64, D>::repeat(f64::INFINITY)),
            15 => Order::new(order.from, SVector::<f64, D>::repeat(f64::NAN)),
            _ => order,
        }
    };
    (0..count).map(&mut order).collect()
}

fn plans() -> [Plan<3>; 14] {
    [
        Plan::Speed(25.0),
        Plan::EarliestAtSpeed(25.0),
        Plan::LeastSpeed,
        Plan::Time(2.0),
        Plan::StraightLineSpeed(20.0),
        Plan::Through(Vector3::new(10.0, 9.0, 5.0)),
        Plan::Touching(Plane::new([0.0, 1.0, 0.0], 12.0)),
        Plan::Apex(62.0),
        Plan::ArcHeight(6.0),
        Plan::Curviness(0.25),
        Plan::Slope(0.75),
        Plan::ArrivalSlope(-0.75),
        Plan::ClimbSpeed(14.0),
        Plan::Lob(0.5),
    ]
}

/// The answers of a single aim: by the planner of the same name, and the latest hit.
fn alone<const D: usize>(aim: Aim<D>, order: &Order<D>, plan: &Plan<D>) -> [Answer<D>; 2] {
    let aim = (aim.moving(order.target_velocity))
        .accelerating(order.target_acceleration)
        .shooter_moving(order.shooter_velocity);
    let direct = match *plan {
        Plan::Speed(speed) => aim.at_speed(speed).map(|arcs| arcs.direct),
        Plan::EarliestAtSpeed(speed) => aim.earliest_at_speed(speed),
        Plan::LeastSpeed => aim.with_least_speed(),
        Plan::Time(time) => aim.in_time(time),
        Plan::StraightLineSpeed(speed) => aim.at_straight_line_speed(speed),
        Plan::Through(point) => aim.through(point),
        Plan::Touching(plane) => aim.touching(&plane),
        Plan::Apex(height) => aim.with_apex(height),
        Plan::ArcHeight(height) => aim.with_arc_height(height),
        Plan::Curviness(curviness) => aim.with_curviness(curviness),
        Plan::Slope(slope) => aim.at_slope(slope),
        Plan::ArrivalSlope(slope) => aim.arriving_at_slope(slope),
        Plan::ClimbSpeed(speed) => aim.with_climb_speed(speed),
        Plan::Lob(factor) => aim.lob(factor),
        _ => unreachable!("no such plan is tested"),
    };
    [direct, aim.hits(plan).map(|hits| hits[hits.len() - 1])]
}

/// The value as text, because NaN in an error is not equal to itself; `{:?}` writes each number so
/// that it is read back the same.
fn written<T: std::fmt::Debug>(value: T) -> String {
    format!("{value:?}")
}

macro_rules! each_is_what_it_is_alone {
    ($air:expr, $orders:expr, $plan:expr) => {{
        let (air, orders, plan) = ($air, $orders, $plan);
        let mut direct = vec![Err(AimError::NeverMet); orders.len()];
        let mut lofted = direct.clone();
        air.aim_all(&orders, &plan, &mut direct).unwrap();
        air.loft_all(&orders, &plan, &mut lofted).unwrap();
        for ((order, direct), lofted) in orders.iter().zip(&direct).zip(&lofted) {
            let alone = alone(air.aim(order.from, order.target), order, &plan);
            assert_eq!(written(direct), written(alone[0]), "{plan:?} {order:?}");
            assert_eq!(written(lofted), written(alone[1]), "{plan:?} {order:?}");
        }
        let hits = direct.iter().filter(|answer| answer.is_ok()).count();
        let pairs = direct.iter().zip(&lofted);
        let differ = pairs.filter(|(a, b)| a.is_ok() && a != b).count();
        (hits, differ)
    }};
}

#[test]
fn each_throw_of_a_batch_is_what_it_is_alone() {
    for plan in plans() {
        for (hits, _) in [
            each_is_what_it_is_alone!(air(), orders::<3>(160), plan),
            each_is_what_it_is_alone!(air().rational(), orders::<3>(160), plan),
        ] {
            assert!(hits > 10 && hits < 150, "{plan:?}: {hits} of 160");
        }
    }
    let still = Ballistics::<3>::new([0.0, -9.81, 0.0]);
    let (hits, differ) = each_is_what_it_is_alone!(still, orders::<3>(80), Plan::Speed(25.0));
    assert!(hits > 20 && differ > 10);
    // so many that all threads work on them, if the feature for threads is on
    let (hits, differ) = each_is_what_it_is_alone!(air(), orders::<3>(5003), Plan::Speed(25.0));
    assert!(hits > 1000 && differ > 1000, "{hits} {differ}");

    let plane = Ballistics::<2>::new([0.0, -9.81]).with_terminal_speed(35.0);
    for plan in [Plan::Speed(25.0), Plan::LeastSpeed, Plan::Time(1.5)] {
        for (hits, _) in [
            each_is_what_it_is_alone!(plane, orders::<2>(80), plan),
            each_is_what_it_is_alone!(plane.rational(), orders::<2>(80), plan),
        ] {
            assert!(hits > 20);
        }
    }
}

/// The orders above include bad numbers in all positions; here the whole batch is wrong.
#[test]
fn what_is_wrong_for_all_is_said_to_each_or_refused() {
    let orders = [Order::new(FROM, [20.0, 0.0, 10.0]); 3];
    let mut answers = [Err(AimError::NeverMet); 2];
    let negative = air().with_drag_rate(-1.0);
    for (air, speed, told) in [
        (air(), -1.0, AimError::Speed { speed: -1.0 }),
        (
            negative,
            25.0,
            AimError::Parameter(negative.check().unwrap_err()),
        ),
    ] {
        air.aim_all(&orders[..2], &Plan::Speed(speed), &mut answers)
            .unwrap();
        assert_eq!(answers, [Err(told); 2]);
    }
    let before = answers;
    let refused = air()
        .aim_all(&orders, &Plan::Speed(25.0), &mut answers)
        .unwrap_err();
    let lengths = AimError::Lengths {
        orders: 3,
        answers: 2,
    };
    assert_eq!(refused, lengths);
    let words = "3 orders and room for 2 answers: both must be as many";
    assert_eq!(refused.to_string(), words);
    let quick = air().rational();
    assert!(
        quick
            .loft_all(&orders[..1], &Plan::LeastSpeed, &mut answers)
            .is_err()
    );
    assert_eq!(answers, before, "nothing is written");
    assert_eq!(air().aim_all(&[], &Plan::Speed(25.0), &mut []), Ok(()));
    assert_eq!(quick.loft_all(&[], &Plan::LeastSpeed, &mut []), Ok(()));
}

#[test]
fn a_batch_does_not_allocate() {
    let orders = orders::<3>(100);
    let made = taken_on_one_thread(|| drop(black_box(vec![orders[0]; 4])));
    assert_eq!(made.count_total, 1, "or nothing is counted");
    let mut answers = vec![Err(AimError::NeverMet); orders.len()];
    for plan in plans() {
        let made = taken_on_one_thread(|| air().aim_all(&orders, &plan, &mut answers).unwrap());
        assert_eq!(made.count_total, 0, "{plan:?}");
    }
}
