//! Many throws at once are what each of them is alone, and a table of targets is what aiming at each of them says.

use std::hint::black_box;

use kinstep::aim::{Aim, AimAllError, AimError, Given, Grid, GridError, Launch, Order, Plan, Shot};
use kinstep::ballistics::{AirError, AlignedBox, Ballistics, Plane, Terrain};
use kinstep::nalgebra::{RealField, SVector, Vector2, Vector3};
use truths::Cases;
use truths::memory::taken_on_one_thread;

type Answer<T, const D: usize> = Result<Launch<T, D>, AimError<T>>;

const FROM: [f64; 3] = [1.0, 2.0, -3.0];

fn air() -> Ballistics<f64, 3> {
    Ballistics::new([0.0, -9.81, 0.0])
        .with_drag_rate(0.28)
        .with_wind([3.0, 0.5, -1.0])
}

fn flat(half: f64) -> AlignedBox<f64, 3> {
    AlignedBox::around([0.0, 0.0, 0.0], [half, 0.0, half])
}

/// All kinds of orders, possible and impossible ones.
fn orders<T: RealField + Copy, const D: usize>(count: usize) -> Vec<Order<T, D>> {
    let mut cases = Cases::new(17);
    let mut vector = |scale: f64| {
        SVector::<T, D>::from_fn(|_, _| kinstep::nalgebra::convert(cases.uniform(-scale..scale)))
    };
    (0..count)
        .map(|number| {
            let order = Order::new(vector(3.0), vector(60.0));
            match number % 16 {
                3 => order.moving(vector(8.0)),
                7 => order.shooter_moving(vector(5.0)),
                9 => order.moving(vector(8.0)).accelerating(vector(2.0)),
                11 => Order::new(order.from, vector(60e3)),
                13 => Order::new(order.from, order.from),
                15 => Order::new(
                    order.from,
                    SVector::<T, D>::repeat(kinstep::nalgebra::convert(f64::NAN)),
                ),
                _ => order,
            }
        })
        .collect()
}

fn plans() -> [Plan<f64, 3>; 14] {
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

/// What a single aim says: the planner of the same name, and the latest hit.
fn alone<T: RealField + Copy, const D: usize>(
    aim: Aim<T, D>,
    order: &Order<T, D>,
    plan: &Plan<T, D>,
) -> [Answer<T, D>; 2] {
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

/// Text, as NaN in an error is not equal to itself; `{:?}` writes each number so that it is read back the same.
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
        (
            direct.iter().filter(|answer| answer.is_ok()).count(),
            direct
                .iter()
                .zip(&lofted)
                .filter(|(a, b)| a.is_ok() && a != b)
                .count(),
        )
    }};
}

#[test]
fn each_throw_of_a_batch_is_what_it_is_alone() {
    for plan in plans() {
        let hits = each_is_what_it_is_alone!(air(), orders::<f64, 3>(160), plan);
        assert!(hits.0 > 10 && hits.0 < 150, "{plan:?}: {hits:?} of 160");
        let quick = each_is_what_it_is_alone!(air().rational(), orders::<f64, 3>(160), plan);
        assert!(quick.0 > 10 && quick.0 < 150, "{plan:?}: {quick:?} of 160");
    }
}

#[test]
fn in_the_plane_in_f32_and_without_drag_too() {
    let still = Ballistics::<f64, 3>::new([0.0, -9.81, 0.0]);
    let (hits, differ) = each_is_what_it_is_alone!(still, orders::<f64, 3>(80), Plan::Speed(25.0));
    assert!(hits > 20 && differ > 10);

    let plane = Ballistics::<f32, 2>::new([0.0, -9.81]).with_terminal_speed(35.0);
    for plan in [Plan::Speed(25.0), Plan::LeastSpeed, Plan::Time(1.5)] {
        let (hits, _) = each_is_what_it_is_alone!(plane, orders::<f32, 2>(80), plan);
        assert!(hits > 20);
        let (hits, _) = each_is_what_it_is_alone!(plane.rational(), orders::<f32, 2>(80), plan);
        assert!(hits > 20);
    }
}

