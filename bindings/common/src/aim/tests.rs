use super::*;
use crate::aim_planner::AnyAim;
use crate::model::tests::{record, records};
use crate::model::{ModelKind, ModelRecord};
use crate::space::first_components;
use crate::words::named;
use kinstep_flight::EngineStep;

/// Plans with one value, and a value that hits.
const PLANS: [(PlanKind, f64); 12] = [
    (PlanKind::Time, 1.5),
    (PlanKind::StraightLineSpeed, 12.0),
    (PlanKind::Speed, 25.0),
    (PlanKind::EarliestAtSpeed, 25.0),
    (PlanKind::LeastSpeed, 0.0),
    (PlanKind::Apex, 9.0),
    (PlanKind::ArcHeight, 3.0),
    (PlanKind::Curviness, 0.2),
    (PlanKind::Slope, 1.5),
    (PlanKind::ArrivalSlope, -2.0),
    (PlanKind::ClimbSpeed, 14.0),
    (PlanKind::Lob, 0.7),
];

fn plan(kind: PlanKind, value: f64) -> PlanRecord {
    PlanRecord {
        kind: kind as u32,
        value,
        ..PlanRecord::default()
    }
}

fn order() -> OrderRecord {
    OrderRecord {
        from: [0.0, 1.0, 0.0],
        target: [18.0, 2.0, 0.0],
        target_velocity: [0.5, 0.25, 0.0],
        ..OrderRecord::default()
    }
}

fn model<const D: usize>(record: &ModelRecord) -> AnyModel<D> {
    AnyModel::new(record).unwrap()
}

#[test]
fn plans_have_names_and_numbers() {
    for (number, name) in [(0, "time"), (1, "straight_line_speed"), (16, "attempt")] {
        let kind: PlanKind = named(name, "plan").unwrap();
        assert_eq!((kind as u32, kind.to_string().as_str()), (number, name));
        assert_eq!(numbered(number, "plan"), Ok(kind));
    }
}

#[test]
fn throws_are_those_of_the_crate() {
    fn compare<const D: usize>() {
        let order = order();
        let known = order.order::<D>().unwrap();
        for record in records() {
            let model = model::<D>(&record);
            for (kind, value) in PLANS {
                let mut plan = plan(kind, value);
                let aim = AnyAim::of(&model, &known);
                let hits = aim.hits(
                    &Ask::<D> {
                        kind,
                        is_lofted: false,
                        value: Column::of(&[value], 1, "value").unwrap(),
                        vector: Column::of(&[], 1, "vector").unwrap(),
                        points: Vec::new(),
                    }
                    .plan(0),
                );
                let Ok(hits) = hits else {
                    assert!(model.aim(&plan, &[], &order).is_err(), "{kind}");
                    continue;
                };
                let all: Vec<_> = hits.iter().map(|hit| LaunchRecord::of(hit, 0.0)).collect();
                assert_eq!(model.hits(&plan, &order), Ok(all.clone()));
                plan.lofted = 1;
                let close = |one: LaunchRecord, other: &LaunchRecord| {
                    (one.time_of_flight / other.time_of_flight - 1.0).abs() < 1e-9
                };
                assert!(close(
                    model.aim(&plan, &[], &order).unwrap(),
                    all.last().unwrap()
                ));
            }
        }
    }
    compare::<2>();
    compare::<3>();
}

#[test]
fn throws_of_one_answer_are_those_of_the_crate() {
    fn compare<const D: usize>() {
        let mut given = record(ModelKind::Box2d);
        given.time_step = 0.02;
        let (model, order) = (model::<D>(&given), order());
        let vector = |numbers| first_components::<f64, D>(numbers);
        let step = EngineStep::box2d(0.02).gravity(vector([0.0, -9.81, 0.0]));
        let aim = step.aim(vector(order.from), vector(order.target));
        let aim = aim.moving(vector(order.target_velocity));
        let steps = aim.in_steps(70).unwrap();
        let found = model
            .aim(&plan(PlanKind::Steps, 70.0), &[], &order)
            .unwrap();
        assert_eq!(found, LaunchRecord::of(&steps, 0.0));
        let wall = [[9.0, 8.0, 0.0], [12.0, 7.0, 0.0]];
        let clearing = aim.clearing(&wall.map(vector)).unwrap();
        let found = model
            .aim(&plan(PlanKind::Clearing, 0.0), &wall, &order)
            .unwrap();
        assert_eq!(found, LaunchRecord::of(&clearing, 0.0));
        let attempt = aim.attempt(5.0).unwrap();
        let found = model
            .aim(&plan(PlanKind::Attempt, 5.0), &[], &order)
            .unwrap();
        assert_eq!(found, LaunchRecord::of(&attempt.launch, attempt.miss));
        assert!(found.miss > 1.0);
        let through = PlanRecord {
            vector: wall[0],
            ..plan(PlanKind::Through, 0.0)
        };
        let found = model.aim(&through, &[], &order).unwrap();
        let expected = aim.through(vector(wall[0])).unwrap();
        assert_eq!(found, LaunchRecord::of(&expected, 0.0));
    }
    compare::<2>();
    compare::<3>();
}

#[test]
fn plans_that_do_not_fit_are_refused() {
    let linear = model::<2>(&record(ModelKind::Linear));
    let quadratic = model::<2>(&record(ModelKind::Quadratic));
    let mut given = record(ModelKind::Godot);
    given.time_step = 0.02;
    let engine = model::<2>(&given);
    let order = order();
    let message =
        |model: &AnyModel<2>, plan: PlanRecord| model.aim(&plan, &[], &order).unwrap_err().message;
    let apex = plan(PlanKind::Apex, 9.0);
    assert_eq!(
        message(&quadratic, apex),
        "quadratic drag has no planner `apex`"
    );
    let steps = plan(PlanKind::Steps, 2.5);
    assert!(message(&linear, steps).starts_with("only engines make steps"));
    assert_eq!(
        message(&engine, steps),
        "the number of steps is 2.5; it must be a whole number and not negative"
    );
    let lofted = PlanRecord {
        lofted: 1,
        ..plan(PlanKind::Attempt, 20.0)
    };
    assert!(message(&linear, lofted).contains("none is lofted, by the plan `attempt`"));
    let least = plan(PlanKind::LeastSpeed, 3.0);
    assert_eq!(
        message(&linear, least),
        "the value must be zero in the plan `least_speed`"
    );
    let slow = linear
        .aim(&plan(PlanKind::Speed, 3.0), &[], &order)
        .unwrap_err();
    assert_eq!(slow.kind, Kind::NoAnswer);
    assert!(slow.message.contains("3 m/s"), "{slow}");
    let deep = OrderRecord {
        target: [1.0, 2.0, 3.0],
        ..order
    };
    let refused = linear
        .aim(&plan(PlanKind::Time, 1.0), &[], &deep)
        .unwrap_err();
    assert_eq!(
        refused.message,
        "z of the target is 3; it must be zero in the plane"
    );
    let (mut launches, mut codes) = ([LaunchRecord::default(); 2], [9; 2]);
    let orders = [
        order,
        OrderRecord {
            target: order.from,
            ..order
        },
    ];
    let errors = linear
        .aim_each(
            &plan(PlanKind::Time, 1.0),
            &[],
            &orders,
            &mut launches,
            &mut codes,
            &mut || true,
        )
        .unwrap();
    assert_eq!((codes, errors.count()), ([0, 3], 1));
    assert!(launches[1].velocity[0].is_nan() && errors.text(0).is_none());
    assert!(linear.hits(&plan(PlanKind::Attempt, 20.0), &order).is_err());
}
