//! Aims that make no sense: refused in words, never a panic, never a search that does not end.

use kinstep::aim::{Aim, AimError, Given, Hits, Plan};
use kinstep::ballistics::{AirError, Ballistics, Plane};
use kinstep::nalgebra::SVector;

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

type Air = Ballistics<f64, 3>;

fn air() -> Air {
    Air::new([0.0, -9.81, 0.0])
}

fn aim() -> Aim<f64, 3> {
    air()
        .with_drag_rate(0.1)
        .aim([0.0, 2.0, 0.0], [40.0, 0.0, 10.0])
}

/// The error, and that it is put in words without a NaN passed over.
fn told<V: core::fmt::Debug>(answer: Result<V, AimError<f64>>, words: &str) -> AimError<f64> {
    let error = answer.unwrap_err();
    let sentence = error.to_string();
    assert!(sentence.starts_with(words), "{sentence}");
    error
}

#[test]
fn points_and_motions_that_are_no_numbers() {
    let (air, from, to) = (air(), [0.0, 1.0, 2.0], [5.0, 6.0, 7.0]);
    for bad in [NAN, INF, -INF] {
        let off = [1.0, bad, 0.0];
        let cases = [
            (
                air.aim(off, to),
                Given::Launch,
                "component 1 of the point of launch is",
            ),
            (
                air.aim(from, off),
                Given::Target,
                "component 1 of the target is",
            ),
            (
                air.aim(from, to).moving(off),
                Given::TargetVelocity,
                "component 1 of the target's velocity is",
            ),
            (
                air.aim(from, to).accelerating(off),
                Given::TargetAcceleration,
                "component 1 of the target's acceleration is",
            ),
            (
                air.aim(from, to).shooter_moving(off),
                Given::ShooterVelocity,
                "component 1 of the shooter's velocity is",
            ),
        ];
        for (aim, whose, words) in cases {
            match told(aim.in_time(1.0), words) {
                AimError::NotFinite { given, axis, value } => {
                    assert_eq!((given, axis), (whose, 1));
                    assert!(value == bad || (value.is_nan() && bad.is_nan()));
                }
                other => panic!("{other:?}"),
            }
            assert!(aim.at_speed(20.0).is_err() && aim.clearing(&[[1.0; 3]]).is_err());
        }
        let error = told(aim().through(off), "component 1 of a point to pass is");
        assert!(matches!(
            error,
            AimError::NotFinite {
                given: Given::Point,
                axis: 1,
                ..
            }
        ));
        assert!(matches!(
            aim().clearing(&[off]),
            Err(AimError::NotFinite {
                given: Given::Point,
                axis: 1,
                ..
            })
        ));
    }
    let error = told(
        air.aim(from, from).in_time(1.0),
        "the target is at the point of launch",
    );
    assert_eq!(error, AimError::Coincides);
    assert_eq!(
        air.rational().aim(from, from).at_speed(9.0),
        Err(AimError::Coincides)
    );
}

#[test]
fn airs_that_make_no_sense() {
    let (from, to) = ([0.0; 3], [1.0, 2.0, 3.0]);
    for air in [
        air().with_drag_rate(-1.0),
        air().with_drag_rate(NAN),
        air().with_wind([0.0, NAN, 0.0]),
        air().with_terminal_speed(0.0),
        Air::new([0.0, INF, 0.0]),
    ] {
        let expected = air.check().unwrap_err();
        let error = air.aim(from, to).in_time(1.0).unwrap_err();
        assert_eq!(error.to_string(), expected.to_string());
        assert!(matches!(error, AimError::Air(_)));
    }
    let rational = air().with_drag_rate(-1.0).rational();
    match rational.aim(from, to).in_time(1.0) {
        Err(AimError::Air(AirError::DragRate { rate })) => assert_eq!(rate, -1.0),
        other => panic!("{other:?}"),
    }
}

