use super::*;
use crate::flight_many::{Arrivals, Throws};
use crate::model::tests::{record, records};
use crate::model::{AnyModel, ModelKind};
use crate::space::first_components;
use kinstep_flight::Ballistics;

const START: Three = [1.0, 2.0, 0.0];
const VELOCITY: Three = [12.0, 9.0, 0.0];
const GROUND: PlaneRecord = PlaneRecord {
    normal: [0.0, 1.0, 0.0],
    distance: 0.0,
};

fn goes_on() -> bool {
    true
}

#[test]
fn queries_are_those_of_the_crate() {
    fn compare<const D: usize>() {
        let vector = |numbers| first_components::<f64, D>(numbers);
        let event = |event: Option<Event<D>>| event.map(EventRecord::from);
        let mut given_model = record(ModelKind::Linear);
        given_model.drag = 0.2;
        let flight = AnyModel::<D>::new(&given_model).unwrap();
        let flight = flight.launch(START, VELOCITY).unwrap();
        let air = Ballistics::new(vector([0.0, -9.81, 0.0])).with_drag_rate(0.2);
        let known = air.launch(vector(START), vector(VELOCITY));
        let ground = Plane::new(vector(GROUND.normal), 0.0);
        let span = [0.0, 9.0];

        assert_eq!(flight.at(1.5).unwrap(), known.at(1.5).into());
        assert_eq!(flight.apex(), event(known.apex()));
        let along = flight.apex_along([0.0, 2.0, 0.0]).unwrap();
        assert_eq!(along, event(known.apex_along(vector([0.0, 2.0, 0.0]))));
        let found = flight.crossing(&GROUND, Crossing::Any).unwrap();
        assert_eq!(found, event(known.crossing(&ground, Crossing::Any)));
        assert_eq!(
            flight.crossings(&GROUND, Crossing::Any, span),
            Ok(vec![found.unwrap()])
        );
        let sphere = Sphere::new(vector(START), 3.0);
        assert_eq!(
            flight
                .sphere(START, 3.0, Crossing::Ascending, span)
                .unwrap(),
            event(
                known
                    .sphere_crossing(&sphere, Crossing::Ascending, 0.0..9.0)
                    .unwrap()
            )
        );
        let height = |position: Three| 0.1 * position[0];
        let slope = Ground {
            up: [0.0, 1.0, 0.0],
            height: &height,
            steepest: 0.1,
        };
        let landing = flight.landing(&slope, span).unwrap().unwrap();
        let terrain = Terrain::new(ground.normal, |x: &SVector<f64, D>| 0.1 * x[0], 0.1);
        let expected = known.landing(&terrain, 0.0..9.0).unwrap().unwrap();
        assert_eq!(landing.event, known.at(expected.time).into());
        assert_eq!(landing.normal, given(&expected.normal));
        let closest = flight.closest_approach([9.0, 1.0, 0.0], span).unwrap();
        let expected = known
            .closest_approach(vector([9.0, 1.0, 0.0]), 0.0..9.0)
            .unwrap();
        assert_eq!(
            (closest.time, closest.distance),
            (expected.time, expected.distance)
        );
        let corners = flight.bounds(span).unwrap();
        assert_eq!(corners[1], given(&known.bounds(0.0..9.0).unwrap().max));

        let mut line = vec![0.0; 5 * D];
        flight.sample(0.5, 0.25, &mut line).unwrap();
        assert_eq!(
            line[4 * D..],
            *known.sample(0.5, 0.25, 5).last().unwrap().as_slice()
        );
        let mut accelerations = vec![0.0; 2 * D];
        flight
            .at_times(
                Quantity::Acceleration,
                &[0.0, 1.5],
                &mut accelerations,
                &mut goes_on,
            )
            .unwrap();
        assert_eq!(accelerations[D..], *known.acceleration(1.5).as_slice());
    }
    compare::<2>();
    compare::<3>();
}