/// So many that all threads work on them, where there is a feature for that.
#[test]
fn the_same_in_a_large_batch() {
    let (hits, differ) =
        each_is_what_it_is_alone!(air(), orders::<f64, 3>(5003), Plan::Speed(25.0));
    assert!(hits > 1000 && differ > 1000, "{hits} {differ}");
}

#[test]
fn one_without_an_answer_does_not_spoil_the_others() {
    let good = Order::new(FROM, [20.0, 0.0, 10.0]);
    let orders = [
        good,
        Order::new(FROM, [900.0, 0.0, 0.0]),
        Order::new(FROM, FROM),
        Order::new(FROM, [f64::NAN, 0.0, 0.0]),
        good.moving([0.0, f64::INFINITY, 0.0]),
        good,
    ];
    let mut answers = [Err(AimError::NeverMet); 6];
    air()
        .aim_all(&orders, &Plan::Speed(25.0), &mut answers)
        .unwrap();
    assert!(answers[0].is_ok());
    assert!(
        matches!(answers[1], Err(AimError::OutOfRange { least_speed, .. }) if least_speed > 25.0)
    );
    assert_eq!(answers[2], Err(AimError::Coincides));
    assert!(matches!(
        answers[3],
        Err(AimError::NotFinite {
            given: Given::Target,
            axis: 0,
            ..
        })
    ));
    assert!(matches!(
        answers[4],
        Err(AimError::NotFinite {
            given: Given::TargetVelocity,
            axis: 1,
            ..
        })
    ));
    assert_eq!(answers[5], answers[0]);
}

#[test]
fn what_is_wrong_for_all_is_said_to_each() {
    let orders = [Order::new(FROM, [20.0, 0.0, 10.0]); 2];
    let mut answers = [Err(AimError::NeverMet); 2];
    air()
        .aim_all(&orders, &Plan::Speed(-1.0), &mut answers)
        .unwrap();
    assert_eq!(answers, [Err(AimError::Speed { speed: -1.0 }); 2]);
    let none = air().with_drag_rate(-1.0);
    none.aim_all(&orders, &Plan::Speed(25.0), &mut answers)
        .unwrap();
    assert_eq!(
        answers,
        [Err(AimError::Air(AirError::DragRate { rate: -1.0 })); 2]
    );
}

#[test]
fn different_lengths_are_refused_and_nothing_is_written() {
    let orders = [Order::new(FROM, [20.0, 0.0, 10.0]); 3];
    let mut answers = [Err(AimError::NeverMet); 2];
    let refused = air()
        .aim_all(&orders, &Plan::Speed(25.0), &mut answers)
        .unwrap_err();
    assert_eq!(
        refused,
        AimAllError::Lengths {
            orders: 3,
            answers: 2
        }
    );
    assert_eq!(
        refused.to_string(),
        "3 orders and room for 2 answers: both must be as many"
    );
    assert!(
        air()
            .rational()
            .loft_all(&orders[..1], &Plan::LeastSpeed, &mut answers)
            .is_err()
    );
    assert_eq!(answers, [Err(AimError::NeverMet); 2]);
}

#[test]
fn no_orders_are_no_error() {
    assert_eq!(air().aim_all(&[], &Plan::Speed(25.0), &mut []), Ok(()));
    assert_eq!(
        air().rational().loft_all(&[], &Plan::LeastSpeed, &mut []),
        Ok(())
    );
}

#[test]
fn a_batch_does_not_allocate() {
    let orders = orders::<f64, 3>(100);
    let made = taken_on_one_thread(|| drop(black_box(vec![orders[0]; 4])));
    assert_eq!(made.count_total, 1, "or nothing is counted");
    let mut answers = vec![Err(AimError::NeverMet); orders.len()];
    for plan in plans() {
        let made = taken_on_one_thread(|| air().aim_all(&orders, &plan, &mut answers).unwrap());
        assert_eq!(made.count_total, 0, "{plan:?}");
    }
}