#[test]
fn numbers_that_make_no_sense() {
    for bad in [0.0, -3.0, NAN, INF, -INF] {
        let same = |value: f64| value == bad || (value.is_nan() && bad.is_nan());
        let shown = |error: AimError<f64>| assert!(error.to_string().contains(&bad.to_string()));
        let speeds = [
            aim().at_straight_line_speed(bad).unwrap_err(),
            aim().at_speed(bad).unwrap_err(),
            aim().with_climb_speed(bad).unwrap_err(),
            aim().attempt(bad).unwrap_err(),
            aim().moving([1.0, 0.0, 0.0]).at_speed(bad).unwrap_err(),
        ];
        for error in speeds {
            assert!(
                matches!(error, AimError::Speed { speed } if same(speed)),
                "{error:?}"
            );
            shown(error);
        }
        let error = aim().in_time(bad).unwrap_err();
        assert!(matches!(error, AimError::Time { time } if same(time)));
        shown(error);
        let error = aim().with_arc_height(bad).unwrap_err();
        assert!(matches!(error, AimError::ArcHeight { height } if same(height)));
        shown(error);
        let error = aim().with_curviness(bad).unwrap_err();
        assert!(matches!(error, AimError::Curviness { curviness } if same(curviness)));
        shown(error);
        let error = aim().lob(bad).unwrap_err();
        assert!(matches!(error, AimError::Lob { factor } if same(factor)));
        shown(error);
        if !bad.is_finite() {
            for error in [aim().at_slope(bad), aim().arriving_at_slope(bad)] {
                let error = told(error, "the slope is");
                assert!(matches!(error, AimError::Slope { slope } if same(slope)));
            }
            let error = told(aim().with_apex(bad), "the apex is to be at");
            assert!(matches!(error, AimError::Apex { height } if same(height)));
            let plane = Plane::new([0.0, 1.0, 0.0], bad);
            assert_eq!(aim().touching(&plane), Err(AimError::Plane));
        }
    }
    for normal in [[0.0; 3], [NAN, 1.0, 0.0], [0.0, INF, 0.0]] {
        let error = told(
            aim().touching(&Plane::new(normal, 9.0)),
            "the plane is none",
        );
        assert_eq!(error, AimError::Plane);
    }
}