#[test]
fn many_throws_are_as_each_alone() {
    fn compare<const D: usize>() {
        for record in records() {
            let model = AnyModel::<D>::new(&record).unwrap();
            let count = 70;
            let velocities: Vec<f64> = (0..count * D).map(|i| (i % 17) as f64).collect();
            let times: Vec<f64> = (0..count).map(|i| 0.1 * i as f64).collect();
            let throws = Throws {
                count,
                positions: &START[..D],
                velocities: &velocities,
                winds: &[],
            };
            let (mut happens, mut when) = (vec![9; count], vec![0.0; count]);
            let (mut x, mut v) = (vec![0.0; count * D], vec![0.0; count * D]);
            let mut asked = 0;
            for crosses in [false, true] {
                let arrivals = Arrivals {
                    happens: &mut happens,
                    times: &mut when,
                    positions: &mut x,
                    velocities: &mut v,
                };
                let mut keep_going = || {
                    asked += 1;
                    true
                };
                if crosses {
                    let which = Crossing::Descending;
                    model.first_crossings(&throws, &GROUND, which, arrivals, &mut keep_going)
                } else {
                    model.states_at(&throws, &times, arrivals, &mut keep_going)
                }
                .unwrap();
                for throw in 0..count {
                    let row = throw * D..throw * D + D;
                    let launched = SVector::from_column_slice(&velocities[row.clone()]);
                    let flight = model.launched(first_components(START), launched);
                    let alone = if crosses {
                        flight
                            .crossing(&GROUND, Crossing::Descending)
                            .unwrap()
                            .unwrap()
                    } else {
                        flight.at(times[throw]).unwrap()
                    };
                    assert_eq!((happens[throw], when[throw]), (1, alone.time));
                    assert_eq!(x[row.clone()], alone.position[..D]);
                    assert_eq!(v[row], alone.velocity[..D]);
                }
            }
            assert_eq!(asked, 2);
        }
    }
    compare::<2>();
    compare::<3>();
}

#[test]
fn each_throw_may_have_its_own_wind() {
    let mut given_model = record(ModelKind::Quadratic);
    given_model.drag = 0.02;
    let model = AnyModel::<2>::new(&given_model).unwrap();
    let mut throws = Throws {
        count: 2,
        positions: &[0.0, 5.0],
        velocities: &[],
        winds: &[0.0, 0.0, 7.0, 0.0],
    };
    let (mut happens, mut times) = ([0; 2], [0.0; 2]);
    let [mut positions, mut velocities] = [[0.0; 4]; 2];
    let mut cross =
        |model: &AnyModel<2>, throws: &Throws<'_>, keep_going: &mut dyn FnMut() -> bool| {
            let arrivals = Arrivals {
                happens: &mut happens,
                times: &mut times,
                positions: &mut positions,
                velocities: &mut velocities,
            };
            model.first_crossings(throws, &GROUND, Crossing::Ascending, arrivals, keep_going)?;
            assert_eq!(happens, [0, 0]);
            assert!(positions.iter().all(|number| number.is_nan()));
            let arrivals = Arrivals {
                happens: &mut happens,
                times: &mut times,
                positions: &mut positions,
                velocities: &mut velocities,
            };
            model.first_crossings(throws, &GROUND, Crossing::Descending, arrivals, keep_going)?;
            Ok::<_, Failure>((happens, positions))
        };
    let (happens, positions) = cross(&model, &throws, &mut goes_on).unwrap();
    assert_eq!(happens, [1, 1]);
    assert!(positions[0] == 0.0 && positions[2] > 0.5);

    let mut engine = record(ModelKind::Godot);
    engine.time_step = 0.02;
    let engine = AnyModel::<2>::new(&engine).unwrap();
    let refused = cross(&engine, &throws, &mut goes_on).unwrap_err();
    assert_eq!(refused.message, "the step of an engine has no wind");
    throws.count = 3;
    assert!(cross(&model, &throws, &mut goes_on).is_err());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let model = AnyModel::<2>::new(&record(ModelKind::Linear)).unwrap();
    let flight = model.launch(START, VELOCITY).unwrap();
    let message = |failure: Failure| (failure.kind, failure.message);
    assert_eq!(
        message(flight.at(f64::INFINITY).unwrap_err()),
        (Kind::Invalid, "the time is inf s; it must be finite".into())
    );
    assert_eq!(
        message(flight.at(1e200).unwrap_err()),
        (
            Kind::NoAnswer,
            format!("the flight is not in a finite state after {} s", 1e200)
        )
    );
    assert!(
        flight
            .after_steps(1)
            .unwrap_err()
            .message
            .contains("only engines make steps")
    );
    let nowhere = PlaneRecord::default();
    assert_eq!(
        flight
            .crossing(&nowhere, Crossing::Any)
            .unwrap_err()
            .message,
        "the normal of the plane is zero; it must have a length"
    );
    let height = |_: Three| f64::NAN;
    let ground = Ground {
        up: [0.0, 1.0, 0.0],
        height: &height,
        steepest: 1.0,
    };
    assert!(flight.landing(&ground, [0.0, 9.0]).is_err());
    assert!(
        flight
            .sample(0.0, 0.1, &mut [0.0; 3])
            .unwrap_err()
            .message
            .contains("room for 3")
    );
}
