//! Every planner at any target, in any air.

use kinstep::Float;
use kinstep::aim::{Aim, AimError, Attempt, Grid, Launch, Order, Plan};
use kinstep::ballistics::{AlignedBox, EngineStep, Plane};
use kinstep::nalgebra::{self, SVector};

use super::draw::{Draw, Manners, is_finite};
use super::flight_calls::air;
use super::parts::Space;

type Answer<T, const D: usize> = Result<Launch<T, D>, AimError<T>>;

/// What is an answer can be thrown.
fn told<T: Float, const D: usize>(answer: Answer<T, D>) {
    match answer {
        Ok(launch) => {
            assert!(is_finite(&launch.velocity), "{launch:?}");
            assert!(
                launch.time_of_flight >= T::zero() && launch.time_of_flight.is_finite(),
                "{launch:?}"
            );
        }
        // in words, whatever is in it
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// What comes closest can be thrown, and by how much it misses is a distance.
fn tried<T: Float, const D: usize>(answer: Result<Attempt<T, D>, AimError<T>>) {
    if let Ok(Attempt { miss, .. }) = answer {
        assert!(miss >= T::zero() && miss.is_finite(), "{answer:?}");
    }
    told(answer.map(|attempt| attempt.launch));
}

fn plan<T: Float, const D: usize>(draw: &mut Draw) -> Plan<T, D> {
    let (number, vector) = (draw.number::<T>(), draw.vector::<T, D>());
    match draw.below(13) {
        0 => Plan::Time(number.abs()),
        1 => Plan::StraightLineSpeed(number.abs()),
        2 => Plan::Speed(number.abs()),
        3 => Plan::LeastSpeed,
        4 => Plan::Through(vector),
        5 => Plan::Touching(Plane::new(vector, number)),
        6 => Plan::Apex(number),
        7 => Plan::ArcHeight(number),
        8 => Plan::Curviness(number),
        9 => Plan::Slope(number),
        10 => Plan::ArrivalSlope(number),
        11 => Plan::ClimbSpeed(number.abs()),
        _ => Plan::Lob(number.abs()),
    }
}

/// One planner, by its own name.
fn planned<T: Float, const D: usize>(draw: &mut Draw, aim: &Aim<T, D>) {
    let (number, vector) = (draw.number::<T>(), draw.vector::<T, D>());
    match draw.below(16) {
        0 => told(aim.in_time(number)),
        1 => told(aim.at_straight_line_speed(number)),
        2 => {
            let arcs = aim.at_speed(number.abs());
            told(arcs.map(|arcs| arcs.direct));
            told(arcs.map(|arcs| arcs.lofted));
            let earliest = aim.earliest_at_speed(number.abs());
            assert_eq!(earliest.is_ok(), arcs.is_ok(), "{earliest:?} {arcs:?}");
            told(earliest);
        }
        3 => told(aim.with_least_speed()),
        4 => told(aim.through(vector)),
        5 => told(aim.touching(&Plane::new(vector, number))),
        6 => told(aim.with_apex(number)),
        7 => told(aim.with_arc_height(number)),
        8 => told(aim.with_curviness(number)),
        9 => told(aim.at_slope(number)),
        10 => told(aim.arriving_at_slope(number)),
        11 => told(aim.with_climb_speed(number)),
        12 => told(aim.lob(number)),
        13 => {
            let points = draw.vectors::<T, D, 4>();
            told(aim.clearing(&points[..draw.below(5)]));
        }
        14 => tried(aim.attempt(number)),
        _ => {
            if let Ok(hits) = aim.hits(&plan(draw)) {
                hits.iter().for_each(|hit| told(Ok(*hit)));
                let times = hits.windows(2);
                assert!(
                    times
                        .into_iter()
                        .all(|pair| pair[0].time_of_flight <= pair[1].time_of_flight)
                );
            }
        }
    }
}

/// Every planner by the rules of engines with a step or a damping of any number; without a draw of its own, as the cases
/// that are kept depend on these.
fn engine_aimed<T: Float, const D: usize>(
    [from, target, velocity, acceleration, shooter]: [SVector<T, D>; 5],
    number: T,
) {
    let size = number.abs();
    let frame = nalgebra::convert(1.0 / 64.0);
    for engine in [
        EngineStep::rapier(size).damping(T::one()),
        EngineStep::box2d(frame).damping(size),
        EngineStep::unity(frame).damping(size),
        EngineStep::bullet(size).damping(frame),
        EngineStep::explicit_euler(frame).damping(size),
    ] {
        let aim = engine.gravity(acceleration).aim(from, target);
        for aim in [
            aim,
            aim.moving(velocity).accelerating(shooter),
            aim.shooter_moving(shooter),
        ] {
            told(aim.in_time(size));
            told(aim.in_steps(100));
            let arcs = aim.at_speed(size);
            told(arcs.map(|arcs| arcs.direct));
            told(arcs.map(|arcs| arcs.lofted));
            told(aim.earliest_at_speed(size));
            told(aim.with_least_speed());
            tried(aim.attempt(size));
        }
    }
}

pub(crate) fn of_aims<T: Space<D>, const D: usize>(draw: &mut Draw) {
    let [from, target, x, a, v] = draw.vectors::<T, D, 5>();
    let air = air::<T, D>(draw);
    match draw.below(8) {
        0..=3 => {
            let mut aim = if draw.is_so() {
                air.aim(from, target)
            } else {
                air.rational().aim(from, target)
            };
            let motions = draw.below(8);
            if motions & 1 != 0 {
                aim = aim.moving(x);
            }
            if motions & 2 != 0 {
                aim = aim.accelerating(a);
            }
            if motions & 4 != 0 {
                aim = aim.shooter_moving(v);
            }
            planned(draw, &aim);
            planned(draw, &aim);
        }
        4 => {
            let mut aim = air.quadratic().aim(from, target);
            if draw.is_so() {
                aim = aim.moving(x);
            }
            if draw.is_so() {
                aim = aim.accelerating(a).shooter_moving(v);
            }
            let number = draw.number();
            engine_aimed([from, target, x, a, v], number);
            match draw.below(5) {
                0 => told(aim.in_time(number)),
                1 => {
                    let arcs = aim.at_speed(number);
                    told(arcs.map(|arcs| arcs.direct));
                    told(arcs.map(|arcs| arcs.lofted));
                }
                2 => told(aim.with_least_speed()),
                3 => tried(aim.attempt(number)),
                _ => {
                    if let Ok(hits) = aim.hits_at_speed(number) {
                        hits.iter().for_each(|hit| told(Ok(*hit)));
                    }
                }
            }
        }
        5 | 6 => {
            let orders = [
                Order::new(from, target),
                Order::new(from, x).moving(v),
                Order::new(target, x).accelerating(a).shooter_moving(v),
            ];
            let mut answers = [Err(AimError::NeverMet); 3];
            let (plan, count) = (plan(draw), draw.below(4));
            let done = match draw.below(4) {
                0 => air.aim_all(&orders, &plan, &mut answers[..count]),
                1 => air.loft_all(&orders, &plan, &mut answers[..count]),
                2 => air
                    .rational()
                    .aim_all(&orders, &plan, &mut answers[..count]),
                _ => air
                    .rational()
                    .loft_all(&orders, &plan, &mut answers[..count]),
            };
            assert_eq!(done.is_ok(), count == orders.len());
            answers.into_iter().for_each(told);
        }
        _ => {
            let region = AlignedBox { min: x, max: a };
            let counts = std::array::from_fn(|_| draw.below(4));
            let Ok(grid) = Grid::new(region, counts) else {
                return;
            };
            let plan = plan(draw);
            let firing = if draw.is_so() {
                air.firing(from, &plan, &grid)
            } else {
                air.rational()
                    .firing_over(from, &plan, &grid, |point| point + v)
            };
            let Ok(firing) = firing else { return };
            let _ = (firing.at(target), firing.between(target), firing.fraction());
            if draw.manners() != Manners::Wild {
                // a speed may overflow where the components of the velocity do not
                for (point, shot) in firing.reachable() {
                    assert!(is_finite(&point) && shot.speed >= T::zero(), "{shot:?}");
                }
            }
            let cell = counts.map(|count| draw.below(count + 2));
            assert_eq!(
                firing.cell(cell).is_some(),
                (0..D).all(|axis| cell[axis] < counts[axis])
            );
        }
    }
}