#[test]
fn wishes_that_cannot_be_met() {
    let aim = air().aim([0.0, 2.0, 0.0], [40.0, 2.0, 0.0]);
    let least = (40.0 * 9.81_f64).sqrt();
    match told(
        aim.at_speed(10.0),
        "at 10 m/s the target is out of range: it takes 19.80",
    ) {
        AimError::OutOfRange { speed, least_speed } => {
            assert_eq!(speed, 10.0);
            assert!((least_speed - least).abs() < 1e-14 * least);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(
        told(
            aim.with_apex(1.5),
            "at 1.5 m it is too low to be touched at the top: at least 2 m"
        ),
        AimError::TooLow {
            height: 1.5,
            least: 2.0
        }
    );
    let flat = told(aim.at_slope(-0.5), "no arc has the slope -0.5");
    assert!(
        matches!(
            flat,
            AimError::NoSuchSlope {
                lowest: 0.0,
                highest: INF,
                ..
            }
        ),
        "{flat:?}"
    );
    assert!(matches!(
        aim.arriving_at_slope(0.5),
        Err(AimError::NoSuchSlope {
            slope: 0.5,
            lowest: f64::NEG_INFINITY,
            highest: 0.0
        })
    ));
    for (along, point) in [(1.25, [50.0, 3.0, 0.0]), (-0.25, [-10.0, 9.0, 0.0])] {
        let error = told(aim.clearing(&[[20.0, 5.0, 0.0], point]), "point 1 is at");
        assert_eq!(error, AimError::Beside { index: 1, along });
    }
    let error = told(
        aim.through([-10.0, 9.0, 0.0]),
        "point 0 is at -0.25 of the way",
    );
    assert_eq!(
        error,
        AimError::Beside {
            index: 0,
            along: -0.25
        }
    );
    let error = told(
        aim.through([20.0, 1.0, 0.0]),
        "point 0 is -1 m above the straight line",
    );
    assert_eq!(
        error,
        AimError::UnderTheLine {
            index: 0,
            height: -1.0
        }
    );
    let nothing: [[f64; 3]; 0] = [];
    for points in [&nothing[..], &[[20.0, 1.0, 0.0]]] {
        let error = told(
            aim.clearing(points),
            "nothing stands above the straight line",
        );
        assert_eq!(error, AimError::NothingInTheWay);
    }
    // a runner comes past a wall of 30 m
    let runs = (air().aim([0.0; 3], [20.0, 0.0, 0.0])).moving([-4.0, 0.0, 0.0]);
    let error = told(
        runs.clearing(&[[10.0, 30.0, 0.0]]),
        "the points bar all flights that hit before 2.5 s",
    );
    assert!(matches!(error, AimError::ClearAfter { .. }));
    let up = air().aim([0.0; 3], [3.0, 20.0, 0.0]);
    let error = told(
        up.with_climb_speed(5.0),
        "at 5 m/s the climb ends below the target",
    );
    assert!(matches!(
        error,
        AimError::TooSlowAClimb {
            climb_speed: 5.0,
            ..
        }
    ));
    let error = told(
        aim.moving([30.0, 0.0, 0.0]).at_straight_line_speed(20.0),
        "the target is never met",
    );
    assert_eq!(error, AimError::NeverMet);
}

#[test]
fn without_gravity_nothing_is_up() {
    let aim = Air::new([0.0; 3])
        .with_drag_rate(0.5)
        .aim([0.0; 3], [3.0, 4.0, 0.0]);
    for answer in [
        aim.with_apex(9.0),
        aim.at_slope(1.0),
        aim.arriving_at_slope(1.0),
        aim.with_climb_speed(4.0),
        aim.lob(0.5),
    ] {
        assert_eq!(
            told(answer, "without gravity nothing is up"),
            AimError::NoUp
        );
    }
    for answer in [
        aim.with_arc_height(1.0),
        aim.with_curviness(0.2),
        aim.through([1.0, 2.0, 0.0]),
        aim.clearing(&[[1.0, 2.0, 0.0]]),
        aim.touching(&Plane::new([0.0, 1.0, 0.0], 9.0)),
    ] {
        assert_eq!(
            told(answer, "paths in this air do not bend back"),
            AimError::NoTop
        );
    }
    let error = told(
        aim.with_least_speed(),
        "no speed is the least: any above 2.5 m/s",
    );
    assert_eq!(error, AimError::NoLeastSpeed { limit: 2.5 });
    assert!(matches!(
        aim.at_speed(2.4),
        Err(AimError::OutOfRange {
            least_speed: 2.5,
            ..
        })
    ));
    assert!(aim.at_speed(2.6).is_ok());
}

/// Every plan with a number.
fn plans<const D: usize>(number: f64, point: SVector<f64, D>) -> Vec<Plan<f64, D>> {
    let mut normal = SVector::zeros();
    normal[1] = 1.0;
    vec![
        Plan::Time(number),
        Plan::StraightLineSpeed(number),
        Plan::Speed(number),
        Plan::LeastSpeed,
        Plan::Through(point),
        Plan::Touching(Plane::new(normal, number)),
        Plan::Touching(Plane::new(normal * number, 1.0)),
        Plan::Apex(number),
        Plan::ArcHeight(number),
        Plan::Curviness(number),
        Plan::Slope(number),
        Plan::ArrivalSlope(-number),
        Plan::ClimbSpeed(number),
        Plan::Lob(number),
    ]
}

/// Whether every launch is made of numbers.
fn is_sound<const D: usize>(answer: &Result<Hits<f64, D>, AimError<f64>>) -> bool {
    answer.iter().flat_map(|hits| hits.iter()).all(|launch| {
        launch.time_of_flight > 0.0
            && launch.time_of_flight < INF
            && launch.velocity.iter().all(|part| part.is_finite())
    })
}

/// Astronomers and quantum mechanics may ask as well: a launch of numbers, or an error.
#[test]
fn extreme_numbers_give_launches_of_numbers_or_errors() {
    let sizes = [1e-300, 1e-150, 1.0, 1e150, 1e300];
    let mut unsound = Vec::new();
    for gravity in [0.0, 9.81, 1e300] {
        for rate in [0.0, 1.0, 1e300] {
            for size in sizes {
                for moves in [0.0, 1.0, 1e-300, 1e300] {
                    let air = Ballistics::<f64, 2>::new([0.0, -gravity]).with_drag_rate(rate);
                    let still = [
                        air.aim([0.0; 2], [size, 0.5 * size]),
                        air.rational().aim([0.0; 2], [size, -size]),
                    ];
                    for aim in still.map(|aim| aim.moving([moves, 0.0])) {
                        for number in sizes {
                            for plan in plans(number, [0.5 * size, number].into()) {
                                let answer = aim.hits(&plan);
                                if !is_sound(&answer) {
                                    unsound.push(format!("{plan:?} {aim:?}"));
                                }
                                if let Err(error) = answer {
                                    assert!(!error.to_string().is_empty());
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    let count = unsound.len();
    assert!(count == 0, "{count}: {:#?}", &unsound[..count.min(12)]);
}

#[test]
fn single_precision_at_its_ends() {
    let numbers = [f32::MIN_POSITIVE, 1e-30, 1.0, 1e30, f32::MAX];
    for rate in [0.0, 1.0, f32::MAX] {
        let air = Ballistics::<f32, 2>::new([0.0, -9.81]).with_drag_rate(rate);
        for size in numbers {
            for number in numbers {
                let aim = air.aim([0.0, 0.0], [size, 0.5 * size]);
                for plan in [
                    Plan::Time(number),
                    Plan::Speed(number),
                    Plan::Apex(number),
                    Plan::Slope(number),
                    Plan::Curviness(number),
                    Plan::LeastSpeed,
                ] {
                    for launch in aim.hits(&plan).iter().flat_map(|hits| hits.iter()) {
                        assert!(
                            launch.time_of_flight.is_finite()
                                && launch.velocity.iter().all(|part| part.is_finite()),
                            "{plan:?} {aim:?} {launch:?}"
                        );
                    }
                }
            }
        }
    }
}