#[test]
fn a_table_is_what_aiming_at_each_middle_says() {
    let grid = Grid::new(
        AlignedBox::around([4.0, 3.0, -2.0], [50.0, 8.0, 50.0]),
        [23, 3, 31],
    )
    .unwrap();
    for plan in plans() {
        let firing = air().firing(FROM, &plan, &grid).unwrap();
        assert_eq!(firing.cells().len(), 23 * 3 * 31);
        let (mut cells, mut hit) = (firing.cells(), 0);
        for z in 0..31 {
            for y in 0..3 {
                for x in 0..23 {
                    let cell = cells.next().unwrap();
                    let target = grid.center([x, y, z]).unwrap();
                    let alone = air().aim(FROM, target).hits(&plan).ok().map(|hits| Shot {
                        speed: hits[0].velocity.norm(),
                        direct: hits[0].time_of_flight,
                        lofted: hits[hits.len() - 1].time_of_flight,
                    });
                    assert_eq!((cell.target, cell.shot), (target, alone), "{plan:?}");
                    assert_eq!(firing.at(target), Some(cell));
                    assert_eq!(firing.cell([x, y, z]), Some(cell));
                    assert_eq!(firing.between(target), cell.shot, "{plan:?}");
                    hit += usize::from(cell.shot.is_some());
                }
            }
        }
        assert!(cells.next().is_none() && hit > 200);
        assert_eq!(firing.reachable().count(), hit);
        assert_eq!(firing.fraction(), hit as f64 / (23.0 * 3.0 * 31.0));
        assert_eq!(
            (firing.from(), firing.plan(), firing.grid()),
            (FROM.into(), plan, grid)
        );
    }
}

#[test]
fn in_the_plane_and_in_f32_and_in_the_rational_model() {
    let air = Ballistics::<f32, 2>::new([0.0, -9.81]).with_terminal_speed(35.0);
    let grid = Grid::new(AlignedBox::around([20.0, 5.0], [20.0, 5.0]), [40, 10]).unwrap();
    let firing = air
        .rational()
        .firing([0.0, 1.5], &Plan::Speed(15.0), &grid)
        .unwrap();
    let cell = firing.at([12.7, 3.2]).unwrap();
    assert_eq!(cell.target, Vector2::new(12.5, 3.5));
    let arcs = air
        .rational()
        .aim([0.0, 1.5], cell.target)
        .at_speed(15.0)
        .unwrap();
    let shot = cell.shot.unwrap();
    assert_eq!(
        [shot.direct, shot.lofted],
        [arcs.direct.time_of_flight, arcs.lofted.time_of_flight]
    );
    assert!(firing.at([39.0, 9.0]).unwrap().shot.is_none());
}

/// A least speed is what decides whether any speed suffices.
#[test]
fn a_table_of_least_speeds_answers_for_every_speed() {
    let grid = Grid::new(flat(80.0), [64, 1, 64]).unwrap();
    let needed = air().firing(FROM, &Plan::LeastSpeed, &grid).unwrap();
    assert_eq!(needed.fraction(), 1.0);
    for speed in [8.0, 15.0, 22.0, 30.0] {
        let firing = air().firing(FROM, &Plan::Speed(speed), &grid).unwrap();
        assert!(
            firing.fraction() > 0.005 && firing.fraction() < 0.9,
            "{}",
            firing.fraction()
        );
        for (cell, least) in firing.cells().zip(needed.cells()) {
            assert_eq!(cell.shot.is_some(), least.shot.unwrap().speed <= speed);
        }
    }
}

/// `f(x + h u) = (1 - u) f(x) + u f(x + h) - u (1 - u) h² f''/2`: half the cells, a quarter of the error.
#[test]
fn between_the_middles_the_error_falls_with_the_square_of_the_cells() {
    let off = |count: usize| {
        let grid = Grid::new(
            AlignedBox::around([25.0, 1.0, 10.0], [8.0, 4.0, 8.0]),
            [count; 3],
        )
        .unwrap();
        let firing = air().firing(FROM, &Plan::Speed(30.0), &grid).unwrap();
        let mut cases = Cases::new(5);
        let mut worst = 0.0_f64;
        for _ in 0..300 {
            // inside the outermost middles of the coarsest grid
            let point = [
                cases.uniform(19.0..31.0),
                cases.uniform(-1.0..3.0),
                cases.uniform(4.0..16.0),
            ];
            let shot = firing.between(point).unwrap();
            let arcs = air().aim(FROM, point).at_speed(30.0).unwrap();
            worst = worst
                .max((shot.direct - arcs.direct.time_of_flight).abs())
                .max((shot.lofted - arcs.lofted.time_of_flight).abs());
            assert!((shot.speed - 30.0).abs() < 1e-13);
        }
        worst
    };
    let errors = [off(8), off(16), off(32)];
    for pair in errors.windows(2) {
        let ratio = pair[0] / pair[1];
        assert!((3.0..5.0).contains(&ratio), "{errors:?}");
    }
}

