use super::*;
use crate::aim::{OrderRecord, PlanRecord};
use crate::model::ModelKind;
use crate::model::tests::{record, records};
use crate::space::{Three, given};
use kinstep::nalgebra::SVector;
use kinstep_flight::Ballistics;
use kinstep_flight::aim::Plan;

struct Room {
    numbers: [Vec<f64>; 3],
    codes: Vec<u8>,
}

impl Room {
    fn new(count: usize, dimensions: usize) -> Self {
        let numbers = [count * dimensions, count, count].map(|length| vec![7.0; length]);
        let codes = vec![9; count];
        Self { numbers, codes }
    }

    fn answers(&mut self, kind: PlanKind) -> Answers<'_> {
        let [velocities, times, misses] = &mut self.numbers;
        let misses = if kind == PlanKind::Attempt {
            misses
        } else {
            &mut misses[..0]
        };
        Answers {
            velocities,
            times,
            codes: &mut self.codes,
            misses,
        }
    }
}

/// Targets ahead, of which every ninth is out of range.
fn targets(count: usize, dimensions: usize) -> Vec<f64> {
    let target = |throw: usize| {
        let far = if throw % 9 == 8 { 500.0 } else { 0.0 };
        [10.0 + throw as f64 * 0.1 + far, 1.0, 0.0]
    };
    let rows = (0..count).flat_map(|throw| target(throw).into_iter().take(dimensions));
    rows.collect()
}

#[test]
fn many_aims_are_those_of_the_batch() {
    fn compare<const D: usize>() {
        let count = 150;
        let targets = targets(count, D);
        let mut given = record(ModelKind::Linear);
        given.drag = 0.05;
        let model = AnyModel::<D>::new(&given).unwrap();
        let gravity = SVector::<f64, D>::from_fn(|axis, _| if axis == 1 { -9.81 } else { 0.0 });
        let air = Ballistics::new(gravity).with_drag_rate(0.05);
        let orders: Vec<Order<D>> = (targets.as_chunks::<D>().0.iter())
            .map(|target| Order::new([0.0; D], *target))
            .collect();
        let mut expected = vec![Err(AimError::NeverMet); count];
        let mut aims = Aims {
            count,
            kind: PlanKind::Speed,
            targets: &targets,
            values: &[22.0],
            ..Aims::default()
        };
        let values: Vec<f64> = vec![22.0; count];
        for (is_lofted, values) in [(false, &values[..1]), (true, &values[..1]), (true, &values)] {
            (aims.is_lofted, aims.values) = (is_lofted, values);
            if is_lofted {
                air.loft_all(&orders, &Plan::Speed(22.0), &mut expected)
                    .unwrap();
            } else {
                air.aim_all(&orders, &Plan::Speed(22.0), &mut expected)
                    .unwrap();
            }
            let mut room = Room::new(count, D);
            let errors = model
                .aim_all(&aims, room.answers(aims.kind), &mut || true)
                .unwrap();
            assert_eq!(errors.count(), count / 9);
            for (throw, answer) in expected.iter().enumerate() {
                let row = &room.numbers[0][throw * D..][..D];
                match answer {
                    Ok(launch) => {
                        assert_eq!(row, launch.velocity.as_slice());
                        assert_eq!(room.numbers[1][throw], launch.time_of_flight);
                        assert_eq!((room.codes[throw], errors.text(throw)), (0, None));
                    }
                    Err(error) => {
                        assert!(row[0].is_nan() && room.numbers[1][throw].is_nan());
                        assert_eq!(room.codes[throw], 17);
                        assert_eq!(errors.text(throw), Some(error.to_string()));
                    }
                }
            }
        }
    }
    compare::<2>();
    compare::<3>();
}

#[test]
fn rows_and_records_have_the_same_answers() {
    let (count, dimensions) = (20, 3);
    let targets = targets(count, dimensions);
    let orders: Vec<OrderRecord> = (targets.as_chunks::<3>().0.iter())
        .map(|target| OrderRecord {
            target: *target,
            ..OrderRecord::default()
        })
        .collect();
    for record in records() {
        let model = AnyModel::<3>::new(&record).unwrap();
        for (kind, value) in [
            (PlanKind::Time, 1.5),
            (PlanKind::Slope, 1.0),
            (PlanKind::ClimbSpeed, 12.0),
            (PlanKind::Attempt, 20.0),
            (PlanKind::Steps, 80.0),
        ] {
            let plan = PlanRecord {
                kind: kind as u32,
                value,
                ..PlanRecord::default()
            };
            let aims = Aims {
                count,
                kind,
                targets: &targets,
                values: &[value],
                ..Aims::default()
            };
            let mut room = Room::new(count, dimensions);
            let Ok(errors) = model.aim_all(&aims, room.answers(aims.kind), &mut || true) else {
                assert_eq!(kind, PlanKind::Steps);
                continue;
            };
            for (throw, order) in orders.iter().enumerate() {
                let alone = model.aim(&plan, &[], order);
                let Ok(alone) = alone else {
                    assert_eq!(errors.text(throw), Some(alone.unwrap_err().message));
                    continue;
                };
                let velocity: Three = given(&SVector::<f64, 3>::from_column_slice(
                    &room.numbers[0][throw * 3..][..3],
                ));
                let [_, times, misses] = &room.numbers;
                let miss = if kind == PlanKind::Attempt {
                    misses[throw]
                } else {
                    0.0
                };
                let found = (velocity, times[throw], miss);
                assert_eq!(found, (alone.velocity, alone.time_of_flight, alone.miss));
            }
            let Ok(found) = model.hits_all(&aims, &mut || true) else {
                assert!(matches!(kind, PlanKind::Attempt | PlanKind::Steps));
                continue;
            };
            let hits: Vec<_> = (orders.iter())
                .flat_map(|order| model.hits(&plan, order).unwrap_or_default())
                .map(|hit| hit.time_of_flight)
                .collect();
            assert_eq!((found.times, found.codes.len()), (hits, count));
        }
    }
}