#[test]
fn targets_on_the_ground() {
    let height = |p: &Vector3<f64>| 3.0 * (0.1 * p.x).sin() * (0.1 * p.z).cos();
    let hills = Terrain::new([0.0, 1.0, 0.0], height, 0.43);
    let grid = Grid::new(flat(40.0), [40, 1, 40]).unwrap();
    let on_the_hills = |p: Vector3<f64>| p - air().up() * hills.clearance(p);
    let firing = air()
        .firing_over(FROM, &Plan::Speed(20.0), &grid, on_the_hills)
        .unwrap();
    assert!(firing.fraction() > 0.2 && firing.fraction() < 0.9);
    for (target, shot) in firing.reachable() {
        assert!(hills.clearance(target).abs() < 1e-14);
        let arcs = air().aim(FROM, target).at_speed(20.0).unwrap();
        assert_eq!(shot.direct, arcs.direct.time_of_flight);
        // the grid is flat: what is over a cell is looked up there
        assert_eq!(
            firing.at(target + Vector3::y() * 7.0).unwrap().target,
            target
        );
    }
    // put nowhere, no cell can be hit
    let nowhere = |p: Vector3<f64>| p * f64::NAN;
    let firing = air()
        .rational()
        .firing_over(FROM, &Plan::Speed(20.0), &grid, nowhere)
        .unwrap();
    assert_eq!((firing.reachable().count(), firing.fraction()), (0, 0.0));
}

#[test]
fn lookups_end_at_the_walls() {
    let grid = Grid::new(
        AlignedBox {
            min: Vector2::new(0.0, -1.0),
            max: Vector2::new(3.0, 1.0),
        },
        [3, 2],
    )
    .unwrap();
    assert_eq!(grid.cell([0.0, -1.0]), Some([0, 0]));
    assert_eq!(grid.cell([3.0, 1.0]), Some([2, 1]));
    assert_eq!(grid.cell([1.0, 0.0]), Some([1, 1]));
    for outside in [
        [3.1, 0.0],
        [-0.1, 0.0],
        [1.0, 1.1],
        [f64::NAN, 0.0],
        [1.0, f64::INFINITY],
    ] {
        assert_eq!(grid.cell(outside), None);
    }
    assert_eq!(
        (grid.center([2, 1]), grid.center([3, 0])),
        (Some(Vector2::new(2.5, 0.5)), None)
    );
    assert_eq!((grid.counts(), grid.len()), ([3, 2], 6));

    let air = Ballistics::new([0.0, -9.81]);
    let firing = air.firing([0.5, -0.5], &Plan::Speed(9.0), &grid).unwrap();
    assert!(firing.at([4.0, 0.0]).is_none() && firing.between([4.0, 0.0]).is_none());
    assert!(firing.cell([0, 2]).is_none());
    // out to the wall it stays what it is at the middle
    assert_eq!(
        firing.between([3.0, -1.0]),
        firing.cell([2, 0]).unwrap().shot
    );
    // the cell around the launch, and all that would be made of it
    assert_eq!(firing.at([0.2, -0.2]).unwrap().shot, None);
    assert_eq!(firing.between([1.0, -0.5]), None);
    assert!(firing.between([1.0, 0.5]).is_some());
}