#[test]
fn columns_that_do_not_fit_are_refused() {
    let model = AnyModel::<2>::new(&record(ModelKind::Linear)).unwrap();
    let aims = Aims {
        count: 3,
        targets: &[1.0, 2.0, 3.0, 4.0],
        values: &[1.0],
        ..Aims::default()
    };
    let mut room = Room::new(3, 2);
    let refused = model
        .aim_all(&aims, room.answers(aims.kind), &mut || true)
        .unwrap_err();
    assert!(
        refused
            .message
            .starts_with("there are 4 numbers of the targets")
    );
    let aims = Aims {
        targets: &aims.targets[..2],
        ..aims
    };
    let mut small = Room::new(2, 2);
    let refused = model
        .aim_all(&aims, small.answers(aims.kind), &mut || true)
        .unwrap_err();
    assert!(
        refused
            .message
            .contains("room for 4 numbers of the velocities")
    );
    let none = Aims { count: 0, ..aims };
    let mut small = Room::new(0, 2);
    assert_eq!(
        model
            .aim_all(&none, small.answers(aims.kind), &mut || true)
            .unwrap()
            .count(),
        0
    );
    let (count, mut large) = (65, Room::new(65, 2));
    let stopped = model.aim_all(
        &Aims { count, ..aims },
        large.answers(aims.kind),
        &mut || false,
    );
    assert_eq!(stopped.unwrap_err().kind, crate::Kind::Stopped);
}

#[test]
fn codes_and_names_are_those_of_the_errors() {
    for (code, name) in AIM_ERRORS {
        assert_eq!(
            AIM_ERRORS.iter().filter(|(other, _)| other == code).count(),
            1,
            "{name}"
        );
    }
    for error in [
        AimError::NeverMet,
        AimError::NoPlanner,
        AimError::Time { time: 0.0 },
    ] {
        let name = format!("{error:?}");
        let (_, known) = (AIM_ERRORS.iter())
            .find(|(known, _)| *known == code(&error))
            .unwrap();
        assert!(name.starts_with(known));
    }
    let mut errors = AimErrors::default();
    let mut later = AimErrors::default();
    later.push(2, AimError::NeverMet);
    errors.append(100, &later);
    assert_eq!(errors.text(102), Some(AimError::NeverMet.to_string()));
}

/// A million aims cost at most 1.05 of the crate's own batch.
#[test]
#[ignore = "a time, of a build for release on an idle machine"]
fn many_aims_cost_what_the_crate_costs() {
    let count = 1_000_000;
    let targets: Vec<f64> = (0..count)
        .flat_map(|throw| [10.0 + throw as f64 * 1e-5, 1.0, 0.0])
        .collect();
    let model = AnyModel::<3>::new(&record(ModelKind::Linear)).unwrap();
    let AnyModel::Linear(air) = model else {
        return;
    };
    let orders: Vec<_> = (targets.as_chunks::<3>().0.iter())
        .map(|target| Order::new([0.0; 3], *target))
        .collect();
    let (mut answers, mut room) = (vec![Err(AimError::NeverMet); count], Room::new(count, 3));
    for (kind, plan) in [
        (PlanKind::Time, Plan::Time(20.0)),
        (PlanKind::Speed, Plan::Speed(20.0)),
    ] {
        let (mut crate_takes, mut rows_take) = (f64::MAX, f64::MAX);
        for _ in 0..15 {
            let start = std::time::Instant::now();
            let plan = std::hint::black_box(plan);
            air.aim_all(&orders, &plan, &mut answers).unwrap();
            crate_takes = crate_takes.min(start.elapsed().as_secs_f64());
            let aims = Aims {
                count,
                kind,
                targets: &targets,
                values: &[20.0],
                ..Aims::default()
            };
            let start = std::time::Instant::now();
            model
                .aim_all(&aims, room.answers(kind), &mut || true)
                .unwrap();
            rows_take = rows_take.min(start.elapsed().as_secs_f64());
        }
        println!(
            "{kind}: {:.1} and {:.1} ms",
            1e3 * crate_takes,
            1e3 * rows_take
        );
        assert!(rows_take < 1.05 * crate_takes);
    }
}