#[test]
fn boxes_that_are_none_are_refused() {
    let grid = |min: [f64; 2], max: [f64; 2], counts| {
        Grid::new(
            AlignedBox {
                min: min.into(),
                max: max.into(),
            },
            counts,
        )
    };
    assert_eq!(
        grid([0.0; 2], [1.0; 2], [4, 0]),
        Err(GridError::NoCells { axis: 1 })
    );
    let reversed = grid([0.0, 2.0], [1.0, 1.0], [4, 4]);
    assert_eq!(
        reversed,
        Err(GridError::Region {
            axis: 1,
            min: 2.0,
            max: 1.0
        })
    );
    assert!(matches!(
        grid([f64::NAN, 0.0], [1.0; 2], [4, 4]),
        Err(GridError::Region { axis: 0, .. })
    ));
    for max in [f64::NAN, f64::INFINITY] {
        assert!(matches!(
            grid([0.0; 2], [1.0, max], [4, 4]),
            Err(GridError::Region { axis: 1, .. })
        ));
    }
    assert!(grid([-f64::MAX; 2], [f64::MAX; 2], [4, 4]).is_err());
    assert!(grid([0.0; 2], [1.0, 0.0], [4, 1]).is_ok());
    assert!(matches!(
        grid([0.0; 2], [1.0, 0.0], [4, 2]),
        Err(GridError::Region { axis: 1, .. })
    ));
    let most = 1 << 22;
    assert!(grid([0.0; 2], [1.0; 2], [2048, 2048]).is_ok());
    assert_eq!(
        grid([0.0; 2], [1.0; 2], [2048, 2049]),
        Err(GridError::TooManyCells { most })
    );
    assert_eq!(
        grid([0.0; 2], [1.0; 2], [usize::MAX; 2]),
        Err(GridError::TooManyCells { most })
    );
}

#[test]
fn what_makes_every_throw_impossible_is_an_error_of_the_table() {
    let grid = Grid::new(flat(10.0), [2, 1, 2]).unwrap();
    let refused = |plan| air().firing(FROM, &plan, &grid).unwrap_err();
    assert_eq!(refused(Plan::Speed(0.0)), AimError::Speed { speed: 0.0 });
    assert_eq!(
        refused(Plan::ClimbSpeed(-1.0)),
        AimError::Speed { speed: -1.0 }
    );
    assert_eq!(refused(Plan::Time(-1.0)), AimError::Time { time: -1.0 });
    assert!(matches!(
        refused(Plan::Slope(f64::NAN)),
        AimError::Slope { .. }
    ));
    assert!(matches!(refused(Plan::Lob(f64::NAN)), AimError::Lob { .. }));
    assert!(matches!(
        refused(Plan::Apex(f64::NAN)),
        AimError::Apex { .. }
    ));
    assert!(matches!(
        refused(Plan::ArcHeight(0.0)),
        AimError::ArcHeight { .. }
    ));
    assert!(matches!(
        refused(Plan::Curviness(0.0)),
        AimError::Curviness { .. }
    ));
    assert!(matches!(
        refused(Plan::Through([f64::NAN; 3].into())),
        AimError::NotFinite {
            given: Given::Point,
            ..
        }
    ));
    assert_eq!(
        refused(Plan::Touching(Plane::new([0.0; 3], 1.0))),
        AimError::Plane
    );

    let weightless = Ballistics::<f64, 3>::new([0.0; 3]);
    assert!(matches!(
        weightless.firing(FROM, &Plan::LeastSpeed, &grid),
        Err(AimError::NoLeastSpeed { .. })
    ));
    assert_eq!(
        weightless
            .firing(FROM, &Plan::Slope(1.0), &grid)
            .unwrap_err(),
        AimError::NoUp
    );
    let none = air().with_drag_rate(-1.0);
    assert!(matches!(
        none.firing(FROM, &Plan::Speed(20.0), &grid),
        Err(AimError::Air(_))
    ));
    let nowhere = air().firing([0.0, f64::NAN, 0.0], &Plan::Speed(20.0), &grid);
    assert!(matches!(
        nowhere,
        Err(AimError::NotFinite {
            given: Given::Launch,
            axis: 1,
            ..
        })
    ));
    // what no cell happens to allow is a table, too
    let slow = air().firing(FROM, &Plan::Speed(0.1), &grid).unwrap();
    assert_eq!(slow.fraction(), 0.0);
}
